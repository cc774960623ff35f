/*
 * Memory for the hosted harness: allocation that cannot fail. When memory runs out the program says so on
 * stderr and ends with status 1; nobody needs to check a result. Free with free().
 */
#ifndef HARNESS_WORKLOAD_ALLOC_H
#define HARNESS_WORKLOAD_ALLOC_H

#include <stddef.h>

/* count zeroed elements of size bytes each; never NULL, even for count 0. */
void *alloc_zeroed(size_t count, size_t size);

/* Grows an array to hold at least `needed` elements: *capacity at least doubles, the new tail is unset.
 * Returns the (moved) array. Amortised O(1) per element. */
void *alloc_grow(void *array, size_t *capacity, size_t needed, size_t size);

/* A copy of the length bytes at text, with a 0 behind them. */
char *alloc_text(const char *text, size_t length);

#endif
