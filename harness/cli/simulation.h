/*
 * One run of one scheduler, from the first event to the figures.
 */
#ifndef HARNESS_CLI_SIMULATION_H
#define HARNESS_CLI_SIMULATION_H

#include "harness/engine/engine.h"
#include "harness/report/results.h"
#include "harness/workload/input_error.h"

#include <stdint.h>
#include <stdio.h>

struct simulation {
    const struct workload *workload;
    const struct cluster *cluster;
    const struct scheduler_class *scheduler;
    const struct scheduler_options *policy;
    struct engine_options engine; /* without an observer */
    FILE *jobs;                   /* where the per-job report goes; NULL: none */
    FILE *gantt;                  /* where the picture of the schedule goes; NULL: none */
    int32_t gantt_columns;        /* of the picture */
    /* Called after the run with what became of the jobs; NULL if nobody wants to know. */
    void (*outcomes)(void *context, const struct workload *workload, const struct job_outcome *outcomes);
    void *outcomes_context;
};

/* Runs it to the end. Returns 0; or, *error saying why, CLI_BAD_INPUT if the run cannot be set up this way and
 * CLI_FAILED if it was stopped. */
int simulation_run(const struct simulation *simulation, struct run_result *result, struct input_error *error);

#endif
