/*
 * The proofs behind accepted_plan.h.
 */
#include "accepted_plan.h"

/*@ ghost
  void rtmr_last_bound_is_later(const struct rtmr_pool \ghost *pool, rtmr_ticks now)
  {
      /@ loop invariant range: 0 <= m <= pool->slots;
         loop invariant later: \forall integer p; now <= LastBound(now, m, p, pool->state, pool->place, pool->bound);
         loop assigns m;
         loop variant pool->slots - m;
      @/
      for (int32_t m = 0; m < pool->slots; m++) { }
  }
*/

/*@ ghost
  void rtmr_stage_is_drafted(const struct rtmr_pool \ghost *pool, struct rtmr_ghost_stage \ghost *s, int32_t jobs)
  {
      /@ assert floors: \forall integer p; 0 <= p < jobs ==> EndOf(s->plan.floor[p], s->plan.first[p], s->plan.first[p + 1], s->plan.finish, s->plan.end[p]); @/
      /@ assert finish: \forall integer i; 0 <= i < s->plan.first[jobs] ==> s->plan.finish[i] <= s->plan.end[s->plan.job[i]]; @/
  }
*/

/*@ ghost
  void rtmr_accepted_plan(const struct rtmr \ghost *k, const struct rtmr_row \ghost *row, struct rtmr_ghost_stage \ghost *map,
                          struct rtmr_ghost_stage \ghost *reduce, struct rtmr_ghost_deadlines \ghost *deadline, int32_t put, rtmr_ticks due)
  {
      rtmr_last_bound_is_later(&k->map, k->now);
      /@ assert map_estimate: \forall integer p; 0 <= p <= k->promised ==> map->plan.estimate[p] == IN_ORDER(p, put, row->map.estimate, k->map.estimate); @/
      /@ assert reduce_estimate: \forall integer p; 0 <= p <= k->promised ==> reduce->plan.estimate[p] == IN_ORDER(p, put, row->reduce.estimate, k->reduce.estimate); @/
      /@ assert map_estimates: \forall integer p; 0 <= p <= k->promised ==> 0 <= map->plan.estimate[p]; @/
      /@ assert reduce_estimates: \forall integer p; 0 <= p <= k->promised ==> 0 <= reduce->plan.estimate[p]; @/
      rtmr_stage_is_drafted(&k->reduce, reduce, k->promised + 1);
      /@ assert floors: \forall integer p; 0 <= p <= k->promised ==> map->plan.end[p] <= reduce->plan.floor[p]; @/
      rtmr_stage_is_drafted(&k->map, map, k->promised + 1);
  }
*/
