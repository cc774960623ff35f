/*
 * The plan forgets a job that stays in the table without a promise: its waiting tasks are planned
 * no more, and what runs runs on. The plan keeps every promise of the other jobs.
 *
 * Lemma functions: ghost code whose contract is the lemma. Never compiled.
 */
#ifndef PROOFS_DEMOTION_H
#define PROOFS_DEMOTION_H

#include "kernel/rtmr.h"
#include "proofs/lemmas/plan_lemmas.h"
#include "spec/suspension_calls.acsl"

/* The plan without the job at `gone`, in terms of the table in which that still has its place; no
 * promise of the others changes. */
#define STOOD_WITH(p, gone) ((p) < (gone) ? (p) : (p) + 1)
#define TIMES_WITHOUT(P, G, gone, now) \
    (\forall integer i; 0 <= i < (G).plan.tasks && (G).plan.open[i] != 0 ==> \
        (now) <= (G).plan.start[i] + WAIT_PAD(P) && (G).plan.least[i] <= (G).plan.start[i] \
        && (G).plan.finish[i] <= (P).end[STOOD_WITH((G).plan.job[i], gone)] \
        && ((G).plan.finish[i] == RTMR_NEVER || (G).plan.start[i] + WAIT_PAD(P) \
            + (P).estimate[STOOD_WITH((G).plan.job[i], gone)] <= (G).plan.finish[i]))
#define PROMISE_WITHOUT(clause, P, G, gone, promised, now) \
    CLAUSE(clause, shape, PlanShapeWithout(gone, (promised) - 1, (G).plan.tasks, (G).plan.first, (G).plan.job, \
                                           (G).plan.open, (P).waiting)) \
    CLAUSE(clause, times, TIMES_WITHOUT(P, G, gone, now)) \
    CLAUSE(clause, room, PLAN_ROOM(P, G)) \
    CLAUSE(clause, reserved, RESERVED(P, G)) \
    CLAUSE(clause, dues, DUES(P, G, now))

/* The plan forgets the job at `gone`. */
/*@ ghost
  /@ requires valid:  \valid(pool) && \valid(g);
     requires range:  0 <= gone < promised <= RTMR_JOBS;
     POOL_PROMISE(requires, , *pool, *g, promised, now)
     assigns g->plan.first[0 .. RTMR_PLACES - 1], g->plan.job[0 .. RTMR_TASKS - 1], g->plan.open[0 .. RTMR_TASKS - 1];
     PROMISE_WITHOUT(ensures, *pool, *g, gone, promised, now)
     ensures jobs:    \forall integer i; 0 <= i < g->plan.tasks && g->plan.open[i] != 0 ==>
                      0 <= g->plan.job[i] < promised - 1 && \old(g->plan.open)[i] != 0
                      && \old(g->plan.job)[i] == STOOD_WITH(g->plan.job[i], gone);
  @/
  void rtmr_plan_forgets(struct rtmr_pool *pool, struct rtmr_ghost_pool \ghost *g, int32_t gone, int32_t promised,
                         rtmr_ticks now);
*/

/* Then the job goes from `gone` to `to`, behind all that have a promise: this is the plan of
 * those. */
/*@ ghost
  /@ requires valid:  \valid(pool) && \valid_read(before) && \valid(g);
     TOGETHER(requires, given,
              CLAUSE(conjunct, range, 0 <= gone < promised <= to + 1 && to < jobs && jobs <= RTMR_JOBS
                                      && 0 <= pool->slots <= RTMR_SLOTS)
              CLAUSE(conjunct, late, LATE_FLAGGED(*before, promised))
              PROMISE_WITHOUT(conjunct, *before, *g, gone, promised, now)
              CLAUSE(conjunct, bounds, SLOT_BOUNDS(*before, promised, now))
              CLAUSE(conjunct, planned, \forall integer i; 0 <= i < g->plan.tasks && g->plan.open[i] != 0 ==>
                                        0 <= g->plan.job[i] < promised - 1)
              CLAUSE(conjunct, table, SLOT_JOBS(*pool, jobs))
              CLAUSE(conjunct, same,
                     pool->slots == before->slots && pool->state == before->state && pool->bound == before->bound
                     && pool->usable == before->usable && pool->idle == before->idle
                     && pool->soonest == before->soonest && NOTICE_PAD(*pool) == NOTICE_PAD(*before)
                     && RELEASE_PAD(*pool) == RELEASE_PAD(*before) && WAIT_PAD(*pool) == WAIT_PAD(*before))
              CLAUSE(conjunct, slots, \forall integer s; 0 <= s < pool->slots && RUNS(pool->state[s]) ==>
                                      before->place[s] == STOOD(pool->place[s], gone, to))
              CLAUSE(conjunct, rows, \forall integer p; 0 <= p < promised - 1 ==>
                                     pool->waiting[p] == before->waiting[STOOD(p, gone, to)]
                                     && pool->estimate[p] == before->estimate[STOOD(p, gone, to)]
                                     && pool->end[p] == before->end[STOOD(p, gone, to)]))
     assigns \nothing;
     POOL_PROMISE(ensures, , *pool, *g, promised - 1, now)
     ensures bounds:  SLOT_BOUNDS(*pool, promised - 1, now);
  @/
  void rtmr_plan_without(struct rtmr_pool *pool, const struct rtmr_pool \ghost *before,
                         struct rtmr_ghost_pool \ghost *g, int32_t gone, int32_t to, int32_t promised, int32_t jobs,
                         rtmr_ticks now);
*/

/* All rows are those of before, one of them at another place. */
/*@ ghost
  /@ requires valid:  \valid_read(k) && \valid_read(before);
     requires range:  0 <= from < before->promised && k->promised <= to < k->jobs;
     requires counts: k->jobs == before->jobs && k->promised == before->promised - 1;
     requires rows:   \forall integer p; 0 <= p < RTMR_JOBS ==> ROW_SAME(*k, p, *before, STOOD(p, from, to));
     assigns \nothing;
     ensures moved:   Suspended(*k, *before, from, to);
  @/
  void rtmr_demoted(const struct rtmr *k, const struct rtmr \ghost *before, int32_t from, int32_t to);
*/

/* What has become of the jobs is the same after it is noted when a task is due on an idle slot. */
/*@ ghost
  /@ requires valid:  \valid_read(k) && \valid_read(done) && \valid_read(before);
     requires same:   JOBS_SAME(*k, *done);
     assigns \nothing;
     ensures suspended: Suspended(*done, *before, from, to) ==> Suspended(*k, *before, from, to);
     ensures aborted: Aborted(*done, *before, from, to) ==> Aborted(*k, *before, from, to);
  @/
  void rtmr_demotion_noted(const struct rtmr *k, const struct rtmr \ghost *done, const struct rtmr \ghost *before,
                           int32_t from, int32_t to);
*/
/*@ ghost
  /@ requires valid:  \valid_read(k) && \valid_read(done) && \valid_read(before);
     requires same:   JOBS_SAME(*k, *done);
     assigns \nothing;
     ensures gone:    AbortedAtOnce(*done, *before, gone) ==> AbortedAtOnce(*k, *before, gone);
  @/
  void rtmr_departure_noted(const struct rtmr *k, const struct rtmr \ghost *done, const struct rtmr \ghost *before,
                            int32_t gone);
*/

/* The job at `gone` has left, of which nothing ran. */
/*@ ghost
  /@ requires valid:  \valid_read(k) && \valid_read(before);
     requires range:  0 <= gone < before->jobs;
     requires quiet:  NOTHING_RUNS(*before, gone);
     requires counts: k->jobs == before->jobs - 1
                      && k->promised == before->promised - (gone < before->promised ? 1 : 0);
     requires front:  \forall integer p; 0 <= p < gone ==> ROW_SAME(*k, p, *before, p);
     requires behind: \forall integer p; gone <= p < k->jobs ==> ROW_SAME(*k, p, *before, p + 1);
     assigns \nothing;
     ensures gone:    AbortedAtOnce(*k, *before, gone);
  @/
  void rtmr_rows_left(const struct rtmr *k, const struct rtmr \ghost *before, int32_t gone);
*/

/* No job has its handle then. */
/*@ ghost
  /@ requires valid:  \valid_read(k) && \valid_read(before);
     requires handles: Handles(before->jobs, before->handle, before->next_handle);
     requires gone:   AbortedAtOnce(*k, *before, gone);
     assigns \nothing;
     ensures unknown: \forall integer p; 0 <= p < k->jobs ==> k->handle[p] != before->handle[gone];
  @/
  void rtmr_gone_by_name(const struct rtmr *k, const struct rtmr \ghost *before, int32_t gone);
*/

#endif
