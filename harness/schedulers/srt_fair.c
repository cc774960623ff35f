/*
 * SRT (see srt_order.h) on the Fair Scheduler: pools as the Fair Scheduler orders them, the maps of
 * a pool too, but its reduces in the order of shortest remaining time of the maps. On 0.20, whose
 * deficits order the jobs of all pools at once, the pool is that of the job that the Fair Scheduler
 * would serve. This is a choice of this simulator; the paper orders pools first, as 0.21 does.
 */
#include "harness/schedulers/fair_core.h"
#include "harness/schedulers/schedulers.h"

static void *srt_fair_create(const struct scheduler_setup *setup)
{
    return fair_new(setup, true);
}

const struct scheduler_class srt_fair_scheduler = {
    .name = "srt-fair",
    .summary = "SRT on the Fair Scheduler: reduces of a pool go to the job whose maps end soonest",
    .create = srt_fair_create,
    FAIR_CALLS,
};
