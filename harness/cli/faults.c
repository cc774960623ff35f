/* rtmr faults: the fate of accepted jobs under faults, with and without RTMR's reaction. */
#include "harness/cli/cluster_options.h"
#include "harness/cli/command.h"
#include "harness/cli/effects.h"
#include "harness/cli/experiment.h"
#include "harness/cli/fault_options.h"
#include "harness/cli/parse.h"
#include "harness/cli/policy_options.h"
#include "harness/cli/run_options.h"
#include "harness/cli/source_options.h"
#include "harness/report/heading.h"
#include "harness/schedulers/schedulers.h"
#include "harness/studies/fault_study.h"
#include "harness/studies/progress.h"

#include <inttypes.h>
#include <stdlib.h>

enum { SEEDS_DEFAULT = 10, MIXES = 6 };

struct command {
    struct given_options given;
    struct source_options source;
    struct cluster_options cluster_options;
    struct cli_faults faults;
    struct policy_options policy;
    int64_t first_seed;
    int64_t seeds;
    struct cluster cluster;
    struct fault_mix mixes[MIXES];
    size_t mix_count;
    struct input_error error;
};

#define AT(member) offsetof(struct command, member)

static const struct option_row rows[] = {
    {"seeds", 0, "N", "Run with N seeds, from --seed on (default 10).", OPTION_INTEGER, AT(seeds),
     .integer = {1, SEED_MAX}},
    {"seed", 0, "N", "The first seed; everything random follows from it (default 1).", OPTION_INTEGER, AT(first_seed),
     .integer = {1, SEED_MAX}},
    OPTION_ROW_END,
};

static const char summary[] =
    "Runs RTMR under faults and counts jobs: accepted, flagged (the guarantee was withdrawn after a fault), in time, "
    "late. rtmr-unaware is RTMR without its reaction: it accepts what RTMR accepts in the same workload without "
    "faults, keeps to that plan's order, and flags no job. Deadline Constraint and EDF meet the same faults. Every "
    "run is checked: a job that RTMR did not flag must not be late. Without options of faults a list of mixes is "
    "run, otherwise the faults of the options. All times are in milliseconds.";

static const char examples[] = "  rtmr faults jobs.csv\n"
                               "  rtmr faults jobs.csv --overrun-rate 0.05 --overrun-factor 3 --seeds 30\n"
                               "  rtmr faults jobs.csv --faults maintenance.csv\n";

/* The mixes that are run when the command line names no fault. */
static void add_usual_mixes(struct command *c)
{
    struct fault_options all = fault_options_none();
    c->mix_count = MIXES;
    for (size_t i = 0; i < MIXES; i++) {
        c->mixes[i].faults = fault_options_none();
    }
    c->mixes[0].label = "none";
    c->mixes[1].label = "2% of the tasks take 5 times as long";
    c->mixes[1].faults.overrun_rate = all.overrun_rate = 0.02;
    c->mixes[1].faults.overrun_factor = all.overrun_factor = 5.0;
    c->mixes[2].label = "2% of the attempts fail";
    c->mixes[2].faults.failure_rate = all.failure_rate = 0.02;
    c->mixes[3].label = "nodes are lost every 30 min, for 2 min";
    c->mixes[3].faults.node_mtbf = all.node_mtbf = 1800000;
    c->mixes[3].faults.node_mttr = all.node_mttr = 120000;
    c->mixes[4].label = "10% of the nodes take twice as long";
    c->mixes[4].faults.slow_rate = all.slow_rate = 0.1;
    c->mixes[4].faults.slow_factor = all.slow_factor = 2.0;
    c->mixes[5].label = "all of these";
    c->mixes[5].faults = all;
}

static bool named(const struct cli_faults *faults)
{
    const struct fault_options *rates = &faults->rates;
    return faults->file != NULL || rates->overrun_rate > 0.0 || rates->failure_rate > 0.0 || rates->node_mtbf > 0 ||
           rates->slow_rate > 0.0;
}

static void warn(const struct command *c)
{
    static const struct scheduler_class *const schedulers[] = {&rtmr_scheduler, &dc_scheduler, &edf_scheduler};
    effects_warn(&(struct run_facts){
        .source = &c->source,
        .cluster = &c->cluster,
        .schedulers = schedulers,
        .scheduler_count = sizeof schedulers / sizeof schedulers[0],
        .seeds = (uint64_t)c->seeds,
        .policy = &c->policy.scheduler,
        .faults = named(&c->faults) ? &c->faults.rates : NULL,
    });
    fault_options_warn(&c->faults);
}

/* False: *error is set. */
static bool prepare(struct command *c)
{
    if (c->first_seed + c->seeds - 1 > SEED_MAX) {
        return input_error_at(&c->error, (struct place){.source = "--seeds"}, "expected seeds up to %" PRId64,
                              SEED_MAX);
    }
    if (!source_options_check(&c->source) || !source_options_cluster(&c->source, &c->cluster_options, &c->cluster) ||
        !cluster_options_fit_kernel(&c->cluster_options, &c->cluster) || !fault_options_read(&c->faults, &c->cluster)) {
        return false;
    }
    if (named(&c->faults)) {
        c->mix_count = 1;
        c->mixes[0] = (struct fault_mix){.label = "as given", .faults = c->faults.rates};
    } else {
        add_usual_mixes(c);
    }
    return true;
}

static int execute(struct command *c)
{
    struct workload workload = {0};
    int status = 0;
    for (int64_t i = 0; i < c->seeds && status == 0; i++) {
        progress_show((size_t)i, (size_t)c->seeds, "all mixes");
        const uint64_t seed = (uint64_t)(c->first_seed + i);
        if (!experiment_jobs(&c->source, &c->faults, &c->cluster, seed, &workload)) {
            status = EXIT_BAD_INPUT;
            break;
        }
        if (i == 0) {
            source_options_list(&c->source, &workload);
        }
        status = fault_study_run(c->mixes, c->mix_count, &workload, &c->cluster, &c->policy.scheduler, seed, &c->error);
        if (status == 0) {
            fault_options_ended(&c->faults, c->mixes[0].end); /* with a file there is one mix */
        }
    }
    progress_clear();
    if (status == 0) {
        warn(c);
        heading_print(workload.title, workload.count, &c->cluster, stdout);
        printf("; jobs, means over seeds %" PRId64 " to %" PRId64, c->first_seed, c->first_seed + c->seeds - 1);
        heading_end(&workload.notes, workload.count, stdout);
        fault_study_print(c->mixes, c->mix_count, (uint64_t)c->seeds, stdout);
    }
    workload_free(&workload);
    return status;
}

static int prepare_and_execute(void *command)
{
    return prepare(command) ? execute(command) : EXIT_BAD_INPUT;
}

int command_faults(int argc, char **argv)
{
    struct command c = {.first_seed = 1, .seeds = SEEDS_DEFAULT, .error = {""}};
    c.source = source_options_default(&c.given, &c.error);
    c.cluster_options = cluster_options_default(&c.error);
    c.faults = fault_options_default(&c.error);
    c.policy = policy_options_default(&c.given, &c.error);
    const struct option_group groups[] = {
        {"Jobs", source_rows, &c.source},
        {"Runs", rows, &c},
        {"Faults", fault_rows, &c.faults},
        {"The scheduler rtmr", reaction_rows, &c.policy},
        {"Cluster", cluster_rows, &c.cluster_options},
        CONVERSION_GROUPS(&c.source.conversion),
        {NULL, NULL, NULL},
    };
    const struct command_line line = {
        .usage = "FILE [OPTION...]\n   or: rtmr faults --workload NAME [OPTION...]",
        .summary = summary,
        .examples = examples,
        .groups = groups,
        .execute = prepare_and_execute,
        .command = &c,
    };
    const int status = source_options_run(&c.source, line, argc, argv, &c.given, &c.error);
    fault_options_free(&c.faults);
    cluster_free(&c.cluster);
    return status;
}
