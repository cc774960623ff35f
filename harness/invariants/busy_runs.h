/*
 * Whether the runs of a stage's busy bounds are what its slot table says. The kernel keeps them
 * from event to event, and plans from them.
 */
#ifndef HARNESS_INVARIANTS_BUSY_RUNS_H
#define HARNESS_INVARIANTS_BUSY_RUNS_H

#include "kernel/rtmr.h"

#include <stdbool.h>

/* True too if the kernel is built without runs. The stage has 0 .. RTMR_SLOTS slots; `scratch` has
 * room for as many. Whatever the runs hold. O(slots * log slots). */
bool busy_runs_hold(const struct rtmr_pool *pool, rtmr_ticks *scratch);

#endif
