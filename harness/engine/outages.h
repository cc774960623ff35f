/*
 * Losses, returns and slowness of nodes and slots, by the script and, for nodes, by the rates. The
 * losses of a node depend only on the seed and its number: every scheduler meets the same ones.
 */
#ifndef HARNESS_ENGINE_OUTAGES_H
#define HARNESS_ENGINE_OUTAGES_H

#include "harness/engine/faults.h"

#include <stdbool.h>
#include <stdint.h>

/* One change. FAULT_NODE_... or FAULT_SLOT_...; the fields of a struct fault_event. */
struct outage {
    ticks at;
    enum fault_kind kind;
    int32_t node;
    enum stage stage;
    int32_t number;
    double factor;
};

struct outages;

/* begin: the rates draw losses after this instant only, with all nodes there until then. The script
 * must outlive it. O(nodes). */
struct outages *outages_new(const struct fault_options *options, int32_t nodes, ticks begin, uint64_t seed);
void outages_free(struct outages *o);

/* The instant of the next change; INT64_MAX if there is none. O(1). */
ticks outages_next(const struct outages *o);

/* Takes the next change; there is one. Of one instant: first those of the script in its order, then
 * those of the rates by node. O(log nodes). */
struct outage outages_take(struct outages *o);

/* The factor on the duration of work on a node at the start, by the rate: slow_factor or 1.
 * O(1). */
double outages_slowness(struct outages *o, int32_t node);

#endif
