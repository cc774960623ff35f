/*
 * The part of the interface that is about slots that come and go, and tasks that are lost.
 */
#include "rtmr.h"

#include "access.h"
#include "slot_changes.h"

#ifdef __FRAMAC__
#include "proofs/lemmas/state.h"
#include "spec/slot_calls.acsl"
#endif

#if RTMR_WITH_SLOT_CHANGES
/*@ requires valid: (k == \null || \valid(k)) && (alarm == \null || \valid(alarm)) && \valid(g);
    assigns DROPPED(*k), *alarm, GHOST_DROPPED(*g);
    NO_CONTEXT(k)
    behavior stage:
      assumes k != \null && k->tag == RTMR_CONTEXT_TAG && stage != RTMR_MAP && stage != RTMR_REDUCE;
      assigns \nothing;
      ensures stage: \result == RTMR_E_STAGE;
    behavior nothing:
      assumes k != \null && k->tag == RTMR_CONTEXT_TAG && (stage == RTMR_MAP || stage == RTMR_REDUCE) && alarm == \null;
      assigns \nothing;
      ensures nothing: \result == RTMR_E_NULL;
    behavior call:
      assumes k != \null && k->tag == RTMR_CONTEXT_TAG && (stage == RTMR_MAP || stage == RTMR_REDUCE) && alarm != \null;
      requires separate: \separated(k, alarm);
      requires state:   State(*k, *g);
      ensures state:    State(*k, *g);
      LOSS(ensures, *k, stage, slot, *alarm, *g)
    complete behaviors;
    disjoint behaviors;
*/
enum rtmr_status rtmr_slot_lost(struct rtmr *k, enum rtmr_stage stage, int32_t slot, struct rtmr_alarm *alarm)
/*@ ghost (struct rtmr_ghost \ghost *g) */
{
    const enum rtmr_status status = rtmr_check_stage(k, stage);

    if (status != RTMR_OK) {
        return status;
    }
    if (alarm == NULL) {
        return RTMR_E_NULL;
    }
    return rtmr_lose_slot(k, stage, slot, alarm) /*@ ghost (g) */;
}

/*@ requires valid: (k == \null || \valid(k)) && (alarm == \null || \valid(alarm)) && \valid(g);
    assigns DROPPED(*k), *alarm, GHOST_DROPPED(*g);
    NO_CONTEXT(k)
    behavior stage:
      assumes k != \null && k->tag == RTMR_CONTEXT_TAG && stage != RTMR_MAP && stage != RTMR_REDUCE;
      assigns \nothing;
      ensures stage: \result == RTMR_E_STAGE;
    behavior nothing:
      assumes k != \null && k->tag == RTMR_CONTEXT_TAG && (stage == RTMR_MAP || stage == RTMR_REDUCE) && alarm == \null;
      assigns \nothing;
      ensures nothing: \result == RTMR_E_NULL;
    behavior call:
      assumes k != \null && k->tag == RTMR_CONTEXT_TAG && (stage == RTMR_MAP || stage == RTMR_REDUCE) && alarm != \null;
      requires separate: \separated(k, alarm);
      requires state:   State(*k, *g);
      ensures state:    State(*k, *g);
      FAILURE(ensures, *k, stage, slot, *alarm, *g)
    complete behaviors;
    disjoint behaviors;
*/
enum rtmr_status rtmr_fail(struct rtmr *k, enum rtmr_stage stage, int32_t slot, struct rtmr_alarm *alarm)
/*@ ghost (struct rtmr_ghost \ghost *g) */
{
    const enum rtmr_status status = rtmr_check_stage(k, stage);

    if (status != RTMR_OK) {
        return status;
    }
    if (alarm == NULL) {
        return RTMR_E_NULL;
    }
    return rtmr_fail_task(k, stage, slot, alarm) /*@ ghost (g) */;
}

/*@ requires valid: (k == \null || \valid(k)) && (decision == \null || \valid(decision)) && \valid(g);
    assigns DRAINED(*k), *decision, GHOST_DRAINED(*g);
    NO_CONTEXT(k)
    behavior stage:
      assumes k != \null && k->tag == RTMR_CONTEXT_TAG && stage != RTMR_MAP && stage != RTMR_REDUCE;
      assigns \nothing;
      ensures stage: \result == RTMR_E_STAGE;
    behavior nothing:
      assumes k != \null && k->tag == RTMR_CONTEXT_TAG && (stage == RTMR_MAP || stage == RTMR_REDUCE)
      && decision == \null;
      assigns \nothing;
      ensures nothing: \result == RTMR_E_NULL;
    behavior call:
      assumes k != \null && k->tag == RTMR_CONTEXT_TAG && (stage == RTMR_MAP || stage == RTMR_REDUCE)
      && decision != \null;
      requires separate: \separated(k, decision);
      requires state:   State(*k, *g);
      ensures state:    State(*k, *g);
      DRAIN(ensures, *k, stage, slot, *decision, *g)
    complete behaviors;
    disjoint behaviors;
*/
enum rtmr_status rtmr_slot_drain(struct rtmr *k, enum rtmr_stage stage, int32_t slot, struct rtmr_decision *decision)
/*@ ghost (struct rtmr_ghost \ghost *g) */
{
    const enum rtmr_status status = rtmr_check_stage(k, stage);

    if (status != RTMR_OK) {
        return status;
    }
    if (decision == NULL) {
        return RTMR_E_NULL;
    }
    return rtmr_drain_slot(k, stage, slot, decision) /*@ ghost (g) */;
}

/*@ requires valid: (k == \null || \valid(k)) && \valid(g);
    assigns JOINED(k->map), JOINED(k->reduce), k->plans_from_slots, g->map.position[0 .. RTMR_SLOTS - 1],
            g->reduce.position[0 .. RTMR_SLOTS - 1];
    NO_CONTEXT(k)
    behavior stage:
      assumes k != \null && k->tag == RTMR_CONTEXT_TAG && stage != RTMR_MAP && stage != RTMR_REDUCE;
      assigns \nothing;
      ensures stage: \result == RTMR_E_STAGE;
    behavior call:
      assumes k != \null && k->tag == RTMR_CONTEXT_TAG && (stage == RTMR_MAP || stage == RTMR_REDUCE);
      requires state:   State(*k, *g);
      ensures state:    State(*k, *g);
      ADDITION(ensures, *k, stage, slot)
    complete behaviors;
    disjoint behaviors;
*/
enum rtmr_status rtmr_slot_add(struct rtmr *k, enum rtmr_stage stage, int32_t slot)
/*@ ghost (struct rtmr_ghost \ghost *g) */
{
    const enum rtmr_status status = rtmr_check_stage(k, stage);

    if (status != RTMR_OK) {
        return status;
    }
    return rtmr_add_slot(k, stage, slot) /*@ ghost (g) */;
}
#endif
