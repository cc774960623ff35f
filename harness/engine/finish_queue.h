/*
 * The running tasks whose end is known, by the instant at which it will be noticed; at one instant
 * in the order in which they were dispatched. A binary heap in one array that is allocated once.
 */
#ifndef HARNESS_ENGINE_FINISH_QUEUE_H
#define HARNESS_ENGINE_FINISH_QUEUE_H

#include "harness/workload/cluster.h"
#include "harness/workload/workload.h"

#include <stdint.h>

struct finish_event {
    ticks noticed;
    int64_t sequence; /* of the dispatch; unique */
    int32_t slot;
    enum stage stage;
};

struct finish_queue {
    struct finish_event *heap;
    /* in the heap, by slot and stage; meaningless for those outside the heap */
    int32_t *place;
    int32_t count;
};

/* Room for `capacity` events of slots below `capacity` (slots of both stages are enough). */
void finish_queue_init(struct finish_queue *q, int32_t capacity);
void finish_queue_free(struct finish_queue *q);

/* O(log count). The queue must not be full. */
void finish_queue_push(struct finish_queue *q, struct finish_event event);

/* The event of this slot, which must be there, is noticed at an earlier instant (a later one: no
 * change). O(log count). */
void finish_queue_advance(struct finish_queue *q, enum stage stage, int32_t slot, ticks noticed);

/* Takes out the event of this slot, which must be there. O(log count). */
void finish_queue_remove(struct finish_queue *q, enum stage stage, int32_t slot);

/* The first event; the queue must not be empty. O(1) and O(log count). */
const struct finish_event *finish_queue_first(const struct finish_queue *q);
struct finish_event finish_queue_pop(struct finish_queue *q);

#endif
