/*
 * A renewal: what the table is when it has been taken back, how promised jobs stand when it has
 * been adopted, and how the account of the watched job begins again.
 *
 * Lemma functions: ghost code whose contract is the lemma and whose loop is the induction. Never
 * compiled.
 */
#ifndef PROOFS_RENEWAL_LEMMAS_H
#define PROOFS_RENEWAL_LEMMAS_H

#include "kernel/rtmr.h"
#include "spec/renewal_calls.acsl"

/* Of the promised jobs but the one at `from`: how many there are, where the one of number i stands,
 * and the number of the one at p; whether that goes before the one at `from` if this is due at
 * `due`. */
#define OTHERS(K, from) ((K).promised - ((from) < (K).promised ? 1 : 0))
#define OTHER(i, from) ((i) < (from) ? (i) : (i) + 1)
#define IS_OTHER(K, p, from) (0 <= (p) < (K).promised && (p) != (from))
#define NUMBER(p, from) ((p) < (from) ? (p) : (p) - 1)
#define OTHER_PRECEDES(K, p, from, due) \
    Precedes((K).order, (K).deadline[p], (K).handle[p], due, (K).handle[from])
#define MAY_BE_RENEWED(K, from) (0 <= (from) < (K).jobs && 0 <= (K).promised <= (K).jobs && (K).jobs <= RTMR_JOBS)

/* What a deadline from `low` up to `high` puts in front of the job at `place`, and behind it. */
#define BID_RANGE(K, place, low, high) \
    (STANDS_BEHIND(K, place, low) && ((place) + 1 < (K).promised ==> \forall integer d; (low) <= d <= (high) ==> \
        !Precedes((K).order, (K).deadline[(place) + 1], (K).handle[(place) + 1], d, (K).handle[place])))
/* The table is changed as the renewal of the job that stood at `from` asks, but for its deadline.
 */
#define TRIED_AT(K, B, from, place) \
    (RestSame(K, B) && ColumnsTurned(K, B, from, place) && 0 <= (from) < (B).jobs && (B).jobs <= RTMR_JOBS \
     && (K).promised == (B).promised + ((from) < (B).promised ? 0 : 1) && (K).plans_from_slots != 0)
#define DENIED_AT(G, place, low, high, earliest) \
    ((low) <= (G).doubted <= (high) && ((earliest) == RTMR_NEVER || (G).doubted < (earliest)))

/* What the state is about is the same in K and B, entry by entry. */
#define STAGE_BACK(P, B) \
    ((P).place == (B).place && (P).waiting == (B).waiting && (P).unfinished == (B).unfinished \
     && (P).ready == (B).ready && (P).estimate == (B).estimate && (P).end == (B).end)
#define COLUMNS_BACK(K, B) \
    ((K).handle == (B).handle && (K).deadline == (B).deadline && (K).started == (B).started \
     && STAGE_BACK((K).map, (B).map) && STAGE_BACK((K).reduce, (B).reduce))
/* Whatever runs is a task of the job that it was in B. */
#define STAY(clause, K, B) \
    CLAUSE(clause, map_tasks, TasksStay(-1, (K).map.slots, (K).map.state, (K).map.place, (K).handle, (B).map.place, \
                              (B).handle)) \
    CLAUSE(clause, reduce_tasks, TasksStay(-1, (K).reduce.slots, (K).reduce.state, (K).reduce.place, (K).handle, \
                                 (B).reduce.place, (B).handle))

/*@
  predicate ColumnsBack(struct rtmr k, struct rtmr b) = COLUMNS_BACK(k, b);
  predicate SameJob(struct rtmr_ghost_job a, struct rtmr_ghost_job b) = a == b;
  predicate SameStage(struct rtmr_ghost_job_stage a, struct rtmr_ghost_job_stage b) = a == b;
*/

/* An account is the same as itself. (Provers find that of a structure in a structure too late.) */
/*@ ghost
  /@ requires valid: \valid(g);
     assigns \nothing;
     ensures job:     SameJob(g->job, g->job);
     ensures maps:    SameStage(g->job.map, g->job.map);
     ensures reduces: SameStage(g->job.reduce, g->job.reduce);
  @/
  void rtmr_account_same(struct rtmr_ghost \ghost *g);
*/

/* What is neither in the columns of the job table nor scratch is still what it was in B. */
/*@ ghost
  /@ requires valid: \valid_read(k) && \valid_read(was) && \valid_read(before);
     requires kept:  REST_SAME(*k, *was);
     requires rest:  RestSame(*was, *before);
     assigns \nothing;
     ensures rest:   RestSame(*k, *before);
     ensures order:  k->order == before->order;
  @/
  void rtmr_rest_kept(const struct rtmr *k, const struct rtmr \ghost *was, const struct rtmr \ghost *before);
*/
/*@ ghost
  /@ requires valid: \valid_read(k) && \valid_read(was);
     requires kept:  REST_SAME(*k, *was);
     assigns \nothing;
     ensures rest:   RestSame(*k, *was);
  @/
  void rtmr_renewal_rest(const struct rtmr *k, const struct rtmr \ghost *was);
*/

/* Unfolds and folds the state of a context that was. */
/*@ ghost
  /@ requires valid: \valid_read(before) && \valid(g);
     requires state: State(*before, *g);
     assigns \nothing;
     TOGETHER(ensures, outcome,
              STATE(conjunct, *before, *g))
  @/
  void rtmr_before_unfold(const struct rtmr \ghost *before, struct rtmr_ghost \ghost *g);
*/
/*@ ghost
  /@ requires valid: \valid_read(before) && \valid(g);
     TOGETHER(requires, given,
              STATE(conjunct, *before, *g))
     assigns \nothing;
     ensures state: State(*before, *g);
  @/
  void rtmr_before_fold(const struct rtmr \ghost *before, struct rtmr_ghost \ghost *g);
*/

/* When everything that it is about is as it was, the state is, too. */
/*@ ghost
  /@ requires valid: \valid_read(k) && \valid_read(before) && \valid(g);
     TOGETHER(requires, given,
              CLAUSE(conjunct, rest, REST_SAME(*k, *before))
              CLAUSE(conjunct, columns, COLUMNS_BACK(*k, *before))
              BOTH_STAGES(conjunct, cursor, CURSOR, *k, k->jobs)
              BOTH_STAGES(conjunct, found, FOUND, *k, k->jobs)
              BOTH_STAGES(conjunct, due, DUE_RANGE, *k)
              POOL_BUSY(conjunct, map_, k->map)
              POOL_BUSY(conjunct, reduce_, k->reduce)
              CLAUSE(conjunct, set, k->promised == before->promised && k->plans_from_slots == before->plans_from_slots)
              CLAUSE(conjunct, state, State(*before, *g)))
     assigns \nothing;
     ensures state:  State(*k, *g);
     ensures same:   Unchanged(*k, *before);
     ensures queued: QUEUED(*before) ==> QUEUED(*k);
     STAY(ensures, *k, *before)
  @/
  void rtmr_state_restored(const struct rtmr *k, const struct rtmr \ghost *before, struct rtmr_ghost \ghost *g);
*/

/* The job at `from` stands at `to`, with another deadline: the table is changed as a renewal asks.
 */
/*@ ghost
  /@ requires valid: \valid_read(k) && \valid_read(before);
     TOGETHER(requires, given,
              CLAUSE(conjunct, rest, RestSame(*k, *before))
              CLAUSE(conjunct, range, 0 <= from < before->jobs <= RTMR_JOBS && 0 <= to < k->promised <= k->jobs
                                      && k->promised == before->promised + (from < before->promised ? 0 : 1))
              CLAUSE(conjunct, slots, k->map.slots <= RTMR_SLOTS && k->reduce.slots <= RTMR_SLOTS)
              CLAUSE(conjunct, turned, ColumnsTurned(*k, *before, from, to))
              CLAUSE(conjunct, plans, k->plans_from_slots != 0))
     assigns \nothing;
     ensures changed: WithRenewal(*k, *before, from, to, k->deadline[to]);
  @/
  void rtmr_table_changed(const struct rtmr *k, const struct rtmr \ghost *before, int32_t from, int32_t to);
*/

/* A job that is promised runs nothing late, if it did not before. */
/*@ ghost
  /@ requires valid: \valid_read(pool) && \valid_read(before);
     TOGETHER(requires, given,
              CLAUSE(conjunct, range, 0 <= from && 0 <= to < promised + (from < promised ? 0 : 1))
              CLAUSE(conjunct, slots, pool->slots == before->slots <= RTMR_SLOTS && pool->state == before->state)
              CLAUSE(conjunct, turned, STAGE_TURNED(*pool, *before, from, to))
              CLAUSE(conjunct, late, LATE_FLAGGED(*before, promised))
              CLAUSE(conjunct, own, !RUNS_UNCOUNTED(*before, from)))
     assigns \nothing;
     ensures late:   LATE_FLAGGED(*pool, promised + (from < promised ? 0 : 1));
  @/
  void rtmr_late_stay_flagged(const struct rtmr_pool *pool, const struct rtmr_pool \ghost *before, int32_t from,
                              int32_t to, int32_t promised);
*/

/* Entry by entry, what the stages have in common. */
#define HEADS_TURNED(A, B, from, to) \
    (\forall integer p; 0 <= p < RTMR_JOBS ==> \
      (A).handle[p] == (B).handle[STOOD(p, from, to)] && (A).started[p] == (B).started[STOOD(p, from, to)] \
      && (p != (to) ==> (A).deadline[p] == (B).deadline[STOOD(p, from, to)]))

/* A job has moved on from where it was put, to `on`, or back: what the stages have in common, one
 * stage, all of it. */
/* Columns that stay are turned as they were. */
/*@ ghost
  /@ requires valid:   \valid_read(k) && \valid_read(was) && \valid_read(before);
     requires heads:   k->handle == was->handle && k->deadline == was->deadline && k->started == was->started;
     requires maps:    k->map.waiting == was->map.waiting && k->map.unfinished == was->map.unfinished
                       && k->map.ready == was->map.ready;
     requires map_times: k->map.estimate == was->map.estimate && k->map.end == was->map.end;
     requires map_slots: k->map.slots == was->map.slots && k->map.state == was->map.state
                       && k->map.place == was->map.place;
     requires reduces: k->reduce.waiting == was->reduce.waiting && k->reduce.unfinished == was->reduce.unfinished
                       && k->reduce.ready == was->reduce.ready;
     requires reduce_times: k->reduce.estimate == was->reduce.estimate && k->reduce.end == was->reduce.end;
     requires reduce_slots: k->reduce.slots == was->reduce.slots && k->reduce.state == was->reduce.state
                       && k->reduce.place == was->reduce.place;
     requires turned:  ColumnsTurned(*was, *before, from, to);
     assigns \nothing;
     ensures turned:   ColumnsTurned(*k, *before, from, to);
  @/
  void rtmr_columns_stay(const struct rtmr *k, const struct rtmr \ghost *was, const struct rtmr \ghost *before,
                         int32_t from, int32_t to);
*/
/*@ ghost
  /@ requires valid: \valid_read(k) && \valid_read(was) && \valid_read(before);
     requires range: 0 <= from < RTMR_JOBS && 0 <= to < RTMR_JOBS && 0 <= on < RTMR_JOBS;
     requires was:   HEADS_TURNED(*was, *before, from, to);
     requires moved: HEADS_TURNED(*k, *was, to, on);
     assigns \nothing;
     ensures turned: HEADS_TURNED(*k, *before, from, on);
  @/
  void rtmr_heads_turn_on(const struct rtmr *k, const struct rtmr \ghost *was, const struct rtmr \ghost *before,
                          int32_t from, int32_t to, int32_t on);
*/
/*@ ghost
  /@ requires valid: \valid_read(pool) && \valid_read(was) && \valid_read(before);
     requires range: 0 <= from < RTMR_JOBS && 0 <= to < RTMR_JOBS && 0 <= on < RTMR_JOBS;
     requires slots: pool->slots == was->slots && pool->state == was->state;
     requires was:   STAGE_TURNED(*was, *before, from, to);
     requires moved: STAGE_TURNED(*pool, *was, to, on);
     assigns \nothing;
     ensures turned: STAGE_TURNED(*pool, *before, from, on);
  @/
  void rtmr_stage_turns_on(const struct rtmr_pool *pool, const struct rtmr_pool \ghost *was,
                           const struct rtmr_pool \ghost *before, int32_t from, int32_t to, int32_t on);
*/
/*@ ghost
  /@ requires valid: \valid_read(k) && \valid_read(was) && \valid_read(before);
     TOGETHER(requires, given,
              CLAUSE(conjunct, range, 0 <= from < RTMR_JOBS && 0 <= to < RTMR_JOBS && 0 <= on < RTMR_JOBS)
              CLAUSE(conjunct, slots, k->map.slots == was->map.slots && k->map.state == was->map.state
                                      && k->reduce.slots == was->reduce.slots && k->reduce.state == was->reduce.state)
              CLAUSE(conjunct, was, ColumnsTurned(*was, *before, from, to))
              CLAUSE(conjunct, moved, ColumnsTurned(*k, *was, to, on)))
     assigns \nothing;
     ensures turned: ColumnsTurned(*k, *before, from, on);
  @/
  void rtmr_columns_turn_on(const struct rtmr *k, const struct rtmr \ghost *was, const struct rtmr \ghost *before,
                            int32_t from, int32_t to, int32_t on);
*/

/*@ ghost
  /@ requires valid: \valid_read(pool) && \valid_read(was) && \valid_read(before);
     requires range: 0 <= from < RTMR_JOBS && 0 <= to < RTMR_JOBS;
     requires slots: pool->slots == was->slots && pool->state == was->state;
     requires was:   STAGE_TURNED(*was, *before, from, to);
     requires moved: STAGE_TURNED(*pool, *was, to, from);
     assigns \nothing;
     ensures back:   STAGE_BACK(*pool, *before);
  @/
  void rtmr_stage_turns_back(const struct rtmr_pool *pool, const struct rtmr_pool \ghost *was,
                             const struct rtmr_pool \ghost *before, int32_t from, int32_t to);
*/
/*@ ghost
  /@ requires valid: \valid_read(k) && \valid_read(was) && \valid_read(before);
     requires range: 0 <= from < RTMR_JOBS && 0 <= to < RTMR_JOBS;
     requires slots: k->map.slots == was->map.slots && k->map.state == was->map.state
                     && k->reduce.slots == was->reduce.slots && k->reduce.state == was->reduce.state;
     requires was:   ColumnsTurned(*was, *before, from, to);
     requires moved: ColumnsTurned(*k, *was, to, from);
     requires due:   k->deadline[from] == before->deadline[from];
     assigns \nothing;
     ensures back:   ColumnsBack(*k, *before);
  @/
  void rtmr_columns_turn_back(const struct rtmr *k, const struct rtmr \ghost *was, const struct rtmr \ghost *before,
                              int32_t from, int32_t to);
*/

/* The watched job is watched still: if it is the one that is promised by another deadline, by that.
 * If it had no promise, it has no account while the change is adopted. */
/*@ ghost
  /@ requires valid:   \valid_read(k) && \valid_read(before) && \valid(g);
     requires range:   0 <= from < before->jobs <= RTMR_JOBS && 0 <= before->promised <= before->jobs
                       && 0 <= to < k->promised && k->promised == before->promised + (from < before->promised ? 0 : 1);
     requires rows:    RowsMovedTo(*k, *before, from, to, k->deadline[to]);
     requires handles: Handles(before->jobs, before->handle, before->next_handle);
     requires watched: Watched(was, g->job.handle, g->job.deadline, before->promised, before->next_handle,
                               before->handle, before->deadline);
     requires moved:   g->watched == STOOD(was, to, from);
     assigns g->job.handle, g->job.deadline;
     ensures watched:  WATCHED_ROW(*k, *g, k->promised);
     ensures one:      g->watched >= 0 && \old(g->job.handle) == k->handle[to] ==> g->job.deadline == k->deadline[to];
     ensures other:    g->watched < 0 || \old(g->job.handle) != k->handle[to] ==>
                       g->job.deadline == \old(g->job.deadline);
     ensures none:     g->job.handle == (g->watched < 0 && \old(g->job.handle) == k->handle[to] ? RTMR_NO_JOB
                                         : \old(g->job.handle));
  @/
  void rtmr_renewal_watched(const struct rtmr *k, const struct rtmr \ghost *before, struct rtmr_ghost \ghost *g,
                            int32_t was, int32_t from, int32_t to);
*/

/* Promised jobs stand in the order that was set up. */
/*@ ghost
  /@ requires valid:   \valid_read(k) && \valid_read(before);
     requires range:   0 <= from < before->jobs <= RTMR_JOBS && 0 <= before->promised <= before->jobs
                       && 0 <= to < k->promised && k->promised == before->promised + (from < before->promised ? 0 : 1)
                       && k->order == before->order;
     requires rows:    RowsMovedTo(*k, *before, from, to, k->deadline[to]);
     requires handles: Handles(k->jobs, k->handle, k->next_handle);
     requires stands:  STANDS_IN_ORDER(*k, to, k->deadline[to]);
     assigns \nothing;
     ensures queued:   QUEUED(*before) ==> QUEUED(*k);
  @/
  void rtmr_queue_renewed(const struct rtmr *k, const struct rtmr \ghost *before, int32_t from, int32_t to);
*/

#endif
