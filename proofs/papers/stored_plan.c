/*
 * The proofs behind stored_plan.h.
 */
#include "proofs/papers/stored_plan.h"

#if RTMR_WITH_STORED_VECTORS

/*@ ghost
  void rtmr_tasks_in_plan(struct rtmr_vector \ghost *base, struct rtmr_ghost_plan \ghost *d,
                          const struct rtmr_vector \ghost *before, int32_t p,
                          rtmr_ticks release, rtmr_ticks takes)
  {
      int32_t begin = d->first[p];

      /@ loop invariant range:  begin <= t <= d->first[p + 1];
         loop invariant counts: \forall integer x; PLAN_ENTRIES(*base, *d, t, x)
                                == TasksPlanned(base->n, before->at, release, takes, t - begin, x);
         loop invariant last:   begin < t ==> \forall integer x; x < d->finish[t - 1] <==>
                                TaskEndsAfter(base->n, before->at, release, takes, t - 1 - begin, x);
         loop invariant latest: \forall integer i; begin <= i < t ==> d->finish[i] <= d->finish[t - 1];
         loop assigns t;
         loop variant d->first[p + 1] - t;
      @/
      for (int32_t t = begin; t < d->first[p + 1]; t++) {
          /@ assert least: \forall integer x; x < d->least[t] <==>
                           TasksPlanned(base->n, before->at, release, takes, t - begin, x) == base->n; @/
          /@ assert start: \forall integer x; START_BY(x, takes) < d->start[t] <==> release > START_BY(x, takes)
                           || TasksPlanned(base->n, before->at, release, takes, t - begin, START_BY(x, takes))
                           == base->n; @/
          /@ assert later: t > begin && d->least[t] < d->least[t - 1] ==>
                           PLAN_ENTRIES(*base, *d, t - 1, d->least[t]) == base->n
                           && PLAN_ENTRIES(*base, *d, t, d->least[t]) != base->n; @/
          /@ assert grows: t > begin ==> d->least[t - 1] <= d->least[t] && d->finish[t - 1] <= d->finish[t]; @/
          /@ assert finish: \forall integer x; x < d->finish[t] <==>
                            x < RTMR_NEVER && START_BY(x, takes) < d->start[t]; @/
          /@ assert next: \forall integer x; PLAN_ENTRIES(*base, *d, t + 1, x) == PLAN_ENTRIES(*base, *d, t, x)
                          - (d->least[t] > x ? 1 : 0) + (d->finish[t] > x ? 1 : 0); @/
      }
  }
*/

/*@ ghost
  void rtmr_job_in_plan(const struct rtmr_pool *pool, struct rtmr_vector \ghost *base, struct rtmr_ghost_plan \ghost *d,
                        const struct rtmr_vector \ghost *before, const struct rtmr_vector \ghost *after, int32_t p,
                        int32_t jobs,
                        rtmr_ticks release, rtmr_ticks floor, rtmr_ticks end)
  {
      /@ assert own: \forall integer i; d->first[p] <= i < d->first[p + 1] ==> d->job[i] == p; @/
      /@ assert ended: EndOf(floor, d->first[p], d->first[p + 1], d->finish, d->end[p]); @/
      /@ assert tasks: d->first[p + 1] - d->first[p] == pool->unfinished[p]; @/
      /@ assert scheduled: \forall integer i; d->first[p] <= i < d->first[p + 1] ==>
                           Scheduled(release, d->estimate[p] + WAIT_PAD(*pool), d->least[i], d->start[i], d->finish[i]);
                           @/
      rtmr_tasks_in_plan(base, d, before, p, release, d->estimate[p] + WAIT_PAD(*pool));
      /@ assert all: \forall integer x; TasksPlanned(base->n, before->at, release, pool->estimate[p] + WAIT_PAD(*pool),
                                                     pool->unfinished[p], x)
                     == PLAN_ENTRIES(*base, *d, d->first[p + 1], x); @/
      /@ assert latest: d->end[p] == (d->first[p] < d->first[p + 1] ? LATEST(floor, d->finish[d->first[p + 1] - 1])
                                      : floor); @/
      /@ assert ends: \forall integer x; x < d->end[p] <==>
                      StageEndsAfter(base->n, before->at, release, pool->estimate[p] + WAIT_PAD(*pool),
                                     pool->unfinished[p], floor, x); @/
      /@ assert above: !StageEndsAfter(base->n, before->at, release, pool->estimate[p] + WAIT_PAD(*pool),
                                       pool->unfinished[p], floor, d->end[p]); @/
      /@ assert below: !StageEndsAfter(base->n, before->at, release, pool->estimate[p] + WAIT_PAD(*pool),
                                       pool->unfinished[p], floor, end); @/
  }
*/

/* The same entries: as many lie above anything. */
/*@ ghost
  /@ requires valid: \valid_read(a) && \valid_read(b);
     requires range: 0 <= b->n <= RTMR_SLOTS;
     requires same:  VectorSame(*a, *b);
     assigns \nothing;
     ensures above:  \forall integer x; Above(a->at, b->n, x) == Above(b->at, b->n, x);
  @/
  static void same_entries(const struct rtmr_vector \ghost *a, const struct rtmr_vector \ghost *b)
  {
      /@ loop invariant range: 0 <= m <= b->n;
         loop invariant above: \forall integer x; Above(a->at, m, x) == Above(b->at, m, x);
         loop assigns m;
         loop variant b->n - m;
      @/
      for (int32_t m = 0; m < b->n; m++) { }
  }
*/

/* The jobs from `put` on, as the table P of a stage has them, are those of the plan D. */
#define TASKS_OF_PLAN(clause, x, P, D, put, jobs) \
    CLAUSE(clause, x##tasks, \forall integer p; (put) <= p < (jobs) ==> (D).waiting[p] == (P).unfinished[p]) \
    CLAUSE(clause, x##bounds, \forall integer p; (put) <= p < (jobs) ==> 0 <= (D).estimate[p] <= 2 * RTMR_TIME_MAX) \
    CLAUSE(clause, x##takes, \forall integer p; (put) <= p < (jobs) && 0 < (D).waiting[p] ==> \
                             (D).estimate[p] == (P).estimate[p])

/* They are: none of them has started, so those that waited are those that are unfinished. (B is
 * the stage in the table before.) */
/*@ ghost
  /@ requires valid:   \valid_read(pool) && \valid_read(before) && \valid(d);
     TOGETHER(requires, given,
              CLAUSE(conjunct, range, 0 <= put <= was <= RTMR_JOBS)
              CLAUSE(conjunct, order,
                     \forall integer p; put <= p <= was ==> d->waiting[p] == IN_ORDER(p, put, tasks, before->waiting)
                     && d->estimate[p] == IN_ORDER(p, put, takes, before->estimate))
              CLAUSE(conjunct, fresh, \forall integer p; put <= p < was ==> before->waiting[p] == before->unfinished[p])
              CLAUSE(conjunct, estimates, 0 <= takes <= 2 * RTMR_TIME_MAX && \forall integer p; 0 <= p < was ==>
                                          0 <= before->estimate[p] <= 2 * RTMR_TIME_MAX)
              CLAUSE(conjunct, entered, pool->unfinished[put] == tasks && (tasks > 0 ==> pool->estimate[put] == takes))
              CLAUSE(conjunct, others,
                     \forall integer p; put < p <= was ==> pool->unfinished[p] == before->unfinished[p - 1]
                     && pool->estimate[p] == before->estimate[p - 1]))
     assigns \nothing;
     TASKS_OF_PLAN(ensures, , *pool, *d, put, was + 1)
  @/
  static void tasks_of_plan(const struct rtmr_pool *pool, const struct rtmr_pool \ghost *before,
                            struct rtmr_ghost_plan \ghost *d, int32_t put,
                            int32_t was, int32_t tasks, rtmr_ticks takes)
  {
      /@ assert waiting: \forall integer p; put < p <= was ==> d->waiting[p] == before->waiting[p - 1]; @/
  }
*/

/* What is begun with is what is stored for the job in front, which keeps its vector. */
/*@ ghost
  /@ requires valid:  \valid_read(pool) && \valid_read(memory) && \valid_read(before) && \valid(base) && \valid(replan);
     TOGETHER(requires, given,
              CLAUSE(conjunct, range, 0 <= put < RTMR_JOBS && 0 <= pool->usable <= RTMR_SLOTS
                                      && base->n == pool->usable)
              CLAUSE(conjunct, base,
                     \forall integer x; Above(base->at, base->n, x) == STORED_ABOVE(*before, base->n, put, x))
              CLAUSE(conjunct, origin, STORED_BASE(*pool, *memory, replan->origin, put))
              CLAUSE(conjunct, row, put > 0 ==> before->of[put - 1].row.n == pool->usable)
              CLAUSE(conjunct, front, RowsInFront(put, *memory, *before)))
     assigns \nothing;
     ensures begin:   \forall integer x; Above(replan->origin.at, base->n, x) == Above(base->at, base->n, x);
  @/
  static void begins_alike(const struct rtmr_pool *pool, const struct rtmr_stage_memory *memory,
                           const struct rtmr_stage_memory \ghost *before,
                           struct rtmr_vector \ghost *base, struct rtmr_ghost_replan \ghost *replan, int32_t put)
  {
      if (put > 0) {
          struct rtmr_vector now = memory->of[put - 1].row;
          struct rtmr_vector was = before->of[put - 1].row;

          same_entries(&now, &was);
      }
  }
*/

/* The maps of the jobs from `put` on. */
/*@ ghost
  /@ requires valid:   \valid_read(k) && \valid(g);
     TOGETHER(requires, given,
              CLAUSE(conjunct, range, 0 <= put <= k->promised <= RTMR_JOBS && g->verdict.map_base.n == k->map.usable
                                      && 0 <= WAIT_PAD(k->map) <= RTMR_TIME_MAX
                                      && RELEASE_PAD(k->map) == 0)
              CLAUSE(conjunct, maps, STAGE_SCHEDULED(k->map, g->verdict.map_base, g->verdict.map, k->promised))
              CLAUSE(conjunct, skipped, g->verdict.map.first[put] == 0)
              CLAUSE(conjunct, begin, \forall integer x; Above(g->map.replan.origin.at, k->map.usable, x)
                                      == Above(g->verdict.map_base.at, k->map.usable, x))
              TASKS_OF_PLAN(conjunct, , k->map, g->verdict.map, put, k->promised)
              CLAUSE(conjunct, released, \forall integer p; put <= p < k->promised ==>
                                         g->verdict.map.release[p] == k->now && g->verdict.map.floor[p] == k->now)
              CLAUSE(conjunct, first,
                     put < k->promised ==> MAPS_REPLANNED(*k, g->map.replan, g->map.replan.origin.at, put))
              CLAUSE(conjunct, next, \forall integer q, p; put <= q < p < k->promised && p <= q + 1 ==>
                                     MAPS_REPLANNED(*k, g->map.replan, MAP_MEMORY(*k).of[q].row.at, p)))
     assigns \nothing;
     STORED_AS_TESTED(ensures, , \true, k->map, MAP_MEMORY(*k), g->map.replan, g->verdict.map_base, g->verdict.map, put,
                      k->promised)
  @/
  static void maps_as_tested(const struct rtmr *k, struct rtmr_ghost \ghost *g, int32_t put)
  {
      /@ loop invariant range:   put <= p <= k->promised;
         loop invariant entries: \forall integer q, t; put <= q < p ==>
                                 Above(MAP_MEMORY(*k).of[q].row.at, k->map.usable, t)
                                 == PLAN_ENTRIES(g->verdict.map_base, g->verdict.map, g->verdict.map.first[q + 1], t);
         loop invariant ends:    \forall integer q; put <= q < p ==> g->map.replan.end[q] == g->verdict.map.end[q];
         loop assigns p;
         loop variant k->promised - p;
      @/
      for (int32_t p = put; p < k->promised; p++) {
          struct rtmr_vector after = MAP_MEMORY(*k).of[p].row;

          if (p == put) {
              rtmr_job_in_plan(&k->map, &g->verdict.map_base, &g->verdict.map, &g->map.replan.origin, &after, p,
                               k->promised, k->now,
                               k->now, g->map.replan.end[p]);
          } else {
              struct rtmr_vector before = MAP_MEMORY(*k).of[p - 1].row;

              rtmr_job_in_plan(&k->map, &g->verdict.map_base, &g->verdict.map, &before, &after, p, k->promised, k->now,
                               k->now, g->map.replan.end[p]);
          }
      }
  }
*/

/* Their reduces, which are released when the maps end: by the same plan. */
/*@ ghost
  /@ requires valid:   \valid_read(k) && \valid(g);
     TOGETHER(requires, given,
              CLAUSE(conjunct, range, 0 <= put <= k->promised <= RTMR_JOBS
                                      && g->verdict.reduce_base.n == k->reduce.usable
                                      && 0 <= WAIT_PAD(k->reduce) <= RTMR_TIME_MAX && RELEASE_PAD(k->reduce) == 0)
              CLAUSE(conjunct, reduces, STAGE_SCHEDULED(k->reduce, g->verdict.reduce_base, g->verdict.reduce,
                                        k->promised))
              CLAUSE(conjunct, skipped, g->verdict.reduce.first[put] == 0)
              CLAUSE(conjunct, begin, \forall integer x; Above(g->reduce.replan.origin.at, k->reduce.usable, x)
                                      == Above(g->verdict.reduce_base.at, k->reduce.usable, x))
              TASKS_OF_PLAN(conjunct, , k->reduce, g->verdict.reduce, put, k->promised)
              CLAUSE(conjunct, maps,
                     \forall integer p; put <= p < k->promised ==> g->map.replan.end[p] == g->verdict.map.end[p])
              CLAUSE(conjunct, released, \forall integer p; put <= p < k->promised ==>
                                          g->verdict.reduce.floor[p] == g->verdict.map.end[p]
                                         && g->verdict.reduce.release[p] == g->verdict.map.end[p])
              CLAUSE(conjunct, first,
                     put < k->promised ==>
                     REDUCES_REPLANNED(*k, g->map.replan, g->reduce.replan, g->reduce.replan.origin.at, put))
              CLAUSE(conjunct, next,
                     \forall integer q, p; put <= q < p < k->promised && p <= q + 1 ==>
                     REDUCES_REPLANNED(*k, g->map.replan, g->reduce.replan, REDUCE_MEMORY(*k).of[q].row.at, p)))
     assigns \nothing;
     STORED_AS_TESTED(ensures, , \true, k->reduce, REDUCE_MEMORY(*k), g->reduce.replan, g->verdict.reduce_base,
                      g->verdict.reduce, put, k->promised)
  @/
  static void reduces_as_tested(const struct rtmr *k, struct rtmr_ghost \ghost *g, int32_t put)
  {
      /@ loop invariant range:   put <= p <= k->promised;
         loop invariant entries: \forall integer q, t; put <= q < p ==>
                                 Above(REDUCE_MEMORY(*k).of[q].row.at, k->reduce.usable, t)
                                 == PLAN_ENTRIES(g->verdict.reduce_base, g->verdict.reduce,
                                                 g->verdict.reduce.first[q + 1], t);
         loop invariant ends:    \forall integer q; put <= q < p ==>
                                 g->reduce.replan.end[q] == g->verdict.reduce.end[q];
         loop assigns p;
         loop variant k->promised - p;
      @/
      for (int32_t p = put; p < k->promised; p++) {
          struct rtmr_vector after = REDUCE_MEMORY(*k).of[p].row;

          if (p == put) {
              rtmr_job_in_plan(&k->reduce, &g->verdict.reduce_base, &g->verdict.reduce, &g->reduce.replan.origin,
                               &after, p, k->promised, g->map.replan.end[p],
                               g->map.replan.end[p], g->reduce.replan.end[p]);
          } else {
              struct rtmr_vector before = REDUCE_MEMORY(*k).of[p - 1].row;

              rtmr_job_in_plan(&k->reduce, &g->verdict.reduce_base, &g->verdict.reduce, &before, &after, p, k->promised,
                               g->map.replan.end[p],
                               g->map.replan.end[p], g->reduce.replan.end[p]);
          }
      }
  }
*/

/* Both, of a job that has been accepted at `put`. */
/*@ ghost
  /@ requires valid:   \valid_read(k) && \valid_read(before) && \valid(g);
     TOGETHER(requires, given,
              CLAUSE(conjunct, range, 0 <= put <= before->promised < RTMR_JOBS && k->promised == before->promised + 1
                                      && before->plans_from_slots == 0
                                      && k->now == before->now)
              CLAUSE(conjunct, maps, k->map.usable == before->map.usable && WAIT_PAD(k->map) == WAIT_PAD(before->map)
                                     && RELEASE_PAD(k->map) == 0 && RELEASE_PAD(before->map) == 0
                                     && 0 <= k->map.usable <= RTMR_SLOTS && 0 <= WAIT_PAD(k->map) <= RTMR_TIME_MAX
                                     && k->map.slots == before->map.slots)
              CLAUSE(conjunct, reduces,
                     k->reduce.usable == before->reduce.usable && WAIT_PAD(k->reduce) == WAIT_PAD(before->reduce)
                     && RELEASE_PAD(k->reduce) == 0 && RELEASE_PAD(before->reduce) == 0
                     && 0 <= k->reduce.usable <= RTMR_SLOTS
                     && 0 <= WAIT_PAD(k->reduce) <= RTMR_TIME_MAX && k->reduce.slots == before->reduce.slots)
              CLAUSE(conjunct, map_last,
                     \forall integer p; put <= p ==>
                     LastBound(k->now, before->map.slots, p, before->map.state, before->map.place, before->map.bound)
                     == k->now)
              CLAUSE(conjunct, reduce_last,
                     \forall integer p; put <= p ==>
                     LastBound(k->now, before->reduce.slots, p, before->reduce.state, before->reduce.place,
                               before->reduce.bound) == k->now)
              CLAUSE(conjunct, fresh, \forall integer p; put <= p < before->promised ==>
                                      before->map.waiting[p] == before->map.unfinished[p]
                                      && before->reduce.waiting[p] == before->reduce.unfinished[p])
              CLAUSE(conjunct, map_before, \forall integer p; 0 <= p < before->promised ==>
                                           0 <= before->map.estimate[p] <= 2 * RTMR_TIME_MAX)
              CLAUSE(conjunct, reduce_before, \forall integer p; 0 <= p < before->promised ==>
                                              0 <= before->reduce.estimate[p] <= 2 * RTMR_TIME_MAX)
              CLAUSE(conjunct, verdict, Verdict(*before, g->verdict, due))
              CLAUSE(conjunct, placed, g->verdict.place == put && g->verdict.late == -1)
              CLAUSE(conjunct, candidate, 0 <= g->verdict.candidate.map.estimate <= 2 * RTMR_TIME_MAX
                                          && 0 <= g->verdict.candidate.reduce.estimate <= 2 * RTMR_TIME_MAX)
              CLAUSE(conjunct, entered,
                     k->map.unfinished[put] == g->verdict.candidate.map.waiting
                     && k->reduce.unfinished[put] == g->verdict.candidate.reduce.waiting
                     && (k->map.unfinished[put] > 0 ==> k->map.estimate[put] == g->verdict.candidate.map.estimate)
                     && (k->reduce.unfinished[put] > 0 ==>
                         k->reduce.estimate[put] == g->verdict.candidate.reduce.estimate))
              CLAUSE(conjunct, others, \forall integer p; put < p < k->promised ==>
                                       PARAMETERS_SAME(*k, p, *before, p - 1))
              CLAUSE(conjunct, map_row, put > 0 ==> MAP_MEMORY(*before).of[put - 1].row.n == before->map.usable)
              CLAUSE(conjunct, reduce_row, put > 0 ==>
                                           REDUCE_MEMORY(*before).of[put - 1].row.n == before->reduce.usable)
              CLAUSE(conjunct, map_front, RowsInFront(put, MAP_MEMORY(*k), MAP_MEMORY(*before)))
              CLAUSE(conjunct, reduce_front, RowsInFront(put, REDUCE_MEMORY(*k), REDUCE_MEMORY(*before)))
              CLAUSE(conjunct, replanned, Replanned(*k, *g, put)))
     assigns \nothing;
     STORED_AS_TESTED(ensures, map_, \true, k->map, MAP_MEMORY(*k), g->map.replan, g->verdict.map_base, g->verdict.map,
                      put, k->promised)
     STORED_AS_TESTED(ensures, reduce_, \true, k->reduce, REDUCE_MEMORY(*k), g->reduce.replan, g->verdict.reduce_base,
                      g->verdict.reduce, put, k->promised)
  @/
  static void both_as_tested(const struct rtmr *k, const struct rtmr \ghost *before, struct rtmr_ghost \ghost *g,
                             int32_t put, rtmr_ticks due)
  {
      rtmr_verdict_unfold(before, &g->verdict, due);
      rtmr_replanned_unfold(k, g, put);
      /@ assert jobs: g->verdict.jobs == k->promised; @/
      tasks_of_plan(&k->map, &before->map, &g->verdict.map, put, before->promised, g->verdict.candidate.map.waiting,
                    g->verdict.candidate.map.estimate);
      tasks_of_plan(&k->reduce, &before->reduce, &g->verdict.reduce, put, before->promised,
                    g->verdict.candidate.reduce.waiting,
                    g->verdict.candidate.reduce.estimate);
      begins_alike(&k->map, &MAP_MEMORY(*k), &MAP_MEMORY(*before), &g->verdict.map_base, &g->map.replan, put);
      begins_alike(&k->reduce, &REDUCE_MEMORY(*k), &REDUCE_MEMORY(*before), &g->verdict.reduce_base, &g->reduce.replan,
                   put);
      /@ assert map_released: \forall integer p; put <= p < k->promised ==>
                              g->verdict.map.release[p] == k->now && g->verdict.map.floor[p] == k->now; @/
      maps_as_tested(k, g, put);
      /@ assert no_sooner: \forall integer p; put <= p < k->promised ==> k->now <= g->verdict.map.end[p]; @/
      /@ assert reduce_released: \forall integer p; put <= p < k->promised ==>
                                 g->verdict.reduce.floor[p] == g->verdict.map.end[p]
                                 && g->verdict.reduce.release[p] == g->verdict.map.end[p]; @/
      reduces_as_tested(k, g, put);
  }
*/

enum rtmr_status rtmr_submit_as_stored(struct rtmr *k, const struct rtmr_job *job, struct rtmr_decision *decision)
    /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    //@ ghost rtmr_state_unfold(k, g);
    struct rtmr was = *k;
    //@ ghost struct rtmr before = *k;
    const enum rtmr_status status = rtmr_request_job(k, job, decision) /*@ ghost (g) */;

    if (status == RTMR_OK && (job->map_tasks > 0 || job->reduce_tasks > 0)) {
        //@ ghost rtmr_state_unfold(k, g);
        //@ assert decidable: DECIDABLE(before, *job);
        //@ assert accepted: g->verdict.late == -1;
        //@ ghost rtmr_behind_floor(&was, g->verdict.place);
        //@ ghost rtmr_runs_before(&was.map, g->verdict.place, was.jobs, was.now);
        //@ ghost rtmr_runs_before(&was.reduce, g->verdict.place, was.jobs, was.now);
        //@ ghost both_as_tested(k, &before, g, g->verdict.place, job->deadline);
    }
    return status;
}

#endif
