/*
 * A patient environment: it shows that the promise is not kept by standing still. Whatever is
 * offered it dispatches when it likes, but before a slot has waited for longer than the latency.
 * Every task it reports at its bound at the latest. Then the clock moves on by one, for ever,
 * without a violation.
 */
#ifndef PROOFS_PROGRESS_H
#define PROOFS_PROGRESS_H

#include "kernel/clock.h"
#include "kernel/dispatch.h"
#include "kernel/rtmr.h"
#include "proofs/theorem/choices.h"
#include "spec/calls.acsl"

/* No task is at its bound, or over it; none on the slots below n. */
#define NONE_DUE_BELOW(n, P, now) (\forall integer q; 0 <= q < (n) && RUNS((P).state[q]) ==> (P).bound[q] > (now))
#define NONE_DUE(P, now) NONE_DUE_BELOW((P).slots, P, now)

/* Dispatches as much as it likes of what the map stage offers, and then no slot of it is at the end
 * of its wait. It ends: one task less waits each time. */
/*@ requires valid:   \valid(k) && \valid(g);
    requires state:   State(*k, *g);
    assigns DISPATCHED(*k, k->map), GHOST_STARTS(g->map), JOB_STARTS(g->job.map);
    ensures state:    State(*k, *g);
    ensures in_time:  !WAITED(k->map, k->promised, k->now + 1);
    ensures due:      NONE_DUE(\old(k->map), k->now) ==> NONE_DUE(k->map, k->now);
    ensures other:    NONE_DUE(\old(k->reduce), k->now) ==> NONE_DUE(k->reduce, k->now);
*/
void rtmr_pump_maps(struct rtmr *k) /*@ ghost (struct rtmr_ghost \ghost *g) */;

/* The same for the reduce stage. */
/*@ requires valid:   \valid(k) && \valid(g);
    requires state:   State(*k, *g);
    assigns DISPATCHED(*k, k->reduce), GHOST_STARTS(g->reduce), JOB_STARTS(g->job.reduce);
    TOGETHER(ensures, outcome,
             CLAUSE(conjunct, state, State(*k, *g))
             CLAUSE(conjunct, in_time, !WAITED(k->reduce, k->promised, k->now + 1))
             CLAUSE(conjunct, maps,
                    !\old(WAITED(k->map, k->promised, k->now + 1)) ==> !WAITED(k->map, k->promised, k->now + 1))
             CLAUSE(conjunct, other, NONE_DUE(\old(k->map), k->now) ==> NONE_DUE(k->map, k->now)))
    ensures due:      NONE_DUE(\old(k->reduce), k->now) ==> NONE_DUE(k->reduce, k->now);
*/
void rtmr_pump_reduces(struct rtmr *k) /*@ ghost (struct rtmr_ghost \ghost *g) */;

/* Reports the tasks of the stage that are at their bound, or over it. */
/*@ requires valid:   \valid(k) && \valid(g);
    requires state:   State(*k, *g);
    assigns FINISHED(*k), GHOST_FINISHED(*g);
    ensures state:    State(*k, *g);
    ensures maps:     stage == RTMR_MAP ==>
                      NONE_DUE(k->map, k->now) && (NONE_DUE(\old(k->reduce), k->now) ==> NONE_DUE(k->reduce, k->now));
    ensures reduces:  stage != RTMR_MAP ==>
                      NONE_DUE(k->reduce, k->now) && (NONE_DUE(\old(k->map), k->now) ==> NONE_DUE(k->map, k->now));
*/
void rtmr_report_due(struct rtmr *k, enum rtmr_stage stage) /*@ ghost (struct rtmr_ghost \ghost *g) */;

/* One instant: report, dispatch or wait, move on. No rule is broken, no job is flagged. */
/*@ requires valid:   \valid(k) && \valid(g);
    requires state:   State(*k, *g);
    requires time:    k->now < RTMR_TIME_MAX;
    assigns *k, *g;
    ensures state:    State(*k, *g);
    ensures later:    k->now == \old(k->now) + 1;
    ensures ok:       \result == RTMR_OK;
*/
enum rtmr_status rtmr_next_instant(struct rtmr *k) /*@ ghost (struct rtmr_ghost \ghost *g) */;

#endif
