#include "dispatch.h"

#include "job_table.h"
#include "latency.h"
#include "offer.h"
#include "slot_pool.h"
#include "slot_state.h"
#include "stored_vectors.h"
#include "ticks.h"
#include "tokens.h"

/* RTMR_OK if a task may be started on the slot. */
/*@ requires valid: \valid_read(pool);
    requires range: 0 <= pool->slots <= RTMR_SLOTS;
    assigns \nothing;
    ensures ok:     \result == RTMR_OK ==> 0 <= slot < pool->slots && pool->state[slot] == RTMR_SLOT_IDLE;
    ensures slot:   \result == RTMR_E_SLOT <==> !(0 <= slot < pool->slots);
    ensures busy:   \result == RTMR_E_SLOT_BUSY ==> RUNS(pool->state[slot]);
    ensures gone:   \result == RTMR_E_SLOT_ABSENT ==> !RUNS(pool->state[slot]) && pool->state[slot] != RTMR_SLOT_IDLE;
    ensures status: \result == RTMR_OK || \result == RTMR_E_SLOT || \result == RTMR_E_SLOT_BUSY
                    || \result == RTMR_E_SLOT_ABSENT;
*/
static enum rtmr_status check_idle(const struct rtmr_pool *pool, int32_t slot)
{
    if (slot < 0 || slot >= pool->slots) {
        return RTMR_E_SLOT;
    }
    if (pool->state[slot] == RTMR_SLOT_IDLE) {
        return RTMR_OK;
    }
    return rtmr_slot_runs(pool->state[slot]) ? RTMR_E_SLOT_BUSY : RTMR_E_SLOT_ABSENT;
}

/* What the stage offers starts on the slot, if that is idle: *place becomes that of its job. */
/*@ requires valid:   \valid(pool) && \valid(place) && \valid(g);
    TOGETHER(requires, given,
             CLAUSE(conjunct, range, 0 <= now <= RTMR_TIME_MAX && 0 <= promised <= jobs <= RTMR_JOBS)
             POOL_STATE(conjunct, , *pool, *g, jobs, promised, now)
             CLAUSE(conjunct, found, FOUND(*pool, jobs))
             CLAUSE(conjunct, unready, NOTICE_PAD(*pool) > 0 ==>
                                       \forall integer i; 0 <= i < g->plan.tasks && g->plan.open[i] != 0
                                       && pool->ready[g->plan.job[i]] == 0 ==>
                                       now + RELEASE_PAD(*pool) <= g->plan.start[i]))
    assigns *place, STAGE_STARTS(*pool), GHOST_STARTS(*g);
    TOGETHER(ensures, outcome,
             POOL_STATE(conjunct, , *pool, *g, jobs, promised, now)
             CLAUSE(conjunct, status, \result == RTMR_OK || \result == RTMR_NOTHING || \result == RTMR_E_SLOT
                                      || \result == RTMR_E_SLOT_BUSY
                                      || \result == RTMR_E_SLOT_ABSENT)
             CLAUSE(conjunct, slot, \result == RTMR_E_SLOT <==> !(0 <= slot < pool->slots))
             CLAUSE(conjunct, idle,
                    0 <= slot < pool->slots ==>
                    (\result == RTMR_OK || \result == RTMR_NOTHING <==> \old(pool->state)[slot] == RTMR_SLOT_IDLE))
             CLAUSE(conjunct, busy,
                    0 <= slot < pool->slots ==> (\result == RTMR_E_SLOT_BUSY <==> RUNS(\old(pool->state)[slot])))
             CLAUSE(conjunct, place, \result == RTMR_OK ==> 0 <= *place < jobs)
             CLAUSE(conjunct, nothing, \result == RTMR_NOTHING ==> !\old(OFFERS(*pool, jobs)) && !OFFERS(*pool, jobs))
             CLAUSE(conjunct, taken, pool->idle == \old(pool->idle) - (\result == RTMR_OK ? 1 : 0))
             CLAUSE(conjunct, usable,
                    pool->usable == \old(pool->usable) - (\result == RTMR_OK && *place >= promised ? 1 : 0))
             CLAUSE(conjunct, refused,
                    \result != RTMR_OK ==> pool->state == \old(pool->state) && pool->place == \old(pool->place)
                    && pool->bound == \old(pool->bound) && pool->waiting == \old(pool->waiting)
                    && pool->soonest == \old(pool->soonest)
                    && g->plan.open == \old(g->plan.open) && g->position == \old(g->position)
                    && g->last == \old(g->last))
             CLAUSE(conjunct, waits,
                    \result != RTMR_OK && \old(ANNOUNCED(*pool, promised)) ==> ANNOUNCED(*pool, promised))
             CLAUSE(conjunct, offered,
                    \result == RTMR_OK ==> Offer(jobs, \old(pool->idle), \old(pool->waiting), pool->ready, *place))
             CLAUSE(conjunct, runs, \result == RTMR_OK ==>
                                    pool->state[slot] == STARTED(*place, promised) && pool->place[slot] == *place
                                    && pool->bound[slot] == now + pool->estimate[*place] && pool->bound[slot] > now
                                    && pool->waiting[*place] == \old(pool->waiting)[*place] - 1)
             CLAUSE(conjunct, others, \forall integer p; (\result == RTMR_OK ==> p != *place) ==>
                                      pool->waiting[p] == \old(pool->waiting)[p])
             CLAUSE(conjunct, less,
                    \forall integer i; 0 <= i < g->plan.tasks && g->plan.open[i] != 0 ==> \old(g->plan.open)[i] != 0)
             CLAUSE(conjunct, counted, LESS_COUNTED(*pool, *g, promised))
             CLAUSE(conjunct, few, \result == RTMR_OK && *place < promised ==>
                                   \forall integer x; COUNTED(*pool, *g, *place, x) <= pool->usable - 1)
             CLAUSE(conjunct, running,
                    promised == jobs && \old(RUNNING(*pool, *g, promised, now)) ==> RUNNING(*pool, *g, promised, now))
             CLAUSE(conjunct, slots, OTHER_SLOTS(*pool, slot) && \forall integer s; 0 <= s < pool->slots
                                     && s != slot ==>
                                     pool->place[s] == \old(pool->place)[s])
             CLAUSE(conjunct, served,
                    \result == RTMR_OK && NOTICE_PAD(*pool) > 0 ==>
                    \forall integer s; 0 <= s < pool->slots && pool->state[s] == RTMR_SLOT_IDLE ==> pool->bound[s]
                    == \old(pool->bound)[s == Earliest(\old(pool->state), \old(pool->bound), slot, pool->slots)
                                          ? slot : s]))
*/
static enum rtmr_status start_offered(struct rtmr_pool *pool, int32_t slot, int32_t jobs, int32_t promised,
                                      rtmr_ticks now, int32_t *place)
/*@ ghost (struct rtmr_ghost_pool \ghost *g) */
{
    const enum rtmr_status status = check_idle(pool, slot);

    if (status != RTMR_OK) {
        return status;
    }
    *place = rtmr_offer_place(pool, jobs) /*@ ghost (g, promised) */;
    if (*place < 0) {
        return RTMR_NOTHING;
    }
    //@ assert offered: OFFER(*pool, jobs, *place);
    rtmr_serve_earliest_due(pool, slot) /*@ ghost (g, jobs, promised, now) */;
    rtmr_pool_start(pool, *place, slot, promised, now) /*@ ghost (g, jobs) */;
    return RTMR_OK;
}

/* A task of the job at `place` has started: the first of a job bars it from being withdrawn. */
/*@ requires valid:   \valid(k) && \valid(offer);
    requires place:   0 <= place < RTMR_JOBS;
    assigns k->started[place], *offer;
    ensures started:  k->started[place] == 1;
    ensures offer:    offer->job == k->handle[place] && offer->bound == bound;
*/
static void note_start(struct rtmr *k, int32_t place, rtmr_ticks bound, struct rtmr_offer *offer)
{
    k->started[place] = 1;
    offer->job = k->handle[place];
    offer->bound = bound;
}

enum rtmr_status rtmr_dispatch_map(struct rtmr *k, int32_t slot, struct rtmr_offer *offer)
/*@ ghost (struct rtmr_ghost \ghost *g) */
{
    int32_t place;

    //@ ghost struct rtmr_pool was = k->map;
    //@ ghost struct rtmr_ghost_pool had = g->map;
    //@ ghost rtmr_state_unfold(k, g);
    const enum rtmr_status status = start_offered(&k->map, slot, k->jobs, k->promised, k->now, &place)
        /*@ ghost (&g->map) */;
    if (status != RTMR_OK) {
        //@ ghost rtmr_state_fold(k, g);
        return status;
    }
    note_start(k, place, k->map.bound[slot], offer);
    rtmr_count_token(&k->map, slot, offer);
    //@ ghost rtmr_note_run(&g->job.map, slot, place == g->watched, k->map.bound[slot]);
#if RTMR_WITH_STORED_VECTORS
    /*@ ghost if (k->plans_from_slots == 0) rtmr_few_still(&k->map, &g->map, &MAP_MEMORY(*k), &was, &had, place,
                                                           k->promised); */
#endif
    //@ ghost rtmr_unnoted_fold(k, g);
    rtmr_note_offers(k) /*@ ghost (g) */;
    return RTMR_OK;
}

enum rtmr_status rtmr_dispatch_reduce(struct rtmr *k, int32_t slot, struct rtmr_offer *offer)
/*@ ghost (struct rtmr_ghost \ghost *g) */
{
    int32_t place;

    //@ ghost struct rtmr_pool was = k->reduce;
    //@ ghost struct rtmr_ghost_pool had = g->reduce;
    //@ ghost rtmr_state_unfold(k, g);
    //@ ghost rtmr_stage_on_time(&k->map, &g->map, k->jobs, k->promised, k->now);
    const enum rtmr_status status = start_offered(&k->reduce, slot, k->jobs, k->promised, k->now, &place)
        /*@ ghost (&g->reduce) */;
    if (status != RTMR_OK) {
        //@ ghost rtmr_state_fold(k, g);
        return status;
    }
    note_start(k, place, k->reduce.bound[slot], offer);
    rtmr_count_token(&k->reduce, slot, offer);
    //@ ghost rtmr_note_run(&g->job.reduce, slot, place == g->watched, k->reduce.bound[slot]);
#if RTMR_WITH_STORED_VECTORS
    /*@ ghost if (k->plans_from_slots == 0) rtmr_few_still(&k->reduce, &g->reduce, &REDUCE_MEMORY(*k), &was, &had,
                                                           place, k->promised); */
#endif
    //@ ghost rtmr_unnoted_fold(k, g);
    rtmr_note_offers(k) /*@ ghost (g) */;
    return RTMR_OK;
}

/* A map task has ended. Returns its job's place. */
/*@ requires valid:   \valid(k) && \valid(g);
    STATE(requires, *k, *g)
    requires runs:    0 <= slot < k->map.slots && RUNS(k->map.state[slot]);
    assigns STAGE_FINISHES(k->map), k->map.place[0 .. RTMR_SLOTS - 1], k->map.unfinished[0 .. RTMR_JOBS - 1],
            k->reduce.ready[0 .. RTMR_JOBS - 1], CURSOR_OF(k->reduce),
            g->map.position[0 .. RTMR_SLOTS - 1], JOB_FINISHES(g->job.map), MEMORY(*k);
    STATE_BUT_PENDING(ensures, *k, *g)
    TOGETHER(ensures, outcome,
             STAGE_REPORTED(conjunct, , \true, g->job.map, *g, slot)
             CLAUSE(conjunct, place, \result == PLACE_ON(\old(*k), RTMR_MAP, slot) && 0 <= \result < k->jobs)
             CLAUSE(conjunct, less, ONE_TASK_LESS(*k, \old(*k), RTMR_MAP, \result))
             CLAUSE(conjunct, others, \forall integer p; 0 <= p < k->jobs && p != \result ==>
                                      k->map.unfinished[p] + k->reduce.unfinished[p] > 0)
             CLAUSE(conjunct, in_time, \result < k->promised ==> k->now <= k->reduce.end[\result])
             CLAUSE(conjunct, slots, k->map.state[slot] == FREED(\old(k->map.state)[slot]) && OTHER_SLOTS(k->map, slot)
                                     && OTHER_SLOTS(k->reduce, -1))
             CLAUSE(conjunct, ended, TASK_ENDED(k->map, k->now, slot))
             CLAUSE(conjunct, map_finish_times,
                    k->plans_from_slots == 0 ==>
                    TimeAppended(\result, k->map.slots, k->now, MAP_MEMORY(*k), \old(MAP_MEMORY(*k))))
             CLAUSE(conjunct, reduce_finish_times, TimesKept(REDUCE_MEMORY(*k), \old(REDUCE_MEMORY(*k)))))
    BOTH_MEMORIES(ensures, kept, RowsKept, *k)
*/
static int32_t finish_map_task(struct rtmr *k, int32_t slot) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    const int32_t place = k->map.place[slot];

    //@ ghost rtmr_task_running(&k->map, slot);
    rtmr_stored_task_finished(k, RTMR_MAP, place) /*@ ghost (g) */;
    //@ ghost struct rtmr_pool was = k->map;
    //@ ghost struct rtmr_ghost_pool had = g->map;
    rtmr_pool_finish(&k->map, slot, k->now) /*@ ghost (&g->map, k->jobs, k->promised) */;
#if RTMR_WITH_STORED_VECTORS
    /*@ ghost if (k->plans_from_slots == 0) rtmr_few_still(&k->map, &g->map, &MAP_MEMORY(*k), &was, &had, -1,
                                                           k->promised); */
#endif
    //@ ghost g->job.map.runs[slot] = 0;
    //@ ghost g->job.map.left -= place == g->watched;
    if (k->map.unfinished[place] == 0) {
        k->reduce.ready[place] = 1;
        rtmr_search_afresh(&k->reduce);
    }
    //@ assert map_started: Started(k->jobs, k->started, k->map.waiting, k->map.unfinished);
    //@ assert reduce_started: Started(k->jobs, k->started, k->reduce.waiting, k->reduce.unfinished);
    return place;
}

/* The same of a reduce task. */
/*@ requires valid:   \valid(k) && \valid(g);
    STATE(requires, *k, *g)
    requires runs:    0 <= slot < k->reduce.slots && RUNS(k->reduce.state[slot]);
    assigns STAGE_FINISHES(k->reduce), k->reduce.place[0 .. RTMR_SLOTS - 1], k->reduce.unfinished[0 .. RTMR_JOBS - 1],
            g->reduce.position[0 .. RTMR_SLOTS - 1], JOB_FINISHES(g->job.reduce), MEMORY(*k);
    TOGETHER(ensures, outcome,
             STATE_BUT_PENDING(conjunct, *k, *g)
             STAGE_REPORTED(conjunct, , \true, g->job.reduce, *g, slot)
             CLAUSE(conjunct, place, \result == PLACE_ON(\old(*k), RTMR_REDUCE, slot) && 0 <= \result < k->jobs)
             CLAUSE(conjunct, less, ONE_TASK_LESS(*k, \old(*k), RTMR_REDUCE, \result))
             CLAUSE(conjunct, others, \forall integer p; 0 <= p < k->jobs && p != \result ==>
                                      k->map.unfinished[p] + k->reduce.unfinished[p] > 0)
             CLAUSE(conjunct, in_time, \result < k->promised ==> k->now <= k->reduce.end[\result])
             CLAUSE(conjunct, slots,
                    k->reduce.state[slot] == FREED(\old(k->reduce.state)[slot]) && OTHER_SLOTS(k->reduce, slot)
                    && OTHER_SLOTS(k->map, -1))
             CLAUSE(conjunct, ended, TASK_ENDED(k->reduce, k->now, slot))
             CLAUSE(conjunct, map_finish_times, TimesKept(MAP_MEMORY(*k), \old(MAP_MEMORY(*k))))
             CLAUSE(conjunct, reduce_finish_times, k->plans_from_slots == 0 ==>
                                                   TimeAppended(\result, k->reduce.slots, k->now, REDUCE_MEMORY(*k),
                                                                \old(REDUCE_MEMORY(*k))))
             BOTH_MEMORIES(conjunct, kept, RowsKept, *k))
*/
static int32_t finish_reduce_task(struct rtmr *k, int32_t slot) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    const int32_t place = k->reduce.place[slot];

    //@ ghost rtmr_task_running(&k->reduce, slot);
    rtmr_stored_task_finished(k, RTMR_REDUCE, place) /*@ ghost (g) */;
    rtmr_pool_finish(&k->reduce, slot, k->now) /*@ ghost (&g->reduce, k->jobs, k->promised) */;
    //@ ghost g->job.reduce.runs[slot] = 0;
    //@ ghost g->job.reduce.left -= place == g->watched;
    //@ assert map_started: Started(k->jobs, k->started, k->map.waiting, k->map.unfinished);
    //@ assert reduce_started: Started(k->jobs, k->started, k->reduce.waiting, k->reduce.unfinished);
    return place;
}

/* A task of the stage has ended. Returns its job's place. */
/*@ requires valid:   \valid(k) && \valid(g);
    TOGETHER(requires, given,
             STATE(conjunct, *k, *g)
             CLAUSE(conjunct, map, stage == RTMR_MAP ==> 0 <= slot < k->map.slots && RUNS(k->map.state[slot]))
             CLAUSE(conjunct, reduce, stage != RTMR_MAP ==> 0 <= slot < k->reduce.slots && RUNS(k->reduce.state[slot])))
    assigns STAGE_FINISHES(k->map), STAGE_FINISHES(k->reduce), k->map.place[0 .. RTMR_SLOTS - 1],
            k->reduce.place[0 .. RTMR_SLOTS - 1],
            k->map.unfinished[0 .. RTMR_JOBS - 1], k->reduce.unfinished[0 .. RTMR_JOBS - 1],
            k->reduce.ready[0 .. RTMR_JOBS - 1], CURSOR_OF(k->reduce),
            g->map.position[0 .. RTMR_SLOTS - 1], g->reduce.position[0 .. RTMR_SLOTS - 1], JOB_FINISHES(g->job.map),
            JOB_FINISHES(g->job.reduce), MEMORY(*k);
    STATE_BUT_PENDING(ensures, *k, *g)
    STAGE_REPORTED(ensures, map_, stage == RTMR_MAP, g->job.map, *g, slot)
    STAGE_REPORTED(ensures, reduce_, stage != RTMR_MAP, g->job.reduce, *g, slot)
    ensures place: \result == PLACE_ON(\old(*k), stage, slot) && 0 <= \result < k->jobs;
    ensures less: ONE_TASK_LESS(*k, \old(*k), stage, \result);
    ensures others: \forall integer p; 0 <= p < k->jobs && p != \result ==>
                      k->map.unfinished[p] + k->reduce.unfinished[p] > 0;
    ensures in_time: \result < k->promised ==> k->now <= k->reduce.end[\result];
    ensures maps: stage == RTMR_MAP ==>
                      k->map.state[slot] == FREED(\old(k->map.state)[slot]) && OTHER_SLOTS(k->map, slot)
                      && OTHER_SLOTS(k->reduce, -1);
    ensures reduces: stage != RTMR_MAP ==>
                      k->reduce.state[slot] == FREED(\old(k->reduce.state)[slot]) && OTHER_SLOTS(k->reduce, slot)
                      && OTHER_SLOTS(k->map, -1);
    ensures map_ended: TASK_ENDED(k->map, k->now, stage == RTMR_MAP ? slot : -1);
    ensures reduce_ended: TASK_ENDED(k->reduce, k->now, stage == RTMR_MAP ? -1 : slot);
    ensures map_finish_times: k->plans_from_slots == 0 ==>
                      TIME_NOTED(stage == RTMR_MAP, \result, k->map.slots, k->now, MAP_MEMORY(*k),
                                 \old(MAP_MEMORY(*k)));
    ensures reduce_finish_times: k->plans_from_slots == 0 ==>
                      TIME_NOTED(stage != RTMR_MAP, \result, k->reduce.slots, k->now, REDUCE_MEMORY(*k),
                                 \old(REDUCE_MEMORY(*k)));
    BOTH_MEMORIES(ensures, kept, RowsKept, *k)
*/
static int32_t finish_task(struct rtmr *k, enum rtmr_stage stage, int32_t slot)
/*@ ghost (struct rtmr_ghost \ghost *g) */
{
    if (stage == RTMR_MAP) {
        return finish_map_task(k, slot) /*@ ghost (g) */;
    }
    return finish_reduce_task(k, slot) /*@ ghost (g) */;
}

/* The job at `place`, one of whose tasks has just ended, as it is reported. */
/*@ requires valid: \valid_read(k) && \valid(report);
    requires place: 0 <= place < RTMR_JOBS;
    assigns *report;
    ensures job:    report->job == k->handle[place] && report->deadline == k->deadline[place]
                    && report->estimated_finish == k->reduce.end[place];
    ensures stage:  report->stage_done != 0 <==>
                    (stage == RTMR_MAP ? k->map.unfinished[place] == 0 : k->reduce.unfinished[place] == 0);
    ensures done:   report->job_done != 0 <==> k->map.unfinished[place] == 0 && k->reduce.unfinished[place] == 0;
    ensures flag:   report->flagged != 0 <==> place >= k->promised;
*/
static void describe_finish(const struct rtmr *k, enum rtmr_stage stage, int32_t place, struct rtmr_report *report)
{
    report->job = k->handle[place];
    report->stage_done = (stage == RTMR_MAP ? k->map.unfinished[place] : k->reduce.unfinished[place]) == 0;
    report->job_done = k->map.unfinished[place] == 0 && k->reduce.unfinished[place] == 0;
    report->flagged = place >= k->promised;
    report->estimated_finish = k->reduce.end[place];
    report->deadline = k->deadline[place];
}

/* The job at `place`, all of whose tasks have been reported finished, retires. */
/*@ requires valid:   \valid(k) && \valid(g);
    TOGETHER(requires, given,
             STATE_BUT_PENDING(conjunct, *k, *g)
             CLAUSE(conjunct, place, 0 <= place < k->jobs)
             CLAUSE(conjunct, done, k->map.unfinished[place] == 0 && k->reduce.unfinished[place] == 0)
             CLAUSE(conjunct, others, \forall integer p; 0 <= p < k->jobs && p != place ==>
                                      k->map.unfinished[p] + k->reduce.unfinished[p] > 0)
             CLAUSE(conjunct, in_time, place < k->promised ==> k->now <= k->reduce.end[place]))
    assigns TABLE_COLUMNS(*k), k->map.tasks, k->reduce.tasks, k->jobs, k->promised, k->plans_from_slots, k->map.free_at,
            k->reduce.free_at,
            MEMORY(*k), g->watched, GHOST_FINISHES(g->map), GHOST_FINISHES(g->reduce), GHOST_BEGUN(*g),
            GHOST_REPLANNED(*g), GHOST_REPLAN(*g),
            g->retired.corrected;
    ensures state:    Unnoted(*k, *g);
    ensures count:    k->jobs == \old(k->jobs) - 1 && k->promised == \old(k->promised)
                      - (place < \old(k->promised) ? 1 : 0);
    ensures plans:    PLANS_KEPT(*k, \old(k->jobs), \old(k->plans_from_slots));
    BOTH_MEMORIES(ensures, finish_times, \old(k->plans_from_slots) == 0 ==> TimesMoved, *k, place, k->jobs)
    ensures planning: PlanningSame(g->retired.corrected, \old(*k));
    ensures fed_back: FedBack(g->retired.corrected, \old(*k), g->map.replan, g->reduce.replan, place);
    ensures setting:  SettingSame(*k, g->retired.corrected);
    ensures left:     OthersLeft(*k, g->retired.corrected, place);
    ensures map_moved: \old(k->plans_from_slots) == 0 ==>
                       RowsMoved(place, k->jobs, MAP_MEMORY(*k), MAP_MEMORY(g->retired.corrected));
    ensures reduce_moved: \old(k->plans_from_slots) == 0 ==>
                          RowsMoved(place, k->jobs, REDUCE_MEMORY(*k), REDUCE_MEMORY(g->retired.corrected));
    ALL_TASKS_STAY(ensures, *k)
    ensures watch:    WATCH_LEFT(*g, place);
*/
static void retire(struct rtmr *k, int32_t place) /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    //@ ghost struct rtmr before = *k;
    rtmr_stored_job_finished(k, place) /*@ ghost (g) */;
    //@ assert planning: PlanningSame(*k, before);
    //@ ghost rtmr_fed_back_fold(k, &before, g, place);
    //@ ghost struct rtmr corrected = *k;
    rtmr_table_remove(k, place) /*@ ghost (g) */;
    //@ ghost rtmr_others_left(k, &corrected, place);
    //@ ghost g->retired.corrected = corrected;
#if RTMR_WITH_STORED_VECTORS
    /*@ ghost
      if (before.plans_from_slots == 0) {
          rtmr_times_moved(&MAP_MEMORY(*k), &MAP_MEMORY(corrected), &MAP_MEMORY(before), place, k->jobs);
          rtmr_times_moved(&REDUCE_MEMORY(*k), &REDUCE_MEMORY(corrected), &REDUCE_MEMORY(before), place, k->jobs);
      }
    */
#endif
    //@ ghost rtmr_unnoted_fold(k, g);
}

/* rtmr_complete() but for noting what is offered then. */
/*@ requires valid:   \valid(k) && \valid(report) && \valid(g);
    requires state:   State(*k, *g);
    assigns *report, FINISHED(*k), GHOST_FINISHED(*g);
    TOGETHER(ensures, outcome,
             CLAUSE(conjunct, state, \result == RTMR_OK ==> Unnoted(*k, *g))
             CLAUSE(conjunct, same, \result != RTMR_OK ==> State(*k, *g))
             CLAUSE(conjunct, map_ended, \result == RTMR_OK ==>
                                         TASK_ENDED(k->map, k->now, stage == RTMR_MAP ? slot : -1))
             CLAUSE(conjunct, reduce_ended,
                    \result == RTMR_OK ==> TASK_ENDED(k->reduce, k->now, stage == RTMR_MAP ? -1 : slot)))
    FINISH(ensures, *k, stage, slot, *report, *g)
*/
static enum rtmr_status complete(struct rtmr *k, enum rtmr_stage stage, int32_t slot, struct rtmr_report *report)
/*@ ghost (struct rtmr_ghost \ghost *g) */
{
    //@ ghost rtmr_state_unfold(k, g);
    const enum rtmr_status status =
        stage == RTMR_MAP ? rtmr_pool_check_running(&k->map, slot) : rtmr_pool_check_running(&k->reduce, slot);

    if (status != RTMR_OK) {
        return status;
    }
    //@ ghost struct rtmr before = *k;
    const int32_t place = finish_task(k, stage, slot) /*@ ghost (g) */;

    describe_finish(k, stage, place, report);
    if (report->job_done) {
        //@ ghost struct rtmr noted = *k;
        //@ ghost g->retired.reported = *k;
        //@ assert own: g->watched == place ==> g->job.map.left == 0 && g->job.reduce.left == 0;
        retire(k, place) /*@ ghost (g) */;
#if RTMR_WITH_STORED_VECTORS
        /*@ ghost
          if (before.plans_from_slots == 0) {
              rtmr_times_moved(&MAP_MEMORY(*k), &MAP_MEMORY(noted), &MAP_MEMORY(before), place, k->jobs);
              rtmr_times_moved(&REDUCE_MEMORY(*k), &REDUCE_MEMORY(noted), &REDUCE_MEMORY(before), place, k->jobs);
          }
        */
#endif
    } /*@ ghost else {
        rtmr_all_pending(k, place);
        rtmr_unnoted_fold(k, g);
    } */
    return RTMR_OK;
}

enum rtmr_status rtmr_complete(struct rtmr *k, enum rtmr_stage stage, int32_t slot, struct rtmr_report *report)
/*@ ghost (struct rtmr_ghost \ghost *g) */
{
    //@ ghost struct rtmr before = *k;
    const enum rtmr_status status = complete(k, stage, slot, report) /*@ ghost (g) */;

    if (status == RTMR_OK) {
        //@ ghost struct rtmr done = *k;
        rtmr_note_offers(k) /*@ ghost (g) */;
        //@ ghost rtmr_state_ranges(k, g);
        //@ ghost int32_t map_slot = stage == RTMR_MAP ? slot : -1;
        //@ ghost int32_t reduce_slot = stage == RTMR_MAP ? -1 : slot;
        /*@ ghost rtmr_dues_follow(&k->map, &done.map, &before.map, k->promised, k->now, map_slot,
                                   map_slot < 0 ? RTMR_NEVER : done.map.bound[map_slot]); */
        /*@ ghost rtmr_dues_follow(&k->reduce, &done.reduce, &before.reduce, k->promised, k->now, reduce_slot,
                                   reduce_slot < 0 ? RTMR_NEVER : done.reduce.bound[reduce_slot]); */
        //@ ghost rtmr_slots_noted(&k->map, &done.map, &before.map);
        //@ ghost rtmr_slots_noted(&k->reduce, &done.reduce, &before.reduce);
        //@ ghost rtmr_jobs_noted(k, &done, &before, &g->retired.corrected);
    }
    return status;
}
