/*
 * The inductions behind table_lemmas.h.
 */
#include "proofs/lemmas/table_lemmas.h"

/*@ ghost
  void rtmr_waiting_grows(const struct rtmr_pool *pool, int32_t n)
  {
      /@ loop invariant range: 0 <= m <= n;
         loop invariant grows: \forall integer a, b; 0 <= a <= b <= m ==>
                               0 <= Sum(pool->waiting, a) <= Sum(pool->waiting, b);
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
  void rtmr_sum_turned(const struct rtmr_pool *pool, const struct rtmr_pool \ghost *before, int32_t from, int32_t to,
                       int32_t jobs)
  {
      /@ loop invariant range: 0 <= m <= jobs;
         loop invariant sums:  Sum(pool->unfinished, m) ==
           (from < m <= to ? Sum(before->unfinished, m) + before->unfinished[m] - before->unfinished[from]
            : to < m <= from ? Sum(before->unfinished, m) - before->unfinished[m - 1] + before->unfinished[from]
            : Sum(before->unfinished, m));
         loop assigns m;
         loop variant jobs - m;
      @/
      for (int32_t m = 0; m < jobs; m++) { }
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
         loop invariant bounded: 0 <= Idle(pool->state, m) && 0 <= Busy(pool->state, m)
                                 && Idle(pool->state, m) + Busy(pool->state, m) <= m;
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
         loop invariant none:  \forall integer q; 0 <= q < s && pool->state[q] == RTMR_SLOT_IDLE ==>
                               pool->bound[q] != RTMR_NEVER;
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
         loop invariant all:   (\forall integer s; 0 <= s < m && pool->state[s] == RTMR_SLOT_IDLE ==>
                                pool->bound[s] != RTMR_NEVER && y + WAIT_PAD(*pool) < pool->bound[s])
                               ==> DueAfter(pool->state, pool->bound, WAIT_PAD(*pool), m, y) == Idle(pool->state, m);
         loop invariant none:  (\forall integer s; 0 <= s < m && pool->state[s] == RTMR_SLOT_IDLE ==>
                                pool->bound[s] == RTMR_NEVER || pool->bound[s] <= y + WAIT_PAD(*pool))
                               ==> \forall integer z; y <= z ==>
                               DueAfter(pool->state, pool->bound, WAIT_PAD(*pool), m, z) == 0;
         loop invariant some:  0 <= Idle(pool->state, m);
         loop invariant no_idle: Idle(pool->state, m) == 0 ==> \forall integer s; 0 <= s < m ==>
                                pool->state[s] != RTMR_SLOT_IDLE;
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
  void rtmr_no_task_runs(struct rtmr_pool *pool, int32_t p)
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
  void rtmr_watch_moves(const struct rtmr_pool *pool, const struct rtmr_pool \ghost *before,
                        struct rtmr_ghost_job_stage \ghost *job,
                        int32_t from, int32_t to)
  {
  }
*/

/*@ ghost
  void rtmr_watch_turns(const struct rtmr_pool *pool, const struct rtmr_pool \ghost *before,
                        struct rtmr_ghost_job_stage \ghost *job,
                        int32_t watched, int32_t from, int32_t to, int32_t jobs)
  {
      int32_t now = watched == from ? to : watched > from && watched <= to ? watched - 1
                    : watched < from && watched >= to ? watched + 1 : watched;

      /@ assert now:    now == STOOD(watched, to, from); @/
      /@ assert back:   STOOD(now, from, to) == watched; @/
      rtmr_watch_moves(pool, before, job, watched, now);
  }
*/

/*@ ghost
  void rtmr_tasks_move_down(const struct rtmr *k, const struct rtmr \ghost *before, int32_t place)
  {
  }
*/

/*@ ghost
  void rtmr_tasks_move_up(const struct rtmr *k, const struct rtmr \ghost *before, int32_t place)
  {
  }
*/

/*@ ghost
  void rtmr_tasks_turned(const struct rtmr *k, const struct rtmr \ghost *before, int32_t from, int32_t to)
  {
  }
*/

/*@ ghost
  void rtmr_order_begins(const struct rtmr *k, struct rtmr_ghost_order \ghost *order)
  {
      /@ loop invariant range: 0 <= p <= RTMR_JOBS;
         loop invariant same:  \forall integer q; 0 <= q < p ==> order->from[q] == q;
         loop assigns p, order->from[0 .. RTMR_JOBS - 1];
         loop variant RTMR_JOBS - p;
      @/
      for (int32_t p = 0; p < RTMR_JOBS; p++) {
          order->from[p] = p;
      }
  }
*/

/*@ ghost
  void rtmr_order_turns(struct rtmr_ghost_order \ghost *order, int32_t place, int32_t to)
  {
      int32_t moved = order->from[place];

      /@ loop invariant range:  place <= i <= to;
         loop invariant before: \forall integer p; 0 <= p < place ==> order->from[p] == \at(order->from, Pre)[p];
         loop invariant moved:  \forall integer p; place <= p < i ==> order->from[p] == \at(order->from, Pre)[p + 1];
         loop invariant coming: \forall integer p; i <= p < RTMR_JOBS ==> order->from[p] == \at(order->from, Pre)[p];
         loop assigns i, order->from[0 .. RTMR_JOBS - 1];
         loop variant to - i;
      @/
      for (int32_t i = place; i < to; i++) {
          order->from[i] = order->from[i + 1];
      }
      order->from[to] = moved;
  }
*/

/*@ ghost
  void rtmr_order_slots(const struct rtmr_pool *pool, const struct rtmr_pool \ghost *before,
                        const struct rtmr_pool \ghost *found,
                        const struct rtmr_ghost_order \ghost *order, const struct rtmr_ghost_order \ghost *was,
                        int32_t place, int32_t to, int32_t jobs)
  {
  }
*/

/*@ ghost
  void rtmr_order_jobs(const struct rtmr *k, const struct rtmr \ghost *before, const struct rtmr \ghost *found,
                       const struct rtmr_ghost_order \ghost *order, const struct rtmr_ghost_order \ghost *was,
                       int32_t place, int32_t to)
  {
      /@ assert promised: PromisedFrom(*k, *found, order->from); @/
      /@ assert rows:     RowsFrom(*k, *found, order->from, -1, -1); @/
  }
*/

/*@ ghost
  void rtmr_order_lost(const struct rtmr *k, const struct rtmr \ghost *lost, const struct rtmr \ghost *found,
                       const struct rtmr_ghost_order \ghost *order, int32_t map_lost, int32_t reduce_lost)
  {
      /@ assert rows:     RowsFrom(*k, *lost, order->from, -1, -1) ==>
                          RowsFrom(*k, *found, order->from, map_lost, reduce_lost); @/
      /@ assert promised: PromisedFrom(*k, *lost, order->from) ==> PromisedFrom(*k, *found, order->from); @/
      /@ assert maps:     SlotsFrom(k->map, lost->map, order->from) ==> SlotsFrom(k->map, found->map, order->from); @/
      /@ assert reduces:  SlotsFrom(k->reduce, lost->reduce, order->from) ==>
                          SlotsFrom(k->reduce, found->reduce, order->from); @/
  }
*/

/*@ ghost
  void rtmr_order_kept(const struct rtmr *k, const struct rtmr \ghost *before, const struct rtmr \ghost *found,
                       const struct rtmr_ghost_order \ghost *order)
  {
      /@ assert rows:     RowsFrom(*before, *found, order->from, -1, -1) ==>
                          RowsFrom(*k, *found, order->from, -1, -1); @/
      /@ assert promised: PromisedFrom(*before, *found, order->from) ==> PromisedFrom(*k, *found, order->from); @/
      /@ assert maps:     SlotsFrom(before->map, found->map, order->from) ==>
                          SlotsFrom(k->map, found->map, order->from); @/
      /@ assert reduces:  SlotsFrom(before->reduce, found->reduce, order->from) ==>
                          SlotsFrom(k->reduce, found->reduce, order->from); @/
  }
*/
