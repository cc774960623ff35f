/*
 * The figures of "A New Analytical Technique for Designing Provably Efficient MapReduce Schedulers" as pictures.
 */
#ifndef HARNESS_PAGE_ASRPT_FIGURES_H
#define HARNESS_PAGE_ASRPT_FIGURES_H

#include "harness/page/figure.h"
#include "harness/report/output_folder.h"
#include "harness/slotted/comparison_figures.h"

#include <stdbool.h>

/* Draws into the folder, by the numbers of the paper's figures, all with confidence intervals:
 *  - for each set fig5.svg .. fig8.svg, efficiency ratios in both modes;
 *  - for the last set and each mode fig9-MODE.svg, ratios over time;
 *  - for each set and mode fig10-MODE.svg .. fig13-MODE.svg, distributions of flow times.
 * The files still have other names. False: *error says what could not be drawn. */
bool asrpt_figures_write(const struct comparison_set *sets, size_t count, struct output_folder *folder,
                         struct input_error *error);

#endif
