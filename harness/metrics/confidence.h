/*
 * A mean over seeds and how sure it is.
 */
#ifndef HARNESS_METRICS_CONFIDENCE_H
#define HARNESS_METRICS_CONFIDENCE_H

#include <stddef.h>

/* The mean of n values, and half the width of its 95% confidence interval by Student's t; NaN for n < 2 (the half) and
 * n < 1 (both). */
struct confidence {
    double mean;
    double half;
    size_t n;
};

/* Values that are NaN are left out. O(count). */
struct confidence confidence_of(const double *values, size_t count);

/* The mean of the differences b - a of two runs of one seed each, where neither is NaN: what the seeds have in common
 * cancels out. O(count). */
struct confidence confidence_of_difference(const double *a, const double *b, size_t count);

/* The same for the relative change 100 * (b / a - 1), percent. O(count). */
struct confidence confidence_of_change(const double *a, const double *b, size_t count);

#endif
