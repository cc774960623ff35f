/*
 * A figure over independent runs: mean, spread, and a confidence interval of the mean.
 */
#ifndef HARNESS_METRICS_CONFIDENCE_H
#define HARNESS_METRICS_CONFIDENCE_H

#include <stddef.h>

struct confidence {
    double mean; /* NaN over no values */
    double sd;   /* of one value: the sample's, n - 1; NaN over fewer than two */
    /* mean - half .. mean + half is the 95% confidence interval by Student's t; NaN over fewer than
     * two */
    double half;
    double least;
    double most;
    size_t n; /* the values that counted */
};

/* Values that are NaN are left out. O(count). */
struct confidence confidence_of(const double *values, size_t count);

/* The same for the differences b - a of two runs of one seed each, where neither is NaN: effects
 * common to both runs of a seed cancel out. O(count). */
struct confidence confidence_of_difference(const double *a, const double *b, size_t count);

/* The same for the relative change 100 * (b / a - 1), percent, where a is positive. O(count). */
struct confidence confidence_of_change(const double *a, const double *b, size_t count);

#endif
