/*
 * Changes of slots and nodes at one instant. A node is lost by the rates or by the script, and its
 * slots with it; the script also takes, drains, adds and fails single slots, and slows nodes.
 * Attempts on a lost slot are re-run; finished tasks stay finished. A draining slot takes no
 * further task and leaves when its attempt has ended. The scheduler is told in the same instant,
 * also in heartbeat mode.
 */
#include "harness/engine/engine_state.h"

/* The most changes while no task starts or ends: months of losses every second without a job. */
#define OUTAGES_IN_VAIN 10000000

static void lose_slot(struct engine *e, enum stage stage, int32_t slot)
{
    struct slot_stay *stay = &e->stay[stage][slot];
    if (e->absences[stage][slot] == 0 && e->slot[stage][slot].busy) {
        attempt_lose(e, stage, slot);
    } else if (e->absences[stage][slot] == 0) {
        idle_slots_take(&e->idle[stage], slot);
        if (e->scheduler->slot_lost != NULL) {
            e->scheduler->slot_lost(e->self, NULL, stage, slot);
        }
    }
    slot_leave(e, stage, slot);
    if (stay->draining && !stay->returns) { /* it does not come back with its node */
        slot_leave(e, stage, slot);
    }
    stay->draining = false;
}

static void take_slot(struct engine *e, enum stage stage, int32_t slot)
{
    e->stay[stage][slot].taken = true;
    lose_slot(e, stage, slot);
}

/* The scheduler is not asked about a slot that is absent or drains already. */
static void drain_slot(struct engine *e, enum stage stage, int32_t slot)
{
    struct slot_stay *stay = &e->stay[stage][slot];
    bool there = e->absences[stage][slot] == 0;
    bool asks = there && !stay->draining && e->scheduler->slot_drains != NULL;
    e->counts.drains++;
    if (asks && !e->scheduler->slot_drains(e->self, stage, slot)) {
        e->counts.drains_refused++;
        return;
    }
    stay->taken = true;
    if (there && e->slot[stage][slot].busy) {
        stay->draining = true;
        stay->returns = false;
        audit_slot_drains(e->audit, stage, slot);
        return;
    }
    if (there) {
        idle_slots_take(&e->idle[stage], slot);
    }
    slot_leave(e, stage, slot);
}

/* A slot whose drain the scheduler has refused has never left. */
static void return_slot(struct engine *e, enum stage stage, int32_t slot)
{
    struct slot_stay *stay = &e->stay[stage][slot];
    if (!stay->taken) {
        return;
    }
    stay->taken = false;
    if (stay->draining) {
        stay->returns = true;
    } else {
        slot_come(e, stage, slot);
    }
}

static void fail_slot(struct engine *e, enum stage stage, int32_t slot)
{
    if (e->slot[stage][slot].busy) {
        attempt_fail(e, stage, slot);
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
        e->reports_in_vain = 0;
        if (++e->outages_in_vain > OUTAGES_IN_VAIN) {
            run_error_raise(e->error, "nodes were lost or came back %d times in a row between two tasks, until %lld",
                            OUTAGES_IN_VAIN, (long long)e->now);
            return;
        }
        switch (outage.kind) {
        case FAULT_NODE_LOST: change_node(e, outage.node, lose_slot); break;
        case FAULT_NODE_BACK: change_node(e, outage.node, slot_come); break;
        case FAULT_NODE_SLOW: e->slowness[outage.node] = outage.factor; break;
        case FAULT_SLOT_LOST: take_slot(e, outage.stage, outage.number); break;
        case FAULT_SLOT_BACK: return_slot(e, outage.stage, outage.number); break;
        case FAULT_SLOT_FAILS: fail_slot(e, outage.stage, outage.number); break;
        case FAULT_SLOT_DRAIN: drain_slot(e, outage.stage, outage.number); break;
        default: slot_come(e, outage.stage, outage.number); break; /* FAULT_SLOT_ADD */
        }
    }
}
