/*
 * The dispatcher of Algorithm IV: what a dispatch, and a finish, does to the table.
 */
#ifndef RTMR_DISPATCH_H
#define RTMR_DISPATCH_H

#include "rtmr.h"

#ifdef __FRAMAC__
#include "proofs/lemmas/job_rows.h"
#include "proofs/lemmas/plan_lemmas.h"
#include "proofs/lemmas/slot_runs.h"
#include "proofs/lemmas/state.h"
#include "spec/calls.acsl"
#endif

/* rtmr_dispatch() for the map stage, and for the reduce stage. */
/*@ requires valid:   \valid(k) && \valid(offer) && \valid(g);
    requires state:   State(*k, *g);
    assigns DISPATCHED(*k, k->map), *offer, GHOST_STARTS(g->map), JOB_STARTS(g->job.map);
    ensures state:    State(*k, *g);
    DISPATCH(ensures, , \true, *k, k->map, slot, *offer, *g, g->job.map)
    ensures stage:    STAGE_WAITS(k->reduce);
    WAITS_DISPATCHED(ensures, , \true, *k, k->map, k->reduce, slot)
*/
enum rtmr_status rtmr_dispatch_map(struct rtmr *k, int32_t slot, struct rtmr_offer *offer)
    /*@ ghost (struct rtmr_ghost \ghost *g) */;
/*@ requires valid:   \valid(k) && \valid(offer) && \valid(g);
    requires state:   State(*k, *g);
    assigns DISPATCHED(*k, k->reduce), *offer, GHOST_STARTS(g->reduce), JOB_STARTS(g->job.reduce);
    ensures state:    State(*k, *g);
    DISPATCH(ensures, , \true, *k, k->reduce, slot, *offer, *g, g->job.reduce)
    ensures stage:    STAGE_WAITS(k->map);
    WAITS_DISPATCHED(ensures, , \true, *k, k->reduce, k->map, slot)
*/
enum rtmr_status rtmr_dispatch_reduce(struct rtmr *k, int32_t slot, struct rtmr_offer *offer)
    /*@ ghost (struct rtmr_ghost \ghost *g) */;

/* rtmr_finish() for a stage: counts, readiness, feedback, retirement. */
/*@ requires valid:   \valid(k) && \valid(report) && \valid(g);
    requires state:   State(*k, *g);
    assigns *report, FINISHED(*k), GHOST_FINISHED(*g);
    ensures state: State(*k, *g);
    WAITS_FINISHED(ensures, *k, stage, slot)
    FINISH(ensures, *k, stage, slot, *report, *g)
*/
enum rtmr_status rtmr_complete(struct rtmr *k, enum rtmr_stage stage, int32_t slot, struct rtmr_report *report)
    /*@ ghost (struct rtmr_ghost \ghost *g) */;

#endif
