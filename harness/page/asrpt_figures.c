#include "harness/page/asrpt_figures.h"

#include "harness/page/plot_figure.h"
#include "harness/report/plot.h"

#include <math.h>
#include <stdio.h>

enum { HEIGHT = 540, TITLE = 160 };

/* One colour for each scheduler in all figures; the bound is black. */
static const int colours[COMPARISON_SCHEDULERS] = {
    [COMPARE_SRPT] = 7, [COMPARE_DSRPT] = 4, [COMPARE_ASRPT] = 1,
    [COMPARE_FAIR] = 3, [COMPARE_FIFO] = 5,  [COMPARE_LRPT] = 2,
};

static void add(struct plot *p, enum comparison_scheduler scheduler, size_t count, const double *x, const double *y,
                const double *margin)
{
    plot_add(p, comparison_label(scheduler), count, x, y, margin);
    p->series[p->series_count - 1].colour = colours[scheduler];
}

/* Adds the plot as figNUMBER, of the mode if it is not NULL, and frees it. */
static void add_figure(struct figures *figures, struct plot *p, int number, const char *mode, const char *sentence)
{
    char name[40];
    char heading[40];
    snprintf(name, sizeof name, "fig%d%s%s", number, mode == NULL ? "" : "-", mode == NULL ? "" : mode);
    snprintf(heading, sizeof heading, "Fig. %d%s%s", number, mode == NULL ? "" : ", ", mode == NULL ? "" : mode);
    plot_figure_add(figures, p, name, heading, sentence, p->kind == PLOT_BARS ? "" : "slots", HEIGHT);
}

static void add_efficiency(struct figures *figures, const struct comparison_set *set)
{
    char title[TITLE];
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
    add_figure(figures, &p, profile->efficiency_figure, NULL,
               "Total flow time over that of SRPT, a lower bound for all, in both modes: means over the seeds with 95% "
               "confidence intervals.");
}

static void add_convergence(struct figures *figures, const struct comparison_set *set, enum slotted_mode mode)
{
    char title[TITLE];
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
    add_figure(figures, &p, 9, slotted_mode_names[mode],
               "The cost up to a slot, which is the number of jobs there summed over the slots, over that of SRPT: "
               "means over the seeds; bands are 95% confidence intervals.");
}

static void add_distribution(struct figures *figures, const struct comparison_set *set, enum slotted_mode mode)
{
    char title[TITLE];
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
            double margin[FLOW_HISTOGRAM_MOST + 1];
            for (int32_t x = 0; x <= FLOW_HISTOGRAM_MOST; x++) {
                struct confidence c = comparison_share(set, who, x);
                flow[x] = x;
                share[x] = c.mean;
                margin[x] = c.half;
            }
            add(&p, s, FLOW_HISTOGRAM_MOST + 1, flow, share, margin);
        }
    }
    add_figure(figures, &p, profile->cdf_figure, slotted_mode_names[mode],
               "Share of the jobs whose flow time is at most this many slots: means over the seeds; bands are 95% "
               "confidence intervals.");
}

void asrpt_figures_make(struct figures *figures, const struct comparison_set *sets, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        add_efficiency(figures, &sets[i]);
    }
    for (enum slotted_mode mode = 0; mode < SLOTTED_MODES; mode++) {
        add_convergence(figures, &sets[count - 1], mode);
    }
    for (size_t i = 0; i < count; i++) {
        for (enum slotted_mode mode = 0; mode < SLOTTED_MODES; mode++) {
            add_distribution(figures, &sets[i], mode);
        }
    }
}
