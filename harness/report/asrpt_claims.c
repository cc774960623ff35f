#include "harness/report/asrpt_claims.h"

#include "harness/report/table.h"
#include "harness/slotted/constants.h"

#include <inttypes.h>
#include <math.h>

/* clang-format off */
#define PREEMPTIVE(scheduler) {COMPARE_##scheduler, SLOTTED_PREEMPTIVE}
#define NON_PREEMPTIVE(scheduler) {COMPARE_##scheduler, SLOTTED_NON_PREEMPTIVE}
/* clang-format on */

/* A row of a table that has a column for each set. */
struct row {
    const char *text;
    const char *paper; /* the claim of the paper */
    void (*add)(struct table *t, const struct comparison_set *set, struct contender of, struct contender to);
    struct contender of;
    struct contender to;
};

static void print_rows(const struct row *rows, size_t row_count, const struct comparison_set *sets, size_t count,
                       FILE *out)
{
    struct table t = table_new(2 + count, 1);
    table_add(&t, "%s", "");
    table_add(&t, "paper");
    for (size_t i = 0; i < count; i++) {
        table_add(&t, "%s", sets[i].setup.profile->name);
    }
    for (size_t r = 0; r < row_count; r++) {
        table_add(&t, "%s", rows[r].text);
        table_add(&t, "%s", rows[r].paper);
        for (size_t i = 0; i < count; i++) {
            rows[r].add(&t, &sets[i], rows[r].of, rows[r].to);
        }
    }
    table_print(&t, out, 0);
    table_free(&t);
    fputc('\n', out);
}

/* --- The figures' order, and Theorem 4 -------------------------------------------------------- */

static void add_smallest(struct table *t, const struct comparison_set *set, struct contender of, struct contender to)
{
    (void)to;
    table_add(t, "%zu of %zu", comparison_seeds_smallest(set, of), set->setup.seeds);
}

static void add_largest(struct table *t, const struct comparison_set *set, struct contender of, struct contender to)
{
    (void)to;
    table_add(t, "%zu of %zu", comparison_seeds_largest(set, of), set->setup.seeds);
}

static void add_ratio(struct table *t, const struct comparison_set *set, struct contender of, struct contender to)
{
    table_add_confidence(t, comparison_ratio(set, of, to), 3);
}

static void add_worst(struct table *t, const struct comparison_set *set, struct contender of, struct contender to)
{
    table_add(t, "%.3f", comparison_ratio(set, of, to).most);
}

static void add_delay(struct table *t, const struct comparison_set *set, struct contender of, struct contender to)
{
    table_add_confidence(t, comparison_delay(set, of, to), 3);
}

static void add_worst_delay(struct table *t, const struct comparison_set *set, struct contender of, struct contender to)
{
    table_add(t, "%.3f", comparison_delay(set, of, to).most);
}

static void add_above(struct table *t, const struct comparison_set *set, struct contender of, struct contender to)
{
    table_add(t, "%zu of %zu", comparison_seeds_above(set, of, to), set->setup.seeds);
}

void asrpt_print_claims(const struct comparison_set *sets, size_t count, FILE *out)
{
    static const struct row rows[] = {
        {"ASRPT smallest, preemptive", "yes", add_smallest, PREEMPTIVE(ASRPT), PREEMPTIVE(ASRPT)},
        {"  Fair / ASRPT", "> 1", add_ratio, PREEMPTIVE(FAIR), PREEMPTIVE(ASRPT)},
        {"  FIFO / ASRPT", "> 1", add_ratio, PREEMPTIVE(FIFO), PREEMPTIVE(ASRPT)},
        {"ASRPT smallest, non-preemptive", "yes", add_smallest, NON_PREEMPTIVE(ASRPT), NON_PREEMPTIVE(ASRPT)},
        {"  Fair / ASRPT", "> 1", add_ratio, NON_PREEMPTIVE(FAIR), NON_PREEMPTIVE(ASRPT)},
        {"  FIFO / ASRPT", "> 1", add_ratio, NON_PREEMPTIVE(FIFO), NON_PREEMPTIVE(ASRPT)},
        {"LRPT largest, preemptive", "yes", add_largest, PREEMPTIVE(LRPT), PREEMPTIVE(LRPT)},
        {"  LRPT / Fair", "> 1", add_ratio, PREEMPTIVE(LRPT), PREEMPTIVE(FAIR)},
        {"  LRPT / FIFO", "> 1", add_ratio, PREEMPTIVE(LRPT), PREEMPTIVE(FIFO)},
        {"LRPT largest, non-preemptive", "yes", add_largest, NON_PREEMPTIVE(LRPT), NON_PREEMPTIVE(LRPT)},
        {"  LRPT / Fair", "> 1", add_ratio, NON_PREEMPTIVE(LRPT), NON_PREEMPTIVE(FAIR)},
        {"  LRPT / FIFO", "> 1", add_ratio, NON_PREEMPTIVE(LRPT), NON_PREEMPTIVE(FIFO)},
        {"Theorem 4: E[D] = DSRPT - bound, slots", "<= 2", add_delay, PREEMPTIVE(DSRPT), PREEMPTIVE(SRPT)},
        {"  largest of a run", "", add_worst_delay, PREEMPTIVE(DSRPT), PREEMPTIVE(SRPT)},
        {"Corollary 1: DSRPT / bound", "<= 3", add_ratio, PREEMPTIVE(DSRPT), PREEMPTIVE(SRPT)},
        {"  largest", "", add_worst, PREEMPTIVE(DSRPT), PREEMPTIVE(SRPT)},
        {"Corollary 2: ASRPT / bound", "<= 3", add_ratio, PREEMPTIVE(ASRPT), PREEMPTIVE(SRPT)},
        {"  largest", "", add_worst, PREEMPTIVE(ASRPT), PREEMPTIVE(SRPT)},
        {"Corollary 2: ASRPT / DSRPT", "<= 1", add_ratio, PREEMPTIVE(ASRPT), PREEMPTIVE(DSRPT)},
        {"  above 1", "never", add_above, PREEMPTIVE(ASRPT), PREEMPTIVE(DSRPT)},
    };
    fputs("What the paper says of the order and of DSRPT and ASRPT\n\n", out);
    print_rows(rows, sizeof rows / sizeof rows[0], sets, count, out);
}

/* --- The tails of Figs. 10 to 13 -------------------------------------------------------------- */

static void add_tail(struct table *t, const struct comparison_set *set, struct contender of, struct contender to)
{
    (void)to;
    struct confidence within = comparison_share(set, of, FLOW_HISTOGRAM_MOST);
    within.mean = 100 * (1 - within.mean);
    within.half *= 100;
    table_add_confidence(t, within, 2);
}

static void add_longest(struct table *t, const struct comparison_set *set, struct contender of, struct contender to)
{
    (void)to;
    table_add(t, "%" PRId32, comparison_longest(set, of));
}

void asrpt_print_tails(const struct comparison_set *sets, size_t count, FILE *out)
{
    static const struct row rows[] = {
        {"preemptive: ASRPT", "very light", add_tail, PREEMPTIVE(ASRPT), PREEMPTIVE(ASRPT)},
        {"  Fair", "as ASRPT", add_tail, PREEMPTIVE(FAIR), PREEMPTIVE(FAIR)},
        {"  FIFO", "as ASRPT", add_tail, PREEMPTIVE(FIFO), PREEMPTIVE(FIFO)},
        {"  LRPT", "long", add_tail, PREEMPTIVE(LRPT), PREEMPTIVE(LRPT)},
        {"  longest flow time: ASRPT, slots", "", add_longest, PREEMPTIVE(ASRPT), PREEMPTIVE(ASRPT)},
        {"  longest flow time: FIFO, slots", "", add_longest, PREEMPTIVE(FIFO), PREEMPTIVE(FIFO)},
        {"non-preemptive: ASRPT", "very light", add_tail, NON_PREEMPTIVE(ASRPT), NON_PREEMPTIVE(ASRPT)},
        {"  Fair", "as ASRPT", add_tail, NON_PREEMPTIVE(FAIR), NON_PREEMPTIVE(FAIR)},
        {"  FIFO", "as ASRPT", add_tail, NON_PREEMPTIVE(FIFO), NON_PREEMPTIVE(FIFO)},
        {"  LRPT", "long", add_tail, NON_PREEMPTIVE(LRPT), NON_PREEMPTIVE(LRPT)},
        {"  longest flow time: ASRPT, slots", "", add_longest, NON_PREEMPTIVE(ASRPT), NON_PREEMPTIVE(ASRPT)},
        {"  longest flow time: FIFO, slots", "", add_longest, NON_PREEMPTIVE(FIFO), NON_PREEMPTIVE(FIFO)},
    };
    fputs(
        "What the paper says of the tails in Figs. 10 to 13: share of the jobs with a flow time above 100 slots, %\n\n",
        out);
    print_rows(rows, sizeof rows / sizeof rows[0], sets, count, out);
}

/* --- Theorems 2 and 3 ------------------------------------------------------------------------- */

static struct slotted_constants constants_of(const struct comparison_set *set)
{
    const struct comparison_setup *setup = &set->setup;
    const struct slotted_system system = {
        .machines = setup->machines,
        .rate = setup->load.rate,
        .maps = setup->profile->maps,
        .reduces = setup->profile->reduces,
        .reduce_most = comparison_reduce_most(set),
    };
    return slotted_constants_of(&system);
}

static double worst_of(const struct comparison_set *set, enum slotted_mode mode)
{
    double worst = 0;
    for (enum comparison_scheduler s = COMPARE_ASRPT; s <= COMPARE_LRPT; s++) {
        worst = fmax(worst, comparison_ratio(set, (struct contender){s, mode}, comparison_bound).most);
    }
    return worst;
}

/* The largest mean of the lengths (their squares) over the work-conserving schedulers and both
 * modes. */
static double interval_moment(const struct comparison_set *set, bool squares)
{
    double largest = 0;
    for (enum comparison_scheduler s = COMPARE_ASRPT; s <= COMPARE_LRPT; s++) {
        for (enum slotted_mode mode = 0; mode < SLOTTED_MODES; mode++) {
            struct slotted_intervals all = comparison_intervals(set, (struct contender){s, mode});
            largest = fmax(largest, (squares ? all.square_sum : all.length_sum) / (double)all.count);
        }
    }
    return largest;
}

void asrpt_print_constants(const struct comparison_set *sets, size_t count, FILE *out)
{
    static const char *const headings[] = {"",         "Rmax",      "B1",       "√B2",       "mean K",  "B2",
                                           "mean K^2", "Theorem 2", "measured", "Theorem 3", "measured"};
    enum { COLUMNS = sizeof headings / sizeof headings[0] };
    fputs("Theorems 2 and 3: bounds of the ratio of any work-conserving scheduler, preemptive and not, and the\n"
          "largest ratio measured; intervals K (proof of Theorem 2), largest mean of any scheduler\n\n",
          out);
    struct table t = table_new(COLUMNS, 1);
    for (size_t i = 0; i < COLUMNS; i++) {
        table_add(&t, "%s", headings[i]);
    }
    for (size_t i = 0; i < count; i++) {
        struct slotted_constants c = constants_of(&sets[i]);
        table_add(&t, "%s", sets[i].setup.profile->name);
        table_add(&t, "%" PRId32, comparison_reduce_most(&sets[i]));
        table_add(&t, "%.3g", c.b1);
        table_add(&t, "%.3g", sqrt(c.b2));
        table_add(&t, "%.1f", interval_moment(&sets[i], false));
        table_add(&t, "%.3g", c.b2);
        table_add(&t, "%.1f", interval_moment(&sets[i], true));
        table_add(&t, "%.3g", c.theorem2);
        table_add(&t, "%.2f", worst_of(&sets[i], SLOTTED_PREEMPTIVE));
        table_add(&t, "%.3g", c.theorem3);
        table_add(&t, "%.2f", worst_of(&sets[i], SLOTTED_NON_PREEMPTIVE));
    }
    table_print(&t, out, 0);
    table_free(&t);
    fputs("\nThe mean of K is at most the root of the mean of K^2, and so at most √B2: where that is below B1, both\n"
          "theorems hold with it in the place of B1.\n\n",
          out);
}

/* --- Where Theorem 4 fails -------------------------------------------------------------------- */

void asrpt_print_counterexample(const struct comparison_set *set, FILE *out)
{
    static const struct row rows[] = {
        {"Theorem 4: E[D] = DSRPT - bound, slots", "<= 2", add_delay, PREEMPTIVE(DSRPT), PREEMPTIVE(SRPT)},
        {"Corollary 1: DSRPT / bound", "<= 3", add_ratio, PREEMPTIVE(DSRPT), PREEMPTIVE(SRPT)},
        {"Theorem 4: DSRPT / best schedule; here / Fair", "<= 2", add_ratio, PREEMPTIVE(DSRPT), PREEMPTIVE(FAIR)},
        {"Corollary 2: ASRPT / bound", "<= 3", add_ratio, PREEMPTIVE(ASRPT), PREEMPTIVE(SRPT)},
        {"Corollary 2: ASRPT / best schedule; here / Fair", "<= 2", add_ratio, PREEMPTIVE(ASRPT), PREEMPTIVE(FAIR)},
        {"Corollary 2: ASRPT / DSRPT", "<= 1", add_ratio, PREEMPTIVE(ASRPT), PREEMPTIVE(DSRPT)},
    };
    const struct slotted_load *load = &set->setup.load;
    fprintf(
        out,
        "Where Theorem 4 fails: preemptive, %d slots, %zu seed%s, load %.1f%%; bursts of %d jobs of one map and one\n"
        "unit of reduce, %g a slot; a thousandth of the jobs have 20,000 maps\n\n",
        (int)load->slots, set->setup.seeds, set->setup.seeds == 1 ? "" : "s", comparison_load(set).mean,
        (int)load->batch, load->rate);
    print_rows(rows, sizeof rows / sizeof rows[0], set, 1, out);
    fputs("The workload meets section III's assumptions. While SRPT is at one of the long map stages, DSRPT and\n"
          "ASRPT run those maps first too, and the reduces of a burst wait for the next one. The proof takes it\n"
          "that in each later slot, independently, the machines left by SRPT's maps suffice with a probability of\n"
          "at least 1/2 (Eq. 14). The best schedule is no worse than Fair's: what is above twice Fair's is above\n"
          "twice the best.\n\n",
          out);
}
