/* rtmr run: schedulers on a trace or a generated workload, over one or more seeds. */
#include "harness/cli/cluster_options.h"
#include "harness/cli/command.h"
#include "harness/cli/fault_options.h"
#include "harness/cli/hadoop_options.h"
#include "harness/cli/parse.h"
#include "harness/cli/policy_options.h"
#include "harness/cli/progress.h"
#include "harness/cli/run_options.h"
#include "harness/cli/run_outputs.h"
#include "harness/cli/simulation.h"
#include "harness/cli/source_options.h"
#include "harness/report/json_report.h"
#include "harness/report/metrics_table.h"
#include "harness/schedulers/schedulers.h"
#include "harness/workload/alloc.h"

#include <inttypes.h>
#include <stdlib.h>

static const struct argp_option options[] = {CLI_HELP_OPTION, {0}};

static const struct argp_child children[] = {
    {&source_argp, 0, NULL, 0}, {&cluster_argp, 0, NULL, 0}, {&policy_argp, 0, NULL, 0},
    {&run_argp, 0, NULL, 0},    {&fault_argp, 0, NULL, 0},   {&hadoop_argp, 0, NULL, 0}, {0},
};

/* Everything that the command line says, and what comes of it. */
struct command {
    struct source_options source;
    struct cluster_options cluster_options;
    struct policy_options policy;
    struct run_options run;
    struct cli_faults faults;
    struct hadoop_options hadoop;
    struct cluster cluster;
    struct series *series; /* one per scheduler */
    size_t jobs;           /* of the workload read last */
    char *title;
    int argument_count;
    char **arguments;
    struct input_error error;
};

static error_t parse(int key, char *value, struct argp_state *state)
{
    (void)value;
    struct command *c = state->input;
    if (key != ARGP_KEY_INIT) {
        return ARGP_ERR_UNKNOWN;
    }
    state->child_inputs[0] = &c->source;
    state->child_inputs[1] = &c->cluster_options;
    state->child_inputs[2] = &c->policy;
    state->child_inputs[3] = &c->run;
    state->child_inputs[4] = &c->faults;
    state->child_inputs[5] = &c->hadoop;
    return 0;
}

static const struct argp argp = {
    .options = options,
    .parser = parse,
    .children = children,
    .doc = "Runs schedulers on the same jobs and prints their figures. One tick is 1 ms."
           "\v--trace or --workload, and --scheduler must be given. With several seeds the figures are means, with the "
           "standard deviation in brackets; a native trace is the same for every seed, only the phases of the "
           "heartbeats differ.",
};

/* All schedulers on the jobs of one seed. */
static int run_seed(struct command *c, const struct workload *workload, size_t index, struct run_outputs *outputs)
{
    for (size_t s = 0; s < c->run.scheduler_count; s++) {
        struct simulation simulation = {
            .workload = workload,
            .cluster = &c->cluster,
            .scheduler = c->run.schedulers[s],
            .policy = &c->policy.scheduler,
            .engine = c->run.engine,
            .show = run_outputs_want_runs(outputs) ? run_outputs_show : NULL,
            .context = outputs,
        };
        simulation.engine.seed = c->run.first_seed + index;
        simulation.engine.faults = c->faults.rates;
        progress_show(index * c->run.scheduler_count + s, c->run.seeds * c->run.scheduler_count,
                      simulation.scheduler->name);
        struct run_result result;
        int status = simulation_run(&simulation, &result, &c->error);
        if (status != 0) {
            return status;
        }
        series_add(&c->series[s], result);
    }
    return 0;
}

static int run_all(struct command *c, struct run_outputs *outputs)
{
    struct workload workload = {0};
    int status = 0;
    for (size_t i = 0; i < c->run.seeds && status == 0; i++) {
        if (i == 0 || source_options_random(&c->source)) {
            workload_free(&workload);
            if (!source_options_load(&c->source, &c->cluster, c->run.first_seed + i, &workload) ||
                !fault_options_bind(&c->faults, &workload)) {
                status = CLI_BAD_INPUT;
                break;
            }
        }
        status = run_seed(c, &workload, i, outputs);
    }
    progress_clear();
    c->jobs = workload.count;
    c->title = workload.title;
    workload.title = NULL;
    workload_free(&workload);
    return status;
}

static json_t *recorded_options(const struct command *c)
{
    json_t *object = json_object();
    source_options_record(&c->source, object);
    policy_options_record(&c->policy, object);
    run_options_record(&c->run, object);
    fault_options_record(&c->faults, object);
    hadoop_options_record(&c->hadoop, object);
    return object;
}

/* False: *error is set. */
static bool write_json(struct command *c, FILE *out)
{
    json_t *report = json_report_new("run", recorded_options(c));
    json_t *workload = json_pack("{s:s, s:I}", "title", c->title, "jobs", (json_int_t)c->jobs);
    json_t *series = json_report_series(c->series, c->run.scheduler_count, c->run.timing);
    bool good = json_object_set_new(report, "workload", workload) == 0 &&
                json_object_set_new(report, "cluster", json_report_cluster(&c->cluster)) == 0 &&
                json_object_update(report, series) == 0 && json_report_write(report, out);
    json_decref(series);
    json_decref(report);
    return good || input_error_at(&c->error, (struct place){.source = c->run.files[RUN_FILE_JSON]},
                                  "cannot be written: the disk is full, or a file name is not UTF-8");
}

static void print_report(const struct command *c)
{
    printf("%s: %zu jobs; cluster %s: %" PRId32 " map slots, %" PRId32 " reduce slots, ", c->title, c->jobs,
           c->cluster.title, cluster_slots(&c->cluster, STAGE_MAP), cluster_slots(&c->cluster, STAGE_REDUCE));
    if (c->cluster.heartbeat == 0) {
        printf("no heartbeats; ");
    } else {
        printf("heartbeat %" PRId64 " ms; ", c->cluster.heartbeat);
    }
    if (c->run.seeds == 1) {
        printf("seed %" PRIu64 "\n\n", c->run.first_seed);
    } else {
        printf("seeds %" PRIu64 " to %" PRIu64 ": mean (sd)\n\n", c->run.first_seed,
               c->run.first_seed + c->run.seeds - 1);
    }
    metrics_table_print(c->series, c->run.scheduler_count, c->run.timing, stdout);
}

static bool runs_rtmr(const struct run_options *run)
{
    for (size_t i = 0; i < run->scheduler_count; i++) {
        if (run->schedulers[i] == &rtmr_scheduler) {
            return true;
        }
    }
    return false;
}

/* False: *error is set. */
static bool write_report(struct command *c, struct run_outputs *outputs)
{
    struct html_report report = {
        .kind = c->source.trace != NULL ? "Trace" : "Workload",
        .title = c->title,
        .cluster = &c->cluster,
        .series = c->series,
        .argument_count = c->argument_count,
        .arguments = c->arguments,
    };
    return run_outputs_write_report(outputs, &report, recorded_options(c), NULL, NULL, &c->error);
}

static int execute(struct command *c)
{
    struct run_outputs outputs;
    if (!run_outputs_open(&outputs, &c->run, &c->error)) {
        return CLI_BAD_INPUT;
    }
    int status = run_all(c, &outputs);
    FILE *json = outputs.files[RUN_FILE_JSON].stream;
    if (status == 0 && ((json != NULL && !write_json(c, json)) || !write_report(c, &outputs) ||
                        !run_outputs_commit(&outputs, &c->error))) {
        status = CLI_BAD_INPUT;
    }
    if (status == 0) {
        print_report(c);
        run_outputs_print(&outputs, stdout);
    }
    run_outputs_close(&outputs);
    return status;
}

int command_run(int argc, char **argv)
{
    struct command c = {.argument_count = argc, .arguments = argv, .error = {""}};
    c.source = source_options_default(&c.error);
    c.cluster_options = cluster_options_default(&c.error);
    c.policy = policy_options_default(&c.error);
    c.run = run_options_default(&c.error);
    c.faults = fault_options_default(&c.error);
    c.hadoop = hadoop_options_default(&c.error);
    enum cli_parsed parsed = cli_parse(&argp, argc, argv, &c, &c.error);
    if (parsed == CLI_HELPED) {
        return 0;
    }
    int status = CLI_BAD_INPUT;
    /* the per-job report shows which deadline each rejected job could have had */
    c.policy.scheduler.counter_offer = c.run.files[RUN_FILE_JOBS_CSV] != NULL;
    if (parsed == CLI_PARSED && source_options_check(&c.source) && policy_options_check(&c.policy, c.source.profile) &&
        hadoop_options_apply(&c.hadoop, &c.run.engine, &c.policy.scheduler) && run_options_check(&c.run) &&
        cluster_options_make(&c.cluster_options, c.source.profile, &c.cluster) &&
        fault_options_read(&c.faults, &c.cluster) &&
        (!runs_rtmr(&c.run) || cluster_options_fit_kernel(&c.cluster_options, &c.cluster))) {
        c.series = alloc_zeroed(c.run.scheduler_count, sizeof *c.series);
        for (size_t s = 0; s < c.run.scheduler_count; s++) {
            c.series[s].label = c.run.schedulers[s]->name;
        }
        status = execute(&c);
        for (size_t s = 0; s < c.run.scheduler_count; s++) {
            series_free(&c.series[s]);
        }
        free(c.series);
    }
    free(c.title);
    fault_options_free(&c.faults);
    hadoop_options_free(&c.hadoop);
    cluster_free(&c.cluster);
    if (status != 0) {
        cli_refuse(&c.error);
    }
    return status;
}
