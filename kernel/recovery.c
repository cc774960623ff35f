#include "recovery.h"

#include "admission.h"
#include "job_table.h"
#include "latency.h"
#include "slot_pool.h"

int32_t rtmr_flag(struct rtmr *k, int32_t place, struct rtmr_alarm *alarm)
/*@ ghost (struct rtmr_ghost \ghost *g, const struct rtmr \ghost *found) */
{
    if (place >= k->promised) {
        return place;
    }
    //@ ghost struct rtmr before = *k;
    //@ ghost struct rtmr_ghost_order order = g->order;
    const int32_t to = rtmr_table_flag(k, place) /*@ ghost (g) */;
    //@ ghost rtmr_order_turns(&g->order, place, to);
    //@ ghost rtmr_order_slots(&k->map, &before.map, &found->map, &g->order, &order, place, to, k->jobs);
    //@ ghost rtmr_order_slots(&k->reduce, &before.reduce, &found->reduce, &g->order, &order, place, to, k->jobs);
    //@ ghost rtmr_order_jobs(k, &before, found, &g->order, &order, place, to);
    alarm->flagged_jobs++;
    return to;
}

void rtmr_plan_promised(struct rtmr *k, struct rtmr_outlook *outlook) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    struct rtmr_row none;

    //@ ghost rtmr_waiting_within(&k->map, k->jobs);
    //@ ghost rtmr_waiting_within(&k->reduce, k->jobs);
    rtmr_no_candidate(&none);
    rtmr_project(k) /*@ ghost (g) */;
    rtmr_plan_jobs(k, 0, k->promised, &none, outlook) /*@ ghost (g) */;
    //@ assert jobs: JOBS_DRAFTED(*k, g->map.draft, g->reduce.draft, 0, k->promised, none, g->planned);
    /*@ assert noted: \forall integer i; 0 <= i < g->planned && i < k->promised ==>
            k->reduce.draft[i] == g->reduce.draft.end[i]; */
    //@ ghost rtmr_keep_trial(g, k->promised, &none, outlook->late);
}

/* When the job at `place` would end by a plan that does not keep every promise; it stops behind
 * the first that is late. */
/*@ requires valid:  \valid_read(k) && \valid_read(outlook);
    requires place:  0 <= place < RTMR_JOBS;
    assigns \nothing;
    ensures before:  place < outlook->late ==> \result == k->reduce.draft[place];
    ensures late:    place == outlook->late ==> \result == outlook->late_end;
    ensures unknown: place > outlook->late ==> \result == RTMR_NEVER;
*/
static rtmr_ticks new_estimate(const struct rtmr *k, int32_t place, const struct rtmr_outlook *outlook)
{
    if (place < outlook->late) {
        return k->reduce.draft[place];
    }
    return place == outlook->late ? outlook->late_end : RTMR_NEVER;
}

/* Plans all promised jobs from the slot table; if one would miss its deadline, the suspect is
 * flagged, or if there is none, that one. Returns the place of the one that was flagged then; -1:
 * none was. */
/*@ requires valid:   \valid(k) && \valid(alarm) && \valid(g) && \valid_read(found);
    TABLE(requires, *k, 0)
    WATCHED(requires, *k, *g)
    BOTH_STAGES(requires, late_flagged, LATE_FLAGGED, *k, k->promised)
    requires suspect: -1 <= suspect < k->promised;
    requires alarm:   0 <= alarm->flagged_jobs <= RTMR_JOBS - k->promised;
    requires from_slots: k->plans_from_slots != 0;
    requires plans:   g->map.plan.first[0] == 0 && g->reduce.plan.first[0] == 0;
    requires order:   Reordered(*k, *found, g->order.from, -1, -1);
    assigns TABLE_COLUMNS(*k), k->promised, SCRATCH(*k), alarm->flagged_jobs, GHOST_SCRATCH(*g), g->watched, g->order;
    TABLE(ensures, *k, 0)
    WATCHED(ensures, *k, *g)
    BOTH_STAGES(ensures, late_flagged, LATE_FLAGGED, *k, k->promised)
    ensures alarm:    alarm->flagged_jobs + k->promised == \old(alarm->flagged_jobs + k->promised);
    ensures fewer:    k->promised == \old(k->promised) - (\result >= 0 ? 1 : 0);
    ensures place:    \result == -1 || k->promised <= \result < k->jobs;
    ensures no_job:   \old(g->watched) == -1 ==> g->watched == -1;
    ensures kept:     \result == -1 ==> g->watched == \old(g->watched);
    ensures reached:  \old(g->watched) >= 0 && g->watched < 0 ==>
                      \old(g->watched) == (suspect >= 0 ? suspect : g->trial.late);
    ensures needed:   \result >= 0 ==> 0 <= g->trial.late < \old(k->promised) && g->trial.place == \old(k->promised);
    ensures suspect:  \result >= 0 && suspect >= 0 ==> k->handle[\result] == \old(k->handle)[suspect];
    ensures first:    \result >= 0 && suspect < 0 ==> k->handle[\result] == \old(k->handle)[g->trial.late];
    ensures before:   \result >= 0 && 0 <= suspect < g->trial.late ==>
                      k->reduce.end[\result] == g->trial.reduce.end[suspect];
    ensures late:     \result >= 0 && (suspect < 0 || suspect == g->trial.late) ==>
                      k->reduce.end[\result] == LATE_END(g->trial);
    ensures unknown:  \result >= 0 && suspect > g->trial.late ==> k->reduce.end[\result] == RTMR_NEVER;
    VERDICT(ensures, needed_, \result >= 0, \old(*k), g->trial, RTMR_TIME_MAX)
    ensures fits:     \result == -1 ==> NONE_LATE(*k, *g) && JUST_DRAFTED(g->trial, *g);
    ALL_PLANNED(ensures, \result == -1, *k, *g)
    ensures order:    Reordered(*k, *found, g->order.from, -1, -1);
*/
static int32_t flag_if_late(struct rtmr *k, int32_t suspect, struct rtmr_alarm *alarm)
/*@ ghost (struct rtmr_ghost \ghost *g, const struct rtmr \ghost *found) */
{
    struct rtmr_outlook outlook;

    rtmr_plan_promised(k, &outlook) /*@ ghost (g) */;
    if (outlook.late < 0) {
        //@ ghost rtmr_verdict_fold(k, &g->trial, RTMR_TIME_MAX);
        return -1;
    }
    const int32_t place = suspect >= 0 ? suspect : outlook.late;
    k->reduce.end[place] = new_estimate(k, place, &outlook);
    return rtmr_flag(k, place, alarm) /*@ ghost (g, found) */;
}

void rtmr_keep_promises(struct rtmr *k) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    //@ ghost rtmr_forget_plan(&k->map, &g->map);
    //@ ghost rtmr_forget_plan(&k->reduce, &g->reduce);
    rtmr_adopt(k);
    //@ ghost rtmr_waiting_within(&k->map, k->jobs);
    //@ ghost rtmr_waiting_within(&k->reduce, k->jobs);
    //@ ghost struct rtmr_ghost_kept map_kept;
    //@ ghost struct rtmr_ghost_kept reduce_kept;
    //@ ghost rtmr_adopt_behind(&k->map, &MAP_MEMORY(*k), &g->map, &map_kept, 0, k->promised, k->now);
    //@ ghost rtmr_adopt_behind(&k->reduce, &REDUCE_MEMORY(*k), &g->reduce, &reduce_kept, 0, k->promised, k->now);
    if (k->jobs == 0) {
        k->plans_from_slots = k->feedback == RTMR_FEEDBACK_EXACT;
    }
}

void rtmr_recover(struct rtmr *k, int32_t suspect, struct rtmr_alarm *alarm)
/*@ ghost (struct rtmr_ghost \ghost *g, const struct rtmr \ghost *found) */
{
    int32_t flagged = 0;
    int32_t victim = suspect < k->promised ? suspect : -1;

    k->plans_from_slots = 1;
    rtmr_restart_waits(&k->map);
    rtmr_restart_waits(&k->reduce);
    //@ ghost rtmr_forget_plan(&k->map, &g->map);
    //@ ghost rtmr_forget_plan(&k->reduce, &g->reduce);
    /*@ TABLE(invariant, *k, 0)
        WATCHED(invariant, *k, *g)
        BOTH_STAGES(invariant, late_flagged, LATE_FLAGGED, *k, k->promised)
        loop invariant alarm:   alarm->flagged_jobs + k->promised == \at(alarm->flagged_jobs + k->promised, Pre)
                                && 0 <= alarm->flagged_jobs <= RTMR_JOBS - k->promised;
        loop invariant no_job:  \at(g->watched, Pre) == -1 ==> g->watched == -1;
        loop invariant blamed:  \at(g->watched, Pre) >= 0 && g->watched < 0 ==>
                                Blamed(*k, *found, *g, -1, -1)
                                && (g->blame.place == g->blame.trial.late || suspect == \at(g->watched, Pre));
        loop invariant first:   victim == -1 || victim == suspect && g->watched == \at(g->watched, Pre);
        ALL_PLANNED(loop invariant, flagged < 0, *k, *g)
        loop invariant fits:    flagged < 0 ==> NONE_LATE(*k, *g) && JUST_DRAFTED(g->trial, *g);
        loop invariant victim:  -1 <= victim && (flagged >= 0 ==> victim < k->promised);
        loop invariant plans:   g->map.plan.first[0] == 0 && g->reduce.plan.first[0] == 0;
        BOTH_STAGES(invariant, due_soon, DUE_SOON, *k, k->now)
        loop invariant order:   Reordered(*k, *found, g->order.from, -1, -1);
        loop assigns flagged, victim, TABLE_COLUMNS(*k), k->promised, SCRATCH(*k), alarm->flagged_jobs,
                     GHOST_SCRATCH(*g), g->watched, g->order,
            g->blame;
        loop variant k->promised + (flagged >= 0 ? 1 : 0);
    */
    while (flagged >= 0) {
        //@ ghost struct rtmr before = *k;
        //@ ghost struct rtmr_ghost_order order = g->order;
        //@ ghost int32_t watched = g->watched;
        flagged = flag_if_late(k, victim, alarm) /*@ ghost (g, found) */;
        //@ ghost if (watched >= 0 && g->watched < 0) rtmr_blame(&before, found, &order, g, watched);
        victim = -1;
    }
    //@ ghost g->renewed = *k;
    rtmr_keep_promises(k) /*@ ghost (g) */;
}
