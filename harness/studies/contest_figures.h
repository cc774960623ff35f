/*
 * The figures of a comparison beyond those of a run, as bars with 95% confidence intervals over
 * the seeds: fairness, and response times by size and by user.
 */
#ifndef HARNESS_STUDIES_CONTEST_FIGURES_H
#define HARNESS_STUDIES_CONTEST_FIGURES_H

#include "harness/page/figure.h"
#include "harness/report/time_units.h"
#include "harness/studies/contest.h"

/* Appends them, times in the units of the page. contest: a struct contest. */
void contest_figures_add(void *contest, const struct time_units *units, struct figures *figures);

#endif
