/*
 * SRPT on a cluster of map slots and reduce slots, as if work could be divided and interrupted and reduces did not wait
 * for maps: what ASRPT runs beside itself. Of each stage, the job with the least remaining work of both stages together
 * gets as many slots as it has tasks left, then the next.
 *
 * It is computed at the instants at which somebody asks: between two of them the order stays as it was at the first.
 */
#ifndef HARNESS_FLUID_SRPT_H
#define HARNESS_FLUID_SRPT_H

#include "harness/schedulers/scheduler.h"

struct fluid_job {
    const struct scheduler_job *job;
    double task[STAGES];        /* estimated time of a task, ticks */
    double work[STAGES];        /* what remains, ticks of one slot; SRPT's progress, not the cluster's */
};

struct fluid_srpt {
    int32_t slots[STAGES];
    ticks now;
    struct fluid_job *jobs;     /* unfinished; sorted after fluid_srpt_map_loads() */
    int32_t count;
};

/* Room for all jobs of a run. */
void fluid_srpt_init(struct fluid_srpt *f, const struct scheduler_setup *setup);
void fluid_srpt_free(struct fluid_srpt *f);

/* Lets time pass; now never falls. O(jobs). */
void fluid_srpt_advance(struct fluid_srpt *f, ticks now);

/* Adds a job, all of its work remaining. O(1). */
void fluid_srpt_add(struct fluid_srpt *f, const struct scheduler_job *job, const ticks estimate[STAGES]);

/* Sorts by remaining work, ties in order of arrival, and sets load[id] to the number of map slots that it gives each
 * unfinished job now; other entries stay. O(jobs) if the order has hardly changed. */
void fluid_srpt_map_loads(struct fluid_srpt *f, int32_t *load);

#endif
