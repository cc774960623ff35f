/*
 * Dispatch latency: by when an idle slot must have a task (E2). A slot that is idle keeps that instant where a busy one
 * keeps its bound. Without latency nothing is kept: whatever is offered is due before time moves.
 */
#ifndef RTMR_LATENCY_H
#define RTMR_LATENCY_H

#include "rtmr.h"

#ifdef __FRAMAC__
#include "spec/plan.acsl"
#endif

/* What idle slots owe: to be called after every change. When an offer appears, a task is due after the latency (times
 * the reduce slots of a node). A map slot that has just become idle owes it by the bound of its last task too: at its
 * node's report it takes the next map at once. Without an offer nothing is due. O(jobs + slots). */
/*@ requires instant: k->latency == 0;
    assigns \nothing;
*/
void rtmr_note_offers(struct rtmr *k) /*@ ghost (struct rtmr_ghost \ghost *g) */;

/* A task is about to start on the idle slot. Slots are alike: a dispatch serves the idle slot with the earliest due
 * instant, whichever slot takes the task. (Otherwise a node that always uses its lowest free slot would seem to leave
 * another one waiting.) O(slots). */
/*@ requires instant: latency == 0;
    assigns \nothing;
*/
void rtmr_serve_earliest_due(struct rtmr_pool *pool, int32_t slot, rtmr_ticks latency);

#endif
