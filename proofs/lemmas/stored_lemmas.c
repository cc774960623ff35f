/*
 * The inductions behind stored_lemmas.h.
 */
#include "proofs/lemmas/stored_lemmas.h"

/*@ ghost
  void rtmr_fed_back_fold(const struct rtmr *k, const struct rtmr \ghost *b, const struct rtmr_ghost \ghost *g,
                          int32_t gone)
  {
  }
*/

/*@ ghost
  void rtmr_counted_at_most(struct rtmr_pool *pool, struct rtmr_ghost_pool \ghost *g, int32_t p)
  {
      /@ loop invariant range: 0 <= m <= pool->slots;
         loop invariant busy:  \forall integer x; BusyOfFirst(pool->state, pool->place, pool->bound, m, p,
                                                              x) <= Busy(pool->state, m);
         loop assigns m;
         loop variant pool->slots - m;
      @/
      for (int32_t m = 0; m < pool->slots; m++) { }
      /@ loop invariant range: 0 <= t <= g->plan.first[p];
         loop invariant open:  \forall integer x; OpenAbove(g->plan.open, g->plan.finish, t, x) <= Open(g->plan.open,
                                   t);
         loop assigns t;
         loop variant g->plan.first[p] - t;
      @/
      for (int32_t t = 0; t < g->plan.first[p]; t++) { }
  }
*/

#if RTMR_WITH_STORED_VECTORS

/*@ ghost
  void rtmr_behind_floor(const struct rtmr *k, int32_t place)
  {
      /@ loop invariant range: place <= p <= k->promised;
         loop invariant last:  LastStarted(k->started, p) <= place || k->order != RTMR_ORDER_FLOOR;
         loop invariant fresh: \forall integer q; p <= q < k->promised ==> k->started[q] == 0;
         loop assigns p;
         loop variant p;
      @/
      for (int32_t p = k->promised; p > place; p--) { }
  }
*/

/*@ ghost
  void rtmr_runs_before(struct rtmr_pool *pool, int32_t p, int32_t jobs, rtmr_ticks now)
  {
      /@ loop invariant range:  p <= q <= jobs;
         loop invariant no_run: \forall integer s; 0 <= s < pool->slots && RUNS(pool->state[s]) ==>
                                !(p <= pool->place[s] < q);
         loop assigns q;
         loop variant jobs - q;
      @/
      for (int32_t q = p; q < jobs; q++) {
          rtmr_no_task(pool, q);
      }
      /@ assert before: \forall integer s; 0 <= s < pool->slots && RUNS(pool->state[s]) ==> pool->place[s] < p; @/
      /@ loop invariant range: 0 <= m <= pool->slots;
         loop invariant all:   \forall integer x; BusyOfFirst(pool->state, pool->place, pool->bound, m, p, x)
                               == BusyAbove(pool->state, pool->bound, m, x);
         loop invariant last:  \forall integer q; p <= q ==>
                               LastBound(now, m, q, pool->state, pool->place, pool->bound) == now;
         loop assigns m;
         loop variant pool->slots - m;
      @/
      for (int32_t m = 0; m < pool->slots; m++) { }
  }
*/

/*@ ghost
  void rtmr_runs_before_none(struct rtmr_pool *pool)
  {
      /@ loop invariant range: 0 <= m <= pool->slots;
         loop invariant none:  \forall integer x; BusyOfFirst(pool->state, pool->place, pool->bound, m, 0, x) == 0;
         loop assigns m;
         loop variant pool->slots - m;
      @/
      for (int32_t m = 0; m < pool->slots; m++) { }
  }
*/

/*@ ghost
  void rtmr_times_moved(const struct rtmr_stage_memory *m, const struct rtmr_stage_memory \ghost *b,
                        const struct rtmr_stage_memory \ghost *a,
                        int32_t gone, int32_t n)
  {
  }
*/

/*@ ghost
  void rtmr_memory_put(const struct rtmr_stage_memory *m, const struct rtmr_stage_memory \ghost *b,
                       const struct rtmr_stage_memory \ghost *a,
                       int32_t put, int32_t n)
  {
  }
*/

/*@ ghost
  void rtmr_replanned_fold(const struct rtmr *k, struct rtmr_ghost \ghost *g, int32_t put)
  {
  }
*/

/*@ ghost
  void rtmr_replanned_unfold(const struct rtmr *k, struct rtmr_ghost \ghost *g, int32_t put)
  {
  }
*/

#endif
