/*
 * The appendix of the technical report, on its own vectors: Definitions 1 and 2 by counting and by
 * recursion, Properties 1 to 3. Its proofs are in proof_1_and_2.h and algorithm_6.h. Each with the
 * hypotheses that it needs: those of the report, or fewer, and that numbers stay in range.
 *
 * Lemma functions: ghost code whose contract is the lemma and whose loop is the induction. Never
 * compiled.
 */
#ifndef PROOFS_APPENDIX_H
#define PROOFS_APPENDIX_H

#include "kernel/rtmr.h"
#include "spec/vectors.acsl"

/* Entry i of a sorted vector lies above t exactly if it and those behind it do.
 * Hypothesis in words: the vector is sorted. */
/*@ ghost
  /@ requires valid:  \valid(v);
     requires range:  0 <= n <= RTMR_SLOTS;
     requires sorted: Sorted(v->at, n);
     assigns \nothing;
     ensures counts:  \forall integer i, t; 0 <= i < n ==> (v->at[i] > t <==> Above(v->at, n, t) >= n - i);
     ensures range:   \forall integer t; 0 <= Above(v->at, n, t) <= n;
  @/
  void rtmr_sorted_counts(struct rtmr_vector \ghost *v, int32_t n);
*/

/* Definition 1 by counting: a >= b exactly if above every x a has no fewer entries than b.
 * Hypothesis in words: both vectors are sorted. */
/*@ ghost
  /@ requires valid:  \valid(a) && \valid(b);
     requires range:  0 <= n <= RTMR_SLOTS;
     requires sorted: Sorted(a->at, n) && Sorted(b->at, n);
     assigns \nothing;
     ensures more:    AtLeast(a->at, b->at, n) ==> \forall integer x; Above(a->at, n, x) >= Above(b->at, n, x);
     ensures entries: (\forall integer x; Above(a->at, n, x) >= Above(b->at, n, x)) ==> AtLeast(a->at, b->at, n);
  @/
  void rtmr_at_least_counts(struct rtmr_vector \ghost *a, struct rtmr_vector \ghost *b, int32_t n);
*/

/* One step of Definition 2: every entry becomes the middle one of itself, the sum, and the entry
 * behind it. Hypotheses in words: there is a slot; the vector is sorted; the sum is no less than
 * its first entry. */
/*@ ghost
  /@ requires valid:  \valid(a) && \valid(b);
     requires range:  1 <= n <= RTMR_SLOTS && x >= a->at[0];
     requires sorted: Sorted(a->at, n);
     requires step:   Resorted(a->at, b->at, n, x);
     assigns \nothing;
     ensures middle:  \forall integer i; 0 <= i < n ==> b->at[i] == Middle(a->at[i], x, i + 1 < n ? a->at[i + 1] : x);
  @/
  void rtmr_step_is_middle(struct rtmr_vector \ghost *a, struct rtmr_vector \ghost *b, int32_t n, rtmr_ticks x);
*/

/* The other way round: middle ones of a sorted vector are what one step of Definition 2 makes of
 * it. Hypotheses in words: there is a slot; the vector is sorted; the sum is no less than its
 * first entry. */
/*@ ghost
  /@ requires valid:  \valid(a) && \valid(b);
     requires range:  1 <= n <= RTMR_SLOTS && x >= a->at[0];
     requires sorted: Sorted(a->at, n);
     requires middle: \forall integer i; 0 <= i < n ==> b->at[i] == Middle(a->at[i], x, i + 1 < n ? a->at[i + 1] : x);
     assigns \nothing;
     ensures step:    Resorted(a->at, b->at, n, x);
  @/
  void rtmr_middle_is_step(struct rtmr_vector \ghost *a, struct rtmr_vector \ghost *b, int32_t n, rtmr_ticks x);
*/

/* Definition 2 as it stands and its recursive form are the same: an auditor may read either.
 * What is made step by step has the entries of the recursive form, and what has these entries is
 * made step by step (below). (Entry is the recursive form by entries. The other proofs use
 * recursions by counts, how many entries lie above an instant: Entries, TasksPlanned and
 * Corrected; that each goes through the entries of Definition 2, step by step by Resorted, say
 * rtmr_algorithms_2_and_3, rtmr_tasks_are_planned and rtmr_algorithm_6.) Hypotheses in words:
 * there is a slot; no item is negative; no sum is above RTMR_NEVER. */
/*@ ghost
  /@ requires valid: \valid(a) && \valid(c);
     requires range: 1 <= n <= RTMR_SLOTS && 0 <= m <= RTMR_TASKS;
     requires items: \forall integer k; 0 <= k < m ==> 0 <= c->of[k] && a->row[k].at[0] + c->of[k] <= RTMR_NEVER;
     requires added: ADDED(*a, n, m, *c);
     assigns \nothing;
     ensures same:   \forall integer k, i; 0 <= k <= m && 0 <= i < n ==>
                     a->row[k].at[i] == Entry(a->row[0].at, n, c->of, k, i);
  @/
  void rtmr_definition_2(struct rtmr_ghost_rows \ghost *a, struct rtmr_ghost_items \ghost *c, int32_t n, int32_t m);
*/

/* Row by row, middle ones of a sorted vector are what Definition 2 makes of it. Hypotheses in
 * words: there is a slot; the vector is sorted; no item is negative; no sum is above RTMR_NEVER. */
/*@ ghost
  /@ requires valid:  \valid(a) && \valid(c);
     requires range:  1 <= n <= RTMR_SLOTS && 0 <= m <= RTMR_TASKS;
     requires items:  \forall integer k; 0 <= k < m ==> 0 <= c->of[k] && a->row[k].at[0] + c->of[k] <= RTMR_NEVER;
     requires sorted: Sorted(a->row[0].at, n);
     requires middle: \forall integer k, i; 0 <= k < m && 0 <= i < n ==> a->row[k + 1].at[i]
                      == Middle(a->row[k].at[i], a->row[k].at[0] + c->of[k],
                                i + 1 < n ? a->row[k].at[i + 1] : a->row[k].at[0] + c->of[k]);
     assigns \nothing;
     ensures added:   ADDED(*a, n, m, *c);
  @/
  void rtmr_middles_are_steps(struct rtmr_ghost_rows \ghost *a, struct rtmr_ghost_items \ghost *c, int32_t n,
                              int32_t m);
*/

/* The other way round: rows with the entries of the recursive form, that of a sorted vector, are
 * those of Definition 2 as it stands. Hypotheses in words: there is a slot; the vector is
 * sorted; no item is negative; no sum is above RTMR_NEVER. */
/*@ ghost
  /@ requires valid:  \valid(a) && \valid(c);
     requires range:  1 <= n <= RTMR_SLOTS && 0 <= m <= RTMR_TASKS;
     requires items:  \forall integer k; 0 <= k < m ==> 0 <= c->of[k] && a->row[k].at[0] + c->of[k] <= RTMR_NEVER;
     requires sorted: Sorted(a->row[0].at, n);
     requires same:   \forall integer k, i; 0 <= k <= m && 0 <= i < n ==>
                      a->row[k].at[i] == Entry(a->row[0].at, n, c->of, k, i);
     assigns \nothing;
     ensures added:   ADDED(*a, n, m, *c);
  @/
  void rtmr_entries_are_definition_2(struct rtmr_ghost_rows \ghost *a, struct rtmr_ghost_items \ghost *c, int32_t n,
                                     int32_t m);
*/

/* Property 1: if a >= b and b >= c, then a >= c. It has no other hypothesis. */
/*@ ghost
  /@ requires valid: \valid(a) && \valid(b) && \valid(c);
     requires ab:    AtLeast(a->at, b->at, n);
     requires bc:    AtLeast(b->at, c->at, n);
     assigns \nothing;
     ensures ac:     AtLeast(a->at, c->at, n);
  @/
  void rtmr_property_1(struct rtmr_vector \ghost *a, struct rtmr_vector \ghost *b, struct rtmr_vector \ghost *c,
                       int32_t n);
*/

/* Definition 2, one step, as Property 2 needs it: it keeps a >= b, if what goes into a is no
 * less than what goes into b. Hypotheses in words: there is a slot; both vectors are sorted. */
/*@ ghost
  /@ requires valid:  \valid(a) && \valid(a_after) && \valid(b) && \valid(b_after);
     requires range:  1 <= n <= RTMR_SLOTS;
     requires sorted: Sorted(a->at, n) && Sorted(b->at, n);
     requires least:  AtLeast(a->at, b->at, n) && to_a >= to_b;
     requires a:      Resorted(a->at, a_after->at, n, to_a);
     requires b:      Resorted(b->at, b_after->at, n, to_b);
     assigns \nothing;
     ensures least:   AtLeast(a_after->at, b_after->at, n);
  @/
  void rtmr_step_keeps_order(struct rtmr_vector \ghost *a, struct rtmr_vector \ghost *a_after,
                             struct rtmr_vector \ghost *b,
                             struct rtmr_vector \ghost *b_after, int32_t n, rtmr_ticks to_a, rtmr_ticks to_b);
*/

/* Property 2: if a >= b and, item by item, c >= d, then a (+) c >= b (+) d. The items are
 * compared in the order in which they are added: the vectors of durations are not sorted (slip
 * 15). Hypotheses in words: there is a slot; no item of d is negative; no sum of a's is above
 * RTMR_NEVER. */
/*@ ghost
  /@ requires valid: \valid(a) && \valid(b) && \valid(c) && \valid(d);
     requires range: 1 <= n <= RTMR_SLOTS && 0 <= m <= RTMR_TASKS;
     requires sums:  \forall integer k; 0 <= k < m ==> a->row[k].at[0] + c->of[k] <= RTMR_NEVER && 0 <= d->of[k];
     requires least: AtLeast(a->row[0].at, b->row[0].at, n);
     requires items: \forall integer k; 0 <= k < m ==> c->of[k] >= d->of[k];
     requires a:     ADDED(*a, n, m, *c);
     requires b:     ADDED(*b, n, m, *d);
     assigns \nothing;
     ensures least:  AtLeast(a->row[m].at, b->row[m].at, n);
  @/
  void rtmr_property_2(struct rtmr_ghost_rows \ghost *a, struct rtmr_ghost_items \ghost *c,
                       struct rtmr_ghost_rows \ghost *b,
                       struct rtmr_ghost_items \ghost *d, int32_t n, int32_t m);
*/

/* Property 3: if a >= b and x >= y, then MAX(a, x) >= MAX(b, y). It has no other hypothesis. */
/*@ ghost
  /@ requires valid: \valid(a) && \valid(a_max) && \valid(b) && \valid(b_max);
     requires least: AtLeast(a->at, b->at, n) && x >= y;
     requires a:     Raised(a->at, a_max->at, n, x);
     requires b:     Raised(b->at, b_max->at, n, y);
     assigns \nothing;
     ensures least:  AtLeast(a_max->at, b_max->at, n);
  @/
  void rtmr_property_3(struct rtmr_vector \ghost *a, struct rtmr_vector \ghost *a_max, struct rtmr_vector \ghost *b,
                       struct rtmr_vector \ghost *b_max, int32_t n, rtmr_ticks x, rtmr_ticks y);
*/

#endif
