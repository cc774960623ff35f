/*
 * Admission control, Algorithm I.
 */
#ifndef RTMR_ADMISSION_H
#define RTMR_ADMISSION_H

#include "job_plan.h"
#include "rtmr.h"

#ifdef __FRAMAC__
#include "proofs/plan_lemmas.h"
#include "spec/state.acsl"
#endif

/* RTMR_OK, or which field of the job is out of range at this instant. */
enum rtmr_status rtmr_check_job(const struct rtmr *k, const struct rtmr_job *job);

/* A decision about nothing yet. */
void rtmr_decision_clear(struct rtmr_decision *decision);

/* *row becomes the job as the table would hold it; its estimates are padded for dispatch latency. */
void rtmr_candidate(const struct rtmr *k, const struct rtmr_job *job, struct rtmr_row *row);

/* Tests a checked job at its place, writing scratch only. Fills the decision but for `job` and `earliest_deadline`;
 * the job is accepted if decision->reason is RTMR_REASON_NONE; then its row has its planned ends. */
void rtmr_test(struct rtmr *k, struct rtmr_row *candidate, int32_t place, struct rtmr_decision *decision)
    /*@ ghost (struct rtmr_ghost \ghost *g) */;

/* Tests a checked job and, if accepted, takes it in. */
enum rtmr_status rtmr_admit(struct rtmr *k, const struct rtmr_job *job, struct rtmr_decision *decision)
    /*@ ghost (struct rtmr_ghost \ghost *g) */;

/* The ends that `draft` holds become the recorded ones of the jobs from .. promised-1. */
/*@ requires valid: \valid(k);
    requires sizes: 0 <= from <= k->promised <= RTMR_JOBS;
    assigns k->map.end[0 .. RTMR_JOBS - 1], k->reduce.end[0 .. RTMR_JOBS - 1];
    ensures ends:   \forall integer p; from <= p < k->promised ==> k->map.end[p] == k->map.draft[p] && k->reduce.end[p] == k->reduce.draft[p];
*/
void rtmr_adopt(struct rtmr *k, int32_t from);

#endif
