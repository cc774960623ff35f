/* The line above the tables of a run: the jobs and the cluster. */
#ifndef HARNESS_REPORT_HEADING_H
#define HARNESS_REPORT_HEADING_H

#include "harness/workload/cluster.h"

#include <stddef.h>
#include <stdio.h>

/* Writes "TITLE: N jobs; cluster TITLE: N map slots, N reduce slots", without a line end. */
void heading_print(const char *title, size_t jobs, const struct cluster *cluster, FILE *out);

#endif
