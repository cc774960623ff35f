/*
 * A rigid job of a batch system, so many processors for a run time, as a job of the harness: how
 * swf.h says it, for all readers of formats with such jobs.
 */
#ifndef HARNESS_WORKLOAD_SWF_JOB_H
#define HARNESS_WORKLOAD_SWF_JOB_H

#include "harness/workload/horizon.h"
#include "harness/workload/job_terms.h"
#include "harness/workload/swf.h"
#include "harness/workload/task_bound.h"

struct swf_job {
    int64_t processors; /* >= 1 */
    double run;         /* s, 0 .. 2^60 / 1000 */
    double requested;   /* the same; unknown if not above 0 */
    ticks recorded;     /* from its submission to its end; -1 if unknown */
};

/* The fields that they are from, for errors; all are in one line of one file. */
struct swf_job_fields {
    const char *processors;
    const char *run;
    const char *requested;
    const char *recorded;
};

/* What the jobs of a file share while it is read; bound and horizon are zeroed at first. */
struct swf_conversion {
    const struct swf_options *options;
    struct job_terms terms;
    struct task_bound bound;
    struct horizon horizon;
};

/* Sets the tasks, the estimates and the deadline of a job whose arrival is set. `place`: the line.
 * False: a bound is exceeded, *error says which. O(1). */
bool swf_job_set(struct swf_conversion *conversion, struct job_spec *job, const struct swf_job *record,
                 const struct swf_job_fields *fields, struct place place, struct input_error *error);

#endif
