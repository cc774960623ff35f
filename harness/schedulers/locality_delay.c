#include "harness/schedulers/locality_delay.h"

#include "harness/workload/alloc.h"

#include <stdlib.h>

/* Ends the list of jobs that wait. */
#define NONE (-1)

void locality_delay_init(struct locality_delay *d, const struct scheduler_setup *setup, bool on)
{
    *d = (struct locality_delay){.setup = setup,
                                 .on = on && setup->options->locality_delay > 0,
                                 .jobs = alloc_zeroed((size_t)setup->job_count, sizeof *d->jobs),
                                 .last = NONE,
                                 .waiting = {NONE, NONE}};
}

void locality_delay_free(struct locality_delay *d)
{
    free(d->jobs);
    *d = (struct locality_delay){0};
}

void locality_delay_arrives(struct locality_delay *d, const struct scheduler_job *job)
{
    d->jobs[job->id] = (struct delayed_job){.last = LOCALITY_NODE, .waits_since = NO_INSTANT};
}

/* The total wait of the job before it takes a slot at this distance from its data. */
static ticks patience(const struct locality_delay *d, const struct scheduler_job *job, enum locality locality)
{
    enum locality last = d->jobs[job->id].last;
    return locality <= last || last == LOCALITY_REMOTE ? 0
                                                       : (ticks)(locality - last) * d->setup->options->locality_delay;
}

bool locality_delay_takes(const struct locality_delay *d, const struct scheduler_job *job, int32_t slot, ticks now)
{
    if (!d->on || job->waiting[STAGE_MAP] == 0) {
        return true;
    }
    ticks since = d->jobs[job->id].waits_since;
    ticks waited = since == NO_INSTANT ? 0 : now - since;
    return waited >= patience(d, job, d->setup->nearest(d->setup->engine, job, slot));
}

void locality_delay_passed(struct locality_delay *d, const struct scheduler_job *job, ticks now)
{
    struct delayed_job *mine = &d->jobs[job->id];
    if (mine->waits_since != NO_INSTANT) {
        return;
    }
    *mine = (struct delayed_job){.last = mine->last, .waits_since = now, .previous = d->last, .next = NONE};
    if (d->last != NONE) {
        d->jobs[d->last].next = job->id;
    }
    d->last = job->id;
    for (int step = 0; step < LOCALITY_STEPS; step++) {
        d->waiting[step] = d->waiting[step] == NONE ? job->id : d->waiting[step];
    }
}

static void unlist(struct locality_delay *d, int32_t job)
{
    const struct delayed_job *mine = &d->jobs[job];
    if (mine->previous != NONE) {
        d->jobs[mine->previous].next = mine->next;
    }
    if (mine->next == NONE) {
        d->last = mine->previous;
    } else {
        d->jobs[mine->next].previous = mine->previous;
    }
    for (int step = 0; step < LOCALITY_STEPS; step++) {
        d->waiting[step] = d->waiting[step] == job ? mine->next : d->waiting[step];
    }
}

void locality_delay_launched(struct locality_delay *d, const struct scheduler_job *job, enum locality locality)
{
    if (d->jobs[job->id].waits_since != NO_INSTANT) {
        unlist(d, job->id);
    }
    d->jobs[job->id] = (struct delayed_job){.last = locality, .waits_since = NO_INSTANT};
}

/* When the job will have waited for step + 1 delays. */
static ticks end_of_wait(const struct locality_delay *d, int32_t job, int step)
{
    return d->jobs[job].waits_since + (step + 1) * d->setup->options->locality_delay;
}

void locality_delay_advance(struct locality_delay *d, ticks now)
{
    for (int step = 0; step < LOCALITY_STEPS; step++) {
        int32_t *job = &d->waiting[step];
        while (*job != NONE && end_of_wait(d, *job, step) <= now) {
            *job = d->jobs[*job].next;
        }
    }
}

ticks locality_delay_wakes_at(const struct locality_delay *d)
{
    ticks wake = NO_INSTANT;
    for (int step = 0; step < LOCALITY_STEPS; step++) {
        ticks end = d->waiting[step] == NONE ? NO_INSTANT : end_of_wait(d, d->waiting[step], step);
        wake = end < wake ? end : wake;
    }
    return wake;
}
