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

struct simulation_end;

struct simulation {
    const struct workload *workload;
    const struct cluster *cluster;
    const struct scheduler_class *scheduler;
    const char *label; /* its label in reports, static text; NULL: its name */
    const struct scheduler_options *policy;
    bool some_offers;              /* as of struct scheduler_options, in place of what the policy says */
    struct engine_options engine;  /* without an observer */
    struct rejections *rejections; /* the run is added to them; NULL: they are not wanted */
    bool keeps_log;                /* of its tasks, for show(): about 70 bytes an attempt */
    /* Reports the finished run; *view is valid during the call, its log is empty if none is kept.
     * NULL: nothing reports it. */
    void (*show)(void *context, const struct run_view *view);
    void *context;
    /* Reads the run, which was made elsewhere, in place of making it: sets *end, whose log and
     * policy are set, and *error if it returns false. NULL: it is made here. */
    bool (*read)(void *context, const struct simulation *simulation, struct simulation_end *end,
                 struct input_error *error);
};

/* A run that has ended. */
struct simulation_end {
    int status; /* as of simulation_run() */
    struct run_result result;
    struct engine *engine;           /* NULL if the run could not be set up, or was read */
    struct job_outcome *read;        /* the outcomes of one that was read; NULL: the engine has them */
    struct scheduler_options policy; /* of the engine */
    struct run_error error;          /* of the engine, which keeps its address */
    struct task_log log;
};

/* Runs it to the end. Returns 0; or, *error saying why, EXIT_BAD_INPUT if the run cannot be set up
 * this way and EXIT_FAILED if it was stopped. */
int simulation_run(const struct simulation *simulation, struct run_result *result, struct input_error *error);

/* The same in parts, each run on a thread of its own if need be: sets *end; *error if its status is
 * not 0. */
void simulation_make(const struct simulation *simulation, struct simulation_end *end, struct input_error *error);

/* Adds the rejections, and shows the run. *end is where it was made, its status is 0. */
void simulation_show(const struct simulation *simulation, struct simulation_end *end);

void simulation_end_free(struct simulation_end *end);

/* Its label in reports. */
const char *simulation_label(const struct simulation *simulation);

#endif
