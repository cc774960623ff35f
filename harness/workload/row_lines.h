/*
 * The line of each job of a workload in its file, for formats that do not have one job per line.
 */
#ifndef HARNESS_WORKLOAD_ROW_LINES_H
#define HARNESS_WORKLOAD_ROW_LINES_H

#include "harness/workload/input_error.h"
#include "harness/workload/workload.h"

/* Zero-initialised it is empty. */
struct row_lines {
    size_t *line; /* by row */
    size_t count;
    size_t capacity;
};

/* Notes the line of the next row. Amortised O(1). */
void row_lines_add(struct row_lines *lines, size_t line);
void row_lines_free(struct row_lines *lines);

/* Ends the reading of a workload: its names must differ, then its jobs are sorted. place: the file,
 * and the field with the name. False: *error says which name is taken. O(jobs log jobs). */
bool row_lines_finish(const struct row_lines *lines, struct workload *w, struct place place, struct input_error *error);

#endif
