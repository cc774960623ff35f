/*
 * Lemmas on sums over the job table and counts over the slot table.
 *
 * Lemma functions: ghost code whose contract is the lemma and whose loop is the induction. Never
 * compiled.
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

/* The unfinished tasks are as many when a job has gone from `from` to `to`. */
/*@ ghost
  /@ requires valid:  \valid_read(pool) && \valid_read(before);
     requires range:  0 <= from < jobs && 0 <= to < jobs && jobs <= RTMR_JOBS;
     requires rows:   \forall integer p; 0 <= p < jobs ==>
                      pool->unfinished[p] == before->unfinished[STOOD(p, from, to)];
     assigns \nothing;
     ensures same:    Sum(pool->unfinished, jobs) == Sum(before->unfinished, jobs);
  @/
  void rtmr_sum_turned(const struct rtmr_pool *pool, const struct rtmr_pool \ghost *before, int32_t from, int32_t to,
                       int32_t jobs);
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
     ensures found:  \result == -1 || (0 <= \result < pool->slots && pool->state[\result] == RTMR_SLOT_IDLE
                                       && pool->bound[\result] == RTMR_NEVER);
     ensures none:   \result == -1 ==> \forall integer s; 0 <= s < pool->slots && pool->state[s] == RTMR_SLOT_IDLE ==>
                     pool->bound[s] != RTMR_NEVER;
  @/
  int32_t rtmr_free_slot(const struct rtmr_pool *pool);
*/

/* Idle slots are counted: all of them if tasks are due on all later than wait_pad after y, none
 * if on none. */
/*@ ghost
  /@ requires valid: \valid(pool);
     requires range: 0 <= pool->slots <= RTMR_SLOTS;
     assigns \nothing;
     ensures all:    (\forall integer s; 0 <= s < pool->slots && pool->state[s] == RTMR_SLOT_IDLE ==>
                      pool->bound[s] != RTMR_NEVER && y + WAIT_PAD(*pool) < pool->bound[s])
                     ==> DueAfter(pool->state, pool->bound, WAIT_PAD(*pool), pool->slots, y)
                     == Idle(pool->state, pool->slots);
     ensures none:   (\forall integer s; 0 <= s < pool->slots && pool->state[s] == RTMR_SLOT_IDLE ==>
                      pool->bound[s] == RTMR_NEVER || pool->bound[s] <= y + WAIT_PAD(*pool))
                     ==> \forall integer z; y <= z ==>
                     DueAfter(pool->state, pool->bound, WAIT_PAD(*pool), pool->slots, z) == 0;
     ensures no_idle: Idle(pool->state, pool->slots) == 0 ==> \forall integer s; 0 <= s < pool->slots ==>
                     pool->state[s] != RTMR_SLOT_IDLE;
  @/
  void rtmr_dues_counted(const struct rtmr_pool *pool, rtmr_ticks y);
*/

/* No slot runs a task of a job of which no task is counted. */
/*@ ghost
  /@ requires valid: \valid(pool);
     requires range: 0 <= pool->slots <= RTMR_SLOTS;
     requires none:  TasksOf(pool->state, pool->place, pool->slots, p) == 0;
     assigns \nothing;
     ensures no_run: \forall integer s; 0 <= s < pool->slots && RUNS(pool->state[s]) ==> pool->place[s] != p;
  @/
  void rtmr_no_task(struct rtmr_pool *pool, int32_t p);
*/

/* If no slot runs a task of a job, none is counted. */
/*@ ghost
  /@ requires valid:  \valid(pool);
     requires range:  0 <= pool->slots <= RTMR_SLOTS;
     requires no_run: \forall integer s; 0 <= s < pool->slots && RUNS(pool->state[s]) ==> pool->place[s] != p;
     assigns \nothing;
     ensures none:    TasksOf(pool->state, pool->place, pool->slots, p) == 0;
  @/
  void rtmr_no_task_runs(struct rtmr_pool *pool, int32_t p);
*/

/* Places have moved, the slots run what they ran: what is known of the watched job is known of
 * it at its new place. */
/*@ ghost
  /@ requires valid: \valid_read(pool) && \valid_read(before) && \valid(job);
     TOGETHER(requires, given,
              CLAUSE(conjunct, known, WATCHED_STAGE(*before, from, *job))
              CLAUSE(conjunct, same,
                     pool->slots == before->slots && pool->state == before->state && pool->bound == before->bound)
              CLAUSE(conjunct, moved, to >= 0 ==> \forall integer s; 0 <= s < pool->slots && RUNS(pool->state[s]) ==>
                                      (pool->place[s] == to <==> before->place[s] == from)))
     requires row:   to >= 0 ==> from >= 0 && pool->estimate[to] == before->estimate[from]
                     && pool->unfinished[to] == before->unfinished[from];
     assigns \nothing;
     ensures known:  WATCHED_STAGE(*pool, to, *job);
  @/
  void rtmr_watch_moves(const struct rtmr_pool *pool, const struct rtmr_pool \ghost *before,
                        struct rtmr_ghost_job_stage \ghost *job,
                        int32_t from, int32_t to);
*/

/* The same when a job has gone from `from` to `to`; `watched` is where the watched one stood. */
/*@ ghost
  /@ requires valid: \valid_read(pool) && \valid_read(before) && \valid(job);
     requires range: 0 <= from < jobs && 0 <= to < jobs && jobs <= RTMR_JOBS && -1 <= watched < jobs;
     requires known: WATCHED_STAGE(*before, watched, *job);
     requires same:  pool->slots == before->slots && pool->state == before->state && pool->bound == before->bound;
     requires row:   \forall integer p; 0 <= p < jobs ==>
                     pool->estimate[p] == before->estimate[STOOD(p, from, to)]
                     && pool->unfinished[p] == before->unfinished[STOOD(p, from, to)];
     requires moved: \forall integer s; 0 <= s < pool->slots && RUNS(pool->state[s]) ==>
                     before->place[s] == STOOD(pool->place[s], from, to);
     assigns \nothing;
     ensures known:  WATCHED_STAGE(*pool, STOOD(watched, to, from), *job);
  @/
  void rtmr_watch_turns(const struct rtmr_pool *pool, const struct rtmr_pool \ghost *before,
                        struct rtmr_ghost_job_stage \ghost *job,
                        int32_t watched, int32_t from, int32_t to, int32_t jobs);
*/

/* The running tasks of a stage are of the jobs that they were, when a job has been put at
 * `place`, and when the one there has left. */
/*@ ghost
  /@ requires valid:  \valid_read(k) && \valid_read(before);
     TOGETHER(requires, given,
              CLAUSE(conjunct, range, 0 <= place <= before->jobs < RTMR_JOBS)
              CLAUSE(conjunct, maps, SLOT_JOBS(before->map, before->jobs))
              CLAUSE(conjunct, reduces, SLOT_JOBS(before->reduce, before->jobs))
              CLAUSE(conjunct, same, k->map.slots == before->map.slots && k->map.state == before->map.state
                                     && k->reduce.slots == before->reduce.slots
                                     && k->reduce.state == before->reduce.state)
              CLAUSE(conjunct, map_slots,
                     \forall integer s; 0 <= s < k->map.slots ==> k->map.place[s] == before->map.place[s]
                     + (RUNS(k->map.state[s]) && before->map.place[s] >= place ? 1 : 0))
              CLAUSE(conjunct, reduce_slots, \forall integer s; 0 <= s < k->reduce.slots ==>
                                                   k->reduce.place[s] == before->reduce.place[s]
                                             + (RUNS(k->reduce.state[s]) && before->reduce.place[s] >= place ? 1 : 0))
              CLAUSE(conjunct, front, \forall integer p; 0 <= p < place ==> k->handle[p] == before->handle[p])
              CLAUSE(conjunct, behind,
                     \forall integer p; place < p <= before->jobs ==> k->handle[p] == before->handle[p - 1]))
     assigns \nothing;
     ensures maps:    TasksStay(-1, k->map.slots, k->map.state, k->map.place, k->handle, before->map.place,
                                before->handle);
     ensures reduces: TasksStay(-1, k->reduce.slots, k->reduce.state, k->reduce.place, k->handle, before->reduce.place,
                                before->handle);
  @/
  void rtmr_tasks_move_down(const struct rtmr *k, const struct rtmr \ghost *before, int32_t place);
*/
/*@ ghost
  /@ requires valid:  \valid_read(k) && \valid_read(before);
     TOGETHER(requires, given,
              CLAUSE(conjunct, range, 0 <= place < before->jobs <= RTMR_JOBS)
              CLAUSE(conjunct, maps, SLOT_JOBS(k->map, before->jobs - 1))
              CLAUSE(conjunct, reduces, SLOT_JOBS(k->reduce, before->jobs - 1))
              CLAUSE(conjunct, map_slots,
                     \forall integer s; 0 <= s < k->map.slots && RUNS(k->map.state[s]) ==>
                     before->map.place[s] == (k->map.place[s] < place ? k->map.place[s] : k->map.place[s] + 1))
              CLAUSE(conjunct, reduce_slots, \forall integer s; 0 <= s < k->reduce.slots && RUNS(k->reduce.state[s]) ==>
                                             before->reduce.place[s] == (k->reduce.place[s] < place ? k->reduce.place[s]
                                                                         : k->reduce.place[s] + 1))
              CLAUSE(conjunct, front, \forall integer p; 0 <= p < place ==> k->handle[p] == before->handle[p])
              CLAUSE(conjunct, behind,
                     \forall integer p; place <= p < before->jobs - 1 ==> k->handle[p] == before->handle[p + 1]))
     assigns \nothing;
     ensures maps:    TasksStay(-1, k->map.slots, k->map.state, k->map.place, k->handle, before->map.place,
                                before->handle);
     ensures reduces: TasksStay(-1, k->reduce.slots, k->reduce.state, k->reduce.place, k->handle, before->reduce.place,
                                before->handle);
  @/
  void rtmr_tasks_move_up(const struct rtmr *k, const struct rtmr \ghost *before, int32_t place);
*/

/* They are, when a job has gone from `from` to `to`. */
/*@ ghost
  /@ requires valid:  \valid_read(k) && \valid_read(before);
     requires range:  0 <= from < k->jobs && 0 <= to < k->jobs && k->jobs <= RTMR_JOBS && k->map.slots <= RTMR_SLOTS
                      && k->reduce.slots <= RTMR_SLOTS;
     requires maps:   SLOT_JOBS(k->map, k->jobs);
     requires reduces: SLOT_JOBS(k->reduce, k->jobs);
     requires map_slots: \forall integer s; 0 <= s < k->map.slots && RUNS(k->map.state[s]) ==>
                      before->map.place[s] == STOOD(k->map.place[s], from, to);
     requires reduce_slots: \forall integer s; 0 <= s < k->reduce.slots && RUNS(k->reduce.state[s]) ==>
                      before->reduce.place[s] == STOOD(k->reduce.place[s], from, to);
     requires rows:   \forall integer p; 0 <= p < k->jobs ==> k->handle[p] == before->handle[STOOD(p, from, to)];
     assigns \nothing;
     ensures maps:    TasksStay(-1, k->map.slots, k->map.state, k->map.place, k->handle, before->map.place,
                                before->handle);
     ensures reduces: TasksStay(-1, k->reduce.slots, k->reduce.state, k->reduce.place, k->handle, before->reduce.place,
                                before->handle);
  @/
  void rtmr_tasks_turned(const struct rtmr *k, const struct rtmr \ghost *before, int32_t from, int32_t to);
*/

/* Where the jobs stand now is where they come from. */
/*@ ghost
  /@ requires valid:  \valid_read(k) && \valid(order);
     requires range:  0 <= k->promised <= k->jobs <= RTMR_JOBS;
     requires maps:   SLOT_JOBS(k->map, k->jobs);
     requires reduces: SLOT_JOBS(k->reduce, k->jobs);
     assigns order->from[0 .. RTMR_JOBS - 1];
     ensures same:    Reordered(*k, *k, order->from, -1, -1);
     ensures begun:   \forall integer p; 0 <= p < k->jobs ==> order->from[p] == p;
  @/
  void rtmr_order_begins(const struct rtmr *k, struct rtmr_ghost_order \ghost *order);
*/

/* The job at `place` goes behind, to `to`, those between one place down. */
/*@ ghost
  /@ requires valid:  \valid(order);
     requires range:  0 <= place <= to < RTMR_JOBS;
     assigns order->from[0 .. RTMR_JOBS - 1];
     ensures turned:  \forall integer p; 0 <= p < RTMR_JOBS ==>
                      order->from[p] == \old(order->from)[STOOD(p, place, to)];
  @/
  void rtmr_order_turns(struct rtmr_ghost_order \ghost *order, int32_t place, int32_t to);
*/

/* The slots that run tasks of it too. */
/*@ ghost
  /@ requires valid:  \valid_read(pool) && \valid_read(before) && \valid_read(found) && \valid_read(order)
                      && \valid_read(was);
     TOGETHER(requires, given,
              CLAUSE(conjunct, range,
                     0 <= place <= to < jobs <= RTMR_JOBS && pool->slots <= RTMR_SLOTS && SLOT_JOBS(*pool, jobs))
              CLAUSE(conjunct, turned,
                     \forall integer p; 0 <= p < jobs ==> order->from[p] == was->from[STOOD(p, place, to)])
              CLAUSE(conjunct, same,
                     pool->slots == before->slots && pool->state == before->state && pool->bound == before->bound)
              CLAUSE(conjunct, places, \forall integer s; 0 <= s < pool->slots && RUNS(pool->state[s]) ==>
                                       before->place[s] == STOOD(pool->place[s], place, to))
              CLAUSE(conjunct, slots, SlotsFrom(*before, *found, was->from)))
     assigns \nothing;
     ensures slots:   SlotsFrom(*pool, *found, order->from);
  @/
  void rtmr_order_slots(const struct rtmr_pool *pool, const struct rtmr_pool \ghost *before,
                        const struct rtmr_pool \ghost *found,
                        const struct rtmr_ghost_order \ghost *order, const struct rtmr_ghost_order \ghost *was,
                        int32_t place, int32_t to, int32_t jobs);
*/

/* It has no promise any more: from what the call found, jobs have been flagged still. */
/*@ ghost
  /@ requires valid:  \valid_read(k) && \valid_read(before) && \valid_read(found) && \valid_read(order)
                      && \valid_read(was);
     requires range:  0 <= place < before->promised && before->promised - 1 <= to < k->jobs <= RTMR_JOBS;
     requires counts: k->jobs == before->jobs && k->promised == before->promised - 1
                      && k->next_handle == before->next_handle;
     requires turned: \forall integer p; 0 <= p < k->jobs ==> order->from[p] == was->from[STOOD(p, place, to)];
     requires rows:   \forall integer p; 0 <= p < k->jobs ==>
                      PARAMETERS_SAME(*k, p, *before, STOOD(p, place, to));
     requires order:  Reordered(*before, *found, was->from, -1, -1);
     requires slots:  SlotsFrom(k->map, found->map, order->from) && SlotsFrom(k->reduce, found->reduce, order->from);
     assigns \nothing;
     ensures order:   Reordered(*k, *found, order->from, -1, -1);
  @/
  void rtmr_order_jobs(const struct rtmr *k, const struct rtmr \ghost *before, const struct rtmr \ghost *found,
                       const struct rtmr_ghost_order \ghost *order, const struct rtmr_ghost_order \ghost *was,
                       int32_t place, int32_t to);
*/

/* Jobs were flagged then, and none since. */
/*@ ghost
  /@ requires valid:  \valid_read(k) && \valid_read(before) && \valid_read(found) && \valid_read(order);
     TOGETHER(requires, given,
              CLAUSE(conjunct, range, k->jobs <= RTMR_JOBS && k->map.slots <= RTMR_SLOTS
                                      && k->reduce.slots <= RTMR_SLOTS)
              CLAUSE(conjunct, same, JOBS_STAND(*k, *before))
              CLAUSE(conjunct, maps,
                     OtherSlots(-1, k->map.slots, k->map.state, k->map.bound, before->map.state, before->map.bound))
              CLAUSE(conjunct, reduces,
                     OtherSlots(-1, k->reduce.slots, k->reduce.state, k->reduce.bound, before->reduce.state,
                     before->reduce.bound)))
     assigns \nothing;
     ensures order:   Reordered(*before, *found, order->from, -1, -1) ==> Reordered(*k, *found, order->from, -1, -1);
  @/
  void rtmr_order_kept(const struct rtmr *k, const struct rtmr \ghost *before, const struct rtmr \ghost *found,
                       const struct rtmr_ghost_order \ghost *order);
*/

/* A task was lost, then jobs were flagged. */
/*@ ghost
  /@ requires valid:  \valid_read(k) && \valid_read(lost) && \valid_read(found) && \valid_read(order);
     requires range:  found->jobs <= RTMR_JOBS && found->map.slots <= RTMR_SLOTS && found->reduce.slots <= RTMR_SLOTS;
     requires lost:   Unmoved(*lost, *found, map_lost, reduce_lost);
     assigns \nothing;
     ensures order:   Reordered(*k, *lost, order->from, -1, -1) ==>
                      Reordered(*k, *found, order->from, map_lost, reduce_lost);
  @/
  void rtmr_order_lost(const struct rtmr *k, const struct rtmr \ghost *lost, const struct rtmr \ghost *found,
                       const struct rtmr_ghost_order \ghost *order, int32_t map_lost, int32_t reduce_lost);
*/

#endif
