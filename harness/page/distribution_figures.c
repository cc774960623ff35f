#include "harness/page/distribution_figures.h"

#include "harness/page/script.h"
#include "harness/page/time_unit.h"
#include "harness/report/plot.h"
#include "harness/workload/alloc.h"

#include <gsl/gsl_sort.h>
#include <math.h>
#include <stdlib.h>

enum { HEIGHT = 400 };      /* pixels */
enum { POINTS_MOST = 400 }; /* of a distribution function: more are not seen */

/* Ratio of the largest to the smallest value from which an axis is logarithmic. */
static const double wide = 50;

/* How much of the allowed time is worth showing: beyond are jobs that are far too late. */
static const double allowance_most = 2.5;

/* Which sample of a series is shown. */
typedef struct report_sample *sample_of(struct report_series *series);

static struct report_sample *response_of(struct report_series *series)
{
    return &series->response;
}

static struct report_sample *slowdown_of(struct report_series *series)
{
    return &series->slowdown;
}

static struct report_sample *allowance_of(struct report_series *series)
{
    return &series->allowance;
}

/* The span of the samples of all series. */
struct range {
    double least;
    double most;
};

static struct range sort_samples(struct report_data *data, sample_of *pick)
{
    struct range range = {INFINITY, -INFINITY};
    for (size_t i = 0; i < data->count; i++) {
        struct report_sample *sample = pick(&data->series[i]);
        if (sample->count > 0) {
            gsl_sort(sample->value, 1, sample->count);
            range.least = fmin(range.least, sample->value[0]);
            range.most = fmax(range.most, sample->value[sample->count - 1]);
        }
    }
    return range;
}

/* Adds the share of all jobs whose value is at most x, from the beginning of the axis to its
 * end. */
static void add_distribution(struct plot *plot, const struct report_sample *sample, const char *label, double jobs,
                             double factor, struct range axis)
{
    size_t points = sample->count < POINTS_MOST ? sample->count : POINTS_MOST;
    double *x = alloc_zeroed(points + 2, sizeof *x);
    double *y = alloc_zeroed(points + 2, sizeof *y);
    x[0] = axis.least;
    for (size_t i = 1; i <= points; i++) {
        size_t rank = i * sample->count / points; /* the last is the largest */
        x[i] = sample->value[rank - 1] * factor;
        y[i] = 100 * (double)rank / jobs;
    }
    x[points + 1] = fmax(axis.most, x[points]);
    y[points + 1] = y[points];
    plot_add(plot, label, points + 2, x, y, NULL);
    free(x);
    free(y);
}

/* One distribution function per scheduler, `settings` in front of the plot. */
static void add_distributions(struct figures *figures, struct report_data *data, sample_of *pick, double factor,
                              struct range axis, struct plot *plot, const char *settings, const char *name,
                              const char *sentence)
{
    plot->kind = PLOT_STEPS;
    plot->y_label = "% of all jobs";
    plot->y_most = 100;
    for (size_t i = 0; i < data->count; i++) {
        struct report_series *series = &data->series[i];
        add_distribution(plot, pick(series), series->label, (double)series->jobs, factor, axis);
    }
    struct script script;
    script_open(&script);
    fprintf(script.stream, "set grid xtics ytics\nset xrange [%.6g:%.6g]\n%s", axis.least, axis.most, settings);
    plot_script(plot, script.stream);
    figures_add(figures, name, plot->title, sentence, HEIGHT, script_close(&script));
    plot_free(plot);
}

/* The axis for such values, which start at `origin` or later; logarithmic if they span much, and
 * then *settings says so. */
static struct range axis_for(struct range values, double origin, const char **settings)
{
    bool logarithmic = values.least > 0 && values.most > wide * values.least;
    *settings = logarithmic ? "set logscale x\n" : "";
    return logarithmic ? (struct range){values.least / 1.1, values.most * 1.1}
                       : (struct range){origin, fmax(values.most * 1.03, origin + 1)};
}

void distribution_figures_response(struct figures *figures, struct report_data *data)
{
    struct range range = sort_samples(data, response_of);
    if (!(range.least <= range.most)) {
        return;
    }
    struct time_unit unit = time_unit_for(range.most);
    char label[32];
    snprintf(label, sizeof label, "response time, %s", unit.name);
    struct plot plot = {.title = "Distribution of response times", .x_label = label};
    const char *settings;
    struct range axis = axis_for((struct range){range.least / unit.ms, range.most / unit.ms}, 0, &settings);
    add_distributions(
        figures, data, response_of, 1 / unit.ms, axis, &plot, settings, "response-cdf",
        "The share of all jobs that were finished within this time after their arrival: the further left and up a "
        "curve, the better; one that stays below 100% belongs to a scheduler that rejects jobs.");
}

void distribution_figures_slowdown(struct figures *figures, struct report_data *data)
{
    struct range range = sort_samples(data, slowdown_of);
    if (!(range.least <= range.most)) {
        return;
    }
    struct plot plot = {.title = "Distribution of slowdowns", .x_label = "response time / least possible alone"};
    const char *settings;
    struct range axis = axis_for(range, 1, &settings);
    add_distributions(figures, data, slowdown_of, 1, axis, &plot, settings, "slowdown-cdf",
                      "The share of all jobs that took at most this multiple of the time that they would need on the "
                      "empty cluster: it shows small jobs that wait behind large ones.");
}

void distribution_figures_allowance(struct figures *figures, struct report_data *data)
{
    struct range range = sort_samples(data, allowance_of);
    if (!(range.least <= range.most)) {
        return;
    }
    static const char settings[] = "set arrow 1 from 1, graph 0 to 1, graph 1 nohead dt 2 lc rgb '#5f6368'\n";
    struct range axis = {0, fmax(1.05, fmin(range.most * 1.03, allowance_most))};
    struct plot plot = {.title = "Use of the time up to the deadline",
                        .x_label = "response time / time from arrival to deadline"};
    add_distributions(
        figures, data, allowance_of, 1, axis, &plot, settings, "allowance-cdf",
        "The share of all jobs that used at most this part of the time up to their deadline: the dashed line is the "
        "deadline, and jobs to its right are late.");
}
