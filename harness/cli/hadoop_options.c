#include "harness/cli/hadoop_options.h"

#include "harness/cli/value.h"
#include "harness/report/json_text.h"

static const char *const version_names[] = {[HADOOP_0_21] = "0.21", [HADOOP_0_20] = "0.20", NULL};
static const char *const assign_names[] = {
    [ASSIGN_BY_VERSION] = "", [ASSIGN_ONE] = "no", [ASSIGN_MULTIPLE] = "yes", NULL};

static bool set_replication(void *target, const char *value, struct input_error *error)
{
    struct hadoop_options *o = target;
    int64_t number;
    if (!cli_integer(value, "--replication", 1, LOCALITY_REPLICATION_MAX, &number, error)) {
        return false;
    }
    o->locality.replication = (int32_t)number;
    return true;
}

#define AT(member) offsetof(struct hadoop_options, member)

const struct option_row hadoop_rows[] = {
    {"pools", 0, "FILE",
     "Pools of fair and srt-fair: a CSV with the header pool,weight,min_maps,min_reduces[,order]. A job's pool is the "
     "one it names, or its user.",
     OPTION_INPUT, AT(pool_file), .set = NULL},
    {"queues", 0, "FILE",
     "Queues of capacity and srt-capacity: a CSV with the header queue,capacity[,user_limit], both in percent. A job's "
     "queue is the one that its pool names, or the first.",
     OPTION_INPUT, AT(queue_file), .set = NULL},
    {"hadoop", 0, "0.20|0.21", "Whose fair and capacity schedulers run (default 0.21).", OPTION_CHOICE, AT(version),
     .choices = version_names},
    {"assign-multiple", 0, "yes|no",
     "Whether fair, srt-fair and lsps give a node more than one task at a report (default: no with 0.20, yes with "
     "0.21).",
     OPTION_CHOICE, AT(assign), .choices = assign_names},
    {"speculation", 0, NULL, "Run tasks that fall behind a second time (not under rtmr, dc, edf and asrpt).",
     OPTION_FLAG, AT(speculation), .set = NULL},
    {"remote-factor", 0, "F",
     "A map far from its data takes F times as long (default 1: it does not matter where maps run).", OPTION_DECIMAL,
     AT(locality.remote_factor), .decimal = {1, LOCALITY_FACTOR_MAX}},
    {"rack-factor", 0, "F", "A map on another node in the rack of its data takes F times as long (default 1).",
     OPTION_DECIMAL, AT(locality.rack_factor), .decimal = {1, LOCALITY_FACTOR_MAX}},
    {"replication", 0, "N", "N nodes hold the data of a map (default 3).", OPTION_OWN, 0, .set = set_replication},
    {"locality-delay", 0, "MS", "fair and srt-fair of 0.21 wait MS milliseconds for a node near the data (default 0).",
     OPTION_INTEGER, AT(locality_delay), .integer = {0, WORKLOAD_TIME_MAX}},
    {"fifo-padding", 0, "F",
     "fifo keeps slots free, this share of the jobs' tasks, 0 to 1 (default 0; Hadoop has 0.01).", OPTION_DECIMAL,
     AT(fifo_padding), .decimal = {0, 1}},
    {"lsps-alpha", 0, "F", "lsps shares slots equally with 0, inversely to job sizes with 1 (default 1).",
     OPTION_DECIMAL, AT(lsps_alpha), .decimal = {0, 1}},
    {"lsps-prior", 0, "MS",
     "lsps takes tasks of a user of whom none has finished to need MS milliseconds (default 10000).", OPTION_INTEGER,
     AT(lsps_prior), .integer = {1, WORKLOAD_TIME_MAX}},
    OPTION_ROW_END,
};

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

void hadoop_options_record(const struct hadoop_options *o, json_t *object)
{
    json_object_set_new(object, "replication", json_integer(o->locality.replication));
    json_object_set_new(object, "rack_factor", json_real(o->locality.rack_factor));
    json_object_set_new(object, "remote_factor", json_real(o->locality.remote_factor));
    json_object_set_new(object, "speculation", json_boolean(o->speculation));
    json_object_set_new(object, "fifo_padding", json_real(o->fifo_padding));
    json_object_set_new(object, "hadoop", json_string(version_names[o->version]));
    json_object_set_new(object, "assign_multiple",
                        json_string(o->assign == ASSIGN_BY_VERSION ? "by version" : assign_names[o->assign]));
    json_object_set_new(object, "locality_delay", json_integer(o->locality_delay));
    json_object_set_new(object, "pools", json_text(o->pool_file));
    json_object_set_new(object, "queues", json_text(o->queue_file));
    json_object_set_new(object, "lsps_alpha", json_real(o->lsps_alpha));
    json_object_set_new(object, "lsps_prior", json_integer(o->lsps_prior));
}
