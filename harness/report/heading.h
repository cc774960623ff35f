/* The line above the tables of a run: the jobs and the cluster. */
#ifndef HARNESS_REPORT_HEADING_H
#define HARNESS_REPORT_HEADING_H

#include "harness/workload/cluster.h"

#include <stddef.h>
#include <stdio.h>

/* Writes "TITLE: N jobs; cluster TITLE: N map slots, N reduce slots", without a line end. */
void heading_print(const char *title, size_t jobs, const struct cluster *cluster, FILE *out);

/* Ends the heading: a line end; if jobs were left out or repaired a line that counts them; an empty
 * line. */
void heading_end(const struct reading_notes *notes, size_t jobs, FILE *out);

#endif
