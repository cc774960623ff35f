/*
 * The native format of jobs: comma-separated values, one job per row, in any order of rows.
 *
 *     job,arrival,deadline,eps_m,eps_r,map_durations,reduce_durations
 *     [,user[,pool[,map_bytes[,reduce_bytes[,map_nodes]]]]]
 *     sort-1,0,60000,9000,20000,8000;8500;7900,18000
 *
 * The header line is required; the columns in brackets may be left out from the right, for all rows
 * alike. Fields may be quoted (csv_rows.h). Numbers may be written as floats (4.0, 1e+06).
 *   job               a name; a later job of the same name is renamed (distinct_names.h)
 *   arrival           ms, 0 .. 2^60
 *   deadline          ms, absolute, arrival .. 2^60
 *   eps_m, eps_r      ms, estimate of one map / reduce task, 1 .. 2^60; ignored and possibly empty
 *                     without tasks
 *   map_durations,    ms each on a slot of speed 1, 1 .. 2^60, separated by ';'; empty: the job has
 *                     no such stage.
 *   reduce_durations  "12x500;9" says 12 tasks of 500 ms and one of 9 ms. All jobs together have at
 *                     most FILE_TASKS_MAX tasks. A duration above its estimate is an overrun of
 *                     that task, not an error of the file.
 *   user, pool        names; may be empty
 *   map_bytes,        input of the stage; empty: unknown
 *   reduce_bytes
 *   map_nodes         which nodes hold the input of each map, in the order of the maps: "0|3;1"
 *                     says nodes 0 and 3 for the first map, node 1 for the second; a map of which
 *                     it is unknown has none ("0|3;;1"); empty: unknown of all. Only a run with
 *                     locality uses it.
 * Times that count from 1970 are made to begin at the first arrival (workload_finish.h).
 * The last arrival plus all durations must not exceed 2^60, so that every schedule ends by then.
 */
#ifndef HARNESS_WORKLOAD_NATIVE_CSV_H
#define HARNESS_WORKLOAD_NATIVE_CSV_H

#include "harness/workload/input_error.h"
#include "harness/workload/workload.h"

#include <stdio.h>

/* Reads a file. False: *error names the place and the problem, and *w is empty. O(size + jobs log
 * jobs). */
bool native_csv_read(struct workload *w, const char *path, struct input_error *error);

/* Reads one row without a header, its optional columns at will, as the only job of *w. `source`
 * names the row in errors. */
bool native_csv_row(struct workload *w, const char *row, const char *source, struct input_error *error);

/* Writes all jobs, in the order of their rows; reading them gives the same workload but for its
 * title. False: *error names a job that the format cannot hold (without a deadline), and nothing is
 * written. ferror() reports failures of the stream itself. O(size). */
bool native_csv_write(const struct workload *w, FILE *out, struct input_error *error);

#endif
