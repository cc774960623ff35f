/* rtmr run: schedulers on a trace or a generated workload, over one or more seeds. */
#include "harness/cli/command.h"
#include "harness/cli/experiment.h"
#include "harness/cli/parse.h"
#include "harness/cli/progress.h"
#include "harness/cli/run_outputs.h"
#include "harness/cli/simulation.h"
#include "harness/report/json_report.h"
#include "harness/report/metrics_table.h"
#include "harness/schedulers/schedulers.h"
#include "harness/workload/alloc.h"

#include <inttypes.h>
#include <stdlib.h>

static const struct argp_option options[] = {CLI_HELP_OPTION, {0}};

static const struct argp_child children[] = {{&experiment_argp, 0, NULL, 0}, {0}};

struct command {
    struct experiment experiment;
    struct series *series; /* one per scheduler */
    struct run_outputs outputs;
    struct input_error error;
};

static error_t parse(int key, char *value, struct argp_state *state)
{
    (void)value;
    struct command *c = state->input;
    if (key != ARGP_KEY_INIT) {
        return ARGP_ERR_UNKNOWN;
    }
    state->child_inputs[0] = &c->experiment;
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
static int run_seed(void *context, const struct workload *workload, size_t index)
{
    struct command *c = context;
    const struct run_options *run = &c->experiment.run;
    for (size_t s = 0; s < run->scheduler_count; s++) {
        struct simulation simulation = {
            .workload = workload,
            .cluster = &c->experiment.cluster,
            .scheduler = run->schedulers[s],
            .policy = &c->experiment.policy.scheduler,
            .engine = experiment_engine(&c->experiment, index),
            .show = run_outputs_want_runs(&c->outputs) ? run_outputs_show : NULL,
            .context = &c->outputs,
        };
        progress_show(index * run->scheduler_count + s, run->seeds * run->scheduler_count, simulation.scheduler->name);
        struct run_result result;
        int status = simulation_run(&simulation, &result, &c->error);
        if (status != 0) {
            return status;
        }
        series_add(&c->series[s], result);
    }
    return 0;
}

/* False: *error is set. */
static bool write_json(struct command *c, FILE *out)
{
    const struct experiment *e = &c->experiment;
    json_t *report = json_report_new("run", experiment_record(e));
    json_t *workload = json_pack("{s:s, s:I}", "title", e->title, "jobs", (json_int_t)e->jobs);
    json_t *series = json_report_series(c->series, e->run.scheduler_count, e->run.timing);
    bool good = json_object_set_new(report, "workload", workload) == 0 &&
                json_object_set_new(report, "cluster", json_report_cluster(&e->cluster)) == 0 &&
                json_object_update(report, series) == 0 && json_report_write(report, out);
    json_decref(series);
    json_decref(report);
    return good || input_error_at(&c->error, (struct place){.source = e->run.files[RUN_FILE_JSON]},
                                  "cannot be written: the disk is full, or a file name is not UTF-8");
}

static void print_report(const struct command *c)
{
    const struct experiment *e = &c->experiment;
    printf("%s: %zu jobs; cluster %s: %" PRId32 " map slots, %" PRId32 " reduce slots, ", e->title, e->jobs,
           e->cluster.title, cluster_slots(&e->cluster, STAGE_MAP), cluster_slots(&e->cluster, STAGE_REDUCE));
    if (e->cluster.heartbeat == 0) {
        printf("no heartbeats; ");
    } else {
        printf("heartbeat %" PRId64 " ms; ", e->cluster.heartbeat);
    }
    if (e->run.seeds == 1) {
        printf("seed %" PRIu64 "\n\n", e->run.first_seed);
    } else {
        printf("seeds %" PRIu64 " to %" PRIu64 ": mean (sd)\n\n", e->run.first_seed,
               e->run.first_seed + e->run.seeds - 1);
    }
    metrics_table_print(c->series, e->run.scheduler_count, e->run.timing, stdout);
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

static int execute(struct command *c)
{
    struct experiment *e = &c->experiment;
    if (!run_outputs_open(&c->outputs, &e->run, &c->error)) {
        return CLI_BAD_INPUT;
    }
    int status = experiment_run(e, run_seed, c);
    FILE *json = c->outputs.files[RUN_FILE_JSON].stream;
    struct html_report page = experiment_page(e);
    page.series = c->series;
    if (status == 0 && ((json != NULL && !write_json(c, json)) ||
                        !run_outputs_write_report(&c->outputs, &page, experiment_record(e), NULL, NULL, &c->error) ||
                        !run_outputs_commit(&c->outputs, &c->error))) {
        status = CLI_BAD_INPUT;
    }
    if (status == 0) {
        print_report(c);
        run_outputs_print(&c->outputs, stdout);
    }
    run_outputs_close(&c->outputs);
    return status;
}

int command_run(int argc, char **argv)
{
    struct command c = {.error = {""}};
    struct experiment *e = &c.experiment;
    *e = experiment_default(argc, argv, &c.error);
    enum cli_parsed parsed = cli_parse(&argp, argc, argv, &c, &c.error);
    if (parsed == CLI_HELPED) {
        return 0;
    }
    int status = CLI_BAD_INPUT;
    /* the per-job report shows which deadline each rejected job could have had */
    e->policy.scheduler.counter_offer = e->run.files[RUN_FILE_JOBS_CSV] != NULL;
    if (parsed == CLI_PARSED && experiment_check(e) &&
        (!runs_rtmr(&e->run) || cluster_options_fit_kernel(&e->cluster_options, &e->cluster))) {
        c.series = alloc_zeroed(e->run.scheduler_count, sizeof *c.series);
        for (size_t s = 0; s < e->run.scheduler_count; s++) {
            c.series[s].label = e->run.schedulers[s]->name;
        }
        status = execute(&c);
        for (size_t s = 0; s < e->run.scheduler_count; s++) {
            series_free(&c.series[s]);
        }
        free(c.series);
    }
    experiment_free(e);
    if (status != 0) {
        cli_refuse(&c.error);
    }
    return status;
}
