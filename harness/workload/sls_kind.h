/*
 * Kinds of jobs and of tasks, as the Scheduler Load Simulator of Hadoop and its generator name
 * them.
 */
#ifndef HARNESS_WORKLOAD_SLS_KIND_H
#define HARNESS_WORKLOAD_SLS_KIND_H

#include "harness/workload/cluster.h"

#include <jansson.h>

/* The stage of a task whose type is named under the key: "map", also if it is missing, or "reduce";
 * STAGES for any other, which SLS does not run. */
int sls_stage(const json_t *task, const char *key);

/* Why a job whose type is named under the key is left out, as reading_notes.h wants it; NULL for
 * "mapreduce", also if it is missing. */
const char *sls_type_flaw(const json_t *job, const char *key);

#endif
