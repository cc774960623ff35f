/*
 * The proofs of busy_slots.h.
 */
#include "proofs/lemmas/busy_slots.h"

#if RTMR_WITH_RUNS

/*@ ghost
  void rtmr_busy_counted(const struct rtmr_pool *pool, int32_t slot)
  {
      /@ loop invariant range: 0 <= m <= pool->slots;
         loop invariant one:   pool->state[slot] == RTMR_SLOT_BUSY ==>
                               BusyAbove(pool->state, pool->bound, m, pool->bound[slot] - 1)
                               >= BusyAbove(pool->state, pool->bound, m, pool->bound[slot]) + (m > slot ? 1 : 0);
         loop invariant room:  Busy(pool->state, m)
                               <= m - (m > slot && pool->state[slot] != RTMR_SLOT_BUSY ? 1 : 0);
         loop assigns m;
         loop variant pool->slots - m;
      @/
      for (int32_t m = 0; m < pool->slots; m++) { }
  }
*/

/*@ ghost
  void rtmr_busy_from(const struct rtmr_pool *pool, rtmr_ticks from)
  {
      if (pool->busy.n == 0) {
          return;
      }
      /@ loop invariant range: 0 <= m <= pool->slots;
         loop invariant all:   BusyAbove(pool->state, pool->bound, m, from - 1) == Busy(pool->state, m);
         loop assigns m;
         loop variant pool->slots - m;
      @/
      for (int32_t m = 0; m < pool->slots; m++) { }
      /@ loop invariant range: 0 <= i <= pool->busy.end;
         loop invariant none:  i <= pool->busy.first ==> EntriesOf(pool->busy.count, i) == 0;
         loop invariant less:  RUNS_LEAST(pool->busy) < from ==>
                               AboveRuns(pool->busy.at, pool->busy.count, i, from - 1)
                               <= EntriesOf(pool->busy.count, i) - (i > pool->busy.first ? 1 : 0);
         loop assigns i;
         loop variant pool->busy.end - i;
      @/
      for (int32_t i = 0; i < pool->busy.end; i++) { }
  }
*/

#endif
