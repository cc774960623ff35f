/*
 * For schedulers that order jobs by a fixed number: the jobs that have tasks ready to run in one
 * stage, smallest key first, equal keys in order of arrival. A binary heap that holds a job at most
 * once; jobs whose tasks have all been started leave it when they come to the front.
 */
#ifndef HARNESS_SCHEDULERS_READY_QUEUE_H
#define HARNESS_SCHEDULERS_READY_QUEUE_H

#include "harness/engine/scheduler.h"

struct ready_entry {
    ticks key;
    const struct scheduler_job *job;
};

struct ready_queue {
    enum stage stage;
    struct ready_entry *heap;
    int32_t count;
    bool *queued; /* by job id */
};

/* Room for all jobs of a run. O(job_count). */
void ready_queue_init(struct ready_queue *q, enum stage stage, int32_t job_count);
void ready_queue_free(struct ready_queue *q);

/* Adds the job if it has a task that may run (reduces: if they are open) and is not in the queue.
 * Call it whenever that may have become true. A job keeps its key. O(log count). */
void ready_queue_offer(struct ready_queue *q, const struct scheduler_job *job, ticks key);

/* The first job that has a waiting task; NULL if there is none. Amortised O(log count). */
const struct scheduler_job *ready_queue_first(struct ready_queue *q);

/* Takes out the first job; it may be offered again. The queue must not be empty. O(log count). */
void ready_queue_drop_first(struct ready_queue *q);

#endif
