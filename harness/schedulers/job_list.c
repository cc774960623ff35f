#include "harness/schedulers/job_list.h"

#include "harness/workload/alloc.h"

#include <stdlib.h>
#include <string.h>

void job_list_init(struct job_list *list, int32_t job_count)
{
    *list = (struct job_list){.jobs = alloc_zeroed((size_t)job_count, sizeof *list->jobs)};
}

void job_list_free(struct job_list *list)
{
    free(list->jobs);
    *list = (struct job_list){0};
}

void job_list_add(struct job_list *list, const struct scheduler_job *job)
{
    list->jobs[list->count++] = job;
}

void job_list_remove(struct job_list *list, const struct scheduler_job *job)
{
    int32_t low = 0;
    int32_t high = list->count - 1;
    while (low < high) {
        int32_t middle = low + (high - low) / 2;
        if (list->jobs[middle]->id < job->id) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    list->count--;
    memmove(&list->jobs[low], &list->jobs[low + 1], (size_t)(list->count - low) * sizeof *list->jobs);
}

static bool is_open(const struct scheduler_job *job, enum stage stage)
{
    return stage == STAGE_MAP || job->reduces_open;
}

int32_t job_demand(const struct scheduler_job *job, enum stage stage)
{
    return job->occupied[stage] + (is_open(job, stage) ? job->waiting[stage] : 0);
}

bool job_runs_on(const struct scheduler_setup *setup, const struct scheduler_job *job, enum stage stage, int32_t slot)
{
    return is_open(job, stage) && (job->waiting[stage] > 0 || setup->may_duplicate(setup->engine, job, stage, slot));
}
