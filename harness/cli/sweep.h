/*
 * The seeds of `rtmr compare' as elements of a job array of Slurm: each element executes the same
 * command line for some of the seeds and writes their runs into a file; this program reads them as
 * if it had made them.
 */
#ifndef HARNESS_CLI_SWEEP_H
#define HARNESS_CLI_SWEEP_H

#include "harness/cli/experiment.h"
#include "harness/studies/run_record.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* More seeds than elements share them. */
enum { SWEEP_ELEMENTS_MOST = 100 };

struct sweep {
    const char *partition; /* NULL: the runs are made here */
    const char *parent;    /* the folder of the files is made there; NULL: in the current one */
    const char *part;      /* NUMBER/ELEMENTS:FILE: this is an element; NULL: it is not */
    FILE *files[SWEEP_ELEMENTS_MOST];
    size_t elements;
    size_t at; /* the file that is read */
    struct reason_texts reasons;
};

/* Whether the experiment can be divided so. False: *error is set. */
bool sweep_check(const struct sweep *sweep, const struct experiment *experiment, struct input_error *error);

/* Runs the array. Returns 0; otherwise *error is set, and nothing is left behind. Ends the program
 * on a signal, after cancelling the array. */
int sweep_run(struct sweep *sweep, const struct experiment *experiment, struct input_error *error);

/* Reads a run, in the order of the seeds and of the contenders: as of struct simulation. */
bool sweep_read(struct sweep *sweep, const struct simulation *simulation, struct simulation_end *end,
                struct input_error *error);

/* The command line without what says where the runs are made, for the report: the same as without.
 * *count: how many; free() the array. */
char **sweep_arguments(const struct experiment *experiment, int *count);

void sweep_free(struct sweep *sweep);

/* Begins an element: its file, and which seeds the experiment is to run. False: *error is set. */
bool sweep_begin_part(struct sweep *sweep, struct experiment *experiment, struct input_error *error);

/* Gives the file its name. False: *error is set. */
bool sweep_end_part(struct sweep *sweep, struct input_error *error);

#endif
