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
    NODE_SILENT, /* does not respond, and is not yet down for Slurm */
    NODE_DRAINS, /* takes no further task; what runs goes on */
    NODE_LOST
};

struct slot_node {
    char *name;
    int32_t first[2]; /* slot, by stage */
    int32_t slots[2];
    enum node_condition told; /* what the service was told last */
    int64_t silent_since;     /* ms of CLOCK_BOOTTIME; 0: it responds */
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

/* Slots stay where they are as long as the store lives: takes the nodes in the order that the file
 * `slots` of the store has, new ones behind them, and writes it if it is missing or grows. False:
 * `error` says what is not as it was. */
bool slot_table_keep(struct slot_table *table, const char *store, char *error, size_t size);

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

/* Tells the service what has become of slots at an instant of CLOCK_BOOTTIME; at first of all. A
 * node that is silent for long takes no further task. */
void slot_table_tell(struct slot_table *table, const enum node_condition *condition, int64_t now,
                     const struct executor_events *events);

#endif
