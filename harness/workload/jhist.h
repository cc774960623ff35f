/*
 * Job histories of Hadoop 2 and 3 (*.jhist): what the application master of a MapReduce job writes,
 * and the history server keeps. A line "Avro-Json", the schema, then events, one JSON object each
 * (mapreduce.jobhistory.jhist.format: json):
 *
 *     {"type": "MAP_ATTEMPT_STARTED", "event": {"org.apache...TaskAttemptStarted": {...}}}
 *
 * or a line "Avro-Binary", the schema, and the same events in Avro's binary encoding (avro.h), as
 * Hadoop 3 has it by default. A file holds one job. Files may be joined (cat *.jhist); a job ends
 * where a first line or the submission of another job follows. Events are read as Rumen reads them
 * (JobBuilder.java), and the jobs are those of its trace: rumen.h says what is made of them, and
 * its options apply. Of
 *   JOB_...            jobid, userName, jobQueueName (the pool), submitTime, finishTime; after
 *                      JOB_FINISHED the outcome is SUCCESS
 *   TASK_STARTED       taskid, taskType (MAP or REDUCE; others are passed over), splitLocations
 *   ..._ATTEMPT_...    taskid, attemptId, taskType, startTime, finishTime, shuffleFinishTime, the
 *                      status, and the counters HDFS_BYTES_READ and REDUCE_SHUFFLE_BYTES
 * Other fields and events are passed over, whatever they hold. More tolerant than Rumen: a task is
 * known from any of its events, so that a history without its beginning has all attempts that
 * follow. As JobHistoryParser.java has it, a history that is cut off counts up to there; it is
 * noted.
 */
#ifndef HARNESS_WORKLOAD_JHIST_H
#define HARNESS_WORKLOAD_JHIST_H

#include "harness/workload/rumen.h"

/* Whether the first line of a file is that of a job history, in either form. */
bool jhist_begins(struct span line);

/* Reads a file. False: *error names the place and the problem, and *w is empty. O(size + (tasks +
 * jobs) log). */
bool jhist_read(struct workload *w, const char *path, const struct rumen_options *options,
                const struct job_terms_options *terms, struct input_error *error);

#endif
