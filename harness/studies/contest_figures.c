#include "harness/studies/contest_figures.h"

#include "harness/metrics/confidence.h"
#include "harness/page/report_figures.h"
#include "harness/workload/alloc.h"

#include <math.h>
#include <stdlib.h>

static struct plot bars(const struct contest *c, const char *title, const char *y_label, double most)
{
    return (struct plot){.kind = PLOT_BARS,
                         .title = title,
                         .x_label = "",
                         .y_label = y_label,
                         .category_count = c->count,
                         .y_most = most};
}

/* The values by seed of a contender. */
typedef const double *(*values_of)(const struct contender *contender, size_t index);

static const double *figure_values(const struct contender *contender, size_t index)
{
    return contender->values[index];
}

static const double *user_values(const struct contender *contender, size_t index)
{
    return contender->user_values[index];
}

/* One bar for each contender, its values times `factor`. False: no contender has a value, and no
 * figure is drawn. */
static bool add_series(struct plot *plot, const char *label, const struct contest *c, values_of values, size_t index,
                       double factor)
{
    double *number = alloc_zeroed(c->count, sizeof *number);
    double *mean = alloc_zeroed(c->count, sizeof *mean);
    double *half = alloc_zeroed(c->count, sizeof *half);
    bool known = false;
    for (size_t i = 0; i < c->count; i++) {
        struct confidence value = confidence_of(values(&c->contenders[i], index), c->contenders[i].count);
        number[i] = (double)i;
        mean[i] = value.mean * factor;
        half[i] = value.half * factor;
        known = known || !isnan(value.mean);
    }
    if (known) {
        plot_add(plot, label, c->count, number, mean, half);
    }
    free(number);
    free(mean);
    free(half);
    return known;
}

void contest_figures_add(void *contest, const struct time_units *units, struct figures *figures)
{
    /* responses are in seconds */
    const double factor = 1000 / units->span.ms;
    char label[48];
    snprintf(label, sizeof label, "mean response time, %s", units->span.name);
    const struct contest *c = contest;
    static const char *const sizes[SIZE_CLASSES] = {"small", "medium", "large"};
    bool known = false;
    struct plot plot = bars(c, "Response time by size", label, NAN);
    for (size_t i = 0; i < SIZE_CLASSES; i++) {
        known = add_series(&plot, sizes[i], c, figure_values, FIGURE_SMALL + i, factor) || known;
    }
    if (known) {
        report_figures_add_bars(figures, &plot, c->series, "response-by-size", "Response time by size",
                                "Jobs with maps for up to a quarter of the map slots (small), for up to all of them "
                                "(medium), for more (large): it shows which of them wait for the others.");
    }
    known = false;
    plot = bars(c, "Response time by user", label, NAN);
    for (size_t u = 0; u < c->user_count; u++) {
        known =
            add_series(&plot, c->users[u][0] == '\0' ? "(no user)" : c->users[u], c, user_values, u, factor) || known;
    }
    if (known && c->user_count > 1) {
        report_figures_add_bars(figures, &plot, c->series, "response-by-user", "Response time by user",
                                "How long the jobs of each user take on average, of those users who come first.");
    } else {
        plot_free(&plot);
    }
    plot = bars(c, "Fairness", "Jain's index", 1.05);
    if (add_series(&plot, "fairness", c, figure_values, FIGURE_FAIRNESS, 1)) {
        report_figures_add_bars(figures, &plot, c->series, "fairness", "Fairness",
                                "Jain's index of 1 / slowdown over the users, or over the jobs of an only user: 1 says "
                                "that all are slowed down alike.");
    }
}
