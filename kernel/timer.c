#include "timer.h"

#include "latency_pads.h"
#include "offer.h"
#include "slot_state.h"
#include "ticks.h"

/* The last instant, from now on, to which the clock may move before the stage breaks a rule, if
 * nothing else is called; RTMR_NEVER: it may move to any. */
/*@ requires valid:    \valid_read(pool) && \valid(g);
    TOGETHER(requires, given,
             CLAUSE(conjunct, range, 0 <= now <= RTMR_TIME_MAX && 0 <= promised <= RTMR_JOBS && 0 <= NOTICE_PAD(*pool))
             CLAUSE(conjunct, table, SLOT_TABLE(*pool))
             CLAUSE(conjunct, counts, JOB_COUNTS(*pool, promised))
             CLAUSE(conjunct, shape, PLAN_SHAPE(*pool, *g, promised))
             CLAUSE(conjunct, cursor, CURSOR(*pool, RTMR_JOBS))
             CLAUSE(conjunct, found, FOUND(*pool, promised))
             CLAUSE(conjunct, bounds,
                    \forall integer s; 0 <= s < pool->slots && TIMELY(pool->state[s]) ==> now <= pool->bound[s]))
    assigns \nothing;
    ensures range:     now <= \result;
    ensures calm:      \forall integer t; now <= t <= \result ==> !BROKEN(*pool, promised, now, t);
    ensures broken:    \result < RTMR_NEVER ==> BROKEN(*pool, promised, now, \result + 1);
*/
static rtmr_ticks stage_event(const struct rtmr_pool *pool, int32_t promised, rtmr_ticks now)
/*@ ghost (struct rtmr_ghost_pool \ghost *g) */
{
    const int32_t offered = rtmr_offer_place(pool, promised) /*@ ghost (g, promised) */ >= 0;
    rtmr_ticks event = RTMR_NEVER;

    //@ assert offered: offered != 0 <==> OFFERS(*pool, promised);
    if (offered && RTMR_NOTICE_PAD(pool) == 0) {
        return now;
    }
    /*@ loop invariant range:  0 <= s <= pool->slots;
        loop invariant timely: \forall integer q; 0 <= q < s && TIMELY(pool->state[q]) ==> event <= pool->bound[q];
        loop invariant idle:   \forall integer q; 0 <= q < s && offered != 0 && pool->state[q] == RTMR_SLOT_IDLE ==>
                               event <= pool->bound[q];
        loop invariant some:   event == RTMR_NEVER || \exists integer q; 0 <= q < s && pool->bound[q] == event
                               && (TIMELY(pool->state[q]) || offered != 0 && pool->state[q] == RTMR_SLOT_IDLE);
        loop assigns s, event;
        loop variant pool->slots - s;
    */
    for (int32_t s = 0; s < pool->slots; s++) {
        if (rtmr_slot_timely(pool->state[s]) || (offered && pool->state[s] == RTMR_SLOT_IDLE)) {
            event = rtmr_sooner(event, pool->bound[s]);
        }
    }
    return rtmr_later(now, event);
}

rtmr_ticks rtmr_find_event(const struct rtmr *k) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    //@ ghost rtmr_state_unfold(k, g);
    const rtmr_ticks map = stage_event(&k->map, k->promised, k->now) /*@ ghost (&g->map) */;
    const rtmr_ticks reduce = stage_event(&k->reduce, k->promised, k->now) /*@ ghost (&g->reduce) */;
    const rtmr_ticks event = rtmr_sooner(map, reduce);

    /* The clock stops at RTMR_TIME_MAX: what would be broken behind it never is. */
    return event < RTMR_TIME_MAX ? event : RTMR_NEVER;
}

int32_t rtmr_find_idle(const struct rtmr_pool *pool, int32_t from)
{
    /*@ loop invariant range: 0 <= s && from <= s;
        loop invariant none:  \forall integer q; from <= q < s && 0 <= q < pool->slots ==>
                              pool->state[q] != RTMR_SLOT_IDLE;
        loop assigns s;
        loop variant RTMR_SLOTS - s;
    */
    for (int32_t s = from < 0 ? 0 : from; s < pool->slots; s++) {
        if (pool->state[s] == RTMR_SLOT_IDLE) {
            return s;
        }
    }
    return -1;
}
