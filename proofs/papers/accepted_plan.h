/*
 * Proof-1 and Proof-2 speak of what ships: the plan with which the kernel accepts a job is one that
 * they speak of, and the slot table, with which exact projection begins, is a T that is no sooner
 * than V. With the shipped functions: rtmr_submit_as_planned calls the one that submit calls,
 * rtmr_plan_each the one that plans tasks with an estimate each. What the first concludes of an
 * accepted job is what rtmr_accepted_jobs_end_in_time asks of the plan, beside T itself.
 *
 * What happens stays a hypothesis of Proof-1 and Proof-2: that tasks take slots one after the other
 * in plan order, each the slot that is free first (RUNS_IN_ORDER), whenever they start: reduces do
 * not start in that order (slip 4). It is not proven of the dispatcher. What is proven of it,
 * whatever happens, is the promise to the watched job (proofs/theorem/environment.h), by other
 * means: PI and INV (spec/promise.acsl). With stored vectors it is a hypothesis, too, that planning
 * begins with a T that is no sooner than V: what is proven of the vectors that the kernel stores is
 * Covers (spec/stored.acsl), and that those of an accepted job are T behind it
 * (proofs/papers/stored_plan.h).
 *
 * Lemma functions: ghost code whose contract is the lemma and whose loop is the induction. Never
 * compiled; nor are the two programs linked.
 */
#ifndef PROOFS_ACCEPTED_PLAN_H
#define PROOFS_ACCEPTED_PLAN_H

#include "kernel/requests.h"
#include "kernel/stage_plan.h"
#include "proofs/lemmas/runs_lemmas.h"
#include "proofs/papers/proof_1_and_2.h"
#include "spec/verdict.acsl"

/*@
  // Usable slots among the first m, idle or busy, that really become free after x: each when
  // `freed` says.
  logic integer FreedAbove(uint8_t state[RTMR_SLOTS], rtmr_ticks freed[RTMR_SLOTS], integer m, integer x) =
    m <= 0 ? 0 : FreedAbove(state, freed, m - 1, x)
                 + ((state[m - 1] == RTMR_SLOT_IDLE || state[m - 1] == RTMR_SLOT_BUSY) && freed[m - 1] > x ? 1 : 0);
*/

/* V_0 is sorted, and has the entries of F: when each usable slot really becomes free, which is
 * by now if it is idle, by its bound if it is busy. */
#define REALLY_FREED(P, S, F, now) \
    (Sorted((S).v.row[0].at, (S).base.n) \
     && (\forall integer x; Above((S).v.row[0].at, (S).base.n, x) == FreedAbove((P).state, (F).at, (P).slots, x)) \
     && (\forall integer i; 0 <= i < (P).slots && (P).state[i] == RTMR_SLOT_IDLE ==> (F).at[i] <= (now)) \
     && (\forall integer i; 0 <= i < (P).slots && (P).state[i] == RTMR_SLOT_BUSY ==> (F).at[i] <= (P).bound[i]))

/* The base of the induction, with exact projection: T_0 >= V_0, clamped at now. (Proof-1 and
 * Proof-2 begin with an empty cluster, where both are [0, .., 0].) Hypotheses in words: T_0 is
 * sorted, and has the entries of the snapshot of the slot table; V_0 is as said above. */
/*@ ghost
  /@ requires valid:    \valid(pool) && \valid(s) && \valid(freed);
     TOGETHER(requires, given,
              CLAUSE(conjunct, range, 0 <= pool->slots <= RTMR_SLOTS && 0 <= s->base.n <= RTMR_SLOTS)
              CLAUSE(conjunct, snapshot, SNAPSHOT(*pool, s->base, now))
              CLAUSE(conjunct, t, Sorted(s->t.row[0].at, s->base.n)
                                  && SameEntries(s->t.row[0].at, s->base.at, s->base.n))
              CLAUSE(conjunct, v, REALLY_FREED(*pool, *s, *freed, now)))
     assigns \nothing;
     ensures before:    AtLeastFrom(now, s->t.row[0].at, s->v.row[0].at, s->base.n);
  @/
  void rtmr_snapshot_is_no_sooner(const struct rtmr_pool \ghost *pool, struct rtmr_ghost_stage \ghost *s,
                                  struct rtmr_vector \ghost *freed,
                                  rtmr_ticks now);
*/

/* What a job runs ends now or later. */
/*@ ghost
  /@ requires valid: \valid(pool);
     requires range: 0 <= pool->slots <= RTMR_SLOTS;
     assigns \nothing;
     ensures later:  \forall integer p; now <= LastBound(now, pool->slots, p, pool->state, pool->place, pool->bound);
  @/
  void rtmr_last_bound_is_later(const struct rtmr_pool \ghost *pool, rtmr_ticks now);
*/

/* One stage: what a verdict says of it (STAGE_SCHEDULED), if every job ends before time does.
 * Hypotheses in words: there is a slot; the jobs before `from` have no tasks in the plan; what a
 * task takes is its job's estimate and the wait for a slot, neither negative. */
/*@ ghost
  /@ requires valid:     \valid(pool) && \valid(s);
     TOGETHER(requires, given,
              CLAUSE(conjunct, range,
                     0 <= from <= jobs <= RTMR_JOBS + 1 && 1 <= s->base.n <= RTMR_SLOTS && 0 <= WAIT_PAD(*pool))
              CLAUSE(conjunct, skipped, s->plan.first[from] == 0)
              CLAUSE(conjunct, scheduled, STAGE_SCHEDULED(*pool, s->base, s->plan, jobs))
              CLAUSE(conjunct, estimates, \forall integer p; 0 <= p < jobs ==> 0 <= s->plan.estimate[p])
              CLAUSE(conjunct, takes, \forall integer i; 0 <= i < s->plan.first[jobs] ==>
                                      s->takes.of[i] == s->plan.estimate[s->plan.job[i]] + WAIT_PAD(*pool))
              CLAUSE(conjunct, ended, \forall integer p; 0 <= p < jobs ==> s->plan.end[p] <= RTMR_TIME_MAX))
     assigns \nothing;
     TOGETHER(ensures, outcome,
              STAGE_DRAFTED(conjunct, , \true, *s, from, jobs)
              CLAUSE(conjunct, floors, \forall integer p; 0 <= p < jobs ==> s->plan.floor[p] <= s->plan.end[p]))
  @/
  void rtmr_stage_is_drafted(const struct rtmr_pool \ghost *pool, struct rtmr_ghost_stage \ghost *s, int32_t from,
                             int32_t jobs);
*/

/* Of the jobs from `from` on, what Proof-1 and Proof-2 require of the plan beside STAGE_DRAFTED,
 * if cond holds: maps are released at `now`, reduces when the maps of their job end, and no
 * stage ends before that. */
#define STAGES_RELEASED(clause, cond, M, R, from, jobs, now) \
    CLAUSE(clause, map_releases, (cond) ==> \forall integer p; (from) <= p < (jobs) ==> \
                                 (M).plan.release[p] == (now) && (now) <= (M).plan.floor[p]) \
    CLAUSE(clause, reduce_releases, (cond) ==> \forall integer p; (from) <= p < (jobs) ==> \
                                        (R).plan.release[p] == (M).plan.end[p] \
                                    && (M).plan.end[p] <= (R).plan.floor[p])

/* Both stages: by what a verdict says of a job that is accepted at `put` (VERDICT, clauses
 * skipped, maps, reduces, jobs and before), all that Proof-1 and Proof-2 require of the plan
 * holds. Hypotheses in words: planning begins with the job at `from`: the first with exact
 * projection, the accepted one with stored vectors. Both stages have a slot; there is no
 * dispatch latency; deadlines and estimates are in their range; what a task takes is its job's
 * estimate and the wait for a slot. */
/*@ ghost
  /@ requires valid:    \valid(k) && \valid(candidate) && \valid(map) && \valid(reduce) && \valid(deadline);
     TOGETHER(requires, given,
              CLAUSE(conjunct, range, 0 <= from <= put <= k->promised <= RTMR_JOBS && 0 <= k->map.slots <= RTMR_SLOTS
                                      && 0 <= k->reduce.slots <= RTMR_SLOTS)
              CLAUSE(conjunct, slots, 1 <= map->base.n <= RTMR_SLOTS && 1 <= reduce->base.n <= RTMR_SLOTS)
              CLAUSE(conjunct, latency, RELEASE_PAD(k->map) == 0 && RELEASE_PAD(k->reduce) == 0 && 0 <= WAIT_PAD(k->map)
                                        && 0 <= WAIT_PAD(k->reduce))
              CLAUSE(conjunct, skipped, SKIPPED(map->plan, from) && SKIPPED(reduce->plan, from))
              CLAUSE(conjunct, maps, STAGE_SCHEDULED(k->map, map->base, map->plan, k->promised + 1))
              CLAUSE(conjunct, reduces, STAGE_SCHEDULED(k->reduce, reduce->base, reduce->plan, k->promised + 1))
              CLAUSE(conjunct, jobs, JOBS_DRAFTED(*k, map->plan, reduce->plan, from, put, *candidate, k->promised + 1))
              CLAUSE(conjunct, before,
                     \forall integer i; from <= i <= k->promised ==> reduce->plan.end[i] <= deadline->of[i])
              CLAUSE(conjunct, due, \forall integer i; 0 <= i <= k->promised ==>
                                    deadline->of[i] == IN_ORDER(i, put, due, k->deadline)
                                    && deadline->of[i] <= RTMR_TIME_MAX)
              CLAUSE(conjunct, candidate, 0 <= candidate->map.estimate && 0 <= candidate->reduce.estimate)
              CLAUSE(conjunct, map_estimates, \forall integer p; 0 <= p < k->promised ==> 0 <= k->map.estimate[p])
              CLAUSE(conjunct, reduce_estimates, \forall integer p; 0 <= p < k->promised ==> 0 <= k->reduce.estimate[p])
              CLAUSE(conjunct, map_takes, \forall integer i; 0 <= i < map->plan.first[k->promised + 1] ==>
                                          map->takes.of[i] == map->plan.estimate[map->plan.job[i]] + WAIT_PAD(k->map))
              CLAUSE(conjunct, reduce_takes,
                     \forall integer i; 0 <= i < reduce->plan.first[k->promised + 1] ==>
                     reduce->takes.of[i] == reduce->plan.estimate[reduce->plan.job[i]] + WAIT_PAD(k->reduce)))
     assigns \nothing;
     STAGE_DRAFTED(ensures, map_, \true, *map, from, k->promised + 1)
    STAGE_DRAFTED(ensures, reduce_, \true, *reduce, from, k->promised + 1)
    STAGES_RELEASED(ensures, \true, *map, *reduce, from, k->promised + 1, k->now)
    ensures accepted: \forall integer p; from <= p <= k->promised ==> reduce->plan.end[p] <= deadline->of[p];
  @/
  void rtmr_accepted_plan(const struct rtmr \ghost *k, const struct rtmr_ghost_candidate \ghost *candidate,
                          struct rtmr_ghost_stage \ghost *map,
                          struct rtmr_ghost_stage \ghost *reduce, struct rtmr_ghost_deadlines \ghost *deadline,
                          int32_t from, int32_t put,
                          rtmr_ticks due);
*/

/* What each task of a plan takes: its job's estimate and the wait for a slot. */
/*@ ghost
  /@ requires valid:     \valid(s);
     TOGETHER(requires, given,
              CLAUSE(conjunct, range, 0 <= jobs <= RTMR_JOBS + 1 && 0 <= wait <= RTMR_TIME_MAX)
              CLAUSE(conjunct, drafted, DRAFTED(s->plan, jobs))
              CLAUSE(conjunct, estimates,
                     \forall integer p; 0 <= p < jobs ==> 0 <= s->plan.estimate[p] <= 2 * RTMR_TIME_MAX))
     assigns s->takes;
     ensures takes:      \forall integer i; 0 <= i < s->plan.first[jobs] ==>
                         s->takes.of[i] == s->plan.estimate[s->plan.job[i]] + wait;
  @/
  void rtmr_note_takes(struct rtmr_ghost_stage \ghost *s, int32_t jobs, rtmr_ticks wait);
*/

/* The deadlines of the promised jobs with one, due at `due`, put among them. */
/*@ ghost
  /@ requires valid: \valid(k) && \valid(deadline);
     requires range: 0 <= put <= k->promised <= RTMR_JOBS;
     assigns *deadline;
     ensures order:  \forall integer p; 0 <= p <= k->promised ==> deadline->of[p] == IN_ORDER(p, put, due, k->deadline);
  @/
  void rtmr_note_deadlines(const struct rtmr \ghost *k, struct rtmr_ghost_deadlines \ghost *deadline, int32_t put,
                           rtmr_ticks due);
*/

/* The same of a verdict as a whole, which says where planning begins: the plan that it accepts a
 * job with. Hypotheses in words: no job is late by the verdict; both stages have a usable slot;
 * there is no dispatch latency; deadlines and estimates are in their range. */
/*@ ghost
  /@ requires valid:     \valid(k) && \valid(t) && \valid(map) && \valid(reduce) && \valid(deadline);
     TOGETHER(requires, given,
              CLAUSE(conjunct, sizes, 0 <= k->promised <= RTMR_JOBS && 0 <= k->map.slots <= RTMR_SLOTS
                                      && 0 <= k->reduce.slots <= RTMR_SLOTS)
              CLAUSE(conjunct, slots, 1 <= k->map.usable <= RTMR_SLOTS && 1 <= k->reduce.usable <= RTMR_SLOTS)
              CLAUSE(conjunct, latency,
                     RELEASE_PAD(k->map) == 0 && RELEASE_PAD(k->reduce) == 0
                     && 0 <= WAIT_PAD(k->map) <= RTMR_TIME_MAX && 0 <= WAIT_PAD(k->reduce) <= RTMR_TIME_MAX)
              CLAUSE(conjunct, estimates,
                     \forall integer p; 0 <= p < k->promised ==> 0 <= k->map.estimate[p] <= 2 * RTMR_TIME_MAX
                     && 0 <= k->reduce.estimate[p] <= 2 * RTMR_TIME_MAX)
              CLAUSE(conjunct, candidate, 0 <= t->candidate.map.estimate <= 2 * RTMR_TIME_MAX
                                          && 0 <= t->candidate.reduce.estimate <= 2 * RTMR_TIME_MAX)
              CLAUSE(conjunct, deadlines, due <= RTMR_TIME_MAX && \forall integer p; 0 <= p < k->promised ==>
                                          k->deadline[p] <= RTMR_TIME_MAX)
              CLAUSE(conjunct, verdict, Verdict(*k, *t, due))
              CLAUSE(conjunct, accepted, t->late == -1))
     assigns *map, *reduce, *deadline;
     TOGETHER(ensures, outcome,
              CLAUSE(conjunct, plans, map->plan == t->map && map->base == t->map_base && reduce->plan == t->reduce
                                      && reduce->base == t->reduce_base)
              CLAUSE(conjunct, begins, 0 <= PLAN_FROM(*k, t->place) <= t->place <= k->promised)
              CLAUSE(conjunct, bases, BASES(*k, map->base, reduce->base, t->place))
              STAGE_DRAFTED(conjunct, map_, \true, *map, PLAN_FROM(*k, t->place), k->promised + 1)
              STAGE_DRAFTED(conjunct, reduce_, \true, *reduce, PLAN_FROM(*k, t->place), k->promised + 1)
              STAGES_RELEASED(conjunct, \true, *map, *reduce, PLAN_FROM(*k, t->place), k->promised + 1, k->now)
              CLAUSE(conjunct, due, \forall integer p; 0 <= p <= k->promised ==>
                                    deadline->of[p] == IN_ORDER(p, t->place, due, k->deadline))
              CLAUSE(conjunct, in_time, \forall integer p; PLAN_FROM(*k, t->place) <= p <= k->promised ==>
                                        reduce->plan.end[p] <= deadline->of[p]))
  @/
  void rtmr_verdict_is_planned(const struct rtmr \ghost *k, struct rtmr_ghost_trial \ghost *t,
                               struct rtmr_ghost_stage \ghost *map,
                               struct rtmr_ghost_stage \ghost *reduce, struct rtmr_ghost_deadlines \ghost *deadline,
                               rtmr_ticks due);
*/

/* The job, which has tasks, was accepted. */
#define JUST_ACCEPTED(status, asked) ((status) == RTMR_OK && ((asked).map_tasks > 0 || (asked).reduce_tasks > 0))
/* Where the plan of the last verdict begins. */
#define VERDICT_FROM(K, G) PLAN_FROM(K, (G).verdict.place)

/* A job is submitted, to a kernel with any policy, and the answer is that of submit. If it is
 * accepted, the plan of the verdict is one that Proof-1 and Proof-2 speak of, and in it every
 * job that is planned ends by its deadline; `before` is the context before. Hypotheses in words:
 * there is no dispatch latency, and each stage has a usable slot. */
/*@ requires valid:    \valid(k) && \valid_read(job) && \valid(decision) && \valid(g) && \valid(before)
                       && \valid(map) && \valid(reduce) && \valid(deadline);
    requires state:    State(*k, *g);
    requires latency:  LATENCY(*k) == 0;
    requires slots:    1 <= k->map.usable && 1 <= k->reduce.usable;
    assigns SUBMITTED(*k), *decision, GHOST_SUBMITTED(*g), *before, *map, *reduce, *deadline;
    TOGETHER(ensures, outcome,
             CLAUSE(conjunct, state, State(*k, *g))
             CLAUSE(conjunct, invalid, \result < 0 <==> !\old(JOB_VALID(*job, k->now)))
             CLAUSE(conjunct, status,
                    \result >= 0 ==> \result == (decision->reason == RTMR_REASON_NONE ? RTMR_OK : RTMR_REJECTED))
             ANSWER(conjunct, \result >= 0, \old(*k), *job, *decision, *g)
             CLAUSE(conjunct, before, *before == \old(*k))
             CLAUSE(conjunct, bases,
                    JUST_ACCEPTED(\result, *job) ==> BASES(*before, map->base, reduce->base, g->verdict.place))
             CLAUSE(conjunct, map_plan,
                    JUST_ACCEPTED(\result, *job) ==> map->plan == g->verdict.map && map->base == g->verdict.map_base)
             CLAUSE(conjunct, reduce_plan, JUST_ACCEPTED(\result, *job) ==>
                                           reduce->plan == g->verdict.reduce && reduce->base == g->verdict.reduce_base)
             STAGE_DRAFTED(conjunct, map_, JUST_ACCEPTED(\result, *job), *map, VERDICT_FROM(*before, *g),
                           before->promised + 1)
             STAGE_DRAFTED(conjunct, reduce_, JUST_ACCEPTED(\result, *job), *reduce, VERDICT_FROM(*before, *g),
                 before->promised + 1)
             STAGES_RELEASED(conjunct, JUST_ACCEPTED(\result, *job), *map, *reduce, VERDICT_FROM(*before, *g),
                 before->promised + 1, before->now)
             CLAUSE(conjunct, due, JUST_ACCEPTED(\result, *job) ==> \forall integer p; 0 <= p <= before->promised ==>
                                   deadline->of[p] == IN_ORDER(p, g->verdict.place, job->deadline, before->deadline))
             CLAUSE(conjunct, in_time, JUST_ACCEPTED(\result, *job) ==>
                                       \forall integer p; VERDICT_FROM(*before, *g) <= p <= before->promised ==>
                                       reduce->plan.end[p] <= deadline->of[p]))
*/
enum rtmr_status rtmr_submit_as_planned(struct rtmr *k, const struct rtmr_job *job, struct rtmr_decision *decision)
    /*@ ghost (struct rtmr_ghost \ghost *g, struct rtmr \ghost *before, struct rtmr_ghost_stage \ghost *map,
               struct rtmr_ghost_stage \ghost *reduce, struct rtmr_ghost_deadlines \ghost *deadline) */;

/* From an accepted job to the ends of all, with exact projection: what rtmr_submit_as_planned
 * concludes of the plan, and what happens then. Hypotheses in words: both stages are planned
 * from the slot table of k, and every job ends by its deadline in the plan; T is made of it.
 * When slots really become free is as said above; tasks run in the order of the jobs, none
 * longer than estimated. Maps may start now, reduces when the maps of their job have ended; what
 * a job runs already ends no later than planned. */
/*@ ghost
  /@ requires valid:    \valid(k) && \valid(map) && \valid(reduce) && \valid(deadline) && \valid(map_freed)
                        && \valid(reduce_freed);
     TOGETHER(requires, given,
              CLAUSE(conjunct, range, 0 <= jobs <= RTMR_JOBS + 1 && 0 <= k->map.slots <= RTMR_SLOTS
                                      && 0 <= k->reduce.slots <= RTMR_SLOTS)
              CLAUSE(conjunct, map_base, SNAPSHOT(k->map, map->base, k->now))
              CLAUSE(conjunct, reduce_base, SNAPSHOT(k->reduce, reduce->base, k->now))
              STAGE_PLANNED(conjunct, map_, *map, 0, jobs)
              STAGE_PLANNED(conjunct, reduce_, *reduce, 0, jobs)
              STAGES_RELEASED(conjunct, \true, *map, *reduce, 0, jobs, k->now)
              CLAUSE(conjunct, accepted, \forall integer p; 0 <= p < jobs ==> reduce->plan.end[p] <= deadline->of[p])
              CLAUSE(conjunct, map_free, REALLY_FREED(k->map, *map, *map_freed, k->now))
              CLAUSE(conjunct, reduce_free, REALLY_FREED(k->reduce, *reduce, *reduce_freed, k->now))
              STAGE_RUN(conjunct, map_, *map, 0, jobs)
              STAGE_RUN(conjunct, reduce_, *reduce, 0, jobs)
              CLAUSE(conjunct, starts, \forall integer p; 0 <= p < jobs ==>
                                       map->run.release[p] <= k->now && reduce->run.release[p] == map->run.end[p])
              CLAUSE(conjunct, floors, \forall integer p; 0 <= p < jobs ==> map->run.floor[p] <= map->plan.floor[p]
                                       && reduce->run.floor[p] <= LATEST(map->run.end[p], reduce->plan.floor[p])))
     assigns \nothing;
     ensures in_time:   \forall integer p; 0 <= p < jobs ==>
                        reduce->run.end[p] <= reduce->plan.end[p] <= deadline->of[p];
  @/
  void rtmr_accepted_jobs_end_in_time(const struct rtmr \ghost *k, struct rtmr_ghost_stage \ghost *map,
                                      struct rtmr_ghost_stage \ghost *reduce,
                                      struct rtmr_ghost_deadlines \ghost *deadline,
                                      struct rtmr_vector \ghost *map_freed,
                                      struct rtmr_vector \ghost *reduce_freed, int32_t jobs);
*/

/* If all tasks end by the end of time, RTMR_TIME_MAX, when Algorithms II and III on sorted
 * vectors say, they do so when planned on a heap. Hypotheses in words: those of
 * rtmr_algorithms_2_and_3, but that tasks end. */
/*@ ghost
  /@ requires valid:     \valid(s);
     TOGETHER(requires, given,
              CLAUSE(conjunct, range, 1 <= s->base.n <= RTMR_SLOTS && 0 <= m <= RTMR_TASKS)
              CLAUSE(conjunct, smallest,
                     TookSmallest(s->base.n, m, s->base.at, s->plan.open, s->plan.least, s->plan.finish))
              CLAUSE(conjunct, scheduled, ALL_TIMED(*s, m))
              CLAUSE(conjunct, open, \forall integer i; 0 <= i < m ==> s->plan.open[i] != 0)
              CLAUSE(conjunct, takes, \forall integer i; 0 <= i < m ==> 0 <= s->takes.of[i])
              CLAUSE(conjunct, begin, SameEntries(s->t.row[0].at, s->base.at, s->base.n))
              CLAUSE(conjunct, rows, T_ROWS(*s, m)))
     assigns \nothing;
     ensures in_time:    (\forall integer i; 0 <= i < m ==> T_FINISH(*s, i) <= RTMR_TIME_MAX) ==>
                         \forall integer i; 0 <= i < m ==> s->plan.finish[i] <= RTMR_TIME_MAX;
  @/
  void rtmr_tasks_end_in_time(struct rtmr_ghost_stage \ghost *s, int32_t m);
*/

/* Tasks with an estimate each, planned from an empty draft: if none ends after the end of time,
 * RTMR_TIME_MAX, they end when Algorithms II and III on sorted vectors say; the latest finish is
 * returned, or `end` if none is later; and the vector has the entries of the last row of T. If T
 * says that none ends after the end of time, then none does. Hypotheses in words: there is a
 * slot, and estimates are in their range, and are what the tasks of `s` take; T begins with the
 * entries of the vector, and task by task the first entry becomes the task's finish. */
/*@ requires valid:    \valid(free_at) && \valid_read(estimates + (0 .. tasks - 1)) && \valid(s);
    requires range:    1 <= FREE_N(*free_at) <= RTMR_SLOTS && 0 <= tasks <= RTMR_TASKS;
    requires times:    \forall integer i; 0 <= i < tasks ==> 0 <= estimates[i] <= 2 * RTMR_TIME_MAX;
    requires ordered:  FREE_ORDERED(*free_at);
    requires takes:    \forall integer i; 0 <= i < tasks ==> s->takes.of[i] == estimates[i];
    requires begin:    Sorted(s->t.row[0].at, FREE_N(*free_at))
                       && \forall integer x; Above(s->t.row[0].at, FREE_N(*free_at), x) == FREE_ABOVE(*free_at, x);
    requires rows:     \forall integer i; 0 <= i < tasks ==>
                       Resorted(s->t.row[i].at, s->t.row[i + 1].at, FREE_N(*free_at),
                                LATEST(s->t.row[i].at[0], release) + estimates[i]);
    assigns *free_at, s->base, s->plan;
    ensures in_time:   end <= RTMR_TIME_MAX
                       && (\forall integer i; 0 <= i < tasks ==>
                           LATEST(s->t.row[i].at[0], release) + estimates[i] <= RTMR_TIME_MAX)
                       ==> \result <= RTMR_TIME_MAX;
    ensures finishes:  \result <= RTMR_TIME_MAX ==> \forall integer i; 0 <= i < tasks ==>
                       s->plan.finish[i] == LATEST(s->t.row[i].at[0], release) + estimates[i];
    ensures end:       \result <= RTMR_TIME_MAX ==> EndOf(end, 0, tasks, s->plan.finish, \result);
    ensures size:      FREE_N(*free_at) == \old(FREE_N(*free_at));
    ensures vector:    \result <= RTMR_TIME_MAX ==>
                       \forall integer x; FREE_ABOVE(*free_at, x) == Above(s->t.row[tasks].at, FREE_N(*free_at), x);
*/
rtmr_ticks rtmr_plan_each(struct rtmr_availability *free_at, int32_t tasks, const rtmr_ticks *estimates,
                          rtmr_ticks release, rtmr_ticks end)
    /*@ ghost (struct rtmr_ghost_stage \ghost *s) */;

#endif
