/*
 * The slots of each node in use, and Hadoop's bound on them: a node runs at most its share of the
 * tasks, so that a load below capacity spreads over all nodes (JobQueueTaskScheduler;
 * CapBasedLoadManager of the Fair Scheduler):
 *     min(ceil(tasks / all slots * slots of the node), slots of the node)
 */
#ifndef HARNESS_SCHEDULERS_NODE_LOAD_H
#define HARNESS_SCHEDULERS_NODE_LOAD_H

#include "harness/engine/scheduler.h"

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

/* Whether the node runs at least its share of this many tasks, running ones included. O(1). */
bool node_load_has_share(const struct node_load *load, enum stage stage, int32_t node, int64_t tasks);

#endif
