#include "harness/replay/outcome.h"

#include "harness/workload/alloc.h"

#include <math.h>
#include <stdlib.h>

struct replay_ends replay_ends_new(const struct workload *workload, const int32_t slots[STAGES])
{
    struct replay_ends ends = {.jobs = alloc_zeroed(workload->count, sizeof *ends.jobs),
                               .count = workload->count,
                               .slots = {slots[STAGE_MAP], slots[STAGE_REDUCE]}};
    for (size_t i = 0; i < ends.count; i++) {
        const struct job_spec *spec = &workload->jobs[i];
        const int32_t tasks[STAGES] = {spec->maps, spec->reduces};
        struct job_end *job = &ends.jobs[i];
        *job = (struct job_end){.arrival = spec->arrival,
                                .deadline = spec->deadline,
                                .promised = NO_INSTANT,
                                .margin = NO_INSTANT,
                                .finish = NO_INSTANT};
        for (enum stage stage = STAGE_MAP; stage < STAGES; stage++) {
            job->holds[stage] = alloc_zeroed((size_t)tasks[stage], sizeof *job->holds[stage]);
            for (int32_t task = 0; task < tasks[stage]; task++) {
                job->holds[stage][task] = (struct slot_hold){.start = NO_INSTANT, .end = NO_INSTANT};
            }
        }
    }
    return ends;
}

void replay_ends_free(struct replay_ends *ends)
{
    for (size_t i = 0; i < ends->count; i++) {
        free(ends->jobs[i].reason);
        free(ends->jobs[i].holds[STAGE_MAP]);
        free(ends->jobs[i].holds[STAGE_REDUCE]);
    }
    free(ends->jobs);
    *ends = (struct replay_ends){0};
}

bool job_end_done(const struct job_end *job, const struct job_spec *spec)
{
    return job->held[STAGE_MAP] == spec->maps && job->held[STAGE_REDUCE] == spec->reduces;
}

static double held_by(const struct job_end *job, const struct job_spec *spec)
{
    const int32_t tasks[STAGES] = {spec->maps, spec->reduces};
    double sum = 0;
    for (enum stage stage = STAGE_MAP; stage < STAGES; stage++) {
        for (int32_t task = 0; task < tasks[stage]; task++) {
            const struct slot_hold *hold = &job->holds[stage][task];
            sum += hold->end == NO_INSTANT ? 0.0 : (double)(hold->end - hold->start);
        }
    }
    return sum;
}

struct ends_summary replay_ends_summary(const struct replay_ends *ends, const struct workload *workload)
{
    struct ends_summary s = {.utilisation = NAN};
    double held = 0;
    for (size_t i = 0; i < ends->count; i++) {
        const struct job_end *job = &ends->jobs[i];
        const bool in_time = job->accepted && job->finish <= job->deadline;
        s.accepted += job->accepted;
        s.refused += job->answered && !job->accepted;
        s.in_time += in_time;
        s.late += job->accepted && !in_time;
        s.late_unflagged += job->accepted && !in_time && !job->flagged;
        s.flagged += job->flagged;
        held += in_time ? held_by(job, &workload->jobs[i]) : 0.0;
        if (job->finish != NO_INSTANT && job->finish - ends->jobs[0].arrival > s.makespan) {
            s.makespan = job->finish - ends->jobs[0].arrival;
        }
    }
    if (s.makespan > 0) {
        const double slots = (double)ends->slots[STAGE_MAP] + ends->slots[STAGE_REDUCE];
        s.utilisation = 100 * held / (slots * (double)s.makespan);
    }
    return s;
}
