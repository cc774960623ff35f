/*
 * What the state of a slot means.
 */
#ifndef RTMR_SLOT_STATE_H
#define RTMR_SLOT_STATE_H

#include "rtmr.h"

#ifdef __FRAMAC__
#include "spec/slots.acsl"
#endif

/* It runs a task. */
/*@ assigns \nothing;
    ensures runs: \result != 0 <==> RUNS(state);
*/
static inline int32_t rtmr_slot_runs(uint8_t state)
{
    return state >= RTMR_SLOT_BUSY && state <= RTMR_SLOT_LATE_DRAINING;
}

/* It runs a task that plans count on, within its bound. */
/*@ assigns \nothing;
    ensures timely: \result != 0 <==> TIMELY(state);
*/
static inline int32_t rtmr_slot_timely(uint8_t state)
{
    return state == RTMR_SLOT_BUSY || state == RTMR_SLOT_DRAINING;
}

/* It runs a task that no plan counts on. */
/*@ assigns \nothing;
    ensures late: \result != 0 <==> OVERDUE(state);
*/
static inline int32_t rtmr_slot_late(uint8_t state)
{
    return state == RTMR_SLOT_LATE || state == RTMR_SLOT_LATE_DRAINING;
}

/* It can take a task, now or when its own has ended: 1, else 0. */
/*@ assigns \nothing;
    ensures usable: \result == (state == RTMR_SLOT_IDLE || state == RTMR_SLOT_BUSY ? 1 : 0);
*/
static inline int32_t rtmr_slot_usable(uint8_t state)
{
    return state == RTMR_SLOT_IDLE || state == RTMR_SLOT_BUSY;
}

/* It leaves when its task has ended. */
/*@ assigns \nothing;
    ensures leaves: \result != 0 <==> LEAVES(state);
*/
static inline int32_t rtmr_slot_leaves(uint8_t state)
{
    return state == RTMR_SLOT_DRAINING || state == RTMR_SLOT_LATE_DRAINING;
}

#endif
