/* rtmr convert: the jobs of any trace or workload in the native format. */
#include "harness/cli/cluster_options.h"
#include "harness/cli/command.h"
#include "harness/cli/effects.h"
#include "harness/cli/parse.h"
#include "harness/cli/run_options.h"
#include "harness/cli/source_options.h"
#include "harness/report/file_guard.h"
#include "harness/report/output_file.h"
#include "harness/workload/native_csv.h"
#include "harness/workload/safe_text.h"

#include <stdio.h>
#include <string.h>

struct command {
    struct given_options given;
    struct source_options source;
    struct cluster_options cluster_options;
    const char *output; /* NULL: standard output */
    int64_t seed;
    struct input_error error;
};

static const struct option_row rows[] = {
    {"output", 'o', "FILE", "Write to FILE (default `-', standard output).", OPTION_OUTPUT,
     offsetof(struct command, output), .set = NULL},
    {"seed", 0, "N", "The seed; deadlines and generated jobs follow from it (default 1).", OPTION_INTEGER,
     offsetof(struct command, seed), .integer = {1, SEED_MAX}},
    OPTION_ROW_END,
};

static const char summary[] =
    "Writes the jobs of a trace in any format, or of a generated workload, in the native format (`rtmr help formats'). "
    "Where the format leaves something open, deadlines above all, the options say how it is filled in; deadlines "
    "depend on the cluster. A run of the result is the same as one of the source with the same seed and cluster.";

static const char examples[] = "  rtmr convert FB-2009.tsv -o jobs.csv\n"
                               "  rtmr convert trace.swf --swf-reduce-share 0.3 --deadline-factor 2 | head\n"
                               "  rtmr convert --workload lsps --cluster lsps --deadline-factor 4 -o lsps.csv\n";

/* Returns the exit status. */
static int write_jobs(struct command *c, const struct workload *workload)
{
    if (c->output == NULL || strcmp(c->output, "-") == 0) {
        return native_csv_write(workload, stdout, &c->error) ? 0 : EXIT_BAD_INPUT;
    }
    struct output_file file;
    if (!output_file_open(&file, c->output, &c->error)) {
        return EXIT_FAILED;
    }
    if (!native_csv_write(workload, file.stream, &c->error)) {
        output_file_abandon(&file);
        return EXIT_BAD_INPUT;
    }
    if (!output_file_commit(&file, &c->error)) {
        return EXIT_FAILED;
    }
    if (!option_is_stdout(c->output)) {
        fputs("Wrote ", stdout);
        safe_text_write(c->output, stdout);
        printf(" (%zu jobs).\n", workload->count);
    }
    return 0;
}

/* Which cluster a run of the result needs for it to be one of the source: the nodes of the paper's
 * cluster are as slow as a workload says, and the header of a log says its slots; a native trace
 * says neither. */
static void note_cluster(const struct command *c, const struct cluster *cluster)
{
    if (c->source.cluster_of_trace) {
        fprintf(stderr, "rtmr: note: with --map-slots %d --reduce-slots %d a run of these jobs is one of the trace\n",
                (int)cluster_slots(cluster, STAGE_MAP), (int)cluster_slots(cluster, STAGE_REDUCE));
    }
    if (c->source.profile != NULL) {
        fprintf(stderr, "rtmr: note: with --cluster paper-%s a run of these jobs is one of --workload %s\n",
                c->source.profile->name, c->source.profile->name);
    }
}

/* False: the output would destroy an input. */
static bool guard_files(struct command *c)
{
    struct file_guard guard = {0};
    file_guard_input(&guard, "the trace", c->source.trace);
    file_guard_input(&guard, "the cluster", cluster_options_file(&c->cluster_options));
    const bool good = file_guard_output(&guard, "--output", c->output, &c->error);
    file_guard_free(&guard);
    return good;
}

static int execute(void *command)
{
    struct command *c = command;
    struct cluster cluster = {0};
    struct workload workload = {0};
    int status = EXIT_BAD_INPUT;
    if (source_options_check(&c->source) && guard_files(c) &&
        source_options_cluster(&c->source, &c->cluster_options, &cluster) &&
        source_options_load(&c->source, &cluster, (uint64_t)c->seed, &workload)) {
        status = write_jobs(c, &workload);
    }
    if (status == 0) {
        source_options_tell(&c->source, &workload);
        effects_warn(&(struct run_facts){.source = &c->source, .cluster = &cluster, .seeds = 1});
        note_cluster(c, &cluster);
    }
    workload_free(&workload);
    cluster_free(&cluster);
    return status;
}

int command_convert(int argc, char **argv)
{
    struct command c = {.seed = 1};
    c.source = source_options_default(&c.given, &c.error);
    c.cluster_options = cluster_options_default(&c.error);
    const struct option_group groups[] = {
        {"Jobs", source_rows, &c.source},
        {"Output", rows, &c},
        CONVERSION_GROUPS(&c.source.conversion),
        {"Cluster, on which deadlines are based", cluster_rows, &c.cluster_options},
        {NULL, NULL, NULL},
    };
    const struct command_line line = {
        .usage = "FILE [-o FILE] [OPTION...]\n   or: rtmr convert --workload NAME [-o FILE] [OPTION...]",
        .summary = summary,
        .examples = examples,
        .groups = groups,
        .execute = execute,
        .command = &c,
    };
    return source_options_run(&c.source, line, argc, argv, &c.given, &c.error);
}
