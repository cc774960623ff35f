/*
 * The inductions behind plan_lemmas.h.
 */
#include "proofs/lemmas/plan_lemmas.h"

/*@ ghost
  void rtmr_push_task(struct rtmr_ghost_plan \ghost *draft, int32_t place, rtmr_ticks least, rtmr_ticks start,
                      rtmr_ticks finish)
  {
      int32_t i = draft->tasks;
      draft->job[i] = place;
      draft->open[i] = 1;
      draft->least[i] = least;
      draft->start[i] = start;
      draft->finish[i] = finish;
      draft->tasks = i + 1;
      /@ loop invariant range:  0 <= m <= i;
         loop invariant counts: \forall integer j, x; 0 <= j <= m ==>
           OpenAbove(draft->open, draft->finish, j, x) == \at(OpenAbove(draft->open, draft->finish, j, x), Pre);
         loop invariant taken:  \forall integer j, x; 0 <= j <= m ==>
           LeastAbove(draft->least, j, x) == \at(LeastAbove(draft->least, j, x), Pre);
         loop assigns m;
         loop variant i - m;
      @/
      for (int32_t m = 0; m < i; m++) { }
  }
*/

/*@ ghost
  void rtmr_close_task(struct rtmr_ghost_pool \ghost *g, int32_t i)
  {
      g->plan.open[i] = 0;
      /@ loop invariant range: 0 <= m <= g->plan.tasks;
         loop invariant open:  \forall integer k; 0 <= k <= m ==>
           Open(g->plan.open, k) == \at(Open(g->plan.open, k), Pre) - (k > i ? 1 : 0);
         loop invariant above: \forall integer k, x; 0 <= k <= m ==>
           OpenAbove(g->plan.open, g->plan.finish, k, x) == \at(OpenAbove(g->plan.open, g->plan.finish, k, x), Pre)
           - (k > i && g->plan.finish[i] > x ? 1 : 0);
         loop assigns m;
         loop variant g->plan.tasks - m;
      @/
      for (int32_t m = 0; m < g->plan.tasks; m++) { }
  }
*/

/*@ ghost
  void rtmr_closed_between(struct rtmr_ghost_pool \ghost *g, int32_t a, int32_t b)
  {
      /@ loop invariant range: a <= m <= b;
         loop invariant same:  Open(g->plan.open, m) == Open(g->plan.open, a);
         loop assigns m;
         loop variant b - m;
      @/
      for (int32_t m = a; m < b; m++) { }
  }
*/

/*@ ghost
  void rtmr_open_between(struct rtmr_ghost_pool \ghost *g, int32_t a, int32_t c, int32_t b)
  {
      /@ loop invariant range: a <= m <= b;
         loop invariant sum:   Open(g->plan.open, m) == Open(g->plan.open, a) + (m <= c ? 0 : m - c);
         loop assigns m;
         loop variant b - m;
      @/
      for (int32_t m = a; m < b; m++) { }
  }
*/

/*@ ghost
  void rtmr_open_monotone(struct rtmr_ghost_pool \ghost *g)
  {
      /@ loop invariant range:    0 <= m <= g->plan.tasks;
         loop invariant monotone: \forall integer a, b; 0 <= a <= b <= m ==>
                                  0 <= Open(g->plan.open, a) <= Open(g->plan.open, b);
         loop invariant strict:   \forall integer a, i, b; 0 <= a <= i < b <= m && g->plan.open[i] != 0 ==>
                                  Open(g->plan.open, a) + 1 <= Open(g->plan.open, b);
         loop assigns m;
         loop variant g->plan.tasks - m;
      @/
      for (int32_t m = 0; m < g->plan.tasks; m++) { }
  }
*/

/*@ ghost
  void rtmr_waiting_open(const struct rtmr_pool *pool, struct rtmr_ghost_pool \ghost *g, int32_t promised)
  {
      /@ loop invariant range: 0 <= p <= promised;
         loop invariant same:  \forall integer q; 0 <= q <= p ==>
                               Open(g->plan.open, g->plan.first[q]) == Sum(pool->waiting, q);
         loop assigns p;
         loop variant promised - p;
      @/
      for (int32_t p = 0; p < promised; p++) {
          /@ assert mine: \forall integer t; g->plan.first[p] <= t < g->plan.first[p + 1] ==> g->plan.job[t] == p; @/
          rtmr_open_between(g, g->plan.first[p], g->plan.first[p + 1] - pool->waiting[p], g->plan.first[p + 1]);
      }
  }
*/

/*@ ghost
  void rtmr_open_above_grows(struct rtmr_ghost_pool \ghost *g, int32_t a, int32_t b)
  {
      /@ loop invariant range: a <= m <= b;
         loop invariant grows: \forall integer x; OpenAbove(g->plan.open, g->plan.finish, a,
                                                            x) <= OpenAbove(g->plan.open, g->plan.finish, m, x);
         loop assigns m;
         loop variant b - m;
      @/
      for (int32_t m = a; m < b; m++) { }
  }
*/

/*@ ghost
  void rtmr_forget_plan(struct rtmr_pool *pool, struct rtmr_ghost_pool \ghost *g)
  {
      g->plan.tasks = 0;
      g->plan.first[0] = 0;
      g->last = 0;
      /@ loop invariant range:  0 <= s <= pool->slots;
         loop invariant before: \forall integer q; 0 <= q < s ==> g->position[q] == -1;
         loop assigns s, g->position[0 .. RTMR_SLOTS - 1];
         loop variant pool->slots - s;
      @/
      for (int32_t s = 0; s < pool->slots; s++) {
          g->position[s] = -1;
      }
  }
*/

/*@ ghost
  void rtmr_forget_job(struct rtmr_pool *pool, struct rtmr_ghost_pool \ghost *g, int32_t promised, int32_t p)
  {
      int32_t from = g->plan.first[p];
      int32_t to = g->plan.first[p + 1];
      int32_t end = g->plan.first[promised];
      int32_t i = from;
      /@ loop invariant range:  from <= i <= to;
         loop invariant closed: \forall integer t; from <= t < i ==> g->plan.open[t] == 0;
         loop invariant own:    p + 1 < promised ==> \forall integer t; from <= t < i ==> g->plan.job[t] == p;
         loop invariant others: \forall integer t; 0 <= t < g->plan.tasks && !(from <= t < i) ==>
                                g->plan.open[t] == \at(g->plan.open, Pre)[t]
                                && g->plan.job[t] == \at(g->plan.job, Pre)[t];
         loop assigns i, g->plan.job[0 .. RTMR_TASKS - 1], g->plan.open[0 .. RTMR_TASKS - 1];
         loop variant to - i;
      @/
      while (i < to) {
          g->plan.open[i] = 0;
          if (p + 1 < promised) { g->plan.job[i] = p; }
          i++;
      }
      /@ loop invariant range:  to <= i <= end;
         loop invariant behind: \forall integer t; to <= t < i ==> g->plan.job[t] == \at(g->plan.job, Pre)[t] - 1;
         loop invariant before: \forall integer t; 0 <= t < from ==> g->plan.job[t] == \at(g->plan.job, Pre)[t];
         loop invariant own:    p + 1 < promised ==> \forall integer t; from <= t < to ==> g->plan.job[t] == p;
         loop invariant coming: \forall integer t; i <= t < end ==> g->plan.job[t] == \at(g->plan.job, Pre)[t];
         loop assigns i, g->plan.job[0 .. RTMR_TASKS - 1];
         loop variant end - i;
      @/
      while (i < end) { g->plan.job[i] = g->plan.job[i] - 1; i++; }
      int32_t q = p + 1;
      /@ loop invariant range:  p + 1 <= q <= promised;
         loop invariant first:  \forall integer r; 0 <= r <= p ==> g->plan.first[r] == \at(g->plan.first, Pre)[r];
         loop invariant later:  \forall integer r; p < r < q ==> g->plan.first[r] == \at(g->plan.first, Pre)[r + 1];
         loop invariant coming: \forall integer r; q <= r <= promised ==>
                                g->plan.first[r] == \at(g->plan.first, Pre)[r];
         loop assigns q, g->plan.first[0 .. RTMR_PLACES - 1];
         loop variant promised - q;
      @/
      while (q < promised) { g->plan.first[q] = g->plan.first[q + 1]; q++; }
      /@ loop invariant range: 0 <= m <= g->plan.tasks;
         loop invariant fewer: \forall integer t; 0 <= t <= m ==>
                               Open(g->plan.open, t) <= \at(Open(g->plan.open, t), Pre);
         loop invariant less:  \forall integer t, x; 0 <= t <= m ==>
           OpenAbove(g->plan.open, g->plan.finish, t, x) <= \at(OpenAbove(g->plan.open, g->plan.finish, t, x), Pre);
         loop assigns m;
         loop variant g->plan.tasks - m;
      @/
      for (int32_t m = 0; m < g->plan.tasks; m++) { }
  }
*/

/*@ ghost
  void rtmr_all_busy_before(struct rtmr_pool *pool, struct rtmr_ghost_pool \ghost *g, int32_t i, rtmr_ticks x)
  {
      /@ loop invariant range: 0 <= m <= pool->slots;
         loop invariant all:   BusyBefore(pool->state, pool->bound, g->position, m, i, x) == Busy(pool->state, m);
         loop assigns m;
         loop variant pool->slots - m;
      @/
      for (int32_t m = 0; m < pool->slots; m++) { }
  }
*/

/*@ ghost
  void rtmr_open_above_if_all(struct rtmr_ghost_pool \ghost *g, int32_t i, rtmr_ticks x)
  {
      /@ loop invariant range: 0 <= m <= i;
         loop invariant all:   (\forall integer j; 0 <= j < m && g->plan.open[j] != 0 ==> g->plan.finish[j] > x)
                               ==> OpenAbove(g->plan.open, g->plan.finish, m, x) == Open(g->plan.open, m);
         loop invariant some:  0 <= OpenAbove(g->plan.open, g->plan.finish, m, x);
         loop assigns m;
         loop variant i - m;
      @/
      for (int32_t m = 0; m < i; m++) { }
  }
*/

/*@ ghost
  void rtmr_late_at_most(const struct rtmr_pool *pool, struct rtmr_ghost_pool \ghost *g)
  {
      /@ loop invariant range: 0 <= m <= pool->slots;
         loop invariant busy:  \forall integer i, x; BusyBefore(pool->state, pool->bound, g->position, m, i, x)
                               <= Busy(pool->state, m);
         loop assigns m;
         loop variant pool->slots - m;
      @/
      for (int32_t m = 0; m < pool->slots; m++) { }
      /@ loop invariant range: 0 <= m <= g->plan.tasks;
         loop invariant open:  \forall integer i, x; 0 <= i <= m ==>
                               OpenAbove(g->plan.open, g->plan.finish, i, x) <= Open(g->plan.open, i);
         loop assigns m;
         loop variant g->plan.tasks - m;
      @/
      for (int32_t m = 0; m < g->plan.tasks; m++) { }
  }
*/

/*@ ghost
  /@ requires valid:  \valid(pool) && \valid(g);
     requires range:  0 <= own < jobs <= RTMR_JOBS;
     requires waits:  pool->ready[own] != 0 && pool->waiting[own] > 0;
     requires natural: \forall integer p; 0 <= p < jobs ==> 0 <= pool->waiting[p];
     assigns \nothing;
     ensures first:   0 <= \result <= own && pool->ready[\result] != 0 && pool->waiting[\result] > 0;
     ensures before:  \forall integer q; 0 <= q < \result ==> pool->ready[q] == 0 || pool->waiting[q] == 0;
  @/
  static int32_t first_ready(struct rtmr_pool *pool, struct rtmr_ghost_pool \ghost *g, int32_t jobs, int32_t own)
  {
      int32_t p = 0;
      /@ loop invariant range:  0 <= p <= own;
         loop invariant before: \forall integer q; 0 <= q < p ==> pool->ready[q] == 0 || pool->waiting[q] == 0;
         loop assigns p;
         loop variant own - p;
      @/
      while (p < own && (pool->ready[p] == 0 || pool->waiting[p] == 0)) { p++; }
      return p;
  }
*/

/*@ ghost
  void rtmr_time_passes(struct rtmr_pool *pool, struct rtmr_ghost_pool \ghost *g, int32_t jobs, int32_t promised,
                        rtmr_ticks now, rtmr_ticks to)
  {
      rtmr_open_monotone(g);
      /@ loop invariant range:  0 <= i <= g->plan.tasks;
         loop invariant passed: \forall integer j; 0 <= j < i && g->plan.open[j] != 0 ==>
                                to <= g->plan.start[j] + WAIT_PAD(*pool);
         loop invariant quiet:  QUIET(*pool, *g, promised) ==> \forall integer j; 0 <= j < i && g->plan.open[j] != 0 ==>
                                to <= g->plan.start[j];
         loop assigns i;
         loop variant g->plan.tasks - i;
      @/
      for (int32_t i = 0; i < g->plan.tasks; i++) {
          if (g->plan.open[i] != 0 && g->plan.start[i] < to) {
              int32_t own = g->plan.job[i];
              /@ assert own: 0 <= own < promised && pool->ready[own] != 0 && pool->waiting[own] > 0; @/
              int32_t p = first_ready(pool, g, jobs, own);
              /@ assert taken: QUIET(*pool, *g, promised) ==> pool->idle <= Open(g->plan.open, g->plan.first[p]); @/
              /@ assert order: g->plan.first[p] <= i; @/
              /@ assert below: Open(g->plan.open, g->plan.first[p]) <= Open(g->plan.open, i); @/
              rtmr_dues_counted(pool, g->plan.start[i]);
              if (i < g->last) {
                  /@ assert above: Open(g->plan.open, i) + 1 <= Open(g->plan.open, g->last); @/
                  /@ assert silent: !QUIET(*pool, *g, promised); @/
                  /@ assert due: g->plan.start[i] + WAIT_PAD(*pool) < to ==>
                                 DueAfter(pool->state, pool->bound, WAIT_PAD(*pool), pool->slots, g->plan.start[i])
                                 == pool->idle; @/
              } else {
                  rtmr_all_busy_before(pool, g, i, g->plan.least[i]);
                  /@ assert behind: QUIET(*pool, *g, promised) ==>
                                    \forall integer j; 0 <= j < i && g->plan.open[j] != 0 ==>
                                    g->plan.finish[j] > g->plan.least[i]; @/
                  rtmr_open_above_if_all(g, i, g->plan.least[i]);
                  /@ assert silent: !QUIET(*pool, *g, promised); @/
                  /@ assert due: g->plan.start[i] + WAIT_PAD(*pool) < to ==>
                                 DueAfter(pool->state, pool->bound, WAIT_PAD(*pool), pool->slots, g->plan.start[i])
                                 == pool->idle; @/
              }
          }
      }
  }
*/

/*@ ghost
  void rtmr_nothing_due(struct rtmr_pool *pool, struct rtmr_ghost_pool \ghost *g, int32_t jobs, int32_t promised,
                        rtmr_ticks to)
  {
      rtmr_dues_counted(pool, to);
      /@ loop invariant range:   0 <= i <= g->plan.tasks;
         loop invariant not_yet: NotYet(to, RELEASE_PAD(*pool), pool->slots, pool->state, pool->bound, i, g->plan.open,
                                        g->plan.start);
         loop invariant idle:    QUIET(*pool, *g, promised) ==>
                                 \forall integer s, j; 0 <= s < pool->slots && pool->state[s] == RTMR_SLOT_IDLE
                                 && 0 <= j < i && g->plan.open[j] != 0 ==> to + RELEASE_PAD(*pool) <= g->plan.start[j];
         loop assigns i;
         loop variant g->plan.tasks - i;
      @/
      for (int32_t i = 0; i < g->plan.tasks; i++) {
          if (g->plan.open[i] != 0 && RELEASE_PAD(*pool) > 0) {
              int32_t own = g->plan.job[i];
              /@ assert own: 0 <= own < promised && pool->ready[own] != 0 && pool->waiting[own] > 0; @/
              int32_t p = first_ready(pool, g, jobs, own);
              /@ assert front: \forall integer t; 0 <= t < g->plan.first[p] ==>
                               0 <= g->plan.job[t] < p && g->plan.open[t] == 0; @/
              rtmr_closed_between(g, 0, g->plan.first[p]);
              /@ assert none: QUIET(*pool, *g, promised) ==> pool->idle <= 0; @/
          }
      }
  }
*/

/*@ ghost
  void rtmr_stage_on_time(struct rtmr_pool *pool, struct rtmr_ghost_pool \ghost *g, int32_t jobs, int32_t promised,
                          rtmr_ticks now)
  {
      /@ loop invariant range:   0 <= p <= promised;
         loop invariant on_time: \forall integer q; 0 <= q < p && pool->unfinished[q] > 0 ==> now <= pool->end[q];
         loop assigns p;
         loop variant promised - p;
      @/
      for (int32_t p = 0; p < promised; p++) {
          if (pool->waiting[p] > 0) {
              int32_t i = g->plan.first[p + 1] - 1;
              /@ assert task: 0 <= i < g->plan.tasks && g->plan.job[i] == p && g->plan.open[i] != 0; @/
              /@ assert ends: now <= pool->end[p]; @/
          } else if (pool->end[p] < now) {
              rtmr_no_task_runs(pool, p);
          }
      }
  }
*/

/*@ ghost
  void rtmr_both_pass(struct rtmr *k, struct rtmr_ghost \ghost *g, rtmr_ticks to)
  {
      rtmr_time_passes(&k->map, &g->map, k->jobs, k->promised, k->now, to);
      rtmr_nothing_due(&k->map, &g->map, k->jobs, k->promised, to);
      rtmr_stage_on_time(&k->map, &g->map, k->jobs, k->promised, to);
      rtmr_time_passes(&k->reduce, &g->reduce, k->jobs, k->promised, k->now, to);
      rtmr_nothing_due(&k->reduce, &g->reduce, k->jobs, k->promised, to);
  }
*/
