/*
 * When the caller must call next, and which slot it may use.
 */
#ifndef RTMR_TIMER_H
#define RTMR_TIMER_H

#include "rtmr.h"

#ifdef __FRAMAC__
#include "proofs/lemmas/plan_lemmas.h"
#include "proofs/lemmas/state.h"
#include "spec/calls.acsl"
#endif

/* rtmr_next_event() */
/*@ requires valid:   \valid_read(k) && \valid(g);
    requires state:   State(*k, *g);
    assigns \nothing;
    NEXT_EVENT(ensures, *k)
*/
rtmr_ticks rtmr_find_event(const struct rtmr *k) /*@ ghost (struct rtmr_ghost \ghost *g) */;

/* rtmr_next_idle() for a stage. */
/*@ requires valid:   \valid_read(pool);
    requires range:   0 <= pool->slots <= RTMR_SLOTS;
    assigns \nothing;
    NEXT_IDLE(ensures, , \true, *pool, from)
*/
int32_t rtmr_find_idle(const struct rtmr_pool *pool, int32_t from);

#endif
