#include "plant.h"

#include "tests/campaign/random.h"

void plant_switch_on(struct plant *p, uint64_t seed, rtmr_ticks spacing)
{
    p->random = random_begin(seed, 0);
    p->spacing = spacing;
    p->next_batch = 0;
    p->jammed = 0;
    for (int32_t i = 0; i < CAMERAS; i++) {
        p->camera_ends[i] = RTMR_NEVER;
    }
    for (int32_t i = 0; i < ARMS; i++) {
        p->arm_ends[i] = RTMR_NEVER;
    }
}

static rtmr_ticks earliest(const rtmr_ticks *ends, int32_t count, rtmr_ticks so_far)
{
    for (int32_t i = 0; i < count; i++) {
        so_far = ends[i] < so_far ? ends[i] : so_far;
    }
    return so_far;
}

rtmr_ticks plant_next(const struct plant *p)
{
    return earliest(p->camera_ends, CAMERAS, earliest(p->arm_ends, ARMS, p->next_batch));
}

int32_t plant_arrived(struct plant *p, rtmr_ticks now, struct batch *batch)
{
    if (now < p->next_batch) {
        return 0;
    }
    batch->parcels = (int32_t)random_draw(&p->random, 1, 8);
    batch->bins = (int32_t)random_draw(&p->random, 0, 3);
    batch->scan = random_draw(&p->random, 10, 30);
    batch->move = random_draw(&p->random, 10, 40);
    batch->due = now + random_draw(&p->random, 60, 240);
    p->next_batch = now + random_draw(&p->random, 0, 2 * p->spacing);
    return 1;
}

void plant_start(struct plant *p, enum rtmr_stage stage, int32_t slot, rtmr_ticks now, rtmr_ticks longest)
{
    rtmr_ticks *const ends = stage == RTMR_MAP ? p->camera_ends : p->arm_ends;
    const rtmr_ticks takes = random_draw(&p->random, longest / 2, longest);

    ends[slot] = now + (p->jammed ? 3 * longest : takes);
    p->jammed = 0;
}

static int32_t first_done(rtmr_ticks *ends, int32_t count, rtmr_ticks now)
{
    for (int32_t i = 0; i < count; i++) {
        if (ends[i] <= now) {
            ends[i] = RTMR_NEVER;
            return i;
        }
    }
    return -1;
}

int32_t plant_done(struct plant *p, rtmr_ticks now, enum rtmr_stage *stage, int32_t *slot)
{
    *stage = RTMR_MAP;
    *slot = first_done(p->camera_ends, CAMERAS, now);
    if (*slot < 0) {
        *stage = RTMR_REDUCE;
        *slot = first_done(p->arm_ends, ARMS, now);
    }
    return *slot >= 0;
}
