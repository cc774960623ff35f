/*
 * Workloads of the time-slotted model of "A New Analytical Technique for Designing Provably
 * Efficient MapReduce Schedulers" (2013), section III: jobs of unit map tasks and of reduce tasks
 * of several units, arriving at the beginning of slots. The generator follows section VII.A; where
 * the paper is silent, a parameter decides.
 */
#ifndef HARNESS_WORKLOAD_SLOTTED_WORKLOAD_H
#define HARNESS_WORKLOAD_SLOTTED_WORKLOAD_H

#include "harness/workload/work_distribution.h"

#include <stddef.h>
#include <stdint.h>

/* A job may be without maps, without reduces, or without either. */
struct slotted_job {
    int32_t arrival;     /* a_i: the slot from which on it may run, 1 first */
    int32_t maps;        /* M_i: map tasks of one unit each */
    int32_t reduces;     /* K_i: reduce tasks */
    int32_t reduce_work; /* R_i: units of all its reduce tasks */
    /* its reduce tasks' units start here in struct slotted_workload's reduce_units */
    size_t first_reduce;
};

struct slotted_workload {
    struct slotted_job *jobs; /* arrivals never fall */
    size_t count;
    size_t capacity;
    int32_t *reduce_units; /* units of every reduce task, each >= 1, job by job */
    size_t reduce_count;
    size_t reduce_capacity;
};

void slotted_workload_free(struct slotted_workload *w);

/* Appends a job; units[0 .. reduces - 1] are its reduce tasks. arrival >= 1, not before the arrival
 * of the job in front. Amortised O(reduces). */
void slotted_workload_add(struct slotted_workload *w, int32_t arrival, int32_t maps, int32_t reduces,
                          const int32_t *units);

/* The work of all jobs, units. O(jobs). */
int64_t slotted_workload_units(const struct slotted_workload *w);

/* Units of the longest reduce task of a job; 0 without reduces. O(reduces). */
int32_t slotted_longest_reduce(const struct slotted_workload *w, size_t job);

/* One of the paper's four workloads. */
struct slotted_profile {
    const char *name;      /* as in reports */
    const char *title;     /* the paper's words */
    int efficiency_figure; /* number of the figure that shows its efficiency ratios */
    int cdf_figure;        /* ... and the distribution of its flow times */
    struct work_distribution maps;
    struct work_distribution reduces;
};
enum { SLOTTED_PROFILES = 4 };
extern const struct slotted_profile slotted_profiles[SLOTTED_PROFILES];

/* How jobs arrive, and how their reduce work is split. */
struct slotted_load {
    int32_t slots; /* T: jobs arrive in the slots 1 .. T */
    /* the number of batches that arrive in a slot is Poisson with this mean */
    double rate;
    int32_t batch; /* jobs in a batch, >= 1 */
    /* a job's reduce work is split into 1 .. reduces_most tasks (and no more than it has units),
     * every number equally likely, as evenly as whole units allow, the larger tasks first */
    int32_t reduces_most;
};

/* Section VII.A: T = 500, two single jobs a slot, up to 10 tasks. */
struct slotted_load slotted_load_default(void);

/* A workload that meets every assumption of section III and on which Theorem 4 fails: bursts of
 * jobs of one map and one reduce unit, a thousandth of them with 20,000 maps instead. While SRPT
 * runs such a job's maps, DSRPT and ASRPT, which run them first too, leave the reduces of the last
 * burst waiting for the next one. */
extern const struct slotted_profile slotted_counterexample;

/* Its arrivals: a burst of 50 jobs every 20 slots on average, for 10 times the paper's T, so that
 * there are some of the rare jobs. */
struct slotted_load slotted_counterexample_load(void);

/* Generates a workload. Equal seeds give equal workloads, one for a smaller T is the beginning of
 * one for a larger, and the arrivals do not depend on the profile. */
struct slotted_workload slotted_workload_generate(const struct slotted_profile *profile,
                                                  const struct slotted_load *load, uint64_t seed);

#endif
