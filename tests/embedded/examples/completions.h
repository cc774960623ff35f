/*
 * Completions on their way from an interrupt to a task: a ring with one producer and one consumer,
 * without locks.
 */
#ifndef EXAMPLES_COMPLETIONS_H
#define EXAMPLES_COMPLETIONS_H

#include "rtmr.h"

#include <stdatomic.h>

/* A power of two, at least as many as there are slots: a slot has at most one completion on its
 * way, so the ring is never full. */
#ifndef COMPLETIONS
#define COMPLETIONS 8u
#endif

struct completion {
    enum rtmr_stage stage;
    int32_t slot;
};

struct completions {
    struct completion of[COMPLETIONS];
    atomic_uint posted; /* written by the producer only; both count for ever, modulo 2^32 */
    atomic_uint taken;  /* written by the consumer only */
};

/* For the interrupt. Zero if the ring is full: then it is too small. */
static inline int32_t completions_post(struct completions *c, enum rtmr_stage stage, int32_t slot)
{
    const unsigned posted = atomic_load_explicit(&c->posted, memory_order_relaxed);

    if (posted - atomic_load_explicit(&c->taken, memory_order_acquire) == COMPLETIONS) {
        return 0;
    }
    c->of[posted % COMPLETIONS] = (struct completion){.stage = stage, .slot = slot};
    atomic_store_explicit(&c->posted, posted + 1u, memory_order_release);
    return 1;
}

/* For the task. Zero if there is none. */
static inline int32_t completions_take(struct completions *c, struct completion *completion)
{
    const unsigned taken = atomic_load_explicit(&c->taken, memory_order_relaxed);

    if (taken == atomic_load_explicit(&c->posted, memory_order_acquire)) {
        return 0;
    }
    *completion = c->of[taken % COMPLETIONS];
    atomic_store_explicit(&c->taken, taken + 1u, memory_order_release);
    return 1;
}

#endif
