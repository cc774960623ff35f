#include "harness/schedulers/job_groups.h"

#include "harness/workload/alloc.h"

#include <stdlib.h>
#include <string.h>

void job_groups_init(struct job_groups *groups, int32_t job_count)
{
    *groups = (struct job_groups){.of_job = alloc_zeroed((size_t)job_count, sizeof *groups->of_job)};
}

void job_groups_free(struct job_groups *groups)
{
    free(groups->group);
    free(groups->of_job);
    *groups = (struct job_groups){0};
}

int32_t job_groups_find(struct job_groups *groups, int32_t parent, const char *name)
{
    for (int32_t i = 0; i < groups->count; i++) {
        if (groups->group[i].parent == parent && strcmp(groups->group[i].name, name) == 0) {
            return i;
        }
    }
    groups->group = alloc_grow(groups->group, &groups->capacity, (size_t)groups->count + 1, sizeof *groups->group);
    groups->group[groups->count] = (struct job_group){.parent = parent, .name = name};
    return groups->count++;
}

void job_groups_count(struct job_groups *groups, const struct job_list *jobs)
{
    for (int32_t i = 0; i < groups->count; i++) {
        struct job_group *group = &groups->group[i];
        *group = (struct job_group){.parent = group->parent, .name = group->name};
    }
    for (int32_t i = 0; i < jobs->count; i++) {
        const struct scheduler_job *job = jobs->jobs[i];
        for (int32_t g = groups->of_job[job->id]; g != GROUP_NONE; g = groups->group[g].parent) {
            struct job_group *group = &groups->group[g];
            group->jobs++;
            for (enum stage stage = STAGE_MAP; stage < STAGES; stage++) {
                group->occupied[stage] += job->occupied[stage];
                group->demand[stage] += job_demand(job, stage);
            }
        }
    }
}
