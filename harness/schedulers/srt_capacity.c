/*
 * SRT (see srt_order.h; section IV.D of its paper) on the Capacity Scheduler: queues, user limits
 * and maps as in the Capacity Scheduler, the reduces of a queue in the order of shortest remaining
 * time of the maps. The paper does not say how that combines with the user limit: here the limit
 * selects the candidates, and SRT chooses among them.
 */
#include "harness/schedulers/capacity_core.h"
#include "harness/schedulers/schedulers.h"

static void *srt_capacity_create(const struct scheduler_setup *setup)
{
    return capacity_new(setup, true);
}

const struct scheduler_class srt_capacity_scheduler = {
    .name = "srt-capacity",
    .summary = "SRT on the Capacity Scheduler: reduces of a queue go to the job whose maps end soonest",
    .create = srt_capacity_create,
    CAPACITY_CALLS,
};
