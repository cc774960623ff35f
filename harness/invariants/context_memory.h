/*
 * Memory for a kernel's state. With the harness's capacities the type is far larger than the memory
 * of any machine, and what a run uses of it is small: a table takes memory as it fills up.
 */
#ifndef HARNESS_INVARIANTS_CONTEXT_MEMORY_H
#define HARNESS_INVARIANTS_CONTEXT_MEMORY_H

#include "kernel/rtmr.h"

/* A context for rtmr_init() with this feedback: zeroed, with stored vectors only for those that use
 * them. context_free() it. Ends the program if there is no address space for it. */
struct rtmr *context_new(enum rtmr_feedback feedback);

/* feedback: as it was made for. NULL: nothing. */
void context_free(struct rtmr *k, enum rtmr_feedback feedback);

#endif
