#include "slot_pool.h"

#include "availability.h"
#include "compiler.h"
#include "latency_pads.h"
#include "offer.h"
#include "runs.h"
#include "slot_state.h"
#include "ticks.h"

void rtmr_pool_init(struct rtmr_pool *pool, int32_t slots) /*@ ghost (struct rtmr_ghost_pool \ghost *g) */
{
    pool->slots = slots;
    pool->usable = slots;
    pool->idle = slots;
    pool->tasks = 0;
    pool->soonest = RTMR_NEVER;
    rtmr_availability_clear(&pool->free_at);
#if RTMR_WITH_RUNS
    rtmr_runs_clear(&pool->busy);
#endif
    rtmr_search_afresh(pool);
    rtmr_due_none(pool);
    rtmr_due_more(pool, RTMR_SLOT_IDLE, RTMR_NEVER);
    /*@ loop invariant range: 0 <= s <= slots;
        loop invariant idle:  \forall integer q; 0 <= q < s ==>
                              pool->state[q] == RTMR_SLOT_IDLE && pool->bound[q] == RTMR_NEVER;
        loop assigns s, pool->state[0 .. RTMR_SLOTS - 1], pool->place[0 .. RTMR_SLOTS - 1],
                     pool->bound[0 .. RTMR_SLOTS - 1];
        loop variant slots - s;
    */
    for (int32_t s = 0; s < slots; s++) {
        pool->state[s] = RTMR_SLOT_IDLE;
        pool->place[s] = 0;
        pool->bound[s] = RTMR_NEVER;
    }
    /*@ ghost
      g->plan.tasks = 0;
      g->plan.first[0] = 0;
      g->last = 0;
      /@ loop invariant range: 0 <= m <= slots;
         loop invariant count: Idle(pool->state, m) == m && Busy(pool->state, m) == 0;
         loop invariant above: \forall integer x; BusyAbove(pool->state, pool->bound, m, x) == 0;
         loop assigns m;
         loop variant slots - m;
      @/
      for (int32_t m = 0; m < slots; m++) { }
    */
}

void rtmr_note_busy(struct rtmr_pool *pool, int32_t slot, uint8_t state, rtmr_ticks bound)
{
#if RTMR_WITH_RUNS
    //@ ghost rtmr_busy_counted(pool, slot);
    if (pool->state[slot] == RTMR_SLOT_BUSY) {
        rtmr_runs_remove(&pool->busy, pool->bound[slot]);
    }
    if (state == RTMR_SLOT_BUSY) {
        rtmr_runs_insert(&pool->busy, bound, 1);
    }
#else
    (void)pool;
    (void)slot;
    (void)state;
    (void)bound;
#endif
}

/* A slot changes; every count over the slot table follows, but `busy`. */
/*@ requires valid:  \valid(pool) && \valid(g);
    requires range:  0 <= slot < pool->slots <= RTMR_SLOTS;
    assigns pool->state[slot], pool->place[slot], pool->bound[slot], g->position[slot];
    TOGETHER(ensures, outcome,
             SLOT_SET(conjunct, *pool, *g, slot, state, place, bound, position))
*/
static void put_slot(struct rtmr_pool *pool, int32_t slot, uint8_t state, int32_t place, rtmr_ticks bound)
/*@ ghost (struct rtmr_ghost_pool \ghost *g, int32_t position) */
{
    pool->state[slot] = state;
    pool->place[slot] = place;
    pool->bound[slot] = bound;
    /*@ ghost
      g->position[slot] = position;
      /@ loop invariant range:  0 <= m <= pool->slots;
         loop invariant idle:   \forall integer k; 0 <= k <= m ==>
                                Idle(pool->state, k) == \at(Idle(pool->state, k), Pre)
           + (k > slot ? (state == RTMR_SLOT_IDLE ? 1 : 0) - (\at(pool->state[slot],
               Pre) == RTMR_SLOT_IDLE ? 1 : 0) : 0);
         loop invariant busy:   \forall integer k; 0 <= k <= m ==>
                                Busy(pool->state, k) == \at(Busy(pool->state, k), Pre)
           + (k > slot ? (state == RTMR_SLOT_BUSY ? 1 : 0) - (\at(pool->state[slot],
               Pre) == RTMR_SLOT_BUSY ? 1 : 0) : 0);
         loop invariant above:  \forall integer k, x; 0 <= k <= m ==> BusyAbove(pool->state, pool->bound, k, x)
           == \at(BusyAbove(pool->state, pool->bound, k, x), Pre)
           + (k > slot ? (state == RTMR_SLOT_BUSY && bound > x ? 1 : 0)
                         - (\at(pool->state[slot], Pre) == RTMR_SLOT_BUSY && \at(pool->bound[slot], Pre) > x
                            ? 1 : 0) : 0);
         loop invariant tasks:  \forall integer k, p; 0 <= k <= m ==> TasksOf(pool->state, pool->place, k, p)
           == \at(TasksOf(pool->state, pool->place, k, p), Pre)
           + (k > slot ? (RUNS(state) && place == p ? 1 : 0)
                         - (RUNS(\at(pool->state[slot], Pre)) && \at(pool->place[slot], Pre) == p ? 1 : 0) : 0);
         loop invariant first:  \forall integer k, p, x; 0 <= k <= m ==>
                                BusyOfFirst(pool->state, pool->place, pool->bound, k, p, x)
           == \at(BusyOfFirst(pool->state, pool->place, pool->bound, k, p, x), Pre)
           + (k > slot ? (state == RTMR_SLOT_BUSY && place < p && bound > x ? 1 : 0)
                         - (\at(pool->state[slot], Pre) == RTMR_SLOT_BUSY && \at(pool->place[slot], Pre) < p
                            && \at(pool->bound[slot], Pre) > x ? 1 : 0) : 0);
         loop invariant before: \forall integer k, i, x; 0 <= k <= m ==>
           BusyBefore(pool->state, pool->bound, g->position, k, i, x)
           == \at(BusyBefore(pool->state, pool->bound, g->position, k, i, x), Pre)
           + (k > slot ? (state == RTMR_SLOT_BUSY && position < i && bound > x ? 1 : 0)
                         - (\at(pool->state[slot], Pre) == RTMR_SLOT_BUSY && \at(g->position[slot], Pre) < i
                            && \at(pool->bound[slot], Pre) > x ? 1 : 0) : 0);
         loop invariant dues:   \forall integer k, x; 0 <= k <= m ==>
                                DueAfter(pool->state, pool->bound, WAIT_PAD(*pool), k, x)
           == \at(DueAfter(pool->state, pool->bound, WAIT_PAD(*pool), k, x), Pre)
           + (k > slot ? (state == RTMR_SLOT_IDLE && bound != RTMR_NEVER && bound > x + WAIT_PAD(*pool) ? 1 : 0)
                         - (\at(pool->state[slot], Pre) == RTMR_SLOT_IDLE && \at(pool->bound[slot], Pre) != RTMR_NEVER
                            && \at(pool->bound[slot], Pre) > x + WAIT_PAD(*pool) ? 1 : 0) : 0);
         loop assigns m;
         loop variant pool->slots - m;
      @/
      for (int32_t m = 0; m < pool->slots; m++) { }
    */
}

/* A slot changes; every count over the slot table follows. */
/*@ requires valid:  \valid(pool) && \valid(g);
    requires range:  0 <= slot < pool->slots <= RTMR_SLOTS;
    POOL_BUSY(requires, , *pool)
    assigns pool->state[slot], pool->place[slot], pool->bound[slot], g->position[slot] BUSY_ASSIGNED(*pool);
    TOGETHER(ensures, outcome,
             SLOT_SET(conjunct, *pool, *g, slot, state, place, bound, position)
             POOL_BUSY(conjunct, , *pool))
*/
static void set_slot(struct rtmr_pool *pool, int32_t slot, uint8_t state, int32_t place, rtmr_ticks bound)
/*@ ghost (struct rtmr_ghost_pool \ghost *g, int32_t position) */
{
    rtmr_note_busy(pool, slot, state, bound);
    put_slot(pool, slot, state, place, bound) /*@ ghost (g, position) */;
}

/* A task of the job at `place`, which is offered, waits no more. The search for an offer begins
 * where it did: it has not passed that job. */
/*@ requires valid:   \valid(pool);
    requires range:   0 <= jobs <= RTMR_JOBS;
    requires offered: 0 <= place < jobs && pool->ready[place] != 0 && pool->waiting[place] > 0;
    requires cursor:  CURSOR(*pool, jobs);
    assigns pool->waiting[place];
    ensures less:     pool->waiting[place] == \old(pool->waiting[place]) - 1;
    ensures cursor:   CURSOR(*pool, jobs);
*/
static void take_task(struct rtmr_pool *pool, int32_t place) /*@ ghost (int32_t jobs) */
{
    pool->waiting[place]--;
    /*@ ghost
      /@ loop invariant range: 0 <= m <= pool->first;
         loop invariant sum:   Sum(pool->waiting, m) == Sum(\at(pool->waiting, Pre), m);
         loop assigns m;
         loop variant pool->first - m;
      @/
      for (int32_t m = 0; m < pool->first; m++) { }
    */
}

/* An idle slot has been taken. */
/*@ requires valid: \valid(pool);
    TOGETHER(requires, given,
             CLAUSE(conjunct, range, 0 <= pool->slots <= RTMR_SLOTS)
             CLAUSE(conjunct, table, 1 <= pool->idle == Idle(pool->state, pool->slots) + 1)
             CLAUSE(conjunct, due, DUE_RANGE(*pool)))
    assigns pool->idle, DUE_RANGE_OF(*pool);
    ensures less:   pool->idle == \old(pool->idle) - 1;
    ensures due:    DUE_RANGE(*pool);
*/
static void count_taken(struct rtmr_pool *pool)
{
    //@ ghost rtmr_dues_counted(pool, 0);
    pool->idle--;
    if (pool->idle == 0) {
        rtmr_due_none(pool);
    }
}

/* rtmr_pool_start() for a promised job. */
/*@ requires valid:     \valid(pool) && \valid(g);
    requires range:     0 <= now <= RTMR_TIME_MAX && 0 <= promised <= jobs <= RTMR_JOBS && 0 <= slot < pool->slots;
    POOL_STATE(requires, , *pool, *g, jobs, promised, now)
    STARTABLE(requires, *pool, *g, place, slot, jobs, promised, now)
    requires promised:  place < promised;
    assigns pool->state[slot], pool->place[slot], pool->bound[slot], pool->soonest, pool->idle,
            DUE_RANGE_OF(*pool), pool->waiting[place], g->position[slot], g->last, g->plan.open[0 .. RTMR_TASKS - 1]
            BUSY_ASSIGNED(*pool);
    TOGETHER(ensures, outcome,
             POOL_STATE(conjunct, , *pool, *g, jobs, promised, now)
             STARTS(conjunct, *pool, *g, place, slot, promised, now)
             CLAUSE(conjunct, few, \forall integer x; COUNTED(*pool, *g, place, x) <= pool->usable - 1)
             CLAUSE(conjunct, running, promised == jobs && \old(RUNNING(*pool, *g, promised, now)) ==>
                                       RUNNING(*pool, *g, promised, now)))
*/
static void start_promised(struct rtmr_pool *pool, int32_t place, int32_t slot, rtmr_ticks now)
/*@ ghost (struct rtmr_ghost_pool \ghost *g, int32_t jobs, int32_t promised) */
{
    const rtmr_ticks bound = now + pool->estimate[place];
    //@ ghost rtmr_waiting_grows(pool, jobs);
    //@ ghost int32_t i = g->plan.first[place + 1] - pool->waiting[place];
    /*@ assert mine: \forall integer t; g->plan.first[place] <= t < g->plan.first[place + 1] ==>
            g->plan.job[t] == place; */
    /*@ assert others: \forall integer t; 0 <= t < g->plan.first[promised] && g->plan.job[t] == place ==>
            g->plan.first[place] <= t < g->plan.first[place + 1]; */
    //@ ghost rtmr_open_monotone(g);
    //@ ghost rtmr_dues_counted(pool, now + RELEASE_PAD(*pool));
    //@ assert passed: \forall integer t; 0 <= t < i && g->plan.open[t] != 0 ==> pool->ready[g->plan.job[t]] == 0;
    /*@ assert spared: \forall integer t; 0 <= t < i && g->plan.open[t] != 0 ==>
            Open(g->plan.open, t) + 2 <= pool->idle; */
    /*@ assert prompt: NOTICE_PAD(*pool) > 0 ==> \forall integer t; 0 <= t < i && g->plan.open[t] != 0 ==>
            DueAfter(pool->state, pool->bound, WAIT_PAD(*pool), pool->slots, g->plan.start[t]) == 0; */
    //@ ghost rtmr_counted_at_most(pool, g, place);
    //@ assert task: 0 <= i < g->plan.tasks && g->plan.job[i] == place && g->plan.open[i] != 0;
    //@ assert fits: bound <= g->plan.finish[i] && bound <= pool->end[place];
    //@ ghost rtmr_closed_between(g, g->plan.first[place], i);
    //@ ghost rtmr_close_task(g, i);
    set_slot(pool, slot, RTMR_SLOT_BUSY, place, bound) /*@ ghost (g, i) */;
    pool->soonest = rtmr_sooner(pool->soonest, bound);
    count_taken(pool);
    take_task(pool, place) /*@ ghost (jobs) */;
    //@ ghost if (i >= g->last) { g->last = i + 1; }
    //@ assert range: 0 <= g->last <= g->plan.tasks && -1 <= g->position[slot] < g->last;
    //@ assert enough: pool->idle >= Open(g->plan.open, g->last);
    /*@ assert positions: \forall integer s; 0 <= s < pool->slots && pool->state[s] == RTMR_SLOT_BUSY ==>
            g->position[s] < g->last; */
    /*@ assert still: \forall integer t; 0 <= t < g->plan.first[promised] && g->plan.job[t] != place ==>
            (g->plan.open[t] != 0 <==> t >= g->plan.first[g->plan.job[t] + 1] - pool->waiting[g->plan.job[t]]); */
    /*@ assert now: \forall integer t; 0 <= t < g->plan.first[promised] && g->plan.job[t] == place ==>
            (g->plan.open[t] != 0 <==> t >= g->plan.first[g->plan.job[t] + 1] - pool->waiting[g->plan.job[t]]); */
    //@ assert soon: NOTICE_PAD(*pool) > 0 ==> DUE_SOON(*pool, now);
    /*@ assert not_yet: NOTICE_PAD(*pool) > 0 ==>
            NotYet(now, RELEASE_PAD(*pool), pool->slots, pool->state, pool->bound, g->plan.tasks, g->plan.open,
                   g->plan.start); */
    /*@ assert front: NOTICE_PAD(*pool) > 0 ==> \forall integer t; 0 <= t < i && g->plan.open[t] != 0 ==>
            Open(g->plan.open, t) + 1 + DueAfter(pool->state, pool->bound, WAIT_PAD(*pool), pool->slots,
                                                 g->plan.start[t]) <= pool->idle; */
    /*@ assert in_time: NOTICE_PAD(*pool) > 0 ==>
            ReservedInTime(WAIT_PAD(*pool), pool->slots, pool->idle, g->plan.tasks, g->last, g->plan.open,
                           g->plan.start, pool->state, pool->bound); */
    /*@ assert room: NOTICE_PAD(*pool) > 0 ==>
            RoomInTime(WAIT_PAD(*pool), pool->usable, pool->slots, g->plan.tasks, g->last, g->plan.open, g->plan.least,
                       g->plan.start, g->plan.finish, pool->state, pool->bound, g->position); */
}

/* rtmr_pool_start() for a flagged job. Every promised task that waits has an idle slot besides this
 * one. */
/*@ requires valid:     \valid(pool) && \valid(g);
    requires range:     0 <= now <= RTMR_TIME_MAX && 0 <= promised <= jobs <= RTMR_JOBS && 0 <= slot < pool->slots;
    POOL_STATE(requires, , *pool, *g, jobs, promised, now)
    STARTABLE(requires, *pool, *g, place, slot, jobs, promised, now)
    requires flagged:   promised <= place;
    assigns pool->state[slot], pool->place[slot], pool->bound[slot], pool->idle, pool->usable, DUE_RANGE_OF(*pool),
            pool->waiting[place], g->position[slot] BUSY_ASSIGNED(*pool);
    POOL_STATE(ensures, , *pool, *g, jobs, promised, now)
    STARTS(ensures, *pool, *g, place, slot, promised, now)
*/
static void start_flagged(struct rtmr_pool *pool, int32_t place, int32_t slot, rtmr_ticks now)
/*@ ghost (struct rtmr_ghost_pool \ghost *g, int32_t jobs, int32_t promised) */
{
    //@ ghost rtmr_waiting_grows(pool, jobs);
    //@ ghost rtmr_open_monotone(g);
    //@ ghost rtmr_dues_counted(pool, now + RELEASE_PAD(*pool));
    //@ ghost rtmr_late_at_most(pool, g);
    /*@ assert unready: \forall integer t; 0 <= t < g->plan.tasks && g->plan.open[t] != 0 ==>
            pool->ready[g->plan.job[t]] == 0; */
    /*@ assert spared: \forall integer t; 0 <= t < g->plan.tasks && g->plan.open[t] != 0 ==>
            Open(g->plan.open, t) + 2 <= pool->idle; */
    /*@ assert prompt: NOTICE_PAD(*pool) > 0 ==> \forall integer t; 0 <= t < g->plan.tasks && g->plan.open[t] != 0 ==>
            DueAfter(pool->state, pool->bound, WAIT_PAD(*pool), pool->slots, g->plan.start[t]) == 0; */
    /*@ assert roomy: \forall integer t; 0 <= t < g->plan.tasks && g->plan.open[t] != 0 ==>
            OpenAbove(g->plan.open, g->plan.finish, t, g->plan.least[t])
            + BusyBefore(pool->state, pool->bound, g->position, pool->slots, t, g->plan.least[t]) <= pool->usable - 2;
     */
    set_slot(pool, slot, RTMR_SLOT_LATE, place, now + pool->estimate[place]) /*@ ghost (g, -1) */;
    count_taken(pool);
    pool->usable--;
    take_task(pool, place) /*@ ghost (jobs) */;
    //@ ghost rtmr_counts_bounded(pool);
    //@ assert room: PLAN_ROOM(*pool, *g);
    //@ assert soon: NOTICE_PAD(*pool) > 0 ==> DUE_SOON(*pool, now);
    /*@ assert not_yet: NOTICE_PAD(*pool) > 0 ==>
            NotYet(now, RELEASE_PAD(*pool), pool->slots, pool->state, pool->bound, g->plan.tasks, g->plan.open,
                   g->plan.start); */
    /*@ assert in_time: NOTICE_PAD(*pool) > 0 ==>
            ReservedInTime(WAIT_PAD(*pool), pool->slots, pool->idle, g->plan.tasks, g->last, g->plan.open,
                           g->plan.start, pool->state, pool->bound); */
    /*@ assert room_in_time: NOTICE_PAD(*pool) > 0 ==>
            RoomInTime(WAIT_PAD(*pool), pool->usable, pool->slots, g->plan.tasks, g->last, g->plan.open, g->plan.least,
                       g->plan.start, g->plan.finish, pool->state, pool->bound, g->position); */
}

void rtmr_pool_start(struct rtmr_pool *pool, int32_t place, int32_t slot, int32_t promised, rtmr_ticks now)
/*@ ghost (struct rtmr_ghost_pool \ghost *g, int32_t jobs) */
{
    if (place < promised) {
        start_promised(pool, place, slot, now) /*@ ghost (g, jobs, promised) */;
    } else {
        start_flagged(pool, place, slot, now) /*@ ghost (g, jobs, promised) */;
    }
}

void rtmr_pool_finish(struct rtmr_pool *pool, int32_t slot, rtmr_ticks now)
/*@ ghost (struct rtmr_ghost_pool \ghost *g, int32_t jobs, int32_t promised) */
{
    const int32_t place = pool->place[slot];
    const uint8_t state = pool->state[slot];
    const uint8_t freed = rtmr_slot_leaves(state) ? RTMR_SLOT_ABSENT : RTMR_SLOT_IDLE;
    const rtmr_ticks offered = now + RTMR_RELEASE_PAD(pool);
    const rtmr_ticks due =
        (rtmr_slot_late(state) ? offered : rtmr_sooner(pool->bound[slot], offered)) + RTMR_WAIT_PAD(pool);

    //@ ghost rtmr_task_running(pool, slot);
    set_slot(pool, slot, freed, place, due) /*@ ghost (g, -1) */;
    pool->usable += rtmr_slot_usable(freed) - rtmr_slot_usable(state);
    pool->idle += rtmr_slot_usable(freed);
    rtmr_due_more(pool, freed, due);
    //@ ghost rtmr_counts_bounded(pool);
    pool->unfinished[place]--;
    pool->tasks--;
    /*@ ghost
      /@ loop invariant range: 0 <= m <= jobs;
         loop invariant sum:   0 <= Sum(pool->unfinished, m) == Sum(\at(pool->unfinished, Pre), m)
                               - (m > place ? 1 : 0);
         loop assigns m;
         loop variant jobs - m;
      @/
      for (int32_t m = 0; m < jobs; m++) { }
    */
    //@ assert soon: NOTICE_PAD(*pool) > 0 ==> DUE_SOON(*pool, now);
    /*@ assert not_yet: NOTICE_PAD(*pool) > 0 ==>
            NotYet(now, RELEASE_PAD(*pool), pool->slots, pool->state, pool->bound, g->plan.tasks, g->plan.open,
                   g->plan.start); */
    /*@ assert in_time: NOTICE_PAD(*pool) > 0 ==>
            ReservedInTime(WAIT_PAD(*pool), pool->slots, pool->idle, g->plan.tasks, g->last, g->plan.open,
                           g->plan.start, pool->state, pool->bound); */
    /*@ assert room: NOTICE_PAD(*pool) > 0 ==>
            RoomInTime(WAIT_PAD(*pool), pool->usable, pool->slots, g->plan.tasks, g->last, g->plan.open, g->plan.least,
                       g->plan.start, g->plan.finish, pool->state, pool->bound, g->position); */
}

enum rtmr_status rtmr_pool_check_running(const struct rtmr_pool *pool, int32_t slot)
{
    if (slot < 0 || slot >= pool->slots) {
        return RTMR_E_SLOT;
    }
    if (rtmr_slot_runs(pool->state[slot])) {
        return RTMR_OK;
    }
    return pool->state[slot] == RTMR_SLOT_IDLE ? RTMR_E_SLOT_IDLE : RTMR_E_SLOT_ABSENT;
}

int32_t RTMR_NOINLINE rtmr_pool_overrun(struct rtmr_pool *pool, rtmr_ticks to)
{
    if (to <= pool->soonest) {
        return 0;
    }
    rtmr_ticks soonest = RTMR_NEVER;
    /*@ loop invariant range: 0 <= s <= pool->slots;
        loop invariant least: \forall integer q; 0 <= q < s && TIMELY(pool->state[q]) ==> soonest <= pool->bound[q];
        loop invariant some:  soonest == RTMR_NEVER || \exists integer q; 0 <= q < s && TIMELY(pool->state[q])
                              && pool->bound[q] == soonest;
        loop assigns s, soonest;
        loop variant pool->slots - s;
    */
    for (int32_t s = 0; s < pool->slots; s++) {
        if (rtmr_slot_timely(pool->state[s])) {
            soonest = rtmr_sooner(soonest, pool->bound[s]);
        }
    }
    pool->soonest = soonest;
    return to > soonest;
}

int32_t rtmr_pool_mark_overruns(struct rtmr_pool *pool, rtmr_ticks to)
/*@ ghost (struct rtmr_ghost_pool \ghost *g, int32_t jobs, rtmr_ticks now) */
{
    int32_t marked = 0;

    /*@ loop invariant range:  0 <= s <= pool->slots && 0 <= marked <= s;
        loop invariant marked: marked == Overrun(\at(pool->state, Pre), \at(pool->bound, Pre), s, to);
        loop invariant table:  SLOT_TABLE(*pool);
        loop invariant counts: JOB_COUNTS(*pool, jobs);
        POOL_BUSY(invariant, counted_, *pool)
        loop invariant kept:   \forall integer q; 0 <= q < pool->slots ==> pool->place[q] == \at(pool->place, Pre)[q]
                               && pool->bound[q] == \at(pool->bound, Pre)[q]
                               && (RUNS(pool->state[q]) ==> RUNS(\at(pool->state, Pre)[q]));
        loop invariant passed: \forall integer q; 0 <= q < s && TIMELY(pool->state[q]) ==> to <= pool->bound[q];
        loop invariant busy:   \forall integer q; 0 <= q < pool->slots && TIMELY(pool->state[q]) ==>
                               TIMELY(\at(pool->state, Pre)[q]);
        loop invariant late:   \forall integer q; 0 <= q < pool->slots && OVERDUE(pool->state[q]) ==>
                               OVERDUE(\at(pool->state, Pre)[q]) || TIMELY(\at(pool->state, Pre)[q])
                               && pool->bound[q] < to;
        loop invariant coming: \forall integer q; s <= q < pool->slots ==> pool->state[q] == \at(pool->state, Pre)[q];
        loop invariant states: \forall integer q; 0 <= q < s ==>
                               pool->state[q] == MARKED(\at(pool->state, Pre)[q], \at(pool->bound, Pre)[q], to);
        loop assigns s, marked, pool->state[0 .. RTMR_SLOTS - 1], pool->usable, pool->place[0 .. RTMR_SLOTS - 1],
            pool->bound[0 .. RTMR_SLOTS - 1], g->position[0 .. RTMR_SLOTS - 1] BUSY_ASSIGNED(*pool);
        loop variant pool->slots - s;
    */
    for (int32_t s = 0; s < pool->slots; s++) {
        const uint8_t state = pool->state[s];
        const uint8_t late = rtmr_slot_leaves(state) ? RTMR_SLOT_LATE_DRAINING : RTMR_SLOT_LATE;

        if (!rtmr_slot_timely(state) || pool->bound[s] >= to) {
            continue;
        }
        set_slot(pool, s, late, pool->place[s], pool->bound[s]) /*@ ghost (g, g->position[s]) */;
        pool->usable -= rtmr_slot_usable(state);
        //@ ghost rtmr_counts_bounded(pool);
        marked++;
    }
    return marked;
}

#if RTMR_WITH_RUNS
/* free_at := when the usable slots become available. O(runs). */
/*@ requires valid:   \valid(pool);
    requires table:   SLOT_TABLE(*pool);
    requires bounds:  \forall integer s; 0 <= s < pool->slots && TIMELY(pool->state[s]) ==> now <= pool->bound[s];
    POOL_BUSY(requires, , *pool)
    assigns pool->free_at;
    ensures size:     FREE_N(pool->free_at) == pool->usable;
    ensures ordered:  FREE_ORDERED(pool->free_at);
    ensures entries:  \forall integer x; FREE_ABOVE(pool->free_at, x)
                        == BusyAbove(pool->state, pool->bound, pool->slots, x) + (now > x ? pool->idle : 0);
*/
static void copy_bounds(struct rtmr_pool *pool, rtmr_ticks now)
{
    //@ ghost rtmr_busy_from(pool, now);
    rtmr_runs_copy_behind(&pool->free_at.runs, &pool->busy, now, pool->idle);
}
#else
/* free_at := when the usable slots become available. O(slots). */
/*@ requires valid:   \valid(pool);
    requires table:   SLOT_TABLE(*pool);
    assigns pool->free_at;
    ensures size:     FREE_N(pool->free_at) == pool->usable;
    ensures ordered:  FREE_ORDERED(pool->free_at);
    ensures entries:  \forall integer x; FREE_ABOVE(pool->free_at, x)
                        == BusyAbove(pool->state, pool->bound, pool->slots, x) + (now > x ? pool->idle : 0);
*/
static void copy_bounds(struct rtmr_pool *pool, rtmr_ticks now)
{
    pool->free_at.heap.n = 0;
    /*@ loop invariant range:   0 <= s <= pool->slots && 0 <= pool->free_at.heap.n <= s;
        loop invariant size:    pool->free_at.heap.n == Idle(pool->state, s) + Busy(pool->state, s);
        loop invariant entries: \forall integer x; Above(pool->free_at.heap.at, pool->free_at.heap.n, x)
                                  == BusyAbove(pool->state, pool->bound, s, x) + (now > x ? Idle(pool->state, s) : 0);
        loop assigns s, pool->free_at.heap.n, pool->free_at.heap.at[0 .. RTMR_SLOTS - 1];
        loop variant pool->slots - s;
    */
    for (int32_t s = 0; s < pool->slots; s++) {
        if (pool->state[s] == RTMR_SLOT_BUSY) {
            rtmr_vector_append(&pool->free_at.heap, pool->bound[s]);
        } else if (pool->state[s] == RTMR_SLOT_IDLE) {
            rtmr_vector_append(&pool->free_at.heap, now);
        }
    }
    rtmr_vector_order(&pool->free_at.heap);
}
#endif

void rtmr_pool_snapshot(struct rtmr_pool *pool, int32_t jobs, rtmr_ticks now) /*@ ghost (int32_t all) */
{
    copy_bounds(pool, now);
    /*@ loop invariant range: 0 <= place <= jobs;
        loop invariant now:   \forall integer p; 0 <= p < place ==> pool->draft[p] == now;
        loop assigns place, pool->draft[0 .. RTMR_JOBS - 1];
        loop variant jobs - place;
    */
    for (int32_t place = 0; place < jobs; place++) {
        pool->draft[place] = now;
    }
    /*@ loop invariant range:   0 <= s <= pool->slots;
        loop invariant now:     \forall integer p; 0 <= p < jobs ==> now <= pool->draft[p] <= 4 * RTMR_TIME_MAX;
        loop invariant running: \forall integer q; 0 <= q < s && TIMELY(pool->state[q]) && pool->place[q] < jobs ==>
                                  pool->bound[q] <= pool->draft[pool->place[q]];
        loop invariant last:    \forall integer p; 0 <= p < jobs ==>
                                  pool->draft[p] == LastBound(now, s, p, pool->state, pool->place, pool->bound);
        loop assigns s, pool->draft[0 .. RTMR_JOBS - 1];
        loop variant pool->slots - s;
    */
    for (int32_t s = 0; s < pool->slots; s++) {
        if (rtmr_slot_timely(pool->state[s]) && pool->place[s] < jobs) {
            pool->draft[pool->place[s]] = rtmr_later(pool->draft[pool->place[s]], pool->bound[s]);
        }
    }
}

#if RTMR_WITH_SLOT_CHANGES
/* The counters of the slot table follow when the slot's state changes to this one. */
/*@ requires valid: \valid(pool);
    requires range: 0 <= slot < pool->slots <= RTMR_SLOTS;
    requires table: SLOT_TABLE(*pool);
    requires due:   DUE_RANGE(*pool);
    POOL_BUSY(requires, , *pool)
    assigns pool->usable, pool->idle, pool->state[slot], DUE_RANGE_OF(*pool) BUSY_ASSIGNED(*pool);
    ensures set:    pool->state[slot] == state;
    ensures table:  SLOT_TABLE(*pool);
    ensures due:    DUE_RANGE(*pool);
    POOL_BUSY(ensures, , *pool)
    ensures tasks:  \forall integer p; TasksOf(pool->state, pool->place, pool->slots, p)
                    == \old(TasksOf(pool->state, pool->place, pool->slots, p))
                       + (pool->place[slot] == p ? (RUNS(state) ? 1 : 0) - (RUNS(\old(pool->state[slot])) ? 1 : 0) : 0);
*/
static void change_state(struct rtmr_pool *pool, int32_t slot, uint8_t state)
{
    //@ ghost rtmr_counts_bounded(pool);
    pool->usable += rtmr_slot_usable(state) - rtmr_slot_usable(pool->state[slot]);
    pool->idle += (state == RTMR_SLOT_IDLE) - (pool->state[slot] == RTMR_SLOT_IDLE);
    rtmr_note_busy(pool, slot, state, pool->bound[slot]);
    pool->state[slot] = state;
    rtmr_due_more(pool, state, pool->bound[slot]);
    /*@ ghost
      /@ loop invariant range: 0 <= m <= pool->slots;
         loop invariant idle:  Idle(pool->state, m) == Idle(\at(pool->state, Pre), m)
           + (m > slot ? (state == RTMR_SLOT_IDLE ? 1 : 0) - (\at(pool->state[slot],
               Pre) == RTMR_SLOT_IDLE ? 1 : 0) : 0);
         loop invariant busy:  Busy(pool->state, m) == Busy(\at(pool->state, Pre), m)
           + (m > slot ? (state == RTMR_SLOT_BUSY ? 1 : 0) - (\at(pool->state[slot],
               Pre) == RTMR_SLOT_BUSY ? 1 : 0) : 0);
         loop invariant above: \forall integer x; BusyAbove(pool->state, pool->bound, m, x)
                               == BusyAbove(\at(pool->state, Pre), pool->bound, m, x)
           + (m > slot && pool->bound[slot] > x ? (state == RTMR_SLOT_BUSY ? 1 : 0)
              - (\at(pool->state[slot], Pre) == RTMR_SLOT_BUSY ? 1 : 0) : 0);
         loop invariant tasks: \forall integer p; TasksOf(pool->state, pool->place, m, p)
                               == TasksOf(\at(pool->state, Pre), pool->place, m, p)
           + (m > slot && pool->place[slot] == p ? (RUNS(state) ? 1 : 0)
              - (RUNS(\at(pool->state[slot], Pre)) ? 1 : 0) : 0);
         loop assigns m;
         loop variant pool->slots - m;
      @/
      for (int32_t m = 0; m < pool->slots; m++) { }
    */
    //@ ghost rtmr_counts_bounded(pool);
}

int32_t rtmr_pool_drop(struct rtmr_pool *pool, int32_t slot, uint8_t state) /*@ ghost (int32_t jobs, rtmr_ticks now) */
{
    int32_t place = -1;

    if (rtmr_slot_runs(pool->state[slot])) {
        //@ ghost rtmr_task_running(pool, slot);
        place = pool->place[slot];
        pool->waiting[place]++;
        rtmr_search_afresh(pool);
    }
    change_state(pool, slot, state);
    return place;
}

void rtmr_pool_steer(struct rtmr_pool *pool, int32_t slot, uint8_t state) /*@ ghost (int32_t jobs, rtmr_ticks now) */
{
    change_state(pool, slot, state);
}

void rtmr_pool_drain_late(struct rtmr_pool *pool, int32_t slot)
/*@ ghost (struct rtmr_ghost_pool \ghost *g, int32_t jobs, int32_t promised, rtmr_ticks now) */
{
    set_slot(pool, slot, RTMR_SLOT_LATE_DRAINING, pool->place[slot], pool->bound[slot])
        /*@ ghost (g, g->position[slot]) */;
}

void rtmr_pool_join(struct rtmr_pool *pool, int32_t slot, rtmr_ticks now)
/*@ ghost (struct rtmr_ghost_pool \ghost *g, int32_t jobs, int32_t promised) */
{
    if (slot == pool->slots) {
        pool->slots++;
    }
    put_slot(pool, slot, RTMR_SLOT_IDLE, 0, now + RTMR_RELEASE_PAD(pool) + RTMR_WAIT_PAD(pool)) /*@ ghost (g, -1) */;
    pool->usable++;
    pool->idle++;
    rtmr_due_more(pool, RTMR_SLOT_IDLE, pool->bound[slot]);
    //@ ghost rtmr_counts_bounded(pool);
    //@ assert soon: NOTICE_PAD(*pool) > 0 ==> DUE_SOON(*pool, now);
    /*@ assert not_yet: NOTICE_PAD(*pool) > 0 ==>
            NotYet(now, RELEASE_PAD(*pool), pool->slots, pool->state, pool->bound, g->plan.tasks, g->plan.open,
                   g->plan.start); */
    /*@ assert in_time: NOTICE_PAD(*pool) > 0 ==>
            ReservedInTime(WAIT_PAD(*pool), pool->slots, pool->idle, g->plan.tasks, g->last, g->plan.open,
                           g->plan.start, pool->state, pool->bound); */
    /*@ assert room: NOTICE_PAD(*pool) > 0 ==>
            RoomInTime(WAIT_PAD(*pool), pool->usable, pool->slots, g->plan.tasks, g->last, g->plan.open, g->plan.least,
                       g->plan.start, g->plan.finish, pool->state, pool->bound, g->position); */
}
#endif
