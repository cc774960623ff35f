/*
 * The books of the Fair Scheduler of Hadoop 0.20. Every 500 ms, and when a job arrives, for maps
 * and reduces separately:
 *   deficit of a job += (its fair share - its running tasks) * time since the last update,
 * then fair shares are computed again (fair_share_weighted()): of the jobs that have tasks of the
 * stage to run or running, weight = weight of the pool / such jobs of the pool, least = their part
 * of the pool's minimum. Jobs below their minimum come first, then those with the largest deficit,
 * equal ones in order of arrival (Hadoop: any order). As in Hadoop, running tasks are those of the
 * last update and those started since.
 *
 * Nothing changes between events, so the updates are made at the next event: exact, without a
 * timer. Of the jobs that arrive at one instant only the update of the last one has an effect.
 *
 * An update goes through all unfinished jobs, as Hadoop's does: every deficit changes. Between two
 * updates deficits do not change, so a heap gives the first job.
 */
#ifndef HARNESS_SCHEDULERS_FAIR_DEFICIT_H
#define HARNESS_SCHEDULERS_FAIR_DEFICIT_H

#include "harness/schedulers/fair_pools.h"
#include "harness/schedulers/fair_share.h"

#define FAIR_UPDATE_INTERVAL 500 /* ticks: UPDATE_INTERVAL */

struct fair_account {
    double deficit;  /* slots * ticks */
    double share;    /* slots */
    int32_t least;   /* slots */
    int32_t running; /* slots, as of the last update and since */
    bool queued[2];  /* in the heap: as a job that has its minimum, as one below it */
};

/* A job in the order of service. */
struct fair_entry {
    double deficit;
    int32_t job;
    bool needs; /* it is below its minimum */
};

struct fair_deficits {
    const struct scheduler_setup *setup;
    const struct fair_pools *pools;
    /* in order of arrival; finished ones leave at an update */
    const struct scheduler_job **jobs;
    const struct scheduler_job **job; /* by job id */
    int32_t count;
    struct fair_account *account[STAGES]; /* by job id */
    ticks updated;                        /* the last update */
    /* when a job has arrived since the last update; NO_INSTANT: none has */
    ticks due;
    struct claim *claims;            /* scratch, by place in the list of jobs */
    struct fair_entry *heap[STAGES]; /* candidates, each at most once as each of the two */
    int32_t heap_count[STAGES];
    struct fair_entry *aside; /* scratch: entries that cannot use a slot */
};

/* The pools must outlive it. O(job_count). */
void fair_deficits_init(struct fair_deficits *d, const struct scheduler_setup *setup, const struct fair_pools *pools);
void fair_deficits_free(struct fair_deficits *d);

/* A job has arrived: there will be an update at this instant. O(1). */
void fair_deficits_arrives(struct fair_deficits *d, const struct scheduler_job *job, ticks now);

/* The clock is now `now`, nothing has happened since the last call: the updates that were due. One
 * is O(jobs + pools), and O(jobs log jobs) for the jobs of pools with a minimum. */
void fair_deficits_advance(struct fair_deficits *d, ticks now);

/* A task of the job was started. O(1). */
void fair_deficits_started(struct fair_deficits *d, const struct scheduler_job *job, enum stage stage);

/* The slots of the job or its runnable tasks have changed. O(log jobs). */
void fair_deficits_changed(struct fair_deficits *d, const struct scheduler_job *job);

/* The first job that has something for the slot; NULL: none. Amortised O(log jobs) for every entry
 * that the calls in between made, and for every job that may only duplicate tasks. */
const struct scheduler_job *fair_deficits_first(struct fair_deficits *d, enum stage stage, int32_t slot);

#endif
