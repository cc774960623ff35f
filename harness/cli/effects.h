/*
 * Options that are legal but have no effect in this run: one table has the condition of each.
 */
#ifndef HARNESS_CLI_EFFECTS_H
#define HARNESS_CLI_EFFECTS_H

#include "harness/cli/source_options.h"
#include "harness/engine/faults.h"
#include "harness/engine/locality.h"
#include "harness/engine/scheduler.h"
#include "harness/workload/cluster.h"
#include "harness/workload/input_error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The schedulers that read pools, and queues. */
#define HADOOP_FAIR "fair, srt-fair"
#define HADOOP_CAPACITY "capacity, srt-capacity"

/* The facts of a run on which the effect of options depends. */
struct run_facts {
    const struct source_options *source; /* with the options that were given */
    const struct cluster *cluster;
    const struct scheduler_class *const *schedulers;
    size_t scheduler_count; /* 0: nothing is run, the jobs are only read */
    uint64_t seeds;
    const struct scheduler_options *policy;
    bool compares;                           /* rtmr runs with each of its feedbacks */
    const struct fault_options *faults;      /* NULL: none, or a mix of all */
    const struct locality_options *locality; /* NULL: off */
};

/* Prints "rtmr: warning: PLACE: TEXT" on standard error: a row of a file has no effect. */
void effects_warn_at(struct place place, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Whether one of the schedulers of a list "a, b, c" runs. */
bool effects_run_one_of(const struct run_facts *facts, const char *list);

/* Prints a line on standard error for every option that was given and has no effect. */
void effects_warn(const struct run_facts *facts);

#endif
