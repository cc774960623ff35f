/*
 * The figures of "A New Analytical Technique for Designing Provably Efficient MapReduce Schedulers"
 * as pictures.
 */
#ifndef HARNESS_PAGE_ASRPT_FIGURES_H
#define HARNESS_PAGE_ASRPT_FIGURES_H

#include "harness/page/figure.h"
#include "harness/slotted/comparison_figures.h"

/* Adds, under the numbers of the paper's figures and all with confidence intervals:
 *  - for each set fig5 .. fig8, efficiency ratios in both modes;
 *  - for the last set and each mode fig9-MODE, ratios over time;
 *  - for each set and mode fig10-MODE .. fig13-MODE, distributions of flow times. */
void asrpt_figures_make(struct figures *figures, const struct comparison_set *sets, size_t count);

#endif
