/*
 * Copies of a kernel's state, for comparisons and trials.
 *
 * A context can be large (with the harness's capacities 11 MB, with stored vectors 256 GiB) and
 * nearly all of it unused: of each table, and of each stored vector, the entries in use and the
 * next one are copied and compared, byte by byte.
 */
#ifndef HARNESS_INVARIANTS_CONTEXT_COPY_H
#define HARNESS_INVARIANTS_CONTEXT_COPY_H

#include "kernel/rtmr.h"

#include <stdbool.h>

/* *to becomes a copy of *from. O(used part). */
void context_copy(struct rtmr *to, const struct rtmr *from);

/* Both are the same, byte by byte. O(used part). */
bool context_same(const struct rtmr *a, const struct rtmr *b);

/* Whether the two are equal except the scratch of planning, which *before takes over from
 * *after. */
bool context_same_but_scratch(struct rtmr *before, const struct rtmr *after);

#endif
