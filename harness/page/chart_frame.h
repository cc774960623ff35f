/*
 * The frame of a chart as SVG: axes, grid and labels around a plot, which has coordinates of its
 * own. Without a script it scales as a picture does; page.js lays it out again for the width there
 * is, and for the part of the axis that is zoomed to.
 */
#ifndef HARNESS_PAGE_CHART_FRAME_H
#define HARNESS_PAGE_CHART_FRAME_H

#include "harness/page/axis.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Pixels; page.js has the same. */
enum { CHART_WIDTH = 900, CHART_LEFT = 52, CHART_RIGHT = 16, CHART_TOP = 10, CHART_BOTTOM = 42 };

/* A label at the left, and a line of the grid. */
struct chart_row_label {
    double place; /* 0 at the top of the plot, 1 at its foot */
    bool line;
    const char *text;
};

struct chart_frame {
    const char *kind; /* "curves" or "schedule": how page.js reads the plot */
    const char *unit; /* of the horizontal axis; "": none */
    const char *x_label;
    struct axis x;
    bool over_time; /* zooms with the other charts over time */
    int height;     /* of the plot, pixels */
    /* of the plot's coordinates */
    int64_t columns;
    int64_t rows;
    const char *alternative;
    const struct chart_row_label *labels;
    size_t label_count;
    /* further attributes of the chart, for page.js; "" or with a blank in front */
    const char *attributes;
};

/* Writes everything in front of the content of the plot, and everything behind it. */
void chart_frame_begin(const struct chart_frame *frame, FILE *out);
void chart_frame_end(FILE *out);

#endif
