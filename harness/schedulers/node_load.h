/*
 * How many slots of each node are in use, and Hadoop's rule for how many may be: a node runs at most its share of what
 * there is to run, so that a load below capacity spreads over all nodes (JobQueueTaskScheduler; CapBasedLoadManager of
 * the Fair Scheduler):
 *     min(ceil(tasks / all slots * slots of the node), slots of the node)
 */
#ifndef HARNESS_NODE_LOAD_H
#define HARNESS_NODE_LOAD_H

#include "harness/schedulers/scheduler.h"

struct node_load {
    const struct scheduler_setup *setup;
    int32_t *occupied[STAGES];   /* by node */
    int32_t total[STAGES];       /* over all nodes */
    int32_t *first_slot[STAGES]; /* by node; -1 if it has none */
};

/* Nothing runs. O(nodes + slots). */
void node_load_init(struct node_load *load, const struct scheduler_setup *setup);
void node_load_free(struct node_load *load);

/* A slot is taken; a slot is idle again. O(1). */
void node_load_take(struct node_load *load, enum stage stage, int32_t slot);
void node_load_release(struct node_load *load, enum stage stage, int32_t slot);

/* Idle slots of the stage on the node. O(1). */
int32_t node_load_free_slots(const struct node_load *load, enum stage stage, int32_t node);

/* The node has its share of so many tasks, running ones included, or more. O(1). */
bool node_load_has_share(const struct node_load *load, enum stage stage, int32_t node, int64_t tasks);

#endif
