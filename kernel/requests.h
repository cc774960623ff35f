/*
 * What may be asked of admission control: take a job, say what would happen, take a job back. The
 * arguments are not NULL and the context is one; everything else is checked here.
 */
#ifndef RTMR_REQUESTS_H
#define RTMR_REQUESTS_H

#include "rtmr.h"

#ifdef __FRAMAC__
#include "proofs/lemmas/job_rows.h"
#include "proofs/lemmas/state.h"
#include "spec/calls.acsl"
#endif

/* rtmr_submit() */
/*@ requires valid:    \valid(k) && \valid_read(job) && \valid(decision) && \valid(g);
    requires state:   State(*k, *g);
    assigns SUBMITTED(*k), *decision, GHOST_SUBMITTED(*g);
    ensures state:    State(*k, *g);
    SUBMISSION(ensures, *k, *job, *decision, *g)
    WAITS_KEPT(ensures, \result == RTMR_OK, *k)
    ANSWER(ensures, \result >= 0, \old(*k), *job, *decision, *g)
    COUNTER_OFFER(ensures, \result == RTMR_REJECTED && MAKES_COUNTER_OFFERS(*k), \old(*k), *job,
                  decision->earliest_deadline, *g)
    ensures kept:     \result != RTMR_OK ==> TABLE_SAME(*k, \old(*k));
*/
enum rtmr_status rtmr_request_job(struct rtmr *k, const struct rtmr_job *job, struct rtmr_decision *decision)
    /*@ ghost (struct rtmr_ghost \ghost *g) */;

#if RTMR_WITH_WHAT_IF
/* rtmr_what_if() */
/*@ requires valid:    \valid(k) && \valid_read(job) && \valid(decision) && \valid(g);
    requires state:   State(*k, *g);
    assigns SEARCHED(*k), *decision, GHOST_ASKED(*g);
    ensures state:    State(*k, *g);
    QUESTION(ensures, *k, *job, *decision)
    ANSWER(ensures, \result >= 0, \old(*k), *job, *decision, *g)
    COUNTER_OFFER(ensures, \result == RTMR_REJECTED, \old(*k), *job, decision->earliest_deadline, *g)
*/
enum rtmr_status rtmr_request_opinion(struct rtmr *k, const struct rtmr_job *job, struct rtmr_decision *decision)
    /*@ ghost (struct rtmr_ghost \ghost *g) */;
#endif

/* rtmr_withdraw() */
/*@ requires valid:    \valid(k) && \valid(g);
    requires state:   State(*k, *g);
    assigns WITHDRAWN(*k), GHOST_WITHDRAWN(*g);
    ensures state:    State(*k, *g);
    WITHDRAWAL(ensures, *k, job, *g)
    WAITS_KEPT(ensures, \result == RTMR_OK, *k)
*/
enum rtmr_status rtmr_request_withdrawal(struct rtmr *k, rtmr_handle job) /*@ ghost (struct rtmr_ghost \ghost *g) */;

#endif
