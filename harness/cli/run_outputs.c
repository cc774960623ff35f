#include "harness/cli/run_outputs.h"

#include "harness/cli/parse.h"
#include "harness/page/report_figures.h"
#include "harness/page/schedule_figures.h"
#include "harness/report/batsim.h"
#include "harness/report/gantt.h"
#include "harness/report/jobs_csv.h"
#include "harness/report/json_report.h"
#include "harness/report/perfetto.h"
#include "harness/workload/alloc.h"
#include "harness/workload/safe_text.h"

#include <stdlib.h>
#include <string.h>

bool run_outputs_open(struct run_outputs *outputs, const struct run_options *options, struct input_error *error)
{
    *outputs = (struct run_outputs){.options = options};
    if (options->gantt_columns > 0) {
        outputs->gantt = alloc_stream(&outputs->gantt_text, &outputs->gantt_length);
    }
    bool good = true;
    for (int i = 0; i < RUN_FILES && good; i++) {
        good = options->files[i] == NULL || output_file_open(&outputs->files[i], options->files[i], error);
    }
    good = good && (options->report == NULL || report_folder_open(&outputs->report, options->report, error));
    if (!good) {
        run_outputs_close(outputs);
    }
    return good;
}

bool run_outputs_want_runs(const struct run_outputs *outputs)
{
    for (int i = 0; i < RUN_FILE_JSON; i++) {
        if (outputs->files[i].stream != NULL) {
            return true;
        }
    }
    return outputs->gantt != NULL || outputs->report.path != NULL;
}

static void write_file(enum run_file file, const struct run_view *view, csv_text_writer *write_text, FILE *out)
{
    switch (file) {
    case RUN_FILE_JOBS_CSV: jobs_csv_write(view->workload, view->outcomes, write_text, out); break;
    case RUN_FILE_BATSIM_JOBS: batsim_write_jobs(view, write_text, out); break;
    case RUN_FILE_BATSIM_SCHEDULE: batsim_write_schedule(view, out); break;
    default: perfetto_write(view, out);
    }
}

void run_outputs_show(void *context, const struct run_view *view)
{
    struct run_outputs *outputs = context;
    csv_text_writer *write_text = outputs->options->csv_safe ? csv_text_write_safe : csv_text_write;
    for (int i = 0; i < RUN_FILE_JSON; i++) {
        if (outputs->files[i].stream != NULL) {
            write_file((enum run_file)i, view, write_text, outputs->files[i].stream);
        }
    }
    if (outputs->gantt != NULL) {
        gantt_print(view->log, view->workload, view->cluster, view->outcomes, outputs->options->gantt_columns,
                    outputs->gantt);
    }
    if (outputs->report.path != NULL) {
        report_data_add(&outputs->report_data, view);
    }
}

bool run_outputs_write_json(struct run_outputs *outputs, json_t *report, struct input_error *error)
{
    struct output_file *file = &outputs->files[RUN_FILE_JSON];
    if (file->stream == NULL) {
        json_decref(report);
        return true;
    }
    struct input_error failure;
    if (json_report_write(report, file, &failure)) {
        return true;
    }
    output_file_abandon(file);
    return cli_add_failure(error, &failure);
}

bool run_outputs_write_report(struct run_outputs *outputs, const struct html_report *report, json_t *options,
                              void (*more)(void *context, const struct time_units *units, struct figures *figures),
                              void *context, struct input_error *error)
{
    if (outputs->report.path == NULL) {
        json_decref(options);
        return true;
    }
    char *text = json_dumps(options, JSON_INDENT(2) | JSON_REAL_PRECISION(12));
    json_decref(options);
    struct figures figures = {0};
    struct input_error failure;
    struct html_report page = *report;
    page.data = &outputs->report_data;
    page.units = time_units_of(page.series, page.data->count);
    report_figures_make(&figures, &outputs->report_data, page.series, &page.units);
    if (more != NULL) {
        more(context, &page.units, &figures);
    }
    schedule_figures_make(&figures, page.data, page.units.instant);
    page.figures = &figures;
    outputs->figures = figures.count;
    page.options = text == NULL ? "" : text;
    bool drawn = report_folder_draw(&outputs->report, &figures, &failure);
    if (drawn) {
        html_report_write(&page, output_folder_first(&outputs->report));
    }
    figures_free(&figures);
    free(text);
    if (drawn && output_folder_prepare(&outputs->report, &failure)) {
        return true;
    }
    output_folder_close(&outputs->report);
    return cli_add_failure(error, &failure);
}

bool run_outputs_commit(struct run_outputs *outputs, struct input_error *error)
{
    bool good = true;
    struct input_error failure;
    for (int i = 0; i < RUN_FILES; i++) {
        if (outputs->files[i].stream != NULL) {
            outputs->written[i] = output_file_commit(&outputs->files[i], &failure);
            good = (outputs->written[i] || cli_add_failure(error, &failure)) && good;
        }
    }
    if (outputs->report.path != NULL) {
        outputs->report_written = output_folder_commit(&outputs->report, &failure);
        good = (outputs->report_written || cli_add_failure(error, &failure)) && good;
    }
    return good;
}

FILE *run_outputs_terminal(const struct run_outputs *outputs)
{
    for (int i = 0; i < RUN_FILES; i++) {
        if (outputs->options->files[i] != NULL && strcmp(outputs->options->files[i], "-") == 0) {
            return stderr;
        }
    }
    return stdout;
}

/* Starts a line, the first one behind an empty line. */
static void print_name(const char *name, bool *first, FILE *out)
{
    fputs(*first ? "\nWrote " : "Wrote ", out);
    safe_text_write(name, out);
    *first = false;
}

static void print_names(const struct run_outputs *outputs, FILE *out)
{
    const struct run_options *options = outputs->options;
    bool first = true;
    for (int i = 0; i < RUN_FILES; i++) {
        if (outputs->written[i] && !option_is_stdout(options->files[i])) {
            print_name(options->files[i], &first, out);
            fputs(".\n", out);
        }
    }
    if (outputs->report_written) {
        print_name(options->report, &first, out);
        fprintf(out, "/index.html (%zu figures).\n", outputs->figures);
    }
}

void run_outputs_print(struct run_outputs *outputs, FILE *out)
{
    if (outputs->gantt != NULL && fflush(outputs->gantt) == 0) {
        fputc('\n', out);
        fwrite(outputs->gantt_text, 1, outputs->gantt_length, out);
    }
    print_names(outputs, out);
}

void run_outputs_close(struct run_outputs *outputs)
{
    for (int i = 0; i < RUN_FILES; i++) {
        output_file_abandon(&outputs->files[i]);
    }
    output_folder_close(&outputs->report);
    report_data_free(&outputs->report_data);
    if (outputs->gantt != NULL) {
        fclose(outputs->gantt);
        free(outputs->gantt_text);
        outputs->gantt = NULL;
    }
}
