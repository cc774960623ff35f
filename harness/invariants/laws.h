/*
 * Laws that connect calls of rtmr.h, tried on copies of a checked kernel: c->before, the kernel as
 * it was before the call, and the kernel after it. Each returns false if its law is broken, and the
 * judge names the law.
 */
#ifndef HARNESS_INVARIANTS_LAWS_H
#define HARNESS_INVARIANTS_LAWS_H

#include "harness/invariants/checked_state.h"

/* A what-if question before the submission would have had the same answer. */
bool law_what_if(struct checked *c, const struct rtmr_job *job, const struct rtmr_decision *decision);

/* The job was rejected: the same job is accepted with the earliest acceptable deadline that was
 * named, and rejected with earlier ones. */
bool law_counter_offer(struct checked *c, const struct rtmr_job *job);

/* The job was accepted: withdrawn at once, it leaves everything but the recorded ends as it was. */
bool law_withdrawal(struct checked *c, const struct rtmr_job *job, const struct rtmr_decision *decision);

/* An idle slot was asked to drain, with this answer: if it was accepted, losing the slot instead
 * would have flagged no job; if refused, at least one. */
bool law_drain(struct checked *c, enum rtmr_stage stage, int32_t slot, enum rtmr_status status);

/* The earliest deadline by which a job can be renewed is said to be this, RTMR_NEVER if there is
 * none; it was refused with `deadline`. */
bool law_renewal_offer(struct checked *c, rtmr_handle job, rtmr_ticks deadline, rtmr_ticks earliest);

#endif
