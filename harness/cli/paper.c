/* rtmr paper: the experiments of a paper, published beside measured. */
#include "harness/cli/command.h"
#include "harness/cli/lsps_calibration.h"
#include "harness/cli/paper_asrpt.h"
#include "harness/cli/paper_lsps.h"
#include "harness/cli/paper_rtmr.h"
#include "harness/cli/paper_srt.h"
#include "harness/cli/parallel.h"
#include "harness/cli/parse.h"
#include "harness/cli/run_options.h"
#include "harness/cli/srt_calibration.h"
#include "harness/report/json_report.h"
#include "harness/report/output_file.h"

#include <errno.h>
#include <string.h>

enum { KEY_SEED = 0x500, KEY_SEEDS, KEY_JSON, KEY_SLOTS, KEY_THREADS, KEY_REPORT, KEY_CALIBRATE };

/* Most sets of numbers in one calibration, and the seeds that judge each if nobody says otherwise. */
enum { CALIBRATE_MOST = 1000000, CALIBRATE_SEEDS = 8 };

static const struct argp_option options[] = {
    {"seed", KEY_SEED, "N", 0, "First seed (default 1)", 0},
    {"seeds", KEY_SEEDS, "N", 0, "How many seeds (default: rtmr 40, srt 20, lsps 40, asrpt 100; with --calibrate 8)",
     0},
    {"json", KEY_JSON, "FILE", 0, "Write the figures of every run", 0},
    {"report", KEY_REPORT, "DIR", 0,
     "Not with rtmr: write a report to read: DIR/index.html, one page that needs nothing else, and its figures as SVG "
     "and PNG; needs gnuplot",
     0},
    {NULL, 0, NULL, 0, "Only with srt and lsps:", 1},
    {"calibrate", KEY_CALIBRATE, "N", 0,
     "Instead: search N sets of the numbers that the paper does not publish for those that come nearest to what it "
     "reports",
     1},
    {NULL, 0, NULL, 0, "Only with asrpt:", 2},
    {"slots", KEY_SLOTS, "T", 0, "Jobs arrive in so many slots, 50 to 1000000 (default 500)", 2},
    {NULL, 0, NULL, 0, "Only with asrpt and --calibrate:", 3},
    {"threads", KEY_THREADS, "N", 0, "Processors to use (default: all); the output does not depend on it", 3},
    CLI_HELP_OPTION,
    {0},
};

struct command {
    const struct paper *paper; /* NULL: not named yet */
    int64_t seed;
    int64_t seeds; /* 0: as many as is usual for the paper */
    const char *json;
    int64_t slots;
    int64_t threads;
    const char *report;
    int64_t calibrate; /* sets of numbers; 0: no calibration */
    bool threads_given;
    const char *asrpt_only; /* an option given that only asrpt has; NULL: none */
    struct input_error error;
};

struct paper {
    const char *name;
    int64_t seeds; /* by default */
    /* Searches; NULL: nothing is calibrated. */
    int (*calibrate)(size_t sets, uint64_t first_seed, uint64_t seeds, size_t threads, struct input_error *error);
    /* Runs it; *report becomes an object with its figures unless report is NULL. Returns an exit status. */
    int (*run)(struct command *c, json_t **report);
};

static int run_rtmr(struct command *c, json_t **report)
{
    return paper_rtmr((uint64_t)c->seed, (uint64_t)c->seeds, report, &c->error);
}

static int run_srt(struct command *c, json_t **report)
{
    return paper_srt((uint64_t)c->seed, (uint64_t)c->seeds, c->report, report, &c->error);
}

static int run_lsps(struct command *c, json_t **report)
{
    return paper_lsps((uint64_t)c->seed, (uint64_t)c->seeds, c->report, report, &c->error);
}

static int run_asrpt(struct command *c, json_t **report)
{
    const struct asrpt_options asrpt = {
        .first_seed = (uint64_t)c->seed,
        .seeds = (size_t)c->seeds,
        .slots = (int32_t)c->slots,
        .threads = (size_t)c->threads,
    };
    return paper_asrpt(&asrpt, c->report, report, &c->error);
}

static const struct paper papers[] = {
    {"rtmr", 40, NULL, run_rtmr},
    {"srt", 20, srt_calibrate, run_srt},
    {"lsps", 40, lsps_calibrate, run_lsps},
    {"asrpt", 100, NULL, run_asrpt},
};

#define PAPER_NAMES "rtmr, srt, lsps or asrpt"

static error_t name_paper(struct command *c, const char *name)
{
    for (size_t i = 0; i < sizeof papers / sizeof papers[0] && c->paper == NULL; i++) {
        if (strcmp(papers[i].name, name) == 0) {
            c->paper = &papers[i];
            return 0;
        }
    }
    cli_unexpected(name, "rtmr paper", "the name of one paper: " PAPER_NAMES, &c->error);
    return EINVAL;
}

static error_t parse(int key, char *value, struct argp_state *state)
{
    struct command *c = state->input;
    switch (key) {
    case KEY_SEED: return cli_integer(value, "--seed", 1, SEED_MAX, &c->seed, &c->error) ? 0 : EINVAL;
    case KEY_SEEDS: return cli_integer(value, "--seeds", 1, SEED_MAX, &c->seeds, &c->error) ? 0 : EINVAL;
    case KEY_JSON: c->json = value; return 0;
    case KEY_SLOTS:
        c->asrpt_only = "--slots";
        return cli_integer(value, "--slots", ASRPT_SLOTS_LEAST, ASRPT_SLOTS_MOST, &c->slots, &c->error) ? 0 : EINVAL;
    case KEY_CALIBRATE:
        return cli_integer(value, "--calibrate", 1, CALIBRATE_MOST, &c->calibrate, &c->error) ? 0 : EINVAL;
    case KEY_THREADS:
        c->threads_given = true;
        return cli_integer(value, "--threads", 1, PARALLEL_THREADS_MOST, &c->threads, &c->error) ? 0 : EINVAL;
    case KEY_REPORT: c->report = value; return 0;
    case ARGP_KEY_ARG: return name_paper(c, value);
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp = {
    .options = options,
    .parser = parse,
    .args_doc = "PAPER",
    .doc = "Repeats the experiments of a paper and prints the published figures beside the measured ones.\v"
           "rtmr: Tables V and VI of Real-Time Scheduling in MapReduce Clusters\n"
           "srt: Figures 3 to 11 of An Optimized Algorithm for Reduce Task Scheduling\n"
           "lsps: Figure 1 of Scheduling Heterogeneous MapReduce Jobs for Efficiency Improvement in Enterprise "
           "Clusters\n"
           "asrpt: Figures 5 to 13 and the theorems of A New Analytical Technique for Designing Provably Efficient "
           "MapReduce Schedulers",
};

static int execute(struct command *c)
{
    if (c->calibrate > 0) {
        return c->paper->calibrate((size_t)c->calibrate, (uint64_t)c->seed, (uint64_t)c->seeds, (size_t)c->threads,
                                   &c->error);
    }
    struct output_file file = {0};
    if (c->json != NULL && !output_file_open(&file, c->json, &c->error)) {
        return CLI_BAD_INPUT;
    }
    json_t *figures = NULL;
    int status = c->paper->run(c, c->json == NULL ? NULL : &figures);
    if (status == 0 && c->json != NULL) {
        json_t *recorded = json_pack("{s:s, s:I, s:I}", "paper", c->paper->name, "first_seed", (json_int_t)c->seed,
                                     "seeds", (json_int_t)c->seeds);
        json_t *report = json_report_new("paper", recorded);
        json_object_update(report, figures);
        if (!json_report_write(report, file.stream)) {
            input_error_at(&c->error, (struct place){.source = c->json}, "cannot be written");
            status = CLI_BAD_INPUT;
        } else if (!output_file_commit(&file, &c->error)) {
            status = CLI_BAD_INPUT;
        }
        json_decref(report);
    }
    json_decref(figures);
    output_file_abandon(&file);
    return status;
}

/* What only the whole command line shows; fills in what depends on the paper. */
static bool check(struct command *c)
{
    if (c->paper == NULL) {
        return cli_unexpected("", "rtmr paper", "the name of a paper: " PAPER_NAMES, &c->error);
    }
    if (c->asrpt_only != NULL && c->paper->run != run_asrpt) {
        return input_error_at(&c->error, (struct place){.source = c->asrpt_only},
                              "expected only with rtmr paper asrpt");
    }
    if (c->calibrate > 0 && c->paper->calibrate == NULL) {
        return input_error_at(&c->error, (struct place){.source = "--calibrate"},
                              "expected only with rtmr paper srt or lsps");
    }
    if (c->calibrate > 0 && (c->json != NULL || c->report != NULL)) {
        return input_error_at(&c->error, (struct place){.source = c->json != NULL ? "--json" : "--report"},
                              "expected without --calibrate");
    }
    if (c->report != NULL && c->paper->run == run_rtmr) {
        return input_error_at(&c->error, (struct place){.source = "--report"},
                              "expected only with rtmr paper srt, lsps or asrpt");
    }
    if (c->threads_given && c->calibrate == 0 && c->paper->run != run_asrpt) {
        return input_error_at(&c->error, (struct place){.source = "--threads"},
                              "expected only with rtmr paper asrpt or --calibrate");
    }
    if (c->seeds == 0) {
        c->seeds = c->calibrate > 0 ? CALIBRATE_SEEDS : c->paper->seeds;
    }
    if (c->seed + c->seeds - 1 > SEED_MAX) {
        return input_error_at(&c->error, (struct place){.source = "--seeds"}, "expected seeds up to %lld",
                              (long long)SEED_MAX);
    }
    return true;
}

int command_paper(int argc, char **argv)
{
    struct command c = {.seed = 1, .slots = 500, .threads = (int64_t)parallel_processors()};
    switch (cli_parse(&argp, argc, argv, &c, &c.error)) {
    case CLI_HELPED: return 0;
    case CLI_REFUSED: return cli_refuse(&c.error);
    case CLI_PARSED: break;
    }
    int status = check(&c) ? execute(&c) : CLI_BAD_INPUT;
    if (status != 0) {
        cli_refuse(&c.error);
    }
    return status;
}
