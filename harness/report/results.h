/*
 * The figures of a series of runs: some schedulers, the same seeds for each.
 */
#ifndef HARNESS_REPORT_RESULTS_H
#define HARNESS_REPORT_RESULTS_H

#include "harness/metrics/confidence.h"
#include "harness/metrics/metrics.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One run. */
struct run_result {
    uint64_t seed;
    struct metrics metrics;
    struct engine_counts counts;
};

/* All runs of one scheduler in one configuration. */
struct series {
    const char *label; /* its label in reports; not owned */
    bool promises;     /* its scheduler gives guarantees */
    struct run_result *runs;
    size_t count;
    size_t capacity;
};

/* Mean and standard deviation over the runs in which a figure is defined; NaN if there is none. The
 * deviation is the sample's (n - 1), and 0 for a single run. */
struct spread {
    double mean;
    double sd;
};

void series_add(struct series *s, struct run_result run);
void series_free(struct series *s);
struct spread series_spread(const struct series *s, enum metric metric);

/* The confidence interval of the mean over those runs. O(runs). */
struct confidence series_confidence(const struct series *s, enum metric metric);

/* Whether tables show the figure of this series, if a run has it: violations of promises are no
 * figure of a scheduler that gives none. */
bool series_shows(const struct series *s, enum metric metric);

/* Whether any of the series has the figure, and one worth showing. */
bool series_have(const struct series *series, size_t count, enum metric metric);

/* Decisions and events of all runs, and the wall clock they took. Events: arrivals, dispatches,
 * finishes and heartbeats. */
struct engine_counts series_counts(const struct series *s);
double engine_counts_events(const struct engine_counts *counts);

#endif
