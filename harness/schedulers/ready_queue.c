#include "harness/schedulers/ready_queue.h"

#include "harness/workload/alloc.h"

#include <stdlib.h>

static bool before(const struct ready_entry *a, const struct ready_entry *b)
{
    return a->key != b->key ? a->key < b->key : a->job->id < b->job->id;
}

void ready_queue_init(struct ready_queue *q, enum stage stage, int32_t job_count)
{
    *q = (struct ready_queue){.stage = stage,
                              .heap = alloc_zeroed((size_t)job_count, sizeof *q->heap),
                              .queued = alloc_zeroed((size_t)job_count, sizeof *q->queued)};
}

void ready_queue_free(struct ready_queue *q)
{
    free(q->heap);
    free(q->queued);
    *q = (struct ready_queue){0};
}

void ready_queue_offer(struct ready_queue *q, const struct scheduler_job *job, ticks key)
{
    bool may_run = job->waiting[q->stage] > 0 && (q->stage == STAGE_MAP || job->reduces_open);
    if (!may_run || q->queued[job->id]) {
        return;
    }
    q->queued[job->id] = true;
    struct ready_entry entry = {.key = key, .job = job};
    int32_t i = q->count++;
    while (i > 0 && before(&entry, &q->heap[(i - 1) / 2])) {
        q->heap[i] = q->heap[(i - 1) / 2];
        i = (i - 1) / 2;
    }
    q->heap[i] = entry;
}

void ready_queue_drop_first(struct ready_queue *q)
{
    q->queued[q->heap[0].job->id] = false;
    struct ready_entry last = q->heap[--q->count];
    int32_t i = 0;
    int32_t child = 1;
    while (child < q->count) {
        if (child + 1 < q->count && before(&q->heap[child + 1], &q->heap[child])) {
            child++;
        }
        if (!before(&q->heap[child], &last)) {
            break;
        }
        q->heap[i] = q->heap[child];
        i = child;
        child = 2 * i + 1;
    }
    q->heap[i] = last;
}

const struct scheduler_job *ready_queue_first(struct ready_queue *q)
{
    while (q->count > 0 && q->heap[0].job->waiting[q->stage] == 0) {
        ready_queue_drop_first(q);
    }
    return q->count > 0 ? q->heap[0].job : NULL;
}
