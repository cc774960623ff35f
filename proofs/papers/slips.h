/*
 * Where the papers slip: statements that can be read in them, each refuted by an instance. The
 * numbers are those of spec/errata.md, and each slip has a regression test as well.
 *
 * Ghost functions that build the instance: the contract says what holds of it. Never compiled.
 */
#ifndef PROOFS_SLIPS_H
#define PROOFS_SLIPS_H

#include "proofs/examples/instances.h"
#include "proofs/lemmas/reestimate.h"
#include "spec/admission.acsl"
#include "spec/offer.acsl"
#include "spec/replanned.acsl"
#include "spec/schedule.acsl"
#include "spec/stored.acsl"

/* Slip 3, "MAX raises the whole vector before a job is added" (Proof-1, Proof-2), of [0, 0]: a
 * reduce task of 10 released at 100, then one of 10, of another job, released at 21. Definition
 * 3 makes [100, 100] of the vector before the first, which then becomes `whole`, and leaves that
 * as it is before the second, which ends at 110. As Algorithm III has it only the slot that is
 * taken waits: `taken` is after the first task, and the second ends at 31. If it is due at 51,
 * the first reading rejects a job that fits. */
/*@ ghost
  /@ requires valid:   \valid(begin) && \valid(raised) && \valid(whole) && \valid(raised_again) && \valid(whole_end)
                       && \valid(taken)
                       && \valid(taken_end);
     assigns *begin, *raised, *whole, *raised_again, *whole_end, *taken, *taken_end;
     ensures begin:    Sorted(begin->at, 2) && begin->at[0] == 0 && begin->at[1] == 0;
     ensures raised:   Raised(begin->at, raised->at, 2, 100) && Resorted(raised->at, whole->at, 2, raised->at[0] + 10);
     ensures raised_end: Raised(whole->at, raised_again->at, 2, 21)
                         && Resorted(raised_again->at, whole_end->at, 2, raised_again->at[0] + 10)
                       && raised_again->at[0] + 10 == 110;
     ensures slot:     Resorted(begin->at, taken->at, 2, LATEST(begin->at[0], 100) + 10);
     ensures slot_end: Resorted(taken->at, taken_end->at, 2, LATEST(taken->at[0], 21) + 10)
                       && LATEST(taken->at[0], 21) + 10 == 31;
     ensures due:      LATEST(taken->at[0], 21) + 10 <= 51 && 51 < raised_again->at[0] + 10;
  @/
  void rtmr_slip_3(struct rtmr_vector \ghost *begin, struct rtmr_vector \ghost *raised,
                   struct rtmr_vector \ghost *whole,
                   struct rtmr_vector \ghost *raised_again, struct rtmr_vector \ghost *whole_end,
                   struct rtmr_vector \ghost *taken,
                   struct rtmr_vector \ghost *taken_end);
*/

/* Slip 14, "T >= V, so the job's map stage ends no later than estimated" (Proof-2 reads e_m as
 * the largest entry of T): the slots are available at [0, 100] by the estimate, and at [0, 98]
 * in fact. A task of 1 ends, by the estimate, at 1, and T = [1, 100]. It runs on the other slot,
 * from 98 on: V = [0, 99]. T >= V before and after, and the task ends 98 later than e_m. */
/*@ ghost
  /@ requires valid:  \valid(before) && \valid(t) && \valid(before_v) && \valid(v);
     assigns *before, *t, *before_v, *v;
     ensures begin:   AtLeast(before->at, before_v->at, 2);
     ensures planned: Resorted(before->at, t->at, 2, before->at[0] + 1) && before->at[0] + 1 == 1 && t->at[1] == 100;
     ensures run:     LEFT(*before_v, *v, 2, 1, before_v->at[1] + 1);
     ensures least:   AtLeast(t->at, v->at, 2);
     ensures late:    v->at[1] == 99 && v->at[1] == before_v->at[1] + 1 && v->at[1] > before->at[0] + 1;
  @/
  void rtmr_slip_14(struct rtmr_vector \ghost *before, struct rtmr_vector \ghost *t,
                    struct rtmr_vector \ghost *before_v,
                    struct rtmr_vector \ghost *v);
*/

/* Slip 15, "Property 2 with >= between the durations as Definition 1 has it, on sorted vectors":
 * (1, 1, 2) and (2, 1, 1) are the same when sorted; added to [0, 0] they give [1, 3] and [2, 2]. */
/*@ ghost
  /@ requires valid:  \valid(a) && \valid(c) && \valid(b) && \valid(d);
     assigns *a, *c, *b, *d;
     ensures begin:   AtLeast(a->row[0].at, b->row[0].at, 2);
     ensures items:   c->of[0] == d->of[1] && c->of[1] == d->of[2] && c->of[2] == d->of[0];
     ensures a:       ADDED(*a, 2, 3, *c);
     ensures b:       ADDED(*b, 2, 3, *d);
     ensures neither: !AtLeast(a->row[3].at, b->row[3].at, 2);
  @/
  void rtmr_slip_15(struct rtmr_ghost_rows \ghost *a, struct rtmr_ghost_items \ghost *c,
                    struct rtmr_ghost_rows \ghost *b,
                    struct rtmr_ghost_items \ghost *d);
*/

/*@
  // Algorithm IV lines 6 to 19 as printed: with an idle slot, the search for a job goes on until
  // more slots are reserved than idle. (The specification says Offer.)
  predicate PrintedOffer(integer jobs, integer idle, int32_t waiting[RTMR_JOBS], uint8_t ready[RTMR_JOBS], integer p) =
    0 <= p < jobs && ready[p] != 0 && waiting[p] > 0
    && (\forall integer q; 0 <= q < p ==> ready[q] == 0 || waiting[q] == 0)
    && idle > 0 && !(Sum(waiting, p) > idle);
*/

/* Slip 1, Algorithm IV line 10 as printed: the search ends only when more slots are reserved
 * than idle. Of two slots one is idle, job 0 waits for it and is not ready, job 1 is ready. The
 * printed rule gives job 1 the slot, and then no slot is idle for job 0, whose task the plan has
 * in front: INV held before, and does not afterwards. */
/*@ ghost
  /@ requires valid:   \valid(pool) && \valid(g) && \valid(after) && \valid(g_after);
     assigns *pool, *g, *after, *g_after;
     ensures state:    pool->slots == 2 && pool->idle == 1 && pool->waiting[0] == 1 && pool->ready[0] == 0
                       && pool->waiting[1] == 1
                       && pool->ready[1] == 1;
     ensures plan:     g->plan.tasks == 2 && g->plan.job[0] == 0 && g->plan.job[1] == 1 && g->plan.open[0] == 1
                       && g->plan.open[1] == 1;
     ensures reserved: RESERVED(*pool, *g);
     ensures printed:  PrintedOffer(2, pool->idle, pool->waiting, pool->ready, 1);
     ensures denied:   !OFFER(*pool, 2, 1);
     ensures given:    pool->state[1] == RTMR_SLOT_IDLE && after->state[1] == RTMR_SLOT_BUSY && after->place[1] == 1
                       && g_after->position[1] == 1
                       && g_after->last == 2 && g_after->plan.open[1] == 0 && after->idle == pool->idle - 1;
     ensures kept:     after->slots == pool->slots && after->state[0] == pool->state[0]
                       && g_after->plan.tasks == g->plan.tasks
                       && g_after->plan.open[0] == g->plan.open[0] && g_after->position[0] == g->position[0];
     ensures broken:   after->idle < Open(g_after->plan.open, g_after->last) && !RESERVED(*after, *g_after);
  @/
  void rtmr_slip_1(struct rtmr_pool \ghost *pool, struct rtmr_ghost_pool \ghost *g, struct rtmr_pool \ghost *after,
                   struct rtmr_ghost_pool \ghost *g_after);
*/

/* Slip 2, "a job has started when a task of its map stage is dispatched": job 0, due at 20, has
 * no maps, and its reduce task runs on one of two slots until 10. So it has not started,
 * although it runs a task; what is true of jobs that have not started is not true of it. It is
 * 3, and a job with two reduce tasks of 5, due at 9, arrives. Behind those that have started it
 * goes in front of job 0, is planned from [0, 0], the vector of no predecessor, which does not
 * count what runs, and both tasks end by 8. But one slot is free only at 10. If any task counts,
 * job 0 has started (`right`), and the new job goes behind it: from [0, 10], which counts what
 * runs, its second task ends at 13, and it is rejected. */
/*@ ghost
  /@ requires valid:   \valid(k) && \valid(right) && \valid(g) && \valid(none) && \valid(once) && \valid(stored)
                       && \valid(once_stored);
     assigns *k, *right, *g, *none, *once, *stored, *once_stored;
     ensures maps:     k->map.waiting[0] == 0 && k->map.unfinished[0] == 0;
     ensures reading:  k->started[0] == (k->map.waiting[0] < k->map.unfinished[0] ? 1 : 0) && k->started[0] == 0;
     ensures runs:     k->reduce.waiting[0] < k->reduce.unfinished[0] && k->reduce.place[0] == 0
                       && k->reduce.bound[0] == 10;
     ensures untrue:   !Started(1, k->started, k->reduce.waiting, k->reduce.unfinished);
     ensures passes:   k->promised == 1 && k->deadline[0] == 20
                       && Place(RTMR_ORDER_FLOOR, k->promised, k->started, k->deadline, 9, 0);
     ensures none:     none->n == 2 && none->at[0] == 0 && none->at[1] == 0
                       && Resorted(none->at, once->at, 2, LATEST(none->at[0], 3) + 5)
                       && LATEST(once->at[0], 3) + 5 == 8 && 8 <= 9;
     ensures missed:   !COVERS_ALL(k->reduce, *none, *g, 0, 3);
     ensures right:    Started(1, right->started, k->reduce.waiting, k->reduce.unfinished)
                       && Place(RTMR_ORDER_FLOOR, k->promised, right->started, k->deadline, 9, 1);
     ensures stored:   stored->n == 2 && stored->at[0] == 0 && stored->at[1] == 10
                       && Resorted(stored->at, once_stored->at, 2, LATEST(stored->at[0], 3) + 5)
                       && LATEST(once_stored->at[0], 3) + 5 == 13 && 13 > 9;
     ensures covered:  COVERS_ALL(k->reduce, *stored, *g, 1, 3);
  @/
  void rtmr_slip_2(struct rtmr \ghost *k, struct rtmr \ghost *right, struct rtmr_ghost_pool \ghost *g,
                   struct rtmr_vector \ghost *none,
                   struct rtmr_vector \ghost *once, struct rtmr_vector \ghost *stored,
                   struct rtmr_vector \ghost *once_stored);
*/

/* Slip 2 too, "e_m is when the last of the map tasks ends" (Algorithm II): of a job without any,
 * nothing is. It is 3, and e_m is now: the floor of its map stage; its reduces are released now. */
/*@ ghost
  /@ requires valid:   \valid(map) && \valid(reduce);
     assigns *map, *reduce;
     ensures maps:     map->first[0] == 0 && map->first[1] == 0 && map->floor[0] == 3;
     ensures reading:  \forall integer e; !(\exists integer i; map->first[0] <= i < map->first[1]
                                            && map->finish[i] == e);
     ensures end:      map->end[0] == 3 && EndOf(map->floor[0], map->first[0], map->first[1], map->finish, map->end[0]);
     ensures release:  Released(3, 0, 0, map->release, reduce->release, map->end, 0) && reduce->release[0] == 3;
  @/
  void rtmr_slip_2_no_maps(struct rtmr_ghost_plan \ghost *map, struct rtmr_ghost_plan \ghost *reduce);
*/

/* Slip 2 too, "e is when the last of the reduce tasks ends" (Algorithm III): of a job without
 * any, nothing is. It is 3, its map task ends at 7, and so does the job: the floor of its reduce
 * stage is e_m. */
/*@ ghost
  /@ requires valid:   \valid(map) && \valid(reduce);
     assigns *map, *reduce;
     ensures maps:     map->first[0] == 0 && map->first[1] == 1 && map->finish[0] == 7 && map->end[0] == 7
                       && EndOf(map->floor[0], map->first[0], map->first[1], map->finish, map->end[0]);
     ensures reduces:  reduce->first[0] == 0 && reduce->first[1] == 0 && reduce->floor[0] == LATEST(map->end[0], 3);
     ensures reading:  \forall integer e; !(\exists integer i; reduce->first[0] <= i < reduce->first[1]
                                            && reduce->finish[i] == e);
     ensures end:      reduce->end[0] == 7 && EndOf(reduce->floor[0], reduce->first[0], reduce->first[1],
                                                    reduce->finish, reduce->end[0]);
  @/
  void rtmr_slip_2_no_reduces(struct rtmr_ghost_plan \ghost *map, struct rtmr_ghost_plan \ghost *reduce);
*/

/* Slip 4, "reduces start in the order of their jobs" (Proof-2): the plan has a task of job 0,
 * whose stage is not ready, and one of job 1, whose stage is. Two slots are idle: the dispatcher
 * offers job 1's, out of order, and rightly so. */
/*@ ghost
  /@ requires valid:   \valid(pool);
     assigns *pool;
     ensures state:    pool->idle == 2 && pool->waiting[0] == 1 && pool->ready[0] == 0 && pool->waiting[1] == 1
                       && pool->ready[1] == 1;
     ensures offered:  OFFER(*pool, 2, 1);
  @/
  void rtmr_slip_4(struct rtmr_pool \ghost *pool);
*/

/* What that does to V: job 1's task takes 10 from 21 on, job 0's 10 from 100 on, when its maps
 * have ended. V is [31, 110] then. Proof-2's equation, job after job V := MAX(V, end of the
 * maps) (+) durations, says [110, 110]. */
/*@ ghost
  /@ requires valid:    \valid(begin) && \valid(first) && \valid(end) && \valid(raised) && \valid(printed)
                        && \valid(raised_again)
                        && \valid(printed_end);
     assigns *begin, *first, *end, *raised, *printed, *raised_again, *printed_end;
     ensures begin:     Sorted(begin->at, 2) && begin->at[0] == 0 && begin->at[1] == 0;
     ensures run:       Resorted(begin->at, first->at, 2, 21 + 10) && Resorted(first->at, end->at, 2, 100 + 10);
     ensures equation:  Raised(begin->at, raised->at, 2, 100)
                        && Resorted(raised->at, printed->at, 2, raised->at[0] + 10);
     ensures equation_next: Raised(printed->at, raised_again->at, 2, 21)
                            && Resorted(raised_again->at, printed_end->at, 2, raised_again->at[0] + 10);
     ensures differ:    end->at[0] == 31 && printed_end->at[0] == 110 && !SameEntries(end->at, printed_end->at, 2);
  @/
  void rtmr_slip_4_vectors(struct rtmr_vector \ghost *begin, struct rtmr_vector \ghost *first,
                           struct rtmr_vector \ghost *end,
                           struct rtmr_vector \ghost *raised, struct rtmr_vector \ghost *printed,
                           struct rtmr_vector \ghost *raised_again,
                           struct rtmr_vector \ghost *printed_end);
*/

/* The same run, of the two tasks in the order of their jobs. Job 0's task takes the slot that is
 * free first, from 100 on: V = [0, 110]; job 1's takes the one that is free first then, from 21
 * on: V = [31, 110], which is so. So both take slots in the order of their jobs, as
 * RUNS_IN_ORDER says, but they do not start in it: that reading of Proof-2 is refuted, not this
 * one. */
/*@ ghost
  /@ requires valid:    \valid(s);
     assigns *s;
     ensures begin:     s->base.n == 2 && s->v.row[0].at[0] == 0 && s->v.row[0].at[1] == 0;
     ensures jobs:      s->plan.job[0] == 0 && s->plan.job[1] == 1 && s->run.release[0] == 100
                        && s->run.release[1] == 21
                        && s->takes.of[0] == 10 && s->takes.of[1] == 10;
     ensures run:       RUNS_IN_ORDER(*s, 2) && V_ROWS(*s, 2);
     ensures end:       s->v.row[2].at[0] == 31 && s->v.row[2].at[1] == 110;
     ensures starts:    s->run.start[0] == 100 && s->run.start[1] == 21;
     ensures order:     !(\forall integer i, j; 0 <= i <= j < 2 ==> s->run.start[i] <= s->run.start[j]);
  @/
  void rtmr_slip_4_in_order(struct rtmr_ghost_stage \ghost *s);
*/

/* Slip 5, "a job is planned from its arrival on": one task of 1, arrived at 0, awaits dispatch
 * at 3, when it is planned again onto [0]. From its arrival on it starts at 0 and ends at 1: the
 * plan is late before it begins. Proof-1's T, MAX([0], 0) (+) 1, is [1], and V is [4] if it runs
 * at once: T >= V fails, clamped or not. From now on it starts at 3, and T is [4]. */
/*@ ghost
  /@ requires valid:   \valid(g) && \valid(pool) && \valid(before) && \valid(arrived) && \valid(run);
     assigns *g, *pool, *before, *arrived, *run;
     TOGETHER(ensures, outcome,
              CLAUSE(conjunct, before, before->n == 1 && before->at[0] == 0)
              CLAUSE(conjunct, printed,
                     Resorted(before->at, arrived->at, 1, LATEST(before->at[0], 0) + 1) && arrived->at[0] == 1)
              CLAUSE(conjunct, run, Resorted(before->at, run->at, 1, LATEST(before->at[0], 3) + 1) && run->at[0] == 4)
              CLAUSE(conjunct, less, !AtLeastFrom(3, arrived->at, run->at, 1) && !AtLeast(arrived->at, run->at, 1))
              CLAUSE(conjunct, task,
                     g->plan.tasks == 1 && g->plan.open[0] == 1 && pool->estimate[0] == 1 && WAIT_PAD(*pool) == 0
                     && RELEASE_PAD(*pool) == 0)
              CLAUSE(conjunct, arrival,
                     Scheduled(0, 1, 0, g->plan.start[0], g->plan.finish[0]) && g->plan.finish[0] == pool->end[0]
                     && pool->end[0] == 1)
              CLAUSE(conjunct, at_0, PLAN_TIMES(*pool, *g, 0))
              CLAUSE(conjunct, late, !PLAN_TIMES(*pool, *g, 3))
              CLAUSE(conjunct, now, g->draft.tasks == 1 && Scheduled(3, 1, 0, g->draft.start[0], g->draft.finish[0])
                                    && g->draft.start[0] == 3)
              CLAUSE(conjunct, in_time, DRAFT_TIMES(*pool, *g, 3)))
  @/
  void rtmr_slip_5(struct rtmr_ghost_pool \ghost *g, struct rtmr_pool \ghost *pool, struct rtmr_vector \ghost *before,
                   struct rtmr_vector \ghost *arrived, struct rtmr_vector \ghost *run);
*/

/* Two slots, of which one runs a task of the job at place 0, or 1, until 10; nothing waits, and
 * it is 3. */
/*@ ghost
  /@ requires valid:   \valid(g) && \valid(pool) && 0 <= place <= 1;
     assigns *g, *pool;
     ensures slots:    pool->slots == 2 && pool->state[0] == RTMR_SLOT_BUSY && pool->place[0] == place
                       && pool->bound[0] == 10
                       && pool->state[1] == RTMR_SLOT_IDLE;
     ensures plan:     g->plan.tasks == 0 && g->plan.first[0] == 0 && g->plan.first[1] == 0 && g->plan.first[2] == 0;
     ensures runs:     BusyOfFirst(pool->state, pool->place, pool->bound, 2, place + 1, 5) == 1
                       && BusyAbove(pool->state, pool->bound, 2, 5) == 1;
  @/
  void rtmr_one_runs(struct rtmr_ghost_pool \ghost *g, struct rtmr_pool \ghost *pool, int32_t place);
*/

/* Slip 6, "the predecessor is the job that started last", none if it has finished: of two jobs
 * the one behind started last, at 1, and ended at 2; the job in front runs until 10. [0, 0], the
 * vector of no predecessor, does not count it; [0, 10], that of the last job that is unfinished,
 * does. At 3 a job of two tasks of 1 that start at 4, say reduces whose maps end then, and are
 * due at 5, is accepted by the one; but the second ends at 6, as the other has it. */
/*@ ghost
  /@ requires valid:   \valid(g) && \valid(pool) && \valid(run) && \valid(none) && \valid(unfinished) && \valid(once)
                       && \valid(once_unfinished);
     assigns *g, *pool, *run, *none, *unfinished, *once, *once_unfinished;
     ensures last:     run->job[0] == 0 && run->job[1] == 1 && run->start[0] < run->start[1];
     ensures finished: run->finish[1] <= 3 && 3 < run->finish[0];
     ensures state:    pool->place[0] == 0 && pool->state[0] == RTMR_SLOT_BUSY && pool->bound[0] == run->finish[0];
     ensures none:     none->n == 2 && none->at[0] == 0 && none->at[1] == 0;
     ensures missed:   !VECTOR_COVERS(*pool, *none, *g, 1, 3);
     ensures covered:  unfinished->n == 2 && unfinished->at[0] == 0 && unfinished->at[1] == 10
                       && VECTOR_COVERS(*pool, *unfinished, *g, 1, 3);
     ensures accepted: Resorted(none->at, once->at, 2, LATEST(none->at[0], 4) + 1)
                       && LATEST(none->at[0], 4) + 1 == 5 && LATEST(once->at[0], 4) + 1 == 5;
     ensures late:     Resorted(unfinished->at, once_unfinished->at, 2, LATEST(unfinished->at[0], 4) + 1)
                       && LATEST(unfinished->at[0], 4) + 1 == 5 && LATEST(once_unfinished->at[0], 4) + 1 == 6;
  @/
  void rtmr_slip_6(struct rtmr_ghost_pool \ghost *g, struct rtmr_pool \ghost *pool, struct rtmr_ghost_plan \ghost *run,
                   struct rtmr_vector \ghost *none, struct rtmr_vector \ghost *unfinished,
                   struct rtmr_vector \ghost *once,
                   struct rtmr_vector \ghost *once_unfinished);
*/

/* Slip 7, "a job that has started is planned again from its tasks that await dispatch"
 * (Algorithm V): its only task, estimated 9, runs until 10, so nothing is planned; the vector
 * that results, [1, 3], the one before it, does not count the task. From its unfinished tasks,
 * the running one a full estimate from now, 3, it becomes [3, 12], which does. A job of two
 * tasks of 5 that is due at 9 is accepted by the one, to end at 8; but there is one slot until
 * 10, and its second task ends at 13, as the other has it. */
/*@ ghost
  /@ requires valid:   \valid(g) && \valid(pool) && \valid(before) && \valid(after) && \valid(once)
                       && \valid(once_after);
     assigns *g, *pool, *before, *after, *once, *once_after;
     ensures before:   before->n == 2 && before->at[0] == 1 && before->at[1] == 3
                       && VECTOR_COVERS(*pool, *before, *g, 1, 3);
     ensures state:    pool->place[0] == 1 && pool->state[0] == RTMR_SLOT_BUSY && pool->bound[0] == 10
                       && pool->estimate[1] == 9;
     ensures missed:   !VECTOR_COVERS(*pool, *before, *g, 2, 3);
     ensures again:    after->n == 2 && Resorted(before->at, after->at, 2,
                                                 LATEST(before->at[0], 3) + pool->estimate[1]);
     ensures covered:  VECTOR_COVERS(*pool, *after, *g, 2, 3);
     ensures accepted: Resorted(before->at, once->at, 2, LATEST(before->at[0], 3) + 5)
                       && LATEST(before->at[0], 3) + 5 == 8 && LATEST(once->at[0], 3) + 5 == 8;
     ensures late:     Resorted(after->at, once_after->at, 2, LATEST(after->at[0], 3) + 5)
                       && LATEST(after->at[0], 3) + 5 == 8 && LATEST(once_after->at[0], 3) + 5 == 13 && 13 > 9;
  @/
  void rtmr_slip_7(struct rtmr_ghost_pool \ghost *g, struct rtmr_pool \ghost *pool, struct rtmr_vector \ghost *before,
                   struct rtmr_vector \ghost *after, struct rtmr_vector \ghost *once,
                   struct rtmr_vector \ghost *once_after);
*/

#if RTMR_WITH_STORED_VECTORS
/* Slip 7 too, lines 15 and 16 as printed, which plan all tasks of the job again, those that have
 * ended too: of two tasks of 9, planned at 0 onto [0, 1], what is left by the jobs before, one
 * has ended at 2, and one runs until 10. At 3 all tasks make [12, 12] of [0, 1] again, the
 * unfinished one makes [1, 12], and the vector stored for the job is [9, 10]. Each counts what
 * runs, but the printed one is later than both others: a task of 4 that is due at 14 is rejected
 * by it alone. */
/*@ ghost
  /@ requires valid:   \valid(g) && \valid(pool) && \valid(begin) && \valid(one) && \valid(stored) && \valid(unfinished)
                       && \valid(printed);
     assigns *g, *pool, *begin, *one, *stored, *unfinished, *printed;
     TOGETHER(ensures, outcome,
              CLAUSE(conjunct, state, pool->place[0] == 1 && pool->state[0] == RTMR_SLOT_BUSY && pool->bound[0] == 10
                                      && pool->estimate[1] == 9)
              CLAUSE(conjunct, begin, begin->n == 2 && begin->at[0] == 0 && begin->at[1] == 1
                                      && VECTOR_COVERS(*pool, *begin, *g, 1, 3))
              CLAUSE(conjunct, stored, Resorted(begin->at, one->at, 2, begin->at[0] + pool->estimate[1])
                                       && Resorted(one->at, stored->at, 2, one->at[0] + pool->estimate[1]))
              CLAUSE(conjunct, again, Resorted(begin->at, unfinished->at, 2, LATEST(begin->at[0], 3) +
                                      pool->estimate[1]))
              CLAUSE(conjunct, printed,
                     Resorted(unfinished->at, printed->at, 2, LATEST(unfinished->at[0], 3) + pool->estimate[1]))
              CLAUSE(conjunct, covered,
                     stored->n == 2 && unfinished->n == 2 && printed->n == 2
                     && VECTOR_COVERS(*pool, *stored, *g, 2, 3)
                     && VECTOR_COVERS(*pool, *unfinished, *g, 2, 3) && VECTOR_COVERS(*pool, *printed, *g, 2, 3))
              CLAUSE(conjunct, later, AtLeast(printed->at, stored->at, 2) && AtLeast(printed->at, unfinished->at, 2)
                                      && Above(printed->at, 2, 11) > Above(stored->at, 2, 11)
                                      && Above(printed->at, 2, 11) > Above(unfinished->at, 2, 11))
              CLAUSE(conjunct, due, LATEST(stored->at[0], 3) + 4 <= 14 && LATEST(unfinished->at[0], 3) + 4 <= 14
                                    && 14 < LATEST(printed->at[0], 3) + 4))
  @/
  void rtmr_slip_7_all_tasks(struct rtmr_ghost_pool \ghost *g, struct rtmr_pool \ghost *pool,
                             struct rtmr_vector \ghost *begin,
                             struct rtmr_vector \ghost *one, struct rtmr_vector \ghost *stored,
                             struct rtmr_vector \ghost *unfinished,
                             struct rtmr_vector \ghost *printed);
*/
#endif

/* Slip 9, "a new job goes before every job with a later deadline", one that has started too: job
 * 0, due at 20, runs on one of two slots until 10. It is 3, and a job with two tasks of 5, due
 * at 9, arrives. By deadline alone it goes in front of job 0, is planned from [0, 0], the vector
 * of no predecessor, which does not count what runs, and both tasks end by 8. But one slot is
 * free only at 10. Behind the job that has started it is planned from [0, 10], which counts
 * that; the second task ends at 13, and the job is rejected. */
/*@ ghost
  /@ requires valid:   \valid(k) && \valid(g) && \valid(none) && \valid(once) && \valid(stored) && \valid(once_stored);
     assigns *k, *g, *none, *once, *stored, *once_stored;
     ensures jobs:     k->promised == 1 && k->started[0] == 1 && k->deadline[0] == 20 && k->map.place[0] == 0
                       && k->map.bound[0] == 10;
     ensures passes:   Place(RTMR_ORDER_EDF, k->promised, k->started, k->deadline, 9, 0);
     ensures floor:    Floor(RTMR_ORDER_FLOOR, k->promised, k->started) == 1
                       && Place(RTMR_ORDER_FLOOR, k->promised, k->started, k->deadline, 9, 1);
     ensures none:     none->n == 2 && none->at[0] == 0 && none->at[1] == 0
                       && Resorted(none->at, once->at, 2, LATEST(none->at[0], 3) + 5)
                       && LATEST(once->at[0], 3) + 5 == 8 && 8 <= 9;
     ensures missed:   !COVERS_ALL(k->map, *none, *g, 0, 3);
     ensures stored:   stored->n == 2 && stored->at[0] == 0 && stored->at[1] == 10
                       && Resorted(stored->at, once_stored->at, 2, LATEST(stored->at[0], 3) + 5)
                       && LATEST(once_stored->at[0], 3) + 5 == 13 && 13 > 9;
     ensures covered:  COVERS_ALL(k->map, *stored, *g, 1, 3);
  @/
  void rtmr_slip_9(struct rtmr \ghost *k, struct rtmr_ghost_pool \ghost *g, struct rtmr_vector \ghost *none,
                   struct rtmr_vector \ghost *once,
                   struct rtmr_vector \ghost *stored, struct rtmr_vector \ghost *once_stored);
*/

/* Slip 10, "the stage ends with its last task": of two tasks, on two slots from 0 on, the first
 * takes 4 and the last 2. */
/*@ ghost
  /@ requires valid:   \valid(base) && \valid(d);
     assigns *base, *d;
     ensures begin:    base->n == 2 && base->at[0] == 0 && base->at[1] == 0;
     ensures smallest: d->tasks == 2 && TookSmallest(base->n, d->tasks, base->at, d->open, d->least, d->finish);
     ensures first:    Scheduled(0, 4, d->least[0], d->start[0], d->finish[0]) && d->finish[0] == 4;
     ensures second:   Scheduled(0, 2, d->least[1], d->start[1], d->finish[1]) && d->finish[1] == 2;
     ensures latest:   EndOf(0, 0, 2, d->finish, 4);
     ensures last:     !EndOf(0, 0, 2, d->finish, d->finish[1]);
  @/
  void rtmr_slip_10(struct rtmr_vector \ghost *base, struct rtmr_ghost_plan \ghost *d);
*/

/* Algorithm V lines 6 and 7: an estimate is off by delta or more. */
#define OFF_BY(e, ended, delta) ((e) - (ended) >= (delta) || (ended) - (e) >= (delta))

/* Slip 8, "line 6 plans the finished job again, and compares that e" (Algorithm V): a task of 5,
 * planned at 0 onto [0], is punctual: it ends at 5, as recorded. Planned again then it would end
 * at 10, and onto any vector 5 later or more: whenever delta is at most the task's estimate, 5,
 * feedback runs although the job was punctual. (With a delta of 6 it would not, onto [0].) The
 * recorded e is not off by any delta: with it nothing is corrected (CORRECTS), with the other e
 * it would be. */
/*@ ghost
  /@ requires valid:   \valid(k) && \valid(g);
     assigns *k, *g;
     ensures recorded: Scheduled(0, 5, 0, g->plan.start[0], g->plan.finish[0]) && EndOf(0, 0, 1, g->plan.finish, 5);
     ensures again:    Scheduled(5, 5, 0, g->draft.start[0], g->draft.finish[0]) && EndOf(5, 0, 1, g->draft.finish, 10);
     ensures printed:  OFF_BY(10, 5, 1);
     ensures any:      \forall integer least, start, finish, delta; Scheduled(5, 5, least, start, finish)
                       && delta <= 5 ==>
                       OFF_BY(finish, 5, delta);
     ensures larger:   !OFF_BY(10, 5, 6);
     ensures right:    \forall integer delta; 0 < delta ==> !OFF_BY(5, 5, delta);
     ensures kernel:   k->feedback == RTMR_FEEDBACK_SATU && k->now == 5 && k->delta == 1 && !CORRECTS(*k, 5)
                       && CORRECTS(*k, 10);
  @/
  void rtmr_slip_8(struct rtmr \ghost *k, struct rtmr_ghost_pool \ghost *g);
*/

/* Slip 16, "larger than delta" (the text on Algorithm V), for line 7's "at least": a task of 5 from
 * 0 on, with e = 5, ends at 4, and delta is
 * 1. By line 7 the vectors are corrected, as the kernel does it (CORRECTS), by the text they are
 * not. */
/*@ ghost
  /@ requires valid:   \valid(k) && \valid(d);
     assigns *k, *d;
     ensures recorded: Scheduled(0, 5, 0, d->start[0], d->finish[0]) && EndOf(0, 0, 1, d->finish, 5);
     ensures line_7:   OFF_BY(d->finish[0], 4, 1);
     ensures text:     !(d->finish[0] - 4 > 1 || 4 - d->finish[0] > 1);
     ensures kernel:   k->now == 4 && k->delta == 1 && CORRECTS(*k, d->finish[0]);
  @/
  void rtmr_slip_16(struct rtmr \ghost *k, struct rtmr_ghost_plan \ghost *d);
*/

/*@
  // A table prints part / whole as so many tenths of a percent, rounded to the nearest, a half
  // either way.
  predicate PrintedAs(integer part, integer whole, integer tenths) =
    0 < whole && (2 * tenths - 1) * whole <= 2000 * part <= (2 * tenths + 1) * whole;
*/

/* Slip 13, "Deadline Constraint accepted 49.4 % of the jobs, of which 22.5 % were successful"
 * (Table VI): workload II has 89 jobs, 13 of which have more reduce tasks than there are slots,
 * and Deadline Constraint cannot take them. No numbers of accepted and of successful jobs print
 * so: neither of all 89, nor of the 76 or fewer that remain if those 13 are left out. (Each
 * alone would be of all 89, 44 and 20; and both of 81: 40, and 9 of these.) */
/*@ ghost
  /@ requires jobs:    jobs == 89 || 0 <= jobs <= 89 - 13;
     requires range:   0 <= successful <= accepted <= jobs;
     assigns \nothing;
     ensures neither:  !(PrintedAs(accepted, jobs, 494) && PrintedAs(successful, accepted, 225));
     ensures apart:    PrintedAs(44, 89, 494) && PrintedAs(20, 89, 225);
     ensures others:   PrintedAs(40, 81, 494) && PrintedAs(9, 40, 225);
  @/
  void rtmr_slip_13(int32_t jobs, int32_t accepted, int32_t successful);
*/

#endif
