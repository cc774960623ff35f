/*
 * Job traces of Rumen, the tool that extracts them from the logs of Hadoop: one JSON object per
 * job, one after another. Fields that are read: jobID, user, queue (the pool), submitTime,
 * finishTime, outcome, mapTasks and reduceTasks, of each task its attempts, of each attempt result,
 * startTime, finishTime, shuffleFinished, hdfsBytesRead and reduceShuffleBytes. preferredLocations
 * of a map names the nodes of its input, if the cluster has nodes of these names, as one of the
 * trace's topology has. Setup and cleanup tasks (otherTasks) are left out, and where attempts ran
 * (hostName): a map's duration is that of the trace, near its data or not. The first submission is
 * the instant 0. Choices that the format leaves open:
 *   attempt   which attempts of a task make its duration: the successful one; the one listed last,
 *             as in Hadoop's Scheduler Load Simulator (AMDefinitionRumen.java); or all of them, one
 *             after another
 *   reduces   from when an attempt of a reduce counts. The simulator starts a reduce's own work
 *             when the job's maps are done, so: from the end of the job's last map attempt that
 *             counts, if that is later than its start; from its start (shuffle and waiting
 *             included); or from the end of its shuffle (its start, if unknown)
 *   missing   tasks without such an attempt (of failed jobs, say): they take the median of the
 *             tasks of their stage in their job, or, if it has none, in the trace; or are left out
 *   jobs      all, or only those with the outcome SUCCESS (as Gridmix takes them)
 *
 * Rumen's own readers (LoggedJob.java, LoggedTask.java, LoggedTaskAttempt.java) set each time to -1
 * that the log does not tell, pass over unknown fields and convert texts and real numbers. So it is
 * here (json_field.h), and a time below 0 or beyond 2^60 ms is unknown:
 *   - a job without a time of submission arrives when its first attempt starts; without attempts it
 *     is left out
 *   - a job that ends before it arrives has no recorded time, and an attempt that ends before it
 *     starts does not count
 *   - a job without jobID is called by its number in the trace
 *   - a job is left out if a stage has tasks of which no time is known in the whole trace, and one
 *     without a recorded time if deadlines are made of recorded times
 * Each is noted (reading_notes.h), and so is a job that is left out for a malformed value.
 * Estimates and deadlines are made by job_terms.h; a job's recorded time is finishTime -
 * submitTime.
 */
#ifndef HARNESS_WORKLOAD_RUMEN_H
#define HARNESS_WORKLOAD_RUMEN_H

#include "harness/workload/cluster.h"
#include "harness/workload/input_error.h"
#include "harness/workload/job_terms.h"
#include "harness/workload/workload.h"

enum rumen_attempt { RUMEN_ATTEMPT_SUCCESS = 0, RUMEN_ATTEMPT_LAST, RUMEN_ATTEMPT_ALL };
enum rumen_reduces { RUMEN_REDUCES_FROM_MAPS = 0, RUMEN_REDUCES_FROM_START, RUMEN_REDUCES_FROM_SHUFFLE };
enum rumen_missing { RUMEN_MISSING_MEDIAN = 0, RUMEN_MISSING_DROP };
enum rumen_jobs { RUMEN_JOBS_ALL = 0, RUMEN_JOBS_SUCCESS };

/* Zero-initialised: the defaults. */
struct rumen_options {
    enum rumen_attempt attempt;
    enum rumen_reduces reduces;
    enum rumen_missing missing;
    enum rumen_jobs jobs;
    const struct cluster *cluster; /* on which it is to run; NULL: where data are is not read */
};

/* Reads a file. False: *error names the place and the problem, and *w is empty. O(size + (tasks +
 * jobs) log). */
bool rumen_read(struct workload *w, const char *path, const struct rumen_options *options,
                const struct job_terms_options *terms, struct input_error *error);

#endif
