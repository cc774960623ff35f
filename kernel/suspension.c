#include "suspension.h"

#if RTMR_WITH_PROMISE_CHANGES

#include "job_table.h"
#include "latency.h"
#include "offer.h"

#ifdef __FRAMAC__
#include "proofs/lemmas/demotion.h"
#endif

/* The job at `place` has no promise any more, if it had one; those of the others stand as they are.
 * Returns its place then. O(jobs + slots). */
/*@ requires valid:   \valid(k) && \valid(g);
    STATE_UNNOTED(requires, *k, *g)
    requires range:   0 <= place < k->jobs;
    assigns TABLE_COLUMNS(*k), k->promised, k->plans_from_slots, GHOST_SUSPENDED(*g);
    STATE_UNNOTED(ensures, *k, *g)
    ensures moved:    Suspended(*k, \old(*k), place, \result);
    ensures row:      ROW_KEPT(*k, \result, Pre, \at(place, Pre));
    ensures from_slots: k->plans_from_slots == (place < \old(k->promised) ? 1 : \old(k->plans_from_slots))
                      && k->plans_from_slots != 0;
    ALL_TASKS_STAY(ensures, *k)
    ensures watch:    place < \old(k->promised) ? WATCH_LEFT(*g, place) : g->watched == \old(g->watched);
*/
static int32_t give_up(struct rtmr *k, int32_t place)
/*@ ghost (struct rtmr_ghost \ghost *g) */
{
    if (place >= k->promised) {
        return place;
    }
    //@ ghost struct rtmr before = *k;
    //@ ghost rtmr_plan_forgets(&k->map, &g->map, place, k->promised, k->now);
    //@ ghost rtmr_plan_forgets(&k->reduce, &g->reduce, place, k->promised, k->now);
    /*@ assert release: \forall integer i; 0 <= i < g->reduce.plan.tasks && g->reduce.plan.open[i] != 0 ==>
            before.map.end[STOOD_WITH(g->reduce.plan.job[i], place)] <= g->reduce.plan.start[i]; */
    k->plans_from_slots = 1;
    const int32_t to = rtmr_table_flag(k, place) /*@ ghost (g) */;
    /*@ assert ends: \forall integer p; 0 <= p < k->promised ==>
            k->map.end[p] == before.map.end[STOOD_WITH(p, place)]; */
    //@ ghost rtmr_plan_without(&k->map, &before.map, &g->map, place, to, before.promised, k->jobs, k->now);
    //@ ghost rtmr_plan_without(&k->reduce, &before.reduce, &g->reduce, place, to, before.promised, k->jobs, k->now);
    //@ ghost rtmr_demoted(k, &before, place, to);
    return to;
}

/* The job at `place` has no promise any more. Returns its place then. O(jobs + slots). */
/*@ requires valid:   \valid(k) && \valid(g);
    requires state:   State(*k, *g);
    requires range:   0 <= place < k->promised;
    assigns SUSPENDED(*k), GHOST_SUSPENDED(*g);
    ensures state:    State(*k, *g);
    ensures moved:    Suspended(*k, \old(*k), place, \result);
    ensures slots:    OTHER_SLOTS(k->map, -1) && OTHER_SLOTS(k->reduce, -1);
    WAITS_KEPT(ensures, \true, *k)
    ALL_TASKS_STAY(ensures, *k)
    ensures plans:    k->plans_from_slots == 1;
    ensures watch:    WATCH_LEFT(*g, place);
*/
static int32_t suspend(struct rtmr *k, int32_t place)
/*@ ghost (struct rtmr_ghost \ghost *g) */
{
    //@ ghost struct rtmr before = *k;
    //@ ghost rtmr_state_unfold(k, g);
    const int32_t to = give_up(k, place) /*@ ghost (g) */;
    //@ ghost struct rtmr done = *k;
    //@ ghost rtmr_unnoted_fold(k, g);
    rtmr_note_offers(k) /*@ ghost (g) */;
    //@ ghost rtmr_demotion_noted(k, &done, &before, place, to);
    return to;
}

enum rtmr_status rtmr_suspend_promise(struct rtmr *k, rtmr_handle job)
/*@ ghost (struct rtmr_ghost \ghost *g) */
{
    //@ ghost rtmr_state_ranges(k, g);
    const int32_t place = rtmr_table_find(k, job);

    if (place < 0) {
        return RTMR_E_HANDLE;
    }
    if (place < k->promised) {
        //@ ghost struct rtmr before = *k;
        const int32_t to = suspend(k, place) /*@ ghost (g) */;
        //@ ghost rtmr_state_ranges(k, g);
        (void)to;
        //@ assert own: k->promised <= to < k->jobs && k->handle[to] == job;
    } else {
        //@ assert stays: Suspended(*k, *k, place, place);
    }
    return RTMR_OK;
}

/* The waiting tasks of the job at `place`, which has no promise, vanish from the stage. O(1). */
/*@ requires valid:   \valid(pool) && \valid(g);
    requires range:   0 <= promised <= place < jobs <= RTMR_JOBS;
    POOL_STATE(requires, , *pool, *g, jobs, promised, now)
    assigns pool->waiting[place], pool->unfinished[place], pool->tasks, CURSOR_OF(*pool);
    POOL_STATE(ensures, , *pool, *g, jobs, promised, now)
    ensures dropped:  pool->waiting[place] == 0
                      && pool->unfinished[place] == \old(pool->unfinished[place]) - \old(pool->waiting[place]);
    ensures afresh:   pool->first == 0;
*/
static void drop_waiting(struct rtmr_pool *pool, int32_t place)
/*@ ghost (struct rtmr_ghost_pool \ghost *g, int32_t jobs, int32_t promised, rtmr_ticks now) */
{
    const int32_t dropped = pool->waiting[place];

    pool->tasks -= dropped;
    pool->unfinished[place] -= dropped;
    pool->waiting[place] = 0;
    rtmr_search_afresh(pool);
    /*@ ghost
      /@ loop invariant range: 0 <= m <= jobs;
         loop invariant sum:   Sum(pool->unfinished, m)
                               == Sum(\at(pool->unfinished, Pre), m) - (m > place ? dropped : 0);
         loop invariant some:  0 <= Sum(pool->unfinished, m);
         loop assigns m;
         loop variant jobs - m;
      @/
      for (int32_t m = 0; m < jobs; m++) { }
    */
}

/* The job at `place`, of which tasks run, has no promise any more and nothing that waits. Returns
 * its place then. O(jobs + slots). */
/*@ requires valid:   \valid(k) && \valid(g);
    STATE_UNNOTED(requires, *k, *g)
    requires range:   0 <= place < k->jobs;
    requires runs:    !NOTHING_RUNS(*k, place);
    assigns TABLE_COLUMNS(*k), k->map.tasks, k->reduce.tasks, k->promised, k->plans_from_slots, GHOST_SUSPENDED(*g);
    STATE_UNNOTED(ensures, *k, *g)
    ensures aborted:  Aborted(*k, \old(*k), place, \result);
    ensures plans:    k->plans_from_slots == (place < \old(k->promised) ? 1 : \old(k->plans_from_slots));
    ALL_TASKS_STAY(ensures, *k)
    ensures watch:    place < \old(k->promised) ? WATCH_LEFT(*g, place) : g->watched == \old(g->watched);
*/
static int32_t drop_job(struct rtmr *k, int32_t place)
/*@ ghost (struct rtmr_ghost \ghost *g) */
{
    const int32_t to = give_up(k, place) /*@ ghost (g) */;

    drop_waiting(&k->map, to) /*@ ghost (&g->map, k->jobs, k->promised, k->now) */;
    drop_waiting(&k->reduce, to) /*@ ghost (&g->reduce, k->jobs, k->promised, k->now) */;
    k->reduce.ready[to] = k->map.unfinished[to] == 0;
    return to;
}

/* The same with what slots owe. */
/*@ requires valid:   \valid(k) && \valid(g);
    requires state:   State(*k, *g);
    requires range:   0 <= place < k->jobs;
    requires runs:    !NOTHING_RUNS(*k, place);
    assigns ABORTED(*k), GHOST_ABORTED(*g);
    ensures state:    State(*k, *g);
    ensures aborted:  Aborted(*k, \old(*k), place, \result);
    ensures slots:    OTHER_SLOTS(k->map, -1) && OTHER_SLOTS(k->reduce, -1);
    WAITS_KEPT(ensures, \true, *k)
    ALL_TASKS_STAY(ensures, *k)
    ensures plans:    k->plans_from_slots == (place < \old(k->promised) ? 1 : \old(k->plans_from_slots));
    ensures remembered: MemorySame(MAP_MEMORY(*k), \old(MAP_MEMORY(*k)))
                      && MemorySame(REDUCE_MEMORY(*k), \old(REDUCE_MEMORY(*k)));
    ensures kept:     \old(g->watched) >= 0 && g->watched < 0 ==> \old(g->watched) == place;
    ensures none:     \old(g->watched) == -1 ==> g->watched == -1;
*/
static int32_t abort_running(struct rtmr *k, int32_t place)
/*@ ghost (struct rtmr_ghost \ghost *g) */
{
    //@ ghost struct rtmr before = *k;
    //@ ghost rtmr_state_unfold(k, g);
    const int32_t to = drop_job(k, place) /*@ ghost (g) */;
    //@ ghost struct rtmr done = *k;
    //@ ghost rtmr_unnoted_fold(k, g);
    rtmr_note_offers(k) /*@ ghost (g) */;
    //@ ghost rtmr_demotion_noted(k, &done, &before, place, to);
    return to;
}

/* The job at `place`, of which nothing runs, is gone. O(jobs + slots). */
/*@ requires valid:   \valid(k) && \valid(g);
    requires state:   State(*k, *g);
    requires range:   0 <= place < k->jobs;
    requires quiet:   NOTHING_RUNS(*k, place);
    assigns ABORTED(*k), GHOST_ABORTED(*g);
    ensures state:    State(*k, *g);
    ensures gone:     AbortedAtOnce(*k, \old(*k), place);
    ensures slots:    OTHER_SLOTS(k->map, -1) && OTHER_SLOTS(k->reduce, -1);
    WAITS_KEPT(ensures, \true, *k)
    ALL_TASKS_STAY(ensures, *k)
    ensures plans:    PLANS_KEPT(*k, \old(k->jobs), \old(k->plans_from_slots));
    ensures remembered: \old(k->plans_from_slots) == 0 ==> STAGE_LEFT(*k, place, MAP_MEMORY(*k), \old(MAP_MEMORY(*k)))
                      && STAGE_LEFT(*k, place, REDUCE_MEMORY(*k), \old(REDUCE_MEMORY(*k)));
    ensures kept:     \old(g->watched) >= 0 && g->watched < 0 ==> \old(g->watched) == place;
    ensures none:     \old(g->watched) == -1 ==> g->watched == -1;
*/
static void abort_waiting(struct rtmr *k, int32_t place)
/*@ ghost (struct rtmr_ghost \ghost *g) */
{
    //@ ghost struct rtmr before = *k;
    //@ ghost rtmr_state_unfold(k, g);
    rtmr_table_remove(k, place) /*@ ghost (g) */;
    //@ ghost struct rtmr done = *k;
    //@ ghost rtmr_rows_left(k, &before, place);
    //@ ghost rtmr_unnoted_fold(k, g);
    rtmr_note_offers(k) /*@ ghost (g) */;
    //@ ghost rtmr_departure_noted(k, &done, &before, place);
}

enum rtmr_status rtmr_abort_job(struct rtmr *k, rtmr_handle job)
/*@ ghost (struct rtmr_ghost \ghost *g) */
{
    //@ ghost rtmr_state_ranges(k, g);
    const int32_t place = rtmr_table_find(k, job);

    if (place < 0) {
        return RTMR_E_HANDLE;
    }
    //@ ghost struct rtmr before = *k;
    if (k->map.waiting[place] == k->map.unfinished[place] && k->reduce.waiting[place] == k->reduce.unfinished[place]) {
        abort_waiting(k, place) /*@ ghost (g) */;
        //@ ghost rtmr_gone_by_name(k, &before, place);
        //@ ghost rtmr_state_ranges(k, g);
    } else {
        const int32_t to = abort_running(k, place) /*@ ghost (g) */;
        //@ ghost rtmr_state_ranges(k, g);
        (void)to;
        //@ assert own: k->promised <= to < k->jobs && k->handle[to] == job;
    }
    return RTMR_OK;
}

#endif
