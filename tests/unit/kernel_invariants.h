/*
 * What is true of a context between any two calls, as kernel/rtmr_context.h describes it.
 */
#ifndef KERNEL_INVARIANTS_H
#define KERNEL_INVARIANTS_H

#include "rtmr.h"

/* What does not hold, in words; NULL if all is well. O(jobs * slots). */
const char *kernel_broken_invariant(const struct rtmr *k);

#endif
