/*
 * The instant by which an idle slot must get a task under dispatch latency, computed from the calls
 * alone by the rules of kernel/latency.h.
 *
 * A task that is offered is due after the latency (times the reduce slots of a node). On a map slot
 * that has just become idle it is due by the bound of its last task, too: at its node's report the
 * slot takes the next map at once. While nothing is offered, nothing is due. Slots are alike: a
 * dispatch on any slot serves the slot that is due first.
 */
#ifndef HARNESS_INVARIANTS_DUES_H
#define HARNESS_INVARIANTS_DUES_H

#include "harness/invariants/shadow_state.h"

/* No task is due on an idle slot of the stage. */
void dues_forget(struct shadow_stage *stage);

/* When a task is due that is offered now. */
rtmr_ticks dues_if_offered(const struct shadow_stage *stage, rtmr_ticks now);

/* The instant at which the next task of the slot is due, when its task ends now. */
rtmr_ticks dues_after_task(const struct shadow_stage *stage, const struct shadow_slot *slot, rtmr_ticks now);

/* The idle slot that is due first, if several are this one, or the first of them. */
int32_t dues_first(const struct shadow_stage *stage, int32_t slot);

/* A task is about to start on the idle slot, which exchanges its due instant with the slot that is
 * due first. */
void dues_serve_first(struct shadow_stage *stage, int32_t slot);

/* A task of the stage is offered now, or none is. O(slots). */
void dues_note(struct shadow_stage *stage, bool offered, rtmr_ticks now);

#endif
