/*
 * The proofs of slot_runs.h: the definitions suffice.
 */
#include "proofs/lemmas/slot_runs.h"

#if RTMR_WITH_STORED_VECTORS
/*@ ghost
  void rtmr_few_still(const struct rtmr_pool *pool, const struct rtmr_ghost_pool \ghost *g,
                      const struct rtmr_stage_memory *memory, const struct rtmr_pool \ghost *was,
                      const struct rtmr_ghost_pool \ghost *had, int32_t place, int32_t promised)
  {
  }
*/
#endif

/*@ ghost
  void rtmr_note_run(struct rtmr_ghost_job_stage \ghost *job, int32_t slot, int32_t mine, rtmr_ticks due)
  {
      job->runs[slot] = mine;
      job->due[slot] = due;
  }
*/

/*@ ghost
  void rtmr_note_estimate(struct rtmr_ghost_job_stage \ghost *job, int32_t watched, int32_t place, rtmr_ticks takes)
  {
      if (watched == place) {
          job->estimate = takes;
      }
  }
*/

/*@ ghost
  void rtmr_slots_noted(const struct rtmr_pool *pool, const struct rtmr_pool \ghost *done,
                        const struct rtmr_pool \ghost *before)
  {
  }
*/

/*@ ghost
  void rtmr_runs_on(const struct rtmr_pool *pool, const struct rtmr_pool \ghost *before)
  {
  }
*/

/*@ ghost
  void rtmr_dues_follow(const struct rtmr_pool *pool, const struct rtmr_pool \ghost *done,
                        const struct rtmr_pool \ghost *before, int32_t promised, rtmr_ticks now, int32_t slot,
                        rtmr_ticks began)
  {
  }
*/

/*@ ghost
  void rtmr_dues_same(const struct rtmr_pool *pool, const struct rtmr_pool \ghost *done,
                      const struct rtmr_pool \ghost *before, int32_t promised, rtmr_ticks now)
  {
  }
*/
