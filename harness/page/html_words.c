#include "harness/page/html_words.h"

#include "harness/page/html.h"

#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <string.h>

static double mean_of(const struct series *series, enum metric metric)
{
    return series_spread(series, metric).mean;
}

/* In the unit of the page, or in its own where that leaves no digit of it. */
static void write_time(double ms, struct time_unit unit, FILE *out)
{
    unit = ms < unit.ms / 10 ? time_unit_for(ms) : unit;
    double value = ms / unit.ms;
    fprintf(out, "%.*f %s", value >= 100 ? 0 : value >= 10 ? 1 : 2, value, unit.name);
}

/* --- One scheduler ---------------------------------------------------------------------------- */

static void write_accepted(const struct report_series *s, FILE *out)
{
    if (!s->tests_deadlines) {
        fputs(", without an admission test, ran ", out);
        fputs(s->jobs == 1 ? "the only job" : "every job", out);
    } else if (s->jobs == 1) {
        fputs(s->accepted == 1 ? " accepted the only job" : " rejected the only job", out);
    } else if (s->accepted == s->jobs) {
        fputs(" accepted every job", out);
    } else if (s->accepted == 0) {
        fputs(" rejected every job", out);
    } else {
        fprintf(out, " accepted %zu of %zu jobs (%.1f%%)", s->accepted, s->jobs,
                100 * (double)s->accepted / (double)s->jobs);
    }
}

/* The jobs that were late, of those that were accepted. */
static void write_late(const struct report_series *s, struct time_unit unit, FILE *out)
{
    double most = gsl_stats_max(s->lateness.value, 1, s->lateness.count);
    if (s->accepted == 1) {
        fputs(" and finished it after its deadline, by ", out);
    } else if (s->missed == s->accepted) {
        fputs(" and finished all of them after their deadlines, the latest by ", out);
    } else if (s->missed == 1) {
        fputs(" and finished one of them after its deadline, by ", out);
    } else {
        fprintf(out, " and finished %zu of them (%.1f%%) after their deadlines, the latest by ", s->missed,
                100 * (double)s->missed / (double)s->accepted);
    }
    write_time(most, unit, out);
}

static void write_met(const struct report_series *s, bool deadlines, struct time_unit unit, FILE *out)
{
    if (s->missed > 0 && s->lateness.count > 0) {
        write_late(s, unit, out);
    } else if (s->accepted > 0 && s->missed == 0 && deadlines) {
        fputs(s->accepted == 1 ? " and finished it in time" : " and finished all of them in time", out);
    }
    fputs(".", out);
}

static void write_means(const struct report_series *s, const struct series *series, struct time_unit unit, FILE *out)
{
    double response = mean_of(series, METRIC_RESPONSE_MEAN);
    double slowdown = mean_of(series, METRIC_SLOWDOWN_MEAN);
    double used = mean_of(series, METRIC_UTILISATION_ALL);
    double useful = mean_of(series, METRIC_UTILISATION_MET);
    if (isnan(response)) {
        return;
    }
    fputs(s->response.count == 1 ? " It took " : " Finished jobs took ", out);
    write_time(response, unit, out);
    fputs(s->response.count == 1 ? "" : " on average", out);
    if (!isnan(slowdown)) {
        fprintf(out, ", %.2f times %s", slowdown,
                s->response.count == 1 ? "the least time that it needs alone" : "the least time that they need alone");
    }
    if (!isnan(used)) {
        fprintf(out, "; %.1f%% of the slots' time went into tasks", used);
        if (s->missed > 0) {
            fprintf(out, ", %.1f%% into those of jobs that met their deadlines", useful);
        }
    }
    fputs(".", out);
}

static void write_promises(const struct series *series, FILE *out)
{
    double flagged = mean_of(series, METRIC_FLAGGED) * (double)series->count;
    if (flagged > 0) {
        fprintf(out, " It took back its promise of %.0f job%s.", flagged, flagged < 1.5 ? "" : "s");
    }
}

/* --- What bears on the comparison ------------------------------------------------------------- */

/* How far estimates are above the times of tasks; NaN without tasks. */
static double estimate_factor(const struct report_data *data, enum stage stage)
{
    return data->taken[stage] > 0 ? data->estimated[stage] / data->taken[stage] : NAN;
}

/* "Estimates are 4.4 times the time of a map task, and 22 times that of a reduce task." */
static void write_factors(const struct report_data *data, FILE *out)
{
    double maps = estimate_factor(data, STAGE_MAP);
    double reduces = estimate_factor(data, STAGE_REDUCE);
    fputs("estimates are on average ", out);
    if (!isnan(maps)) {
        fprintf(out, "%.3g times the time of a map task", maps);
    }
    if (!isnan(reduces)) {
        fprintf(out, "%s%.3g times %s", isnan(maps) ? "" : " and ", reduces,
                isnan(maps) ? "the time of a reduce task" : "that of a reduce task");
    }
}

static bool is_rtmr(const char *label)
{
    return strncmp(label, "rtmr", 4) == 0;
}

/* The scheduler of these with the most jobs in time, or NULL. */
static const struct report_series *best_of(const struct report_data *data, bool rtmr)
{
    const struct report_series *best = NULL;
    for (size_t i = 0; i < data->count; i++) {
        const struct report_series *s = &data->series[i];
        if (is_rtmr(s->label) == rtmr && (best == NULL || s->met > best->met)) {
            best = s;
        }
    }
    return best;
}

/* Why another scheduler keeps more jobs in time than RTMR, which does so where its caution costs
 * more than its order brings. */
static void write_why(const struct html_report *report, FILE *out)
{
    const struct report_data *data = report->data;
    const struct report_series *rtmr = best_of(data, true);
    const struct report_series *other = best_of(data, false);
    /* more jobs than RTMR may have lost otherwise: some that it rejects are in time there */
    if (!data->deadlines || rtmr == NULL || other == NULL || other->met <= rtmr->met + rtmr->missed) {
        return;
    }
    fputs("<p class=\"note\"><b>Why ", out);
    html_text(other->label, out);
    fprintf(out, " has more jobs in time</b> (%zu, ", other->met);
    html_text(rtmr->label, out);
    fprintf(out,
            " %zu): RTMR accepts a job only if every accepted job is in time even when all tasks take as long as their "
            "estimates. Here ",
            rtmr->met);
    if (report->learned) {
        fputs("it learns its estimates from finished tasks", out);
    } else {
        write_factors(data, out);
    }
    fputs(", and it rejects jobs that ", out);
    html_text(other->label, out);
    fputs(" has in time: that is the price of its promise. ", out);
    html_text(other->label, out);
    fputs(other->tests_deadlines ? " tests deadlines without a guarantee.</p>\n"
                                 : " promises nothing: which of its jobs are late is not known before they are.</p>\n",
          out);
}

/* Whose estimates Deadline Constraint has here, and in the paper's tables. */
static void write_constraint(const struct html_report *report, FILE *out)
{
    const struct paper_profile *profile = report->learned ? NULL : report->profile;
    for (size_t i = 0; i < report->data->count && profile != NULL; i++) {
        if (strcmp(report->data->series[i].label, "dc") == 0) {
            fprintf(out,
                    "<p class=\"note\"><b>dc</b> tests deadlines with the estimates of the jobs, as the row "
                    "<em>Deadline Constraint</em> of <code>rtmr paper rtmr</code> does. The row "
                    "<em>DC, fitted estimates</em> there has %g times the mean time of a map task and %g "
                    "times that of a reduce task: with these it "
                    "accepts other jobs, and some of them are late. Jobs of more reduce tasks than there are slots "
                    "count as rejected here.</p>\n",
                    profile->dc_map_factor, profile->dc_reduce_factor);
        }
    }
}

void html_words_write(const struct html_report *report, FILE *out)
{
    const struct report_data *data = report->data;
    fputs("<ul class=\"words\">\n", out);
    for (size_t i = 0; i < data->count; i++) {
        const struct report_series *s = &data->series[i];
        fputs("<li><b>", out);
        html_text(s->label, out);
        fputs("</b>", out);
        if (s->jobs == 0) {
            fputs(" had no jobs.</li>\n", out);
            continue;
        }
        write_accepted(s, out);
        write_met(s, data->deadlines, report->units.span, out);
        write_means(s, &report->series[i], report->units.span, out);
        write_promises(&report->series[i], out);
        fputs("</li>\n", out);
    }
    fputs("</ul>\n", out);
    if (data->count > 0 && data->series[0].jobs > 0 && !data->deadlines) {
        fputs("<p class=\"facts\">No job has a deadline.</p>\n", out);
    }
    write_why(report, out);
    write_constraint(report, out);
}
