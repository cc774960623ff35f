#include "harness/page/report_figures.h"

#include "harness/page/distribution_figures.h"
#include "harness/page/schedule_figures.h"
#include "harness/page/script.h"
#include "harness/page/time_unit.h"
#include "harness/workload/alloc.h"

#include <math.h>
#include <stdlib.h>

enum { HEIGHT = 400 }; /* pixels */

/* More names than this are written aslant. */
enum { NAMES_SIDE_BY_SIDE = 9 };

/* The axis below `count` groups of bars. */
static void write_bar_axis(size_t count, FILE *out)
{
    fprintf(out, "set xrange [-0.7:%g]\n", (double)count - 0.3);
    if (count > NAMES_SIDE_BY_SIDE) {
        fputs("set xtics rotate by 30 right\n", out);
    }
}

/* Adds one bar per scheduler: a metric times `factor`, with its standard deviation over the
 * seeds. */
static void add_bars(struct plot *plot, const char *label, const struct series *series, size_t count,
                     enum metric metric, double factor)
{
    double *numbers = alloc_zeroed(count, sizeof *numbers);
    double *values = alloc_zeroed(count, sizeof *values);
    double *margins = alloc_zeroed(count, sizeof *margins);
    for (size_t i = 0; i < count; i++) {
        struct spread spread = series_spread(&series[i], metric);
        numbers[i] = (double)i;
        values[i] = spread.mean * factor;
        margins[i] = spread.sd * factor;
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
    struct script script;
    script_open(&script);
    write_bar_axis(plot->category_count, script.stream);
    plot_script(plot, script.stream);
    figures_add(figures, name, heading, sentence, HEIGHT, script_close(&script));
    plot_free(plot);
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

static void add_outcomes(struct figures *figures, const struct series *series, size_t count)
{
    struct script script;
    script_open(&script);
    fputs("$outcomes << END\n", script.stream);
    for (size_t i = 0; i < count; i++) {
        double jobs = series_spread(&series[i], METRIC_JOBS).mean;
        double met = series_spread(&series[i], METRIC_MET).mean;
        double missed = series_spread(&series[i], METRIC_MISSED).mean;
        double percent = jobs > 0 ? 100 / jobs : 0;
        fprintf(script.stream, "\"%s\" %.6g %.6g %.6g\n", series[i].label, percent * met, percent * missed,
                percent * (jobs - met - missed));
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
    write_bar_axis(count, script.stream);
    fputs("plot $outcomes using 2:xtic(1) lc rgb '#009e73' title 'met', '' using 3 lc rgb '#d55e00' title 'missed', "
          "'' using 4 lc rgb '#c9cdd2' title 'rejected'\n",
          script.stream);
    figures_add(
        figures, "outcomes", "Outcomes of the jobs",
        "Of all jobs, how many finished by their deadline, how many were accepted but finished too late, and how "
        "many were rejected.",
        HEIGHT, script_close(&script));
}

static void add_utilisation(struct figures *figures, const struct series *series, size_t count)
{
    if (!series_have(series, count, METRIC_UTILISATION)) {
        return;
    }
    struct plot plot = bars("Utilisation", "% of all slots' time", count, NAN);
    add_bars(&plot, "utilisation", series, count, METRIC_UTILISATION, 1);
    report_figures_add_bars(
        figures, &plot, series, "utilisation", "Utilisation",
        "How much of the slots' time, from the first arrival to the last finish, went into tasks that count: "
        "those of jobs that met their deadline, or of all jobs where the scheduler tests no deadlines.");
}

/* The unit for a metric in ms, as it is easiest to read. */
static struct time_unit unit_of(const struct series *series, size_t count, enum metric metric)
{
    double most = 0;
    for (size_t i = 0; i < count; i++) {
        most = fmax(most, series_spread(&series[i], metric).mean);
    }
    return time_unit_for(most);
}

static void add_longest_wait(struct figures *figures, const struct series *series, size_t count)
{
    if (!series_have(series, count, METRIC_LONGEST_WAIT)) {
        return;
    }
    struct time_unit unit = unit_of(series, count, METRIC_LONGEST_WAIT);
    char label[32];
    snprintf(label, sizeof label, "longest wait, %s", unit.name);
    struct plot plot = bars("Longest wait", label, count, NAN);
    add_bars(&plot, "longest wait", series, count, METRIC_LONGEST_WAIT, 1 / unit.ms);
    report_figures_add_bars(figures, &plot, series, "longest-wait", "Longest wait",
                            "How long the job that was starved most had tasks ready to start and not a single slot: a "
                            "high bar is a scheduler that lets some jobs stand behind all others.");
}

static void add_response(struct figures *figures, const struct series *series, size_t count)
{
    if (!series_have(series, count, METRIC_TURNAROUND_MEAN)) {
        return;
    }
    struct time_unit unit = unit_of(series, count, METRIC_TURNAROUND_P95);
    char label[32];
    snprintf(label, sizeof label, "response time, %s", unit.name);
    struct plot plot = bars("Response time of finished jobs", label, count, NAN);
    add_bars(&plot, "mean", series, count, METRIC_TURNAROUND_MEAN, 1 / unit.ms);
    add_bars(&plot, "95th percentile", series, count, METRIC_TURNAROUND_P95, 1 / unit.ms);
    report_figures_add_bars(
        figures, &plot, series, "response", "Response time of finished jobs",
        "From arrival to finish, on average and for the slowest twentieth; schedulers that reject jobs have "
        "fewer to serve.");
}

void report_figures_make(struct figures *figures, struct report_data *data, const struct series *series)
{
    if (data->count == 0) {
        return;
    }
    add_outcomes(figures, series, data->count);
    distribution_figures_allowance(figures, data);
    add_response(figures, series, data->count);
    distribution_figures_response(figures, data);
    distribution_figures_slowdown(figures, data);
    add_longest_wait(figures, series, data->count);
    add_utilisation(figures, series, data->count);
    schedule_figures_busy(figures, data);
    for (size_t i = 0; i < data->count; i++) {
        schedule_figures_gantt(figures, data, &data->series[i]);
    }
}
