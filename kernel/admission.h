/*
 * Admission control, Algorithm I.
 */
#ifndef RTMR_ADMISSION_H
#define RTMR_ADMISSION_H

#include "job_plan.h"
#include "rtmr.h"

#ifdef __FRAMAC__
#include "proofs/plan_lemmas.h"
#include "spec/admission.acsl"
#endif

/* RTMR_OK, or which field of the job is out of range at this instant. */
/*@ requires valid:  \valid_read(k) && \valid_read(job);
    assigns \nothing;
    ensures ok:      \result == RTMR_OK <==> JOB_VALID(*job, k->now);
    ensures maps:    \result == RTMR_E_MAP_TASKS ==> !(0 <= job->map_tasks <= RTMR_TASKS);
    ensures reduces: \result == RTMR_E_REDUCE_TASKS ==> !(0 <= job->reduce_tasks <= RTMR_TASKS);
    ensures eps_m:   \result == RTMR_E_MAP_ESTIMATE ==> job->map_tasks > 0 && !(1 <= job->map_estimate <= RTMR_TIME_MAX);
    ensures eps_r:   \result == RTMR_E_REDUCE_ESTIMATE ==> job->reduce_tasks > 0 && !(1 <= job->reduce_estimate <= RTMR_TIME_MAX);
    ensures due:     \result == RTMR_E_DEADLINE ==> !(k->now <= job->deadline <= RTMR_TIME_MAX);
    ensures status:  \result == RTMR_OK || \result == RTMR_E_MAP_TASKS || \result == RTMR_E_REDUCE_TASKS || \result == RTMR_E_MAP_ESTIMATE
                     || \result == RTMR_E_REDUCE_ESTIMATE || \result == RTMR_E_DEADLINE;
*/
enum rtmr_status rtmr_check_job(const struct rtmr *k, const struct rtmr_job *job);

/* A decision about nothing yet. */
/*@ requires valid: \valid(decision);
    assigns *decision;
    ensures clear:  decision->reason == RTMR_REASON_NONE && decision->job == RTMR_NO_JOB && decision->estimated_finish == RTMR_NEVER
                    && decision->late_job == RTMR_NO_JOB && decision->late_by == 0 && decision->earliest_deadline == RTMR_NEVER;
*/
void rtmr_decision_clear(struct rtmr_decision *decision);

/* *row becomes the job as the table would hold it; its estimates are padded for dispatch latency. */
/*@ requires valid: \valid_read(k) && \valid_read(job) && \valid(row);
    requires job:   JOB_VALID(*job, k->now);
    requires now:   0 <= k->now;
    requires pads:  0 <= k->map.notice_pad <= RTMR_TIME_MAX / 4 && 0 <= k->reduce.notice_pad <= RTMR_TIME_MAX / 4;
    assigns *row;
    ensures asked:  CANDIDATE_OF(*row, *k, *job);
    ensures fresh:  CANDIDATE(*row, *k);
*/
void rtmr_candidate(const struct rtmr *k, const struct rtmr_job *job, struct rtmr_row *row);

/* Tests a checked job at its place, writing scratch only. Fills the decision but for `job` and `earliest_deadline`;
 * the job is accepted if decision->reason is RTMR_REASON_NONE; then its row has its planned ends. */
/*@ requires valid:  \valid(k) && \valid(candidate) && \valid(decision) && \valid(g);
    STATE(requires, *k, *g)
    requires place:  0 <= place <= k->promised;
    requires fresh:  CANDIDATE(*candidate, *k);
    assigns SCRATCH(*k), candidate->map.end, candidate->reduce.end, decision->reason, decision->estimated_finish, decision->late_job,
            decision->late_by, GHOST_SCRATCH(*g);
    ensures full:    decision->reason != RTMR_REASON_NONE && decision->reason != RTMR_REASON_LATE <==> ROOM(*k, *candidate) != RTMR_REASON_NONE;
    ensures room:    ROOM(*k, *candidate) != RTMR_REASON_NONE ==> decision->reason == ROOM(*k, *candidate);
    ensures late:    decision->reason == RTMR_REASON_LATE ==> decision->late_by > 0;
    ensures finish:  ROOM(*k, *candidate) == RTMR_REASON_NONE ==> decision->estimated_finish == candidate->reduce.end;
    ensures in_time: decision->reason == RTMR_REASON_NONE ==> k->now <= candidate->reduce.end <= candidate->deadline;
    PLANNED(ensures, decision->reason == RTMR_REASON_NONE && HAS_TASKS(*candidate), *k, *g, place, candidate->map, candidate->reduce,
            candidate->deadline, candidate->map.end, candidate->reduce.end)
*/
void rtmr_test(struct rtmr *k, struct rtmr_row *candidate, int32_t place, struct rtmr_decision *decision)
    /*@ ghost (struct rtmr_ghost \ghost *g) */;

/* Tests a checked job and, if accepted, takes it in. */
/*@ requires valid:    \valid(k) && \valid_read(job) && \valid(decision) && \valid(g);
    STATE(requires, *k, *g)
    requires job:      JOB_VALID(*job, k->now);
    requires clear:    decision->job == RTMR_NO_JOB;
    assigns SCRATCH(*k), TABLE_COLUMNS(*k), k->map.queued, k->reduce.queued, k->jobs, k->promised, k->next_handle, *decision,
            g->map, g->reduce, g->watched, g->admitted;
    STATE(ensures, *k, *g)
    ensures status:    \result == (decision->reason == RTMR_REASON_NONE ? RTMR_OK : RTMR_REJECTED);
    ensures refused:   \result != RTMR_OK ==> k->jobs == \old(k->jobs) && k->promised == \old(k->promised)
                       && k->next_handle == \old(k->next_handle) && decision->job == RTMR_NO_JOB && g->watched == \old(g->watched);
    ensures handle:    \result == RTMR_OK ==> decision->job == \old(k->next_handle) && k->next_handle == \old(k->next_handle) + 1;
    ensures admitted:  \result == RTMR_OK && (job->map_tasks > 0 || job->reduce_tasks > 0) ==> 0 <= g->admitted < k->promised
                       && k->handle[g->admitted] == decision->job && k->deadline[g->admitted] == job->deadline
                       && k->reduce.end[g->admitted] == decision->estimated_finish && k->jobs == \old(k->jobs) + 1;
    ensures done:      \result == RTMR_OK && job->map_tasks == 0 && job->reduce_tasks == 0 ==> g->admitted == -1 && k->jobs == \old(k->jobs);
    ensures in_time:   \result == RTMR_OK ==> k->now <= decision->estimated_finish <= job->deadline;
    ensures watch:     (\old(g->watched) >= 0) == (g->watched >= 0);
    ensures same:      k->jobs == \old(k->jobs) ==> \forall integer p; 0 <= p < k->jobs ==> PARAMETERS_KEPT(*k, p, Pre, p);
    ensures before:    k->jobs > \old(k->jobs) ==> \forall integer p; 0 <= p < g->admitted ==> PARAMETERS_KEPT(*k, p, Pre, p);
    ensures behind:    k->jobs > \old(k->jobs) ==> \forall integer p; g->admitted < p < k->jobs ==> PARAMETERS_KEPT(*k, p, Pre, p - 1);
    ensures fresh:     k->jobs > \old(k->jobs) ==> k->started[g->admitted] == 0;
*/
enum rtmr_status rtmr_admit(struct rtmr *k, const struct rtmr_job *job, struct rtmr_decision *decision)
    /*@ ghost (struct rtmr_ghost \ghost *g) */;

/* The ends that `draft` holds become the recorded ones of the promised jobs. */
/*@ requires valid: \valid(k);
    requires sizes: 0 <= k->promised <= RTMR_JOBS;
    assigns k->map.end[0 .. RTMR_JOBS - 1], k->reduce.end[0 .. RTMR_JOBS - 1];
    ensures ends:   \forall integer p; 0 <= p < k->promised ==> k->map.end[p] == k->map.draft[p] && k->reduce.end[p] == k->reduce.draft[p];
*/
void rtmr_adopt(struct rtmr *k);

#endif
