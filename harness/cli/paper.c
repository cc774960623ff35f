/* rtmr paper: the experiments of a paper, published beside measured. */
#include "harness/cli/command.h"
#include "harness/cli/paper_lsps.h"
#include "harness/cli/paper_rtmr.h"
#include "harness/cli/paper_srt.h"
#include "harness/cli/parse.h"
#include "harness/cli/run_options.h"
#include "harness/report/json_report.h"
#include "harness/report/output_file.h"

#include <errno.h>
#include <string.h>

enum { KEY_SEED = 0x500, KEY_SEEDS, KEY_JSON };

static const struct argp_option options[] = {
    {"seed", KEY_SEED, "N", 0, "First seed (default 1)", 0},
    {"seeds", KEY_SEEDS, "N", 0, "How many seeds (default 40; srt 20, as in the paper)", 0},
    {"json", KEY_JSON, "FILE", 0, "Write the figures of every run", 0},
    CLI_HELP_OPTION,
    {0},
};

/* What can be repeated. */
struct paper {
    const char *name;
    int64_t seeds; /* unless others are asked for */
    int (*run)(uint64_t first_seed, uint64_t seeds, json_t **report, struct input_error *error);
};

static const struct paper papers[] = {
    {"rtmr", 40, paper_rtmr},
    {"srt", 20, paper_srt},
    {"lsps", 40, paper_lsps},
};
#define PAPER_NAMES "rtmr, srt or lsps"

struct command {
    const struct paper *paper;
    int64_t seed;
    int64_t seeds; /* 0: not given */
    const char *json;
    struct input_error error;
};

static error_t parse(int key, char *value, struct argp_state *state)
{
    struct command *c = state->input;
    switch (key) {
    case KEY_SEED: return cli_integer(value, "--seed", 1, SEED_MAX, &c->seed, &c->error) ? 0 : EINVAL;
    case KEY_SEEDS: return cli_integer(value, "--seeds", 1, SEED_MAX, &c->seeds, &c->error) ? 0 : EINVAL;
    case KEY_JSON: c->json = value; return 0;
    case ARGP_KEY_ARG:
        for (size_t i = 0; c->paper == NULL && i < sizeof papers / sizeof papers[0]; i++) {
            if (strcmp(value, papers[i].name) == 0) {
                c->paper = &papers[i];
                return 0;
            }
        }
        cli_unexpected(value, "rtmr paper", "the name of one paper: " PAPER_NAMES, &c->error);
        return EINVAL;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp = {
    .options = options,
    .parser = parse,
    .args_doc = "PAPER",
    .doc =
        "Repeats the experiments of a paper and prints the published figures beside the measured ones.\v"
        "rtmr: Tables V and VI of Real-Time Scheduling in MapReduce Clusters\n"
        "srt: Figures 3 to 11 of An Optimized Algorithm for Reduce Task Scheduling\n"
        "lsps: Figure 1 of Scheduling Heterogeneous MapReduce Jobs for Efficiency Improvement in Enterprise Clusters",
};

static int execute(struct command *c)
{
    struct output_file file = {0};
    if (c->json != NULL && !output_file_open(&file, c->json, &c->error)) {
        return CLI_BAD_INPUT;
    }
    json_t *figures = NULL;
    int status = c->paper->run((uint64_t)c->seed, (uint64_t)c->seeds, c->json == NULL ? NULL : &figures, &c->error);
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

int command_paper(int argc, char **argv)
{
    struct command c = {.seed = 1};
    switch (cli_parse(&argp, argc, argv, &c, &c.error)) {
    case CLI_HELPED: return 0;
    case CLI_REFUSED: return cli_refuse(&c.error);
    case CLI_PARSED: break;
    }
    if (c.paper == NULL) {
        cli_unexpected("", "rtmr paper", "the name of a paper: " PAPER_NAMES, &c.error);
        return cli_refuse(&c.error);
    }
    c.seeds = c.seeds == 0 ? c.paper->seeds : c.seeds;
    if (c.seed + c.seeds - 1 > SEED_MAX) {
        input_error_at(&c.error, (struct place){.source = "--seeds"}, "expected seeds up to %lld", (long long)SEED_MAX);
        return cli_refuse(&c.error);
    }
    int status = execute(&c);
    if (status != 0) {
        cli_refuse(&c.error);
    }
    return status;
}
