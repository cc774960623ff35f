/*
 * Contenders on the same jobs, seed by seed, and what becomes of them.
 */
#ifndef HARNESS_CLI_COMPARISON_H
#define HARNESS_CLI_COMPARISON_H

#include "harness/engine/engine.h"
#include "harness/metrics/job_times.h"
#include "harness/workload/input_error.h"

#include <jansson.h>
#include <stddef.h>
#include <stdio.h>

/* Columns of the first table; responses in seconds. */
enum figure {
    FIGURE_ACCEPT,
    FIGURE_SUCCESS,
    FIGURE_UTILISATION,
    FIGURE_RESPONSE,
    FIGURE_SLOWDOWN,
    FIGURE_FAIRNESS,
    FIGURE_LONGEST_WAIT,
    FIGURE_SMALL,
    FIGURE_MEDIUM,
    FIGURE_LARGE,
    FIGURES
};

/* Users whose response times are shown: those who come first. */
#define COMPARED_USERS 8

struct contender {
    const char *label;
    const struct scheduler_class *scheduler;
    struct scheduler_options policy;
    double *values[FIGURES];                /* by seed */
    double *user_values[COMPARED_USERS];    /* by seed */
    size_t count;
    size_t capacity[FIGURES + COMPARED_USERS];
};

struct comparison {
    struct contender *contenders;
    size_t count;
    size_t capacity;
    char *users[COMPARED_USERS];
    size_t user_count;
    size_t users_left_out;
};

/* Zero-initialised it is empty. The label must outlive it. */
void comparison_add(struct comparison *c, const char *label, const struct scheduler_class *scheduler,
                    const struct scheduler_options *policy);
void comparison_free(struct comparison *c);

/* Takes note of the workload's users; they are those of the first seed's. */
void comparison_begin_seed(struct comparison *c, const struct workload *workload);

/* Runs one contender; as simulation_run(). */
int comparison_run(struct comparison *c, size_t contender, const struct workload *workload,
                   const struct cluster *cluster, const struct engine_options *engine, struct input_error *error);

/* Writes the tables. */
void comparison_print(const struct comparison *c, FILE *out);

/* All values as an array of objects. */
json_t *comparison_record(const struct comparison *c);

#endif
