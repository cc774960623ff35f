#include "offer.h"

int32_t rtmr_offer_place(const struct rtmr_pool *pool, int32_t jobs)
/*@ ghost (struct rtmr_ghost_pool \ghost *g, int32_t promised) */
{
    int32_t reserved = 0;

    //@ ghost rtmr_waiting_grows(pool, jobs);
    //@ ghost rtmr_open_monotone(g);
    //@ ghost rtmr_open_between(g, g->plan.first[promised], g->plan.tasks, g->plan.tasks);
    /*@ loop invariant range:    0 <= place <= jobs;
        loop invariant waiting:  reserved == Sum(pool->waiting, place);
        loop invariant reserved: place <= promised ==> reserved == Open(g->plan.open, g->plan.first[place]);
        loop invariant flagged:  place > promised ==> reserved >= Open(g->plan.open, g->plan.tasks);
        loop invariant bounded:  0 <= reserved;
        loop invariant passed:   \forall integer q; 0 <= q < place ==> pool->ready[q] == 0 || pool->waiting[q] == 0;
        loop assigns place, reserved;
        loop variant jobs - place;
    */
    for (int32_t place = 0; place < jobs; place++) {
        if (reserved >= pool->idle) {
            return -1;
        }
        /*@ ghost
          if (place < promised) {
              /@ assert mine: \forall integer t; g->plan.first[place] <= t < g->plan.first[place + 1] ==>
                              g->plan.job[t] == place; @/
              rtmr_open_between(g, g->plan.first[place], g->plan.first[place + 1] - pool->waiting[place],
                                g->plan.first[place + 1]);
          }
        */
        if (pool->ready[place] == 0) {
            reserved += pool->waiting[place];
        } else if (pool->waiting[place] > 0) {
            return place;
        }
    }
    return -1;
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
