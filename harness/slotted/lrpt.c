/*
 * LRPT (section VII.A: "jobs with larger unfinished workload are always scheduled first"): the
 * paper's example of how poor a work-conserving scheduler can be. Unfinished workload is that of
 * maps and reduces together, running reduces included, at the beginning of the slot; equal
 * workloads in order of arrival (the paper does not say).
 */
#include "harness/slotted/slotted_schedulers.h"

static void assign(void *self, int32_t slot, struct slotted_view **jobs, size_t count, int32_t idle)
{
    (void)self;
    (void)slot;
    slotted_sort_largest_first(jobs, count);
    for (size_t i = 0; i < count && idle > 0; i++) {
        slotted_give_maps(jobs[i], idle, &idle);
        slotted_give_reduces(jobs[i], &idle);
    }
}

const struct slotted_class slotted_lrpt = {
    .name = "lrpt",
    .summary = "largest remaining work first",
    .promise = SLOTTED_WORK_CONSERVING,
    .assign = assign,
};
