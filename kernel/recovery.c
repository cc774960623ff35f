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
 * none was. It stood at *stood. */
/*@ requires valid:   \valid(k) && \valid(alarm) && \valid(g) && \valid_read(found) && \valid(stood);
    TOGETHER(requires, given,
             TABLE(conjunct, *k, 0)
             WATCHED(conjunct, *k, *g)
             BOTH_STAGES(conjunct, late_flagged, LATE_FLAGGED, *k, k->promised)
             CLAUSE(conjunct, suspect, -1 <= suspect < k->promised)
             CLAUSE(conjunct, alarm, 0 <= alarm->flagged_jobs <= RTMR_JOBS - k->promised)
             CLAUSE(conjunct, from_slots, k->plans_from_slots != 0)
             CLAUSE(conjunct, plans, g->map.plan.first[0] == 0 && g->reduce.plan.first[0] == 0)
             CLAUSE(conjunct, order, Reordered(*k, *found, g->order.from, -1, -1)))
    assigns TABLE_COLUMNS(*k), k->promised, SCRATCH(*k), alarm->flagged_jobs, GHOST_SCRATCH(*g), g->watched, g->order,
            *stood;
    TOGETHER(ensures, outcome,
             TABLE(conjunct, *k, 0)
             WATCHED(conjunct, *k, *g)
             BOTH_STAGES(conjunct, late_flagged, LATE_FLAGGED, *k, k->promised)
             CLAUSE(conjunct, alarm, alarm->flagged_jobs + k->promised == \old(alarm->flagged_jobs + k->promised))
             CLAUSE(conjunct, fewer, k->promised == \old(k->promised) - (\result >= 0 ? 1 : 0))
             CLAUSE(conjunct, place, \result == -1 || k->promised <= \result < k->jobs)
             CLAUSE(conjunct, no_job, \old(g->watched) == -1 ==> g->watched == -1)
             CLAUSE(conjunct, kept, \result == -1 ==> g->watched == \old(g->watched))
             CLAUSE(conjunct, reached, \old(g->watched) >= 0 && g->watched < 0 ==> \old(g->watched) == *stood)
             CLAUSE(conjunct, needed, 0 <= g->trial.late < \old(k->promised) <==> \result >= 0)
             CLAUSE(conjunct, verdict, Verdict(\old(*k), g->trial, RTMR_TIME_MAX))
             CLAUSE(conjunct, fits, \result == -1 ==> NONE_LATE(*k, *g) && JUST_DRAFTED(g->trial, *g))
             ALL_PLANNED(conjunct, \result == -1, *k, *g))
    ensures tried:    g->trial.late >= -1 && g->trial.place == \old(k->promised);
    ensures victim:   \result >= 0 ==> *stood == (suspect >= 0 ? suspect : g->trial.late);
    ensures flagged:  OneFlagged(*k, \old(*k), *stood, \result);
    ensures end:      \result >= 0 ==> k->reduce.end[\result] == END_IF_LATE(g->trial, *stood);
    ensures order:    Reordered(*k, *found, g->order.from, -1, -1);
*/
static int32_t flag_if_late(struct rtmr *k, int32_t suspect, struct rtmr_alarm *alarm)
/*@ ghost (struct rtmr_ghost \ghost *g, const struct rtmr \ghost *found, int32_t \ghost *stood) */
{
    struct rtmr_outlook outlook;

    //@ ghost struct rtmr before = *k;
    rtmr_plan_promised(k, &outlook) /*@ ghost (g) */;
    //@ assert verdict: Verdict(before, g->trial, RTMR_TIME_MAX);
    //@ ghost *stood = -1;
    if (outlook.late < 0) {
        //@ ghost rtmr_verdict_fold(k, &g->trial, RTMR_TIME_MAX);
        return -1;
    }
    const int32_t place = suspect >= 0 ? suspect : outlook.late;
    //@ ghost *stood = place;
    k->reduce.end[place] = new_estimate(k, place, &outlook);
    //@ assert estimate: k->reduce.end[place] == END_IF_LATE(g->trial, place);
    return rtmr_flag(k, place, alarm) /*@ ghost (g, found) */;
}

void rtmr_keep_promises(struct rtmr *k) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    //@ ghost rtmr_forget_plan(&k->map, &g->map);
    //@ ghost rtmr_forget_plan(&k->reduce, &g->reduce);
    rtmr_adopt(k);
    //@ assert map_bounds: SLOT_BOUNDS(k->map, k->promised, k->now);
    //@ assert reduce_bounds: SLOT_BOUNDS(k->reduce, k->promised, k->now);
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
    const int32_t victim = suspect < k->promised ? suspect : -1;

    k->plans_from_slots = 1;
    rtmr_restart_waits(&k->map);
    rtmr_restart_waits(&k->reduce);
    //@ ghost rtmr_forget_plan(&k->map, &g->map);
    //@ ghost rtmr_forget_plan(&k->reduce, &g->reduce);
    //@ assert maps: SlotsFrom(k->map, found->map, g->order.from);
    //@ assert reduces: SlotsFrom(k->reduce, found->reduce, g->order.from);
    //@ assert order: Reordered(*k, *found, g->order.from, -1, -1);
    //@ ghost int32_t stood;
    //@ ghost int32_t watched = g->watched;
    //@ ghost rtmr_names_apart(k);
    //@ ghost struct rtmr first = *k;
    //@ ghost struct rtmr_ghost_order order = g->order;
    int32_t flagged = flag_if_late(k, victim, alarm) /*@ ghost (g, found, &stood) */;
    //@ ghost rtmr_note_first(&first, found, &order, g);
    //@ ghost rtmr_recovery_goes_on(k, &first, found, &order, g, watched, stood, flagged);
    /*@ TABLE(invariant, *k, 0)
        WATCHED(invariant, *k, *g)
        BOTH_STAGES(invariant, late_flagged, LATE_FLAGGED, *k, k->promised)
        loop invariant alarm:   alarm->flagged_jobs + k->promised == \at(alarm->flagged_jobs + k->promised, Pre)
                                && 0 <= alarm->flagged_jobs <= RTMR_JOBS - k->promised;
        loop invariant no_job:  \at(g->watched, Pre) == -1 ==> g->watched == -1;
        loop invariant blamed:  \at(g->watched, Pre) >= 0 && g->watched < 0 ==>
                                BLAMED(*k, *found, *g, -1, -1)
                                && (g->blamed == g->blame.trial.late || suspect == \at(g->watched, Pre));
        loop invariant first:   FirstPlan(*k, *found, g->first, -1, -1);
        loop invariant spared:  SPARED(*k, *g) && (flagged >= 0 ==> g->first.trial.late >= 0);
        loop invariant promised: g->first.at.promised == \at(k->promised, Pre);
        ALL_PLANNED(invariant, flagged < 0, *k, *g)
        loop invariant fits:    flagged < 0 ==> NONE_LATE(*k, *g) && JUST_DRAFTED(g->trial, *g);
        loop invariant plans:   g->map.plan.first[0] == 0 && g->reduce.plan.first[0] == 0;
        BOTH_STAGES(invariant, due_soon, LATENCY(*k) > 0 ==> DUE_SOON, *k, k->now)
        loop invariant order:   Reordered(*k, *found, g->order.from, -1, -1);
        loop assigns flagged, stood, watched, order, TABLE_COLUMNS(*k), k->promised, SCRATCH(*k), alarm->flagged_jobs,
                     GHOST_SCRATCH(*g), g->watched, g->order, GHOST_BLAME(*g);
        loop variant k->promised + (flagged >= 0 ? 1 : 0);
    */
    while (flagged >= 0) {
        //@ ghost struct rtmr before = *k;
        //@ ghost order = g->order;
        //@ ghost watched = g->watched;
        flagged = flag_if_late(k, -1, alarm) /*@ ghost (g, found, &stood) */;
        //@ ghost rtmr_recovery_goes_on(k, &before, found, &order, g, watched, stood, flagged);
    }
    //@ ghost struct rtmr planned = *k;
    rtmr_keep_promises(k) /*@ ghost (g) */;
    //@ ghost rtmr_recovery_ends(k, &planned, found, g);
}
