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
    TOGETHER(requires, given,
             TABLE(conjunct, *k, 0)
             CLAUSE(conjunct, from_slots, k->plans_from_slots != 0)
             CLAUSE(conjunct, plans, g->map.plan.first[0] == 0 && g->reduce.plan.first[0] == 0))
    assigns SCRATCH(*k), decision->reason, decision->late_job, decision->late_by, GHOST_SCRATCH(*g), g->changed;
    TOGETHER(ensures, outcome,
             CLAUSE(conjunct, status, \result == RTMR_OK || \result == RTMR_REJECTED)
             CLAUSE(conjunct, changed, g->changed == \old(*k))
             CHANGE_TESTED(conjunct, \true, *g)
             CHANGE_DECIDED(conjunct, *decision, *g)
             CLAUSE(conjunct, none,
                    \result == RTMR_OK ==>
                    decision->late_job == \old(decision->late_job) && decision->late_by == \old(decision->late_by))
             CLAUSE(conjunct, late, \result == RTMR_REJECTED ==>
                                    \exists integer p; 0 <= p < k->promised && decision->late_job == k->handle[p])
             CLAUSE(conjunct, alone, g->trial.candidate.map.waiting == 0 && g->trial.candidate.reduce.waiting == 0)
             CLAUSE(conjunct, drafts, JUST_DRAFTED(g->trial, *g))
             CLAUSE(conjunct, ends, \forall integer i; 0 <= i < g->trial.jobs && i < k->promised ==>
                                    k->reduce.draft[i] == g->trial.reduce.end[i])
             ALL_PLANNED(conjunct, \result == RTMR_OK, *k, *g))
*/
enum rtmr_status rtmr_test_change(struct rtmr *k, struct rtmr_decision *decision)
    /*@ ghost (struct rtmr_ghost \ghost *g) */;

/* The plan that has just found all jobs in time is the one in force. O(jobs), with dispatch latency
 * O(jobs + slots). */
/*@ requires valid:   \valid(k) && \valid(g);
    TOGETHER(requires, given,
             TABLE(conjunct, *k, 0)
             WATCHED(conjunct, *k, *g)
             BOTH_STAGES(conjunct, late_flagged, LATE_FLAGGED, *k, k->promised)
             CLAUSE(conjunct, from_slots, k->plans_from_slots != 0)
             CLAUSE(conjunct, plans, g->map.plan.first[0] == 0 && g->reduce.plan.first[0] == 0)
             CLAUSE(conjunct, map_due_soon, NOTICE_PAD(k->map) > 0 ==> DUE_SOON(k->map, k->now))
             CLAUSE(conjunct, reduce_due_soon, NOTICE_PAD(k->reduce) > 0 ==> DUE_SOON(k->reduce, k->now))
             CLAUSE(conjunct, drafts, JUST_DRAFTED(g->trial, *g))
             ALL_PLANNED(conjunct, \true, *k, *g))
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
