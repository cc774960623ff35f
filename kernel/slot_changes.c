/*
 * Slots that are lost and come back.
 */
#include "rtmr.h"

#if RTMR_WITH_SLOT_CHANGES

#include "access.h"
#include "clock.h"
#include "latency.h"

/* The state of a slot of a stage, or NO_SLOT if the table has no such slot. */
#define NO_SLOT UINT8_MAX

static uint8_t state_in(const struct rtmr_pool *pool, int32_t slot)
{
    return slot < 0 || slot >= pool->slots ? NO_SLOT : pool->state[slot];
}

static uint8_t slot_state(const struct rtmr *k, enum rtmr_stage stage, int32_t slot)
{
    return stage == RTMR_MAP ? state_in(&k->map, slot) : state_in(&k->reduce, slot);
}

/* The slot is gone; it was not ABSENT. A task that it ran waits again. Returns that task's place, or -1. */
static int32_t lose(struct rtmr_pool *pool, int32_t slot)
{
    const uint8_t state = pool->state[slot];
    const int32_t place = pool->place[slot];

    pool->state[slot] = RTMR_SLOT_ABSENT;
    if (state != RTMR_SLOT_LATE) {
        pool->usable--;
    }
    if (state == RTMR_SLOT_IDLE) {
        pool->idle--;
        return -1;
    }
    pool->waiting[place]++;
    pool->queued++;
    return place;
}

/* An ABSENT slot is back, idle. */
static void bring_back(struct rtmr_pool *pool, int32_t slot)
{
    pool->state[slot] = RTMR_SLOT_IDLE;
    pool->bound[slot] = RTMR_NEVER;
    pool->usable++;
    pool->idle++;
}

/* Takes the slot out of use. Returns the place of the job whose task it ran, or -1. */
static int32_t take_out(struct rtmr *k, enum rtmr_stage stage, int32_t slot)
{
    return stage == RTMR_MAP ? lose(&k->map, slot) : lose(&k->reduce, slot);
}

enum rtmr_status rtmr_slot_lost(struct rtmr *k, enum rtmr_stage stage, int32_t slot, struct rtmr_alarm *alarm)
    /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    const enum rtmr_status status = rtmr_check_stage(k, stage);

    if (status != RTMR_OK) {
        return status;
    }
    if (alarm == NULL) {
        return RTMR_E_NULL;
    }
    switch (slot_state(k, stage, slot)) {
    case NO_SLOT:
        return RTMR_E_SLOT;
    case RTMR_SLOT_ABSENT:
        return RTMR_E_SLOT_ABSENT;
    default:
        break;
    }
    alarm->overrun_tasks = 0;
    alarm->flagged_jobs = 0;
    const int32_t place = take_out(k, stage, slot);
    if (place >= 0) {
        rtmr_flag(k, place, alarm) /*@ ghost (g) */;
    }
    rtmr_recover(k, alarm) /*@ ghost (g) */;
    rtmr_note_offers(k) /*@ ghost (g) */;
    return RTMR_VIOLATION_LOST;
}

enum rtmr_status rtmr_slot_back(struct rtmr *k, enum rtmr_stage stage, int32_t slot) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    const enum rtmr_status status = rtmr_check_stage(k, stage);

    if (status != RTMR_OK) {
        return status;
    }
    switch (slot_state(k, stage, slot)) {
    case NO_SLOT:
        return RTMR_E_SLOT;
    case RTMR_SLOT_ABSENT:
        break;
    default:
        return RTMR_E_SLOT_PRESENT;
    }
    if (stage == RTMR_MAP) {
        bring_back(&k->map, slot);
    } else {
        bring_back(&k->reduce, slot);
    }
    if (k->jobs > 0) {
        k->projects = 1; /* the vectors stored for them have no entry for the slot */
    }
    rtmr_note_offers(k) /*@ ghost (g) */;
    return RTMR_OK;
}

#endif
