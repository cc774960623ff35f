/*
 * ASRPT, Available Shortest Remaining Processing Time (Zheng, Shroff, Sinha: A New Analytical Technique for Designing
 * Provably Efficient MapReduce Schedulers, 2013, Algorithm 1), for clusters with slots of their own for each stage. No
 * admission test; it aims at a small total flow time. The paper's time-slotted model is in harness/slotted.
 *
 * The paper's steps, here: a map slot goes to the job with the least remaining work among those that SRPT, which runs
 * beside virtually (fluid_srpt.h), has on more map slots now than run a map of them; if there is none, to the job with
 * the least remaining work that has a map waiting. A reduce slot goes to the job with the least remaining work that has
 * a reduce waiting which may be launched. Reduces and maps do not compete, so that their order in the paper's steps is
 * without effect.
 *
 * Where the paper is silent: it knows all workloads; here remaining work is the number of unfinished tasks of both
 * stages times their estimates, running ones counted whole. The estimates are those of the job's arrival. Equal
 * remaining work goes in order of arrival. Slots are taken to be of speed 1. A node gets one reduce per heartbeat, as
 * in Hadoop's FIFO.
 */
#include "harness/schedulers/estimates.h"
#include "harness/schedulers/fluid_srpt.h"
#include "harness/schedulers/report_count.h"
#include "harness/schedulers/schedulers.h"
#include "harness/workload/alloc.h"

#include <stdlib.h>

struct asrpt_job {
    const struct scheduler_job *job;
    double estimate[STAGES];
};

struct asrpt {
    struct estimates estimates;
    struct fluid_srpt srpt;
    struct report_count report;
    struct asrpt_job *jobs; /* accepted and unfinished; sorted unless stale */
    int32_t count;
    int32_t *map_load; /* by job id: map slots on which SRPT has it */
    bool stale;        /* something has happened since order and loads were computed */
};

static void *asrpt_create(const struct scheduler_setup *setup)
{
    struct asrpt *a = alloc_zeroed(1, sizeof *a);
    estimates_init(&a->estimates, setup->options->estimator);
    fluid_srpt_init(&a->srpt, setup);
    a->jobs = alloc_zeroed((size_t)setup->job_count, sizeof *a->jobs);
    a->map_load = alloc_zeroed((size_t)setup->job_count, sizeof *a->map_load);
    return a;
}

static void asrpt_destroy(void *self)
{
    struct asrpt *a = self;
    fluid_srpt_free(&a->srpt);
    free(a->jobs);
    free(a->map_load);
    free(a);
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
    struct asrpt_job *mine = &a->jobs[a->count++];
    *mine = (struct asrpt_job){.job = job};
    for (int stage = 0; stage < STAGES; stage++) {
        mine->estimate[stage] = job->tasks[stage] > 0 ? (double)estimate[stage] : 0;
    }
    a->stale = true;
}

static double remaining(const struct asrpt_job *job)
{
    double sum = 0;
    for (int stage = 0; stage < STAGES; stage++) {
        sum += job->estimate[stage] * (job->job->waiting[stage] + job->job->running[stage]);
    }
    return sum;
}

static bool goes_before(const struct asrpt_job *a, const struct asrpt_job *b)
{
    double difference = remaining(a) - remaining(b);
    return difference < 0 || (difference == 0 && a->job->id < b->job->id);
}

static void refresh(struct asrpt *a)
{
    if (!a->stale) {
        return;
    }
    for (int32_t i = 1; i < a->count; i++) {
        struct asrpt_job moving = a->jobs[i];
        int32_t place = i;
        for (; place > 0 && goes_before(&moving, &a->jobs[place - 1]); place--) {
            a->jobs[place] = a->jobs[place - 1];
        }
        a->jobs[place] = moving;
    }
    for (int32_t i = 0; i < a->count; i++) {
        a->map_load[a->jobs[i].job->id] = 0;
    }
    fluid_srpt_map_loads(&a->srpt, a->map_load);
    a->stale = false;
}

static const struct scheduler_job *pick_map(const struct asrpt *a)
{
    const struct scheduler_job *other = NULL;
    for (int32_t i = 0; i < a->count; i++) {
        const struct scheduler_job *job = a->jobs[i].job;
        if (job->waiting[STAGE_MAP] > 0) {
            if (job->running[STAGE_MAP] < a->map_load[job->id]) {
                return job;
            }
            other = other == NULL ? job : other;
        }
    }
    return other;
}

static const struct scheduler_job *pick_reduce(const struct asrpt *a)
{
    if (report_count_has_reduce(&a->report)) {
        return NULL;
    }
    for (int32_t i = 0; i < a->count; i++) {
        const struct scheduler_job *job = a->jobs[i].job;
        if (job->waiting[STAGE_REDUCE] > 0 && job->reduces_open) {
            return job;
        }
    }
    return NULL;
}

static void asrpt_report_begins(void *self, int32_t node)
{
    (void)node;
    struct asrpt *a = self;
    report_count_begin(&a->report);
}

static const struct scheduler_job *asrpt_pick(void *self, enum stage stage, int32_t slot)
{
    (void)slot;
    struct asrpt *a = self;
    refresh(a);
    return stage == STAGE_MAP ? pick_map(a) : pick_reduce(a);
}

static void asrpt_task_started(void *self, const struct scheduler_job *job, enum stage stage, int32_t slot)
{
    (void)job;
    (void)slot;
    struct asrpt *a = self;
    report_count_add(&a->report, stage);
}

static void asrpt_task_finished(void *self, const struct scheduler_job *job, enum stage stage, int32_t slot, ticks took)
{
    (void)slot;
    struct asrpt *a = self;
    estimates_task_finished(&a->estimates, job, stage, took);
    a->stale = true;
}

static void asrpt_job_finished(void *self, const struct scheduler_job *job)
{
    struct asrpt *a = self;
    estimates_job_finished(&a->estimates, job);
    int32_t kept = 0;
    for (int32_t i = 0; i < a->count; i++) {
        if (a->jobs[i].job != job) {
            a->jobs[kept++] = a->jobs[i];
        }
    }
    a->count = kept;
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
    .job_finished = asrpt_job_finished,
};
