#include "harness/cli/cluster_options.h"

#include "harness/cli/suggestion.h"
#include "harness/workload/cluster_file.h"
#include "harness/workload/lsps_profile.h"
#include "harness/workload/srt_profile.h"
#include "harness/workload/topology_file.h"
#include "harness/workload/trace_format.h"
#include "kernel/rtmr.h"

#include <string.h>
#include <unistd.h>

/* Of the srt cluster: all experiments but one use four. */
enum { SRT_NODES_DEFAULT = 4 };

/* In the order of enum cluster_format; the first cannot be chosen. */
static const char *const formats[] = {"", "csv", "topology", NULL};

#define AT(member) offsetof(struct cluster_options, member)

const struct option_row cluster_rows[] = {
    {"cluster", 0, "FILE|NAME",
     "The cluster: a cluster file (`rtmr list' shows its columns), a topology of Hadoop's tools (JSON), "
     "or the name of a paper's cluster: paper, paper-I, paper-II, paper-II-normal, srt or lsps (default paper: "
     "100 map slots and 30 reduce slots; for an SWF log whose header says MaxProcs or MaxNodes, or a workload of "
     "Batsim that says nb_res, so many map slots).",
     OPTION_INPUT, AT(file), .set = NULL},
    {"cluster-format", 0, "csv|topology",
     "What that file is: a cluster file or a topology (default: a topology if its text is JSON).", OPTION_CHOICE,
     AT(format), .choices = formats},
    {"map-slots", 0, "N",
     "A cluster of N map slots, each a node of speed 1, and of the slots that --reduce-slots gives.", OPTION_INTEGER,
     AT(slots[STAGE_MAP]), .integer = {0, CLUSTER_SLOTS_MAX}},
    {"reduce-slots", 0, "N",
     "The reduce slots of that cluster. Of the two numbers, one that is not given is 0: a cluster for jobs without "
     "tasks of that stage.",
     OPTION_INTEGER, AT(slots[STAGE_REDUCE]), .integer = {0, CLUSTER_SLOTS_MAX}},
    {"heartbeat", 0, "MS",
     "Nodes report, and get tasks, every MS milliseconds; 0: at once (default 3000 for the papers' clusters, otherwise "
     "0). Promises allow for the delay.",
     OPTION_INTEGER, AT(heartbeat), .integer = {0, CLUSTER_HEARTBEAT_MAX}},
    {"node-map-slots", 0, "N", "Each node of a topology has N map slots (default 2, as in Hadoop).", OPTION_INTEGER,
     AT(node_slots[STAGE_MAP]), .integer = {0, CLUSTER_SLOTS_MAX}},
    {"node-reduce-slots", 0, "N", "Each node of a topology has N reduce slots (default 2).", OPTION_INTEGER,
     AT(node_slots[STAGE_REDUCE]), .integer = {0, CLUSTER_SLOTS_MAX}},
    OPTION_ROW_END,
};

struct cluster_options cluster_options_default(struct input_error *error)
{
    return (struct cluster_options){.slots = {-1, -1}, .node_slots = {-1, -1}, .heartbeat = -1, .error = error};
}

const char *cluster_options_file(const struct cluster_options *o)
{
    static const char *const names[] = {"paper", "srt", "lsps"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (o->file != NULL && strcmp(o->file, names[i]) == 0) {
            return NULL;
        }
    }
    return o->file;
}

static const char *const slot_names[STAGES] = {"--map-slots", "--reduce-slots"};
static const char *const node_slot_names[STAGES] = {"--node-map-slots", "--node-reduce-slots"};

/* The first option of the two that is given; NULL: none is. */
static const char *any_given(const int64_t numbers[STAGES], const char *const names[STAGES])
{
    return numbers[STAGE_MAP] >= 0 ? names[STAGE_MAP] : numbers[STAGE_REDUCE] >= 0 ? names[STAGE_REDUCE] : NULL;
}

static int32_t number_or(int64_t given, int32_t otherwise)
{
    return given >= 0 ? (int32_t)given : otherwise;
}

/* Whether the file is a topology; otherwise it is a cluster file. */
static bool is_topology(const struct cluster_options *o, const char *file)
{
    return o->format == CLUSTER_FORMAT_FOUND ? trace_format_json(file) : o->format == CLUSTER_FORMAT_TOPOLOGY;
}

static bool make_slots(const struct cluster_options *o, struct cluster *cluster)
{
    if (o->file != NULL) {
        return input_error_at(o->error, (struct place){.source = "--cluster"},
                              "expected either a cluster or numbers of slots, found both");
    }
    int32_t slots[STAGES];
    for (enum stage stage = STAGE_MAP; stage < STAGES; stage++) {
        slots[stage] = number_or(o->slots[stage], 0);
    }
    /* both counts are in range */
    return cluster_of_slots(cluster, slots[STAGE_MAP], slots[STAGE_REDUCE]) ||
           input_error_at(o->error, (struct place){.source = any_given(o->slots, slot_names)},
                          "expected a map or a reduce slot, found neither");
}

/* Slots of a node of a topology without an option: Hadoop's default
 * (mapred.tasktracker.{map,reduce}.tasks.maximum). */
enum { NODE_SLOTS = 2 };

static bool make_topology(const struct cluster_options *o, struct cluster *cluster)
{
    int32_t slots[STAGES];
    for (enum stage stage = STAGE_MAP; stage < STAGES; stage++) {
        slots[stage] = number_or(o->node_slots[stage], NODE_SLOTS);
    }
    if (slots[STAGE_MAP] == 0 && slots[STAGE_REDUCE] == 0) {
        return input_error_at(o->error, (struct place){.source = any_given(o->node_slots, node_slot_names)},
                              "expected a map or a reduce slot, found neither");
    }
    return topology_file_read(cluster, o->file, slots, o->error);
}

/* False: slots per node were given without a topology. */
static bool check_node_slots(const struct cluster_options *o, bool topology)
{
    const char *name = any_given(o->node_slots, node_slot_names);
    return topology || name == NULL ||
           input_error_at(o->error, (struct place){.source = name}, "expected only with a topology as --cluster");
}

/* False: *error is set; it says which name may be meant if there is no such file. */
static bool make_file(const struct cluster_options *o, struct cluster *cluster)
{
    static const char *const names[] = {"paper", "srt", "lsps"};
    if (cluster_file_read(cluster, o->file, o->error)) {
        return true;
    }
    if (access(o->file, F_OK) != 0) {
        suggestion_append(o->error, "", suggestion_find(o->file, names, sizeof names / sizeof names[0]));
    }
    return false;
}

/* "paper-I" is the paper's cluster as slow as with --workload I, also for other jobs. NULL: no such
 * name. */
static const struct paper_profile *paper_named(const char *file)
{
    static const char prefix[] = "paper-";
    const size_t length = sizeof prefix - 1;
    return file != NULL && strncmp(file, prefix, length) == 0 ? paper_profile_find(file + length) : NULL;
}

bool cluster_options_make(const struct cluster_options *o, const struct paper_profile *profile, struct cluster *cluster)
{
    const char *file = cluster_options_file(o);
    const struct paper_profile *papers = paper_named(o->file);
    bool topology = file != NULL && papers == NULL && is_topology(o, file);
    bool made;
    if (!check_node_slots(o, topology)) {
        return false;
    }
    if (o->format != CLUSTER_FORMAT_FOUND && (file == NULL || papers != NULL)) {
        return input_error_at(o->error, (struct place){.source = "--cluster-format"},
                              "expected only with a file as --cluster");
    }
    if (any_given(o->slots, slot_names) != NULL) {
        made = make_slots(o, cluster);
    } else if (o->file == NULL || strcmp(o->file, "paper") == 0 || papers != NULL) {
        profile = papers != NULL ? papers : profile;
        made = cluster_of_paper(cluster, profile == NULL ? CLUSTER_SPEED_ONE : profile->slow_speed);
    } else if (strcmp(o->file, "srt") == 0) {
        *cluster = srt_cluster(&srt_profile, SRT_NODES_DEFAULT);
        made = true;
    } else if (strcmp(o->file, "lsps") == 0) {
        *cluster = lsps_cluster();
        made = true;
    } else {
        made = topology ? make_topology(o, cluster) : make_file(o, cluster);
    }
    if (made && o->heartbeat >= 0) {
        cluster->heartbeat = o->heartbeat;
    }
    return made;
}

bool cluster_options_fit_kernel(const struct cluster_options *o, const struct cluster *cluster)
{
    static const char *const column_names[STAGES] = {"map_slots", "reduce_slots"};
    for (enum stage stage = STAGE_MAP; stage < STAGES; stage++) {
        int32_t slots = cluster_slots(cluster, stage);
        if (slots > RTMR_SLOTS) {
            struct place option = {.source = slot_names[stage]};
            struct place column = {.source = cluster->title, .field = column_names[stage]};
            return input_error_at(o->error, o->slots[stage] > 0 ? option : column,
                                  "expected at most %d in all for rtmr, found %d (make HARNESS_SLOTS=%d raises it)",
                                  RTMR_SLOTS, (int)slots, (int)slots);
        }
    }
    return true;
}
