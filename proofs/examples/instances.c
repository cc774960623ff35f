/*
 * The instances behind instances.h.
 */
#include "proofs/examples/instances.h"

#include "kernel/availability.h"

/*@ ghost
  void rtmr_two_entries(struct rtmr_vector \ghost *v, rtmr_ticks x, rtmr_ticks y)
  {
      v->n = 2;
      v->at[0] = x;
      v->at[1] = y;
      /@ assert one: \forall integer t; Above(v->at, 1, t) == (x > t ? 1 : 0); @/
  }
*/

/*@ ghost
  void rtmr_estimates_apply(struct rtmr_estimator \ghost *e)
  {
      struct rtmr_ratio first;

      first.numerator = 7;
      first.denominator = 3;
      e->map_rate.numerator = 5;
      e->map_rate.denominator = 2;
      e->reduce_rate.numerator = 5;
      e->reduce_rate.denominator = 2;
      e->eta.numerator = 2;
      e->eta.denominator = 3;
      rtmr_observed_stays(first, e->map_rate, 7, 3);
      rtmr_estimate_covers(e->map_rate, 7, 3, 4, 10);
      rtmr_reduce_estimate_covers(e->eta, 2, 3, e->reduce_rate, 5, 2, 10, 2, 10);
  }
*/

enum rtmr_estimator_status rtmr_estimator_applies(struct rtmr_estimator *e, rtmr_ticks *map, rtmr_ticks *reduce)
{
    const struct rtmr_ratio nothing = {.numerator = 0, .denominator = 1};

    enum rtmr_estimator_status status = rtmr_estimator_init(e, nothing, nothing, nothing);
    //@ assert begun: status == RTMR_ESTIMATOR_OK;
    status = rtmr_estimator_task(e, RTMR_MAP, 3, 7);
    //@ assert first: status == RTMR_ESTIMATOR_OK && e->map_rate.numerator == 7 && e->map_rate.denominator == 3;
    status = rtmr_estimator_task(e, RTMR_MAP, 2, 5);
    //@ assert second: status == RTMR_ESTIMATOR_OK;
    status = rtmr_estimator_job(e, 3, 2);
    //@ assert job: status == RTMR_ESTIMATOR_OK;
    status = rtmr_estimator_task(e, RTMR_REDUCE, 2, 5);
    //@ assert share: REDUCE_SHARE(e->eta, 10, 2) == 4;
    //@ assert rates: status == RTMR_ESTIMATOR_OK && e->reduce_rate.numerator == 5 && e->reduce_rate.denominator == 2;
    *map = 0; /* what a refusal would leave there */
    status = rtmr_estimate_map(e, 4, map);
    //@ assert map: status == RTMR_ESTIMATOR_OK && *map == 10;
    status = rtmr_estimate_reduce(e, 10, 2, reduce);
    //@ assert answered: status == RTMR_ESTIMATOR_OK;
    //@ assert reduce: SCALED_UP(e->reduce_rate, 4, *reduce);
    return status;
}

/*@ ghost
  void rtmr_appendix_applies(struct rtmr_vector \ghost *before_a, struct rtmr_ghost_rows \ghost *a,
                             struct rtmr_ghost_items \ghost *c,
                             struct rtmr_vector \ghost *before_b, struct rtmr_ghost_rows \ghost *b,
                             struct rtmr_ghost_items \ghost *d)
  {
      c->of[0] = 4;
      c->of[1] = 1;
      d->of[0] = 2;
      d->of[1] = 1;
      rtmr_two_entries(before_a, 0, 3);
      rtmr_two_entries(&a->row[0], 2, 3);
      rtmr_two_entries(&a->row[1], 3, 6);
      rtmr_two_entries(&a->row[2], 4, 6);
      rtmr_two_entries(before_b, 0, 2);
      rtmr_two_entries(&b->row[0], 1, 2);
      rtmr_two_entries(&b->row[1], 2, 3);
      rtmr_two_entries(&b->row[2], 3, 3);
      rtmr_property_3(before_a, &a->row[0], before_b, &b->row[0], 2, 2, 1);
      rtmr_step_keeps_order(&a->row[0], &a->row[1], &b->row[0], &b->row[1], 2, 6, 3);
      rtmr_property_2(a, c, b, d, 2, 2);
      rtmr_property_1(&a->row[2], &b->row[2], &b->row[1], 2);
      rtmr_definition_2(a, c, 2, 2);
      rtmr_entries_are_definition_2(a, c, 2, 2);
  }
*/

/*@ ghost
  void rtmr_two_tasks(struct rtmr_ghost_plan \ghost *plan, rtmr_ticks least, rtmr_ticks start, rtmr_ticks finish,
                      rtmr_ticks next_least, rtmr_ticks next_start, rtmr_ticks next_finish)
  {
      plan->tasks = 0;
      rtmr_push_task(plan, 0, least, start, finish);
      rtmr_push_task(plan, 1, next_least, next_start, next_finish);
      plan->first[0] = 0;
      plan->first[1] = 1;
      plan->first[2] = 2;
      plan->waiting[0] = 1;
      plan->waiting[1] = 1;
      plan->end[0] = finish;
      plan->end[1] = next_finish;
  }
*/

/*@ ghost
  void rtmr_two_runs(struct rtmr_ghost_plan \ghost *run, rtmr_ticks release, rtmr_ticks start, rtmr_ticks finish,
                     rtmr_ticks next_release, rtmr_ticks next_start, rtmr_ticks next_finish)
  {
      run->release[0] = release;
      run->release[1] = next_release;
      run->floor[0] = release;
      run->floor[1] = next_release;
      run->start[0] = start;
      run->start[1] = next_start;
      run->end[0] = finish;
      run->end[1] = next_finish;
      run->finish[0] = finish;
      run->finish[1] = next_finish;
      /@ assert one: run->finish[0] == finish; @/
      /@ assert two: run->finish[1] == next_finish; @/
  }
*/

/*@ ghost
  void rtmr_two_maps(struct rtmr_ghost_stage \ghost *s)
  {
      rtmr_two_tasks(&s->plan, 0, 2, 6, 3, 3, 6);
      s->plan.release[0] = 2;
      s->plan.release[1] = 2;
      s->plan.floor[0] = 2;
      s->plan.floor[1] = 2;
      s->plan.estimate[0] = 4;
      s->plan.estimate[1] = 3;
      s->takes.of[0] = 4;
      s->takes.of[1] = 3;
      rtmr_two_entries(&s->base, 0, 3);
      rtmr_two_entries(&s->t.row[0], 0, 3);
      rtmr_two_entries(&s->t.row[1], 3, 6);
      rtmr_two_entries(&s->t.row[2], 6, 6);
      rtmr_two_entries(&s->v.row[0], 1, 1);
      rtmr_two_entries(&s->v.row[1], 1, 4);
      rtmr_two_entries(&s->v.row[2], 4, 5);
      rtmr_two_runs(&s->run, 2, 2, 4, 2, 2, 5);
      /@ assert less: s->t.row[0].at[0] < s->v.row[0].at[0]; @/
      rtmr_step_keeps_order_from(&s->t.row[0], &s->t.row[1], &s->v.row[0], &s->v.row[1], 2, 6, 4, 2);
  }
*/

/*@ ghost
  void rtmr_two_reduces(struct rtmr_ghost_stage \ghost *s)
  {
      rtmr_two_tasks(&s->plan, 0, 6, 8, 0, 6, 7);
      s->plan.release[0] = 6;
      s->plan.release[1] = 6;
      s->plan.floor[0] = 6;
      s->plan.floor[1] = 6;
      s->plan.estimate[0] = 2;
      s->plan.estimate[1] = 1;
      s->takes.of[0] = 2;
      s->takes.of[1] = 1;
      rtmr_two_entries(&s->base, 0, 0);
      rtmr_two_entries(&s->t.row[0], 0, 0);
      rtmr_two_entries(&s->t.row[1], 0, 8);
      rtmr_two_entries(&s->t.row[2], 7, 8);
      rtmr_two_entries(&s->v.row[0], 0, 0);
      rtmr_two_entries(&s->v.row[1], 0, 6);
      rtmr_two_entries(&s->v.row[2], 6, 6);
      rtmr_two_runs(&s->run, 4, 4, 6, 5, 5, 6);
  }
*/

/*@ ghost
  void rtmr_two_tasks_of_one_job(struct rtmr_ghost_stage \ghost *s)
  {
      s->plan.tasks = 0;
      rtmr_push_task(&s->plan, 0, 1, 2, 6);
      rtmr_push_task(&s->plan, 0, 3, 3, 7);
      s->plan.first[0] = 0;
      s->plan.first[1] = 2;
      s->plan.waiting[0] = 2;
      s->plan.estimate[0] = 4;
      s->plan.release[0] = 2;
      s->plan.floor[0] = 2;
      s->plan.end[0] = 7;
      s->takes.of[0] = 4;
      s->takes.of[1] = 4;
      s->run.release[0] = 2;
      s->run.floor[0] = 2;
      s->run.start[0] = 2;
      s->run.start[1] = 2;
      s->run.finish[0] = 5;
      s->run.finish[1] = 6;
      s->run.end[0] = 6;
      rtmr_two_entries(&s->base, 1, 3);
      rtmr_two_entries(&s->t.row[0], 1, 3);
      rtmr_two_entries(&s->t.row[1], 3, 6);
      rtmr_two_entries(&s->t.row[2], 6, 7);
      rtmr_two_entries(&s->v.row[0], 1, 1);
      rtmr_two_entries(&s->v.row[1], 1, 5);
      rtmr_two_entries(&s->v.row[2], 5, 6);
      /@ assert run: s->run.finish[0] == 5 && s->run.finish[1] == 6; @/
      /@ assert planned: s->plan.finish[0] == 6 && s->plan.finish[1] == 7; @/
  }
*/

/*@ ghost
  void rtmr_last_task_applies(struct rtmr_ghost_stage \ghost *s)
  {
      rtmr_two_tasks_of_one_job(s);
      rtmr_last_task_ends_last(s, 1, 0);
      rtmr_stage_in_order(s, 0, 1, 2);
      /@ assert last: AtLeastFrom(2, s->t.row[s->plan.first[1]].at, s->v.row[s->plan.first[1]].at, 2); @/
  }
*/

/*@ ghost
  void rtmr_proof_1_and_2_applies(struct rtmr_ghost_stage \ghost *map, struct rtmr_ghost_stage \ghost *reduce,
                                  struct rtmr_ghost_deadlines \ghost *deadline)
  {
      deadline->of[0] = 8;
      deadline->of[1] = 9;
      rtmr_two_maps(map);
      rtmr_two_reduces(reduce);
      rtmr_proof_1_and_2(map, reduce, deadline, 0, 2, 2);
      /@ assert last: AtLeastFrom(2, map->t.row[map->plan.first[2]].at, map->v.row[map->plan.first[2]].at, 2); @/
  }
*/

/*@ ghost
  void rtmr_one_promised(struct rtmr \ghost *k, struct rtmr_ghost_candidate \ghost *candidate)
  {
      k->now = 2;
      k->promised = 1;
      k->deadline[0] = 8;
      k->map.slots = 2;
      k->map.usable = 2;
      k->map.state[0] = RTMR_SLOT_IDLE;
      k->map.state[1] = RTMR_SLOT_IDLE;
      k->map.waiting[0] = 1;
      k->map.estimate[0] = 4;
      SET_NO_PADS(k->map);
      k->reduce.slots = 2;
      k->reduce.usable = 2;
      k->reduce.state[0] = RTMR_SLOT_IDLE;
      k->reduce.state[1] = RTMR_SLOT_IDLE;
      k->reduce.waiting[0] = 1;
      k->reduce.estimate[0] = 2;
      SET_NO_PADS(k->reduce);
      candidate->map.waiting = 1;
      candidate->map.estimate = 3;
      candidate->reduce.waiting = 1;
      candidate->reduce.estimate = 1;
      /@ assert map_first: LastBound(2, 1, 0, k->map.state, k->map.place, k->map.bound) == 2; @/
      /@ assert reduce_first: LastBound(2, 1, 0, k->reduce.state, k->reduce.place, k->reduce.bound) == 2; @/
  }
*/

/*@ ghost
  void rtmr_accepted_plan_applies(struct rtmr \ghost *k, struct rtmr_ghost_candidate \ghost *candidate,
                                  struct rtmr_ghost_stage \ghost *map,
                                  struct rtmr_ghost_stage \ghost *reduce, struct rtmr_ghost_deadlines \ghost *deadline)
  {
      deadline->of[0] = 8;
      deadline->of[1] = 9;
      rtmr_two_maps(map);
      rtmr_two_reduces(reduce);
      rtmr_one_promised(k, candidate);
      /@ assert map_waiting: map->plan.waiting[0] == 1 && map->plan.waiting[1] == 1; @/
      /@ assert map_estimates: \forall integer i; 0 <= i < 2 ==>
                               map->plan.estimate[map->plan.job[i]] == map->takes.of[i]; @/
      /@ assert maps: AllScheduled(0, 2, map->plan.job, map->plan.least, map->plan.start, map->plan.finish,
                                   map->plan.release, map->plan.estimate); @/
      /@ assert reduce_waiting: reduce->plan.waiting[0] == 1 && reduce->plan.waiting[1] == 1; @/
      /@ assert reduce_estimates: \forall integer i; 0 <= i < 2 ==>
                                  reduce->plan.estimate[reduce->plan.job[i]] == reduce->takes.of[i]; @/
      /@ assert reduces: AllScheduled(0, 2, reduce->plan.job, reduce->plan.least, reduce->plan.start,
                                      reduce->plan.finish, reduce->plan.release, reduce->plan.estimate); @/
      rtmr_accepted_plan(k, candidate, map, reduce, deadline, 0, 1, 9);
  }
*/

#if RTMR_WITH_STORED_VECTORS
/*@ ghost
  void rtmr_one_behind(struct rtmr_ghost_stage \ghost *s, rtmr_ticks release, rtmr_ticks takes, rtmr_ticks used)
  {
      s->plan.tasks = 0;
      rtmr_push_task(&s->plan, 1, 0, release, release + takes);
      s->plan.first[0] = 0;
      s->plan.first[1] = 0;
      s->plan.first[2] = 1;
      s->plan.waiting[0] = 0;
      s->plan.waiting[1] = 1;
      s->plan.estimate[0] = 0;
      s->plan.estimate[1] = takes;
      s->plan.release[0] = 0;
      s->plan.release[1] = release;
      s->plan.floor[0] = 0;
      s->plan.floor[1] = release;
      s->plan.end[0] = 0;
      s->plan.end[1] = release + takes;
      s->takes.of[0] = takes;
      s->run.release[1] = release;
      s->run.floor[1] = release;
      s->run.start[0] = release;
      s->run.finish[0] = release + takes;
      s->run.end[1] = release + takes;
      rtmr_two_entries(&s->base, 0, used);
      rtmr_two_entries(&s->t.row[0], 0, used);
      rtmr_two_entries(&s->t.row[1], release + takes, used);
      rtmr_two_entries(&s->v.row[0], 0, used - 1);
      rtmr_two_entries(&s->v.row[1], release + takes, used - 1);
      /@ assert run: s->run.finish[0] == release + takes; @/
      /@ assert planned: s->plan.finish[0] == release + takes; @/
  }
*/

/*@ ghost
  void rtmr_stored_plan_applies(struct rtmr \ghost *k, struct rtmr_ghost_candidate \ghost *candidate,
                                struct rtmr_ghost_stage \ghost *map,
                                struct rtmr_ghost_stage \ghost *reduce, struct rtmr_ghost_deadlines \ghost *deadline)
  {
      deadline->of[0] = 8;
      deadline->of[1] = 9;
      rtmr_one_behind(map, 2, 3, 6);
      rtmr_one_behind(reduce, 5, 1, 8);
      rtmr_one_promised(k, candidate);
      /@ assert maps: AllScheduled(0, 1, map->plan.job, map->plan.least, map->plan.start, map->plan.finish,
                                   map->plan.release, map->plan.estimate); @/
      /@ assert reduces: AllScheduled(0, 1, reduce->plan.job, reduce->plan.least, reduce->plan.start,
                                      reduce->plan.finish, reduce->plan.release, reduce->plan.estimate); @/
      rtmr_accepted_plan(k, candidate, map, reduce, deadline, 1, 1, 9);
      rtmr_at_least_from_all(&map->t.row[0], &map->v.row[0], 2, 2);
      rtmr_at_least_from_all(&reduce->t.row[0], &reduce->v.row[0], 2, 2);
      rtmr_proof_1_and_2(map, reduce, deadline, 1, 2, 2);
      /@ assert behind: AtLeastFrom(2, map->t.row[map->plan.first[2]].at, map->v.row[map->plan.first[2]].at, 2); @/
  }
*/
#endif

/*@ ghost
  void rtmr_maps_at_once(struct rtmr_ghost_stage \ghost *s, rtmr_ticks free)
  {
      rtmr_two_tasks(&s->plan, 2, 2, 6, 2, 2, 5);
      s->plan.release[0] = 2;
      s->plan.release[1] = 2;
      s->plan.floor[0] = 2;
      s->plan.floor[1] = 2;
      s->takes.of[0] = 4;
      s->takes.of[1] = 3;
      rtmr_two_entries(&s->base, 2, 2);
      rtmr_two_entries(&s->t.row[0], 2, 2);
      rtmr_two_entries(&s->t.row[1], 2, 6);
      rtmr_two_entries(&s->t.row[2], 5, 6);
      rtmr_two_entries(&s->v.row[0], free, 2);
      rtmr_two_entries(&s->v.row[1], 2, 4);
      rtmr_two_entries(&s->v.row[2], 4, 5);
      rtmr_two_runs(&s->run, 2, 2, 4, 2, 2, 5);
  }
*/

/*@ ghost
  void rtmr_reduces_after_them(struct rtmr_ghost_stage \ghost *s, rtmr_ticks free)
  {
      rtmr_two_tasks(&s->plan, 2, 6, 8, 2, 5, 6);
      s->plan.release[0] = 6;
      s->plan.release[1] = 5;
      s->plan.floor[0] = 6;
      s->plan.floor[1] = 5;
      s->takes.of[0] = 2;
      s->takes.of[1] = 1;
      rtmr_two_entries(&s->base, 2, 2);
      rtmr_two_entries(&s->t.row[0], 2, 2);
      rtmr_two_entries(&s->t.row[1], 2, 8);
      rtmr_two_entries(&s->t.row[2], 6, 8);
      rtmr_two_entries(&s->v.row[0], free, 2);
      rtmr_two_entries(&s->v.row[1], 2, 6);
      rtmr_two_entries(&s->v.row[2], 6, 6);
      rtmr_two_runs(&s->run, 4, 4, 6, 5, 5, 6);
  }
*/

/*@ ghost
  void rtmr_two_idle(struct rtmr_pool \ghost *pool, struct rtmr_vector \ghost *freed, rtmr_ticks free)
  {
      pool->slots = 2;
      pool->usable = 2;
      pool->idle = 2;
      pool->state[0] = RTMR_SLOT_IDLE;
      pool->state[1] = RTMR_SLOT_IDLE;
      freed->at[0] = free;
      freed->at[1] = 2;
      /@ assert first: \forall integer x; BusyAbove(pool->state, pool->bound, 1, x) == 0; @/
      /@ assert one: \forall integer x; FreedAbove(pool->state, freed->at, 1, x) == (free > x ? 1 : 0); @/
  }
*/

/*@ ghost
  void rtmr_accepted_jobs_apply(struct rtmr \ghost *k, struct rtmr_ghost_stage \ghost *map,
                                struct rtmr_ghost_stage \ghost *reduce,
                                struct rtmr_ghost_deadlines \ghost *deadline, struct rtmr_vector \ghost *map_freed,
                                struct rtmr_vector \ghost *reduce_freed)
  {
      k->now = 2;
      deadline->of[0] = 8;
      deadline->of[1] = 9;
      rtmr_two_idle(&k->map, map_freed, 1);
      rtmr_two_idle(&k->reduce, reduce_freed, 0);
      rtmr_maps_at_once(map, 1);
      rtmr_reduces_after_them(reduce, 0);
      /@ assert map_idle: \forall integer i; 0 <= i < k->map.slots ==>
                          k->map.state[i] == RTMR_SLOT_IDLE && map_freed->at[i] <= k->now; @/
      /@ assert map_entries: \forall integer x; Above(map->v.row[0].at, map->base.n, x)
                             == FreedAbove(k->map.state, map_freed->at, k->map.slots, x); @/
      /@ assert reduce_idle: \forall integer i; 0 <= i < k->reduce.slots ==>
                             k->reduce.state[i] == RTMR_SLOT_IDLE && reduce_freed->at[i] <= k->now; @/
      /@ assert reduce_entries: \forall integer x; Above(reduce->v.row[0].at, reduce->base.n, x)
                                == FreedAbove(k->reduce.state, reduce_freed->at, k->reduce.slots, x); @/
      rtmr_accepted_jobs_end_in_time(k, map, reduce, deadline, map_freed, reduce_freed, 2);
  }
*/

/*@ ghost
  void rtmr_snapshot_applies(struct rtmr_pool \ghost *pool, struct rtmr_ghost_stage \ghost *s,
                             struct rtmr_vector \ghost *freed)
  {
      pool->slots = 2;
      pool->usable = 2;
      pool->idle = 1;
      pool->state[0] = RTMR_SLOT_BUSY;
      pool->state[1] = RTMR_SLOT_IDLE;
      pool->bound[0] = 10;
      freed->at[0] = 7;
      freed->at[1] = 1;
      rtmr_two_entries(&s->base, 3, 10);
      rtmr_two_entries(&s->t.row[0], 3, 10);
      rtmr_two_entries(&s->v.row[0], 1, 7);
      /@ assert busy: \forall integer x; BusyAbove(pool->state, pool->bound, 1, x) == (10 > x ? 1 : 0); @/
      /@ assert both: \forall integer x; BusyAbove(pool->state, pool->bound, 2, x) == (10 > x ? 1 : 0); @/
      /@ assert freed: \forall integer x; FreedAbove(pool->state, freed->at, 1, x) == (7 > x ? 1 : 0); @/
      /@ assert both_freed: \forall integer x; FreedAbove(pool->state, freed->at, 2, x) == (7 > x ? 1 : 0)
                            + (1 > x ? 1 : 0); @/
      rtmr_snapshot_is_no_sooner(pool, s, freed, 3);
  }
*/

rtmr_ticks rtmr_plan_each_applies(struct rtmr_availability *free_at) /*@ ghost (struct rtmr_ghost_stage \ghost *s) */
{
    const rtmr_ticks estimates[2] = {4, 2};

    rtmr_availability_fill(free_at, 2, 0);
    //@ ghost s->takes.of[0] = 4;
    //@ ghost s->takes.of[1] = 2;
    //@ ghost rtmr_two_entries(&s->t.row[0], 0, 0);
    //@ ghost rtmr_two_entries(&s->t.row[1], 0, 4);
    //@ ghost rtmr_two_entries(&s->t.row[2], 2, 4);
    return rtmr_plan_each(free_at, 2, estimates, 0, 0) /*@ ghost (s) */;
}

enum rtmr_status rtmr_first_job_as_planned(struct rtmr *k)
    /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr \ghost *before, struct rtmr_ghost_stage \ghost *map,
               struct rtmr_ghost_stage \ghost *reduce, struct rtmr_ghost_deadlines \ghost *deadline) */
{
    struct rtmr_decision decision;
    const struct rtmr_job job = {
        .map_tasks = 1, .reduce_tasks = 1, .map_estimate = 3, .reduce_estimate = 4, .deadline = 7
    };
    //@ ghost rtmr_state_unfold(k, g);
    const enum rtmr_status status = rtmr_submit_as_planned(k, &job, &decision)
        /*@ ghost (g, before, map, reduce, deadline) */;

    //@ ghost rtmr_state_unfold(k, g);
    //@ assert planned: g->verdict.jobs == 1 && g->verdict.place == 0;
    //@ ghost rtmr_only_task(&k->map, &g->verdict.map_base, &g->verdict.map, k->now);
    //@ ghost rtmr_only_task(&k->reduce, &g->verdict.reduce_base, &g->verdict.reduce, k->now);
    //@ assert ends: g->verdict.map.end[0] == 3 && g->verdict.reduce.end[0] == 7;
    return status;
}

enum rtmr_status rtmr_submit_as_planned_applies(struct rtmr *k, enum rtmr_feedback feedback)
    /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr \ghost *before, struct rtmr_ghost_stage \ghost *map,
               struct rtmr_ghost_stage \ghost *reduce, struct rtmr_ghost_deadlines \ghost *deadline) */
{
    const struct rtmr_setup setup = { .map_slots = 1, .reduce_slots = 1, .feedback = feedback };

    rtmr_init(k, &setup) /*@ ghost (g) */;
    return rtmr_first_job_as_planned(k) /*@ ghost (g, before, map, reduce, deadline) */;
}

#if RTMR_WITH_STORED_VECTORS
enum rtmr_status rtmr_first_job_as_stored(struct rtmr *k) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    struct rtmr_decision decision;
    const struct rtmr_job job = {
        .map_tasks = 1, .reduce_tasks = 1, .map_estimate = 3, .reduce_estimate = 4, .deadline = 7
    };
    //@ ghost rtmr_state_unfold(k, g);
    const enum rtmr_status status = rtmr_submit_as_stored(k, &job, &decision) /*@ ghost (g) */;

    //@ ghost rtmr_state_unfold(k, g);
    //@ assert planned: g->verdict.jobs == 1 && g->verdict.place == 0;
    //@ ghost rtmr_only_task(&k->map, &g->verdict.map_base, &g->verdict.map, k->now);
    //@ ghost rtmr_only_task(&k->reduce, &g->verdict.reduce_base, &g->verdict.reduce, k->now);
    //@ assert ends: g->verdict.map.end[0] == 3 && g->verdict.reduce.end[0] == 7;
    //@ assert maps: Above(MAP_MEMORY(*k).of[0].row.at, 1, 2) == 1 && Above(MAP_MEMORY(*k).of[0].row.at, 1, 3) == 0;
    /*@ assert reduces: Above(REDUCE_MEMORY(*k).of[0].row.at, 1, 6) == 1
            && Above(REDUCE_MEMORY(*k).of[0].row.at, 1, 7) == 0; */
    return status;
}

enum rtmr_status rtmr_submit_as_stored_applies(struct rtmr *k, enum rtmr_feedback feedback)
    /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    const struct rtmr_setup setup = { .map_slots = 1, .reduce_slots = 1, .feedback = feedback };

    rtmr_init(k, &setup) /*@ ghost (g) */;
    return rtmr_first_job_as_stored(k) /*@ ghost (g) */;
}
#endif

/*@ ghost
  void rtmr_tasks_are_planned_applies(struct rtmr_ghost_rows \ghost *t)
  {
      rtmr_two_entries(&t->row[0], 0, 4);
      rtmr_two_entries(&t->row[1], 4, 6);
      rtmr_two_entries(&t->row[2], 6, 9);
      rtmr_two_entries(&t->row[3], 9, 11);
      rtmr_tasks_are_planned(t, 2, 3, 1, 5);
  }
*/

#if RTMR_WITH_STORED_VECTORS
/*@ ghost
  void rtmr_fed_back_applies(struct rtmr \ghost *k, struct rtmr \ghost *b, struct rtmr_ghost_replan \ghost *maps,
                             struct rtmr_ghost_replan \ghost *reduces)
  {
      b->now = 2;
      b->plans_from_slots = 0;
      b->feedback = RTMR_FEEDBACK_SATU;
      b->delta = 1;
      b->promised = 3;
      b->map.usable = 1;
      SET_NO_PADS(b->map);
      b->map.end[0] = 3;
      b->map.end[1] = 7;
      b->map.end[2] = 8;
      b->map.unfinished[1] = 1;
      b->map.unfinished[2] = 1;
      b->map.estimate[1] = 4;
      b->map.estimate[2] = 1;
      MAP_MEMORY(*b).of[0].ended.n = 1;
      MAP_MEMORY(*b).of[0].ended.at[0] = 2;
      b->reduce.usable = 1;
      SET_NO_PADS(b->reduce);
      b->reduce.end[0] = 3;
      b->reduce.end[1] = 9;
      b->reduce.end[2] = 10;
      b->reduce.unfinished[1] = 1;
      b->reduce.unfinished[2] = 1;
      b->reduce.estimate[1] = 2;
      b->reduce.estimate[2] = 1;
      REDUCE_MEMORY(*b).of[0].ended.n = 0;
      maps->origin.n = 1;
      maps->origin.at[0] = 2;
      maps->end[1] = 6;
      maps->end[2] = 7;
      reduces->origin.n = 1;
      reduces->origin.at[0] = 0;
      reduces->end[1] = 8;
      reduces->end[2] = 9;
      *k = *b;
      k->map.end[1] = 6;
      k->map.end[2] = 7;
      k->reduce.end[1] = 8;
      k->reduce.end[2] = 9;
      MAP_MEMORY(*k).of[1].row.at[0] = 6;
      MAP_MEMORY(*k).of[2].row.at[0] = 7;
      REDUCE_MEMORY(*k).of[1].row.at[0] = 8;
      REDUCE_MEMORY(*k).of[2].row.at[0] = 9;
      /@ assert map_begin: \forall integer x; Above(maps->origin.at, 1, x) == (2 > x ? 1 : 0); @/
      /@ assert reduce_begin: \forall integer x; Above(reduces->origin.at, 1, x) == (0 > x ? 1 : 0); @/
      /@ assert map_row: \forall integer x; Above(MAP_MEMORY(*k).of[1].row.at, 1, x) == (6 > x ? 1 : 0); @/
      /@ assert map_row_behind: \forall integer x; Above(MAP_MEMORY(*k).of[2].row.at, 1, x) == (7 > x ? 1 : 0); @/
      /@ assert reduce_row: \forall integer x; Above(REDUCE_MEMORY(*k).of[1].row.at, 1, x) == (8 > x ? 1 : 0); @/
      /@ assert reduce_row_behind: \forall integer x; Above(REDUCE_MEMORY(*k).of[2].row.at, 1, x) == (9 > x ? 1 : 0); @/
      /@ assert corrected: \forall integer x; Corrected(0 > x ? 1 : 0, 1, MAP_MEMORY(*k).of[0].ended.at, 1, x)
                           == (2 > x ? 1 : 0); @/
      /@ assert uncorrected: \forall integer x; Corrected(0 > x ? 1 : 0, 1, REDUCE_MEMORY(*k).of[0].ended.at, 0, x)
                             == (0 > x ? 1 : 0); @/
      /@ assert no_map: \forall integer x; TasksPlanned(1, maps->origin.at, 2, 4, 0, x) == (2 > x ? 1 : 0); @/
      /@ assert one_map: \forall integer x; TasksPlanned(1, maps->origin.at, 2, 4, 1, x) == (6 > x ? 1 : 0); @/
      /@ assert no_map_behind: \forall integer x; TasksPlanned(1, MAP_MEMORY(*k).of[1].row.at, 2, 1, 0, x)
                               == (6 > x ? 1 : 0); @/
      /@ assert one_map_behind: \forall integer x; TasksPlanned(1, MAP_MEMORY(*k).of[1].row.at, 2, 1, 1, x)
                                == (7 > x ? 1 : 0); @/
      /@ assert no_reduce: \forall integer x; TasksPlanned(1, reduces->origin.at, 6, 2, 0, x) == (0 > x ? 1 : 0); @/
      /@ assert one_reduce: \forall integer x; TasksPlanned(1, reduces->origin.at, 6, 2, 1, x) == (8 > x ? 1 : 0); @/
      /@ assert no_reduce_behind: \forall integer x; TasksPlanned(1, REDUCE_MEMORY(*k).of[1].row.at, 7, 1, 0, x)
                                  == (8 > x ? 1 : 0); @/
      /@ assert one_reduce_behind: \forall integer x; TasksPlanned(1, REDUCE_MEMORY(*k).of[1].row.at, 7, 1, 1, x)
                                   == (9 > x ? 1 : 0); @/
      /@ assert maps: MAPS_REPLANNED(*k, *maps, maps->origin.at, 1); @/
      /@ assert maps_behind: MAPS_REPLANNED(*k, *maps, MAP_MEMORY(*k).of[1].row.at, 2); @/
      /@ assert reduces: REDUCES_REPLANNED(*k, *maps, *reduces, reduces->origin.at, 1); @/
      /@ assert reduces_behind: REDUCES_REPLANNED(*k, *maps, *reduces, REDUCE_MEMORY(*k).of[1].row.at, 2); @/
  }
*/
#endif

/*@ ghost
  void rtmr_proof_3_and_4_applies(struct rtmr_ghost_rows \ghost *u, struct rtmr_ghost_rows \ghost *v,
                                  struct rtmr_ghost_items \ghost *finish,
                                  struct rtmr_ghost_slots \ghost *slot, struct rtmr_vector \ghost *two,
                                  struct rtmr_vector \ghost *ended)
  {
      finish->of[0] = 4;
      finish->of[1] = 5;
      finish->of[2] = 6;
      slot->of[0] = 1;
      slot->of[1] = 0;
      rtmr_two_entries(&u->row[0], 2, 3);
      rtmr_two_entries(&u->row[1], 3, 4);
      rtmr_two_entries(&u->row[2], 4, 5);
      rtmr_two_entries(&u->row[3], 5, 6);
      rtmr_two_entries(&v->row[0], 1, 2);
      rtmr_two_entries(&v->row[1], 1, 4);
      rtmr_two_entries(&v->row[2], 4, 5);
      rtmr_two_entries(two, 4, 5);
      rtmr_two_entries(ended, 5, 6);
      rtmr_proof_3_and_4(u, v, finish, slot, 2, 2, 0);
      rtmr_algorithm_6(u, finish, two, 2, 2);
      rtmr_last_times_are_kept(two, ended, finish, 2, 2);
      rtmr_last_times_suffice(u, finish, ended, 2, 2, 3);
  }
*/

/*@ ghost
  void rtmr_section_4_d_applies(struct rtmr_ghost_correction \ghost *map_done,
                                struct rtmr_ghost_correction \ghost *reduce_done,
                                struct rtmr_ghost_stage \ghost *map, struct rtmr_ghost_stage \ghost *reduce)
  {
      map_done->m = 1;
      map_done->finish.of[0] = 2;
      map_done->slot.of[0] = 1;
      rtmr_two_entries(&map_done->u.row[0], 0, 2);
      rtmr_two_entries(&map_done->u.row[1], 2, 2);
      rtmr_two_entries(&map_done->v.row[0], 1, 1);
      rtmr_two_entries(&map_done->v.row[1], 1, 2);
      reduce_done->m = 2;
      reduce_done->finish.of[0] = 2;
      reduce_done->finish.of[1] = 2;
      reduce_done->slot.of[0] = 1;
      reduce_done->slot.of[1] = 0;
      rtmr_two_entries(&reduce_done->u.row[0], 0, 1);
      rtmr_two_entries(&reduce_done->u.row[1], 1, 2);
      rtmr_two_entries(&reduce_done->u.row[2], 2, 2);
      rtmr_two_entries(&reduce_done->v.row[0], 1, 1);
      rtmr_two_entries(&reduce_done->v.row[1], 1, 2);
      rtmr_two_entries(&reduce_done->v.row[2], 2, 2);
      rtmr_maps_at_once(map, 1);
      rtmr_reduces_after_them(reduce, 2);
      rtmr_section_4_d(map_done, reduce_done, map, reduce, 0, 2, 2);
      /@ assert maps: AtLeastFrom(2, map->t.row[map->plan.first[2]].at, map->v.row[map->plan.first[2]].at, 2); @/
      /@ assert reduces: AtLeastFrom(2, reduce->t.row[reduce->plan.first[2]].at,
                                     reduce->v.row[reduce->plan.first[2]].at, 2); @/
  }
*/

/*@ ghost
  void rtmr_clamped_proof_3_and_4_applies(struct rtmr_ghost_rows \ghost *u, struct rtmr_ghost_rows \ghost *v,
                                          struct rtmr_ghost_items \ghost *finish, struct rtmr_ghost_slots \ghost *slot)
  {
      finish->of[0] = 4;
      finish->of[1] = 5;
      slot->of[0] = 1;
      slot->of[1] = 0;
      rtmr_two_entries(&u->row[0], 0, 0);
      rtmr_two_entries(&u->row[1], 0, 4);
      rtmr_two_entries(&u->row[2], 4, 5);
      rtmr_two_entries(&v->row[0], 1, 2);
      rtmr_two_entries(&v->row[1], 1, 4);
      rtmr_two_entries(&v->row[2], 4, 5);
      /@ assert less: u->row[0].at[0] < v->row[0].at[0] && u->row[1].at[0] < v->row[1].at[0]; @/
      rtmr_proof_3_and_4(u, v, finish, slot, 2, 2, 3);
      rtmr_at_least_from_later(&u->row[2], &v->row[2], 2, 3, 5);
      rtmr_at_least_from_all(&u->row[2], &v->row[2], 2, 3);
  }
*/
