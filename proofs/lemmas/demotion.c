/*
 * The proofs of demotion.h.
 */
#include "proofs/lemmas/demotion.h"

/*@ ghost
  void rtmr_plan_forgets(struct rtmr_pool *pool, struct rtmr_ghost_pool \ghost *g, int32_t gone, int32_t promised,
                         rtmr_ticks now)
  {
      rtmr_forget_job(pool, g, promised, gone);
      /@ assert jobs: \forall integer i; 0 <= i < g->plan.tasks && g->plan.open[i] != 0 ==>
                      0 <= g->plan.job[i] < promised - 1 && \at(g->plan.open, Pre)[i] != 0
                      && \at(g->plan.job, Pre)[i] == STOOD_WITH(g->plan.job[i], gone); @/
  }
*/

/*@ ghost
  void rtmr_plan_without(struct rtmr_pool *pool, const struct rtmr_pool \ghost *before,
                         struct rtmr_ghost_pool \ghost *g, int32_t gone, int32_t to, int32_t promised, int32_t jobs,
                         rtmr_ticks now)
  {
      /@ assert ends:    \forall integer s; 0 <= s < pool->slots && TIMELY(pool->state[s])
                         && pool->place[s] < promised - 1 ==> before->place[s] < promised
                         && pool->end[pool->place[s]] == before->end[before->place[s]]; @/
      /@ assert waiting: \forall integer p; 0 <= p < promised - 1 ==>
                         pool->waiting[p] == before->waiting[STOOD_WITH(p, gone)]; @/
      /@ assert rows:    \forall integer p; 0 <= p < promised - 1 ==>
                         pool->estimate[p] == before->estimate[STOOD_WITH(p, gone)]
                         && pool->end[p] == before->end[STOOD_WITH(p, gone)]; @/
      /@ assert few:     \forall integer p; 0 <= p < promised - 1 ==>
                         0 <= pool->waiting[p] <= g->plan.first[p + 1] - g->plan.first[p]; @/
      /@ assert open:    \forall integer i; 0 <= i < g->plan.first[promised - 1] ==>
                         (g->plan.open[i] != 0 <==>
                          i >= g->plan.first[g->plan.job[i] + 1] - pool->waiting[g->plan.job[i]]); @/
  }
*/

/*@ ghost
  void rtmr_demoted(const struct rtmr *k, const struct rtmr \ghost *before, int32_t from, int32_t to)
  {
  }
*/

/*@ ghost
  void rtmr_demotion_noted(const struct rtmr *k, const struct rtmr \ghost *done, const struct rtmr \ghost *before,
                           int32_t from, int32_t to)
  {
  }
*/

/*@ ghost
  void rtmr_departure_noted(const struct rtmr *k, const struct rtmr \ghost *done, const struct rtmr \ghost *before,
                            int32_t gone)
  {
  }
*/

/*@ ghost
  void rtmr_rows_left(const struct rtmr *k, const struct rtmr \ghost *before, int32_t gone)
  {
  }
*/

/*@ ghost
  void rtmr_gone_by_name(const struct rtmr *k, const struct rtmr \ghost *before, int32_t gone)
  {
  }
*/
