/*
 * How much work a stage of a job has, in whole units: the distributions of the time-slotted
 * workloads.
 *
 * A real-valued draw is rounded stochastically: x becomes floor(x) or floor(x) + 1, the latter with
 * probability x - floor(x). The mean stays as it was; rounding down would take half a unit from an
 * exponential, rounding up add as much.
 */
#ifndef HARNESS_WORKLOAD_WORK_DISTRIBUTION_H
#define HARNESS_WORKLOAD_WORK_DISTRIBUTION_H

#include <gsl/gsl_rng.h>
#include <stdint.h>

enum work_kind {
    WORK_UNIFORM,     /* the whole numbers least .. most */
    WORK_EXPONENTIAL, /* mean `mean`, rounded stochastically */
    WORK_TWO_VALUES   /* least, but with probability `share` most */
};

struct work_distribution {
    enum work_kind kind;
    int32_t least; /* uniform, two values: 0 <= least <= most */
    int32_t most;
    double share; /* two values: 0 .. 1 */
    double mean;  /* exponential: > 0; draws are cut at 1e6 means, which no run will see */
};

/* A draw, >= 0. */
int32_t work_draw(const struct work_distribution *d, gsl_rng *rng);

/* The expectation. */
double work_mean(const struct work_distribution *d);

/* The moment generating function E[exp(theta X)] of the result X of work_draw(); INFINITY where it
 * does not exist. O(1). */
double work_mgf(const struct work_distribution *d, double theta);

#endif
