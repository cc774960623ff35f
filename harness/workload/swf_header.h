/*
 * The machine that the header comments of a log in the Standard Workload Format describe.
 */
#ifndef HARNESS_WORKLOAD_SWF_HEADER_H
#define HARNESS_WORKLOAD_SWF_HEADER_H

#include "harness/workload/cluster.h"
#include "harness/workload/input_error.h"
#include "harness/workload/swf.h"

#include <stdint.h>

struct swf_header {
    const char *field;          /* "MaxProcs", or, in a log without it, "MaxNodes"; NULL: neither is there */
    int32_t processors;         /* 1 .. CLUSTER_SLOTS_MAX */
    struct input_error misread; /* the first of them that is no number of processors, nor -1, which
                                 * the format has for unknown; "" if there is none */
};

/* Reads the comments in front of the first job. A number that is no number of processors counts as
 * missing, and is noted. False: the file cannot be read, and *error says why. O(size). */
bool swf_header_read(struct swf_header *header, const char *path, struct input_error *error);

/* The machine of a header with a field as a cluster: each processor is a map slot of a node of its
 * own, without heartbeats. If the jobs get reduces, there are as many reduce slots as a job of all
 * processors has reduces; if they are reduces only, there are no map slots. The title names field
 * and path. */
void swf_header_cluster(struct cluster *cluster, const struct swf_header *header, const char *path,
                        const struct swf_options *options);

#endif
