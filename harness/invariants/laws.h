/*
 * Laws that connect calls of rtmr.h, tried on copies of a checked kernel: c->before, the kernel as it was before the
 * call, and the kernel after it. Each false: the judge says which law is broken.
 */
#ifndef HARNESS_INVARIANTS_LAWS_H
#define HARNESS_INVARIANTS_LAWS_H

#include "harness/invariants/checked_state.h"

/* Asked before it was submitted, the kernel would have said the same. */
bool law_what_if(struct checked *c, const struct rtmr_job *job, const struct rtmr_decision *decision);

/* The job was rejected: of the earliest acceptable deadline, the same job is accepted with it and rejected before. */
bool law_counter_offer(struct checked *c, const struct rtmr_job *job);

/* The job was accepted: withdrawn at once, it leaves everything but the recorded ends as it was. */
bool law_withdrawal(struct checked *c, const struct rtmr_job *job, const struct rtmr_decision *decision);

/* The slot, which ran nothing, was asked to drain, with this answer: losing it instead would have flagged nobody, or
 * somebody. */
bool law_drain(struct checked *c, enum rtmr_stage stage, int32_t slot, enum rtmr_status status);

#endif
