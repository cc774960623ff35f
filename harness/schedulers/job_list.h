/*
 * The accepted jobs that are not finished, in order of arrival: what Hadoop's schedulers walk through at every
 * heartbeat.
 */
#ifndef HARNESS_JOB_LIST_H
#define HARNESS_JOB_LIST_H

#include "harness/schedulers/scheduler.h"

struct job_list {
    const struct scheduler_job **jobs; /* ascending by id */
    int32_t count;
};

/* Room for all jobs of a run. O(job_count). */
void job_list_init(struct job_list *list, int32_t job_count);
void job_list_free(struct job_list *list);

/* Appends a job that arrives. O(1). */
void job_list_add(struct job_list *list, const struct scheduler_job *job);

/* Takes out a job of the list. O(count). */
void job_list_remove(struct job_list *list, const struct scheduler_job *job);

/* Tasks of the stage that the job has running or that may be started: Hadoop's demand. O(1). */
int32_t job_demand(const struct scheduler_job *job, enum stage stage);

/* Whether the job has something to run on this idle slot: a task that may be started, or one to duplicate. O(1); with
 * speculation as the engine's may_duplicate(). */
bool job_runs_on(const struct scheduler_setup *setup, const struct scheduler_job *job, enum stage stage, int32_t slot);

#endif
