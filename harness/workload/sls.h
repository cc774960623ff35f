/*
 * Job traces of Hadoop's Scheduler Load Simulator (SLS): JSON objects, one after another, one per
 * kind of job:
 *
 *     {"job.start.ms": 0, "job.end.ms": 95375, "job.queue.name": "q1", "job.id": "job_1",
 *      "job.user": "ann",
 *      "job.tasks": [{"count": 2, "container.type": "map", "duration.ms": 9000},
 *                    {"container.type": "reduce", "container.start.ms": 6664,
 *                     "container.end.ms": 23707}]}
 *
 *   job.start.ms        arrival, 0 if missing; a job with an earlier one arrives at 0
 *   job.end.ms          optional; from the start to here is the job's recorded time
 *   job.queue.name      optional: the pool
 *   job.user            optional: the user, "default" if missing
 *   job.id              optional: the name; without it, or if job.count is above 1, jobs are called
 *                       by their number in the file, 0 first
 *   job.count           optional: this many equal jobs arrive together, 1 if missing or below 1
 *   yarn.sls.am.type    optional: "mapreduce" is the only kind of job that this simulator has; the
 *                       documentation of SLS calls the key am.type, and both are known
 *   job.tasks           its tasks, each with count (as job.count), container.type ("map", also if
 *                       missing, or "reduce"), and a duration: container.duration.ms, or
 *                       duration.ms, or the time between container.start.ms and container.end.ms;
 *                       -1 means that a value is not given
 *
 * All as SLS reads them (AMDefinitionSLS.java, TaskContainerDefinition.java, MRAMSimulator.java):
 * numbers may be texts; a job that SLS cannot start is left out and the others run. So it is with
 * a job of another type, without a task, or with a task whose duration is below 1 ms; tasks that
 * are neither maps nor reduces do not run. A job without a recorded time is left out if deadlines
 * are made of recorded times. More tolerant than SLS: null counts as missing, and numbers may be
 * real (json_field.h). Hosts, priorities, memory, cores and request delays are passed over.
 * Objects that describe the cluster (num.nodes) are passed over as well. A file may have
 * 1,000,000,000 tasks, and its job.counts may make 1,000,000 copies of jobs. Estimates and
 * deadlines are made by job_terms.h.
 */
#ifndef HARNESS_WORKLOAD_SLS_H
#define HARNESS_WORKLOAD_SLS_H

#include "harness/workload/input_error.h"
#include "harness/workload/job_terms.h"
#include "harness/workload/workload.h"

/* Reads a file. False: *error names the place and the problem, and *w is empty. O(size + tasks +
 * jobs log jobs). */
bool sls_read(struct workload *w, const char *path, const struct job_terms_options *terms, struct input_error *error);

#endif
