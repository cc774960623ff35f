/*
 * What every reader of clusters owes, whatever the file holds.
 */
#ifndef FUZZ_CLUSTER_CHECKS_H
#define FUZZ_CLUSTER_CHECKS_H

#include "harness/workload/cluster.h"
#include "harness/workload/input_error.h"

#include <stdbool.h>

/* What a reader has made of the file at this path: a cluster whose every field lies in the range
 * that cluster.h declares, or a refusal and an empty one. Frees it. */
void check_cluster(bool good, struct cluster *cluster, const char *path, const struct input_error *error);

#endif
