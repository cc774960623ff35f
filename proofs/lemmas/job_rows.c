/*
 * The proofs of job_rows.h: the definitions suffice.
 */
#include "proofs/lemmas/job_rows.h"

/*@ ghost
  void rtmr_counts_with(const struct rtmr *k, const struct rtmr \ghost *before, int32_t place, int32_t jobs)
  {
  }
*/

/*@ ghost
  void rtmr_counts_turned(const struct rtmr *k, const struct rtmr \ghost *before, int32_t from, int32_t to,
                          int32_t jobs)
  {
  }
*/

/*@ ghost
  void rtmr_started_left(const struct rtmr *k, const struct rtmr \ghost *before, int32_t place, int32_t jobs)
  {
  }
*/

/*@ ghost
  void rtmr_watched_row_left(const struct rtmr *k, const struct rtmr \ghost *before, struct rtmr_ghost \ghost *g,
                             int32_t watched, int32_t place)
  {
  }
*/

/*@ ghost
  void rtmr_watch_flagged(const struct rtmr *k, const struct rtmr \ghost *before, struct rtmr_ghost \ghost *g,
                          int32_t watched, int32_t place, int32_t to)
  {
      /@ assert back:   STOOD(g->watched, place, to) == watched && -1 <= g->watched; @/
      /@ assert own:    g->watched >= 0 ==> k->handle[g->watched] == g->job.handle
                        && k->deadline[g->watched] == g->job.deadline; @/
      /@ assert others: g->watched == to ==>
                        \forall integer p; 0 <= p < k->promised ==> k->handle[p] != k->handle[to]; @/
      /@ assert none:   watched == -1 ==>
                        \forall integer p; 0 <= p < k->promised ==> k->handle[p] != g->job.handle; @/
      if (g->watched == to) {
          g->watched = -1;
      }
  }
*/

/*@ ghost
  void rtmr_all_pending(const struct rtmr *k, int32_t place)
  {
  }
*/

/*@ ghost
  void rtmr_others_left(const struct rtmr *k, const struct rtmr \ghost *b, int32_t place)
  {
  }
*/

/*@ ghost
  void rtmr_jobs_noted(const struct rtmr *k, const struct rtmr \ghost *done, const struct rtmr \ghost *before,
                       const struct rtmr \ghost *corrected)
  {
  }
*/

/*@ ghost
  void rtmr_others_same(const struct rtmr *k, const struct rtmr \ghost *before, int32_t admitted)
  {
  }
*/

/*@ ghost
  void rtmr_rest_same(const struct rtmr *k, const struct rtmr \ghost *before, int32_t admitted)
  {
  }
*/
