/*
 * What the counts of sorted runs say: of the first run, of a vector with the same entries.
 */
#ifndef PROOFS_RUNS_LEMMAS_H
#define PROOFS_RUNS_LEMMAS_H

#include "kernel/rtmr.h"
#include "spec/availability.acsl"

#if RTMR_WITH_RUNS

/* Of runs a .. b-1: how many entries lie above x, and how many there are. */
#define RUNS_SUM_ABOVE(R, a, b, x) (AboveRuns((R).at, (R).count, b, x) - AboveRuns((R).at, (R).count, a, x))
#define RUNS_SUM(R, a, b) (EntriesOf((R).count, b) - EntriesOf((R).count, a))

/* The first m runs are empty; of runs a .. b-1, none is; they ascend, each to a later instant, or
 * to one that is not earlier; all of them lie before runs c .. d-1. */
#define RUNS_EMPTY(R, m) (\forall integer one; 0 <= one < m ==> (R).count[one] == 0)
#define RUNS_FILLED(R, a, b) (\forall integer one; a <= one < b ==> (R).count[one] > 0)
#define RUNS_RISE(R, a, b) (\forall integer one, other; a <= one < other < b ==> (R).at[one] < (R).at[other])
#define RUNS_CLIMB(R, a, b) (\forall integer one, other; a <= one <= other < b ==> (R).at[one] <= (R).at[other])
#define RUNS_APART(R, a, b, c, d) \
    (\forall integer one, other; a <= one < b && c <= other < d ==> (R).at[one] < (R).at[other])

/* Runs without entries count nothing. */
/*@ ghost
  /@ requires valid:  \valid_read(r);
     requires range:  0 <= m <= RTMR_RUNS;
     requires empty:  \forall integer i; 0 <= i < m ==> r->count[i] == 0;
     assigns \nothing;
     ensures counted: \forall integer x; AboveRuns(r->at, r->count, m, x) == 0;
     ensures entries: EntriesOf(r->count, m) == 0;
  @/
  void rtmr_runs_empty(const struct rtmr_runs *r, int32_t m);
*/

/* Runs that are not empty stand for an entry each, and none for more than all together. */
/*@ ghost
  /@ requires valid:  \valid_read(r);
     requires range:  0 <= a <= b <= RTMR_RUNS;
     requires some:   \forall integer i; a <= i < b ==> r->count[i] > 0;
     assigns \nothing;
     ensures grows:   EntriesOf(r->count, a) + b - a <= EntriesOf(r->count, b);
     ensures each:    \forall integer i; a <= i < b ==>
                        r->count[i] + b - a - 1 <= EntriesOf(r->count, b) - EntriesOf(r->count, a);
  @/
  void rtmr_runs_grow(const struct rtmr_runs *r, int32_t a, int32_t b);
*/

/* Without a run of that instant, as many entries lie above it as above the one before. */
/*@ ghost
  /@ requires valid:  \valid_read(r);
     requires range:  0 <= m <= RTMR_RUNS;
     requires none:   \forall integer i; 0 <= i < m ==> r->count[i] == 0 || r->at[i] != at;
     assigns \nothing;
     ensures same:    AboveRuns(r->at, r->count, m, at - 1) == AboveRuns(r->at, r->count, m, at);
  @/
  void rtmr_runs_none_at(const struct rtmr_runs *r, int32_t m, rtmr_ticks at);
*/

#endif

/* All entries lie above exactly what the smallest lies above; x at or above it leaves one out. */
/*@ ghost
  /@ requires valid:  \valid_read(a);
     requires some:   FREE_N(*a) > 0;
     requires order:  FREE_ORDERED(*a);
     assigns \nothing;
     ensures all:     \forall integer x; x < FREE_LEAST(*a) ==> FREE_ABOVE(*a, x) == FREE_N(*a);
     ensures some:    \forall integer x; x >= FREE_LEAST(*a) ==> FREE_ABOVE(*a, x) < FREE_N(*a);
  @/
  void rtmr_free_least(const struct rtmr_availability *a);
*/

/* *v becomes the entries, one by one. */
/*@ ghost
  /@ requires valid:  \valid_read(a) && \valid(v);
     requires order:  FREE_ORDERED(*a);
     assigns *v;
     ensures size:    v->n == FREE_N(*a);
     ensures counted: \forall integer x; Above(v->at, v->n, x) == FREE_ABOVE(*a, x);
     ensures least:   FirstLeast(v->at, v->n) && (v->n > 0 ==> v->at[0] == FREE_LEAST(*a));
  @/
  void rtmr_spread(const struct rtmr_availability *a, struct rtmr_vector \ghost *v);
*/

#endif
