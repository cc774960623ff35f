/*
 * A schedule as a picture of text: a row per slot, map slots first, a column per stretch of time.
 *
 *   slot       0         50
 *              |---------|-------
 *   map 0      AAAAAAAABBB.......
 *   reduce 0   ........AAAAABBBBB
 *
 * Accepted jobs are the letters A-Z, a-z and the digits 0-9, in order of arrival; the 63rd starts
 * again at A. A slot belongs to a task from its dispatch until its end is noticed, a failed attempt
 * included; a column shows the task that has the slot for the longest part of it (the earlier one
 * of equals), '.' if none has.
 */
#ifndef HARNESS_REPORT_GANTT_H
#define HARNESS_REPORT_GANTT_H

#include "harness/engine/engine.h"
#include "harness/report/task_log.h"
#include "harness/workload/cluster.h"
#include "harness/workload/workload.h"

#include <stdint.h>
#include <stdio.h>

/* Bounds on the columns of a picture, and the default. */
#define GANTT_COLUMNS_LEAST 10
#define GANTT_COLUMNS_MOST 1000
#define GANTT_CHARACTERS_MOST 10000000 /* of its rows: more than anybody reads */
#define GANTT_COLUMNS_DEFAULT 72

/* Writes the picture, from the first arrival to the last end, and below it a table of all jobs in
 * order of arrival with their deadlines and finishes. The log must be sorted. columns: how many
 * there may be, GANTT_COLUMNS_LEAST .. GANTT_COLUMNS_MOST; the fewest ticks per column that need no
 * more. O((slots + attempts) * columns + jobs) time, O(columns + jobs) memory. */
void gantt_print(const struct task_log *log, const struct workload *workload, const struct cluster *cluster,
                 const struct job_outcome *outcomes, int32_t columns, FILE *out);

#endif
