#include "requests.h"

#include "admission.h"
#include "job_table.h"
#include "latency.h"
#include "stored_vectors.h"
#include "what_if.h"

/* Adds to a refusal the earliest deadline that would be accepted, if the setup says so. */
/*@ requires valid:  \valid(k) && \valid_read(job) && \valid(decision) && \valid(g);
    STATE(requires, *k, *g)
    requires job:    JOB_VALID(*job, k->now);
    assigns SCRATCH(*k), decision->earliest_deadline, GHOST_OFFERED(*g);
    COUNTER_OFFER(ensures, k->counter_offer != 0, \old(*k), *job, decision->earliest_deadline, *g)
*/
static void make_counter_offer(struct rtmr *k, const struct rtmr_job *job, struct rtmr_decision *decision)
    /*@ ghost (struct rtmr_ghost \ghost *g) */
{
#if RTMR_WITH_WHAT_IF
    if (k->counter_offer != 0) {
        decision->earliest_deadline = rtmr_earliest_deadline(k, job) /*@ ghost (g) */;
    }
#else
    (void)k;
    (void)job;
    (void)decision;
#endif
}

enum rtmr_status rtmr_request_job(struct rtmr *k, const struct rtmr_job *job, struct rtmr_decision *decision)
    /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    struct rtmr_row candidate;

    rtmr_decision_clear(decision);
    const enum rtmr_status invalid = rtmr_check_job(k, job);
    if (invalid != RTMR_OK) {
        return invalid;
    }
    const int32_t place = rtmr_consider(k, job, &candidate, decision) /*@ ghost (g) */;
    if (decision->reason != RTMR_REASON_NONE) {
        make_counter_offer(k, job, decision) /*@ ghost (g) */;
        return RTMR_REJECTED;
    }
    decision->job = rtmr_accept(k, place, &candidate) /*@ ghost (g) */;
    decision->earliest_deadline = job->deadline;
    rtmr_note_offers(k) /*@ ghost (g) */;
    return RTMR_OK;
}

#if RTMR_WITH_WHAT_IF
enum rtmr_status rtmr_request_opinion(struct rtmr *k, const struct rtmr_job *job, struct rtmr_decision *decision)
    /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    struct rtmr_row candidate;

    rtmr_decision_clear(decision);
    const enum rtmr_status invalid = rtmr_check_job(k, job);
    if (invalid != RTMR_OK) {
        return invalid;
    }
    rtmr_consider(k, job, &candidate, decision) /*@ ghost (g) */;
    if (decision->reason != RTMR_REASON_NONE) {
        decision->earliest_deadline = rtmr_earliest_deadline(k, job) /*@ ghost (g) */;
        return RTMR_REJECTED;
    }
    decision->earliest_deadline = job->deadline;
    return RTMR_OK;
}
#endif

enum rtmr_status rtmr_request_withdrawal(struct rtmr *k, rtmr_handle job) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    const int32_t place = rtmr_table_find(k, job);

    if (place < 0) {
        return RTMR_E_HANDLE;
    }
    if (k->started[place] != 0) {
        return RTMR_E_STARTED;
    }
    rtmr_table_remove(k, place) /*@ ghost (g) */;
    rtmr_note_offers(k) /*@ ghost (g) */;
    return RTMR_OK;
}
