#include "harness/studies/simulation.h"

#include "harness/studies/exit_status.h"

static void show(const struct simulation *s, const struct engine *engine, struct task_log *log,
                 const struct metrics *metrics)
{
    task_log_sort(log);
    const struct run_view view = {
        .workload = s->workload,
        .cluster = s->cluster,
        .label = s->label != NULL ? s->label : s->scheduler->name,
        .tests_deadlines = s->scheduler->tests_deadlines,
        .outcomes = engine_outcomes(engine),
        .metrics = metrics,
        .log = log,
        .seed = s->engine.seed,
    };
    s->show(s->context, &view);
}

int simulation_run(const struct simulation *s, struct run_result *result, struct input_error *error)
{
    const struct place place = {.source = s->scheduler->name};
    struct run_error run_error = {0};
    struct task_log log = {0};
    struct engine_options options = s->engine;
    if (s->show != NULL) {
        options.task_observer = task_log_observe;
        options.observer_context = &log;
    }
    struct engine *engine = engine_new(s->workload, s->cluster, s->scheduler, s->policy, &options, &run_error);
    if (engine == NULL) {
        input_error_at(error, place, "%s", run_error.text);
        return EXIT_BAD_INPUT;
    }
    int status = 0;
    if (engine_run(engine)) {
        result->seed = options.seed;
        result->metrics = metrics_compute(s->workload, s->cluster, s->scheduler, engine);
        result->counts = engine_counts(engine);
        if (s->rejections != NULL) {
            rejections_add(s->rejections, engine_outcomes(engine), s->workload->count);
        }
        if (s->show != NULL) {
            show(s, engine, &log, &result->metrics);
        }
    } else {
        input_error_at(error, place, "the run was stopped: %s", run_error.text);
        status = EXIT_FAILED;
    }
    engine_free(engine);
    task_log_free(&log);
    return status;
}
