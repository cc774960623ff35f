#include "harness/page/distribution_figures.h"

#include "harness/page/plot_figure.h"
#include "harness/report/plot.h"
#include "harness/workload/alloc.h"

#include <gsl/gsl_sort.h>
#include <math.h>
#include <stdlib.h>

enum { HEIGHT = 400 };      /* pixels, of the files */
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

/* One distribution function per scheduler, of the values times `factor`, on the plot's axis. */
static void add_distributions(struct figures *figures, struct report_data *data, sample_of *pick, double factor,
                              struct plot *plot, const char *unit, const char *name, const char *sentence)
{
    plot->kind = PLOT_STEPS;
    plot->y_label = "% of all jobs";
    plot->y_most = 100;
    struct range axis = {plot->x_least, plot->x_most};
    for (size_t i = 0; i < data->count; i++) {
        struct report_series *series = &data->series[i];
        add_distribution(plot, pick(series), series->label, (double)series->jobs, factor, axis);
    }
    plot_figure_add(figures, plot, name, plot->title, sentence, unit, HEIGHT);
}

/* Gives the plot the axis for such values, which start at `origin` or later; logarithmic if they
 * span much. */
static void set_axis(struct plot *plot, struct range values, double origin)
{
    plot->x_logarithmic = values.least > 0 && values.most > wide * values.least;
    plot->x_least = plot->x_logarithmic ? values.least / 1.1 : origin;
    plot->x_most = plot->x_logarithmic ? values.most * 1.1 : fmax(values.most * 1.03, origin + values.most / 100);
}

void distribution_figures_response(struct figures *figures, struct report_data *data, struct time_unit unit)
{
    struct range range = sort_samples(data, response_of);
    if (!(range.least <= range.most)) {
        return;
    }
    char label[32];
    snprintf(label, sizeof label, "response time, %s", unit.name);
    struct plot plot = {.title = "Distribution of response times", .x_label = label};
    set_axis(&plot, (struct range){range.least / unit.ms, fmax(range.most, 1) / unit.ms}, 0);
    add_distributions(
        figures, data, response_of, 1 / unit.ms, &plot, unit.name, "response-cdf",
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
    set_axis(&plot, range, 1);
    add_distributions(figures, data, slowdown_of, 1, &plot, "", "slowdown-cdf",
                      "The share of all jobs that took at most this multiple of the time that they would need on the "
                      "empty cluster: it shows small jobs that wait behind large ones.");
}

void distribution_figures_allowance(struct figures *figures, struct report_data *data)
{
    struct range range = sort_samples(data, allowance_of);
    if (!(range.least <= range.most)) {
        return;
    }
    struct plot plot = {.title = "Use of the time up to the deadline",
                        .x_label = "response time / time from arrival to deadline",
                        .x_most = fmax(1.05, fmin(range.most * 1.03, allowance_most)),
                        .x_mark = 1};
    add_distributions(
        figures, data, allowance_of, 1, &plot, "", "allowance-cdf",
        "The share of all jobs that used at most this part of the time up to their deadline: the dashed line is the "
        "deadline, and jobs to its right are late.");
}
