#include "harness/schedulers/node_load.h"

#include "harness/workload/alloc.h"

#include <stdlib.h>

void node_load_init(struct node_load *load, const struct scheduler_setup *setup)
{
    *load = (struct node_load){.setup = setup};
    size_t nodes = (size_t)setup->cluster->node_count;
    for (enum stage stage = STAGE_MAP; stage < STAGES; stage++) {
        load->occupied[stage] = alloc_zeroed(nodes, sizeof *load->occupied[stage]);
        load->first_slot[stage] = alloc_zeroed(nodes, sizeof *load->first_slot[stage]);
        for (size_t node = 0; node < nodes; node++) {
            load->first_slot[stage][node] = -1;
        }
        for (int32_t slot = setup->slots[stage] - 1; slot >= 0; slot--) {
            load->first_slot[stage][setup->node_of[stage][slot]] = slot;
        }
    }
}

void node_load_free(struct node_load *load)
{
    for (enum stage stage = STAGE_MAP; stage < STAGES; stage++) {
        free(load->occupied[stage]);
        free(load->first_slot[stage]);
    }
    *load = (struct node_load){0};
}

void node_load_take(struct node_load *load, enum stage stage, int32_t slot)
{
    load->occupied[stage][load->setup->node_of[stage][slot]]++;
    load->total[stage]++;
}

void node_load_release(struct node_load *load, enum stage stage, int32_t slot)
{
    load->occupied[stage][load->setup->node_of[stage][slot]]--;
    load->total[stage]--;
}

int32_t node_load_free_slots(const struct node_load *load, enum stage stage, int32_t node)
{
    return load->setup->cluster->nodes[node].slots[stage] - load->occupied[stage][node];
}

bool node_load_has_share(const struct node_load *load, enum stage stage, int32_t node, int64_t tasks)
{
    int64_t node_slots = load->setup->cluster->nodes[node].slots[stage];
    int64_t slots = load->setup->slots[stage];
    int64_t share = tasks < slots ? (tasks * node_slots + slots - 1) / slots : node_slots;
    return load->occupied[stage][node] >= share;
}
