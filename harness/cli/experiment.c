#include "harness/cli/experiment.h"

#include "harness/cli/command.h"
#include "harness/cli/effects.h"
#include "harness/studies/progress.h"

#include <stdlib.h>

struct experiment experiment_default(int argc, char **argv, const struct given_options *given,
                                     struct input_error *error)
{
    return (struct experiment){
        .source = source_options_default(given, error),
        .cluster_options = cluster_options_default(error),
        .policy = policy_options_default(given, error),
        .run = run_options_default(error),
        .faults = fault_options_default(error),
        .hadoop = hadoop_options_default(error),
        .argument_count = argc,
        .arguments = argv,
    };
}

int experiment_main(struct experiment *e, const struct experiment_command *command, struct given_options *given,
                    struct input_error *error)
{
    static const struct option_row none[] = {OPTION_ROW_END};
    const char *one_run = command->one_run ? "Output about one run (one scheduler, one seed)" : NULL;
    const struct option_group groups[] = {
        {"Jobs", source_rows, &e->source},
        {"Runs", command->rows, &e->run},
        {"", command->own == NULL ? none : command->own, command->command},
        {"", seed_rows, &e->run},
        {"Cluster", cluster_rows, &e->cluster_options},
        {"Output", output_rows, &e->run},
        {one_run, one_run_rows, &e->run},
        {one_run == NULL ? NULL : "", csv_rows, &e->run},
        {"The scheduler rtmr", policy_rows, &e->policy},
        {"Faults", fault_rows, &e->faults},
        {"Hadoop's schedulers, and where data are", hadoop_rows, &e->hadoop},
        CONVERSION_GROUPS(&e->source.conversion),
        {one_run == NULL ? NULL : "Measuring the simulator", timing_rows, &e->run},
        {NULL, NULL, NULL},
    };
    const struct command_line line = {
        .usage = command->usage,
        .summary = command->summary,
        .examples = command->examples,
        .groups = groups,
        .execute = command->execute,
        .command = command->command,
    };
    return source_options_run(&e->source, line, e->argument_count, e->arguments, given, error);
}

void experiment_free(struct experiment *e)
{
    free(e->title);
    reading_notes_free(&e->notes);
    fault_options_free(&e->faults);
    hadoop_options_free(&e->hadoop);
    cluster_free(&e->cluster);
}

/* False: an output would destroy an input or another output. */
static bool guard_files(const struct experiment *e)
{
    struct file_guard guard = {0};
    file_guard_input(&guard, "the trace", e->source.trace);
    file_guard_input(&guard, "the cluster", cluster_options_file(&e->cluster_options));
    file_guard_input(&guard, "the faults", e->faults.file);
    file_guard_input(&guard, "the pools", e->hadoop.pool_file);
    file_guard_input(&guard, "the queues", e->hadoop.queue_file);
    bool good = run_options_guard(&e->run, &guard);
    file_guard_free(&guard);
    return good;
}

bool experiment_check(struct experiment *e)
{
    return source_options_check(&e->source) && policy_options_check(&e->policy, e->source.profile) &&
           hadoop_options_apply(&e->hadoop, &e->run.engine, &e->policy.scheduler) && run_options_check(&e->run) &&
           guard_files(e) && source_options_cluster(&e->source, &e->cluster_options, &e->cluster) &&
           run_options_fit(&e->run, &e->cluster) && fault_options_read(&e->faults, &e->cluster);
}

bool experiment_jobs(const struct source_options *source, struct cli_faults *faults, const struct cluster *cluster,
                     uint64_t seed, struct workload *workload)
{
    if (workload->title != NULL && !source_options_random(source)) {
        return true;
    }
    workload_free(workload);
    return source_options_load(source, cluster, seed, workload) && fault_options_bind(faults, workload);
}

int experiment_run(struct experiment *e, experiment_seed *run_seed, void *context)
{
    struct workload workload = {0};
    int status = 0;
    for (size_t i = 0; i < e->run.seeds && status == 0; i++) {
        if (!experiment_jobs(&e->source, &e->faults, &e->cluster, e->run.first_seed + i, &workload)) {
            status = EXIT_BAD_INPUT;
            break;
        }
        if (i == 0) {
            source_options_list(&e->source, &workload);
        }
        status = run_seed(context, &workload, i);
    }
    progress_clear();
    e->jobs = workload.count;
    e->title = workload.title;
    workload.title = NULL;
    e->notes = workload.notes;
    workload.notes = (struct reading_notes){0};
    workload_free(&workload);
    return status;
}

struct engine_options experiment_engine(const struct experiment *e, size_t index)
{
    struct engine_options engine = e->run.engine;
    engine.seed = e->run.first_seed + index;
    engine.faults = e->faults.rates;
    return engine;
}

void experiment_warn(const struct experiment *e, bool compares)
{
    effects_warn(&(struct run_facts){
        .source = &e->source,
        .cluster = &e->cluster,
        .schedulers = e->run.schedulers,
        .scheduler_count = e->run.scheduler_count,
        .seeds = e->run.seeds,
        .policy = &e->policy.scheduler,
        .compares = compares,
        .faults = &e->faults.rates,
        .locality = &e->hadoop.locality,
    });
}

json_t *experiment_record(const struct experiment *e)
{
    json_t *object = json_object();
    source_options_record(&e->source, object);
    policy_options_record(&e->policy, object);
    run_options_record(&e->run, object);
    fault_options_record(&e->faults, object);
    hadoop_options_record(&e->hadoop, object);
    return object;
}

struct html_report experiment_page(const struct experiment *e)
{
    return (struct html_report){
        .kind = e->source.trace != NULL ? "Trace" : "Workload",
        .title = e->title,
        .notes = &e->notes,
        .jobs = e->jobs,
        .profile = e->source.profile,
        .learned = e->policy.scheduler.estimator != ESTIMATOR_GIVEN,
        .cluster = &e->cluster,
        .argument_count = e->argument_count,
        .arguments = e->arguments,
    };
}
