/*
 * Slots while tasks start, run and end, and the ghost record of where the watched job runs.
 *
 * Lemma functions: ghost code whose contract is the lemma. Never compiled.
 */
#ifndef PROOFS_SLOT_RUNS_H
#define PROOFS_SLOT_RUNS_H

#include "kernel/rtmr.h"
#include "spec/slot_calls.acsl"

#if RTMR_WITH_STORED_VECTORS
/* The jobs before one that has started still run and await few tasks, when a task has ended or
 * one of the job at `place` has started. */
/*@ ghost
  /@ requires valid:   \valid_read(pool) && \valid_read(g) && \valid_read(memory) && \valid_read(was)
                       && \valid_read(had);
     TOGETHER(requires, given,
              CLAUSE(conjunct, few, FEW_BEFORE(*was, *memory, *had, promised))
              CLAUSE(conjunct, usable, pool->usable == was->usable)
              CLAUSE(conjunct, others,
                     \forall integer p; 0 <= p < promised && p != place ==> pool->waiting[p] == was->waiting[p])
              CLAUSE(conjunct, left, \forall integer p; 0 <= p < promised ==> pool->unfinished[p] <= was->unfinished[p])
              CLAUSE(conjunct, counted, \forall integer p, x; 0 <= p <= promised ==>
                                        COUNTED(*pool, *g, p, x) <= COUNTED(*was, *had, p, x))
              CLAUSE(conjunct, own,
                     0 <= place < promised ==> \forall integer x; COUNTED(*pool, *g, place, x) <= pool->usable - 1))
     assigns \nothing;
     ensures few:      FEW_BEFORE(*pool, *memory, *g, promised);
  @/
  void rtmr_few_still(const struct rtmr_pool *pool, const struct rtmr_ghost_pool \ghost *g,
                      const struct rtmr_stage_memory *memory, const struct rtmr_pool \ghost *was,
                      const struct rtmr_ghost_pool \ghost *had, int32_t place, int32_t promised);
*/
#endif

/* The slot runs a task of the watched job until `due`, or of another. */
/*@ ghost
  /@ requires valid:  \valid(job);
     requires range:  0 <= slot < RTMR_SLOTS && 0 <= mine <= 1;
     assigns job->runs[slot], job->due[slot];
     ensures own:     job->runs[slot] == mine && job->due[slot] == due;
     ensures others:  OtherRuns(*job, \old(*job), slot);
  @/
  void rtmr_note_run(struct rtmr_ghost_job_stage \ghost *job, int32_t slot, int32_t mine, rtmr_ticks due);
*/

/* Waiting tasks of the stage of the job at `place` take `takes`: that is noted if it is the
 * watched one, which stands at `watched`. */
/*@ ghost
  /@ requires valid:  \valid(job);
     assigns job->estimate;
     ensures takes:   job->estimate == (watched == place ? takes : \old(job->estimate));
  @/
  void rtmr_note_estimate(struct rtmr_ghost_job_stage \ghost *job, int32_t watched, int32_t place, rtmr_ticks takes);
*/

/* What has become of a stage's slots is the same after it is noted when a task is due on the
 * idle ones. */
/*@ ghost
  /@ requires valid:  \valid_read(pool) && \valid_read(done) && \valid_read(before);
     requires slots:  pool->slots == done->slots;
     requires noted:  OtherSlots(-1, pool->slots, pool->state, pool->bound, done->state, done->bound);
     assigns \nothing;
     ensures others:  \forall integer slot; OtherSlots(slot, done->slots, done->state, done->bound, before->state,
                                                       before->bound) ==>
                      OtherSlots(slot, pool->slots, pool->state, pool->bound, before->state, before->bound);
  @/
  void rtmr_slots_noted(const struct rtmr_pool *pool, const struct rtmr_pool \ghost *done,
                        const struct rtmr_pool \ghost *before);
*/

/* When a slot has begun to wait and what is offered is noted then, by when tasks are due follows
 * from before both. */
/*@ ghost
  /@ requires valid:  \valid_read(pool) && \valid_read(done) && \valid_read(before);
     TOGETHER(requires, given,
              CLAUSE(conjunct, range, 0 <= pool->slots <= RTMR_SLOTS)
              CLAUSE(conjunct, began, \forall integer s; 0 <= s < RTMR_SLOTS ==>
                                      done->bound[s] == (s == slot ? began : before->bound[s]))
              CLAUSE(conjunct, noted, DUES_SINCE(*pool, promised, now, done->bound, -1, RTMR_NEVER)))
     assigns \nothing;
     ensures follow:  DUES_SINCE(*pool, promised, now, before->bound, slot, began);
     ensures none:    slot < 0 ==>
                      \forall integer due; DUES_SINCE(*pool, promised, now, before->bound, slot, due);
  @/
  void rtmr_dues_follow(const struct rtmr_pool *pool, const struct rtmr_pool \ghost *done,
                        const struct rtmr_pool \ghost *before, int32_t promised, rtmr_ticks now, int32_t slot,
                        rtmr_ticks began);
*/

/* When the bound of a running task has changed, and what is offered is noted then, they follow too:
 * idle slots have kept what they had. */
/*@ ghost
  /@ requires valid:  \valid_read(pool) && \valid_read(done) && \valid_read(before);
     requires kept:   \forall integer s; 0 <= s < pool->slots && pool->state[s] == RTMR_SLOT_IDLE ==>
                      done->bound[s] == before->bound[s];
     requires noted:  DUES_SINCE(*pool, promised, now, done->bound, -1, RTMR_NEVER);
     assigns \nothing;
     ensures follow:  DUES_SINCE(*pool, promised, now, before->bound, -1, RTMR_NEVER);
  @/
  void rtmr_dues_same(const struct rtmr_pool *pool, const struct rtmr_pool \ghost *done,
                      const struct rtmr_pool \ghost *before, int32_t promised, rtmr_ticks now);
*/

/* Running tasks go on: from `before` only slots that run nothing have got another bound. */
/*@ ghost
  /@ requires valid:   \valid_read(pool) && \valid_read(before);
     requires place:   pool->place == before->place;
     requires bounds:  \forall integer s; 0 <= s < pool->slots && pool->state[s] != RTMR_SLOT_IDLE ==>
                       pool->bound[s] == before->bound[s];
     assigns \nothing;
     ensures kept:     RunsKept(pool->slots, pool->state, pool->place, pool->bound, before->place, before->bound);
  @/
  void rtmr_runs_on(const struct rtmr_pool *pool, const struct rtmr_pool \ghost *before);
*/

#endif
