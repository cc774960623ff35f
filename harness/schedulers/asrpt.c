/*
 * ASRPT, Available Shortest Remaining Processing Time (Zheng, Shroff, Sinha: A New Analytical
 * Technique for Designing Provably Efficient MapReduce Schedulers, 2013, Algorithm 1), for clusters
 * with slots of their own for each stage. No admission test; it aims at a small total flow time.
 * The paper's time-slotted model is in harness/slotted.
 *
 * The paper's steps, here: a map slot goes to the job with the least remaining work among those to
 * which SRPT, simulated beside (fluid_srpt.h), gives more map slots now than run a map of the job;
 * without such a job, to the job with the least remaining work that has a map waiting. A reduce
 * slot goes to the job with the least remaining work that has a reduce waiting which may be
 * launched. Reduces and maps do not compete, so their order in the paper's steps has no effect.
 *
 * Where the paper is silent: in the paper ASRPT knows all workloads; here remaining work is the
 * number of unfinished tasks of both stages times their estimates, running ones counted whole. The
 * estimates are those of the job's arrival. Equal remaining work goes in order of arrival. Slots
 * are taken to be of speed 1. A node gets one reduce per heartbeat, as in Hadoop's FIFO.
 */
#include "harness/schedulers/estimates.h"
#include "harness/schedulers/fluid_srpt.h"
#include "harness/schedulers/job_rankings.h"
#include "harness/schedulers/report_count.h"
#include "harness/schedulers/schedulers.h"
#include "harness/workload/alloc.h"

#include <stdlib.h>

struct asrpt_job {
    double estimate[STAGES];
};

/* A job that SRPT has on map slots. */
struct asrpt_entitled {
    struct rank rank;
    const struct scheduler_job *job;
    int32_t slots;
};

struct asrpt {
    struct estimates estimates;
    struct fluid_srpt srpt;
    struct report_count report;
    struct asrpt_job *jobs; /* by id */
    struct job_rankings rankings[STAGES];
    struct ranking order[STAGES];    /* jobs with a task to run, by remaining work */
    struct fluid_load *loads;        /* scratch, by map slot */
    struct asrpt_entitled *entitled; /* in the order of remaining work; up to date unless stale */
    int32_t entitled_count;
    int32_t entitled_first; /* those before it can use no slot until something happens */
    bool stale;             /* something has happened since `entitled` was computed */
};

static void *asrpt_create(const struct scheduler_setup *setup)
{
    struct asrpt *a = alloc_zeroed(1, sizeof *a);
    size_t map_slots = (size_t)setup->slots[STAGE_MAP];
    estimates_init(&a->estimates, setup);
    fluid_srpt_init(&a->srpt, setup);
    a->jobs = alloc_zeroed((size_t)setup->job_count, sizeof *a->jobs);
    for (enum stage stage = STAGE_MAP; stage < STAGES; stage++) {
        job_rankings_init(&a->rankings[stage], setup, stage, false);
        a->order[stage] = ranking_empty();
    }
    a->loads = alloc_zeroed(map_slots, sizeof *a->loads);
    a->entitled = alloc_zeroed(map_slots, sizeof *a->entitled);
    return a;
}

static void asrpt_destroy(void *self)
{
    struct asrpt *a = self;
    estimates_free(&a->estimates);
    fluid_srpt_free(&a->srpt);
    job_rankings_free(&a->rankings[STAGE_MAP]);
    job_rankings_free(&a->rankings[STAGE_REDUCE]);
    free(a->jobs);
    free(a->loads);
    free(a->entitled);
    free(a);
}

static struct rank by_remaining_work(const struct asrpt *a, const struct scheduler_job *job)
{
    double sum = 0;
    for (int stage = 0; stage < STAGES; stage++) {
        sum += a->jobs[job->id].estimate[stage] * (job->waiting[stage] + job->running[stage]);
    }
    return (struct rank){.value = sum, .tie = job->id};
}

/* The runnable tasks of the job, or its remaining work, have changed. */
static void note_change(struct asrpt *a, const struct scheduler_job *job)
{
    struct rank rank = by_remaining_work(a, job);
    for (enum stage stage = STAGE_MAP; stage < STAGES; stage++) {
        job_rankings_list(&a->rankings[stage], &a->order[stage], job, rank);
    }
}

static void asrpt_advance(void *self, ticks now)
{
    struct asrpt *a = self;
    fluid_srpt_advance(&a->srpt, now);
    a->stale = true;
}

static void asrpt_job_arrives(void *self, const struct scheduler_job *job, struct verdict *verdict)
{
    (void)verdict;
    struct asrpt *a = self;
    ticks estimate[STAGES];
    estimates_of(&a->estimates, job, estimate);
    fluid_srpt_add(&a->srpt, job, estimate);
    for (int stage = 0; stage < STAGES; stage++) {
        a->jobs[job->id].estimate[stage] = job->tasks[stage] > 0 ? (double)estimate[stage] : 0;
    }
    note_change(a, job);
    a->stale = true;
}

static int by_rank(const void *x, const void *y)
{
    const struct asrpt_entitled *a = x;
    const struct asrpt_entitled *b = y;
    return rank_before(&b->rank, &a->rank) - rank_before(&a->rank, &b->rank);
}

static void refresh(struct asrpt *a)
{
    if (!a->stale) {
        return;
    }
    a->entitled_count = fluid_srpt_map_loads(&a->srpt, a->loads);
    a->entitled_first = 0;
    for (int32_t i = 0; i < a->entitled_count; i++) {
        a->entitled[i] = (struct asrpt_entitled){
            .rank = by_remaining_work(a, a->loads[i].job), .job = a->loads[i].job, .slots = a->loads[i].slots};
    }
    qsort(a->entitled, (size_t)a->entitled_count, sizeof *a->entitled, by_rank);
    a->stale = false;
}

/* Tasks are not duplicated. */
static bool has_task_waiting(void *stage, const struct scheduler_job *job, int32_t slot)
{
    (void)slot;
    return job->waiting[*(const enum stage *)stage] > 0;
}

static const struct scheduler_job *least_work(const struct asrpt *a, enum stage stage, int32_t slot)
{
    return job_rankings_first(&a->rankings[stage], &a->order[stage], slot, has_task_waiting, &stage);
}

/* O(log jobs), and at an instant the map slots once, sorted. */
static const struct scheduler_job *pick_map(struct asrpt *a, int32_t slot)
{
    refresh(a);
    for (; a->entitled_first < a->entitled_count; a->entitled_first++) {
        const struct asrpt_entitled *next = &a->entitled[a->entitled_first];
        if (next->job->waiting[STAGE_MAP] > 0 && next->job->running[STAGE_MAP] < next->slots) {
            return next->job;
        }
    }
    return least_work(a, STAGE_MAP, slot);
}

static const struct scheduler_job *pick_reduce(const struct asrpt *a, int32_t slot)
{
    return report_count_has_reduce(&a->report) ? NULL : least_work(a, STAGE_REDUCE, slot);
}

static void asrpt_report_begins(void *self, int32_t node)
{
    (void)node;
    struct asrpt *a = self;
    report_count_begin(&a->report);
}

static const struct scheduler_job *asrpt_pick(void *self, enum stage stage, int32_t slot)
{
    struct asrpt *a = self;
    return stage == STAGE_MAP ? pick_map(a, slot) : pick_reduce(a, slot);
}

static void asrpt_task_started(void *self, const struct scheduler_job *job, enum stage stage, int32_t slot)
{
    (void)slot;
    struct asrpt *a = self;
    report_count_add(&a->report, stage);
    note_change(a, job);
}

static void asrpt_task_failed(void *self, const struct scheduler_job *job, enum stage stage, int32_t slot)
{
    (void)stage;
    (void)slot;
    struct asrpt *a = self;
    note_change(a, job);
    a->stale = true;
}

static void asrpt_task_finished(void *self, const struct scheduler_job *job, enum stage stage, int32_t slot, ticks took)
{
    (void)slot;
    struct asrpt *a = self;
    estimates_task_finished(&a->estimates, job, stage, took);
    note_change(a, job);
    a->stale = true;
}

static void asrpt_job_finished(void *self, const struct scheduler_job *job)
{
    struct asrpt *a = self;
    estimates_job_finished(&a->estimates, job);
}

const struct scheduler_class asrpt_scheduler = {
    .name = "asrpt",
    .summary = "ASRPT: least remaining work first, maps as SRPT has them, no admission test",
    .create = asrpt_create,
    .destroy = asrpt_destroy,
    .job_arrives = asrpt_job_arrives,
    .pick = asrpt_pick,
    .advance = asrpt_advance,
    .report_begins = asrpt_report_begins,
    .task_started = asrpt_task_started,
    .task_finished = asrpt_task_finished,
    .task_failed = asrpt_task_failed,
    .job_finished = asrpt_job_finished,
};
