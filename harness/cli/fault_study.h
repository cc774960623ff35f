/*
 * What becomes of accepted jobs under faults, with and without RTMR's reaction to them, and under schedulers that
 * promise nothing.
 */
#ifndef HARNESS_CLI_FAULT_STUDY_H
#define HARNESS_CLI_FAULT_STUDY_H

#include "harness/engine/engine.h"
#include "harness/workload/input_error.h"

#include <stddef.h>
#include <stdio.h>

/* Who is compared: RTMR, RTMR as if nothing had happened, Deadline Constraint, EDF. */
enum { FAULT_CONTENDERS = 4 };

/* Sums over the runs of one contender under one mix; jobs but for the last four. */
struct fault_sums {
    double accepted;
    double flagged; /* accepted, and the promise was taken back */
    double met;     /* accepted and in time */
    double late_flagged;
    double late_unflagged;
    double lost_time; /* slot time of attempts that failed or were lost */
    double slot_time; /* of all attempts */
    double drains;    /* slots that were to be drained */
    double refused;   /* those that stayed */
};

struct fault_mix {
    const char *label; /* of the faults */
    struct fault_options faults;
    struct fault_sums sums[FAULT_CONTENDERS];
};

/* Runs all contenders on one workload under each mix, and adds what becomes of its jobs to their sums. As
 * simulation_run(). */
int fault_study_run(struct fault_mix *mixes, size_t count, const struct workload *workload,
                    const struct cluster *cluster, uint64_t seed, struct input_error *error);

/* Writes the table: means over so many runs; with what became of drains if there were any. */
void fault_study_print(const struct fault_mix *mixes, size_t count, uint64_t runs, FILE *out);

#endif
