/*
 * Overruns and failures of tasks on request. The fate of the n-th attempt of a task by the rates
 * depends only on the seed, the job's row, the stage, the task's number and n: every scheduler
 * meets the same faults. outages.h handles lost and slow nodes.
 */
#ifndef HARNESS_ENGINE_FAULTS_H
#define HARNESS_ENGINE_FAULTS_H

#include "harness/workload/cluster.h"
#include "harness/workload/fault_script.h"
#include "harness/workload/workload.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct fault_options {
    double overrun_rate;   /* share of tasks whose duration is multiplied, 0 .. 1 */
    double overrun_factor; /* by how much, >= 1; the product is rounded up */
    double failure_rate;   /* probability that an attempt fails, 0 .. FAULT_RATE_MAX */
    /* mean time from a node's return to its next loss, exponential; 0: none is lost */
    ticks node_mtbf;
    ticks node_mttr;    /* mean time that it stays lost, exponential; >= 1 */
    double slow_rate;   /* share of nodes on which all work takes longer, 0 .. 1 */
    double slow_factor; /* by how much, >= 1; the product is rounded up */
    /* further faults, bound to the workload; NULL: none */
    const struct fault_script *script;
};
#define FAULT_RATE_MAX 0.9 /* above it re-runs would dominate every run */
#define FAULT_MTTR_DEFAULT 600000

/* One attempt of a task. */
struct attempt {
    size_t row; /* of the job in its source */
    enum stage stage;
    int32_t task;
    int32_t number; /* 0 for the first attempt */
    ticks start;
};

/* The fate of an attempt. */
struct attempt_fate {
    ticks duration; /* on a slot of speed 1: until it ends or fails, >= 1 */
    bool fails;     /* at a uniformly drawn part of its duration */
};

/* No faults: rates 0, factors 1, no script. */
struct fault_options fault_options_none(void);

/* NULL if all values are in range; otherwise the problem (static text, one line). */
const char *fault_options_problem(const struct fault_options *options);

/* The purposes of draws in this folder; two purposes must not share a stream. */
enum fault_draw { DRAW_OVERRUN = 1, DRAW_FAILURE = 2, DRAW_NODE_LOSS = 3, DRAW_NODE_SLOW = 4 };

/* ceil(duration * factor), at least 1 and at most INT64_MAX */
ticks fault_scale(ticks duration, double factor);

struct faults;
struct faults *faults_new(const struct fault_options *options, uint64_t seed);
void faults_free(struct faults *f);

/* The fate of an attempt, about to start, of a task with this true duration. O(log events of the
 * script), and O(1) for each event about the task. */
struct attempt_fate faults_of(struct faults *f, struct attempt attempt, ticks duration);

#endif
