#include "slot_pool.h"

#include "slot_vector.h"
#include "ticks.h"

void rtmr_pool_init(struct rtmr_pool *pool, int32_t slots, rtmr_ticks task_pad, rtmr_ticks release_pad)
{
    pool->slots = slots;
    pool->usable = slots;
    pool->idle = slots;
    pool->queued = 0;
    pool->task_pad = task_pad;
    pool->release_pad = release_pad;
    pool->soonest = RTMR_NEVER;
    pool->offered_since = 0;
    pool->free_at.n = 0;
    for (int32_t s = 0; s < slots; s++) {
        pool->state[s] = RTMR_SLOT_IDLE;
        pool->place[s] = 0;
        pool->bound[s] = 0;
    }
}

void rtmr_pool_start(struct rtmr_pool *pool, int32_t place, int32_t slot, rtmr_ticks now)
{
    const rtmr_ticks bound = now + pool->estimate[place];

    pool->state[slot] = RTMR_SLOT_BUSY;
    pool->place[slot] = place;
    pool->bound[slot] = bound;
    pool->soonest = rtmr_sooner(pool->soonest, bound);
    pool->idle--;
    pool->queued--;
    pool->waiting[place]--;
}

void rtmr_pool_finish(struct rtmr_pool *pool, int32_t slot, rtmr_ticks now)
{
    if (pool->state[slot] == RTMR_SLOT_LATE) {
        pool->usable++;
    }
    pool->state[slot] = RTMR_SLOT_IDLE;
    pool->bound[slot] = now;
    pool->idle++;
    pool->unfinished[pool->place[slot]]--;
}

#if RTMR_WITH_SLOT_CHANGES
int32_t rtmr_pool_lose(struct rtmr_pool *pool, int32_t slot)
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

void rtmr_pool_return(struct rtmr_pool *pool, int32_t slot, rtmr_ticks now)
{
    pool->state[slot] = RTMR_SLOT_IDLE;
    pool->bound[slot] = now;
    pool->usable++;
    pool->idle++;
}
#endif

int32_t rtmr_pool_overrun(struct rtmr_pool *pool, rtmr_ticks to)
{
    if (to <= pool->soonest) {
        return 0;
    }
    rtmr_ticks soonest = RTMR_NEVER;
    for (int32_t s = 0; s < pool->slots; s++) {
        if (pool->state[s] == RTMR_SLOT_BUSY) {
            soonest = rtmr_sooner(soonest, pool->bound[s]);
        }
    }
    pool->soonest = soonest;
    return to > soonest;
}

static int32_t runs_task(const struct rtmr_pool *pool, int32_t slot)
{
    return pool->state[slot] == RTMR_SLOT_BUSY || pool->state[slot] == RTMR_SLOT_LATE;
}

void rtmr_pool_job_inserted(struct rtmr_pool *pool, int32_t place)
{
    for (int32_t s = 0; s < pool->slots; s++) {
        if (runs_task(pool, s) && pool->place[s] >= place) {
            pool->place[s]++;
        }
    }
}

void rtmr_pool_job_moved(struct rtmr_pool *pool, int32_t from, int32_t to)
{
    for (int32_t s = 0; s < pool->slots; s++) {
        if (!runs_task(pool, s)) {
            continue;
        }
        if (pool->place[s] == from) {
            pool->place[s] = to;
        } else if (pool->place[s] > from && pool->place[s] <= to) {
            pool->place[s]--;
        }
    }
}

void rtmr_pool_snapshot(struct rtmr_pool *pool, int32_t jobs, rtmr_ticks now)
{
    int32_t n = 0;

    for (int32_t place = 0; place < jobs; place++) {
        pool->draft[place] = now;
    }
    for (int32_t s = 0; s < pool->slots; s++) {
        if (pool->state[s] == RTMR_SLOT_BUSY) {
            const int32_t place = pool->place[s];
            pool->draft[place] = rtmr_later(pool->draft[place], pool->bound[s]);
            pool->free_at.at[n] = pool->bound[s];
            n++;
        } else if (pool->state[s] == RTMR_SLOT_IDLE) {
            pool->free_at.at[n] = now;
            n++;
        }
    }
    pool->free_at.n = n;
    rtmr_vector_order(&pool->free_at);
}
