/*
 * What the tests of the time-slotted model share: workloads in a few words, random small ones, and
 * two independent judges: a naive model of the schedulers, and the best of all schedules.
 */
#ifndef TESTS_SLOTTED_FIXTURE_H
#define TESTS_SLOTTED_FIXTURE_H

#include "harness/slotted/slotted_engine.h"
#include "harness/slotted/slotted_schedulers.h"

#include <gsl/gsl_rng.h>

/* Appends a job; reduces as in "3 1", "" for none. */
void slotted_job(struct slotted_workload *w, int32_t arrival, int32_t maps, const char *reduces);

/* Up to `jobs` jobs arriving in the slots 1 .. slots, each of up to `maps` maps and `reduces`
 * reduces of up to `units` units. */
struct slotted_workload slotted_random(gsl_rng *rng, int jobs, int slots, int maps, int reduces, int units);

/* Shows the workload on standard output, as a help when a test fails. */
void slotted_print(const struct slotted_workload *w);

/* Runs it; fails the test if the run is stopped. */
struct slotted_run slotted_must_run(const struct slotted_workload *w, const struct slotted_class *scheduler,
                                    int32_t machines, bool preemptive);

/* The naive model (slotted_naive.c): what should become of every job under a scheduler of the
 * registry, by name; free() it. Written from the paper, task by task, machine by machine, without
 * regard to speed. */
struct slotted_outcome *slotted_naive(const struct slotted_workload *w, const char *scheduler, int32_t machines,
                                      bool preemptive);

/* What is tried by slotted_best(). */
enum slotted_search {
    SEARCH_PREEMPTIVE,     /* every solution of the paper's problem (1) */
    SEARCH_NON_PREEMPTIVE, /* (2) */
    SEARCH_RELAXED         /* (12) */
};

/* The least total flow time of all schedules (slotted_best.c), by trying each; at most `limit`,
 * which is returned if nothing is below it. For a dozen units of work. */
int64_t slotted_best(const struct slotted_workload *w, int32_t machines, enum slotted_search search, int64_t limit);

#endif
