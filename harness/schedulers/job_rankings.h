/*
 * Rankings of the jobs that may run something of one stage, and the question for the first one that
 * takes a slot. Each job is in at most one of them: that of its pool, for example.
 */
#ifndef HARNESS_SCHEDULERS_JOB_RANKINGS_H
#define HARNESS_SCHEDULERS_JOB_RANKINGS_H

#include "harness/engine/scheduler.h"
#include "harness/schedulers/ranking.h"

struct job_rankings {
    const struct scheduler_setup *setup;
    enum stage stage;
    bool srt;                         /* ranked by srt_rank() */
    ticks now;                        /* with srt: to be kept up to date */
    const struct scheduler_job **job; /* by id */
    struct ranking_members members;   /* by id */
};

/* Whether a job of which job_runs_on() is true takes the slot. */
typedef bool job_takes(void *context, const struct scheduler_job *job, int32_t slot);

/* No job is in a ranking. O(job_count). */
void job_rankings_init(struct job_rankings *r, const struct scheduler_setup *setup, enum stage stage, bool srt);
void job_rankings_free(struct job_rankings *r);

/* Puts the job into the ranking if it is a candidate (job_needs.h), otherwise takes it out. Call it
 * whenever the job or its rank may have changed. O(log jobs). */
void job_rankings_list(struct job_rankings *r, struct ranking *order, const struct scheduler_job *job,
                       struct rank rank);

/* The first job of the ranking that takes the slot; NULL: none. Those before it are asked, too, in
 * order. takes: NULL if all do. O(log jobs), and O(1) for each job that is asked; with srt those
 * are all of SRT_LEVEL_MOVING, if the first job is one of them: their order depends on the time. */
const struct scheduler_job *job_rankings_first(const struct job_rankings *r, const struct ranking *order, int32_t slot,
                                               job_takes *takes, void *context);

/* Whether job a comes before job b; both are in rankings. O(1). */
bool job_rankings_before(const struct job_rankings *r, const struct scheduler_job *a, const struct scheduler_job *b);

/* Whether `best` comes before `job` and before all jobs ranked behind `job`. O(1). */
bool job_rankings_settled(const struct job_rankings *r, const struct scheduler_job *best,
                          const struct scheduler_job *job);

#endif
