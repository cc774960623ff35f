/*
 * Lemmas on sums over the job table and counts over the slot table.
 *
 * Lemma functions: ghost code whose contract is the lemma and whose loop is the induction. Never compiled.
 */
#ifndef PROOFS_TABLE_LEMMAS_H
#define PROOFS_TABLE_LEMMAS_H

#include "kernel/rtmr.h"
#include "spec/state.acsl"

/* Sums of waiting tasks grow with the number of jobs. */
/*@ ghost
  /@ requires valid:   \valid(pool);
     requires range:   0 <= n <= RTMR_JOBS;
     requires natural: \forall integer p; 0 <= p < n ==> 0 <= pool->waiting[p];
     assigns \nothing;
     ensures grows:    \forall integer a, b; 0 <= a <= b <= n ==> 0 <= Sum(pool->waiting, a) <= Sum(pool->waiting, b);
  @/
  void rtmr_waiting_grows(const struct rtmr_pool *pool, int32_t n);
*/

/* No more tasks wait than are unfinished. */
/*@ ghost
  /@ requires valid:   \valid(pool);
     requires range:   0 <= n <= RTMR_JOBS;
     requires counts:  JOB_COUNTS(*pool, n);
     assigns \nothing;
     ensures grows:    \forall integer a, b; 0 <= a <= b <= n ==> 0 <= Sum(pool->waiting, a) <= Sum(pool->waiting, b);
     ensures within:   \forall integer a; 0 <= a <= n ==> Sum(pool->waiting, a) <= Sum(pool->unfinished, a);
  @/
  void rtmr_waiting_within(const struct rtmr_pool *pool, int32_t n);
*/

/* A slot that runs a task of a job is counted. */
/*@ ghost
  /@ requires valid: \valid(pool);
     requires range: 0 <= slot < pool->slots <= RTMR_SLOTS && RUNS(pool->state[slot]);
     assigns \nothing;
     ensures some:   TasksOf(pool->state, pool->place, pool->slots, pool->place[slot]) >= 1;
     ensures none:   \forall integer p; TasksOf(pool->state, pool->place, pool->slots, p) >= 0;
  @/
  void rtmr_task_running(struct rtmr_pool *pool, int32_t slot);
*/

/* Idle and busy slots together are at most all. */
/*@ ghost
  /@ requires valid: \valid(pool);
     requires range: 0 <= pool->slots <= RTMR_SLOTS;
     assigns \nothing;
     ensures bounded: 0 <= Idle(pool->state, pool->slots) && 0 <= Busy(pool->state, pool->slots)
                      && Idle(pool->state, pool->slots) + Busy(pool->state, pool->slots) <= pool->slots;
     ensures tasks:   \forall integer p; TasksOf(pool->state, pool->place, pool->slots, p) >= 0;
  @/
  void rtmr_counts_bounded(struct rtmr_pool *pool);
*/

/* An idle slot on which no task is due; -1 if there is none. */
/*@ ghost
  /@ requires valid: \valid(pool);
     requires range: 0 <= pool->slots <= RTMR_SLOTS;
     assigns \nothing;
     ensures found:  \result == -1 || (0 <= \result < pool->slots && pool->state[\result] == RTMR_SLOT_IDLE && pool->bound[\result] == RTMR_NEVER);
     ensures none:   \result == -1 ==> \forall integer s; 0 <= s < pool->slots && pool->state[s] == RTMR_SLOT_IDLE ==> pool->bound[s] != RTMR_NEVER;
  @/
  int32_t rtmr_free_slot(const struct rtmr_pool *pool);
*/

/* Idle slots are counted: all of them if tasks are due on all later than wait_pad after y, none if on none. */
/*@ ghost
  /@ requires valid: \valid(pool);
     requires range: 0 <= pool->slots <= RTMR_SLOTS;
     assigns \nothing;
     ensures all:    (\forall integer s; 0 <= s < pool->slots && pool->state[s] == RTMR_SLOT_IDLE ==> pool->bound[s] != RTMR_NEVER && y + pool->wait_pad < pool->bound[s])
                     ==> DueAfter(pool->state, pool->bound, pool->wait_pad, pool->slots, y) == Idle(pool->state, pool->slots);
     ensures none:   (\forall integer s; 0 <= s < pool->slots && pool->state[s] == RTMR_SLOT_IDLE ==> pool->bound[s] == RTMR_NEVER || pool->bound[s] <= y + pool->wait_pad)
                     ==> \forall integer z; y <= z ==> DueAfter(pool->state, pool->bound, pool->wait_pad, pool->slots, z) == 0;
     ensures nobody: Idle(pool->state, pool->slots) == 0 ==> \forall integer s; 0 <= s < pool->slots ==> pool->state[s] != RTMR_SLOT_IDLE;
  @/
  void rtmr_dues_counted(const struct rtmr_pool *pool, rtmr_ticks y);
*/

/* No slot runs a task of a job of which no task is counted. */
/*@ ghost
  /@ requires valid: \valid(pool);
     requires range: 0 <= pool->slots <= RTMR_SLOTS;
     requires none:  TasksOf(pool->state, pool->place, pool->slots, p) == 0;
     assigns \nothing;
     ensures nobody: \forall integer s; 0 <= s < pool->slots && RUNS(pool->state[s]) ==> pool->place[s] != p;
  @/
  void rtmr_no_task(struct rtmr_pool *pool, int32_t p);
*/

/* If no slot runs a task of a job, none is counted. */
/*@ ghost
  /@ requires valid:  \valid(pool);
     requires range:  0 <= pool->slots <= RTMR_SLOTS;
     requires nobody: \forall integer s; 0 <= s < pool->slots && RUNS(pool->state[s]) ==> pool->place[s] != p;
     assigns \nothing;
     ensures none:    TasksOf(pool->state, pool->place, pool->slots, p) == 0;
  @/
  void rtmr_nobody_runs(struct rtmr_pool *pool, int32_t p);
*/

/* Places have moved, the slots run what they ran: what is known of the watched job is known of it at its new place. */
/*@ ghost
  /@ requires valid: \valid_read(pool) && \valid_read(before) && \valid(job);
     requires known: WATCHED_STAGE(*before, from, *job);
     requires same:  pool->slots == before->slots && pool->state == before->state && pool->bound == before->bound;
     requires row:   to >= 0 ==> from >= 0 && pool->estimate[to] == before->estimate[from] && pool->unfinished[to] == before->unfinished[from];
     requires moved: to >= 0 ==> \forall integer s; 0 <= s < pool->slots && RUNS(pool->state[s]) ==>
                     (pool->place[s] == to <==> before->place[s] == from);
     assigns \nothing;
     ensures known:  WATCHED_STAGE(*pool, to, *job);
  @/
  void rtmr_watch_moves(const struct rtmr_pool *pool, const struct rtmr_pool \ghost *before, struct rtmr_ghost_job_stage \ghost *job,
                        int32_t from, int32_t to);
*/

#endif
