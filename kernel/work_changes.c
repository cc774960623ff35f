#include "work_changes.h"

#if RTMR_WITH_PROMISE_CHANGES

#include "admission.h"
#include "adoption.h"
#include "job_table.h"
#include "latency_pads.h"
#include "slot_pool.h"
#include "slot_state.h"
#include "ticks.h"

/* The slot, which runs a task, has this state and the task this bound; `soonest` is at or below
 * every bound of the stage then. */
/*@ requires valid:   \valid(pool);
    requires range:   0 <= now <= RTMR_TIME_MAX && 0 <= slot < pool->slots;
    requires runs:    RUNS(state) && RUNS(pool->state[slot]);
    requires bound:   TIMELY(state) ==> now <= bound <= 4 * RTMR_TIME_MAX && soonest <= bound;
    requires soonest: \forall integer s; 0 <= s < pool->slots && s != slot && TIMELY(pool->state[s]) ==>
                      soonest <= pool->bound[s];
    POOL_TABLE(requires, , *pool, jobs, 0, now)
    assigns pool->state[slot], pool->bound[slot], pool->usable, pool->soonest BUSY_ASSIGNED(*pool);
    POOL_TABLE(ensures, , *pool, jobs, 0, now)
    ensures set:      pool->state[slot] == state && pool->bound[slot] == bound && pool->soonest == soonest;
    ensures usable:   pool->usable == \old(pool->usable) + (state == RTMR_SLOT_BUSY ? 1 : 0)
                      - (\old(pool->state[slot]) == RTMR_SLOT_BUSY ? 1 : 0);
*/
static void set_pool_run(struct rtmr_pool *pool, int32_t slot, uint8_t state, rtmr_ticks bound, rtmr_ticks soonest)
/*@ ghost (int32_t jobs, rtmr_ticks now) */
{
    //@ ghost rtmr_counts_bounded(pool);
    pool->usable += rtmr_slot_usable(state) - rtmr_slot_usable(pool->state[slot]);
    rtmr_note_busy(pool, slot, state, bound);
    pool->state[slot] = state;
    pool->bound[slot] = bound;
    pool->soonest = soonest;
    /*@ ghost
      /@ loop invariant range: 0 <= m <= pool->slots;
         loop invariant idle:  Idle(pool->state, m) == Idle(\at(pool->state, Pre), m);
         loop invariant busy:  Busy(pool->state, m) == Busy(\at(pool->state, Pre), m)
           + (m > slot ? (state == RTMR_SLOT_BUSY ? 1 : 0) - (\at(pool->state[slot],
               Pre) == RTMR_SLOT_BUSY ? 1 : 0) : 0);
         loop invariant above: \forall integer x; BusyAbove(pool->state, pool->bound, m, x)
                               == BusyAbove(\at(pool->state, Pre), \at(pool->bound, Pre), m, x)
           + (m > slot ? (state == RTMR_SLOT_BUSY && bound > x ? 1 : 0)
              - (\at(pool->state[slot], Pre) == RTMR_SLOT_BUSY && \at(pool->bound[slot], Pre) > x ? 1 : 0) : 0);
         loop invariant tasks: \forall integer p; TasksOf(pool->state, pool->place, m, p)
                               == TasksOf(\at(pool->state, Pre), pool->place, m, p);
         loop assigns m;
         loop variant pool->slots - m;
      @/
      for (int32_t m = 0; m < pool->slots; m++) { }
    */
    //@ ghost rtmr_counts_bounded(pool);
}

/* The same of a slot of the stage. */
/*@ requires valid:   \valid(k);
    TOGETHER(requires, given,
             TABLE(conjunct, *k, 0)
             CLAUSE(conjunct, slot, 0 <= slot < (stage == RTMR_MAP ? k->map.slots : k->reduce.slots))
             CLAUSE(conjunct, runs, RUNS(state) && RUNS(stage == RTMR_MAP ? k->map.state[slot] : k->reduce.state[slot]))
             CLAUSE(conjunct, bound, TIMELY(state) ==> k->now <= bound <= 4 * RTMR_TIME_MAX && soonest <= bound)
             CLAUSE(conjunct, map_soonest,
                    stage == RTMR_MAP ==>
                    \forall integer s; 0 <= s < k->map.slots && s != slot && TIMELY(k->map.state[s]) ==>
                    soonest <= k->map.bound[s])
             CLAUSE(conjunct, reduce_soonest,
                    stage != RTMR_MAP ==>
                    \forall integer s; 0 <= s < k->reduce.slots && s != slot && TIMELY(k->reduce.state[s]) ==>
                    soonest <= k->reduce.bound[s]))
    assigns k->map.state[slot], k->map.bound[slot], k->map.usable, k->map.soonest,
            k->reduce.state[slot], k->reduce.bound[slot], k->reduce.usable, k->reduce.soonest
            BUSY_ASSIGNED(k->map) BUSY_ASSIGNED(k->reduce);
    TABLE(ensures, *k, 0)
    ensures map_set:  stage == RTMR_MAP
                      ? k->map.state[slot] == state && k->map.bound[slot] == bound && k->map.soonest == soonest
                      && k->map.usable == \old(k->map.usable) + (state == RTMR_SLOT_BUSY ? 1 : 0)
                      - (\old(k->map.state[slot]) == RTMR_SLOT_BUSY ? 1 : 0)
                      : k->map.state[slot] == \old(k->map.state[slot])
                      && k->map.bound[slot] == \old(k->map.bound[slot]) && k->map.soonest == \old(k->map.soonest)
                      && k->map.usable == \old(k->map.usable);
    ensures reduce_set: stage != RTMR_MAP
                      ? k->reduce.state[slot] == state && k->reduce.bound[slot] == bound
                      && k->reduce.soonest == soonest
                      && k->reduce.usable == \old(k->reduce.usable) + (state == RTMR_SLOT_BUSY ? 1 : 0)
                      - (\old(k->reduce.state[slot]) == RTMR_SLOT_BUSY ? 1 : 0)
                      : k->reduce.state[slot] == \old(k->reduce.state[slot])
                      && k->reduce.bound[slot] == \old(k->reduce.bound[slot])
                      && k->reduce.soonest == \old(k->reduce.soonest)
                      && k->reduce.usable == \old(k->reduce.usable);
*/
static void set_run(struct rtmr *k, enum rtmr_stage stage, int32_t slot, uint8_t state, rtmr_ticks bound,
                    rtmr_ticks soonest)
{
    if (stage == RTMR_MAP) {
        set_pool_run(&k->map, slot, state, bound, soonest) /*@ ghost (k->jobs, k->now) */;
    } else {
        set_pool_run(&k->reduce, slot, state, bound, soonest) /*@ ghost (k->jobs, k->now) */;
    }
}

/*@ requires valid: \valid_read(k);
    requires slot:  0 <= slot < RTMR_SLOTS;
    assigns \nothing;
    ensures state:  \result == (stage == RTMR_MAP ? k->map.state[slot] : k->reduce.state[slot]);
*/
static uint8_t running_state(const struct rtmr *k, enum rtmr_stage stage, int32_t slot)
{
    return stage == RTMR_MAP ? k->map.state[slot] : k->reduce.state[slot];
}

/*@ requires valid: \valid_read(k);
    requires slot:  0 <= slot < RTMR_SLOTS;
    assigns \nothing;
    ensures bound:  \result == (stage == RTMR_MAP ? k->map.bound[slot] : k->reduce.bound[slot]);
*/
static rtmr_ticks bound_of(const struct rtmr *k, enum rtmr_stage stage, int32_t slot)
{
    return stage == RTMR_MAP ? k->map.bound[slot] : k->reduce.bound[slot];
}

/*@ requires valid:  \valid_read(k);
    assigns \nothing;
    ensures soonest: \result == (stage == RTMR_MAP ? k->map.soonest : k->reduce.soonest);
*/
static rtmr_ticks soonest_of(const struct rtmr *k, enum rtmr_stage stage)
{
    return stage == RTMR_MAP ? k->map.soonest : k->reduce.soonest;
}

/* The state of a slot in this one whose task runs on: a plan counts on it. */
/*@ assigns \nothing;
    ensures in_time: \result == IN_TIME(state);
*/
static uint8_t in_time(uint8_t state)
{
    return rtmr_slot_leaves(state) ? RTMR_SLOT_DRAINING : RTMR_SLOT_BUSY;
}

/* The extension that has just been tested is adopted: of the task on the one slot, if it is the
 * number of one, or of that on the other. */
/*@ requires valid:   \valid(k) && \valid(g) && \valid_read(before);
    TOGETHER(requires, given,
             TABLE(conjunct, *k, 0)
             BOTH_STAGES(conjunct, late_flagged, LATE_FLAGGED, *k, k->promised)
             CLAUSE(conjunct, from_slots, k->plans_from_slots != 0)
             CLAUSE(conjunct, plans, g->map.plan.first[0] == 0 && g->reduce.plan.first[0] == 0)
             CLAUSE(conjunct, map_due_soon, NOTICE_PAD(k->map) > 0 ==> DUE_SOON(k->map, k->now))
             CLAUSE(conjunct, reduce_due_soon, NOTICE_PAD(k->reduce) > 0 ==> DUE_SOON(k->reduce, k->now))
             CLAUSE(conjunct, drafts, JUST_DRAFTED(g->trial, *g))
             ALL_PLANNED(conjunct, \true, *k, *g)
             CLAUSE(conjunct, tasks, TasksSame(*k, *before))
             CLAUSE(conjunct, estimates, EstimatesSame(*k, *before))
             CLAUSE(conjunct, map_extended,
                    StageExtended(k->map.slots, k->map.state, k->map.bound, before->map.state, before->map.bound,
                    map_slot, bound))
             CLAUSE(conjunct, reduce_extended,
                    StageExtended(k->reduce.slots, k->reduce.state, k->reduce.bound, before->reduce.state,
                    before->reduce.bound, reduce_slot, bound))
             CLAUSE(conjunct, map_runs, map_slot == -1
                                        || HAS_SLOT(before->map, map_slot) && RUNS(before->map.state[map_slot]))
             CLAUSE(conjunct, reduce_runs,
                    reduce_slot == -1
                    || HAS_SLOT(before->reduce, reduce_slot) && RUNS(before->reduce.state[reduce_slot])))
    WATCHED(requires, *k, *g)
    assigns k->map.end[0 .. RTMR_JOBS - 1], k->reduce.end[0 .. RTMR_JOBS - 1], k->plans_from_slots,
            DUES_OF(k->map), DUES_OF(k->reduce), CURSORS(*k),
            g->map.plan, g->map.last, g->map.position[0 .. RTMR_SLOTS - 1],
            g->reduce.plan, g->reduce.last, g->reduce.position[0 .. RTMR_SLOTS - 1];
    ensures state:    State(*k, *g);
    CHANGE_ADOPTED(ensures, \true, *k, *g)
    ensures kept:     ENDS_STAY(*k, \old(*k), k->promised);
    ensures from_slots: PLANS_FROM_SLOTS(*k);
    ensures tasks:    TasksSame(*k, *before);
    ensures estimates: EstimatesSame(*k, *before);
    ensures map_set:  map_slot >= 0 ==>
                      k->map.state[map_slot] == IN_TIME(before->map.state[map_slot])
                      && k->map.bound[map_slot] == bound;
    ensures map_others: OtherSlots(map_slot, k->map.slots, k->map.state, k->map.bound,
                                 before->map.state, before->map.bound);
    ensures reduce_set: reduce_slot >= 0 ==>
                      k->reduce.state[reduce_slot] == IN_TIME(before->reduce.state[reduce_slot])
                      && k->reduce.bound[reduce_slot] == bound;
    ensures reduce_others: OtherSlots(reduce_slot, k->reduce.slots, k->reduce.state, k->reduce.bound,
                                 before->reduce.state, before->reduce.bound);
    ensures map_waits: DUES_SINCE(k->map, k->promised, k->now, before->map.bound, -1, RTMR_NEVER);
    ensures reduce_waits: DUES_SINCE(k->reduce, k->promised, k->now, before->reduce.bound, -1, RTMR_NEVER);
*/
static void adopt_extension(struct rtmr *k)
/*@ ghost (struct rtmr_ghost \ghost *g, const struct rtmr \ghost *before, int32_t map_slot, int32_t reduce_slot,
           rtmr_ticks bound) */
{
    //@ ghost struct rtmr changed = *k;
    /*@ assert map_moved: OtherSlots(map_slot, k->map.slots, k->map.state, k->map.bound,
                                     before->map.state, before->map.bound); */
    /*@ assert reduce_moved: OtherSlots(reduce_slot, k->reduce.slots, k->reduce.state, k->reduce.bound,
                                     before->reduce.state, before->reduce.bound); */
    rtmr_adopt_change(k) /*@ ghost (g) */;
    //@ ghost rtmr_dues_same(&k->map, &changed.map, &before->map, k->promised, k->now);
    //@ ghost rtmr_dues_same(&k->reduce, &changed.reduce, &before->reduce, k->promised, k->now);
    //@ ghost rtmr_slots_noted(&k->map, &changed.map, &before->map);
    //@ ghost rtmr_slots_noted(&k->reduce, &changed.reduce, &before->reduce);
}

/* The slot, which runs a task, runs it until `bound`, and counts: tested, then adopted or not. */
/*@ requires valid:   \valid(k) && \valid(decision) && \valid(g);
    TOGETHER(requires, given,
             STATE(conjunct, *k, *g)
             CLAUSE(conjunct, map,
                    stage == RTMR_MAP ==>
                    HAS_SLOT(k->map, slot) && RUNS(k->map.state[slot]) && MAY_BE_EXTENDED(*k, k->map, slot, bound))
             CLAUSE(conjunct, reduce, stage != RTMR_MAP ==>
                                      HAS_SLOT(k->reduce, slot) && RUNS(k->reduce.state[slot])
                                      && MAY_BE_EXTENDED(*k, k->reduce, slot, bound)))
    assigns EXTENDED(*k), decision->reason, decision->late_job, decision->late_by, GHOST_EXTENDED(*g);
    ensures state: State(*k, *g);
    WAITS_KEPT(ensures, \result == RTMR_OK, *k)
    EXTENSION(ensures, *k, stage, slot, bound, *decision, *g)
*/
static enum rtmr_status test_extension(struct rtmr *k, enum rtmr_stage stage, int32_t slot, rtmr_ticks bound,
                                       struct rtmr_decision *decision)
/*@ ghost (struct rtmr_ghost \ghost *g) */
{
    const uint8_t state = running_state(k, stage, slot);
    const rtmr_ticks old_bound = bound_of(k, stage, slot);
    const rtmr_ticks soonest = soonest_of(k, stage);
    const int32_t plans_from_slots = k->plans_from_slots;
    //@ ghost struct rtmr before = *k;

    set_run(k, stage, slot, in_time(state), bound, rtmr_sooner(soonest, bound));
    k->plans_from_slots = 1;
    //@ ghost int32_t map_slot = stage == RTMR_MAP ? slot : -1;
    //@ ghost int32_t reduce_slot = stage == RTMR_MAP ? -1 : slot;
    //@ assert extended: Extended(*k, before, map_slot, reduce_slot, bound);
    const enum rtmr_status status = rtmr_test_change(k, decision) /*@ ghost (g) */;
    if (status == RTMR_OK) {
        //@ ghost g->job.map.due[slot] = stage == RTMR_MAP ? bound : g->job.map.due[slot];
        //@ ghost g->job.reduce.due[slot] = stage == RTMR_MAP ? g->job.reduce.due[slot] : bound;
        adopt_extension(k) /*@ ghost (g, &before, map_slot, reduce_slot, bound) */;
    } else {
        set_run(k, stage, slot, state, old_bound, soonest);
        k->plans_from_slots = plans_from_slots;
        //@ assert map_back: SLOTS_SAME(k->map, before.map);
        //@ assert reduce_back: SLOTS_SAME(k->reduce, before.reduce);
        //@ assert same: Unchanged(*k, before);
        //@ ghost rtmr_state_fold(k, g);
    }
    return status;
}

enum rtmr_status rtmr_extend_task(struct rtmr *k, enum rtmr_stage stage, int32_t slot, rtmr_ticks bound,
                                  struct rtmr_decision *decision)
/*@ ghost (struct rtmr_ghost \ghost *g) */
{
    //@ ghost rtmr_state_unfold(k, g);
    const enum rtmr_status status =
        stage == RTMR_MAP ? rtmr_pool_check_running(&k->map, slot) : rtmr_pool_check_running(&k->reduce, slot);

    if (status != RTMR_OK) {
        //@ assert same: Unchanged(*k, \at(*k, Pre));
        return status;
    }
    if (bound < k->now || bound < bound_of(k, stage, slot) || bound > RTMR_TIME_MAX) {
        //@ assert same: Unchanged(*k, \at(*k, Pre));
        return RTMR_E_BOUND;
    }
    rtmr_decision_clear(decision);
    return test_extension(k, stage, slot, bound, decision) /*@ ghost (g) */;
}

/* The waiting tasks of the stage of the job at `place` take `estimate`, the pad for dispatch
 * latency included. */
/*@ requires valid:   \valid(k);
    TOGETHER(requires, given,
             TABLE(conjunct, *k, 0)
             CLAUSE(conjunct, place, 0 <= place < k->jobs)
             CLAUSE(conjunct, range, 0 <= estimate <= RTMR_TIME_MAX + RTMR_TIME_MAX / 2)
             CLAUSE(conjunct, some,
                    (stage == RTMR_MAP ? k->map.unfinished[place] : k->reduce.unfinished[place]) > 0 ==> estimate > 0))
    assigns k->map.estimate[place], k->reduce.estimate[place];
    TABLE(ensures, *k, 0)
    ensures set:      k->map.estimate[place] == (stage == RTMR_MAP ? estimate : \old(k->map.estimate[place]))
                      && k->reduce.estimate[place] == (stage == RTMR_MAP ? \old(k->reduce.estimate[place]) : estimate);
*/
static void set_estimate(struct rtmr *k, enum rtmr_stage stage, int32_t place, rtmr_ticks estimate)
{
    if (stage == RTMR_MAP) {
        k->map.estimate[place] = estimate;
    } else {
        k->reduce.estimate[place] = estimate;
    }
}

/*@ requires valid: \valid_read(k);
    requires place: 0 <= place < RTMR_JOBS;
    assigns \nothing;
    ensures estimate: \result == (stage == RTMR_MAP ? k->map.estimate[place] : k->reduce.estimate[place]);
*/
static rtmr_ticks estimate_of(const struct rtmr *k, enum rtmr_stage stage, int32_t place)
{
    return stage == RTMR_MAP ? k->map.estimate[place] : k->reduce.estimate[place];
}

/* What dispatch latency adds to every estimate of the stage. */
/*@ requires valid: \valid_read(k);
    assigns \nothing;
    ensures pad:    \result == (stage == RTMR_MAP ? NOTICE_PAD(k->map) : NOTICE_PAD(k->reduce));
*/
static rtmr_ticks pad_of(const struct rtmr *k, enum rtmr_stage stage)
{
    return stage == RTMR_MAP ? RTMR_NOTICE_PAD(&k->map) : RTMR_NOTICE_PAD(&k->reduce);
}

/* The estimate that has just been tested is adopted: that of the one job's maps, if it is one, or
 * of the other's reduces. */
/*@ requires valid:   \valid(k) && \valid(g) && \valid_read(before);
    TOGETHER(requires, given,
             TABLE(conjunct, *k, 0)
             WATCHED(conjunct, *k, *g)
             BOTH_STAGES(conjunct, late_flagged, LATE_FLAGGED, *k, k->promised)
             CLAUSE(conjunct, from_slots, k->plans_from_slots != 0)
             CLAUSE(conjunct, plans, g->map.plan.first[0] == 0 && g->reduce.plan.first[0] == 0)
             CLAUSE(conjunct, map_due_soon, NOTICE_PAD(k->map) > 0 ==> DUE_SOON(k->map, k->now))
             CLAUSE(conjunct, reduce_due_soon, NOTICE_PAD(k->reduce) > 0 ==> DUE_SOON(k->reduce, k->now))
             CLAUSE(conjunct, drafts, JUST_DRAFTED(g->trial, *g))
             ALL_PLANNED(conjunct, \true, *k, *g)
             CLAUSE(conjunct, tasks, TasksSame(*k, *before))
             CLAUSE(conjunct, estimates, Estimates(*k, *before, map_job, reduce_job, estimate)))
    assigns k->map.end[0 .. RTMR_JOBS - 1], k->reduce.end[0 .. RTMR_JOBS - 1], k->plans_from_slots,
            DUES_OF(k->map), DUES_OF(k->reduce), CURSORS(*k),
            g->map.plan, g->map.last, g->map.position[0 .. RTMR_SLOTS - 1],
            g->reduce.plan, g->reduce.last, g->reduce.position[0 .. RTMR_SLOTS - 1];
    ensures state:    State(*k, *g);
    CHANGE_ADOPTED(ensures, \true, *k, *g)
    ensures kept:     ENDS_STAY(*k, \old(*k), k->promised);
    ensures from_slots: PLANS_FROM_SLOTS(*k);
    ensures tasks:    TasksSame(*k, *before);
    ensures estimates: Estimates(*k, *before, map_job, reduce_job, estimate);
    BOTH_STAGES(ensures, slots, OTHER_SLOTS, *k, -1)
    WAITS_KEPT(ensures, \true, *k)
*/
static void adopt_estimate(struct rtmr *k)
/*@ ghost (struct rtmr_ghost \ghost *g, const struct rtmr \ghost *before, rtmr_handle map_job, rtmr_handle reduce_job,
           rtmr_ticks estimate) */
{
    rtmr_adopt_change(k) /*@ ghost (g) */;
}

/* The waiting tasks of the stage of the job at `place` take `estimate`: tested, then adopted or
 * not. */
/*@ requires valid:   \valid(k) && \valid(decision) && \valid(g);
    STATE(requires, *k, *g)
    requires place:   0 <= place < k->jobs && k->handle[place] == job;
    requires range:   1 <= estimate <= RTMR_TIME_MAX;
    assigns ESTIMATE_CHANGED(*k), *decision, GHOST_ESTIMATE_CHANGED(*g);
    ensures state: State(*k, *g);
    WAITS_KEPT(ensures, \result == RTMR_OK, *k)
    REESTIMATION(ensures, *k, job, stage, estimate, *decision, *g)
*/
static enum rtmr_status test_estimate(struct rtmr *k, enum rtmr_stage stage, int32_t place, rtmr_ticks estimate,
                                      struct rtmr_decision *decision)
/*@ ghost (struct rtmr_ghost \ghost *g, rtmr_handle job) */
{
    const rtmr_ticks old_estimate = estimate_of(k, stage, place);
    const rtmr_ticks takes = estimate + pad_of(k, stage);
    const int32_t plans_from_slots = k->plans_from_slots;
    //@ ghost struct rtmr before = *k;
    //@ ghost rtmr_handle map_job = stage == RTMR_MAP ? job : RTMR_NO_JOB;
    //@ ghost rtmr_handle reduce_job = stage == RTMR_MAP ? RTMR_NO_JOB : job;
    //@ assert named: \forall integer p; 0 <= p < k->jobs && k->handle[p] == job ==> p == place;
    //@ assert none: \forall integer p; 0 <= p < k->jobs ==> k->handle[p] != RTMR_NO_JOB;

    rtmr_decision_clear(decision);
    set_estimate(k, stage, place, takes);
    k->plans_from_slots = 1;
    /*@ assert map_takes: StageEstimates(k->jobs, k->handle, k->map.estimate, before.map.estimate, map_job,
                                         estimate + NOTICE_PAD(before.map)); */
    /*@ assert reduce_takes: StageEstimates(k->jobs, k->handle, k->reduce.estimate, before.reduce.estimate, reduce_job,
                                            estimate + NOTICE_PAD(before.reduce)); */
    //@ assert changed: EstimateChanged(*k, before, map_job, reduce_job, estimate);
    const enum rtmr_status status = rtmr_test_change(k, decision) /*@ ghost (g) */;
    //@ assert tested: EstimateChanged(g->changed, before, map_job, reduce_job, estimate);
    if (status == RTMR_OK) {
        //@ ghost rtmr_note_estimate(&g->job.map, g->watched, stage == RTMR_MAP ? place : -2, takes);
        //@ ghost rtmr_note_estimate(&g->job.reduce, g->watched, stage == RTMR_MAP ? -2 : place, takes);
        adopt_estimate(k) /*@ ghost (g, &before, map_job, reduce_job, estimate) */;
    } else {
        set_estimate(k, stage, place, old_estimate);
        k->plans_from_slots = plans_from_slots;
        //@ assert map_back: k->map.estimate == before.map.estimate;
        //@ assert reduce_back: k->reduce.estimate == before.reduce.estimate;
        //@ assert back: TasksSame(*k, before);
        //@ assert same: Unchanged(*k, before);
        //@ ghost rtmr_state_fold(k, g);
    }
    return status;
}

enum rtmr_status rtmr_change_estimate(struct rtmr *k, rtmr_handle job, enum rtmr_stage stage, rtmr_ticks estimate,
                                      struct rtmr_decision *decision)
/*@ ghost (struct rtmr_ghost \ghost *g) */
{
    //@ ghost rtmr_state_unfold(k, g);
    const int32_t place = rtmr_table_find(k, job);

    if (place < 0) {
        return RTMR_E_HANDLE;
    }
    if (estimate < 1 || estimate > RTMR_TIME_MAX) {
        return RTMR_E_ESTIMATE;
    }
    return test_estimate(k, stage, place, estimate, decision) /*@ ghost (g, job) */;
}

#endif
