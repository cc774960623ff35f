/*
 * What to run and what to write: --scheduler, seeds, outputs.
 */
#ifndef HARNESS_CLI_RUN_OPTIONS_H
#define HARNESS_CLI_RUN_OPTIONS_H

#include "harness/engine/engine.h"
#include "harness/workload/input_error.h"

#include <argp.h>
#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The files that can be asked for. All but the last show one run. */
enum run_file {
    RUN_FILE_JOBS_CSV = 0,
    RUN_FILE_BATSIM_JOBS,
    RUN_FILE_BATSIM_SCHEDULE,
    RUN_FILE_PERFETTO,
    RUN_FILE_JSON,
    RUN_FILES
};

/* The options that ask for them. */
extern const char *const run_file_options[RUN_FILES];

/* Seeds are 1 .. SEED_MAX, so that seeds and their numbers fit everywhere. */
#define SEED_MAX INT64_C(4294967295)

enum { SCHEDULERS_MOST = 16 };

struct run_options {
    const struct scheduler_class *schedulers[SCHEDULERS_MOST];
    size_t scheduler_count;
    uint64_t first_seed;
    uint64_t seeds;               /* how many, from first_seed on */
    struct engine_options engine; /* seed and faults: left to the caller */
    const char *files[RUN_FILES]; /* NULL: not asked for */
    const char *report;           /* a folder; NULL: not asked for */
    int32_t gantt_columns;        /* of the picture of the schedule; 0: none */
    bool timing;
    struct input_error *error;
};

/* Parses into a struct run_options. */
extern const struct argp run_argp;

struct run_options run_options_default(struct input_error *error);

/* Checks what only the whole command line shows. False: *error is set. */
bool run_options_check(const struct run_options *run);

/* Records the options in an object. */
void run_options_record(const struct run_options *run, json_t *object);

#endif
