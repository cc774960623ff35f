#include "harness/page/html_metrics.h"

#include "harness/page/html.h"

#include <gsl/gsl_statistics_double.h>
#include <math.h>

/* In which unit a column is. */
enum column_unit { UNIT_NONE, UNIT_SPAN, UNIT_INSTANT };

struct column {
    enum metric metric;
    const char *heading; /* a unit of time is added */
    enum column_unit unit;
    int decimals; /* of other units */
    bool rare;    /* shown only if it is not 0 everywhere */
};

/* Lateness is not here: a mean over jobs that are early says nothing of those that are late. */
static const struct column columns[] = {
    {METRIC_ACCEPTED, "accepted", UNIT_NONE, 0, false},
    {METRIC_MET, "met", UNIT_NONE, 0, false},
    {METRIC_MISSED, "missed", UNIT_NONE, 0, false},
    {METRIC_ACCEPT_RATIO, "accepted, %", UNIT_NONE, 1, false},
    {METRIC_SUCCESS_RATIO, "met of accepted, %", UNIT_NONE, 1, false},
    {METRIC_UTILISATION, "utilisation, %", UNIT_NONE, 1, false},
    {METRIC_TURNAROUND_MEAN, "response, ", UNIT_SPAN, 0, false},
    {METRIC_TURNAROUND_P95, "95th percentile, ", UNIT_SPAN, 0, false},
    {METRIC_SLOWDOWN_MEAN, "slowdown", UNIT_NONE, 2, false},
    {METRIC_SLOWDOWN_P95, "95th percentile", UNIT_NONE, 2, false},
    {METRIC_LONGEST_WAIT, "longest wait, ", UNIT_SPAN, 0, false},
    {METRIC_MAKESPAN, "makespan, ", UNIT_INSTANT, 0, false},
    {METRIC_NODE_LOCAL, "maps at data, %", UNIT_NONE, 1, false},
    {METRIC_RACK_LOCAL, "maps in rack, %", UNIT_NONE, 1, false},
    {METRIC_RERUNS, "re-runs", UNIT_NONE, 0, true},
    {METRIC_VIOLATIONS, "violations", UNIT_NONE, 0, true},
    {METRIC_FLAGGED, "flagged", UNIT_NONE, 0, true},
    {METRIC_NO_ROOM_JOBS, "job table full", UNIT_NONE, 0, true},
    {METRIC_NO_ROOM_TASKS, "too many tasks", UNIT_NONE, 0, true},
    {METRIC_DRAINS, "drains", UNIT_NONE, 0, false},
    {METRIC_DRAINS_REFUSED, "drains refused", UNIT_NONE, 0, false},
};
enum { COLUMNS = sizeof columns / sizeof columns[0] };

static bool is_shown(const struct html_report *report, const struct column *column)
{
    bool shown = false;
    for (size_t i = 0; i < report->data->count; i++) {
        double mean = series_spread(&report->series[i], column->metric).mean;
        shown = shown || (!isnan(mean) && (!column->rare || mean > 0));
    }
    return shown;
}

static struct time_unit unit_of(const struct html_report *report, const struct column *column)
{
    switch (column->unit) {
    case UNIT_SPAN: return report->units.span;
    case UNIT_INSTANT: return report->units.instant;
    default: return (struct time_unit){1, ""};
    }
}

static void write_cell(const struct html_report *report, const struct column *column, const struct series *series,
                       FILE *out)
{
    struct confidence value = series_confidence(series, column->metric);
    struct time_unit unit = unit_of(report, column);
    int decimals = column->unit == UNIT_NONE ? column->decimals : page_units_decimals(unit);
    if (isnan(value.mean)) {
        fputs("<td>&ndash;</td>", out);
        return;
    }
    /* a mean of whole numbers that differ */
    decimals = decimals == 0 && value.half > 0 && value.mean < 1000 * unit.ms ? 1 : decimals;
    fprintf(out, "<td>%.*f", decimals, value.mean / unit.ms);
    if (value.half > 0) {
        fprintf(out, " <span class=\"margin\">&plusmn; %.*f</span>", decimals, value.half / unit.ms);
    }
    fputs("</td>", out);
}

static bool any_late(const struct report_data *data)
{
    bool late = false;
    for (size_t i = 0; i < data->count; i++) {
        late = late || data->series[i].lateness.count > 0;
    }
    return late;
}

/* Over the late jobs of all seeds. */
static void write_lateness(const struct report_sample *lateness, struct time_unit unit, FILE *out)
{
    if (lateness->count == 0) {
        fputs("<td>&ndash;</td><td>&ndash;</td>", out);
        return;
    }
    int decimals = page_units_decimals(unit);
    fprintf(out, "<td>%.*f</td><td>%.*f</td>", decimals, gsl_stats_mean(lateness->value, 1, lateness->count) / unit.ms,
            decimals, gsl_stats_max(lateness->value, 1, lateness->count) / unit.ms);
}

void html_metrics_write(const struct html_report *report, FILE *out)
{
    bool late = any_late(report->data);
    const char *unit = report->units.span.name;
    bool shown[COLUMNS];
    fputs("<div class=\"wide\"><table class=\"sortable\" id=\"metrics\">\n<thead><tr><th>scheduler</th>", out);
    for (size_t c = 0; c < COLUMNS; c++) {
        shown[c] = is_shown(report, &columns[c]);
        if (shown[c]) {
            fprintf(out, "<th class=\"number\">%s%s</th>", columns[c].heading, unit_of(report, &columns[c]).name);
        }
    }
    if (late) {
        fprintf(out, "<th class=\"number\">late jobs late by, %s</th><th class=\"number\">at most, %s</th>", unit,
                unit);
    }
    fputs("</tr></thead>\n<tbody>\n", out);
    for (size_t i = 0; i < report->data->count; i++) {
        fputs("<tr><th scope=\"row\">", out);
        html_text(report->series[i].label, out);
        fputs("</th>", out);
        for (size_t c = 0; c < COLUMNS; c++) {
            if (shown[c]) {
                write_cell(report, &columns[c], &report->series[i], out);
            }
        }
        if (late) {
            write_lateness(&report->data->series[i].lateness, report->units.span, out);
        }
        fputs("</tr>\n", out);
    }
    fputs("</tbody></table></div>\n", out);
}
