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
    s->previous = alloc_zeroed((size_t)slots, sizeof *s->previous);
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
    free(s->previous);
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
    s->previous[slot] = NO_SLOT;
    if (s->first[node] == NO_SLOT) {
        s->first[node] = slot;
    } else {
        s->previous[slot] = s->last[node];
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
    int32_t previous = s->previous[slot];
    int32_t next = s->next[slot];
    *(previous == NO_SLOT ? &s->first[node] : &s->next[previous]) = next;
    *(next == NO_SLOT ? &s->last[node] : &s->previous[next]) = previous;
}
