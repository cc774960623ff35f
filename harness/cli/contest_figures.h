/*
 * What a comparison shows beyond the report of a run, as bars with 95% confidence intervals over the seeds: fairness,
 * and response times by size and by user.
 */
#ifndef HARNESS_CLI_CONTEST_FIGURES_H
#define HARNESS_CLI_CONTEST_FIGURES_H

#include "harness/cli/contest.h"
#include "harness/page/figure.h"

/* Appends them. contest: a struct contest. */
void contest_figures_add(void *contest, struct figures *figures);

#endif
