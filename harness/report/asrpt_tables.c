#include "harness/report/asrpt_tables.h"

#include "harness/report/table.h"

#include <math.h>

/* Writes the table and a blank line, and frees it. */
static void finish(struct table *t, FILE *out)
{
    table_print(t, out, 0);
    table_free(t);
    fputc('\n', out);
}

/* The first two columns of a row. */
static void add_contender(struct table *t, struct contender who)
{
    table_add(t, "%s", slotted_mode_names[who.mode]);
    table_add(t, "%s", comparison_label(who.scheduler));
}

/* --- Figs. 5 to 8 ----------------------------------------------------------------------------- */

void asrpt_print_efficiency(const struct comparison_set *set, FILE *out)
{
    const struct slotted_profile *profile = set->setup.profile;
    struct confidence load = comparison_load(set);
    fprintf(out, "Fig. %d: %s (%s); measured load %.1f%%", profile->efficiency_figure, profile->name, profile->title,
            load.mean);
    if (!isnan(load.half)) {
        fprintf(out, " ±%.1f", load.half);
    }
    fputs("\n\n", out);
    struct table t = table_new(5, 2);
    table_add(&t, "%s", "");
    table_add(&t, "%s", "");
    table_add(&t, "ratio");
    table_add(&t, "largest");
    table_add(&t, "flow");
    struct contender list[CONTENDERS_MOST];
    size_t count = comparison_contenders(set, list);
    for (size_t i = 0; i < count; i++) {
        struct confidence ratio = comparison_ratio(set, list[i], comparison_bound);
        add_contender(&t, list[i]);
        table_add_confidence(&t, ratio, 3);
        table_add(&t, "%.3f", ratio.most);
        table_add_confidence(&t, comparison_mean_flow(set, list[i]), 2);
    }
    finish(&t, out);
}

/* --- Fig. 9 ----------------------------------------------------------------------------------- */

static void print_convergence(const struct comparison_set *set, enum slotted_mode mode, FILE *out)
{
    enum { STEP = COMPARISON_POINTS / 10 };
    struct contender all[CONTENDERS_MOST];
    struct contender shown[CONTENDERS_MOST];
    size_t all_count = comparison_contenders(set, all);
    size_t count = 0;
    for (size_t i = 0; i < all_count; i++) {
        if (all[i].mode == mode && all[i].scheduler != COMPARE_SRPT) {
            shown[count++] = all[i];
        }
    }
    fprintf(out, "Fig. 9: %s, %s; ratio of the costs up to slot T\n\n", set->setup.profile->name,
            slotted_mode_names[mode]);
    struct table t = table_new(1 + count, 0);
    table_add(&t, "T");
    for (size_t i = 0; i < count; i++) {
        table_add(&t, "%s", comparison_label(shown[i].scheduler));
    }
    for (size_t point = STEP - 1; point < COMPARISON_POINTS; point += STEP) {
        table_add(&t, "%d", (int)comparison_point(&set->setup, point));
        for (size_t i = 0; i < count; i++) {
            table_add_confidence(&t, comparison_ratio_at(set, shown[i], comparison_bound, point), 3);
        }
    }
    finish(&t, out);
}

void asrpt_print_convergence(const struct comparison_set *set, FILE *out)
{
    for (enum slotted_mode mode = 0; mode < SLOTTED_MODES; mode++) {
        print_convergence(set, mode, out);
    }
}

/* --- Figs. 10 to 13 --------------------------------------------------------------------------- */

void asrpt_print_distribution(const struct comparison_set *set, FILE *out)
{
    static const int32_t limits[] = {1, 2, 3, 5, 10, 20, 50, 100};
    enum { LIMITS = sizeof limits / sizeof limits[0] };
    fprintf(out, "Fig. %d: %s; share of the jobs, in percent, with a flow time of at most this many slots\n\n",
            set->setup.profile->cdf_figure, set->setup.profile->name);
    struct table t = table_new(LIMITS + 4, 2);
    table_add(&t, "%s", "");
    table_add(&t, "%s", "");
    for (size_t i = 0; i < LIMITS; i++) {
        table_add(&t, "%d", (int)limits[i]);
    }
    table_add(&t, "± at most");
    table_add(&t, "longest");
    struct contender list[CONTENDERS_MOST];
    size_t count = comparison_contenders(set, list);
    for (size_t row = 0; row < count; row++) {
        double widest = NAN; /* of the row's intervals */
        add_contender(&t, list[row]);
        for (size_t i = 0; i < LIMITS; i++) {
            struct confidence share = comparison_share(set, list[row], limits[i]);
            table_add(&t, "%.1f", 100 * share.mean);
            widest = fmax(widest, share.half);
        }
        if (isnan(widest)) {
            table_add(&t, "-");
        } else {
            table_add(&t, "%.1f", 100 * widest);
        }
        table_add(&t, "%d", (int)comparison_longest(set, list[row]));
    }
    finish(&t, out);
}
