/*
 * What Hadoop brings along: where the data are, speculation, and the options of its schedulers.
 */
#ifndef HARNESS_CLI_HADOOP_OPTIONS_H
#define HARNESS_CLI_HADOOP_OPTIONS_H

#include "harness/engine/engine.h"
#include "harness/schedulers/scheduler_options.h"
#include "harness/workload/input_error.h"

#include <argp.h>
#include <jansson.h>
#include <stdbool.h>

struct hadoop_options {
    struct locality_options locality;
    bool speculation;
    double fifo_padding;
    struct input_error *error;
};

/* Parses into a struct hadoop_options. */
extern const struct argp hadoop_argp;

struct hadoop_options hadoop_options_default(struct input_error *error);

/* Puts the options where they are used. False: *error is set. */
bool hadoop_options_apply(const struct hadoop_options *options, struct engine_options *engine,
                          struct scheduler_options *schedulers);

/* Records the options in an object. */
void hadoop_options_record(const struct hadoop_options *options, json_t *object);

#endif
