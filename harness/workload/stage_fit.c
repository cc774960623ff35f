#include "harness/workload/stage_fit.h"

/* The stage of which the job has tasks and the cluster no slot; STAGES: there is none. */
static enum stage misfit(const struct job_spec *job, const int32_t slots[STAGES])
{
    return job->maps > 0 && slots[STAGE_MAP] == 0         ? STAGE_MAP
           : job->reduces > 0 && slots[STAGE_REDUCE] == 0 ? STAGE_REDUCE
                                                          : STAGES;
}

bool stage_fit_job(const struct job_spec *job, const int32_t slots[STAGES], struct place place,
                   struct input_error *error)
{
    static const char *const names[STAGES] = {"map", "reduce"};
    const enum stage stage = misfit(job, slots);
    if (stage == STAGES) {
        return true;
    }
    const int32_t tasks = stage == STAGE_MAP ? job->maps : job->reduces;
    place.field = NULL;
    return input_error_at(error, place,
                          "expected %s slots (--%s-slots or --cluster) for the %d %s%s of job '%s', found none",
                          names[stage], names[stage], (int)tasks, names[stage], tasks == 1 ? "" : "s", job->name);
}

static void slots_of(const struct cluster *cluster, int32_t slots[STAGES])
{
    for (enum stage stage = STAGE_MAP; stage < STAGES; stage++) {
        slots[stage] = cluster_slots(cluster, stage);
    }
}

const struct job_spec *stage_fit_first_misfit(const struct workload *workload, const struct cluster *cluster)
{
    int32_t slots[STAGES];
    const struct job_spec *first = NULL;
    slots_of(cluster, slots);
    for (size_t i = 0; i < workload->count; i++) {
        const struct job_spec *job = &workload->jobs[i];
        if (misfit(job, slots) != STAGES && (first == NULL || job->row < first->row)) {
            first = job;
        }
    }
    return first;
}

bool stage_fit_check(const struct workload *workload, const struct cluster *cluster, struct input_error *error)
{
    int32_t slots[STAGES];
    const struct job_spec *job = stage_fit_first_misfit(workload, cluster);
    slots_of(cluster, slots);
    return job == NULL ||
           stage_fit_job(job, slots, (struct place){.source = workload->title, .line = job->line}, error);
}
