/*
 * SRPT as a scheduler (Lemma 1): it carries out the decisions of virtual_srpt.h. For it the engine
 * lets reduces run in the slot of the last map. Its total flow time is the lower bound of
 * efficiency ratios.
 */
#include "harness/slotted/slotted_schedulers.h"
#include "harness/slotted/virtual_srpt.h"
#include "harness/workload/alloc.h"

#include <stdlib.h>

static void *create(const struct slotted_setup *setup)
{
    struct virtual_srpt *v = alloc_zeroed(1, sizeof *v);
    virtual_srpt_init(v, setup->machines);
    return v;
}

static void destroy(void *self)
{
    virtual_srpt_free(self);
    free(self);
}

static void assign(void *self, int32_t slot, struct slotted_view **jobs, size_t count, int32_t idle)
{
    (void)idle; /* all machines: nothing is ever running */
    struct virtual_srpt *v = self;
    virtual_srpt_step(v, slot, jobs, count);
    for (size_t i = 0; i < v->served; i++) {
        v->jobs[i].view->give_maps = v->jobs[i].given_maps;
        v->jobs[i].view->give_reduces = v->jobs[i].given_reduces;
    }
}

const struct slotted_class slotted_srpt = {
    .name = "srpt",
    .summary = "shortest remaining work first, reduces not waiting for maps: a lower bound, no schedule",
    .promise = SLOTTED_RELAXED,
    .preemptive_only = true,
    .create = create,
    .destroy = destroy,
    .assign = assign,
};
