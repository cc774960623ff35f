/*
 * Hadoop's Fair Scheduler: 0.20.2's, which keeps deficits, or 0.21's, which compares running tasks with shares
 * (--hadoop). What they do, what is ours and what is left out stands in fair_core.h.
 */
#include "harness/schedulers/fair_core.h"
#include "harness/schedulers/schedulers.h"

static void *fair_create(const struct scheduler_setup *setup)
{
    return fair_new(setup, false);
}

const struct scheduler_class fair_scheduler = {
    .name = "fair",
    .summary = "Hadoop's Fair Scheduler of 0.20 (deficits) or 0.21 (shares): equal shares for pools and jobs",
    .create = fair_create,
    .destroy = fair_destroy,
    .job_arrives = fair_job_arrives,
    .pick = fair_pick,
    .advance = fair_advance,
    .wakes_at = fair_wakes_at,
    .report_begins = fair_report_begins,
    .stirs_at = fair_stirs_at,
    .task_started = fair_task_started,
    .task_finished = fair_task_finished,
    .task_failed = fair_slot_released,
    .attempt_dropped = fair_slot_released,
    .job_finished = fair_job_finished,
};
