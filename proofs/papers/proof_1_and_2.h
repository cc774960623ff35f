/*
 * Proof-1 and Proof-2 of the technical report: the induction over the accepted jobs, from the tasks
 * that the kernel plans to the ends of the jobs. With Algorithms II and III, which are what is
 * planned.
 *
 * Lemma functions: ghost code whose contract is the lemma and whose loop is the induction. Never
 * compiled.
 */
#ifndef PROOFS_PROOF_1_AND_2_H
#define PROOFS_PROOF_1_AND_2_H

#include "proofs/papers/appendix.h"
#include "spec/algorithms.acsl"
#include "spec/schedule.acsl"

/* One stage of the accepted jobs. Its tasks stand in the order of their jobs: those of job p are
 * first[p] .. first[p + 1] - 1 of the plan. */
struct rtmr_ghost_stage {
    struct rtmr_vector base;        /* what planning begins with, in any order */
    struct rtmr_ghost_plan plan;    /* what the kernel plans */
    struct rtmr_ghost_items takes;  /* what each task takes by its estimate */
    struct rtmr_ghost_rows t;       /* T: row[k] is sorted, and task k is planned onto it */
    struct rtmr_ghost_plan run;     /* what happens: start and finish of each task, release, floor, end of each job */
    struct rtmr_ghost_rows v;       /* V: row[k] is sorted, and task k starts on it */
};

/* When the accepted jobs must end. */
struct rtmr_ghost_deadlines {
    rtmr_ticks of[RTMR_PLACES];
};

/* The kernel starts each of m tasks at the entry that it took, or at its release, and has it
 * take its estimate. */
#define ALL_TIMED(S, m) \
    (\forall integer i; 0 <= i < (m) ==> Scheduled((S).plan.release[(S).plan.job[i]], (S).takes.of[i], \
                                                   (S).plan.least[i], (S).plan.start[i], \
                                                   (S).plan.finish[i]))
/* Each ends, and no estimate is negative. */
#define ALL_ENDED(S, m) (\forall integer i; 0 <= i < (m) ==> 0 <= (S).takes.of[i] && (S).plan.finish[i] != RTMR_NEVER)

/* When task k starts and ends by the estimates, on T. */
#define T_START(S, k) LATEST((S).t.row[k].at[0], (S).plan.release[(S).plan.job[k]])
#define T_FINISH(S, k) (T_START(S, k) + (S).takes.of[k])

/* Algorithms II and III on sorted vectors: task by task, the first entry becomes the task's
 * finish, and the vector is sorted again. */
#define T_ROWS(S, m) \
    (Sorted((S).t.row[0].at, (S).base.n) && \
     \forall integer k; 0 <= k < (m) ==> Resorted((S).t.row[k].at, (S).t.row[k + 1].at, (S).base.n, T_FINISH(S, k)))

/* What happens: task by task, in the order of the jobs, each takes the slot that is free first
 * behind the tasks before it, from the release of its stage on, and none takes longer than
 * estimated. That says which slot is whose, not that tasks start in this order: one may start
 * while a job in front still waits for its release (slip 4: rtmr_slip_4_in_order). That the
 * dispatcher's runs are such is not proven; of what it does, whatever the runs are, INV is, and
 * the promise to the watched job (proofs/theorem/environment.h). */
#define RUNS_IN_ORDER(S, m) \
    (\forall integer k; 0 <= k < (m) ==> (S).run.start[k] == LATEST((S).v.row[k].at[0], \
        (S).run.release[(S).plan.job[k]]) \
                                         && (S).run.finish[k] <= (S).run.start[k] + (S).takes.of[k])
#define V_ROWS(S, m) \
    (Sorted((S).v.row[0].at, (S).base.n) && \
     \forall integer k; 0 <= k < (m) ==> Resorted((S).v.row[k].at, (S).v.row[k + 1].at, (S).base.n, (S).run.finish[k]))

/* No task starts or ends later than planned. */
#define TASKS_IN_TIME(S, m) \
    (\forall integer k; 0 <= k < (m) ==> (S).run.start[k] <= (S).plan.start[k] \
     && (S).run.finish[k] <= (S).plan.finish[k])

/* Definition 1 by counting, clamped: MAX(a, now) >= MAX(b, now) exactly if above every x from
 * now on a has no fewer entries than b. Hypothesis in words: both vectors are sorted. */
/*@ ghost
  /@ requires valid:  \valid(a) && \valid(b);
     requires range:  0 <= n <= RTMR_SLOTS;
     requires sorted: Sorted(a->at, n) && Sorted(b->at, n);
     assigns \nothing;
     ensures more:    AtLeastFrom(now, a->at, b->at, n) ==> \forall integer x; now <= x ==>
                      Above(a->at, n, x) >= Above(b->at, n, x);
     ensures entries: (\forall integer x; now <= x ==> Above(a->at, n, x) >= Above(b->at, n, x)) ==>
                      AtLeastFrom(now, a->at, b->at, n);
  @/
  void rtmr_at_least_from_counts(struct rtmr_vector \ghost *a, struct rtmr_vector \ghost *b, int32_t n, rtmr_ticks now);
*/

/* Time goes on: a >= b clamped at an instant is a >= b clamped at any later one. So what is
 * known after a plan or a correction is what a later one begins with. It has no other
 * hypothesis. */
/*@ ghost
  /@ requires valid: \valid(a) && \valid(b);
     requires least: AtLeastFrom(now, a->at, b->at, n) && now <= later;
     assigns \nothing;
     ensures least:  AtLeastFrom(later, a->at, b->at, n);
  @/
  void rtmr_at_least_from_later(struct rtmr_vector \ghost *a, struct rtmr_vector \ghost *b, int32_t n, rtmr_ticks now,
                                rtmr_ticks later);
*/

/* With and without the clamp: a >= b is a >= b clamped at any instant; clamped at one that is
 * above no entry of a, or below all of b, it is a >= b. It has no other hypothesis. */
/*@ ghost
  /@ requires valid:  \valid(a) && \valid(b);
     assigns \nothing;
     ensures clamped: AtLeast(a->at, b->at, n) ==> AtLeastFrom(now, a->at, b->at, n);
     ensures above:   AtLeastFrom(now, a->at, b->at, n) && (\forall integer i; 0 <= i < n ==> now <= a->at[i]) ==>
                      AtLeast(a->at, b->at, n);
     ensures below:   AtLeastFrom(now, a->at, b->at, n) && (\forall integer i; 0 <= i < n ==> now < b->at[i]) ==>
                      AtLeast(a->at, b->at, n);
  @/
  void rtmr_at_least_from_all(struct rtmr_vector \ghost *a, struct rtmr_vector \ghost *b, int32_t n, rtmr_ticks now);
*/

/* One step keeps a >= b clamped at now, if what goes into a is no less than what goes into b,
 * clamped too. Hypotheses in words: there is a slot; both vectors are sorted. */
/*@ ghost
  /@ requires valid:  \valid(a) && \valid(a_after) && \valid(b) && \valid(b_after);
     TOGETHER(requires, given,
              CLAUSE(conjunct, range, 1 <= n <= RTMR_SLOTS)
              CLAUSE(conjunct, sorted, Sorted(a->at, n) && Sorted(b->at, n))
              CLAUSE(conjunct, least, AtLeastFrom(now, a->at, b->at, n) && to_b <= LATEST(to_a, now))
              CLAUSE(conjunct, a, Resorted(a->at, a_after->at, n, to_a))
              CLAUSE(conjunct, b, Resorted(b->at, b_after->at, n, to_b)))
     assigns \nothing;
     ensures least:   AtLeastFrom(now, a_after->at, b_after->at, n);
  @/
  void rtmr_step_keeps_order_from(struct rtmr_vector \ghost *a, struct rtmr_vector \ghost *a_after,
                                  struct rtmr_vector \ghost *b,
                                  struct rtmr_vector \ghost *b_after, int32_t n, rtmr_ticks to_a, rtmr_ticks to_b,
                                  rtmr_ticks now);
*/

/* Algorithms II and III, of all tasks of all jobs: a task starts when the first slot becomes
 * available or its job's stage is released, whichever is later, and only the slot that it takes
 * waits for the release (slip 3). The kernel plans on a heap, and promises what is required here
 * (rtmr_plan_stage.smallest and .scheduled, with one estimate a job; rtmr_plan_tasks.smallest
 * and .scheduled, with one a task); the sorted vectors of the papers go through the same
 * entries, step by step. Hypotheses in words: there is a slot; T begins with the entries that
 * planning begins with; each task took the smallest entry, started at it or at its release, took
 * its estimate, which is not negative, and ended before RTMR_NEVER. */
/*@ ghost
  /@ requires valid:     \valid(s);
     TOGETHER(requires, given,
              CLAUSE(conjunct, range, 1 <= s->base.n <= RTMR_SLOTS && 0 <= m <= RTMR_TASKS)
              CLAUSE(conjunct, smallest,
                     TookSmallest(s->base.n, m, s->base.at, s->plan.open, s->plan.least, s->plan.finish))
              CLAUSE(conjunct, scheduled, ALL_TIMED(*s, m))
              CLAUSE(conjunct, open, \forall integer i; 0 <= i < m ==> s->plan.open[i] != 0)
              CLAUSE(conjunct, ended, ALL_ENDED(*s, m))
              CLAUSE(conjunct, begin, SameEntries(s->t.row[0].at, s->base.at, s->base.n))
              CLAUSE(conjunct, rows, T_ROWS(*s, m)))
     assigns \nothing;
     ensures starts:     \forall integer k; 0 <= k < m ==>
                         s->plan.least[k] == s->t.row[k].at[0] && s->plan.start[k] == T_START(*s, k)
                         && s->plan.finish[k] == T_FINISH(*s, k);
     ensures entries:    \forall integer k, x; 0 <= k <= m ==> Above(s->t.row[k].at, s->base.n, x)
                         == Entries(s->base.n, s->base.at, s->plan.open, s->plan.least, s->plan.finish, k, x);
  @/
  void rtmr_algorithms_2_and_3(struct rtmr_ghost_stage \ghost *s, int32_t m);
*/

/* Algorithms II and III on sorted vectors, of m tasks that take as long: task by task the first
 * entry becomes the task's finish, which is its estimate later, or later than the release if
 * that comes first; and the vector is sorted again. */
#define PLANNED_FINISH(rows, k, release, takes) (LATEST((rows).row[k].at[0], release) + (takes))
#define PLANNED_ROWS(rows, n, m, release, takes) \
    (Sorted((rows).row[0].at, n) \
     && \forall integer k; 0 <= k < (m) ==> PLANNED_FINISH(rows, k, release, takes) <= RTMR_TIME_MAX \
        && Resorted((rows).row[k].at, (rows).row[k + 1].at, n, PLANNED_FINISH(rows, k, release, takes)))

/* They go through the same entries as `TasksPlanned`, by which the contracts say what is stored
 * for a job that is accepted, and for those that are planned again. Hypotheses in words: there
 * is a slot; the tasks are not released before 0, take no fewer than no ticks, and no more than
 * RTMR_TIME_MAX; none is planned to end after RTMR_TIME_MAX. */
/*@ ghost
  /@ requires valid:   \valid(t);
     requires range:   1 <= n <= RTMR_SLOTS && 0 <= m <= RTMR_TASKS && 0 <= release && 0 <= takes <= RTMR_TIME_MAX;
     requires rows:    PLANNED_ROWS(*t, n, m, release, takes);
     assigns \nothing;
     ensures entries:  \forall integer k, x; 0 <= k <= m ==>
                       Above(t->row[k].at, n, x) == TasksPlanned(n, t->row[0].at, release, takes, k, x);
  @/
  void rtmr_tasks_are_planned(struct rtmr_ghost_rows \ghost *t, int32_t n, int32_t m, rtmr_ticks release,
                              rtmr_ticks takes);
*/

/* Proof-1, and Proof-2 likewise: the induction over the tasks of one stage, job after job. If T
 * >= V before the first, clamped at now, then T >= V before each, and no task starts or ends
 * later than planned. Hypotheses in words: no job is planned to be released before now, none is
 * released later than planned; the tasks are planned by Algorithms II and III, and run in the
 * order of the jobs. */
/*@ ghost
  /@ requires valid:    \valid(s);
     requires range:    1 <= s->base.n <= RTMR_SLOTS && 0 <= m <= RTMR_TASKS;
     requires planned:  T_ROWS(*s, m) && \forall integer k; 0 <= k < m ==>
                        s->plan.start[k] == T_START(*s, k) && s->plan.finish[k] == T_FINISH(*s, k);
     requires happened: RUNS_IN_ORDER(*s, m) && V_ROWS(*s, m);
     requires releases: \forall integer k; 0 <= k < m ==> now <= s->plan.release[s->plan.job[k]]
                        && s->run.release[s->plan.job[k]] <= s->plan.release[s->plan.job[k]];
     requires begin:    AtLeastFrom(now, s->t.row[0].at, s->v.row[0].at, s->base.n);
     assigns \nothing;
     ensures order:     \forall integer k; 0 <= k <= m ==> AtLeastFrom(now, s->t.row[k].at, s->v.row[k].at, s->base.n);
     ensures in_time:   TASKS_IN_TIME(*s, m);
  @/
  void rtmr_tasks_in_order(struct rtmr_ghost_stage \ghost *s, int32_t m, rtmr_ticks now);
*/

/* If cond holds, the kernel has planned the jobs from `from` to jobs - 1 of the order, each of
 * whose tasks ends before RTMR_NEVER: Algorithms II and III, and a job's stage ends with the
 * last of its tasks, or at its floor: when what it runs already ends. The jobs in front have no
 * tasks in the plan. An accepted job leads to such a plan (accepted_plan.h). */
#define STAGE_DRAFTED(clause, x, cond, S, from, jobs) \
    CLAUSE(clause, x##slots, (cond) ==> 1 <= (S).base.n <= RTMR_SLOTS) \
    CLAUSE(clause, x##drafted, (cond) ==> DRAFTED((S).plan, jobs) && (S).plan.first[from] == 0) \
    CLAUSE(clause, x##smallest, (cond) ==> TOOK_SMALLEST((S).base, (S).plan, jobs)) \
    CLAUSE(clause, x##scheduled, (cond) ==> ALL_TIMED(S, (S).plan.first[jobs])) \
    CLAUSE(clause, x##ended, (cond) ==> ALL_ENDED(S, (S).plan.first[jobs])) \
    CLAUSE(clause, x##ends, (cond) ==> ALL_END((S).plan, jobs))
/* And T begins with what planning begins with. */
#define STAGE_PLANNED(clause, x, S, from, jobs) \
    STAGE_DRAFTED(clause, x, \true, S, from, jobs) \
    CLAUSE(clause, x##begin, SameEntries((S).t.row[0].at, (S).base.at, (S).base.n)) \
    CLAUSE(clause, x##t, T_ROWS(S, (S).plan.first[jobs]))
/* Their tasks run in the order of the jobs; a job's stage ends with the last of its tasks, or at
 * its floor. */
#define STAGE_RUN(clause, x, S, from, jobs) \
    CLAUSE(clause, x##runs, RUNS_IN_ORDER(S, (S).plan.first[jobs])) \
    CLAUSE(clause, x##v, V_ROWS(S, (S).plan.first[jobs])) \
    CLAUSE(clause, x##run_ends, \forall integer p; (from) <= p < (jobs) ==> \
                                EndOf((S).run.floor[p], (S).plan.first[p], (S).plan.first[p + 1], (S).run.finish, \
                                      (S).run.end[p]))
/* T_p >= V_p, clamped at now, before each job p and behind the last; each task ends as planned
 * or sooner, and so does each job. */
#define STAGE_IN_ORDER(clause, x, S, from, jobs, now) \
    CLAUSE(clause, x##order, \
           \forall integer p; (from) <= p <= (jobs) ==> \
           AtLeastFrom(now, (S).t.row[(S).plan.first[p]].at, (S).v.row[(S).plan.first[p]].at, (S).base.n)) \
    CLAUSE(clause, x##tasks, \forall integer i; 0 <= i < (S).plan.first[jobs] ==> \
                             (S).run.finish[i] <= (S).plan.finish[i] <= (S).plan.end[(S).plan.job[i]]) \
    CLAUSE(clause, x##jobs, \forall integer p; (from) <= p < (jobs) ==> (S).run.end[p] <= (S).plan.end[p])

/* Proof-1, of one stage: the induction over the accepted jobs, from the first or, with stored
 * vectors, from the one at `from` on. T begins with the vector stored for the job in front then,
 * and that T >= V there is a hypothesis: what Proof-1, or Proof-3, says of that job. Hypotheses
 * in words: the stage is planned, and runs, as said above; no job is planned to be released
 * before now; none is released, or ends what it runs already, later than planned; before the
 * first of these jobs T >= V, clamped at now. */
/*@ ghost
  /@ requires valid:    \valid(s);
     TOGETHER(requires, given,
              CLAUSE(conjunct, range, 0 <= from <= jobs <= RTMR_JOBS + 1)
              STAGE_PLANNED(conjunct, , *s, from, jobs)
              STAGE_RUN(conjunct, , *s, from, jobs)
              CLAUSE(conjunct, releases, \forall integer p; from <= p < jobs ==>
                                         now <= s->plan.release[p] && s->run.release[p] <= s->plan.release[p])
              CLAUSE(conjunct, floors, \forall integer p; from <= p < jobs ==> s->run.floor[p] <= s->plan.floor[p])
              CLAUSE(conjunct, before, AtLeastFrom(now, s->t.row[0].at, s->v.row[0].at, s->base.n)))
     assigns \nothing;
     STAGE_IN_ORDER(ensures, , *s, from, jobs, now)
  @/
  void rtmr_stage_in_order(struct rtmr_ghost_stage \ghost *s, int32_t from, int32_t jobs, rtmr_ticks now);
*/

/* Algorithm II line 6 and Algorithm III line 7 as printed take the finish of the *last* task for
 * the end of the stage, the kernel takes the latest: with one estimate for the tasks of a job
 * they are the same, since no task takes a smaller entry than the one before it. (With an
 * estimate for each task they are not: slip 10.) Hypotheses in words: the stage is planned as
 * said above; what a task takes is its job's estimate and the wait for a slot. */
/*@ ghost
  /@ requires valid:    \valid(s);
     requires range:    0 <= jobs <= RTMR_JOBS + 1;
     STAGE_PLANNED(requires, , *s, 0, jobs)
     requires takes:    \forall integer i; 0 <= i < s->plan.first[jobs] ==>
                        s->takes.of[i] == s->plan.estimate[s->plan.job[i]] + wait;
     assigns \nothing;
     ensures least:     \forall integer i, j; 0 <= i <= j <= s->plan.first[jobs] ==>
                        s->t.row[i].at[0] <= s->t.row[j].at[0];
     ensures finish:    \forall integer i, j; 0 <= i <= j < s->plan.first[jobs] && s->plan.job[i] == s->plan.job[j] ==>
                        T_FINISH(*s, i) <= T_FINISH(*s, j);
     ensures last:      \forall integer p; 0 <= p < jobs && s->plan.first[p] < s->plan.first[p + 1] ==>
                        s->plan.end[p] == LATEST(s->plan.floor[p], T_FINISH(*s, s->plan.first[p + 1] - 1));
  @/
  void rtmr_last_task_ends_last(struct rtmr_ghost_stage \ghost *s, int32_t jobs, rtmr_ticks wait);
*/

/* How the stages of a job hang together. Maps are planned from the instant of planning on, which
 * is not before now, and released by then; reduces are planned from e_m on, and released when
 * the last map of their job ends. What a job runs already ends no later than planned, and not
 * before now; a job ends no sooner than its maps. */
#define STAGES_LINKED(clause, map, reduce, from, jobs, now) \
    CLAUSE(clause, map_releases, \forall integer p; (from) <= p < (jobs) ==> \
                                 (now) <= (map).plan.release[p] && (map).run.release[p] <= (map).plan.release[p]) \
    CLAUSE(clause, reduce_releases, \
           \forall integer p; (from) <= p < (jobs) ==> \
           (reduce).plan.release[p] == (map).plan.end[p] && (reduce).run.release[p] == (map).run.end[p]) \
    CLAUSE(clause, map_floors, \forall integer p; (from) <= p < (jobs) ==> \
                               (now) <= (map).plan.floor[p] && (map).run.floor[p] <= (map).plan.floor[p]) \
    CLAUSE(clause, reduce_floors, \forall integer p; (from) <= p < (jobs) ==> \
                                  (map).plan.end[p] <= (reduce).plan.floor[p] \
                                  && (reduce).run.floor[p] <= LATEST((map).run.end[p], (reduce).plan.floor[p]))
/* Both stages are planned, and run, and hang together so. */
#define STAGES_RUN(clause, map, reduce, from, jobs, now) \
    STAGE_PLANNED(clause, map_, map, from, jobs) \
    STAGE_RUN(clause, map_, map, from, jobs) \
    STAGE_PLANNED(clause, reduce_, reduce, from, jobs) \
    STAGE_RUN(clause, reduce_, reduce, from, jobs) \
    STAGES_LINKED(clause, map, reduce, from, jobs, now)
/* T >= V in both, and both end as planned or sooner. */
#define BOTH_IN_ORDER(clause, map, reduce, from, jobs, now) \
    STAGE_IN_ORDER(clause, map_, map, from, jobs, now) \
    STAGE_IN_ORDER(clause, reduce_, reduce, from, jobs, now)

/* Proof-1, both stages together. That e_m bounds the end of the maps does not follow from T >= V
 * (slip 14): it follows in the same induction, task by task, and so the reduces are released no
 * later than planned. Hypotheses in words: both stages are planned, and run, as said above, and
 * hang together so. Before the first of these jobs T >= V in both stages, clamped at now. */
/*@ ghost
  /@ requires valid:    \valid(map) && \valid(reduce);
     TOGETHER(requires, given,
              CLAUSE(conjunct, range, 0 <= from <= jobs <= RTMR_JOBS + 1)
              STAGES_RUN(conjunct, *map, *reduce, from, jobs, now)
              CLAUSE(conjunct, map_before, AtLeastFrom(now, map->t.row[0].at, map->v.row[0].at, map->base.n))
              CLAUSE(conjunct, reduce_before, AtLeastFrom(now, reduce->t.row[0].at, reduce->v.row[0].at,
                                              reduce->base.n)))
     assigns \nothing;
     BOTH_IN_ORDER(ensures, *map, *reduce, from, jobs, now)
  @/
  void rtmr_stages_in_order(struct rtmr_ghost_stage \ghost *map, struct rtmr_ghost_stage \ghost *reduce, int32_t from,
                            int32_t jobs,
                            rtmr_ticks now);
*/

/* Proof-1 and Proof-2: every accepted job from `from` on ends by e_p, which is by its deadline.
 * Proof-2 takes the reduces to run in the order of their jobs, and so does this lemma, as
 * RUNS_IN_ORDER has it: in the order in which they take slots, not in which they start (slip 4).
 * That the dispatcher runs them so is not proven: of what it does INV is, and the promise to the
 * watched job (proofs/theorem/environment.h). Hypotheses in words: those of both stages
 * together. The plan was adopted: every job ends by its deadline in it (Algorithm I). */
/*@ ghost
  /@ requires valid:    \valid(map) && \valid(reduce) && \valid(deadline);
     TOGETHER(requires, given,
              CLAUSE(conjunct, range, 0 <= from <= jobs <= RTMR_JOBS + 1)
              STAGES_RUN(conjunct, *map, *reduce, from, jobs, now)
              CLAUSE(conjunct, map_before, AtLeastFrom(now, map->t.row[0].at, map->v.row[0].at, map->base.n))
              CLAUSE(conjunct, reduce_before, AtLeastFrom(now, reduce->t.row[0].at, reduce->v.row[0].at,
                                              reduce->base.n))
              CLAUSE(conjunct, accepted, \forall integer p; from <= p < jobs ==>
                                         reduce->plan.end[p] <= deadline->of[p]))
     assigns \nothing;
     BOTH_IN_ORDER(ensures, *map, *reduce, from, jobs, now)
     ensures in_time:   \forall integer p; from <= p < jobs ==>
                        reduce->run.end[p] <= reduce->plan.end[p] <= deadline->of[p];
  @/
  void rtmr_proof_1_and_2(struct rtmr_ghost_stage \ghost *map, struct rtmr_ghost_stage \ghost *reduce,
                          struct rtmr_ghost_deadlines \ghost *deadline, int32_t from, int32_t jobs, rtmr_ticks now);
*/

#endif
