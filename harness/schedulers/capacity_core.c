#include "harness/schedulers/capacity_core.h"

#include "harness/schedulers/job_groups.h"
#include "harness/schedulers/job_rankings.h"
#include "harness/schedulers/node_load.h"
#include "harness/schedulers/report_count.h"
#include "harness/schedulers/srt_order.h"
#include "harness/workload/alloc.h"

#include <math.h>
#include <stdlib.h>

/* The queue if none is listed. */
static struct queue_spec only_queue = {.name = "default", .capacity = 100.0, .user_limit = 100};
static const struct queue_table only_table = {.queues = &only_queue, .count = 1};

/* Of a user: the jobs that may run something, in order. Of a queue: its users that have such a job,
 * in the order of their first ones. */
struct capacity_group {
    struct ranking order[STAGES];
};

struct capacity {
    const struct scheduler_setup *setup;
    const struct queue_table *table;
    bool srt;
    struct job_groups users;      /* the queues in the order of the table, then the users of each */
    struct capacity_group *group; /* by its number */
    size_t group_capacity;
    struct job_rankings jobs[STAGES];
    struct ranking_members group_members[STAGES];
    struct ranking queues[STAGES]; /* those that have a user in their ranking, the emptiest first */
    struct node_load load;
    struct report_count report;
    int32_t node; /* that reports */
};

static int32_t find_group(struct capacity *c, int32_t parent, const char *name)
{
    int32_t known = c->users.count;
    int32_t group = job_groups_find(&c->users, parent, name);
    if (group == known) {
        c->group = alloc_grow(c->group, &c->group_capacity, (size_t)known + 1, sizeof *c->group);
        c->group[known] = (struct capacity_group){.order = {ranking_empty(), ranking_empty()}};
        ranking_members_add(&c->group_members[STAGE_MAP]);
        ranking_members_add(&c->group_members[STAGE_REDUCE]);
    }
    return group;
}

struct capacity *capacity_new(const struct scheduler_setup *setup, bool srt)
{
    struct capacity *c = alloc_zeroed(1, sizeof *c);
    c->setup = setup;
    c->table = setup->options->queues != NULL ? setup->options->queues : &only_table;
    c->srt = srt;
    job_groups_init(&c->users, setup->job_count);
    node_load_init(&c->load, setup);
    for (enum stage stage = STAGE_MAP; stage < STAGES; stage++) {
        job_rankings_init(&c->jobs[stage], setup, stage, srt && stage == STAGE_REDUCE);
        c->queues[stage] = ranking_empty();
    }
    for (size_t i = 0; i < c->table->count; i++) {
        find_group(c, GROUP_NONE, c->table->queues[i].name);
    }
    return c;
}

void capacity_destroy(void *self)
{
    struct capacity *c = self;
    for (enum stage stage = STAGE_MAP; stage < STAGES; stage++) {
        job_rankings_free(&c->jobs[stage]);
        ranking_members_free(&c->group_members[stage]);
    }
    job_groups_free(&c->users);
    free(c->group);
    node_load_free(&c->load);
    free(c);
}

void capacity_advance(void *self, ticks now)
{
    struct capacity *c = self;
    c->jobs[STAGE_REDUCE].now = now;
}

void capacity_report_begins(void *self, int32_t node)
{
    struct capacity *c = self;
    report_count_begin(&c->report);
    c->node = node;
}

/* --- Queues and users ------------------------------------------------------------------------- */

/* In slots. */
static int32_t capacity_of(const struct capacity *c, int32_t queue, enum stage stage)
{
    return (int32_t)floor(c->table->queues[queue].capacity * c->setup->slots[stage] / 100.0 + 1e-9);
}

/* How full the queue is. */
static double fill_of(const struct capacity *c, int32_t queue, enum stage stage)
{
    int32_t slots = capacity_of(c, queue, stage);
    return slots == 0 ? 1.0 : (double)c->users.group[queue].count.occupied[stage] / slots;
}

static int64_t user_limit(const struct capacity *c, int32_t queue, enum stage stage)
{
    int64_t used = c->users.group[queue].count.occupied[stage];
    int64_t slots = capacity_of(c, queue, stage);
    int64_t current = used < slots ? slots : used + 1;
    int64_t users = c->users.group[queue].busy_children;
    int64_t equal = (current + users - 1) / users;
    int64_t least = (current * c->table->queues[queue].user_limit + 99) / 100;
    return equal > least ? equal : least;
}

/* Ranks a group below its parent, or a queue, if it has something in its own order. */
static void rank_group(struct capacity *c, struct ranking *order, int32_t group, enum stage stage, struct rank rank)
{
    if (c->group[group].order[stage].root != RANKING_NONE) {
        ranking_put(&c->group_members[stage], order, group, rank);
    } else {
        ranking_drop(&c->group_members[stage], order, group);
    }
}

/* Puts the job, its user and its queue where they belong in the rankings. */
static void rank_job(struct capacity *c, const struct scheduler_job *job)
{
    int32_t user = c->users.of_job[job->id];
    int32_t queue = c->users.group[user].parent;
    for (enum stage stage = STAGE_MAP; stage < STAGES; stage++) {
        struct ranking *jobs = &c->group[user].order[stage];
        struct rank of_job = {.tie = job->id};
        job_rankings_list(&c->jobs[stage], jobs, job, c->jobs[stage].srt ? srt_rank(job) : of_job);
        int32_t first = ranking_first(jobs);
        struct rank of_user = {0};
        if (first != RANKING_NONE) {
            of_user = c->jobs[stage].members.node[first].rank;
        }
        rank_group(c, &c->group[queue].order[stage], user, stage, of_user);
        rank_group(c, &c->queues[stage], queue, stage, (struct rank){.value = fill_of(c, queue, stage), .tie = queue});
    }
}

void capacity_job_arrives(void *self, const struct scheduler_job *job, struct verdict *verdict)
{
    (void)verdict;
    struct capacity *c = self;
    int64_t queue = name_index_find(&c->users.names, GROUP_NONE, job->pool);
    int32_t user = find_group(c, queue == NAME_UNKNOWN ? 0 : (int32_t)queue, job->user);
    job_groups_join(&c->users, user, job);
    rank_job(c, job);
}

/* --- Choice ----------------------------------------------------------------------------------- */

/* The first job of the queue that has something for the slot, of users below the limit. Users at
 * the limit are passed over; they hold slots. */
static const struct scheduler_job *first_job(const struct capacity *c, int32_t queue, enum stage stage, int32_t slot,
                                             int64_t limit)
{
    const struct job_rankings *jobs = &c->jobs[stage];
    const struct ranking_members *members = &c->group_members[stage];
    const struct scheduler_job *best = NULL;
    for (int32_t user = ranking_first(&c->group[queue].order[stage]); user != RANKING_NONE;
         user = ranking_next(members, user)) {
        const struct ranking *order = &c->group[user].order[stage];
        const struct scheduler_job *foremost = jobs->job[ranking_first(order)];
        if (best != NULL && job_rankings_settled(jobs, best, foremost)) {
            break;
        }
        const struct scheduler_job *job = c->users.group[user].count.occupied[stage] < limit
                                              ? job_rankings_first(jobs, order, slot, NULL, NULL)
                                              : NULL;
        if (job != NULL && (best == NULL || job_rankings_before(jobs, job, best))) {
            best = job;
        }
    }
    return best;
}

/* Queue by queue, the emptiest first. */
static const struct scheduler_job *first_of_queues(const struct capacity *c, enum stage stage, int32_t slot)
{
    const struct ranking_members *members = &c->group_members[stage];
    const struct scheduler_job *found = NULL;
    for (int32_t queue = ranking_first(&c->queues[stage]); queue != RANKING_NONE && found == NULL;
         queue = ranking_next(members, queue)) {
        found = first_job(c, queue, stage, slot, user_limit(c, queue, stage));
        found = found != NULL ? found : first_job(c, queue, stage, slot, INT64_MAX);
    }
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

/* --- Tasks ------------------------------------------------------------------------------------ */

/* The slots that the job holds or wants have changed. */
static void note_change(struct capacity *c, const struct scheduler_job *job)
{
    job_groups_recount(&c->users, job);
    rank_job(c, job);
}

void capacity_task_started(void *self, const struct scheduler_job *job, enum stage stage, int32_t slot)
{
    struct capacity *c = self;
    report_count_add(&c->report, stage);
    node_load_take(&c->load, stage, slot);
    note_change(c, job);
}

void capacity_task_finished(void *self, const struct scheduler_job *job, enum stage stage, int32_t slot, ticks took)
{
    (void)took;
    capacity_slot_released(self, job, stage, slot);
}

void capacity_slot_released(void *self, const struct scheduler_job *job, enum stage stage, int32_t slot)
{
    struct capacity *c = self;
    node_load_release(&c->load, stage, slot);
    note_change(c, job);
}

void capacity_job_finished(void *self, const struct scheduler_job *job)
{
    struct capacity *c = self;
    job_groups_leave(&c->users, job);
    rank_job(c, job);
}
