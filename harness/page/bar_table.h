/*
 * Bars of a page: a table with a row for each bar, its name, value, margin and the bar itself. It
 * is text, and reads at any width.
 */
#ifndef HARNESS_PAGE_BAR_TABLE_H
#define HARNESS_PAGE_BAR_TABLE_H

#include "harness/report/plot.h"

#include <stddef.h>
#include <stdio.h>

/* The bars of a plot of PLOT_BARS; of several series, a row says of which it is. NaN: a dash. */
void bar_table_write(const struct plot *plot, FILE *out);

/* Parts of 100%. */
struct bar_parts {
    const char *label;
    const double *percent; /* NaN: undefined, all of them */
};

/* One bar for each row, in parts that are named and have these classes of style. */
void bar_table_write_parts(const char *const *names, const char *const *classes, size_t parts,
                           const struct bar_parts *rows, size_t count, FILE *out);

#endif
