#include "harness/slotted/comparison_figures.h"

#include "harness/workload/alloc.h"

#include <stdlib.h>

static const struct comparison_cell *cell_of(const struct comparison_set *set, struct contender who, size_t run)
{
    return &set->runs[run].cells[who.scheduler][who.mode];
}

size_t comparison_contenders(const struct comparison_set *set, struct contender list[CONTENDERS_MOST])
{
    size_t count = 0;
    for (enum slotted_mode mode = 0; mode < SLOTTED_MODES; mode++) {
        for (enum comparison_scheduler scheduler = 0; scheduler < COMPARISON_SCHEDULERS; scheduler++) {
            struct contender who = {scheduler, mode};
            if (comparison_defined(set, who)) {
                list[count++] = who;
            }
        }
    }
    return count;
}

const char *comparison_label(enum comparison_scheduler scheduler)
{
    return scheduler == COMPARE_SRPT ? "srpt (bound)" : slotted_class_at(scheduler)->name;
}

bool comparison_defined(const struct comparison_set *set, struct contender who)
{
    return cell_of(set, who, 0)->defined;
}

/* The measured value of one run. */
typedef double figure(const struct comparison_set *set, struct contender of, struct contender to, size_t i, size_t run);

static struct confidence over_seeds(const struct comparison_set *set, figure *measure, struct contender of,
                                    struct contender to, size_t i)
{
    double *values = alloc_zeroed(set->setup.seeds, sizeof *values);
    for (size_t run = 0; run < set->setup.seeds; run++) {
        values[run] = measure(set, of, to, i, run); /* NaN as long as no job has come */
    }
    struct confidence result = confidence_of(values, set->setup.seeds);
    free(values);
    return result;
}

static double ratio_of_run(const struct comparison_set *set, struct contender of, struct contender to, size_t i,
                           size_t run)
{
    (void)i;
    return (double)cell_of(set, of, run)->flow_total / (double)cell_of(set, to, run)->flow_total;
}

static double ratio_at_of_run(const struct comparison_set *set, struct contender of, struct contender to, size_t i,
                              size_t run)
{
    return (double)cell_of(set, of, run)->cost[i] / (double)cell_of(set, to, run)->cost[i];
}

static double mean_flow_of_run(const struct comparison_set *set, struct contender of, struct contender to, size_t i,
                               size_t run)
{
    (void)to;
    (void)i;
    return (double)cell_of(set, of, run)->flow_total / (double)set->runs[run].jobs;
}

static double load_of_run(const struct comparison_set *set, struct contender of, struct contender to, size_t i,
                          size_t run)
{
    (void)of;
    (void)to;
    (void)i;
    return 100.0 * (double)set->runs[run].units / ((double)set->setup.machines * set->setup.load.slots);
}

static double share_of_run(const struct comparison_set *set, struct contender of, struct contender to, size_t i,
                           size_t run)
{
    (void)to;
    return flow_histogram_share(&cell_of(set, of, run)->flows, (int32_t)i);
}

static double delay_of_run(const struct comparison_set *set, struct contender of, struct contender to, size_t i,
                           size_t run)
{
    (void)i;
    int64_t longer = cell_of(set, of, run)->flow_total - cell_of(set, to, run)->flow_total;
    return (double)longer / (double)set->runs[run].jobs;
}

struct confidence comparison_ratio(const struct comparison_set *set, struct contender of, struct contender to)
{
    return over_seeds(set, ratio_of_run, of, to, 0);
}

struct confidence comparison_ratio_at(const struct comparison_set *set, struct contender of, struct contender to,
                                      size_t i)
{
    return over_seeds(set, ratio_at_of_run, of, to, i);
}

struct confidence comparison_mean_flow(const struct comparison_set *set, struct contender who)
{
    return over_seeds(set, mean_flow_of_run, who, who, 0);
}

struct confidence comparison_load(const struct comparison_set *set)
{
    return over_seeds(set, load_of_run, comparison_bound, comparison_bound, 0);
}

struct confidence comparison_share(const struct comparison_set *set, struct contender who, int32_t slots)
{
    return over_seeds(set, share_of_run, who, who, (size_t)slots);
}

int32_t comparison_longest(const struct comparison_set *set, struct contender who)
{
    int32_t longest = 0;
    for (size_t run = 0; run < set->setup.seeds; run++) {
        int32_t flow = cell_of(set, who, run)->flows.longest;
        longest = flow > longest ? flow : longest;
    }
    return longest;
}

struct confidence comparison_delay(const struct comparison_set *set, struct contender of, struct contender to)
{
    return over_seeds(set, delay_of_run, of, to, 0);
}

/* sign 1: smallest; -1: largest. */
static size_t seeds_first(const struct comparison_set *set, struct contender who, int64_t sign)
{
    size_t seeds = 0;
    for (size_t run = 0; run < set->setup.seeds; run++) {
        bool first = true;
        for (enum comparison_scheduler other = COMPARE_ASRPT; other <= COMPARE_LRPT; other++) {
            int64_t theirs = cell_of(set, (struct contender){other, who.mode}, run)->flow_total;
            int64_t ours = cell_of(set, who, run)->flow_total;
            first = first && (other == who.scheduler || sign * ours < sign * theirs);
        }
        seeds += first;
    }
    return seeds;
}

size_t comparison_seeds_smallest(const struct comparison_set *set, struct contender who)
{
    return seeds_first(set, who, 1);
}

size_t comparison_seeds_largest(const struct comparison_set *set, struct contender who)
{
    return seeds_first(set, who, -1);
}

size_t comparison_seeds_above(const struct comparison_set *set, struct contender one, struct contender other)
{
    size_t seeds = 0;
    for (size_t run = 0; run < set->setup.seeds; run++) {
        seeds += cell_of(set, one, run)->flow_total > cell_of(set, other, run)->flow_total;
    }
    return seeds;
}

struct slotted_intervals comparison_intervals(const struct comparison_set *set, struct contender who)
{
    struct slotted_intervals all = {0};
    for (size_t run = 0; run < set->setup.seeds; run++) {
        const struct slotted_intervals *one = &cell_of(set, who, run)->intervals;
        all.count += one->count;
        all.length_sum += one->length_sum;
        all.square_sum += one->square_sum;
    }
    return all;
}

int32_t comparison_reduce_most(const struct comparison_set *set)
{
    int32_t most = 0;
    for (size_t run = 0; run < set->setup.seeds; run++) {
        most = set->runs[run].reduce_most > most ? set->runs[run].reduce_most : most;
    }
    return most;
}
