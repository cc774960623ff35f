/*
 * How a change of the table is adopted. A call that asks for a change makes it, has every promise
 * planned on the table as it is then, and adopts it if all are in time, or else takes it back.
 */
#ifndef RTMR_ADOPTION_H
#define RTMR_ADOPTION_H

#include "rtmr.h"

#ifdef __FRAMAC__
#include "proofs/lemmas/plan_lemmas.h"
#include "proofs/lemmas/state.h"
#include "spec/adoption.acsl"
#endif

#if RTMR_WITH_SLOT_CHANGES || RTMR_WITH_PROMISE_CHANGES

/* Plans all promised jobs on the changed table, writing scratch only. OK: all are in time.
 * REJECTED: *decision says which is not. One plan of all jobs. */
/*@ requires valid:   \valid(k) && \valid(decision) && \valid(g);
    TABLE(requires, *k, 0)
    requires from_slots: k->plans_from_slots != 0;
    requires plans:   g->map.plan.first[0] == 0 && g->reduce.plan.first[0] == 0;
    assigns SCRATCH(*k), decision->reason, decision->late_job, decision->late_by, GHOST_SCRATCH(*g), g->changed;
    ensures status:   \result == RTMR_OK || \result == RTMR_REJECTED;
    ensures changed:  g->changed == \old(*k);
    CHANGE_TESTED(ensures, \true, *g)
    CHANGE_DECIDED(ensures, *decision, *g)
    ensures none:     \result == RTMR_OK ==>
                      decision->late_job == \old(decision->late_job) && decision->late_by == \old(decision->late_by);
    ensures late:     \result == RTMR_REJECTED ==>
                      \exists integer p; 0 <= p < k->promised && decision->late_job == k->handle[p];
    ensures alone:    g->trial.candidate.map.waiting == 0 && g->trial.candidate.reduce.waiting == 0;
    ensures drafts:   JUST_DRAFTED(g->trial, *g);
    ensures ends:     \forall integer i; 0 <= i < g->trial.jobs && i < k->promised ==>
                      k->reduce.draft[i] == g->trial.reduce.end[i];
    ALL_PLANNED(ensures, \result == RTMR_OK, *k, *g)
*/
enum rtmr_status rtmr_test_change(struct rtmr *k, struct rtmr_decision *decision)
    /*@ ghost (struct rtmr_ghost \ghost *g) */;

/* The plan that has just found all jobs in time is the one in force. O(jobs), with dispatch latency
 * O(jobs + slots). */
/*@ requires valid:   \valid(k) && \valid(g);
    TABLE(requires, *k, 0)
    WATCHED(requires, *k, *g)
    BOTH_STAGES(requires, late_flagged, LATE_FLAGGED, *k, k->promised)
    requires from_slots: k->plans_from_slots != 0;
    requires plans:   g->map.plan.first[0] == 0 && g->reduce.plan.first[0] == 0;
    requires map_due_soon: NOTICE_PAD(k->map) > 0 ==> DUE_SOON(k->map, k->now);
    requires reduce_due_soon: NOTICE_PAD(k->reduce) > 0 ==> DUE_SOON(k->reduce, k->now);
    requires drafts:  JUST_DRAFTED(g->trial, *g);
    ALL_PLANNED(requires, \true, *k, *g)
    assigns k->map.end[0 .. RTMR_JOBS - 1], k->reduce.end[0 .. RTMR_JOBS - 1], k->plans_from_slots,
            DUES_OF(k->map), DUES_OF(k->reduce), CURSORS(*k),
            g->map.plan, g->map.last, g->map.position[0 .. RTMR_SLOTS - 1],
            g->reduce.plan, g->reduce.last, g->reduce.position[0 .. RTMR_SLOTS - 1];
    ensures state:    State(*k, *g);
    CHANGE_ADOPTED(ensures, \true, *k, *g)
    ensures kept:     ENDS_STAY(*k, \old(*k), k->promised);
    ensures from_slots: PLANS_FROM_SLOTS(*k);
    BOTH_STAGES(ensures, slots, OTHER_SLOTS, *k, -1)
    WAITS_KEPT(ensures, \true, *k)
*/
void rtmr_adopt_change(struct rtmr *k)
    /*@ ghost (struct rtmr_ghost \ghost *g) */;

#endif

#endif
