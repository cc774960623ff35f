#include "harness/schedulers/fair_core.h"

#include "harness/schedulers/fair_deficit.h"
#include "harness/schedulers/fair_pools.h"
#include "harness/schedulers/job_rankings.h"
#include "harness/schedulers/locality_delay.h"
#include "harness/schedulers/node_load.h"
#include "harness/schedulers/report_count.h"
#include "harness/schedulers/srt_order.h"
#include "harness/workload/alloc.h"

#include <math.h>
#include <stdlib.h>

/* The order of the jobs of a pool that may run a task. */
struct fair_pool {
    struct ranking jobs[STAGES];
};

struct fair {
    const struct scheduler_setup *setup;
    bool deficits; /* 0.20 */
    bool multiple;
    bool srt;
    ticks now;
    struct fair_pools pools;
    struct fair_pool *pool; /* by number */
    size_t pool_capacity;
    struct job_rankings jobs[STAGES];
    struct ranking_members pool_members[STAGES];
    struct ranking order[STAGES]; /* 0.21: of the pools that have a job in a ranking */
    struct node_load load;
    struct report_count report;
    int32_t node;                /* that reports */
    struct fair_deficits books;  /* 0.20 */
    struct locality_delay delay; /* 0.21 */
    enum locality picked;        /* of the map that pick() answered last */
};

struct fair *fair_new(const struct scheduler_setup *setup, bool srt)
{
    struct fair *fair = alloc_zeroed(1, sizeof *fair);
    fair->setup = setup;
    fair->srt = srt;
    fair->deficits = setup->options->hadoop == HADOOP_0_20;
    fair->multiple = scheduler_options_assign_multiple(setup->options);
    fair_pools_init(&fair->pools, setup);
    for (enum stage stage = STAGE_MAP; stage < STAGES; stage++) {
        job_rankings_init(&fair->jobs[stage], setup, stage, srt && stage == STAGE_REDUCE);
        fair->order[stage] = ranking_empty();
    }
    node_load_init(&fair->load, setup);
    if (fair->deficits) {
        fair_deficits_init(&fair->books, setup, &fair->pools);
    }
    locality_delay_init(&fair->delay, setup, !fair->deficits);
    return fair;
}

void fair_destroy(void *self)
{
    struct fair *fair = self;
    fair_pools_free(&fair->pools);
    free(fair->pool);
    for (enum stage stage = STAGE_MAP; stage < STAGES; stage++) {
        job_rankings_free(&fair->jobs[stage]);
        ranking_members_free(&fair->pool_members[stage]);
    }
    node_load_free(&fair->load);
    fair_deficits_free(&fair->books);
    locality_delay_free(&fair->delay);
    free(fair);
}

void fair_advance(void *self, ticks now)
{
    struct fair *fair = self;
    fair->now = now;
    fair->jobs[STAGE_REDUCE].now = now;
    if (fair->deficits) {
        fair_deficits_advance(&fair->books, now);
    }
    locality_delay_advance(&fair->delay, now);
}

void fair_report_begins(void *self, int32_t node)
{
    struct fair *fair = self;
    report_count_begin(&fair->report);
    fair->node = node;
}

ticks fair_wakes_at(const void *self)
{
    const struct fair *fair = self;
    return locality_delay_wakes_at(&fair->delay);
}

/* 0.21 waits for locality only, and says so by fair_wakes_at(). The deficits of 0.20 grow with
 * time. */
ticks fair_stirs_at(const void *self)
{
    const struct fair *fair = self;
    return fair->deficits ? fair->now : NO_INSTANT;
}

/* --- Orders ----------------------------------------------------------------------------------- */

/* FairShareComparator of 0.21: those below their minimum first, by running / minimum; others by
 * running / weight. */
static struct rank rank_by_share(double running, double least, double weight, int32_t number)
{
    bool needs = running < least;
    return (struct rank){.level = needs ? 0 : 1,
                         .value = needs ? running / (least > 1.0 ? least : 1.0) : running / weight,
                         .tie = number};
}

static struct rank rank_of_pool(const struct fair *fair, int32_t pool, enum stage stage)
{
    const struct pool_spec *spec = fair->pools.spec[pool];
    const struct job_count *count = &fair->pools.groups.group[pool].count;
    double least = fmin(spec->least[stage], (double)count->demand[stage]);
    return rank_by_share((double)count->occupied[stage], least, spec->weight, pool);
}

static struct rank rank_of_job(const struct fair *fair, const struct scheduler_job *job, enum stage stage)
{
    if (fair->srt && stage == STAGE_REDUCE) {
        return srt_rank(job);
    }
    bool in_order = fair->pools.spec[fair->pools.groups.of_job[job->id]]->fifo;
    return rank_by_share(in_order ? 0.0 : job->occupied[stage], 0.0, 1.0, job->id);
}

/* Puts the job, and its pool, where they belong in the rankings. */
static void rank_job(struct fair *fair, const struct scheduler_job *job)
{
    int32_t number = fair->pools.groups.of_job[job->id];
    struct fair_pool *pool = &fair->pool[number];
    for (enum stage stage = STAGE_MAP; stage < STAGES; stage++) {
        job_rankings_list(&fair->jobs[stage], &pool->jobs[stage], job, rank_of_job(fair, job, stage));
        if (pool->jobs[stage].root != RANKING_NONE) {
            ranking_put(&fair->pool_members[stage], &fair->order[stage], number, rank_of_pool(fair, number, stage));
        } else {
            ranking_drop(&fair->pool_members[stage], &fair->order[stage], number);
        }
    }
}

/* The slots that the job holds or wants have changed. */
static void note_change(struct fair *fair, const struct scheduler_job *job)
{
    job_groups_recount(&fair->pools.groups, job);
    rank_job(fair, job);
    if (fair->deficits) {
        fair_deficits_changed(&fair->books, job);
    }
}

void fair_job_arrives(void *self, const struct scheduler_job *job, struct verdict *verdict)
{
    (void)verdict;
    struct fair *fair = self;
    int32_t known = fair->pools.groups.count;
    if (fair_pools_join(&fair->pools, job) == known) {
        fair->pool = alloc_grow(fair->pool, &fair->pool_capacity, (size_t)known + 1, sizeof *fair->pool);
        fair->pool[known] = (struct fair_pool){.jobs = {ranking_empty(), ranking_empty()}};
        ranking_members_add(&fair->pool_members[STAGE_MAP]);
        ranking_members_add(&fair->pool_members[STAGE_REDUCE]);
    }
    locality_delay_arrives(&fair->delay, job);
    rank_job(fair, job);
    if (fair->deficits) {
        fair_deficits_arrives(&fair->books, job, fair->now);
    }
}

/* --- Choice ----------------------------------------------------------------------------------- */

/* Whether the job takes the slot for a map; if not, this is the note that it lets it pass. */
static bool takes_map(void *self, const struct scheduler_job *job, int32_t slot)
{
    struct fair *fair = self;
    if (locality_delay_takes(&fair->delay, job, slot, fair->now)) {
        return true;
    }
    locality_delay_passed(&fair->delay, job, fair->now);
    return false;
}

/* The first job of the pool that takes the slot. */
static const struct scheduler_job *first_of_pool(struct fair *fair, int32_t pool, enum stage stage, int32_t slot)
{
    return job_rankings_first(&fair->jobs[stage], &fair->pool[pool].jobs[stage], slot,
                              stage == STAGE_MAP ? takes_map : NULL, fair);
}

/* 0.20 with SRT: of the first job's pool, the job whose reduces come first. */
static const struct scheduler_job *first_by_deficit(struct fair *fair, enum stage stage, int32_t slot)
{
    const struct scheduler_job *first = fair_deficits_first(&fair->books, stage, slot);
    if (first == NULL || !fair->srt || stage == STAGE_MAP) {
        return first;
    }
    const struct scheduler_job *best = first_of_pool(fair, fair->pools.groups.of_job[first->id], stage, slot);
    return srt_compare(best, first, fair->now) < 0 ? best : first;
}

static const struct scheduler_job *first_job(struct fair *fair, enum stage stage, int32_t slot)
{
    if (fair->deficits) {
        return first_by_deficit(fair, stage, slot);
    }
    const struct scheduler_job *found = NULL;
    for (int32_t pool = ranking_first(&fair->order[stage]); pool != RANKING_NONE && found == NULL;
         pool = ranking_next(&fair->pool_members[stage], pool)) {
        found = first_of_pool(fair, pool, stage, slot);
    }
    return found;
}

/* --- Reports ---------------------------------------------------------------------------------- */

/* The stage has had its tasks of this report. */
static bool served(const struct fair *fair, enum stage stage)
{
    const int32_t *given = fair->report.given;
    if (fair->multiple) {
        return fair->deficits && given[stage] > 0;
    }
    return given[STAGE_MAP] + given[STAGE_REDUCE] > 0;
}

static const struct scheduler_job *job_for(struct fair *fair, enum stage stage, int32_t slot)
{
    if (fair->report.reporting && (served(fair, stage) || node_load_has_share(&fair->load, stage, fair->node,
                                                                              fair->pools.groups.all.demand[stage]))) {
        return NULL;
    }
    return first_job(fair, stage, slot);
}

/* 0.21 gives its only task to the stage of which the node runs less: it is a reduce, if there is
 * one. */
static bool reduce_goes_first(struct fair *fair)
{
    if (!fair->report.reporting || fair->multiple || fair->deficits ||
        fair->load.occupied[STAGE_MAP][fair->node] <= fair->load.occupied[STAGE_REDUCE][fair->node] ||
        node_load_free_slots(&fair->load, STAGE_REDUCE, fair->node) == 0) {
        return false;
    }
    return job_for(fair, STAGE_REDUCE, fair->load.first_slot[STAGE_REDUCE][fair->node]) != NULL;
}

const struct scheduler_job *fair_pick(void *self, enum stage stage, int32_t slot)
{
    struct fair *fair = self;
    if (stage == STAGE_MAP && reduce_goes_first(fair)) {
        return NULL;
    }
    const struct scheduler_job *job = job_for(fair, stage, slot);
    if (job != NULL && stage == STAGE_MAP && job->waiting[STAGE_MAP] > 0) {
        fair->picked = fair->setup->nearest(fair->setup->engine, job, slot);
    }
    return job;
}

/* --- Tasks ------------------------------------------------------------------------------------ */

void fair_task_started(void *self, const struct scheduler_job *job, enum stage stage, int32_t slot)
{
    struct fair *fair = self;
    report_count_add(&fair->report, stage);
    node_load_take(&fair->load, stage, slot);
    if (fair->deficits) {
        fair_deficits_started(&fair->books, job, stage);
    }
    if (stage == STAGE_MAP) {
        locality_delay_launched(&fair->delay, job, fair->picked);
    }
    note_change(fair, job);
}

void fair_task_finished(void *self, const struct scheduler_job *job, enum stage stage, int32_t slot, ticks took)
{
    (void)took;
    fair_slot_released(self, job, stage, slot);
}

void fair_slot_released(void *self, const struct scheduler_job *job, enum stage stage, int32_t slot)
{
    struct fair *fair = self;
    node_load_release(&fair->load, stage, slot);
    note_change(fair, job);
}

void fair_job_finished(void *self, const struct scheduler_job *job)
{
    struct fair *fair = self;
    job_groups_leave(&fair->pools.groups, job);
    rank_job(fair, job);
}
