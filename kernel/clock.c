#include "clock.h"

#include "admission.h"
#include "dispatch.h"
#include "job_plan.h"
#include "job_table.h"
#include "latency.h"
#include "slot_pool.h"

void rtmr_flag(struct rtmr *k, int32_t place, struct rtmr_alarm *alarm) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    if (place < k->promised) {
        rtmr_table_flag(k, place) /*@ ghost (g) */;
        alarm->flagged_jobs++;
    }
}

/* Plans all promised jobs from the slot table. */
/*@ requires valid:   \valid(k) && \valid(outlook) && \valid(g);
    TABLE(requires, *k, 0)
    requires mlate:   LATE_FLAGGED(k->map, k->promised);
    requires rlate:   LATE_FLAGGED(k->reduce, k->promised);
    requires projects: k->projects != 0;
    requires plans:   g->map.plan.first[0] == 0 && g->reduce.plan.first[0] == 0;
    assigns SCRATCH(*k), *outlook, GHOST_SCRATCH(*g);
    ensures late:     outlook->late == g->trial.late && -1 <= outlook->late < k->promised;
    ensures alone:    g->trial.place == k->promised && g->trial.candidate.map.waiting == 0 && g->trial.candidate.reduce.waiting == 0;
    VERDICT(ensures, found_, \true, \old(*k), g->trial, RTMR_TIME_MAX)
    ALL_PLANNED(ensures, outlook->late == -1, *k, *g)
*/
static void plan_promised(struct rtmr *k, struct rtmr_outlook *outlook) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    struct rtmr_row none;

    //@ ghost rtmr_waiting_grows(&k->map, k->jobs);
    //@ ghost rtmr_waiting_grows(&k->reduce, k->jobs);
    rtmr_no_candidate(&none);
    rtmr_project(k) /*@ ghost (g) */;
    rtmr_plan_jobs(k, 0, k->promised, &none, outlook) /*@ ghost (g) */;
    //@ assert jobs: JOBS_DRAFTED(*k, g->map.draft, g->reduce.draft, 0, k->promised, none, g->planned);
    //@ ghost rtmr_keep_trial(g, k->promised, &none, outlook->late);
}

/* Plans all promised jobs from the slot table; the first that would miss its deadline, if any, is flagged, and goes to the end of
 * the table. Returns nonzero if one was. */
/*@ requires valid:   \valid(k) && \valid(alarm) && \valid(g);
    TABLE(requires, *k, 0)
    WATCHED(requires, *k, *g)
    requires mlate:   LATE_FLAGGED(k->map, k->promised);
    requires rlate:   LATE_FLAGGED(k->reduce, k->promised);
    requires alarm:   0 <= alarm->flagged_jobs <= RTMR_JOBS - k->promised;
    requires projects: k->projects != 0;
    requires plans:   g->map.plan.first[0] == 0 && g->reduce.plan.first[0] == 0;
    assigns TABLE_COLUMNS(*k), k->promised, SCRATCH(*k), alarm->flagged_jobs, GHOST_SCRATCH(*g), g->watched;
    TABLE(ensures, *k, 0)
    WATCHED(ensures, *k, *g)
    ensures mlate:    LATE_FLAGGED(k->map, k->promised);
    ensures rlate:    LATE_FLAGGED(k->reduce, k->promised);
    ensures alarm:    alarm->flagged_jobs + k->promised == \old(alarm->flagged_jobs + k->promised);
    ensures fewer:    k->promised == \old(k->promised) - (\result != 0 ? 1 : 0);
    ensures nobody:   \old(g->watched) == -1 ==> g->watched == -1;
    ensures needed:   \result != 0 ==> 0 <= g->trial.late < \old(k->promised) && g->trial.place == \old(k->promised)
                      && k->handle[k->jobs - 1] == \old(k->handle)[g->trial.late];
    VERDICT(ensures, needed_, \result != 0, \old(*k), g->trial, RTMR_TIME_MAX)
    ALL_PLANNED(ensures, \result == 0, *k, *g)
*/
static int32_t flag_first_late(struct rtmr *k, struct rtmr_alarm *alarm) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    struct rtmr_outlook outlook;

    plan_promised(k, &outlook) /*@ ghost (g) */;
    if (outlook.late < 0) {
        return 0;
    }
    k->reduce.end[outlook.late] = outlook.late_end;
    rtmr_flag(k, outlook.late, alarm) /*@ ghost (g) */;
    return 1;
}

void rtmr_recover(struct rtmr *k, struct rtmr_alarm *alarm) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    int32_t flagged = 1;

    k->projects = 1;
    rtmr_pool_restart_waits(&k->map);
    rtmr_pool_restart_waits(&k->reduce);
    //@ ghost rtmr_forget_plan(&k->map, &g->map);
    //@ ghost rtmr_forget_plan(&k->reduce, &g->reduce);
    /*@ TABLE(invariant, *k, 0)
        WATCHED(invariant, *k, *g)
        loop invariant mlate:   LATE_FLAGGED(k->map, k->promised);
        loop invariant rlate:   LATE_FLAGGED(k->reduce, k->promised);
        loop invariant alarm:   alarm->flagged_jobs + k->promised == \at(alarm->flagged_jobs + k->promised, Pre)
                                && 0 <= alarm->flagged_jobs <= RTMR_JOBS - k->promised;
        loop invariant nobody:  \at(g->watched, Pre) == -1 ==> g->watched == -1;
        ALL_PLANNED(loop invariant, flagged == 0, *k, *g)
        loop assigns flagged, TABLE_COLUMNS(*k), k->promised, SCRATCH(*k), alarm->flagged_jobs, GHOST_SCRATCH(*g), g->watched;
        loop variant k->promised + (flagged != 0 ? 1 : 0);
    */
    while (flagged) {
        flagged = flag_first_late(k, alarm) /*@ ghost (g) */;
    }
    rtmr_adopt(k);
    //@ ghost rtmr_waiting_grows(&k->map, k->jobs);
    //@ ghost rtmr_waiting_grows(&k->reduce, k->jobs);
    //@ ghost struct rtmr_ghost_kept map_kept;
    //@ ghost struct rtmr_ghost_kept reduce_kept;
    //@ ghost rtmr_adopt_behind(&k->map, &k->map_memory, &g->map, &map_kept, 0, k->promised, k->now);
    //@ ghost rtmr_adopt_behind(&k->reduce, &k->reduce_memory, &g->reduce, &reduce_kept, 0, k->promised, k->now);
}

/* Flags the jobs whose tasks have just been found late. */
/*@ requires valid:   \valid(k) && \valid(alarm) && \valid(g);
    TABLE(requires, *k, 0)
    WATCHED(requires, *k, *g)
    requires alarm:   0 <= alarm->flagged_jobs <= RTMR_JOBS - k->promised;
    assigns TABLE_COLUMNS(*k), k->promised, alarm->flagged_jobs, g->watched;
    TABLE(ensures, *k, 0)
    WATCHED(ensures, *k, *g)
    ensures mlate:    LATE_FLAGGED(k->map, k->promised);
    ensures rlate:    LATE_FLAGGED(k->reduce, k->promised);
    ensures fewer:    k->promised <= \old(k->promised);
    ensures alarm:    alarm->flagged_jobs + k->promised == \old(alarm->flagged_jobs + k->promised);
    ensures nobody:   \old(g->watched) == -1 ==> g->watched == -1;
*/
static void flag_late_jobs(struct rtmr *k, struct rtmr_alarm *alarm) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    /*@ TABLE(invariant, *k, 0)
        WATCHED(invariant, *k, *g)
        loop invariant range:   0 <= s <= k->map.slots;
        loop invariant alarm:   alarm->flagged_jobs + k->promised == \at(alarm->flagged_jobs + k->promised, Pre)
                                && 0 <= alarm->flagged_jobs <= RTMR_JOBS - k->promised && k->promised <= \at(k->promised, Pre);
        loop invariant mlate:   LateFlagged(s, k->promised, k->map.state, k->map.place);
        loop invariant nobody:  \at(g->watched, Pre) == -1 ==> g->watched == -1;
        loop assigns s, TABLE_COLUMNS(*k), k->promised, alarm->flagged_jobs, g->watched;
        loop variant k->map.slots - s;
    */
    for (int32_t s = 0; s < k->map.slots; s++) {
        if (k->map.state[s] == RTMR_SLOT_LATE) {
            rtmr_flag(k, k->map.place[s], alarm) /*@ ghost (g) */;
        }
    }
    /*@ TABLE(invariant, *k, 0)
        WATCHED(invariant, *k, *g)
        loop invariant range:   0 <= s <= k->reduce.slots;
        loop invariant alarm:   alarm->flagged_jobs + k->promised == \at(alarm->flagged_jobs + k->promised, Pre)
                                && 0 <= alarm->flagged_jobs <= RTMR_JOBS - k->promised && k->promised <= \at(k->promised, Pre);
        loop invariant mlate:   LATE_FLAGGED(k->map, k->promised);
        loop invariant rlate:   LateFlagged(s, k->promised, k->reduce.state, k->reduce.place);
        loop invariant nobody:  \at(g->watched, Pre) == -1 ==> g->watched == -1;
        loop assigns s, TABLE_COLUMNS(*k), k->promised, alarm->flagged_jobs, g->watched;
        loop variant k->reduce.slots - s;
    */
    for (int32_t s = 0; s < k->reduce.slots; s++) {
        if (k->reduce.state[s] == RTMR_SLOT_LATE) {
            rtmr_flag(k, k->reduce.place[s], alarm) /*@ ghost (g) */;
        }
    }
}

/* Nonzero if, by `to`, an idle slot has let an offer wait longer than the latency allows (E2). */
/*@ requires valid:    \valid_read(pool) && \valid(g);
    requires table:    SLOT_TABLE(*pool);
    requires counts:   JOB_COUNTS(*pool, jobs);
    requires shape:    PLAN_SHAPE(*pool, *g, promised);
    requires range:    0 <= promised <= jobs <= RTMR_JOBS;
    assigns \nothing;
    ensures offered:   \result != 0 ==> OFFERS(*pool, jobs);
    ensures instant:   latency == 0 && OFFERS(*pool, jobs) ==> \result != 0;
    ensures quiet:     latency == 0 && \result == 0 ==> QUIET(*pool, *g, promised);
*/
static int32_t let_wait(const struct rtmr_pool *pool, int32_t jobs, rtmr_ticks latency, rtmr_ticks to)
    /*@ ghost (struct rtmr_ghost_pool \ghost *g, int32_t promised) */
{
    const int32_t place = rtmr_offer_place(pool, jobs) /*@ ghost (g, promised) */;

    if (place < 0) {
        return 0;
    }
    //@ assert offered: OFFER(*pool, jobs, place);
    if (latency == 0) {
        return 1;
    }
    /*@ loop invariant range: 0 <= s <= pool->slots;
        loop assigns s;
        loop variant pool->slots - s;
    */
    for (int32_t s = 0; s < pool->slots; s++) {
        if (pool->state[s] == RTMR_SLOT_IDLE && pool->bound[s] < to) {
            return 1;
        }
    }
    return 0;
}

/* Nothing is over its bound and nothing was left waiting: the promise stands at `to`. */
/*@ requires valid:   \valid(k) && \valid(g);
    STATE(requires, *k, *g)
    requires range:   k->now <= to <= RTMR_TIME_MAX;
    requires in_time: !OVERRUN(k->map, to) && !OVERRUN(k->reduce, to);
    requires served:  to > k->now ==> QUIET(k->map, g->map, k->promised) && QUIET(k->reduce, g->reduce, k->promised);
    assigns k->now;
    ensures state:    State(*k, *g);
    ensures moved:    k->now == to;
*/
static void let_pass(struct rtmr *k, rtmr_ticks to) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    //@ ghost if (to > k->now) rtmr_both_pass(k, g, to);
    k->now = to;
    //@ ghost rtmr_state_whole(k, g);
}

/* A rule was broken by `to`: what it reaches is flagged, the rest is promised anew. */
/*@ requires valid:   \valid(k) && \valid(alarm) && \valid(g);
    STATE(requires, *k, *g)
    requires range:   k->now <= to <= RTMR_TIME_MAX;
    requires silent:  alarm->overrun_tasks == 0 && alarm->flagged_jobs == 0;
    assigns k->now, RECOVERED(*k), k->map.state[0 .. RTMR_SLOTS - 1], k->reduce.state[0 .. RTMR_SLOTS - 1], k->map.usable, k->reduce.usable,
            *alarm, GHOST_RECOVERED(*g);
    ensures state:    State(*k, *g);
    ensures moved:    k->now == to;
    ensures jobs:     k->promised == \old(k->promised) - alarm->flagged_jobs;
    ensures none:     !\old(OVERRUN(k->map, to) || OVERRUN(k->reduce, to)) ==> alarm->overrun_tasks == 0;
    ensures nobody:   \old(g->watched) == -1 ==> g->watched == -1;
*/
static void react(struct rtmr *k, rtmr_ticks to, struct rtmr_alarm *alarm) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    const int32_t map_tasks = rtmr_pool_mark_overruns(&k->map, to) /*@ ghost (&g->map, k->jobs, k->now) */;
    const int32_t reduce_tasks = rtmr_pool_mark_overruns(&k->reduce, to) /*@ ghost (&g->reduce, k->jobs, k->now) */;

    alarm->overrun_tasks = map_tasks + reduce_tasks;
    k->now = to;
    flag_late_jobs(k, alarm) /*@ ghost (g) */;
    rtmr_recover(k, alarm) /*@ ghost (g) */;
    //@ ghost rtmr_state_whole(k, g);
}

/* Which rule, if any, is broken when the clock moves to `to`. */
/*@ requires valid:   \valid(k) && \valid(g);
    requires range:   0 <= k->now <= to <= RTMR_TIME_MAX && 0 <= k->promised <= k->jobs <= RTMR_JOBS && k->latency == 0;
    requires mtable:  SLOT_TABLE(k->map);
    requires mcounts: JOB_COUNTS(k->map, k->jobs);
    requires mshape:  PLAN_SHAPE(k->map, g->map, k->promised);
    requires mbounds: SLOT_BOUNDS(k->map, 0, k->now);
    requires rtable:  SLOT_TABLE(k->reduce);
    requires rcounts: JOB_COUNTS(k->reduce, k->jobs);
    requires rshape:  PLAN_SHAPE(k->reduce, g->reduce, k->promised);
    requires rbounds: SLOT_BOUNDS(k->reduce, 0, k->now);
    assigns k->map.soonest, k->reduce.soonest;
    ensures overrun:  \result == RTMR_VIOLATION_OVERRUN <==> OVERRUN(k->map, to) || OVERRUN(k->reduce, to);
    ensures waiting:  \result == RTMR_VIOLATION_WAITING <==> !(OVERRUN(k->map, to) || OVERRUN(k->reduce, to))
                      && to > k->now && (OFFERS(k->map, k->jobs) || OFFERS(k->reduce, k->jobs));
    ensures status:   \result == RTMR_OK || \result == RTMR_VIOLATION_OVERRUN || \result == RTMR_VIOLATION_WAITING;
    ensures served:   \result == RTMR_OK && to > k->now ==> QUIET(k->map, g->map, k->promised) && QUIET(k->reduce, g->reduce, k->promised);
    ensures mbounds:  SLOT_BOUNDS_SOONEST(k->map);
    ensures rbounds:  SLOT_BOUNDS_SOONEST(k->reduce);
*/
static enum rtmr_status judge(struct rtmr *k, rtmr_ticks to) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    const int32_t map_waited = let_wait(&k->map, k->jobs, k->latency, to) /*@ ghost (&g->map, k->promised) */;
    const int32_t reduce_waited = let_wait(&k->reduce, k->jobs, k->latency, to) /*@ ghost (&g->reduce, k->promised) */;
    const int32_t map_overrun = rtmr_pool_overrun(&k->map, to);
    const int32_t reduce_overrun = rtmr_pool_overrun(&k->reduce, to);

    if (map_overrun || reduce_overrun) {
        return RTMR_VIOLATION_OVERRUN;
    }
    return to > k->now && (map_waited || reduce_waited) ? RTMR_VIOLATION_WAITING : RTMR_OK;
}

enum rtmr_status rtmr_move_clock(struct rtmr *k, rtmr_ticks to, struct rtmr_alarm *alarm) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    if (to < k->now) {
        return RTMR_E_TIME_BACK;
    }
    if (to > RTMR_TIME_MAX) {
        return RTMR_E_TIME_MAX;
    }
    //@ ghost rtmr_state_parts(k, g);
    const enum rtmr_status status = judge(k, to) /*@ ghost (g) */;

    alarm->overrun_tasks = 0;
    alarm->flagged_jobs = 0;
    if (status == RTMR_OK) {
        let_pass(k, to) /*@ ghost (g) */;
    } else {
        react(k, to, alarm) /*@ ghost (g) */;
    }
    rtmr_note_offers(k) /*@ ghost (g) */;
    return status;
}
