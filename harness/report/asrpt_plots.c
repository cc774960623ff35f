#include "harness/report/asrpt_plots.h"

#include "harness/report/plot.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>

/* One colour for each scheduler in all figures (plot.h). */
static const int colours[COMPARISON_SCHEDULERS] = {
    [COMPARE_SRPT] = 8, [COMPARE_DSRPT] = 1, [COMPARE_ASRPT] = 2,
    [COMPARE_FAIR] = 3, [COMPARE_FIFO] = 4,  [COMPARE_LRPT] = 7,
};

static void add(struct plot *p, enum comparison_scheduler scheduler, size_t count, const double *x, const double *y,
                const double *margin)
{
    plot_add(p, slotted_class_at(scheduler)->name, count, x, y, margin);
    p->series[p->series_count - 1].colour = colours[scheduler];
}

/* Writes the plot as figure NUMBER, of the mode if it is not NULL, and frees it. */
static bool write_and_free(struct plot *p, const char *directory, int number, const char *mode,
                           struct input_error *error)
{
    char path[PATH_MAX];
    int length = snprintf(path, sizeof path, "%s/fig%d%s%s.svg", directory, number, mode == NULL ? "" : "-",
                          mode == NULL ? "" : mode);
    bool good = length < (int)sizeof path
                    ? plot_write(p, path, error)
                    : input_error_at(error, (struct place){.source = "--plots"}, "expected a shorter path");
    plot_free(p);
    return good;
}

static bool plot_efficiency(const struct comparison_set *set, const char *directory, struct input_error *error)
{
    char title[200];
    const struct slotted_profile *profile = set->setup.profile;
    snprintf(title, sizeof title, "Fig. %d: efficiency ratio, %s", profile->efficiency_figure, profile->name);
    struct plot p = {.kind = PLOT_BARS,
                     .title = title,
                     .x_label = "",
                     .y_label = "total flow time / SRPT bound",
                     .categories = slotted_mode_names,
                     .category_count = SLOTTED_MODES,
                     .y_most = NAN};
    for (enum comparison_scheduler s = COMPARE_DSRPT; s < COMPARISON_SCHEDULERS; s++) {
        double place[SLOTTED_MODES];
        double ratio[SLOTTED_MODES];
        double margin[SLOTTED_MODES];
        for (enum slotted_mode mode = 0; mode < SLOTTED_MODES; mode++) {
            struct contender who = {s, mode};
            struct confidence c = {.mean = NAN, .half = NAN};
            if (comparison_defined(set, who)) {
                c = comparison_ratio(set, who, comparison_bound);
            }
            place[mode] = mode;
            ratio[mode] = c.mean;
            margin[mode] = c.half;
        }
        add(&p, s, SLOTTED_MODES, place, ratio, margin);
    }
    return write_and_free(&p, directory, profile->efficiency_figure, NULL, error);
}

static bool plot_convergence(const struct comparison_set *set, enum slotted_mode mode, const char *directory,
                             struct input_error *error)
{
    char title[200];
    snprintf(title, sizeof title, "Fig. 9: convergence of efficiency ratios, %s, %s", set->setup.profile->name,
             slotted_mode_names[mode]);
    struct plot p = {
        .kind = PLOT_LINES, .title = title, .x_label = "slots", .y_label = "cost so far / that of SRPT", .y_most = NAN};
    for (enum comparison_scheduler s = COMPARE_DSRPT; s < COMPARISON_SCHEDULERS; s++) {
        struct contender who = {s, mode};
        if (comparison_defined(set, who)) {
            double slot[COMPARISON_POINTS];
            double ratio[COMPARISON_POINTS];
            double margin[COMPARISON_POINTS];
            for (size_t i = 0; i < COMPARISON_POINTS; i++) {
                struct confidence c = comparison_ratio_at(set, who, comparison_bound, i);
                slot[i] = comparison_point(&set->setup, i);
                ratio[i] = c.mean;
                margin[i] = c.half;
            }
            add(&p, s, COMPARISON_POINTS, slot, ratio, margin);
        }
    }
    return write_and_free(&p, directory, 9, slotted_mode_names[mode], error);
}

static bool plot_distribution(const struct comparison_set *set, enum slotted_mode mode, const char *directory,
                              struct input_error *error)
{
    char title[200];
    const struct slotted_profile *profile = set->setup.profile;
    snprintf(title, sizeof title, "Fig. %d: flow times, %s, %s", profile->cdf_figure, profile->name,
             slotted_mode_names[mode]);
    struct plot p = {
        .kind = PLOT_STEPS, .title = title, .x_label = "flow time, slots", .y_label = "share of the jobs", .y_most = 1};
    for (enum comparison_scheduler s = 0; s < COMPARISON_SCHEDULERS; s++) {
        struct contender who = {s, mode};
        if (comparison_defined(set, who)) {
            double flow[FLOW_HISTOGRAM_MOST + 1];
            double share[FLOW_HISTOGRAM_MOST + 1];
            struct flow_histogram flows = comparison_flows(set, who);
            for (int32_t x = 0; x <= FLOW_HISTOGRAM_MOST; x++) {
                flow[x] = x;
                share[x] = flow_histogram_share(&flows, x);
            }
            add(&p, s, FLOW_HISTOGRAM_MOST + 1, flow, share, NULL);
        }
    }
    return write_and_free(&p, directory, profile->cdf_figure, slotted_mode_names[mode], error);
}

bool asrpt_plots_write(const struct comparison_set *sets, size_t count, const char *directory,
                       struct input_error *error)
{
    bool good = true;
    for (size_t i = 0; i < count && good; i++) {
        good = plot_efficiency(&sets[i], directory, error);
    }
    for (enum slotted_mode mode = 0; mode < SLOTTED_MODES && good; mode++) {
        good = plot_convergence(&sets[count - 1], mode, directory, error);
        for (size_t i = 0; i < count && good; i++) {
            good = plot_distribution(&sets[i], mode, directory, error);
        }
    }
    return good;
}
