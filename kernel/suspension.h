/*
 * Promises that are given up on purpose. The context is one; everything else is checked here.
 */
#ifndef RTMR_SUSPENSION_H
#define RTMR_SUSPENSION_H

#include "rtmr.h"

#ifdef __FRAMAC__
#include "proofs/lemmas/plan_lemmas.h"
#include "proofs/lemmas/state.h"
#include "spec/suspension_calls.acsl"
#endif

#if RTMR_WITH_PROMISE_CHANGES

/* rtmr_suspend() */
/*@ requires valid:    \valid(k) && \valid(g);
    requires state:   State(*k, *g);
    assigns SUSPENDED(*k), GHOST_SUSPENDED(*g);
    ensures state:    State(*k, *g);
    SUSPENSION(ensures, *k, job, *g)
    WAITS_KEPT(ensures, \result == RTMR_OK && k->promised < \old(k->promised), *k)
*/
enum rtmr_status rtmr_suspend_promise(struct rtmr *k, rtmr_handle job)
    /*@ ghost (struct rtmr_ghost \ghost *g) */;

/* rtmr_abort() */
/*@ requires valid:    \valid(k) && \valid(g);
    requires state:   State(*k, *g);
    assigns ABORTED(*k), GHOST_ABORTED(*g);
    ensures state:    State(*k, *g);
    ABORTION(ensures, *k, job, *g)
    WAITS_KEPT(ensures, \result == RTMR_OK, *k)
*/
enum rtmr_status rtmr_abort_job(struct rtmr *k, rtmr_handle job)
    /*@ ghost (struct rtmr_ghost \ghost *g) */;

#endif

#endif
