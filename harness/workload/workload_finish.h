/*
 * The end of the reading of a workload, the same for all formats.
 */
#ifndef HARNESS_WORKLOAD_WORKLOAD_FINISH_H
#define HARNESS_WORKLOAD_WORKLOAD_FINISH_H

#include "harness/workload/input_error.h"
#include "harness/workload/row_lines.h"
#include "harness/workload/workload.h"

/* Ends the reading of a file whose jobs are in *w, in the order of their rows, with a line for each
 * in *lines:
 *   - without any job, or if more than half of the jobs were left out for malformed values, the
 *     file is not one of its format: *error names the first line that was left out, and it is false
 *   - jobs get their lines, and names of their own (distinct_names.h)
 *   - times since 1970 are made to begin at the first arrival, notes.shift says by how much
 *     (WORKLOAD_EPOCH in workload.h)
 *   - jobs and notes are sorted.
 * place: the file, and the field with the name. O(n log n) of jobs and notes. */
bool workload_finish(struct workload *w, const struct row_lines *lines, struct place place, struct input_error *error);

#endif
