/*
 * Distribution functions over all jobs of all seeds, one curve per scheduler: how many of all jobs,
 * rejected ones included, were finished with at most such a value.
 */
#ifndef HARNESS_PAGE_DISTRIBUTION_FIGURES_H
#define HARNESS_PAGE_DISTRIBUTION_FIGURES_H

#include "harness/page/figure.h"
#include "harness/page/report_data.h"
#include "harness/report/time_units.h"

/* Each sorts its sample, and adds nothing if that is empty for every scheduler. */
void distribution_figures_response(struct figures *figures, struct report_data *data, struct time_unit unit);
void distribution_figures_slowdown(struct figures *figures, struct report_data *data);
void distribution_figures_allowance(struct figures *figures, struct report_data *data);

#endif
