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
/*@ requires valid: NULL_OR_VALID(k) && NULL_OR_VALID(alarm) && \valid(g);
    assigns DROPPED(*k), *alarm, GHOST_DROPPED(*g);
    NO_CONTEXT(k)
    NO_STAGE(k, stage)
    NULL_ARGUMENT(ON_STAGE(k, stage), alarm == \null)
    behavior call:
      assumes ON_STAGE(k, stage) && alarm != \null;
      requires separate: \separated(k, alarm);
      requires state:   State(*k, *g);
      ensures state:    State(*k, *g);
      LOSS(ensures, *k, stage, slot, *alarm, *g)
      WAITS_AFRESH(ensures, \result > 0, *k)
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

/*@ requires valid: NULL_OR_VALID(k) && NULL_OR_VALID(alarm) && \valid(g);
    assigns DROPPED(*k), *alarm, GHOST_DROPPED(*g);
    NO_CONTEXT(k)
    NO_STAGE(k, stage)
    NULL_ARGUMENT(ON_STAGE(k, stage), alarm == \null)
    behavior call:
      assumes ON_STAGE(k, stage) && alarm != \null;
      requires separate: \separated(k, alarm);
      requires state:   State(*k, *g);
      ensures state:    State(*k, *g);
      FAILURE(ensures, *k, stage, slot, *alarm, *g)
      WAITS_AFRESH(ensures, \result > 0, *k)
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

/*@ requires valid: NULL_OR_VALID(k) && NULL_OR_VALID(decision) && \valid(g);
    assigns DRAINED(*k), *decision, GHOST_DRAINED(*g);
    NO_CONTEXT(k)
    NO_STAGE(k, stage)
    NULL_ARGUMENT(ON_STAGE(k, stage), decision == \null)
    behavior call:
      assumes ON_STAGE(k, stage) && decision != \null;
      requires separate: \separated(k, decision);
      requires state:   State(*k, *g);
      ensures state:    State(*k, *g);
      DRAIN(ensures, *k, stage, slot, *decision, *g)
      WAITS_KEPT(ensures, DRAIN_TESTED(*k, stage, slot) && \result == RTMR_OK, *k)
      WAITS_STAY(ensures, !DRAIN_TESTED(*k, stage, slot), *k)
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

/*@ requires valid: NULL_OR_VALID(k) && \valid(g);
    assigns JOINED(k->map), JOINED(k->reduce), k->plans_from_slots, g->map.position[0 .. RTMR_SLOTS - 1],
            g->reduce.position[0 .. RTMR_SLOTS - 1];
    NO_CONTEXT(k)
    NO_STAGE(k, stage)
    behavior call:
      assumes ON_STAGE(k, stage);
      requires state:   State(*k, *g);
      ensures state:    State(*k, *g);
      ADDITION(ensures, *k, stage, slot)
      WAITS_ADDED(ensures, *k, stage, slot)
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
