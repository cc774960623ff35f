/*
 * Hadoop's Fair Scheduler: 0.20.2's, which keeps deficits, or 0.21's, which compares running tasks
 * with shares (--hadoop). fair_core.h has their rules, the choices of this simulator and the parts
 * left out.
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
    FAIR_CALLS,
};
