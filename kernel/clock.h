/*
 * The clock, the detection of broken rules, and what remains true after one.
 */
#ifndef RTMR_CLOCK_H
#define RTMR_CLOCK_H

#include "rtmr.h"

#ifdef __FRAMAC__
#include "spec/state.acsl"
#endif

/* Moves the clock to `to`, now <= to <= RTMR_TIME_MAX; see rtmr_advance(). */
enum rtmr_status rtmr_move_clock(struct rtmr *k, rtmr_ticks to, struct rtmr_alarm *alarm) /*@ ghost (struct rtmr_ghost \ghost *g) */;

/* Suspends the promise of the job at `place`, if it has one. */
void rtmr_flag(struct rtmr *k, int32_t place, struct rtmr_alarm *alarm) /*@ ghost (struct rtmr_ghost \ghost *g) */;

/* Plans all promised jobs anew from the slot table. Whoever no longer fits is flagged, first in plan order first; the
 * others' promises are renewed by a plan that meets every one of their deadlines. At most `jobs` plans. */
void rtmr_recover(struct rtmr *k, struct rtmr_alarm *alarm) /*@ ghost (struct rtmr_ghost \ghost *g) */;

#endif
