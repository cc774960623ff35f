/*
 * The figures of "A New Analytical Technique for Designing Provably Efficient MapReduce Schedulers"
 * as tables.
 */
#ifndef HARNESS_REPORT_ASRPT_TABLES_H
#define HARNESS_REPORT_ASRPT_TABLES_H

#include "harness/slotted/comparison_figures.h"

#include <stdio.h>

/* Efficiency ratios and mean flow times of one workload, both modes: Figs. 5 to 8. */
void asrpt_print_efficiency(const struct comparison_set *set, FILE *out);

/* Efficiency ratios of the cost up to ten instants: Fig. 9. */
void asrpt_print_convergence(const struct comparison_set *set, FILE *out);

/* The distribution of flow times of one workload, both modes: Figs. 10 to 13. */
void asrpt_print_distribution(const struct comparison_set *set, FILE *out);

#endif
