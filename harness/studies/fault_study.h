/*
 * The fate of accepted jobs under faults, with and without RTMR's reaction, and under schedulers
 * without guarantees.
 */
#ifndef HARNESS_STUDIES_FAULT_STUDY_H
#define HARNESS_STUDIES_FAULT_STUDY_H

#include "harness/engine/engine.h"
#include "harness/workload/input_error.h"

#include <stddef.h>
#include <stdio.h>

/* The contenders: RTMR as the options say, RTMR with other reactions, RTMR without any, Deadline
 * Constraint, EDF. */
enum { FAULT_CONTENDERS = 8 };

/* Sums over the runs of one contender under one mix; jobs, except for the last four. */
struct fault_sums {
    double accepted;
    double flagged;        /* accepted, and without the promise at some time */
    double renewed;        /* of these, that ended with it */
    double met;            /* accepted and in time */
    double late_flagged;   /* without the promise at the end */
    double late_unflagged; /* with it */
    double lost_time;      /* slot time of attempts that failed or were lost */
    double slot_time;      /* of all attempts */
    double drains;         /* slots that were to be drained */
    double refused;        /* those that stayed */
};

struct fault_mix {
    const char *label; /* of the faults */
    struct fault_options faults;
    struct fault_sums sums[FAULT_CONTENDERS];
    ticks end; /* the instant of the last event of the runs made last */
};

/* Runs all contenders on one workload under each mix, RTMR with this policy first, and adds the
 * results to their sums. Returns as simulation_run(). */
int fault_study_run(struct fault_mix *mixes, size_t count, const struct workload *workload,
                    const struct cluster *cluster, const struct scheduler_options *policy, uint64_t seed,
                    struct input_error *error);

/* Writes the table: means over this many runs, with the drains if there were any. */
void fault_study_print(const struct fault_mix *mixes, size_t count, uint64_t runs, FILE *out);

#endif
