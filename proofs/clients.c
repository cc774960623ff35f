#include "clients.h"

enum rtmr_status rtmr_submit_and_withdraw(struct rtmr *k, const struct rtmr_job *job) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    struct rtmr_decision decision;
    const enum rtmr_status status = rtmr_request_job(k, job, &decision) /*@ ghost (g) */;

    if (status != RTMR_OK || (job->map_tasks == 0 && job->reduce_tasks == 0)) {
        return status;
    }
    //@ assert unique: \forall integer p; 0 <= p < k->jobs && k->handle[p] == decision.job ==> p == g->admitted;
    const enum rtmr_status back = rtmr_request_withdrawal(k, decision.job) /*@ ghost (g) */;
    //@ assert found: back == RTMR_OK;
    return back;
}
