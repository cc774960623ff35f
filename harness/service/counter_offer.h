/*
 * The earliest deadline that would be accepted, of a refused request: as the kernel's own counter
 * offer, but with a bound on its work. The kernel's search tries each place of the plan order
 * behind the request's; with thousands of waiting jobs it could take seconds, in which no task
 * starts.
 */
#ifndef SERVICE_COUNTER_OFFER_H
#define SERVICE_COUNTER_OFFER_H

#include "kernel/rtmr.h"

/* The search makes at most so many steps, but at least one trial. A trial takes as many steps as
 * there are unfinished jobs (flagged ones included) and waiting tasks of both stages, those of the
 * request included. A trial is made for a range of deadlines that puts the request at one place,
 * unless the request would end behind the range. All this depends on the kernel's state only, so
 * that a replay finds the same. A step takes some 6 ns. */
#define COUNTER_OFFER_STEPS INT64_C(2000000)

/* The kernel, ordered by EDF with exact projection, has refused the job, or the renewal of
 * `renewed` by the deadline, because a job would be late; `end` is when the request would have
 * ended, by the refusal. RTMR_NEVER: no later deadline would be accepted, or none was found in so
 * many steps. */
rtmr_ticks counter_offer_for_job(const struct rtmr *k, const struct rtmr_job *job, rtmr_ticks end);
rtmr_ticks counter_offer_for_renewal(const struct rtmr *k, rtmr_handle renewed, rtmr_ticks deadline, rtmr_ticks end);

#endif
