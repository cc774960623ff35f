#include "harness/cli/fault_options.h"

#include "harness/cli/parse.h"
#include "harness/workload/fault_file.h"

#include <errno.h>

enum {
    KEY_OVERRUN_RATE = 0x800,
    KEY_OVERRUN_FACTOR,
    KEY_FAILURE_RATE,
    KEY_NODE_MTBF,
    KEY_NODE_MTTR,
    KEY_SLOW_RATE,
    KEY_SLOW_FACTOR,
    KEY_FAULTS
};

static const struct argp_option options[] = {
    {NULL, 0, NULL, 0, "Faults:", 6},
    {"overrun-rate", KEY_OVERRUN_RATE, "F", 0, "Share of tasks that take longer than given (default 0)", 6},
    {"overrun-factor", KEY_OVERRUN_FACTOR, "F", 0, "How much longer (default 1)", 6},
    {"failure-rate", KEY_FAILURE_RATE, "F", 0,
     "Probability that an attempt of a task fails, after a part of its time, and runs again (default 0)", 6},
    {"node-mtbf", KEY_NODE_MTBF, "MS", 0,
     "Mean time until a node is lost, with what it runs (default 0: none is); exponentially distributed", 6},
    {"node-mttr", KEY_NODE_MTTR, "MS", 0, "Mean time until it is back (default 600000)", 6},
    {"slow-rate", KEY_SLOW_RATE, "F", 0, "Share of nodes that are slow without anybody knowing (default 0)", 6},
    {"slow-factor", KEY_SLOW_FACTOR, "F", 0, "How many times as long work takes there (default 1)", 6},
    {"faults", KEY_FAULTS, "FILE", 0,
     "Faults, and slots that are drained and added, at given instants: a row "
     "time,event,node,job,stage,number,factor each; see harness/workload/fault_file.h",
     6},
    {0},
};

static bool set_option(struct cli_faults *o, int key, const char *value)
{
    struct fault_options *rates = &o->rates;
    switch (key) {
    case KEY_OVERRUN_RATE: return cli_decimal(value, "--overrun-rate", 0, 1, &rates->overrun_rate, o->error);
    case KEY_OVERRUN_FACTOR:
        return cli_decimal(value, "--overrun-factor", 1, FAULT_FACTOR_MAX, &rates->overrun_factor, o->error);
    case KEY_FAILURE_RATE:
        return cli_decimal(value, "--failure-rate", 0, FAULT_RATE_MAX, &rates->failure_rate, o->error);
    case KEY_NODE_MTBF: return cli_integer(value, "--node-mtbf", 0, WORKLOAD_TIME_MAX, &rates->node_mtbf, o->error);
    case KEY_NODE_MTTR: return cli_integer(value, "--node-mttr", 1, WORKLOAD_TIME_MAX, &rates->node_mttr, o->error);
    case KEY_SLOW_RATE: return cli_decimal(value, "--slow-rate", 0, 1, &rates->slow_rate, o->error);
    case KEY_SLOW_FACTOR:
        return cli_decimal(value, "--slow-factor", 1, FAULT_FACTOR_MAX, &rates->slow_factor, o->error);
    default: o->file = value; return true;
    }
}

static error_t parse(int key, char *value, struct argp_state *state)
{
    if (key < KEY_OVERRUN_RATE || key > KEY_FAULTS) {
        return ARGP_ERR_UNKNOWN;
    }
    return set_option(state->input, key, value) ? 0 : EINVAL;
}

const struct argp fault_argp = {.options = options, .parser = parse};

struct cli_faults fault_options_default(struct input_error *error)
{
    return (struct cli_faults){.rates = fault_options_none(), .error = error};
}

bool fault_options_read(struct cli_faults *o, const struct cluster *cluster)
{
    if (o->file == NULL) {
        return true;
    }
    o->rates.script = &o->script;
    return fault_file_read(&o->script, o->file, cluster, o->error);
}

bool fault_options_bind(struct cli_faults *o, const struct workload *workload)
{
    return o->file == NULL || fault_script_bind(&o->script, o->file, workload, o->error);
}

void fault_options_free(struct cli_faults *o)
{
    fault_script_free(&o->script);
}

void fault_options_record(const struct cli_faults *o, json_t *object)
{
    json_object_set_new(object, "overrun_rate", json_real(o->rates.overrun_rate));
    json_object_set_new(object, "overrun_factor", json_real(o->rates.overrun_factor));
    json_object_set_new(object, "failure_rate", json_real(o->rates.failure_rate));
    json_object_set_new(object, "node_mtbf", json_integer(o->rates.node_mtbf));
    json_object_set_new(object, "node_mttr", json_integer(o->rates.node_mttr));
    json_object_set_new(object, "slow_rate", json_real(o->rates.slow_rate));
    json_object_set_new(object, "slow_factor", json_real(o->rates.slow_factor));
    json_object_set_new(object, "faults", o->file == NULL ? json_null() : json_string_nocheck(o->file));
}
