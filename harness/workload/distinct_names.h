/*
 * Names of its own for each job of a workload: a trace may hold several jobs of one name, as
 * Hadoop, Slurm and the archives have them.
 */
#ifndef HARNESS_WORKLOAD_DISTINCT_NAMES_H
#define HARNESS_WORKLOAD_DISTINCT_NAMES_H

#include "harness/workload/row_lines.h"
#include "harness/workload/workload.h"

/* The first job of a name, by row, keeps it; later ones become "NAME#2", "NAME#3" and so on, but
 * for names that another job has. Notes each as repaired, with the field of the place. The jobs are
 * in the order of their rows. O(jobs log jobs). */
void distinct_names(struct workload *w, const struct row_lines *lines, struct place place);

#endif
