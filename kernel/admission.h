/*
 * Admission control, Algorithm I.
 */
#ifndef RTMR_ADMISSION_H
#define RTMR_ADMISSION_H

#include "job_plan.h"
#include "rtmr.h"

#ifdef __FRAMAC__
#include "proofs/lemmas/plan_merge.h"

#include "proofs/lemmas/plan_insert.h"
#include "proofs/lemmas/plan_lemmas.h"
#include "proofs/lemmas/recorded_ends.h"
#include "proofs/lemmas/schedule_lemmas.h"
#include "proofs/lemmas/state.h"
#include "proofs/lemmas/stored_lemmas.h"
#include "spec/calls.acsl"
#endif

/* RTMR_OK, or which field of the job is out of range at this instant. */
/*@ requires valid:  \valid_read(k) && \valid_read(job);
    assigns \nothing;
    ensures ok:      \result == RTMR_OK <==> JOB_VALID(*job, k->now);
    ensures error:   \result != RTMR_OK ==> \result < 0 && \result == JOB_STATUS(*job, k->now);
*/
enum rtmr_status rtmr_check_job(const struct rtmr *k, const struct rtmr_job *job);

/* A decision about nothing yet. */
/*@ requires valid: \valid(decision);
    assigns *decision;
    ensures clear:  decision->reason == RTMR_REASON_NONE && decision->job == RTMR_NO_JOB
                    && decision->estimated_finish == RTMR_NEVER
                    && decision->late_job == RTMR_NO_JOB && decision->late_by == 0
                    && decision->earliest_deadline == RTMR_NEVER;
*/
void rtmr_decision_clear(struct rtmr_decision *decision);

/* *row becomes the job as it is planned; its estimates are padded for dispatch latency. */
/*@ requires valid: \valid_read(k) && \valid_read(job) && \valid(row);
    requires job:   JOB_VALID(*job, k->now);
    requires now:   0 <= k->now;
    requires pads:  0 <= NOTICE_PAD(k->map) <= RTMR_TIME_MAX / 4 && 0 <= NOTICE_PAD(k->reduce) <= RTMR_TIME_MAX / 4;
    assigns *row;
    ensures asked:  CANDIDATE_OF(*row, *k, *job);
    ensures fresh:  CANDIDATE(*row, *k);
*/
void rtmr_candidate(const struct rtmr *k, const struct rtmr_job *job, struct rtmr_row *row);

/* Why there is no room for the candidate, or RTMR_REASON_NONE. */
/*@ requires valid: \valid_read(k) && \valid_read(candidate);
    requires range: 0 <= k->map.tasks <= RTMR_TASKS && 0 <= k->reduce.tasks <= RTMR_TASKS
                    && 0 <= candidate->map.waiting <= RTMR_TASKS && 0 <= candidate->reduce.waiting <= RTMR_TASKS;
    assigns \nothing;
    ensures room:   \result == ROOM(*k, *candidate);
*/
enum rtmr_reason rtmr_room(const struct rtmr *k, const struct rtmr_row *candidate);

/* Begins a plan with a job put at `place`, by the policy of the setup: from the slot table, or
 * from the vectors stored for the job before. Returns the place that planning starts from. */
/*@ requires valid:  \valid(k) && \valid(g);
    TOGETHER(requires, given,
             STATE(conjunct, *k, *g)
             CLAUSE(conjunct, place, MAY_BE_PUT(*k, place)))
    assigns SCRATCH(*k), GHOST_BEGUN(*g);
    ensures from:    \result == PLAN_FROM(*k, place);
    ensures bases:   BASES(*k, g->map.base, g->reduce.base, place);
    BEGUN(ensures, *k, *g, \result)
*/
int32_t rtmr_begin_plan(struct rtmr *k, int32_t place) /*@ ghost (struct rtmr_ghost \ghost *g) */;

/* Tests a checked job at the place that its deadline gives it, writing scratch only. Returns
 * that place; *candidate becomes the job as it is planned. Fills the decision but for `job` and
 * `earliest_deadline`: accepted if its reason is RTMR_REASON_NONE. */
/*@ requires valid:    \valid(k) && \valid_read(job) && \valid(candidate) && \valid(decision) && \valid(g);
    requires state:    State(*k, *g);
    requires job:      JOB_VALID(*job, k->now);
    requires clear:    SAYS_NOTHING(*decision);
    assigns SCRATCH(*k), *candidate, decision->reason, decision->estimated_finish, decision->late_job,
            decision->late_by,
            GHOST_SCRATCH(*g), g->verdict;
    ensures state:     State(*k, *g);
    ensures place:     PLACE(*k, job->deadline, \result) && MAY_BE_PUT(*k, \result);
    ensures asked:     CANDIDATE_OF(*candidate, *k, *job);
    ensures fresh:     CANDIDATE(*candidate, *k);
    ensures room:      decision->reason == RTMR_REASON_NONE ==> ROOM(*k, *candidate) == RTMR_REASON_NONE;
    ensures finish:    decision->reason == RTMR_REASON_NONE ==> decision->estimated_finish == candidate->reduce.end;
    ensures in_time:   decision->reason == RTMR_REASON_NONE ==> k->now <= candidate->reduce.end <= candidate->deadline;
    ensures done:      decision->reason == RTMR_REASON_NONE && !HAS_TASKS(*candidate) ==>
                       decision->estimated_finish == k->now;
    ANSWER(ensures, \true, \old(*k), *job, *decision, *g)
    ensures planned:   decision->reason == RTMR_REASON_NONE && HAS_TASKS(*candidate) ==>
                       Planned(*k, *g, \result, *candidate);
    ensures drafts:    decision->reason == RTMR_REASON_NONE && HAS_TASKS(*candidate) ==>
                       g->verdict.place == \result && JUST_DRAFTED(g->verdict, *g);
*/
int32_t rtmr_consider(struct rtmr *k, const struct rtmr_job *job, struct rtmr_row *candidate,
                      struct rtmr_decision *decision)
    /*@ ghost (struct rtmr_ghost \ghost *g) */;

/* Takes in a job that has just been considered and found acceptable, and adopts the plan with it
 * in its place. One without tasks is finished at once. Returns its handle. */
/*@ requires valid:    \valid(k) && \valid_read(candidate) && \valid(g);
    requires state:    State(*k, *g);
    requires place:    MAY_BE_PUT(*k, place);
    requires fresh:    CANDIDATE(*candidate, *k);
    requires room:     ROOM(*k, *candidate) == RTMR_REASON_NONE;
    requires planned:  HAS_TASKS(*candidate) ==> Planned(*k, *g, place, *candidate);
    requires drafts:   HAS_TASKS(*candidate) ==> g->verdict.place == place && JUST_DRAFTED(g->verdict, *g);
    assigns SCRATCH(*k), TABLE_COLUMNS(*k), k->map.tasks, k->reduce.tasks, k->jobs, k->promised, k->next_handle,
            MEMORY(*k),
            g->watched, g->admitted, GHOST_BEGUN(*g), GHOST_REPLAN(*g),
            g->map.plan, g->map.last, g->map.position[0 .. RTMR_SLOTS - 1],
            g->reduce.plan, g->reduce.last, g->reduce.position[0 .. RTMR_SLOTS - 1];
    TOGETHER(ensures, outcome,
             CLAUSE(conjunct, state, Unnoted(*k, *g))
             CLAUSE(conjunct, handle, \result == \old(k->next_handle) && k->next_handle == \old(k->next_handle) + 1)
             CLAUSE(conjunct, admitted,
                    HAS_TASKS(*candidate) ==>
                    g->admitted == place && 0 <= g->admitted < k->promised && k->jobs == \old(k->jobs) + 1
                    && k->promised == \old(k->promised) + 1
                    && PARAMETERS_ARE(*k, g->admitted, \result, *candidate)
                    && k->reduce.end[g->admitted] == candidate->reduce.end)
             CLAUSE(conjunct, done, !HAS_TASKS(*candidate) ==>
                                    g->admitted == -1 && k->jobs == \old(k->jobs) && k->promised == \old(k->promised)
                                    && JOBS_SAME(*k, \old(*k)))
             ENDS_RECORDED(conjunct, HAS_TASKS(*candidate), *k, \old(k->map.end), \old(k->reduce.end), g->verdict,
                           g->map.replan,
                 g->admitted)
             ALL_TASKS_STAY(conjunct, *k)
             CLAUSE(conjunct, stored,
                    HAS_TASKS(*candidate) && k->plans_from_slots == 0 ==> Replanned(*k, *g, g->admitted))
             BOTH_MEMORIES(conjunct, front, HAS_TASKS(*candidate)
                           && k->plans_from_slots == 0 ==> RowsInFront, *k, g->admitted))
    ensures watch:     (\old(g->watched) >= 0) == (g->watched >= 0);
    OTHERS_KEPT(ensures, *k, *g)
    BOTH_MEMORIES(ensures, finish_times, HAS_TASKS(*candidate) && k->plans_from_slots == 0 ==> TimesPut, *k,
                  g->admitted, k->promised)
*/
rtmr_handle rtmr_accept(struct rtmr *k, int32_t place, const struct rtmr_row *candidate)
    /*@ ghost (struct rtmr_ghost \ghost *g) */;

/* The ends that `draft` holds become the recorded ones of the promised jobs. */
/*@ requires valid: \valid(k);
    requires sizes: 0 <= k->promised <= RTMR_JOBS;
    assigns k->map.end[0 .. RTMR_JOBS - 1], k->reduce.end[0 .. RTMR_JOBS - 1];
    ensures ends:   \forall integer p; 0 <= p < k->promised ==>
                    k->map.end[p] == k->map.draft[p] && k->reduce.end[p] == k->reduce.draft[p];
    ensures kept:   ENDS_STAY(*k, \old(*k), k->promised);
*/
void rtmr_adopt(struct rtmr *k);

#endif
