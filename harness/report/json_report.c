#include "harness/report/json_report.h"

#include "harness/report/json_text.h"
#include "kernel/rtmr.h"

#include <gsl/gsl_version.h>
#include <math.h>

static json_t *number(double value)
{
    return isnan(value) ? json_null() : json_real(value);
}

json_t *json_report_new(const char *command, json_t *options)
{
    return json_pack("{s:s, s:s, s:{s:s, s:s, s:s}, s:{s:i, s:i, s:i}, s:s, s:o}", "program", "rtmr", "version",
                     RTMR_VERSION, "libraries", "gsl", gsl_version, "jansson", jansson_version_str(), "random",
                     "mt19937", "kernel_capacities", "slots", RTMR_SLOTS, "jobs", RTMR_JOBS, "tasks", RTMR_TASKS,
                     "command", command, "options", options);
}

static json_t *reasons_of(const struct reading_notes *notes, enum note_kind kind)
{
    json_t *object = json_object();
    for (size_t i = 0; i < notes->reason_count; i++) {
        if (notes->reasons[i].kind == kind) {
            json_object_set_new(object, notes->reasons[i].reason, json_integer((json_int_t)notes->reasons[i].count));
        }
    }
    return object;
}

json_t *json_report_workload(const char *title, size_t jobs, const struct reading_notes *notes)
{
    return json_pack("{s:o, s:I, s:o, s:o, s:I}", "title", json_text(title), "jobs", (json_int_t)jobs, "left_out",
                     reasons_of(notes, NOTE_LEFT_OUT), "repaired", reasons_of(notes, NOTE_REPAIRED), "time_shift",
                     (json_int_t)notes->shift);
}

json_t *json_report_cluster(const struct cluster *cluster)
{
    return json_pack("{s:o, s:i, s:i, s:i, s:I}", "title", json_text(cluster->title), "nodes", (int)cluster->node_count,
                     "map_slots", (int)cluster_slots(cluster, STAGE_MAP), "reduce_slots",
                     (int)cluster_slots(cluster, STAGE_REDUCE), "heartbeat", (json_int_t)cluster->heartbeat);
}

static json_t *timing_of(struct engine_counts counts)
{
    return json_pack("{s:I, s:f, s:f}", "decisions", (json_int_t)counts.decisions, "events",
                     engine_counts_events(&counts), "seconds", counts.seconds);
}

static json_t *run_of(const struct series *series, const struct run_result *run, bool timing)
{
    json_t *metrics = json_object();
    for (enum metric m = 0; m < METRIC_COUNT; m++) {
        json_object_set_new(metrics, metric_table[m].key, number(run->metrics.value[m]));
    }
    json_t *object =
        json_pack("{s:s, s:I, s:o}", "scheduler", series->label, "seed", (json_int_t)run->seed, "metrics", metrics);
    if (timing) {
        json_object_set_new(object, "timing", timing_of(run->counts));
    }
    return object;
}

static json_t *summary_of(const struct series *series)
{
    json_t *metrics = json_object();
    for (enum metric m = 0; m < METRIC_COUNT; m++) {
        struct spread spread = series_spread(series, m);
        json_object_set_new(metrics, metric_table[m].key,
                            json_pack("{s:o, s:o}", "mean", number(spread.mean), "sd", number(spread.sd)));
    }
    return json_pack("{s:s, s:o}", "scheduler", series->label, "metrics", metrics);
}

json_t *json_report_series(const struct series *series, size_t count, bool timing)
{
    json_t *runs = json_array();
    json_t *summary = json_array();
    for (size_t i = 0; i < count; i++) {
        for (size_t r = 0; r < series[i].count; r++) {
            json_array_append_new(runs, run_of(&series[i], &series[i].runs[r], timing));
        }
        json_array_append_new(summary, summary_of(&series[i]));
    }
    return json_pack("{s:o, s:o}", "runs", runs, "summary", summary);
}

bool json_report_write(json_t *report, struct output_file *file, struct input_error *error)
{
    /* 12 digits: more would show the last bits of sums */
    bool good = json_dumpf(report, file->stream, JSON_INDENT(2) | JSON_REAL_PRECISION(12)) == 0;
    json_decref(report);
    fputc('\n', file->stream);
    return good || ferror(file->stream) != 0 ||
           input_error_at(error, (struct place){.source = file->path}, "cannot be written: out of memory");
}
