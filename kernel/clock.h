/*
 * The clock, the detection of broken rules, and what remains true after one.
 */
#ifndef RTMR_CLOCK_H
#define RTMR_CLOCK_H

#include "rtmr.h"

#ifdef __FRAMAC__
#include "proofs/lemmas/plan_lemmas.h"
#include "proofs/lemmas/state.h"
#include "spec/calls.acsl"
#endif

/* rtmr_advance() */
/*@ requires valid:   \valid(k) && \valid(alarm) && \valid(g);
    requires state:   State(*k, *g);
    assigns ADVANCED(*k), *alarm, GHOST_RECOVERED(*g);
    ensures state:    State(*k, *g);
    ADVANCE(ensures, *k, to, *alarm, *g)
*/
enum rtmr_status rtmr_move_clock(struct rtmr *k, rtmr_ticks to, struct rtmr_alarm *alarm)
    /*@ ghost (struct rtmr_ghost \ghost *g) */;

#endif
