/*
 * Copies of a kernel's state, for comparisons and trials.
 *
 * A context can be large (with the harness's capacities tens of MB, with stored vectors 256 GiB)
 * and nearly all of it unused: of each table, and of each stored vector, the entries in use and
 * the next one are copied and compared, byte by byte. Of runs those that there are: where they lie
 * in their array makes no difference.
 */
#ifndef HARNESS_INVARIANTS_CONTEXT_COPY_H
#define HARNESS_INVARIANTS_CONTEXT_COPY_H

#include "kernel/rtmr.h"

#include <stdbool.h>

/* *to becomes a copy of *from. O(used part). */
void context_copy(struct rtmr *to, const struct rtmr *from);

/* Both are the same. O(used part). */
bool context_same(const struct rtmr *a, const struct rtmr *b);

/* The same, but for the scratch of planning. */
bool context_same_but_scratch(const struct rtmr *a, const struct rtmr *b);

#endif
