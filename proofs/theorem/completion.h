/*
 * Every job of the table finishes, flagged or promised, if no other job is admitted, a slot of each
 * stage stays, and the environment goes on: it dispatches something when nothing runs, and reports
 * a task now and then. Meanwhile time may pass as it likes, rules may be broken, jobs be flagged.
 */
#ifndef PROOFS_COMPLETION_H
#define PROOFS_COMPLETION_H

#include "kernel/clock.h"
#include "kernel/dispatch.h"
#include "kernel/rtmr.h"
#include "proofs/theorem/choices.h"
#include "spec/calls.acsl"

/* The slot is there, and stays when its task has ended. */
#define SLOT_STAYS(P, s) \
    (0 <= (s) < (P).slots \
     && ((P).state[s] == RTMR_SLOT_IDLE || (P).state[s] == RTMR_SLOT_BUSY || (P).state[s] == RTMR_SLOT_LATE))
#define NOTHING_BUSY(P) (\forall integer q; 0 <= q < (P).slots ==> !RUNS((P).state[q]))

/* What is left to do. Each report makes it less: it may finish its job, and if it does not, one
 * task less is unfinished. */
#define WORK_LEFT(K) ((K).jobs * (2 * RTMR_TASKS + 1) + (K).map.tasks + (K).reduce.tasks)

/* The table is never stuck: if nothing runs, something is offered. */
/*@ requires valid:   \valid(k) && \valid(g);
    requires state:   State(*k, *g);
    requires jobs:    k->jobs > 0;
    requires slots:   SLOT_STAYS(k->map, map_slot) && SLOT_STAYS(k->reduce, reduce_slot);
    requires nothing: NOTHING_BUSY(k->map) && NOTHING_BUSY(k->reduce);
    assigns \nothing;
    ensures offered:  \result == RTMR_MAP ? OFFERS(k->map, k->jobs) : OFFERS(k->reduce, k->jobs);
*/
enum rtmr_stage rtmr_offering_stage(struct rtmr *k, int32_t map_slot, int32_t reduce_slot)
    /*@ ghost (struct rtmr_ghost \ghost *g) */;

/* Time moves to any instant, or a task is dispatched, or one is reported, or neither. Nothing more
 * is left to do then, and the slots stay. */
/*@ requires valid:   \valid(k) && \valid(g);
    requires state:   State(*k, *g);
    requires slots:   SLOT_STAYS(k->map, map_slot) && SLOT_STAYS(k->reduce, reduce_slot);
    assigns *k, *g;
    ensures state:    State(*k, *g);
    ensures slots:    SLOT_STAYS(k->map, map_slot) && SLOT_STAYS(k->reduce, reduce_slot);
    ensures left:     WORK_LEFT(*k) <= \old(WORK_LEFT(*k));
*/
void rtmr_any_event(struct rtmr *k, int32_t map_slot, int32_t reduce_slot) /*@ ghost (struct rtmr_ghost \ghost *g) */;

/* Any such events, and a report after each: every job finishes. */
/*@ requires valid:   \valid(k) && \valid(g);
    requires state:   State(*k, *g);
    requires slots:   SLOT_STAYS(k->map, map_slot) && SLOT_STAYS(k->reduce, reduce_slot);
    assigns *k, *g;
    ensures state:    State(*k, *g);
    ensures finished: k->jobs == 0;
*/
void rtmr_finish_all_jobs(struct rtmr *k, int32_t map_slot, int32_t reduce_slot)
    /*@ ghost (struct rtmr_ghost \ghost *g) */;

#endif
