/*
 * The line of each job of a workload in its file, for messages about it.
 */
#ifndef HARNESS_WORKLOAD_ROW_LINES_H
#define HARNESS_WORKLOAD_ROW_LINES_H

#include <stddef.h>

/* Zero-initialised it is empty. */
struct row_lines {
    size_t *line; /* by row */
    size_t count;
    size_t capacity;
};

/* Notes the line of the next row. Amortised O(1). */
void row_lines_add(struct row_lines *lines, size_t line);
void row_lines_free(struct row_lines *lines);

#endif
