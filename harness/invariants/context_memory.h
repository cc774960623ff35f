/*
 * Memory for a kernel's state. With the harness's capacities the type is far larger than the memory
 * of any machine, and what a run uses of it is small: a table takes memory as it fills up.
 */
#ifndef HARNESS_INVARIANTS_CONTEXT_MEMORY_H
#define HARNESS_INVARIANTS_CONTEXT_MEMORY_H

#include "kernel/rtmr.h"

#include <stddef.h>

/* A context for rtmr_init() with this feedback: zeroed, with stored vectors only for those that use
 * them. context_free() it. NULL: the address space is limited to less than context_size(). */
struct rtmr *context_new(enum rtmr_feedback feedback);

/* The bytes of address space that it takes. */
size_t context_size(enum rtmr_feedback feedback);

/* feedback: as it was made for. NULL: nothing. */
void context_free(struct rtmr *k, enum rtmr_feedback feedback);

#endif
