/*
 * The inductions behind table_lemmas.h.
 */
#include "table_lemmas.h"

/*@ ghost
  void rtmr_waiting_grows(const struct rtmr_pool *pool, int32_t n)
  {
      /@ loop invariant range: 0 <= m <= n;
         loop invariant grows: \forall integer a, b; 0 <= a <= b <= m ==> 0 <= Sum(pool->waiting, a) <= Sum(pool->waiting, b);
         loop assigns m;
         loop variant n - m;
      @/
      for (int32_t m = 0; m < n; m++) { }
  }
*/

/*@ ghost
  void rtmr_waiting_within(const struct rtmr_pool *pool, int32_t n)
  {
      rtmr_waiting_grows(pool, n);
      /@ loop invariant range:  0 <= m <= n;
         loop invariant within: \forall integer a; 0 <= a <= m ==> Sum(pool->waiting, a) <= Sum(pool->unfinished, a);
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
  int32_t rtmr_free_slot(const struct rtmr_pool *pool)
  {
      /@ loop invariant range: 0 <= s <= pool->slots;
         loop invariant none:  \forall integer q; 0 <= q < s && pool->state[q] == RTMR_SLOT_IDLE ==> pool->bound[q] != RTMR_NEVER;
         loop assigns s;
         loop variant pool->slots - s;
      @/
      for (int32_t s = 0; s < pool->slots; s++) {
          if (pool->state[s] == RTMR_SLOT_IDLE && pool->bound[s] == RTMR_NEVER) {
              return s;
          }
      }
      return -1;
  }
*/

/*@ ghost
  void rtmr_dues_counted(const struct rtmr_pool *pool, rtmr_ticks y)
  {
      /@ loop invariant range: 0 <= m <= pool->slots;
         loop invariant all:   (\forall integer s; 0 <= s < m && pool->state[s] == RTMR_SLOT_IDLE ==> pool->bound[s] != RTMR_NEVER && y + pool->wait_pad < pool->bound[s])
                               ==> DueAfter(pool->state, pool->bound, pool->wait_pad, m, y) == Idle(pool->state, m);
         loop invariant none:  (\forall integer s; 0 <= s < m && pool->state[s] == RTMR_SLOT_IDLE ==> pool->bound[s] == RTMR_NEVER || pool->bound[s] <= y + pool->wait_pad)
                               ==> \forall integer z; y <= z ==> DueAfter(pool->state, pool->bound, pool->wait_pad, m, z) == 0;
         loop invariant some:  0 <= Idle(pool->state, m);
         loop invariant nobody: Idle(pool->state, m) == 0 ==> \forall integer s; 0 <= s < m ==> pool->state[s] != RTMR_SLOT_IDLE;
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

/*@ ghost
  void rtmr_watch_moves(const struct rtmr_pool *pool, const struct rtmr_pool \ghost *before, struct rtmr_ghost_job_stage \ghost *job,
                        int32_t from, int32_t to)
  {
  }
*/
