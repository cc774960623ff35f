#include "plant.h"

#include "tests/campaign/random.h"

void plant_switch_on(struct plant *p, uint64_t seed, rtmr_ticks spacing)
{
    p->random = random_begin(seed, 0);
    p->spacing = spacing;
    p->next_batch = 0;
    p->jammed = 0;
    for (int32_t i = 0; i < CAMERAS; i++) {
        atomic_init(&p->camera_ends[i], NOT_RUNNING);
    }
    for (int32_t i = 0; i < ARMS; i++) {
        atomic_init(&p->arm_ends[i], NOT_RUNNING);
    }
}

static rtmr_ticks earliest(const atomic_int *ends, int32_t count, rtmr_ticks so_far)
{
    for (int32_t i = 0; i < count; i++) {
        const int end = atomic_load(&ends[i]);

        so_far = end != NOT_RUNNING && end < so_far ? end : so_far;
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
    atomic_int *const ends = stage == RTMR_MAP ? p->camera_ends : p->arm_ends;
    const rtmr_ticks takes = random_draw(&p->random, longest / 2, longest);

    atomic_store(&ends[slot], (int)(now + (p->jammed ? 3 * longest : takes)));
    p->jammed = 0;
}

static int32_t first_done(atomic_int *ends, int32_t count, rtmr_ticks now)
{
    for (int32_t i = 0; i < count; i++) {
        const int end = atomic_load(&ends[i]);

        if (end != NOT_RUNNING && end <= now) {
            atomic_store(&ends[i], NOT_RUNNING);
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
