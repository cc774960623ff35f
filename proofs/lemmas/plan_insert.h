/*
 * A job is put at its place: what was drafted with it there is what the table then says, and in
 * front of it nothing changes.
 *
 * Lemma functions: ghost code whose contract is the lemma and whose loop is the induction. Never
 * compiled.
 */
#ifndef PROOFS_PLAN_INSERT_H
#define PROOFS_PLAN_INSERT_H

#include "kernel/job_table.h"
#include "spec/draft.acsl"

/* The drafted ends are in order and within the deadlines, for the jobs in the table. */
/*@ ghost
  /@ requires valid:   \valid_read(k) && \valid_read(candidate) && \valid(g);
     TOGETHER(requires, given,
              CLAUSE(conjunct, range, 0 <= from <= place <= k->promised <= RTMR_JOBS)
              CLAUSE(conjunct, in_time, \forall integer i; from <= i <= k->promised ==>
                                        g->reduce.draft.end[i] <= IN_ORDER(i, place, candidate->deadline, k->deadline))
              CLAUSE(conjunct, kept, \forall integer p; 0 <= p < from ==>
                                     k->map.draft[p] == k->map.end[p] && k->reduce.draft[p] == k->reduce.end[p])
              CLAUSE(conjunct, before, InTime(k->promised, k->map.end, k->reduce.end, k->deadline)))
     requires ends:    \forall integer i; from <= i <= k->promised ==>
                       g->map.draft.end[i] == IN_ORDER(i, place, candidate->map.end, k->map.draft)
                       && g->reduce.draft.end[i] == IN_ORDER(i, place, candidate->reduce.end, k->reduce.draft)
                       && g->map.draft.end[i] <= g->reduce.draft.end[i];
     assigns \nothing;
     ensures in_time:  InTime(k->promised, k->map.draft, k->reduce.draft, k->deadline);
     ensures own:      candidate->map.end <= candidate->reduce.end <= candidate->deadline;
  @/
  void rtmr_drafts_in_time(const struct rtmr *k, struct rtmr_ghost \ghost *g, int32_t from, int32_t place,
                           const struct rtmr_row *candidate);
*/

/* In front of a job that was put at `put`, all is as it was: the plan of the first `from` jobs
 * is one, and the rows that plans are made from cover what they covered. */
/*@ ghost
  /@ requires valid:   \valid_read(pool) && \valid_read(memory) && \valid_read(g) && \valid_read(was);
     TOGETHER(requires, given,
              CLAUSE(conjunct, range, 0 <= from <= put <= promised && pool->usable == was->usable)
              CLAUSE(conjunct, shape, PLAN_SHAPE(*was, *g, promised))
              CLAUSE(conjunct, waiting, \forall integer p; 0 <= p < put ==> pool->waiting[p] == was->waiting[p])
              CLAUSE(conjunct, busy, \forall integer p, x; p <= put ==>
                                     BusyOfFirst(pool->state, pool->place, pool->bound, pool->slots, p, x)
                                     == BusyOfFirst(was->state, was->place, was->bound, was->slots, p, x))
              CLAUSE(conjunct, rows, plans_from_slots == 0 ==> ROWS_COVER(*was, *memory, *g, promised, now)))
     assigns \nothing;
     ensures shape:    PlanShape(from, g->plan.first[from], g->plan.first, g->plan.job, g->plan.open, pool->waiting);
     ensures rows:     plans_from_slots == 0 ==> ROWS_COVER(*pool, *memory, *g, put, now);
  @/
  void rtmr_plan_in_front(const struct rtmr_pool *pool, const struct rtmr_stage_memory *memory,
                          const struct rtmr_ghost_pool \ghost *g,
                          const struct rtmr_pool \ghost *was, int32_t plans_from_slots, int32_t from, int32_t put,
                          int32_t promised,
                          rtmr_ticks now);
*/

/* The rows that were drafted with a job at `put` are the table's, now that it is there. */
/*@ ghost
  /@ requires valid:   \valid_read(pool) && \valid_read(g) && \valid_read(was) && \valid_read(row);
     TOGETHER(requires, given,
              CLAUSE(conjunct, range, 0 <= from <= put <= promised)
              CLAUSE(conjunct, drafted, \forall integer i; from <= i <= promised ==>
                                        g->draft.waiting[i] == IN_ORDER(i, put, row->waiting, was->waiting)
                                        && g->draft.estimate[i] == IN_ORDER(i, put, row->estimate, was->estimate)
                                        && g->draft.end[i] == IN_ORDER(i, put, row->end, was->end))
              CLAUSE(conjunct, front, \forall integer p; 0 <= p < put ==>
                                      pool->waiting[p] == was->waiting[p] && pool->estimate[p] == was->estimate[p]
                                      && pool->end[p] == was->end[p])
              CLAUSE(conjunct, own, pool->waiting[put] == row->waiting && pool->estimate[put] == row->estimate
                                    && pool->end[put] == row->end)
              CLAUSE(conjunct, behind, \forall integer p; put < p <= promised ==>
                                       pool->waiting[p] == was->waiting[p - 1]
                                       && pool->estimate[p] == was->estimate[p - 1] && pool->end[p] == was->end[p - 1]))
     assigns \nothing;
     ensures rows:     \forall integer p; from <= p <= promised ==> g->draft.waiting[p] == pool->waiting[p]
                       && g->draft.estimate[p] == pool->estimate[p] && g->draft.end[p] == pool->end[p];
  @/
  void rtmr_draft_in_order(const struct rtmr_pool *pool, const struct rtmr_ghost_pool \ghost *g,
                           const struct rtmr_pool \ghost *was,
                           const struct rtmr_stage_row *row, int32_t from, int32_t put, int32_t promised);
*/

#endif
