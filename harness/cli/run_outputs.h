/*
 * What `rtmr run` writes besides its table: the files that were asked for, the report, and the picture of the schedule.
 * Everything appears at the end, or not at all.
 */
#ifndef HARNESS_CLI_RUN_OUTPUTS_H
#define HARNESS_CLI_RUN_OUTPUTS_H

#include "harness/cli/run_options.h"
#include "harness/page/html_report.h"
#include "harness/page/report_data.h"
#include "harness/page/report_folder.h"
#include "harness/report/output_file.h"
#include "harness/report/run_view.h"

#include <jansson.h>
#include <stdio.h>

struct run_outputs {
    const struct run_options *options;
    struct output_file files[RUN_FILES];
    FILE *gantt; /* writes into the text; NULL: not asked for */
    char *gantt_text;
    size_t gantt_length;
    struct output_folder report; /* open if asked for */
    struct report_data report_data;
};

/* Opens what the options ask for. False: *error says what cannot be written, and nothing is left behind. */
bool run_outputs_open(struct run_outputs *outputs, const struct run_options *options, struct input_error *error);

/* Whether a run must be shown to them. */
bool run_outputs_want_runs(const struct run_outputs *outputs);

/* Writes what shows one run: a simulation's `show`, the struct run_outputs at `context`. */
bool run_outputs_show(void *context, const struct run_view *view, struct input_error *error);

/* Writes the report, if it was asked for; its data, figures and options are filled in here, `series` are of the same schedulers.
 * options: as the JSON file records them, taken over. more: appends further figures; NULL: there are none. False: *error is set. */
bool run_outputs_write_report(struct run_outputs *outputs, struct html_report *report, json_t *options,
                              void (*more)(void *context, struct figures *figures), void *context,
                              struct input_error *error);

/* Gives the files their names. False: *error is set. */
bool run_outputs_commit(struct run_outputs *outputs, struct input_error *error);

/* Prints the picture, if there is one, behind an empty line. */
void run_outputs_print(struct run_outputs *outputs, FILE *out);

/* Removes what was not committed, and frees the rest. */
void run_outputs_close(struct run_outputs *outputs);

#endif
