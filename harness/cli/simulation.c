#include "harness/cli/simulation.h"

#include "harness/cli/command.h"
#include "harness/report/jobs_csv.h"

int simulation_run(const struct simulation *s, struct run_result *result, FILE *jobs, struct input_error *error)
{
    const struct place place = {.source = s->scheduler->name};
    struct run_error run_error = {0};
    struct engine *engine = engine_new(s->workload, s->cluster, s->scheduler, s->policy, &s->engine, &run_error);
    if (engine == NULL) {
        input_error_at(error, place, "%s", run_error.text);
        return CLI_BAD_INPUT;
    }
    bool good = engine_run(engine);
    if (good) {
        result->seed = s->engine.seed;
        result->metrics = metrics_compute(s->workload, s->cluster, s->scheduler, engine);
        result->counts = engine_counts(engine);
        if (jobs != NULL) {
            jobs_csv_write(s->workload, engine_outcomes(engine), jobs);
        }
    } else {
        input_error_at(error, place, "the run was stopped: %s", run_error.text);
    }
    engine_free(engine);
    return good ? 0 : CLI_FAILED;
}
