/*
 * Hadoop FIFO: JobQueueTaskScheduler of 0.20 and 0.21. Every job is accepted; slots go to jobs in
 * order of submission (jobs have no priorities here). At a node's report, with `load` = unfinished
 * tasks of the stage (reduces: of jobs whose reduces are open):
 *  - a node runs at most its share of the load (node_load.h);
 *  - maps first, any number; of each job in order a map whose data are on the node or in its rack,
 *    otherwise another map of the same job (off-switch) or a duplicate; after one of these the node
 *    gets no more maps at this report;
 *  - then one reduce;
 *  - padding: if the running tasks, and fifo_padding times the tasks of the jobs but at most the
 *    node's slots, reach all slots, the node gets only one map, and only the first job that has
 *    reduces may get its reduce. Not with 3 nodes or fewer. Off (0) by default; Hadoop's own value
 *    is 0.01. Like Hadoop, this looks only at jobs that have reduces.
 * In instant mode there are no reports: a slot goes to the first job that can use it.
 */
#include "harness/schedulers/idle_time.h"
#include "harness/schedulers/job_rankings.h"
#include "harness/schedulers/node_load.h"
#include "harness/schedulers/report_count.h"
#include "harness/schedulers/schedulers.h"
#include "harness/workload/alloc.h"

#include <stdlib.h>

/* MIN_CLUSTER_SIZE_FOR_PADDING: smaller clusters have none. */
#define NODES_WITHOUT_PADDING 3

struct fifo {
    const struct scheduler_setup *setup;
    struct job_rankings jobs[STAGES];
    struct ranking candidates[STAGES]; /* in order of submission */
    struct ranking_members reducing_members;
    struct ranking reducing; /* the unfinished jobs that have reduces, in order of submission */
    int64_t padded[STAGES];  /* the tasks of these jobs */
    struct node_load load;
    struct report_count report;
    bool padding_reached[STAGES]; /* at this report */
    bool off_switch_given;        /* at this report: a map far from its data, or a duplicate */
    bool off_switch_picked;       /* the last answer of pick() is one */
    bool *reduces_counted;        /* by job id: its reduces are part of remaining */
    int64_t remaining[STAGES];    /* unfinished tasks */
};

static void *fifo_create(const struct scheduler_setup *setup)
{
    struct fifo *fifo = alloc_zeroed(1, sizeof *fifo);
    size_t jobs = (size_t)setup->job_count;
    fifo->setup = setup;
    for (enum stage stage = STAGE_MAP; stage < STAGES; stage++) {
        job_rankings_init(&fifo->jobs[stage], setup, stage, false);
        fifo->candidates[stage] = ranking_empty();
    }
    ranking_members_init(&fifo->reducing_members, jobs);
    fifo->reducing = ranking_empty();
    fifo->reduces_counted = alloc_zeroed(jobs, sizeof *fifo->reduces_counted);
    node_load_init(&fifo->load, setup);
    return fifo;
}

static void fifo_destroy(void *self)
{
    struct fifo *fifo = self;
    job_rankings_free(&fifo->jobs[STAGE_MAP]);
    job_rankings_free(&fifo->jobs[STAGE_REDUCE]);
    ranking_members_free(&fifo->reducing_members);
    node_load_free(&fifo->load);
    free(fifo->reduces_counted);
    free(fifo);
}

static struct rank by_submission(const struct scheduler_job *job)
{
    return (struct rank){.tie = job->id};
}

/* Something of the job has changed. */
static void list_job(struct fifo *fifo, const struct scheduler_job *job)
{
    for (enum stage stage = STAGE_MAP; stage < STAGES; stage++) {
        job_rankings_list(&fifo->jobs[stage], &fifo->candidates[stage], job, by_submission(job));
    }
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
    fifo->remaining[STAGE_MAP] += job->tasks[STAGE_MAP];
    count_open_reduces(fifo, job);
    list_job(fifo, job);
    if (job->tasks[STAGE_REDUCE] > 0) {
        ranking_put(&fifo->reducing_members, &fifo->reducing, job->id, by_submission(job));
        fifo->padded[STAGE_MAP] += job->tasks[STAGE_MAP];
        fifo->padded[STAGE_REDUCE] += job->tasks[STAGE_REDUCE];
    }
}

/* JobQueueTaskScheduler.exceededPadding(): it adds up the tasks job by job and looks at each sum.
 * The padding grows with the sum, so that the last one decides. */
static bool padding_reached(const struct fifo *fifo, enum stage stage, int32_t node)
{
    const struct cluster *cluster = fifo->setup->cluster;
    double needed = (double)fifo->padded[stage];
    int64_t padding =
        cluster->node_count > NODES_WITHOUT_PADDING ? (int64_t)(needed * fifo->setup->options->fifo_padding) : 0;
    int64_t most = cluster->nodes[node].slots[stage];
    bool any = ranking_first(&fifo->reducing) != RANKING_NONE;
    return any && fifo->load.total[stage] + (padding < most ? padding : most) >= fifo->setup->usable[stage];
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

/* The map that the job would run on the slot is off-switch: a node gets one of these at a
 * report. */
static bool is_off_switch(const struct fifo *fifo, const struct scheduler_job *job, int32_t slot)
{
    return job->waiting[STAGE_MAP] == 0 || fifo->setup->nearest(fifo->setup->engine, job, slot) == LOCALITY_REMOTE;
}

/* The first job that has something for the slot. */
static const struct scheduler_job *first_job(const struct fifo *fifo, enum stage stage, int32_t slot)
{
    return job_rankings_first(&fifo->jobs[stage], &fifo->candidates[stage], slot, NULL, NULL);
}

static const struct scheduler_job *pick_map(struct fifo *fifo, int32_t slot)
{
    if (fifo->off_switch_given || (fifo->padding_reached[STAGE_MAP] && fifo->report.given[STAGE_MAP] > 0)) {
        return NULL;
    }
    const struct scheduler_job *job = first_job(fifo, STAGE_MAP, slot);
    fifo->off_switch_picked = job != NULL && fifo->report.reporting && is_off_switch(fifo, job, slot);
    return job;
}

static const struct scheduler_job *pick_reduce(const struct fifo *fifo, int32_t slot)
{
    if (report_count_has_reduce(&fifo->report)) {
        return NULL;
    }
    const struct scheduler_job *job = first_job(fifo, STAGE_REDUCE, slot);
    bool only_first = fifo->padding_reached[STAGE_REDUCE];
    return job != NULL && only_first && job->id != ranking_first(&fifo->reducing) ? NULL : job;
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
    struct fifo *fifo = self;
    report_count_add(&fifo->report, stage);
    node_load_take(&fifo->load, stage, slot);
    fifo->off_switch_given |= stage == STAGE_MAP && fifo->off_switch_picked;
    list_job(fifo, job);
}

static void fifo_slot_released(void *self, const struct scheduler_job *job, enum stage stage, int32_t slot)
{
    struct fifo *fifo = self;
    node_load_release(&fifo->load, stage, slot);
    list_job(fifo, job);
}

static void fifo_task_finished(void *self, const struct scheduler_job *job, enum stage stage, int32_t slot, ticks took)
{
    (void)took;
    struct fifo *fifo = self;
    fifo->remaining[stage]--;
    count_open_reduces(fifo, job);
    fifo_slot_released(self, job, stage, slot);
}

static void fifo_job_finished(void *self, const struct scheduler_job *job)
{
    struct fifo *fifo = self;
    if (job->tasks[STAGE_REDUCE] > 0) {
        ranking_drop(&fifo->reducing_members, &fifo->reducing, job->id);
        fifo->padded[STAGE_MAP] -= job->tasks[STAGE_MAP];
        fifo->padded[STAGE_REDUCE] -= job->tasks[STAGE_REDUCE];
    }
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
