/*
 * A job of a workload as the service is asked for it: its tasks sleep as long as they take.
 */
#ifndef REPLAY_SLEEPING_JOB_H
#define REPLAY_SLEEPING_JOB_H

#include "harness/workload/workload.h"

#include <jansson.h>

/* The body of the request; json_decref() it. All tasks of a stage have one command. If they take
 * equal times it is `sleep SECONDS'; otherwise a shell takes the RTMR_TASK-th of the times among
 * its arguments and becomes `sleep'. on_slurm: without commands, which `sbatch' gets (sbatch.h).
 * O(tasks). */
json_t *sleeping_job(const struct job_spec *job, bool on_slurm);

#endif
