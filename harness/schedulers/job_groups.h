/*
 * Groups of jobs: pools of the Fair Scheduler, users, queues and their users. A group is identified
 * by its parent and its name, and exists from the first job on that names it. The slots that its
 * jobs hold and want are counted job by job, at each change.
 */
#ifndef HARNESS_SCHEDULERS_JOB_GROUPS_H
#define HARNESS_SCHEDULERS_JOB_GROUPS_H

#include "harness/engine/scheduler.h"
#include "harness/workload/name_index.h"

#define GROUP_NONE (-1)

/* Slots that jobs hold and want. */
struct job_count {
    int64_t jobs;
    int64_t occupied[STAGES]; /* slots */
    int64_t demand[STAGES];   /* job_demand() */
};

struct job_group {
    int32_t parent; /* another group, or GROUP_NONE */
    const char *name;
    int32_t busy_children;  /* groups below it that have a job */
    struct job_count count; /* of its unfinished jobs; those of groups below it included */
};

struct job_groups {
    struct job_group *group;
    int32_t count;
    size_t capacity;
    struct name_index names;
    int32_t *of_job;           /* by job id; the job's lowest group */
    struct job_count *counted; /* by job id: as which it is part of the counts */
    struct job_count all;      /* over all groups */
};

/* No group. O(job_count). */
void job_groups_init(struct job_groups *groups, int32_t job_count);
void job_groups_free(struct job_groups *groups);

/* The group of this parent and name, a new one if there is none. The name must outlive it. O(log
 * groups). */
int32_t job_groups_find(struct job_groups *groups, int32_t parent, const char *name);

/* A job that arrives belongs to this group from now on, and is counted. O(depth of the group). */
void job_groups_join(struct job_groups *groups, int32_t group, const struct scheduler_job *job);

/* Counts the job as it is now; call it after every change of the slots that the job holds or wants.
 * A finished job is not counted, though an overtaken attempt of it may still hold a slot. O(depth
 * of its group). */
void job_groups_recount(struct job_groups *groups, const struct scheduler_job *job);

/* The job is finished, and counted no more. O(depth of its group). */
void job_groups_leave(struct job_groups *groups, const struct scheduler_job *job);

#endif
