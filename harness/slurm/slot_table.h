/*
 * Where slots are: nodes of a partition, each with slots for map and for reduce tasks. A slot is a
 * CPU. The slots of a stage are numbered node by node.
 */
#ifndef SLURM_SLOT_TABLE_H
#define SLURM_SLOT_TABLE_H

#include "harness/executors/executor.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

/* What a node's state means for its slots. */
enum node_condition {
    NODE_UNSEEN,
    NODE_HERE,
    NODE_DRAINS, /* takes no further task; what runs goes on */
    NODE_LOST
};

struct slot_node {
    char *name;
    int32_t first[2]; /* slot, by stage */
    int32_t slots[2];
    enum node_condition told; /* what the service was told last */
};

struct slot_table {
    int32_t slots[2]; /* by stage */
    int32_t nodes;
    struct slot_node *node;
};

/* Reads "n[1-4]=4+1,m1=2+1": nodes = map slots + reduce slots. NULL: all nodes of the partition in
 * Slurm's order, one reduce slot each if they have two CPUs, and all other CPUs for maps. False:
 * `error` says why not, and there is nothing to free. */
bool slot_table_make(struct slot_table *table, const char *partition, const char *slots, char *error, size_t size);
void slot_table_free(struct slot_table *table);

/* The node of a slot; NULL: there is no such slot. O(log nodes). */
const char *slot_table_node(const struct slot_table *table, enum rtmr_stage stage, int32_t slot);

/* What the bits of a node's state mean. */
enum node_condition slot_table_condition(uint32_t node_state);

/* Asks Slurm for the nodes' states, if they have changed since *looked, an instant of Slurm that
 * begins as 0: condition[i] is that of node i. Blocks; writes nothing else, so that another thread
 * may do it. False: nothing has changed, or `error` says why the controller does not answer; it is
 * empty otherwise. */
bool slot_table_ask(const struct slot_table *table, time_t *looked, enum node_condition *condition, char *error,
                    size_t size);

/* Tells the service what has become of slots; the first time of all. */
void slot_table_tell(struct slot_table *table, const enum node_condition *condition,
                     const struct executor_events *events);

#endif
