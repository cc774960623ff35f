#include "harness/page/html_jobs.h"

#include "harness/page/html.h"
#include "harness/page/job_colour.h"
#include "harness/workload/alloc.h"
#include "harness/workload/safe_text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Longer tables are not readable, and all of them share the page. */
enum { JOBS_MOST = 1000, JOBS_OF_ALL = 3000 };

/* Names that the script shows at the schedules: more take too much of the page. */
enum { NAMES_MOST = 5000, NAME_MOST = 40 };

/* --- Why jobs were rejected ------------------------------------------------------------------- */

static bool any_reason(const struct report_data *data)
{
    bool found = false;
    for (size_t i = 0; i < data->count; i++) {
        found = found || data->series[i].reason_count > 0;
    }
    return found;
}

static int by_jobs(const void *a, const void *b)
{
    const struct report_reason *one = a;
    const struct report_reason *other = b;
    return one->jobs == other->jobs ? 0 : one->jobs > other->jobs ? -1 : 1;
}

/* The reasons of one scheduler, the most frequent first. */
static void write_reasons(const struct report_series *series, FILE *out)
{
    struct report_reason reasons[REPORT_REASONS_MOST];
    memcpy(reasons, series->reasons, sizeof reasons);
    qsort(reasons, series->reason_count, sizeof reasons[0], by_jobs);
    for (size_t i = 0; i < series->reason_count; i++) {
        fputs("<tr><th scope=\"row\">", out);
        html_text(series->label, out);
        fprintf(out, "</th><td>%.*f</td><td>%.1f</td><td class=\"name\">", series->runs > 1 ? 1 : 0,
                (double)reasons[i].jobs / (double)series->runs, 100 * (double)reasons[i].jobs / (double)series->jobs);
        html_text(reasons[i].reason, out);
        fputs("</td></tr>\n", out);
    }
}

static void write_rejections(const struct report_data *data, FILE *out)
{
    if (!any_reason(data)) {
        return;
    }
    fputs("<h3 id=\"rejections\">Why jobs were rejected</h3>\n<div class=\"wide\"><table class=\"sortable\">\n"
          "<thead><tr><th>scheduler</th><th class=\"number\">jobs</th><th class=\"number\">of all jobs, %</th>"
          "<th>because</th></tr></thead>\n<tbody>\n",
          out);
    for (size_t i = 0; i < data->count; i++) {
        write_reasons(&data->series[i], out);
    }
    fputs("</tbody></table></div>\n", out);
}

/* --- The jobs --------------------------------------------------------------------------------- */

struct job_table {
    ticks origin; /* the first arrival */
    struct time_unit unit;
    bool earliest; /* a column of the earliest deadlines that would have been accepted */
};

static void write_instant(const struct job_table *table, bool exists, ticks instant, FILE *out)
{
    if (exists) {
        fprintf(out, "<td>%.*f</td>", time_unit_decimals(table->unit),
                (double)(instant - table->origin) / table->unit.ms);
    } else {
        fputs("<td>&ndash;</td>", out);
    }
}

static void write_job(const struct job_table *table, const struct report_job *job, FILE *out)
{
    const char *outcome = !job->accepted ? "rejected" : job->met ? "met" : "missed";
    fputs("<tr><td class=\"name\">", out);
    if (job->accepted) {
        fprintf(out, "<i class=\"c%d\"></i>", (int)(job->row % JOB_COLOURS));
    } else {
        fputs("<i></i>", out);
    }
    fputs("<bdi>", out);
    html_text(job->name, out);
    fprintf(out, "</bdi></td><td>%" PRId32 "</td><td>%" PRId32 "</td>", job->maps, job->reduces);
    write_instant(table, true, job->arrival, out);
    write_instant(table, job->deadline != NO_DEADLINE, job->deadline, out);
    write_instant(table, job->finish != NO_INSTANT, job->finish, out);
    fprintf(out, "<td class=\"name %s\">%s", outcome, outcome);
    if (job->reason[0] != '\0') {
        html_format(out, ": %s", job->reason);
    }
    fputs("</td>", out);
    if (table->earliest) {
        write_instant(table, job->earliest_deadline != NO_INSTANT, job->earliest_deadline, out);
    }
    fputs("</tr>\n", out);
}

static void write_head(const struct job_table *table, FILE *out)
{
    static const char *const instants[] = {"arrival", "deadline", "finish"};
    fputs("<div class=\"wide\"><table class=\"jobs sortable\">\n<thead><tr><th>job</th><th class=\"number\">maps</th>"
          "<th class=\"number\">reduces</th>",
          out);
    for (size_t i = 0; i < sizeof instants / sizeof instants[0]; i++) {
        fprintf(out, "<th class=\"number\">%s, %s</th>", instants[i], table->unit.name);
    }
    fputs("<th>outcome</th>", out);
    if (table->earliest) {
        fprintf(out, "<th class=\"number\">earliest deadline, %s</th>", table->unit.name);
    }
    fputs("</tr></thead>\n<tbody>\n", out);
}

static void write_jobs(const struct html_report *report, const struct report_series *series, FILE *out)
{
    size_t most = JOBS_OF_ALL / report->data->count;
    most = most < JOBS_MOST ? most : JOBS_MOST;
    size_t shown = series->job_count < most ? series->job_count : most;
    struct job_table table = {.origin = series->cells.begin, .unit = report->units.instant};
    for (size_t i = 0; i < shown; i++) {
        table.earliest = table.earliest || series->job[i].earliest_deadline != NO_INSTANT;
    }
    fputs("<details><summary>", out);
    html_format(out, "%s: %zu job%s", series->label, series->job_count, series->job_count == 1 ? "" : "s");
    if (shown < series->job_count) {
        fprintf(out, ", the first %zu are shown (rtmr run --jobs-csv writes all)", shown);
    }
    fputs("</summary>\n", out);
    write_head(&table, out);
    for (size_t i = 0; i < shown; i++) {
        write_job(&table, &series->job[i], out);
    }
    fputs("</tbody></table></div></details>\n", out);
}

static bool any_offer(const struct report_data *data)
{
    bool found = false;
    for (size_t i = 0; i < data->count; i++) {
        for (size_t k = 0; k < data->series[i].job_count && !found; k++) {
            found = data->series[i].job[k].earliest_deadline != NO_INSTANT;
        }
    }
    return found;
}

/* --- The names -------------------------------------------------------------------------------- */

/* A string of JSON that ends no element of HTML. */
static void write_string(const char *text, FILE *out)
{
    char *shown = safe_text_short(text, NAME_MOST);
    fputc('"', out);
    for (const char *at = shown; *at != '\0'; at++) {
        fprintf(out, strchr("\"\\<>&", *at) != NULL ? "\\u%04x" : "%c", (unsigned)(unsigned char)*at);
    }
    fputc('"', out);
    free(shown);
}

/* The names of the jobs by row, for the script. */
static void write_names(const struct report_series *series, FILE *out)
{
    size_t rows = series->job_count < NAMES_MOST ? series->job_count : NAMES_MOST;
    const char **names = alloc_zeroed(rows, sizeof *names);
    for (size_t i = 0; i < series->job_count; i++) {
        if (series->job[i].row < rows) {
            names[series->job[i].row] = series->job[i].name;
        }
    }
    fputs("<script type=\"application/json\" id=\"job-names\">[", out);
    for (size_t i = 0; i < rows; i++) {
        fputs(i == 0 ? "" : ",", out);
        write_string(names[i] == NULL ? "" : names[i], out);
    }
    fputs("]</script>\n", out);
    free(names);
}

void html_jobs_write(const struct html_report *report, FILE *out)
{
    const struct report_data *data = report->data;
    fputs("<h2 id=\"jobs\">Jobs</h2>\n", out);
    write_rejections(data, out);
    fprintf(out,
            "<h3>Job by job</h3>\n<p>The outcome of every job of seed %" PRIu64
            ", with its colour in the schedules. Times count from the first arrival",
            data->series[0].seed);
    if (data->series[0].cells.begin != 0) {
        fprintf(out, ", which is at %" PRId64 " ms of the trace", data->series[0].cells.begin);
    }
    fputs(any_offer(data) ? ". The earliest deadline is the one that would have been accepted instead; it is left out "
                            "where looking for it takes long.</p>\n"
                          : ".</p>\n",
          out);
    for (size_t i = 0; i < data->count; i++) {
        write_jobs(report, &data->series[i], out);
    }
    write_names(&data->series[0], out);
}
