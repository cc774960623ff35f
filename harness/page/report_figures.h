/*
 * The figures of a report that compare the schedulers: outcomes of the jobs, response times,
 * slowdown and use of the allowed time as distributions, longest waits, utilisation.
 */
#ifndef HARNESS_PAGE_REPORT_FIGURES_H
#define HARNESS_PAGE_REPORT_FIGURES_H

#include "harness/page/figure.h"
#include "harness/page/report_data.h"
#include "harness/report/plot.h"
#include "harness/report/results.h"
#include "harness/report/time_units.h"

/* Appends a figure of bars: a group for each category of the plot, of which there are as many as
 * series and which take their labels. Frees the plot. */
void report_figures_add_bars(struct figures *figures, struct plot *plot, const struct series *series, const char *name,
                             const char *heading, const char *sentence);

/* series: of the same schedulers in the same order. Sorts the samples. A figure with nothing to
 * show is left out. */
void report_figures_make(struct figures *figures, struct report_data *data, const struct series *series,
                         const struct time_units *units);

#endif
