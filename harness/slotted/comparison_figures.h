/*
 * The figures of a comparison over its seeds.
 */
#ifndef HARNESS_SLOTTED_COMPARISON_FIGURES_H
#define HARNESS_SLOTTED_COMPARISON_FIGURES_H

#include "harness/metrics/confidence.h"
#include "harness/slotted/comparison.h"

enum { CONTENDERS_MOST = COMPARISON_SCHEDULERS * SLOTTED_MODES };

/* All that the paper defines, the preemptive ones first, in the order of the registry; returns how
 * many. */
size_t comparison_contenders(const struct comparison_set *set, struct contender list[CONTENDERS_MOST]);

/* The scheduler's name for figures that show SRPT among schedules, although it is none. */
const char *comparison_label(enum comparison_scheduler scheduler);

bool comparison_defined(const struct comparison_set *set, struct contender who);

/* Total flow time of one over that of another, seed by seed: against the bound, the efficiency
 * ratio. */
struct confidence comparison_ratio(const struct comparison_set *set, struct contender of, struct contender to);

/* The same for the costs up to comparison_point(i). */
struct confidence comparison_ratio_at(const struct comparison_set *set, struct contender of, struct contender to,
                                      size_t i);

/* The number of seeds in which this scheduler alone has the smallest (largest) total flow time
 * among the four schedulers of the paper's figures, ASRPT, Fair, FIFO and LRPT, in this mode. */
size_t comparison_seeds_smallest(const struct comparison_set *set, struct contender who);
size_t comparison_seeds_largest(const struct comparison_set *set, struct contender who);

/* The number of seeds in which the total flow time of one is above that of another. */
size_t comparison_seeds_above(const struct comparison_set *set, struct contender one, struct contender other);

/* The intervals of all seeds. */
struct slotted_intervals comparison_intervals(const struct comparison_set *set, struct contender who);

/* By how many slots a job's flow time under one is longer than under another, on average. */
struct confidence comparison_delay(const struct comparison_set *set, struct contender of, struct contender to);

/* The largest reduce work of a job in any seed, units. */
int32_t comparison_reduce_most(const struct comparison_set *set);

/* Mean flow time, slots. */
struct confidence comparison_mean_flow(const struct comparison_set *set, struct contender who);

/* Offered load, percent: work of all jobs / (machines x slots). */
struct confidence comparison_load(const struct comparison_set *set);

/* The share of the jobs with a flow time of at most this many slots, 0 .. FLOW_HISTOGRAM_MOST. */
struct confidence comparison_share(const struct comparison_set *set, struct contender who, int32_t slots);

/* The longest flow time in any seed, slots. */
int32_t comparison_longest(const struct comparison_set *set, struct contender who);

#endif
