/*
 * Slots that are lost and come back, and nodes that become slow. A slot is there unless there is a reason that it is
 * not: its node is lost, by the rates or by the script, or the script has taken the slot itself. Whoever runs there
 * runs again; what has finished stays finished. Everybody learns of it in the same instant, with heartbeats, too.
 */
#include "harness/engine/engine_state.h"

static void lose_slot(struct engine *e, enum stage stage, int32_t slot)
{
    if (e->absences[stage][slot]++ > 0) {
        return;
    }
    e->usable[stage]--;
    if (e->slot[stage][slot].busy) {
        attempt_lose(e, stage, slot);
    } else {
        idle_slots_take(&e->idle[stage], slot);
        if (e->scheduler->slot_lost != NULL) {
            e->scheduler->slot_lost(e->self, NULL, stage, slot);
        }
    }
    audit_slot_lost(e->audit, stage, slot);
}

static void bring_slot_back(struct engine *e, enum stage stage, int32_t slot)
{
    if (--e->absences[stage][slot] > 0) {
        return;
    }
    e->usable[stage]++;
    e->quiet_reports = 0;
    idle_slots_add(&e->idle[stage], slot);
    audit_slot_back(e->audit, stage, slot);
    if (e->scheduler->slot_back != NULL) {
        e->scheduler->slot_back(e->self, stage, slot);
    }
}

static void change_node(struct engine *e, int32_t node, void (*change)(struct engine *e, enum stage, int32_t slot))
{
    for (enum stage stage = STAGE_MAP; stage < STAGES; stage++) {
        int32_t first = e->first_slot[stage][node];
        for (int32_t i = 0; i < e->cluster->nodes[node].slots[stage] && !e->error->raised; i++) {
            change(e, stage, first + i);
        }
    }
}

void execute_outages(struct engine *e)
{
    while (!e->error->raised && outages_next(e->outages) <= e->now) {
        struct outage outage = outages_take(e->outages);
        switch (outage.kind) {
        case FAULT_NODE_LOST: change_node(e, outage.node, lose_slot); break;
        case FAULT_NODE_BACK: change_node(e, outage.node, bring_slot_back); break;
        case FAULT_NODE_SLOW: e->slowness[outage.node] = outage.factor; break;
        case FAULT_SLOT_LOST: lose_slot(e, outage.stage, outage.number); break;
        default: bring_slot_back(e, outage.stage, outage.number); break;
        }
    }
}
