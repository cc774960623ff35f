#include "proofs/theorem/completion.h"

#include "proofs/lemmas/state.h"
#include "proofs/lemmas/table_lemmas.h"

/* A slot that runs a task; -1: none does. */
/*@ requires valid:   \valid(pool);
    requires range:   0 <= pool->slots <= RTMR_SLOTS;
    assigns \nothing;
    ensures runs:     \result == -1 || 0 <= \result < pool->slots && RUNS(pool->state[\result]);
    ensures none:     \result == -1 ==> NOTHING_BUSY(*pool);
*/
static int32_t running_slot(struct rtmr_pool *pool)
{
    /*@ loop invariant range: 0 <= s <= pool->slots;
        loop invariant none:  \forall integer q; 0 <= q < s ==> !RUNS(pool->state[q]);
        loop assigns s;
        loop variant pool->slots - s;
    */
    for (int32_t s = 0; s < pool->slots; s++) {
        if (pool->state[s] >= RTMR_SLOT_BUSY && pool->state[s] <= RTMR_SLOT_LATE_DRAINING) {
            return s;
        }
    }
    return -1;
}

/* Nonzero if the stage has an offer, as all its jobs are ready, none of its tasks runs and a slot
 * is idle; else nothing of the stage is unfinished. */
/*@ requires valid:   \valid(pool);
    TOGETHER(requires, given,
             CLAUSE(conjunct, range, 0 <= jobs <= RTMR_JOBS)
             CLAUSE(conjunct, table, SLOT_TABLE(*pool))
             CLAUSE(conjunct, counts, JOB_COUNTS(*pool, jobs))
             CLAUSE(conjunct, ready, \forall integer p; 0 <= p < jobs ==> pool->ready[p] != 0)
             CLAUSE(conjunct, nothing, NOTHING_BUSY(*pool))
             CLAUSE(conjunct, idle, SLOT_STAYS(*pool, slot)))
    assigns \nothing;
    ensures offered:  \result != 0 ==> OFFERS(*pool, jobs);
    ensures done:     \result == 0 ==> \forall integer p; 0 <= p < jobs ==> pool->unfinished[p] == 0;
*/
static int32_t stage_offers(struct rtmr_pool *pool, int32_t jobs, int32_t slot)
{
    //@ ghost rtmr_dues_counted(pool, 0);
    //@ assert idle: pool->idle > 0;
    /*@ loop invariant range: 0 <= p <= jobs;
        loop invariant none:  Sum(pool->waiting, p) == 0;
        loop invariant done:  \forall integer q; 0 <= q < p ==> pool->waiting[q] == 0 && pool->unfinished[q] == 0;
        loop assigns p;
        loop variant jobs - p;
    */
    for (int32_t p = 0; p < jobs; p++) {
        if (pool->waiting[p] > 0) {
            //@ assert offer: OFFER(*pool, jobs, p);
            return 1;
        }
        //@ ghost rtmr_no_task_runs(pool, p);
    }
    return 0;
}

enum rtmr_stage rtmr_offering_stage(struct rtmr *k, int32_t map_slot, int32_t reduce_slot)
/*@ ghost (struct rtmr_ghost \ghost *g) */
{
    //@ ghost rtmr_state_unfold(k, g);
    if (stage_offers(&k->map, k->jobs, map_slot) != 0) {
        return RTMR_MAP;
    }
    const int32_t reduces = stage_offers(&k->reduce, k->jobs, reduce_slot);
    //@ assert pending: k->map.unfinished[0] + k->reduce.unfinished[0] > 0;
    //@ assert reduces: reduces != 0;
    (void)reduces;
    return RTMR_REDUCE;
}

/* The tasks of each stage are counted. */
/*@ ghost
  /@ requires valid:  \valid_read(k) && \valid(g);
     requires state:  State(*k, *g);
     assigns \nothing;
     ensures tasks:   0 <= k->map.tasks <= RTMR_TASKS && 0 <= k->reduce.tasks <= RTMR_TASKS;
     ensures jobs:    0 <= k->jobs <= RTMR_JOBS;
     ensures slots:   0 <= k->map.slots <= RTMR_SLOTS && 0 <= k->reduce.slots <= RTMR_SLOTS;
  @/
  static void counted(const struct rtmr *k, struct rtmr_ghost \ghost *g)
  {
      rtmr_state_unfold(k, g);
  }
*/

/* A slot reports, if it runs a task. */
/*@ requires valid:   \valid(k) && \valid(g);
    requires state:   State(*k, *g);
    requires slots:   SLOT_STAYS(k->map, map_slot) && SLOT_STAYS(k->reduce, reduce_slot);
    assigns *k, *g;
    ensures state:    State(*k, *g);
    ensures slots:    SLOT_STAYS(k->map, map_slot) && SLOT_STAYS(k->reduce, reduce_slot);
    ensures left:     WORK_LEFT(*k) <= \old(WORK_LEFT(*k));
    ensures less:     \old(stage == RTMR_MAP ? 0 <= slot < k->map.slots && RUNS(k->map.state[slot])
                           : 0 <= slot < k->reduce.slots && RUNS(k->reduce.state[slot])) ==>
                      WORK_LEFT(*k) < \old(WORK_LEFT(*k));
*/
static void report_from(struct rtmr *k, enum rtmr_stage stage, int32_t slot, int32_t map_slot, int32_t reduce_slot)
/*@ ghost (struct rtmr_ghost \ghost *g) */
{
    struct rtmr_report report;

    //@ ghost counted(k, g);
    rtmr_complete(k, stage, slot, &report) /*@ ghost (g) */;
    //@ ghost counted(k, g);
}

/* A task is dispatched on a slot, if one is offered. */
/*@ requires valid:   \valid(k) && \valid(g);
    requires state:   State(*k, *g);
    requires slots:   SLOT_STAYS(k->map, map_slot) && SLOT_STAYS(k->reduce, reduce_slot);
    assigns *k, *g;
    ensures state:    State(*k, *g);
    ensures slots:    SLOT_STAYS(k->map, map_slot) && SLOT_STAYS(k->reduce, reduce_slot);
    ensures left:     WORK_LEFT(*k) == \old(WORK_LEFT(*k)) && k->jobs == \old(k->jobs);
    ensures runs_map: \old(stage == RTMR_MAP && OFFERS(k->map, k->jobs) && 0 <= slot < k->map.slots
                           && k->map.state[slot] == RTMR_SLOT_IDLE) ==> RUNS(k->map.state[slot]);
    ensures runs_reduce: \old(stage != RTMR_MAP && OFFERS(k->reduce, k->jobs) && 0 <= slot < k->reduce.slots
                           && k->reduce.state[slot] == RTMR_SLOT_IDLE) ==> RUNS(k->reduce.state[slot]);
*/
static void dispatch_on(struct rtmr *k, enum rtmr_stage stage, int32_t slot, int32_t map_slot, int32_t reduce_slot)
/*@ ghost (struct rtmr_ghost \ghost *g) */
{
    struct rtmr_offer offer;

    if (stage == RTMR_MAP) {
        rtmr_dispatch_map(k, slot, &offer) /*@ ghost (g) */;
        //@ assert map_stays: SLOT_STAYS(k->map, map_slot);
        //@ assert reduce_stays: SLOT_STAYS(k->reduce, reduce_slot);
    } else {
        rtmr_dispatch_reduce(k, slot, &offer) /*@ ghost (g) */;
        //@ assert map_stays: SLOT_STAYS(k->map, map_slot);
        //@ assert reduce_stays: SLOT_STAYS(k->reduce, reduce_slot);
    }
}

/* Time moves to an instant, or does not. */
/*@ requires valid:   \valid(k) && \valid(g);
    requires state:   State(*k, *g);
    requires slots:   SLOT_STAYS(k->map, map_slot) && SLOT_STAYS(k->reduce, reduce_slot);
    assigns *k, *g;
    ensures state:    State(*k, *g);
    ensures slots:    SLOT_STAYS(k->map, map_slot) && SLOT_STAYS(k->reduce, reduce_slot);
    ensures left:     WORK_LEFT(*k) == \old(WORK_LEFT(*k));
*/
static void move_to(struct rtmr *k, rtmr_ticks to, int32_t map_slot, int32_t reduce_slot)
/*@ ghost (struct rtmr_ghost \ghost *g) */
{
    struct rtmr_alarm alarm;
    const enum rtmr_status status = rtmr_move_clock(k, to, &alarm) /*@ ghost (g) */;

    //@ assert refused: status < 0 ==> Unchanged(*k, \at(*k, Pre));
    /*@ assert maps_refused: status < 0 ==>
            k->map.state[map_slot] == \at(k->map.state, Pre)[\at(map_slot, Here)]; */
    /*@ assert reduces_refused: status < 0 ==>
            k->reduce.state[reduce_slot] == \at(k->reduce.state, Pre)[\at(reduce_slot, Here)]; */
    (void)status;
}

void rtmr_any_event(struct rtmr *k, int32_t map_slot, int32_t reduce_slot) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    const enum rtmr_stage stage = rtmr_any_stage();
    const int32_t slot = rtmr_any_number();

    switch (rtmr_any_number()) {
    case 0:
        break;
    case 1:
        move_to(k, rtmr_any_instant(), map_slot, reduce_slot) /*@ ghost (g) */;
        break;
    case 2:
        dispatch_on(k, stage, slot, map_slot, reduce_slot) /*@ ghost (g) */;
        break;
    default:
        report_from(k, stage, slot, map_slot, reduce_slot) /*@ ghost (g) */;
        break;
    }
}

/* A task is reported; if none runs, one is dispatched before. */
/*@ requires valid:   \valid(k) && \valid(g);
    requires state:   State(*k, *g);
    requires jobs:    k->jobs > 0;
    requires slots:   SLOT_STAYS(k->map, map_slot) && SLOT_STAYS(k->reduce, reduce_slot);
    assigns *k, *g;
    ensures state:    State(*k, *g);
    ensures slots:    SLOT_STAYS(k->map, map_slot) && SLOT_STAYS(k->reduce, reduce_slot);
    ensures less:     WORK_LEFT(*k) < \old(WORK_LEFT(*k));
*/
static void report_next(struct rtmr *k, int32_t map_slot, int32_t reduce_slot)
/*@ ghost (struct rtmr_ghost \ghost *g) */
{
    //@ ghost counted(k, g);
    const int32_t map = running_slot(&k->map);
    const int32_t reduce = running_slot(&k->reduce);

    if (map >= 0) {
        report_from(k, RTMR_MAP, map, map_slot, reduce_slot) /*@ ghost (g) */;
    } else if (reduce >= 0) {
        report_from(k, RTMR_REDUCE, reduce, map_slot, reduce_slot) /*@ ghost (g) */;
    } else {
        const enum rtmr_stage stage = rtmr_offering_stage(k, map_slot, reduce_slot) /*@ ghost (g) */;
        const int32_t slot = stage == RTMR_MAP ? map_slot : reduce_slot;

        dispatch_on(k, stage, slot, map_slot, reduce_slot) /*@ ghost (g) */;
        report_from(k, stage, slot, map_slot, reduce_slot) /*@ ghost (g) */;
    }
}

void rtmr_finish_all_jobs(struct rtmr *k, int32_t map_slot, int32_t reduce_slot)
/*@ ghost (struct rtmr_ghost \ghost *g) */
{
    //@ ghost counted(k, g);
    /*@ loop invariant state: State(*k, *g);
        loop invariant jobs:  0 <= k->jobs && 0 <= WORK_LEFT(*k);
        loop invariant slots: SLOT_STAYS(k->map, map_slot) && SLOT_STAYS(k->reduce, reduce_slot);
        loop assigns *k, *g;
        loop variant WORK_LEFT(*k);
    */
    while (k->jobs > 0) {
        rtmr_any_event(k, map_slot, reduce_slot) /*@ ghost (g) */;
        //@ ghost counted(k, g);
        if (k->jobs > 0) {
            report_next(k, map_slot, reduce_slot) /*@ ghost (g) */;
        }
        //@ ghost counted(k, g);
    }
}
