#include "latency.h"

#include "offer.h"
#include "ticks.h"

#if RTMR_WITH_LATENCY

void rtmr_set_latency(struct rtmr *k, rtmr_ticks latency, int32_t reduces_per_node)
{
    k->latency = latency;
    k->map.notice_pad = latency;
    k->map.release_pad = latency;
    k->map.wait_pad = 0;
    k->reduce.notice_pad = latency;
    k->reduce.release_pad = 0;
    k->reduce.wait_pad = (reduces_per_node > 0 ? reduces_per_node : 1) * latency;
}

/* By when a task is due on an idle slot, as promised jobs are offered slots now. */
/*@ requires now: 0 <= now <= RTMR_TIME_MAX;
    requires pads: 0 <= pool->release_pad <= RTMR_TIME_MAX / 4 && 0 <= pool->wait_pad <= RTMR_TIME_MAX / 4;
    assigns \nothing;
    ensures due:  \result == (!offered ? RTMR_NEVER : bound < now + pool->release_pad + pool->wait_pad ? bound
                              : now + pool->release_pad + pool->wait_pad);
*/
static rtmr_ticks due_by(const struct rtmr_pool *pool, int32_t offered, rtmr_ticks bound, rtmr_ticks now)
{
    return offered ? rtmr_sooner(bound, now + pool->release_pad + pool->wait_pad) : RTMR_NEVER;
}

/* On each idle slot a task is due: soon enough, if promised jobs are offered slots now, else
 * never. */
/*@ requires valid:    \valid(pool) && \valid(g);
    requires range:    0 <= now <= RTMR_TIME_MAX && 0 <= promised <= jobs <= RTMR_JOBS && pool->notice_pad > 0;
    POOL_STATE(requires, , *pool, *g, jobs, promised, now)
    requires offered:  offered == 0 ==> QUIET(*pool, *g, promised);
    requires unready:  \forall integer i; 0 <= i < g->plan.tasks && g->plan.open[i] != 0
                       && pool->ready[g->plan.job[i]] == 0 ==>
                       now + pool->release_pad <= g->plan.start[i];
    requires released: pool->release_pad == 0 || \forall integer p; 0 <= p < jobs ==> pool->ready[p] != 0;
    assigns DUES_OF(*pool);
    POOL_STATE(ensures, , *pool, *g, jobs, promised, now)
    ensures announced: offered != 0 ==> \forall integer s; 0 <= s < pool->slots && pool->state[s] == RTMR_SLOT_IDLE ==>
                       pool->bound[s] != RTMR_NEVER;
    ensures kept:      OTHER_SLOTS(*pool, -1);
    ensures counted:   BUSY_KEPT(*pool);
    ensures noted:     \forall integer s; 0 <= s < pool->slots && pool->state[s] == RTMR_SLOT_IDLE ==> pool->bound[s]
                       == (!offered ? RTMR_NEVER : \old(pool->bound)[s] == RTMR_NEVER ? now + WAIT_LIMIT(*pool)
                           : \old(pool->bound)[s]);
*/
static void renew_dues(struct rtmr_pool *pool, int32_t offered, rtmr_ticks now)
/*@ ghost (struct rtmr_ghost_pool \ghost *g, int32_t jobs, int32_t promised) */
{
    //@ ghost int32_t free = rtmr_free_slot(pool);
    /*@ ghost
      rtmr_open_monotone(g);
      if (!offered) {
          rtmr_time_passes(pool, g, jobs, promised, now, now);
          rtmr_nothing_due(pool, g, jobs, promised, now);
      }
    */
    /*@ loop invariant range:  0 <= s <= pool->slots;
        loop invariant noted:  \forall integer q; 0 <= q < s && pool->state[q] == RTMR_SLOT_IDLE ==> pool->bound[q]
                               == (!offered ? RTMR_NEVER : \at(pool->bound, Pre)[q] == RTMR_NEVER
                                   ? now + pool->release_pad + pool->wait_pad
                                   : \at(pool->bound, Pre)[q]);
        loop invariant kept:   \forall integer q; 0 <= q < pool->slots
                               && (q >= s || pool->state[q] != RTMR_SLOT_IDLE) ==>
                               pool->bound[q] == \at(pool->bound, Pre)[q];
        loop assigns s, pool->bound[0 .. RTMR_SLOTS - 1];
        loop variant pool->slots - s;
    */
    for (int32_t s = 0; s < pool->slots; s++) {
        if (pool->state[s] == RTMR_SLOT_IDLE) {
            pool->bound[s] = due_by(pool, offered, pool->bound[s], now);
        }
    }
    pool->due_first = due_by(pool, offered, pool->due_first, now);
    pool->due_last = due_by(pool, offered, RTMR_NEVER, now);
    /*@ ghost
      /@ loop invariant range:  0 <= m <= pool->slots;
         loop invariant before: \forall integer i, x; BusyBefore(pool->state, pool->bound, g->position, m, i, x)
                                == BusyBefore(pool->state, \at(pool->bound, Pre), g->position, m, i, x);
         loop invariant above:  \forall integer x; BusyAbove(pool->state, pool->bound, m, x)
                                == BusyAbove(pool->state, \at(pool->bound, Pre), m, x);
         loop invariant first:  \forall integer p, x; BusyOfFirst(pool->state, pool->place, pool->bound, m, p, x)
                                == BusyOfFirst(pool->state, pool->place, \at(pool->bound, Pre), m, p, x);
         loop invariant none:   offered == 0 ==>
                                \forall integer x; DueAfter(pool->state, pool->bound, pool->wait_pad, m, x) == 0;
         loop invariant same:   offered != 0 ==> \forall integer x; free < 0 || now + pool->release_pad <= x ==>
                                DueAfter(pool->state, pool->bound, pool->wait_pad, m, x)
                                == DueAfter(pool->state, \at(pool->bound, Pre), pool->wait_pad, m, x);
         loop assigns m;
         loop variant pool->slots - m;
      @/
      for (int32_t m = 0; m < pool->slots; m++) { }
    */
    /*@ assert not_yet: NotYet(now, pool->release_pad, pool->slots, pool->state, pool->bound, g->plan.tasks,
                               g->plan.open, g->plan.start); */
}

/* What the idle slots of the stage owe. O(slots) if it begins or ceases to be offered anything,
 * else mostly O(1). */
/*@ requires valid:    \valid(pool) && \valid(g);
    TOGETHER(requires, given,
             CLAUSE(conjunct, range,
                    0 <= now <= RTMR_TIME_MAX && 0 <= promised <= jobs <= RTMR_JOBS && pool->notice_pad > 0)
             POOL_STATE(conjunct, , *pool, *g, jobs, promised, now)
             CLAUSE(conjunct, found, FOUND(*pool, promised))
             CLAUSE(conjunct, unready, \forall integer i; 0 <= i < g->plan.tasks && g->plan.open[i] != 0
                                       && pool->ready[g->plan.job[i]] == 0 ==>
                                       now + pool->release_pad <= g->plan.start[i])
             CLAUSE(conjunct, released,
                    pool->release_pad == 0 || \forall integer p; 0 <= p < jobs ==> pool->ready[p] != 0))
    assigns DUES_OF(*pool);
    POOL_STATE(ensures, , *pool, *g, jobs, promised, now)
    ensures announced: ANNOUNCED(*pool, promised);
    ensures kept:      OTHER_SLOTS(*pool, -1);
    ensures counted:   BUSY_KEPT(*pool);
    ensures waits:     DUES_KEPT(*pool, promised, now);
*/
static void note_offer(struct rtmr_pool *pool, int32_t promised, rtmr_ticks now)
/*@ ghost (struct rtmr_ghost_pool \ghost *g, int32_t jobs) */
{
    const int32_t offered = rtmr_offer_place(pool, promised) /*@ ghost (g, promised) */ >= 0;

    //@ assert offered: offered != 0 <==> OFFERED(*pool, promised);
    if (offered ? pool->due_last == RTMR_NEVER : pool->due_first < RTMR_NEVER) {
        renew_dues(pool, offered, now) /*@ ghost (g, jobs, promised) */;
    }
}

/* Two idle slots exchange what they owe. */
/*@ requires valid:  \valid(pool) && \valid(g);
    requires range:  0 <= a < pool->slots <= RTMR_SLOTS && 0 <= b < pool->slots;
    requires idle:   pool->state[a] == RTMR_SLOT_IDLE && pool->state[b] == RTMR_SLOT_IDLE;
    assigns pool->bound[a], pool->bound[b];
    ensures swapped: pool->bound[a] == \old(pool->bound[b]) && pool->bound[b] == \old(pool->bound[a]);
    ensures others:  \forall integer s; s != a && s != b ==> pool->bound[s] == \old(pool->bound)[s];
    ensures dues:    \forall integer x; DueAfter(pool->state, pool->bound, pool->wait_pad, pool->slots, x)
                     == DueAfter(pool->state, \old(pool->bound), pool->wait_pad, pool->slots, x);
    ensures above:   \forall integer x; BusyAbove(pool->state, pool->bound, pool->slots, x)
                     == BusyAbove(pool->state, \old(pool->bound), pool->slots, x);
    ensures before:  \forall integer i, x; BusyBefore(pool->state, pool->bound, g->position, pool->slots, i, x)
                     == BusyBefore(pool->state, \old(pool->bound), g->position, pool->slots, i, x);
    ensures first:   BUSY_KEPT(*pool);
*/
static void exchange_dues(struct rtmr_pool *pool, int32_t a, int32_t b) /*@ ghost (struct rtmr_ghost_pool \ghost *g) */
{
    const rtmr_ticks bound = pool->bound[a];

    pool->bound[a] = pool->bound[b];
    pool->bound[b] = bound;
    /*@ ghost
      /@ loop invariant range:  0 <= m <= pool->slots;
         loop invariant dues:   \forall integer x; DueAfter(pool->state, pool->bound, pool->wait_pad, m, x)
           == DueAfter(pool->state, \at(pool->bound, Pre), pool->wait_pad, m, x)
           + (b < m <= a ? (bound != RTMR_NEVER && bound > x + pool->wait_pad ? 1 : 0)
                           - (pool->bound[a] != RTMR_NEVER && pool->bound[a] > x + pool->wait_pad ? 1 : 0)
              : a < m <= b ? (pool->bound[a] != RTMR_NEVER && pool->bound[a] > x + pool->wait_pad ? 1 : 0)
                             - (bound != RTMR_NEVER && bound > x + pool->wait_pad ? 1 : 0) : 0);
         loop invariant above:  \forall integer x; BusyAbove(pool->state, pool->bound, m, x)
           == BusyAbove(pool->state, \at(pool->bound, Pre), m, x);
         loop invariant before: \forall integer i, x; BusyBefore(pool->state, pool->bound, g->position, m, i, x)
           == BusyBefore(pool->state, \at(pool->bound, Pre), g->position, m, i, x);
         loop invariant first:  \forall integer p, x; BusyOfFirst(pool->state, pool->place, pool->bound, m, p, x)
           == BusyOfFirst(pool->state, pool->place, \at(pool->bound, Pre), m, p, x);
         loop assigns m;
         loop variant pool->slots - m;
      @/
      for (int32_t m = 0; m < pool->slots; m++) { }
    */
}

void rtmr_serve_earliest_due(struct rtmr_pool *pool, int32_t slot)
/*@ ghost (struct rtmr_ghost_pool \ghost *g, int32_t jobs, int32_t promised, rtmr_ticks now) */
{
    int32_t earliest = slot;

    /*@ ghost
      /@ loop invariant range: 0 <= m <= pool->slots;
         loop invariant own:   pool->bound[slot] <= pool->due_first ==>
                               Earliest(pool->state, pool->bound, slot, m) == slot;
         loop assigns m;
         loop variant pool->slots - m;
      @/
      for (int32_t m = 0; m < pool->slots; m++) { }
    */
    if (pool->notice_pad == 0 || pool->bound[slot] <= pool->due_first) {
        return;
    }
    /*@ loop invariant range: 0 <= s <= pool->slots && 0 <= earliest < pool->slots
                              && pool->state[earliest] == RTMR_SLOT_IDLE;
        loop invariant first: earliest == Earliest(pool->state, pool->bound, slot, s);
        loop invariant least: \forall integer q; (0 <= q < s || q == slot) && pool->state[q] == RTMR_SLOT_IDLE ==>
                              pool->bound[earliest] <= pool->bound[q];
        loop assigns s, earliest;
        loop variant pool->slots - s;
    */
    for (int32_t s = 0; s < pool->slots; s++) {
        /*@ assert next: Earliest(pool->state, pool->bound, slot, s + 1)
                         == Sooner(pool->state, pool->bound, earliest, s); */
        if (pool->state[s] == RTMR_SLOT_IDLE && pool->bound[s] < pool->bound[earliest]) {
            earliest = s;
        }
    }
    pool->due_first = pool->bound[earliest];
    exchange_dues(pool, slot, earliest) /*@ ghost (g) */;
}

int32_t rtmr_due_passed(struct rtmr_pool *pool, rtmr_ticks to)
{
    rtmr_ticks first = RTMR_NEVER;

    if (to <= pool->due_first) {
        return 0;
    }
    /*@ loop invariant range: 0 <= s <= pool->slots;
        loop invariant least: \forall integer q; 0 <= q < s && pool->state[q] == RTMR_SLOT_IDLE ==>
                              first <= pool->bound[q];
        loop invariant some:  first == RTMR_NEVER || \exists integer q; 0 <= q < s && pool->state[q] == RTMR_SLOT_IDLE
                              && pool->bound[q] == first;
        loop assigns s, first;
        loop variant pool->slots - s;
    */
    for (int32_t s = 0; s < pool->slots; s++) {
        if (pool->state[s] == RTMR_SLOT_IDLE) {
            first = rtmr_sooner(first, pool->bound[s]);
        }
    }
    pool->due_first = first;
    return to > first;
}

void rtmr_restart_waits(struct rtmr_pool *pool)
{
    /*@ loop invariant range:  0 <= s <= pool->slots;
        loop invariant busy:   \forall integer q; 0 <= q < pool->slots && pool->state[q] != RTMR_SLOT_IDLE ==>
                               pool->bound[q] == \at(pool->bound, Pre)[q];
        loop invariant idle:   \forall integer q; 0 <= q < s && pool->state[q] == RTMR_SLOT_IDLE ==>
                               pool->bound[q] == RTMR_NEVER;
        loop assigns s, pool->bound[0 .. RTMR_SLOTS - 1];
        loop variant pool->slots - s;
    */
    for (int32_t s = 0; s < pool->slots; s++) {
        if (pool->state[s] == RTMR_SLOT_IDLE) {
            pool->bound[s] = RTMR_NEVER;
        }
    }
    pool->due_first = RTMR_NEVER;
    pool->due_last = RTMR_NEVER;
    /*@ ghost
      /@ loop invariant range: 0 <= m <= pool->slots;
         loop invariant above: \forall integer x; BusyAbove(pool->state, pool->bound, m, x)
                               == BusyAbove(pool->state, \at(pool->bound, Pre), m, x);
         loop assigns m;
         loop variant pool->slots - m;
      @/
      for (int32_t m = 0; m < pool->slots; m++) { }
    */
}

#endif

void rtmr_note_offers(struct rtmr *k) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    //@ ghost rtmr_unnoted_unfold(k, g);
    rtmr_seek_offers(k);
#if RTMR_WITH_LATENCY
    if (k->latency > 0) {
        //@ ghost rtmr_stage_on_time(&k->map, &g->map, k->jobs, k->promised, k->now);
        note_offer(&k->map, k->promised, k->now) /*@ ghost (&g->map, k->jobs) */;
        note_offer(&k->reduce, k->promised, k->now) /*@ ghost (&g->reduce, k->jobs) */;
    }
#endif
    //@ assert table: TABLE_CLAUSES(conjunct, *k, k->promised) \true;
    //@ ghost rtmr_state_fold(k, g);
}
