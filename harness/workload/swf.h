/*
 * The Standard Workload Format, version 2.2, of the Parallel Workloads Archive: one job per line,
 * 18 fields separated by blanks, -1 for unknown values, header comments that start with ';'. Such
 * a job is rigid: p processors for a run time of r seconds. Here it becomes a map stage, and a
 * reduce stage if asked for, of the same work:
 *   arrival    submit time (field 2)
 *   p          processors that were allocated (5), or, if unknown, requested (8)
 *   maps       p tasks of (1 - reduce share) x run time (4)
 *   reduces    round(p x reduces per map), at least 1, tasks that share out p x reduce share x run
 *              time; none if the share is 0
 *   estimates  from the requested time (9) just as durations from the run time, if that is known
 *              and asked for (it may be too short: an overrun); or by job_terms.h from the longest
 *              task
 *   user       field 12
 *   pool       queue (15), group (13) or partition (16)
 *   deadline   by job_terms.h; a job's recorded time is its wait time (3) + its run time
 * A run time of 0 says less than half a second (the standard, field 4): such a job ran if it had
 * processors (5), or if these are unknown and it completed (status 1); its tasks take 1 ms.
 *
 * A line is left out, and noted, if its job did not run (run time unknown, no processors), or its
 * submit time or run time is unknown or negative, as where clocks were set back. Lines of parts of
 * a job (status 2, 3, 4) are left out too: the whole job has a line of its own. A line with less
 * than 5 fields, or with a field that is no number in one of 2 to 5, 8, 9 and 11, is malformed. A
 * negative wait time is taken as unknown. If asked for, jobs that did not complete (status other
 * than 1) are left out, without a note. CPU time, memory, executable, preceding job and think time
 * (6, 7, 10, 14, 17, 18) and fields beyond 18 are passed over; fields that a line lacks are
 * unknown.
 */
#ifndef HARNESS_WORKLOAD_SWF_H
#define HARNESS_WORKLOAD_SWF_H

#include "harness/workload/input_error.h"
#include "harness/workload/job_terms.h"
#include "harness/workload/workload.h"

enum swf_estimate { SWF_ESTIMATE_REQUESTED = 0, SWF_ESTIMATE_FACTOR };
enum swf_pool { SWF_POOL_QUEUE = 0, SWF_POOL_GROUP, SWF_POOL_PARTITION };
enum swf_jobs { SWF_JOBS_RUN = 0, SWF_JOBS_COMPLETED };

struct swf_options {
    double reduce_share;    /* of a job's work, 0 .. 1 */
    double reduces_per_map; /* > 0 */
    enum swf_estimate estimate;
    enum swf_pool pool;
    enum swf_jobs jobs;
};

/* No reduces (a rigid job has one stage); 0.3 reduces per map if there are any, as on the papers'
 * cluster of 100 map and 30 reduce slots; requested times, queues, all jobs that ran. */
struct swf_options swf_options_default(void);

/* Reads a file. False: *error names the place and the problem, and *w is empty. O(size + tasks +
 * jobs log jobs). */
bool swf_read(struct workload *w, const char *path, const struct swf_options *options,
              const struct job_terms_options *terms, struct input_error *error);

#endif
