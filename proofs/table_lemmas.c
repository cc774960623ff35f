/*
 * The inductions behind table_lemmas.h.
 */
#include "table_lemmas.h"

/*@ ghost
  void rtmr_waiting_grows(const struct rtmr_pool *pool, int32_t n)
  {
      /@ loop invariant range: 0 <= m <= n;
         loop invariant grows: \forall integer a, b; 0 <= a <= b <= m ==> 0 <= Waiting(pool->waiting, a) <= Waiting(pool->waiting, b);
         loop assigns m;
         loop variant n - m;
      @/
      for (int32_t m = 0; m < n; m++) { }
  }
*/

/*@ ghost
  void rtmr_task_running(struct rtmr_pool *pool, int32_t slot)
  {
      /@ loop invariant range: 0 <= m <= pool->slots;
         loop invariant none:  \forall integer p; TasksOf(pool->state, pool->place, m, p) >= 0;
         loop invariant some:  m > slot ==> TasksOf(pool->state, pool->place, m, pool->place[slot]) >= 1;
         loop assigns m;
         loop variant pool->slots - m;
      @/
      for (int32_t m = 0; m < pool->slots; m++) { }
  }
*/

/*@ ghost
  void rtmr_counts_bounded(struct rtmr_pool *pool)
  {
      /@ loop invariant range:   0 <= m <= pool->slots;
         loop invariant bounded: 0 <= Idle(pool->state, m) && 0 <= Busy(pool->state, m) && Idle(pool->state, m) + Busy(pool->state, m) <= m;
         loop invariant tasks:   \forall integer p; TasksOf(pool->state, pool->place, m, p) >= 0;
         loop assigns m;
         loop variant pool->slots - m;
      @/
      for (int32_t m = 0; m < pool->slots; m++) { }
  }
*/

/*@ ghost
  void rtmr_no_task(struct rtmr_pool *pool, int32_t p)
  {
      /@ loop invariant range: 0 <= m <= pool->slots;
         loop invariant some:  TasksOf(pool->state, pool->place, m, p) >= 0;
         loop invariant each:  \forall integer s; 0 <= s < m && RUNS(pool->state[s]) && pool->place[s] == p ==>
                               TasksOf(pool->state, pool->place, m, p) >= 1;
         loop assigns m;
         loop variant pool->slots - m;
      @/
      for (int32_t m = 0; m < pool->slots; m++) { }
  }
*/

/*@ ghost
  void rtmr_nobody_runs(struct rtmr_pool *pool, int32_t p)
  {
      /@ loop invariant range: 0 <= m <= pool->slots;
         loop invariant none:  TasksOf(pool->state, pool->place, m, p) == 0;
         loop assigns m;
         loop variant pool->slots - m;
      @/
      for (int32_t m = 0; m < pool->slots; m++) { }
  }
*/
