#include "harness/schedulers/job_groups.h"

#include "harness/schedulers/job_needs.h"
#include "harness/workload/alloc.h"

#include <stdlib.h>

void job_groups_init(struct job_groups *groups, int32_t job_count)
{
    *groups = (struct job_groups){.of_job = alloc_zeroed((size_t)job_count, sizeof *groups->of_job),
                                  .counted = alloc_zeroed((size_t)job_count, sizeof *groups->counted)};
}

void job_groups_free(struct job_groups *groups)
{
    free(groups->group);
    free(groups->of_job);
    free(groups->counted);
    name_index_free(&groups->names);
    *groups = (struct job_groups){0};
}

int32_t job_groups_find(struct job_groups *groups, int32_t parent, const char *name)
{
    int32_t group = (int32_t)name_index_enter(&groups->names, parent, name, groups->count);
    if (group == groups->count) {
        groups->group = alloc_grow(groups->group, &groups->capacity, (size_t)group + 1, sizeof *groups->group);
        groups->group[groups->count++] = (struct job_group){.parent = parent, .name = name};
    }
    return group;
}

static void add(struct job_count *sum, const struct job_count *change)
{
    sum->jobs += change->jobs;
    for (enum stage stage = STAGE_MAP; stage < STAGES; stage++) {
        sum->occupied[stage] += change->occupied[stage];
        sum->demand[stage] += change->demand[stage];
    }
}

/* Counts the job as `now` instead of as before. */
static void count_as(struct job_groups *groups, int32_t job, struct job_count now)
{
    const struct job_count *old = &groups->counted[job];
    struct job_count change = {.jobs = now.jobs - old->jobs};
    for (enum stage stage = STAGE_MAP; stage < STAGES; stage++) {
        change.occupied[stage] = now.occupied[stage] - old->occupied[stage];
        change.demand[stage] = now.demand[stage] - old->demand[stage];
    }
    groups->counted[job] = now;
    add(&groups->all, &change);
    for (int32_t g = groups->of_job[job]; g != GROUP_NONE; g = groups->group[g].parent) {
        struct job_group *group = &groups->group[g];
        bool was_busy = group->count.jobs > 0;
        add(&group->count, &change);
        if (group->parent != GROUP_NONE) {
            groups->group[group->parent].busy_children += (group->count.jobs > 0) - was_busy;
        }
    }
}

static struct job_count count_of(const struct scheduler_job *job)
{
    return (struct job_count){.jobs = 1,
                              .occupied = {job->occupied[STAGE_MAP], job->occupied[STAGE_REDUCE]},
                              .demand = {job_demand(job, STAGE_MAP), job_demand(job, STAGE_REDUCE)}};
}

void job_groups_join(struct job_groups *groups, int32_t group, const struct scheduler_job *job)
{
    groups->of_job[job->id] = group;
    count_as(groups, job->id, count_of(job));
}

void job_groups_recount(struct job_groups *groups, const struct scheduler_job *job)
{
    if (groups->counted[job->id].jobs > 0) {
        count_as(groups, job->id, count_of(job));
    }
}

void job_groups_leave(struct job_groups *groups, const struct scheduler_job *job)
{
    count_as(groups, job->id, (struct job_count){.jobs = 0});
}
