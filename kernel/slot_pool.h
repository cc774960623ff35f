/*
 * The slot table of one stage.
 */
#ifndef RTMR_SLOT_POOL_H
#define RTMR_SLOT_POOL_H

#include "rtmr.h"

#ifdef __FRAMAC__
#include "proofs/plan_lemmas.h"
#include "proofs/stored_lemmas.h"
#include "proofs/table_lemmas.h"
#include "spec/offer.acsl"
#include "spec/schedule.acsl"
#include "spec/state.acsl"
#endif

/* `slots` idle slots, no jobs, pads for latency. O(slots). */
/*@ requires valid:  \valid(pool) && \valid(g);
    requires range:  1 <= slots <= RTMR_SLOTS;
    requires pads:   0 <= notice_pad <= RTMR_TIME_MAX / 4 && 0 <= release_pad <= RTMR_TIME_MAX / 4 && 0 <= wait_pad <= RTMR_TIME_MAX / 4;
    assigns *pool, *g;
    POOL_STATE(ensures, , *pool, *g, 0, 0, 0)
    ensures slots:   pool->slots == slots && pool->usable == slots && pool->idle == slots;
    ensures pads:    pool->notice_pad == notice_pad && pool->release_pad == release_pad && pool->wait_pad == wait_pad;
*/
void rtmr_pool_init(struct rtmr_pool *pool, int32_t slots, rtmr_ticks notice_pad, rtmr_ticks release_pad,
                    rtmr_ticks wait_pad) /*@ ghost (struct rtmr_ghost_pool \ghost *g) */;

/* The first waiting task of the job at `place` starts on an idle slot. O(1). */
/*@ requires valid:     \valid(pool) && \valid(g);
    requires range:     0 <= now <= RTMR_TIME_MAX && 0 <= promised <= jobs <= RTMR_JOBS && 0 <= slot < pool->slots;
    POOL_STATE(requires, , *pool, *g, jobs, promised, now)
    requires idle:      pool->state[slot] == RTMR_SLOT_IDLE;
    requires offered:   OFFER(*pool, jobs, place);
    requires unserved:  UNSERVED(*pool, *g, promised, place);
    assigns pool->state[slot], pool->place[slot], pool->bound[slot], pool->soonest, pool->idle, pool->queued,
            pool->waiting[place], g->position[slot], g->last, g->plan.open[0 .. RTMR_TASKS - 1];
    POOL_STATE(ensures, , *pool, *g, jobs, promised, now)
    ensures less:       \forall integer i; 0 <= i < g->plan.tasks ==> g->plan.open[i] != 0 ==> \old(g->plan.open)[i] != 0;
    ensures runs:       pool->state[slot] == RTMR_SLOT_BUSY && pool->place[slot] == place
                        && pool->bound[slot] == now + pool->estimate[place] && pool->waiting[place] == \old(pool->waiting[place]) - 1
                        && pool->queued == \old(pool->queued) - 1;
    ensures counted:    LESS_COUNTED(*pool, *g, promised);
    ensures few:        place < promised ==> \forall integer x; COUNTED(*pool, *g, place, x) <= pool->usable - 1;
    ensures running:    promised == jobs && \old(RUNNING(*pool, *g, promised, now)) ==> RUNNING(*pool, *g, promised, now);
*/
void rtmr_pool_start(struct rtmr_pool *pool, int32_t place, int32_t slot, rtmr_ticks now)
    /*@ ghost (struct rtmr_ghost_pool \ghost *g, int32_t jobs, int32_t promised) */;

/* The task on a BUSY or LATE slot has ended. What is left of its bound is left to the next task's dispatch. O(1). */
/*@ requires valid:     \valid(pool) && \valid(g);
    requires range:     0 <= now <= RTMR_TIME_MAX && 0 <= promised <= jobs <= RTMR_JOBS && 0 <= slot < pool->slots;
    POOL_STATE(requires, , *pool, *g, jobs, promised, now)
    requires runs:      RUNS(pool->state[slot]);
    assigns pool->state[slot], pool->place[slot], pool->bound[slot], pool->idle, pool->usable,
            pool->unfinished[pool->place[slot]], g->position[slot];
    POOL_STATE(ensures, , *pool, *g, jobs, promised, now)
    ensures one_less:   pool->unfinished[pool->place[slot]] == \old(pool->unfinished[pool->place[slot]]) - 1;
    ensures place:      pool->place[slot] == \old(pool->place[slot]) && pool->state[slot] == RTMR_SLOT_IDLE;
    ensures counted:    LESS_COUNTED(*pool, *g, promised);
    ensures running:    \old(RUNNING(*pool, *g, promised, now)) ==> RUNNING(*pool, *g, promised, now);
    ensures usable:     \old(RUNNING(*pool, *g, promised, now)) ==> pool->usable == \old(pool->usable);
*/
void rtmr_pool_finish(struct rtmr_pool *pool, int32_t slot)
    /*@ ghost (struct rtmr_ghost_pool \ghost *g, int32_t jobs, int32_t promised, rtmr_ticks now) */;

/* Nonzero if a busy slot's bound lies before `to` (E1). Tightens `soonest`. O(slots), mostly O(1). */
/*@ requires valid:   \valid(pool);
    requires range:   0 <= pool->slots <= RTMR_SLOTS;
    requires soonest: SLOT_BOUNDS_SOONEST(*pool);
    assigns pool->soonest;
    ensures soonest:  SLOT_BOUNDS_SOONEST(*pool);
    ensures overrun:  \result != 0 <==> OVERRUN(*pool, to);
*/
int32_t rtmr_pool_overrun(struct rtmr_pool *pool, rtmr_ticks to);

/* Busy slots that are over their bound at `to` become late: nobody knows when they come back, so plans do without them.
 * Returns how many. O(slots). */
/*@ requires valid:   \valid(pool) && \valid(g);
    requires range:   0 <= now <= to <= RTMR_TIME_MAX;
    POOL_TABLE(requires, , *pool, jobs, 0, now)
    assigns pool->state[0 .. RTMR_SLOTS - 1], pool->usable, pool->place[0 .. RTMR_SLOTS - 1], pool->bound[0 .. RTMR_SLOTS - 1],
            g->position[0 .. RTMR_SLOTS - 1];
    POOL_TABLE(ensures, , *pool, jobs, 0, to)
    ensures marked:   \result == Busy(\old(pool->state), pool->slots) - BusyAbove(\old(pool->state), \old(pool->bound), pool->slots, to - 1);
    ensures range:    0 <= \result <= pool->slots;
    ensures none:     !\old(OVERRUN(*pool, to)) ==> \result == 0;
    ensures places:   \forall integer s; 0 <= s < pool->slots ==> pool->place[s] == \old(pool->place)[s];
*/
int32_t rtmr_pool_mark_overruns(struct rtmr_pool *pool, rtmr_ticks to)
    /*@ ghost (struct rtmr_ghost_pool \ghost *g, int32_t jobs, rtmr_ticks now) */;

/* A new plan is to be made: whatever was due on an idle slot is due anew. O(slots). */
/*@ requires valid:   \valid(pool);
    requires range:   0 <= pool->slots <= RTMR_SLOTS;
    assigns pool->bound[0 .. RTMR_SLOTS - 1];
    ensures busy:     \forall integer s; 0 <= s < pool->slots && pool->state[s] != RTMR_SLOT_IDLE ==> pool->bound[s] == \old(pool->bound)[s];
*/
void rtmr_pool_restart_waits(struct rtmr_pool *pool);

/* The places of jobs at or behind `place` have moved up by one: a job was put there. O(slots). */
/*@ requires valid: \valid(pool);
    requires range: 0 <= place && 0 <= pool->slots <= RTMR_SLOTS;
    requires jobs:  \forall integer s; 0 <= s < pool->slots && RUNS(pool->state[s]) ==> 0 <= pool->place[s] < RTMR_JOBS;
    assigns pool->place[0 .. RTMR_SLOTS - 1];
    ensures moved:  SLOTS_MOVED(*pool, place);
    ensures tasks:  TASKS_MOVED(*pool, place);
    ensures busy:   BUSY_MOVED(*pool, place);
*/
void rtmr_pool_job_inserted(struct rtmr_pool *pool, int32_t place);

/* The job at `from` has moved to `to` >= from, those between one place down. O(slots). */
/*@ requires valid: \valid(pool);
    requires range: 0 <= from <= to < RTMR_JOBS && 0 <= pool->slots <= RTMR_SLOTS;
    assigns pool->place[0 .. RTMR_SLOTS - 1];
    ensures moved:  SLOTS_ROTATED(*pool, from, to);
    ensures tasks:  TASKS_ROTATED(*pool, from, to);
    ensures busy:   BUSY_ROTATED(*pool, from, to);
*/
void rtmr_pool_job_moved(struct rtmr_pool *pool, int32_t from, int32_t to);

/* free_at := when the usable slots become available: idle ones now, busy ones at their bound.
 * draft[place] := the latest bound of a running task of the job at `place`, at least now. O(jobs + slots). */
/*@ requires valid:   \valid(pool);
    requires table:   SLOT_TABLE(*pool);
    requires jobs:    SLOT_JOBS(*pool, all);
    requires range:   0 <= jobs <= all && now <= RTMR_TIME_MAX;
    requires bounds:  \forall integer s; 0 <= s < pool->slots && pool->state[s] == RTMR_SLOT_BUSY ==> pool->bound[s] <= 4 * RTMR_TIME_MAX;
    assigns pool->free_at.n, pool->free_at.at[0 .. RTMR_SLOTS - 1], pool->draft[0 .. RTMR_JOBS - 1];
    ensures size:     pool->free_at.n == pool->usable;
    ensures ordered:  Ordered(pool->free_at.at, pool->free_at.n);
    ensures cover:    \forall integer x; BusyAbove(pool->state, pool->bound, pool->slots, x) <= Above(pool->free_at.at, pool->free_at.n, x);
    ensures now:      \forall integer p; 0 <= p < jobs ==> now <= pool->draft[p] <= 4 * RTMR_TIME_MAX;
    ensures running:  \forall integer s; 0 <= s < pool->slots && pool->state[s] == RTMR_SLOT_BUSY && pool->place[s] < jobs ==>
                        pool->bound[s] <= pool->draft[pool->place[s]];
    ensures entries:  \forall integer x; Above(pool->free_at.at, pool->free_at.n, x)
                        == BusyAbove(pool->state, pool->bound, pool->slots, x) + (now > x ? pool->idle : 0);
    ensures last:     LAST_BOUNDS(*pool, now, 0, jobs);
*/
void rtmr_pool_snapshot(struct rtmr_pool *pool, int32_t jobs, rtmr_ticks now) /*@ ghost (int32_t all) */;

#endif
