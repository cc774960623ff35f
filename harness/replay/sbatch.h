/*
 * Jobs of a service on Slurm: the tasks of each stage are an array that `sbatch` submits, tied to
 * the service's job by its comment. The calls run in the background.
 */
#ifndef REPLAY_SBATCH_H
#define REPLAY_SBATCH_H

#include "harness/workload/input_error.h"
#include "harness/workload/workload.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* Zero-initialised there are none. */
struct sbatch_calls {
    pid_t *list;
    size_t count;
    size_t capacity;
};

/* Submits the stages of a job that the service has accepted under this number. False: *error
 * is set. */
bool sbatch_start(struct sbatch_calls *calls, const struct job_spec *job, int64_t number, const char *partition,
                  struct input_error *error);

/* Waits for all calls. False: one has failed, and *error says so; it has told why on standard
 * error. */
bool sbatch_end(struct sbatch_calls *calls, struct input_error *error);

#endif
