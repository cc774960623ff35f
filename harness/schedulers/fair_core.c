#include "harness/schedulers/fair_core.h"

#include "harness/schedulers/fair_deficit.h"
#include "harness/schedulers/locality_delay.h"
#include "harness/schedulers/node_load.h"
#include "harness/schedulers/report_count.h"
#include "harness/schedulers/srt_order.h"
#include "harness/workload/alloc.h"

#include <stdlib.h>

struct fair {
    const struct scheduler_setup *setup;
    bool deficits; /* 0.20 */
    bool multiple;
    bool srt;
    ticks now;
    struct job_list jobs;
    struct job_groups pools;
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
    job_list_init(&fair->jobs, setup->job_count);
    job_groups_init(&fair->pools, setup->job_count);
    node_load_init(&fair->load, setup);
    fair_deficits_init(&fair->books, setup, &fair->jobs, &fair->pools);
    locality_delay_init(&fair->delay, setup, !fair->deficits);
    return fair;
}

void fair_destroy(void *self)
{
    struct fair *fair = self;
    job_list_free(&fair->jobs);
    job_groups_free(&fair->pools);
    node_load_free(&fair->load);
    fair_deficits_free(&fair->books);
    locality_delay_free(&fair->delay);
    free(fair);
}

void fair_job_arrives(void *self, const struct scheduler_job *job, struct verdict *verdict)
{
    (void)verdict;
    struct fair *fair = self;
    job_list_add(&fair->jobs, job);
    fair->pools.of_job[job->id] =
        job_groups_find(&fair->pools, GROUP_NONE, job->pool[0] != '\0' ? job->pool : job->user);
    locality_delay_arrives(&fair->delay, job);
    if (fair->deficits) {
        fair_deficits_update(&fair->books, fair->now);
    }
}

void fair_advance(void *self, ticks now)
{
    struct fair *fair = self;
    fair->now = now;
    if (fair->deficits) {
        fair_deficits_advance(&fair->books, now);
    }
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
    return locality_delay_wakes_at(&fair->delay, &fair->jobs, fair->now);
}

/* 0.21 waits for locality only, and says so by fair_wakes_at(). The deficits of 0.20 grow with time. */
ticks fair_stirs_at(const void *self)
{
    const struct fair *fair = self;
    return fair->deficits ? fair->now : NO_INSTANT;
}

/* --- Orders ------------------------------------------------------------------------------------------ */

/* FairShareComparator of 0.21: -1, 0 or 1. */
static int compare_shares(double running1, double least1, double weight1, double running2, double least2,
                          double weight2)
{
    bool needs1 = running1 < least1;
    bool needs2 = running2 < least2;
    if (needs1 != needs2) {
        return needs1 ? -1 : 1;
    }
    double ratio1 = needs1 ? running1 / (least1 > 1.0 ? least1 : 1.0) : running1 / weight1;
    double ratio2 = needs2 ? running2 / (least2 > 1.0 ? least2 : 1.0) : running2 / weight2;
    return (ratio1 > ratio2) - (ratio1 < ratio2);
}

static double least_of(const struct pool_spec *spec, const struct job_group *pool, enum stage stage)
{
    return spec->least[stage] < pool->demand[stage] ? spec->least[stage] : pool->demand[stage];
}

/* The groups have been counted. */
static bool pool_before(const struct fair *fair, int32_t a, int32_t b, enum stage stage)
{
    const struct job_group *x = &fair->pools.group[a];
    const struct job_group *y = &fair->pools.group[b];
    const struct pool_spec *p = pool_table_find(fair->setup->options->pools, x->name);
    const struct pool_spec *q = pool_table_find(fair->setup->options->pools, y->name);
    int order = compare_shares(x->occupied[stage], least_of(p, x, stage), p->weight, y->occupied[stage],
                               least_of(q, y, stage), q->weight);
    return order != 0 ? order < 0 : a < b;
}

static bool job_before(const struct fair *fair, const struct scheduler_job *a, const struct scheduler_job *b,
                       enum stage stage)
{
    const struct job_group *pool = &fair->pools.group[fair->pools.of_job[a->id]];
    int order = 0;
    if (fair->srt && stage == STAGE_REDUCE) {
        order = srt_compare(a, b, fair->now);
    } else if (!pool_table_find(fair->setup->options->pools, pool->name)->fifo) {
        order = compare_shares(a->occupied[stage], 0.0, 1.0, b->occupied[stage], 0.0, 1.0);
    }
    return order != 0 ? order < 0 : a->id < b->id;
}

static bool before(const struct fair *fair, const struct scheduler_job *a, const struct scheduler_job *b,
                   enum stage stage)
{
    int32_t pool_a = fair->pools.of_job[a->id];
    int32_t pool_b = fair->pools.of_job[b->id];
    if (fair->deficits) {
        return fair_deficits_before(&fair->books, a, b, stage);
    }
    return pool_a != pool_b ? pool_before(fair, pool_a, pool_b, stage) : job_before(fair, a, b, stage);
}

/* With SRT and deficits: the job of `first`'s pool whose reduces come first. */
static const struct scheduler_job *first_of_pool(const struct fair *fair, const struct scheduler_job *first,
                                                 int32_t slot)
{
    const struct scheduler_job *best = first;
    for (int32_t i = 0; i < fair->jobs.count; i++) {
        const struct scheduler_job *job = fair->jobs.jobs[i];
        if (fair->pools.of_job[job->id] == fair->pools.of_job[first->id] &&
            job_runs_on(fair->setup, job, STAGE_REDUCE, slot) && srt_compare(job, best, fair->now) < 0) {
            best = job;
        }
    }
    return best;
}

/* Notes which jobs let the slot pass: those before the one that takes it, if anyone does. */
static void note_passes(struct fair *fair, const struct scheduler_job *taker, int32_t slot)
{
    for (int32_t i = 0; i < fair->jobs.count; i++) {
        const struct scheduler_job *job = fair->jobs.jobs[i];
        if (job->waiting[STAGE_MAP] > 0 && !locality_delay_takes(&fair->delay, job, slot, fair->now) &&
            (taker == NULL || before(fair, job, taker, STAGE_MAP))) {
            locality_delay_passed(&fair->delay, job, fair->now);
        }
    }
}

static const struct scheduler_job *first_job(struct fair *fair, enum stage stage, int32_t slot)
{
    const struct scheduler_job *best = NULL;
    if (!fair->deficits) {
        job_groups_count(&fair->pools, &fair->jobs);
    }
    for (int32_t i = 0; i < fair->jobs.count; i++) {
        const struct scheduler_job *job = fair->jobs.jobs[i];
        if (job_runs_on(fair->setup, job, stage, slot) && (best == NULL || before(fair, job, best, stage)) &&
            (stage == STAGE_REDUCE || locality_delay_takes(&fair->delay, job, slot, fair->now))) {
            best = job;
        }
    }
    if (stage == STAGE_MAP && fair->delay.on) {
        note_passes(fair, best, slot);
    }
    if (best != NULL && fair->deficits && fair->srt && stage == STAGE_REDUCE) {
        best = first_of_pool(fair, best, slot);
    }
    return best;
}

/* --- Reports ----------------------------------------------------------------------------------------- */

static int64_t demand_of_all(const struct fair *fair, enum stage stage)
{
    int64_t demand = 0;
    for (int32_t i = 0; i < fair->jobs.count; i++) {
        demand += job_demand(fair->jobs.jobs[i], stage);
    }
    return demand;
}

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
    if (fair->report.reporting &&
        (served(fair, stage) || node_load_has_share(&fair->load, stage, fair->node, demand_of_all(fair, stage)))) {
        return NULL;
    }
    return first_job(fair, stage, slot);
}

/* 0.21 gives its only task to the stage of which the node runs less: it is a reduce, if there is one. */
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

/* --- Tasks ------------------------------------------------------------------------------------------- */

void fair_task_started(void *self, const struct scheduler_job *job, enum stage stage, int32_t slot)
{
    struct fair *fair = self;
    report_count_add(&fair->report, stage);
    node_load_take(&fair->load, stage, slot);
    fair_deficits_started(&fair->books, job, stage);
    if (stage == STAGE_MAP) {
        locality_delay_launched(&fair->delay, job, fair->picked);
    }
}

void fair_task_finished(void *self, const struct scheduler_job *job, enum stage stage, int32_t slot, ticks took)
{
    (void)took;
    fair_slot_released(self, job, stage, slot);
}

void fair_slot_released(void *self, const struct scheduler_job *job, enum stage stage, int32_t slot)
{
    (void)job;
    struct fair *fair = self;
    node_load_release(&fair->load, stage, slot);
}

void fair_job_finished(void *self, const struct scheduler_job *job)
{
    struct fair *fair = self;
    job_list_remove(&fair->jobs, job);
}
