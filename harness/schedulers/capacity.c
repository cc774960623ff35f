/*
 * Hadoop's Capacity Scheduler of 0.20 or 0.21 (--hadoop). What it does and what is left out stands in capacity_core.h.
 */
#include "harness/schedulers/capacity_core.h"
#include "harness/schedulers/idle_time.h"
#include "harness/schedulers/schedulers.h"

static void *capacity_create(const struct scheduler_setup *setup)
{
    return capacity_new(setup, false);
}

const struct scheduler_class capacity_scheduler = {
    .name = "capacity",
    .summary = "Hadoop's Capacity Scheduler of 0.20 or 0.21: queues with a share of the slots",
    .create = capacity_create,
    .destroy = capacity_destroy,
    .job_arrives = capacity_job_arrives,
    .pick = capacity_pick,
    .advance = capacity_advance,
    .report_begins = capacity_report_begins,
    .stirs_at = only_events_stir,
    .task_started = capacity_task_started,
    .task_finished = capacity_task_finished,
    .task_failed = capacity_slot_released,
    .attempt_dropped = capacity_slot_released,
    .job_finished = capacity_job_finished,
};
