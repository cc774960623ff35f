/*
 * What rtmr_next_event() is good for: who waits until then at the longest breaks no rule, and who
 * does nothing then has broken one an instant later.
 */
#ifndef PROOFS_TIMER_H
#define PROOFS_TIMER_H

#include "kernel/clock.h"
#include "kernel/rtmr.h"
#include "kernel/timer.h"
#include "spec/calls.acsl"

/* Waits until `to`, but not beyond the next event: no rule is broken. */
/*@ requires valid:   \valid(k) && \valid(g);
    requires state:   State(*k, *g);
    requires range:   k->now <= to <= RTMR_TIME_MAX;
    assigns ADVANCED(*k), GHOST_RECOVERED(*g);
    ensures state:    State(*k, *g);
    ensures ok:       \result == RTMR_OK;
*/
enum rtmr_status rtmr_wait_at_most(struct rtmr *k, rtmr_ticks to) /*@ ghost (struct rtmr_ghost \ghost *g) */;

/* Waits until the next event, *first, and an instant longer; if there is no event, until the end of
 * time. The first wait breaks no rule, the second does. */
/*@ requires valid:   \valid(k) && \valid(first) && \valid(g);
    requires state:   State(*k, *g);
    assigns ADVANCED(*k), *first, GHOST_RECOVERED(*g);
    ensures state:    State(*k, *g);
    ensures first:    *first == RTMR_OK;
    ensures moved:    \result == RTMR_OK ==> k->now == RTMR_TIME_MAX;
    ensures second:   \result == RTMR_OK || \result == RTMR_VIOLATION_OVERRUN || \result == RTMR_VIOLATION_WAITING;
*/
enum rtmr_status rtmr_miss_event(struct rtmr *k, enum rtmr_status *first)
    /*@ ghost (struct rtmr_ghost \ghost *g) */;

#endif
