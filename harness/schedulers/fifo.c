/*
 * Hadoop FIFO: JobQueueTaskScheduler of 0.20 and 0.21. Every job is accepted; slots go to jobs in order of submission
 * (jobs have no priorities here). At a node's report, with `load` = unfinished tasks of the stage (reduces: of jobs
 * whose reduces are open):
 *  - a node runs at most its share of the load (node_load.h);
 *  - maps first, any number; of each job in order a map whose data are on the node or in its rack, otherwise another
 *    map of the same job (off-switch) or a duplicate; after one of these the node gets no more maps at this report;
 *  - then one reduce;
 *  - padding: if the running tasks, and fifo_padding times the tasks of the jobs but at most the node's slots, reach
 *    all slots, the node gets only one map, and only the first job that has reduces may get its reduce. Not with 3
 *    nodes or fewer. Off (0) by default; Hadoop's own value is 0.01. Like Hadoop, this looks only at jobs that have
 *    reduces.
 * In instant mode there are no reports: a slot goes to the first job that can use it.
 */
#include "harness/schedulers/idle_time.h"
#include "harness/schedulers/job_list.h"
#include "harness/schedulers/node_load.h"
#include "harness/schedulers/report_count.h"
#include "harness/schedulers/schedulers.h"
#include "harness/workload/alloc.h"

#include <stdlib.h>

/* MIN_CLUSTER_SIZE_FOR_PADDING: smaller clusters have none. */
#define NODES_WITHOUT_PADDING 3

struct fifo {
    const struct scheduler_setup *setup;
    struct job_list jobs;
    struct node_load load;
    struct report_count report;
    bool padding_reached[STAGES];  /* at this report */
    bool off_switch_given;         /* at this report: a map far from its data, or a duplicate */
    bool off_switch_picked;        /* what pick() answered last is one */
    bool *reduces_counted;         /* by job id: its reduces are part of remaining */
    int64_t remaining[STAGES];     /* unfinished tasks */
};

static void *fifo_create(const struct scheduler_setup *setup)
{
    struct fifo *fifo = alloc_zeroed(1, sizeof *fifo);
    fifo->setup = setup;
    fifo->reduces_counted = alloc_zeroed((size_t)setup->job_count, sizeof *fifo->reduces_counted);
    job_list_init(&fifo->jobs, setup->job_count);
    node_load_init(&fifo->load, setup);
    return fifo;
}

static void fifo_destroy(void *self)
{
    struct fifo *fifo = self;
    job_list_free(&fifo->jobs);
    node_load_free(&fifo->load);
    free(fifo->reduces_counted);
    free(fifo);
}

static void count_open_reduces(struct fifo *fifo, const struct scheduler_job *job)
{
    if (job->reduces_open && !fifo->reduces_counted[job->id]) {
        fifo->reduces_counted[job->id] = true;
        fifo->remaining[STAGE_REDUCE] += job->tasks[STAGE_REDUCE];
    }
}

static void fifo_job_arrives(void *self, const struct scheduler_job *job, struct verdict *verdict)
{
    (void)verdict;
    struct fifo *fifo = self;
    job_list_add(&fifo->jobs, job);
    fifo->remaining[STAGE_MAP] += job->tasks[STAGE_MAP];
    count_open_reduces(fifo, job);
}

/* JobQueueTaskScheduler.exceededPadding() */
static bool padding_reached(const struct fifo *fifo, enum stage stage, int32_t node)
{
    const struct cluster *cluster = fifo->setup->cluster;
    double fraction = fifo->setup->options->fifo_padding;
    int64_t needed = 0;
    for (int32_t i = 0; i < fifo->jobs.count; i++) {
        const struct scheduler_job *job = fifo->jobs.jobs[i];
        if (job->tasks[STAGE_REDUCE] == 0) {
            continue;
        }
        needed += job->tasks[stage];
        int64_t padding = cluster->node_count > NODES_WITHOUT_PADDING ? (int64_t)((double)needed * fraction) : 0;
        int64_t most = cluster->nodes[node].slots[stage];
        if (fifo->load.total[stage] + (padding < most ? padding : most) >= fifo->setup->usable[stage]) {
            return true;
        }
    }
    return false;
}

static void fifo_report_begins(void *self, int32_t node)
{
    struct fifo *fifo = self;
    report_count_begin(&fifo->report);
    fifo->off_switch_given = false;
    for (enum stage stage = STAGE_MAP; stage < STAGES; stage++) {
        fifo->padding_reached[stage] = fifo->setup->options->fifo_padding > 0.0 && padding_reached(fifo, stage, node);
    }
}

/* The map that the job would run on the slot is the one off-switch map that a node gets at a report. */
static bool is_off_switch(const struct fifo *fifo, const struct scheduler_job *job, int32_t slot)
{
    return job->waiting[STAGE_MAP] == 0 ||
           fifo->setup->nearest(fifo->setup->engine, job, slot) == LOCALITY_REMOTE;
}

static const struct scheduler_job *pick_map(struct fifo *fifo, int32_t slot)
{
    if (fifo->off_switch_given || (fifo->padding_reached[STAGE_MAP] && fifo->report.given[STAGE_MAP] > 0)) {
        return NULL;
    }
    for (int32_t i = 0; i < fifo->jobs.count; i++) {
        const struct scheduler_job *job = fifo->jobs.jobs[i];
        if (job_runs_on(fifo->setup, job, STAGE_MAP, slot)) {
            fifo->off_switch_picked = fifo->report.reporting && is_off_switch(fifo, job, slot);
            return job;
        }
    }
    return NULL;
}

static const struct scheduler_job *pick_reduce(struct fifo *fifo, int32_t slot)
{
    if (report_count_has_reduce(&fifo->report)) {
        return NULL;
    }
    for (int32_t i = 0; i < fifo->jobs.count; i++) {
        const struct scheduler_job *job = fifo->jobs.jobs[i];
        if (job_runs_on(fifo->setup, job, STAGE_REDUCE, slot)) {
            return job;
        }
        if (fifo->padding_reached[STAGE_REDUCE] && job->tasks[STAGE_REDUCE] > 0) {
            return NULL;
        }
    }
    return NULL;
}

static const struct scheduler_job *fifo_pick(void *self, enum stage stage, int32_t slot)
{
    struct fifo *fifo = self;
    int32_t node = fifo->setup->node_of[stage][slot];
    if (fifo->report.reporting && node_load_has_share(&fifo->load, stage, node, fifo->remaining[stage])) {
        return NULL;
    }
    return stage == STAGE_MAP ? pick_map(fifo, slot) : pick_reduce(fifo, slot);
}

static void fifo_task_started(void *self, const struct scheduler_job *job, enum stage stage, int32_t slot)
{
    (void)job;
    struct fifo *fifo = self;
    report_count_add(&fifo->report, stage);
    node_load_take(&fifo->load, stage, slot);
    fifo->off_switch_given |= stage == STAGE_MAP && fifo->off_switch_picked;
}

static void fifo_task_finished(void *self, const struct scheduler_job *job, enum stage stage, int32_t slot, ticks took)
{
    (void)took;
    struct fifo *fifo = self;
    node_load_release(&fifo->load, stage, slot);
    fifo->remaining[stage]--;
    count_open_reduces(fifo, job);
}

static void fifo_slot_released(void *self, const struct scheduler_job *job, enum stage stage, int32_t slot)
{
    (void)job;
    struct fifo *fifo = self;
    node_load_release(&fifo->load, stage, slot);
}

static void fifo_job_finished(void *self, const struct scheduler_job *job)
{
    struct fifo *fifo = self;
    job_list_remove(&fifo->jobs, job);
}

const struct scheduler_class fifo_scheduler = {
    .name = "fifo",
    .summary = "Hadoop FIFO: in order of submission, no admission test",
    .create = fifo_create,
    .destroy = fifo_destroy,
    .job_arrives = fifo_job_arrives,
    .pick = fifo_pick,
    .report_begins = fifo_report_begins,
    .stirs_at = only_events_stir,
    .task_started = fifo_task_started,
    .task_finished = fifo_task_finished,
    .task_failed = fifo_slot_released,
    .attempt_dropped = fifo_slot_released,
    .job_finished = fifo_job_finished,
};
