#include "tests/fuzz/cluster_checks.h"

#include "tests/fuzz/fail.h"
#include "tests/fuzz/input_checks.h"

static void check_node(const struct cluster_node *node)
{
    for (int stage = 0; stage < STAGES; stage++) {
        FUZZ_EXPECT(0 <= node->slots[stage] && node->slots[stage] <= CLUSTER_SLOTS_MAX, "a node has %d slots",
                    node->slots[stage]);
        FUZZ_EXPECT(1 <= node->speed[stage] && node->speed[stage] <= CLUSTER_SPEED_MAX, "a node has speed %d",
                    node->speed[stage]);
    }
    FUZZ_EXPECT(node->slots[STAGE_MAP] + node->slots[STAGE_REDUCE] > 0, "a node has no slot");
    FUZZ_EXPECT(0 <= node->rack && node->rack <= CLUSTER_RACK_MAX, "a node is in rack %d", node->rack);
}

void check_cluster(bool good, struct cluster *cluster, const char *path, const struct input_error *error)
{
    if (good) {
        const char *const problem = cluster_problem(cluster);

        FUZZ_EXPECT(problem == NULL, "a cluster file was accepted: %s", problem);
        FUZZ_EXPECT(cluster->title != NULL, "a cluster has no title");
        FUZZ_EXPECT(cluster->heartbeat == 0, "a cluster is not in instant mode");
        for (int32_t i = 0; i < cluster->node_count; i++) {
            check_node(&cluster->nodes[i]);
        }
    } else {
        check_refusal(error, path);
        FUZZ_EXPECT(cluster->node_count == 0 && cluster->nodes == NULL, "a refused cluster has nodes");
    }
    cluster_free(cluster);
}
