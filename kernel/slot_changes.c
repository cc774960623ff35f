#include "slot_changes.h"

#if RTMR_WITH_SLOT_CHANGES

#include "admission.h"
#include "adoption.h"
#include "latency.h"
#include "recovery.h"
#include "slot_pool.h"
#include "slot_state.h"
#include "tokens.h"

/* RTMR_OK if the stage has the slot and it is not absent. */
/*@ requires valid: \valid_read(pool);
    requires range: 0 <= pool->slots <= RTMR_SLOTS;
    assigns \nothing;
    ensures ok:     \result == RTMR_OK <==> HAS_SLOT(*pool, slot) && !GONE(pool->state[slot]);
    ensures slot:   \result == RTMR_E_SLOT <==> !HAS_SLOT(*pool, slot);
    ensures gone:   \result == RTMR_E_SLOT_ABSENT <==> HAS_SLOT(*pool, slot) && GONE(pool->state[slot]);
    ensures status: \result == RTMR_OK || \result == RTMR_E_SLOT || \result == RTMR_E_SLOT_ABSENT;
*/
static enum rtmr_status check_present(const struct rtmr_pool *pool, int32_t slot)
{
    if (slot < 0 || slot >= pool->slots) {
        return RTMR_E_SLOT;
    }
    return pool->state[slot] == RTMR_SLOT_IDLE || rtmr_slot_runs(pool->state[slot]) ? RTMR_OK : RTMR_E_SLOT_ABSENT;
}

/*@ requires valid: \valid_read(k);
    requires slot:  0 <= slot < RTMR_SLOTS;
    assigns \nothing;
    ensures state:  \result == (stage == RTMR_MAP ? k->map.state[slot] : k->reduce.state[slot]);
*/
static uint8_t state_of(const struct rtmr *k, enum rtmr_stage stage, int32_t slot)
{
    return stage == RTMR_MAP ? k->map.state[slot] : k->reduce.state[slot];
}

/* The slot of the map stage becomes IDLE or ABSENT, the task that it runs, if any, waits again.
 * Returns the place of that task's job, or -1. */
/*@ requires valid:   \valid(k) && \valid(g);
    TOGETHER(requires, given,
             TABLE(conjunct, *k, 0)
             WATCHED(conjunct, *k, *g)
             BOTH_STAGES(conjunct, late_flagged, LATE_FLAGGED, *k, k->promised)
             CLAUSE(conjunct, slot, 0 <= slot < k->map.slots)
             CLAUSE(conjunct, free, state == RTMR_SLOT_IDLE || state == RTMR_SLOT_ABSENT))
    assigns k->map.state[slot], k->map.usable, k->map.idle, DUE_RANGE_OF(k->map), k->map.waiting[0 .. RTMR_JOBS - 1],
            CURSOR_OF(k->map), g->job.map.runs[slot] BUSY_ASSIGNED(k->map);
    TABLE(ensures, *k, 0)
    WATCHED(ensures, *k, *g)
    BOTH_STAGES(ensures, late_flagged, LATE_FLAGGED, *k, k->promised)
    ensures set:      k->map.state[slot] == state;
    ensures place:    -1 <= \result < k->jobs;
    ensures lost:     \result >= 0 && \result == g->watched ==> \old(g->job.map.runs[slot]) != 0;
    ensures task:     \result == \old(TASK_ON(k->map, slot));
    ensures waits:    Unmoved(*k, \old(*k), \result, -1);
    ensures none:     g->job.map.runs[slot] == 0;
*/
static int32_t drop_map_task(struct rtmr *k, int32_t slot, uint8_t state) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    const int32_t place = rtmr_pool_drop(&k->map, slot, state) /*@ ghost (k->jobs, k->now) */;

    //@ ghost g->job.map.runs[slot] = 0;
    //@ assert map_started: Started(k->jobs, k->started, k->map.waiting, k->map.unfinished);
    //@ assert reduce_started: Started(k->jobs, k->started, k->reduce.waiting, k->reduce.unfinished);
    return place;
}

/* The same of the reduce stage. */
/*@ requires valid:   \valid(k) && \valid(g);
    TOGETHER(requires, given,
             TABLE(conjunct, *k, 0)
             WATCHED(conjunct, *k, *g)
             BOTH_STAGES(conjunct, late_flagged, LATE_FLAGGED, *k, k->promised)
             CLAUSE(conjunct, slot, 0 <= slot < k->reduce.slots)
             CLAUSE(conjunct, free, state == RTMR_SLOT_IDLE || state == RTMR_SLOT_ABSENT))
    assigns k->reduce.state[slot], k->reduce.usable, k->reduce.idle, DUE_RANGE_OF(k->reduce),
            k->reduce.waiting[0 .. RTMR_JOBS - 1], CURSOR_OF(k->reduce), g->job.reduce.runs[slot]
            BUSY_ASSIGNED(k->reduce);
    TABLE(ensures, *k, 0)
    WATCHED(ensures, *k, *g)
    BOTH_STAGES(ensures, late_flagged, LATE_FLAGGED, *k, k->promised)
    ensures set:      k->reduce.state[slot] == state;
    ensures place:    -1 <= \result < k->jobs;
    ensures lost:     \result >= 0 && \result == g->watched ==> \old(g->job.reduce.runs[slot]) != 0;
    ensures task:     \result == \old(TASK_ON(k->reduce, slot));
    ensures waits:    Unmoved(*k, \old(*k), -1, \result);
    ensures none:     g->job.reduce.runs[slot] == 0;
*/
static int32_t drop_reduce_task(struct rtmr *k, int32_t slot, uint8_t state) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    const int32_t place = rtmr_pool_drop(&k->reduce, slot, state) /*@ ghost (k->jobs, k->now) */;

    //@ ghost g->job.reduce.runs[slot] = 0;
    //@ assert map_started: Started(k->jobs, k->started, k->map.waiting, k->map.unfinished);
    //@ assert reduce_started: Started(k->jobs, k->started, k->reduce.waiting, k->reduce.unfinished);
    return place;
}

/* The slot becomes IDLE or ABSENT, the task that it runs waits again; a new plan renews the
 * promises. */
/*@ requires valid:   \valid(k) && \valid(alarm) && \valid(g);
    TOGETHER(requires, given,
             STATE(conjunct, *k, *g)
             CLAUSE(conjunct, slot, 0 <= slot < (stage == RTMR_MAP ? k->map.slots : k->reduce.slots))
             CLAUSE(conjunct, free, state == RTMR_SLOT_IDLE || state == RTMR_SLOT_ABSENT))
    assigns DROPPED(*k), *alarm, GHOST_DROPPED(*g);
    ensures state: State(*k, *g);
    ensures jobs: k->jobs == \old(k->jobs) && k->promised == \old(k->promised) - alarm->flagged_jobs
                      && alarm->overrun_tasks == 0;
    ensures set: (stage == RTMR_MAP ? k->map.state[slot] : k->reduce.state[slot]) == state;
    ensures others: OTHER_STATES(k->map, stage == RTMR_MAP ? slot : -1)
                      && OTHER_STATES(k->reduce, stage == RTMR_MAP ? -1 : slot);
    RUN_ENDED(ensures, map_, stage == RTMR_MAP, g->job.map, slot)
    RUN_ENDED(ensures, reduce_, stage != RTMR_MAP, g->job.reduce, slot)
    ensures rows: Reordered(*k, \old(*k), g->order.from, MAP_TASK(*k, stage, slot), REDUCE_TASK(*k, stage, slot));
    ensures spared: Spared(*k, \old(*k), *g, MAP_TASK(*k, stage, slot), REDUCE_TASK(*k, stage, slot))
                      && g->first.at.promised == \old(k->promised);
    ensures renewed: Renewed(*k, \old(*k), *g, MAP_TASK(*k, stage, slot), REDUCE_TASK(*k, stage,
                      slot));
    ensures plans: PLANS_FROM_SLOTS(*k);
    WAITS_AFRESH(ensures, \true, *k)
    ensures no_job: \old(g->watched) == -1 ==> g->watched == -1;
    ensures reached: \old(g->watched) >= 0 && g->watched < 0 ==>
                      BLAMED(*k, \old(*k), *g, MAP_TASK(*k, stage, slot), REDUCE_TASK(*k, stage, slot))
                      && (g->blamed == g->blame.trial.late
                      || \old(stage == RTMR_MAP ? g->job.map.runs[slot] : g->job.reduce.runs[slot]) != 0);
*/
static void drop(struct rtmr *k, enum rtmr_stage stage, int32_t slot, uint8_t state, struct rtmr_alarm *alarm)
/*@ ghost (struct rtmr_ghost \ghost *g) */
{
    //@ ghost struct rtmr found = *k;
    const int32_t place = stage == RTMR_MAP ? drop_map_task(k, slot, state) /*@ ghost (g) */
                                            : drop_reduce_task(k, slot, state) /*@ ghost (g) */;

    //@ ghost struct rtmr lost = *k;
    /*@ assert map_others: \forall integer s; 0 <= s < k->map.slots && s != (stage == RTMR_MAP ? slot : -1) ==>
            k->map.state[s] == found.map.state[s]; */
    /*@ assert reduce_others: \forall integer s; 0 <= s < k->reduce.slots && s != (stage == RTMR_MAP ? -1 : slot) ==>
            k->reduce.state[s] == found.reduce.state[s]; */
    //@ ghost rtmr_order_begins(k, &g->order);
    alarm->overrun_tasks = 0;
    alarm->flagged_jobs = 0;
    rtmr_recover(k, place, alarm) /*@ ghost (g, &lost) */;
    /*@ assert flagged: \at(g->watched, Pre) >= 0 && g->watched < 0 ==> BLAMED(*k, lost, *g, -1, -1)
            && (g->blamed == g->blame.trial.late || place == \at(g->watched, Pre)); */
    //@ ghost struct rtmr recovered = *k;
    //@ ghost rtmr_unnoted_fold(k, g);
    rtmr_note_offers(k) /*@ ghost (g) */;
    //@ assert map_afresh: DUES_AFRESH(k->map, k->promised, k->now);
    //@ assert reduce_afresh: DUES_AFRESH(k->reduce, k->promised, k->now);
    //@ ghost rtmr_order_kept(k, &recovered, &lost, &g->order);
    //@ ghost rtmr_recovery_kept(k, &recovered, &lost, g);
    //@ assert kept: \at(g->watched, Pre) >= 0 && g->watched < 0 ==> BLAMED(*k, lost, *g, -1, -1);
    /*@ ghost rtmr_order_lost(k, &lost, &found, &g->order, stage == RTMR_MAP ? place : -1,
                              stage == RTMR_MAP ? -1 : place); */
    /*@ ghost rtmr_recovery_lost(k, &lost, &found, g, stage == RTMR_MAP ? place : -1,
                                 stage == RTMR_MAP ? -1 : place); */
}

enum rtmr_status rtmr_lose_slot(struct rtmr *k, enum rtmr_stage stage, int32_t slot, struct rtmr_alarm *alarm)
/*@ ghost (struct rtmr_ghost \ghost *g) */
{
    //@ ghost rtmr_state_unfold(k, g);
    const enum rtmr_status status = stage == RTMR_MAP ? check_present(&k->map, slot) : check_present(&k->reduce, slot);

    if (status != RTMR_OK) {
        return status;
    }
    drop(k, stage, slot, RTMR_SLOT_ABSENT, alarm) /*@ ghost (g) */;
    return RTMR_VIOLATION_LOST;
}

enum rtmr_status rtmr_fail_task(struct rtmr *k, enum rtmr_stage stage, int32_t slot, struct rtmr_alarm *alarm)
/*@ ghost (struct rtmr_ghost \ghost *g) */
{
    //@ ghost rtmr_state_unfold(k, g);
    const enum rtmr_status status =
        stage == RTMR_MAP ? rtmr_pool_check_running(&k->map, slot) : rtmr_pool_check_running(&k->reduce, slot);

    if (status != RTMR_OK) {
        return status;
    }
    const uint8_t freed = rtmr_slot_leaves(state_of(k, stage, slot)) ? RTMR_SLOT_ABSENT : RTMR_SLOT_IDLE;
    drop(k, stage, slot, freed, alarm) /*@ ghost (g) */;
    return RTMR_VIOLATION_FAILED;
}

/* The slot of the stage goes to another state; nothing else changes. */
/*@ requires valid:   \valid(k);
    TOGETHER(requires, given,
             TABLE(conjunct, *k, 0)
             CLAUSE(conjunct, slot, 0 <= slot < (stage == RTMR_MAP ? k->map.slots : k->reduce.slots))
             CLAUSE(conjunct, state, stage == RTMR_MAP ? (TIMELY(state) <==> TIMELY(k->map.state[slot]))
                                     && (OVERDUE(state) <==> OVERDUE(k->map.state[slot]))
                                     : (TIMELY(state) <==> TIMELY(k->reduce.state[slot]))
                                     && (OVERDUE(state) <==> OVERDUE(k->reduce.state[slot]))))
    assigns k->map.state[slot], k->reduce.state[slot], k->map.usable, k->map.idle, k->reduce.usable, k->reduce.idle,
            DUE_RANGE_OF(k->map), DUE_RANGE_OF(k->reduce) BUSY_ASSIGNED(k->map) BUSY_ASSIGNED(k->reduce);
    TABLE(ensures, *k, 0)
    ensures set:      k->map.state[slot] == (stage == RTMR_MAP ? state : \old(k->map.state[slot]))
                      && k->reduce.state[slot] == (stage == RTMR_MAP ? \old(k->reduce.state[slot]) : state);
*/
static void steer(struct rtmr *k, enum rtmr_stage stage, int32_t slot, uint8_t state)
{
    if (stage == RTMR_MAP) {
        rtmr_pool_steer(&k->map, slot, state) /*@ ghost (k->jobs, k->now) */;
    } else {
        rtmr_pool_steer(&k->reduce, slot, state) /*@ ghost (k->jobs, k->now) */;
    }
}

/* Plans without the slot, which is IDLE or BUSY. If every promise can be kept, it drains. */
/*@ requires valid:   \valid(k) && \valid(decision) && \valid(g);
    TOGETHER(requires, given,
             STATE(conjunct, *k, *g)
             CLAUSE(conjunct, map, stage == RTMR_MAP ==>
                                   HAS_SLOT(k->map, slot) && RTMR_SLOT_IDLE <= k->map.state[slot] <= RTMR_SLOT_BUSY)
             CLAUSE(conjunct, reduce,
                    stage != RTMR_MAP ==>
                    HAS_SLOT(k->reduce, slot) && RTMR_SLOT_IDLE <= k->reduce.state[slot] <= RTMR_SLOT_BUSY))
    assigns DRAINED(*k), decision->reason, decision->late_job, decision->late_by, GHOST_DRAINED(*g);
    DRAIN(ensures, *k, stage, slot, *decision, *g)
    WAITS_KEPT(ensures, \result == RTMR_OK, *k)
    ensures state: State(*k, *g);
*/
static enum rtmr_status test_drain(struct rtmr *k, enum rtmr_stage stage, int32_t slot, struct rtmr_decision *decision)
/*@ ghost (struct rtmr_ghost \ghost *g) */
{
    const uint8_t state = state_of(k, stage, slot);
    const int32_t plans_from_slots = k->plans_from_slots;
    //@ ghost struct rtmr before = *k;

    steer(k, stage, slot, state == RTMR_SLOT_IDLE ? RTMR_SLOT_ABSENT : RTMR_SLOT_DRAINING);
    k->plans_from_slots = 1;
    //@ assert without: Without(*k, before, stage == RTMR_MAP ? slot : -1, stage == RTMR_MAP ? -1 : slot);
    const enum rtmr_status status = rtmr_test_change(k, decision) /*@ ghost (g) */;
    if (status == RTMR_OK) {
        rtmr_adopt_change(k) /*@ ghost (g) */;
    } else {
        steer(k, stage, slot, state);
        k->plans_from_slots = plans_from_slots;
        //@ ghost rtmr_state_fold(k, g);
    }
    //@ ghost rtmr_runs_on(&k->map, &before.map);
    //@ ghost rtmr_runs_on(&k->reduce, &before.reduce);
    return status;
}

/* The slot, which is LATE, leaves when its task has ended. It was not idle, so that nothing else
 * is offered than before. */
/*@ requires valid:   \valid(k) && \valid(g);
    TOGETHER(requires, given,
             STATE(conjunct, *k, *g)
             CLAUSE(conjunct, map, stage == RTMR_MAP ==> HAS_SLOT(k->map, slot) && k->map.state[slot] == RTMR_SLOT_LATE)
             CLAUSE(conjunct, reduce,
                    stage != RTMR_MAP ==> HAS_SLOT(k->reduce, slot) && k->reduce.state[slot] == RTMR_SLOT_LATE))
    assigns SLOT_COLUMNS(k->map), SLOT_COLUMNS(k->reduce), k->map.place[0 .. RTMR_SLOTS - 1],
            k->reduce.place[0 .. RTMR_SLOTS - 1],
            DUES_OF(k->map), DUES_OF(k->reduce),
            g->map.position[0 .. RTMR_SLOTS - 1],
            g->reduce.position[0 .. RTMR_SLOTS - 1];
    TOGETHER(ensures, outcome,
             CLAUSE(conjunct, state, State(*k, *g))
             CLAUSE(conjunct, set,
                    (stage == RTMR_MAP ? k->map.state[slot] : k->reduce.state[slot]) == RTMR_SLOT_LATE_DRAINING)
             WAITS_STAY(conjunct, \true, *k)
             BOTH_STAGES(conjunct, runs, RUNS_KEPT, *k))
    ensures others:   OTHER_STATES(k->map, stage == RTMR_MAP ? slot : -1)
                      && OTHER_STATES(k->reduce, stage == RTMR_MAP ? -1 : slot);
*/
static void drain_late(struct rtmr *k, enum rtmr_stage stage, int32_t slot) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    if (stage == RTMR_MAP) {
        rtmr_pool_drain_late(&k->map, slot) /*@ ghost (&g->map, k->jobs, k->promised, k->now) */;
    } else {
        rtmr_pool_drain_late(&k->reduce, slot) /*@ ghost (&g->reduce, k->jobs, k->promised, k->now) */;
    }
    //@ assert map_announced: ANNOUNCED(k->map, k->promised);
    //@ assert reduce_announced: ANNOUNCED(k->reduce, k->promised);
    //@ ghost rtmr_state_fold(k, g);
}

enum rtmr_status rtmr_drain_slot(struct rtmr *k, enum rtmr_stage stage, int32_t slot, struct rtmr_decision *decision)
/*@ ghost (struct rtmr_ghost \ghost *g) */
{
    //@ ghost rtmr_state_unfold(k, g);
    const enum rtmr_status status = stage == RTMR_MAP ? check_present(&k->map, slot) : check_present(&k->reduce, slot);

    if (status != RTMR_OK) {
        return status;
    }
    const uint8_t state = state_of(k, stage, slot);

    if (rtmr_slot_leaves(state)) {
        return RTMR_E_SLOT_DRAINING;
    }
    rtmr_decision_clear(decision);
    if (!rtmr_slot_late(state)) {
        return test_drain(k, stage, slot, decision) /*@ ghost (g) */;
    }
    drain_late(k, stage, slot) /*@ ghost (g) */;
    return RTMR_OK;
}

/* RTMR_OK if the slot may join: one that is absent, or the next one. */
/*@ requires valid: \valid_read(pool);
    requires range: 0 <= pool->slots <= RTMR_SLOTS;
    assigns \nothing;
    ensures ok:     \result == RTMR_OK <==>
                    0 <= slot <= pool->slots && slot < RTMR_SLOTS && (slot < pool->slots ==> GONE(pool->state[slot]));
    ensures slot:   \result == RTMR_E_SLOT <==> !(0 <= slot <= pool->slots && slot < RTMR_SLOTS);
    ensures here:   \result == RTMR_E_SLOT_PRESENT <==> HAS_SLOT(*pool, slot) && !GONE(pool->state[slot]);
*/
static enum rtmr_status check_joins(const struct rtmr_pool *pool, int32_t slot)
{
    if (slot >= 0 && slot == pool->slots && slot < RTMR_SLOTS) {
        return RTMR_OK;
    }
    const enum rtmr_status status = check_present(pool, slot);

    if (status == RTMR_OK) {
        return RTMR_E_SLOT_PRESENT;
    }
    return status == RTMR_E_SLOT_ABSENT ? RTMR_OK : RTMR_E_SLOT;
}

/* The vectors that are stored for the jobs of the table have no entry for a slot that joins:
 * plans are made by projection then. */
/*@ requires valid:   \valid(k);
    assigns k->plans_from_slots;
    ensures from_slots: k->plans_from_slots == (k->jobs > 0 ? 1 : \old(k->plans_from_slots));
*/
static void project_from_now_on(struct rtmr *k)
{
    if (k->jobs > 0) {
        k->plans_from_slots = 1;
    }
}

/* A slot that may join joins the map stage. */
/*@ requires valid:   \valid(k) && \valid(g);
    requires state:   State(*k, *g);
    requires slot:    0 <= slot <= k->map.slots && slot < RTMR_SLOTS
                      && (slot < k->map.slots ==> GONE(k->map.state[slot]));
    assigns JOINED(k->map), k->plans_from_slots, g->map.position[0 .. RTMR_SLOTS - 1];
    ensures state:    Unnoted(*k, *g);
    ensures joins:    k->map.state[slot] == RTMR_SLOT_IDLE && k->map.usable == \old(k->map.usable) + 1
                      && k->map.slots == (\old(k->map.slots) == slot ? slot + 1 : \old(k->map.slots));
    ensures others:   OTHER_STATES(k->map, slot);
    ensures runs:     RUNS_KEPT(k->map);
    ensures begins:   SLOT_JOINED(k->map, k->now, slot);
    TOKENS_KEPT(ensures, tokens, \true, s < \old(k->map.slots), k->map)
    ensures plans:    k->plans_from_slots == (k->jobs > 0 ? 1 : \old(k->plans_from_slots));
*/
static void join_maps(struct rtmr *k, int32_t slot) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    //@ ghost rtmr_state_unfold(k, g);
    rtmr_clear_tokens(&k->map, k->map.slots, slot + 1);
    rtmr_pool_join(&k->map, slot, k->now) /*@ ghost (&g->map, k->jobs, k->promised) */;
    project_from_now_on(k);
    //@ ghost rtmr_unnoted_fold(k, g);
}

/* The same of the reduce stage. */
/*@ requires valid:   \valid(k) && \valid(g);
    requires state:   State(*k, *g);
    requires slot:    0 <= slot <= k->reduce.slots && slot < RTMR_SLOTS
                      && (slot < k->reduce.slots ==> GONE(k->reduce.state[slot]));
    assigns JOINED(k->reduce), k->plans_from_slots, g->reduce.position[0 .. RTMR_SLOTS - 1];
    ensures state:    Unnoted(*k, *g);
    ensures joins:    k->reduce.state[slot] == RTMR_SLOT_IDLE && k->reduce.usable == \old(k->reduce.usable) + 1
                      && k->reduce.slots == (\old(k->reduce.slots) == slot ? slot + 1 : \old(k->reduce.slots));
    ensures others:   OTHER_STATES(k->reduce, slot);
    ensures runs:     RUNS_KEPT(k->reduce);
    ensures begins:   SLOT_JOINED(k->reduce, k->now, slot);
    TOKENS_KEPT(ensures, tokens, \true, s < \old(k->reduce.slots), k->reduce)
    ensures plans:    k->plans_from_slots == (k->jobs > 0 ? 1 : \old(k->plans_from_slots));
*/
static void join_reduces(struct rtmr *k, int32_t slot) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    //@ ghost rtmr_state_unfold(k, g);
    rtmr_clear_tokens(&k->reduce, k->reduce.slots, slot + 1);
    rtmr_pool_join(&k->reduce, slot, k->now) /*@ ghost (&g->reduce, k->jobs, k->promised) */;
    project_from_now_on(k);
    //@ ghost rtmr_unnoted_fold(k, g);
}

enum rtmr_status rtmr_add_slot(struct rtmr *k, enum rtmr_stage stage, int32_t slot)
/*@ ghost (struct rtmr_ghost \ghost *g) */
{
    //@ ghost struct rtmr before = *k;
    //@ ghost rtmr_state_ranges(k, g);
    const enum rtmr_status status = stage == RTMR_MAP ? check_joins(&k->map, slot) : check_joins(&k->reduce, slot);

    if (status != RTMR_OK) {
        return status;
    }
    if (stage == RTMR_MAP) {
        join_maps(k, slot) /*@ ghost (g) */;
    } else {
        join_reduces(k, slot) /*@ ghost (g) */;
    }
    //@ ghost struct rtmr joined = *k;
    rtmr_note_offers(k) /*@ ghost (g) */;
    //@ ghost int32_t map_slot = stage == RTMR_MAP ? slot : -1;
    //@ ghost int32_t reduce_slot = stage == RTMR_MAP ? -1 : slot;
    //@ ghost rtmr_state_ranges(k, g);
    /*@ ghost rtmr_dues_follow(&k->map, &joined.map, &before.map, k->promised, k->now, map_slot,
                               map_slot < 0 ? RTMR_NEVER : joined.map.bound[map_slot]); */
    /*@ ghost rtmr_dues_follow(&k->reduce, &joined.reduce, &before.reduce, k->promised, k->now, reduce_slot,
                               reduce_slot < 0 ? RTMR_NEVER : joined.reduce.bound[reduce_slot]); */
    return RTMR_OK;
}

#endif
