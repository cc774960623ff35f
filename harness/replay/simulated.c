#include "harness/replay/simulated.h"

#include "harness/engine/engine.h"
#include "harness/schedulers/schedulers.h"
#include "harness/workload/alloc.h"

#include <string.h>

static void observe(void *context, const struct task_run *run)
{
    struct replay_ends *ends = context;
    struct job_end *job = &ends->jobs[run->job];
    if (run->failed || run->killed) {
        return;
    }
    job->holds[run->stage][run->task] = (struct slot_hold){.start = run->start, .end = run->noticed};
    job->held[run->stage]++;
}

static void take_outcomes(const struct engine *engine, struct replay_ends *ends)
{
    const struct job_outcome *outcomes = engine_outcomes(engine);
    for (size_t i = 0; i < ends->count; i++) {
        const struct job_outcome *outcome = &outcomes[i];
        struct job_end *job = &ends->jobs[i];
        job->answered = true;
        job->accepted = outcome->accepted;
        job->promised = outcome->accepted ? outcome->estimated_finish : NO_INSTANT;
        job->finish = outcome->finish;
        job->flagged = outcome->accepted && !outcome->promised;
        if (outcome->estimated_finish != NO_INSTANT) {
            job->margin = job->deadline - outcome->estimated_finish;
        }
        job->other_late = !outcome->accepted && job->margin != NO_INSTANT && job->margin >= 0;
        if (!outcome->accepted) {
            job->reason = alloc_text(outcome->reason, strlen(outcome->reason));
        }
    }
}

bool replay_simulate(const struct workload *workload, const int32_t slots[STAGES], ticks latency,
                     struct replay_ends *ends, struct input_error *error)
{
    const struct place place = {.source = "simulation"};
    struct scheduler_options policy = scheduler_options_default();
    struct engine_options options = engine_options_default();
    struct run_error run_error = {0};
    struct cluster cluster;
    *ends = replay_ends_new(workload, slots);
    policy.latency = latency;
    policy.on_overrun = OVERRUN_EXTEND;
    policy.at_risk = OPTION_OFF;
    options.task_observer = observe;
    options.observer_context = ends;
    if (!cluster_of_slots(&cluster, slots[STAGE_MAP], slots[STAGE_REDUCE])) {
        return input_error_at(error, place, "numbers of slots are out of range");
    }
    struct engine *engine = engine_new(workload, &cluster, &rtmr_scheduler, &policy, &options, &run_error);
    const bool good = engine != NULL && engine_run(engine);
    if (good) {
        take_outcomes(engine, ends);
    } else {
        input_error_at(error, place, "%s", run_error.text);
    }
    engine_free(engine);
    cluster_free(&cluster);
    return good;
}
