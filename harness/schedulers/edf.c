/*
 * EDF without admission: every job is accepted; a slot goes to the job with the earliest deadline
 * that has a task ready to run, equal deadlines in order of arrival; a node gets one reduce per
 * heartbeat, as in Hadoop's FIFO. The simplest policy with deadlines, and the baseline for an
 * admission test.
 */
#include "harness/schedulers/idle_time.h"
#include "harness/schedulers/ready_queue.h"
#include "harness/schedulers/report_count.h"
#include "harness/schedulers/schedulers.h"
#include "harness/workload/alloc.h"

#include <stdlib.h>

struct edf {
    struct ready_queue ready[STAGES];
    struct report_count report;
};

static void *edf_create(const struct scheduler_setup *setup)
{
    struct edf *edf = alloc_zeroed(1, sizeof *edf);
    ready_queue_init(&edf->ready[STAGE_MAP], STAGE_MAP, setup->job_count);
    ready_queue_init(&edf->ready[STAGE_REDUCE], STAGE_REDUCE, setup->job_count);
    return edf;
}

static void edf_destroy(void *self)
{
    struct edf *edf = self;
    ready_queue_free(&edf->ready[STAGE_MAP]);
    ready_queue_free(&edf->ready[STAGE_REDUCE]);
    free(edf);
}

static void offer(struct edf *edf, const struct scheduler_job *job)
{
    ready_queue_offer(&edf->ready[STAGE_MAP], job, job->deadline);
    ready_queue_offer(&edf->ready[STAGE_REDUCE], job, job->deadline);
}

static void edf_job_arrives(void *self, const struct scheduler_job *job, struct verdict *verdict)
{
    (void)verdict;
    offer(self, job);
}

static void edf_report_begins(void *self, int32_t node)
{
    (void)node;
    struct edf *edf = self;
    report_count_begin(&edf->report);
}

static const struct scheduler_job *edf_pick(void *self, enum stage stage, int32_t slot)
{
    (void)slot;
    struct edf *edf = self;
    if (stage == STAGE_REDUCE && report_count_has_reduce(&edf->report)) {
        return NULL;
    }
    return ready_queue_first(&edf->ready[stage]);
}

static void edf_task_started(void *self, const struct scheduler_job *job, enum stage stage, int32_t slot)
{
    (void)job;
    (void)slot;
    struct edf *edf = self;
    report_count_add(&edf->report, stage);
}

static void edf_task_finished(void *self, const struct scheduler_job *job, enum stage stage, int32_t slot, ticks took)
{
    (void)slot;
    (void)took;
    if (stage == STAGE_MAP) {
        offer(self, job);
    }
}

static void edf_task_failed(void *self, const struct scheduler_job *job, enum stage stage, int32_t slot)
{
    (void)stage;
    (void)slot;
    offer(self, job);
}

const struct scheduler_class edf_scheduler = {
    .name = "edf",
    .summary = "earliest deadline first, no admission test",
    .create = edf_create,
    .destroy = edf_destroy,
    .job_arrives = edf_job_arrives,
    .pick = edf_pick,
    .report_begins = edf_report_begins,
    .stirs_at = only_events_stir,
    .task_started = edf_task_started,
    .task_finished = edf_task_finished,
    .task_failed = edf_task_failed,
};
