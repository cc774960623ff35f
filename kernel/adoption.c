#include "adoption.h"

#if RTMR_WITH_SLOT_CHANGES || RTMR_WITH_PROMISE_CHANGES

#include "admission.h"
#include "latency.h"
#include "recovery.h"

enum rtmr_status rtmr_test_change(struct rtmr *k, struct rtmr_decision *decision)
/*@ ghost (struct rtmr_ghost \ghost *g) */
{
    struct rtmr_outlook outlook;

    //@ ghost g->changed = *k;
    rtmr_plan_promised(k, &outlook) /*@ ghost (g) */;
    //@ assert verdict: Verdict(g->changed, g->trial, RTMR_TIME_MAX);
    if (outlook.late < 0) {
        decision->reason = RTMR_REASON_NONE;
        return RTMR_OK;
    }
    decision->reason = RTMR_REASON_LATE;
    decision->late_job = k->handle[outlook.late];
    decision->late_by = outlook.late_end == RTMR_NEVER ? RTMR_NEVER : outlook.late_end - k->deadline[outlook.late];
    return RTMR_REJECTED;
}

void rtmr_adopt_change(struct rtmr *k)
/*@ ghost (struct rtmr_ghost \ghost *g) */
{
    rtmr_keep_promises(k) /*@ ghost (g) */;
    //@ ghost rtmr_unnoted_fold(k, g);
    rtmr_note_offers(k) /*@ ghost (g) */;
}

#endif
