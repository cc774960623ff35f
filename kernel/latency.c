#include "latency.h"

#include "dispatch.h"
#include "ticks.h"

static void note_offer(struct rtmr_pool *pool, int32_t jobs, rtmr_ticks now)
    /*@ ghost (struct rtmr_ghost_pool \ghost *g, int32_t promised) */
{
    const int32_t offered = rtmr_offer_place(pool, jobs) /*@ ghost (g, promised) */ >= 0;

    for (int32_t s = 0; s < pool->slots; s++) {
        if (pool->state[s] == RTMR_SLOT_IDLE) {
            pool->bound[s] = offered ? rtmr_sooner(pool->bound[s], now + pool->release_pad + pool->wait_pad) : RTMR_NEVER;
        }
    }
}

void rtmr_note_offers(struct rtmr *k) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    if (k->latency > 0) {
        note_offer(&k->map, k->jobs, k->now) /*@ ghost (&g->map, k->promised) */;
        note_offer(&k->reduce, k->jobs, k->now) /*@ ghost (&g->reduce, k->promised) */;
    }
}

void rtmr_serve_earliest_due(struct rtmr_pool *pool, int32_t slot, rtmr_ticks latency)
{
    int32_t earliest = slot;

    if (latency == 0) {
        return;
    }
    for (int32_t s = 0; s < pool->slots; s++) {
        if (pool->state[s] == RTMR_SLOT_IDLE && pool->bound[s] < pool->bound[earliest]) {
            earliest = s;
        }
    }
    pool->bound[earliest] = pool->bound[slot];
}
