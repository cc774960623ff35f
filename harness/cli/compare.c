/* rtmr compare: many schedulers on the same jobs over several seeds, with confidence intervals, paired by seed. */
#include "harness/cli/cluster_options.h"
#include "harness/cli/command.h"
#include "harness/cli/contest.h"
#include "harness/cli/contest_figures.h"
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
#include "harness/schedulers/schedulers.h"
#include "harness/workload/alloc.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_ALL = 0x700, SEEDS_DEFAULT = 10 };

static const struct argp_option options[] = {
    {"all", KEY_ALL, NULL, 0, "All schedulers, instead of --scheduler", 0},
    CLI_HELP_OPTION,
    {0},
};

static const struct argp_child children[] = {
    {&source_argp, 0, NULL, 0}, {&cluster_argp, 0, NULL, 0}, {&policy_argp, 0, NULL, 0},
    {&run_argp, 0, NULL, 0},    {&fault_argp, 0, NULL, 0},   {&hadoop_argp, 0, NULL, 0}, {0},
};

struct command {
    bool all;
    struct source_options source;
    struct cluster_options cluster_options;
    struct policy_options policy;
    struct run_options run;
    struct cli_faults faults;
    struct hadoop_options hadoop;
    struct cluster cluster;
    struct contest contest;
    char *title; /* of the workload */
    size_t jobs;
    int argument_count; /* the command line, for the report */
    char **arguments;
    struct input_error error;
};

static error_t parse(int key, char *value, struct argp_state *state)
{
    (void)value;
    struct command *c = state->input;
    switch (key) {
    case KEY_ALL: c->all = true; return 0;
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &c->source;
        state->child_inputs[1] = &c->cluster_options;
        state->child_inputs[2] = &c->policy;
        state->child_inputs[3] = &c->run;
        state->child_inputs[4] = &c->faults;
        state->child_inputs[5] = &c->hadoop;
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp = {
    .options = options,
    .parser = parse,
    .children = children,
    .doc =
        "Compares schedulers on the same jobs: means over the seeds (default 10) with half the width of their 95% "
        "confidence intervals, and differences from the first scheduler paired by seed. rtmr appears with each of its "
        "feedbacks. With --report also as a page with pictures."
        "\v--trace or --workload, and --scheduler or --all must be given. A native trace is the same for every seed, "
        "only the phases of the heartbeats differ.",
};

/* What only the whole command line shows. False: *error is set. */
static bool check(struct command *c)
{
    struct input_error *error = &c->error;
    const char *unfit = c->run.timing ? "--timing" : c->run.gantt_columns > 0 ? "--gantt" : NULL;
    for (enum run_file file = 0; file < RUN_FILE_JSON; file++) {
        unfit = c->run.files[file] != NULL ? run_file_options[file] : unfit;
    }
    if (unfit != NULL) {
        return input_error_at(error, (struct place){.source = unfit}, "expected with rtmr run, not with rtmr compare");
    }
    if (c->all && c->run.scheduler_count > 0) {
        return input_error_at(error, (struct place){.source = "--all"}, "expected without --scheduler");
    }
    for (size_t i = 0; c->all && i < scheduler_count(); i++) {
        c->run.schedulers[c->run.scheduler_count++] = scheduler_at(i);
    }
    return source_options_check(&c->source) && policy_options_check(&c->policy, c->source.profile) &&
           hadoop_options_apply(&c->hadoop, &c->run.engine, &c->policy.scheduler) && run_options_check(&c->run) &&
           cluster_options_make(&c->cluster_options, c->source.profile, &c->cluster) &&
           fault_options_read(&c->faults, &c->cluster);
}

/* The contenders: each scheduler, rtmr three times. False: *error is set. */
static bool add_contenders(struct command *c)
{
    for (size_t i = 0; i < c->run.scheduler_count; i++) {
        const struct scheduler_class *scheduler = c->run.schedulers[i];
        if (scheduler != &rtmr_scheduler) {
            contest_add(&c->contest, scheduler->name, scheduler, &c->policy.scheduler);
            continue;
        }
        if (!cluster_options_fit_kernel(&c->cluster_options, &c->cluster)) {
            return false;
        }
        static const struct {
            const char *label;
            enum rtmr_feedback feedback;
        } feedbacks[] = {
            {"rtmr exact", RTMR_FEEDBACK_EXACT}, {"rtmr satu", RTMR_FEEDBACK_SATU}, {"rtmr none", RTMR_FEEDBACK_NONE}};
        for (size_t f = 0; f < sizeof feedbacks / sizeof feedbacks[0]; f++) {
            struct scheduler_options policy = c->policy.scheduler;
            policy.feedback = feedbacks[f].feedback;
            if (policy.order == RTMR_ORDER_EDF && policy.feedback != RTMR_FEEDBACK_EXACT) {
                policy.order = RTMR_ORDER_DEFAULT; /* edf is sound with exact only */
            }
            contest_add(&c->contest, feedbacks[f].label, scheduler, &policy);
        }
    }
    return true;
}

static int run_all(struct command *c)
{
    int status = 0;
    struct workload workload = {0};
    size_t contenders = c->contest.count;
    for (size_t i = 0; i < c->run.seeds && status == 0; i++) {
        if (i == 0 || source_options_random(&c->source)) {
            workload_free(&workload);
            if (!source_options_load(&c->source, &c->cluster, c->run.first_seed + i, &workload) ||
                !fault_options_bind(&c->faults, &workload)) {
                status = CLI_BAD_INPUT;
                break;
            }
        }
        contest_begin_seed(&c->contest, &workload);
        for (size_t s = 0; s < contenders && status == 0; s++) {
            progress_show(i * contenders + s, c->run.seeds * contenders, c->contest.series[s].label);
            struct engine_options engine = c->run.engine;
            engine.seed = c->run.first_seed + i;
            engine.faults = c->faults.rates;
            status = contest_run(&c->contest, s, &workload, &c->cluster, &engine, &c->error);
        }
    }
    progress_clear();
    c->jobs = workload.count;
    c->title = workload.title;
    workload.title = NULL;
    workload_free(&workload);
    return status;
}

static void print_comparison(const struct command *c, FILE *out)
{
    fprintf(out,
            "%s: %zu jobs; cluster %s: %" PRId32 " map slots, %" PRId32 " reduce slots; seeds %" PRIu64 " to %" PRIu64
            "%s\n\n",
            c->title, c->jobs, c->cluster.title, cluster_slots(&c->cluster, STAGE_MAP),
            cluster_slots(&c->cluster, STAGE_REDUCE), c->run.first_seed, c->run.first_seed + c->run.seeds - 1,
            source_options_random(&c->source) ? "" : ", the same jobs for each");
    contest_print(&c->contest, out);
}

static json_t *recorded_options(const struct command *c)
{
    json_t *recorded = json_object();
    source_options_record(&c->source, recorded);
    policy_options_record(&c->policy, recorded);
    run_options_record(&c->run, recorded);
    fault_options_record(&c->faults, recorded);
    hadoop_options_record(&c->hadoop, recorded);
    return recorded;
}

/* False: *error is set. */
static bool write_json(struct command *c, FILE *out)
{
    json_t *report = json_report_new("compare", recorded_options(c));
    json_object_set_new(report, "cluster", json_report_cluster(&c->cluster));
    json_object_set_new(report, "contenders", contest_record(&c->contest));
    bool good = json_report_write(report, out) ||
                input_error_at(&c->error, (struct place){.source = c->run.files[RUN_FILE_JSON]}, "cannot be written");
    json_decref(report);
    return good;
}

/* False: *error is set. */
static bool write_report(struct command *c, struct run_outputs *outputs)
{
    char *tables = NULL;
    size_t length;
    FILE *out = open_memstream(&tables, &length);
    if (out == NULL) {
        return input_error_at(&c->error, (struct place){.source = c->run.report}, "cannot be written: out of memory");
    }
    print_comparison(c, out);
    fclose(out);
    struct html_report report = {
        .kind = c->source.trace != NULL ? "Trace" : "Workload",
        .title = c->title,
        .cluster = &c->cluster,
        .series = c->contest.series,
        .comparison = tables,
        .argument_count = c->argument_count,
        .arguments = c->arguments,
    };
    bool good =
        run_outputs_write_report(outputs, &report, recorded_options(c), contest_figures_add, &c->contest, &c->error);
    free(tables);
    return good;
}

static int execute(struct command *c)
{
    struct run_outputs outputs;
    if (!run_outputs_open(&outputs, &c->run, &c->error)) {
        return CLI_BAD_INPUT;
    }
    c->contest.report = c->run.report != NULL ? &outputs.report_data : NULL;
    int status = run_all(c);
    FILE *json = outputs.files[RUN_FILE_JSON].stream;
    if (status == 0 &&
        ((json != NULL && !write_json(c, json)) || (c->run.report != NULL && !write_report(c, &outputs)) ||
         !run_outputs_commit(&outputs, &c->error))) {
        status = CLI_BAD_INPUT;
    }
    if (status == 0) {
        print_comparison(c, stdout);
    }
    run_outputs_close(&outputs);
    return status;
}

int command_compare(int argc, char **argv)
{
    struct command c = {.argument_count = argc, .arguments = argv, .error = {""}};
    c.source = source_options_default(&c.error);
    c.cluster_options = cluster_options_default(&c.error);
    c.policy = policy_options_default(&c.error);
    c.run = run_options_default(&c.error);
    c.run.seeds = SEEDS_DEFAULT;
    c.faults = fault_options_default(&c.error);
    c.hadoop = hadoop_options_default(&c.error);
    enum cli_parsed parsed = cli_parse(&argp, argc, argv, &c, &c.error);
    if (parsed == CLI_HELPED) {
        return 0;
    }
    int status = parsed == CLI_PARSED && check(&c) && add_contenders(&c) ? execute(&c) : CLI_BAD_INPUT;
    free(c.title);
    contest_free(&c.contest);
    fault_options_free(&c.faults);
    hadoop_options_free(&c.hadoop);
    cluster_free(&c.cluster);
    if (status != 0) {
        cli_refuse(&c.error);
    }
    return status;
}
