/*
 * For tools that look into a running `rtmr` scheduler; `self` is engine_scheduler() of an engine
 * that runs it.
 */
#ifndef HARNESS_SCHEDULERS_RTMR_SCHEDULER_H
#define HARNESS_SCHEDULERS_RTMR_SCHEDULER_H

#include "harness/engine/scheduler.h"
#include "kernel/rtmr.h"

/* The kernel. Not const: what-if queries write its scratch. Callers must change nothing else. */
struct rtmr *rtmr_scheduler_kernel(void *self);

/* Whether the cluster has slots of the stage. If not, the kernel has one that stays idle. */
bool rtmr_scheduler_has_slots(const void *self, enum rtmr_stage stage);

/* The job that the kernel knows by this handle; NULL if there is none. O(log jobs). */
const struct scheduler_job *rtmr_scheduler_job(const void *self, rtmr_handle handle);

/* The job as this scheduler would submit it to the kernel now, with estimates of the chosen
 * estimator. */
struct rtmr_job rtmr_scheduler_submission(const void *self, const struct scheduler_job *job);

#endif
