/*
 * Dispatch latency: by when an idle slot must have a task (E2). A slot that is idle keeps that
 * instant where a busy one keeps its bound. Without latency nothing is kept: whatever is offered is
 * due before time moves.
 */
#ifndef RTMR_LATENCY_H
#define RTMR_LATENCY_H

#include "rtmr.h"

#ifdef __FRAMAC__
#include "proofs/lemmas/state.h"
#include "spec/calls.acsl"
#endif

/* Where the search for an offer begins, and what idle slots owe: to be called after every change.
 * With latency: when an offer to a promised job appears, a task is due after the latency (times the
 * reduce slots of a node). A map slot that has just become idle owes it by the bound of its last
 * task too: at its node's report it takes the next map at once. Without such an offer nothing is
 * due. O(1) and the jobs that the search passes; with latency plus O(slots) when a stage begins or
 * ceases to be offered to promised jobs. */
/*@ requires valid: \valid(k) && \valid(g);
    requires state: Unnoted(*k, *g);
    assigns DUES_OF(k->map), DUES_OF(k->reduce), CURSORS(*k);
    ensures state:  State(*k, *g);
    ensures kept:   OTHER_SLOTS(k->map, -1) && OTHER_SLOTS(k->reduce, -1);
    WAITS_KEPT(ensures, \true, *k)
*/
void rtmr_note_offers(struct rtmr *k) /*@ ghost (struct rtmr_ghost \ghost *g) */;

/* What a latency adds to the stages, of which a node has so many reduce slots (0 means 1). O(1). */
/*@ requires valid: \valid(k);
    requires range: 0 <= latency <= RTMR_LATENCY_MAX && 0 <= reduces_per_node <= RTMR_SLOTS;
    assigns PADS_OF(*k);
    ensures pads:   LATENCY(*k) == latency && PADS(*k);
    ensures waits:  WAIT_PAD(k->reduce) == (reduces_per_node > 0 ? reduces_per_node : 1) * latency;
    ensures small:  latency <= RTMR_TIME_MAX / 4 && 0 <= WAIT_PAD(k->reduce) <= RTMR_TIME_MAX / 4;
*/
#if RTMR_WITH_LATENCY
void rtmr_set_latency(struct rtmr *k, rtmr_ticks latency, int32_t reduces_per_node);
#else
static inline void rtmr_set_latency(struct rtmr *k, rtmr_ticks latency, int32_t reduces_per_node)
{
    (void)k;
    (void)latency;
    (void)reduces_per_node;
}
#endif

/* A task is about to start on the idle slot. Slots are alike: a dispatch serves the idle slot
 * with the earliest due instant, whichever slot takes the task. (Otherwise a node that always
 * uses its lowest free slot would seem to leave another one waiting.) O(slots), mostly O(1). */
/*@ requires valid:    \valid(pool) && \valid(g);
    requires range:    0 <= now <= RTMR_TIME_MAX && 0 <= promised <= jobs <= RTMR_JOBS && 0 <= slot < pool->slots;
    requires idle:     pool->state[slot] == RTMR_SLOT_IDLE;
    POOL_STATE(requires, , *pool, *g, jobs, promised, now)
    assigns DUES_OF(*pool);
    POOL_STATE(ensures, , *pool, *g, jobs, promised, now)
    ensures earliest:  NOTICE_PAD(*pool) > 0 ==>
                       \forall integer s; 0 <= s < pool->slots && pool->state[s] == RTMR_SLOT_IDLE ==>
                       pool->bound[slot] <= pool->bound[s];
    ensures kept:      OTHER_SLOTS(*pool, -1);
    ensures same:      NOTICE_PAD(*pool) == 0 ==> pool->bound == \old(pool->bound);
    ensures served:    NOTICE_PAD(*pool) > 0 ==> EARLIEST_SERVED(*pool, slot);
    ensures counted:   BUSY_KEPT(*pool);
*/
#if RTMR_WITH_LATENCY
void rtmr_serve_earliest_due(struct rtmr_pool *pool, int32_t slot)
    /*@ ghost (struct rtmr_ghost_pool \ghost *g, int32_t jobs, int32_t promised, rtmr_ticks now) */;
#else
static inline void rtmr_serve_earliest_due(struct rtmr_pool *pool, int32_t slot)
/*@ ghost (struct rtmr_ghost_pool \ghost *g, int32_t jobs, int32_t promised, rtmr_ticks now) */
{
    (void)pool;
    (void)slot;
}
#endif

#if RTMR_WITH_LATENCY
/* Nonzero if, by `to`, a task was due on an idle slot. Tightens `due_first`. O(slots), mostly
 * O(1). */
/*@ requires valid: \valid(pool);
    requires range: 0 <= pool->slots <= RTMR_SLOTS;
    requires due:   DUE_RANGE(*pool);
    assigns pool->due_first;
    ensures due:    DUE_RANGE(*pool);
    ensures passed: \result != 0 <==>
                    \exists integer s; 0 <= s < pool->slots && pool->state[s] == RTMR_SLOT_IDLE && pool->bound[s] < to;
*/
int32_t rtmr_due_passed(struct rtmr_pool *pool, rtmr_ticks to);
#endif

/* A new plan is to be made: every idle slot on which a task was due gets a new due time.
 * O(slots). */
/*@ requires valid:   \valid(pool);
    requires range:   0 <= pool->slots <= RTMR_SLOTS;
    POOL_BUSY(requires, counted_, *pool)
    assigns DUES_OF(*pool);
    ensures busy:     \forall integer s; 0 <= s < pool->slots && pool->state[s] != RTMR_SLOT_IDLE ==>
                      pool->bound[s] == \old(pool->bound)[s];
    ensures idle:     WAITS_RESTARTED(*pool);
    ensures due:      DUE_RANGE(*pool);
    POOL_BUSY(ensures, counted_, *pool)
*/
#if RTMR_WITH_LATENCY
void rtmr_restart_waits(struct rtmr_pool *pool);
#else
static inline void rtmr_restart_waits(struct rtmr_pool *pool)
{
    (void)pool;
}
#endif

#endif
