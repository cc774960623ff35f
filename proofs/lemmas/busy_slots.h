/*
 * The counts of busy slots, by the slot table and as runs.
 *
 * Lemma functions: ghost code whose contract is the lemma and whose loop is the induction. Never
 * compiled.
 */
#ifndef PROOFS_BUSY_SLOTS_H
#define PROOFS_BUSY_SLOTS_H

#include "kernel/rtmr.h"
#include "spec/slots.acsl"

#if RTMR_WITH_RUNS

/* The bound of a busy slot is one of those that are counted; if another slot becomes busy there is
 * room for its bound. */
/*@ ghost
  /@ requires valid:  \valid_read(pool);
     requires range:  0 <= slot < pool->slots <= RTMR_SLOTS;
     assigns \nothing;
     ensures one:     pool->state[slot] == RTMR_SLOT_BUSY ==>
                      BusyAbove(pool->state, pool->bound, pool->slots, pool->bound[slot] - 1)
                      > BusyAbove(pool->state, pool->bound, pool->slots, pool->bound[slot]);
     ensures room:    Busy(pool->state, pool->slots)
                      <= pool->slots - (pool->state[slot] == RTMR_SLOT_BUSY ? 0 : 1);
  @/
  void rtmr_busy_counted(const struct rtmr_pool *pool, int32_t slot);
*/

/* No bound of a busy slot lies before `from`: the first run does not. */
/*@ ghost
  /@ requires valid:  \valid_read(pool);
     requires range:  0 <= pool->slots <= RTMR_SLOTS;
     requires bounds: \forall integer s; 0 <= s < pool->slots && pool->state[s] == RTMR_SLOT_BUSY ==>
                      from <= pool->bound[s];
     POOL_BUSY(requires, , *pool)
     assigns \nothing;
     ensures least:   pool->busy.n > 0 ==> from <= RUNS_LEAST(pool->busy);
  @/
  void rtmr_busy_from(const struct rtmr_pool *pool, rtmr_ticks from);
*/

#endif

#endif
