/*
 * One run of one scheduler, from the first event to the figures.
 */
#ifndef HARNESS_STUDIES_SIMULATION_H
#define HARNESS_STUDIES_SIMULATION_H

#include "harness/engine/engine.h"
#include "harness/report/results.h"
#include "harness/report/run_view.h"
#include "harness/studies/rejections.h"
#include "harness/workload/input_error.h"

#include <stdint.h>

struct simulation {
    const struct workload *workload;
    const struct cluster *cluster;
    const struct scheduler_class *scheduler;
    const char *label; /* its label in reports, static text; NULL: its name */
    const struct scheduler_options *policy;
    struct engine_options engine;  /* without an observer */
    struct rejections *rejections; /* the run is added to them; NULL: they are not wanted */
    /* Reports the finished run; *view is valid during the call. NULL: nothing reports it. */
    void (*show)(void *context, const struct run_view *view);
    void *context;
};

/* Runs it to the end. Returns 0; or, *error saying why, EXIT_BAD_INPUT if the run cannot be set up
 * this way and EXIT_FAILED if it was stopped. */
int simulation_run(const struct simulation *simulation, struct run_result *result, struct input_error *error);

#endif
