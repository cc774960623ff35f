/*
 * The accounting of Slurm, as `sacct -P' or `sacct -p' prints it: a header line that names the
 * columns, then a line for each job and each of its steps. The sign behind the first name of the
 * header separates fields, so that any --delimiter may be chosen. Columns may have any order; these
 * are read, their names in letters of either case:
 *   JobID or JobIDRaw            123; 123_4 of an array; 123+0 of a heterogeneous job. A step
 *                                (123.0, 123.batch) is no job, and is passed over.
 *   Submit, Eligible, Start      the first that is known is the arrival
 *   ElapsedRaw or Elapsed        the run time; without both: from Start to End
 *   AllocCPUS, NCPUS, AllocTRES (cpu=N), ReqCPUS or ReqTRES; AllocNodes, NNodes or ReqNodes
 *                                the first that is above 0 is the number of processors; nodes count
 *                                as processors if no number of processors is known
 *   TimelimitRaw or Timelimit    the requested time
 *   State                        see below; without it, all jobs that started have completed
 *   User or UID; Account, Group or GID; Partition or QOS
 *                                the user; the pool: partition (queue), or account (group)
 *   Deadline                     the job's own deadline, where it is known
 * A job is rigid, as in SWF: swf.h says how it becomes tasks, and its options are used.
 *
 * Instants are 2024-01-31T10:20:30, with a blank for the T too, 2024/01/31-10:20:30, or seconds
 * since 1970; time zones are left aside. Durations are [DAYS-]HOURS:MINUTES:SECONDS[.FRACTION] or
 * MINUTES:SECONDS, raw times seconds (ElapsedRaw) or minutes (TimelimitRaw). Numbers may end in K
 * or M (1024). Unknown, None, N/A, UNLIMITED, Partition_Limit, INVALID and an empty field are
 * unknown values.
 *
 * Left out with a note: jobs that did not run, had not ended, have no processors or no time of
 * submission, malformed ones, and rows with other columns than the header has. A name of a job with
 * separators is noted as repaired (sacct_row.h). Jobs that did not complete (State other than
 * COMPLETED) are left out without a note, if asked for.
 */
#ifndef HARNESS_WORKLOAD_SACCT_H
#define HARNESS_WORKLOAD_SACCT_H

#include "harness/workload/input_error.h"
#include "harness/workload/job_terms.h"
#include "harness/workload/swf.h"
#include "harness/workload/workload.h"

/* Reads a file. False: *error names the place and the problem, and *w is empty. O(size + jobs log
 * jobs). */
bool sacct_read(struct workload *w, const char *path, const struct swf_options *options,
                const struct job_terms_options *terms, struct input_error *error);

#endif
