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

enum metric {
    METRIC_JOBS, /* jobs that arrived */
    METRIC_ACCEPTED,
    METRIC_MET,           /* accepted jobs that finished by their deadline */
    METRIC_MISSED,        /* accepted jobs that did not */
    METRIC_ACCEPT_RATIO,  /* percent: accepted / jobs */
    METRIC_SUCCESS_RATIO, /* percent: met / accepted; undefined if no job has a deadline */
    /* percent: sum of (end - start) over the tasks of the jobs that met their deadline (of all
     * jobs, if the scheduler has no deadline test) / (all slots x METRIC_MAKESPAN) */
    METRIC_UTILISATION,
    METRIC_TURNAROUND_MEAN, /* ticks: finish - arrival, over finished jobs */
    METRIC_TURNAROUND_P95,  /* ticks: 95th percentile, linear between the two nearest ranks */
    /* turnaround / metrics_least_turnaround(), over finished jobs that have tasks; >= 1 */
    METRIC_SLOWDOWN_MEAN,
    METRIC_SLOWDOWN_P95,
    /* ticks: finish - deadline (negative: early), over finished jobs that have a deadline */
    METRIC_LATENESS_MEAN,
    METRIC_LATENESS_MAX,
    /* ticks: largest longest_wait of a finished job, either stage: how far a job was starved */
    METRIC_LONGEST_WAIT,
    /* percent of the dispatches of maps: on a node with their data; undefined without locality */
    METRIC_NODE_LOCAL,
    METRIC_RACK_LOCAL,     /* percent: on another node of the rack of one */
    METRIC_MAKESPAN,       /* ticks: last finish of an accepted job - first submission */
    METRIC_RERUNS,         /* failed attempts */
    METRIC_VIOLATIONS,     /* calls in which the scheduler found its assumptions broken */
    METRIC_FLAGGED,        /* accepted jobs that were without the scheduler's guarantee at some time */
    METRIC_RENEWED,        /* those of them that ended with it */
    METRIC_DRAINS,         /* slots that were to be drained; undefined if none was */
    METRIC_DRAINS_REFUSED, /* those that the scheduler needed */
    /* jobs that the scheduler refused for want of room in a table, not by its policy */
    METRIC_NO_ROOM_JOBS,  /* of jobs */
    METRIC_NO_ROOM_TASKS, /* of tasks */
    METRIC_COUNT
};

/* NaN where a figure is undefined (a mean over no jobs). */
struct metrics {
    double value[METRIC_COUNT];
};

/* How to show a metric. */
struct metric_info {
    const char *key;     /* in JSON: snake_case */
    const char *heading; /* of a table column */
    const char *unit;    /* "", "%", "ms" */
    int decimals;        /* worth printing */
};
extern const struct metric_info metric_table[METRIC_COUNT];

/* Its 0 says nothing: tables leave it out. */
bool metric_is_rare(enum metric metric);

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
ticks metrics_least_turnaround(const struct job_spec *job, const struct cluster_power *power);

#endif
