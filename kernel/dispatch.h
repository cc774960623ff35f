/*
 * The reservation-based dispatcher, Algorithm IV, and what a dispatch and a finish do to the table.
 */
#ifndef RTMR_DISPATCH_H
#define RTMR_DISPATCH_H

#include "rtmr.h"

#ifdef __FRAMAC__
#include "proofs/plan_lemmas.h"
#include "spec/offer.acsl"
#include "spec/state.acsl"
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
    ensures offered:   \result >= 0 ==> OFFER(*pool, jobs, \result);
    ensures nothing:   \result == -1 ==> \forall integer p; !OFFER(*pool, jobs, p);
    ensures unserved:  \result >= 0 ==> pool->idle > Open(g->plan.open, \result < promised ? g->plan.first[\result] : g->plan.tasks);
    ensures quiet:     \result == -1 ==> QUIET(*pool, *g, promised);
*/
int32_t rtmr_offer_place(const struct rtmr_pool *pool, int32_t jobs)
    /*@ ghost (struct rtmr_ghost_pool \ghost *g, int32_t promised) */;

/* With dispatch latency: keeps by when idle slots must have a task (E2). To be called after every change. */
/*@ requires instant: k->latency == 0;
    assigns \nothing;
*/
void rtmr_note_offers(struct rtmr *k) /*@ ghost (struct rtmr_ghost \ghost *g) */;

/* Starts the first waiting task of the job at `place` on an idle slot of the stage. */
/*@ requires valid:   \valid(k) && \valid(g);
    STATE(requires, *k, *g)
    requires map:     stage == RTMR_MAP ==> 0 <= slot < k->map.slots && k->map.state[slot] == RTMR_SLOT_IDLE && OFFER(k->map, k->jobs, place)
                      && k->map.idle > Open(g->map.plan.open, place < k->promised ? g->map.plan.first[place] : g->map.plan.tasks);
    requires reduce:  stage != RTMR_MAP ==> 0 <= slot < k->reduce.slots && k->reduce.state[slot] == RTMR_SLOT_IDLE && OFFER(k->reduce, k->jobs, place)
                      && k->reduce.idle > Open(g->reduce.plan.open, place < k->promised ? g->reduce.plan.first[place] : g->reduce.plan.tasks);
    assigns STAGE_STARTS(k->map), STAGE_STARTS(k->reduce), k->started[0 .. RTMR_JOBS - 1], GHOST_STARTS(g->map), GHOST_STARTS(g->reduce);
    STATE(ensures, *k, *g)
    ensures started:  k->started[place] == 1;
    ensures runs:     stage == RTMR_MAP ==> k->map.state[slot] == RTMR_SLOT_BUSY && k->map.place[slot] == place
                      && k->map.bound[slot] == k->now + k->map.estimate[place] && k->map.waiting[place] == \old(k->map.waiting[place]) - 1;
    ensures reduces:  stage != RTMR_MAP ==> k->reduce.state[slot] == RTMR_SLOT_BUSY && k->reduce.place[slot] == place
                      && k->reduce.bound[slot] == k->now + k->reduce.estimate[place] && k->reduce.waiting[place] == \old(k->reduce.waiting[place]) - 1;
*/
void rtmr_start(struct rtmr *k, enum rtmr_stage stage, int32_t place, int32_t slot) /*@ ghost (struct rtmr_ghost \ghost *g) */;

/* The task on a busy or late slot has ended: counts, readiness, feedback, retirement. */
/*@ requires valid:   \valid(k) && \valid(report) && \valid(g);
    STATE(requires, *k, *g)
    requires map:     stage == RTMR_MAP ==> 0 <= slot < k->map.slots && RUNS(k->map.state[slot]);
    requires reduce:  stage != RTMR_MAP ==> 0 <= slot < k->reduce.slots && RUNS(k->reduce.state[slot]);
    assigns *report, TABLE_COLUMNS(*k), STAGE_FINISHES(k->map), STAGE_FINISHES(k->reduce), k->map.queued, k->reduce.queued, k->jobs, k->promised, k->projects,
            g->watched, GHOST_FINISHES(g->map), GHOST_FINISHES(g->reduce);
    STATE(ensures, *k, *g)
    ensures job:      report->job == \old(k->handle[stage == RTMR_MAP ? k->map.place[slot] : k->reduce.place[slot]]);
    ensures retired:  report->job_done != 0 ==> k->jobs == \old(k->jobs) - 1;
    ensures stays:    report->job_done == 0 ==> k->jobs == \old(k->jobs) && k->promised == \old(k->promised);
    ensures in_time:  report->flagged == 0 ==> k->now <= report->estimated_finish <= report->deadline;
    ensures watch:    \old(g->watched) >= 0 ==> g->watched >= 0 || report->job_done != 0 && report->flagged == 0
                      && report->job == g->handle && report->deadline == g->deadline;
    ensures nobody:   \old(g->watched) == -1 ==> g->watched == -1;
*/
void rtmr_complete(struct rtmr *k, enum rtmr_stage stage, int32_t slot, struct rtmr_report *report)
    /*@ ghost (struct rtmr_ghost \ghost *g) */;

#endif
