/*
 * A series of runs on several processors. Its results come one after the other, in the order of the
 * series: as if the runs were made so.
 */
#ifndef HARNESS_STUDIES_SIMULATIONS_H
#define HARNESS_STUDIES_SIMULATIONS_H

#include "harness/studies/simulation.h"

#include <stddef.h>

struct simulations {
    size_t count;
    /* The index-th run; called on any thread, for several runs at a time. */
    struct simulation (*at)(void *context, size_t index);
    /* The index-th run has ended well, and was shown. The show() and this of one run follow each
     * other, on one thread, before those of the next run. */
    void (*ended)(void *context, size_t index, const struct run_result *result);
    void *context;
    /* For the line of progress: runs before this series, and all runs. */
    size_t made;
    size_t all;
};

/* Makes the runs on `threads` threads (1 .. PARALLEL_THREADS_MOST); at most twice as many are held
 * in memory. The first run of the order that fails ends the series. Returns as simulation_run() of
 * that run. */
int simulations_run(const struct simulations *series, size_t threads, struct input_error *error);

#endif
