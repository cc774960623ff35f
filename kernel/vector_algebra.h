/*
 * The papers' operators on sorted availability vectors (technical report, appendix, Definitions
 * 1-3), written as they are defined there.
 *
 * Nothing in the kernel needs them: planning works on runs or heaps, which have the same entries
 * (runs.h, slot_vector.h). Tests, tools and proofs speak through them. n is 0 .. RTMR_SLOTS
 * everywhere.
 */
#ifndef RTMR_VECTOR_ALGEBRA_H
#define RTMR_VECTOR_ALGEBRA_H

#include "rtmr.h"

#ifdef __FRAMAC__
#include "spec/vectors.acsl"
#endif

/* Nonzero if the entries ascend. O(n). */
/*@ requires valid: \valid_read(v);
    requires range: 0 <= v->n <= RTMR_SLOTS;
    assigns \nothing;
    ensures sorted: \result != 0 <==> Sorted(v->at, v->n);
*/
int32_t rtmr_vector_is_sorted(const struct rtmr_vector *v);

/* Sorts the entries in ascending order. O(n^2), in place. */
/*@ requires valid: \valid(v);
    requires range: 0 <= v->n <= RTMR_SLOTS;
    assigns v->at[0 .. RTMR_SLOTS - 1];
    ensures sorted: Sorted(v->at, v->n);
    ensures same:   SameEntries(v->at, \old(v->at), v->n);
*/
void rtmr_vector_sort(struct rtmr_vector *v);

/* Definition 1, on two sorted vectors of the same length: every entry of a is >= (>) the one of
 * b. O(n). */
/*@ requires valid:  \valid_read(a) && \valid_read(b);
    requires range:  0 <= a->n <= RTMR_SLOTS && b->n == a->n;
    assigns \nothing;
    ensures defined: \result != 0 <==> AtLeast(a->at, b->at, a->n);
*/
int32_t rtmr_vector_ge(const struct rtmr_vector *a, const struct rtmr_vector *b);

/*@ requires valid:  \valid_read(a) && \valid_read(b);
    requires range:  0 <= a->n <= RTMR_SLOTS && b->n == a->n;
    assigns \nothing;
    ensures defined: \result != 0 <==> Greater(a->at, b->at, a->n);
*/
int32_t rtmr_vector_gt(const struct rtmr_vector *a, const struct rtmr_vector *b);

/* Definition 3: MAX(v, a), every entry raised to at least a. A sorted vector stays sorted. O(n). */
/*@ requires valid:  \valid(v);
    requires range:  0 <= v->n <= RTMR_SLOTS;
    assigns v->at[0 .. RTMR_SLOTS - 1];
    ensures defined: Raised(\old(v->at), v->at, v->n, a);
    ensures sorted:  \old(Sorted(v->at, v->n)) ==> Sorted(v->at, v->n);
*/
void rtmr_vector_max(struct rtmr_vector *v, rtmr_ticks a);

/* One step of Definition 2: the smallest entry of a sorted vector grows by `duration`, and the
 * vector is sorted again. Entries and duration lie in 0 .. RTMR_TIME_MAX, n >= 1. Nonzero; or
 * zero, and v unchanged, if the sum would exceed RTMR_TIME_MAX. O(n). */
/*@ requires valid:   \valid(v);
    requires range:   1 <= v->n <= RTMR_SLOTS && 0 <= duration <= RTMR_TIME_MAX && 0 <= v->at[0];
    requires sorted:  Sorted(v->at, v->n);
    assigns v->at[0 .. RTMR_SLOTS - 1];
    ensures fits:     \result != 0 <==> \old(v->at[0]) + duration <= RTMR_TIME_MAX;
    ensures added:    \result != 0 ==> Resorted(\old(v->at), v->at, v->n, \old(v->at[0]) + duration);
    ensures kept:     \result == 0 ==> v->at == \old(v->at);
    ensures least:    0 <= v->at[0];
*/
int32_t rtmr_vector_add_one(struct rtmr_vector *v, rtmr_ticks duration);

/* Definition 2: v (+) durations. Each of the m durations, in turn, is added to the smallest
 * entry of a sorted vector; the result is sorted. Entries and durations lie in 0 ..
 * RTMR_TIME_MAX, and v has an entry if m > 0. Returns how many were added: m, or fewer if the
 * next sum would exceed RTMR_TIME_MAX. O(m * n). */
/*@ requires valid:   \valid(v) && \valid(rows) && \valid(items) && \valid_read(durations + (0 .. m - 1));
    requires range:   0 <= v->n <= RTMR_SLOTS && 0 <= m <= RTMR_TASKS && (m > 0 ==> 1 <= v->n && 0 <= v->at[0]);
    requires sorted:  Sorted(v->at, v->n);
    requires times:   \forall integer k; 0 <= k < m ==> 0 <= durations[k] <= RTMR_TIME_MAX;
    assigns v->at[0 .. RTMR_SLOTS - 1], *rows, *items;
    ensures added:    0 <= \result <= m && ADDED(*rows, v->n, \result, *items);
    ensures items:    \forall integer k; 0 <= k < \result ==> items->of[k] == durations[k];
    ensures begin:    rows->row[0].at == \old(v->at);
    ensures end:      v->at == rows->row[\result].at;
    ensures all:      \result < m ==> v->at[0] + durations[\result] > RTMR_TIME_MAX;
*/
int32_t rtmr_vector_add(struct rtmr_vector *v, const rtmr_ticks *durations, int32_t m)
    /*@ ghost (struct rtmr_ghost_rows \ghost *rows, struct rtmr_ghost_items \ghost *items) */;

#endif
