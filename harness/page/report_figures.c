#include "harness/page/report_figures.h"

#include "harness/page/bar_table.h"
#include "harness/page/distribution_figures.h"
#include "harness/page/plot_figure.h"
#include "harness/page/script.h"
#include "harness/workload/alloc.h"

#include <math.h>
#include <stdlib.h>

enum { HEIGHT = 400 }; /* pixels, of the files */

/* Adds one bar per scheduler: a metric divided by `unit`, with the confidence interval of its
 * mean. */
static void add_bars(struct plot *plot, const char *label, const struct series *series, size_t count,
                     enum metric metric, double unit)
{
    double *numbers = alloc_zeroed(count, sizeof *numbers);
    double *values = alloc_zeroed(count, sizeof *values);
    double *margins = alloc_zeroed(count, sizeof *margins);
    for (size_t i = 0; i < count; i++) {
        struct confidence value = series_confidence(&series[i], metric);
        numbers[i] = (double)i;
        values[i] = value.mean / unit;
        margins[i] = value.half / unit;
    }
    plot_add(plot, label, count, numbers, values, series[0].count > 1 ? margins : NULL);
    free(numbers);
    free(values);
    free(margins);
}

void report_figures_add_bars(struct figures *figures, struct plot *plot, const struct series *series, const char *name,
                             const char *heading, const char *sentence)
{
    const char **names = alloc_zeroed(plot->category_count, sizeof *names);
    for (size_t i = 0; i < plot->category_count; i++) {
        names[i] = series[i].label;
    }
    plot->categories = names;
    plot_figure_add(figures, plot, name, heading, sentence, "", HEIGHT);
    free(names);
}

static struct plot bars(const char *title, const char *y_label, size_t schedulers, double most)
{
    return (struct plot){.kind = PLOT_BARS,
                         .title = title,
                         .x_label = "",
                         .y_label = y_label,
                         .category_count = schedulers,
                         .y_most = most};
}

enum outcome { OUTCOME_MET, OUTCOME_MISSED, OUTCOME_REJECTED, OUTCOMES };

/* The shares of the jobs of all seeds, %; 0 of none. */
static void outcomes_of(const struct report_series *series, double *percent)
{
    double jobs = series->jobs > 0 ? (double)series->jobs : 1;
    percent[OUTCOME_MET] = 100 * (double)series->met / jobs;
    percent[OUTCOME_MISSED] = 100 * (double)series->missed / jobs;
    percent[OUTCOME_REJECTED] = 100 * (double)(series->jobs - series->accepted) / jobs;
}

static char *outcomes_script(const struct report_data *data, const double *percent)
{
    struct script script;
    script_open(&script);
    fputs("$outcomes << END\n", script.stream);
    for (size_t i = 0; i < data->count; i++) {
        const double *parts = percent + i * OUTCOMES;
        fprintf(script.stream, "\"%s\" %.6g %.6g %.6g\n", data->series[i].label, parts[OUTCOME_MET],
                parts[OUTCOME_MISSED], parts[OUTCOME_REJECTED]);
    }
    fputs("END\n"
          "set title 'Outcomes of the jobs'\n"
          "set ylabel '% of all jobs'\n"
          "set yrange [0:100]\n"
          "set style data histograms\n"
          "set style histogram rowstacked\n"
          "set style fill solid 0.85 noborder\n"
          "set boxwidth 0.5\n"
          "set key outside right top invert\n",
          script.stream);
    fprintf(script.stream, "set xrange [-0.7:%g]\n%s", (double)data->count - 0.3,
            data->count > 9 ? "set xtics rotate by 30 right\n" : "");
    fputs("plot $outcomes using 2:xtic(1) lc rgb '#009e73' title 'met', '' using 3 lc rgb '#d55e00' title 'missed', "
          "'' using 4 lc rgb '#c9cdd2' title 'rejected'\n",
          script.stream);
    return script_close(&script);
}

static void add_outcomes(struct figures *figures, const struct report_data *data)
{
    static const char *const names[OUTCOMES] = {"met", "missed", "rejected"};
    double *percent = alloc_zeroed(data->count * OUTCOMES, sizeof *percent);
    struct bar_parts *rows = alloc_zeroed(data->count, sizeof *rows);
    for (size_t i = 0; i < data->count; i++) {
        outcomes_of(&data->series[i], percent + i * OUTCOMES);
        rows[i] = (struct bar_parts){data->series[i].label, percent + i * OUTCOMES};
    }
    struct script drawing;
    script_open(&drawing);
    bar_table_write_parts(names, names, OUTCOMES, rows, data->count, drawing.stream);
    figures_add(figures, "outcomes", "Outcomes of the jobs",
                "Of all jobs, how many finished by their deadline (or have none), how many were accepted but finished "
                "too late, and how many were rejected.",
                HEIGHT, outcomes_script(data, percent), script_close(&drawing));
    free(percent);
    free(rows);
}

static void add_utilisation(struct figures *figures, const struct series *series, size_t count)
{
    if (!series_have(series, count, METRIC_UTILISATION_ALL)) {
        return;
    }
    struct plot plot = bars("Utilisation", "% of the slots' time", count, 100);
    add_bars(&plot, "all jobs", series, count, METRIC_UTILISATION_ALL, 1);
    add_bars(&plot, "met jobs", series, count, METRIC_UTILISATION_MET, 1);
    report_figures_add_bars(
        figures, &plot, series, "utilisation", "Utilisation",
        "How much of the slots' time, from the first arrival to the last finish, went into the tasks of all accepted "
        "jobs, and into those of jobs that met their deadline: the difference was spent on jobs that were late.");
}

static void add_longest_wait(struct figures *figures, const struct series *series, size_t count, struct time_unit unit)
{
    if (!series_have(series, count, METRIC_LONGEST_WAIT)) {
        return;
    }
    char label[32];
    snprintf(label, sizeof label, "longest wait, %s", unit.name);
    struct plot plot = bars("Longest wait", label, count, NAN);
    add_bars(&plot, "longest wait", series, count, METRIC_LONGEST_WAIT, unit.ms);
    report_figures_add_bars(figures, &plot, series, "longest-wait", "Longest wait",
                            "How long the job that was starved most had tasks ready to start and not a single slot: "
                            "with a long bar, some job stood behind all others.");
}

static void add_response(struct figures *figures, const struct series *series, size_t count, struct time_unit unit)
{
    if (!series_have(series, count, METRIC_RESPONSE_MEAN)) {
        return;
    }
    char label[32];
    snprintf(label, sizeof label, "response time, %s", unit.name);
    struct plot plot = bars("Response time of finished jobs", label, count, NAN);
    add_bars(&plot, "mean", series, count, METRIC_RESPONSE_MEAN, unit.ms);
    add_bars(&plot, "95th percentile", series, count, METRIC_RESPONSE_P95, unit.ms);
    report_figures_add_bars(
        figures, &plot, series, "response", "Response time of finished jobs",
        "From arrival to finish, on average and for the slowest twentieth; schedulers that reject jobs have "
        "fewer to serve.");
}

void report_figures_make(struct figures *figures, struct report_data *data, const struct series *series,
                         const struct time_units *units)
{
    if (data->count == 0) {
        return;
    }
    add_outcomes(figures, data);
    distribution_figures_allowance(figures, data);
    add_response(figures, series, data->count, units->span);
    distribution_figures_response(figures, data, units->span);
    distribution_figures_slowdown(figures, data);
    add_longest_wait(figures, series, data->count, units->span);
    add_utilisation(figures, series, data->count);
}
