/*
 * The outputs of `rtmr run` besides its table: the requested files, the report, and the picture of
 * the schedule. Every output appears whole at the end, or not at all; a failed one does not affect
 * the others.
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
    size_t figures;          /* of the report */
    bool written[RUN_FILES]; /* they have their names */
    bool report_written;
};

/* Opens the requested outputs. False: *error names the one that cannot be written, and no file is
 * left behind. */
bool run_outputs_open(struct run_outputs *outputs, const struct run_options *options, struct input_error *error);

/* Whether a run must be shown to them. */
bool run_outputs_want_runs(const struct run_outputs *outputs);

/* Writes the outputs about one run: a simulation's `show`, the struct run_outputs at `context`. */
void run_outputs_show(void *context, const struct run_view *view);

/* Writes the JSON file, if it was asked for; takes ownership of the report. False: as
 * run_outputs_commit(). */
bool run_outputs_write_json(struct run_outputs *outputs, json_t *report, struct input_error *error);

/* Writes the report, if it was asked for; this call adds its data, figures and options,
 * `series` are of the same schedulers. options: as the JSON file records them; this call takes
 * ownership. more: appends further figures; NULL: there are none. False: as
 * run_outputs_commit(). */
bool run_outputs_write_report(struct run_outputs *outputs, const struct html_report *report, json_t *options,
                              void (*more)(void *context, const struct time_units *units, struct figures *figures),
                              void *context, struct input_error *error);

/* Gives the files their names. False: some could not be written, and *error names the last output
 * that failed; earlier failures are printed on stderr. */
bool run_outputs_commit(struct run_outputs *outputs, struct input_error *error);

/* The stream for printed text: standard error if a file goes to standard output. */
FILE *run_outputs_terminal(const struct run_outputs *outputs);

/* Prints the picture, if there is one, behind an empty line; then the names of the written
 * files. */
void run_outputs_print(struct run_outputs *outputs, FILE *out);

/* Removes outputs that were not committed, and frees the rest. */
void run_outputs_close(struct run_outputs *outputs);

#endif
