/*
 * One run of one scheduler, from the first event to the figures.
 */
#ifndef HARNESS_CLI_SIMULATION_H
#define HARNESS_CLI_SIMULATION_H

#include "harness/engine/engine.h"
#include "harness/report/results.h"
#include "harness/workload/input_error.h"

#include <stdio.h>

struct simulation {
    const struct workload *workload;
    const struct cluster *cluster;
    const struct scheduler_class *scheduler;
    const struct scheduler_options *policy;
    struct engine_options engine;
};

/* Runs it to the end. jobs: where the per-job report goes, NULL for none. Returns 0; or, *error saying why,
 * CLI_BAD_INPUT if the run cannot be set up this way and CLI_FAILED if it was stopped. */
int simulation_run(const struct simulation *simulation, struct run_result *result, FILE *jobs,
                   struct input_error *error);

#endif
