/*
 * The tasks given to the reporting node at this report, for schedulers that limit them. In
 * instant mode there are no reports, nothing is counted, and every count stays 0.
 */
#ifndef HARNESS_SCHEDULERS_REPORT_COUNT_H
#define HARNESS_SCHEDULERS_REPORT_COUNT_H

#include "harness/engine/scheduler.h"

/* All 0 at first. */
struct report_count {
    bool reporting;
    int32_t given[STAGES];
};

/* To be called from report_begins() and task_started(). O(1). */
void report_count_begin(struct report_count *count);
void report_count_add(struct report_count *count, enum stage stage);

/* Hadoop 0.20's and 0.21's limit, which bounds how long reduces of one job take to fill a node: the
 * node has got its one reduce of this report. */
bool report_count_has_reduce(const struct report_count *count);

#endif
