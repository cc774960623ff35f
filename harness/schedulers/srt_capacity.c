/*
 * SRT (see srt_order.h; section IV.D of its paper) on the Capacity Scheduler: queues, user limits and maps as the
 * Capacity Scheduler has them, the reduces of a queue in the order of shortest remaining time of the maps. The paper
 * does not say how that meets the user limit: here the limit says which jobs may be chosen, SRT which of them is.
 */
#include "harness/schedulers/capacity_core.h"
#include "harness/schedulers/idle_time.h"
#include "harness/schedulers/schedulers.h"

static void *srt_capacity_create(const struct scheduler_setup *setup)
{
    return capacity_new(setup, true);
}

const struct scheduler_class srt_capacity_scheduler = {
    .name = "srt-capacity",
    .summary = "SRT on the Capacity Scheduler: reduces of a queue go to the job whose maps end soonest",
    .create = srt_capacity_create,
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
