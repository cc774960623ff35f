#include "harness/schedulers/capacity_core.h"

#include "harness/schedulers/job_groups.h"
#include "harness/schedulers/node_load.h"
#include "harness/schedulers/report_count.h"
#include "harness/schedulers/srt_order.h"
#include "harness/workload/alloc.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The queue if none is listed. */
static struct queue_spec only_queue = {.name = "default", .capacity = 100.0, .user_limit = 100};
static const struct queue_table only_table = {.queues = &only_queue, .count = 1};

struct capacity {
    const struct scheduler_setup *setup;
    const struct queue_table *table;
    bool srt;
    ticks now;
    struct job_list jobs;
    struct job_groups users; /* the queues in the order of the table, then the users of each */
    struct node_load load;
    struct report_count report;
    int32_t node; /* that reports */
};

struct capacity *capacity_new(const struct scheduler_setup *setup, bool srt)
{
    struct capacity *c = alloc_zeroed(1, sizeof *c);
    c->setup = setup;
    c->table = setup->options->queues != NULL ? setup->options->queues : &only_table;
    c->srt = srt;
    job_list_init(&c->jobs, setup->job_count);
    job_groups_init(&c->users, setup->job_count);
    node_load_init(&c->load, setup);
    for (size_t i = 0; i < c->table->count; i++) {
        job_groups_find(&c->users, GROUP_NONE, c->table->queues[i].name);
    }
    return c;
}

void capacity_destroy(void *self)
{
    struct capacity *c = self;
    job_list_free(&c->jobs);
    job_groups_free(&c->users);
    node_load_free(&c->load);
    free(c);
}

static int32_t queue_named(const struct capacity *c, const char *name)
{
    for (size_t i = 0; i < c->table->count; i++) {
        if (strcmp(c->table->queues[i].name, name) == 0) {
            return (int32_t)i;
        }
    }
    return 0;
}

void capacity_job_arrives(void *self, const struct scheduler_job *job, struct verdict *verdict)
{
    (void)verdict;
    struct capacity *c = self;
    job_list_add(&c->jobs, job);
    c->users.of_job[job->id] = job_groups_find(&c->users, queue_named(c, job->pool), job->user);
}

void capacity_advance(void *self, ticks now)
{
    struct capacity *c = self;
    c->now = now;
}

void capacity_report_begins(void *self, int32_t node)
{
    struct capacity *c = self;
    report_count_begin(&c->report);
    c->node = node;
}

/* --- Queues and users -------------------------------------------------------------------------------- */

static int32_t queue_of(const struct capacity *c, const struct scheduler_job *job)
{
    return c->users.group[c->users.of_job[job->id]].parent;
}

/* In slots. */
static int32_t capacity_of(const struct capacity *c, int32_t queue, enum stage stage)
{
    return (int32_t)floor(c->table->queues[queue].capacity * c->setup->slots[stage] / 100.0 + 1e-9);
}

/* How full the queue is; the groups have been counted. */
static double fill_of(const struct capacity *c, int32_t queue, enum stage stage)
{
    int32_t slots = capacity_of(c, queue, stage);
    return slots == 0 ? 1.0 : (double)c->users.group[queue].occupied[stage] / slots;
}

static int32_t users_of(const struct capacity *c, int32_t queue)
{
    int32_t users = 0;
    for (int32_t i = 0; i < c->users.count; i++) {
        users += c->users.group[i].parent == queue && c->users.group[i].jobs > 0;
    }
    return users;
}

static int32_t user_limit(const struct capacity *c, int32_t queue, enum stage stage)
{
    int32_t used = c->users.group[queue].occupied[stage];
    int32_t slots = capacity_of(c, queue, stage);
    int64_t current = used < slots ? slots : used + 1;
    int32_t users = users_of(c, queue);
    int64_t equal = (current + users - 1) / users;
    int64_t least = (current * c->table->queues[queue].user_limit + 99) / 100;
    return (int32_t)(equal > least ? equal : least);
}

/* --- Choice ------------------------------------------------------------------------------------------ */

static bool may_have(const struct capacity *c, const struct scheduler_job *job, int32_t queue, enum stage stage,
                     int32_t slot, int32_t limit)
{
    return queue_of(c, job) == queue && c->users.group[c->users.of_job[job->id]].occupied[stage] < limit &&
           job_runs_on(c->setup, job, stage, slot);
}

/* The first job of the queue that has something for the slot, of users below the limit. */
static const struct scheduler_job *first_job(const struct capacity *c, int32_t queue, enum stage stage, int32_t slot,
                                             int32_t limit)
{
    bool by_srt = c->srt && stage == STAGE_REDUCE;
    const struct scheduler_job *best = NULL;
    for (int32_t i = 0; i < c->jobs.count && (best == NULL || by_srt); i++) {
        const struct scheduler_job *job = c->jobs.jobs[i];
        if (may_have(c, job, queue, stage, slot, limit) && (best == NULL || srt_compare(job, best, c->now) < 0)) {
            best = job;
        }
    }
    return best;
}

/* The emptiest queue that was not tried; -1: all were. */
static int32_t next_queue(const struct capacity *c, enum stage stage, const bool *tried)
{
    int32_t best = -1;
    for (int32_t i = 0; i < (int32_t)c->table->count; i++) {
        if (!tried[i] && (best < 0 || fill_of(c, i, stage) < fill_of(c, best, stage))) {
            best = i;
        }
    }
    return best;
}

static const struct scheduler_job *first_of_queues(struct capacity *c, enum stage stage, int32_t slot)
{
    job_groups_count(&c->users, &c->jobs);
    bool *tried = alloc_zeroed(c->table->count, sizeof *tried);
    const struct scheduler_job *found = NULL;
    for (int32_t queue = next_queue(c, stage, tried); queue >= 0 && found == NULL;
         queue = next_queue(c, stage, tried)) {
        tried[queue] = true;
        if (c->users.group[queue].jobs > 0) {
            found = first_job(c, queue, stage, slot, user_limit(c, queue, stage));
            found = found != NULL ? found : first_job(c, queue, stage, slot, INT32_MAX);
        }
    }
    free(tried);
    return found;
}

/* The stage has had its tasks of this report. */
static bool served(const struct capacity *c, enum stage stage)
{
    const int32_t *given = c->report.given;
    return c->setup->options->hadoop == HADOOP_0_20 ? given[STAGE_MAP] + given[STAGE_REDUCE] > 0 : given[stage] > 0;
}

/* 0.20 gives its only task to reduces first: there is one. */
static bool reduce_goes_first(struct capacity *c)
{
    return c->report.reporting && c->setup->options->hadoop == HADOOP_0_20 && !served(c, STAGE_REDUCE) &&
           node_load_free_slots(&c->load, STAGE_REDUCE, c->node) > node_load_free_slots(&c->load, STAGE_MAP, c->node) &&
           first_of_queues(c, STAGE_REDUCE, c->load.first_slot[STAGE_REDUCE][c->node]) != NULL;
}

const struct scheduler_job *capacity_pick(void *self, enum stage stage, int32_t slot)
{
    struct capacity *c = self;
    if (served(c, stage) || (stage == STAGE_MAP && reduce_goes_first(c))) {
        return NULL;
    }
    return first_of_queues(c, stage, slot);
}

/* --- Tasks ------------------------------------------------------------------------------------------- */

void capacity_task_started(void *self, const struct scheduler_job *job, enum stage stage, int32_t slot)
{
    (void)job;
    struct capacity *c = self;
    report_count_add(&c->report, stage);
    node_load_take(&c->load, stage, slot);
}

void capacity_task_finished(void *self, const struct scheduler_job *job, enum stage stage, int32_t slot, ticks took)
{
    (void)took;
    capacity_slot_released(self, job, stage, slot);
}

void capacity_slot_released(void *self, const struct scheduler_job *job, enum stage stage, int32_t slot)
{
    (void)job;
    struct capacity *c = self;
    node_load_release(&c->load, stage, slot);
}

void capacity_job_finished(void *self, const struct scheduler_job *job)
{
    struct capacity *c = self;
    job_list_remove(&c->jobs, job);
}
