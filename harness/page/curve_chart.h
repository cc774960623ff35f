/*
 * Curves of a page: the lines or steps of a plot as SVG, with a legend, and with a text that holds
 * their values at the labels of the axis for readers who cannot see them.
 */
#ifndef HARNESS_PAGE_CURVE_CHART_H
#define HARNESS_PAGE_CURVE_CHART_H

#include "harness/report/plot.h"

#include <stdbool.h>
#include <stdio.h>

struct curve_chart {
    const struct plot *plot; /* PLOT_LINES or PLOT_STEPS, of at least one series */
    int height;              /* of the plot, pixels */
    const char *unit;        /* of its horizontal axis; "": none */
    bool over_time;          /* zooms with the other charts over time */
    bool filled;             /* the area below the first curve */
    bool legend;
};

/* O(points * log(points)). */
void curve_chart_write(const struct curve_chart *chart, FILE *out);

#endif
