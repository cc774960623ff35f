#include "harness/page/html_metrics.h"

#include "harness/page/html.h"

#include <gsl/gsl_statistics_double.h>
#include <math.h>

struct column {
    enum metric metric;
    bool rare; /* shown only if it is not 0 everywhere */
};

/* Lateness is not here: a mean over jobs that are early says nothing of those that are late. */
static const struct column columns[] = {
    {METRIC_ACCEPTED, false},        {METRIC_MET, false},
    {METRIC_MISSED, false},          {METRIC_ACCEPT_RATIO, false},
    {METRIC_SUCCESS_RATIO, false},   {METRIC_UTILISATION_ALL, false},
    {METRIC_UTILISATION_MET, false}, {METRIC_RESPONSE_MEAN, false},
    {METRIC_RESPONSE_P95, false},    {METRIC_SLOWDOWN_MEAN, false},
    {METRIC_SLOWDOWN_P95, false},    {METRIC_LONGEST_WAIT, false},
    {METRIC_MAKESPAN, false},        {METRIC_NODE_LOCAL, false},
    {METRIC_RACK_LOCAL, false},      {METRIC_RERUNS, true},
    {METRIC_VIOLATIONS, true},       {METRIC_FLAGGED, true},
    {METRIC_RENEWED, true},          {METRIC_NO_ROOM_JOBS, true},
    {METRIC_NO_ROOM_TASKS, true},    {METRIC_DRAINS, false},
    {METRIC_DRAINS_REFUSED, false},
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

static void write_heading(const struct html_report *report, enum metric metric, FILE *out)
{
    const struct metric_info *info = &metric_table[metric];
    const char *unit = info->unit == METRIC_UNIT_PERCENT ? "%" : time_units_for(&report->units, metric).name;
    fprintf(out, "<th class=\"number\">%s%s%s</th>", info->heading, unit[0] != '\0' ? ", " : "", unit);
}

static void write_cell(const struct html_report *report, enum metric metric, const struct series *series, FILE *out)
{
    const struct metric_info *info = &metric_table[metric];
    struct confidence value = series_confidence(series, metric);
    struct time_unit unit = time_units_for(&report->units, metric);
    int decimals = unit.name[0] == '\0' ? info->decimals : time_unit_decimals(unit);
    if (isnan(value.mean) || !series_shows(series, metric)) {
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
    int decimals = time_unit_decimals(unit);
    fprintf(out, "<td>%.*f</td><td>%.*f</td>", decimals, gsl_stats_mean(lateness->value, 1, lateness->count) / unit.ms,
            decimals, gsl_stats_max(lateness->value, 1, lateness->count) / unit.ms);
}

static void write_meaning(const char *heading, const char *meaning, FILE *out)
{
    fprintf(out, "<dt>%s</dt><dd>", heading);
    html_text(meaning, out);
    fputs(".</dd>\n", out);
}

static void write_meanings(FILE *out)
{
    fputs("<details><summary>What the figures are</summary>\n<dl>\n", out);
    for (enum metric m = 0; m < METRIC_COUNT; m++) {
        if (metric_table[m].heading != NULL) {
            write_meaning(metric_table[m].heading, metric_table[m].meaning, out);
        }
    }
    for (const struct figure_term *term = figure_terms; term->heading != NULL; term++) {
        write_meaning(term->heading, term->meaning, out);
    }
    fputs("</dl></details>\n", out);
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
            write_heading(report, columns[c].metric, out);
        }
    }
    if (late) {
        fprintf(out, "<th class=\"number\">late by, %s</th><th class=\"number\">late by at most, %s</th>", unit, unit);
    }
    fputs("</tr></thead>\n<tbody>\n", out);
    for (size_t i = 0; i < report->data->count; i++) {
        fputs("<tr><th scope=\"row\">", out);
        html_text(report->series[i].label, out);
        fputs("</th>", out);
        for (size_t c = 0; c < COLUMNS; c++) {
            if (shown[c]) {
                write_cell(report, columns[c].metric, &report->series[i], out);
            }
        }
        if (late) {
            write_lateness(&report->data->series[i].lateness, report->units.span, out);
        }
        fputs("</tr>\n", out);
    }
    fputs("</tbody></table></div>\n", out);
    write_meanings(out);
}
