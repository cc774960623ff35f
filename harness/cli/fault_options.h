/*
 * Faults: overruns, failures, lost and slow nodes by rates, and --faults FILE.
 */
#ifndef HARNESS_CLI_FAULT_OPTIONS_H
#define HARNESS_CLI_FAULT_OPTIONS_H

#include "harness/cli/option_table.h"
#include "harness/engine/faults.h"
#include "harness/workload/input_error.h"

#include <jansson.h>
#include <stdbool.h>

struct cli_faults {
    struct fault_options rates; /* and the script, once it is read */
    const char *file;           /* NULL: none */
    struct fault_script script;
    size_t late; /* rows that come after the last event of every run so far */
    bool ended;  /* a run has */
    struct input_error *error;
};

/* Of a struct cli_faults. */
extern const struct option_row fault_rows[];

struct cli_faults fault_options_default(struct input_error *error);

/* Reads the file, if there is one, about this cluster. False: *error is set. The struct must then
 * stay where it is. */
bool fault_options_read(struct cli_faults *faults, const struct cluster *cluster);

/* Looks up the file's jobs, before a run of this workload. False: *error is set. */
bool fault_options_bind(struct cli_faults *faults, const struct workload *workload);

/* Notes the instant of the last event of a run of the workload that was bound last. */
void fault_options_ended(struct cli_faults *faults, ticks end);

/* Warns on standard error of the rows that come after the last event of every run. */
void fault_options_warn(const struct cli_faults *faults);

void fault_options_free(struct cli_faults *faults);

/* Records the options in an object. */
void fault_options_record(const struct cli_faults *faults, json_t *object);

#endif
