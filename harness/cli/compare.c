/* rtmr compare: many schedulers on the same jobs over several seeds, with confidence intervals, paired by seed. */
#include "harness/cli/command.h"
#include "harness/cli/contest.h"
#include "harness/cli/contest_figures.h"
#include "harness/cli/experiment.h"
#include "harness/cli/parse.h"
#include "harness/cli/progress.h"
#include "harness/cli/run_outputs.h"
#include "harness/report/json_report.h"
#include "harness/schedulers/schedulers.h"

#include <inttypes.h>
#include <stdlib.h>

enum { KEY_ALL = 0x700, SEEDS_DEFAULT = 10 };

static const struct argp_option options[] = {
    {"all", KEY_ALL, NULL, 0, "All schedulers, instead of --scheduler", 0},
    CLI_HELP_OPTION,
    {0},
};

static const struct argp_child children[] = {{&experiment_argp, 0, NULL, 0}, {0}};

struct command {
    bool all;
    struct experiment experiment;
    struct contest contest;
    struct input_error error;
};

static error_t parse(int key, char *value, struct argp_state *state)
{
    (void)value;
    struct command *c = state->input;
    switch (key) {
    case KEY_ALL: c->all = true; return 0;
    case ARGP_KEY_INIT: state->child_inputs[0] = &c->experiment; return 0;
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
    struct experiment *e = &c->experiment;
    struct input_error *error = &c->error;
    const char *unfit = e->run.timing ? "--timing" : e->run.gantt_columns > 0 ? "--gantt" : NULL;
    for (enum run_file file = 0; file < RUN_FILE_JSON; file++) {
        unfit = e->run.files[file] != NULL ? run_file_options[file] : unfit;
    }
    if (unfit != NULL) {
        return input_error_at(error, (struct place){.source = unfit}, "expected with rtmr run, not with rtmr compare");
    }
    if (c->all && e->run.scheduler_count > 0) {
        return input_error_at(error, (struct place){.source = "--all"}, "expected without --scheduler");
    }
    for (size_t i = 0; c->all && i < scheduler_count(); i++) {
        e->run.schedulers[e->run.scheduler_count++] = scheduler_at(i);
    }
    return experiment_check(e);
}

/* The contenders: each scheduler, rtmr three times. False: *error is set. */
static bool add_contenders(struct command *c)
{
    struct experiment *e = &c->experiment;
    for (size_t i = 0; i < e->run.scheduler_count; i++) {
        const struct scheduler_class *scheduler = e->run.schedulers[i];
        if (scheduler != &rtmr_scheduler) {
            contest_add(&c->contest, scheduler->name, scheduler, &e->policy.scheduler);
            continue;
        }
        if (!cluster_options_fit_kernel(&e->cluster_options, &e->cluster)) {
            return false;
        }
        static const struct {
            const char *label;
            enum rtmr_feedback feedback;
        } feedbacks[] = {
            {"rtmr exact", RTMR_FEEDBACK_EXACT}, {"rtmr satu", RTMR_FEEDBACK_SATU}, {"rtmr none", RTMR_FEEDBACK_NONE}};
        for (size_t f = 0; f < sizeof feedbacks / sizeof feedbacks[0]; f++) {
            struct scheduler_options policy = e->policy.scheduler;
            policy.feedback = feedbacks[f].feedback;
            if (policy.order == RTMR_ORDER_EDF && policy.feedback != RTMR_FEEDBACK_EXACT) {
                policy.order = RTMR_ORDER_DEFAULT; /* edf is sound with exact only */
            }
            contest_add(&c->contest, feedbacks[f].label, scheduler, &policy);
        }
    }
    return true;
}

/* All contenders on the jobs of one seed. */
static int run_seed(void *context, const struct workload *workload, size_t index)
{
    struct command *c = context;
    struct experiment *e = &c->experiment;
    int status = 0;
    contest_begin_seed(&c->contest, workload);
    for (size_t i = 0; i < c->contest.count && status == 0; i++) {
        progress_show(index * c->contest.count + i, e->run.seeds * c->contest.count, c->contest.series[i].label);
        struct engine_options engine = experiment_engine(e, index);
        status = contest_run(&c->contest, i, workload, &e->cluster, &engine, &c->error);
    }
    return status;
}

static void print_comparison(const struct command *c, FILE *out)
{
    const struct experiment *e = &c->experiment;
    fprintf(out,
            "%s: %zu jobs; cluster %s: %" PRId32 " map slots, %" PRId32 " reduce slots; seeds %" PRIu64 " to %" PRIu64
            "%s\n\n",
            e->title, e->jobs, e->cluster.title, cluster_slots(&e->cluster, STAGE_MAP),
            cluster_slots(&e->cluster, STAGE_REDUCE), e->run.first_seed, e->run.first_seed + e->run.seeds - 1,
            source_options_random(&e->source) ? "" : ", the same jobs for each");
    contest_print(&c->contest, out);
}

/* False: *error is set. */
static bool write_json(struct command *c, FILE *out)
{
    struct experiment *e = &c->experiment;
    json_t *report = json_report_new("compare", experiment_record(e));
    json_object_set_new(report, "cluster", json_report_cluster(&e->cluster));
    json_object_set_new(report, "contenders", contest_record(&c->contest));
    bool good = json_report_write(report, out) ||
                input_error_at(&c->error, (struct place){.source = e->run.files[RUN_FILE_JSON]}, "cannot be written");
    json_decref(report);
    return good;
}

/* False: *error is set. */
static bool write_report(struct command *c, struct run_outputs *outputs)
{
    struct experiment *e = &c->experiment;
    char *tables = NULL;
    size_t length;
    FILE *out = open_memstream(&tables, &length);
    if (out == NULL) {
        return input_error_at(&c->error, (struct place){.source = e->run.report}, "cannot be written: out of memory");
    }
    print_comparison(c, out);
    fclose(out);
    struct html_report report = experiment_page(e);
    report.series = c->contest.series;
    report.comparison = tables;
    bool good =
        run_outputs_write_report(outputs, &report, experiment_record(e), contest_figures_add, &c->contest, &c->error);
    free(tables);
    return good;
}

static int execute(struct command *c)
{
    struct experiment *e = &c->experiment;
    struct run_outputs outputs;
    if (!run_outputs_open(&outputs, &e->run, &c->error)) {
        return CLI_BAD_INPUT;
    }
    c->contest.report = e->run.report != NULL ? &outputs.report_data : NULL;
    int status = experiment_run(e, run_seed, c);
    FILE *json = outputs.files[RUN_FILE_JSON].stream;
    if (status == 0 &&
        ((json != NULL && !write_json(c, json)) || (e->run.report != NULL && !write_report(c, &outputs)) ||
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
    struct command c = {.error = {""}};
    c.experiment = experiment_default(argc, argv, &c.error);
    c.experiment.run.seeds = SEEDS_DEFAULT;
    enum cli_parsed parsed = cli_parse(&argp, argc, argv, &c, &c.error);
    if (parsed == CLI_HELPED) {
        return 0;
    }
    int status = parsed == CLI_PARSED && check(&c) && add_contenders(&c) ? execute(&c) : CLI_BAD_INPUT;
    contest_free(&c.contest);
    experiment_free(&c.experiment);
    if (status != 0) {
        cli_refuse(&c.error);
    }
    return status;
}
