/*
 * Claims of "A New Analytical Technique for Designing Provably Efficient MapReduce Schedulers"
 * beside the measured figures.
 */
#ifndef HARNESS_REPORT_ASRPT_CLAIMS_H
#define HARNESS_REPORT_ASRPT_CLAIMS_H

#include "harness/slotted/comparison_figures.h"

#include <stdio.h>

/* The order of the schedulers in the figures, and Theorem 4 with its corollaries: a column for each
 * of the sets. */
void asrpt_print_claims(const struct comparison_set *sets, size_t count, FILE *out);

/* Section VII.C: the tails beyond the end of Figs. 10 to 13. */
void asrpt_print_tails(const struct comparison_set *sets, size_t count, FILE *out);

/* Theorems 2 and 3: the constants, beside the intervals and ratios that they bound. For single
 * arrivals (batch 1). */
void asrpt_print_constants(const struct comparison_set *sets, size_t count, FILE *out);

/* Theorem 4 and its corollaries where they fail: all schedulers, preemptive, on one workload. */
void asrpt_print_counterexample(const struct comparison_set *set, FILE *out);

#endif
