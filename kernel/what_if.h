/*
 * The counter offer: the earliest deadline that would be accepted.
 */
#ifndef RTMR_WHAT_IF_H
#define RTMR_WHAT_IF_H

#include "rtmr.h"

#ifdef __FRAMAC__
#include "proofs/lemmas/state.h"
#include "spec/search.acsl"
#include "spec/verdict.acsl"
#endif

#if RTMR_WITH_WHAT_IF

/* The smallest deadline >= job->deadline with which the (checked) job would be accepted now, or
 * RTMR_NEVER. Acceptance depends on the deadline only through the place and e <= deadline, so
 * one plan per place decides; it is not monotone, a later deadline may put the job behind
 * others. The jobs in front of a place are planned once (with stored vectors, not at all); those
 * behind it, for each place where the job itself ends in time, up to the first that is late. Writes
 * scratch only. */
/*@ requires valid:  \valid(k) && \valid_read(job) && \valid(g);
    requires state:   State(*k, *g);
    requires job:    JOB_VALID(*job, k->now);
    assigns SEARCHED(*k), GHOST_OFFERED(*g);
    ensures state:   State(*k, *g);
    COUNTER_OFFER(ensures, \true, \old(*k), *job, \result, *g)
*/
rtmr_ticks rtmr_earliest_deadline(struct rtmr *k, const struct rtmr_job *job)
    /*@ ghost (struct rtmr_ghost \ghost *g) */;

#endif

#endif
