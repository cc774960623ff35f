/*
 * How the trace is recorded, and the proofs of the lemmas of trace.h.
 */
#include "proofs/theorem/trace.h"

/*@ ghost
  int32_t rtmr_is_observed(struct rtmr_trace_stage \ghost *stage, int32_t slot)
  {
      return 0 <= slot && slot < RTMR_SLOTS && stage->runs[slot] != 0 ? 1 : 0;
  }
*/

/*@ ghost
  void rtmr_observe_start(struct rtmr_trace_stage \ghost *stage, const struct rtmr_ghost_job_stage \ghost *known,
                       const struct rtmr_ghost_job_stage \ghost *before, int32_t slot, int32_t mine, rtmr_ticks due)
  {
      if (0 <= slot && slot < RTMR_SLOTS) {
          stage->runs[slot] = mine;
          stage->due[slot] = due;
      }
  }
*/

/*@ ghost
  void rtmr_observe_end(struct rtmr_trace_stage \ghost *stage, int32_t slot)
  {
      if (0 <= slot && slot < RTMR_SLOTS) stage->runs[slot] = 0;
  }
*/

/*@ ghost
  void rtmr_observe_begin(struct rtmr_trace_stage \ghost *stage)
  {
      stage->reports = 0;
      /@ loop invariant range: 0 <= s <= RTMR_SLOTS;
         loop invariant none:  \forall integer q; 0 <= q < s ==> stage->runs[q] == 0;
         loop assigns s, stage->runs[0 .. RTMR_SLOTS - 1];
         loop variant RTMR_SLOTS - s;
      @/
      for (int32_t s = 0; s < RTMR_SLOTS; s++) {
          stage->runs[s] = 0;
      }
  }
*/

/*@ ghost
  void rtmr_observe_again(struct rtmr_trace_stage \ghost *stage, const struct rtmr_ghost_job_stage \ghost *known)
  {
      stage->reports = 0;
      /@ loop invariant range: 0 <= s <= RTMR_SLOTS;
         loop invariant runs:  \forall integer q; 0 <= q < s ==> stage->runs[q] == known->runs[q];
         loop invariant due:   \forall integer q; 0 <= q < s ==> stage->due[q] == known->due[q];
         loop assigns s, stage->runs[0 .. RTMR_SLOTS - 1], stage->due[0 .. RTMR_SLOTS - 1];
         loop variant RTMR_SLOTS - s;
      @/
      for (int32_t s = 0; s < RTMR_SLOTS; s++) {
          stage->runs[s] = known->runs[s];
          stage->due[s] = known->due[s];
      }
  }
*/

/*@ ghost
  void rtmr_trace_again(struct rtmr *k, struct rtmr_ghost \ghost *g, struct rtmr_trace \ghost *w)
  {
      rtmr_state_ranges(k, g);
      rtmr_watched_tasks(k, g);
      w->job.deadline = k->deadline[g->watched];
      w->job.map_tasks = g->job.map.left;
      w->job.reduce_tasks = g->job.reduce.left;
      w->job.map_estimate = g->job.map.estimate - NOTICE_PAD(k->map);
      w->job.reduce_estimate = g->job.reduce.estimate - NOTICE_PAD(k->reduce);
      rtmr_observe_again(&w->map, &g->job.map);
      rtmr_observe_again(&w->reduce, &g->job.reduce);
  }
*/

/*@ ghost
  void rtmr_observe_bound(struct rtmr_trace_stage \ghost *stage, const struct rtmr_ghost_job_stage \ghost *known,
                          const struct rtmr_ghost_job_stage \ghost *before, int32_t slot, rtmr_ticks due)
  {
      if (0 <= slot && slot < RTMR_SLOTS) stage->due[slot] = due;
  }
*/

/*@ ghost
  void rtmr_observe_report(struct rtmr_trace_stage \ghost *stage, int32_t more, rtmr_ticks now)
  {
      if (more != 0) {
          stage->finish[stage->reports] = now;
          stage->reports++;
      }
  }
*/

/*@ ghost
  void rtmr_watch_none(const struct rtmr *k, struct rtmr_ghost \ghost *g)
  {
      rtmr_state_unfold(k, g);
      g->job.handle = RTMR_NO_JOB;
      rtmr_state_fold(k, g);
  }
*/

/*@ ghost
  void rtmr_watched_tasks(const struct rtmr *k, struct rtmr_ghost \ghost *g)
  {
  }
*/

#if RTMR_WITH_STORED_VECTORS
/*@ ghost
  void rtmr_times_same(const struct rtmr_stage_memory *m, const struct rtmr_stage_memory \ghost *b,
                       const struct rtmr_trace_stage \ghost *stage,
                       int32_t at, int32_t was, int32_t limit)
  {
  }
*/

/*@ ghost
  void rtmr_times_stay(const struct rtmr *k, const struct rtmr \ghost *b, const struct rtmr_trace \ghost *w, int32_t at)
  {
      if (k->plans_from_slots == 0) {
          /@ assert maps:    VectorSame(MAP_MEMORY(*k).of[at].ended, MAP_MEMORY(*b).of[at].ended); @/
          /@ assert reduces: VectorSame(REDUCE_MEMORY(*k).of[at].ended, REDUCE_MEMORY(*b).of[at].ended); @/
          rtmr_times_same(&MAP_MEMORY(*k), &MAP_MEMORY(*b), &w->map, at, at, k->map.slots);
          rtmr_times_same(&REDUCE_MEMORY(*k), &REDUCE_MEMORY(*b), &w->reduce, at, at, k->reduce.slots);
      }
  }
*/

/* What is remembered of the job at `was` stands at `at` now: behind the job that has been put at
 * `put`, if that is in front of it; at the same place if none has been put in. */
/*@ ghost
  /@ requires valid: \valid_read(m) && \valid_read(b) && \valid_read(stage);
     TOGETHER(requires, given,
              CLAUSE(conjunct, range, 0 <= at < RTMR_JOBS && 0 <= was < RTMR_JOBS && n <= RTMR_JOBS
                                      && limit <= RTMR_SLOTS)
              CLAUSE(conjunct, place,
                     at == (put >= 0 && was >= put ? was + 1 : was) && (put >= 0 ==> put < n && was < n - 1))
              CLAUSE(conjunct, put, put >= 0 ==> TimesPut(put, n, *m, *b))
              CLAUSE(conjunct, same, put < 0 ==> MemorySame(*m, *b))
              CLAUSE(conjunct, observed, TIMES_OBSERVED(*b, was, *stage, limit)))
     assigns \nothing;
     ensures observed: TIMES_OBSERVED(*m, at, *stage, limit);
  @/
  static void times_behind(const struct rtmr_stage_memory *m, const struct rtmr_stage_memory \ghost *b,
                           const struct rtmr_trace_stage \ghost *stage, int32_t put, int32_t n, int32_t was, int32_t at,
                           int32_t limit)
  {
      rtmr_times_same(m, b, stage, at, was, limit);
  }
*/

/*@ ghost
  void rtmr_times_stay_behind(const struct rtmr *k, const struct rtmr \ghost *b, const struct rtmr_ghost \ghost *g,
                              const struct rtmr_trace \ghost *w, int32_t was)
  {
      /@ assert same:  k->jobs == b->jobs ==> g->watched == was; @/
      /@ assert front: k->jobs > b->jobs && was < g->admitted ==> g->watched == was; @/
      /@ assert moved: k->jobs > b->jobs && was >= g->admitted ==> k->handle[was + 1] == b->handle[was]; @/
      /@ assert behind: k->jobs > b->jobs && was >= g->admitted ==> g->watched == was + 1; @/
      if (k->plans_from_slots == 0) {
          int32_t put = k->jobs > b->jobs ? g->admitted : -1;
          times_behind(&MAP_MEMORY(*k), &MAP_MEMORY(*b), &w->map, put, k->promised, was, g->watched, k->map.slots);
          times_behind(&REDUCE_MEMORY(*k), &REDUCE_MEMORY(*b), &w->reduce, put, k->promised, was, g->watched,
                       k->reduce.slots);
      }
  }
*/
#endif

/*@ ghost
  int32_t rtmr_place_of(const struct rtmr *k, rtmr_handle name)
  {
      /@ loop invariant range: 0 <= p <= k->jobs;
         loop invariant none:  \forall integer q; 0 <= q < p ==> k->handle[q] != name;
         loop assigns p;
         loop variant k->jobs - p;
      @/
      for (int32_t p = 0; p < k->jobs; p++) {
          if (k->handle[p] == name) return p;
      }
      return -1;
  }
*/

#if RTMR_WITH_STORED_VECTORS
/*@ ghost
  void rtmr_times_move_up(const struct rtmr *k, const struct rtmr \ghost *b, const struct rtmr_ghost \ghost *g,
                          const struct rtmr_trace \ghost *w, int32_t was, int32_t gone)
  {
      if (k->plans_from_slots == 0) {
          /@ assert maps:    VectorSame(MAP_MEMORY(*k).of[g->watched].ended, MAP_MEMORY(*b).of[was].ended); @/
          /@ assert reduces: VectorSame(REDUCE_MEMORY(*k).of[g->watched].ended, REDUCE_MEMORY(*b).of[was].ended); @/
          rtmr_times_same(&MAP_MEMORY(*k), &MAP_MEMORY(*b), &w->map, g->watched, was, k->map.slots);
          rtmr_times_same(&REDUCE_MEMORY(*k), &REDUCE_MEMORY(*b), &w->reduce, g->watched, was, k->reduce.slots);
      }
  }
*/
#endif

/*@ ghost
  void rtmr_name_leaves(const struct rtmr *k, const struct rtmr \ghost *b, int32_t gone, rtmr_handle name)
  {
  }
*/

/*@ ghost
  void rtmr_name_stays_away(const struct rtmr *k, const struct rtmr \ghost *b, int32_t put, rtmr_handle name)
  {
      /@ assert front:  k->jobs > b->jobs ==> \forall integer p; 0 <= p < put ==> k->handle[p] == b->handle[p]; @/
      /@ assert behind: k->jobs > b->jobs ==> \forall integer p; put < p < k->jobs ==>
                        k->handle[p] == b->handle[p - 1]; @/
  }
*/

/*@ ghost
  void rtmr_name_stays_away_renewed(const struct rtmr *k, const struct rtmr \ghost *b, int32_t from, int32_t to,
                                    rtmr_ticks due, rtmr_handle name)
  {
      /@ assert kept: \forall integer p; 0 <= p < k->jobs ==>
             0 <= STOOD(p, from, to) < k->jobs && k->handle[p] == b->handle[STOOD(p, from, to)]; @/
  }
*/

/*@ ghost
  void rtmr_watched_place(const struct rtmr *k, const struct rtmr \ghost *b, const struct rtmr_ghost \ghost *g,
                          enum rtmr_stage stage,
                          int32_t p, int32_t was, int32_t done)
  {
      /@ assert left: done != 0 ==> (\forall integer q; 0 <= q < p && q < k->jobs ==> k->handle[q] == b->handle[q])
                      && (\forall integer q; p <= q < k->jobs ==> k->handle[q] == b->handle[q + 1]); @/
  }
*/

#if RTMR_WITH_STORED_VECTORS
/*@ ghost
  void rtmr_times_grow(const struct rtmr_stage_memory *m, const struct rtmr_stage_memory \ghost *b,
                       const struct rtmr_stage_memory \ghost *noted,
                       const struct rtmr_trace_stage \ghost *stage, const struct rtmr_trace_stage \ghost *observed,
                       int32_t was, int32_t at,
                       int32_t p, int32_t n, int32_t limit, rtmr_ticks now, int32_t ended, int32_t done)
  {
  }
*/
#endif

#if !RTMR_WITH_STORED_VECTORS
/*@ ghost
  void rtmr_no_times(const struct rtmr *k, const struct rtmr_ghost \ghost *g)
  {
  }
*/
#endif
