/*
 * The tasks of an accepted job as arrays of Slurm: sbatch submits them, as the user who calls it.
 */
#ifndef CLIENT_SBATCH_H
#define CLIENT_SBATCH_H

#include "harness/workload/input_error.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A stage; tasks 0: it has none, and no array. */
struct sbatch_stage {
    int64_t tasks;
    int64_t minutes;       /* after which Slurm itself ends a task */
    const json_t *command; /* an array of words */
    int64_t array;         /* result: Slurm's number of the array */
};

struct sbatch_job {
    int64_t job;               /* its number in the service */
    const char *name;          /* NULL: the command's */
    const char *folder;        /* absolute: where the tasks run */
    const char *partition;     /* that of the service */
    char *const *options;      /* further options of sbatch, which come first */
    size_t option_count;       /* how many */
    json_t *variables;         /* set for the tasks: name -> value; NULL: none */
    bool is_environment_empty; /* pass on no other variables, but for Slurm's own */
    struct sbatch_stage map;
    struct sbatch_stage reduce;
};

/* Submits the arrays, both at the same time; what sbatch warns of goes to standard error. Signals
 * that end programs end sbatch, not this one, meanwhile. False: at least one could not be
 * submitted, *error says why in sbatch's words. Waits as long as sbatch does. */
bool sbatch_submit(struct sbatch_job *job, struct input_error *error);

#endif
