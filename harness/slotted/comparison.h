/*
 * All schedulers of the time-slotted model on the same jobs: the data of the figures of the paper.
 */
#ifndef HARNESS_SLOTTED_COMPARISON_H
#define HARNESS_SLOTTED_COMPARISON_H

#include "harness/metrics/flow_histogram.h"
#include "harness/slotted/slotted_checks.h"
#include "harness/slotted/slotted_engine.h"
#include "harness/workload/slotted_workload.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum slotted_mode { SLOTTED_PREEMPTIVE = 0, SLOTTED_NON_PREEMPTIVE = 1, SLOTTED_MODES = 2 };
extern const char *const slotted_mode_names[SLOTTED_MODES];

/* The schedulers, as in the registry. */
enum comparison_scheduler {
    COMPARE_SRPT,
    COMPARE_DSRPT,
    COMPARE_ASRPT,
    COMPARE_FAIR,
    COMPARE_FIFO,
    COMPARE_LRPT,
    COMPARISON_SCHEDULERS
};

enum {
    COMPARISON_POINTS = 50 /* at which convergence over time is looked at */
};

/* One scheduler in one mode on one workload. */
struct comparison_cell {
    bool defined;       /* the paper defines this scheduler in this mode */
    int64_t flow_total; /* slots */
    struct flow_histogram flows;
    /* section III's delay cost up to slot comparison_point(): the number of jobs there, summed over
     * the slots */
    int64_t cost[COMPARISON_POINTS];
    struct slotted_intervals intervals; /* work-conserving schedulers only */
};

/* All of them on one workload. */
struct comparison {
    size_t jobs;
    int64_t units;       /* work of all jobs */
    int32_t reduce_most; /* the largest reduce work of a job */
    struct comparison_cell cells[COMPARISON_SCHEDULERS][SLOTTED_MODES];
};

/* The setup of a comparison, with `seeds` seeds from first_seed on. */
struct comparison_setup {
    const struct slotted_profile *profile;
    struct slotted_load load;
    int32_t machines;
    uint64_t first_seed;
    size_t seeds;
};

/* ... and its results, seed by seed. */
struct comparison_set {
    struct comparison_setup setup;
    struct comparison *runs; /* setup.seeds of them */
};

/* A scheduler in a mode. */
struct contender {
    enum comparison_scheduler scheduler;
    enum slotted_mode mode;
};

/* The SRPT bound; it holds for both modes. */
extern const struct contender comparison_bound;

/* Runs one seed. Every run is checked: Lemma 1 slot by slot, and for work-conserving schedulers the
 * fact of Theorem 2's proof (slotted_checks.h). False: *error names the broken check. */
bool comparison_run(const struct comparison_setup *setup, uint64_t seed, struct comparison *result,
                    struct run_error *error);

/* The slot at which the i-th cost is taken, i < COMPARISON_POINTS. */
int32_t comparison_point(const struct comparison_setup *setup, size_t i);

#endif
