/* rtmr explain: RTMR's state at an instant of a trace, and its answer to one more job. */
#include "harness/cli/cluster_options.h"
#include "harness/cli/command.h"
#include "harness/cli/explanation.h"
#include "harness/cli/parse.h"
#include "harness/cli/policy_options.h"
#include "harness/cli/run_options.h"
#include "harness/cli/source_options.h"
#include "harness/schedulers/schedulers.h"
#include "harness/workload/native_csv.h"

#include <errno.h>

enum { KEY_AT = 0x600, KEY_JOB, KEY_SEED };

static const struct argp_option options[] = {
    CLI_HELP_OPTION,
    {NULL, 0, NULL, 0, "The question:", 5},
    {"at", KEY_AT, "T", 0, "The instant, ms; all its events have happened, dispatch included", 5},
    {"job", KEY_JOB, "ROW", 0,
     "The job, one row of the native format; it is submitted at T, whatever arrival the row gives", 5},
    {"seed", KEY_SEED, "N", 0, "Seed of everything random (default 1)", 5},
    {0},
};

static const struct argp_child children[] = {
    {&source_argp, 0, NULL, 0},
    {&cluster_argp, 0, NULL, 0},
    {&policy_argp, 0, NULL, 0},
    {0},
};

struct command {
    struct source_options source;
    struct cluster_options cluster_options;
    struct policy_options policy;
    ticks at;
    bool at_given;
    const char *row;
    int64_t seed;
    struct input_error error;
};

static error_t parse(int key, char *value, struct argp_state *state)
{
    struct command *c = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &c->source;
        state->child_inputs[1] = &c->cluster_options;
        state->child_inputs[2] = &c->policy;
        return 0;
    case KEY_AT:
        c->at_given = true;
        return cli_integer(value, "--at", 0, WORKLOAD_TIME_MAX, &c->at, &c->error) ? 0 : EINVAL;
    case KEY_JOB: c->row = value; return 0;
    case KEY_SEED: return cli_integer(value, "--seed", 1, SEED_MAX, &c->seed, &c->error) ? 0 : EINVAL;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp = {
    .options = options,
    .parser = parse,
    .children = children,
    .doc =
        "Runs RTMR on a trace up to an instant, shows its state, and says whether one more job would be accepted; if "
        "not, why, and which deadline would be.\v--trace (or --workload), --at and --job must be given.",
};

/* False: *error is set. */
static bool check(struct command *c)
{
    if (!source_options_check(&c->source) || !policy_options_check(&c->policy, c->source.profile)) {
        return false;
    }
    if (!c->at_given) {
        return input_error_at(&c->error, (struct place){.source = "--at"}, "expected an instant");
    }
    if (c->row == NULL) {
        return input_error_at(&c->error, (struct place){.source = "--job"}, "expected a row of the native format");
    }
    return true;
}

/* Runs the engine up to the instant and lets the explanation speak. */
static int explain(struct command *c, const struct workload *workload, const struct cluster *cluster,
                   const struct job_spec *job)
{
    const struct place place = {.source = rtmr_scheduler.name};
    struct engine_options engine_options = engine_options_default();
    engine_options.seed = (uint64_t)c->seed;
    struct run_error run_error = {0};
    struct engine *engine =
        engine_new(workload, cluster, &rtmr_scheduler, &c->policy.scheduler, &engine_options, &run_error);
    if (engine == NULL) {
        input_error_at(&c->error, place, "%s", run_error.text);
        return CLI_BAD_INPUT;
    }
    int status = 0;
    if (engine_run_until(engine, c->at)) {
        explanation_print(engine_scheduler(engine), job, stdout);
    } else {
        input_error_at(&c->error, place, "the run was stopped: %s", run_error.text);
        status = CLI_FAILED;
    }
    engine_free(engine);
    return status;
}

static int execute(struct command *c)
{
    struct cluster cluster = {0};
    struct workload workload = {0};
    struct workload question = {0};
    int status = CLI_BAD_INPUT;
    if (check(c) && cluster_options_make(&c->cluster_options, c->source.profile, &cluster) &&
        cluster_options_fit_kernel(&c->cluster_options, &cluster) &&
        source_options_load(&c->source, &cluster, (uint64_t)c->seed, &workload) &&
        native_csv_row(&question, c->row, "--job", &c->error)) {
        struct job_spec *job = &question.jobs[0];
        if (job->deadline < c->at) {
            input_error_at(&c->error, (struct place){.source = "--job", .field = "deadline"},
                           "expected an instant at or after --at (%lld), found %lld", (long long)c->at,
                           (long long)job->deadline);
        } else {
            job->arrival = c->at;
            status = explain(c, &workload, &cluster, job);
        }
    }
    workload_free(&question);
    workload_free(&workload);
    cluster_free(&cluster);
    return status;
}

int command_explain(int argc, char **argv)
{
    struct command c = {.seed = 1};
    c.source = source_options_default(&c.error);
    c.cluster_options = cluster_options_default(&c.error);
    c.policy = policy_options_default(&c.error);
    switch (cli_parse(&argp, argc, argv, &c, &c.error)) {
    case CLI_HELPED: return 0;
    case CLI_REFUSED: return cli_refuse(&c.error);
    case CLI_PARSED: break;
    }
    int status = execute(&c);
    if (status != 0) {
        cli_refuse(&c.error);
    }
    return status;
}
