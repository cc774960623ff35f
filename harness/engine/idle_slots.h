/*
 * The idle slots of one stage.
 *
 * Instant mode: the one with the lowest number comes first. Heartbeat mode: each node has its own,
 * and the one that has been idle longest comes first. The slots of a node are alike, but when a
 * node gets one reduce task per heartbeat, this order bounds the wait of each of its r reduce slots
 * by r heartbeats.
 */
#ifndef HARNESS_ENGINE_IDLE_SLOTS_H
#define HARNESS_ENGINE_IDLE_SLOTS_H

#include "harness/engine/slot_set.h"

#include <stdbool.h>
#include <stdint.h>

struct idle_slots {
    bool by_node;           /* heartbeat mode */
    struct slot_set all;    /* instant mode */
    const int32_t *node_of; /* heartbeat mode: by slot */
    int32_t *first;         /* by node; -1: none is idle */
    int32_t *last;          /* by node */
    int32_t *next;          /* by slot: the one that became idle next on its node; -1 */
    int32_t *previous;      /* by slot: the one that did before it; -1 */
};

/* None is idle. node_of (slot -> node) must outlive it. O(slots + nodes). */
void idle_slots_init(struct idle_slots *s, int32_t slots, const int32_t *node_of, int32_t nodes, bool by_node);
void idle_slots_free(struct idle_slots *s);

/* The slot becomes idle; it was busy. O(1) (instant mode: O(log slots), base 64). */
void idle_slots_add(struct idle_slots *s, int32_t slot);

/* Heartbeat mode: the slot that comes first on the node, or -1. O(1). */
int32_t idle_slots_first(const struct idle_slots *s, int32_t node);

/* Instant mode: the idle slot with the lowest number from `from` on, 0 .. slots; -1 if there is
 * none. O(log slots). */
int32_t idle_slots_next(const struct idle_slots *s, int32_t from);

/* Takes out an idle slot. O(1) likewise. */
void idle_slots_take(struct idle_slots *s, int32_t slot);

#endif
