/*
 * The books of the Fair Scheduler of Hadoop 0.20. Every 500 ms, and when a job arrives, for maps and reduces
 * separately:
 *   deficit of a job += (its fair share - its running tasks) * time since the last update,
 * then fair shares are computed anew (fair_share_weighted()): of the jobs that have tasks of the stage to run or
 * running, weight = weight of the pool / such jobs of the pool, least = their part of the pool's minimum. Jobs below
 * their minimum come first, then those with the largest deficit, equal ones in order of arrival (Hadoop: any order).
 * As in Hadoop, running tasks are those of the last update and those started since.
 *
 * Nothing happens between events, so that updates are caught up with at the next event: exact, without a timer.
 */
#ifndef HARNESS_FAIR_DEFICIT_H
#define HARNESS_FAIR_DEFICIT_H

#include "harness/schedulers/fair_share.h"
#include "harness/schedulers/job_groups.h"

#define FAIR_UPDATE_INTERVAL 500 /* ticks: UPDATE_INTERVAL */

struct fair_account {
    double deficit;            /* slots * ticks */
    double share;              /* slots */
    int32_t least;             /* slots */
    int32_t running;           /* slots, as of the last update and since */
};

struct fair_deficits {
    const struct scheduler_setup *setup;
    const struct job_list *jobs;
    const struct job_groups *pools;
    struct fair_account *account[STAGES]; /* by job id */
    ticks updated;             /* the last update */
    struct claim *claims;      /* scratch, by place in the list of jobs */
};

/* The list and the pools must outlive it. O(job_count). */
void fair_deficits_init(struct fair_deficits *d, const struct scheduler_setup *setup, const struct job_list *jobs,
                        const struct job_groups *pools);
void fair_deficits_free(struct fair_deficits *d);

/* The clock is now `now`, nothing has happened since the last call: the updates that were due. O(jobs * pools). */
void fair_deficits_advance(struct fair_deficits *d, ticks now);

/* An update now: a job has arrived. O(jobs * pools). */
void fair_deficits_update(struct fair_deficits *d, ticks now);

/* A task of the job was started. O(1). */
void fair_deficits_started(struct fair_deficits *d, const struct scheduler_job *job, enum stage stage);

/* Whether job a comes before job b. A strict weak order. O(1). */
bool fair_deficits_before(const struct fair_deficits *d, const struct scheduler_job *a, const struct scheduler_job *b,
                          enum stage stage);

#endif
