/*
 * One of two kernels in one program: the same sources, built with other settings. Contexts are
 * opaque: their size is the side's. Arguments and answers are the same for both.
 */
#ifndef PLANNERS_SIDE_H
#define PLANNERS_SIDE_H

#include "tests/campaign/call.h"

#include <stddef.h>

struct side {
    size_t size; /* of a context */
    enum rtmr_status (*begin)(void *k, const struct rtmr_setup *setup);

    /* Makes the call, with NULL for the answer if that is asked for. What it does not answer in
     * *answer stays as it was. */
    void (*call)(void *k, const struct call *call, struct answer *answer);

    /* Writes every answer of every query to `numbers`. Returns how many there are. */
    size_t (*look)(const void *k, int64_t *numbers);
};

/* Room for what look() writes: 10 numbers, 14 for each job, 3 for each slot. */
#define SIDE_NUMBERS ((size_t)(10 + 14 * RTMR_JOBS + 2 * 3 * RTMR_SLOTS))

extern const struct side side_runs; /* RTMR_WITH_RUNS=1 */
extern const struct side side_heap; /* RTMR_WITH_RUNS=0 */

#endif
