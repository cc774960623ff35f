/*
 * The slot table of one stage.
 */
#ifndef RTMR_SLOT_POOL_H
#define RTMR_SLOT_POOL_H

#include "rtmr.h"

#ifdef __FRAMAC__
#include "proofs/lemmas/busy_slots.h"
#include "proofs/lemmas/plan_lemmas.h"
#include "proofs/lemmas/stored_lemmas.h"
#include "proofs/lemmas/table_lemmas.h"
#include "spec/offer.acsl"
#include "spec/schedule.acsl"
#include "spec/start.acsl"
#include "spec/state.acsl"
#include "spec/waits.acsl"
#endif

/* `slots` idle slots, no jobs. The pads are set. O(slots). */
/*@ requires valid:  \valid(pool) && \valid(g);
    requires range:  1 <= slots <= RTMR_SLOTS;
    requires pads:   0 <= NOTICE_PAD(*pool) <= RTMR_TIME_MAX / 4 && 0 <= RELEASE_PAD(*pool) <= RTMR_TIME_MAX / 4
                     && 0 <= WAIT_PAD(*pool) <= RTMR_TIME_MAX / 4;
    assigns pool->slots, pool->usable, pool->idle, pool->tasks, pool->soonest, pool->state[0 .. RTMR_SLOTS - 1],
            pool->place[0 .. RTMR_SLOTS - 1], DUES_OF(*pool), pool->free_at, CURSOR_OF(*pool), *g BUSY_ASSIGNED(*pool);
    POOL_STATE(ensures, , *pool, *g, 0, 0, 0)
    ensures slots:   pool->slots == slots && pool->usable == slots && pool->idle == slots;
*/
void rtmr_pool_init(struct rtmr_pool *pool, int32_t slots) /*@ ghost (struct rtmr_ghost_pool \ghost *g) */;

/* The slot is about to be in another state, with another bound: the bounds of busy slots follow.
 * O(log slots), and at most half of the runs move, now and then all; O(1) without runs. */
#if RTMR_WITH_RUNS
/*@ requires valid:  \valid(pool);
    requires range:  0 <= slot < pool->slots <= RTMR_SLOTS;
    requires busy:   BUSY_RUNS(*pool);
    assigns pool->busy;
    ensures noted:   BUSY_NOTED(*pool, slot, state, bound);
*/
#else
/*@ requires valid:  \valid(pool);
    assigns \nothing;
*/
#endif
void rtmr_note_busy(struct rtmr_pool *pool, int32_t slot, uint8_t state, rtmr_ticks bound);

/* The first waiting task of the job at `place` starts on an idle slot. If the job is flagged the
 * slot is late from the start: no plan counts on it until it reports, however long that takes. No
 * promise needs it, as every promised task that waits keeps another idle one. Costs
 * rtmr_note_busy(). */
/*@ requires valid:     \valid(pool) && \valid(g);
    requires range:     0 <= now <= RTMR_TIME_MAX && 0 <= promised <= jobs <= RTMR_JOBS && 0 <= slot < pool->slots;
    POOL_STATE(requires, , *pool, *g, jobs, promised, now)
    STARTABLE(requires, *pool, *g, place, slot, jobs, promised, now)
    assigns pool->state[slot], pool->place[slot], pool->bound[slot], pool->soonest, pool->idle, pool->usable,
            DUE_RANGE_OF(*pool), pool->waiting[place], g->position[slot], g->last, g->plan.open[0 .. RTMR_TASKS - 1]
            BUSY_ASSIGNED(*pool);
    POOL_STATE(ensures, , *pool, *g, jobs, promised, now)
    STARTS(ensures, *pool, *g, place, slot, promised, now)
    ensures few:        place < promised ==> \forall integer x; COUNTED(*pool, *g, place, x) <= pool->usable - 1;
    ensures running:    promised == jobs && \old(RUNNING(*pool, *g, promised, now)) ==>
                        RUNNING(*pool, *g, promised, now);
*/
void rtmr_pool_start(struct rtmr_pool *pool, int32_t place, int32_t slot, int32_t promised, rtmr_ticks now)
    /*@ ghost (struct rtmr_ghost_pool \ghost *g, int32_t jobs) */;

/* The task that the slot runs has ended. What is left of its bound is left to the next task's
 * dispatch. Costs rtmr_note_busy(). */
/*@ requires valid:     \valid(pool) && \valid(g);
    requires range:     0 <= now <= RTMR_TIME_MAX && 0 <= promised <= jobs <= RTMR_JOBS && 0 <= slot < pool->slots;
    POOL_STATE(requires, , *pool, *g, jobs, promised, now)
    requires runs:      RUNS(pool->state[slot]);
    assigns pool->state[slot], pool->place[slot], pool->bound[slot], pool->idle, pool->usable, pool->tasks,
            DUE_RANGE_OF(*pool), pool->unfinished[pool->place[slot]], g->position[slot] BUSY_ASSIGNED(*pool);
    TOGETHER(ensures, outcome,
             POOL_STATE(conjunct, , *pool, *g, jobs, promised, now)
             CLAUSE(conjunct, one_less,
                    pool->unfinished[pool->place[slot]] == \old(pool->unfinished[pool->place[slot]]) - 1
                    && pool->tasks == \old(pool->tasks) - 1)
             CLAUSE(conjunct, place, pool->place[slot] == \old(pool->place[slot])
                                     && pool->state[slot] == FREED(\old(pool->state[slot])))
             CLAUSE(conjunct, next_due,
                    pool->bound[slot] == DUE_AFTER(*pool, \old(pool->state[slot]), \old(pool->bound[slot]), now))
             CLAUSE(conjunct, counted, LESS_COUNTED(*pool, *g, promised))
             CLAUSE(conjunct, running, \old(RUNNING(*pool, *g, promised, now)) ==> RUNNING(*pool, *g, promised, now))
             CLAUSE(conjunct, usable, \old(RUNNING(*pool, *g, promised, now)) ==> pool->usable == \old(pool->usable)))
*/
void rtmr_pool_finish(struct rtmr_pool *pool, int32_t slot, rtmr_ticks now)
    /*@ ghost (struct rtmr_ghost_pool \ghost *g, int32_t jobs, int32_t promised) */;

/* RTMR_OK if the slot runs a task. O(1). */
/*@ requires valid: \valid_read(pool);
    requires range: 0 <= pool->slots <= RTMR_SLOTS;
    assigns \nothing;
    ensures ok:     \result == RTMR_OK <==> 0 <= slot < pool->slots && RUNS(pool->state[slot]);
    ensures error:  \result != RTMR_OK ==> \result < 0 && \result == RUNNING_STATUS(*pool, slot);
*/
enum rtmr_status rtmr_pool_check_running(const struct rtmr_pool *pool, int32_t slot);

/* Nonzero if a running task's bound lies before `to` (E1). Tightens `soonest`. O(slots), mostly
 * O(1). */
/*@ requires valid:   \valid(pool);
    requires range:   0 <= pool->slots <= RTMR_SLOTS;
    requires soonest: SLOT_BOUNDS_SOONEST(*pool);
    assigns pool->soonest;
    ensures soonest:  SLOT_BOUNDS_SOONEST(*pool);
    ensures overrun:  \result != 0 <==> OVERRUN(*pool, to);
*/
int32_t rtmr_pool_overrun(struct rtmr_pool *pool, rtmr_ticks to);

/* Slots whose task is over its bound at `to` become late: it is not known when they come back, so
 * plans do without them. Returns how many. O(slots), and for each of them as rtmr_note_busy(). */
/*@ requires valid:   \valid(pool) && \valid(g);
    requires range:   0 <= now <= to <= RTMR_TIME_MAX;
    POOL_TABLE(requires, , *pool, jobs, 0, now)
    assigns pool->state[0 .. RTMR_SLOTS - 1], pool->usable, pool->place[0 .. RTMR_SLOTS - 1],
            pool->bound[0 .. RTMR_SLOTS - 1],
            g->position[0 .. RTMR_SLOTS - 1] BUSY_ASSIGNED(*pool);
    TOGETHER(ensures, outcome,
             POOL_TABLE(conjunct, , *pool, jobs, 0, to)
             CLAUSE(conjunct, marked, \result == Overrun(\old(pool->state), \old(pool->bound), pool->slots, to))
             CLAUSE(conjunct, range, 0 <= \result <= pool->slots)
             CLAUSE(conjunct, places, \forall integer s; 0 <= s < pool->slots ==>
                                      pool->place[s] == \old(pool->place)[s])
             CLAUSE(conjunct, bounds, \forall integer s; 0 <= s < pool->slots ==>
                                      pool->bound[s] == \old(pool->bound)[s])
             CLAUSE(conjunct, runs, \forall integer s; 0 <= s < pool->slots ==>
                                    (RUNS(pool->state[s]) <==> RUNS(\old(pool->state)[s])))
             CLAUSE(conjunct, late, \forall integer s; 0 <= s < pool->slots && OVERDUE(pool->state[s]) ==>
                                    OVERDUE(\old(pool->state)[s]) || TIMELY(\old(pool->state)[s])
                                            && pool->bound[s] < to)
             CLAUSE(conjunct, states, SLOTS_MARKED(*pool, to)))
*/
int32_t rtmr_pool_mark_overruns(struct rtmr_pool *pool, rtmr_ticks to)
    /*@ ghost (struct rtmr_ghost_pool \ghost *g, int32_t jobs, rtmr_ticks now) */;

/* free_at := when the usable slots become available: idle ones now, busy ones at their bound.
 * draft[place] := the latest bound of a running task of the job at `place`, at least now. O(jobs
 * + slots). */
/*@ requires valid:   \valid(pool);
    requires table:   SLOT_TABLE(*pool);
    requires jobs:    SLOT_JOBS(*pool, all);
    requires range:   0 <= jobs <= all && now <= RTMR_TIME_MAX;
    requires bounds:  \forall integer s; 0 <= s < pool->slots && TIMELY(pool->state[s]) ==>
                      now <= pool->bound[s] <= 4 * RTMR_TIME_MAX;
    POOL_BUSY(requires, , *pool)
    assigns pool->free_at, pool->draft[0 .. RTMR_JOBS - 1];
    ensures size:     FREE_N(pool->free_at) == pool->usable;
    ensures ordered:  FREE_ORDERED(pool->free_at);
    ensures cover:    \forall integer x; BusyAbove(pool->state, pool->bound, pool->slots, x)
                        <= FREE_ABOVE(pool->free_at, x);
    ensures now:      \forall integer p; 0 <= p < jobs ==> now <= pool->draft[p] <= 4 * RTMR_TIME_MAX;
    ensures running:  \forall integer s; 0 <= s < pool->slots && TIMELY(pool->state[s]) && pool->place[s] < jobs ==>
                        pool->bound[s] <= pool->draft[pool->place[s]];
    ensures entries:  \forall integer x; FREE_ABOVE(pool->free_at, x)
                        == BusyAbove(pool->state, pool->bound, pool->slots, x) + (now > x ? pool->idle : 0);
    ensures last:     LAST_BOUNDS(*pool, now, 0, jobs);
*/
void rtmr_pool_snapshot(struct rtmr_pool *pool, int32_t jobs, rtmr_ticks now) /*@ ghost (int32_t all) */;

#if RTMR_WITH_SLOT_CHANGES
/* The slot becomes IDLE or ABSENT; the task that it runs, if any, waits again. Returns the place
 * of that task's job, or -1. Costs rtmr_note_busy(). */
/*@ requires valid:   \valid(pool);
    requires range:   0 <= now <= RTMR_TIME_MAX && 0 <= slot < pool->slots;
    requires state:   state == RTMR_SLOT_IDLE || state == RTMR_SLOT_ABSENT;
    POOL_TABLE(requires, , *pool, jobs, 0, now)
    assigns pool->state[slot], pool->usable, pool->idle, DUE_RANGE_OF(*pool), pool->waiting[0 .. RTMR_JOBS - 1],
            CURSOR_OF(*pool) BUSY_ASSIGNED(*pool);
    POOL_TABLE(ensures, , *pool, jobs, 0, now)
    ensures set:      pool->state[slot] == state;
    ensures place:    \result == (RUNS(\old(pool->state[slot])) ? pool->place[slot] : -1);
    ensures waits:    \result >= 0 ==> 0 <= \result < jobs && pool->waiting[\result] == \old(pool->waiting)[\result] + 1
                      && \old(pool->waiting)[\result] < pool->unfinished[\result];
    ensures others:   \forall integer p; p != \result ==> pool->waiting[p] == \old(pool->waiting)[p];
*/
int32_t rtmr_pool_drop(struct rtmr_pool *pool, int32_t slot, uint8_t state) /*@ ghost (int32_t jobs, rtmr_ticks now) */;

/* The slot's state changes; whatever it runs, in time or late, it runs still. Costs
 * rtmr_note_busy(). */
/*@ requires valid:   \valid(pool);
    requires range:   0 <= now <= RTMR_TIME_MAX && 0 <= slot < pool->slots;
    requires state:   (TIMELY(state) <==> TIMELY(pool->state[slot]))
                      && (OVERDUE(state) <==> OVERDUE(pool->state[slot]));
    POOL_TABLE(requires, , *pool, jobs, 0, now)
    assigns pool->state[slot], pool->usable, pool->idle, DUE_RANGE_OF(*pool) BUSY_ASSIGNED(*pool);
    POOL_TABLE(ensures, , *pool, jobs, 0, now)
    ensures set:      pool->state[slot] == state;
*/
void rtmr_pool_steer(struct rtmr_pool *pool, int32_t slot, uint8_t state) /*@ ghost (int32_t jobs, rtmr_ticks now) */;

/* A LATE slot leaves when its task has ended. O(1). */
/*@ requires valid:   \valid(pool) && \valid(g);
    TOGETHER(requires, given,
             CLAUSE(conjunct, range,
                    0 <= now <= RTMR_TIME_MAX && 0 <= promised <= jobs <= RTMR_JOBS && 0 <= slot < pool->slots)
             CLAUSE(conjunct, late, pool->state[slot] == RTMR_SLOT_LATE)
             POOL_STATE(conjunct, , *pool, *g, jobs, promised, now))
    assigns pool->state[slot], pool->place[slot], pool->bound[slot], g->position[slot] BUSY_ASSIGNED(*pool);
    POOL_STATE(ensures, , *pool, *g, jobs, promised, now)
    ensures set:      pool->state[slot] == RTMR_SLOT_LATE_DRAINING;
    ensures same:     pool->place[slot] == \old(pool->place[slot]) && pool->bound[slot] == \old(pool->bound[slot]);
*/
void rtmr_pool_drain_late(struct rtmr_pool *pool, int32_t slot)
    /*@ ghost (struct rtmr_ghost_pool \ghost *g, int32_t jobs, int32_t promised, rtmr_ticks now) */;

/* A slot joins, idle: an ABSENT one, or a new one behind the others. O(1). */
/*@ requires valid:   \valid(pool) && \valid(g);
    requires range:   0 <= now <= RTMR_TIME_MAX && 0 <= promised <= jobs <= RTMR_JOBS && 0 <= slot <= pool->slots
                      && slot < RTMR_SLOTS;
    requires absent:  slot < pool->slots ==> pool->state[slot] != RTMR_SLOT_IDLE && !RUNS(pool->state[slot]);
    POOL_STATE(requires, , *pool, *g, jobs, promised, now)
    assigns pool->slots, pool->usable, pool->idle, pool->state[slot], pool->place[slot], pool->bound[slot],
            DUE_RANGE_OF(*pool), g->position[slot];
    POOL_STATE(ensures, , *pool, *g, jobs, promised, now)
    ensures joined:   pool->state[slot] == RTMR_SLOT_IDLE && pool->usable == \old(pool->usable) + 1;
    ensures due:      pool->bound[slot] == now + RELEASE_PAD(*pool) + WAIT_PAD(*pool);
    ensures slots:    pool->slots == (slot == \old(pool->slots) ? slot + 1 : \old(pool->slots));
*/
void rtmr_pool_join(struct rtmr_pool *pool, int32_t slot, rtmr_ticks now)
    /*@ ghost (struct rtmr_ghost_pool \ghost *g, int32_t jobs, int32_t promised) */;
#endif

#endif
