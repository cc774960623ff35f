#include "proofs/theorem/progress.h"

#include "kernel/latency_pads.h"
#include "proofs/lemmas/state.h"
#include "proofs/lemmas/table_lemmas.h"

/* An idle slot; -1 if there is none, and then nothing is offered. */
/*@ requires valid:   \valid(pool);
    requires table:   SLOT_TABLE(*pool);
    requires range:   0 <= jobs <= RTMR_JOBS;
    requires natural: \forall integer p; 0 <= p < jobs ==> 0 <= pool->waiting[p];
    assigns \nothing;
    ensures idle:     \result == -1 || (0 <= \result < pool->slots && pool->state[\result] == RTMR_SLOT_IDLE);
    ensures none:     \result == -1 ==> !OFFERS(*pool, jobs);
*/
static int32_t idle_slot(struct rtmr_pool *pool, int32_t jobs)
{
    //@ ghost rtmr_waiting_grows(pool, jobs);
    /*@ loop invariant range: 0 <= s <= pool->slots;
        loop invariant busy:  Idle(pool->state, s) == 0;
        loop assigns s;
        loop variant pool->slots - s;
    */
    for (int32_t s = 0; s < pool->slots; s++) {
        if (pool->state[s] == RTMR_SLOT_IDLE) {
            return s;
        }
    }
    return -1;
}

/* An idle slot of the map stage. */
/*@ requires valid:   \valid(k) && \valid(g);
    requires state:   State(*k, *g);
    assigns \nothing;
    ensures idle:     \result == -1 || (0 <= \result < k->map.slots && k->map.state[\result] == RTMR_SLOT_IDLE);
    ensures none:     \result == -1 ==> !OFFERS(k->map, k->jobs);
    ensures counted:  0 <= k->map.idle;
*/
static int32_t idle_map_slot(struct rtmr *k) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    //@ ghost rtmr_state_unfold(k, g);
    return idle_slot(&k->map, k->jobs);
}

/* An idle slot of the reduce stage. */
/*@ requires valid:   \valid(k) && \valid(g);
    requires state:   State(*k, *g);
    assigns \nothing;
    ensures idle:     \result == -1 || (0 <= \result < k->reduce.slots && k->reduce.state[\result] == RTMR_SLOT_IDLE);
    ensures none:     \result == -1 ==> !OFFERS(k->reduce, k->jobs);
    ensures counted:  0 <= k->reduce.idle;
*/
static int32_t idle_reduce_slot(struct rtmr *k) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    //@ ghost rtmr_state_unfold(k, g);
    return idle_slot(&k->reduce, k->jobs);
}

/* Nonzero if a task that is offered must start now: there is no latency, or an idle slot is at the
 * end of its wait. */
/*@ requires valid:   \valid(pool);
    requires range:   0 <= pool->slots <= RTMR_SLOTS;
    assigns \nothing;
    ensures none:     \result == 0 ==> NOTICE_PAD(*pool) != 0
                      && \forall integer s; 0 <= s < pool->slots && pool->state[s] == RTMR_SLOT_IDLE ==>
                      now < pool->bound[s];
*/
static int32_t must_start(const struct rtmr_pool *pool, rtmr_ticks now)
{
    /*@ loop invariant range: 0 <= s <= pool->slots;
        loop invariant later: \forall integer q; 0 <= q < s && pool->state[q] == RTMR_SLOT_IDLE ==>
                              now < pool->bound[q];
        loop assigns s;
        loop variant pool->slots - s;
    */
    for (int32_t s = 0; s < pool->slots; s++) {
        if (pool->state[s] == RTMR_SLOT_IDLE && pool->bound[s] <= now) {
            return 1;
        }
    }
    return RTMR_NOTICE_PAD(pool) == 0;
}

/* What is offered to promised jobs is offered. */
/*@ ghost
  /@ requires valid:   \valid_read(pool);
     requires range:   promised <= jobs;
     assigns \nothing;
     ensures offered:  \forall integer p; OFFER(*pool, promised, p) ==> OFFER(*pool, jobs, p);
  @/
  static void offered_to_all(const struct rtmr_pool *pool, int32_t promised, int32_t jobs)
  {
  }
*/

void rtmr_pump_maps(struct rtmr *k) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    struct rtmr_offer offer;
    int32_t slot = idle_map_slot(k) /*@ ghost (g) */;

    /*@ loop invariant state: State(*k, *g);
        loop invariant slot:  slot == -1 || (0 <= slot < k->map.slots && k->map.state[slot] == RTMR_SLOT_IDLE);
        loop invariant quiet: slot == -1 ==> !OFFERS(k->map, k->jobs);
        loop invariant due:   NONE_DUE(\at(k->map, Pre), k->now) ==> NONE_DUE(k->map, k->now);
        loop invariant other: NONE_DUE(\at(k->reduce, Pre), k->now) ==> NONE_DUE(k->reduce, k->now);
        loop assigns slot, offer, DISPATCHED(*k, k->map), GHOST_STARTS(g->map), JOB_STARTS(g->job.map);
        loop variant k->map.idle + (slot >= 0 ? 1 : 0);
    */
    while (slot >= 0 && (rtmr_any_number() != 0 || must_start(&k->map, k->now))) {
        if (rtmr_dispatch_map(k, slot, &offer) /*@ ghost (g) */ != RTMR_OK) {
            slot = -1;
        } else {
            slot = idle_map_slot(k) /*@ ghost (g) */;
        }
    }
    //@ ghost rtmr_state_ranges(k, g);
    //@ ghost offered_to_all(&k->map, k->promised, k->jobs);
}

void rtmr_pump_reduces(struct rtmr *k) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    struct rtmr_offer offer;
    int32_t slot = idle_reduce_slot(k) /*@ ghost (g) */;

    //@ ghost rtmr_state_unfold(k, g);
    //@ assert limit: NOTICE_PAD(k->map) > 0 ==> WAIT_LIMIT(k->map) > 0;
    /*@ loop invariant state: State(*k, *g);
        loop invariant slot:  slot == -1 || (0 <= slot < k->reduce.slots && k->reduce.state[slot] == RTMR_SLOT_IDLE);
        loop invariant quiet: slot == -1 ==> !OFFERS(k->reduce, k->jobs);
        loop invariant maps:  !\at(WAITED(k->map, k->promised, k->now + 1), Pre) ==>
                              !WAITED(k->map, k->promised, k->now + 1);
        loop invariant due:   NONE_DUE(\at(k->reduce, Pre), k->now) ==> NONE_DUE(k->reduce, k->now);
        loop invariant other: NONE_DUE(\at(k->map, Pre), k->now) ==> NONE_DUE(k->map, k->now);
        loop assigns slot, offer, DISPATCHED(*k, k->reduce), GHOST_STARTS(g->reduce), JOB_STARTS(g->job.reduce);
        loop variant k->reduce.idle + (slot >= 0 ? 1 : 0);
    */
    while (slot >= 0 && (rtmr_any_number() != 0 || must_start(&k->reduce, k->now))) {
        if (rtmr_dispatch_reduce(k, slot, &offer) /*@ ghost (g) */ != RTMR_OK) {
            slot = -1;
        } else {
            slot = idle_reduce_slot(k) /*@ ghost (g) */;
        }
    }
    //@ ghost rtmr_state_ranges(k, g);
    //@ ghost offered_to_all(&k->reduce, k->promised, k->jobs);
}

/* No slot up to s runs a task that is due, if none before did, s does not, and the others are as
 * they were. */
/*@ ghost
  /@ requires valid:  \valid_read(pool) && \valid_read(was);
     requires slot:   0 <= s < pool->slots <= RTMR_SLOTS;
     requires others: OtherSlots(s, pool->slots, pool->state, pool->bound, was->state, was->bound);
     requires below:  NONE_DUE_BELOW(s, *was, now);
     requires own:    RUNS(pool->state[s]) ==> pool->bound[s] > now;
     assigns \nothing;
     ensures none:    NONE_DUE_BELOW(s + 1, *pool, now);
  @/
  static void one_slot_more(const struct rtmr_pool *pool, const struct rtmr_pool \ghost *was, int32_t s, rtmr_ticks now)
  {
  }
*/

/* The task on slot s of the stage is reported if it runs, and its bound has come. */
/*@ requires valid:   \valid(k) && \valid(g);
    requires state:   State(*k, *g);
    requires slot:    0 <= s < (stage == RTMR_MAP ? k->map.slots : k->reduce.slots);
    requires map:     stage == RTMR_MAP ==> NONE_DUE_BELOW(s, k->map, k->now);
    requires reduce:  stage != RTMR_MAP ==> NONE_DUE_BELOW(s, k->reduce, k->now);
    assigns FINISHED(*k), GHOST_FINISHED(*g);
    ensures state:    State(*k, *g);
    ensures map:      stage == RTMR_MAP ==> NONE_DUE_BELOW(s + 1, k->map, k->now);
    ensures reduce:   stage != RTMR_MAP ==> NONE_DUE_BELOW(s + 1, k->reduce, k->now);
    ensures maps:     stage != RTMR_MAP && NONE_DUE(\old(k->map), k->now) ==> NONE_DUE(k->map, k->now);
    ensures reduces:  stage == RTMR_MAP && NONE_DUE(\old(k->reduce), k->now) ==> NONE_DUE(k->reduce, k->now);
*/
static void report_if_due(struct rtmr *k, enum rtmr_stage stage, int32_t s) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    struct rtmr_report report;

    //@ ghost rtmr_state_ranges(k, g);
    //@ ghost struct rtmr before = *k;
    if ((stage == RTMR_MAP ? k->map.bound[s] : k->reduce.bound[s]) <= k->now) {
        rtmr_complete(k, stage, s, &report) /*@ ghost (g) */;
    }
    /*@ ghost
      if (stage == RTMR_MAP) {
          one_slot_more(&k->map, &before.map, s, k->now);
      } else {
          one_slot_more(&k->reduce, &before.reduce, s, k->now);
      }
    */
}

void rtmr_report_due(struct rtmr *k, enum rtmr_stage stage) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    //@ ghost rtmr_state_ranges(k, g);
    const int32_t slots = stage == RTMR_MAP ? k->map.slots : k->reduce.slots;

    /*@ loop invariant state: State(*k, *g);
        loop invariant range:  0 <= s <= slots && slots == (stage == RTMR_MAP ? k->map.slots : k->reduce.slots);
        loop invariant map:    stage == RTMR_MAP ==> NONE_DUE_BELOW(s, k->map, k->now);
        loop invariant reduce: stage != RTMR_MAP ==> NONE_DUE_BELOW(s, k->reduce, k->now);
        loop invariant maps:   stage != RTMR_MAP && NONE_DUE(\at(k->map, Pre), k->now) ==> NONE_DUE(k->map, k->now);
        loop invariant reds:   stage == RTMR_MAP && NONE_DUE(\at(k->reduce, Pre), k->now) ==>
                               NONE_DUE(k->reduce, k->now);
        loop assigns s, FINISHED(*k), GHOST_FINISHED(*g);
        loop variant slots - s;
    */
    for (int32_t s = 0; s < slots; s++) {
        report_if_due(k, stage, s) /*@ ghost (g) */;
    }
}

enum rtmr_status rtmr_next_instant(struct rtmr *k) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    struct rtmr_alarm alarm;

    //@ ghost rtmr_state_ranges(k, g);
    rtmr_report_due(k, RTMR_MAP) /*@ ghost (g) */;
    rtmr_report_due(k, RTMR_REDUCE) /*@ ghost (g) */;
    rtmr_pump_maps(k) /*@ ghost (g) */;
    rtmr_pump_reduces(k) /*@ ghost (g) */;
    //@ ghost rtmr_state_ranges(k, g);
    return rtmr_move_clock(k, k->now + 1, &alarm) /*@ ghost (g) */;
}
