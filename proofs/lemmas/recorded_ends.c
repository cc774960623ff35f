/*
 * The proofs of recorded_ends.h: the definitions suffice.
 */
#include "proofs/lemmas/recorded_ends.h"

/*@ ghost
  void rtmr_ends_move(const struct rtmr *k, const struct rtmr \ghost *put, const struct rtmr \ghost *before)
  {
  }
*/

/*@ ghost
  void rtmr_all_released(const struct rtmr *k, const struct rtmr_ghost \ghost *g,
                         const struct rtmr_ghost_pool \ghost *was, const struct rtmr_ghost_kept \ghost *kept,
                         int32_t from)
  {
    /@ assert early: PlanRelease(kept->index[was->plan.first[from]], g->reduce.plan.open, g->reduce.plan.job,
                                 g->reduce.plan.start, k->map.end); @/
    /@ assert own: \forall integer m; 0 <= m < g->reduce.draft.tasks ==>
                   from <= g->reduce.draft.job[m] < k->promised; @/
    /@ assert late: \forall integer m; 0 <= m < g->reduce.draft.tasks ==>
                    k->map.end[g->reduce.draft.job[m]] <= g->reduce.draft.start[m]; @/
  }
*/

/*@ ghost
  void rtmr_ends_drafted(const struct rtmr *k, struct rtmr_ghost \ghost *g, const struct rtmr \ghost *before,
                         int32_t place)
  {
  }
*/

/*@ ghost
  void rtmr_ends_recorded(const struct rtmr *k, struct rtmr_ghost \ghost *g, const struct rtmr \ghost *put,
                          const struct rtmr \ghost *before, int32_t place)
  {
  }
*/
