/*
 * The distribution of flow times, whole slots: exact up to 100, as far as the figures of the
 * time-slotted model go.
 */
#ifndef HARNESS_METRICS_FLOW_HISTOGRAM_H
#define HARNESS_METRICS_FLOW_HISTOGRAM_H

#include <stdint.h>

enum { FLOW_HISTOGRAM_MOST = 100 };

struct flow_histogram {
    int64_t counts[FLOW_HISTOGRAM_MOST + 1]; /* by flow time */
    int64_t total;                           /* longer ones included */
    int32_t longest;
};

/* flow >= 0. O(1). */
void flow_histogram_add(struct flow_histogram *h, int32_t flow);

/* The share of flow times of at most x, 0 <= x <= FLOW_HISTOGRAM_MOST; NaN over none. O(x). */
double flow_histogram_share(const struct flow_histogram *h, int32_t x);

#endif
