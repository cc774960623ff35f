/*
 * Slots that come and go, and tasks that are lost. The arguments are not NULL and the context is
 * one; everything else is checked here.
 */
#ifndef RTMR_SLOT_CHANGES_H
#define RTMR_SLOT_CHANGES_H

#include "rtmr.h"

#ifdef __FRAMAC__
#include "proofs/lemmas/slot_runs.h"
#include "proofs/lemmas/state.h"
#include "spec/slot_calls.acsl"
#endif

#if RTMR_WITH_SLOT_CHANGES
/* rtmr_slot_lost() */
/*@ requires valid:   \valid(k) && \valid(alarm) && \valid(g);
    requires state:   State(*k, *g);
    assigns DROPPED(*k), *alarm, GHOST_DROPPED(*g);
    TOGETHER(ensures, outcome,
             CLAUSE(conjunct, state, State(*k, *g))
             LOSS(conjunct, *k, stage, slot, *alarm, *g))
    WAITS_AFRESH(ensures, \result > 0, *k)
*/
enum rtmr_status rtmr_lose_slot(struct rtmr *k, enum rtmr_stage stage, int32_t slot, struct rtmr_alarm *alarm)
    /*@ ghost (struct rtmr_ghost \ghost *g) */;

/* rtmr_fail() */
/*@ requires valid:   \valid(k) && \valid(alarm) && \valid(g);
    requires state:   State(*k, *g);
    assigns DROPPED(*k), *alarm, GHOST_DROPPED(*g);
    TOGETHER(ensures, outcome,
             CLAUSE(conjunct, state, State(*k, *g))
             FAILURE(conjunct, *k, stage, slot, *alarm, *g))
    WAITS_AFRESH(ensures, \result > 0, *k)
*/
enum rtmr_status rtmr_fail_task(struct rtmr *k, enum rtmr_stage stage, int32_t slot, struct rtmr_alarm *alarm)
    /*@ ghost (struct rtmr_ghost \ghost *g) */;

/* rtmr_slot_drain() */
/*@ requires valid:   \valid(k) && \valid(decision) && \valid(g);
    requires state:   State(*k, *g);
    assigns DRAINED(*k), *decision, GHOST_DRAINED(*g);
    ensures state: State(*k, *g);
    WAITS_KEPT(ensures, DRAIN_TESTED(*k, stage, slot) && \result == RTMR_OK, *k)
    WAITS_STAY(ensures, !DRAIN_TESTED(*k, stage, slot), *k)
    DRAIN(ensures, *k, stage, slot, *decision, *g)
*/
enum rtmr_status rtmr_drain_slot(struct rtmr *k, enum rtmr_stage stage, int32_t slot, struct rtmr_decision *decision)
    /*@ ghost (struct rtmr_ghost \ghost *g) */;

/* rtmr_slot_add() */
/*@ requires valid:   \valid(k) && \valid(g);
    requires state:   State(*k, *g);
    assigns JOINED(k->map), JOINED(k->reduce), k->plans_from_slots, g->map.position[0 .. RTMR_SLOTS - 1],
            g->reduce.position[0 .. RTMR_SLOTS - 1];
    ensures state:    State(*k, *g);
    ADDITION(ensures, *k, stage, slot)
    WAITS_ADDED(ensures, *k, stage, slot)
*/
enum rtmr_status rtmr_add_slot(struct rtmr *k, enum rtmr_stage stage, int32_t slot)
    /*@ ghost (struct rtmr_ghost \ghost *g) */;
#endif

#endif
