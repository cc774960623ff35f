/*
 * The time-slotted workloads with deadlines: admission and flow time in one table. Schedulers of
 * the Hadoop model run them on map slots and reduce slots, schedulers of the time-slotted model on
 * machines for both.
 */
#ifndef HARNESS_STUDIES_DEADLINE_STUDY_H
#define HARNESS_STUDIES_DEADLINE_STUDY_H

#include "harness/engine/scheduler.h"
#include "harness/metrics/confidence.h"
#include "harness/slotted/slotted_scheduler.h"
#include "harness/workload/input_error.h"
#include "harness/workload/slotted_workload.h"

#include <stddef.h>
#include <stdint.h>

enum { DEADLINE_FACTORS = 3, DEADLINE_ROWS = 6 };
extern const double deadline_factors[DEADLINE_FACTORS];

/* A scheduler of one of the models; the other is NULL. */
struct deadline_row {
    const struct scheduler_class *split; /* slots for maps and slots for reduces */
    const struct slotted_class *shared;  /* machines for both */
};
extern const struct deadline_row deadline_rows[DEADLINE_ROWS];

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

/* Runs the four workloads with study->load, machines and seeds; fills in study->cells. Every run of
 * the time-slotted model is checked (slotted_checks.h). Returns an exit status; unless it is 0,
 * *error says why. Free the study in any case. */
int deadline_study_run(struct deadline_study *study, size_t threads, struct input_error *error);

void deadline_study_free(struct deadline_study *study);

/* The machines of the split cluster that are map slots. */
int32_t deadline_study_map_slots(const struct deadline_study *study, size_t profile);

/* A cell over the seeds. */
struct deadline_figures {
    struct confidence accepted;
    struct confidence in_time;
    struct confidence flow;
};

struct deadline_figures deadline_study_figures(const struct deadline_study *study, size_t profile, size_t factor,
                                               size_t row);

#endif
