/*
 * Hadoop FIFO (JobQueueTaskScheduler of 0.20/0.21): every job is accepted; slots go to jobs in order of submission.
 *
 * In heartbeat mode a node takes tasks only up to its share of the load, so that a load below capacity spreads over
 * all nodes: with `remaining` = unfinished tasks of the stage over all jobs (reduces only of jobs whose reduces are
 * open), a node runs at most min(ceil(remaining / all slots * slots of the node), slots of the node) of them.
 * Hadoop's padding (slots kept free for speculative and failed tasks) is 0 here, and jobs have no priorities.
 */
#include "harness/schedulers/ready_queue.h"
#include "harness/schedulers/schedulers.h"
#include "harness/workload/alloc.h"

#include <stdlib.h>

struct fifo {
    const struct scheduler_setup *setup;
    struct ready_queue ready[STAGES];
    bool *reduces_counted;         /* by job id: its reduces are part of remaining */
    int64_t remaining[STAGES];     /* unfinished tasks */
    int32_t *running[STAGES];      /* by node */
};

static void *fifo_create(const struct scheduler_setup *setup)
{
    struct fifo *fifo = alloc_zeroed(1, sizeof *fifo);
    fifo->setup = setup;
    fifo->reduces_counted = alloc_zeroed((size_t)setup->job_count, sizeof *fifo->reduces_counted);
    for (int stage = 0; stage < STAGES; stage++) {
        ready_queue_init(&fifo->ready[stage], (enum stage)stage, setup->job_count);
        fifo->running[stage] = alloc_zeroed((size_t)setup->cluster->node_count, sizeof *fifo->running[stage]);
    }
    return fifo;
}

static void fifo_destroy(void *self)
{
    struct fifo *fifo = self;
    for (int stage = 0; stage < STAGES; stage++) {
        ready_queue_free(&fifo->ready[stage]);
        free(fifo->running[stage]);
    }
    free(fifo->reduces_counted);
    free(fifo);
}

static void offer(struct fifo *fifo, const struct scheduler_job *job)
{
    /* Equal keys: in order of arrival. */
    ready_queue_offer(&fifo->ready[STAGE_MAP], job, 0);
    ready_queue_offer(&fifo->ready[STAGE_REDUCE], job, 0);
    if (job->reduces_open && !fifo->reduces_counted[job->id]) {
        fifo->reduces_counted[job->id] = true;
        fifo->remaining[STAGE_REDUCE] += job->tasks[STAGE_REDUCE];
    }
}

static void fifo_job_arrives(void *self, const struct scheduler_job *job, struct verdict *verdict)
{
    (void)verdict;
    struct fifo *fifo = self;
    fifo->remaining[STAGE_MAP] += job->tasks[STAGE_MAP];
    offer(fifo, job);
}

/* The node has its share of the load, or more. */
static bool has_its_share(const struct fifo *fifo, enum stage stage, int32_t node)
{
    int64_t node_slots = fifo->setup->cluster->nodes[node].slots[stage];
    int64_t slots = fifo->setup->slots[stage];
    int64_t remaining = fifo->remaining[stage] < slots ? fifo->remaining[stage] : slots;
    int64_t share = (remaining * node_slots + slots - 1) / slots;
    return fifo->running[stage][node] >= share;
}

static const struct scheduler_job *fifo_pick(void *self, enum stage stage, int32_t slot)
{
    struct fifo *fifo = self;
    if (fifo->setup->cluster->heartbeat > 0 && has_its_share(fifo, stage, fifo->setup->node_of[stage][slot])) {
        return NULL;
    }
    return ready_queue_first(&fifo->ready[stage]);
}

static void fifo_task_started(void *self, const struct scheduler_job *job, enum stage stage, int32_t slot)
{
    (void)job;
    struct fifo *fifo = self;
    fifo->running[stage][fifo->setup->node_of[stage][slot]]++;
}

static void fifo_task_finished(void *self, const struct scheduler_job *job, enum stage stage, int32_t slot, ticks took)
{
    (void)took;
    struct fifo *fifo = self;
    fifo->running[stage][fifo->setup->node_of[stage][slot]]--;
    fifo->remaining[stage]--;
    offer(fifo, job);
}

static void fifo_task_failed(void *self, const struct scheduler_job *job, enum stage stage, int32_t slot)
{
    struct fifo *fifo = self;
    fifo->running[stage][fifo->setup->node_of[stage][slot]]--;
    offer(fifo, job);
}

const struct scheduler_class fifo_scheduler = {
    .name = "fifo",
    .summary = "Hadoop FIFO: in order of submission, no admission test",
    .create = fifo_create,
    .destroy = fifo_destroy,
    .job_arrives = fifo_job_arrives,
    .pick = fifo_pick,
    .task_started = fifo_task_started,
    .task_finished = fifo_task_finished,
    .task_failed = fifo_task_failed,
};
