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
  void rtmr_blame(const struct rtmr \ghost *before, const struct rtmr \ghost *found,
                  const struct rtmr_ghost_order \ghost *order, struct rtmr_ghost \ghost *g, int32_t place)
  {
      g->blame.at = *before;
      g->blame.order = *order;
      g->blame.trial = g->trial;
      g->blame.place = place;
      /@ assert verdict: Verdict(g->blame.at, g->blame.trial, RTMR_TIME_MAX); @/
  }
*/

/*@ ghost
  void rtmr_blame_kept(const struct rtmr *k, const struct rtmr \ghost *before, const struct rtmr \ghost *found,
                       struct rtmr_ghost \ghost *g)
  {
  }
*/

/*@ ghost
  void rtmr_blame_lost(const struct rtmr *k, const struct rtmr \ghost *lost, const struct rtmr \ghost *found,
                       struct rtmr_ghost \ghost *g,
                       int32_t map_lost, int32_t reduce_lost)
  {
      /@ assert rows:     RowsFrom(g->blame.at, *lost, g->blame.order.from, -1, -1) ==>
                          RowsFrom(g->blame.at, *found, g->blame.order.from, map_lost, reduce_lost); @/
      /@ assert promised: PromisedFrom(g->blame.at, *lost, g->blame.order.from) ==>
                          PromisedFrom(g->blame.at, *found, g->blame.order.from); @/
      /@ assert maps:     SlotsFrom(g->blame.at.map, lost->map, g->blame.order.from) ==>
                          SlotsFrom(g->blame.at.map, found->map, g->blame.order.from); @/
      /@ assert reduces:  SlotsFrom(g->blame.at.reduce, lost->reduce, g->blame.order.from) ==>
                          SlotsFrom(g->blame.at.reduce, found->reduce, g->blame.order.from); @/
      /@ assert order:    Reordered(g->blame.at, *lost, g->blame.order.from, -1, -1) ==>
                          Reordered(g->blame.at, *found, g->blame.order.from, map_lost, reduce_lost); @/
  }
*/

/*@ ghost
  void rtmr_renewed_kept(const struct rtmr *k, const struct rtmr \ghost *before, const struct rtmr \ghost *found,
                         struct rtmr_ghost \ghost *g)
  {
  }
*/

/*@ ghost
  void rtmr_renewed_lost(const struct rtmr *k, const struct rtmr \ghost *lost, const struct rtmr \ghost *found,
                         struct rtmr_ghost \ghost *g,
                         int32_t map_lost, int32_t reduce_lost)
  {
      /@ assert rows:     RowsFrom(g->renewed, *lost, g->order.from, -1, -1) ==>
                          RowsFrom(g->renewed, *found, g->order.from, map_lost, reduce_lost); @/
      /@ assert promised: PromisedFrom(g->renewed, *lost, g->order.from) ==>
                          PromisedFrom(g->renewed, *found, g->order.from); @/
      /@ assert maps:     SlotsFrom(g->renewed.map, lost->map, g->order.from) ==>
                          SlotsFrom(g->renewed.map, found->map, g->order.from); @/
      /@ assert reduces:  SlotsFrom(g->renewed.reduce, lost->reduce, g->order.from) ==>
                          SlotsFrom(g->renewed.reduce, found->reduce, g->order.from); @/
      /@ assert order:    Reordered(g->renewed, *lost, g->order.from, -1, -1) ==>
                          Reordered(g->renewed, *found, g->order.from, map_lost, reduce_lost); @/
  }
*/
