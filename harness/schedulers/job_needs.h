/*
 * The demand of a job in a stage, as Hadoop's schedulers compute it.
 */
#ifndef HARNESS_SCHEDULERS_JOB_NEEDS_H
#define HARNESS_SCHEDULERS_JOB_NEEDS_H

#include "harness/engine/scheduler.h"

/* Tasks of the stage that the job has running or that may be started: Hadoop's demand. O(1). */
int32_t job_demand(const struct scheduler_job *job, enum stage stage);

/* Whether the job has something to run on this idle slot: a task that may be started, or one to
 * duplicate. O(1); with speculation as the engine's may_duplicate(). */
bool job_runs_on(const struct scheduler_setup *setup, const struct scheduler_job *job, enum stage stage, int32_t slot);

/* Whether the job may have a task for some idle slot. Among these jobs, at most as many as there
 * are slots have no task by job_runs_on(): each of them holds a slot. It changes only when a task
 * of the job starts, ends or fails. O(1). */
bool job_is_candidate(const struct scheduler_setup *setup, const struct scheduler_job *job, enum stage stage);

#endif
