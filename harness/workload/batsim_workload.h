/*
 * Workloads of Batsim: a JSON object with `jobs` (id, subtime, res, profile, walltime) and the
 * `profiles` that say how long they take. Such a job is rigid, as in SWF; swf.h says how it becomes
 * tasks, and its options are used, but for pools and the choice of jobs:
 *   name        id, a text or a number
 *   arrival     subtime, s
 *   processors  res
 *   run time    that of its profile (batsim_profile.h), cut off at its walltime
 *   requested   walltime, s; missing or not above 0: unknown
 * Users, pools and recorded times are unknown. Other fields are passed over. `nb_res` says how many
 * resources the workload is made for.
 *
 * Left out with a note: jobs with a malformed field, without resources, of a profile without a time
 * (as the replay of a trace), of one that only moves data, and of one that the file lacks. Jobs
 * that also move data are noted as repaired: they take the time of their computation.
 */
#ifndef HARNESS_WORKLOAD_BATSIM_WORKLOAD_H
#define HARNESS_WORKLOAD_BATSIM_WORKLOAD_H

#include "harness/workload/input_error.h"
#include "harness/workload/job_terms.h"
#include "harness/workload/swf.h"
#include "harness/workload/swf_header.h"
#include "harness/workload/workload.h"

/* Reads how many resources a workload is made for: nb_res, as the header of a log in SWF says it. A
 * value that is no number of processors counts as missing. False: the file cannot be read or is no
 * JSON, and *error says why. O(size). */
bool batsim_header_read(struct swf_header *header, const char *path, struct input_error *error);

struct batsim_options {
    double speed; /* operations (`cpu`) that a resource does in a second, > 0 */
};

/* 10^9 operations in a second: that of a platform is not in the file. */
struct batsim_options batsim_options_default(void);

/* Reads a file. False: *error names the place and the problem, and *w is empty. O(size + tasks +
 * jobs log jobs). */
bool batsim_workload_read(struct workload *w, const char *path, const struct batsim_options *options,
                          const struct swf_options *swf, const struct job_terms_options *terms,
                          struct input_error *error);

#endif
