/*
 * Counting over the plan in force and the slot table of one stage: the logic functions of
 * spec/plan.acsl, spec/slots.acsl and spec/latency.acsl, under their names there.
 */
#ifndef HARNESS_INVARIANTS_PLAN_COUNTS_H
#define HARNESS_INVARIANTS_PLAN_COUNTS_H

#include "harness/invariants/shadow.h"

/* The place of a job in the kernel's table, or -1. */
int32_t place_of(const struct rtmr *k, rtmr_handle job);

/* Open: not yet dispatched tasks among the first n of the plan. */
int32_t open_before(const struct shadow_plan *plan, int32_t n);

/* OpenAbove: the same, of those that end after x. */
int32_t open_above(const struct shadow_plan *plan, int32_t n, rtmr_ticks x);

/* BusyBefore: busy slots whose task is before task n of the plan and may end after x. */
int32_t busy_before(const struct rtmr_pool *pool, const struct shadow_stage *stage, int32_t n, rtmr_ticks x);

/* DueAfter: idle slots on which a task is due, but later after x than a task may wait. */
int32_t due_after(const struct rtmr_pool *pool, rtmr_ticks x);

#endif
