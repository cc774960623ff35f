/*
 * Algorithm V: a job is planned again, from its unfinished tasks, and each waiting task keeps the
 * plan in which it ends sooner: so none ends later than the job by the new plan, and of no first
 * tasks of the plan in force do more end after any instant than did.
 *
 * Lemma functions: ghost code whose contract is the lemma and whose loop is the induction. Never
 * compiled.
 */
#ifndef PROOFS_REESTIMATE_H
#define PROOFS_REESTIMATE_H

#include "proofs/lemmas/plan_merge.h"
#include "proofs/lemmas/runs_lemmas.h"
#include "spec/replanned.acsl"
#include "spec/stored.acsl"

#if RTMR_WITH_STORED_VECTORS

/* A waiting task gets another plan; the counts follow. */
/*@ ghost
  /@ requires valid: \valid(g);
     requires range: 0 <= q < g->plan.tasks <= RTMR_TASKS && g->plan.open[q] != 0 && finish <= g->plan.finish[q];
     assigns g->plan.least[q], g->plan.start[q], g->plan.finish[q];
     ensures task:   g->plan.least[q] == least && g->plan.start[q] == start && g->plan.finish[q] == finish;
     ensures before: \forall integer t, x; 0 <= t <= q ==>
                     OpenAbove(g->plan.open, g->plan.finish, t, x)
                     == OpenAbove(g->plan.open, \old(g->plan.finish), t, x);
     ensures less:   \forall integer t, x; 0 <= t <= g->plan.tasks ==>
                     OpenAbove(g->plan.open, g->plan.finish, t, x) <= OpenAbove(g->plan.open, \old(g->plan.finish), t,
                         x);
  @/
  void rtmr_replan_task(struct rtmr_ghost_pool \ghost *g, int32_t q, rtmr_ticks least, rtmr_ticks start,
                        rtmr_ticks finish);
*/

/* Between a and b no task is open: the counts agree. */
/*@ ghost
  /@ requires valid:  \valid(g);
     requires range:  0 <= a <= b <= g->plan.tasks <= RTMR_TASKS;
     requires closed: \forall integer i; a <= i < b ==> g->plan.open[i] == 0;
     assigns \nothing;
     ensures same:    \forall integer x; OpenAbove(g->plan.open, g->plan.finish, b, x)
                      == OpenAbove(g->plan.open, g->plan.finish, a, x);
  @/
  void rtmr_none_above_between(struct rtmr_ghost_pool \ghost *g, int32_t a, int32_t b);
*/

/* So many drafted tasks from a on end at `end` or later. */
/*@ ghost
  /@ requires valid: \valid(d);
     requires range: 0 <= a <= b <= d->tasks <= RTMR_TASKS;
     requires late:  \forall integer i; a <= i < b ==> d->open[i] != 0 && end <= d->finish[i];
     assigns \nothing;
     ensures some:   \forall integer x; OpenAbove(d->open, d->finish, b, x) >= OpenAbove(d->open, d->finish, a, x)
                     + (x < end ? b - a : 0);
  @/
  void rtmr_ends_late(struct rtmr_ghost_plan \ghost *d, int32_t a, int32_t b, rtmr_ticks end);
*/

/* What runs of job i ends by `end`. */
/*@ ghost
  /@ requires valid: \valid(pool);
     requires range: 0 <= pool->slots <= RTMR_SLOTS;
     requires bound: \forall integer s; 0 <= s < pool->slots && pool->state[s] == RTMR_SLOT_BUSY
                     && pool->place[s] == i ==> pool->bound[s] <= end;
     assigns \nothing;
     ensures most:   \forall integer x; BusyOfFirst(pool->state, pool->place, pool->bound, pool->slots, i + 1, x)
                     <= BusyOfFirst(pool->state, pool->place, pool->bound, pool->slots, i, x)
                        + (x < end ? TasksOf(pool->state, pool->place, pool->slots, i) : 0);
  @/
  void rtmr_runs_until(struct rtmr_pool *pool, int32_t i, rtmr_ticks end);
*/

/* What runs and stands before a task of job i belongs to job i or to one before it. */
/*@ ghost
  /@ requires valid:   \valid(pool) && \valid(g);
     requires range:   0 <= i < promised <= RTMR_JOBS && 0 <= pool->slots <= RTMR_SLOTS;
     requires first:   \forall integer p; i < p < promised ==> g->plan.first[i + 1] <= g->plan.first[p];
     requires running: RUNNING(*pool, *g, promised, now);
     assigns \nothing;
     ensures most:     \forall integer q, x; q < g->plan.first[i + 1] ==>
                       BusyBefore(pool->state, pool->bound, g->position, pool->slots, q, x)
                       <= BusyOfFirst(pool->state, pool->place, pool->bound, pool->slots, i + 1, x);
  @/
  void rtmr_before_belongs(struct rtmr_pool *pool, struct rtmr_ghost_pool \ghost *g, int32_t i, int32_t promised,
                           rtmr_ticks now);
*/

/* Job i keeps its plan where it ends sooner, and takes the drafted one where that does: no task
 * of it ends later than the stage by the drafted plan (`sooner`), and of no first tasks of the
 * plan do more end after any instant than did (`less`). */
/*@ ghost
  /@ requires valid:    \valid(pool) && \valid(g);
     TOGETHER(requires, given,
              CLAUSE(conjunct, range, 0 <= i < promised <= RTMR_JOBS && 0 <= now <= RTMR_TIME_MAX)
              CLAUSE(conjunct, pads, 0 <= RELEASE_PAD(*pool) && 0 <= WAIT_PAD(*pool))
              CLAUSE(conjunct, table, SLOT_TABLE(*pool))
              CLAUSE(conjunct, counts, JOB_COUNTS(*pool, promised))
              CLAUSE(conjunct, running, RUNNING(*pool, *g, promised, now))
              CLAUSE(conjunct, shape, PLAN_SHAPE(*pool, *g, promised))
              CLAUSE(conjunct, times, PLAN_TIMES(*pool, *g, now))
              CLAUSE(conjunct, room, PLAN_ROOM(*pool, *g))
              CLAUSE(conjunct, base, g->base.n == pool->usable && FirstLeast(g->base.at, g->base.n))
              CLAUSE(conjunct, drafted, DRAFT_SHAPE(*g, i + 1))
              CLAUSE(conjunct, behind, DRAFT_TIMES(*pool, *g, now))
              CLAUSE(conjunct, smallest, TookSmallest(g->base.n, g->draft.tasks, g->base.at, g->draft.open,
                                         g->draft.least,
                                         g->draft.finish))
              CLAUSE(conjunct, row,
                     g->draft.waiting[i] == pool->unfinished[i] && g->draft.estimate[i] == pool->estimate[i])
              CLAUSE(conjunct, released, \forall integer d; 0 <= d < g->draft.tasks && g->draft.job[d] == i ==>
                                         release <= g->draft.start[d])
              CLAUSE(conjunct, covers, COVERS(*pool, *g, i, now)))
     assigns g->plan.least[0 .. RTMR_TASKS - 1], g->plan.start[0 .. RTMR_TASKS - 1],
             g->plan.finish[0 .. RTMR_TASKS - 1];
     ensures times:     PLAN_TIMES(*pool, *g, now);
     ensures sooner:    \forall integer q; 0 <= q < g->plan.tasks && g->plan.open[q] != 0 && g->plan.job[q] == i ==>
                        g->plan.finish[q] <= g->draft.end[i]
                        && (g->plan.start[q] == \old(g->plan.start)[q] && g->plan.least[q] == \old(g->plan.least)[q]
                            || release <= g->plan.start[q]);
     ensures room:      PLAN_ROOM(*pool, *g);
     ensures others:    \forall integer q; 0 <= q < g->plan.tasks && g->plan.open[q] != 0 && g->plan.job[q] != i ==>
                        g->plan.start[q] == \old(g->plan.start)[q] && g->plan.finish[q] == \old(g->plan.finish)[q]
                        && g->plan.least[q] == \old(g->plan.least)[q];
     ensures covers:    COVERS(*pool, *g, i + 1, now);
     ensures less:      \forall integer t, x; 0 <= t <= g->plan.tasks ==>
                        OpenAbove(g->plan.open, g->plan.finish, t, x) <= OpenAbove(g->plan.open, \old(g->plan.finish),
                            t, x);
  @/
  void rtmr_merge_job(struct rtmr_pool *pool, struct rtmr_ghost_pool \ghost *g, int32_t i, int32_t promised,
                      rtmr_ticks release,
                      rtmr_ticks now);
*/

/* The job at `place` alone was planned again, its unfinished tasks. */
#define REDRAFTED(P, G, place, now) \
    (DRAFT_SHAPE(G, (place) + 1) && DRAFT_TIMES(P, G, now) \
     && TookSmallest((G).base.n, (G).draft.tasks, (G).base.at, (G).draft.open, (G).draft.least, (G).draft.finish) \
     && (\forall integer p; 0 <= p <= (place) ==> (G).draft.first[p] == 0) \
     && (G).draft.waiting[place] == (P).unfinished[place] && (G).draft.estimate[place] == (P).estimate[place] \
     && BALANCE(P, G) \
     && ALL_SCHEDULED(P, (G).draft, (place) + 1))

/* The tasks of a job that is planned alone, of so many ticks and released then, are those that
 * the specification counts. */
/*@ ghost
  /@ requires valid:     \valid(g);
     TOGETHER(requires, given,
              CLAUSE(conjunct, range, 0 <= g->draft.tasks <= RTMR_TASKS && 0 <= takes)
              CLAUSE(conjunct, open, \forall integer i; 0 <= i < g->draft.tasks ==> g->draft.open[i] != 0)
              CLAUSE(conjunct, smallest, TookSmallest(g->base.n, g->draft.tasks, g->base.at, g->draft.open,
                                         g->draft.least,
                                         g->draft.finish))
              CLAUSE(conjunct, scheduled,
                     \forall integer i; 0 <= i < g->draft.tasks ==>
                     Scheduled(release, takes, g->draft.least[i], g->draft.start[i], g->draft.finish[i])))
     assigns \nothing;
     ensures counts:     \forall integer i, x; 0 <= i <= g->draft.tasks ==>
                         Entries(g->base.n, g->base.at, g->draft.open, g->draft.least, g->draft.finish, i, x)
                         == TasksPlanned(g->base.n, g->base.at, release, takes, i, x);
     ensures ends:       \forall integer i, x; 0 <= i < g->draft.tasks ==>
                         (x < g->draft.finish[i] <==> TaskEndsAfter(g->base.n, g->base.at, release, takes, i, x));
     ensures last:       \forall integer i; 0 <= i < g->draft.tasks ==>
                         g->draft.finish[i] <= g->draft.finish[g->draft.tasks - 1];
  @/
  void rtmr_tasks_planned(struct rtmr_ghost_pool \ghost *g, rtmr_ticks release, rtmr_ticks takes);
*/

/* The more tasks are planned onto a vector, the more of its entries lie above anything: each
 * takes the smallest, and ends no sooner. Hypotheses in words: there is a slot; tasks take no
 * fewer than no ticks. */
/*@ ghost
  /@ requires valid:  \valid(base);
     requires range:  1 <= n <= RTMR_SLOTS && 0 <= m <= all <= RTMR_TASKS && 0 <= takes;
     assigns \nothing;
     ensures more:    \forall integer x; TasksPlanned(n, base->at, release, takes, m, x) <= TasksPlanned(n, base->at,
                          release, takes, all, x);
  @/
  void rtmr_more_tasks_planned(struct rtmr_vector \ghost *base, int32_t n, rtmr_ticks release, rtmr_ticks takes,
                               int32_t m, int32_t all);
*/

/* Algorithm V, lines 15 and 16, as printed plans all tasks of a job again, those that have ended
 * too (slip 7). That counts no less, job by job: of whatever vector it is planned onto, all of
 * its tasks make one that counts what that of its unfinished tasks does, of which
 * rtmr_merge_stage says what it counts. Hypotheses in words: there is a slot; both vectors are
 * made of the same one, by tasks of one estimate, released at the same time; in each the first
 * entry is the smallest; that of the unfinished tasks counts the jobs before p. */
/*@ ghost
  /@ requires valid:   \valid(pool) && \valid(g) && \valid(base) && \valid(unfinished) && \valid(whole);
     TOGETHER(requires, given,
              CLAUSE(conjunct, range, 1 <= unfinished->n <= RTMR_SLOTS && 0 <= m <= all <= RTMR_TASKS && 0 <= takes)
              CLAUSE(conjunct, sizes, whole->n == unfinished->n)
              CLAUSE(conjunct, least, FirstLeast(unfinished->at, unfinished->n) && FirstLeast(whole->at, whole->n))
              CLAUSE(conjunct, tasks, \forall integer x; Above(unfinished->at, unfinished->n, x)
                                      == TasksPlanned(unfinished->n, base->at, release, takes, m, x))
              CLAUSE(conjunct, printed, \forall integer x; Above(whole->at, whole->n, x)
                                        == TasksPlanned(whole->n, base->at, release, takes, all, x))
              CLAUSE(conjunct, covers, VECTOR_COVERS(*pool, *unfinished, *g, p, now)))
     assigns \nothing;
     ensures covers:   VECTOR_COVERS(*pool, *whole, *g, p, now);
  @/
  void rtmr_whole_jobs_cover(struct rtmr_pool \ghost *pool, struct rtmr_ghost_pool \ghost *g,
                             struct rtmr_vector \ghost *base,
                             struct rtmr_vector \ghost *unfinished, struct rtmr_vector \ghost *whole, int32_t p,
                             rtmr_ticks now,
                             rtmr_ticks release, rtmr_ticks takes, int32_t m, int32_t all);
*/

/* So what planning works on is what planning the unfinished tasks of the job at `place` makes of
 * the one that the draft was begun with. */
/*@ ghost
  /@ requires valid:    \valid(pool) && \valid(g);
     TOGETHER(requires, given,
              CLAUSE(conjunct, range,
                     0 <= place < RTMR_JOBS && 0 <= pool->estimate[place] <= RTMR_TIME_MAX + RTMR_TIME_MAX / 2
                     && 0 <= WAIT_PAD(*pool) <= RTMR_TIME_MAX / 2)
              CLAUSE(conjunct, vector, VECTOR(*pool))
              CLAUSE(conjunct, drafted, REDRAFTED(*pool, *g, place, now))
              CLAUSE(conjunct, released, g->draft.release[place] == release)
              CLAUSE(conjunct, end, EndOf(floor, 0, g->draft.tasks, g->draft.finish, g->draft.end[place])))
     assigns \nothing;
     ensures onto:      TASKS_PLANNED(*pool, g->base.at, place, release, floor, g->draft.end[place]);
  @/
  void rtmr_planned_onto(struct rtmr_pool *pool, struct rtmr_ghost_pool \ghost *g, int32_t place, rtmr_ticks release,
                         rtmr_ticks floor,
                         rtmr_ticks now);
*/

/* The job at i, planned onto what the draft was begun with, is planned onto what is stored for
 * the job before it, or onto what re-estimating began with: a vector with as many entries above
 * anything. */
/*@ ghost
  /@ requires valid:   \valid(pool) && \valid_read(memory) && \valid(g);
     TOGETHER(requires, given,
              CLAUSE(conjunct, range, 0 <= from <= i < RTMR_JOBS && 0 <= pool->unfinished[i] <= RTMR_TASKS)
              CLAUSE(conjunct, onto,
                     TASKS_ONTO(*pool, g->base.at, memory->of[i].row.at, i, release, floor, g->replan.end[i]))
              CLAUSE(conjunct, first, i == from ==>
                                      \forall integer x; Above(g->base.at, pool->usable, x)
                                      == Above(g->replan.origin.at, pool->usable, x))
              CLAUSE(conjunct, next, from < i ==> \forall integer x; Above(g->base.at, pool->usable, x)
                                     == Above(memory->of[i - 1].row.at, pool->usable, x)))
     assigns \nothing;
     ensures first:    i == from ==>
                       TASKS_ONTO(*pool, g->replan.origin.at, memory->of[i].row.at, i, release, floor,
                                  g->replan.end[i]);
     ensures next:     from < i ==> TASKS_ONTO(*pool, memory->of[i - 1].row.at, memory->of[i].row.at, i, release, floor,
                                               g->replan.end[i]);
  @/
  void rtmr_job_replan(const struct rtmr_pool *pool, const struct rtmr_stage_memory *memory,
                       struct rtmr_ghost_pool \ghost *g, int32_t from,
                      int32_t i, rtmr_ticks release, rtmr_ticks floor);
*/

/* No drafted task took an entry above what the vector at hand begins with. */
/*@ ghost
  /@ requires valid:    \valid(pool) && \valid(g);
     requires range:    0 <= g->base.n <= RTMR_SLOTS && 0 <= g->draft.tasks <= RTMR_TASKS;
     requires base:     FirstLeast(g->base.at, g->base.n);
     requires vector:   FREE_ORDERED(pool->free_at);
     requires times:    \forall integer i; 0 <= i < g->draft.tasks ==>
                        g->draft.open[i] != 0 && g->draft.least[i] <= g->draft.finish[i];
     requires smallest: TookSmallest(g->base.n, g->draft.tasks, g->base.at, g->draft.open, g->draft.least,
                                     g->draft.finish);
     requires balance:  BALANCE(*pool, *g);
     assigns \nothing;
     ensures none:      g->base.n > 0 ==> \forall integer x; FREE_LEAST(pool->free_at) <= x ==>
                        LeastAbove(g->draft.least, g->draft.tasks, x) == 0 && g->base.at[0] <= x;
  @/
  void rtmr_taken_below_first(struct rtmr_pool *pool, struct rtmr_ghost_pool \ghost *g);
*/

/* Another plan, in which each task is to start when it was, or not before it could if it were
 * offered a slot now, and of no first tasks of which more end after any instant than did: what a
 * latency adds holds of it. */
/*@ ghost
  /@ requires valid:    \valid(pool) && \valid(g) && \valid(before);
     TOGETHER(requires, given,
              CLAUSE(conjunct, range, 0 <= pool->slots <= RTMR_SLOTS && 0 <= WAIT_PAD(*pool))
              CLAUSE(conjunct, dues, DUES(*pool, *before, now))
              CLAUSE(conjunct, reserved, RESERVED(*pool, *g))
              CLAUSE(conjunct, room, PLAN_ROOM(*pool, *g))
              CLAUSE(conjunct, same, g->plan.tasks == before->plan.tasks && g->plan.open == before->plan.open
                                     && g->last == before->last && g->position == before->position)
              CLAUSE(conjunct, tasks, 0 <= g->plan.tasks <= RTMR_TASKS)
              CLAUSE(conjunct, moved,
                     \forall integer q; 0 <= q < g->plan.tasks && g->plan.open[q] != 0 ==>
                     g->plan.start[q] == before->plan.start[q] && g->plan.least[q] == before->plan.least[q]
                     || now + RELEASE_PAD(*pool) <= g->plan.start[q])
              CLAUSE(conjunct, less,
                     \forall integer t, x; 0 <= t <= g->plan.tasks ==>
                     OpenAbove(g->plan.open, g->plan.finish, t, x) <= OpenAbove(g->plan.open, before->plan.finish,
                         t, x)))
     assigns \nothing;
     ensures dues:      DUES(*pool, *g, now);
  @/
  void rtmr_dues_replanned(struct rtmr_pool *pool, struct rtmr_ghost_pool \ghost *g,
                           struct rtmr_ghost_pool \ghost *before, rtmr_ticks now);
*/

/* A stage of a job that is planned again keeps its plan where it ends sooner; the vector that
 * results covers the job and those before. */
/*@ ghost
  /@ requires valid:    \valid(pool) && \valid_read(memory) && \valid(g);
     TOGETHER(requires, given,
              CLAUSE(conjunct, range, 0 <= i < promised <= RTMR_JOBS && 0 <= kept <= promised
                                      && 0 <= now <= RTMR_TIME_MAX)
              CLAUSE(conjunct, pads, 0 <= RELEASE_PAD(*pool) && 0 <= WAIT_PAD(*pool))
              CLAUSE(conjunct, table, SLOT_TABLE(*pool))
              CLAUSE(conjunct, counts, JOB_COUNTS(*pool, promised))
              CLAUSE(conjunct, running, RUNNING(*pool, *g, promised, now))
              CLAUSE(conjunct, shape, PLAN_SHAPE(*pool, *g, promised))
              CLAUSE(conjunct, times, PLAN_TIMES(*pool, *g, now))
              CLAUSE(conjunct, room, PLAN_ROOM(*pool, *g))
              CLAUSE(conjunct, reserved, RESERVED(*pool, *g))
              CLAUSE(conjunct, dues, DUES(*pool, *g, now))
              CLAUSE(conjunct, offered, now + RELEASE_PAD(*pool) <= release)
              CLAUSE(conjunct, base, FirstLeast(g->base.at, g->base.n))
              CLAUSE(conjunct, vector, VECTOR(*pool))
              CLAUSE(conjunct, drafted, REDRAFTED(*pool, *g, i, now))
              CLAUSE(conjunct, released, \forall integer d; 0 <= d < g->draft.tasks && g->draft.job[d] == i ==>
                                         release <= g->draft.start[d])
              CLAUSE(conjunct, covers, VECTOR_COVERS(*pool, g->base, *g, i, now)))
     assigns g->plan.least[0 .. RTMR_TASKS - 1], g->plan.start[0 .. RTMR_TASKS - 1],
             g->plan.finish[0 .. RTMR_TASKS - 1];
     TOGETHER(ensures, outcome,
              CLAUSE(conjunct, times, PLAN_TIMES(*pool, *g, now))
              CLAUSE(conjunct, sooner,
                     \forall integer q; 0 <= q < g->plan.tasks && g->plan.open[q] != 0 && g->plan.job[q] == i ==>
                     g->plan.finish[q] <= g->draft.end[i]
                     && (g->plan.start[q] == \old(g->plan.start)[q] || release <= g->plan.start[q]))
              CLAUSE(conjunct, room, PLAN_ROOM(*pool, *g))
              CLAUSE(conjunct, dues, DUES(*pool, *g, now))
              CLAUSE(conjunct, others,
                     \forall integer q; 0 <= q < g->plan.tasks && g->plan.open[q] != 0 && g->plan.job[q] != i ==>
                     g->plan.start[q] == \old(g->plan.start)[q] && g->plan.finish[q] == \old(g->plan.finish)[q])
              CLAUSE(conjunct, covers, PLANNING_COVERS(*pool, *g, i + 1, now))
              CLAUSE(conjunct, less,
                     \forall integer t, x; 0 <= t <= g->plan.tasks ==>
                     OpenAbove(g->plan.open, g->plan.finish, t, x) <= OpenAbove(g->plan.open, \old(g->plan.finish),
                         t, x))
              CLAUSE(conjunct, runs, \forall integer s; 0 <= s < pool->slots && pool->state[s] == RTMR_SLOT_BUSY
                                     && pool->place[s] == i ==>
                                     pool->bound[s] <= g->draft.end[i])
              CLAUSE(conjunct, rows,
                     \old(ROWS_COVER(*pool, *memory, *g, kept, now)) ==> ROWS_COVER(*pool, *memory, *g, kept, now))
              CLAUSE(conjunct, few,
                     \old(FEW_BEFORE(*pool, *memory, *g, promised)) ==> FEW_BEFORE(*pool, *memory, *g, promised)))
  @/
  void rtmr_merge_stage(struct rtmr_pool *pool, const struct rtmr_stage_memory *memory,
                        struct rtmr_ghost_pool \ghost *g, int32_t i,
                        int32_t kept, int32_t promised, rtmr_ticks release, rtmr_ticks now);
*/

/* A job with something left to do in a stage has a usable slot there: one that runs a task, or
 * that a waiting one was planned on. */
/*@ ghost
  /@ requires valid:   \valid(pool) && \valid(g);
     TOGETHER(requires, given,
              CLAUSE(conjunct, range, 0 <= p < promised <= jobs <= RTMR_JOBS)
              CLAUSE(conjunct, table, SLOT_TABLE(*pool))
              CLAUSE(conjunct, counts, JOB_COUNTS(*pool, jobs))
              CLAUSE(conjunct, shape, PLAN_SHAPE(*pool, *g, promised))
              CLAUSE(conjunct, room, PLAN_ROOM(*pool, *g))
              CLAUSE(conjunct, in_time, \forall integer s; 0 <= s < pool->slots && RUNS(pool->state[s]) ==>
                                        pool->state[s] == RTMR_SLOT_BUSY))
     assigns \nothing;
     ensures some:     pool->unfinished[p] > 0 ==> pool->usable > 0;
  @/
  void rtmr_job_has_slots(struct rtmr_pool *pool, struct rtmr_ghost_pool \ghost *g, int32_t jobs, int32_t promised,
                          int32_t p);
*/

/* Nothing is left to count of a job all of whose tasks have ended. */
/*@ ghost
  /@ requires valid:   \valid(pool) && \valid(g);
     requires range:   0 <= p < promised <= jobs <= RTMR_JOBS;
     requires table:   SLOT_TABLE(*pool);
     requires counts:  JOB_COUNTS(*pool, jobs);
     requires shape:   PLAN_SHAPE(*pool, *g, promised);
     requires done:    pool->unfinished[p] == 0;
     assigns \nothing;
     ensures nothing:  \forall integer x; COUNTED(*pool, *g, p + 1, x) == COUNTED(*pool, *g, p, x);
  @/
  void rtmr_nothing_left(struct rtmr_pool *pool, struct rtmr_ghost_pool \ghost *g, int32_t jobs, int32_t promised,
                         int32_t p);
*/

/* The jobs before `place` were planned again, and it as well. */
/*@ ghost
  /@ requires valid:  \valid_read(k) && \valid(g);
     TOGETHER(requires, given,
              CLAUSE(conjunct, range, 0 <= from <= place < RTMR_JOBS)
              JOBS_REPLANNED(conjunct, \true, *k, g->map.replan, g->reduce.replan, from, place)
              CLAUSE(conjunct, reduce_own,
                     place == from ==>
                     REDUCES_REPLANNED(*k, g->map.replan, g->reduce.replan, g->reduce.replan.origin.at, place))
              CLAUSE(conjunct, reduce_last, from < place ==>
                                            REDUCES_REPLANNED(*k, g->map.replan, g->reduce.replan,
                                                              REDUCE_MEMORY(*k).of[place - 1].row.at, place)))
     requires map_own: place == from ==> MAPS_REPLANNED(*k, g->map.replan, g->map.replan.origin.at, place);
     requires map_last: from < place ==> MAPS_REPLANNED(*k, g->map.replan, MAP_MEMORY(*k).of[place - 1].row.at, place);
     assigns \nothing;
     JOBS_REPLANNED(ensures, \true, *k, g->map.replan, g->reduce.replan, from, place + 1)
  @/
  void rtmr_one_job_more(const struct rtmr *k, struct rtmr_ghost \ghost *g, int32_t from, int32_t place);
*/

#endif

#endif
