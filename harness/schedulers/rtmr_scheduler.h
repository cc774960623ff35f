/*
 * For tools that look into a running `rtmr` scheduler; `self` is engine_scheduler() of an engine that runs it.
 */
#ifndef HARNESS_RTMR_SCHEDULER_H
#define HARNESS_RTMR_SCHEDULER_H

#include "harness/schedulers/scheduler.h"
#include "kernel/rtmr.h"

/* The kernel. Not const: what-if queries write its scratch. Nothing else may be changed. */
struct rtmr *rtmr_scheduler_kernel(void *self);

/* The job that the kernel knows by this handle; NULL if there is none. O(log jobs). */
const struct scheduler_job *rtmr_scheduler_job(const void *self, rtmr_handle handle);

/* What this scheduler would submit to the kernel for such a job now: its estimates by the chosen estimator. */
struct rtmr_job rtmr_scheduler_submission(const void *self, const struct scheduler_job *job);

#endif
