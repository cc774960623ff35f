#include "harness/engine/heartbeat.h"

#include "harness/workload/alloc.h"
#include "harness/workload/seed.h"

#include <gsl/gsl_rng.h>
#include <stdlib.h>

/* A node and its phase, to be sorted. */
struct phase {
    ticks phase;
    int32_t node;
};

static int compare_phases(const void *a, const void *b)
{
    const struct phase *x = a;
    const struct phase *y = b;
    if (x->phase != y->phase) {
        return x->phase < y->phase ? -1 : 1;
    }
    return (x->node > y->node) - (x->node < y->node);
}

static void sort_nodes(struct heartbeats *h)
{
    struct phase *phases = alloc_zeroed((size_t)h->nodes, sizeof *phases);
    for (int32_t i = 0; i < h->nodes; i++) {
        phases[i] = (struct phase){.phase = h->phase[i], .node = i};
    }
    qsort(phases, (size_t)h->nodes, sizeof *phases, compare_phases);
    for (int32_t i = 0; i < h->nodes; i++) {
        h->order[i] = phases[i].node;
    }
    free(phases);
}

void heartbeats_init(struct heartbeats *h, ticks period, int32_t nodes, uint64_t seed)
{
    *h = (struct heartbeats){.period = period,
                             .nodes = nodes,
                             .phase = alloc_zeroed((size_t)nodes, sizeof *h->phase),
                             .order = alloc_zeroed((size_t)nodes, sizeof *h->order)};
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    gsl_rng_set(rng, (unsigned long)(seed_derive(seed, 0) & UINT32_MAX));
    for (int32_t i = 0; i < nodes; i++) {
        h->phase[i] = (ticks)gsl_rng_uniform_int(rng, (unsigned long)period);
    }
    gsl_rng_free(rng);
    sort_nodes(h);
}

void heartbeats_free(struct heartbeats *h)
{
    free(h->phase);
    free(h->order);
    *h = (struct heartbeats){0};
}

ticks heartbeats_notice(const struct heartbeats *h, int32_t node, ticks instant)
{
    ticks phase = h->phase[node];
    if (instant <= phase) {
        return phase;
    }
    ticks over = (instant - phase) % h->period;
    if (over == 0) {
        return instant;
    }
    return instant > INT64_MAX - h->period ? INT64_MAX : instant - over + h->period;
}

ticks heartbeats_next_instant(const struct heartbeats *h)
{
    return h->round * h->period + h->phase[h->order[h->position]];
}

int32_t heartbeats_next_node(const struct heartbeats *h)
{
    return h->order[h->position];
}

void heartbeats_step(struct heartbeats *h)
{
    h->position++;
    if (h->position == h->nodes) {
        h->position = 0;
        h->round++;
    }
}

void heartbeats_skip_to(struct heartbeats *h, ticks instant)
{
    if (heartbeats_next_instant(h) >= instant) {
        return;
    }
    h->round = instant / h->period;
    ticks offset = instant % h->period;
    int32_t low = 0; /* all nodes before `low` have a smaller phase, none from `high` on */
    int32_t high = h->nodes;
    while (low < high) {
        int32_t middle = low + (high - low) / 2;
        if (h->phase[h->order[middle]] < offset) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    h->position = low;
    if (low == h->nodes) {
        h->position = 0;
        h->round++;
    }
}

ticks heartbeats_first_from(const struct heartbeats *h, ticks from)
{
    struct heartbeats there = *h;
    heartbeats_skip_to(&there, from);
    return heartbeats_next_instant(&there);
}
