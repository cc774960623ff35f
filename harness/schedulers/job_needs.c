#include "harness/schedulers/job_needs.h"

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

bool job_is_candidate(const struct scheduler_setup *setup, const struct scheduler_job *job, enum stage stage)
{
    return is_open(job, stage) && (job->waiting[stage] > 0 || (setup->speculation && job->running[stage] > 0));
}
