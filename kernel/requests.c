#include "requests.h"

#include "admission.h"
#include "job_table.h"
#include "latency.h"
#include "stored_vectors.h"
#include "what_if.h"

enum rtmr_status rtmr_request_job(struct rtmr *k, const struct rtmr_job *job, struct rtmr_decision *decision)
    /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    rtmr_decision_clear(decision);
    const enum rtmr_status invalid = rtmr_check_job(k, job);

    if (invalid != RTMR_OK) {
        return invalid;
    }
    const enum rtmr_status status = rtmr_admit(k, job, decision) /*@ ghost (g) */;
    rtmr_note_offers(k) /*@ ghost (g) */;
#if RTMR_WITH_WHAT_IF
    if (status == RTMR_REJECTED && k->counter_offer != 0) {
        decision->earliest_deadline = rtmr_earliest_deadline(k, job) /*@ ghost (g) */;
    }
#endif
    return status;
}

#if RTMR_WITH_WHAT_IF
enum rtmr_status rtmr_request_opinion(struct rtmr *k, const struct rtmr_job *job, struct rtmr_decision *decision)
    /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    rtmr_decision_clear(decision);
    const enum rtmr_status invalid = rtmr_check_job(k, job);

    if (invalid != RTMR_OK) {
        return invalid;
    }
    struct rtmr_row candidate;
    rtmr_candidate(k, job, &candidate);
    const int32_t place = rtmr_table_place(k, job->deadline);
    rtmr_test(k, &candidate, place, decision) /*@ ghost (g) */;
    if (decision->reason == RTMR_REASON_NONE) {
        decision->earliest_deadline = job->deadline;
        return RTMR_OK;
    }
    decision->earliest_deadline = rtmr_earliest_deadline(k, job) /*@ ghost (g) */;
    return RTMR_REJECTED;
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
    rtmr_stored_job_left(k, place);
    rtmr_table_remove(k, place) /*@ ghost (g) */;
    rtmr_note_offers(k) /*@ ghost (g) */;
    return RTMR_OK;
}
