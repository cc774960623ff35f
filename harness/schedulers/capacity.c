/*
 * Hadoop's Capacity Scheduler of 0.20 or 0.21 (--hadoop). capacity_core.h has its rules and the
 * parts left out.
 */
#include "harness/schedulers/capacity_core.h"
#include "harness/schedulers/schedulers.h"

static void *capacity_create(const struct scheduler_setup *setup)
{
    return capacity_new(setup, false);
}

const struct scheduler_class capacity_scheduler = {
    .name = "capacity",
    .summary = "Hadoop's Capacity Scheduler of 0.20 or 0.21: queues with a share of the slots",
    .create = capacity_create,
    CAPACITY_CALLS,
};
