/*
 * The figures of "A New Analytical Technique for Designing Provably Efficient MapReduce Schedulers" as pictures.
 */
#ifndef HARNESS_REPORT_ASRPT_PLOTS_H
#define HARNESS_REPORT_ASRPT_PLOTS_H

#include "harness/slotted/comparison_figures.h"
#include "harness/workload/input_error.h"

#include <stdbool.h>

/* Draws into an existing directory, by the numbers of the paper's figures:
 *  - for each set fig5.svg .. fig8.svg, efficiency ratios with confidence intervals in both modes;
 *  - for each set and mode fig10-MODE.svg .. fig13-MODE.svg, distributions of flow times;
 *  - for the last set and each mode fig9-MODE.svg, ratios over time with confidence intervals.
 * False: *error says what could not be drawn; figures drawn before it stay. */
bool asrpt_plots_write(const struct comparison_set *sets, size_t count, const char *directory,
                       struct input_error *error);

#endif
