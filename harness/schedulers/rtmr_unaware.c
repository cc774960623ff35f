/*
 * RTMR without its kernel's reaction to faults: it plans as if no fault had occurred. A job is
 * accepted if RTMR accepts it in the same workload without faults (scheduler_options.accepted), so
 * the plan behind each answer is that of a cluster without faults; tasks are dispatched in that
 * plan's order by the rule of Algorithm IV, corrected: by deadline, and a reduce only if more slots
 * are idle than jobs in front with unfinished maps need. No job is flagged or moved behind the
 * others, and no guarantee is checked in the run. Without faults it makes the decisions of RTMR
 * with exact projection in order edf.
 */
#include "harness/schedulers/idle_time.h"
#include "harness/schedulers/report_count.h"
#include "harness/schedulers/schedulers.h"
#include "harness/workload/alloc.h"

#include <stdlib.h>
#include <string.h>

struct unaware {
    const struct scheduler_setup *setup;
    /* accepted, unfinished; by deadline, equal ones in order of arrival */
    const struct scheduler_job **jobs;
    int32_t count;
    struct report_count report;
};

static void *unaware_create(const struct scheduler_setup *setup)
{
    struct unaware *u = alloc_zeroed(1, sizeof *u);
    u->setup = setup;
    u->jobs = alloc_zeroed((size_t)setup->job_count, sizeof *u->jobs);
    return u;
}

static void unaware_destroy(void *self)
{
    struct unaware *u = self;
    free(u->jobs);
    free(u);
}

static void unaware_job_arrives(void *self, const struct scheduler_job *job, struct verdict *verdict)
{
    struct unaware *u = self;
    if (!u->setup->options->accepted[job->id]) {
        verdict->accepted = false;
        verdict->reason = "it would miss its deadline, or make another job miss its own, if nothing went wrong";
        return;
    }
    int32_t place = u->count++;
    while (place > 0 && u->jobs[place - 1]->deadline > job->deadline) {
        u->jobs[place] = u->jobs[place - 1];
        place--;
    }
    u->jobs[place] = job;
}

static const struct scheduler_job *first_with_map(const struct unaware *u)
{
    for (int32_t i = 0; i < u->count; i++) {
        if (u->jobs[i]->waiting[STAGE_MAP] > 0) {
            return u->jobs[i];
        }
    }
    return NULL;
}

static const struct scheduler_job *first_with_reduce(const struct unaware *u)
{
    int64_t idle = u->setup->usable[STAGE_REDUCE];
    for (int32_t i = 0; i < u->count; i++) {
        idle -= u->jobs[i]->occupied[STAGE_REDUCE];
    }
    int64_t reserved = 0;
    for (int32_t i = 0; i < u->count; i++) {
        const struct scheduler_job *job = u->jobs[i];
        if (job->waiting[STAGE_REDUCE] > 0 && job->reduces_open) {
            return idle > reserved ? job : NULL;
        }
        reserved += job->waiting[STAGE_REDUCE];
    }
    return NULL;
}

static const struct scheduler_job *unaware_pick(void *self, enum stage stage, int32_t slot)
{
    (void)slot;
    struct unaware *u = self;
    if (stage == STAGE_REDUCE && report_count_has_reduce(&u->report)) {
        return NULL;
    }
    return stage == STAGE_MAP ? first_with_map(u) : first_with_reduce(u);
}

static void unaware_report_begins(void *self, int32_t node)
{
    (void)node;
    struct unaware *u = self;
    report_count_begin(&u->report);
}

static void unaware_task_started(void *self, const struct scheduler_job *job, enum stage stage, int32_t slot)
{
    (void)job;
    (void)slot;
    struct unaware *u = self;
    report_count_add(&u->report, stage);
}

static void unaware_job_finished(void *self, const struct scheduler_job *job)
{
    struct unaware *u = self;
    int32_t place = 0;
    while (u->jobs[place] != job) {
        place++;
    }
    u->count--;
    memmove(&u->jobs[place], &u->jobs[place + 1], (size_t)(u->count - place) * sizeof u->jobs[0]);
}

const struct scheduler_class rtmr_unaware_scheduler = {
    .name = "rtmr-unaware",
    .summary = "RTMR's plan without faults, carried out whatever happens; only rtmr faults runs it",
    .tests_deadlines = true,
    .needs_barrier = true,
    .create = unaware_create,
    .destroy = unaware_destroy,
    .job_arrives = unaware_job_arrives,
    .pick = unaware_pick,
    .report_begins = unaware_report_begins,
    .stirs_at = only_events_stir,
    .task_started = unaware_task_started,
    .job_finished = unaware_job_finished,
};
