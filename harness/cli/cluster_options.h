/*
 * The cluster of the runs: --cluster, or --map-slots and --reduce-slots; --heartbeat.
 */
#ifndef HARNESS_CLI_CLUSTER_OPTIONS_H
#define HARNESS_CLI_CLUSTER_OPTIONS_H

#include "harness/cli/option_table.h"
#include "harness/workload/cluster.h"
#include "harness/workload/input_error.h"
#include "harness/workload/paper_profile.h"

#include <stdbool.h>

/* What --cluster names, if it names a file. */
enum cluster_format { CLUSTER_FORMAT_FOUND = 0, CLUSTER_FORMAT_CSV, CLUSTER_FORMAT_TOPOLOGY };

struct cluster_options {
    const char *file;           /* a cluster file, a topology, or "paper"; NULL: not given */
    enum cluster_format format; /* CLUSTER_FORMAT_FOUND: by the content */
    int64_t slots[STAGES];      /* -1: not given */
    int64_t node_slots[STAGES]; /* of each node of a topology; -1: not given */
    ticks heartbeat;            /* -1: not given */
    struct input_error *error;
};

/* Of a struct cluster_options. */
extern const struct option_row cluster_rows[];

struct cluster_options cluster_options_default(struct input_error *error);

/* The cluster file; NULL: the name of a profile or numbers of slots describe the cluster. */
const char *cluster_options_file(const struct cluster_options *options);

/* Makes the cluster; cluster_free() it. The paper's slow nodes are as slow as the profile says, and
 * as fast as the others if there is no profile: the estimates of a trace do not account for slower
 * nodes. False: *error is set. */
bool cluster_options_make(const struct cluster_options *options, const struct paper_profile *profile,
                          struct cluster *cluster);

/* Whether the kernel, as this program was built, has room for the cluster's slots. False: *error is
 * set. */
bool cluster_options_fit_kernel(const struct cluster_options *options, const struct cluster *cluster);

#endif
