#include "clock.h"

#include "latency.h"
#include "latency_pads.h"
#include "offer.h"
#include "recovery.h"
#include "slot_pool.h"
#include "slot_state.h"

/* Flags the jobs whose tasks have just been found late. */
/*@ requires valid:   \valid(k) && \valid(alarm) && \valid(g) && \valid_read(found);
    TABLE(requires, *k, 0)
    WATCHED(requires, *k, *g)
    requires alarm:   0 <= alarm->flagged_jobs <= RTMR_JOBS - k->promised;
    requires order:   Reordered(*k, *found, g->order.from, -1, -1);
    requires begun:   k->promised == found->promised && \forall integer p; 0 <= p < k->jobs ==> g->order.from[p] == p;
    requires ends:    k->reduce.end == found->reduce.end;
    assigns TABLE_COLUMNS(*k), k->promised, alarm->flagged_jobs, g->watched, g->order;
    TABLE(ensures, *k, 0)
    WATCHED(ensures, *k, *g)
    BOTH_STAGES(ensures, late_flagged, LATE_FLAGGED, *k, k->promised)
    ensures fewer:    k->promised <= \old(k->promised);
    ensures alarm:    alarm->flagged_jobs + k->promised == \old(alarm->flagged_jobs + k->promised);
    ensures no_job:   \old(g->watched) == -1 ==> g->watched == -1;
    ensures reached:  \old(g->watched) >= 0 && g->watched < 0 ==>
                      RUNS_LATE(k->map, g->job.map) || RUNS_LATE(k->reduce, g->job.reduce);
    ensures order:    Reordered(*k, *found, g->order.from, -1, -1);
    ensures at_once:  LateOnly(*k, *found, g->order.from);
    ensures none_late: \old(LATE_FLAGGED(k->map, k->promised) && LATE_FLAGGED(k->reduce, k->promised)) ==>
                      k->promised == \old(k->promised);
    ensures ends:     EndsFrom(0, k->jobs, k->reduce.end, found->reduce.end, g->order.from);
*/
static void flag_late_jobs(struct rtmr *k, struct rtmr_alarm *alarm)
/*@ ghost (struct rtmr_ghost \ghost *g, const struct rtmr \ghost *found) */
{
    /*@ TABLE(invariant, *k, 0)
        WATCHED(invariant, *k, *g)
        loop invariant range:   0 <= s <= k->map.slots;
        loop invariant alarm:   alarm->flagged_jobs + k->promised == \at(alarm->flagged_jobs + k->promised, Pre)
                                && 0 <= alarm->flagged_jobs <= RTMR_JOBS - k->promised
                                && k->promised <= \at(k->promised, Pre);
        loop invariant map_late_flagged: LateFlagged(s, k->promised, k->map.state, k->map.place);
        loop invariant no_job:  \at(g->watched, Pre) == -1 ==> g->watched == -1;
        loop invariant reached: \at(g->watched, Pre) >= 0 && g->watched < 0 ==>
                                RUNS_LATE(k->map, g->job.map) || RUNS_LATE(k->reduce, g->job.reduce);
        loop invariant order:   Reordered(*k, *found, g->order.from, -1, -1);
        loop invariant late_only: FlaggedLate(*k, *found, g->order.from);
        loop invariant none_late: \at(LATE_FLAGGED(k->map, k->promised), Pre)
                                && \at(LATE_FLAGGED(k->reduce, k->promised), Pre) ==>
                                k->promised == \at(k->promised, Pre)
                                && LATE_FLAGGED(k->map, k->promised) && LATE_FLAGGED(k->reduce, k->promised);
        loop invariant ends:    EndsFrom(0, k->jobs, k->reduce.end, found->reduce.end, g->order.from);
        loop assigns s, TABLE_COLUMNS(*k), k->promised, alarm->flagged_jobs, g->watched, g->order;
        loop variant k->map.slots - s;
    */
    for (int32_t s = 0; s < k->map.slots; s++) {
        if (rtmr_slot_late(k->map.state[s])) {
            (void)rtmr_flag(k, k->map.place[s], alarm) /*@ ghost (g, found) */;
            //@ assert map_late_flagged: LateFlagged(s + 1, k->promised, k->map.state, k->map.place);
        }
    }
    /*@ TABLE(invariant, *k, 0)
        WATCHED(invariant, *k, *g)
        loop invariant range:   0 <= s <= k->reduce.slots;
        loop invariant alarm:   alarm->flagged_jobs + k->promised == \at(alarm->flagged_jobs + k->promised, Pre)
                                && 0 <= alarm->flagged_jobs <= RTMR_JOBS - k->promised
                                && k->promised <= \at(k->promised, Pre);
        loop invariant map_late_flagged: LATE_FLAGGED(k->map, k->promised);
        loop invariant reduce_late_flagged: LateFlagged(s, k->promised, k->reduce.state, k->reduce.place);
        loop invariant no_job:  \at(g->watched, Pre) == -1 ==> g->watched == -1;
        loop invariant reached: \at(g->watched, Pre) >= 0 && g->watched < 0 ==>
                                RUNS_LATE(k->map, g->job.map) || RUNS_LATE(k->reduce, g->job.reduce);
        loop invariant order:   Reordered(*k, *found, g->order.from, -1, -1);
        loop invariant late_only: FlaggedLate(*k, *found, g->order.from);
        loop invariant none_late: \at(LATE_FLAGGED(k->map, k->promised), Pre)
                                && \at(LATE_FLAGGED(k->reduce, k->promised), Pre) ==>
                                k->promised == \at(k->promised, Pre)
                                && LATE_FLAGGED(k->map, k->promised) && LATE_FLAGGED(k->reduce, k->promised);
        loop invariant ends:    EndsFrom(0, k->jobs, k->reduce.end, found->reduce.end, g->order.from);
        loop assigns s, TABLE_COLUMNS(*k), k->promised, alarm->flagged_jobs, g->watched, g->order;
        loop variant k->reduce.slots - s;
    */
    for (int32_t s = 0; s < k->reduce.slots; s++) {
        if (rtmr_slot_late(k->reduce.state[s])) {
            (void)rtmr_flag(k, k->reduce.place[s], alarm) /*@ ghost (g, found) */;
            //@ assert reduce_late_flagged: LateFlagged(s + 1, k->promised, k->reduce.state, k->reduce.place);
        }
    }
}

/* Nonzero if, by `to`, an idle slot has let a promised job wait longer than the latency allows
 * (E2). */
/*@ requires valid:    \valid(pool) && \valid(g);
    TOGETHER(requires, given,
             CLAUSE(conjunct, table, SLOT_TABLE(*pool))
             CLAUSE(conjunct, due, DUE_RANGE(*pool))
             CLAUSE(conjunct, counts, JOB_COUNTS(*pool, promised))
             CLAUSE(conjunct, shape, PLAN_SHAPE(*pool, *g, promised))
             CLAUSE(conjunct, range, 0 <= promised <= RTMR_JOBS && 0 <= NOTICE_PAD(*pool))
             CLAUSE(conjunct, cursor, CURSOR(*pool, RTMR_JOBS))
             CLAUSE(conjunct, found, FOUND(*pool, promised))
             CLAUSE(conjunct, announced, ANNOUNCED(*pool, promised)))
    assigns DUE_FIRST_OF(*pool);
    ensures due:       DUE_RANGE(*pool);
    ensures waited:    \result != 0 <==> WAITED(*pool, promised, to);
    ensures punctual:  \result == 0 ==> PUNCTUAL(*pool, *g, promised, to);
*/
static int32_t let_wait(struct rtmr_pool *pool, int32_t promised, rtmr_ticks to)
/*@ ghost (struct rtmr_ghost_pool \ghost *g) */
{
    const int32_t place = rtmr_offer_place(pool, promised) /*@ ghost (g, promised) */;

    if (place < 0) {
        return 0;
    }
    //@ assert offered: OFFER(*pool, promised, place);
#if RTMR_WITH_LATENCY
    return pool->notice_pad == 0 || rtmr_due_passed(pool, to);
#else
    (void)to;
    return 1;
#endif
}

/* Nothing is over its bound and nothing was left waiting: the promise stands at `to`. */
/*@ requires valid:   \valid(k) && \valid(g);
    STATE(requires, *k, *g)
    requires range:   k->now <= to <= RTMR_TIME_MAX;
    requires in_time: !OVERRUN(k->map, to) && !OVERRUN(k->reduce, to);
    requires served:  to > k->now ==>
                      PUNCTUAL(k->map, g->map, k->promised, to) && PUNCTUAL(k->reduce, g->reduce, k->promised, to);
    assigns k->now;
    ensures state:    State(*k, *g);
    ensures moved:    k->now == to;
*/
static void let_pass(struct rtmr *k, rtmr_ticks to) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    //@ ghost if (to > k->now) rtmr_both_pass(k, g, to);
    k->now = to;
    //@ ghost rtmr_state_fold(k, g);
}

void rtmr_react(struct rtmr *k, rtmr_ticks to, struct rtmr_alarm *alarm) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    //@ ghost struct rtmr found = *k;
    //@ ghost rtmr_order_begins(k, &g->order);
    const int32_t map_tasks = rtmr_pool_mark_overruns(&k->map, to) /*@ ghost (&g->map, k->jobs, k->now) */;
    const int32_t reduce_tasks = rtmr_pool_mark_overruns(&k->reduce, to) /*@ ghost (&g->reduce, k->jobs, k->now) */;

    //@ assert maps: SlotsFrom(k->map, found.map, g->order.from);
    //@ assert reduces: SlotsFrom(k->reduce, found.reduce, g->order.from);
    //@ assert map_in_time: NONE_OVERDUE(found, to) ==> LATE_FLAGGED(k->map, k->promised);
    //@ assert reduce_in_time: NONE_OVERDUE(found, to) ==> LATE_FLAGGED(k->reduce, k->promised);
    alarm->overrun_tasks = map_tasks + reduce_tasks;
    k->now = to;
    flag_late_jobs(k, alarm) /*@ ghost (g, &found) */;
    rtmr_recover(k, -1, alarm) /*@ ghost (g, &found) */;
    //@ ghost struct rtmr recovered = *k;
    //@ ghost rtmr_unnoted_fold(k, g);
    rtmr_note_offers(k) /*@ ghost (g) */;
    //@ ghost rtmr_order_kept(k, &recovered, &found, &g->order);
    //@ ghost rtmr_recovery_kept(k, &recovered, &found, g);
}

/* Which rule, if any, is broken when the clock moves to `to`. */
/*@ requires valid:   \valid(k) && \valid(g);
    requires range:   0 <= k->now <= to <= RTMR_TIME_MAX && 0 <= k->promised <= k->jobs <= RTMR_JOBS
                      && 0 <= NOTICE_PAD(k->map) && 0 <= NOTICE_PAD(k->reduce);
    requires announced: ANNOUNCED(k->map, k->promised) && ANNOUNCED(k->reduce, k->promised);
    BOTH_STAGES(requires, due, DUE_RANGE, *k)
    requires map_table: SLOT_TABLE(k->map);
    requires map_counts: JOB_COUNTS(k->map, k->jobs);
    requires map_shape: PLAN_SHAPE(k->map, g->map, k->promised);
    requires map_slot_bounds: SLOT_BOUNDS(k->map, 0, k->now);
    requires reduce_table: SLOT_TABLE(k->reduce);
    requires reduce_counts: JOB_COUNTS(k->reduce, k->jobs);
    requires reduce_shape: PLAN_SHAPE(k->reduce, g->reduce, k->promised);
    requires reduce_slot_bounds: SLOT_BOUNDS(k->reduce, 0, k->now);
    BOTH_STAGES(requires, cursor, CURSOR, *k, k->jobs)
    BOTH_STAGES(requires, found, FOUND, *k, k->jobs)
    assigns k->map.soonest, k->reduce.soonest, DUE_FIRST_OF(k->map), DUE_FIRST_OF(k->reduce);
    BOTH_STAGES(ensures, due, DUE_RANGE, *k)
    ensures overrun:  \result == RTMR_VIOLATION_OVERRUN <==> OVERRUN(k->map, to) || OVERRUN(k->reduce, to);
    ensures waiting:  \result == RTMR_VIOLATION_WAITING <==> !(OVERRUN(k->map, to) || OVERRUN(k->reduce, to))
                      && to > k->now && (WAITED(k->map, k->promised, to) || WAITED(k->reduce, k->promised, to));
    ensures status:   \result == RTMR_OK || \result == RTMR_VIOLATION_OVERRUN || \result == RTMR_VIOLATION_WAITING;
    ensures served:   \result == RTMR_OK && to > k->now ==>
                      PUNCTUAL(k->map, g->map, k->promised, to) && PUNCTUAL(k->reduce, g->reduce, k->promised, to);
    BOTH_STAGES(ensures, slot_bounds, SLOT_BOUNDS_SOONEST, *k)
*/
static enum rtmr_status judge(struct rtmr *k, rtmr_ticks to) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    const int32_t map_waited = let_wait(&k->map, k->promised, to) /*@ ghost (&g->map) */;
    const int32_t reduce_waited = let_wait(&k->reduce, k->promised, to) /*@ ghost (&g->reduce) */;
    const int32_t map_overrun = rtmr_pool_overrun(&k->map, to);
    const int32_t reduce_overrun = rtmr_pool_overrun(&k->reduce, to);

    if (map_overrun || reduce_overrun) {
        return RTMR_VIOLATION_OVERRUN;
    }
    return to > k->now && (map_waited || reduce_waited) ? RTMR_VIOLATION_WAITING : RTMR_OK;
}

enum rtmr_status rtmr_move_clock(struct rtmr *k, rtmr_ticks to, struct rtmr_alarm *alarm)
/*@ ghost (struct rtmr_ghost \ghost *g) */
{
    if (to < k->now) {
        return RTMR_E_TIME_BACK;
    }
    if (to > RTMR_TIME_MAX) {
        return RTMR_E_TIME_MAX;
    }
    //@ ghost struct rtmr found = *k;
    //@ ghost rtmr_state_unfold(k, g);
    const enum rtmr_status status = judge(k, to) /*@ ghost (g) */;

    alarm->overrun_tasks = 0;
    alarm->flagged_jobs = 0;
    if (status == RTMR_OK) {
        let_pass(k, to) /*@ ghost (g) */;
    } else {
        //@ ghost struct rtmr judged = *k;
        rtmr_react(k, to, alarm) /*@ ghost (g) */;
        //@ ghost rtmr_order_lost(k, &judged, &found, &g->order, -1, -1);
        //@ ghost rtmr_recovery_lost(k, &judged, &found, g, -1, -1);
        //@ assert in_time: status == RTMR_VIOLATION_WAITING ==> NONE_OVERDUE(judged, to);
    }
    return status;
}
