/*
 * The environment: it calls the interface for ever, in any order, with any arguments. What the kernel promises, it
 * promises to this program.
 */
#ifndef PROOFS_ENVIRONMENT_H
#define PROOFS_ENVIRONMENT_H

#include "kernel/rtmr.h"
#include "spec/calls.acsl"

/* What the environment decides: nothing is known of the results. These functions have no body. */
/*@ terminates \true; exits \false; assigns \nothing; */
int32_t rtmr_any_number(void);
/*@ terminates \true; exits \false; assigns \nothing; */
rtmr_ticks rtmr_any_instant(void);
/*@ terminates \true; exits \false; assigns \nothing; */
rtmr_handle rtmr_any_handle(void);
/*@ terminates \true; exits \false; assigns \nothing; */
enum rtmr_stage rtmr_any_stage(void);
/*@ terminates \true; exits \false; assigns *job; */
void rtmr_any_job(struct rtmr_job *job);

/* What became of the job that is watched. */
enum rtmr_fate {
    RTMR_UNWATCHED, /* no job has been chosen yet */
    RTMR_LIVE,      /* accepted, unfinished */
    RTMR_DONE,      /* reported finished */
    RTMR_WITHDRAWN, /* taken back */
    RTMR_FLAGGED    /* a violation that was reported has reached it */
};

/* The theorem. One accepted job, any, is watched from the call that accepts it. At every point between two calls:
 * while it is live it stands in the table under its handle with the deadline that it was submitted with, it is not
 * flagged, and now <= its last recorded estimate e <= that deadline; when it is done it was reported finished by e. It is
 * neither live nor done only after it was withdrawn by name or after a call that reported a violation. */
/*@ requires valid:    \valid(k) && \valid(g) && \separated(k, g);
    requires tag:      k->tag == RTMR_CONTEXT_TAG;
    STATE(requires, *k, *g)
    requires nobody:   g->watched == -1;
    terminates \false;
    assigns *k, *g;
    ensures for_ever:  \false;
*/
void rtmr_environment(struct rtmr *k) /*@ ghost (struct rtmr_ghost \ghost *g) */;

#endif
