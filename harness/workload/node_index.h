/*
 * The nodes of a cluster by name.
 */
#ifndef HARNESS_WORKLOAD_NODE_INDEX_H
#define HARNESS_WORKLOAD_NODE_INDEX_H

#include "harness/workload/cluster.h"

struct node_index {
    const struct cluster *cluster;
    int32_t *sorted; /* numbers of the nodes that have a name, by name */
    size_t count;
};

/* The cluster must outlive it. O(nodes log nodes). */
struct node_index node_index_of(const struct cluster *cluster);
void node_index_free(struct node_index *index);

/* The number of the node of this name, the first one if there are several; -1: none. O(log
 * nodes). */
int32_t node_index_find(const struct node_index *index, const char *name);

#endif
