/*
 * The inductions behind runs_lemmas.h.
 */
#include "proofs/lemmas/runs_lemmas.h"

#if RTMR_WITH_RUNS

/*@ ghost
  void rtmr_runs_empty(const struct rtmr_runs *r, int32_t m)
  {
      /@ loop invariant range:   0 <= i <= m;
         loop invariant counted: \forall integer x; AboveRuns(r->at, r->count, i, x) == 0;
         loop invariant entries: EntriesOf(r->count, i) == 0;
         loop assigns i;
         loop variant m - i;
      @/
      for (int32_t i = 0; i < m; i++) { }
  }
*/

/*@ ghost
  void rtmr_runs_grow(const struct rtmr_runs *r, int32_t a, int32_t b)
  {
      /@ loop invariant range: a <= m <= b;
         loop invariant grows: EntriesOf(r->count, a) + m - a <= EntriesOf(r->count, m);
         loop invariant each:  \forall integer i; a <= i < m ==>
                                 r->count[i] + m - a - 1 <= EntriesOf(r->count, m) - EntriesOf(r->count, a);
         loop assigns m;
         loop variant b - m;
      @/
      for (int32_t m = a; m < b; m++) { }
  }
*/

/*@ ghost
  void rtmr_runs_none_at(const struct rtmr_runs *r, int32_t m, rtmr_ticks at)
  {
      /@ loop invariant range: 0 <= i <= m;
         loop invariant same:  AboveRuns(r->at, r->count, i, at - 1) == AboveRuns(r->at, r->count, i, at);
         loop assigns i;
         loop variant m - i;
      @/
      for (int32_t i = 0; i < m; i++) { }
  }
*/

/*@ ghost
  void rtmr_free_least(const struct rtmr_availability *a)
  {
      rtmr_runs_empty(&a->runs, a->runs.first);
      /@ loop invariant range: a->runs.first < m <= a->runs.end;
         loop invariant all:   \forall integer x; x < FREE_LEAST(*a) ==>
                                 AboveRuns(a->runs.at, a->runs.count, m, x) == EntriesOf(a->runs.count, m);
         loop invariant some:  \forall integer x; x >= FREE_LEAST(*a) ==>
                                 AboveRuns(a->runs.at, a->runs.count, m, x) < EntriesOf(a->runs.count, m);
         loop assigns m;
         loop variant a->runs.end - m;
      @/
      for (int32_t m = a->runs.first + 1; m < a->runs.end; m++) { }
  }
*/

/* `count` more entries, all `at`. */
/*@ ghost
  /@ requires valid:  \valid(v);
     requires range:  0 <= v->n && 0 <= count && v->n + count <= RTMR_SLOTS;
     assigns *v;
     ensures size:    v->n == \old(v->n) + count;
     ensures filled:  \forall integer i; \old(v->n) <= i < v->n ==> v->at[i] == at;
     ensures kept:    \forall integer i; 0 <= i < \old(v->n) ==> v->at[i] == \old(v->at)[i];
     ensures counted: \forall integer x; Above(v->at, v->n, x)
                        == \old(Above(v->at, v->n, x)) + (at > x ? count : 0);
  @/
  static void spread_run(struct rtmr_vector \ghost *v, rtmr_ticks at, int32_t count)
  {
      int32_t n = v->n;

      /@ loop invariant range:  n <= v->n <= n + count;
         loop invariant filled: \forall integer i; n <= i < v->n ==> v->at[i] == at;
         loop invariant kept:   \forall integer i; 0 <= i < n ==> v->at[i] == \at(v->at, Pre)[i];
         loop assigns *v;
         loop variant n + count - v->n;
      @/
      while (v->n < n + count) {
          v->at[v->n] = at;
          v->n++;
      }
      /@ loop invariant range:   0 <= m <= n;
         loop invariant counted: \forall integer k, x; 0 <= k <= m ==>
                                   Above(v->at, k, x) == \at(Above(v->at, k, x), Pre);
         loop assigns m;
         loop variant n - m;
      @/
      for (int32_t m = 0; m < n; m++) { }
      /@ loop invariant range:   n <= m <= v->n;
         loop invariant counted: \forall integer x; Above(v->at, m, x)
                                   == \at(Above(v->at, v->n, x), Pre) + (at > x ? m - n : 0);
         loop assigns m;
         loop variant v->n - m;
      @/
      for (int32_t m = n; m < v->n; m++) { }
  }
*/

/*@ ghost
  void rtmr_spread(const struct rtmr_availability *a, struct rtmr_vector \ghost *v)
  {
      v->n = 0;
      rtmr_runs_empty(&a->runs, a->runs.first);
      rtmr_runs_grow(&a->runs, a->runs.first, a->runs.end);
      /@ loop invariant range:   a->runs.first <= i <= a->runs.end;
         loop invariant size:    v->n == EntriesOf(a->runs.count, i);
         loop invariant rest:    0 <= v->n && v->n + a->runs.end - i <= a->runs.n;
         loop invariant counted: \forall integer x; Above(v->at, v->n, x) == AboveRuns(a->runs.at, a->runs.count, i, x);
         loop invariant least:   \forall integer k; 0 <= k < v->n ==> FREE_LEAST(*a) <= v->at[k];
         loop invariant first:   i > a->runs.first ==> v->n > 0 && v->at[0] == FREE_LEAST(*a);
         loop assigns i, *v;
         loop variant a->runs.end - i;
      @/
      for (int32_t i = a->runs.first; i < a->runs.end; i++) {
          rtmr_runs_grow(&a->runs, i + 1, a->runs.end);
          spread_run(v, a->runs.at[i], a->runs.count[i]);
      }
  }
*/

#else

/*@ ghost
  void rtmr_free_least(const struct rtmr_availability *a)
  {
      /@ loop invariant range: 1 <= m <= a->heap.n;
         loop invariant all:   \forall integer x; x < FREE_LEAST(*a) ==> Above(a->heap.at, m, x) == m;
         loop invariant some:  \forall integer x; x >= FREE_LEAST(*a) ==> Above(a->heap.at, m, x) < m;
         loop assigns m;
         loop variant a->heap.n - m;
      @/
      for (int32_t m = 1; m < a->heap.n; m++) { }
  }
*/

/*@ ghost
  void rtmr_spread(const struct rtmr_availability *a, struct rtmr_vector \ghost *v)
  {
      v->n = a->heap.n;
      /@ loop invariant range:  0 <= i <= a->heap.n && v->n == a->heap.n;
         loop invariant copied: \forall integer k; 0 <= k < i ==> v->at[k] == a->heap.at[k];
         loop assigns i, *v;
         loop variant a->heap.n - i;
      @/
      for (int32_t i = 0; i < a->heap.n; i++) {
          v->at[i] = a->heap.at[i];
      }
      /@ loop invariant range:   0 <= m <= v->n;
         loop invariant counted: \forall integer x; Above(v->at, m, x) == Above(a->heap.at, m, x);
         loop assigns m;
         loop variant v->n - m;
      @/
      for (int32_t m = 0; m < v->n; m++) { }
  }
*/

#endif
