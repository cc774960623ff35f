/*
 * The inductions behind stage_lemmas.h.
 */
#include "proofs/lemmas/stage_lemmas.h"

#if RTMR_WITH_RUNS

/*@ ghost
  void rtmr_push_tasks(struct rtmr_ghost_plan \ghost *draft, int32_t place, int32_t k, rtmr_ticks least,
                       rtmr_ticks release, rtmr_ticks finish)
  {
      int32_t from = draft->tasks;
      rtmr_ticks start = least > release ? least : release;

      /@ loop invariant range: 0 <= m <= k && draft->tasks == from + m;
         loop invariant alike: \forall integer i; from <= i < draft->tasks ==>
                               draft->job[i] == place && draft->open[i] == 1 && draft->least[i] == least
                               && draft->start[i] == start && draft->finish[i] == finish;
         TASKS_KEPT(invariant, *draft, Pre)
         loop invariant count: \forall integer i, x; from <= i <= draft->tasks ==>
                               OpenAbove(draft->open, draft->finish, i, x)
                               == \at(OpenAbove(draft->open, draft->finish, draft->tasks, x), Pre)
                                  + (finish > x ? i - from : 0);
         loop invariant takes: \forall integer i, x; from <= i <= draft->tasks ==>
                               LeastAbove(draft->least, i, x)
                               == \at(LeastAbove(draft->least, draft->tasks, x), Pre) + (least > x ? i - from : 0);
         loop assigns m, TASK_COLUMNS(*draft);
         loop variant k - m;
      @/
      for (int32_t m = 0; m < k; m++) {
          rtmr_push_task(draft, place, least, start, finish);
      }
  }
*/

/*@ ghost
  void rtmr_product_grows(int64_t a, int64_t b, int64_t e)
  {
      /@ loop invariant range: a <= m <= b;
         loop invariant grows: a * e <= m * e;
         loop assigns m;
         loop variant b - m;
      @/
      for (int64_t m = a; m < b; m++) { }
  }
*/

/*@ ghost
  void rtmr_entries_grow(const struct rtmr_runs *r)
  {
      /@ loop invariant range:   0 <= m <= r->end;
         loop invariant grow:    \forall integer i, j; 0 <= i <= j <= m ==>
                                 0 <= EntriesOf(r->count, i) <= EntriesOf(r->count, j);
         loop invariant none:    \forall integer i; 0 <= i <= r->first && i <= m ==> EntriesOf(r->count, i) == 0;
         loop invariant nothing: \forall integer i, x; 0 <= i <= r->first && i <= m ==>
                                 AboveRuns(r->at, r->count, i, x) == 0;
         loop assigns m;
         loop variant r->end - m;
      @/
      for (int32_t m = 0; m < r->end; m++) { }
  }
*/

/*@ ghost
  void rtmr_runs_least(const struct rtmr_runs *r, int32_t m)
  {
      /@ loop invariant range: 0 <= k <= r->end;
         loop invariant all:   \forall integer x; x < r->at[m] ==>
                               AboveRuns(r->at, r->count, k, x) == EntriesOf(r->count, k);
         loop invariant some:  \forall integer x; x >= r->at[m] ==>
                               AboveRuns(r->at, r->count, k, x) <= EntriesOf(r->count, k) - (k > m ? r->count[m] : 0);
         loop assigns k;
         loop variant r->end - k;
      @/
      for (int32_t k = 0; k < r->end; k++) { }
  }
*/

/*@ ghost
  void rtmr_runs_between(const struct rtmr_runs *r, int32_t a, int32_t b)
  {
      /@ loop invariant range: a <= m <= b;
         loop invariant all:   \forall integer x; a == m || x < r->at[a] ==>
                               AboveRuns(r->at, r->count, m, x) - AboveRuns(r->at, r->count, a, x)
                               == EntriesOf(r->count, m) - EntriesOf(r->count, a);
         loop invariant some:  a < m ==> \forall integer x; x >= r->at[a] ==>
                               AboveRuns(r->at, r->count, m, x) - AboveRuns(r->at, r->count, a, x)
                               <= EntriesOf(r->count, m) - EntriesOf(r->count, a) - r->count[a];
         loop invariant most:  \forall integer x; AboveRuns(r->at, r->count, m, x) - AboveRuns(r->at, r->count, a, x)
                               <= EntriesOf(r->count, m) - EntriesOf(r->count, a);
         loop assigns m;
         loop variant b - m;
      @/
      for (int32_t m = a; m < b; m++) { }
  }
*/

/*@ ghost
  void rtmr_push_round(const struct rtmr_runs *r, struct rtmr_ghost_plan \ghost *draft, int32_t place, int32_t to,
                       rtmr_ticks by, rtmr_ticks estimate, rtmr_ticks release)
  {
      rtmr_entries_grow(r);
      rtmr_runs_between(r, to, r->end);
      /@ loop invariant range:     r->first <= i <= to;
         loop invariant pushed:    draft->tasks == \at(draft->tasks, Pre) + EntriesOf(r->count, i)
                                   && (i > r->first ==> draft->tasks > \at(draft->tasks, Pre));
         loop invariant last:      i > r->first ==> draft->finish[draft->tasks - 1] == r->at[i - 1] + by + estimate;
         TASKS_KEPT(invariant, *draft, Pre)
         TASKS_ADDED(invariant, *draft, Pre, place, release, estimate, r->at[to - 1] + by + estimate)
         loop invariant smallest:  SMALLEST_SINCE(*draft, Pre, AboveRuns(r->at, r->count, to, x - by)
                                                  + RUNS_ABOVE(*r, x) - AboveRuns(r->at, r->count, to, x), r->n);
         loop invariant exchanged: \forall integer x; PUT_SINCE(*draft, Pre, draft->tasks, x)
                                   == AboveRuns(r->at, r->count, i, x - (by + estimate))
                                      - AboveRuns(r->at, r->count, i, x - by);
         loop assigns i, TASK_COLUMNS(*draft);
         loop variant to - i;
      @/
      for (int32_t i = r->first; i < to; i++) {
          rtmr_ticks least = r->at[i] + by;
          rtmr_ticks finish = least + estimate;

          rtmr_runs_between(r, r->first, i);
          rtmr_runs_between(r, i, to);
          /@ assert step:  EntriesOf(r->count, i + 1) == EntriesOf(r->count, i) + r->count[i]; @/
          /@ assert below: \forall integer x; x < least ==>
                           AboveRuns(r->at, r->count, i, x - (by + estimate)) == EntriesOf(r->count, i)
                           && AboveRuns(r->at, r->count, to, x - by) - AboveRuns(r->at, r->count, i, x - by)
                              == EntriesOf(r->count, to) - EntriesOf(r->count, i)
                           && RUNS_ABOVE(*r, x) - AboveRuns(r->at, r->count, to, x)
                              == r->n - EntriesOf(r->count, to); @/
          /@ assert above: \forall integer x; x >= least ==>
                           AboveRuns(r->at, r->count, i, x - (by + estimate)) <= EntriesOf(r->count, i)
                           && AboveRuns(r->at, r->count, to, x - by) - AboveRuns(r->at, r->count, i, x - by)
                              <= EntriesOf(r->count, to) - EntriesOf(r->count, i) - r->count[i]
                           && RUNS_ABOVE(*r, x) - AboveRuns(r->at, r->count, to, x)
                              <= r->n - EntriesOf(r->count, to); @/
          rtmr_push_tasks(draft, place, r->count[i], least, release, finish);
      }
  }
*/

/*@ ghost
  void rtmr_push_rounds(const struct rtmr_runs *r, struct rtmr_ghost_plan \ghost *draft, int32_t place, int32_t to,
                        int32_t window, int32_t rounds, rtmr_ticks estimate, rtmr_ticks release)
  {
      rtmr_ticks by = 0;

      rtmr_entries_grow(r);
      /@ loop invariant range:     0 <= j <= rounds && by == j * estimate && 0 <= by;
         loop invariant pushed:    draft->tasks == \at(draft->tasks, Pre) + j * window
                                   && (j > 0 ==> draft->tasks > \at(draft->tasks, Pre));
         loop invariant last:      j > 0 ==> draft->finish[draft->tasks - 1] == r->at[to - 1] + by;
         TASKS_KEPT(invariant, *draft, Pre)
         TASKS_ADDED(invariant, *draft, Pre, place, release, estimate, r->at[to - 1] + by)
         loop invariant smallest:  SMALLEST_SINCE(*draft, Pre, RUNS_ABOVE(*r, x), r->n);
         loop invariant exchanged: \forall integer x; PUT_SINCE(*draft, Pre, draft->tasks, x)
                                   == AboveRuns(r->at, r->count, to, x - by) - AboveRuns(r->at, r->count, to, x);
         loop assigns j, by, TASK_COLUMNS(*draft);
         loop variant rounds - j;
      @/
      for (int32_t j = 0; j < rounds; j++) {
          rtmr_product_grows(j, rounds - 1, estimate);
          rtmr_product_grows(j + 1, rounds, estimate);
          rtmr_product_grows(j + 1, rounds, window);
          rtmr_push_round(r, draft, place, to, by, estimate, release);
          by += estimate;
      }
  }
*/

#endif
