/*
 * The inductions behind reestimate.h.
 */
#include "proofs/lemmas/reestimate.h"

#if RTMR_WITH_STORED_VECTORS

/*@ ghost
  void rtmr_replan_task(struct rtmr_ghost_pool \ghost *g, int32_t q, rtmr_ticks least, rtmr_ticks start,
                        rtmr_ticks finish)
  {
      g->plan.least[q] = least;
      g->plan.start[q] = start;
      g->plan.finish[q] = finish;
      /@ loop invariant range:  0 <= m <= g->plan.tasks;
         loop invariant before: \forall integer t, x; 0 <= t <= m && t <= q ==>
                                OpenAbove(g->plan.open, g->plan.finish, t, x)
                                == OpenAbove(g->plan.open, \at(g->plan.finish, Pre), t, x);
         loop invariant less:   \forall integer t, x; 0 <= t <= m ==>
                                OpenAbove(g->plan.open, g->plan.finish, t, x) <= OpenAbove(g->plan.open,
                                    \at(g->plan.finish, Pre), t, x);
         loop assigns m;
         loop variant g->plan.tasks - m;
      @/
      for (int32_t m = 0; m < g->plan.tasks; m++) { }
  }
*/

/*@ ghost
  void rtmr_none_above_between(struct rtmr_ghost_pool \ghost *g, int32_t a, int32_t b)
  {
      /@ loop invariant range: a <= m <= b;
         loop invariant same:  \forall integer x; OpenAbove(g->plan.open, g->plan.finish, m, x)
                               == OpenAbove(g->plan.open, g->plan.finish, a, x);
         loop assigns m;
         loop variant b - m;
      @/
      for (int32_t m = a; m < b; m++) { }
  }
*/

/*@ ghost
  void rtmr_ends_late(struct rtmr_ghost_plan \ghost *d, int32_t a, int32_t b, rtmr_ticks end)
  {
      /@ loop invariant range: a <= m <= b;
         loop invariant some:  \forall integer x; OpenAbove(d->open, d->finish, m, x) >= OpenAbove(d->open, d->finish,
                                   a, x) + (x < end ? m - a : 0);
         loop assigns m;
         loop variant b - m;
      @/
      for (int32_t m = a; m < b; m++) { }
  }
*/

/*@ ghost
  void rtmr_runs_until(struct rtmr_pool *pool, int32_t i, rtmr_ticks end)
  {
      /@ loop invariant range: 0 <= m <= pool->slots;
         loop invariant most:  \forall integer x; BusyOfFirst(pool->state, pool->place, pool->bound, m, i + 1, x)
                               <= BusyOfFirst(pool->state, pool->place, pool->bound, m, i, x)
                                  + (x < end ? TasksOf(pool->state, pool->place, m, i) : 0);
         loop assigns m;
         loop variant pool->slots - m;
      @/
      for (int32_t m = 0; m < pool->slots; m++) { }
  }
*/

/*@ ghost
  void rtmr_before_belongs(struct rtmr_pool *pool, struct rtmr_ghost_pool \ghost *g, int32_t i, int32_t promised,
                           rtmr_ticks now)
  {
      /@ loop invariant range: 0 <= m <= pool->slots;
         loop invariant most:  \forall integer q, x; q < g->plan.first[i + 1] ==>
                               BusyBefore(pool->state, pool->bound, g->position, m, q, x)
                               <= BusyOfFirst(pool->state, pool->place, pool->bound, m, i + 1, x);
         loop assigns m;
         loop variant pool->slots - m;
      @/
      for (int32_t m = 0; m < pool->slots; m++) {
          /@ assert behind: pool->state[m] == RTMR_SLOT_BUSY && pool->place[m] > i ==>
                            g->plan.first[i + 1] - 1 <= g->position[m]; @/
      }
  }
*/

/*@ ghost
  void rtmr_merge_job(struct rtmr_pool *pool, struct rtmr_ghost_pool \ghost *g, int32_t i, int32_t promised,
                      rtmr_ticks release,
                      rtmr_ticks now)
  {
      int32_t waiting = pool->waiting[i];
      int32_t own = g->plan.first[i + 1] - waiting;
      int32_t drafted = g->draft.first[i + 1] - waiting;
      rtmr_ticks end = now + pool->estimate[i];
      rtmr_schedule_leaves_room(&g->base, &g->draft);
      rtmr_none_above_between(g, g->plan.first[i], own);
      rtmr_counts_bounded(pool);
      rtmr_ends_late(&g->draft, g->draft.first[i], drafted, end);
      rtmr_runs_until(pool, i, end);
      rtmr_before_belongs(pool, g, i, promised, now);
      /@ assert begin: g->base.n > 0 ==> \forall integer x; now <= x && g->base.at[0] <= x ==>
           OpenAbove(g->plan.open, g->plan.finish, own, x) + BusyOfFirst(pool->state, pool->place, pool->bound,
               pool->slots, i + 1, x)
           <= Above(g->base.at, g->base.n, x) + OpenAbove(g->draft.open, g->draft.finish, drafted, x); @/
      /@ loop invariant range:  0 <= j <= waiting;
         loop invariant covers: g->base.n > 0 ==> \forall integer x; now <= x && g->base.at[0] <= x ==>
           OpenAbove(g->plan.open, g->plan.finish, own + j, x) + BusyOfFirst(pool->state, pool->place, pool->bound,
               pool->slots, i + 1, x)
           <= Above(g->base.at, g->base.n, x) + OpenAbove(g->draft.open, g->draft.finish, drafted + j, x);
         loop invariant less:   \forall integer t, x; 0 <= t <= g->plan.tasks ==>
           OpenAbove(g->plan.open, g->plan.finish, t, x) <= OpenAbove(g->plan.open, \at(g->plan.finish, Pre), t, x);
         loop invariant times:  PLAN_TIMES(*pool, *g, now);
         loop invariant room:   PLAN_ROOM(*pool, *g);
         loop invariant sooner: \forall integer q; own <= q < own + j ==> g->plan.finish[q] <= g->draft.end[i]
                                && (g->plan.start[q] == \at(g->plan.start, Pre)[q]
                                    && g->plan.least[q] == \at(g->plan.least, Pre)[q]
                                    || release <= g->plan.start[q]);
         loop invariant others: \forall integer q; 0 <= q < g->plan.tasks && !(own <= q < own + j) ==>
                                g->plan.start[q] == \at(g->plan.start, Pre)[q]
                                && g->plan.finish[q] == \at(g->plan.finish, Pre)[q]
                                && g->plan.least[q] == \at(g->plan.least, Pre)[q];
         loop assigns j, g->plan.least[0 .. RTMR_TASKS - 1], g->plan.start[0 .. RTMR_TASKS - 1],
                      g->plan.finish[0 .. RTMR_TASKS - 1];
         loop variant waiting - j;
      @/
      for (int32_t j = 0; j < waiting; j++) {
          int32_t q = own + j;
          int32_t d = drafted + j;
          rtmr_ticks least = g->draft.least[d] > now ? g->draft.least[d] : now;
          /@ assert task: g->plan.open[q] != 0 && g->plan.job[q] == i && g->draft.job[d] == i
                          && g->draft.open[d] != 0; @/
          /@ assert room: OpenAbove(g->plan.open, g->plan.finish, q, least)
                          + BusyBefore(pool->state, pool->bound, g->position, pool->slots, q,
                                       least) <= pool->usable - 1; @/
          if (g->draft.finish[d] < g->plan.finish[q]) {
              rtmr_replan_task(g, q, least, g->draft.start[d], g->draft.finish[d]);
          }
          /@ assert own_room: OpenAbove(g->plan.open, g->plan.finish, q, g->plan.least[q])
                              + BusyBefore(pool->state, pool->bound, g->position, pool->slots, q,
                                           g->plan.least[q]) <= pool->usable - 1; @/
      }
  }
*/

/*@ ghost
  void rtmr_taken_below_first(struct rtmr_pool *pool, struct rtmr_ghost_pool \ghost *g)
  {
      rtmr_below_first(&g->base);
      if (g->base.n > 0) rtmr_free_least(&pool->free_at);
      /@ loop invariant range: 0 <= j <= g->draft.tasks;
         loop invariant free:  g->base.n > 0 ==> \forall integer x; FREE_LEAST(pool->free_at) <= x ==>
                               Entries(g->base.n, g->base.at, g->draft.open, g->draft.least, g->draft.finish, j,
                                       x) <= g->base.n - 1;
         loop invariant none:  g->base.n > 0 ==> \forall integer x; FREE_LEAST(pool->free_at) <= x ==>
                               LeastAbove(g->draft.least, g->draft.tasks, x) == LeastAbove(g->draft.least, j, x);
         loop assigns j;
         loop variant j;
      @/
      for (int32_t j = g->draft.tasks; j > 0; j--) {
          /@ assert step: \forall integer x; Entries(g->base.n, g->base.at, g->draft.open, g->draft.least,
                                                     g->draft.finish, j, x)
                          == Entries(g->base.n, g->base.at, g->draft.open, g->draft.least, g->draft.finish, j - 1, x)
                             + (g->draft.finish[j - 1] > x ? 1 : 0) - (g->draft.least[j - 1] > x ? 1 : 0); @/
          /@ assert took: \forall integer x; x < g->draft.least[j - 1] ==>
                          Entries(g->base.n, g->base.at, g->draft.open, g->draft.least, g->draft.finish, j - 1, x)
                          == g->base.n; @/
          /@ assert full: \forall integer x; x < g->draft.least[j - 1] ==>
                          Entries(g->base.n, g->base.at, g->draft.open, g->draft.least, g->draft.finish, j, x)
                          == g->base.n; @/
          /@ assert some: g->base.n > 0 ==>
                          Entries(g->base.n, g->base.at, g->draft.open, g->draft.least, g->draft.finish, j,
                                  FREE_LEAST(pool->free_at)) != g->base.n; @/
          /@ assert below: g->base.n > 0 ==> g->draft.least[j - 1] <= FREE_LEAST(pool->free_at); @/
      }
      /@ assert taken: g->base.n > 0 ==> \forall integer x; FREE_LEAST(pool->free_at) <= x ==>
                       LeastAbove(g->draft.least, g->draft.tasks, x) == 0; @/
      /@ assert begun: g->base.n > 0 ==>
                       Entries(g->base.n, g->base.at, g->draft.open, g->draft.least, g->draft.finish, 0,
                               FREE_LEAST(pool->free_at)) <= g->base.n - 1; @/
      /@ assert least: g->base.n > 0 ==> g->base.at[0] <= FREE_LEAST(pool->free_at); @/
  }
*/

/*@ ghost
  void rtmr_dues_replanned(struct rtmr_pool *pool, struct rtmr_ghost_pool \ghost *g,
                           struct rtmr_ghost_pool \ghost *before, rtmr_ticks now)
  {
      rtmr_open_monotone(g);
      /@ loop invariant range: 0 <= m <= pool->slots;
         loop invariant soon:  NOTICE_PAD(*pool) > 0 ==> \forall integer x; now + RELEASE_PAD(*pool) <= x ==>
                               DueAfter(pool->state, pool->bound, WAIT_PAD(*pool), m, x) == 0;
         loop assigns m;
         loop variant pool->slots - m;
      @/
      for (int32_t m = 0; m < pool->slots; m++) { }
      /@ assert before: \forall integer i; 0 <= i < g->last && g->plan.open[i] != 0 ==>
                        Open(g->plan.open, i) + 1 <= pool->idle; @/
      /@ assert not_yet: NOTICE_PAD(*pool) > 0 ==>
                         NotYet(now, RELEASE_PAD(*pool), pool->slots, pool->state, pool->bound, g->plan.tasks,
                                g->plan.open, g->plan.start); @/
      /@ assert in_time: NOTICE_PAD(*pool) > 0 ==>
                         ReservedInTime(WAIT_PAD(*pool), pool->slots, pool->idle, g->plan.tasks, g->last, g->plan.open,
                                        g->plan.start, pool->state, pool->bound); @/
      /@ assert room:    NOTICE_PAD(*pool) > 0 ==>
                         RoomInTime(WAIT_PAD(*pool), pool->usable, pool->slots, g->plan.tasks, g->last, g->plan.open,
                                    g->plan.least, g->plan.start, g->plan.finish, pool->state, pool->bound,
                                    g->position); @/
  }
*/

/*@ ghost
  void rtmr_merge_stage(struct rtmr_pool *pool, const struct rtmr_stage_memory *memory,
                        struct rtmr_ghost_pool \ghost *g, int32_t i,
                        int32_t kept, int32_t promised, rtmr_ticks release, rtmr_ticks now)
  {
      struct rtmr_ghost_pool before = *g;
      rtmr_merge_job(pool, g, i, promised, release, now);
      rtmr_dues_replanned(pool, g, &before, now);
      rtmr_taken_below_first(pool, g);
      if (pool->unfinished[i] == 0) rtmr_no_task(pool, i);
      /@ assert some: \forall integer s; 0 <= s < pool->slots && pool->state[s] == RTMR_SLOT_BUSY
                      && pool->place[s] == i ==>
                      pool->unfinished[i] != 0; @/
      /@ assert first: g->draft.tasks > 0 ==> g->draft.job[0] == i && now + pool->estimate[i] <= g->draft.finish[0]; @/
  }
*/

/*@ ghost
  void rtmr_job_has_slots(struct rtmr_pool *pool, struct rtmr_ghost_pool \ghost *g, int32_t jobs, int32_t promised,
                          int32_t p)
  {
      /@ loop invariant range:  0 <= m <= pool->slots;
         loop invariant idle:   Busy(pool->state, m) >= 0;
         loop invariant no_run: Busy(pool->state, m) == 0 ==> \forall integer s; 0 <= s < m ==>
                                pool->state[s] != RTMR_SLOT_BUSY;
         loop invariant before: \forall integer i, x; BusyBefore(pool->state, pool->bound, g->position, m, i, x) >= 0;
         loop assigns m;
         loop variant pool->slots - m;
      @/
      for (int32_t m = 0; m < pool->slots; m++) { }
      /@ loop invariant range:  0 <= t <= g->plan.tasks;
         loop invariant above:  \forall integer i, x; 0 <= i <= t ==>
                                OpenAbove(g->plan.open, g->plan.finish, i, x) >= 0;
         loop assigns t;
         loop variant g->plan.tasks - t;
      @/
      for (int32_t t = 0; t < g->plan.tasks; t++) { }
      if (pool->usable == 0) {
          rtmr_counts_bounded(pool);
          rtmr_no_task_runs(pool, p);
          /@ assert last: pool->waiting[p] > 0 ==> g->plan.open[g->plan.first[p + 1] - 1] != 0; @/
      }
  }
*/

/*@ ghost
  void rtmr_nothing_left(struct rtmr_pool *pool, struct rtmr_ghost_pool \ghost *g, int32_t jobs, int32_t promised,
                         int32_t p)
  {
      rtmr_counts_bounded(pool);
      rtmr_no_task(pool, p);
      /@ assert closed: \forall integer i; g->plan.first[p] <= i < g->plan.first[p + 1] ==>
                        g->plan.job[i] == p && g->plan.open[i] == 0; @/
      rtmr_none_above_between(g, g->plan.first[p], g->plan.first[p + 1]);
      /@ loop invariant range: 0 <= m <= pool->slots;
         loop invariant same:  \forall integer x; BusyOfFirst(pool->state, pool->place, pool->bound, m, p + 1, x)
                               == BusyOfFirst(pool->state, pool->place, pool->bound, m, p, x);
         loop assigns m;
         loop variant pool->slots - m;
      @/
      for (int32_t m = 0; m < pool->slots; m++) { }
  }
*/

/*@ ghost
  void rtmr_tasks_planned(struct rtmr_ghost_pool \ghost *g, rtmr_ticks release, rtmr_ticks takes)
  {
      /@ loop invariant range:  0 <= t <= g->draft.tasks;
         loop invariant counts: \forall integer i, x; 0 <= i <= t ==>
                                Entries(g->base.n, g->base.at, g->draft.open, g->draft.least, g->draft.finish, i, x)
                                == TasksPlanned(g->base.n, g->base.at, release, takes, i, x);
         loop invariant ends:   \forall integer i, x; 0 <= i < t ==>
                                (x < g->draft.finish[i] <==>
                                 TaskEndsAfter(g->base.n, g->base.at, release, takes, i, x));
         loop invariant last:   \forall integer i; 0 <= i < t ==> g->draft.finish[i] <= g->draft.finish[t - 1];
         loop assigns t;
         loop variant g->draft.tasks - t;
      @/
      for (int32_t t = 0; t < g->draft.tasks; t++) {
          /@ assert least: \forall integer x; x < g->draft.least[t] <==>
                           TasksPlanned(g->base.n, g->base.at, release, takes, t, x) == g->base.n; @/
          /@ assert start: \forall integer x; START_BY(x, takes) < g->draft.start[t] <==> release > START_BY(x, takes)
                           || TasksPlanned(g->base.n, g->base.at, release, takes, t, START_BY(x, takes)) == g->base.n;
                           @/
          /@ assert later:  t > 0 && g->draft.least[t] < g->draft.least[t - 1] ==>
                            Entries(g->base.n, g->base.at, g->draft.open, g->draft.least, g->draft.finish, t - 1,
                                    g->draft.least[t]) == g->base.n
                            && Entries(g->base.n, g->base.at, g->draft.open, g->draft.least, g->draft.finish, t,
                                       g->draft.least[t]) != g->base.n; @/
          /@ assert grows:  t > 0 ==> g->draft.least[t - 1] <= g->draft.least[t]
                            && g->draft.finish[t - 1] <= g->draft.finish[t]; @/
          /@ assert finish: \forall integer x; x < g->draft.finish[t] <==>
                            x < RTMR_NEVER && START_BY(x, takes) < g->draft.start[t]; @/
      }
  }
*/

/*@ ghost
  void rtmr_planned_onto(struct rtmr_pool *pool, struct rtmr_ghost_pool \ghost *g, int32_t place, rtmr_ticks release,
                         rtmr_ticks floor,
                         rtmr_ticks now)
  {
      /@ assert own:    \forall integer i; 0 <= i < g->draft.tasks ==> g->draft.job[i] == place; @/
      rtmr_tasks_planned(g, release, pool->estimate[place] + WAIT_PAD(*pool));
      /@ assert counts: \forall integer x; FREE_ABOVE(pool->free_at, x)
                        == TasksPlanned(pool->usable, g->base.at, release, pool->estimate[place] + WAIT_PAD(*pool),
                                        pool->unfinished[place], x); @/
      /@ assert last:   LastEnds(pool->usable, g->base.at, release, pool->estimate[place] + WAIT_PAD(*pool),
                                 pool->unfinished[place], floor,
                                 g->draft.end[place]); @/
  }
*/

/*@ ghost
  void rtmr_more_tasks_planned(struct rtmr_vector \ghost *base, int32_t n, rtmr_ticks release, rtmr_ticks takes,
                               int32_t m, int32_t all)
  {
      /@ loop invariant range: 0 <= i <= n;
         loop invariant most:  \forall integer x; 0 <= Above(base->at, i, x) <= i;
         loop invariant down:  \forall integer x, y; x <= y ==> Above(base->at, i, y) <= Above(base->at, i, x);
         loop invariant never: \forall integer x; RTMR_NEVER <= x ==> Above(base->at, i, x) == 0;
         loop assigns i;
         loop variant n - i;
      @/
      for (int32_t i = 0; i < n; i++) {
          rtmr_ticks entry = base->at[i];
          /@ assert last: entry <= RTMR_NEVER; @/
      }
      /@ loop invariant range: 0 <= t <= all;
         loop invariant most:  \forall integer x; 0 <= TasksPlanned(n, base->at, release, takes, t, x) <= n;
         loop invariant down:  \forall integer x, y; x <= y ==>
                               TasksPlanned(n, base->at, release, takes, t, y) <= TasksPlanned(n, base->at, release,
                                   takes, t, x);
         loop invariant never: \forall integer x; RTMR_NEVER <= x ==>
                               TasksPlanned(n, base->at, release, takes, t, x) == 0;
         loop invariant more:  m <= t ==>
                               \forall integer x; TasksPlanned(n, base->at, release, takes, m, x) <= TasksPlanned(n,
                                   base->at, release, takes, t, x);
         loop assigns t;
         loop variant all - t;
      @/
      for (int32_t t = 0; t < all; t++) {
          /@ assert before: \forall integer x; START_BY(x, takes) <= x; @/
          /@ assert ends: \forall integer x; x < RTMR_NEVER && TasksPlanned(n, base->at, release, takes, t, x) == n ==>
                          TasksPlanned(n, base->at, release, takes, t, START_BY(x, takes)) == n; @/
      }
  }
*/

/*@ ghost
  void rtmr_whole_jobs_cover(struct rtmr_pool \ghost *pool, struct rtmr_ghost_pool \ghost *g,
                             struct rtmr_vector \ghost *base,
                             struct rtmr_vector \ghost *unfinished, struct rtmr_vector \ghost *whole, int32_t p,
                             rtmr_ticks now,
                             rtmr_ticks release, rtmr_ticks takes, int32_t m, int32_t all)
  {
      rtmr_more_tasks_planned(base, unfinished->n, release, takes, m, all);
      rtmr_below_first(unfinished);
      /@ loop invariant range: 0 <= i <= whole->n;
         loop invariant some:  0 < i ==> \forall integer x; whole->at[0] <= x ==> Above(whole->at, i, x) <= i - 1;
         loop assigns i;
         loop variant whole->n - i;
      @/
      for (int32_t i = 0; i < whole->n; i++) { }
      /@ assert later: \forall integer x; Above(unfinished->at, unfinished->n, x) <= Above(whole->at, whole->n, x)
                       && (x < unfinished->at[0] ==> Above(unfinished->at, unfinished->n, x) == unfinished->n); @/
      /@ assert first: \forall integer x; whole->at[0] <= x ==> Above(whole->at, whole->n, x) < unfinished->n; @/
  }
*/

/*@ ghost
  void rtmr_job_replan(const struct rtmr_pool *pool, const struct rtmr_stage_memory *memory,
                       struct rtmr_ghost_pool \ghost *g, int32_t from,
                      int32_t i, rtmr_ticks release, rtmr_ticks floor)
  {
      /@ loop invariant range: 0 <= t <= pool->unfinished[i];
         loop invariant first: i == from ==> \forall integer j, x; 0 <= j <= t ==>
                               TasksPlanned(pool->usable, g->replan.origin.at, release,
                                            pool->estimate[i] + WAIT_PAD(*pool), j, x)
                               == TasksPlanned(pool->usable, g->base.at, release,
                                               pool->estimate[i] + WAIT_PAD(*pool), j, x);
         loop invariant next:  from < i ==> \forall integer j, x; 0 <= j <= t ==>
                               TasksPlanned(pool->usable, memory->of[i - 1].row.at, release,
                                            pool->estimate[i] + WAIT_PAD(*pool), j, x)
                               == TasksPlanned(pool->usable, g->base.at, release,
                                               pool->estimate[i] + WAIT_PAD(*pool), j, x);
         loop assigns t;
         loop variant pool->unfinished[i] - t;
      @/
      for (int32_t t = 0; t < pool->unfinished[i]; t++) { }
      /@ assert own:   \forall integer x; Above(memory->of[i].row.at, pool->usable, x)
                       == TasksPlanned(pool->usable, g->base.at, release, pool->estimate[i] + WAIT_PAD(*pool),
                                       pool->unfinished[i], x); @/
      /@ assert last:  LastEnds(pool->usable, g->base.at, release, pool->estimate[i] + WAIT_PAD(*pool),
                                pool->unfinished[i], floor,
                                g->replan.end[i]); @/
      if (i == from) {
          /@ assert ends_first: \forall integer x;
                 StageEndsAfter(pool->usable, g->replan.origin.at, release, pool->estimate[i] + WAIT_PAD(*pool),
                                pool->unfinished[i], floor, x)
                 <==> StageEndsAfter(pool->usable, g->base.at, release, pool->estimate[i] + WAIT_PAD(*pool),
                                     pool->unfinished[i], floor, x); @/
          /@ assert last_first: LastEnds(pool->usable, g->replan.origin.at, release,
                                         pool->estimate[i] + WAIT_PAD(*pool), pool->unfinished[i], floor,
                                         g->replan.end[i]); @/
      } else {
          /@ assert ends_next: \forall integer x;
                 StageEndsAfter(pool->usable, memory->of[i - 1].row.at, release, pool->estimate[i] + WAIT_PAD(*pool),
                                pool->unfinished[i], floor, x)
                 <==> StageEndsAfter(pool->usable, g->base.at, release, pool->estimate[i] + WAIT_PAD(*pool),
                                     pool->unfinished[i], floor, x); @/
          /@ assert last_next: LastEnds(pool->usable, memory->of[i - 1].row.at, release,
                                        pool->estimate[i] + WAIT_PAD(*pool),
                                        pool->unfinished[i], floor, g->replan.end[i]); @/
      }
  }
*/

/* The maps of the jobs before `place` were planned again, each onto what is stored for the job
 * before it, and those of the job there as well; their reduces likewise. */
/*@ ghost
  /@ requires valid: \valid_read(k) && \valid_read(replan);
     requires range: 0 <= from <= place < RTMR_JOBS;
     requires own:   place == from ==> MAPS_REPLANNED(*k, *replan, replan->origin.at, place);
     requires first: from < place ==> MAPS_REPLANNED(*k, *replan, replan->origin.at, from);
     requires next:  \forall integer q, p; from <= q < p < place && p <= q + 1 ==>
                     MAPS_REPLANNED(*k, *replan, MAP_MEMORY(*k).of[q].row.at, p);
     requires last:  from < place ==> MAPS_REPLANNED(*k, *replan, MAP_MEMORY(*k).of[place - 1].row.at, place);
     assigns \nothing;
     ensures first:  MAPS_REPLANNED(*k, *replan, replan->origin.at, from);
     ensures next:   \forall integer q, p; from <= q < p <= place && p <= q + 1 ==>
                     MAPS_REPLANNED(*k, *replan, MAP_MEMORY(*k).of[q].row.at, p);
  @/
  static void maps_of_one_more(const struct rtmr *k, struct rtmr_ghost_replan \ghost *replan, int32_t from,
                               int32_t place)
  {
  }
*/

/*@ ghost
  /@ requires valid: \valid_read(k) && \valid_read(maps) && \valid_read(replan);
     requires range: 0 <= from <= place < RTMR_JOBS;
     requires own:   place == from ==> REDUCES_REPLANNED(*k, *maps, *replan, replan->origin.at, place);
     requires first: from < place ==> REDUCES_REPLANNED(*k, *maps, *replan, replan->origin.at, from);
     requires next:  \forall integer q, p; from <= q < p < place && p <= q + 1 ==>
                     REDUCES_REPLANNED(*k, *maps, *replan, REDUCE_MEMORY(*k).of[q].row.at, p);
     requires last:  from < place ==>
                     REDUCES_REPLANNED(*k, *maps, *replan, REDUCE_MEMORY(*k).of[place - 1].row.at, place);
     assigns \nothing;
     ensures first:  REDUCES_REPLANNED(*k, *maps, *replan, replan->origin.at, from);
     ensures next:   \forall integer q, p; from <= q < p <= place && p <= q + 1 ==>
                     REDUCES_REPLANNED(*k, *maps, *replan, REDUCE_MEMORY(*k).of[q].row.at, p);
  @/
  static void reduces_of_one_more(const struct rtmr *k, struct rtmr_ghost_replan \ghost *maps,
                                  struct rtmr_ghost_replan \ghost *replan, int32_t from, int32_t place)
  {
  }
*/

/*@ ghost
  void rtmr_one_job_more(const struct rtmr *k, struct rtmr_ghost \ghost *g, int32_t from, int32_t place)
  {
      maps_of_one_more(k, &g->map.replan, from, place);
      reduces_of_one_more(k, &g->map.replan, &g->reduce.replan, from, place);
  }
*/

#endif
