#include "rtmr.h"

#include "access.h"
#include "clock.h"
#include "dispatch.h"
#include "latency.h"
#include "offer.h"
#include "requests.h"
#include "slot_pool.h"
#include "tokens.h"

#ifdef __FRAMAC__
#include "proofs/lemmas/state.h"
#include "spec/calls.acsl"
#endif

/*@ requires valid: k == \null || \valid_read(k);
    assigns \nothing;
    NO_CONTEXT(k)
    behavior context:
      assumes A_CONTEXT(k);
      ensures context: \result == RTMR_OK;
    complete behaviors;
    disjoint behaviors;
*/
enum rtmr_status rtmr_check_context(const struct rtmr *k)
{
    if (k == NULL) {
        return RTMR_E_NULL;
    }
    return k->tag == RTMR_CONTEXT_TAG ? RTMR_OK : RTMR_E_CONTEXT;
}

/*@ requires valid: k == \null || \valid_read(k);
    assigns \nothing;
    NO_CONTEXT(k)
    behavior context:
      assumes A_CONTEXT(k);
      ensures stage: \result == (stage == RTMR_MAP || stage == RTMR_REDUCE ? RTMR_OK : RTMR_E_STAGE);
    complete behaviors;
    disjoint behaviors;
*/
enum rtmr_status rtmr_check_stage(const struct rtmr *k, enum rtmr_stage stage)
{
    const enum rtmr_status status = rtmr_check_context(k);

    if (status != RTMR_OK) {
        return status;
    }
    return stage == RTMR_MAP || stage == RTMR_REDUCE ? RTMR_OK : RTMR_E_STAGE;
}

/*@ assigns \nothing;
    ensures status: \result == (!FEEDBACK_VALID(feedback) ? RTMR_E_FEEDBACK
                                : !ORDER_VALID(order, feedback) ? RTMR_E_ORDER : RTMR_OK);
*/
enum rtmr_status rtmr_check_policy(enum rtmr_feedback feedback, enum rtmr_order order)
{
    if (feedback != RTMR_FEEDBACK_EXACT && feedback != RTMR_FEEDBACK_SATU && feedback != RTMR_FEEDBACK_NONE) {
        return RTMR_E_FEEDBACK;
    }
#if !RTMR_WITH_STORED_VECTORS
    if (feedback != RTMR_FEEDBACK_EXACT) {
        return RTMR_E_FEEDBACK;
    }
#endif
    switch (order) {
    case RTMR_ORDER_DEFAULT:
    case RTMR_ORDER_FLOOR:
    case RTMR_ORDER_FIFO: return RTMR_OK;
    case RTMR_ORDER_EDF: return feedback == RTMR_FEEDBACK_EXACT ? RTMR_OK : RTMR_E_ORDER;
    default: return RTMR_E_ORDER;
    }
}

/*@ requires valid: \valid_read(setup);
    assigns \nothing;
    ensures status: \result == SETUP_STATUS(*setup);
*/
static enum rtmr_status check_setup(const struct rtmr_setup *setup)
{
    if (setup->map_slots < 1 || setup->map_slots > RTMR_SLOTS) {
        return RTMR_E_MAP_SLOTS;
    }
    if (setup->reduce_slots < 1 || setup->reduce_slots > RTMR_SLOTS) {
        return RTMR_E_REDUCE_SLOTS;
    }
    if (setup->delta < 0 || setup->delta > RTMR_TIME_MAX) {
        return RTMR_E_DELTA;
    }
    if (setup->latency < 0 || setup->latency > RTMR_LATENCY_MAX || setup->reduces_per_node < 0 ||
        setup->reduces_per_node > RTMR_SLOTS) {
        return RTMR_E_LATENCY;
    }
    return rtmr_check_policy(setup->feedback, setup->order);
}

/*@ requires valid: \valid_read(setup);
    assigns \nothing;
    ensures order:  \result == ORDER_OF(*setup);
*/
static enum rtmr_order order_of(const struct rtmr_setup *setup)
{
    if (setup->order != RTMR_ORDER_DEFAULT) {
        return setup->order;
    }
    return setup->feedback == RTMR_FEEDBACK_EXACT ? RTMR_ORDER_EDF : RTMR_ORDER_FLOOR;
}

/* An empty system with a checked setup. */
/*@ requires valid:  \valid(k) && \valid_read(setup) && \valid(g);
    requires valid_setup: SETUP_VALID(*setup);
    assigns *k, *g;
    ensures state:   State(*k, *g);
    ensures empty:   EMPTY(*k, \old(*setup)) && g->watched == -1;
    BOTH_STAGES(ensures, waits, NONE_WAITS, *k)
*/
static void set_up(struct rtmr *k, const struct rtmr_setup *setup) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    k->feedback = setup->feedback;
    k->order = order_of(setup);
    k->counter_offer = setup->counter_offer;
    k->plans_from_slots = setup->feedback == RTMR_FEEDBACK_EXACT;
    k->delta = setup->delta;
    k->now = 0;
    k->next_handle = 1;
    k->jobs = 0;
    k->promised = 0;
    rtmr_set_latency(k, setup->latency, setup->reduces_per_node);
    rtmr_pool_init(&k->map, setup->map_slots) /*@ ghost (&g->map) */;
    rtmr_pool_init(&k->reduce, setup->reduce_slots) /*@ ghost (&g->reduce) */;
    rtmr_clear_tokens(&k->map, 0, setup->map_slots);
    rtmr_clear_tokens(&k->reduce, 0, setup->reduce_slots);
    k->tag = RTMR_CONTEXT_TAG;
    //@ ghost g->watched = -1;
    //@ ghost g->job.handle = RTMR_NO_JOB;
    //@ ghost rtmr_unnoted_fold(k, g);
    rtmr_note_offers(k) /*@ ghost (g) */;
}

/*@ requires valid: NULL_OR_VALID(k) && NULL_OR_VALID(setup) && \valid(g);
    assigns *k, *g;
    behavior null:
      assumes k == \null || setup == \null;
      assigns \nothing;
      ensures null: \result == RTMR_E_NULL;
    behavior other:
      assumes k != \null && setup != \null && configuration != RTMR_CONTEXT_TAG;
      assigns \nothing;
      ensures other: \result == RTMR_E_CONFIGURATION;
    behavior invalid:
      assumes k != \null && setup != \null && configuration == RTMR_CONTEXT_TAG && !SETUP_VALID(*setup);
      assigns \nothing;
      ensures invalid: \result == \old(SETUP_STATUS(*setup));
    behavior call:
      assumes k != \null && setup != \null && configuration == RTMR_CONTEXT_TAG && SETUP_VALID(*setup);
      requires separate: \separated(k, setup);
      ensures empty: \result == RTMR_OK && EMPTY(*k, \old(*setup)) && g->watched == -1;
      BOTH_STAGES(ensures, waits, NONE_WAITS, *k)
      ensures state:    State(*k, *g);
    complete behaviors;
    disjoint behaviors;
*/
enum rtmr_status rtmr_init_as(struct rtmr *k, const struct rtmr_setup *setup, uint32_t configuration)
/*@ ghost (struct rtmr_ghost \ghost *g) */
{
    if (k == NULL || setup == NULL) {
        return RTMR_E_NULL;
    }
    if (configuration != RTMR_CONTEXT_TAG) {
        return RTMR_E_CONFIGURATION;
    }
    const enum rtmr_status status = check_setup(setup);

    if (status == RTMR_OK) {
        set_up(k, setup) /*@ ghost (g) */;
    }
    return status;
}

/*@ requires valid: NULL_OR_VALID(k) && NULL_OR_VALID(job) && NULL_OR_VALID(decision) && \valid(g);
    assigns SUBMITTED(*k), *decision, GHOST_SUBMITTED(*g);
    NO_CONTEXT(k)
    NULL_ARGUMENT(A_CONTEXT(k), job == \null || decision == \null)
    behavior call:
      assumes A_CONTEXT(k) && job != \null && decision != \null;
      requires separate: \separated(k, job, decision);
      requires state:   State(*k, *g);
      ensures state:    State(*k, *g);
      SUBMISSION(ensures, *k, *job, *decision, *g)
      WAITS_KEPT(ensures, \result == RTMR_OK, *k)
      ANSWER(ensures, \result >= 0, \old(*k), *job, *decision, *g)
      COUNTER_OFFER(ensures, \result == RTMR_REJECTED && MAKES_COUNTER_OFFERS(*k), \old(*k), *job,
                    decision->earliest_deadline, *g)
    complete behaviors;
    disjoint behaviors;
*/
enum rtmr_status rtmr_submit(struct rtmr *k, const struct rtmr_job *job, struct rtmr_decision *decision)
/*@ ghost (struct rtmr_ghost \ghost *g) */
{
    const enum rtmr_status status = rtmr_check_context(k);

    if (status != RTMR_OK) {
        return status;
    }
    if (job == NULL || decision == NULL) {
        return RTMR_E_NULL;
    }
    return rtmr_request_job(k, job, decision) /*@ ghost (g) */;
}

#if RTMR_WITH_WHAT_IF
/*@ requires valid: NULL_OR_VALID(k) && NULL_OR_VALID(job) && NULL_OR_VALID(decision) && \valid(g);
    assigns SEARCHED(*k), *decision, GHOST_ASKED(*g);
    NO_CONTEXT(k)
    NULL_ARGUMENT(A_CONTEXT(k), job == \null || decision == \null)
    behavior call:
      assumes A_CONTEXT(k) && job != \null && decision != \null;
      requires separate: \separated(k, job, decision);
      requires state:   State(*k, *g);
      ensures state:    State(*k, *g);
      QUESTION(ensures, *k, *job, *decision)
      ANSWER(ensures, \result >= 0, \old(*k), *job, *decision, *g)
      COUNTER_OFFER(ensures, \result == RTMR_REJECTED, \old(*k), *job, decision->earliest_deadline, *g)
    complete behaviors;
    disjoint behaviors;
*/
enum rtmr_status rtmr_what_if(struct rtmr *k, const struct rtmr_job *job, struct rtmr_decision *decision)
/*@ ghost (struct rtmr_ghost \ghost *g) */
{
    const enum rtmr_status status = rtmr_check_context(k);

    if (status != RTMR_OK) {
        return status;
    }
    if (job == NULL || decision == NULL) {
        return RTMR_E_NULL;
    }
    return rtmr_request_opinion(k, job, decision) /*@ ghost (g) */;
}
#endif

/*@ requires valid: NULL_OR_VALID(k) && \valid(g);
    assigns WITHDRAWN(*k), GHOST_WITHDRAWN(*g);
    NO_CONTEXT(k)
    behavior call:
      assumes A_CONTEXT(k);
      requires state:   State(*k, *g);
      ensures state:    State(*k, *g);
      WITHDRAWAL(ensures, *k, job, *g)
      WAITS_KEPT(ensures, \result == RTMR_OK, *k)
    complete behaviors;
    disjoint behaviors;
*/
enum rtmr_status rtmr_withdraw(struct rtmr *k, rtmr_handle job)
/*@ ghost (struct rtmr_ghost \ghost *g) */
{
    const enum rtmr_status status = rtmr_check_context(k);

    if (status != RTMR_OK) {
        return status;
    }
    return rtmr_request_withdrawal(k, job) /*@ ghost (g) */;
}

/*@ requires valid: NULL_OR_VALID(k) && NULL_OR_VALID(offer) && \valid(g);
    assigns *offer;
    NO_CONTEXT(k)
    NO_STAGE(k, stage)
    NULL_ARGUMENT(ON_STAGE(k, stage), offer == \null)
    behavior call:
      assumes ON_STAGE(k, stage) && offer != \null;
      requires separate: \separated(k, offer);
      requires state:   State(*k, *g);
      ensures state:    State(*k, *g);
      OFFER_RESULT(ensures, *k, stage, *offer)
    complete behaviors;
    disjoint behaviors;
*/
enum rtmr_status rtmr_offer(const struct rtmr *k, enum rtmr_stage stage, struct rtmr_offer *offer)
/*@ ghost (struct rtmr_ghost \ghost *g) */
{
    const enum rtmr_status status = rtmr_check_stage(k, stage);

    if (status != RTMR_OK) {
        return status;
    }
    if (offer == NULL) {
        return RTMR_E_NULL;
    }
    return rtmr_find_offer(k, stage, offer) /*@ ghost (g) */;
}

/*@ requires valid: NULL_OR_VALID(k) && NULL_OR_VALID(offer) && \valid(g);
    assigns DISPATCHED(*k, k->map), DISPATCHED(*k, k->reduce), *offer, GHOST_STARTS(g->map), GHOST_STARTS(g->reduce),
            JOB_STARTS(g->job.map), JOB_STARTS(g->job.reduce);
    NO_CONTEXT(k)
    NO_STAGE(k, stage)
    NULL_ARGUMENT(ON_STAGE(k, stage), offer == \null)
    behavior call:
      assumes ON_STAGE(k, stage) && offer != \null;
      requires separate: \separated(k, offer);
      requires state:   State(*k, *g);
      ensures state:    State(*k, *g);
      DISPATCH(ensures, map_, stage == RTMR_MAP, *k, k->map, slot, *offer, *g, g->job.map)
      DISPATCH(ensures, reduce_, stage != RTMR_MAP, *k, k->reduce, slot, *offer, *g, g->job.reduce)
      ensures map_other: stage != RTMR_MAP ==> STAGE_WAITS(k->map) && OtherRuns(g->job.map, \old(g->job.map), -1);
      ensures reduce_other: stage == RTMR_MAP ==>
                            STAGE_WAITS(k->reduce) && OtherRuns(g->job.reduce, \old(g->job.reduce), -1);
      WAITS_DISPATCHED(ensures, map_, stage == RTMR_MAP, *k, k->map, k->reduce, slot)
      WAITS_DISPATCHED(ensures, reduce_, stage != RTMR_MAP, *k, k->reduce, k->map, slot)
    complete behaviors;
    disjoint behaviors;
*/
enum rtmr_status rtmr_dispatch(struct rtmr *k, enum rtmr_stage stage, int32_t slot, struct rtmr_offer *offer)
/*@ ghost (struct rtmr_ghost \ghost *g) */
{
    const enum rtmr_status status = rtmr_check_stage(k, stage);

    if (status != RTMR_OK) {
        return status;
    }
    if (offer == NULL) {
        return RTMR_E_NULL;
    }
    return stage == RTMR_MAP ? rtmr_dispatch_map(k, slot, offer) /*@ ghost (g) */
                             : rtmr_dispatch_reduce(k, slot, offer) /*@ ghost (g) */;
}

/*@ requires valid: NULL_OR_VALID(k) && NULL_OR_VALID(report) && \valid(g);
    assigns *report, FINISHED(*k), GHOST_FINISHED(*g);
    NO_CONTEXT(k)
    NO_STAGE(k, stage)
    NULL_ARGUMENT(ON_STAGE(k, stage), report == \null)
    behavior call:
      assumes ON_STAGE(k, stage) && report != \null;
      requires separate: \separated(k, report);
      requires state:   State(*k, *g);
      ensures state:    State(*k, *g);
      FINISH(ensures, *k, stage, slot, *report, *g)
      WAITS_FINISHED(ensures, *k, stage, slot)
    complete behaviors;
    disjoint behaviors;
*/
enum rtmr_status rtmr_finish(struct rtmr *k, enum rtmr_stage stage, int32_t slot, struct rtmr_report *report)
/*@ ghost (struct rtmr_ghost \ghost *g) */
{
    const enum rtmr_status status = rtmr_check_stage(k, stage);

    if (status != RTMR_OK) {
        return status;
    }
    if (report == NULL) {
        return RTMR_E_NULL;
    }
    return rtmr_complete(k, stage, slot, report) /*@ ghost (g) */;
}

/*@ requires valid: NULL_OR_VALID(k) && NULL_OR_VALID(alarm) && \valid(g);
    assigns ADVANCED(*k), *alarm, GHOST_RECOVERED(*g);
    NO_CONTEXT(k)
    NULL_ARGUMENT(A_CONTEXT(k), alarm == \null)
    behavior call:
      assumes A_CONTEXT(k) && alarm != \null;
      requires separate: \separated(k, alarm);
      requires state:   State(*k, *g);
      ensures state:    State(*k, *g);
      ADVANCE(ensures, *k, to, *alarm, *g)
      WAITS_AFRESH(ensures, \result > 0, *k)
    complete behaviors;
    disjoint behaviors;
*/
enum rtmr_status rtmr_advance(struct rtmr *k, rtmr_ticks to, struct rtmr_alarm *alarm)
/*@ ghost (struct rtmr_ghost \ghost *g) */
{
    const enum rtmr_status status = rtmr_check_context(k);

    if (status != RTMR_OK) {
        return status;
    }
    if (alarm == NULL) {
        return RTMR_E_NULL;
    }
    return rtmr_move_clock(k, to, alarm) /*@ ghost (g) */;
}
