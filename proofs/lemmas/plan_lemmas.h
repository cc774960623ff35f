/*
 * Lemmas on plans and drafts, and the steps that change them.
 *
 * Lemma functions: ghost code whose contract is the lemma and whose loop is the induction. Never
 * compiled.
 */
#ifndef PROOFS_PLAN_LEMMAS_H
#define PROOFS_PLAN_LEMMAS_H

#include "kernel/rtmr.h"
#include "proofs/lemmas/table_lemmas.h"
#include "spec/offer.acsl"
#include "spec/state.acsl"

/* Appends a task to the plan. */
/*@ ghost
  /@ requires valid: \valid(draft);
     requires room:  0 <= draft->tasks < RTMR_TASKS;
     assigns draft->tasks, draft->job[draft->tasks], draft->open[draft->tasks], draft->least[draft->tasks],
             draft->start[draft->tasks], draft->finish[draft->tasks];
     ensures tasks:  draft->tasks == \old(draft->tasks) + 1;
     ensures task:   draft->job[\old(draft->tasks)] == place && draft->open[\old(draft->tasks)] == 1
                     && draft->least[\old(draft->tasks)] == least && draft->start[\old(draft->tasks)] == start
                     && draft->finish[\old(draft->tasks)] == finish;
     ensures counts: \forall integer i, x; 0 <= i <= \old(draft->tasks) ==>
                     OpenAbove(draft->open, draft->finish, i, x) == \old(OpenAbove(draft->open, draft->finish, i, x));
     ensures count:  \forall integer x; OpenAbove(draft->open, draft->finish, draft->tasks, x)
                     == \old(OpenAbove(draft->open, draft->finish, draft->tasks, x)) + (finish > x ? 1 : 0);
     ensures taken:  \forall integer i, x; 0 <= i <= \old(draft->tasks) ==>
                     LeastAbove(draft->least, i, x) == \old(LeastAbove(draft->least, i, x));
     ensures takes:  \forall integer x; LeastAbove(draft->least, draft->tasks, x)
                     == \old(LeastAbove(draft->least, draft->tasks, x)) + (least > x ? 1 : 0);
  @/
  void rtmr_push_task(struct rtmr_ghost_plan \ghost *draft, int32_t place, rtmr_ticks least, rtmr_ticks start,
                      rtmr_ticks finish);
*/

/* A task is dispatched; the counts over the plan follow. */
/*@ ghost
  /@ requires valid:  \valid(g);
     requires range:  0 <= i < g->plan.tasks <= RTMR_TASKS && g->plan.open[i] != 0;
     assigns g->plan.open[i];
     ensures closed:  g->plan.open[i] == 0;
     ensures open:    \forall integer k; 0 <= k <= g->plan.tasks ==>
                      Open(g->plan.open, k) == \old(Open(g->plan.open, k)) - (k > i ? 1 : 0);
     ensures above:   \forall integer k, x; 0 <= k <= g->plan.tasks ==>
                      OpenAbove(g->plan.open, g->plan.finish, k, x)
                      == \old(OpenAbove(g->plan.open, g->plan.finish, k, x))
                      - (k > i && g->plan.finish[i] > x ? 1 : 0);
  @/
  void rtmr_close_task(struct rtmr_ghost_pool \ghost *g, int32_t i);
*/

/* Between a and b no task is open: the counts agree. */
/*@ ghost
  /@ requires valid:  \valid(g);
     requires range:  0 <= a <= b <= g->plan.tasks <= RTMR_TASKS;
     requires closed: \forall integer i; a <= i < b ==> g->plan.open[i] == 0;
     assigns \nothing;
     ensures same:    Open(g->plan.open, b) == Open(g->plan.open, a);
  @/
  void rtmr_closed_between(struct rtmr_ghost_pool \ghost *g, int32_t a, int32_t b);
*/

/* The open tasks of a job are its waiting ones: the last of its part of the plan. */
/*@ ghost
  /@ requires valid:  \valid(g);
     TOGETHER(requires, given,
              CLAUSE(conjunct, range, 0 <= a <= c <= b <= g->plan.tasks <= RTMR_TASKS)
              CLAUSE(conjunct, closed, \forall integer i; a <= i < c ==> g->plan.open[i] == 0)
              CLAUSE(conjunct, open, \forall integer i; c <= i < b ==> g->plan.open[i] != 0))
     assigns \nothing;
     ensures sum:     Open(g->plan.open, b) == Open(g->plan.open, a) + (b - c);
  @/
  void rtmr_open_between(struct rtmr_ghost_pool \ghost *g, int32_t a, int32_t c, int32_t b);
*/

/* Open counts grow with the index. */
/*@ ghost
  /@ requires valid:   \valid(g);
     requires range:   0 <= g->plan.tasks <= RTMR_TASKS;
     assigns \nothing;
     ensures monotone: \forall integer a, b; 0 <= a <= b <= g->plan.tasks ==>
                       0 <= Open(g->plan.open, a) <= Open(g->plan.open, b);
     ensures strict:   \forall integer a, i, b; 0 <= a <= i < b <= g->plan.tasks && g->plan.open[i] != 0 ==>
                       Open(g->plan.open, a) + 1 <= Open(g->plan.open, b);
  @/
  void rtmr_open_monotone(struct rtmr_ghost_pool \ghost *g);
*/

/* The open tasks of the first promised jobs are their waiting ones. */
/*@ ghost
  /@ requires valid: \valid_read(pool) && \valid(g);
     requires shape: PLAN_SHAPE(*pool, *g, promised);
     assigns \nothing;
     ensures same:   \forall integer p; 0 <= p <= promised ==>
                     Open(g->plan.open, g->plan.first[p]) == Sum(pool->waiting, p);
  @/
  void rtmr_waiting_open(const struct rtmr_pool *pool, struct rtmr_ghost_pool \ghost *g, int32_t promised);
*/

/* Counts of the open tasks that end late grow with the index too. */
/*@ ghost
  /@ requires valid: \valid(g);
     requires range: 0 <= a <= b <= g->plan.tasks <= RTMR_TASKS;
     assigns \nothing;
     ensures grows:  \forall integer x; OpenAbove(g->plan.open, g->plan.finish, a, x) <= OpenAbove(g->plan.open,
                         g->plan.finish, b, x);
  @/
  void rtmr_open_above_grows(struct rtmr_ghost_pool \ghost *g, int32_t a, int32_t b);
*/

/* No plan stands: whatever runs now was dispatched before the next. */
/*@ ghost
  /@ requires valid:  \valid(pool) && \valid(g);
     requires range:  0 <= pool->slots <= RTMR_SLOTS;
     assigns g->plan.tasks, g->plan.first[0], g->last, g->position[0 .. RTMR_SLOTS - 1];
     ensures none:    g->plan.tasks == 0 && g->plan.first[0] == 0 && g->last == 0;
     ensures before:  \forall integer s; 0 <= s < pool->slots ==> g->position[s] == -1;
  @/
  void rtmr_forget_plan(struct rtmr_pool *pool, struct rtmr_ghost_pool \ghost *g);
*/

/* The plan forgets the job at place p: its tasks are closed, and count as done tasks of the job
 * behind it. */
/*@ ghost
  /@ requires valid:  \valid(pool) && \valid(g);
     requires range:  0 <= p < promised <= RTMR_JOBS;
     requires shape:  PLAN_SHAPE(*pool, *g, promised);
     assigns g->plan.first[0 .. RTMR_PLACES - 1], g->plan.job[0 .. RTMR_TASKS - 1], g->plan.open[0 .. RTMR_TASKS - 1];
     ensures first:   \forall integer q; 0 <= q < promised ==>
                      g->plan.first[q] == \old(g->plan.first)[q <= p ? q : q + 1];
     ensures before:  \forall integer i; 0 <= i < \old(g->plan.first[p]) ==> g->plan.job[i] == \old(g->plan.job)[i];
     ensures own:     p + 1 < promised ==>
                      \forall integer i; \old(g->plan.first[p]) <= i < \old(g->plan.first[p + 1]) ==>
                      g->plan.job[i] == p;
     ensures behind:  \forall integer i; \old(g->plan.first[p + 1]) <= i < \old(g->plan.first[promised]) ==>
                      g->plan.job[i] == \old(g->plan.job)[i] - 1;
     ensures closed:  \forall integer i; \old(g->plan.first[p]) <= i < \old(g->plan.first[p + 1]) ==>
                      g->plan.open[i] == 0;
     ensures others:  \forall integer i; 0 <= i < g->plan.tasks
                      && !(\old(g->plan.first[p]) <= i < \old(g->plan.first[p + 1])) ==>
                      g->plan.open[i] == \old(g->plan.open)[i];
     ensures shape:   PlanShapeWithout(p, promised - 1, g->plan.tasks, g->plan.first, g->plan.job, g->plan.open,
                                       pool->waiting);
     ensures fewer:   \forall integer i; 0 <= i <= g->plan.tasks ==>
                      Open(g->plan.open, i) <= \old(Open(g->plan.open, i));
     ensures less:    \forall integer i, x; 0 <= i <= g->plan.tasks ==>
                      OpenAbove(g->plan.open, g->plan.finish, i,
                                x) <= \old(OpenAbove(g->plan.open, g->plan.finish, i, x));
  @/
  void rtmr_forget_job(struct rtmr_pool *pool, struct rtmr_ghost_pool \ghost *g, int32_t promised, int32_t p);
*/

/* Every busy slot's task stands before task i and ends after x. */
/*@ ghost
  /@ requires valid:  \valid(pool) && \valid(g);
     requires table:  SLOT_TABLE(*pool);
     requires before: \forall integer s; 0 <= s < pool->slots && pool->state[s] == RTMR_SLOT_BUSY ==>
                      g->position[s] < i && pool->bound[s] > x;
     assigns \nothing;
     ensures all:     BusyBefore(pool->state, pool->bound, g->position, pool->slots, i, x) == pool->usable - pool->idle;
  @/
  void rtmr_all_busy_before(struct rtmr_pool *pool, struct rtmr_ghost_pool \ghost *g, int32_t i, rtmr_ticks x);
*/

/* If every open task before i ends after x, all of them are counted. */
/*@ ghost
  /@ requires valid: \valid(g);
     requires range: 0 <= i <= g->plan.tasks <= RTMR_TASKS;
     assigns \nothing;
     ensures all:    (\forall integer j; 0 <= j < i && g->plan.open[j] != 0 ==> g->plan.finish[j] > x)
                     ==> OpenAbove(g->plan.open, g->plan.finish, i, x) == Open(g->plan.open, i);
     ensures some:   0 <= OpenAbove(g->plan.open, g->plan.finish, i, x);
  @/
  void rtmr_open_above_if_all(struct rtmr_ghost_pool \ghost *g, int32_t i, rtmr_ticks x);
*/

/* No more slots run a task that ends late, before whichever one of the plan, than are busy; of the
 * first tasks no more are open and end late than are open. */
/*@ ghost
  /@ requires valid: \valid_read(pool) && \valid(g);
     requires table: SLOT_TABLE(*pool);
     requires range: 0 <= g->plan.tasks <= RTMR_TASKS;
     assigns \nothing;
     ensures busy:   \forall integer i, x; BusyBefore(pool->state, pool->bound, g->position, pool->slots, i, x)
                     <= pool->usable - pool->idle;
     ensures open:   \forall integer i, x; 0 <= i <= g->plan.tasks ==>
                     OpenAbove(g->plan.open, g->plan.finish, i, x) <= Open(g->plan.open, i);
  @/
  void rtmr_late_at_most(const struct rtmr_pool *pool, struct rtmr_ghost_pool \ghost *g);
*/

/* Time may pass when no offer has waited longer than it may: no waiting task misses the latest
 * start that its plan allows.
 *
 * Suppose task i does, the first in the plan. Its job is ready. If nothing is offered, every
 * idle slot is reserved for open tasks before the first ready job that waits, hence before i; so
 * i does not stand before the last task dispatched from this plan, for there INV leaves one more
 * idle slot than those; every busy slot then runs a task that stands before i and ends after i's
 * planned start, and so does every open task before i: by PI they are fewer than the usable
 * slots. If something is offered, a task is due on every idle slot only after i's latest start:
 * INV denies that before the last task dispatched, PI behind it. */
/*@ ghost
  /@ requires valid:   \valid(pool) && \valid(g);
     TOGETHER(requires, given,
              CLAUSE(conjunct, now, 0 <= now <= to <= RTMR_TIME_MAX)
              CLAUSE(conjunct, table, SLOT_TABLE(*pool))
              CLAUSE(conjunct, counts, JOB_COUNTS(*pool, jobs))
              CLAUSE(conjunct, range, 0 <= promised <= jobs <= RTMR_JOBS && 0 <= WAIT_PAD(*pool) <= RTMR_TIME_MAX
                                      && 0 <= RELEASE_PAD(*pool))
              CLAUSE(conjunct, shape, PLAN_SHAPE(*pool, *g, promised))
              CLAUSE(conjunct, times, PLAN_TIMES(*pool, *g, now))
              CLAUSE(conjunct, room, PLAN_ROOM(*pool, *g))
              CLAUSE(conjunct, kept, RESERVED(*pool, *g))
              CLAUSE(conjunct, dues, DUES(*pool, *g, now))
              CLAUSE(conjunct, bounds, \forall integer s; 0 <= s < pool->slots && pool->state[s] == RTMR_SLOT_BUSY ==>
                                       to <= pool->bound[s])
              CLAUSE(conjunct, unready, \forall integer i; 0 <= i < g->plan.tasks && g->plan.open[i] != 0
                                        && pool->ready[g->plan.job[i]] == 0 ==>
                                        to <= g->plan.start[i])
              CLAUSE(conjunct, punctual, PUNCTUAL(*pool, *g, promised, to)))
     assigns \nothing;
     ensures times:    PLAN_TIMES(*pool, *g, to);
     ensures quiet:    QUIET(*pool, *g, promised) ==>
                       \forall integer i; 0 <= i < g->plan.tasks && g->plan.open[i] != 0 ==> to <= g->plan.start[i];
  @/
  void rtmr_time_passes(struct rtmr_pool *pool, struct rtmr_ghost_pool \ghost *g, int32_t jobs, int32_t promised,
                        rtmr_ticks now, rtmr_ticks to);
*/

/* Then, where no task is due on an idle slot, none is planned to have started. */
/*@ ghost
  /@ requires valid:    \valid(pool) && \valid(g);
     TOGETHER(requires, given,
              CLAUSE(conjunct, range, 0 <= promised <= jobs <= RTMR_JOBS && 0 <= RELEASE_PAD(*pool))
              CLAUSE(conjunct, table, SLOT_TABLE(*pool))
              CLAUSE(conjunct, counts, JOB_COUNTS(*pool, jobs))
              CLAUSE(conjunct, shape, PLAN_SHAPE(*pool, *g, promised))
              CLAUSE(conjunct, released,
                     RELEASE_PAD(*pool) == 0 || \forall integer p; 0 <= p < jobs ==> pool->ready[p] != 0)
              CLAUSE(conjunct, punctual, PUNCTUAL(*pool, *g, promised, to))
              CLAUSE(conjunct, quiet,
                     QUIET(*pool, *g, promised) ==>
                     \forall integer i; 0 <= i < g->plan.tasks && g->plan.open[i] != 0 ==> to <= g->plan.start[i]))
     assigns \nothing;
     ensures not_yet:   NotYet(to, RELEASE_PAD(*pool), pool->slots, pool->state, pool->bound, g->plan.tasks,
                               g->plan.open, g->plan.start);
     ensures idle:      QUIET(*pool, *g, promised) ==>
                        \forall integer s, i; 0 <= s < pool->slots && pool->state[s] == RTMR_SLOT_IDLE
                        && 0 <= i < g->plan.tasks && g->plan.open[i] != 0 ==>
                        to + RELEASE_PAD(*pool) <= g->plan.start[i];
  @/
  void rtmr_nothing_due(struct rtmr_pool *pool, struct rtmr_ghost_pool \ghost *g, int32_t jobs, int32_t promised,
                        rtmr_ticks to);
*/

/* A stage that has unfinished tasks ends now or later: a task that waits starts now or later, a
 * task that runs is not over its bound. */
/*@ ghost
  /@ requires valid:  \valid(pool) && \valid(g);
     TOGETHER(requires, given,
              CLAUSE(conjunct, range, 0 <= promised <= jobs <= RTMR_JOBS && now <= RTMR_TIME_MAX)
              CLAUSE(conjunct, table, SLOT_TABLE(*pool))
              CLAUSE(conjunct, bounds, SLOT_BOUNDS(*pool, promised, 0))
              CLAUSE(conjunct, runs,
                     \forall integer s; 0 <= s < pool->slots && TIMELY(pool->state[s]) ==> now <= pool->bound[s])
              CLAUSE(conjunct, late, LATE_FLAGGED(*pool, promised))
              CLAUSE(conjunct, counts, JOB_COUNTS(*pool, jobs))
              CLAUSE(conjunct, shape, PLAN_SHAPE(*pool, *g, promised))
              CLAUSE(conjunct, times, PLAN_TIMES(*pool, *g, now)))
     assigns \nothing;
     ensures on_time: \forall integer p; 0 <= p < promised && pool->unfinished[p] > 0 ==> now <= pool->end[p];
  @/
  void rtmr_stage_on_time(struct rtmr_pool *pool, struct rtmr_ghost_pool \ghost *g, int32_t jobs, int32_t promised,
                          rtmr_ticks now);
*/

/* Time may pass for both stages: a reduce task that is not ready is planned behind its job's
 * maps, and they are not done. */
/*@ ghost
  /@ requires valid:   \valid(k) && \valid(g);
     STATE(requires, *k, *g)
     requires range:   k->now <= to <= RTMR_TIME_MAX;
     BOTH_STAGES(requires, slot_bounds, !OVERRUN, *k, to)
     BOTH_PLANS(requires, served, PUNCTUAL, *k, *g, k->promised, to)
     assigns \nothing;
     BOTH_PLANS(ensures, plan_times, PLAN_TIMES, *k, *g, to)
     BOTH_PLANS(ensures, plan_dues, DUES, *k, *g, to)
  @/
  void rtmr_both_pass(struct rtmr *k, struct rtmr_ghost \ghost *g, rtmr_ticks to);
*/

#endif
