#include "harness/cli/simulation.h"

#include "harness/cli/command.h"
#include "harness/report/gantt.h"
#include "harness/report/jobs_csv.h"

static void write_reports(const struct simulation *s, const struct engine *engine, struct gantt *gantt)
{
    if (s->jobs != NULL) {
        jobs_csv_write(s->workload, engine_outcomes(engine), s->jobs);
    }
    if (s->gantt != NULL) {
        gantt_print(gantt, s->workload, s->cluster, engine_outcomes(engine), s->gantt_columns, s->gantt);
    }
}

int simulation_run(const struct simulation *s, struct run_result *result, struct input_error *error)
{
    const struct place place = {.source = s->scheduler->name};
    struct run_error run_error = {0};
    struct gantt gantt = {0};
    struct engine_options options = s->engine;
    if (s->gantt != NULL) {
        options.task_observer = gantt_observe;
        options.observer_context = &gantt;
    }
    struct engine *engine = engine_new(s->workload, s->cluster, s->scheduler, s->policy, &options, &run_error);
    if (engine == NULL) {
        input_error_at(error, place, "%s", run_error.text);
        return CLI_BAD_INPUT;
    }
    bool good = engine_run(engine);
    if (good) {
        result->seed = options.seed;
        result->metrics = metrics_compute(s->workload, s->cluster, s->scheduler, engine);
        result->counts = engine_counts(engine);
        write_reports(s, engine, &gantt);
        if (s->outcomes != NULL) {
            s->outcomes(s->outcomes_context, s->workload, engine_outcomes(engine));
        }
    } else {
        input_error_at(error, place, "the run was stopped: %s", run_error.text);
    }
    engine_free(engine);
    gantt_free(&gantt);
    return good ? 0 : CLI_FAILED;
}
