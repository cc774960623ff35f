/*
 * The table of `rtmr run`: a row per metric, a column per scheduler.
 */
#ifndef HARNESS_REPORT_METRICS_TABLE_H
#define HARNESS_REPORT_METRICS_TABLE_H

#include "harness/report/results.h"

#include <stdbool.h>
#include <stdio.h>

/* Means of the figures that any scheduler has, times in the units of their sizes; over several runs
 * with the standard deviation in brackets; and notes on them. With `timing` also decisions and
 * events per second of wall clock, which differ from run to run. */
void metrics_table_print(const struct series *series, size_t count, bool timing, FILE *out);

#endif
