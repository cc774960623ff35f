/*
 * Dividing slots fairly.
 */
#ifndef HARNESS_SCHEDULERS_FAIR_SHARE_H
#define HARNESS_SCHEDULERS_FAIR_SHARE_H

#include "harness/workload/cluster.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One who gets slots. */
struct claim {
    double weight; /* > 0; capped shares: or 0 with a demand of 0 */
    double least;  /* slots that it gets at least */
    double demand; /* slots that it can use; used by capped shares only */
    double share;  /* the result */
};

/* Hadoop 0.20's updateFairShares(): shares in proportion to the weights; a job that would get less
 * than `least` gets `least`, and the rest is divided again among the others. Shares sum to the
 * slots, unless the `least` alone exceed them; demands play no part. O(count squared) at worst. */
void fair_share_weighted(struct claim *claims, size_t count, double slots);

/* Shares of R * weight, but at least `least` and at most the demand, with R such that they sum to
 * the slots; each its demand if the sum of demands is not above the slots. Hadoop 0.21's
 * SchedulingAlgorithms.computeFairShares(). The sum is exact to about 1e-9 of the slots. O(count *
 * 100). */
void fair_share_capped(struct claim *claims, size_t count, double slots);

#endif
