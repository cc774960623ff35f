#include "harness/cli/experiment.h"

#include "harness/cli/command.h"
#include "harness/cli/effects.h"
#include "harness/studies/progress.h"
#include "harness/studies/simulations.h"
#include "harness/workload/alloc.h"

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
        {NULL, command->internal == NULL ? none : command->internal, command->command},
        {"", seed_rows, &e->run},
        {"Cluster", cluster_rows, &e->cluster_options},
        {"Output", output_rows, &e->run},
        {one_run, one_run_rows, &e->run},
        {one_run == NULL ? NULL : "", csv_rows, &e->run},
        {"The scheduler rtmr", policy_rows, &e->policy},
        {"", reaction_rows, &e->policy},
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
    share_use_free(&e->shares);
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

static struct engine_options engine_options_of(const struct experiment *e, size_t index)
{
    struct engine_options engine = e->run.engine;
    engine.seed = e->run.first_seed + index;
    engine.faults = e->faults.rates;
    return engine;
}

/* Seeds whose runs are made together. */
struct batch {
    struct experiment *experiment;
    const struct experiment_runs *runs;
    struct workload *workloads; /* one for each of its seeds, or one for all of them */
    size_t workload_count;
    size_t first; /* number of its first seed */
    size_t seeds;
};

static struct workload *workload_of(const struct batch *b, size_t seed)
{
    return &b->workloads[seed % b->workload_count];
}

static struct simulation simulation_of(void *context, size_t run)
{
    const struct batch *b = context;
    size_t seed = run / b->runs->contenders;
    struct simulation simulation = b->runs->simulation(b->runs->context, run % b->runs->contenders);
    simulation.workload = workload_of(b, seed);
    simulation.cluster = &b->experiment->cluster;
    simulation.engine = engine_options_of(b->experiment, b->first + seed);
    /* the page shows the jobs and the attempts of the first seed */
    simulation.some_offers = b->experiment->run.report != NULL && b->first + seed == 0;
    simulation.keeps_log = simulation.keeps_log && b->first + seed == 0;
    return simulation;
}

static void run_ended(void *context, size_t run, const struct run_result *result)
{
    const struct batch *b = context;
    size_t seed = run / b->runs->contenders;
    fault_options_ended(&b->experiment->faults, result->counts.end);
    b->runs->ended(b->runs->context, run % b->runs->contenders, b->first + seed, workload_of(b, seed), result);
}

static int run_batch(struct batch *b, struct input_error *error)
{
    struct experiment *e = b->experiment;
    const struct simulations series = {.count = b->seeds * b->runs->contenders,
                                       .at = simulation_of,
                                       .ended = run_ended,
                                       .context = b,
                                       .made = b->first * b->runs->contenders,
                                       .all = e->run.seeds * b->runs->contenders};
    if (b->first == 0 && b->seeds > 0) {
        source_options_list(&e->source, workload_of(b, 0));
    }
    for (size_t i = 0; i < b->workload_count && i < b->seeds; i++) {
        share_use_add(&e->shares, &e->hadoop, workload_of(b, i));
    }
    for (size_t i = 0; i < b->seeds && b->runs->begin != NULL; i++) {
        b->runs->begin(b->runs->context, workload_of(b, i));
    }
    return simulations_run(&series, e->run.timing ? 1 : (size_t)e->run.threads, error);
}

/* How many seeds make a batch. A fault file is bound to the jobs of one seed at a time. */
static size_t batch_seeds(const struct experiment *e)
{
    if (!source_options_random(&e->source)) {
        return e->run.seeds;
    }
    return e->faults.file != NULL ? 1 : (size_t)e->run.threads;
}

/* False: the file says that data lie on a node that the cluster does not have, and it matters. */
static bool places_fit(const struct experiment *e, const struct workload *workload)
{
    int32_t node;
    const struct job_spec *job =
        locality_options_on(&e->hadoop.locality) ? data_places_misfit(workload, &e->cluster, &node) : NULL;
    if (job == NULL) {
        return true;
    }
    const struct place place = {.source = workload->title, .line = job->line, .field = "map_nodes"};
    return input_error_at(e->hadoop.error, place, "expected a node from 0 to %d of the cluster %s, found %d",
                          (int)e->cluster.node_count - 1, e->cluster.title, (int)node);
}

/* The jobs of the next seeds, at most `wanted`. False: those of one more cannot be read. */
static bool load_batch(struct batch *b, struct experiment *e, size_t wanted)
{
    bool loaded = true;
    for (b->seeds = 0; b->seeds < wanted && loaded; b->seeds += loaded) {
        loaded = experiment_jobs(&e->source, &e->faults, &e->cluster, e->run.first_seed + b->first + b->seeds,
                                 workload_of(b, b->seeds)) &&
                 places_fit(e, workload_of(b, b->seeds));
    }
    return loaded;
}

int experiment_run(struct experiment *e, const struct experiment_runs *runs, struct input_error *error)
{
    const size_t most = batch_seeds(e);
    struct batch b = {.experiment = e, .runs = runs, .workload_count = source_options_random(&e->source) ? most : 1};
    b.workloads = alloc_zeroed(b.workload_count, sizeof *b.workloads);
    int status = 0;
    const size_t end = e->end > 0 ? e->end : e->run.seeds;
    for (size_t next = e->first; next < end && status == 0; next += b.seeds) {
        b.first = next;
        bool loaded = load_batch(&b, e, end - next < most ? end - next : most);
        status = run_batch(&b, error); /* an error of theirs comes before that of the next seed */
        status = status == 0 && !loaded ? EXIT_BAD_INPUT : status;
    }
    progress_clear();
    if (status == 0) {
        struct workload *last = workload_of(&b, b.seeds - 1);
        e->jobs = last->count;
        e->title = last->title;
        last->title = NULL;
        e->notes = last->notes;
        last->notes = (struct reading_notes){0};
    }
    for (size_t i = 0; i < b.workload_count; i++) {
        workload_free(&b.workloads[i]);
    }
    free(b.workloads);
    return status;
}

void experiment_warn(const struct experiment *e, bool compares)
{
    const struct run_facts facts = {
        .source = &e->source,
        .cluster = &e->cluster,
        .schedulers = e->run.schedulers,
        .scheduler_count = e->run.scheduler_count,
        .seeds = e->run.seeds,
        .policy = &e->policy.scheduler,
        .compares = compares,
        .faults = &e->faults.rates,
        .locality = &e->hadoop.locality,
    };
    const char *source = e->source.trace != NULL ? "trace" : "workload";
    effects_warn(&facts);
    if (effects_run_one_of(&facts, HADOOP_FAIR)) {
        share_use_warn_pools(&e->shares, &e->hadoop, source);
    }
    if (effects_run_one_of(&facts, HADOOP_CAPACITY)) {
        share_use_warn_queues(&e->shares, &e->hadoop, source);
    }
    fault_options_warn(&e->faults);
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
