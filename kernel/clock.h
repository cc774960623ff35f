/*
 * The clock, the detection of broken rules, and what remains true after one.
 */
#ifndef RTMR_CLOCK_H
#define RTMR_CLOCK_H

#include "rtmr.h"

#ifdef __FRAMAC__
#include "proofs/lemmas/plan_lemmas.h"
#include "proofs/lemmas/state.h"
#include "spec/calls.acsl"
#endif

/* rtmr_advance() */
/*@ requires valid:   \valid(k) && \valid(alarm) && \valid(g);
    requires state:   State(*k, *g);
    assigns ADVANCED(*k), *alarm, GHOST_RECOVERED(*g);
    ensures state: State(*k, *g);
    ADVANCE(ensures, *k, to, *alarm, *g)
    WAITS_AFRESH(ensures, \result > 0, *k)
*/
enum rtmr_status rtmr_move_clock(struct rtmr *k, rtmr_ticks to, struct rtmr_alarm *alarm)
    /*@ ghost (struct rtmr_ghost \ghost *g) */;

/* A rule was broken by `to`: the jobs that it reaches are flagged, every other job gets a new
 * guarantee. *alarm is zero. At most `jobs` + 1 plans. */
/*@ requires valid:   \valid(k) && \valid(alarm) && \valid(g);
    TOGETHER(requires, given,
             TABLE(conjunct, *k, 0)
             WATCHED(conjunct, *k, *g)
             CLAUSE(conjunct, range, k->now <= to <= RTMR_TIME_MAX)
             CLAUSE(conjunct, silent, alarm->overrun_tasks == 0 && alarm->flagged_jobs == 0))
    assigns k->now, RECOVERED(*k), k->map.state[0 .. RTMR_SLOTS - 1], k->reduce.state[0 .. RTMR_SLOTS - 1],
            k->map.usable, k->reduce.usable BUSY_ASSIGNED(k->map) BUSY_ASSIGNED(k->reduce),
            *alarm, GHOST_RECOVERED(*g);
    ensures state:    State(*k, *g);
    ensures moved:    k->now == to;
    ensures jobs:     k->promised == \old(k->promised) - alarm->flagged_jobs;
    ensures counted:  alarm->overrun_tasks == \old(OVERRUNS(*k, to));
    ensures order:    Reordered(*k, \old(*k), g->order.from, -1, -1);
    ensures spared:   Spared(*k, \old(*k), *g, -1, -1);
    ensures at_once:  LateOnly(g->first.at, \old(*k), g->first.order.from);
    ensures none_late: \old(NONE_OVERDUE(*k, to)) ==> g->first.at.promised == \old(k->promised);
    ensures renewed:  Renewed(*k, \old(*k), *g, -1, -1);
    ensures plans:    PLANS_FROM_SLOTS(*k);
    WAITS_AFRESH(ensures, \true, *k)
    BOTH_STAGES(ensures, marked, SLOTS_MARKED, *k, to)
    ensures no_job:   \old(g->watched) == -1 ==> g->watched == -1;
    ensures reached:  \old(g->watched) >= 0 && g->watched < 0 ==>
                      RUNS_LATE(k->map, g->job.map) || RUNS_LATE(k->reduce, g->job.reduce)
                      || BLAMED(*k, \old(*k), *g, -1, -1) && g->blamed == g->blame.trial.late;
*/
void rtmr_react(struct rtmr *k, rtmr_ticks to, struct rtmr_alarm *alarm)
    /*@ ghost (struct rtmr_ghost \ghost *g) */;

#endif
