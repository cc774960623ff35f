/*
 * Algorithm I line 23, "record J.T computed above": the vectors that are stored for a job that is
 * accepted, and for each job behind it, are those of the plan in which it was tested. The kernel
 * makes them again, each from that of the job before, of its unfinished tasks; no job from the
 * accepted one on has started, so these are the tasks that the test planned.
 *
 * Lemma functions: ghost code whose contract is the lemma and whose loop is the induction. Never
 * compiled; nor is the program linked.
 */
#ifndef PROOFS_STORED_PLAN_H
#define PROOFS_STORED_PLAN_H

#include "kernel/requests.h"
#include "proofs/papers/accepted_plan.h"
#include "proofs/lemmas/stored_lemmas.h"
#include "spec/verdict.acsl"

#if RTMR_WITH_STORED_VECTORS

/* How many of the n entries that planning begins with, B, lie above x when the first i tasks of
 * the plan D have been planned. */
#define PLAN_ENTRIES(B, D, i, x) Entries((B).n, (B).at, (D).open, (D).least, (D).finish, i, x)

/* The tasks of job p of a plan are those that the specification counts (TasksPlanned) from a
 * vector with the entries that the plan has before them. Hypotheses in words: each task took the
 * smallest entry, started at it or at the release, and took so many ticks, not fewer than none. */
/*@ ghost
  /@ requires valid:     \valid(base) && \valid(d) && \valid_read(before);
     TOGETHER(requires, given,
              CLAUSE(conjunct, range,
                     0 <= p < RTMR_PLACES - 1 && 0 <= d->first[p] <= d->first[p + 1] <= RTMR_TASKS && 0 <= takes)
              CLAUSE(conjunct, open, \forall integer i; d->first[p] <= i < d->first[p + 1] ==> d->open[i] != 0)
              CLAUSE(conjunct, smallest, TookSmallest(base->n, d->first[p + 1], base->at, d->open, d->least, d->finish))
              CLAUSE(conjunct, scheduled, \forall integer i; d->first[p] <= i < d->first[p + 1] ==>
                                          Scheduled(release, takes, d->least[i], d->start[i], d->finish[i]))
              CLAUSE(conjunct, begin,
                     \forall integer x; Above(before->at, base->n, x) == PLAN_ENTRIES(*base, *d, d->first[p], x)))
     assigns \nothing;
     ensures counts:     \forall integer x; PLAN_ENTRIES(*base, *d, d->first[p + 1], x)
                         == TasksPlanned(base->n, before->at, release, takes, d->first[p + 1] - d->first[p], x);
     ensures last:       d->first[p] < d->first[p + 1] ==> \forall integer x; x < d->finish[d->first[p + 1] - 1] <==>
                         TaskEndsAfter(base->n, before->at, release, takes, d->first[p + 1] - d->first[p] - 1, x);
     ensures latest:     \forall integer i; d->first[p] <= i < d->first[p + 1] ==>
                         d->finish[i] <= d->finish[d->first[p + 1] - 1];
  @/
  void rtmr_tasks_in_plan(struct rtmr_vector \ghost *base, struct rtmr_ghost_plan \ghost *d,
                          const struct rtmr_vector \ghost *before, int32_t p,
                          rtmr_ticks release, rtmr_ticks takes);
*/

/* So planning the unfinished tasks of the job at p makes the vector that the plan has behind
 * them, and ends the stage when the plan does. Hypotheses in words: the stage is planned as a
 * verdict says; the job has as many tasks in the plan as it has unfinished ones, of the same
 * estimate, and they are released at the same time; they are planned onto a vector with the
 * entries that the plan has before them. */
/*@ ghost
  /@ requires valid:     \valid_read(pool) && \valid(base) && \valid(d) && \valid_read(before) && \valid_read(after);
     TOGETHER(requires, given,
              CLAUSE(conjunct, range,
                     0 <= p < jobs <= RTMR_JOBS && base->n == pool->usable && 0 <= WAIT_PAD(*pool) <= RTMR_TIME_MAX)
              CLAUSE(conjunct, scheduled, STAGE_SCHEDULED(*pool, *base, *d, jobs))
              CLAUSE(conjunct, tasks, d->waiting[p] == pool->unfinished[p])
              CLAUSE(conjunct, takes, 0 <= d->estimate[p] <= 2 * RTMR_TIME_MAX
                                      && (0 < d->waiting[p] ==> d->estimate[p] == pool->estimate[p]))
              CLAUSE(conjunct, released, d->release[p] == release && d->floor[p] == floor)
              CLAUSE(conjunct, begin,
                     \forall integer x; Above(before->at, base->n, x) == PLAN_ENTRIES(*base, *d, d->first[p], x))
              CLAUSE(conjunct, onto,
                     PlannedOnto(pool->usable, before->at, after->at, release, pool->estimate[p] + WAIT_PAD(*pool),
                     pool->unfinished[p], floor, end)))
     assigns \nothing;
     ensures entries:    \forall integer x; Above(after->at, base->n, x) == PLAN_ENTRIES(*base, *d, d->first[p + 1], x);
     ensures end:        end == d->end[p];
  @/
  void rtmr_job_in_plan(const struct rtmr_pool *pool, struct rtmr_vector \ghost *base, struct rtmr_ghost_plan \ghost *d,
                        const struct rtmr_vector \ghost *before, const struct rtmr_vector \ghost *after, int32_t p,
                        int32_t jobs,
                        rtmr_ticks release, rtmr_ticks floor, rtmr_ticks end);
*/

/* A job is submitted while plans are made from stored vectors, and there is no dispatch latency. If
 * it is accepted, what is stored for it and for each job behind it are the vectors of the plan in
 * which it was tested, and the ends that are recorded of both stages are those of that plan; the
 * jobs in front keep theirs. */
#define STORED_AS_TESTED(clause, x, cond, P, M, A, B, D, from, jobs) \
    CLAUSE(clause, x##entries, (cond) ==> \forall integer p, t; (from) <= p < (jobs) ==> \
                               Above((M).of[p].row.at, (P).usable, t) == PLAN_ENTRIES(B, D, (D).first[p + 1], t)) \
    CLAUSE(clause, x##ends, (cond) ==> \forall integer p; (from) <= p < (jobs) ==> (A).end[p] == (D).end[p])
/*@ requires valid:     \valid(k) && \valid_read(job) && \valid(decision) && \valid(g);
    requires state:     State(*k, *g);
    requires stored:    k->plans_from_slots == 0;
    requires latency:   LATENCY(*k) == 0;
    assigns SUBMITTED(*k), *decision, GHOST_SUBMITTED(*g);
    TOGETHER(ensures, outcome,
             CLAUSE(conjunct, state, State(*k, *g))
             CLAUSE(conjunct, invalid, \result < 0 <==> !\old(JOB_VALID(*job, k->now)))
             CLAUSE(conjunct, status,
                    \result >= 0 ==> \result == (decision->reason == RTMR_REASON_NONE ? RTMR_OK : RTMR_REJECTED))
             ANSWER(conjunct, \result >= 0, \old(*k), *job, *decision, *g)
             CLAUSE(conjunct, placed, JUST_ACCEPTED(\result, *job) ==>
                                      g->admitted == g->verdict.place && 0 <= g->admitted < k->promised
                                      && k->promised == \old(k->promised) + 1)
             STORED_AS_TESTED(conjunct, map_, JUST_ACCEPTED(\result, *job), k->map, MAP_MEMORY(*k), g->map.replan,
                 g->verdict.map_base, g->verdict.map,
                 g->admitted, k->promised)
             STORED_AS_TESTED(conjunct, reduce_, JUST_ACCEPTED(\result, *job), k->reduce, REDUCE_MEMORY(*k),
                              g->reduce.replan,
                 g->verdict.reduce_base,
                 g->verdict.reduce, g->admitted, k->promised)
             CLAUSE(conjunct, map_recorded,
                    JUST_ACCEPTED(\result, *job) ==>
                    EndsAdopted(g->admitted, k->promised, k->map.end, \old(k->map.end), g->verdict.map.end))
             CLAUSE(conjunct, reduce_recorded, JUST_ACCEPTED(\result, *job) ==>
                                               EndsAdopted(g->admitted, k->promised, k->reduce.end, \old(k->reduce.end),
                                                           g->verdict.reduce.end)))
*/
enum rtmr_status rtmr_submit_as_stored(struct rtmr *k, const struct rtmr_job *job, struct rtmr_decision *decision)
    /*@ ghost (struct rtmr_ghost \ghost *g) */;

#endif

#endif
