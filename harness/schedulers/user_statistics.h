/*
 * The statistics of LsPS over a user's finished jobs: Yao et al., "Scheduling Heterogeneous
 * MapReduce Jobs for Efficiency Improvement in Enterprise Clusters" (2013), section II.A, Eq. 1-6,
 * by Welford's method in one pass.
 *
 * Eq. 5 as printed uses the mean that Eq. 4 has already updated, which is not Welford's update:
 * after jobs of sizes 0 and 2 it gives v = 1/2 for a sum of squared deviations of 2. Here it uses
 * the mean before the update.
 */
#ifndef HARNESS_SCHEDULERS_USER_STATISTICS_H
#define HARNESS_SCHEDULERS_USER_STATISTICS_H

#include "harness/workload/cluster.h"

#include <stdint.h>

/* Zeroed at first. */
struct user_statistics {
    int64_t jobs;             /* of the window of collection */
    double mean_size;         /* S: ticks * slots */
    double squares;           /* v: sum of squared deviations from the mean */
    int64_t measured[STAGES]; /* jobs with tasks of the stage */
    double task_time[STAGES]; /* t: mean over those jobs of their mean task time, ticks */
};

/* Eq. 3-5: a job of this size has finished, or is assumed to. O(1). */
void user_statistics_add_size(struct user_statistics *s, double size);

/* Eq. 1-2: the mean task time of a finished job that has tasks of the stage. O(1). */
void user_statistics_add_task_time(struct user_statistics *s, enum stage stage, double mean);

/* Eq. 6: the coefficient of variation of the sizes; NaN without jobs, 0 if all sizes are 0.
 * O(1). */
double user_statistics_variation(const struct user_statistics *s);

/* A new window: the sizes are dropped. The task times start again too, but the old ones stay in use
 * until a job brings new ones (a choice of this simulator: estimates need some). O(1). */
void user_statistics_reset(struct user_statistics *s);

#endif
