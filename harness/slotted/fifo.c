/*
 * FIFO (section VII.A: "all the jobs are scheduled in their order of arrival"): each job in turn
 * gets machines for all that it can start. The paper does not say whether a job that cannot use all
 * machines holds up those behind it; here it does not, so that the scheduler is work-conserving, as
 * the paper's Theorems 2 and 3 require.
 */
#include "harness/slotted/slotted_schedulers.h"

static void assign(void *self, int32_t slot, struct slotted_view **jobs, size_t count, int32_t idle)
{
    (void)self;
    (void)slot;
    for (size_t i = 0; i < count && idle > 0; i++) {
        slotted_give_maps(jobs[i], idle, &idle);
        slotted_give_reduces(jobs[i], &idle);
    }
}

const struct slotted_class slotted_fifo = {
    .name = "fifo",
    .summary = "in order of arrival",
    .promise = SLOTTED_WORK_CONSERVING,
    .assign = assign,
};
