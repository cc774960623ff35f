/*
 * Options of Hadoop: places of data, speculation, and the options of its schedulers.
 */
#ifndef HARNESS_CLI_HADOOP_OPTIONS_H
#define HARNESS_CLI_HADOOP_OPTIONS_H

#include "harness/cli/option_table.h"
#include "harness/engine/engine.h"
#include "harness/engine/scheduler_options.h"
#include "harness/workload/input_error.h"

#include <jansson.h>
#include <stdbool.h>

struct hadoop_options {
    struct locality_options locality;
    bool speculation;
    double fifo_padding;
    enum hadoop_version version;
    enum assign_multiple assign;
    ticks locality_delay;
    double lsps_alpha;
    ticks lsps_prior;
    const char *pool_file;  /* NULL: none */
    const char *queue_file; /* NULL: none */
    struct pool_table pools;
    struct queue_table queues;
    struct input_error *error;
};

/* Of a struct hadoop_options. */
extern const struct option_row hadoop_rows[];

struct hadoop_options hadoop_options_default(struct input_error *error);

/* Reads the files, and puts the options where they are used; they must outlive the runs. False:
 * *error is set. */
bool hadoop_options_apply(struct hadoop_options *options, struct engine_options *engine,
                          struct scheduler_options *schedulers);

void hadoop_options_free(struct hadoop_options *options);

/* Records the options in an object. */
void hadoop_options_record(const struct hadoop_options *options, json_t *object);

#endif
