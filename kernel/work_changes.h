/*
 * What running and waiting tasks take turns out otherwise than was said: a running task may run on,
 * waiting ones take another time. The arguments are not NULL, the context is one and has the stage;
 * everything else is checked here.
 */
#ifndef RTMR_WORK_CHANGES_H
#define RTMR_WORK_CHANGES_H

#include "rtmr.h"

#ifdef __FRAMAC__
#include "proofs/lemmas/plan_lemmas.h"
#include "proofs/lemmas/slot_runs.h"
#include "proofs/lemmas/state.h"
#include "spec/work_calls.acsl"
#endif

#if RTMR_WITH_PROMISE_CHANGES

/* rtmr_extend() */
/*@ requires valid:   \valid(k) && \valid(decision) && \valid(g);
    requires state:   State(*k, *g);
    assigns EXTENDED(*k), *decision, GHOST_EXTENDED(*g);
    TOGETHER(ensures, effect,
             CLAUSE(conjunct, state, State(*k, *g))
             WAITS_KEPT(conjunct, \result == RTMR_OK, *k))
    EXTENSION(ensures, *k, stage, slot, bound, *decision, *g)
*/
enum rtmr_status rtmr_extend_task(struct rtmr *k, enum rtmr_stage stage, int32_t slot, rtmr_ticks bound,
                                  struct rtmr_decision *decision)
    /*@ ghost (struct rtmr_ghost \ghost *g) */;

/* rtmr_set_estimate() */
/*@ requires valid:   \valid(k) && \valid(decision) && \valid(g);
    requires state:   State(*k, *g);
    assigns ESTIMATE_CHANGED(*k), *decision, GHOST_ESTIMATE_CHANGED(*g);
    ensures state:    State(*k, *g);
    REESTIMATION(ensures, *k, job, stage, estimate, *decision, *g)
    WAITS_KEPT(ensures, \result == RTMR_OK, *k)
*/
enum rtmr_status rtmr_change_estimate(struct rtmr *k, rtmr_handle job, enum rtmr_stage stage, rtmr_ticks estimate,
                                      struct rtmr_decision *decision)
    /*@ ghost (struct rtmr_ghost \ghost *g) */;

#endif

#endif
