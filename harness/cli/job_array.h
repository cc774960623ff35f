/*
 * A job array of Slurm that is submitted and waited for.
 */
#ifndef HARNESS_CLI_JOB_ARRAY_H
#define HARNESS_CLI_JOB_ARRAY_H

#include "harness/workload/input_error.h"

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct job_array {
    const char *partition;
    const char *name; /* that of no other job of the user */
    const char *log;  /* files for what sbatch prints and says */
    const char *errors;
    size_t elements;
    int64_t processors;   /* of an element */
    char *const *command; /* the script and its arguments, ended by NULL */
    size_t command_count;
};

/* Waits for its end; elements may have failed. False: it was not submitted, *error says why in
 * sbatch's words; or a signal that ends programs came and the array was cancelled: *signal_number
 * is the number of that, else 0. Call it between temporaries_block(), which gave *before, and
 * temporaries_unblock(). */
bool job_array_run(const struct job_array *array, const sigset_t *before, int *signal_number,
                   struct input_error *error);

#endif
