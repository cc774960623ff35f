/*
 * Why jobs were rejected: how many for each reason.
 */
#ifndef HARNESS_STUDIES_REJECTIONS_H
#define HARNESS_STUDIES_REJECTIONS_H

#include "harness/engine/engine.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* A scheduler has fewer reasons. */
enum { REASONS_MOST = 32 };

/* Over all runs of a scheduler. Zero-initialised there are none. */
struct rejections {
    struct {
        const char *reason; /* static text of the scheduler */
        int64_t jobs;
    } reasons[REASONS_MOST];
    size_t count;
    int64_t accepted;
};

/* Adds the jobs of a run. O(jobs * reasons). */
void rejections_add(struct rejections *rejections, const struct job_outcome *outcomes, size_t jobs);

/* Writes a line for each reason, the most frequent first, behind an empty line; the jobs are means
 * over the seeds. Nothing if no scheduler has rejected a job. labels: of the schedulers. */
void rejections_print(const struct rejections *rejections, const char *const *labels, size_t schedulers, uint64_t seeds,
                      FILE *out);

#endif
