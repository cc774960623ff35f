/*
 * The figures over time: busy slots of all schedulers, and the schedule of each, its slots coloured
 * by job.
 */
#ifndef HARNESS_PAGE_SCHEDULE_FIGURES_H
#define HARNESS_PAGE_SCHEDULE_FIGURES_H

#include "harness/page/figure.h"
#include "harness/page/report_data.h"
#include "harness/report/time_units.h"

/* unit: of the time axes. */
void schedule_figures_make(struct figures *figures, const struct report_data *data, struct time_unit unit);

#endif
