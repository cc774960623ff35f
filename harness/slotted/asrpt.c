/*
 * ASRPT, Available Shortest Remaining Processing Time (section VI.A, Algorithm 1). SRPT is
 * simulated beside it. In each slot, within each step the jobs with the least available work first:
 *   1. without preemption, running reduces keep their machines (lines 4-7; the engine has done it);
 *   2. the maps that SRPT runs in this slot (lines 8-26);
 *   3. reduces (lines 27-39);
 *   4. other maps (lines 40-52).
 * Line 28 as printed would start reduces of jobs that still have maps, and count running ones
 * again; by the text above it, only jobs whose last map ended in an earlier slot get machines in
 * step 3, and only for reduces that do not run yet: reduces_ready counts these. Choices: equal
 * available work in order of arrival; the order is that of the beginning of the slot throughout.
 */
#include "harness/slotted/slotted_schedulers.h"
#include "harness/slotted/virtual_srpt.h"
#include "harness/workload/alloc.h"

#include <stdlib.h>

struct asrpt {
    struct virtual_srpt srpt;
    int32_t *map_load; /* by job: S(i).MapLoad, 0 between calls */
};

static void *create(const struct slotted_setup *setup)
{
    struct asrpt *a = alloc_zeroed(1, sizeof *a);
    virtual_srpt_init(&a->srpt, setup->machines);
    a->map_load = alloc_zeroed(setup->job_count, sizeof *a->map_load);
    return a;
}

static void destroy(void *self)
{
    struct asrpt *a = self;
    virtual_srpt_free(&a->srpt);
    free(a->map_load);
    free(a);
}

static void give_maps_of_srpt(struct asrpt *a, struct slotted_view **jobs, size_t count, int32_t *idle)
{
    for (size_t i = 0; i < a->srpt.served; i++) {
        a->map_load[a->srpt.jobs[i].view->job] = a->srpt.jobs[i].given_maps;
    }
    for (size_t i = 0; i < count; i++) {
        slotted_give_maps(jobs[i], a->map_load[jobs[i]->job], idle);
    }
    for (size_t i = 0; i < a->srpt.served; i++) {
        a->map_load[a->srpt.jobs[i].view->job] = 0;
    }
}

static void assign(void *self, int32_t slot, struct slotted_view **jobs, size_t count, int32_t idle)
{
    struct asrpt *a = self;
    virtual_srpt_step(&a->srpt, slot, jobs, count);
    slotted_sort_smallest_first(jobs, count);
    give_maps_of_srpt(a, jobs, count, &idle);
    for (size_t i = 0; i < count && idle > 0; i++) {
        slotted_give_reduces(jobs[i], &idle);
    }
    for (size_t i = 0; i < count && idle > 0; i++) {
        slotted_give_maps(jobs[i], idle, &idle);
    }
}

const struct slotted_class slotted_asrpt = {
    .name = "asrpt",
    .summary = "SRPT's maps, then reduces, then maps, of the job with the least remaining work first",
    .promise = SLOTTED_WORK_CONSERVING,
    .create = create,
    .destroy = destroy,
    .assign = assign,
};
