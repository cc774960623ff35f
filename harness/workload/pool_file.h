/*
 * The shares of pools and queues for Hadoop's schedulers: comma-separated values, a header line,
 * one row each.
 *
 * Pools of the Fair Scheduler (its allocations file):
 *     pool,weight,min_maps,min_reduces[,order]
 *     research,2,10,4,fair
 *   weight            share in relation to the other pools, above 0; 1 for pools that are not
 *                     listed
 *   min_maps,         slots that the pool gets at least while it can use them; 0 for pools that are
 *   min_reduces       not listed
 *   order             of the jobs in the pool: fair (default) or fifo
 * Queues of the Capacity Scheduler:
 *     queue,capacity[,user_limit]
 *     default,60,100
 *   capacity          percent of the slots of each stage, 0 to 100, together at most 100
 *   user_limit        percent of the queue that one user gets at least while others want it as
 *                     well, 1 to 100; default 100
 */
#ifndef HARNESS_WORKLOAD_POOL_FILE_H
#define HARNESS_WORKLOAD_POOL_FILE_H

#include "harness/workload/cluster.h"
#include "harness/workload/input_error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pool_spec {
    char *name;
    double weight;
    int32_t least[STAGES]; /* slots */
    bool fifo;
    size_t line; /* of the file */
};

struct pool_table {
    struct pool_spec *pools;
    size_t count;
};

struct queue_spec {
    char *name;
    double capacity;    /* percent */
    int32_t user_limit; /* percent */
    size_t line;        /* of the file */
};

struct queue_table {
    struct queue_spec *queues;
    size_t count;
};

/* Read a file; free the table. False: *error names the place and the problem, and the table is
 * empty. O(size + rows log rows). */
bool pool_file_read(struct pool_table *table, const char *path, struct input_error *error);
void pool_table_free(struct pool_table *table);

bool queue_file_read(struct queue_table *table, const char *path, struct input_error *error);
void queue_table_free(struct queue_table *table);

#endif
