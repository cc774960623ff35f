/*
 * Availability vectors in heap order: what planning does with them.
 *
 * Algorithms II, III and VI read and change a vector in one way only: look at the smallest entry
 * and replace it. Re-sorting after every task (the papers) costs O(n log n) a task; heap order
 * gives the same multiset, and so the same smallest entry, in O(log n).
 */
#ifndef RTMR_SLOT_VECTOR_H
#define RTMR_SLOT_VECTOR_H

#include "rtmr.h"

#ifdef __FRAMAC__
#include "proofs/lemmas/vector_lemmas.h"
#include "spec/availability.acsl"
#endif

/* Entry i becomes x; the order of the entries is the caller's business. O(1). */
/*@ requires valid:  \valid(v);
    requires range:  0 <= i < v->n <= RTMR_SLOTS;
    assigns v->at[i];
    ensures set:     v->at[i] == x;
    ensures counted: \forall integer k, y; 0 <= k <= v->n ==> Above(v->at, k, y)
                       == \old(Above(v->at, k, y)) + (k > i ? (x > y ? 1 : 0) - (\old(v->at[i]) > y ? 1 : 0) : 0);
*/
void rtmr_vector_set(struct rtmr_vector *v, int32_t i, rtmr_ticks x);

#if !RTMR_WITH_RUNS
/* What only plans that are kept on a heap need. */

/* Places x at index `start` and moves it down until the entries from `start` on are in heap order.
 * The entries behind `start` must be. The entry at `start` is overwritten. O(log n). */
/*@ requires valid:   \valid(v);
    requires range:   0 <= start < v->n <= RTMR_SLOTS;
    requires ordered: HeapFrom(v->at, v->n, start + 1);
    assigns v->at[0 .. RTMR_SLOTS - 1];
    ensures ordered:  HeapFrom(v->at, v->n, start);
    ensures counted:  \forall integer y; Above(v->at, v->n, y)
                        == \old(Above(v->at, v->n, y)) + (x > y ? 1 : 0) - (\old(v->at[start]) > y ? 1 : 0);
    ensures kept:     \forall integer i; 0 <= i < start || v->n <= i < RTMR_SLOTS ==> v->at[i] == \old(v->at)[i];
*/
void rtmr_vector_sift(struct rtmr_vector *v, int32_t start, rtmr_ticks x);

/* Brings any vector into heap order. O(n). */
/*@ requires valid:  \valid(v);
    requires range:  0 <= v->n <= RTMR_SLOTS;
    assigns v->at[0 .. RTMR_SLOTS - 1];
    ensures ordered: Ordered(v->at, v->n);
    ensures counted: \forall integer y; Above(v->at, v->n, y) == \old(Above(v->at, v->n, y));
*/
void rtmr_vector_order(struct rtmr_vector *v);

/* Replaces the smallest entry by x: "change t_1, sort". O(log n). n >= 1. */
/*@ requires valid:   \valid(v);
    requires range:   1 <= v->n <= RTMR_SLOTS;
    requires ordered: Ordered(v->at, v->n);
    assigns v->at[0 .. RTMR_SLOTS - 1];
    ensures ordered:  Ordered(v->at, v->n);
    ensures counted:  \forall integer y; Above(v->at, v->n, y)
                        == \old(Above(v->at, v->n, y)) + (x > y ? 1 : 0) - (\old(v->at[0]) > y ? 1 : 0);
    ensures grows:    x >= \old(v->at[0]) ==> v->at[0] >= \old(v->at[0]);
*/
void rtmr_vector_replace_first(struct rtmr_vector *v, rtmr_ticks x);

/* n entries, all x. O(n). */
/*@ requires valid:  \valid(v);
    requires range:  0 <= n <= RTMR_SLOTS;
    assigns v->n, v->at[0 .. RTMR_SLOTS - 1];
    ensures size:    v->n == n;
    ensures filled:  \forall integer i; 0 <= i < n ==> v->at[i] == x;
    ensures counted: \forall integer y; Above(v->at, n, y) == (x > y ? n : 0);
*/
void rtmr_vector_fill(struct rtmr_vector *v, int32_t n, rtmr_ticks x);
#endif

#if !RTMR_WITH_RUNS || RTMR_WITH_STORED_VECTORS
/* One more entry, x, behind the others. O(1). */
/*@ requires valid:  \valid(v);
    requires range:  0 <= v->n < RTMR_SLOTS;
    assigns v->n, v->at[v->n];
    ensures size:    v->n == \old(v->n) + 1;
    ensures set:     v->at[\old(v->n)] == x;
    ensures counted: \forall integer y; Above(v->at, v->n, y) == \old(Above(v->at, v->n, y)) + (x > y ? 1 : 0);
*/
void rtmr_vector_append(struct rtmr_vector *v, rtmr_ticks x);
#endif

#if RTMR_WITH_STORED_VECTORS || (!RTMR_WITH_RUNS && RTMR_WITH_WHAT_IF)
/* *to becomes *from. O(n). */
/*@ requires valid:  \valid(to) && \valid_read(from);
    requires range:  0 <= from->n <= RTMR_SLOTS;
    assigns to->n, to->at[0 .. RTMR_SLOTS - 1];
    ensures size:    to->n == from->n;
    ensures copied:  \forall integer i; 0 <= i < from->n ==> to->at[i] == from->at[i];
    ensures counted: \forall integer y; Above(to->at, from->n, y) == Above(from->at, from->n, y);
*/
void rtmr_vector_copy(struct rtmr_vector *to, const struct rtmr_vector *from);
#endif

#endif
