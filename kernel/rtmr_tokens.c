/*
 * The part of the interface that is about reports which name the dispatch that they answer.
 */
#include "rtmr.h"

#include "access.h"
#include "dispatch.h"
#include "slot_changes.h"
#include "slot_state.h"

#ifdef __FRAMAC__
#include "proofs/lemmas/state.h"
#include "spec/slot_calls.acsl"
#include "spec/tokens.acsl"
#endif

#if RTMR_WITH_TOKENS
/*@ requires valid: \valid_read(pool);
    requires range: 0 <= pool->slots <= RTMR_SLOTS;
    assigns \nothing;
    ensures other:  \result != 0 <==> RUNS_OTHER(*pool, slot, token);
*/
static int32_t runs_other(const struct rtmr_pool *pool, int32_t slot, uint32_t token)
{
    return slot >= 0 && slot < pool->slots && rtmr_slot_runs(pool->state[slot]) && pool->token[slot] != token;
}

/*@ requires valid: NULL_OR_VALID(k) && NULL_OR_VALID(report) && \valid(g);
    assigns *report, FINISHED(*k), GHOST_FINISHED(*g);
    NO_CONTEXT(k)
    NO_STAGE(k, stage)
    NULL_ARGUMENT(ON_STAGE(k, stage), report == \null)
    behavior other:
      assumes ON_STAGE(k, stage) && report != \null && OTHER_TASK(*k, stage, slot, token);
      requires state:   State(*k, *g);
      assigns \nothing;
      ensures other: \result == RTMR_E_TOKEN;
    behavior call:
      assumes ON_STAGE(k, stage) && report != \null && !OTHER_TASK(*k, stage, slot, token);
      requires separate: \separated(k, report);
      requires state:   State(*k, *g);
      ensures state:    State(*k, *g);
      FINISH(ensures, *k, stage, slot, *report, *g)
    complete behaviors;
    disjoint behaviors;
*/
enum rtmr_status rtmr_finish_with(struct rtmr *k, enum rtmr_stage stage, int32_t slot, uint32_t token,
                                  struct rtmr_report *report)
/*@ ghost (struct rtmr_ghost \ghost *g) */
{
    const enum rtmr_status status = rtmr_check_stage(k, stage);

    if (status != RTMR_OK) {
        return status;
    }
    if (report == NULL) {
        return RTMR_E_NULL;
    }
    //@ ghost rtmr_state_ranges(k, g);
    if (stage == RTMR_MAP ? runs_other(&k->map, slot, token) : runs_other(&k->reduce, slot, token)) {
        return RTMR_E_TOKEN;
    }
    return rtmr_complete(k, stage, slot, report) /*@ ghost (g) */;
}

#if RTMR_WITH_SLOT_CHANGES
/*@ requires valid: NULL_OR_VALID(k) && NULL_OR_VALID(alarm) && \valid(g);
    assigns DROPPED(*k), *alarm, GHOST_DROPPED(*g);
    NO_CONTEXT(k)
    NO_STAGE(k, stage)
    NULL_ARGUMENT(ON_STAGE(k, stage), alarm == \null)
    behavior other:
      assumes ON_STAGE(k, stage) && alarm != \null && OTHER_TASK(*k, stage, slot, token);
      requires state:   State(*k, *g);
      assigns \nothing;
      ensures other: \result == RTMR_E_TOKEN;
    behavior call:
      assumes ON_STAGE(k, stage) && alarm != \null && !OTHER_TASK(*k, stage, slot, token);
      requires separate: \separated(k, alarm);
      requires state:   State(*k, *g);
      ensures state:    State(*k, *g);
      FAILURE(ensures, *k, stage, slot, *alarm, *g)
    complete behaviors;
    disjoint behaviors;
*/
enum rtmr_status rtmr_fail_with(struct rtmr *k, enum rtmr_stage stage, int32_t slot, uint32_t token,
                                struct rtmr_alarm *alarm)
/*@ ghost (struct rtmr_ghost \ghost *g) */
{
    const enum rtmr_status status = rtmr_check_stage(k, stage);

    if (status != RTMR_OK) {
        return status;
    }
    if (alarm == NULL) {
        return RTMR_E_NULL;
    }
    //@ ghost rtmr_state_ranges(k, g);
    if (stage == RTMR_MAP ? runs_other(&k->map, slot, token) : runs_other(&k->reduce, slot, token)) {
        return RTMR_E_TOKEN;
    }
    return rtmr_fail_task(k, stage, slot, alarm) /*@ ghost (g) */;
}
#endif
#endif
