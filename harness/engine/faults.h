/*
 * Overruns and failures on request. What happens to the n-th attempt of a task depends only on the seed, the
 * job's row, the stage, the task's number and n: every scheduler meets the same faults.
 */
#ifndef HARNESS_FAULTS_H
#define HARNESS_FAULTS_H

#include "harness/engine/cluster.h"
#include "harness/workload/workload.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct fault_options {
    double overrun_rate;       /* share of tasks whose duration is multiplied, 0 .. 1 */
    double overrun_factor;     /* by how much, >= 1; the product is rounded up */
    double failure_rate;       /* probability that an attempt fails, 0 .. FAULT_RATE_MAX */
};
#define FAULT_RATE_MAX 0.9     /* above it re-runs would dominate every run */

/* One attempt of a task. */
struct attempt {
    size_t row;                /* of the job in its source */
    enum stage stage;
    int32_t task;
    int32_t number;            /* 0 for the first attempt */
};

/* What an attempt will do. */
struct attempt_fate {
    ticks duration;            /* on a slot of speed 1: until it ends or fails, >= 1 */
    bool fails;                /* at a uniformly drawn part of its duration */
};

/* No faults: rates 0, factor 1. */
struct fault_options fault_options_none(void);

/* NULL if all values are in range; otherwise what is wrong (static text, one line). */
const char *fault_options_problem(const struct fault_options *options);

struct faults;
struct faults *faults_new(const struct fault_options *options, uint64_t seed);
void faults_free(struct faults *f);

/* The fate of an attempt of a task with this true duration. O(1). */
struct attempt_fate faults_of(struct faults *f, struct attempt attempt, ticks duration);

#endif
