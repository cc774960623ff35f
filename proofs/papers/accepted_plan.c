/*
 * The proofs behind accepted_plan.h.
 */
#include "proofs/papers/accepted_plan.h"

/*@ ghost
  void rtmr_snapshot_is_no_sooner(const struct rtmr_pool \ghost *pool, struct rtmr_ghost_stage \ghost *s,
                                  struct rtmr_vector \ghost *freed,
                                  rtmr_ticks now)
  {
      /@ loop invariant range: 0 <= m <= pool->slots;
         loop invariant fewer: \forall integer x; now <= x ==>
                               FreedAbove(pool->state, freed->at, m, x) <= BusyAbove(pool->state, pool->bound, m, x);
         loop assigns m;
         loop variant pool->slots - m;
      @/
      for (int32_t m = 0; m < pool->slots; m++) { }
      /@ assert more: \forall integer x; now <= x ==>
                      Above(s->t.row[0].at, s->base.n, x) >= Above(s->v.row[0].at, s->base.n, x); @/
      rtmr_at_least_from_counts(&s->t.row[0], &s->v.row[0], s->base.n, now);
  }
*/

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
  void rtmr_stage_is_drafted(const struct rtmr_pool \ghost *pool, struct rtmr_ghost_stage \ghost *s, int32_t from,
                             int32_t jobs)
  {
      /@ assert floors: \forall integer p; 0 <= p < jobs ==>
                        EndOf(s->plan.floor[p], s->plan.first[p], s->plan.first[p + 1], s->plan.finish, s->plan.end[p]);
                        @/
      /@ assert finish: \forall integer i; 0 <= i < s->plan.first[jobs] ==>
                        s->plan.finish[i] <= s->plan.end[s->plan.job[i]]; @/
  }
*/

/*@ ghost
  void rtmr_accepted_plan(const struct rtmr \ghost *k, const struct rtmr_ghost_candidate \ghost *candidate,
                          struct rtmr_ghost_stage \ghost *map,
                          struct rtmr_ghost_stage \ghost *reduce, struct rtmr_ghost_deadlines \ghost *deadline,
                          int32_t from, int32_t put,
                          rtmr_ticks due)
  {
      rtmr_last_bound_is_later(&k->map, k->now);
      /@ assert map_estimate: \forall integer p; from <= p <= k->promised ==>
                              map->plan.estimate[p] == IN_ORDER(p, put, candidate->map.estimate, k->map.estimate); @/
      /@ assert reduce_estimate: \forall integer p; from <= p <= k->promised ==>
                                 reduce->plan.estimate[p] == IN_ORDER(p, put, candidate->reduce.estimate,
                                     k->reduce.estimate); @/
      /@ assert map_estimates: \forall integer p; 0 <= p <= k->promised ==> 0 <= map->plan.estimate[p]; @/
      /@ assert reduce_estimates: \forall integer p; 0 <= p <= k->promised ==> 0 <= reduce->plan.estimate[p]; @/
      /@ assert in_time: \forall integer p; 0 <= p <= k->promised ==> reduce->plan.end[p] <= RTMR_TIME_MAX; @/
      rtmr_stage_is_drafted(&k->reduce, reduce, from, k->promised + 1);
      /@ assert floors: \forall integer p; from <= p <= k->promised ==> map->plan.end[p] <= reduce->plan.floor[p]; @/
      /@ assert in_front: \forall integer p; 0 <= p < from ==> map->plan.end[p] == 0; @/
      rtmr_stage_is_drafted(&k->map, map, from, k->promised + 1);
  }
*/

/*@ ghost
  void rtmr_note_takes(struct rtmr_ghost_stage \ghost *s, int32_t jobs, rtmr_ticks wait)
  {
      /@ loop invariant range: 0 <= i <= s->plan.first[jobs];
         loop invariant takes: \forall integer j; 0 <= j < i ==>
                               s->takes.of[j] == s->plan.estimate[s->plan.job[j]] + wait;
         loop assigns i, s->takes.of[0 .. RTMR_TASKS - 1];
         loop variant s->plan.first[jobs] - i;
      @/
      for (int32_t i = 0; i < s->plan.first[jobs]; i++) {
          s->takes.of[i] = s->plan.estimate[s->plan.job[i]] + wait;
      }
  }
*/

/*@ ghost
  void rtmr_note_deadlines(const struct rtmr \ghost *k, struct rtmr_ghost_deadlines \ghost *deadline, int32_t put,
                           rtmr_ticks due)
  {
      /@ loop invariant range: 0 <= p <= k->promised + 1;
         loop invariant order: \forall integer q; 0 <= q < p ==> deadline->of[q] == IN_ORDER(q, put, due, k->deadline);
         loop assigns p, deadline->of[0 .. RTMR_PLACES - 1];
         loop variant k->promised + 1 - p;
      @/
      for (int32_t p = 0; p <= k->promised; p++) {
          deadline->of[p] = p < put ? k->deadline[p] : p == put ? due : k->deadline[p - 1];
      }
  }
*/

/*@ ghost
  void rtmr_verdict_is_planned(const struct rtmr \ghost *k, struct rtmr_ghost_trial \ghost *t,
                               struct rtmr_ghost_stage \ghost *map,
                               struct rtmr_ghost_stage \ghost *reduce, struct rtmr_ghost_deadlines \ghost *deadline,
                               rtmr_ticks due)
  {
      int32_t from = k->plans_from_slots != 0 ? 0 : t->place;

      rtmr_verdict_unfold(k, t, due);
      map->base = t->map_base;
      map->plan = t->map;
      reduce->base = t->reduce_base;
      reduce->plan = t->reduce;
      /@ assert bases: map->base.n == k->map.usable && reduce->base.n == k->reduce.usable; @/
      /@ assert jobs: t->jobs == k->promised + 1; @/
      /@ assert map_estimates: \forall integer p; 0 <= p <= k->promised ==>
                               0 <= map->plan.estimate[p] <= 2 * RTMR_TIME_MAX; @/
      /@ assert reduce_estimates: \forall integer p; 0 <= p <= k->promised ==>
                                  0 <= reduce->plan.estimate[p] <= 2 * RTMR_TIME_MAX; @/
      rtmr_note_takes(map, k->promised + 1, WAIT_PAD(k->map));
      rtmr_note_takes(reduce, k->promised + 1, WAIT_PAD(k->reduce));
      rtmr_note_deadlines(k, deadline, t->place, due);
      rtmr_accepted_plan(k, &t->candidate, map, reduce, deadline, from, t->place, due);
  }
*/

enum rtmr_status rtmr_submit_as_planned(struct rtmr *k, const struct rtmr_job *job, struct rtmr_decision *decision)
    /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr \ghost *before, struct rtmr_ghost_stage \ghost *map,
               struct rtmr_ghost_stage \ghost *reduce, struct rtmr_ghost_deadlines \ghost *deadline) */
{
    //@ ghost rtmr_state_unfold(k, g);
    //@ ghost *before = *k;
    const enum rtmr_status status = rtmr_request_job(k, job, decision) /*@ ghost (g) */;

    if (status == RTMR_OK && (job->map_tasks > 0 || job->reduce_tasks > 0)) {
        //@ assert decidable: DECIDABLE(*before, *job);
        //@ assert accepted: g->verdict.late == -1;
        //@ ghost rtmr_verdict_is_planned(before, &g->verdict, map, reduce, deadline, job->deadline);
    }
    return status;
}

/*@ ghost
  void rtmr_accepted_jobs_end_in_time(const struct rtmr \ghost *k, struct rtmr_ghost_stage \ghost *map,
                                      struct rtmr_ghost_stage \ghost *reduce,
                                      struct rtmr_ghost_deadlines \ghost *deadline,
                                      struct rtmr_vector \ghost *map_freed,
                                      struct rtmr_vector \ghost *reduce_freed, int32_t jobs)
  {
      rtmr_snapshot_is_no_sooner(&k->map, map, map_freed, k->now);
      rtmr_snapshot_is_no_sooner(&k->reduce, reduce, reduce_freed, k->now);
      rtmr_proof_1_and_2(map, reduce, deadline, 0, jobs, k->now);
  }
*/

/*@ ghost
  void rtmr_tasks_end_in_time(struct rtmr_ghost_stage \ghost *s, int32_t m)
  {
      int32_t ended = 0;

      /@ loop invariant range:   0 <= ended <= m;
         loop invariant sorted:  Sorted(s->t.row[ended].at, s->base.n);
         loop invariant in_time: \forall integer i; 0 <= i < ended ==> s->plan.finish[i] <= RTMR_TIME_MAX;
         loop assigns ended;
         loop variant m - ended;
      @/
      while (ended < m && s->plan.finish[ended] <= RTMR_TIME_MAX) {
          ended++;
      }
      if (ended < m) {
          rtmr_algorithms_2_and_3(s, ended);
          rtmr_sorted_counts(&s->t.row[ended], s->base.n);
          /@ assert first: Entries(s->base.n, s->base.at, s->plan.open, s->plan.least, s->plan.finish, ended,
                                   s->t.row[ended].at[0]) != s->base.n; @/
          /@ assert least: s->plan.least[ended] <= s->t.row[ended].at[0]; @/
          /@ assert late: T_FINISH(*s, ended) > RTMR_TIME_MAX; @/
      }
  }
*/

rtmr_ticks rtmr_plan_each(struct rtmr_availability *free_at, int32_t tasks, const rtmr_ticks *estimates,
                          rtmr_ticks release, rtmr_ticks end)
    /*@ ghost (struct rtmr_ghost_stage \ghost *s) */
{
    //@ ghost rtmr_spread(free_at, &s->base);
    //@ ghost s->plan.tasks = 0;
    //@ ghost s->plan.release[0] = release;
    const rtmr_ticks latest = rtmr_plan_tasks(free_at, tasks, estimates, release, end) /*@ ghost (&s->plan, 0) */;

    //@ assert smallest: TookSmallest(s->base.n, tasks, s->base.at, s->plan.open, s->plan.least, s->plan.finish);
    //@ assert timed: ALL_TIMED(*s, tasks);
    //@ assert rows: T_ROWS(*s, tasks);
    //@ ghost rtmr_tasks_end_in_time(s, tasks);
    if (latest <= RTMR_TIME_MAX) {
        //@ ghost rtmr_algorithms_2_and_3(s, tasks);
    }
    return latest;
}
