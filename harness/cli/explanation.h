/*
 * The state of a running RTMR scheduler in words, and its answer to one more job.
 */
#ifndef HARNESS_CLI_EXPLANATION_H
#define HARNESS_CLI_EXPLANATION_H

#include "harness/workload/workload.h"

#include <stdio.h>

/* scheduler: engine_scheduler() of an engine that runs `rtmr`. job: arrives now, deadline at or
 * after now; NULL: there is no question. Writes only the kernel's scratch. */
void explanation_print(void *scheduler, const struct job_spec *job, FILE *out);

#endif
