/*
 * The appendix of the technical report, on its own vectors: Properties 1 to 3, Proof-1 and Proof-2 (one accepted job more),
 * Proof-3 and Proof-4 (one finished task more). Each with the hypotheses that it needs, which are fewer than the report's.
 *
 * Lemma functions: ghost code whose contract is the lemma and whose loop is the induction. Never compiled.
 */
#ifndef PROOFS_APPENDIX_H
#define PROOFS_APPENDIX_H

#include "kernel/rtmr.h"
#include "spec/schedule.acsl"
#include "spec/vectors.acsl"

/* Entry i of a sorted vector lies above t exactly if it and those behind it do. */
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

/* Definition 1 by counting: a >= b exactly if above every x a has no fewer entries than b. */
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

/* One step of Definition 2: every entry becomes the middle one of itself, the sum, and the entry behind it. */
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

/* Definition 2 as it stands and its recursive form are the same. */
/*@ ghost
  /@ requires valid: \valid(a) && \valid(c);
     requires range: 1 <= n <= RTMR_SLOTS && 0 <= m <= RTMR_TASKS;
     requires items: \forall integer k; 0 <= k < m ==> 0 <= c->of[k] && a->row[k].at[0] + c->of[k] <= RTMR_NEVER;
     requires begin: \forall integer i; 0 <= i < n ==> 0 <= a->row[0].at[i];
     requires added: ADDED(*a, n, m, *c);
     assigns \nothing;
     ensures same:   \forall integer k, i; 0 <= k <= m && 0 <= i < n ==> a->row[k].at[i] == Entry(a->row[0].at, n, c->of, k, i);
  @/
  void rtmr_definition_2(struct rtmr_ghost_rows \ghost *a, struct rtmr_ghost_items \ghost *c, int32_t n, int32_t m);
*/

/* Algorithms II and III are Definition 2, but for the release: a task starts when the first slot becomes available or its stage is
 * released, whichever is later, and only the slot that it takes waits for the release (slip 3). The kernel plans on a heap (the plan:
 * what each task took and put); the sorted vectors of the papers go through the same entries, step by step. */
/*@ ghost
  /@ requires valid:     \valid(base) && \valid(plan) && \valid(rows);
     requires range:     1 <= base->n <= RTMR_SLOTS && 0 <= m <= RTMR_TASKS && 0 <= takes <= 2 * RTMR_TIME_MAX && release <= RTMR_TIME_MAX;
     requires smallest:  TookSmallest(base->n, m, base->at, plan->open, plan->least, plan->finish);
     requires scheduled: \forall integer i; 0 <= i < m ==> plan->open[i] != 0 && plan->finish[i] != RTMR_NEVER
                         && Scheduled(release, takes, plan->least[i], plan->start[i], plan->finish[i]);
     requires begin:     Sorted(rows->row[0].at, base->n) && SameEntries(rows->row[0].at, base->at, base->n);
     requires rows:      \forall integer k; 0 <= k < m ==>
                         Resorted(rows->row[k].at, rows->row[k + 1].at, base->n, LATEST(rows->row[k].at[0], release) + takes);
     assigns \nothing;
     ensures starts:     \forall integer k; 0 <= k < m ==> plan->least[k] == rows->row[k].at[0]
                         && plan->finish[k] == LATEST(rows->row[k].at[0], release) + takes;
     ensures entries:    \forall integer k, x; 0 <= k <= m ==> Above(rows->row[k].at, base->n, x)
                         == Entries(base->n, base->at, plan->open, plan->least, plan->finish, k, x);
  @/
  void rtmr_algorithms_2_and_3(struct rtmr_vector \ghost *base, struct rtmr_ghost_plan \ghost *plan, struct rtmr_ghost_rows \ghost *rows,
                               int32_t m, rtmr_ticks release, rtmr_ticks takes);
*/

/* Property 1: if a >= b and b >= c, then a >= c. */
/*@ ghost
  /@ requires valid: \valid(a) && \valid(b) && \valid(c);
     requires ab:    AtLeast(a->at, b->at, n);
     requires bc:    AtLeast(b->at, c->at, n);
     assigns \nothing;
     ensures ac:     AtLeast(a->at, c->at, n);
  @/
  void rtmr_property_1(struct rtmr_vector \ghost *a, struct rtmr_vector \ghost *b, struct rtmr_vector \ghost *c, int32_t n);
*/

/* One step of Definition 2 keeps a >= b, if what goes into a is no less than what goes into b. */
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
  void rtmr_step_keeps_order(struct rtmr_vector \ghost *a, struct rtmr_vector \ghost *a_after, struct rtmr_vector \ghost *b,
                             struct rtmr_vector \ghost *b_after, int32_t n, rtmr_ticks to_a, rtmr_ticks to_b);
*/

/* Property 2: if a >= b and, item by item, c >= d, then a (+) c >= b (+) d. The items are compared in the order in which
 * they are added: the vectors of durations are not sorted (slip 15). */
/*@ ghost
  /@ requires valid: \valid(a) && \valid(b) && \valid(c) && \valid(d);
     requires range: 1 <= n <= RTMR_SLOTS && 0 <= m <= RTMR_TASKS;
     requires sums:  \forall integer k; 0 <= k < m ==> a->row[k].at[0] + c->of[k] <= RTMR_NEVER && 0 <= d->of[k]
                     && 0 <= b->row[k].at[0];
     requires least: AtLeast(a->row[0].at, b->row[0].at, n);
     requires items: \forall integer k; 0 <= k < m ==> c->of[k] >= d->of[k];
     requires a:     ADDED(*a, n, m, *c);
     requires b:     ADDED(*b, n, m, *d);
     assigns \nothing;
     ensures least:  AtLeast(a->row[m].at, b->row[m].at, n);
  @/
  void rtmr_property_2(struct rtmr_ghost_rows \ghost *a, struct rtmr_ghost_items \ghost *c, struct rtmr_ghost_rows \ghost *b,
                       struct rtmr_ghost_items \ghost *d, int32_t n, int32_t m);
*/

/* Property 3: if a >= b and x >= y, then MAX(a, x) >= MAX(b, y). */
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

/* Proof-1 and Proof-2, one accepted job more: if the estimated vector T is at least the actual vector V, the estimated release
 * no earlier than the actual one, and no task takes longer than estimated, then the job leaves T >= V. For Proof-1 both releases are
 * the arrival; for Proof-2 they are the end of the map stage, estimated and actual: that the estimate is not exceeded does not
 * follow from T >= V (slip 14), it is a hypothesis. t->row[0] is MAX(T, release), v->row[0] is MAX(V, actual release). */
/*@ ghost
  /@ requires valid:    \valid(before_t) && \valid(t) && \valid(estimates) && \valid(before_v) && \valid(v) && \valid(actual);
     requires range:    1 <= n <= RTMR_SLOTS && 0 <= m <= RTMR_TASKS;
     requires sums:     \forall integer k; 0 <= k < m ==> t->row[k].at[0] + estimates->of[k] <= RTMR_NEVER && 0 <= actual->of[k]
                        && 0 <= v->row[k].at[0];
     requires induction: AtLeast(before_t->at, before_v->at, n);
     requires release:  release >= actual_release;
     requires tasks:    \forall integer k; 0 <= k < m ==> estimates->of[k] >= actual->of[k];
     requires estimated: Raised(before_t->at, t->row[0].at, n, release) && ADDED(*t, n, m, *estimates);
     requires happened: Raised(before_v->at, v->row[0].at, n, actual_release) && ADDED(*v, n, m, *actual);
     assigns \nothing;
     ensures induction: AtLeast(t->row[m].at, v->row[m].at, n);
  @/
  void rtmr_proof_1_and_2(struct rtmr_vector \ghost *before_t, struct rtmr_ghost_rows \ghost *t, struct rtmr_ghost_items \ghost *estimates,
                          struct rtmr_vector \ghost *before_v, struct rtmr_ghost_rows \ghost *v, struct rtmr_ghost_items \ghost *actual,
                          int32_t n, int32_t m, rtmr_ticks release, rtmr_ticks actual_release);
*/

/* Proof-3 and Proof-4, one finished task more: Algorithm VI puts the finish time in the place of U's first entry, and the slot that
 * ran the task, any, becomes available then. No relation between the finish time and the entries is needed. */
/*@ ghost
  /@ requires valid:  \valid(u) && \valid(u_after) && \valid(v) && \valid(v_after);
     requires range:  1 <= n <= RTMR_SLOTS && 0 <= slot < n;
     requires sorted: Sorted(u->at, n) && Sorted(v->at, n) && Sorted(v_after->at, n);
     requires least:  AtLeast(u->at, v->at, n);
     requires u:      Resorted(u->at, u_after->at, n, finish);
     requires v:      \forall integer x; Above(v_after->at, n, x) == Above(v->at, n, x) - (v->at[slot] > x ? 1 : 0) + (finish > x ? 1 : 0);
     assigns \nothing;
     ensures least:   AtLeast(u_after->at, v_after->at, n);
  @/
  void rtmr_proof_3_and_4(struct rtmr_vector \ghost *u, struct rtmr_vector \ghost *u_after, struct rtmr_vector \ghost *v,
                          struct rtmr_vector \ghost *v_after, int32_t n, int32_t slot, rtmr_ticks finish);
*/

#endif
