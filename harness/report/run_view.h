/*
 * A finished run of one scheduler with one seed, as its reports see it.
 */
#ifndef HARNESS_REPORT_RUN_VIEW_H
#define HARNESS_REPORT_RUN_VIEW_H

#include "harness/metrics/metrics.h"
#include "harness/report/task_log.h"

#include <stdint.h>

struct run_view {
    const struct workload *workload;
    const struct cluster *cluster;
    const char *label;                  /* the label of the scheduler and its options in reports; static text */
    bool tests_deadlines;               /* the scheduler has an admission test */
    const struct job_outcome *outcomes; /* in the order of workload->jobs */
    const struct metrics *metrics;
    const struct task_log *log; /* sorted */
    uint64_t seed;
};

#endif
