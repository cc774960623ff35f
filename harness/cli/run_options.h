/*
 * The options of runs: --scheduler, seeds, outputs.
 */
#ifndef HARNESS_CLI_RUN_OPTIONS_H
#define HARNESS_CLI_RUN_OPTIONS_H

#include "harness/cli/option_table.h"
#include "harness/engine/engine.h"
#include "harness/report/file_guard.h"
#include "harness/workload/input_error.h"

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
    int64_t threads;              /* that make the runs, unless they are timed */
    struct engine_options engine; /* seed and faults: left to the caller */
    const char *files[RUN_FILES]; /* NULL: not asked for */
    const char *report;           /* a folder; NULL: not asked for */
    int32_t gantt_columns;        /* of the picture of the schedule; 0: none */
    bool timing;
    bool csv_safe;
    struct input_error *error;
};

/* Of a struct run_options: schedulers and number of seeds of `rtmr run' and of `rtmr compare', the
 * seed and the other common options; outputs of any number of runs, of one run, how their CSV is
 * written, and the clock. */
extern const struct option_row run_rows[];
extern const struct option_row compare_rows[];
extern const struct option_row seed_rows[];
extern const struct option_row output_rows[];
extern const struct option_row one_run_rows[];
extern const struct option_row csv_rows[];
extern const struct option_row timing_rows[];

struct run_options run_options_default(struct input_error *error);

/* Makes the checks that need the whole command line; without --scheduler it names the usual
 * schedulers. False: *error is set. */
bool run_options_check(struct run_options *run);

/* Whether no output is one of the guarded inputs, or another output. False: *error is set. */
bool run_options_guard(const struct run_options *run, struct file_guard *guard);

/* Whether the picture of the cluster's schedule, if it is asked for, is not too large. False:
 * *error is set. */
bool run_options_fit(const struct run_options *run, const struct cluster *cluster);

/* Records the options in an object. */
void run_options_record(const struct run_options *run, json_t *object);

#endif
