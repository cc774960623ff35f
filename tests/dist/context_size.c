/*
 * What a context costs, checked by the compiler for the settings on its command line. For ticks of
 * T bytes: at most 10 + 2 T bytes for a slot (of both stages), 32 + 8 T for a run, 19 + 8 T for a
 * job, 416 for the rest with all padding; without runs 10 + 6 T for a slot and 280 for the rest.
 * With stored vectors 4 T for every job and slot, and job, with tokens 8 for a slot. Without
 * what-if 8 + 2 T less for a run, or 2 T for a slot.
 */
#include "rtmr.h"

#ifndef ERROR_PER_JOB
#define ERROR_PER_JOB 0
#endif

#define TICK (RTMR_TICK_BITS / 8)
#if RTMR_WITH_RUNS
#define BYTES_OF_SLOTS                                                                                                 \
    ((10 + 2 * TICK) * RTMR_SLOTS +                                                                                    \
     (24 + 6 * TICK + RTMR_WITH_WHAT_IF * (8 + 2 * TICK)) * (RTMR_SLOTS + RTMR_SLOTS / 4 + 1))
#define REST 416
#else
#define BYTES_OF_SLOTS ((10 + 4 * TICK + RTMR_WITH_WHAT_IF * 2 * TICK) * RTMR_SLOTS)
#define REST 280
#endif
#define BYTES_BUT_REST                                                                                                 \
    (BYTES_OF_SLOTS + 8 * RTMR_WITH_TOKENS * RTMR_SLOTS + (19 + 8 * TICK + ERROR_PER_JOB) * RTMR_JOBS +                \
     RTMR_WITH_STORED_VECTORS * 4 * TICK * RTMR_JOBS * (RTMR_SLOTS + 1))

_Static_assert(sizeof(struct rtmr) <= BYTES_BUT_REST + REST, "a context takes more than the formula says");
_Static_assert(sizeof(struct rtmr) >= BYTES_BUT_REST, "a context takes less than the formula says");
