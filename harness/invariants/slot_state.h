/*
 * The meaning of a slot state by rtmr.h. The checker does not ask the kernel.
 */
#ifndef HARNESS_INVARIANTS_SLOT_STATE_H
#define HARNESS_INVARIANTS_SLOT_STATE_H

#include "kernel/rtmr.h"

#include <stdbool.h>

/* It runs a task that is not over its bound. */
static inline bool slot_in_time(enum rtmr_slot_state state)
{
    return state == RTMR_SLOT_BUSY || state == RTMR_SLOT_DRAINING;
}

/* It runs a task that no plan counts on: over its bound, or started while its job was flagged. */
static inline bool slot_late(enum rtmr_slot_state state)
{
    return state == RTMR_SLOT_LATE || state == RTMR_SLOT_LATE_DRAINING;
}

static inline bool slot_runs(enum rtmr_slot_state state)
{
    return slot_in_time(state) || slot_late(state);
}

/* It will take another task: plans count on it. */
static inline bool slot_usable(enum rtmr_slot_state state)
{
    return state == RTMR_SLOT_IDLE || state == RTMR_SLOT_BUSY;
}

/* It is absent when its task has ended. */
static inline bool slot_leaves(enum rtmr_slot_state state)
{
    return state == RTMR_SLOT_DRAINING || state == RTMR_SLOT_LATE_DRAINING;
}

#endif
