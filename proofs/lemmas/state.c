/*
 * What stands behind state.h: nothing but the definition.
 */
#include "proofs/lemmas/state.h"

/*@ ghost
  void rtmr_state_unfold(const struct rtmr *k, struct rtmr_ghost \ghost *g)
  {
  }
*/

/*@ ghost
  void rtmr_state_fold(const struct rtmr *k, struct rtmr_ghost \ghost *g)
  {
  }
*/

/*@ ghost
  void rtmr_unnoted_unfold(const struct rtmr *k, struct rtmr_ghost \ghost *g)
  {
  }
*/

/*@ ghost
  void rtmr_unnoted_fold(const struct rtmr *k, struct rtmr_ghost \ghost *g)
  {
  }
*/

/*@ ghost
  void rtmr_planned_fold(const struct rtmr *k, struct rtmr_ghost \ghost *g, int32_t place,
                         const struct rtmr_row *candidate)
  {
  }
*/

/*@ ghost
  void rtmr_verdict_fold(const struct rtmr *k, struct rtmr_ghost_trial \ghost *t, rtmr_ticks due)
  {
  }
*/

/*@ ghost
  void rtmr_verdict_unfold(const struct rtmr \ghost *k, struct rtmr_ghost_trial \ghost *t, rtmr_ticks due)
  {
  }
*/

/*@ ghost
  void rtmr_verdict_kept(const struct rtmr \ghost *before, const struct rtmr *k, struct rtmr_ghost_trial \ghost *t,
                         rtmr_ticks due)
  {
  }
*/

/*@ ghost
  void rtmr_state_ranges(const struct rtmr *k, struct rtmr_ghost \ghost *g)
  {
  }
*/

/*@ ghost
  void rtmr_note_verdict(const struct rtmr *k, struct rtmr_ghost \ghost *g)
  {
      rtmr_state_unfold(k, g);
      g->verdict = g->trial;
      rtmr_state_fold(k, g);
  }
*/

/*@ ghost
  void rtmr_note_offer(const struct rtmr \ghost *before, const struct rtmr *k, struct rtmr_ghost \ghost *g,
                       rtmr_ticks high, rtmr_ticks due)
  {
      g->offer = g->trial;
      rtmr_trial_accepts(k, &g->offer, high, due);
      rtmr_verdict_kept(before, k, &g->offer, due);
  }
*/

/* The last trial, made with `high`, becomes the one that refuses `due`. */
/*@ ghost
  /@ requires valid:   \valid_read(k) && \valid(g);
     requires sizes:   0 <= k->promised <= RTMR_JOBS;
     VERDICT(requires, , \true, *k, g->trial, high)
     requires refuses: due <= high && IS_LATE(g->trial, due);
     assigns g->refused;
     ensures noted:    g->refused.place == g->trial.place && g->refused.candidate == g->trial.candidate
                       && g->refused.late >= 0;
     ensures verdict:  Verdict(*k, g->refused, due);
  @/
  static void refuse(const struct rtmr *k, struct rtmr_ghost \ghost *g, rtmr_ticks high, rtmr_ticks due)
  {
      g->refused = g->trial;
      rtmr_trial_refuses(k, &g->refused, high, due);
  }
*/

/*@ ghost
  void rtmr_note_refusal(const struct rtmr \ghost *before, const struct rtmr *k, struct rtmr_ghost \ghost *g,
                         const struct rtmr_row *row, rtmr_ticks first, rtmr_ticks low, rtmr_ticks high)
  {
      int32_t late = g->trial.late >= 0 || g->trial.reduce.end[g->trial.place] > g->doubted ? 1 : 0;
      if (low <= g->doubted && g->doubted <= high && late != 0) {
          refuse(k, g, high, g->doubted);
          rtmr_verdict_kept(before, k, &g->refused, g->doubted);
      }
  }
*/

/* One stage of the job at `place` is to be watched. */
/*@ ghost
  /@ requires valid:   \valid(pool) && \valid(job);
     requires range:   0 <= pool->slots <= RTMR_SLOTS && 0 <= place < RTMR_JOBS;
     assigns *job;
     ensures watched:  WATCHED_STAGE(*pool, place, *job);
     ensures same:     job->estimate == pool->estimate[place] && job->left == pool->unfinished[place];
  @/
  static void watch_stage(struct rtmr_pool *pool, struct rtmr_ghost_job_stage \ghost *job, int32_t place)
  {
      job->estimate = pool->estimate[place];
      job->left = pool->unfinished[place];
      /@ loop invariant range: 0 <= s <= RTMR_SLOTS;
         loop invariant runs:  \forall integer q; 0 <= q < s ==>
                               (job->runs[q] != 0 <==>
                                q < pool->slots && RUNS(pool->state[q]) && pool->place[q] == place);
         loop invariant due:   \forall integer q; 0 <= q < s ==> job->due[q] == pool->bound[q];
         loop assigns s, job->runs[0 .. RTMR_SLOTS - 1], job->due[0 .. RTMR_SLOTS - 1];
         loop variant RTMR_SLOTS - s;
      @/
      for (int32_t s = 0; s < RTMR_SLOTS; s++) {
          int32_t here = s < pool->slots && pool->place[s] == place ? 1 : 0;
          int32_t runs = RTMR_SLOT_BUSY <= pool->state[s] && pool->state[s] <= RTMR_SLOT_LATE_DRAINING ? 1 : 0;
          job->runs[s] = here != 0 && runs != 0 ? 1 : 0;
          job->due[s] = pool->bound[s];
      }
  }
*/

/* Of a job that has not started no task runs. */
/*@ ghost
  /@ requires valid:   \valid(pool) && \valid(job);
     requires range:   0 <= pool->slots <= RTMR_SLOTS && 0 <= place < RTMR_JOBS;
     requires watched: WATCHED_STAGE(*pool, place, *job);
     requires none:    quiet != 0 ==> TasksOf(pool->state, pool->place, pool->slots, place) == 0;
     assigns \nothing;
     ensures quiet:    quiet != 0 ==> \forall integer s; 0 <= s < RTMR_SLOTS ==> job->runs[s] == 0;
  @/
  static void nothing_runs(struct rtmr_pool *pool, struct rtmr_ghost_job_stage \ghost *job, int32_t place,
                           int32_t quiet)
  {
      if (quiet != 0) rtmr_no_task(pool, place);
  }
*/

/*@ ghost
  void rtmr_watch(struct rtmr *k, struct rtmr_ghost \ghost *g, int32_t place)
  {
      rtmr_state_unfold(k, g);
      g->watched = place;
      g->job.handle = k->handle[place];
      g->job.deadline = k->deadline[place];
      watch_stage(&k->map, &g->job.map, place);
      watch_stage(&k->reduce, &g->job.reduce, place);
      nothing_runs(&k->map, &g->job.map, place, k->started[place] == 0);
      nothing_runs(&k->reduce, &g->job.reduce, place, k->started[place] == 0);
      rtmr_state_fold(k, g);
  }
*/

/*@ ghost
  void rtmr_promise_stands(struct rtmr *k, struct rtmr_ghost \ghost *g)
  {
      rtmr_state_unfold(k, g);
      rtmr_stage_on_time(&k->map, &g->map, k->jobs, k->promised, k->now);
      rtmr_stage_on_time(&k->reduce, &g->reduce, k->jobs, k->promised, k->now);
  }
*/

/*@ ghost
  void rtmr_names_apart(const struct rtmr *k)
  {
      /@ assert apart: \forall integer p, q; 0 <= p < k->jobs && 0 <= q < k->jobs && k->handle[p] == k->handle[q] ==>
                       p == q; @/
  }
*/

/*@ ghost
  void rtmr_note_first(const struct rtmr \ghost *before, const struct rtmr \ghost *found,
                       const struct rtmr_ghost_order \ghost *order, struct rtmr_ghost \ghost *g)
  {
      g->first.at = *before;
      g->first.order = *order;
      g->first.trial = g->trial;
      /@ assert verdict: Verdict(g->first.at, g->first.trial, RTMR_TIME_MAX); @/
      /@ assert alone:   FLAGGED_STAY(*before, g->first.at); @/
  }
*/

/* Jobs that were flagged stay so, with their recorded ends, when another is. */
/*@ ghost
  /@ requires valid:   \valid_read(k) && \valid_read(before) && \valid_read(first);
     requires range:   k->jobs <= RTMR_JOBS;
     requires flagged: OneFlagged(*k, *before, stood, to);
     assigns \nothing;
     ensures stay:     FLAGGED_STAY(*before, *first) ==> FLAGGED_STAY(*k, *first);
     ensures ends:     \forall integer name, end; (to >= 0 ==> before->handle[stood] != name)
                       && RecordedEnd(before->jobs, before->handle, before->reduce.end, name, end) ==>
                       RecordedEnd(k->jobs, k->handle, k->reduce.end, name, end);
  @/
  static void flagged_stay(const struct rtmr *k, const struct rtmr \ghost *before, const struct rtmr \ghost *first,
                           int32_t stood, int32_t to)
  {
      /@ assert stood: \forall integer p; to >= 0 && 0 <= p < k->jobs ==>
                       0 <= STOOD(p, stood, to) < before->jobs
                       && (STOOD(p, stood, to) >= before->promised ==> p >= k->promised && p != to); @/
      /@ assert names: \forall integer p, q; 0 <= p < k->jobs && first->promised <= q < first->jobs
                       && k->handle[p] == first->handle[q] ==>
                       before->handle[to >= 0 ? STOOD(p, stood, to) : p] == first->handle[q]; @/
  }
*/

/*@ ghost
  void rtmr_recovery_goes_on(const struct rtmr *k, const struct rtmr \ghost *before, const struct rtmr \ghost *found,
                             const struct rtmr_ghost_order \ghost *order, struct rtmr_ghost \ghost *g,
                             int32_t watched, int32_t stood, int32_t to)
  {
      flagged_stay(k, before, &g->first.at, stood, to);
      rtmr_names_apart(k);
      if (watched >= 0 && g->watched < 0) {
          g->blame.at = *before;
          g->blame.order = *order;
          g->blame.trial = g->trial;
          g->blamed = watched;
          /@ assert verdict: Verdict(g->blame.at, g->blame.trial, RTMR_TIME_MAX); @/
          /@ assert named:   k->handle[to] == g->job.handle; @/
          /@ assert end:     END_IF_LATE(g->blame.trial, g->blamed) == k->reduce.end[to]; @/
          /@ assert ends:    RecordedEnd(k->jobs, k->handle, k->reduce.end, g->job.handle,
                                         END_IF_LATE(g->blame.trial, g->blamed)); @/
      }
  }
*/

/*@ ghost
  void rtmr_recovery_ends(const struct rtmr *k, const struct rtmr \ghost *before, const struct rtmr \ghost *found,
                          struct rtmr_ghost \ghost *g)
  {
      g->renewed = *before;
      /@ assert verdict: Verdict(g->renewed, g->trial, RTMR_TIME_MAX); @/
      rtmr_order_kept(k, before, found, &g->order);
      /@ assert order:   Reordered(g->renewed, *found, g->order.from, -1, -1); @/
      /@ assert map_ends: EndsAdopted(0, k->promised, k->map.end, k->map.end, g->trial.map.end); @/
      /@ assert reduce_ends: EndsAdopted(0, k->promised, k->reduce.end, k->reduce.end, g->trial.reduce.end); @/
      /@ assert stand:   FACED(*k, g->renewed) && JOBS_STAND(*k, g->renewed); @/
      /@ assert none_late: NONE_LATE(g->renewed, *g); @/
  }
*/

/*@ ghost
  void rtmr_recovery_kept(const struct rtmr *k, const struct rtmr \ghost *before, const struct rtmr \ghost *found,
                          struct rtmr_ghost \ghost *g)
  {
  }
*/

/* A task was lost, then jobs were flagged: what `a` has become. */
/*@ ghost
  /@ requires valid:   \valid_read(a) && \valid_read(lost) && \valid_read(found) && \valid_read(order);
     requires range:   found->jobs <= RTMR_JOBS && found->map.slots <= RTMR_SLOTS && found->reduce.slots <= RTMR_SLOTS;
     requires lost:    Unmoved(*lost, *found, map_lost, reduce_lost);
     assigns \nothing;
     ensures order:    Reordered(*a, *lost, order->from, -1, -1) ==>
                       Reordered(*a, *found, order->from, map_lost, reduce_lost);
  @/
  static void reordered_lost(const struct rtmr \ghost *a, const struct rtmr \ghost *lost,
                             const struct rtmr \ghost *found, const struct rtmr_ghost_order \ghost *order,
                             int32_t map_lost, int32_t reduce_lost)
  {
      /@ assert rows:     RowsFrom(*a, *lost, order->from, -1, -1) ==>
                          RowsFrom(*a, *found, order->from, map_lost, reduce_lost); @/
      /@ assert promised: PromisedFrom(*a, *lost, order->from) ==> PromisedFrom(*a, *found, order->from); @/
      /@ assert maps:     SlotsFrom(a->map, lost->map, order->from) ==> SlotsFrom(a->map, found->map, order->from); @/
      /@ assert reduces:  SlotsFrom(a->reduce, lost->reduce, order->from) ==>
                          SlotsFrom(a->reduce, found->reduce, order->from); @/
  }
*/

/*@ ghost
  void rtmr_recovery_lost(const struct rtmr *k, const struct rtmr \ghost *lost, const struct rtmr \ghost *found,
                          struct rtmr_ghost \ghost *g, int32_t map_lost, int32_t reduce_lost)
  {
      reordered_lost(&g->blame.at, lost, found, &g->blame.order, map_lost, reduce_lost);
      reordered_lost(&g->first.at, lost, found, &g->first.order, map_lost, reduce_lost);
      reordered_lost(&g->renewed, lost, found, &g->order, map_lost, reduce_lost);
  }
*/
