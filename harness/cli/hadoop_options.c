#include "harness/cli/hadoop_options.h"

#include "harness/cli/parse.h"

#include <errno.h>
#include <string.h>

enum {
    KEY_REPLICATION = 0x600,
    KEY_RACK_FACTOR,
    KEY_REMOTE_FACTOR,
    KEY_SPECULATION,
    KEY_PADDING,
    KEY_VERSION,
    KEY_POOLS,
    KEY_QUEUES,
    KEY_ASSIGN,
    KEY_DELAY,
    KEY_ALPHA,
    KEY_PRIOR
};

static const struct argp_option options[] = {
    {NULL, 0, NULL, 0, "Hadoop:", 8},
    {"remote-factor", KEY_REMOTE_FACTOR, "F", 0,
     "A map far from its data takes so many times as long (default 1: it does not matter where maps run)", 8},
    {"rack-factor", KEY_RACK_FACTOR, "F", 0, "One in the rack of its data, on another node (default 1)", 8},
    {"replication", KEY_REPLICATION, "N", 0, "Nodes that hold the data of a map (default 3)", 8},
    {"speculation", KEY_SPECULATION, NULL, 0, "Run tasks that fall behind a second time (not rtmr, dc, edf)", 8},
    {"fifo-padding", KEY_PADDING, "F", 0,
     "fifo keeps slots free, this share of the jobs' tasks (default 0; Hadoop 0.01)", 8},
    {"hadoop", KEY_VERSION, "0.20|0.21", 0, "Whose fair and capacity (default 0.21)", 8},
    {"pools", KEY_POOLS, "FILE", 0,
     "Pools of fair: pool,weight,min_maps,min_reduces[,order]. A job's pool is the one it names, or its user", 8},
    {"queues", KEY_QUEUES, "FILE", 0,
     "Queues of capacity: queue,capacity[,user_limit], percent. A job's queue is the one its pool names, or the first",
     8},
    {"assign-multiple", KEY_ASSIGN, "yes|no", 0,
     "fair and lsps give a node more than one task at a report (default: 0.20 no, 0.21 yes)", 8},
    {"locality-delay", KEY_DELAY, "MS", 0, "fair of 0.21 waits so long for a node near the data (default 0)", 8},
    {"lsps-alpha", KEY_ALPHA, "F", 0, "lsps: 0 shares slots equally, 1 (default) inversely to sizes", 8},
    {"lsps-prior", KEY_PRIOR, "MS", 0, "lsps: task time of a user of whom nothing is known yet (default 10000)", 8},
    {0},
};

static bool set_choice(const char *value, const char *name, const char *first, const char *second, const char *expected,
                       int *choice, struct input_error *error)
{
    *choice = strcmp(value, first) == 0 ? 1 : strcmp(value, second) == 0 ? 2 : 0;
    return *choice != 0 || cli_unexpected(value, name, expected, error);
}

static bool set_option(struct hadoop_options *o, int key, const char *value)
{
    int64_t number;
    int choice = 0;
    switch (key) {
    case KEY_VERSION:
        if (!set_choice(value, "--hadoop", "0.20", "0.21", "0.20 or 0.21", &choice, o->error)) {
            return false;
        }
        o->version = choice == 1 ? HADOOP_0_20 : HADOOP_0_21;
        return true;
    case KEY_ASSIGN:
        if (!set_choice(value, "--assign-multiple", "no", "yes", "yes or no", &choice, o->error)) {
            return false;
        }
        o->assign = choice == 1 ? ASSIGN_ONE : ASSIGN_MULTIPLE;
        return true;
    case KEY_POOLS: o->pool_file = value; return true;
    case KEY_QUEUES: o->queue_file = value; return true;
    case KEY_DELAY: return cli_integer(value, "--locality-delay", 0, WORKLOAD_TIME_MAX, &o->locality_delay, o->error);
    case KEY_ALPHA: return cli_decimal(value, "--lsps-alpha", 0, 1, &o->lsps_alpha, o->error);
    case KEY_PRIOR: return cli_integer(value, "--lsps-prior", 1, WORKLOAD_TIME_MAX, &o->lsps_prior, o->error);
    case KEY_REPLICATION:
        if (!cli_integer(value, "--replication", 1, LOCALITY_REPLICATION_MAX, &number, o->error)) {
            return false;
        }
        o->locality.replication = (int32_t)number;
        return true;
    case KEY_RACK_FACTOR:
        return cli_decimal(value, "--rack-factor", 1, LOCALITY_FACTOR_MAX, &o->locality.rack_factor, o->error);
    case KEY_REMOTE_FACTOR:
        return cli_decimal(value, "--remote-factor", 1, LOCALITY_FACTOR_MAX, &o->locality.remote_factor, o->error);
    case KEY_SPECULATION: o->speculation = true; return true;
    default: return cli_decimal(value, "--fifo-padding", 0, 1, &o->fifo_padding, o->error);
    }
}

static error_t parse(int key, char *value, struct argp_state *state)
{
    if (key < KEY_REPLICATION || key > KEY_PRIOR) {
        return ARGP_ERR_UNKNOWN;
    }
    return set_option(state->input, key, value) ? 0 : EINVAL;
}

const struct argp hadoop_argp = {.options = options, .parser = parse};

struct hadoop_options hadoop_options_default(struct input_error *error)
{
    struct scheduler_options schedulers = scheduler_options_default();
    return (struct hadoop_options){.locality = locality_options_default(),
                                   .lsps_alpha = schedulers.lsps_alpha,
                                   .lsps_prior = schedulers.lsps_prior,
                                   .error = error};
}

bool hadoop_options_apply(struct hadoop_options *o, struct engine_options *engine, struct scheduler_options *schedulers)
{
    if (o->locality.remote_factor < o->locality.rack_factor) {
        return input_error_at(o->error, (struct place){.source = "--remote-factor"},
                              "expected at least the factor of --rack-factor");
    }
    if ((o->pool_file != NULL && !pool_file_read(&o->pools, o->pool_file, o->error)) ||
        (o->queue_file != NULL && !queue_file_read(&o->queues, o->queue_file, o->error))) {
        return false;
    }
    engine->locality = o->locality;
    engine->speculation = o->speculation;
    schedulers->fifo_padding = o->fifo_padding;
    schedulers->hadoop = o->version;
    schedulers->assign = o->assign;
    schedulers->locality_delay = o->locality_delay;
    schedulers->pools = &o->pools;
    schedulers->queues = o->queue_file != NULL ? &o->queues : NULL;
    schedulers->lsps_alpha = o->lsps_alpha;
    schedulers->lsps_prior = o->lsps_prior;
    return true;
}

void hadoop_options_free(struct hadoop_options *o)
{
    pool_table_free(&o->pools);
    queue_table_free(&o->queues);
}

static json_t *file_name(const char *name)
{
    return name == NULL ? json_null() : json_string_nocheck(name);
}

void hadoop_options_record(const struct hadoop_options *o, json_t *object)
{
    static const char *const assign_names[] = {"by version", "no", "yes"};
    json_object_set_new(object, "replication", json_integer(o->locality.replication));
    json_object_set_new(object, "rack_factor", json_real(o->locality.rack_factor));
    json_object_set_new(object, "remote_factor", json_real(o->locality.remote_factor));
    json_object_set_new(object, "speculation", json_boolean(o->speculation));
    json_object_set_new(object, "fifo_padding", json_real(o->fifo_padding));
    json_object_set_new(object, "hadoop", json_string(o->version == HADOOP_0_20 ? "0.20" : "0.21"));
    json_object_set_new(object, "assign_multiple", json_string(assign_names[o->assign]));
    json_object_set_new(object, "locality_delay", json_integer(o->locality_delay));
    json_object_set_new(object, "pools", file_name(o->pool_file));
    json_object_set_new(object, "queues", file_name(o->queue_file));
    json_object_set_new(object, "lsps_alpha", json_real(o->lsps_alpha));
    json_object_set_new(object, "lsps_prior", json_integer(o->lsps_prior));
}
