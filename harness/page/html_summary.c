#include "harness/page/html_summary.h"

#include "harness/page/html.h"
#include "harness/page/job_colour.h"
#include "harness/page/time_unit.h"

#include <inttypes.h>
#include <math.h>

/* A longer table is not readable. */
enum { JOBS_MOST = 1000 };

/* --- In words --------------------------------------------------------------------------------- */

static double mean_of(const struct series *series, enum metric metric)
{
    return series_spread(series, metric).mean;
}

static void write_time(double ms, FILE *out)
{
    struct time_unit unit = time_unit_for(fabs(ms));
    fprintf(out, "%.*f %s", unit.ms > 1 ? 1 : 0, ms / unit.ms, unit.name);
}

static void write_accepted(const struct series *series, FILE *out)
{
    double ratio = mean_of(series, METRIC_ACCEPT_RATIO);
    if (ratio >= 100) {
        fputs(" accepted every job", out);
    } else if (series->count > 1) {
        fprintf(out, " accepted %.1f%% of the jobs", ratio);
    } else {
        fprintf(out, " accepted %.0f of %.0f jobs (%.1f%%)", mean_of(series, METRIC_ACCEPTED),
                mean_of(series, METRIC_JOBS), ratio);
    }
}

static void write_met(const struct series *series, FILE *out)
{
    double missed = mean_of(series, METRIC_MISSED);
    if (!(mean_of(series, METRIC_ACCEPTED) > 0)) {
        fputs(".", out);
        return;
    }
    if (missed <= 0 && isnan(mean_of(series, METRIC_SUCCESS_RATIO))) {
        fputs(", none of which has a deadline.", out);
        return;
    }
    if (missed <= 0) {
        fputs(" and finished all of them in time.", out);
        return;
    }
    fprintf(out, "; %.*f of them (%.1f%%) finished after their deadline, the latest by ", series->count > 1 ? 1 : 0,
            missed, 100 - mean_of(series, METRIC_SUCCESS_RATIO));
    write_time(mean_of(series, METRIC_LATENESS_MAX), out);
    fputs(series->count > 1 ? " on average over the seeds." : ".", out);
}

void html_summary_words(const struct html_report *report, FILE *out)
{
    fputs("<ul class=\"words\">\n", out);
    for (size_t i = 0; i < report->data->count; i++) {
        const struct series *series = &report->series[i];
        fputs("<li><b>", out);
        html_text(series->label, out);
        fputs("</b>", out);
        if (mean_of(series, METRIC_JOBS) > 0) {
            write_accepted(series, out);
            write_met(series, out);
        } else {
            fputs(" had nothing to do.", out);
        }
        double response = mean_of(series, METRIC_TURNAROUND_MEAN);
        if (!isnan(response)) {
            fputs(" Finished jobs took ", out);
            write_time(response, out);
            fprintf(out, " on average, %.2f times what they would need alone", mean_of(series, METRIC_SLOWDOWN_MEAN));
            fprintf(out, "; the slots were used to %.1f%%.", mean_of(series, METRIC_UTILISATION));
        }
        fputs("</li>\n", out);
    }
    fputs("</ul>\n", out);
}

/* --- In numbers ------------------------------------------------------------------------------- */

/* Means of whole numbers get a decimal where it can be read. */
static void write_cell(struct spread spread, int decimals, bool several, FILE *out)
{
    if (isnan(spread.mean)) {
        fputs("<td>&ndash;</td>", out);
        return;
    }
    if (several && decimals == 0 && fabs(spread.mean) < 1000 && spread.sd > 0) {
        decimals = 1;
    }
    fprintf(out, "<td>%.*f", decimals, spread.mean);
    if (several) {
        fprintf(out, " <span class=\"sd\">&plusmn; %.*f</span>", decimals, spread.sd);
    }
    fputs("</td>", out);
}

void html_summary_table(const struct html_report *report, FILE *out)
{
    fputs("<div class=\"wide\"><table>\n<thead><tr><th>metric</th><th>unit</th>", out);
    for (size_t i = 0; i < report->data->count; i++) {
        fputs("<th class=\"number\">", out);
        html_text(report->series[i].label, out);
        fputs("</th>", out);
    }
    fputs("</tr></thead>\n<tbody>\n", out);
    for (enum metric metric = 0; metric < METRIC_COUNT; metric++) {
        const struct metric_info *info = &metric_table[metric];
        if (!series_have(report->series, report->data->count, metric)) {
            continue;
        }
        fprintf(out, "<tr><th>%s</th><th>%s</th>", info->heading, info->unit);
        for (size_t i = 0; i < report->data->count; i++) {
            write_cell(series_spread(&report->series[i], metric), info->decimals, report->series[i].count > 1, out);
        }
        fputs("</tr>\n", out);
    }
    fputs("</tbody></table></div>\n", out);
}

/* --- The jobs --------------------------------------------------------------------------------- */

static void write_instant(bool exists, ticks instant, FILE *out)
{
    if (exists) {
        fprintf(out, "<td>%" PRId64 "</td>", instant);
    } else {
        fputs("<td>&ndash;</td>", out);
    }
}

static void write_job(const struct report_job *job, FILE *out)
{
    const char *outcome = !job->accepted ? "rejected" : job->met ? "met" : "missed";
    fputs("<tr><td class=\"name\">", out);
    if (job->accepted) {
        fprintf(out, "<i style=\"background:#%06" PRIx32 "\"></i>", job_colour((int32_t)job->row));
    } else {
        fputs("<i></i>", out);
    }
    html_text(job->name, out);
    fprintf(out, "</td><td>%" PRId32 "</td><td>%" PRId32 "</td><td>%" PRId64 "</td>", job->maps, job->reduces,
            job->arrival);
    write_instant(job->deadline != NO_DEADLINE, job->deadline, out);
    write_instant(job->finish != NO_INSTANT, job->finish, out);
    fprintf(out, "<td class=\"name %s\">%s", outcome, outcome);
    if (job->reason[0] != '\0') {
        html_format(out, ": %s", job->reason);
    }
    fputs("</td></tr>\n", out);
}

void html_summary_jobs(const struct report_series *series, FILE *out)
{
    size_t shown = series->job_count < JOBS_MOST ? series->job_count : JOBS_MOST;
    fputs("<details><summary>", out);
    html_format(out, "%s: %zu jobs", series->label, series->job_count);
    if (shown < series->job_count) {
        fprintf(out, ", the first %zu are shown (--jobs-csv writes all)", shown);
    }
    fputs("</summary>\n<div class=\"wide\"><table class=\"jobs\">\n<thead><tr><th>job</th>"
          "<th class=\"number\">maps</th><th class=\"number\">reduces</th><th class=\"number\">arrival, ms</th>"
          "<th class=\"number\">deadline, ms</th><th class=\"number\">finish, ms</th><th>outcome</th></tr></thead>\n"
          "<tbody>\n",
          out);
    for (size_t i = 0; i < shown; i++) {
        write_job(&series->job[i], out);
    }
    fputs("</tbody></table></div></details>\n", out);
}
