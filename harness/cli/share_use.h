/*
 * Which pools and queues of the files the jobs name: the others have no effect.
 */
#ifndef HARNESS_CLI_SHARE_USE_H
#define HARNESS_CLI_SHARE_USE_H

#include "harness/cli/hadoop_options.h"
#include "harness/workload/workload.h"

#include <stdbool.h>
#include <stddef.h>

/* What the jobs so far name; zero-initialised, it has seen none. */
struct share_use {
    bool *pool_used;  /* by row of the pools */
    bool *queue_used; /* by row of the queues */
    size_t jobs;
    size_t unlisted; /* jobs whose pool is no queue of the file: they are in the first */
};

/* Adds the jobs. O((jobs + rows) log rows). */
void share_use_add(struct share_use *use, const struct hadoop_options *options, const struct workload *workload);

/* Warns on standard error of each pool, or queue, that no job names, and of jobs whose queue the
 * file does not list. `source`: "trace" or "workload". */
void share_use_warn_pools(const struct share_use *use, const struct hadoop_options *options, const char *source);
void share_use_warn_queues(const struct share_use *use, const struct hadoop_options *options, const char *source);

void share_use_free(struct share_use *use);

#endif
