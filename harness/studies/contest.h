/*
 * Contenders on the same jobs, seed by seed, and their results.
 */
#ifndef HARNESS_STUDIES_CONTEST_H
#define HARNESS_STUDIES_CONTEST_H

#include "harness/engine/engine.h"
#include "harness/metrics/job_times.h"
#include "harness/page/report_data.h"
#include "harness/report/results.h"
#include "harness/report/table.h"
#include "harness/studies/simulation.h"

#include <jansson.h>
#include <stddef.h>
#include <stdio.h>

/* Columns of the tables; times in seconds. */
enum contest_figure {
    FIGURE_ACCEPT,
    FIGURE_SUCCESS,
    FIGURE_UTILISATION_ALL,
    FIGURE_UTILISATION_MET,
    FIGURE_RESPONSE,
    FIGURE_SLOWDOWN,
    FIGURE_FAIRNESS,
    FIGURE_LONGEST_WAIT,
    FIGURE_SMALL,
    FIGURE_MEDIUM,
    FIGURE_LARGE,
    FIGURE_UTILISATION, /* of the papers, in no table */
    FIGURES
};

/* Users whose response times are shown: the first ones by name. */
#define COMPARED_USERS 8

struct contender {
    const struct scheduler_class *scheduler;
    struct scheduler_options policy;
    double *values[FIGURES];             /* by seed */
    double *user_values[COMPARED_USERS]; /* by seed */
    size_t count;
    size_t capacity[FIGURES + COMPARED_USERS];
};

/* Figures of the jobs of one run. */
struct contest_judge {
    struct user_list users;
    struct job_times times;
};

struct contest {
    struct contender *contenders;
    size_t count;
    size_t capacity;
    char *users[COMPARED_USERS];
    size_t user_count;
    size_t users_left_out;
    struct series *series; /* by contender: its label, and its runs as those of rtmr run */
    size_t series_capacity;
    struct report_data *report; /* shown every run; NULL: not wanted */
    struct contest_judge judge; /* between the end of a run and contest_note() */
};

/* Zero-initialised it is empty. The label is static text. */
void contest_add(struct contest *c, const char *label, const struct scheduler_class *scheduler,
                 const struct scheduler_options *policy);
void contest_free(struct contest *c);

/* Stores the users of the workload of the first seed. */
void contest_begin_seed(struct contest *c, const struct workload *workload);

/* A run of one contender, but for its jobs, cluster and engine options. */
struct simulation contest_simulation(struct contest *c, size_t contender);

/* Notes the result of a run that has ended well and was shown, before the next one is shown. */
void contest_note(struct contest *c, size_t contender, const struct run_result *result);

/* Writes the tables. */
void contest_print(const struct contest *c, FILE *out);

/* Differences from the first contender, paired by seed, as a table; there is a contender, and it
 * has run. table_free() it. */
struct table contest_differences(const struct contest *c);

/* All values as an array of objects. */
json_t *contest_record(const struct contest *c);

#endif
