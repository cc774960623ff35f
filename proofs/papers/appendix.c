/*
 * The inductions behind appendix.h.
 */
#include "proofs/papers/appendix.h"

/*@ ghost
  void rtmr_sorted_counts(struct rtmr_vector \ghost *v, int32_t n)
  {
      /@ loop invariant range: 0 <= m <= n;
         loop invariant below: \forall integer i, t; 0 <= i < n && v->at[i] <= t ==>
                               Above(v->at, m, t) <= (m <= i + 1 ? 0 : m - 1 - i);
         loop invariant above: \forall integer i, t; 0 <= i < n && v->at[i] > t ==> Above(v->at, m, t) >= m - i;
         loop invariant most:  \forall integer t; 0 <= Above(v->at, m, t) <= m;
         loop assigns m;
         loop variant n - m;
      @/
      for (int32_t m = 0; m < n; m++) { }
  }
*/

/*@ ghost
  void rtmr_at_least_counts(struct rtmr_vector \ghost *a, struct rtmr_vector \ghost *b, int32_t n)
  {
      rtmr_sorted_counts(a, n);
      rtmr_sorted_counts(b, n);
      /@ loop invariant range: 0 <= m <= n;
         loop invariant more:  AtLeast(a->at, b->at, n) ==> \forall integer x; Above(a->at, m, x) >= Above(b->at, m, x);
         loop assigns m;
         loop variant n - m;
      @/
      for (int32_t m = 0; m < n; m++) { }
      /@ assert entries: (\forall integer x; Above(a->at, n, x) >= Above(b->at, n, x)) ==>
           \forall integer i; 0 <= i < n ==> Above(a->at, n, b->at[i] - 1) >= n - i; @/
  }
*/

/*@ ghost
  void rtmr_step_is_middle(struct rtmr_vector \ghost *a, struct rtmr_vector \ghost *b, int32_t n, rtmr_ticks x)
  {
      rtmr_sorted_counts(a, n);
      rtmr_sorted_counts(b, n);
      /@ loop invariant range:  0 <= i <= n;
         loop invariant middle: \forall integer k; 0 <= k < i ==>
                                b->at[k] == Middle(a->at[k], x, k + 1 < n ? a->at[k + 1] : x);
         loop assigns i;
         loop variant n - i;
      @/
      for (int32_t i = 0; i < n; i++) {
          rtmr_ticks middle = x <= a->at[i] ? a->at[i] : i + 1 < n && x >= a->at[i + 1] ? a->at[i + 1] : x;
          rtmr_ticks found = b->at[i];
          /@ assert after: found > middle <==> Above(b->at, n, middle) >= n - i; @/
          /@ assert before: a->at[i] > middle <==> Above(a->at, n, middle) >= n - i; @/
          /@ assert behind: i + 1 < n ==> (a->at[i + 1] > middle <==> Above(a->at, n, middle) >= n - i - 1); @/
          /@ assert step: Above(b->at, n, middle) == Above(a->at, n, middle) - (a->at[0] > middle ? 1 : 0)
                          + (x > middle ? 1 : 0); @/
          /@ assert most: found <= middle; @/
          /@ assert found_after: Above(b->at, n, found) < n - i; @/
          /@ assert found_before: a->at[i] > found <==> Above(a->at, n, found) >= n - i; @/
          /@ assert found_behind: i + 1 < n ==> (a->at[i + 1] > found <==> Above(a->at, n, found) >= n - i - 1); @/
          /@ assert found_first: a->at[0] > found <==> Above(a->at, n, found) >= n; @/
          /@ assert found_step: Above(b->at, n, found) == Above(a->at, n, found) - (a->at[0] > found ? 1 : 0)
                                + (x > found ? 1 : 0); @/
          /@ assert least: middle <= found; @/
      }
  }
*/

/*@ ghost
  void rtmr_middle_is_step(struct rtmr_vector \ghost *a, struct rtmr_vector \ghost *b, int32_t n, rtmr_ticks x)
  {
      /@ loop invariant range: 0 <= i <= n;
         loop invariant low:   \forall integer t; x <= t ==> Above(b->at, i, t) == Above(a->at, i, t);
         loop invariant high:  i < n ==> \forall integer t; t < x ==>
                               Above(b->at, i, t) == Above(a->at, i + 1, t) - (a->at[0] > t ? 1 : 0);
         loop invariant last:  i == n ==> \forall integer t; t < x ==>
                               Above(b->at, n, t) == Above(a->at, n, t) - (a->at[0] > t ? 1 : 0) + 1;
         loop assigns i;
         loop variant n - i;
      @/
      for (int32_t i = 0; i < n; i++) {
          /@ assert least: a->at[0] <= a->at[i]; @/
          /@ assert next: i + 1 < n ==> a->at[i] <= a->at[i + 1]; @/
      }
      /@ assert between: \forall integer i; 0 <= i < n - 1 ==> a->at[i] <= b->at[i] <= a->at[i + 1]; @/
      /@ assert end: a->at[n - 1] <= b->at[n - 1]; @/
  }
*/

/*@ ghost
  void rtmr_definition_2(struct rtmr_ghost_rows \ghost *a, struct rtmr_ghost_items \ghost *c, int32_t n, int32_t m)
  {
      /@ loop invariant range:  0 <= k <= m;
         loop invariant sorted: Sorted(a->row[k].at, n);
         loop invariant same:   \forall integer j, i; 0 <= j <= k && 0 <= i < n ==>
                                a->row[j].at[i] == Entry(a->row[0].at, n, c->of, j, i);
         loop assigns k;
         loop variant m - k;
      @/
      for (int32_t k = 0; k < m; k++) {
          rtmr_step_is_middle(&a->row[k], &a->row[k + 1], n, a->row[k].at[0] + c->of[k]);
          /@ assert next: \forall integer i; 0 <= i < n ==>
                          a->row[k + 1].at[i] == Entry(a->row[0].at, n, c->of, k + 1, i); @/
      }
  }
*/

/*@ ghost
  void rtmr_middles_are_steps(struct rtmr_ghost_rows \ghost *a, struct rtmr_ghost_items \ghost *c, int32_t n, int32_t m)
  {
      /@ loop invariant range:  0 <= k <= m;
         loop invariant sorted: \forall integer j; 0 <= j <= k ==> Sorted(a->row[j].at, n);
         loop invariant counts: \forall integer j, x; 0 <= j < k ==>
                                Above(a->row[j + 1].at, n, x) == Above(a->row[j].at, n, x)
                                - (a->row[j].at[0] > x ? 1 : 0) + (a->row[j].at[0] + c->of[j] > x ? 1 : 0);
         loop assigns k;
         loop variant m - k;
      @/
      for (int32_t k = 0; k < m; k++) {
          rtmr_middle_is_step(&a->row[k], &a->row[k + 1], n, a->row[k].at[0] + c->of[k]);
      }
  }
*/

/*@ ghost
  void rtmr_entries_are_definition_2(struct rtmr_ghost_rows \ghost *a, struct rtmr_ghost_items \ghost *c, int32_t n,
                                     int32_t m)
  {
      rtmr_middles_are_steps(a, c, n, m);
  }
*/

/*@ ghost
  void rtmr_property_1(struct rtmr_vector \ghost *a, struct rtmr_vector \ghost *b, struct rtmr_vector \ghost *c,
                       int32_t n)
  {
  }
*/

/*@ ghost
  void rtmr_step_keeps_order(struct rtmr_vector \ghost *a, struct rtmr_vector \ghost *a_after,
                             struct rtmr_vector \ghost *b,
                             struct rtmr_vector \ghost *b_after, int32_t n, rtmr_ticks to_a, rtmr_ticks to_b)
  {
      rtmr_at_least_counts(a, b, n);
      rtmr_sorted_counts(a, n);
      rtmr_sorted_counts(b, n);
      /@ assert more: \forall integer x; Above(a_after->at, n, x) >= Above(b_after->at, n, x); @/
      rtmr_at_least_counts(a_after, b_after, n);
  }
*/

/*@ ghost
  void rtmr_property_2(struct rtmr_ghost_rows \ghost *a, struct rtmr_ghost_items \ghost *c,
                       struct rtmr_ghost_rows \ghost *b,
                       struct rtmr_ghost_items \ghost *d, int32_t n, int32_t m)
  {
      /@ loop invariant range:  0 <= k <= m;
         loop invariant sorted: Sorted(a->row[k].at, n) && Sorted(b->row[k].at, n);
         loop invariant least:  AtLeast(a->row[k].at, b->row[k].at, n);
         loop assigns k;
         loop variant m - k;
      @/
      for (int32_t k = 0; k < m; k++) {
          /@ assert first: a->row[k].at[0] >= b->row[k].at[0]; @/
          rtmr_step_keeps_order(&a->row[k], &a->row[k + 1], &b->row[k], &b->row[k + 1], n, a->row[k].at[0] + c->of[k],
                                b->row[k].at[0] + d->of[k]);
      }
  }
*/

/*@ ghost
  void rtmr_property_3(struct rtmr_vector \ghost *a, struct rtmr_vector \ghost *a_max, struct rtmr_vector \ghost *b,
                       struct rtmr_vector \ghost *b_max, int32_t n, rtmr_ticks x, rtmr_ticks y)
  {
  }
*/
