/* Figures for Prometheus, as OpenMetrics text. */
#ifndef SERVICE_METRICS_H
#define SERVICE_METRICS_H

#include "harness/service/service.h"
#include "harness/service/text.h"

#include <stdbool.h>
#include <stdint.h>

/* What the daemon measures itself. */
enum metrics_duration {
    METRICS_DECISION, /* the kernel's and the store's part of a submission */
    METRICS_COMMIT,   /* a turn of the loop that made something durable */
    METRICS_DURATIONS
};

enum { METRICS_BUCKETS = 12 };

struct metrics {
    struct metrics_histogram {
        int64_t counts[METRICS_BUCKETS + 1]; /* the last: above all bounds */
        double sum;
    } durations[METRICS_DURATIONS];
    int64_t requests[6]; /* answers by the first digit of their status */
    int64_t connections; /* open now */
    int64_t refused_connections;
    int64_t slow_connections; /* closed because they took too long */
    int64_t waiting;          /* requests that wait for an event, now */
};

/* Seconds of a monotonic clock. */
double metrics_clock(void);

void metrics_observe(struct metrics *metrics, enum metrics_duration which, double seconds);

/* open_metrics: the format of OpenMetrics 1.0, otherwise that of Prometheus 0.0.4. */
void metrics_print(const struct metrics *metrics, const struct service *service, bool open_metrics, struct text *text);

#endif
