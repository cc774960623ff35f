/*
 * Whether a cluster has slots for the stages of jobs. A cluster without slots of one stage is for
 * jobs without tasks of that stage, as those of a log of parallel jobs are.
 */
#ifndef HARNESS_WORKLOAD_STAGE_FIT_H
#define HARNESS_WORKLOAD_STAGE_FIT_H

#include "harness/workload/cluster.h"
#include "harness/workload/input_error.h"
#include "harness/workload/workload.h"

#include <stdbool.h>

/* Whether there is a slot of each stage of which the job has tasks. False: *error names the job at
 * the place, whose field is of no matter. */
bool stage_fit_job(const struct job_spec *job, const int32_t slots[STAGES], struct place place,
                   struct input_error *error);

/* The first job in the source for which the cluster lacks a slot; NULL: there is none. O(jobs +
 * nodes). */
const struct job_spec *stage_fit_first_misfit(const struct workload *workload, const struct cluster *cluster);

/* Whether the cluster has slots for all jobs. False: *error names that job and its line. */
bool stage_fit_check(const struct workload *workload, const struct cluster *cluster, struct input_error *error);

#endif
