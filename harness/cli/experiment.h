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
#include "harness/cli/share_use.h"
#include "harness/cli/source_options.h"
#include "harness/page/html_report.h"
#include "harness/studies/simulation.h"

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
    struct share_use shares; /* of the jobs that were run */
    struct cluster cluster;
    uint64_t first;             /* of the seeds that are run, the number of the first */
    uint64_t end;               /* and behind the last; 0: all of them */
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
    const struct option_row *rows;     /* the schedulers and the number of runs: of struct run_options */
    const struct option_row *own;      /* options of this command, of *command; NULL: it has none */
    const struct option_row *internal; /* the same that the help does not show */
    bool one_run;                      /* it has outputs about one run */
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

/* The runs of an experiment: for each seed those of all contenders. */
struct experiment_runs {
    size_t contenders;
    /* The jobs of a seed are known; called for each seed in order, before its runs. NULL: not
     * needed. */
    void (*begin)(void *context, const struct workload *workload);
    /* A run of the contender, but for its jobs, cluster and engine options; called as
     * harness/studies/simulations.h says of at(). */
    struct simulation (*simulation)(void *context, size_t contender);
    /* The run of the contender on the jobs of the seed, the index-th, has ended; called in
     * order. */
    void (*ended)(void *context, size_t contender, size_t index, const struct workload *workload,
                  const struct run_result *result);
    void *context;
};

/* Makes them, on e->run.threads threads, until one fails. Holds the jobs of at most as many seeds.
 * Returns 0; otherwise *error is set as if one run came after the other, and the status is that of
 * the failed run, or EXIT_BAD_INPUT. */
int experiment_run(struct experiment *e, const struct experiment_runs *runs, struct input_error *error);

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
