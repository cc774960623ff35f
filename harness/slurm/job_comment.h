/* The comments that tie an array of Slurm to a stage of a job of the service. */
#ifndef SLURM_JOB_COMMENT_H
#define SLURM_JOB_COMMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A user's comment, which says for which job an array is submitted. Reads "rtmr:JOB:map" or
 * "rtmr:JOB:reduce", and ":ATTEMPT" behind that: *attempt is 0 if that is missing. False: it is
 * something else. */
bool job_comment_read(const char *comment, int64_t *job, bool *reduce, int64_t *attempt);

/* The mark, an administrator's comment, that no user can set. The stamp tells the job from those
 * that had its number in an earlier store: Slurm may remember them longer than the service. */
struct job_mark {
    int64_t job;
    bool reduce;
    int64_t stamp;
    int64_t attempt; /* for which the element was released last; 0: never */
};

/* Reads "rtmr:JOB:map:STAMP" or "rtmr:JOB:map:STAMP:ATTEMPT"; "reduce" likewise. False: it is
 * something else. */
bool job_mark_read(const char *comment, struct job_mark *mark);
void job_mark_write(const struct job_mark *mark, char *comment, size_t size);

#endif
