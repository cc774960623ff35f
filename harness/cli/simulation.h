/*
 * One run of one scheduler, from the first event to the figures.
 */
#ifndef HARNESS_CLI_SIMULATION_H
#define HARNESS_CLI_SIMULATION_H

#include "harness/cli/rejections.h"
#include "harness/engine/engine.h"
#include "harness/report/results.h"
#include "harness/report/run_view.h"
#include "harness/workload/input_error.h"

#include <stdint.h>

struct simulation {
    const struct workload *workload;
    const struct cluster *cluster;
    const struct scheduler_class *scheduler;
    const char *label; /* what reports call it, static text; NULL: its name */
    const struct scheduler_options *policy;
    struct engine_options engine;  /* without an observer */
    struct rejections *rejections; /* the run is added to them; NULL: they are not wanted */
    /* Shows the finished run to what reports it, *view being good for the call; NULL: nothing does. */
    void (*show)(void *context, const struct run_view *view);
    void *context;
};

/* Runs it to the end. Returns 0; or, *error saying why, CLI_BAD_INPUT if the run cannot be set up this way and
 * CLI_FAILED if it was stopped. */
int simulation_run(const struct simulation *simulation, struct run_result *result, struct input_error *error);

#endif
