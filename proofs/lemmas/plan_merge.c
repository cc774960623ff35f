/*
 * The inductions behind plan_merge.h.
 */
#include "proofs/lemmas/plan_merge.h"

/*@ ghost
  void rtmr_keep_waiting(struct rtmr_ghost_pool \ghost *g, struct rtmr_ghost_kept \ghost *kept, int32_t to)
  {
      kept->plan.tasks = 0;
      kept->index[0] = 0;
      /@ loop invariant range:  0 <= i <= to && 0 <= kept->plan.tasks <= i;
         loop invariant index:  \forall integer j; 0 <= j <= i ==>
                                0 <= kept->index[j] <= j && kept->index[j] == Open(g->plan.open, j);
         loop invariant rises:  \forall integer a, b; 0 <= a <= b <= i ==> kept->index[a] <= kept->index[b];
         loop invariant passes: \forall integer a, b; 0 <= a < b <= i && g->plan.open[a] != 0 ==>
                                kept->index[a] < kept->index[b];
         loop invariant tasks:  kept->plan.tasks == kept->index[i];
         loop invariant copied: \forall integer j; 0 <= j < i && g->plan.open[j] != 0 ==>
                                kept->plan.job[kept->index[j]] == g->plan.job[j] && kept->plan.open[kept->index[j]] == 1
                                && kept->plan.least[kept->index[j]] == g->plan.least[j]
                                && kept->plan.start[kept->index[j]] == g->plan.start[j]
                                && kept->plan.finish[kept->index[j]] == g->plan.finish[j];
         loop invariant open:   \forall integer m; 0 <= m < kept->plan.tasks ==> kept->plan.open[m] == 1;
         loop invariant source: \forall integer m; 0 <= m < kept->plan.tasks ==> 0 <= kept->source[m] < i
                                && g->plan.open[kept->source[m]] != 0 && kept->index[kept->source[m]] == m;
         loop invariant above:  \forall integer j, x; 0 <= j <= i ==>
                                OpenAbove(kept->plan.open, kept->plan.finish, kept->index[j], x)
                                == OpenAbove(g->plan.open, g->plan.finish, j, x);
         loop assigns i, *kept;
         loop variant to - i;
      @/
      for (int32_t i = 0; i < to; i++) {
          if (g->plan.open[i] != 0) {
              kept->source[kept->plan.tasks] = i;
              rtmr_push_task(&kept->plan, g->plan.job[i], g->plan.least[i], g->plan.start[i], g->plan.finish[i]);
          }
          kept->index[i + 1] = kept->plan.tasks;
      }
  }
*/

/*@ ghost
  void rtmr_keep_positions(struct rtmr_pool *pool, struct rtmr_ghost_pool \ghost *g,
                           struct rtmr_ghost_kept \ghost *kept, int32_t to)
  {
      /@ loop invariant range:  0 <= s <= pool->slots;
         loop invariant moved:  \forall integer t; 0 <= t < s && pool->state[t] == RTMR_SLOT_BUSY ==>
                                g->position[t] == kept->index[\at(g->position, Pre)[t] < to
                                                              ? \at(g->position, Pre)[t] + 1 : to] - 1;
         loop invariant coming: \forall integer t; s <= t < pool->slots ==> g->position[t] == \at(g->position, Pre)[t];
         loop assigns s, g->position[0 .. RTMR_SLOTS - 1];
         loop variant pool->slots - s;
      @/
      for (int32_t s = 0; s < pool->slots; s++) {
          if (pool->state[s] == RTMR_SLOT_BUSY) {
              g->position[s] = kept->index[g->position[s] < to ? g->position[s] + 1 : to] - 1;
          }
      }
      /@ loop invariant range:  0 <= m <= pool->slots;
         loop invariant before: \forall integer i, x; 0 <= i < to && g->plan.open[i] != 0 ==>
                                BusyBefore(pool->state, pool->bound, g->position, m, kept->index[i], x)
                                == BusyBefore(pool->state, pool->bound, \at(g->position, Pre), m, i, x);
         loop assigns m;
         loop variant pool->slots - m;
      @/
      for (int32_t m = 0; m < pool->slots; m++) {
          /@ assert same: pool->state[m] == RTMR_SLOT_BUSY ==>
                          \forall integer i; 0 <= i < to && g->plan.open[i] != 0 ==>
               (g->position[m] < kept->index[i] <==> \at(g->position, Pre)[m] < i); @/
      }
  }
*/

/*@ ghost
  void rtmr_append_draft(struct rtmr_ghost_pool \ghost *g, struct rtmr_ghost_kept \ghost *kept, rtmr_ticks now)
  {
      int32_t k = kept->plan.tasks;
      /@ loop invariant range:  0 <= j <= g->draft.tasks && kept->plan.tasks == k + j;
         loop invariant before: \forall integer i; 0 <= i < k ==>
                                kept->plan.job[i] == \at(kept->plan.job, Pre)[i]
                                && kept->plan.open[i] == \at(kept->plan.open, Pre)[i]
                                && kept->plan.least[i] == \at(kept->plan.least, Pre)[i]
                                && kept->plan.start[i] == \at(kept->plan.start, Pre)[i]
                                && kept->plan.finish[i] == \at(kept->plan.finish, Pre)[i];
         loop invariant behind: \forall integer i; k <= i < k + j ==>
                                kept->plan.job[i] == g->draft.job[i - k] && kept->plan.open[i] == 1
                                && kept->plan.least[i] == LATEST(g->draft.least[i - k], now)
                                && kept->plan.start[i] == g->draft.start[i - k]
                                && kept->plan.finish[i] == g->draft.finish[i - k];
         loop invariant counts: \forall integer i, x; 0 <= i <= k ==>
                                OpenAbove(kept->plan.open, kept->plan.finish, i, x)
                                == \at(OpenAbove(kept->plan.open, kept->plan.finish, i, x), Pre);
         loop invariant above:  \forall integer i, x; k <= i <= k + j ==>
                                OpenAbove(kept->plan.open, kept->plan.finish, i, x)
                                == \at(OpenAbove(kept->plan.open, kept->plan.finish, kept->plan.tasks, x), Pre)
                                   + OpenAbove(g->draft.open, g->draft.finish, i - k, x);
         loop assigns j, kept->plan.tasks, kept->plan.job[0 .. RTMR_TASKS - 1], kept->plan.open[0 .. RTMR_TASKS - 1],
             kept->plan.least[0 .. RTMR_TASKS - 1], kept->plan.start[0 .. RTMR_TASKS - 1],
             kept->plan.finish[0 .. RTMR_TASKS - 1];
         loop variant g->draft.tasks - j;
      @/
      for (int32_t j = 0; j < g->draft.tasks; j++) {
          rtmr_push_task(&kept->plan, g->draft.job[j], g->draft.least[j] > now ? g->draft.least[j] : now,
                         g->draft.start[j],
                         g->draft.finish[j]);
      }
  }
*/

/*@ ghost
  void rtmr_schedule_leaves_room(struct rtmr_vector \ghost *base, struct rtmr_ghost_plan \ghost *d)
  {
      rtmr_above_at_most(base);
      rtmr_below_first(base);
      /@ loop invariant range: 0 <= i <= d->tasks;
         loop invariant most:  \forall integer x; Entries(base->n, base->at, d->open, d->least, d->finish, i,
                                                          x) <= base->n;
         loop invariant taken: i > 0 ==> \forall integer x; x < d->least[i - 1] ==>
                               Entries(base->n, base->at, d->open, d->least, d->finish, i, x) == base->n;
         loop invariant none:  \forall integer x; (i > 0 ==> d->least[i - 1] <= x) ==> LeastAbove(d->least, i, x) == 0;
         loop invariant room:  \forall integer j, x; 0 <= j < i && d->least[j] <= x ==>
                               Above(base->at, base->n, x) + OpenAbove(d->open, d->finish, j, x) <= base->n - 1;
         loop invariant first: \forall integer j; 0 <= j < i ==> 0 < base->n && base->at[0] <= d->least[j];
         loop assigns i;
         loop variant d->tasks - i;
      @/
      for (int32_t i = 0; i < d->tasks; i++) {
          /@ assert not: \forall integer x; d->least[i] <= x ==>
                         Entries(base->n, base->at, d->open, d->least, d->finish, i, x) < base->n; @/
          /@ assert own: Entries(base->n, base->at, d->open, d->least, d->finish, i, d->least[i]) < base->n; @/
          /@ assert slot: i == 0 ==>
                          0 <= Above(base->at, base->n, d->least[0])
                          && Above(base->at, base->n, d->least[0]) < base->n; @/
          /@ assert ascends: i > 0 ==> d->least[i - 1] <= d->least[i]; @/
          /@ assert lowest: i == 0 && base->n > 0 ==>
                            Entries(base->n, base->at, d->open, d->least, d->finish, 0, base->at[0] - 1) == base->n; @/
          /@ assert next: \forall integer x; Entries(base->n, base->at, d->open, d->least, d->finish, i + 1, x)
                          == Entries(base->n, base->at, d->open, d->least, d->finish, i, x)
                             + (d->finish[i] > x ? 1 : 0) - (d->least[i] > x ? 1 : 0); @/
      }
  }
*/

/*@ ghost
  void rtmr_keep_first(struct rtmr_pool *pool, struct rtmr_ghost_pool \ghost *g, struct rtmr_ghost_kept \ghost *kept,
                       int32_t from,
                       int32_t jobs)
  {
      int32_t begin = kept->index[g->plan.first[from]];
      kept->plan.first[0] = kept->index[g->plan.first[0]];
      /@ loop invariant range:   0 <= p <= from;
         loop invariant kept:    \forall integer q; 0 <= q <= p ==>
                                 kept->plan.first[q] == kept->index[g->plan.first[q]];
         loop invariant waiting: \forall integer q; 0 <= q < p ==>
                                 kept->plan.first[q + 1] == kept->plan.first[q] + pool->waiting[q];
         loop assigns p, kept->plan.first[0 .. RTMR_PLACES - 1];
         loop variant from - p;
      @/
      for (int32_t p = 0; p < from; p++) {
          /@ assert among: \forall integer i; g->plan.first[p] <= i < g->plan.first[p + 1] ==> g->plan.job[i] == p; @/
          rtmr_open_between(g, g->plan.first[p], g->plan.first[p + 1] - pool->waiting[p], g->plan.first[p + 1]);
          kept->plan.first[p + 1] = kept->index[g->plan.first[p + 1]];
      }
      /@ loop invariant range:   from <= p <= jobs;
         loop invariant kept:    \forall integer q; 0 <= q <= from ==>
                                 kept->plan.first[q] == kept->index[g->plan.first[q]];
         loop invariant waiting: \forall integer q; 0 <= q < from ==>
                                 kept->plan.first[q + 1] == kept->plan.first[q] + pool->waiting[q];
         loop invariant behind:  \forall integer q; from <= q <= p ==> kept->plan.first[q] == begin + g->draft.first[q];
         loop assigns p, kept->plan.first[0 .. RTMR_PLACES - 1];
         loop variant jobs - p;
      @/
      for (int32_t p = from; p < jobs; p++) {
          kept->plan.first[p + 1] = begin + g->draft.first[p + 1];
      }
  }
*/

/*@ ghost
  void rtmr_all_open(struct rtmr_ghost_plan \ghost *d, int32_t n)
  {
      /@ loop invariant range: 0 <= i <= n;
         loop invariant all:   \forall integer m; 0 <= m <= i ==> Open(d->open, m) == m;
         loop assigns i;
         loop variant n - i;
      @/
      for (int32_t i = 0; i < n; i++) { }
  }
*/

/*@ ghost
  void rtmr_busy_before_at_most(struct rtmr_pool *pool, struct rtmr_ghost_pool \ghost *g)
  {
      /@ loop invariant range: 0 <= m <= pool->slots;
         loop invariant some:  \forall integer i, x; BusyBefore(pool->state, pool->bound, g->position, m, i, x)
                               <= BusyAbove(pool->state, pool->bound, m, x);
         loop assigns m;
         loop variant pool->slots - m;
      @/
      for (int32_t m = 0; m < pool->slots; m++) { }
  }
*/

/*@ ghost
  void rtmr_kept_and_drafted(struct rtmr_pool *pool, struct rtmr_ghost_pool \ghost *g, int32_t from, int32_t jobs)
  {
      /@ loop invariant range: 0 <= p <= from;
         loop invariant sum:   Open(g->plan.open, g->plan.first[p]) == Sum(pool->waiting, p);
         loop assigns p;
         loop variant from - p;
      @/
      for (int32_t p = 0; p < from; p++) {
          /@ assert among: \forall integer i; g->plan.first[p] <= i < g->plan.first[p + 1] ==> g->plan.job[i] == p; @/
          rtmr_open_between(g, g->plan.first[p], g->plan.first[p + 1] - pool->waiting[p], g->plan.first[p + 1]);
      }
      /@ loop invariant range: from <= p <= jobs;
         loop invariant sum:   g->draft.first[p] == Sum(pool->waiting, p) - Sum(pool->waiting, from);
         loop assigns p;
         loop variant jobs - p;
      @/
      for (int32_t p = from; p < jobs; p++) { }
  }
*/

/*@ ghost
  void rtmr_adopt_behind(struct rtmr_pool *pool, const struct rtmr_stage_memory *memory,
                         struct rtmr_ghost_pool \ghost *g,
                         struct rtmr_ghost_kept \ghost *kept, int32_t from, int32_t jobs, rtmr_ticks now)
  {
      int32_t to = g->plan.first[from];
      rtmr_kept_and_drafted(pool, g, from, jobs);
      int32_t last = g->last < to ? g->last : to;
      rtmr_keep_waiting(g, kept, to);
      int32_t begin = kept->plan.tasks;
      rtmr_keep_positions(pool, g, kept, to);
      rtmr_schedule_leaves_room(&g->base, &g->draft);
      rtmr_keep_first(pool, g, kept, from, jobs);
      rtmr_append_draft(g, kept, now);
      rtmr_open_monotone(g);
      rtmr_busy_before_at_most(pool, g);
      rtmr_dues_counted(pool, now + RELEASE_PAD(*pool));
      /@ assert old_open: \forall integer m; 0 <= m < begin ==> kept->plan.open[m] == 1; @/
      /@ assert new_open: \forall integer m; begin <= m < kept->plan.tasks ==> kept->plan.open[m] == 1; @/
      rtmr_all_open(&kept->plan, kept->plan.tasks);
      /@ assert old_job: \forall integer m; 0 <= m < begin ==> kept->plan.job[m] == g->plan.job[kept->source[m]]
                         && kept->plan.least[m] == g->plan.least[kept->source[m]]
                         && kept->plan.start[m] == g->plan.start[kept->source[m]]
                         && kept->plan.finish[m] == g->plan.finish[kept->source[m]]; @/
      /@ assert old_own: \forall integer m; 0 <= m < begin ==> 0 <= kept->plan.job[m] < from
                         && kept->plan.first[kept->plan.job[m]] <= m < kept->plan.first[kept->plan.job[m] + 1]; @/
      /@ assert new_job: \forall integer m; begin <= m < kept->plan.tasks ==> from <= kept->plan.job[m] < jobs; @/
      /@ assert new_own: \forall integer m; begin <= m < kept->plan.tasks ==>
                         kept->plan.first[kept->plan.job[m]] <= m < kept->plan.first[kept->plan.job[m] + 1]; @/
      /@ assert sizes: \forall integer p; 0 <= p < jobs ==>
                       kept->plan.first[p + 1] == kept->plan.first[p] + pool->waiting[p]; @/
      /@ assert front: \forall integer p, q; 0 <= p <= q <= from ==>
                       0 <= kept->plan.first[p] <= kept->plan.first[q] <= begin; @/
      /@ assert back: \forall integer p, q; from <= p <= q <= jobs ==>
                      begin <= kept->plan.first[p] <= kept->plan.first[q] <= kept->plan.tasks; @/
      /@ assert shape: PlanShape(jobs, kept->plan.tasks, kept->plan.first, kept->plan.job, kept->plan.open,
                                 pool->waiting); @/
      /@ assert old_times: PlanTimes(now, WAIT_PAD(*pool), begin, kept->plan.job, kept->plan.open, kept->plan.least,
                                     kept->plan.start, kept->plan.finish,
                                     pool->estimate, pool->end); @/
      /@ assert new_times: \forall integer m; begin <= m < kept->plan.tasks ==>
                           now + RELEASE_PAD(*pool) <= kept->plan.start[m] && kept->plan.least[m] <= kept->plan.start[m]
                           && kept->plan.finish[m] <= pool->end[kept->plan.job[m]]
                           && (kept->plan.finish[m] == RTMR_NEVER
                               || kept->plan.start[m] + WAIT_PAD(*pool) + pool->estimate[kept->plan.job[m]]
                                  <= kept->plan.finish[m]); @/
      /@ assert old_room: \forall integer m; 0 <= m < begin ==>
                          OpenAbove(kept->plan.open, kept->plan.finish, m, kept->plan.least[m])
                          + BusyBefore(pool->state, pool->bound, g->position, pool->slots, m,
                                       kept->plan.least[m]) <= pool->usable - 1; @/
      /@ assert later: \forall integer m; begin <= m < kept->plan.tasks ==> now <= kept->plan.least[m]
                       && g->draft.least[m - begin] <= kept->plan.least[m] && 0 < g->base.n
                       && g->base.at[0] <= kept->plan.least[m]; @/
      /@ assert front_above: \forall integer x; OpenAbove(kept->plan.open, kept->plan.finish, begin, x)
                             == OpenAbove(g->plan.open, g->plan.finish, to, x); @/
      /@ assert covered: \forall integer m; begin <= m < kept->plan.tasks ==>
                         OpenAbove(kept->plan.open, kept->plan.finish, begin, kept->plan.least[m])
                         + BusyAbove(pool->state, pool->bound, pool->slots, kept->plan.least[m])
                         <= Above(g->base.at, g->base.n, kept->plan.least[m]); @/
      /@ assert new_room: \forall integer m; begin <= m < kept->plan.tasks ==>
                          OpenAbove(kept->plan.open, kept->plan.finish, m, kept->plan.least[m])
                          + BusyBefore(pool->state, pool->bound, g->position, pool->slots, m,
                                       kept->plan.least[m]) <= pool->usable - 1; @/
      /@ assert last: kept->index[last] == Open(g->plan.open, last)
                      && Open(g->plan.open, last) <= Open(g->plan.open, g->last)
                      && kept->index[last] <= begin; @/
      /@ assert spared: pool->idle >= Open(kept->plan.open, kept->index[last]); @/
      /@ assert positions: \forall integer s; 0 <= s < pool->slots && pool->state[s] == RTMR_SLOT_BUSY ==>
                           -1 <= g->position[s] < kept->index[last]
                           || g->position[s] == -1; @/
      /@ assert reserved: Reserved(pool->slots, pool->idle, kept->plan.tasks, kept->index[last], kept->plan.open,
                                   pool->state, g->position); @/
      /@ assert no_due: NOTICE_PAD(*pool) > 0 ==> \forall integer m; begin <= m < kept->plan.tasks ==>
                        DueAfter(pool->state, pool->bound, WAIT_PAD(*pool), pool->slots, kept->plan.start[m]) == 0; @/
      /@ assert old_last: \forall integer m; 0 <= m < begin ==>
                          (m < kept->index[last] <==> kept->source[m] < last); @/
      /@ assert not_yet: NOTICE_PAD(*pool) > 0 ==>
              NotYet(now, RELEASE_PAD(*pool), pool->slots, pool->state, pool->bound, kept->plan.tasks,
                     kept->plan.open, kept->plan.start); @/
      /@ assert in_time: NOTICE_PAD(*pool) > 0 ==>
              ReservedInTime(WAIT_PAD(*pool), pool->slots, pool->idle, kept->plan.tasks, kept->index[last],
                             kept->plan.open, kept->plan.start, pool->state, pool->bound); @/
      /@ assert old_room_in_time: NOTICE_PAD(*pool) > 0 ==> \forall integer m; kept->index[last] <= m < begin ==>
              OpenAbove(kept->plan.open, kept->plan.finish, m, kept->plan.least[m])
              + BusyBefore(pool->state, pool->bound, g->position, pool->slots, m, kept->plan.least[m])
              + DueAfter(pool->state, pool->bound, WAIT_PAD(*pool), pool->slots, kept->plan.start[m])
              <= pool->usable - 1; @/
      /@ assert room_in_time: NOTICE_PAD(*pool) > 0 ==>
              RoomInTime(WAIT_PAD(*pool), pool->usable, pool->slots, kept->plan.tasks, kept->index[last],
                         kept->plan.open, kept->plan.least, kept->plan.start, kept->plan.finish, pool->state,
                         pool->bound, g->position); @/
      g->last = kept->index[last];
      g->plan = kept->plan;
  }
*/
