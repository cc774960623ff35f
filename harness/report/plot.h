/*
 * A gnuplot script for series of numbers: lines, steps or groups of bars. Terminal, colours and
 * fonts are not in it.
 */
#ifndef HARNESS_REPORT_PLOT_H
#define HARNESS_REPORT_PLOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum plot_kind {
    PLOT_LINES,
    PLOT_STEPS, /* the value holds until the next x: distribution functions */
    PLOT_BARS   /* one group of bars for each category, one bar of every series in it */
};

struct plot_series {
    char *label;
    /* a line type of gnuplot's, 1, 2, ..; plot_add() sets it to the number of the series, 1
     * first */
    int colour;
    size_t count;
    double *x; /* bars: the number of the category, 0 first */
    double *y; /* NaN: no such point */
    double
        /* y - margin .. y + margin is drawn as an error bar (bars) or as a band (lines, steps);
         * NULL: none */
        *margin;
};

struct plot {
    enum plot_kind kind;
    const char *title;
    const char *x_label;
    const char *y_label;
    const char *const *categories; /* bars: their names; otherwise NULL */
    size_t category_count;
    double y_most; /* end of the axis, which starts at 0; NaN: as the data are */
    /* lines, steps: both ends of the axis; equal: as the data are */
    double x_least;
    double x_most;
    bool x_logarithmic; /* x_least > 0 then */
    double x_mark;      /* where a dashed line goes from bottom to top; 0: nowhere */
    struct plot_series *series;
    size_t series_count;
    size_t series_capacity;
};

/* Appends a series of at least one point; all arrays are copied, margin may be NULL. A long label
 * is cut. Bars: every category once, in order. O(count). */
void plot_add(struct plot *p, const char *label, size_t count, const double *x, const double *y, const double *margin);

void plot_free(struct plot *p);

/* The gnuplot script, data included, that draws the plot in the terminal that is set. O(points). */
void plot_script(const struct plot *p, FILE *out);

#endif
