/*
 * Promises are renewed: with another deadline, or after they were suspended. The arguments are not
 * NULL and the context is one; everything else is checked here.
 */
#ifndef RTMR_RENEWAL_H
#define RTMR_RENEWAL_H

#include "rtmr.h"

#ifdef __FRAMAC__
#include "proofs/lemmas/plan_lemmas.h"
#include "proofs/lemmas/renewal_lemmas.h"
#include "proofs/lemmas/state.h"
#include "spec/renewal_calls.acsl"
#endif

#if RTMR_WITH_PROMISE_CHANGES

/* rtmr_renew() */
/*@ requires valid:   \valid(k) && \valid(decision) && \valid(g);
    requires state:   State(*k, *g);
    assigns RENEWS(*k), *decision, GHOST_RENEWS(*g);
    ensures state:    State(*k, *g);
    RENEWAL(ensures, *k, job, deadline, *decision, *g)
    WAITS_KEPT(ensures, \result == RTMR_OK, *k)
*/
enum rtmr_status rtmr_renew_promise(struct rtmr *k, rtmr_handle job, rtmr_ticks deadline,
                                    struct rtmr_decision *decision)
    /*@ ghost (struct rtmr_ghost \ghost *g) */;

#endif

#endif
