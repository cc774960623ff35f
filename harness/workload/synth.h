/*
 * Workloads of the generator of Hadoop's Scheduler Load Simulator (SLS with the trace type SYNTH):
 * one JSON object that says how jobs are drawn, in the form of Hadoop 2.9 to 3.0
 *
 *     {"num_jobs": 10, "rand_seed": 2, "workloads": [
 *       {"workload_weight": 0.5, "queue_name": "q", "job_classes": [
 *         {"class_name": "c", "user_name": "u", "class_weight": 1, "mtasks_avg": 5,
 *          "mtasks_stddev": 1, "rtasks_avg": 5, "rtasks_stddev": 1, "mtime_avg": 10,
 *          "mtime_stddev": 2, "rtime_avg": 20, "rtime_stddev": 4, "dur_avg": 60, "dur_stddev": 5,
 *          "chance_of_reservation": 0.5, "deadline_factor_avg": 10, "deadline_factor_stddev": 1}],
 *        "time_distribution": [{"time": 1, "weight": 100}, {"time": 60, "weight": 0}]}]}
 *
 * or of 3.1 and later, in which a class has samples (synth_sample.h) and a list of tasks:
 *
 *     {"class_name": "c", "type": "mapreduce", "duration": {"val": 60, "std": 5},
 *      "reservation": {"val": 0.5}, "deadline_factor": {"val": 10}, "tasks": [
 *        {"type": "map", "count": {"val": 5, "std": 1}, "time": {"val": 10, "std": 2}}]}
 *
 * Every job draws a workload and one of its classes by their weights, and the second of its
 * submission: a step of time_distribution by its weight (named jobs in the oldest files),
 * uniformly between its time and the next one's. Jobs are numbered in the order of their
 * submissions: job 7 is c_000007 if it is of class c. With the probability of reservation it has a
 * deadline: submission + deadline factor x duration, in s, rounded up to ms. Counts and times are
 * drawn one by one and rounded; a time is at least 1.
 *   unit       of times of tasks (mtime_..., rtime_..., time). SLS takes them for ms, whatever the
 *              comments in its sources say; s is what these comments say
 *   deadline   a job without a reservation has none in SLS. Here it gets one by job_terms.h, in
 *              which the recorded time is the job's duration; estimates come from there as well
 *   random     the seed of the run and rand_seed give the numbers; the distributions are those of
 *              SLS (SynthTraceJobProducer.java, SynthJob.java), the numbers are not
 * Jobs of another type, and tasks that are neither maps nor reduces, are left out as in sls.h.
 * Memory, cores and priorities are passed over, as are the nodes. A file may draw 1,000,000 jobs
 * and 10,000,000 times of tasks; equal tasks ({"val": 5}) are bounded as in all files
 * (task_bound.h).
 */
#ifndef HARNESS_WORKLOAD_SYNTH_H
#define HARNESS_WORKLOAD_SYNTH_H

#include "harness/workload/input_error.h"
#include "harness/workload/job_terms.h"
#include "harness/workload/workload.h"

enum synth_unit { SYNTH_MS = 0, SYNTH_S };

/* Zero-initialised: the default. */
struct synth_options {
    enum synth_unit unit;
};

/* Reads a file and draws its jobs. False: *error names the place and the problem, and *w is empty.
 * O(size + tasks + jobs x (workloads + classes + steps) + jobs log jobs). */
bool synth_read(struct workload *w, const char *path, const struct synth_options *options,
                const struct job_terms_options *terms, struct input_error *error);

#endif
