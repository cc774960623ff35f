/*
 * A cluster: nodes with map slots, reduce slots and speeds, and how often they report. Built once
 * before a run (by a profile below or by a reader of cluster files); it is constant during a run.
 *
 * The slots of a stage are numbered over the whole cluster, node by node: node 0 has the slots 0 ..
 * s0 - 1, node 1 the slots s0 .. s0 + s1 - 1, and so on; each stage has its own numbers.
 */
#ifndef HARNESS_WORKLOAD_CLUSTER_H
#define HARNESS_WORKLOAD_CLUSTER_H

#include "harness/workload/workload.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum stage { STAGE_MAP = 0, STAGE_REDUCE = 1 };
#define STAGES 2

/* How near a node is to the data of a map: on it, in its rack, or elsewhere ("off-switch"). */
enum locality { LOCALITY_NODE = 0, LOCALITY_RACK = 1, LOCALITY_REMOTE = 2 };
#define LOCALITIES 3

/* Speeds are exact multiples of 1/1000 of the speed at which the workload's durations are given. */
#define CLUSTER_SPEED_ONE 1000
#define CLUSTER_SPEED_MAX 1000000

/* Upper bounds of a cluster. */
#define CLUSTER_SLOTS_MAX 1048576      /* slots of one stage */
#define CLUSTER_HEARTBEAT_MAX 86400000 /* ticks: one day */
#define CLUSTER_RACK_MAX 1048575

struct cluster_node {
    int32_t slots[STAGES]; /* 0 .. CLUSTER_SLOTS_MAX; not both 0 */
    int32_t speed[STAGES]; /* thousandths, 1 .. CLUSTER_SPEED_MAX, per stage */
    int32_t rack;          /* nodes of equal number share a rack; 0 .. CLUSTER_RACK_MAX */
    /* of the host, as traces call it; NULL: it has none. cluster_free() frees it */
    char *name;
};

struct cluster {
    char *title; /* for reports: file name or profile name */
    struct cluster_node *nodes;
    int32_t node_count;
    int32_t node_capacity; /* allocated; cluster_add()'s own */
    int32_t added[STAGES]; /* slots so far; cluster_add()'s own */
    ticks heartbeat;       /* 0: instant mode; else the period, 1 .. CLUSTER_HEARTBEAT_MAX */
};

/* The heartbeat of Hadoop 0.21 for up to 100 trackers: max(1000 ms * ceil(trackers / 100), 3000
 * ms). */
#define CLUSTER_HADOOP_HEARTBEAT 3000

/* An empty cluster in instant mode. The title is copied. */
void cluster_init(struct cluster *c, const char *title);

/* Appends `count` equal nodes without names. Returns false if a field of the node or a total is out
 * of range (then nothing was added). Amortised O(count). */
bool cluster_add(struct cluster *c, int32_t count, struct cluster_node node);

/* Every slot its own node of speed 1: the map slots' nodes first. Returns false if a count is
 * outside 0 .. CLUSTER_SLOTS_MAX, or both are 0; then *c is empty. */
bool cluster_of_slots(struct cluster *c, int32_t map_slots, int32_t reduce_slots);

/* Table I of "Real-Time Scheduling in MapReduce Clusters": 20 nodes of 4 map slots and 1 reduce
 * slot, speed 1, and 10 nodes of 2 map slots and 1 reduce slot whose maps run at `slow_map_speed`
 * thousandths. Heartbeat CLUSTER_HADOOP_HEARTBEAT. slow_map_speed outside 1 .. CLUSTER_SPEED_MAX:
 * false. */
bool cluster_of_paper(struct cluster *c, int32_t slow_map_speed);

void cluster_free(struct cluster *c);

/* Slots of a stage over all nodes. O(nodes). */
int32_t cluster_slots(const struct cluster *c, enum stage stage);

/* The largest number of slots of a stage on one node. O(nodes). */
int32_t cluster_slots_of_largest_node(const struct cluster *c, enum stage stage);

/* NULL if the cluster can run jobs; otherwise the problem (static text, one line): no slot, a
 * heartbeat out of range. A cluster without slots of one stage runs jobs without tasks of it:
 * stage_fit.h. */
const char *cluster_problem(const struct cluster *c);

/* ceil(duration * 1000 / speed): how long a task of this duration (>= 0) takes at a speed in
 * thousandths. INT64_MAX if that does not fit. */
ticks cluster_time_at_speed(ticks duration, int32_t speed);

#endif
