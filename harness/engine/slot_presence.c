/*
 * Slots that leave and come. Reasons for the absence of a slot are counted: its node is lost, or
 * the script has taken the slot, drained it, or not yet added it. A slot without a reason is
 * present.
 */
#include "harness/engine/engine_state.h"

void slot_leave(struct engine *e, enum stage stage, int32_t slot)
{
    if (e->absences[stage][slot]++ == 0) {
        e->usable[stage]--;
        audit_slot_lost(e->audit, stage, slot);
    }
}

void slot_come(struct engine *e, enum stage stage, int32_t slot)
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

void slot_end_drain(struct engine *e, enum stage stage, int32_t slot)
{
    struct slot_stay *stay = &e->stay[stage][slot];
    stay->draining = false;
    slot_leave(e, stage, slot);
    if (stay->returns && !e->error->raised) {
        slot_come(e, stage, slot);
    }
}
