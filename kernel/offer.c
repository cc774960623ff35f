#include "offer.h"

/* The search for an offer begins at the first job that has a ready task that waits. O(jobs that are
 * passed). */
/*@ requires valid:    \valid(pool);
    requires range:    0 <= jobs <= RTMR_JOBS;
    requires counts:   JOB_COUNTS(*pool, jobs);
    requires tasks:    Sum(pool->unfinished, jobs) <= RTMR_TASKS;
    requires cursor:   CURSOR(*pool, jobs);
    assigns CURSOR_OF(*pool);
    ensures cursor:    CURSOR(*pool, jobs);
    ensures found:     FOUND(*pool, jobs);
*/
static void seek_offer(struct rtmr_pool *pool, int32_t jobs)
{
    int32_t place = pool->first;
    int32_t reserved = pool->reserved;

    //@ ghost rtmr_waiting_within(pool, jobs);
    /*@ loop invariant range:    0 <= place <= jobs;
        loop invariant reserved: reserved == Sum(pool->waiting, place);
        loop invariant passed:   \forall integer q; 0 <= q < place ==> pool->ready[q] == 0 || pool->waiting[q] == 0;
        loop assigns place, reserved;
        loop variant jobs - place;
    */
    while (place < jobs && (pool->ready[place] == 0 || pool->waiting[place] == 0)) {
        reserved += pool->waiting[place];
        place++;
    }
    pool->first = place;
    pool->reserved = reserved;
}

void rtmr_seek_offers(struct rtmr *k)
{
    seek_offer(&k->map, k->jobs);
    seek_offer(&k->reduce, k->jobs);
}

int32_t rtmr_offer_place(const struct rtmr_pool *pool, int32_t jobs)
/*@ ghost (struct rtmr_ghost_pool \ghost *g, int32_t promised) */
{
    //@ ghost rtmr_waiting_grows(pool, jobs);
    //@ ghost rtmr_open_monotone(g);
    //@ ghost rtmr_open_between(g, g->plan.first[promised], g->plan.tasks, g->plan.tasks);
    //@ ghost rtmr_waiting_open(pool, g, promised);
    return pool->first < jobs && pool->reserved < pool->idle ? pool->first : -1;
}

enum rtmr_status rtmr_find_offer(const struct rtmr *k, enum rtmr_stage stage, struct rtmr_offer *offer)
/*@ ghost (struct rtmr_ghost \ghost *g) */
{
    int32_t place;

    //@ ghost rtmr_state_unfold(k, g);
    if (stage == RTMR_MAP) {
        place = rtmr_offer_place(&k->map, k->jobs) /*@ ghost (&g->map, k->promised) */;
        //@ assert map: place >= 0 ==> OFFER(k->map, k->jobs, place);
    } else {
        place = rtmr_offer_place(&k->reduce, k->jobs) /*@ ghost (&g->reduce, k->promised) */;
        //@ assert reduce: place >= 0 ==> OFFER(k->reduce, k->jobs, place);
    }
    if (place < 0) {
        return RTMR_NOTHING;
    }
    offer->job = k->handle[place];
    offer->bound = k->now + (stage == RTMR_MAP ? k->map.estimate[place] : k->reduce.estimate[place]);
#if RTMR_WITH_TOKENS
    offer->token = 0;
#endif
    return RTMR_OK;
}
