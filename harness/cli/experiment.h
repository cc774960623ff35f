/*
 * Schedulers on the same jobs, seed by seed, and the options of the command line: shared by `rtmr
 * run` and `rtmr compare`.
 */
#ifndef HARNESS_CLI_EXPERIMENT_H
#define HARNESS_CLI_EXPERIMENT_H

#include "harness/cli/cluster_options.h"
#include "harness/cli/fault_options.h"
#include "harness/cli/hadoop_options.h"
#include "harness/cli/policy_options.h"
#include "harness/cli/run_options.h"
#include "harness/cli/source_options.h"
#include "harness/page/html_report.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct experiment {
    struct source_options source;
    struct cluster_options cluster_options;
    struct policy_options policy;
    struct run_options run;
    struct cli_faults faults;
    struct hadoop_options hadoop;
    struct cluster cluster;
    char *title;                /* of the jobs that were run last, */
    size_t jobs;                /* how many they are */
    struct reading_notes notes; /* and how they were read */
    int argument_count;         /* the command line, for the report */
    char **arguments;
};

/* A command about an experiment. */
struct experiment_command {
    const char *usage; /* these three as in struct command_line */
    const char *summary;
    const char *examples;
    const struct option_row *rows; /* the schedulers and the number of runs: of struct run_options */
    const struct option_row *own;  /* options of this command, of *command; NULL: it has none */
    bool one_run;                  /* it has outputs about one run */
    /* executes it; *error is set unless the exit status is 0 */
    int (*execute)(void *command);
    void *command;
};

/* Parses the command line of the experiment and executes the command, or shows its help. Prints an
 * error. Returns the exit status. */
int experiment_main(struct experiment *experiment, const struct experiment_command *command,
                    struct given_options *given, struct input_error *error);

/* given: the options that the command line names, after parsing. error: set by the other functions
 * where they say so. */
struct experiment experiment_default(int argc, char **argv, const struct given_options *given,
                                     struct input_error *error);

void experiment_free(struct experiment *e);

/* Makes the checks that need the whole command line, and the cluster. False: *error is set. */
bool experiment_check(struct experiment *e);

/* Runs the jobs of one seed, the index-th. Returns 0, or sets *error and returns an exit status. */
typedef int experiment_seed(void *context, const struct workload *workload, size_t index);

/* Calls it for each seed, until one call fails. Returns 0 or the status of that call. */
int experiment_run(struct experiment *e, experiment_seed *run_seed, void *context);

/* The engine's options in a run of the index-th seed. */
struct engine_options experiment_engine(const struct experiment *e, size_t index);

/* Reads or generates the jobs of a seed, and binds the faults to them. *workload has nothing, or
 * the jobs of an earlier seed: they stay if they do not depend on it. False: *error is set. */
bool experiment_jobs(const struct source_options *source, struct cli_faults *faults, const struct cluster *cluster,
                     uint64_t seed, struct workload *workload);

/* Says on standard error which of the options that were given have no effect. `compares`: as `rtmr
 * compare' runs. */
void experiment_warn(const struct experiment *e, bool compares);

/* All options, as an object. */
json_t *experiment_record(const struct experiment *e);

/* The page about it, without any runs. */
struct html_report experiment_page(const struct experiment *e);

#endif
