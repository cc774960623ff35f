/*
 * Cluster files: comma-separated values, one kind of node per row, nodes numbered in the order of
 * the rows.
 *
 *     nodes,map_slots,reduce_slots,speed[,reduce_speed[,rack]]
 *     20,4,1,1
 *     10,2,1,0.781,1
 *
 * The header line is required; columns in brackets may be left out from the right. Without
 * reduce_speed reduces run at `speed` as well, without rack all nodes share one.
 *   nodes             how many of this kind, 1 or more
 *   map_slots,        per node, 0 or more, not both 0; over all rows at most 1048576. A cluster
 *   reduce_slots      may have none of one stage, for jobs without tasks of that stage
 *   speed,            1: durations as in the workload; a task takes ceil(duration / speed); 0.001
 *   reduce_speed      to 1000 with at most three decimals
 *   rack              a number; rows of the same one share a rack; 0 to 1048575
 */
#ifndef HARNESS_WORKLOAD_CLUSTER_FILE_H
#define HARNESS_WORKLOAD_CLUSTER_FILE_H

#include "harness/workload/cluster.h"
#include "harness/workload/input_error.h"

/* Reads a file into a cluster in instant mode; cluster_free() it. False: *error names the place and
 * the problem, and *c is empty. O(size + nodes). */
bool cluster_file_read(struct cluster *c, const char *path, struct input_error *error);

#endif
