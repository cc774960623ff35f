#include "harness/report/asrpt_tables.h"

#include "harness/report/table.h"

static const char *name_of(enum comparison_scheduler scheduler)
{
    return slotted_class_at(scheduler)->name;
}

/* In tables that show SRPT among schedules: it is none. */
static const char *label_of(enum comparison_scheduler scheduler)
{
    return scheduler == COMPARE_SRPT ? "srpt (bound)" : name_of(scheduler);
}

static void add_row(struct table *t, const char *const *cells)
{
    for (size_t i = 0; i < t->columns; i++) {
        table_add(t, "%s", cells[i]);
    }
}

static void finish(struct table *t, FILE *out)
{
    table_print(t, out, 0);
    table_free(t);
    fputc('\n', out);
}

/* --- Figs. 5 to 8 ----------------------------------------------------------------------------------------- */

static void add_efficiency(struct table *t, const struct comparison_set *set, struct contender who)
{
    if (!comparison_defined(set, who)) {
        for (int i = 0; i < 4; i++) {
            table_add(t, "-");
        }
        return;
    }
    struct confidence ratio = comparison_ratio(set, who, comparison_bound);
    table_add(t, "%.3f", ratio.mean);
    table_add(t, "%.3f", ratio.half);
    table_add(t, "%.3f", ratio.most);
    table_add(t, "%.2f", comparison_mean_flow(set, who).mean);
}

void asrpt_print_efficiency(const struct comparison_set *set, FILE *out)
{
    static const char *const headings[][9] = {
        {"", "", "", "preemptive", "", "", "non-", "preemptive", ""},
        {"", "ratio", "+-", "largest", "flow", "ratio", "+-", "largest", "flow"},
    };
    struct confidence load = comparison_load(set);
    fprintf(out, "Fig. %d: %s (%s); measured load %.1f%% (sd %.1f)\n\n", set->setup.profile->efficiency_figure,
            set->setup.profile->name, set->setup.profile->title, load.mean, load.sd);
    struct table t = table_new(9, 1);
    add_row(&t, headings[0]);
    add_row(&t, headings[1]);
    for (enum comparison_scheduler scheduler = 0; scheduler < COMPARISON_SCHEDULERS; scheduler++) {
        table_add(&t, "%s", label_of(scheduler));
        for (enum slotted_mode mode = 0; mode < SLOTTED_MODES; mode++) {
            add_efficiency(&t, set, (struct contender){scheduler, mode});
        }
    }
    finish(&t, out);
}

/* --- Fig. 9 ----------------------------------------------------------------------------------------------- */

void asrpt_print_convergence(const struct comparison_set *set, FILE *out)
{
    static const enum comparison_scheduler order[] = {COMPARE_DSRPT, COMPARE_ASRPT, COMPARE_FAIR, COMPARE_FIFO,
                                                      COMPARE_LRPT};
    enum { SHOWN = sizeof order / sizeof order[0], STEP = COMPARISON_POINTS / 10 };
    for (enum slotted_mode mode = 0; mode < SLOTTED_MODES; mode++) {
        fprintf(out, "Fig. 9: %s, %s; ratio of the cost up to slot T, mean and sd over the seeds\n\n",
                set->setup.profile->name, slotted_mode_names[mode]);
        struct table t = table_new(1 + 2 * SHOWN, 0);
        table_add(&t, "T");
        for (size_t i = 0; i < SHOWN; i++) {
            table_add(&t, "%s", name_of(order[i]));
            table_add(&t, "sd");
        }
        for (size_t point = STEP - 1; point < COMPARISON_POINTS; point += STEP) {
            table_add(&t, "%d", (int)comparison_point(&set->setup, point));
            for (size_t i = 0; i < SHOWN; i++) {
                struct contender who = {order[i], mode};
                if (comparison_defined(set, who)) {
                    struct confidence ratio = comparison_ratio_at(set, who, comparison_bound, point);
                    table_add(&t, "%.3f", ratio.mean);
                    table_add(&t, "%.3f", ratio.sd);
                } else {
                    table_add(&t, "-");
                    table_add(&t, "-");
                }
            }
        }
        finish(&t, out);
    }
}

/* --- Figs. 10 to 13 --------------------------------------------------------------------------------------- */

void asrpt_print_distribution(const struct comparison_set *set, FILE *out)
{
    static const int32_t limits[] = {1, 2, 3, 5, 10, 20, 50, 100};
    enum { LIMITS = sizeof limits / sizeof limits[0] };
    fprintf(out, "Fig. %d: %s; share of the jobs, in percent, with a flow time of at most so many slots\n\n",
            set->setup.profile->cdf_figure, set->setup.profile->name);
    struct table t = table_new(LIMITS + 3, 2);
    table_add(&t, "%s", "");
    table_add(&t, "%s", "");
    for (size_t i = 0; i < LIMITS; i++) {
        table_add(&t, "%d", (int)limits[i]);
    }
    table_add(&t, "longest");
    for (enum slotted_mode mode = 0; mode < SLOTTED_MODES; mode++) {
        for (enum comparison_scheduler scheduler = 0; scheduler < COMPARISON_SCHEDULERS; scheduler++) {
            struct contender who = {scheduler, mode};
            if (comparison_defined(set, who)) {
                struct flow_histogram flows = comparison_flows(set, who);
                table_add(&t, "%s", slotted_mode_names[mode]);
                table_add(&t, "%s", label_of(scheduler));
                for (size_t i = 0; i < LIMITS; i++) {
                    table_add(&t, "%.1f", 100 * flow_histogram_share(&flows, limits[i]));
                }
                table_add(&t, "%d", (int)flows.longest);
            }
        }
    }
    finish(&t, out);
}
