/* rtmr explain: RTMR's state at an instant of a trace, and its answer to one more job. */
#include "harness/cli/cluster_options.h"
#include "harness/cli/command.h"
#include "harness/cli/effects.h"
#include "harness/cli/explanation.h"
#include "harness/cli/parse.h"
#include "harness/cli/policy_options.h"
#include "harness/cli/run_options.h"
#include "harness/cli/source_options.h"
#include "harness/cli/value.h"
#include "harness/schedulers/schedulers.h"
#include "harness/workload/native_csv.h"
#include "harness/workload/stage_fit.h"

struct command {
    struct given_options given;
    struct source_options source;
    struct cluster_options cluster_options;
    struct policy_options policy;
    ticks at;
    bool at_given;
    const char *row;
    int64_t seed;
    struct input_error error;
};

static bool set_instant(void *target, const char *value, struct input_error *error)
{
    struct command *c = target;
    c->at_given = true;
    return cli_integer(value, "--at", 0, WORKLOAD_TIME_MAX, &c->at, error);
}

static const struct option_row rows[] = {
    {"at", 0, "MS",
     "The instant, in milliseconds from the start of the trace; all its events have happened. If the trace counts "
     "from 1970, its own times are taken too.",
     OPTION_OWN, 0, .set = set_instant},
    {"job", 0, "ROW",
     "One more job, a row of the native format (`rtmr help formats'); it is submitted at that instant, not at the "
     "row's arrival.",
     OPTION_TEXT, offsetof(struct command, row), .set = NULL},
    {"seed", 0, "N", "The seed; everything random follows from it (default 1).", OPTION_INTEGER,
     offsetof(struct command, seed), .integer = {1, SEED_MAX}},
    OPTION_ROW_END,
};

static const char summary[] =
    "Runs RTMR on the jobs up to an instant and shows its state: the accepted jobs with their guarantees, and the "
    "task of each slot. With --job it says whether one more job would be accepted; if not, it names the reason and "
    "the earliest deadline that would be.";

static const char examples[] = "  rtmr explain jobs.csv --at 30000\n"
                               "  rtmr explain jobs.csv --at 30000 --job 'x,0,90000,9000,20000,8000;8500,18000'\n";

/* False: *error is set. */
static bool check(struct command *c)
{
    if (!source_options_check(&c->source) || !policy_options_check(&c->policy, c->source.profile)) {
        return false;
    }
    return c->at_given ||
           input_error_at(&c->error, (struct place){.source = "--at"}, "expected an instant in ms, such as --at 30000");
}

static void warn(const struct command *c, const struct cluster *cluster)
{
    static const struct scheduler_class *const schedulers[] = {&rtmr_scheduler};
    const struct fault_options none = fault_options_none();
    effects_warn(&(struct run_facts){
        .source = &c->source,
        .cluster = cluster,
        .schedulers = schedulers,
        .scheduler_count = 1,
        .seeds = 1,
        .policy = &c->policy.scheduler,
        .faults = &none,
    });
}

/* Brings the instant into the time of the workload. False: *error is set. */
static bool place_instant(struct command *c, const struct workload *workload)
{
    c->at = workload_instant(workload, c->at);
    return c->at >= 0 ||
           input_error_at(&c->error, (struct place){.source = "--at"},
                          "expected an instant from the first arrival on, %lld, found one %lld ms before it",
                          (long long)workload->notes.shift, -(long long)c->at);
}

/* The job that is asked about; NULL: none is. False: *error is set. */
static bool read_question(struct command *c, const struct workload *workload, struct workload *question,
                          struct job_spec **job)
{
    *job = NULL;
    if (c->row == NULL) {
        return true;
    }
    if (!native_csv_row(question, c->row, "--job", &c->error)) {
        return false;
    }
    *job = &question->jobs[0];
    (*job)->arrival = c->at;
    (*job)->deadline = workload_instant(workload, (*job)->deadline);
    return (*job)->deadline >= c->at ||
           input_error_at(&c->error, (struct place){.source = "--job", .field = "deadline"},
                          "expected an instant at or after --at (%lld), found %lld", (long long)c->at,
                          (long long)(*job)->deadline);
}

/* Runs the engine up to the instant and prints the explanation. */
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
        return EXIT_BAD_INPUT;
    }
    int status = 0;
    if (engine_run_until(engine, c->at)) {
        explanation_print(engine_scheduler(engine), job, stdout);
    } else {
        input_error_at(&c->error, place, "the run was stopped: %s", run_error.text);
        status = EXIT_FAILED;
    }
    engine_free(engine);
    return status;
}

static int execute(void *command)
{
    struct command *c = command;
    struct cluster cluster = {0};
    struct workload workload = {0};
    struct workload question = {0};
    int status = EXIT_BAD_INPUT;
    struct job_spec *job;
    if (check(c) && source_options_cluster(&c->source, &c->cluster_options, &cluster) &&
        cluster_options_fit_kernel(&c->cluster_options, &cluster) &&
        source_options_load(&c->source, &cluster, (uint64_t)c->seed, &workload) && place_instant(c, &workload) &&
        read_question(c, &workload, &question, &job) && stage_fit_check(&question, &cluster, &c->error)) {
        source_options_tell(&c->source, &workload);
        warn(c, &cluster);
        status = explain(c, &workload, &cluster, job);
    }
    workload_free(&question);
    workload_free(&workload);
    cluster_free(&cluster);
    return status;
}

int command_explain(int argc, char **argv)
{
    struct command c = {.seed = 1};
    c.source = source_options_default(&c.given, &c.error);
    c.cluster_options = cluster_options_default(&c.error);
    c.policy = policy_options_default(&c.given, &c.error);
    const struct option_group groups[] = {
        {"Jobs", source_rows, &c.source},
        {"The question", rows, &c},
        {"Cluster", cluster_rows, &c.cluster_options},
        {"The scheduler rtmr", policy_rows, &c.policy},
        CONVERSION_GROUPS(&c.source.conversion),
        {NULL, NULL, NULL},
    };
    const struct command_line line = {
        .usage = "FILE --at MS [--job ROW] [OPTION...]\n   or: rtmr explain --workload NAME --at MS [OPTION...]",
        .summary = summary,
        .examples = examples,
        .groups = groups,
        .execute = execute,
        .command = &c,
    };
    return source_options_run(&c.source, line, argc, argv, &c.given, &c.error);
}
