#include "harness/engine/idle_slots.h"

#include "harness/workload/alloc.h"

#include <stdlib.h>

#define NO_SLOT (-1)

void idle_slots_init(struct idle_slots *s, int32_t slots, const int32_t *node_of, int32_t nodes, bool by_node)
{
    *s = (struct idle_slots){.by_node = by_node, .node_of = node_of};
    if (!by_node) {
        slot_set_init(&s->all, slots);
        return;
    }
    s->first = alloc_zeroed((size_t)nodes, sizeof *s->first);
    s->last = alloc_zeroed((size_t)nodes, sizeof *s->last);
    s->next = alloc_zeroed((size_t)slots, sizeof *s->next);
    for (int32_t i = 0; i < nodes; i++) {
        s->first[i] = NO_SLOT;
    }
}

void idle_slots_free(struct idle_slots *s)
{
    slot_set_free(&s->all);
    free(s->first);
    free(s->last);
    free(s->next);
    *s = (struct idle_slots){0};
}

void idle_slots_add(struct idle_slots *s, int32_t slot)
{
    if (!s->by_node) {
        slot_set_add(&s->all, slot);
        return;
    }
    int32_t node = s->node_of[slot];
    s->next[slot] = NO_SLOT;
    if (s->first[node] == NO_SLOT) {
        s->first[node] = slot;
    } else {
        s->next[s->last[node]] = slot;
    }
    s->last[node] = slot;
}

int32_t idle_slots_first(const struct idle_slots *s, int32_t node)
{
    return s->first[node];
}

int32_t idle_slots_next(const struct idle_slots *s, int32_t from)
{
    return slot_set_next(&s->all, from);
}

void idle_slots_take(struct idle_slots *s, int32_t slot)
{
    if (!s->by_node) {
        slot_set_remove(&s->all, slot);
        return;
    }
    int32_t node = s->node_of[slot];
    if (s->first[node] == slot) {
        s->first[node] = s->next[slot];
        return;
    }
    int32_t before = s->first[node];
    while (s->next[before] != slot) {
        before = s->next[before];
    }
    s->next[before] = s->next[slot];
    if (s->last[node] == slot) {
        s->last[node] = before;
    }
}
