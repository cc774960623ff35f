#include "harness/cli/hadoop_options.h"

#include "harness/cli/parse.h"

#include <errno.h>

enum { KEY_REPLICATION = 0x600, KEY_RACK_FACTOR, KEY_REMOTE_FACTOR, KEY_SPECULATION, KEY_PADDING };

static const struct argp_option options[] = {
    {NULL, 0, NULL, 0, "Hadoop:", 7},
    {"remote-factor", KEY_REMOTE_FACTOR, "F", 0,
     "A map far from its data takes so many times as long (default 1: it does not matter where maps run)", 7},
    {"rack-factor", KEY_RACK_FACTOR, "F", 0, "One in the rack of its data, on another node (default 1)", 7},
    {"replication", KEY_REPLICATION, "N", 0, "Nodes that hold the data of a map (default 3)", 7},
    {"speculation", KEY_SPECULATION, NULL, 0, "Run tasks that fall behind a second time (not rtmr, dc, edf)", 7},
    {"fifo-padding", KEY_PADDING, "F", 0, "fifo keeps slots free, this share of the jobs' tasks (default 0; Hadoop 0.01)",
     7},
    {0},
};

static bool set_option(struct hadoop_options *o, int key, const char *value)
{
    int64_t number;
    switch (key) {
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
    if (key < KEY_REPLICATION || key > KEY_PADDING) {
        return ARGP_ERR_UNKNOWN;
    }
    return set_option(state->input, key, value) ? 0 : EINVAL;
}

const struct argp hadoop_argp = {.options = options, .parser = parse};

struct hadoop_options hadoop_options_default(struct input_error *error)
{
    return (struct hadoop_options){.locality = locality_options_default(), .error = error};
}

bool hadoop_options_apply(const struct hadoop_options *o, struct engine_options *engine,
                          struct scheduler_options *schedulers)
{
    if (o->locality.remote_factor < o->locality.rack_factor) {
        return input_error_at(o->error, (struct place){.source = "--remote-factor"},
                              "expected at least the factor of --rack-factor");
    }
    engine->locality = o->locality;
    engine->speculation = o->speculation;
    schedulers->fifo_padding = o->fifo_padding;
    return true;
}

void hadoop_options_record(const struct hadoop_options *o, json_t *object)
{
    json_object_set_new(object, "replication", json_integer(o->locality.replication));
    json_object_set_new(object, "rack_factor", json_real(o->locality.rack_factor));
    json_object_set_new(object, "remote_factor", json_real(o->locality.remote_factor));
    json_object_set_new(object, "speculation", json_boolean(o->speculation));
    json_object_set_new(object, "fifo_padding", json_real(o->fifo_padding));
}
