#include "harness/studies/simulation.h"

#include "harness/studies/exit_status.h"

#include <stdlib.h>

const char *simulation_label(const struct simulation *s)
{
    return s->label != NULL ? s->label : s->scheduler->name;
}

void simulation_make(const struct simulation *s, struct simulation_end *end, struct input_error *error)
{
    const struct place place = {.source = s->scheduler->name};
    struct engine_options options = s->engine;
    *end = (struct simulation_end){.status = 0, .policy = *s->policy};
    end->policy.some_offers = s->some_offers;
    if (s->read != NULL) {
        end->status = s->read(s->context, s, end, error) ? 0 : EXIT_FAILED;
        return;
    }
    if (s->keeps_log) {
        options.task_observer = task_log_observe;
        options.observer_context = &end->log;
    }
    end->engine = engine_new(s->workload, s->cluster, s->scheduler, &end->policy, &options, &end->error);
    if (end->engine == NULL) {
        input_error_at(error, place, "%s", end->error.text);
        end->status = EXIT_BAD_INPUT;
    } else if (!engine_run(end->engine)) {
        input_error_at(error, place, "the run was stopped: %s", end->error.text);
        end->status = EXIT_FAILED;
    } else {
        end->result.seed = options.seed;
        end->result.metrics = metrics_compute(s->workload, s->cluster, s->scheduler, end->engine);
        end->result.counts = engine_counts(end->engine);
    }
}

static const struct job_outcome *outcomes_of(const struct simulation_end *end)
{
    return end->read != NULL ? end->read : engine_outcomes(end->engine);
}

void simulation_show(const struct simulation *s, struct simulation_end *end)
{
    if (s->rejections != NULL) {
        rejections_add(s->rejections, outcomes_of(end), s->workload->count);
    }
    if (s->show == NULL) {
        return;
    }
    task_log_sort(&end->log);
    const struct run_view view = {
        .workload = s->workload,
        .cluster = s->cluster,
        .label = simulation_label(s),
        .tests_deadlines = s->scheduler->tests_deadlines,
        .outcomes = outcomes_of(end),
        .metrics = &end->result.metrics,
        .log = &end->log,
        .seed = s->engine.seed,
    };
    s->show(s->context, &view);
}

void simulation_end_free(struct simulation_end *end)
{
    engine_free(end->engine);
    free(end->read);
    task_log_free(&end->log);
    *end = (struct simulation_end){.status = end->status};
}

int simulation_run(const struct simulation *s, struct run_result *result, struct input_error *error)
{
    struct simulation_end end;
    simulation_make(s, &end, error);
    if (end.status == 0) {
        *result = end.result;
        simulation_show(s, &end);
    }
    simulation_end_free(&end);
    return end.status;
}
