/*
 * Topologies of Hadoop's tools as clusters: every leaf of the tree is a node of speed 1 with the
 * given slots and the leaf's name, leaves of one parent share a rack, numbered in the order of the
 * file. Two kinds of JSON are known:
 *
 *     Rumen   {"name": "<root>", "children": [
 *                 {"name": "rack", "children": [{"name": "node", "children": null}]}]}
 *     SLS     {"rack": "rack", "nodes": [{"node": "node"}]}   one object per rack, in sequence
 *
 * As SLS reads its nodes (SLSUtils.java), objects with the same rack are one rack, and a node that
 * is listed twice in a rack is one node. Memory, cores and labels are passed over: the slots of a
 * node are given.
 */
#ifndef HARNESS_WORKLOAD_TOPOLOGY_FILE_H
#define HARNESS_WORKLOAD_TOPOLOGY_FILE_H

#include "harness/workload/cluster.h"
#include "harness/workload/input_error.h"

/* Reads a file into a cluster in instant mode, nodes in the order of the file; cluster_free() it.
 * slots: of each node, 0 or more, not both 0. False: *error names the place and the problem, and *c
 * is empty. O(size). */
bool topology_file_read(struct cluster *c, const char *path, const int32_t slots[STAGES], struct input_error *error);

#endif
