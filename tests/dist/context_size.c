/*
 * What a context costs, checked by the compiler for the settings on its command line: at most 42 bytes for a slot (of both
 * stages), 83 for a job, 256 for the rest with all padding, and with stored vectors 32 for every job and slot, and job.
 */
#include "rtmr.h"

#ifndef BYTES_PER_JOB
#define BYTES_PER_JOB 83
#endif

#define BYTES_BUT_REST                                                                                                 \
    (42 * RTMR_SLOTS + BYTES_PER_JOB * RTMR_JOBS + RTMR_WITH_STORED_VECTORS * 32 * RTMR_JOBS * (RTMR_SLOTS + 1))

_Static_assert(sizeof(struct rtmr) <= BYTES_BUT_REST + 256, "a context takes more than the formula says");
_Static_assert(sizeof(struct rtmr) >= BYTES_BUT_REST, "a context takes less than the formula says");
