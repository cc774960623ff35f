/*
 * The time-slotted workloads with deadlines: admission and flow time in one table. Schedulers of the Hadoop model run
 * them on map slots and reduce slots, those of the time-slotted model on machines for both.
 */
#ifndef HARNESS_CLI_DEADLINE_STUDY_H
#define HARNESS_CLI_DEADLINE_STUDY_H

#include "harness/workload/input_error.h"
#include "harness/workload/slotted_workload.h"

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { DEADLINE_FACTORS = 3, DEADLINE_ROWS = 6 };

/* One scheduler with one deadline factor on one workload. */
struct deadline_cell {
    double accepted; /* percent of the jobs */
    double in_time;  /* percent of the jobs: accepted and finished by the deadline */
    double flow;     /* slots: mean over the accepted jobs */
};

struct deadline_study {
    struct slotted_load load;
    int32_t machines;
    uint64_t first_seed;
    size_t seeds;
    /* by profile, then seed */
    struct deadline_cell (*cells)[DEADLINE_FACTORS][DEADLINE_ROWS];
};

/* Runs the four workloads with study->load, machines and seeds; fills in study->cells. Returns an exit status; unless
 * it is 0, *error says why. Free the study in any case. */
int deadline_study_run(struct deadline_study *study, size_t threads, struct input_error *error);

void deadline_study_free(struct deadline_study *study);

void deadline_study_print(const struct deadline_study *study, FILE *out);

/* Means over the seeds. */
json_t *deadline_study_json(const struct deadline_study *study);

#endif
