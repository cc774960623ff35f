/*
 * When nodes report: node k at phase_k + i * period, i = 0, 1, ..; nodes of equal time in index
 * order. Only in heartbeat mode (period > 0).
 */
#ifndef HARNESS_ENGINE_HEARTBEAT_H
#define HARNESS_ENGINE_HEARTBEAT_H

#include "harness/workload/workload.h"

#include <stdint.h>

struct heartbeats {
    ticks period;
    int32_t nodes;
    ticks *phase;   /* by node, 0 .. period - 1 */
    int32_t *order; /* nodes by (phase, index) */
    /* The next report is by node order[position] in period number `round`. */
    ticks round;
    int32_t position;
};

/* Phases drawn uniformly from the seed. O(nodes log nodes). */
void heartbeats_init(struct heartbeats *h, ticks period, int32_t nodes, uint64_t seed);
void heartbeats_free(struct heartbeats *h);

/* The node's first report at or after an instant >= 0. O(1). INT64_MAX if it does not fit. */
ticks heartbeats_notice(const struct heartbeats *h, int32_t node, ticks instant);

/* The next report's instant and node. O(1). */
ticks heartbeats_next_instant(const struct heartbeats *h);
int32_t heartbeats_next_node(const struct heartbeats *h);

/* The instant of the next report that is not before `from`. O(log nodes). */
ticks heartbeats_first_from(const struct heartbeats *h, ticks from);

/* On to the report after it. O(1). */
void heartbeats_step(struct heartbeats *h);

/* Skips all reports before an instant; never goes back. O(log nodes). */
void heartbeats_skip_to(struct heartbeats *h, ticks instant);

#endif
