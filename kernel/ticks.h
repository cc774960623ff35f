/*
 * Arithmetic on instants. Instants and estimates lie in 0 .. RTMR_TIME_MAX, 2^60 or 2^28, so the
 * sum of up to seven of them fits a signed tick count: the kernel adds without checks where it says
 * which bound it relies on.
 */
#ifndef RTMR_TICKS_H
#define RTMR_TICKS_H

#include "rtmr.h"

/*@ assigns \nothing;
    ensures later: \result == (a > b ? a : b); */
static inline rtmr_ticks rtmr_later(rtmr_ticks a, rtmr_ticks b)
{
    return a > b ? a : b;
}

/*@ assigns \nothing;
    ensures sooner: \result == (a < b ? a : b); */
static inline rtmr_ticks rtmr_sooner(rtmr_ticks a, rtmr_ticks b)
{
    return a < b ? a : b;
}

#endif
