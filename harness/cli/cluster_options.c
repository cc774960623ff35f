#include "harness/cli/cluster_options.h"

#include "harness/cli/parse.h"
#include "harness/workload/cluster_file.h"
#include "harness/workload/lsps_profile.h"
#include "harness/workload/srt_profile.h"
#include "harness/workload/topology_file.h"
#include "kernel/rtmr.h"

#include <errno.h>
#include <string.h>

/* Of the srt cluster: all experiments but one use four. */
enum { SRT_NODES_DEFAULT = 4 };

enum { KEY_CLUSTER = 0x200, KEY_MAP_SLOTS, KEY_REDUCE_SLOTS, KEY_NODE_MAP_SLOTS, KEY_NODE_REDUCE_SLOTS, KEY_HEARTBEAT };

static const struct argp_option options[] = {
    {NULL, 0, NULL, 0, "Cluster:", 3},
    {"cluster", KEY_CLUSTER, "FILE|NAME", 0,
     "A cluster file, a topology of Hadoop's tools (*.json, *.json.gz), or a paper's cluster: paper, RTMR's 100 map "
     "and 30 reduce slots (default), srt or lsps (see `rtmr list')",
     3},
    {"node-map-slots", KEY_NODE_MAP_SLOTS, "N", 0, "Map slots of each node of a topology (default 2, as Hadoop's)", 3},
    {"node-reduce-slots", KEY_NODE_REDUCE_SLOTS, "N", 0, "Its reduce slots (default 2)", 3},
    {"map-slots", KEY_MAP_SLOTS, "N", 0, "Instead: so many map slots, each a node of speed 1", 3},
    {"reduce-slots", KEY_REDUCE_SLOTS, "N", 0, "and so many reduce slots", 3},
    {"heartbeat", KEY_HEARTBEAT, "MS", 0,
     "How often nodes report; 0: at once (default: 3000 for papers' clusters, otherwise 0)", 3},
    {0},
};

static error_t parse(int key, char *value, struct argp_state *state)
{
    struct cluster_options *o = state->input;
    switch (key) {
    case KEY_CLUSTER: o->file = value; return 0;
    case KEY_MAP_SLOTS:
        return cli_integer(value, "--map-slots", 1, CLUSTER_SLOTS_MAX, &o->slots[STAGE_MAP], o->error) ? 0 : EINVAL;
    case KEY_REDUCE_SLOTS:
        return cli_integer(value, "--reduce-slots", 1, CLUSTER_SLOTS_MAX, &o->slots[STAGE_REDUCE], o->error) ? 0
                                                                                                             : EINVAL;
    case KEY_NODE_MAP_SLOTS:
        return cli_integer(value, "--node-map-slots", 1, CLUSTER_SLOTS_MAX, &o->node_slots[STAGE_MAP], o->error)
                   ? 0
                   : EINVAL;
    case KEY_NODE_REDUCE_SLOTS:
        return cli_integer(value, "--node-reduce-slots", 1, CLUSTER_SLOTS_MAX, &o->node_slots[STAGE_REDUCE], o->error)
                   ? 0
                   : EINVAL;
    case KEY_HEARTBEAT:
        return cli_integer(value, "--heartbeat", 0, CLUSTER_HEARTBEAT_MAX, &o->heartbeat, o->error) ? 0 : EINVAL;
    default: return ARGP_ERR_UNKNOWN;
    }
}

const struct argp cluster_argp = {.options = options, .parser = parse};

struct cluster_options cluster_options_default(struct input_error *error)
{
    return (struct cluster_options){.heartbeat = -1, .error = error};
}

static bool make_slots(const struct cluster_options *o, struct cluster *cluster)
{
    if (o->file != NULL) {
        return input_error_at(o->error, (struct place){.source = "--cluster"},
                              "expected either a cluster or numbers of slots, found both");
    }
    if (o->slots[STAGE_MAP] == 0) {
        return input_error_at(o->error, (struct place){.source = "--map-slots"}, "expected with --reduce-slots");
    }
    if (o->slots[STAGE_REDUCE] == 0) {
        return input_error_at(o->error, (struct place){.source = "--reduce-slots"}, "expected with --map-slots");
    }
    /* both counts are in range */
    return cluster_of_slots(cluster, (int32_t)o->slots[STAGE_MAP], (int32_t)o->slots[STAGE_REDUCE]);
}

/* A node of a topology has what Hadoop gives it if nobody says (mapred.tasktracker.{map,reduce}.tasks.maximum). */
enum { NODE_SLOTS = 2 };

static bool make_topology(const struct cluster_options *o, struct cluster *cluster)
{
    int32_t slots[STAGES];
    for (enum stage stage = STAGE_MAP; stage < STAGES; stage++) {
        slots[stage] = o->node_slots[stage] > 0 ? (int32_t)o->node_slots[stage] : NODE_SLOTS;
    }
    return topology_file_read(cluster, o->file, slots, o->error);
}

/* False: slots per node were given without a topology. */
static bool check_node_slots(const struct cluster_options *o, bool topology)
{
    if (topology || (o->node_slots[STAGE_MAP] == 0 && o->node_slots[STAGE_REDUCE] == 0)) {
        return true;
    }
    const char *name = o->node_slots[STAGE_MAP] > 0 ? "--node-map-slots" : "--node-reduce-slots";
    return input_error_at(o->error, (struct place){.source = name}, "expected only with a topology as --cluster");
}

bool cluster_options_make(const struct cluster_options *o, const struct paper_profile *profile, struct cluster *cluster)
{
    bool topology = o->file != NULL && topology_file_named(o->file);
    bool made;
    if (!check_node_slots(o, topology)) {
        return false;
    }
    if (o->slots[STAGE_MAP] > 0 || o->slots[STAGE_REDUCE] > 0) {
        made = make_slots(o, cluster);
    } else if (o->file == NULL || strcmp(o->file, "paper") == 0) {
        made = cluster_of_paper(cluster, profile == NULL ? CLUSTER_SPEED_ONE : profile->slow_speed);
    } else if (strcmp(o->file, "srt") == 0) {
        *cluster = srt_cluster(&srt_profile, SRT_NODES_DEFAULT);
        made = true;
    } else if (strcmp(o->file, "lsps") == 0) {
        *cluster = lsps_cluster();
        made = true;
    } else {
        made = topology ? make_topology(o, cluster) : cluster_file_read(cluster, o->file, o->error);
    }
    if (made && o->heartbeat >= 0) {
        cluster->heartbeat = o->heartbeat;
    }
    return made;
}

bool cluster_options_fit_kernel(const struct cluster_options *o, const struct cluster *cluster)
{
    static const char *const option_names[STAGES] = {"--map-slots", "--reduce-slots"};
    static const char *const column_names[STAGES] = {"map_slots", "reduce_slots"};
    for (enum stage stage = STAGE_MAP; stage < STAGES; stage++) {
        int32_t slots = cluster_slots(cluster, stage);
        if (slots > RTMR_SLOTS) {
            struct place option = {.source = option_names[stage]};
            struct place column = {.source = cluster->title, .field = column_names[stage]};
            return input_error_at(o->error, o->slots[stage] > 0 ? option : column,
                                  "expected at most %d in all, rtmr's capacity, found %d", RTMR_SLOTS, (int)slots);
        }
    }
    return true;
}
