#include "harness/engine/finish_queue.h"

#include "harness/workload/alloc.h"

#include <stdbool.h>
#include <stdlib.h>

static bool before(const struct finish_event *a, const struct finish_event *b)
{
    return a->noticed != b->noticed ? a->noticed < b->noticed : a->sequence < b->sequence;
}

void finish_queue_init(struct finish_queue *q, int32_t capacity)
{
    *q = (struct finish_queue){.heap = alloc_zeroed((size_t)capacity, sizeof *q->heap),
                               .place = alloc_zeroed((size_t)capacity, STAGES * sizeof *q->place)};
}

void finish_queue_free(struct finish_queue *q)
{
    free(q->heap);
    free(q->place);
    *q = (struct finish_queue){0};
}

/* Where the place of the slot's event is kept. */
static int32_t *place_of(const struct finish_queue *q, enum stage stage, int32_t slot)
{
    return &q->place[(size_t)slot * STAGES + (size_t)stage];
}

static void put(struct finish_queue *q, int32_t i, struct finish_event event)
{
    q->heap[i] = event;
    *place_of(q, event.stage, event.slot) = i;
}

/* Puts the event where place i, whose own event is gone, and its ancestors leave it. */
static void sift_up(struct finish_queue *q, int32_t i, struct finish_event event)
{
    while (i > 0 && before(&event, &q->heap[(i - 1) / 2])) {
        put(q, i, q->heap[(i - 1) / 2]);
        i = (i - 1) / 2;
    }
    put(q, i, event);
}

void finish_queue_push(struct finish_queue *q, struct finish_event event)
{
    sift_up(q, q->count++, event);
}

void finish_queue_advance(struct finish_queue *q, enum stage stage, int32_t slot, ticks noticed)
{
    int32_t i = *place_of(q, stage, slot);
    if (noticed < q->heap[i].noticed) {
        struct finish_event event = q->heap[i];
        event.noticed = noticed;
        sift_up(q, i, event);
    }
}

/* Puts the event where place i, whose own event is gone, and its descendants leave it. */
static void sift_down(struct finish_queue *q, int32_t i, struct finish_event event)
{
    int32_t child = 2 * i + 1;
    while (child < q->count) {
        if (child + 1 < q->count && before(&q->heap[child + 1], &q->heap[child])) {
            child++;
        }
        if (!before(&q->heap[child], &event)) {
            break;
        }
        put(q, i, q->heap[child]);
        i = child;
        child = 2 * i + 1;
    }
    put(q, i, event);
}

void finish_queue_remove(struct finish_queue *q, enum stage stage, int32_t slot)
{
    int32_t i = *place_of(q, stage, slot);
    struct finish_event last = q->heap[--q->count];
    if (i == q->count) {
        return;
    }
    if (before(&last, &q->heap[i])) {
        sift_up(q, i, last);
    } else {
        sift_down(q, i, last);
    }
}

const struct finish_event *finish_queue_first(const struct finish_queue *q)
{
    return &q->heap[0];
}

struct finish_event finish_queue_pop(struct finish_queue *q)
{
    struct finish_event first = q->heap[0];
    struct finish_event last = q->heap[--q->count];
    sift_down(q, 0, last);
    return first;
}
