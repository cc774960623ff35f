/*
 * The part of the interface that is about promises that are renewed, moved and ended.
 */
#include "rtmr.h"

#include "access.h"
#include "renewal.h"
#include "suspension.h"
#include "work_changes.h"

#ifdef __FRAMAC__
#include "proofs/lemmas/plan_lemmas.h"
#include "proofs/lemmas/state.h"
#include "spec/calls.acsl"
#include "spec/suspension_calls.acsl"
#include "spec/work_calls.acsl"
#endif

#if RTMR_WITH_PROMISE_CHANGES
/*@ requires valid: NULL_OR_VALID(k) && NULL_OR_VALID(decision) && \valid(g);
    assigns RENEWS(*k), *decision, GHOST_RENEWS(*g);
    NO_CONTEXT(k)
    NULL_ARGUMENT(A_CONTEXT(k), decision == \null)
    behavior call:
      assumes A_CONTEXT(k) && decision != \null;
      requires separate: \separated(k, decision);
      requires state:   State(*k, *g);
      ensures state:    State(*k, *g);
      RENEWAL(ensures, *k, job, deadline, *decision, *g)
      WAITS_KEPT(ensures, \result == RTMR_OK, *k)
    complete behaviors;
    disjoint behaviors;
*/
enum rtmr_status rtmr_renew(struct rtmr *k, rtmr_handle job, rtmr_ticks deadline, struct rtmr_decision *decision)
/*@ ghost (struct rtmr_ghost \ghost *g) */
{
    //@ ghost rtmr_account_same(g);
    const enum rtmr_status status = rtmr_check_context(k);

    if (status != RTMR_OK) {
        return status;
    }
    if (decision == NULL) {
        return RTMR_E_NULL;
    }
    return rtmr_renew_promise(k, job, deadline, decision) /*@ ghost (g) */;
}

/*@ requires valid: NULL_OR_VALID(k) && NULL_OR_VALID(decision) && \valid(g);
    assigns EXTENDED(*k), *decision, GHOST_EXTENDED(*g);
    NO_CONTEXT(k)
    NO_STAGE(k, stage)
    NULL_ARGUMENT(ON_STAGE(k, stage), decision == \null)
    behavior call:
      assumes ON_STAGE(k, stage) && decision != \null;
      requires separate: \separated(k, decision);
      requires state:   State(*k, *g);
      ensures state:    State(*k, *g);
      EXTENSION(ensures, *k, stage, slot, bound, *decision, *g)
      WAITS_KEPT(ensures, \result == RTMR_OK, *k)
    complete behaviors;
    disjoint behaviors;
*/
enum rtmr_status rtmr_extend(struct rtmr *k, enum rtmr_stage stage, int32_t slot, rtmr_ticks bound,
                             struct rtmr_decision *decision)
/*@ ghost (struct rtmr_ghost \ghost *g) */
{
    const enum rtmr_status status = rtmr_check_stage(k, stage);

    if (status != RTMR_OK) {
        return status;
    }
    if (decision == NULL) {
        return RTMR_E_NULL;
    }
    return rtmr_extend_task(k, stage, slot, bound, decision) /*@ ghost (g) */;
}

/*@ requires valid: NULL_OR_VALID(k) && NULL_OR_VALID(decision) && \valid(g);
    assigns ESTIMATE_CHANGED(*k), *decision, GHOST_ESTIMATE_CHANGED(*g);
    NO_CONTEXT(k)
    NO_STAGE(k, stage)
    NULL_ARGUMENT(ON_STAGE(k, stage), decision == \null)
    behavior call:
      assumes ON_STAGE(k, stage) && decision != \null;
      requires separate: \separated(k, decision);
      requires state:   State(*k, *g);
      ensures state:    State(*k, *g);
      REESTIMATION(ensures, *k, job, stage, estimate, *decision, *g)
      WAITS_KEPT(ensures, \result == RTMR_OK, *k)
    complete behaviors;
    disjoint behaviors;
*/
enum rtmr_status rtmr_set_estimate(struct rtmr *k, rtmr_handle job, enum rtmr_stage stage, rtmr_ticks estimate,
                                   struct rtmr_decision *decision)
/*@ ghost (struct rtmr_ghost \ghost *g) */
{
    const enum rtmr_status status = rtmr_check_stage(k, stage);

    if (status != RTMR_OK) {
        return status;
    }
    if (decision == NULL) {
        return RTMR_E_NULL;
    }
    return rtmr_change_estimate(k, job, stage, estimate, decision) /*@ ghost (g) */;
}

/*@ requires valid: NULL_OR_VALID(k) && \valid(g);
    assigns SUSPENDED(*k), GHOST_SUSPENDED(*g);
    NO_CONTEXT(k)
    behavior call:
      assumes A_CONTEXT(k);
      requires state:   State(*k, *g);
      ensures state:    State(*k, *g);
      SUSPENSION(ensures, *k, job, *g)
      WAITS_KEPT(ensures, \result == RTMR_OK && k->promised < \old(k->promised), *k)
    complete behaviors;
    disjoint behaviors;
*/
enum rtmr_status rtmr_suspend(struct rtmr *k, rtmr_handle job)
/*@ ghost (struct rtmr_ghost \ghost *g) */
{
    const enum rtmr_status status = rtmr_check_context(k);

    if (status != RTMR_OK) {
        return status;
    }
    return rtmr_suspend_promise(k, job) /*@ ghost (g) */;
}

/*@ requires valid: NULL_OR_VALID(k) && \valid(g);
    assigns ABORTED(*k), GHOST_ABORTED(*g);
    NO_CONTEXT(k)
    behavior call:
      assumes A_CONTEXT(k);
      requires state:   State(*k, *g);
      ensures state:    State(*k, *g);
      ABORTION(ensures, *k, job, *g)
      WAITS_KEPT(ensures, \result == RTMR_OK, *k)
    complete behaviors;
    disjoint behaviors;
*/
enum rtmr_status rtmr_abort(struct rtmr *k, rtmr_handle job)
/*@ ghost (struct rtmr_ghost \ghost *g) */
{
    const enum rtmr_status status = rtmr_check_context(k);

    if (status != RTMR_OK) {
        return status;
    }
    return rtmr_abort_job(k, job) /*@ ghost (g) */;
}
#endif
