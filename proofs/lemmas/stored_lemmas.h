/*
 * What is known of the slots, and of the plan, while plans are made from stored vectors.
 *
 * Lemma functions: ghost code whose contract is the lemma and whose loop is the induction. Never
 * compiled.
 */
#ifndef PROOFS_STORED_LEMMAS_H
#define PROOFS_STORED_LEMMAS_H

#include "kernel/rtmr.h"
#include "proofs/lemmas/table_lemmas.h"
#include "spec/admission.acsl"
#include "spec/replanned.acsl"
#include "spec/schedule.acsl"

/* All that is known of the feedback of a job that has ended, as one predicate. */
/*@ ghost
  /@ requires valid: \valid_read(k) && \valid_read(b) && \valid_read(g);
     FED_BACK(requires, *k, *b, g->map.replan, g->reduce.replan, gone)
     assigns \nothing;
     ensures whole:  FedBack(*k, *b, g->map.replan, g->reduce.replan, gone);
  @/
  void rtmr_fed_back_fold(const struct rtmr *k, const struct rtmr \ghost *b, const struct rtmr_ghost \ghost *g,
                          int32_t gone);
*/

/* Of the jobs before p, no more is counted than waits and than runs at all. */
/*@ ghost
  /@ requires valid: \valid(pool) && \valid(g);
     requires range: 0 <= pool->slots <= RTMR_SLOTS && 0 <= p < RTMR_PLACES && 0 <= g->plan.first[p] <= RTMR_TASKS;
     assigns \nothing;
     ensures most:   \forall integer x; COUNTED(*pool, *g, p, x) <= Open(g->plan.open,
                         g->plan.first[p]) + Busy(pool->state, pool->slots);
  @/
  void rtmr_counted_at_most(struct rtmr_pool *pool, struct rtmr_ghost_pool \ghost *g, int32_t p);
*/

#if RTMR_WITH_STORED_VECTORS

/* No job from a place on has started if new jobs may be put there, and go behind all that have. */
/*@ ghost
  /@ requires valid: \valid(k);
     requires range: 0 <= k->promised <= RTMR_JOBS && Floor(k->order, k->promised, k->started) <= place <= k->promised;
     requires order: k->order != RTMR_ORDER_EDF;
     assigns \nothing;
     ensures fresh:  \forall integer p; place <= p < k->promised ==> k->started[p] == 0;
  @/
  void rtmr_behind_floor(const struct rtmr *k, int32_t place);
*/

/* If no task of the jobs from p on has been dispatched, whatever runs belongs to the jobs
 * before. */
/*@ ghost
  /@ requires valid:  \valid(pool);
     TOGETHER(requires, given,
              CLAUSE(conjunct, range, 0 <= p <= jobs <= RTMR_JOBS && 0 <= pool->slots <= RTMR_SLOTS)
              CLAUSE(conjunct, jobs, SLOT_JOBS(*pool, jobs))
              CLAUSE(conjunct, counts, JOB_COUNTS(*pool, jobs))
              CLAUSE(conjunct, fresh, \forall integer q; p <= q < jobs ==> pool->waiting[q] == pool->unfinished[q]))
     assigns \nothing;
     ensures before:  \forall integer s; 0 <= s < pool->slots && RUNS(pool->state[s]) ==> pool->place[s] < p;
     ensures all:     \forall integer x; BusyOfFirst(pool->state, pool->place, pool->bound, pool->slots, p, x)
                      == BusyAbove(pool->state, pool->bound, pool->slots, x);
     ensures last:    \forall integer q; p <= q ==>
                      LastBound(now, pool->slots, q, pool->state, pool->place, pool->bound) == now;
  @/
  void rtmr_runs_before(struct rtmr_pool *pool, int32_t p, int32_t jobs, rtmr_ticks now);
*/

/* All that is known of the jobs that were planned again since a job was put at `put`, in one
 * word, and clause by clause. */
/*@ ghost
  /@ requires valid: \valid_read(k) && \valid(g);
     REPLANNED(requires, \true, *k, *g, put)
     assigns \nothing;
     ensures whole:  Replanned(*k, *g, put);
  @/
  void rtmr_replanned_fold(const struct rtmr *k, struct rtmr_ghost \ghost *g, int32_t put);
*/
/*@ ghost
  /@ requires valid: \valid_read(k) && \valid(g);
     requires whole: Replanned(*k, *g, put);
     assigns \nothing;
     REPLANNED(ensures, \true, *k, *g, put)
  @/
  void rtmr_replanned_unfold(const struct rtmr *k, struct rtmr_ghost \ghost *g, int32_t put);
*/

/* If the finish times, and the vectors of the jobs in front, are those of when a job had just
 * been put there, they are as putting it there left them. */
/*@ ghost
  /@ requires valid: \valid_read(m) && \valid_read(b) && \valid_read(a);
     TOGETHER(requires, given,
              CLAUSE(conjunct, range, 0 <= put <= n <= RTMR_JOBS)
              CLAUSE(conjunct, put, TimesPut(put, n, *b, *a))
              CLAUSE(conjunct, kept, TimesKept(*m, *b))
              CLAUSE(conjunct, same, RowsKept(*b, *a))
              CLAUSE(conjunct, front, \forall integer q; 0 <= q < put ==> m->of[q].row == b->of[q].row))
     assigns \nothing;
     ensures since:  TimesPut(put, n, *m, *a);
     ensures front:  RowsInFront(put, *m, *a);
  @/
  void rtmr_memory_put(const struct rtmr_stage_memory *m, const struct rtmr_stage_memory \ghost *b,
                       const struct rtmr_stage_memory \ghost *a,
                       int32_t put, int32_t n);
*/

/* If finish times moved when a job left, and those before that were the same of all others still
 * earlier, they moved since then. */
/*@ ghost
  /@ requires valid: \valid_read(m) && \valid_read(b) && \valid_read(a);
     TOGETHER(requires, given,
              CLAUSE(conjunct, range, 0 <= gone <= n < RTMR_JOBS)
              CLAUSE(conjunct, moved, TimesMoved(gone, n, *m, *b))
              CLAUSE(conjunct, same,
                     \forall integer q; 0 <= q < RTMR_JOBS && q != gone ==> VectorSame(b->of[q].ended, a->of[q].ended)))
     assigns \nothing;
     ensures since:  TimesMoved(gone, n, *m, *a);
  @/
  void rtmr_times_moved(const struct rtmr_stage_memory *m, const struct rtmr_stage_memory \ghost *b,
                        const struct rtmr_stage_memory \ghost *a,
                        int32_t gone, int32_t n);
*/

/* Nothing runs of the jobs before the first. */
/*@ ghost
  /@ requires valid: \valid(pool);
     requires range: 0 <= pool->slots <= RTMR_SLOTS;
     requires jobs:  \forall integer s; 0 <= s < pool->slots && pool->state[s] == RTMR_SLOT_BUSY ==>
                     0 <= pool->place[s];
     assigns \nothing;
     ensures none:   \forall integer x; BusyOfFirst(pool->state, pool->place, pool->bound, pool->slots, 0, x) == 0;
  @/
  void rtmr_runs_before_none(struct rtmr_pool *pool);
*/

#endif

#endif
