/*
 * Why time may pass when nothing is offered: no waiting task misses its planned start.
 *
 * Suppose task i waits at its planned start. Its job is ready, so some ready job waits, and the first of those was not
 * offered a slot: every idle slot is reserved for open tasks before it. If i stands before the last task dispatched
 * from this plan, INV leaves one more idle slot than those. Otherwise every busy slot runs a task that stands before i
 * and ends after i's planned start, and so does every open task before i: by PI they are fewer than the usable slots.
 */
#include "kernel/dispatch.h"
#include "kernel/slot_pool.h"

/* Every busy slot's task stands before task i and ends after x. */
/*@ ghost
  /@ requires valid:  \valid(pool) && \valid(g);
     requires table:  SLOT_TABLE(*pool);
     requires before: \forall integer s; 0 <= s < pool->slots && pool->state[s] == RTMR_SLOT_BUSY ==>
                      g->position[s] < i && pool->bound[s] > x;
     assigns \nothing;
     ensures all:     BusyBefore(pool->state, pool->bound, g->position, pool->slots, i, x) == pool->usable - pool->idle;
  @/
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

/* Every open task before i ends after x. */
/*@ ghost
  /@ requires valid: \valid(g);
     requires range: 0 <= i <= g->plan.tasks <= RTMR_TASKS;
     requires late:  \forall integer j; 0 <= j < i && g->plan.open[j] != 0 ==> g->plan.finish[j] > x;
     assigns \nothing;
     ensures all:    OpenAbove(g->plan.open, g->plan.finish, i, x) == Open(g->plan.open, i);
  @/
  void rtmr_all_open_above(struct rtmr_ghost_pool \ghost *g, int32_t i, rtmr_ticks x)
  {
      /@ loop invariant range: 0 <= m <= i;
         loop invariant all:   OpenAbove(g->plan.open, g->plan.finish, m, x) == Open(g->plan.open, m);
         loop assigns m;
         loop variant i - m;
      @/
      for (int32_t m = 0; m < i; m++) { }
  }
*/

/*@ ghost
  /@ requires valid:   \valid(pool) && \valid(g);
     requires now:     0 <= now <= to <= RTMR_TIME_MAX;
     requires table:   SLOT_TABLE(*pool);
     requires counts:  JOB_COUNTS(*pool, jobs);
     requires range:   0 <= promised <= jobs <= RTMR_JOBS;
     requires shape:   PLAN_SHAPE(*pool, *g, promised);
     requires times:   PLAN_TIMES(*pool, *g, now);
     requires room:    PLAN_ROOM(*pool, *g);
     requires kept:    RESERVED(*pool, *g);
     requires bounds:  \forall integer s; 0 <= s < pool->slots && pool->state[s] == RTMR_SLOT_BUSY ==> to <= pool->bound[s];
     requires unready: \forall integer i; 0 <= i < g->plan.tasks && g->plan.open[i] != 0 && pool->ready[g->plan.job[i]] == 0 ==>
                       to <= g->plan.start[i];
     requires quiet:   \forall integer p; 0 <= p < promised && pool->ready[p] != 0 && pool->waiting[p] > 0
                       && (\forall integer q; 0 <= q < p ==> pool->ready[q] == 0 || pool->waiting[q] == 0) ==>
                       pool->idle <= Open(g->plan.open, g->plan.first[p]);
     assigns \nothing;
     ensures times:    PLAN_TIMES(*pool, *g, to);
  @/
  void rtmr_time_passes(struct rtmr_pool *pool, struct rtmr_ghost_pool \ghost *g, int32_t jobs, int32_t promised,
                        rtmr_ticks now, rtmr_ticks to)
  {
      rtmr_open_monotone(g);
      /@ loop invariant range:  0 <= i <= g->plan.tasks;
         loop invariant passed: \forall integer j; 0 <= j < i && g->plan.open[j] != 0 ==> to <= g->plan.start[j];
         loop assigns i;
         loop variant g->plan.tasks - i;
      @/
      for (int32_t i = 0; i < g->plan.tasks; i++) {
          if (g->plan.open[i] != 0 && g->plan.start[i] < to) {
              int32_t own = g->plan.job[i];
              int32_t p = 0;
              /@ assert own: 0 <= own < promised && pool->ready[own] != 0 && pool->waiting[own] > 0; @/
              /@ loop invariant range:  0 <= p <= own;
                 loop invariant before: \forall integer q; 0 <= q < p ==> pool->ready[q] == 0 || pool->waiting[q] == 0;
                 loop assigns p;
                 loop variant own - p;
              @/
              while (p < own && (pool->ready[p] == 0 || pool->waiting[p] == 0)) { p++; }
              /@ assert first: pool->ready[p] != 0 && pool->waiting[p] > 0; @/
              /@ assert taken: pool->idle <= Open(g->plan.open, g->plan.first[p]); @/
              /@ assert order: g->plan.first[p] <= i; @/
              /@ assert below: Open(g->plan.open, g->plan.first[p]) <= Open(g->plan.open, i); @/
              if (i < g->last) {
                  /@ assert above: Open(g->plan.open, i) + 1 <= Open(g->plan.open, g->last); @/
                  /@ assert contradiction: \false; @/
              } else {
                  rtmr_all_busy_before(pool, g, i, g->plan.least[i]);
                  rtmr_all_open_above(g, i, g->plan.least[i]);
                  /@ assert contradiction: \false; @/
              }
          }
      }
  }
*/
