/*
 * The reason why rtmr has accepted no job: the time that each job would need on the empty cluster,
 * with and without heartbeats.
 */
#ifndef HARNESS_CLI_DIAGNOSIS_H
#define HARNESS_CLI_DIAGNOSIS_H

#include "harness/engine/scheduler_options.h"
#include "harness/workload/cluster.h"
#include "harness/workload/workload.h"

#include <stddef.h>
#include <stdio.h>

/* Most jobs that are looked at. */
enum { DIAGNOSED_MOST = 10000 };

struct diagnosis {
    size_t jobs;     /* looked at */
    size_t possible; /* of these, on the empty cluster, by their estimates: as it is, */
    size_t without;  /* and if it had no heartbeats */
    /* the job that misses its deadline by the least; NULL: none was planned */
    char *nearest;
    ticks allowed;        /* its time from arrival to deadline, */
    ticks needed;         /* the time that it needs, */
    ticks needed_without; /* and the time that it would need without heartbeats */
    ticks heartbeat;      /* of the cluster */
    int32_t reduces;      /* reduce slots of a node, at most */
};

/* Asks rtmr about each job alone. O(jobs * (nodes + slots + tasks of a job)). */
struct diagnosis diagnosis_make(const struct workload *workload, const struct cluster *cluster,
                                const struct scheduler_options *policy);
void diagnosis_free(struct diagnosis *diagnosis);

/* Writes the reason, and the options that change it, behind an empty line. */
void diagnosis_print(const struct diagnosis *diagnosis, FILE *out);

#endif
