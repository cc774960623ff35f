#include "harness/schedulers/locality_delay.h"

#include "harness/workload/alloc.h"

#include <stdlib.h>

void locality_delay_init(struct locality_delay *d, const struct scheduler_setup *setup, bool on)
{
    *d = (struct locality_delay){.setup = setup,
                                 .on = on && setup->options->locality_delay > 0,
                                 .jobs = alloc_zeroed((size_t)setup->job_count, sizeof *d->jobs)};
}

void locality_delay_free(struct locality_delay *d)
{
    free(d->jobs);
    *d = (struct locality_delay){0};
}

void locality_delay_arrives(struct locality_delay *d, const struct scheduler_job *job)
{
    locality_delay_launched(d, job, LOCALITY_NODE);
}

/* How long the job waits in all before it takes a slot that is so far from its data. */
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
    ticks *since = &d->jobs[job->id].waits_since;
    *since = *since == NO_INSTANT ? now : *since;
}

void locality_delay_launched(struct locality_delay *d, const struct scheduler_job *job, enum locality locality)
{
    d->jobs[job->id] = (struct delayed_job){.last = locality, .waits_since = NO_INSTANT};
}

ticks locality_delay_wakes_at(const struct locality_delay *d, const struct job_list *jobs, ticks now)
{
    ticks wake = NO_INSTANT;
    for (int32_t i = 0; i < jobs->count && d->on; i++) {
        ticks since = d->jobs[jobs->jobs[i]->id].waits_since;
        for (ticks steps = 1; since != NO_INSTANT && steps <= 2; steps++) {
            ticks end = since + steps * d->setup->options->locality_delay;
            wake = end > now && end < wake ? end : wake;
        }
    }
    return wake;
}
