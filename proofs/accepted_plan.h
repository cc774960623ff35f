/*
 * Proof-1 and Proof-2 speak of what ships: the plan with which the kernel accepts a job is one that they speak of.
 *
 * Lemma functions: ghost code whose contract is the lemma and whose loop is the induction. Never compiled.
 */
#ifndef PROOFS_ACCEPTED_PLAN_H
#define PROOFS_ACCEPTED_PLAN_H

#include "proofs/proof_1_and_2.h"
#include "spec/verdict.acsl"

/* What a job runs ends now or later. */
/*@ ghost
  /@ requires valid: \valid(pool);
     requires range: 0 <= pool->slots <= RTMR_SLOTS;
     assigns \nothing;
     ensures later:  \forall integer p; now <= LastBound(now, pool->slots, p, pool->state, pool->place, pool->bound);
  @/
  void rtmr_last_bound_is_later(const struct rtmr_pool \ghost *pool, rtmr_ticks now);
*/

/* One stage: what a verdict says of it (STAGE_SCHEDULED), if every job ends before time does.
 * Hypotheses in words: there is a slot; what a task takes is its job's estimate and the wait for a slot, neither negative. */
/*@ ghost
  /@ requires valid:     \valid(pool) && \valid(s);
     requires range:     0 <= jobs <= RTMR_JOBS + 1 && 1 <= s->base.n <= RTMR_SLOTS && 0 <= pool->wait_pad;
     requires scheduled: STAGE_SCHEDULED(*pool, s->base, s->plan, jobs);
     requires estimates: \forall integer p; 0 <= p < jobs ==> 0 <= s->plan.estimate[p];
     requires takes:     \forall integer i; 0 <= i < s->plan.first[jobs] ==> s->takes.of[i] == s->plan.estimate[s->plan.job[i]] + pool->wait_pad;
     requires ended:     \forall integer p; 0 <= p < jobs ==> s->plan.end[p] <= RTMR_TIME_MAX;
     assigns \nothing;
     STAGE_DRAFTED(ensures, , *s, jobs)
     ensures floors:     \forall integer p; 0 <= p < jobs ==> s->plan.floor[p] <= s->plan.end[p];
  @/
  void rtmr_stage_is_drafted(const struct rtmr_pool \ghost *pool, struct rtmr_ghost_stage \ghost *s, int32_t jobs);
*/

/* Both stages: by what a verdict says of a job that is accepted at `put` (VERDICT, clauses maps, reduces, jobs and before), all that
 * Proof-1 and Proof-2 require of the plan holds.
 * Hypotheses in words: planning begins with the first job (exact projection; from stored vectors it begins with the accepted one), and
 * both stages have a slot; there is no dispatch latency; deadlines and estimates are in their range; what a task takes is its job's
 * estimate and the wait for a slot. */
/*@ ghost
  /@ requires valid:    \valid(k) && \valid(row) && \valid(map) && \valid(reduce) && \valid(deadline);
     requires range:    0 <= put <= k->promised <= RTMR_JOBS && 0 <= k->map.slots <= RTMR_SLOTS && 0 <= k->reduce.slots <= RTMR_SLOTS;
     requires slots:    1 <= map->base.n <= RTMR_SLOTS && 1 <= reduce->base.n <= RTMR_SLOTS;
     requires latency:  k->map.release_pad == 0 && k->reduce.release_pad == 0 && 0 <= k->map.wait_pad && 0 <= k->reduce.wait_pad;
     requires maps:     STAGE_SCHEDULED(k->map, map->base, map->plan, k->promised + 1);
     requires reduces:  STAGE_SCHEDULED(k->reduce, reduce->base, reduce->plan, k->promised + 1);
     requires jobs:     JOBS_DRAFTED(*k, map->plan, reduce->plan, 0, put, *row, k->promised + 1);
     requires before:   \forall integer i; 0 <= i <= k->promised ==> reduce->plan.end[i] <= deadline->of[i];
     requires due:      \forall integer i; 0 <= i <= k->promised ==> deadline->of[i] == IN_ORDER(i, put, due, k->deadline) && deadline->of[i] <= RTMR_TIME_MAX;
     requires candidate: 0 <= row->map.estimate && 0 <= row->reduce.estimate;
     requires map_estimates: \forall integer p; 0 <= p < k->promised ==> 0 <= k->map.estimate[p];
     requires reduce_estimates: \forall integer p; 0 <= p < k->promised ==> 0 <= k->reduce.estimate[p];
     requires map_takes: \forall integer i; 0 <= i < map->plan.first[k->promised + 1] ==>
                        map->takes.of[i] == map->plan.estimate[map->plan.job[i]] + k->map.wait_pad;
     requires reduce_takes: \forall integer i; 0 <= i < reduce->plan.first[k->promised + 1] ==>
                        reduce->takes.of[i] == reduce->plan.estimate[reduce->plan.job[i]] + k->reduce.wait_pad;
     assigns \nothing;
     STAGE_DRAFTED(ensures, map_, *map, k->promised + 1)
     STAGE_DRAFTED(ensures, reduce_, *reduce, k->promised + 1)
     ensures map_releases: \forall integer p; 0 <= p <= k->promised ==> map->plan.release[p] == k->now && k->now <= map->plan.floor[p];
     ensures reduce_releases: \forall integer p; 0 <= p <= k->promised ==> reduce->plan.release[p] == map->plan.end[p]
                        && map->plan.end[p] <= reduce->plan.floor[p];
     ensures accepted:  \forall integer p; 0 <= p <= k->promised ==> reduce->plan.end[p] <= deadline->of[p];
  @/
  void rtmr_accepted_plan(const struct rtmr \ghost *k, const struct rtmr_row \ghost *row, struct rtmr_ghost_stage \ghost *map,
                          struct rtmr_ghost_stage \ghost *reduce, struct rtmr_ghost_deadlines \ghost *deadline, int32_t put, rtmr_ticks due);
*/

#endif
