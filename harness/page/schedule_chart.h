/*
 * A schedule on the page: its boxes as SVG, one path for each colour, and what page.js needs to
 * name the box under the pointer.
 */
#ifndef HARNESS_PAGE_SCHEDULE_CHART_H
#define HARNESS_PAGE_SCHEDULE_CHART_H

#include "harness/page/slot_cells.h"
#include "harness/report/time_units.h"

#include <stdio.h>

struct schedule_chart {
    const char *label; /* of the scheduler */
    const struct slot_cells *cells;
    ticks span; /* of the axis, from the first arrival on; >= 1 */
    struct time_unit unit;
    size_t jobs; /* that have a box's row, for the text that stands for the picture */
};

/* O(boxes * log(boxes)). */
void schedule_chart_write(const struct schedule_chart *chart, FILE *out);

#endif
