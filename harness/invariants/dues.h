/*
 * By when an idle slot owes a task under dispatch latency, by the books: kept from the calls alone, as kernel/latency.h
 * says it.
 *
 * A task that is offered is due after the latency (times the reduce slots of a node). On a map slot that has just
 * become idle it is due by the bound of its last task, too: at its node's report the slot takes the next map at once.
 * While nothing is offered, nothing is due. Slots are alike: a dispatch serves the one that is due first, whichever
 * takes the task.
 */
#ifndef HARNESS_INVARIANTS_DUES_H
#define HARNESS_INVARIANTS_DUES_H

#include "harness/invariants/shadow.h"

/* No idle slot of the stage owes a task. */
void dues_forget(struct shadow_stage *stage);

/* When a task is due that is offered now. */
rtmr_ticks dues_if_offered(const struct shadow_stage *stage, rtmr_ticks now);

/* When the slot, whose task ends now, owes the next one. */
rtmr_ticks dues_after_task(const struct shadow_stage *stage, const struct shadow_slot *slot, rtmr_ticks now);

/* The idle slot that is due first, if several are this one, or the first of them. */
int32_t dues_first(const struct shadow_stage *stage, int32_t slot);

/* A task is about to start on the idle slot, which exchanges what it owes with the slot that is due first. */
void dues_serve_first(struct shadow_stage *stage, int32_t slot);

/* The offers of both stages are noted: to be done after every call. O(jobs + slots). */
void dues_note(struct shadow *s);

#endif
