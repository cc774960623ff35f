/*
 * One instance of Algorithm V and of the estimator that ships, and one of each lemma in
 * estimates.h, appendix.h, proof_1_and_2.h, accepted_plan.h, stored_plan.h and algorithm_6.h, its
 * own or that of a lemma that calls it: its hypotheses can be met. (Those of
 * rtmr_verdict_is_planned are met by every job that rtmr_submit_as_planned sees accepted, and
 * rtmr_submit_as_planned_applies shows one; those of the lemmas in stored_plan.h likewise.) With
 * two slots, and two tasks, jobs or finish times, so that each induction takes more than one step;
 * but for the job that is submitted, that of proofs/examples/first_run.h, with one slot and one
 * task in each stage, for the job behind one that is not planned again, with one task in each, and
 * for Algorithm V, with one slot in each stage.
 *
 * Ghost functions, and some programs, that build the instance: the contract says what holds of it.
 * Never compiled.
 */
#ifndef PROOFS_INSTANCES_H
#define PROOFS_INSTANCES_H

#include "proofs/papers/accepted_plan.h"
#include "proofs/papers/algorithm_6.h"
#include "proofs/papers/appendix.h"
#include "proofs/papers/estimates.h"
#include "proofs/examples/first_run.h"
#include "proofs/lemmas/plan_lemmas.h"
#include "proofs/papers/proof_1_and_2.h"
#include "proofs/papers/stored_plan.h"

/* A sorted vector of two entries. */
/*@ ghost
  /@ requires valid:  \valid(v) && x <= y;
     assigns *v;
     ensures entries: v->n == 2 && v->at[0] == x && v->at[1] == y;
     ensures sorted:  Sorted(v->at, 2);
     ensures counts:  \forall integer t; Above(v->at, 2, t) == (x > t ? 1 : 0) + (y > t ? 1 : 0);
  @/
  void rtmr_two_entries(struct rtmr_vector \ghost *v, rtmr_ticks x, rtmr_ticks y);
*/

/* Estimates cover what was observed: map tasks of 3 and 2 units took 7 and 5, and one of 4 units
 * is estimated at 10. A job made 2 units of reduce input of 3 units of map input, and a reduce
 * task of 2 units took 5: of 10 units of map input become 7, of which each of two tasks reads at
 * most 4, and is estimated at 10. */
/*@ ghost
  /@ requires valid:   \valid(e);
     assigns *e;
     ensures rates:    ESTIMATOR_VALID(*e) && e->map_rate.numerator == 5 && e->map_rate.denominator == 2;
     ensures observed: OBSERVED(e->map_rate, 7, 3) && OBSERVED(e->map_rate, 5, 2) && OBSERVED(e->reduce_rate, 5, 2)
                       && OBSERVED(e->eta, 2, 3);
     ensures map:      SCALED_UP(e->map_rate, 4, 10);
     ensures input:    RoundedUp(e->eta.numerator * 10, e->eta.denominator) == 7 && REDUCE_SHARE(e->eta, 10, 2) == 4;
     ensures reduce:   SCALED_UP(e->reduce_rate, 4, 10);
  @/
  void rtmr_estimates_apply(struct rtmr_estimator \ghost *e);
*/

/* The estimator that ships comes to them: it is told of these tasks and of this job, and asked
 * for the two estimates. */
/*@ requires valid:    \valid(e) && \valid(map) && \valid(reduce);
    requires separate: \separated(e, map, reduce);
    assigns *e, *map, *reduce;
    ensures answered:  \result == RTMR_ESTIMATOR_OK;
    ensures rates:     e->map_rate.numerator == 5 && e->map_rate.denominator == 2 && e->reduce_rate.numerator == 5
                       && e->reduce_rate.denominator == 2 && e->eta.numerator == 2 && e->eta.denominator == 3;
    ensures estimates: *map == 10 && *reduce == 10;
*/
enum rtmr_estimator_status rtmr_estimator_applies(struct rtmr_estimator *e, rtmr_ticks *map, rtmr_ticks *reduce);

/* Definition 2, and Properties 1 to 3, apply: [0, 3] and [0, 2], raised to 2 and to 1, are [2,
 * 3] and [1, 2]; with two tasks, of 4 and 1 and of 2 and 1, they become [4, 6] and [3, 3]. */
/*@ ghost
  /@ requires valid: \valid(before_a) && \valid(a) && \valid(c) && \valid(before_b) && \valid(b) && \valid(d);
     assigns *before_a, *a, *c, *before_b, *b, *d;
     ensures raised: AtLeast(a->row[0].at, b->row[0].at, 2) && a->row[0].at[0] == 2 && b->row[0].at[0] == 1;
     ensures added:  AtLeast(a->row[2].at, b->row[2].at, 2) && a->row[2].at[0] == 4 && b->row[2].at[0] == 3;
     ensures chain:  AtLeast(a->row[2].at, b->row[1].at, 2);
     ensures entry:  Entry(a->row[0].at, 2, c->of, 2, 0) == 4 && Entry(a->row[0].at, 2, c->of, 2, 1) == 6;
  @/
  void rtmr_appendix_applies(struct rtmr_vector \ghost *before_a, struct rtmr_ghost_rows \ghost *a,
                             struct rtmr_ghost_items \ghost *c,
                             struct rtmr_vector \ghost *before_b, struct rtmr_ghost_rows \ghost *b,
                             struct rtmr_ghost_items \ghost *d);
*/

/* A plan of two jobs with a task each: which entries they take, from when on, and when they end. */
/*@ ghost
  /@ requires valid:  \valid(plan);
     assigns *plan;
     ensures drafted: DRAFTED(*plan, 2) && plan->tasks == 2 && plan->first[0] == 0 && plan->first[1] == 1
                      && plan->first[2] == 2
                      && plan->job[0] == 0 && plan->job[1] == 1;
     ensures first:   plan->least[0] == least && plan->start[0] == start && plan->finish[0] == finish
                      && plan->end[0] == finish;
     ensures second:  plan->least[1] == next_least && plan->start[1] == next_start && plan->finish[1] == next_finish
                      && plan->end[1] == next_finish;
     ensures open:    \forall integer x; OpenAbove(plan->open, plan->finish, 0, x) == 0
                      && OpenAbove(plan->open, plan->finish, 1, x) == (finish > x ? 1 : 0)
                      && OpenAbove(plan->open, plan->finish, 2, x) == (finish > x ? 1 : 0) + (next_finish > x ? 1 : 0);
     ensures taken:   \forall integer x; LeastAbove(plan->least, 0, x) == 0
                      && LeastAbove(plan->least, 1, x) == (least > x ? 1 : 0)
                      && LeastAbove(plan->least, 2, x) == (least > x ? 1 : 0) + (next_least > x ? 1 : 0);
  @/
  void rtmr_two_tasks(struct rtmr_ghost_plan \ghost *plan, rtmr_ticks least, rtmr_ticks start, rtmr_ticks finish,
                      rtmr_ticks next_least, rtmr_ticks next_start, rtmr_ticks next_finish);
*/

/* What happens to them: when they are released, start and end; the stage of each ends with its
 * task. */
/*@ ghost
  /@ requires valid:   \valid(run) && release <= start <= finish && next_release <= next_start <= next_finish;
     assigns *run;
     ensures release:  run->release[0] == release && run->release[1] == next_release && run->floor[0] == release
                       && run->floor[1] == next_release;
     ensures first:    run->start[0] == start && run->finish[0] == finish && run->end[0] == finish;
     ensures second:   run->start[1] == next_start && run->finish[1] == next_finish && run->end[1] == next_finish;
     ensures ends:     EndOf(release, 0, 1, run->finish, finish);
     ensures next_ends: EndOf(next_release, 1, 2, run->finish, next_finish);
  @/
  void rtmr_two_runs(struct rtmr_ghost_plan \ghost *run, rtmr_ticks release, rtmr_ticks start, rtmr_ticks finish,
                     rtmr_ticks next_release, rtmr_ticks next_start, rtmr_ticks next_finish);
*/

/* The map stage of two jobs, planned at 2 onto [0, 3], with a task each, estimated 4 and 3: T =
 * [0, 3], [3, 6], [6, 6]. In fact the slots are available at 1, and the tasks take 2 and 3: V =
 * [1, 1], [1, 4], [4, 5]. Before the first job T >= V holds clamped at 2 only. */
/*@ ghost
  /@ requires valid:  \valid(s);
     assigns *s;
     TOGETHER(ensures, outcome,
              STAGE_PLANNED(conjunct, , *s, 0, 2)
              STAGE_RUN(conjunct, , *s, 0, 2)
              CLAUSE(conjunct, jobs, s->plan.first[2] == 2 && s->base.n == 2)
              CLAUSE(conjunct, release, \forall integer p; 0 <= p < 2 ==>
                                        s->plan.release[p] == 2 && s->run.release[p] == 2 && s->plan.floor[p] == 2
                                        && s->run.floor[p] == 2)
              CLAUSE(conjunct, takes, s->takes.of[0] == 4 && s->takes.of[1] == 3 && s->plan.estimate[0] == 4
                                      && s->plan.estimate[1] == 3
                                      && s->plan.job[0] == 0 && s->plan.job[1] == 1)
              CLAUSE(conjunct, ending,
                     s->plan.end[0] == 6 && s->plan.end[1] == 6 && s->run.end[0] == 4 && s->run.end[1] == 5)
              CLAUSE(conjunct, before,
                     AtLeastFrom(2, s->t.row[0].at, s->v.row[0].at, 2) && !AtLeast(s->t.row[0].at, s->v.row[0].at, 2)))
  @/
  void rtmr_two_maps(struct rtmr_ghost_stage \ghost *s);
*/

/* Their reduce stage, planned onto [0, 0], with a task each, estimated 2 and 1: T = [0, 0], [0,
 * 8], [7, 8]. In fact they start when their maps end, at 4 and 5, and take as long as estimated:
 * V = [0, 0], [0, 6], [6, 6]. */
/*@ ghost
  /@ requires valid:  \valid(s);
     assigns *s;
     TOGETHER(ensures, outcome,
              STAGE_PLANNED(conjunct, , *s, 0, 2)
              STAGE_RUN(conjunct, , *s, 0, 2)
              CLAUSE(conjunct, jobs, s->plan.first[2] == 2 && s->base.n == 2)
              CLAUSE(conjunct, release, \forall integer p; 0 <= p < 2 ==> s->plan.release[p] == 6
                                        && s->plan.floor[p] == 6)
              CLAUSE(conjunct, run,
                     s->run.release[0] == 4 && s->run.release[1] == 5 && s->run.floor[0] == 4 && s->run.floor[1] == 5)
              CLAUSE(conjunct, takes, s->takes.of[0] == 2 && s->takes.of[1] == 1 && s->plan.estimate[0] == 2
                                      && s->plan.estimate[1] == 1
                                      && s->plan.job[0] == 0 && s->plan.job[1] == 1)
              CLAUSE(conjunct, ending,
                     s->plan.end[0] == 8 && s->plan.end[1] == 7 && s->run.end[0] == 6 && s->run.end[1] == 6)
              CLAUSE(conjunct, before, AtLeastFrom(2, s->t.row[0].at, s->v.row[0].at, 2)))
  @/
  void rtmr_two_reduces(struct rtmr_ghost_stage \ghost *s);
*/

/* The map stage of one job with two tasks, each estimated 4, planned at 2 onto [1, 3]: T = [1,
 * 3], [3, 6], [6, 7]; the second task takes no smaller entry than the first, and ends later: at
 * 7, and so does the stage. In fact the slots are available at 1, and the tasks take 3 and 4: V
 * = [1, 1], [1, 5], [5, 6]. */
/*@ ghost
  /@ requires valid:  \valid(s);
     assigns *s;
     TOGETHER(ensures, outcome,
              STAGE_PLANNED(conjunct, , *s, 0, 1)
              STAGE_RUN(conjunct, , *s, 0, 1)
              CLAUSE(conjunct, tasks,
                     s->plan.first[1] == 2 && s->plan.job[0] == 0 && s->plan.job[1] == 0 && s->base.n == 2)
              CLAUSE(conjunct, takes, s->takes.of[0] == 4 && s->takes.of[1] == 4 && s->plan.estimate[0] == 4)
              CLAUSE(conjunct, release, s->plan.release[0] == 2 && s->run.release[0] == 2 && s->plan.floor[0] == 2
                                        && s->run.floor[0] == 2)
              CLAUSE(conjunct, finish, s->plan.finish[0] == 6 && s->plan.finish[1] == 7)
              CLAUSE(conjunct, ending, s->plan.end[0] == 7 && s->run.end[0] == 6)
              CLAUSE(conjunct, begin, s->t.row[0].at[0] == 1 && s->t.row[0].at[1] == 3 && s->v.row[0].at[0] == 1
                                      && s->v.row[0].at[1] == 1)
              CLAUSE(conjunct, before, AtLeastFrom(2, s->t.row[0].at, s->v.row[0].at, 2)))
  @/
  void rtmr_two_tasks_of_one_job(struct rtmr_ghost_stage \ghost *s);
*/

/* The last of its tasks ends it; and what Proof-1 says of it. */
/*@ ghost
  /@ requires valid:  \valid(s);
     assigns *s;
     ensures last:    s->plan.end[0] == T_FINISH(*s, 1) && T_FINISH(*s, 0) <= T_FINISH(*s, 1);
     ensures order:   AtLeastFrom(2, s->t.row[2].at, s->v.row[2].at, 2);
     ensures in_time: s->run.finish[0] <= s->plan.finish[0] && s->run.finish[1] <= s->plan.finish[1]
                      && s->run.end[0] <= s->plan.end[0];
  @/
  void rtmr_last_task_applies(struct rtmr_ghost_stage \ghost *s);
*/

/* Proof-1 and Proof-2 apply to the two stages of two jobs, with deadlines 8 and 9: the vectors
 * behind the last job, the ends of the maps, and the promise. */
/*@ ghost
  /@ requires valid:  \valid(map) && \valid(reduce) && \valid(deadline);
     assigns *map, *reduce, *deadline;
     ensures order:    AtLeastFrom(2, map->t.row[2].at, map->v.row[2].at, 2);
     ensures map_ends: map->run.end[0] <= map->plan.end[0] && map->run.end[1] <= map->plan.end[1];
     ensures promise:  reduce->run.end[0] <= reduce->plan.end[0] <= deadline->of[0]
                       && reduce->run.end[1] <= reduce->plan.end[1] <= deadline->of[1];
  @/
  void rtmr_proof_1_and_2_applies(struct rtmr_ghost_stage \ghost *map, struct rtmr_ghost_stage \ghost *reduce,
                                  struct rtmr_ghost_deadlines \ghost *deadline);
*/

/* It is 2. One job is promised, with a map task of 4 and a reduce task of 2, due at 8; another,
 * with tasks of 3 and 1, has been submitted. Both stages have two idle slots. */
/*@ ghost
  /@ requires valid:   \valid(k) && \valid(candidate);
     assigns *k, *candidate;
     ensures now:      k->now == 2 && k->promised == 1 && k->deadline[0] == 8;
     ensures map:      k->map.slots == 2 && k->map.usable == 2 && k->map.waiting[0] == 1 && k->map.estimate[0] == 4;
     ensures reduce:   k->reduce.slots == 2 && k->reduce.usable == 2 && k->reduce.waiting[0] == 1
                       && k->reduce.estimate[0] == 2;
     ensures pads:     RELEASE_PAD(k->map) == 0 && RELEASE_PAD(k->reduce) == 0 && WAIT_PAD(k->map) == 0
                       && WAIT_PAD(k->reduce) == 0;
     ensures candidate: candidate->map.waiting == 1 && candidate->map.estimate == 3 && candidate->reduce.waiting == 1
                       && candidate->reduce.estimate == 1;
     ensures map_idle: LastBound(2, 2, 0, k->map.state, k->map.place, k->map.bound) == 2;
     ensures reduce_idle: LastBound(2, 2, 0, k->reduce.state, k->reduce.place, k->reduce.bound) == 2;
  @/
  void rtmr_one_promised(struct rtmr \ghost *k, struct rtmr_ghost_candidate \ghost *candidate);
*/

/* The plan above is the one with which it is accepted, for a deadline of 9. */
/*@ ghost
  /@ requires valid:   \valid(k) && \valid(candidate) && \valid(map) && \valid(reduce) && \valid(deadline);
     assigns *k, *candidate, *map, *reduce, *deadline;
     ensures skipped:  SKIPPED(map->plan, 0) && SKIPPED(reduce->plan, 0);
     ensures maps:     STAGE_SCHEDULED(k->map, map->base, map->plan, 2);
     ensures reduces:  STAGE_SCHEDULED(k->reduce, reduce->base, reduce->plan, 2);
     ensures jobs:     JOBS_DRAFTED(*k, map->plan, reduce->plan, 0, 1, *candidate, 2);
     ensures accepted: reduce->plan.end[0] <= deadline->of[0] && reduce->plan.end[1] <= deadline->of[1];
  @/
  void rtmr_accepted_plan_applies(struct rtmr \ghost *k, struct rtmr_ghost_candidate \ghost *candidate,
                                  struct rtmr_ghost_stage \ghost *map,
                                  struct rtmr_ghost_stage \ghost *reduce, struct rtmr_ghost_deadlines \ghost *deadline);
*/

#if RTMR_WITH_STORED_VECTORS
/* One stage of the second of two jobs, planned alone as from stored vectors, onto [0, used]: a
 * task that is released at `release`, on the first slot. In fact the other slot is available 1
 * sooner. */
/*@ ghost
  /@ requires valid:   \valid(s);
     requires times:   0 <= release <= 10 && 1 <= takes <= 10 && release + takes < used <= 30;
     assigns *s;
     TOGETHER(ensures, outcome,
              STAGE_PLANNED(conjunct, , *s, 1, 2)
              STAGE_RUN(conjunct, , *s, 1, 2)
              CLAUSE(conjunct, skipped,
                     SKIPPED(s->plan, 1) && s->plan.first[2] == 1 && s->plan.job[0] == 1 && s->plan.waiting[1] == 1
                     && s->base.n == 2)
              CLAUSE(conjunct, takes, s->plan.estimate[0] == 0 && s->plan.estimate[1] == takes
                                      && s->takes.of[0] == takes)
              CLAUSE(conjunct, release,
                     s->plan.release[1] == release && s->plan.floor[1] == release && s->run.release[1] == release
                     && s->run.floor[1] == release)
              CLAUSE(conjunct, ending, s->plan.end[1] == release + takes && s->run.end[1] == release + takes)
              CLAUSE(conjunct, before, AtLeast(s->t.row[0].at, s->v.row[0].at, 2)))
  @/
  void rtmr_one_behind(struct rtmr_ghost_stage \ghost *s, rtmr_ticks release, rtmr_ticks takes, rtmr_ticks used);
*/

/* With stored vectors planning begins with the accepted job: its plan, behind one that is not
 * planned again, for a deadline of 9; and Proof-1 and Proof-2 from it on. */
/*@ ghost
  /@ requires valid:   \valid(k) && \valid(candidate) && \valid(map) && \valid(reduce) && \valid(deadline);
     assigns *k, *candidate, *map, *reduce, *deadline;
     ensures skipped:  SKIPPED(map->plan, 1) && SKIPPED(reduce->plan, 1);
     ensures maps:     STAGE_SCHEDULED(k->map, map->base, map->plan, 2);
     ensures reduces:  STAGE_SCHEDULED(k->reduce, reduce->base, reduce->plan, 2);
     ensures jobs:     JOBS_DRAFTED(*k, map->plan, reduce->plan, 1, 1, *candidate, 2);
     ensures accepted: reduce->plan.end[1] == 6 && reduce->plan.end[1] <= deadline->of[1];
     ensures order:    AtLeastFrom(2, map->t.row[1].at, map->v.row[1].at, 2) && map->run.end[1] <= map->plan.end[1];
     ensures promise:  reduce->run.end[1] <= reduce->plan.end[1];
  @/
  void rtmr_stored_plan_applies(struct rtmr \ghost *k, struct rtmr_ghost_candidate \ghost *candidate,
                                struct rtmr_ghost_stage \ghost *map,
                                struct rtmr_ghost_stage \ghost *reduce, struct rtmr_ghost_deadlines \ghost *deadline);
*/
#endif

/* The map stage of two jobs with a task each, estimated 4 and 3, planned at 2 onto [2, 2]: T =
 * [2, 2], [2, 6], [5, 6]. In fact slots have been free since `free` and 2, and the tasks take 2
 * and 3: V = [free, 2], [2, 4], [4, 5]. */
/*@ ghost
  /@ requires valid:   \valid(s) && 0 <= free <= 2;
     assigns *s;
     TOGETHER(ensures, outcome,
              STAGE_PLANNED(conjunct, , *s, 0, 2)
              STAGE_RUN(conjunct, , *s, 0, 2)
              CLAUSE(conjunct, jobs, s->plan.first[2] == 2 && s->base.n == 2 && s->base.at[0] == 2
                                     && s->base.at[1] == 2)
              CLAUSE(conjunct, entries, \forall integer x; Above(s->base.at, 2, x) == (2 > x ? 2 : 0))
              CLAUSE(conjunct, freed,
                     \forall integer x; Above(s->v.row[0].at, 2, x) == (free > x ? 1 : 0) + (2 > x ? 1 : 0))
              CLAUSE(conjunct, release, \forall integer p; 0 <= p < 2 ==>
                                        s->plan.release[p] == 2 && s->run.release[p] == 2 && s->plan.floor[p] == 2
                                        && s->run.floor[p] == 2)
              CLAUSE(conjunct, ending,
                     s->plan.end[0] == 6 && s->plan.end[1] == 5 && s->run.end[0] == 4 && s->run.end[1] == 5)
              CLAUSE(conjunct, begin, Sorted(s->v.row[0].at, 2) && s->v.row[0].at[0] == free))
  @/
  void rtmr_maps_at_once(struct rtmr_ghost_stage \ghost *s, rtmr_ticks free);
*/

/* Their reduce stage, estimated 2 and 1, planned onto [2, 2]: T = [2, 2], [2, 8], [6, 8]. In
 * fact they start when their maps end, at 4 and 5, and take as long as estimated: V = [free, 2],
 * [2, 6], [6, 6]. */
/*@ ghost
  /@ requires valid:   \valid(s) && 0 <= free <= 2;
     assigns *s;
     TOGETHER(ensures, outcome,
              STAGE_PLANNED(conjunct, , *s, 0, 2)
              STAGE_RUN(conjunct, , *s, 0, 2)
              CLAUSE(conjunct, jobs, s->plan.first[2] == 2 && s->base.n == 2 && s->base.at[0] == 2
                                     && s->base.at[1] == 2)
              CLAUSE(conjunct, entries, \forall integer x; Above(s->base.at, 2, x) == (2 > x ? 2 : 0))
              CLAUSE(conjunct, freed,
                     \forall integer x; Above(s->v.row[0].at, 2, x) == (free > x ? 1 : 0) + (2 > x ? 1 : 0))
              CLAUSE(conjunct, release, s->plan.release[0] == 6 && s->plan.release[1] == 5 && s->plan.floor[0] == 6
                                        && s->plan.floor[1] == 5
                                        && s->run.release[0] == 4 && s->run.release[1] == 5 && s->run.floor[0] == 4
                                        && s->run.floor[1] == 5)
              CLAUSE(conjunct, ending,
                     s->plan.end[0] == 8 && s->plan.end[1] == 6 && s->run.end[0] == 6 && s->run.end[1] == 6)
              CLAUSE(conjunct, begin, Sorted(s->v.row[0].at, 2) && s->v.row[0].at[0] == free))
  @/
  void rtmr_reduces_after_them(struct rtmr_ghost_stage \ghost *s, rtmr_ticks free);
*/

/* Two idle slots, free since `free` and 2, are a snapshot [2, 2] at 2. */
/*@ ghost
  /@ requires valid:   \valid(pool) && \valid(freed) && 0 <= free <= 2;
     assigns *pool, *freed;
     ensures slots:    pool->slots == 2 && pool->usable == 2 && pool->idle == 2 && pool->state[0] == RTMR_SLOT_IDLE
                       && pool->state[1] == RTMR_SLOT_IDLE;
     ensures idle:     \forall integer i; 0 <= i < pool->slots ==>
                       pool->state[i] == RTMR_SLOT_IDLE && freed->at[i] <= 2;
     ensures none:     \forall integer x; BusyAbove(pool->state, pool->bound, 2, x) == 0;
     ensures freed:    freed->at[0] == free && freed->at[1] == 2
                       && \forall integer x; FreedAbove(pool->state, freed->at, 2, x) == (free > x ? 1 : 0)
                       + (2 > x ? 1 : 0);
  @/
  void rtmr_two_idle(struct rtmr_pool \ghost *pool, struct rtmr_vector \ghost *freed, rtmr_ticks free);
*/

/* Both stages of two jobs, from the slot table on: it is 2, and both slots of each stage are
 * idle. By the plan the jobs end at 8 and 6, which is by their deadlines, 8 and 9; in fact both
 * end at 6. */
/*@ ghost
  /@ requires valid:   \valid(k) && \valid(map) && \valid(reduce) && \valid(deadline) && \valid(map_freed)
                       && \valid(reduce_freed);
     assigns *k, *map, *reduce, *deadline, *map_freed, *reduce_freed;
     ensures now:      k->now == 2 && k->map.state[0] == RTMR_SLOT_IDLE && k->map.state[1] == RTMR_SLOT_IDLE
                       && k->reduce.state[0] == RTMR_SLOT_IDLE && k->reduce.state[1] == RTMR_SLOT_IDLE;
     ensures snapshot: SNAPSHOT(k->map, map->base, 2) && SNAPSHOT(k->reduce, reduce->base, 2);
     ensures freed:    map_freed->at[0] == 1 && map_freed->at[1] == 2 && reduce_freed->at[0] == 0
                       && reduce_freed->at[1] == 2;
     ensures begin:    map->v.row[0].at[0] == 1 && reduce->v.row[0].at[0] == 0;
     ensures planned:  map->plan.end[0] == 6 && map->plan.end[1] == 5 && reduce->plan.end[0] == 8
                       && reduce->plan.end[1] == 6;
     ensures in_time:  reduce->run.end[0] == 6 && reduce->run.end[1] == 6
                       && reduce->run.end[0] <= reduce->plan.end[0] <= deadline->of[0]
                       && reduce->run.end[1] <= reduce->plan.end[1] <= deadline->of[1];
  @/
  void rtmr_accepted_jobs_apply(struct rtmr \ghost *k, struct rtmr_ghost_stage \ghost *map,
                                struct rtmr_ghost_stage \ghost *reduce,
                                struct rtmr_ghost_deadlines \ghost *deadline, struct rtmr_vector \ghost *map_freed,
                                struct rtmr_vector \ghost *reduce_freed);
*/

/* The snapshot at 3 of two slots, one of which runs until 10 and the other is idle, is [3, 10].
 * In fact the first is free at 7, and the other has been since 1: V = [1, 7]. */
/*@ ghost
  /@ requires valid:   \valid(pool) && \valid(s) && \valid(freed);
     assigns *pool, *s, *freed;
     ensures slots:    pool->slots == 2 && pool->state[0] == RTMR_SLOT_BUSY && pool->bound[0] == 10
                       && pool->state[1] == RTMR_SLOT_IDLE
                       && freed->at[0] == 7 && freed->at[1] == 1;
     ensures snapshot: SNAPSHOT(*pool, s->base, 3);
     ensures before:   AtLeastFrom(3, s->t.row[0].at, s->v.row[0].at, 2) && s->v.row[0].at[0] == 1
                       && s->v.row[0].at[1] == 7;
  @/
  void rtmr_snapshot_applies(struct rtmr_pool \ghost *pool, struct rtmr_ghost_stage \ghost *s,
                             struct rtmr_vector \ghost *freed);
*/

/* Two tasks, released at 0 and estimated 4 and 2, each for itself, are planned onto [0, 0]: T =
 * [0, 0], [0, 4], [2, 4]. The latest ends at 4, and it is not the last. */
/*@ requires valid:   \valid(free_at) && \valid(s);
    assigns *free_at, *s;
    ensures rows:     s->t.row[1].at[0] == 0 && s->t.row[1].at[1] == 4 && s->t.row[2].at[0] == 2
                      && s->t.row[2].at[1] == 4;
    ensures finishes: s->plan.finish[0] == 4 && s->plan.finish[1] == 2;
    ensures end:      \result == 4;
    ensures vector:   \forall integer x; FREE_ABOVE(*free_at, x) == Above(s->t.row[2].at, 2, x);
*/
rtmr_ticks rtmr_plan_each_applies(struct rtmr_availability *free_at) /*@ ghost (struct rtmr_ghost_stage \ghost *s) */;

/* The job of proofs/examples/first_run.h is submitted to the empty table, and accepted: its map
 * ends at 3 by the plan, and it ends at 7, when it is due. */
/*@ requires valid:   \valid(k) && \valid(g) && \valid(before) && \valid(map) && \valid(reduce) && \valid(deadline);
    requires state:   State(*k, *g);
    requires empty:   k->now == 0 && k->jobs == 0 && k->next_handle == 1 && ALL_IDLE(k->map, 1)
                      && ALL_IDLE(k->reduce, 1)
                      && LATENCY(*k) == 0 && WAIT_PAD(k->reduce) == 0;
    assigns SUBMITTED(*k), GHOST_SUBMITTED(*g), *before, *map, *reduce, *deadline;
    ensures accepted: \result == RTMR_OK;
    ensures ends:     map->plan.end[0] == 3 && reduce->plan.end[0] == 7 && deadline->of[0] == 7;
*/
enum rtmr_status rtmr_first_job_as_planned(struct rtmr *k)
    /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr \ghost *before, struct rtmr_ghost_stage \ghost *map,
               struct rtmr_ghost_stage \ghost *reduce, struct rtmr_ghost_deadlines \ghost *deadline) */;

/* From rtmr_init on, whatever the policy. */
/*@ requires valid:   \valid(k) && \valid(g) && \valid(before) && \valid(map) && \valid(reduce) && \valid(deadline);
    requires policy:  FeedbackValid(feedback);
    assigns *k, *g, *before, *map, *reduce, *deadline;
    ensures accepted: \result == RTMR_OK;
    ensures ends:     map->plan.end[0] == 3 && reduce->plan.end[0] == 7 && deadline->of[0] == 7;
*/
enum rtmr_status rtmr_submit_as_planned_applies(struct rtmr *k, enum rtmr_feedback feedback)
    /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr \ghost *before, struct rtmr_ghost_stage \ghost *map,
               struct rtmr_ghost_stage \ghost *reduce, struct rtmr_ghost_deadlines \ghost *deadline) */;

#if RTMR_WITH_STORED_VECTORS
/* It is submitted to an empty table while plans are made from stored vectors, and accepted: what
 * is stored for it, [3] and [7], is what it was tested by, and its map stage ends at 3 by both. */
/*@ requires valid:   \valid(k) && \valid(g);
    requires state:   State(*k, *g);
    requires empty:   k->now == 0 && k->jobs == 0 && k->next_handle == 1 && ALL_IDLE(k->map, 1)
                      && ALL_IDLE(k->reduce, 1)
                      && k->plans_from_slots == 0 && LATENCY(*k) == 0 && WAIT_PAD(k->reduce) == 0;
    assigns SUBMITTED(*k), GHOST_SUBMITTED(*g);
    ensures accepted: \result == RTMR_OK && k->promised == 1 && g->admitted == 0;
    ensures ends:     g->map.replan.end[0] == 3 && g->reduce.replan.end[0] == 7 && k->map.end[0] == 3
                      && k->reduce.end[0] == 7;
    ensures entries:  MAP_MEMORY(*k).of[0].row.at[0] == 3 && REDUCE_MEMORY(*k).of[0].row.at[0] == 7;
*/
enum rtmr_status rtmr_first_job_as_stored(struct rtmr *k) /*@ ghost (struct rtmr_ghost \ghost *g) */;

/* From rtmr_init on, with both policies that store vectors. */
/*@ requires valid:   \valid(k) && \valid(g);
    requires policy:  feedback == RTMR_FEEDBACK_SATU || feedback == RTMR_FEEDBACK_NONE;
    assigns *k, *g;
    ensures accepted: \result == RTMR_OK && k->promised == 1;
    ensures ends:     g->map.replan.end[0] == 3 && g->reduce.replan.end[0] == 7 && k->map.end[0] == 3
                      && k->reduce.end[0] == 7;
    ensures entries:  MAP_MEMORY(*k).of[0].row.at[0] == 3 && REDUCE_MEMORY(*k).of[0].row.at[0] == 7;
*/
enum rtmr_status rtmr_submit_as_stored_applies(struct rtmr *k, enum rtmr_feedback feedback)
    /*@ ghost (struct rtmr_ghost \ghost *g) */;
#endif

/* `TasksPlanned` applies: three tasks of 5, released at 1, are planned onto [0, 4]: [4, 6], [6,
 * 9], [9, 11]. */
/*@ ghost
  /@ requires valid:   \valid(t);
     assigns *t;
     ensures rows:     t->row[0].at[0] == 0 && t->row[0].at[1] == 4 && t->row[3].at[0] == 9 && t->row[3].at[1] == 11;
     ensures entries:  \forall integer x; Above(t->row[3].at, 2, x) == TasksPlanned(2, t->row[0].at, 1, 5, 3, x);
  @/
  void rtmr_tasks_are_planned_applies(struct rtmr_ghost_rows \ghost *t);
*/

#if RTMR_WITH_STORED_VECTORS
/* Algorithm V applies: it is 2, and the first of three jobs has just ended, whose recorded e was
 * 3, which is off by delta, 1; there is one slot for maps and one for reduces. Its one map ended
 * at 2: Algorithm VI makes [2] of [0]. The job behind it has a map task of 4 and a reduce task
 * of 2, the last one a map task and a reduce task of 1. They were planned to end at 7 and 9, and
 * at 8 and 10. Planned again, the one from [2] and [0], the other from what is stored for the
 * one, they end at 6 and 8, and at 7 and 9: that is stored, and recorded. (B is the context
 * before, K the one after.) */
/*@ ghost
  /@ requires valid:   \valid(k) && \valid(b) && \valid(maps) && \valid(reduces);
     assigns *k, *b, *maps, *reduces;
     ensures due:      CORRECTS(*k, b->reduce.end[0]) && k->promised == 3 && b->reduce.end[0] == 3 && k->delta == 1;
     ensures fed_back: FedBack(*k, *b, *maps, *reduces, 0);
     ensures origin:   maps->origin.at[0] == 2 && reduces->origin.at[0] == 0;
     ensures stored:   MAP_MEMORY(*k).of[1].row.at[0] == 6 && MAP_MEMORY(*k).of[2].row.at[0] == 7
                       && REDUCE_MEMORY(*k).of[1].row.at[0] == 8 && REDUCE_MEMORY(*k).of[2].row.at[0] == 9;
     ensures lowered:  b->map.end[1] == 7 && k->map.end[1] == 6 && b->reduce.end[1] == 9 && k->reduce.end[1] == 8
                       && b->map.end[2] == 8 && k->map.end[2] == 7 && b->reduce.end[2] == 10 && k->reduce.end[2] == 9;
  @/
  void rtmr_fed_back_applies(struct rtmr \ghost *k, struct rtmr \ghost *b, struct rtmr_ghost_replan \ghost *maps,
                             struct rtmr_ghost_replan \ghost *reduces);
*/
#endif

/* Proof-3 and Proof-4 apply: tasks end at 4 and 5, on the slots that were to be free at 2 and at
 * 1, so the first does not leave the one that is free first. U = [2, 3], [3, 4], [4, 5] and V =
 * [1, 2], [1, 4], [4, 5]. If one finish time is remembered for each of two slots, a third, at 6,
 * drives out the first: of all three and of the last two Algorithm VI makes [5, 6]. */
/*@ ghost
  /@ requires valid:   \valid(u) && \valid(v) && \valid(finish) && \valid(slot) && \valid(two) && \valid(ended);
     assigns *u, *v, *finish, *slot, *two, *ended;
     ensures times:    finish->of[0] == 4 && finish->of[1] == 5 && finish->of[2] == 6 && ended->n == 2
                       && ended->at[0] == 5 && ended->at[1] == 6;
     ensures least:    AtLeast(u->row[1].at, v->row[1].at, 2) && AtLeast(u->row[2].at, v->row[2].at, 2);
     ensures entries:  u->row[1].at[0] == 3 && u->row[1].at[1] == 4 && v->row[1].at[0] == 1 && v->row[1].at[1] == 4
                       && slot->of[0] == 1;
     ensures corrected: \forall integer x; Above(u->row[2].at, 2, x)
                        == Corrected(Above(u->row[0].at, 2, x), 2, two->at, 2, x);
     ensures all:      \forall integer x; Above(u->row[3].at, 2, x)
                       == Corrected(Above(u->row[0].at, 2, x), 2, ended->at, 2, x);
  @/
  void rtmr_proof_3_and_4_applies(struct rtmr_ghost_rows \ghost *u, struct rtmr_ghost_rows \ghost *v,
                                  struct rtmr_ghost_items \ghost *finish,
                                  struct rtmr_ghost_slots \ghost *slot, struct rtmr_vector \ghost *two,
                                  struct rtmr_vector \ghost *ended);
*/

/* What section IV.D concludes applies: it is 2, and a job has ended. Its map task left, at 2, a
 * slot that was free at 1: U = [0, 2], which is at least V = [1, 1] clamped only, becomes [2,
 * 2], and V [1, 2]. Its two reduce tasks ended at 2: U = [0, 1], [1, 2], [2, 2] and V = [1, 1],
 * [1, 2], [2, 2]. From there the two jobs behind are planned, and run. */
/*@ ghost
  /@ requires valid:   \valid(map_done) && \valid(reduce_done) && \valid(map) && \valid(reduce);
     assigns *map_done, *reduce_done, *map, *reduce;
     ensures maps:     map_done->m == 1 && map_done->u.row[0].at[0] == 0 && map_done->v.row[0].at[0] == 1
                       && map_done->finish.of[0] == 2;
     ensures reduces:  reduce_done->m == 2 && reduce_done->u.row[0].at[0] == 0 && reduce_done->v.row[0].at[0] == 1
                       && reduce_done->finish.of[0] == 2 && reduce_done->finish.of[1] == 2;
     ensures order:    AtLeastFrom(2, map->t.row[2].at, map->v.row[2].at, 2)
                       && AtLeastFrom(2, reduce->t.row[2].at, reduce->v.row[2].at, 2);
     ensures in_time:  reduce->run.end[0] == 6 && reduce->plan.end[0] == 8 && reduce->run.end[1] == 6
                       && reduce->plan.end[1] == 6;
  @/
  void rtmr_section_4_d_applies(struct rtmr_ghost_correction \ghost *map_done,
                                struct rtmr_ghost_correction \ghost *reduce_done,
                                struct rtmr_ghost_stage \ghost *map, struct rtmr_ghost_stage \ghost *reduce);
*/

/* They apply where U >= V holds clamped only: it is 3, nothing counts by the estimates, U = [0,
 * 0], and in fact the slots have been available since 1 and 2. Tasks end at 4 and 5, on the
 * second and on the first: U = [0, 4], [4, 5] and V = [1, 4], [4, 5]. U >= V clamped at 3 stays,
 * so it holds clamped at 5 as well; in the end no entry of U is sooner than 3, and it holds
 * without a clamp. */
/*@ ghost
  /@ requires valid:   \valid(u) && \valid(v) && \valid(finish) && \valid(slot);
     assigns *u, *v, *finish, *slot;
     ensures begin:    u->row[0].at[0] == 0 && u->row[0].at[1] == 0 && v->row[0].at[0] == 1 && v->row[0].at[1] == 2;
     ensures before:   AtLeastFrom(3, u->row[0].at, v->row[0].at, 2) && !AtLeast(u->row[0].at, v->row[0].at, 2);
     ensures times:    finish->of[0] == 4 && finish->of[1] == 5;
     ensures least:    AtLeastFrom(3, u->row[1].at, v->row[1].at, 2) && !AtLeast(u->row[1].at, v->row[1].at, 2);
     ensures later:    AtLeastFrom(5, u->row[2].at, v->row[2].at, 2);
     ensures all:      AtLeast(u->row[2].at, v->row[2].at, 2);
  @/
  void rtmr_clamped_proof_3_and_4_applies(struct rtmr_ghost_rows \ghost *u, struct rtmr_ghost_rows \ghost *v,
                                          struct rtmr_ghost_items \ghost *finish, struct rtmr_ghost_slots \ghost *slot);
*/

#endif
