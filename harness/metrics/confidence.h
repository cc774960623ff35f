/*
 * A figure over independent runs: mean, spread, and a confidence interval of the mean.
 */
#ifndef HARNESS_METRICS_CONFIDENCE_H
#define HARNESS_METRICS_CONFIDENCE_H

#include <stddef.h>

struct confidence {
    double mean; /* NaN over no runs */
    double sd;   /* of one run: the sample's, n - 1; NaN over fewer than two */
    double half; /* mean - half .. mean + half is the 95% confidence interval by Student's t; NaN over fewer than two */
    double least;
    double most;
};

/* O(count). */
struct confidence confidence_of(const double *values, size_t count);

#endif
