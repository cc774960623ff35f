#include "harness/cli/run_outputs.h"

#include "harness/page/report_figures.h"
#include "harness/report/batsim.h"
#include "harness/report/gantt.h"
#include "harness/report/jobs_csv.h"
#include "harness/report/perfetto.h"

#include <inttypes.h>
#include <stdlib.h>

static bool open_gantt(struct run_outputs *outputs, struct input_error *error)
{
    outputs->gantt = open_memstream(&outputs->gantt_text, &outputs->gantt_length);
    return outputs->gantt != NULL ||
           input_error_at(error, (struct place){.source = "--gantt"}, "cannot be drawn: out of memory");
}

bool run_outputs_open(struct run_outputs *outputs, const struct run_options *options, struct input_error *error)
{
    *outputs = (struct run_outputs){.options = options};
    bool good = options->gantt_columns == 0 || open_gantt(outputs, error);
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

static bool write_file(enum run_file file, const struct run_view *view, FILE *out)
{
    switch (file) {
    case RUN_FILE_JOBS_CSV: jobs_csv_write(view->workload, view->outcomes, out); return true;
    case RUN_FILE_BATSIM_JOBS: batsim_write_jobs(view, out); return true;
    case RUN_FILE_BATSIM_SCHEDULE: return batsim_write_schedule(view, out);
    default: return perfetto_write(view, out);
    }
}

bool run_outputs_show(void *context, const struct run_view *view, struct input_error *error)
{
    struct run_outputs *outputs = context;
    for (int i = 0; i < RUN_FILE_JSON; i++) {
        if (outputs->files[i].stream != NULL && !write_file((enum run_file)i, view, outputs->files[i].stream)) {
            return input_error_at(error, (struct place){.source = outputs->options->files[i]},
                                  "cannot be written: the disk is full, or a name is not UTF-8");
        }
    }
    if (outputs->gantt != NULL) {
        int64_t rows = (int64_t)cluster_slots(view->cluster, STAGE_MAP) + cluster_slots(view->cluster, STAGE_REDUCE);
        if (rows > GANTT_CHARACTERS_MOST / outputs->options->gantt_columns) {
            return input_error_at(error, (struct place){.source = "--gantt"},
                                  "expected at most %d characters, found %" PRId64 " slots of %d columns",
                                  GANTT_CHARACTERS_MOST, rows, (int)outputs->options->gantt_columns);
        }
        gantt_print(view->log, view->workload, view->cluster, view->outcomes, outputs->options->gantt_columns,
                    outputs->gantt);
    }
    if (outputs->report.path != NULL) {
        report_data_add(&outputs->report_data, view);
    }
    return true;
}

bool run_outputs_write_report(struct run_outputs *outputs, struct html_report *report, json_t *options,
                              void (*more)(void *context, struct figures *figures), void *context,
                              struct input_error *error)
{
    if (outputs->report.path == NULL) {
        json_decref(options);
        return true;
    }
    char *text = json_dumps(options, JSON_INDENT(2) | JSON_REAL_PRECISION(12));
    json_decref(options);
    struct figures figures = {0};
    if (more != NULL) {
        more(context, &figures);
    }
    report_figures_make(&figures, &outputs->report_data, report->series);
    report->data = &outputs->report_data;
    report->options = text == NULL ? "" : text;
    struct drawn_figure *drawn = report_folder_draw(&outputs->report, &figures, error);
    if (drawn != NULL) {
        report->figures = drawn;
        report->figure_count = figures.count;
        html_report_write(report, output_folder_first(&outputs->report));
    }
    report_folder_free(drawn, figures.count);
    figures_free(&figures);
    free(text);
    return drawn != NULL && output_folder_flush(&outputs->report, error);
}

bool run_outputs_commit(struct run_outputs *outputs, struct input_error *error)
{
    for (int i = 0; i < RUN_FILES; i++) {
        if (outputs->files[i].stream != NULL && !output_file_commit(&outputs->files[i], error)) {
            return false;
        }
    }
    return outputs->report.path == NULL || output_folder_commit(&outputs->report, error);
}

void run_outputs_print(struct run_outputs *outputs, FILE *out)
{
    if (outputs->gantt != NULL && fflush(outputs->gantt) == 0) {
        fputc('\n', out);
        fwrite(outputs->gantt_text, 1, outputs->gantt_length, out);
    }
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
