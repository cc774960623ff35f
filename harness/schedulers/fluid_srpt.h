/*
 * SRPT on a cluster of map slots and reduce slots, as if work could be divided and interrupted and
 * reduces did not wait for maps: ASRPT simulates it beside itself. Of each stage, the job with the
 * least remaining work of both stages together gets as many slots as it has tasks left, then the
 * next.
 *
 * It is computed when ASRPT asks: between two questions the order stays as it was at the first.
 */
#ifndef HARNESS_SCHEDULERS_FLUID_SRPT_H
#define HARNESS_SCHEDULERS_FLUID_SRPT_H

#include "harness/engine/scheduler.h"
#include "harness/schedulers/ranking.h"

struct fluid_job {
    const struct scheduler_job *job;
    double task[STAGES]; /* estimated time of a task, ticks */
    /* remaining work, ticks of one slot; SRPT's progress, not the cluster's */
    double work[STAGES];
};

struct fluid_srpt {
    int32_t slots[STAGES];
    ticks now;
    struct fluid_job *jobs; /* by id */
    struct ranking_members members[STAGES];
    /* jobs with work of the stage: by their remaining work, ties in order of arrival */
    struct ranking order[STAGES];
    int32_t *touched; /* scratch: jobs that get slots, once for each stage */
};

/* Slots of a job. */
struct fluid_load {
    const struct scheduler_job *job;
    int32_t slots;
};

/* Room for all jobs of a run. O(job_count). */
void fluid_srpt_init(struct fluid_srpt *f, const struct scheduler_setup *setup);
void fluid_srpt_free(struct fluid_srpt *f);

/* Lets time pass; now never falls. O(log jobs) for each job that gets slots: those that it
 * finishes, and at most as many others as there are slots. */
void fluid_srpt_advance(struct fluid_srpt *f, ticks now);

/* Adds a job, all of its work remaining. O(log jobs). */
void fluid_srpt_add(struct fluid_srpt *f, const struct scheduler_job *job, const ticks estimate[STAGES]);

/* Sets loads[] to the jobs that it has on map slots now, in its order, and on how many, and returns
 * their number, at most the number of map slots. O(that number + log jobs). */
int32_t fluid_srpt_map_loads(const struct fluid_srpt *f, struct fluid_load *loads);

#endif
