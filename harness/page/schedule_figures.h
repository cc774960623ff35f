/*
 * The figures over time: busy slots of all schedulers, and the schedule of one, its slots coloured
 * by job.
 */
#ifndef HARNESS_PAGE_SCHEDULE_FIGURES_H
#define HARNESS_PAGE_SCHEDULE_FIGURES_H

#include "harness/page/figure.h"
#include "harness/page/report_data.h"

void schedule_figures_busy(struct figures *figures, const struct report_data *data);

void schedule_figures_gantt(struct figures *figures, const struct report_data *data,
                            const struct report_series *series);

#endif
