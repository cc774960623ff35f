/* The comment that ties an array of Slurm to a stage of a job of the service. */
#ifndef SLURM_JOB_COMMENT_H
#define SLURM_JOB_COMMENT_H

#include <stdbool.h>
#include <stdint.h>

/* Reads "rtmr:JOB:map" or "rtmr:JOB:reduce", and ":ATTEMPT" behind that: *attempt is 0 if that is
 * missing. False: it is something else. */
bool job_comment_read(const char *comment, int64_t *job, bool *reduce, int64_t *attempt);

#endif
