/*
 * Jobs by whom they belong to: pools of the Fair Scheduler, users, queues and their users. A group is known by its
 * parent and its name, and is there from the first job on that names it.
 */
#ifndef HARNESS_JOB_GROUPS_H
#define HARNESS_JOB_GROUPS_H

#include "harness/schedulers/job_list.h"

#define GROUP_NONE (-1)

struct job_group {
    int32_t parent;            /* another group, or GROUP_NONE */
    const char *name;
    int32_t jobs;              /* in the list counted last; those of groups below it included */
    int32_t occupied[STAGES];  /* slots of those jobs */
    int32_t demand[STAGES];    /* job_demand() of those jobs */
};

struct job_groups {
    struct job_group *group;
    int32_t count;
    size_t capacity;
    int32_t *of_job;           /* by job id; the job's lowest group */
};

/* No group. O(job_count). */
void job_groups_init(struct job_groups *groups, int32_t job_count);
void job_groups_free(struct job_groups *groups);

/* The group of this parent and name, a new one if there is none. The name must outlive it. O(groups). */
int32_t job_groups_find(struct job_groups *groups, int32_t parent, const char *name);

/* Counts what the jobs of the list hold and want, in their groups and all above. O(groups + jobs). */
void job_groups_count(struct job_groups *groups, const struct job_list *jobs);

#endif
