/*
 * The clock, the detection of broken rules, and what remains true after one.
 */
#ifndef RTMR_CLOCK_H
#define RTMR_CLOCK_H

#include "rtmr.h"

#ifdef __FRAMAC__
#include "proofs/plan_lemmas.h"
#include "proofs/state.h"
#include "spec/calls.acsl"
#endif

/* rtmr_advance() */
/*@ requires valid:   \valid(k) && \valid(alarm) && \valid(g);
    requires state:   State(*k, *g);
    assigns ADVANCED(*k), *alarm, GHOST_RECOVERED(*g);
    ensures state:    State(*k, *g);
    ADVANCE(ensures, *k, to, *alarm, *g)
    ensures status:   \result == RTMR_OK || \result == RTMR_VIOLATION_OVERRUN || \result == RTMR_VIOLATION_WAITING
                      || \result == RTMR_E_TIME_BACK || \result == RTMR_E_TIME_MAX;
    ensures back:     \result == RTMR_E_TIME_BACK <==> to < \old(k->now);
    ensures beyond:   \result == RTMR_E_TIME_MAX <==> to > RTMR_TIME_MAX;
    ensures calm:     \result == RTMR_OK ==> TABLE_SAME(*k, \old(*k)) && OTHER_SLOTS(k->map, -1) && OTHER_SLOTS(k->reduce, -1)
                      && k->map.usable == \old(k->map.usable) && k->reduce.usable == \old(k->reduce.usable);
    ensures refused:  \result < 0 ==> k->now == \old(k->now) && k->promised == \old(k->promised) && g->watched == \old(g->watched);
*/
enum rtmr_status rtmr_move_clock(struct rtmr *k, rtmr_ticks to, struct rtmr_alarm *alarm) /*@ ghost (struct rtmr_ghost \ghost *g) */;

#endif
