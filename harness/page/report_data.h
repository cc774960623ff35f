/*
 * The data that a report collects from its runs: of each scheduler, by its label, the outcomes and
 * the times of all jobs over all seeds, and the schedule of the first seed.
 */
#ifndef HARNESS_PAGE_REPORT_DATA_H
#define HARNESS_PAGE_REPORT_DATA_H

#include "harness/page/busy_slots.h"
#include "harness/page/slot_cells.h"
#include "harness/report/run_view.h"

#include <stddef.h>

/* Numbers, one of each job. */
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
    ticks earliest_deadline; /* which would have been accepted */
    bool accepted;
    bool met;
    const char *reason;
};

/* How many jobs were rejected for one reason. */
struct report_reason {
    const char *reason; /* static text of the scheduler */
    size_t jobs;        /* of all runs */
};

enum { REPORT_REASONS_MOST = 32 };

struct report_series {
    const char *label; /* as the runs' views have it */
    bool tests_deadlines;
    size_t runs;
    /* of all runs: */
    size_t jobs; /* that arrived */
    size_t accepted;
    size_t met;
    size_t missed;
    size_t late_runs;              /* runs with a job that missed its deadline */
    struct report_sample response; /* ms from arrival to finish */
    struct report_sample slowdown; /* response / metrics_least_response(), of jobs with tasks */
    /* response / (deadline - arrival), of jobs with a deadline after their arrival */
    struct report_sample allowance;
    struct report_sample lateness; /* ms from the deadline to the finish, of jobs that missed it */
    struct report_reason reasons[REPORT_REASONS_MOST];
    size_t reason_count;
    /* of the first run: */
    uint64_t seed;
    struct slot_cells cells;
    struct busy_slots busy[STAGES];
    struct report_job *job; /* in the order of arrival */
    size_t job_count;
};

/* Zero-initialised it is empty. */
struct report_data {
    size_t expected;              /* schedulers that will come, as far as it is known: they share the page */
    struct report_series *series; /* in the order in which the schedulers came */
    size_t count;
    size_t capacity;
    /* of the first run: */
    int32_t slots[STAGES];
    bool deadlines;           /* some job has one */
    double estimated[STAGES]; /* sums over the tasks: of the jobs' estimates */
    double taken[STAGES];     /* and of the times on a slot of speed 1 */
};

/* Adds a run. O((attempts + jobs + nodes + tasks) * log(attempts)). */
void report_data_add(struct report_data *data, const struct run_view *view);

void report_data_free(struct report_data *data);

#endif
