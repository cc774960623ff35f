/*
 * What a file of the generator of Hadoop's Scheduler Load Simulator says (synth.h).
 */
#ifndef HARNESS_WORKLOAD_SYNTH_FILE_H
#define HARNESS_WORKLOAD_SYNTH_FILE_H

#include "harness/workload/synth_sample.h"

/* Tasks of one type in a job. */
struct synth_tasks {
    int stage; /* STAGES: they do not run */
    struct synth_sample count;
    struct synth_sample time;
};

struct synth_class {
    char *name;
    char *user;
    const char *flaw;             /* why its jobs are left out; NULL: they are not */
    struct synth_sample duration; /* s */
    struct synth_sample reservation;
    struct synth_sample deadline_factor;
    struct synth_tasks *tasks;
    size_t task_count;
};

struct synth_workload {
    char *queue;
    struct synth_class *classes;
    size_t class_count;
    struct synth_choice class_choice; /* by number; without values, as the next one */
    double *times;                    /* s; of the steps */
    struct synth_choice step_choice;
};

struct synth_file {
    int64_t jobs; /* 1 .. FILE_COPIES_MAX */
    int64_t seed;
    struct synth_workload *workloads;
    size_t workload_count;
    struct synth_choice workload_choice;
};

/* Reads the object of a file; synth_file_free() it. False: *error is set, and it is empty.
 * O(size). */
bool synth_file_of(struct synth_file *file, const json_t *object, struct place place, struct input_error *error);

void synth_file_free(struct synth_file *file);

#endif
