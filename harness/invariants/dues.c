#include "harness/invariants/dues.h"

static rtmr_ticks sooner(rtmr_ticks a, rtmr_ticks b)
{
    return a < b ? a : b;
}

void dues_forget(struct shadow_stage *stage)
{
    for (int32_t i = 0; i < stage->slots; i++) {
        stage->slot[i].due = RTMR_NEVER;
    }
}

rtmr_ticks dues_if_offered(const struct shadow_stage *stage, rtmr_ticks now)
{
    return now + stage->release_pad + stage->wait_pad;
}

rtmr_ticks dues_after_task(const struct shadow_stage *stage, const struct shadow_slot *slot, rtmr_ticks now)
{
    const rtmr_ticks offered = dues_if_offered(stage, now);

    return slot_in_time(slot->state) ? sooner(slot->bound + stage->wait_pad, offered) : offered;
}

int32_t dues_first(const struct shadow_stage *stage, int32_t slot)
{
    int32_t first = slot;

    for (int32_t i = 0; i < stage->slots; i++) {
        if (stage->slot[i].state == RTMR_SLOT_IDLE && stage->slot[i].due < stage->slot[first].due) {
            first = i;
        }
    }
    return first;
}

void dues_serve_first(struct shadow_stage *stage, int32_t slot)
{
    const int32_t first = dues_first(stage, slot);
    const rtmr_ticks due = stage->slot[slot].due;

    stage->slot[slot].due = stage->slot[first].due;
    stage->slot[first].due = due;
}

void dues_note(struct shadow_stage *stage, bool offered, rtmr_ticks now)
{
    for (int32_t slot = 0; slot < stage->slots; slot++) {
        rtmr_ticks *const due = &stage->slot[slot].due;

        *due = offered ? sooner(*due, dues_if_offered(stage, now)) : RTMR_NEVER;
    }
}
