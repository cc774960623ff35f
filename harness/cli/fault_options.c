#include "harness/cli/fault_options.h"

#include "harness/cli/effects.h"
#include "harness/report/json_text.h"
#include "harness/workload/fault_file.h"
#include "harness/workload/text_file.h"

#define AT(member) offsetof(struct cli_faults, member)

const struct option_row fault_rows[] = {
    {"faults", 0, "FILE",
     "Faults, and slots that are drained and added, at given instants: a CSV with the header "
     "time,event,node,job,stage,number,factor (`rtmr help formats').",
     OPTION_INPUT, AT(file), .set = NULL},
    {"overrun-rate", 0, "F", "This share of the tasks, 0 to 1, takes longer than the trace says (default 0).",
     OPTION_DECIMAL, AT(rates.overrun_rate), .decimal = {0, 1}},
    {"overrun-factor", 0, "F", "Those tasks take F times as long (default 1).", OPTION_DECIMAL,
     AT(rates.overrun_factor), .decimal = {1, FAULT_FACTOR_MAX}},
    {"failure-rate", 0, "F",
     "An attempt of a task fails with this probability, after a part of its time, and runs again (default 0).",
     OPTION_DECIMAL, AT(rates.failure_rate), .decimal = {0, FAULT_RATE_MAX}},
    {"node-mtbf", 0, "MS",
     "A node is lost, with its running tasks, after MS milliseconds on average, exponentially distributed (default "
     "0: none is).",
     OPTION_INTEGER, AT(rates.node_mtbf), .integer = {0, WORKLOAD_TIME_MAX}},
    {"node-mttr", 0, "MS", "A lost node is back after MS milliseconds on average (default 600000).", OPTION_INTEGER,
     AT(rates.node_mttr), .integer = {1, WORKLOAD_TIME_MAX}},
    {"slow-rate", 0, "F", "This share of the nodes, 0 to 1, is slow, and no scheduler knows it (default 0).",
     OPTION_DECIMAL, AT(rates.slow_rate), .decimal = {0, 1}},
    {"slow-factor", 0, "F", "Work takes F times as long there (default 1).", OPTION_DECIMAL, AT(rates.slow_factor),
     .decimal = {1, FAULT_FACTOR_MAX}},
    OPTION_ROW_END,
};

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

void fault_options_ended(struct cli_faults *o, ticks end)
{
    size_t late = 0;
    while (late < o->script.count && o->script.events[o->script.count - 1 - late].at > end) {
        late++;
    }
    o->late = !o->ended || late < o->late ? late : o->late;
    o->ended = true;
}

void fault_options_warn(const struct cli_faults *o)
{
    if (o->late > 0) {
        effects_warn_at((struct place){.source = text_file_name(o->file)}, "%zu of %zu rows %s", o->late,
                        o->script.count,
                        o->late == 1 ? "has no effect: it comes after the last job"
                                     : "have no effect: they come after the last job");
    }
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
    json_object_set_new(object, "faults", json_text(o->file));
}
