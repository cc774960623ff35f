/*
 * The data that a report collects from its runs: of each scheduler, by its label, the
 * times of all finished jobs over all seeds, and the schedule of the first seed.
 */
#ifndef HARNESS_PAGE_REPORT_DATA_H
#define HARNESS_PAGE_REPORT_DATA_H

#include "harness/page/busy_slots.h"
#include "harness/page/slot_cells.h"
#include "harness/report/run_view.h"

#include <stddef.h>

/* Numbers, one of each finished job. */
struct report_sample {
    double *value;
    size_t count;
    size_t capacity;
};

/* A job of the first run, as a table shows it; instants are NO_INSTANT if there are none. */
struct report_job {
    char *name;
    size_t row; /* in the source */
    int32_t maps;
    int32_t reduces;
    ticks arrival;
    ticks deadline; /* NO_DEADLINE if it has none */
    ticks finish;
    bool accepted;
    bool met;
    const char *reason;
};

struct report_series {
    const char *label; /* as the runs' views have it */
    size_t runs;
    size_t jobs;                   /* of all runs, rejected ones too */
    struct report_sample response; /* ms from arrival to finish */
    struct report_sample slowdown; /* response / metrics_least_turnaround(), of jobs with tasks */
    /* response / (deadline - arrival), of jobs with a deadline after their arrival */
    struct report_sample allowance;
    /* of the first run: */
    uint64_t seed;
    struct slot_cells cells;
    struct busy_slots busy[STAGES];
    struct report_job *job; /* in the order of arrival */
    size_t job_count;
};

/* Zero-initialised it is empty. */
struct report_data {
    struct report_series *series; /* in the order in which the schedulers came */
    size_t count;
    size_t capacity;
};

/* Adds a run. O(attempts + jobs + nodes + tasks). */
void report_data_add(struct report_data *data, const struct run_view *view);

void report_data_free(struct report_data *data);

#endif
