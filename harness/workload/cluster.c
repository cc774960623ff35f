#include "harness/workload/cluster.h"

#include "harness/workload/alloc.h"

#include <stdlib.h>
#include <string.h>

static bool stage_fits(const struct cluster *c, int32_t count, const struct cluster_node *node, enum stage stage)
{
    if (node->slots[stage] < 0 || node->slots[stage] > CLUSTER_SLOTS_MAX || node->speed[stage] < 1 ||
        node->speed[stage] > CLUSTER_SPEED_MAX) {
        return false;
    }
    int64_t total = c->added[stage] + (int64_t)count * node->slots[stage];
    return total <= CLUSTER_SLOTS_MAX;
}

void cluster_init(struct cluster *c, const char *title)
{
    *c = (struct cluster){.title = alloc_text(title, strlen(title))};
}

bool cluster_add(struct cluster *c, int32_t count, struct cluster_node node)
{
    if (count < 1 || (node.slots[STAGE_MAP] == 0 && node.slots[STAGE_REDUCE] == 0) || node.rack < 0 ||
        node.rack > CLUSTER_RACK_MAX || !stage_fits(c, count, &node, STAGE_MAP) ||
        !stage_fits(c, count, &node, STAGE_REDUCE)) {
        return false;
    }
    /* Every node has a slot and the slots of both stages fit, so the node count stays below 2^21 +
     * 1. */
    size_t capacity = (size_t)c->node_capacity;
    c->nodes = alloc_grow(c->nodes, &capacity, (size_t)c->node_count + (size_t)count, sizeof *c->nodes);
    c->node_capacity = (int32_t)capacity;
    c->added[STAGE_MAP] += count * node.slots[STAGE_MAP];
    c->added[STAGE_REDUCE] += count * node.slots[STAGE_REDUCE];
    for (int32_t i = 0; i < count; i++) {
        c->nodes[c->node_count] = node;
        c->nodes[c->node_count++].name = NULL;
    }
    return true;
}

/* Without nodes. */
static void cluster_empty(struct cluster *c)
{
    c->node_count = 0;
    c->added[STAGE_MAP] = 0;
    c->added[STAGE_REDUCE] = 0;
}

bool cluster_of_slots(struct cluster *c, int32_t map_slots, int32_t reduce_slots)
{
    cluster_init(c, "slots");
    struct cluster_node map_node = {.slots = {1, 0}, .speed = {CLUSTER_SPEED_ONE, CLUSTER_SPEED_ONE}};
    struct cluster_node reduce_node = {.slots = {0, 1}, .speed = {CLUSTER_SPEED_ONE, CLUSTER_SPEED_ONE}};
    if ((map_slots == 0 || cluster_add(c, map_slots, map_node)) &&
        (reduce_slots == 0 || cluster_add(c, reduce_slots, reduce_node)) && c->node_count > 0) {
        return true;
    }
    cluster_empty(c);
    return false;
}

bool cluster_of_paper(struct cluster *c, int32_t slow_map_speed)
{
    cluster_init(c, "paper");
    c->heartbeat = CLUSTER_HADOOP_HEARTBEAT;
    struct cluster_node fast = {.slots = {4, 1}, .speed = {CLUSTER_SPEED_ONE, CLUSTER_SPEED_ONE}};
    struct cluster_node slow = {.slots = {2, 1}, .speed = {slow_map_speed, CLUSTER_SPEED_ONE}};
    if (cluster_add(c, 20, fast) && cluster_add(c, 10, slow)) {
        return true;
    }
    cluster_empty(c);
    return false;
}

void cluster_free(struct cluster *c)
{
    for (int32_t i = 0; i < c->node_count; i++) {
        free(c->nodes[i].name);
    }
    free(c->title);
    free(c->nodes);
    *c = (struct cluster){0};
}

int32_t cluster_slots(const struct cluster *c, enum stage stage)
{
    int32_t total = 0;
    for (int32_t i = 0; i < c->node_count; i++) {
        total += c->nodes[i].slots[stage];
    }
    return total;
}

int32_t cluster_slots_of_largest_node(const struct cluster *c, enum stage stage)
{
    int32_t largest = 0;
    for (int32_t i = 0; i < c->node_count; i++) {
        if (c->nodes[i].slots[stage] > largest) {
            largest = c->nodes[i].slots[stage];
        }
    }
    return largest;
}

const char *cluster_problem(const struct cluster *c)
{
    if (c->node_count == 0) {
        return "the cluster has no slot";
    }
    if (c->heartbeat < 0 || c->heartbeat > CLUSTER_HEARTBEAT_MAX) {
        return "the heartbeat lies outside 0 .. 86400000 ms";
    }
    return NULL;
}

ticks cluster_time_at_speed(ticks duration, int32_t speed)
{
    ticks whole = duration / speed;
    /* below 10^9: speed is at most CLUSTER_SPEED_MAX */
    ticks rest = (duration % speed) * CLUSTER_SPEED_ONE;
    ticks rest_up = rest / speed + (rest % speed != 0);
    if (whole > (INT64_MAX - rest_up) / CLUSTER_SPEED_ONE) {
        return INT64_MAX;
    }
    return whole * CLUSTER_SPEED_ONE + rest_up;
}
