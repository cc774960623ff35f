/*
 * The horizontal axis of a chart: where a value lies on it, and the values that are worth a label.
 * page.js finds the labels of a part of an axis by the same rules.
 */
#ifndef HARNESS_PAGE_AXIS_H
#define HARNESS_PAGE_AXIS_H

#include <stdbool.h>
#include <stddef.h>

struct axis {
    double least;
    double most;      /* > least */
    bool logarithmic; /* least > 0 */
};

enum { AXIS_TICKS_MOST = 40 };

struct axis_ticks {
    double value[AXIS_TICKS_MOST];
    size_t count;
    int decimals; /* to write them with; -1: as they are, as %g does */
};

/* 0 at the least value, 1 at the most; beyond them for values beyond. O(1). */
double axis_place(const struct axis *axis, double value);

/* Round values on the axis, about `about` >= 2 of them; on a logarithmic axis 1, 2 and 5 of each
 * power of ten, or only 1 if it has many. O(ticks). */
struct axis_ticks axis_ticks_of(const struct axis *axis, size_t about);

/* Writes one as the label of it; size >= 32. */
void axis_label(const struct axis_ticks *ticks, size_t i, char *text, size_t size);

#endif
