/* rtmr paper: the experiments of a paper, published beside measured. */
#include "harness/cli/command.h"
#include "harness/cli/parse.h"
#include "harness/cli/run_options.h"
#include "harness/cli/suggestion.h"
#include "harness/cli/value.h"
#include "harness/report/file_guard.h"
#include "harness/report/json_report.h"
#include "harness/report/output_file.h"
#include "harness/studies/lsps_calibration.h"
#include "harness/studies/paper_asrpt.h"
#include "harness/studies/paper_lsps.h"
#include "harness/studies/paper_rtmr.h"
#include "harness/studies/paper_srt.h"
#include "harness/studies/parallel.h"
#include "harness/studies/rtmr_calibration.h"
#include "harness/studies/srt_calibration.h"
#include "harness/workload/safe_text.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Most sets of numbers in one calibration, and the default number of seeds that judge each. */
enum { CALIBRATE_MOST = 1000000, CALIBRATE_SEEDS = 8 };

struct command {
    const struct paper *paper; /* NULL: not named yet */
    int64_t seed;
    int64_t seeds; /* 0: as many as is usual for the paper */
    const char *json;
    int64_t slots;
    int64_t threads;
    const char *report;
    int64_t calibrate; /* sets of numbers; 0: no calibration */
    struct given_options given;
    struct input_error error;
};

struct paper {
    const char *name;
    int64_t seeds; /* by default */
    /* Searches; NULL: nothing is calibrated. */
    int (*calibrate)(size_t sets, uint64_t first_seed, uint64_t seeds, size_t threads, struct input_error *error);
    /* Runs it; *report becomes an object with its figures unless report is NULL. Returns an exit
     * status. */
    int (*run)(struct command *c, json_t **report);
};

static int run_rtmr(struct command *c, json_t **report)
{
    return paper_rtmr((uint64_t)c->seed, (uint64_t)c->seeds, c->report, report, &c->error);
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

static int calibrate_srt(size_t sets, uint64_t first_seed, uint64_t seeds, size_t threads, struct input_error *error)
{
    return calibration_print(&srt_calibration, sets, first_seed, seeds, threads, error);
}

static int calibrate_lsps(size_t sets, uint64_t first_seed, uint64_t seeds, size_t threads, struct input_error *error)
{
    return calibration_print(&lsps_calibration, sets, first_seed, seeds, threads, error);
}

static const struct paper papers[] = {
    {"rtmr", 40, rtmr_calibrate, run_rtmr},
    {"srt", 20, calibrate_srt, run_srt},
    {"lsps", 40, calibrate_lsps, run_lsps},
    {"asrpt", 100, NULL, run_asrpt},
};

#define PAPER_NAMES "rtmr, srt, lsps or asrpt"

static bool name_paper(void *target, const char *name, struct input_error *error)
{
    struct command *c = target;
    const char *names[sizeof papers / sizeof papers[0]];
    for (size_t i = 0; i < sizeof papers / sizeof papers[0]; i++) {
        names[i] = papers[i].name;
        if (c->paper == NULL && strcmp(papers[i].name, name) == 0) {
            c->paper = &papers[i];
            return true;
        }
    }
    cli_unexpected(name, "rtmr paper", "the name of one paper: " PAPER_NAMES, error);
    return c->paper == NULL &&
           suggestion_append(error, "", suggestion_find(name, names, sizeof names / sizeof names[0]));
}

#define AT(member) offsetof(struct command, member)

static const struct option_row rows[] = {
    {"seeds", 0, "N", "Run with N seeds (default: rtmr 40, srt 20, lsps 40, asrpt 100; with --calibrate 8).",
     OPTION_INTEGER, AT(seeds), .integer = {1, SEED_MAX}},
    {"seed", 0, "N", "The first seed (default 1).", OPTION_INTEGER, AT(seed), .integer = {1, SEED_MAX}},
    {"report", 0, "DIR",
     "Write a report to read: DIR/index.html, a page that needs nothing else, and its figures as SVG "
     "and PNG (needs gnuplot).",
     OPTION_FOLDER, AT(report), .set = NULL},
    {"json", 0, "FILE", "Write the figures of every run as JSON.", OPTION_OUTPUT, AT(json), .set = NULL},
    {"calibrate", 0, "N",
     "Not with asrpt: instead, search N sets of the unpublished numbers for those with figures nearest to "
     "the paper.",
     OPTION_INTEGER, AT(calibrate), .integer = {1, CALIBRATE_MOST}},
    {"slots", 0, "T", "Only with asrpt: jobs arrive in T slots, 50 to 1000000 (default 500).", OPTION_INTEGER,
     AT(slots), .integer = {ASRPT_SLOTS_LEAST, ASRPT_SLOTS_MOST}},
    {"threads", 0, "N",
     "Only with asrpt and --calibrate: use N processors (default: all); the output does not depend on it.",
     OPTION_INTEGER, AT(threads), .integer = {1, PARALLEL_THREADS_MOST}},
    OPTION_ROW_END,
};

static const char summary[] =
    "Repeats the experiments of a paper and prints the published figures beside the measured ones. The papers: rtmr "
    "(Tables V and VI of Real-Time Scheduling in MapReduce Clusters), srt (Figures 3 to 11 of An Optimized Algorithm "
    "for Reduce Task Scheduling), lsps (Figure 1 of Scheduling Heterogeneous MapReduce Jobs for Efficiency Improvement "
    "in Enterprise Clusters), asrpt (Figures 5 to 13 and the theorems of A New Analytical Technique for Designing "
    "Provably Efficient MapReduce Schedulers).";

static const char examples[] = "  rtmr paper rtmr\n"
                               "  rtmr paper asrpt --report out\n";

/* Runs the paper; if the figures go to standard output, its text goes to standard error. */
static int run(struct command *c, json_t **figures)
{
    if (c->json == NULL || strcmp(c->json, "-") != 0) {
        return c->paper->run(c, c->json == NULL ? NULL : figures);
    }
    const int kept = dup(STDOUT_FILENO);
    if (kept < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0) {
        input_error_at(&c->error, (struct place){.source = "--json"}, "cannot be written: %s", strerror(errno));
        return EXIT_FAILED;
    }
    const int status = c->paper->run(c, figures);
    fflush(stdout);
    dup2(kept, STDOUT_FILENO);
    close(kept);
    return status;
}

static void print_names(const struct command *c)
{
    const char *before = "\n";
    if (c->json != NULL && !option_is_stdout(c->json)) {
        printf("%sWrote ", before);
        safe_text_write(c->json, stdout);
        puts(".");
        before = "";
    }
    if (c->report != NULL) {
        FILE *out = c->json != NULL && strcmp(c->json, "-") == 0 ? stderr : stdout;
        fprintf(out, "%sWrote ", before);
        safe_text_write(c->report, out);
        fputs("/index.html.\n", out);
    }
}

/* Returns false if one output would destroy the other. */
static bool guard_files(struct command *c)
{
    struct file_guard guard = {0};
    bool good = file_guard_output(&guard, "--json", c->json, &c->error) &&
                file_guard_folder(&guard, "--report", c->report, &c->error);
    file_guard_free(&guard);
    return good;
}

/* Writes the figures of a run, even if the run could not write its report. False: *error is
 * set. */
static bool write_json(struct command *c, json_t *figures, struct output_file *file)
{
    json_t *recorded = json_pack("{s:s, s:I, s:I}", "paper", c->paper->name, "first_seed", (json_int_t)c->seed, "seeds",
                                 (json_int_t)c->seeds);
    json_t *report = json_report_new("paper", recorded);
    json_object_update(report, figures);
    struct input_error failure;
    return (json_report_write(report, file, &failure) && output_file_commit(file, &failure)) ||
           cli_add_failure(&c->error, &failure);
}

static int execute(struct command *c)
{
    if (c->calibrate > 0) {
        return c->paper->calibrate((size_t)c->calibrate, (uint64_t)c->seed, (uint64_t)c->seeds, (size_t)c->threads,
                                   &c->error);
    }
    if (!guard_files(c)) {
        return EXIT_BAD_INPUT;
    }
    struct output_file file = {0};
    if (c->json != NULL && !output_file_open(&file, c->json, &c->error)) {
        return EXIT_FAILED;
    }
    json_t *figures = NULL;
    int status = run(c, &figures);
    if (figures != NULL && !write_json(c, figures, &file)) {
        status = EXIT_FAILED;
    }
    json_decref(figures);
    output_file_abandon(&file);
    if (status == 0) {
        print_names(c);
    }
    return status;
}

/* The checks that need the whole command line; fills in the defaults of the paper. */
static bool check(struct command *c)
{
    if (c->paper == NULL) {
        return cli_unexpected("", "rtmr paper", "the name of a paper: " PAPER_NAMES, &c->error);
    }
    if (option_given(&c->given, "slots") && c->paper->run != run_asrpt) {
        return input_error_at(&c->error, (struct place){.source = "--slots"}, "expected only with rtmr paper asrpt");
    }
    if (c->calibrate > 0 && c->paper->calibrate == NULL) {
        return input_error_at(&c->error, (struct place){.source = "--calibrate"},
                              "expected only with rtmr paper rtmr, srt or lsps");
    }
    if (c->calibrate > 0 && (c->json != NULL || c->report != NULL)) {
        return input_error_at(&c->error, (struct place){.source = c->json != NULL ? "--json" : "--report"},
                              "expected without --calibrate");
    }
    if (option_given(&c->given, "threads") && c->calibrate == 0 && c->paper->run != run_asrpt) {
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

static int check_and_execute(void *command)
{
    return check(command) ? execute(command) : EXIT_BAD_INPUT;
}

int command_paper(int argc, char **argv)
{
    struct command c = {.seed = 1, .slots = 500, .threads = (int64_t)parallel_processors()};
    const struct option_group groups[] = {{"Options", rows, &c}, {NULL, NULL, NULL}};
    const struct command_line line = {
        .usage = "PAPER [OPTION...]",
        .summary = summary,
        .examples = examples,
        .groups = groups,
        .argument = name_paper,
        .context = &c,
        .execute = check_and_execute,
        .command = &c,
    };
    return cli_run(&line, argc, argv, &c.given, &c.error);
}
