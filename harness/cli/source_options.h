/*
 * Where the jobs come from: --trace with its format and conversions, or --workload.
 */
#ifndef HARNESS_CLI_SOURCE_OPTIONS_H
#define HARNESS_CLI_SOURCE_OPTIONS_H

#include "harness/cli/cluster_options.h"
#include "harness/cli/conversion_options.h"
#include "harness/cli/parse.h"
#include "harness/workload/cluster.h"
#include "harness/workload/input_error.h"
#include "harness/workload/paper_profile.h"
#include "harness/workload/trace_format.h"
#include "harness/workload/workload.h"

#include <jansson.h>
#include <stdbool.h>

/* Workloads of the papers that have no deadlines. */
enum generated { GENERATED_NONE = 0, GENERATED_SRT, GENERATED_LSPS };

struct source_options {
    const char *trace;                   /* NULL: a generated workload */
    const struct paper_profile *profile; /* NULL: a trace or another workload */
    enum generated generated;
    const struct given_options *given;
    enum trace_format format; /* native for a generated workload */
    bool strict;              /* no job may be left out or repaired */
    bool list_skipped;        /* name those that are */
    bool cluster_of_trace;    /* the trace's header says the cluster; source_options_cluster() sets it */
    struct conversion_options conversion;
    struct input_error *error;
};

/* Of a struct source_options. */
extern const struct option_row source_rows[];

/* As cli_run(), of a command that takes the trace as its argument: *line need not say so. */
int source_options_run(struct source_options *source, struct command_line line, int argc, char **argv,
                       struct given_options *given, struct input_error *error);

struct source_options source_options_default(const struct given_options *given, struct input_error *error);

/* Makes the checks that need the whole command line, and determines the format. False: *error is
 * set. */
bool source_options_check(struct source_options *source);

/* Whether the jobs depend on the seed. */
bool source_options_random(const struct source_options *source);

/* Whether the jobs depend on the cluster: their deadlines are multiples of times on it, or their
 * data lie on its nodes. */
bool source_options_need_cluster(const struct source_options *source);

/* Makes the cluster; cluster_free() it. Without an option that says which, an SWF log or a
 * workload of Batsim that says how many processors its machine has is a cluster of its own
 * (swf_header.h); otherwise as
 * cluster_options_make(). False: *error is set. */
bool source_options_cluster(struct source_options *source, const struct cluster_options *options,
                            struct cluster *cluster);

/* Reads or generates the jobs. False: *error is set; with --strict also if a job was left out or
 * repaired. */
bool source_options_load(const struct source_options *source, const struct cluster *cluster, uint64_t seed,
                         struct workload *workload);

/* Names on standard error the jobs that were left out or repaired, if --list-skipped asks. */
void source_options_list(const struct source_options *source, const struct workload *workload);

/* The same; and says before, as "rtmr: TITLE: 28,481 of 28,489 jobs; 8 without processors", how
 * many they are if there are any: for commands without a heading. */
void source_options_tell(const struct source_options *source, const struct workload *workload);

/* Records the options in an object. */
void source_options_record(const struct source_options *source, json_t *object);

#endif
