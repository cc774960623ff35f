/*
 * The figures of one run, computed from the outcomes of its jobs. All of them are equal for equal
 * seeds; speeds (wall clock) are in struct engine_counts.
 */
#ifndef HARNESS_METRICS_METRICS_H
#define HARNESS_METRICS_METRICS_H

#include "harness/engine/engine.h"
#include "harness/workload/cluster.h"
#include "harness/workload/workload.h"

#include <stdbool.h>
#include <stddef.h>

/* metric_table says what each is. */
enum metric {
    METRIC_JOBS,
    METRIC_ACCEPTED,
    METRIC_MET,
    METRIC_MISSED,
    METRIC_ACCEPT_RATIO,
    METRIC_SUCCESS_RATIO,
    METRIC_UTILISATION, /* of the papers: not the same for all schedulers, see scheduler_class */
    METRIC_UTILISATION_ALL,
    METRIC_UTILISATION_MET,
    METRIC_RESPONSE_MEAN,
    METRIC_RESPONSE_P95,
    METRIC_SLOWDOWN_MEAN,
    METRIC_SLOWDOWN_P95,
    METRIC_LATENESS_MEAN,
    METRIC_LATENESS_MAX,
    METRIC_LONGEST_WAIT,
    METRIC_NODE_LOCAL,
    METRIC_RACK_LOCAL,
    METRIC_MAKESPAN,
    METRIC_RERUNS,
    METRIC_VIOLATIONS,
    METRIC_FLAGGED,
    METRIC_RENEWED,
    METRIC_DRAINS,
    METRIC_DRAINS_REFUSED,
    METRIC_NO_ROOM_JOBS,
    METRIC_NO_ROOM_TASKS,
    METRIC_COUNT
};

/* NaN where a figure is undefined (a mean over no jobs). */
struct metrics {
    double value[METRIC_COUNT];
};

/* Times are ticks. */
enum metric_unit {
    METRIC_UNIT_NUMBER,
    METRIC_UNIT_PERCENT,
    METRIC_UNIT_SPAN,   /* a time that a job takes, waits, or is late */
    METRIC_UNIT_INSTANT /* a time since the first submission */
};

/* How to show a metric. */
struct metric_info {
    const char *key;     /* in JSON: snake_case */
    const char *heading; /* in tables and pages; NULL: it is in JSON only */
    enum metric_unit unit;
    int decimals;        /* worth printing, but of times */
    const char *meaning; /* without a full stop */
};
extern const struct metric_info metric_table[METRIC_COUNT];

/* What people read besides the metrics. */
struct figure_term {
    const char *heading; /* in tables and pages */
    const char *meaning; /* without a full stop */
};

/* Of rtmr compare, of pages, and of --timing; NULL ends it. */
extern const struct figure_term figure_terms[];

/* Its 0 says nothing: tables leave it out. */
bool metric_is_rare(enum metric metric);

/* It is about promises: undefined for a scheduler without any. */
bool metric_is_of_promises(enum metric metric);

/* The figures of a finished run. O(jobs log jobs + tasks + nodes). */
struct metrics metrics_compute(const struct workload *workload, const struct cluster *cluster,
                               const struct scheduler_class *scheduler, const struct engine *engine);

/* The capacity of a cluster per stage, in thousandths of the speed of the workload's durations. */
struct cluster_power {
    int64_t speed[STAGES];   /* of all slots together */
    int32_t fastest[STAGES]; /* slot */
};

/* O(nodes). */
struct cluster_power cluster_power_of(const struct cluster *cluster);

/* A lower bound of the job's turnaround on the empty cluster in instant mode, which no scheduler
 * can beat: per stage the larger of its longest task on the fastest slot and its total work divided
 * over all slots at their speeds. O(runs of equal tasks). */
ticks metrics_least_response(const struct job_spec *job, const struct cluster_power *power);

#endif
