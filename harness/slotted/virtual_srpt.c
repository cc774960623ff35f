#include "harness/slotted/virtual_srpt.h"

#include "harness/workload/alloc.h"

#include <stdlib.h>

void virtual_srpt_init(struct virtual_srpt *v, int32_t machines)
{
    *v = (struct virtual_srpt){.machines = machines};
}

void virtual_srpt_free(struct virtual_srpt *v)
{
    free(v->jobs);
    *v = (struct virtual_srpt){0};
}

static int32_t remaining(const struct virtual_job *job)
{
    return job->maps + job->reduces;
}

/* Only the last of the jobs served can be left with work. */
static void finish_last_step(struct virtual_srpt *v)
{
    size_t kept = 0;
    for (size_t i = 0; i < v->count; i++) {
        struct virtual_job job = v->jobs[i];
        job.maps -= job.given_maps;
        job.reduces -= job.given_reduces;
        job.given_maps = 0;
        job.given_reduces = 0;
        if (remaining(&job) > 0) {
            v->jobs[kept++] = job;
        }
    }
    v->count = kept;
    v->served = 0;
}

/* Puts a new job behind those with no more remaining work. */
static void insert(struct virtual_srpt *v, struct slotted_view *view)
{
    v->jobs = alloc_grow(v->jobs, &v->capacity, v->count + 1, sizeof *v->jobs);
    struct virtual_job job = {.view = view, .maps = view->maps, .reduces = view->reduce_work};
    size_t place = v->count++;
    while (place > 0 && remaining(&v->jobs[place - 1]) > remaining(&job)) {
        v->jobs[place] = v->jobs[place - 1];
        place--;
    }
    v->jobs[place] = job;
}

static int32_t take(int32_t wanted, int32_t *idle)
{
    int32_t taken = wanted < *idle ? wanted : *idle;
    *idle -= taken;
    return taken;
}

void virtual_srpt_step(struct virtual_srpt *v, int32_t slot, struct slotted_view *const *jobs, size_t count)
{
    finish_last_step(v);
    for (size_t i = 0; i < count; i++) {
        if (jobs[i]->arrival == slot) {
            insert(v, jobs[i]);
        }
    }
    int32_t idle = v->machines;
    while (v->served < v->count && idle > 0) {
        struct virtual_job *job = &v->jobs[v->served++];
        job->given_maps = take(job->maps, &idle);
        job->given_reduces = take(job->reduces, &idle);
    }
}
