/*
 * The papers' operators on sorted availability vectors (technical report, appendix, Definitions 1-3).
 *
 * A sorted vector is one heap order of its multiset, so these work on the same representation as planning does.
 * Nothing in the kernel needs them; tests, tools and proofs speak through them.
 */
#ifndef RTMR_VECTOR_ALGEBRA_H
#define RTMR_VECTOR_ALGEBRA_H

#include "rtmr.h"

/* Nonzero if the entries ascend. O(n). */
int32_t rtmr_vector_is_sorted(const struct rtmr_vector *v);

/* Sorts the entries in ascending order. O(n log n), in place. */
void rtmr_vector_sort(struct rtmr_vector *v);

/* Definition 1, on two sorted vectors of the same length: every entry of a is >= (>) the one of b. O(n). */
int32_t rtmr_vector_ge(const struct rtmr_vector *a, const struct rtmr_vector *b);
int32_t rtmr_vector_gt(const struct rtmr_vector *a, const struct rtmr_vector *b);

/* Definition 3: MAX(v, a), every entry raised to at least a. A sorted vector stays sorted. O(n). */
void rtmr_vector_max(struct rtmr_vector *v, rtmr_ticks a);

/* Definition 2: v (+) durations. Each of the m durations, in turn, is added to the smallest entry; the result is sorted.
 * Entries and durations lie in 0 .. RTMR_TIME_MAX, and v has an entry if m > 0. Returns nonzero, or zero if a sum
 * would exceed RTMR_TIME_MAX: then v is sorted and holds the sums up to that duration. O((n + m) log n). */
int32_t rtmr_vector_add(struct rtmr_vector *v, const rtmr_ticks *durations, int32_t m);

#endif
