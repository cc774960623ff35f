/*
 * The reservation-based dispatcher, Algorithm IV, and what a dispatch and a finish do to the table.
 */
#ifndef RTMR_DISPATCH_H
#define RTMR_DISPATCH_H

#include "rtmr.h"

#ifdef __FRAMAC__
#include "proofs/plan_lemmas.h"
#endif

/* The place of the job whose task may start now, or -1. A ready task may start only if more slots are idle than are
 * reserved: one for every waiting, not yet ready task of an earlier job. (Line 10 as printed lets a task take the
 * last reserved slot; the test here is reserved >= idle, slip 1.) Serves the map stage too: there every job is ready.
 * O(jobs). */
/*@ requires valid:    \valid_read(pool) && \valid(g);
    requires table:    SLOT_TABLE(*pool);
    requires counts:   JOB_COUNTS(*pool, jobs);
    requires shape:    PLAN_SHAPE(*pool, *g, promised);
    requires range:    0 <= promised <= jobs <= RTMR_JOBS;
    assigns \nothing;
    ensures none:      \result == -1 || 0 <= \result < jobs;
    ensures offered:   \result >= 0 ==> pool->ready[\result] != 0 && pool->waiting[\result] > 0 && pool->idle > 0;
    ensures unserved:  \result >= 0 ==> pool->idle > Open(g->plan.open, \result < promised ? g->plan.first[\result] : g->plan.tasks);
    ensures quiet:     \result == -1 ==> \forall integer p; 0 <= p < promised && pool->ready[p] != 0 && pool->waiting[p] > 0
                         && (\forall integer q; 0 <= q < p ==> pool->ready[q] == 0 || pool->waiting[q] == 0) ==>
                         pool->idle <= Open(g->plan.open, g->plan.first[p]);
*/
int32_t rtmr_offer_place(const struct rtmr_pool *pool, int32_t jobs)
    /*@ ghost (struct rtmr_ghost_pool \ghost *g, int32_t promised) */;

/* With dispatch latency: keeps by when idle slots must have a task (E2). To be called after every change. */
void rtmr_note_offers(struct rtmr *k) /*@ ghost (struct rtmr_ghost \ghost *g) */;

/* Starts the first waiting task of the job at `place` on an idle slot of the stage. */
void rtmr_start(struct rtmr *k, enum rtmr_stage stage, int32_t place, int32_t slot) /*@ ghost (struct rtmr_ghost \ghost *g) */;

/* The task on a busy or late slot has ended: counts, readiness, feedback, retirement. */
void rtmr_complete(struct rtmr *k, enum rtmr_stage stage, int32_t slot, struct rtmr_report *report)
    /*@ ghost (struct rtmr_ghost \ghost *g) */;

#endif
