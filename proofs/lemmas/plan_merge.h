/*
 * A new plan that keeps a part of the old one: the waiting tasks of the jobs in front, as they are
 * planned.
 *
 * Lemma functions: ghost code whose contract is the lemma and whose loop is the induction. Never
 * compiled.
 */
#ifndef PROOFS_PLAN_MERGE_H
#define PROOFS_PLAN_MERGE_H

#include "proofs/lemmas/plan_lemmas.h"
#include "proofs/lemmas/vector_lemmas.h"
#include "spec/schedule.acsl"

/* What is kept of a plan: its waiting tasks together, how many of them stand before a task of
 * the old plan, and where each stood. */
struct rtmr_ghost_kept {
    struct rtmr_ghost_plan plan;
    int32_t index[RTMR_TASKS + 1];
    int32_t source[RTMR_TASKS];
};

/* Keeps the waiting ones of the first `to` tasks. */
/*@ ghost
  /@ requires valid:  \valid(g) && \valid(kept);
     requires range:  0 <= to <= g->plan.tasks <= RTMR_TASKS;
     assigns *kept;
     ensures index:   \forall integer i; 0 <= i <= to ==>
                      0 <= kept->index[i] <= i && kept->index[i] == Open(g->plan.open, i);
     ensures rises:   \forall integer i, j; 0 <= i <= j <= to ==> kept->index[i] <= kept->index[j];
     ensures passes:  \forall integer i, j; 0 <= i < j <= to && g->plan.open[i] != 0 ==>
                      kept->index[i] < kept->index[j];
     ensures tasks:   kept->plan.tasks == kept->index[to];
     ensures copied:  \forall integer i; 0 <= i < to && g->plan.open[i] != 0 ==>
                      kept->plan.job[kept->index[i]] == g->plan.job[i] && kept->plan.open[kept->index[i]] == 1
                      && kept->plan.least[kept->index[i]] == g->plan.least[i]
                      && kept->plan.start[kept->index[i]] == g->plan.start[i]
                      && kept->plan.finish[kept->index[i]] == g->plan.finish[i];
     ensures open:    \forall integer m; 0 <= m < kept->plan.tasks ==> kept->plan.open[m] == 1;
     ensures source:  \forall integer m; 0 <= m < kept->plan.tasks ==> 0 <= kept->source[m] < to
                      && g->plan.open[kept->source[m]] != 0 && kept->index[kept->source[m]] == m;
     ensures above:   \forall integer i, x; 0 <= i <= to ==>
                      OpenAbove(kept->plan.open, kept->plan.finish, kept->index[i], x)
                      == OpenAbove(g->plan.open, g->plan.finish, i, x);
  @/
  void rtmr_keep_waiting(struct rtmr_ghost_pool \ghost *g, struct rtmr_ghost_kept \ghost *kept, int32_t to);
*/

/* A running task stands at the last waiting one that it does not stand before; so it stands
 * before a kept one exactly if it did. */
/*@ ghost
  /@ requires valid:    \valid(pool) && \valid(g) && \valid(kept);
     TOGETHER(requires, given,
              CLAUSE(conjunct, range, 0 <= to <= g->plan.tasks <= RTMR_TASKS && 0 <= pool->slots <= RTMR_SLOTS)
              CLAUSE(conjunct, index, \forall integer i; 0 <= i <= to ==> 0 <= kept->index[i] <= i)
              CLAUSE(conjunct, rises, \forall integer i, j; 0 <= i <= j <= to ==> kept->index[i] <= kept->index[j])
              CLAUSE(conjunct, passes, \forall integer i, j; 0 <= i < j <= to && g->plan.open[i] != 0 ==>
                                       kept->index[i] < kept->index[j])
              CLAUSE(conjunct, position, \forall integer s; 0 <= s < pool->slots && pool->state[s] == RTMR_SLOT_BUSY ==>
                                         -1 <= g->position[s] < RTMR_TASKS))
     assigns g->position[0 .. RTMR_SLOTS - 1];
     ensures moved:     \forall integer s; 0 <= s < pool->slots && pool->state[s] == RTMR_SLOT_BUSY ==>
                        g->position[s] == kept->index[\old(g->position)[s] < to ? \old(g->position)[s] + 1 : to] - 1;
     ensures before:    \forall integer i, x; 0 <= i < to && g->plan.open[i] != 0 ==>
                        BusyBefore(pool->state, pool->bound, g->position, pool->slots, kept->index[i], x)
                        == BusyBefore(pool->state, pool->bound, \old(g->position), pool->slots, i, x);
  @/
  void rtmr_keep_positions(struct rtmr_pool *pool, struct rtmr_ghost_pool \ghost *g,
                           struct rtmr_ghost_kept \ghost *kept, int32_t to);
*/

/* Puts the drafted tasks behind the kept ones. None starts before now, so none needs room
 * before. */
/*@ ghost
  /@ requires valid:  \valid(g) && \valid(kept);
     requires range:  0 <= kept->plan.tasks && 0 <= g->draft.tasks && kept->plan.tasks + g->draft.tasks <= RTMR_TASKS;
     requires open:   \forall integer j; 0 <= j < g->draft.tasks ==> g->draft.open[j] != 0;
     assigns kept->plan;
     ensures tasks:   kept->plan.tasks == \old(kept->plan.tasks) + g->draft.tasks;
     ensures before:  \forall integer i; 0 <= i < \old(kept->plan.tasks) ==>
                      kept->plan.job[i] == \old(kept->plan.job)[i] && kept->plan.open[i] == \old(kept->plan.open)[i]
                      && kept->plan.least[i] == \old(kept->plan.least)[i]
                      && kept->plan.start[i] == \old(kept->plan.start)[i]
                      && kept->plan.finish[i] == \old(kept->plan.finish)[i];
     ensures behind:  \forall integer i; \old(kept->plan.tasks) <= i < kept->plan.tasks ==>
                      kept->plan.job[i] == g->draft.job[i - \old(kept->plan.tasks)] && kept->plan.open[i] == 1
                      && kept->plan.least[i] == LATEST(g->draft.least[i - \old(kept->plan.tasks)], now)
                      && kept->plan.start[i] == g->draft.start[i - \old(kept->plan.tasks)]
                      && kept->plan.finish[i] == g->draft.finish[i - \old(kept->plan.tasks)];
     ensures counts:  \forall integer i, x; 0 <= i <= \old(kept->plan.tasks) ==>
                      OpenAbove(kept->plan.open, kept->plan.finish, i, x)
                      == \old(OpenAbove(kept->plan.open, kept->plan.finish, i, x));
     ensures above:   \forall integer i, x; \old(kept->plan.tasks) <= i <= kept->plan.tasks ==>
                      OpenAbove(kept->plan.open, kept->plan.finish, i, x)
                      == \old(OpenAbove(kept->plan.open, kept->plan.finish, kept->plan.tasks, x))
                         + OpenAbove(g->draft.open, g->draft.finish, i - \old(kept->plan.tasks), x);
     ensures first:   kept->plan.first == \old(kept->plan.first);
  @/
  void rtmr_append_draft(struct rtmr_ghost_pool \ghost *g, struct rtmr_ghost_kept \ghost *kept, rtmr_ticks now);
*/

/* The schedule leaves room (PI): when a task starts, of what was in the vector that planning
 * began with and of the tasks before it, fewer than there are slots can still run. For the
 * smallest entries never fall, so no task before it took an entry above its own. */
/*@ ghost
  /@ requires valid:    \valid(base) && \valid(d);
     TOGETHER(requires, given,
              CLAUSE(conjunct, range,
                     0 <= base->n <= RTMR_SLOTS && 0 <= d->tasks <= RTMR_TASKS && FirstLeast(base->at, base->n))
              CLAUSE(conjunct, open,
                     \forall integer j; 0 <= j < d->tasks ==> d->open[j] != 0 && d->least[j] <= d->finish[j])
              CLAUSE(conjunct, smallest, TookSmallest(base->n, d->tasks, base->at, d->open, d->least, d->finish)))
     assigns \nothing;
     ensures room:      \forall integer j, x; 0 <= j < d->tasks && d->least[j] <= x ==>
                        Above(base->at, base->n, x) + OpenAbove(d->open, d->finish, j, x) <= base->n - 1;
     ensures first:     \forall integer j; 0 <= j < d->tasks ==> 0 < base->n && base->at[0] <= d->least[j];
  @/
  void rtmr_schedule_leaves_room(struct rtmr_vector \ghost *base, struct rtmr_ghost_plan \ghost *d);
*/

/* Of a plan of waiting tasks only, as many are open as stand before. */
/*@ ghost
  /@ requires valid: \valid(d);
     requires range: 0 <= n <= RTMR_TASKS;
     requires open:  \forall integer i; 0 <= i < n ==> d->open[i] != 0;
     assigns \nothing;
     ensures all:    \forall integer m; 0 <= m <= n ==> Open(d->open, m) == m;
  @/
  void rtmr_all_open(struct rtmr_ghost_plan \ghost *d, int32_t n);
*/

/* What runs and stands before a task of the plan is some of what runs. */
/*@ ghost
  /@ requires valid: \valid(pool) && \valid(g);
     requires range: 0 <= pool->slots <= RTMR_SLOTS;
     assigns \nothing;
     ensures some:   \forall integer i, x; BusyBefore(pool->state, pool->bound, g->position, pool->slots, i, x)
                     <= BusyAbove(pool->state, pool->bound, pool->slots, x);
  @/
  void rtmr_busy_before_at_most(struct rtmr_pool *pool, struct rtmr_ghost_pool \ghost *g);
*/

/* What is kept of the jobs before `from`, and the draft of those from there on, are the waiting
 * tasks of the jobs. */
/*@ ghost
  /@ requires valid:   \valid(pool) && \valid(g);
     TOGETHER(requires, given,
              CLAUSE(conjunct, range, 0 <= from <= jobs <= RTMR_JOBS)
              CLAUSE(conjunct, tasks, 0 <= g->plan.first[from] <= g->plan.tasks <= RTMR_TASKS)
              CLAUSE(conjunct, shape,
                     PlanShape(from, g->plan.first[from], g->plan.first, g->plan.job, g->plan.open, pool->waiting))
              CLAUSE(conjunct, drafted, DRAFT_SHAPE(*g, jobs) && g->draft.first[from] == 0)
              CLAUSE(conjunct, rows, \forall integer p; from <= p < jobs ==> g->draft.waiting[p] == pool->waiting[p]))
     assigns \nothing;
     ensures sum:      Open(g->plan.open, g->plan.first[from]) + g->draft.tasks == Sum(pool->waiting, jobs);
  @/
  void rtmr_kept_and_drafted(struct rtmr_pool *pool, struct rtmr_ghost_pool \ghost *g, int32_t from, int32_t jobs);
*/

/* What is kept of the jobs before `from`, and the draft of those from there on, become the plan.
 * The vector that the draft was begun with covers whatever runs and whatever is kept. */
/*@ ghost
  /@ requires valid:    \valid(pool) && \valid_read(memory) && \valid(g) && \valid(kept);
     TOGETHER(requires, given,
              CLAUSE(conjunct, range, 0 <= from <= jobs <= RTMR_JOBS && 0 <= now <= RTMR_TIME_MAX)
              CLAUSE(conjunct, table, SLOT_TABLE(*pool))
              CLAUSE(conjunct, tasks, 0 <= g->plan.first[from] <= g->plan.tasks <= RTMR_TASKS)
              CLAUSE(conjunct, shape,
                     PlanShape(from, g->plan.first[from], g->plan.first, g->plan.job, g->plan.open, pool->waiting))
              CLAUSE(conjunct, times,
                     PlanTimes(now, WAIT_PAD(*pool), g->plan.first[from], g->plan.job, g->plan.open, g->plan.least,
                     g->plan.start, g->plan.finish,
                     pool->estimate, pool->end))
              CLAUSE(conjunct, room, PlanRoom(pool->usable, pool->slots, g->plan.first[from], g->plan.open,
                                     g->plan.least,
                                     g->plan.finish,
                                     pool->state, pool->bound, g->position))
              CLAUSE(conjunct, reserved, RESERVED(*pool, *g))
              CLAUSE(conjunct, drafted,
                     DRAFT_SHAPE(*g, jobs) && \forall integer p; 0 <= p <= from ==> g->draft.first[p] == 0)
              CLAUSE(conjunct, behind, DRAFT_TIMES(*pool, *g, now))
              CLAUSE(conjunct, base, g->base.n == pool->usable && FirstLeast(g->base.at, g->base.n))
              CLAUSE(conjunct, smallest, TookSmallest(g->base.n, g->draft.tasks, g->base.at, g->draft.open,
                                         g->draft.least,
                                         g->draft.finish))
              CLAUSE(conjunct, rows, \forall integer p; from <= p < jobs ==> g->draft.waiting[p] == pool->waiting[p]
                                     && g->draft.estimate[p] == pool->estimate[p] && g->draft.end[p] == pool->end[p])
              CLAUSE(conjunct, covered, COVERS_ALL(*pool, g->base, *g, from, now))
              CLAUSE(conjunct, space, 0 <= Sum(pool->waiting, jobs) <= RTMR_TASKS)
              CLAUSE(conjunct, pads, 0 <= RELEASE_PAD(*pool) <= RTMR_TIME_MAX && 0 <= WAIT_PAD(*pool) <= RTMR_TIME_MAX)
              CLAUSE(conjunct, dues, DUES_BEFORE(*pool, *g, g->plan.first[from], now)))
     assigns g->plan, g->last, g->position[0 .. RTMR_SLOTS - 1], *kept;
     TOGETHER(ensures, outcome,
              CLAUSE(conjunct, shape, PLAN_SHAPE(*pool, *g, jobs))
              CLAUSE(conjunct, times, PLAN_TIMES(*pool, *g, now))
              CLAUSE(conjunct, room, PLAN_ROOM(*pool, *g))
              CLAUSE(conjunct, reserved, RESERVED(*pool, *g))
              CLAUSE(conjunct, dues, DUES(*pool, *g, now))
              CLAUSE(conjunct, kept, kept->index[\old(g->plan.first)[from]] <= \old(g->plan.first)[from])
              CLAUSE(conjunct, counted, \forall integer p, x; 0 <= p <= from ==>
                                        OpenAbove(g->plan.open, g->plan.finish, g->plan.first[p], x)
                                        == \old(OpenAbove(g->plan.open, g->plan.finish, g->plan.first[p], x)))
              CLAUSE(conjunct, running, \old(RUNNING(*pool, *g, from, now)) ==> RUNNING(*pool, *g, from, now))
              CLAUSE(conjunct, rows,
                     \old(ROWS_COVER(*pool, *memory, *g, from, now)) ==> ROWS_COVER(*pool, *memory, *g, from, now))
              CLAUSE(conjunct, few,
                     \old(FEW_BEFORE(*pool, *memory, *g, from)) && FRESH_FROM(*pool, *memory, from, jobs) ==>
                     FEW_BEFORE(*pool, *memory, *g, jobs)))
     ensures front:     0 <= kept->index[\old(g->plan.first)[from]] <= g->plan.tasks
                        && \forall integer m; 0 <= m < kept->index[\old(g->plan.first)[from]] ==>
                           0 <= kept->source[m] < \old(g->plan.first)[from] && \old(g->plan.open)[kept->source[m]] != 0
                           && g->plan.job[m] == \old(g->plan.job)[kept->source[m]]
                           && g->plan.start[m] == \old(g->plan.start)[kept->source[m]];
     ensures behind:    g->plan.tasks == kept->index[\old(g->plan.first)[from]] + g->draft.tasks
                        && \forall integer m; kept->index[\old(g->plan.first)[from]] <= m < g->plan.tasks ==>
                           g->plan.job[m] == g->draft.job[m - kept->index[\old(g->plan.first)[from]]]
                           && g->plan.start[m] == g->draft.start[m - kept->index[\old(g->plan.first)[from]]];
  @/
  void rtmr_adopt_behind(struct rtmr_pool *pool, const struct rtmr_stage_memory *memory,
                         struct rtmr_ghost_pool \ghost *g,
                         struct rtmr_ghost_kept \ghost *kept, int32_t from, int32_t jobs, rtmr_ticks now);
*/

/* The kept tasks begin where the waiting ones of the jobs before do. */
/*@ ghost
  /@ requires valid:   \valid(pool) && \valid(g) && \valid(kept);
     TOGETHER(requires, given,
              CLAUSE(conjunct, range, 0 <= from <= jobs <= RTMR_JOBS)
              CLAUSE(conjunct, tasks, 0 <= g->plan.first[from] <= g->plan.tasks <= RTMR_TASKS)
              CLAUSE(conjunct, shape,
                     PlanShape(from, g->plan.first[from], g->plan.first, g->plan.job, g->plan.open, pool->waiting))
              CLAUSE(conjunct, index, \forall integer i; 0 <= i <= g->plan.first[from] ==>
                                      0 <= kept->index[i] <= i && kept->index[i] == Open(g->plan.open, i))
              CLAUSE(conjunct, drafted,
                     DRAFT_SHAPE(*g, jobs) && \forall integer p; 0 <= p <= from ==> g->draft.first[p] == 0)
              CLAUSE(conjunct, space, kept->index[g->plan.first[from]] + g->draft.tasks <= RTMR_TASKS))
     assigns kept->plan.first[0 .. RTMR_PLACES - 1];
     ensures kept:     \forall integer p; 0 <= p <= from ==> kept->plan.first[p] == kept->index[g->plan.first[p]];
     ensures waiting:  \forall integer p; 0 <= p < from ==>
                       kept->plan.first[p + 1] == kept->plan.first[p] + pool->waiting[p];
     ensures behind:   \forall integer p; from <= p <= jobs ==>
                       kept->plan.first[p] == kept->index[g->plan.first[from]] + g->draft.first[p];
  @/
  void rtmr_keep_first(struct rtmr_pool *pool, struct rtmr_ghost_pool \ghost *g, struct rtmr_ghost_kept \ghost *kept,
                       int32_t from,
                       int32_t jobs);
*/

#endif
