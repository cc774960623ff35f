/* The units of times in the tables and charts of a page: one for each quantity, chosen from the
 * largest value. A sentence may tell a much shorter time in a unit of its own. */
#ifndef HARNESS_PAGE_PAGE_UNITS_H
#define HARNESS_PAGE_PAGE_UNITS_H

#include "harness/page/report_data.h"
#include "harness/page/time_unit.h"
#include "harness/report/results.h"

struct page_units {
    struct time_unit span;    /* how long a job takes, waits, or is late */
    struct time_unit instant; /* since the first arrival: axes, arrivals, finishes, the makespan */
};

/* series: of the same schedulers in the same order. */
struct page_units page_units_of(const struct report_data *data, const struct series *series);

/* Decimals that are worth printing of times in this unit. */
int page_units_decimals(struct time_unit unit);

#endif
