/*
 * A table of text: cells row by row, columns as wide as their widest cell, the first `left` columns
 * flush left and the others flush right.
 */
#ifndef HARNESS_REPORT_TABLE_H
#define HARNESS_REPORT_TABLE_H

#include "harness/metrics/confidence.h"

#include <stddef.h>
#include <stdio.h>

struct table {
    size_t columns;
    size_t left;
    char **cells; /* row by row */
    size_t count;
    size_t capacity;
};

/* An empty table of `columns` >= 1 columns. */
struct table table_new(size_t columns, size_t left);
void table_free(struct table *t);

/* Appends a cell, formatted as by printf, as safe_text_short() shows it; a row is full after
 * `columns` cells. */
void table_add(struct table *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Appends mean and half the confidence interval: "1.42 ±0.01"; "1.42" of one value, "-" of none. */
void table_add_confidence(struct table *t, struct confidence value, int decimals);

/* Appends a number, "-" if it is NaN. */
void table_add_number(struct table *t, double value, int decimals);

/* Writes the table, `indent` blanks before each row and two between columns. An unfinished row is
 * filled with empty cells. Lines have no blanks at their ends. O(cells). */
void table_print(const struct table *t, FILE *out, int indent);

#endif
