#include "rtmr.h"

#include "access.h"
#include "admission.h"
#include "clock.h"
#include "dispatch.h"
#include "job_table.h"
#include "slot_pool.h"
#include "stored_vectors.h"
#include "what_if.h"

#define CONTEXT_TAG UINT32_C(0x52544d52) /* "RTMR" */

enum rtmr_status rtmr_check_context(const struct rtmr *k)
{
    if (k == NULL) {
        return RTMR_E_NULL;
    }
    return k->tag == CONTEXT_TAG ? RTMR_OK : RTMR_E_CONTEXT;
}

enum rtmr_status rtmr_check_stage(const struct rtmr *k, enum rtmr_stage stage)
{
    const enum rtmr_status status = rtmr_check_context(k);

    if (status != RTMR_OK) {
        return status;
    }
    return stage == RTMR_MAP || stage == RTMR_REDUCE ? RTMR_OK : RTMR_E_STAGE;
}

static uint8_t state_in(const struct rtmr_pool *pool, int32_t slot)
{
    return slot < 0 || slot >= pool->slots ? RTMR_NO_SLOT : pool->state[slot];
}

uint8_t rtmr_slot_state(const struct rtmr *k, enum rtmr_stage stage, int32_t slot)
{
    return stage == RTMR_MAP ? state_in(&k->map, slot) : state_in(&k->reduce, slot);
}

static enum rtmr_status check_policy(const struct rtmr_setup *setup)
{
    const enum rtmr_feedback feedback = setup->feedback;

    if (feedback != RTMR_FEEDBACK_EXACT && feedback != RTMR_FEEDBACK_SATU && feedback != RTMR_FEEDBACK_NONE) {
        return RTMR_E_FEEDBACK;
    }
#if !RTMR_WITH_STORED_VECTORS
    if (feedback != RTMR_FEEDBACK_EXACT) {
        return RTMR_E_FEEDBACK;
    }
#endif
    switch (setup->order) {
    case RTMR_ORDER_DEFAULT:
    case RTMR_ORDER_FLOOR:
    case RTMR_ORDER_FIFO:
        return RTMR_OK;
    case RTMR_ORDER_EDF:
        return feedback == RTMR_FEEDBACK_EXACT ? RTMR_OK : RTMR_E_ORDER;
    default:
        return RTMR_E_ORDER;
    }
}

static enum rtmr_status check_setup(const struct rtmr_setup *setup)
{
    if (setup->map_slots < 1 || setup->map_slots > RTMR_SLOTS) {
        return RTMR_E_MAP_SLOTS;
    }
    if (setup->reduce_slots < 1 || setup->reduce_slots > RTMR_SLOTS) {
        return RTMR_E_REDUCE_SLOTS;
    }
    if (setup->delta < 0 || setup->delta > RTMR_TIME_MAX) {
        return RTMR_E_DELTA;
    }
    if (setup->latency < 0 || setup->latency > RTMR_LATENCY_MAX || setup->reduces_per_node < 0 ||
        setup->reduces_per_node > RTMR_SLOTS) {
        return RTMR_E_LATENCY;
    }
    return check_policy(setup);
}

static enum rtmr_order order_of(const struct rtmr_setup *setup)
{
    if (setup->order != RTMR_ORDER_DEFAULT) {
        return setup->order;
    }
    return setup->feedback == RTMR_FEEDBACK_EXACT ? RTMR_ORDER_EDF : RTMR_ORDER_FLOOR;
}

enum rtmr_status rtmr_init(struct rtmr *k, const struct rtmr_setup *setup)
    /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    if (k == NULL || setup == NULL) {
        return RTMR_E_NULL;
    }
    const enum rtmr_status status = check_setup(setup);
    if (status != RTMR_OK) {
        return status;
    }
    const rtmr_ticks rounds = setup->reduces_per_node > 0 ? setup->reduces_per_node : 1;

    k->feedback = setup->feedback;
    k->order = order_of(setup);
    k->counter_offer = setup->counter_offer;
    k->projects = setup->feedback == RTMR_FEEDBACK_EXACT;
    k->delta = setup->delta;
    k->latency = setup->latency;
    k->now = 0;
    k->next_handle = 1;
    k->jobs = 0;
    k->promised = 0;
    rtmr_pool_init(&k->map, setup->map_slots, setup->latency, setup->latency, 0) /*@ ghost (&g->map) */;
    rtmr_pool_init(&k->reduce, setup->reduce_slots, setup->latency, 0, rounds * setup->latency)
        /*@ ghost (&g->reduce) */;
    k->tag = CONTEXT_TAG;
    rtmr_note_offers(k) /*@ ghost (g) */;
    return RTMR_OK;
}

/* The checks that submit and what_if share; clears the decision. */
static enum rtmr_status begin_test(const struct rtmr *k, const struct rtmr_job *job, struct rtmr_decision *decision)
{
    const enum rtmr_status status = rtmr_check_context(k);

    if (status != RTMR_OK) {
        return status;
    }
    if (job == NULL || decision == NULL) {
        return RTMR_E_NULL;
    }
    rtmr_decision_clear(decision);
    return rtmr_check_job(k, job);
}

enum rtmr_status rtmr_submit(struct rtmr *k, const struct rtmr_job *job, struct rtmr_decision *decision)
    /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    enum rtmr_status status = begin_test(k, job, decision);

    if (status == RTMR_OK) {
        status = rtmr_admit(k, job, decision) /*@ ghost (g) */;
        rtmr_note_offers(k) /*@ ghost (g) */;
    }
#if RTMR_WITH_WHAT_IF
    if (status == RTMR_REJECTED && k->counter_offer != 0) {
        decision->earliest_deadline = rtmr_earliest_deadline(k, job) /*@ ghost (g) */;
    }
#endif
    return status;
}

#if RTMR_WITH_WHAT_IF
enum rtmr_status rtmr_what_if(struct rtmr *k, const struct rtmr_job *job, struct rtmr_decision *decision)
    /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    const enum rtmr_status status = begin_test(k, job, decision);

    if (status != RTMR_OK) {
        return status;
    }
    struct rtmr_row candidate;
    rtmr_candidate(k, job, &candidate);
    rtmr_test(k, &candidate, rtmr_table_place(k, job->deadline), decision) /*@ ghost (g) */;
    if (decision->reason == RTMR_REASON_NONE) {
        decision->earliest_deadline = job->deadline;
        return RTMR_OK;
    }
    decision->earliest_deadline = rtmr_earliest_deadline(k, job) /*@ ghost (g) */;
    return RTMR_REJECTED;
}
#endif

enum rtmr_status rtmr_withdraw(struct rtmr *k, rtmr_handle job)
    /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    const enum rtmr_status status = rtmr_check_context(k);

    if (status != RTMR_OK) {
        return status;
    }
    const int32_t place = rtmr_table_find(k, job);
    if (place < 0) {
        return RTMR_E_HANDLE;
    }
    if (k->started[place] != 0) {
        return RTMR_E_STARTED;
    }
    rtmr_stored_job_left(k, place);
    rtmr_table_remove(k, place) /*@ ghost (g) */;
    rtmr_note_offers(k) /*@ ghost (g) */;
    return RTMR_OK;
}

/* Fills *offer with what the stage offers. Returns the job's place, or -1. */
static int32_t look(const struct rtmr *k, enum rtmr_stage stage, struct rtmr_offer *offer)
    /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    int32_t place;

    if (stage == RTMR_MAP) {
        place = rtmr_offer_place(&k->map, k->jobs) /*@ ghost (&g->map, k->promised) */;
    } else {
        place = rtmr_offer_place(&k->reduce, k->jobs) /*@ ghost (&g->reduce, k->promised) */;
    }
    if (place >= 0) {
        offer->job = k->handle[place];
        offer->bound = k->now + (stage == RTMR_MAP ? k->map.estimate[place] : k->reduce.estimate[place]);
    }
    return place;
}

enum rtmr_status rtmr_offer(const struct rtmr *k, enum rtmr_stage stage, struct rtmr_offer *offer)
    /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    const enum rtmr_status status = rtmr_check_stage(k, stage);

    if (status != RTMR_OK) {
        return status;
    }
    if (offer == NULL) {
        return RTMR_E_NULL;
    }
    return look(k, stage, offer) /*@ ghost (g) */ < 0 ? RTMR_NOTHING : RTMR_OK;
}

enum rtmr_status rtmr_dispatch(struct rtmr *k, enum rtmr_stage stage, int32_t slot, struct rtmr_offer *offer)
    /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    const enum rtmr_status status = rtmr_check_stage(k, stage);

    if (status != RTMR_OK) {
        return status;
    }
    if (offer == NULL) {
        return RTMR_E_NULL;
    }
    switch (rtmr_slot_state(k, stage, slot)) {
    case RTMR_SLOT_IDLE:
        break;
    case RTMR_SLOT_BUSY:
    case RTMR_SLOT_LATE:
        return RTMR_E_SLOT_BUSY;
    case RTMR_SLOT_ABSENT:
        return RTMR_E_SLOT_ABSENT;
    default:
        return RTMR_E_SLOT;
    }
    const int32_t place = look(k, stage, offer) /*@ ghost (g) */;
    if (place < 0) {
        return RTMR_NOTHING;
    }
    rtmr_start(k, stage, place, slot) /*@ ghost (g) */;
    rtmr_note_offers(k) /*@ ghost (g) */;
    return RTMR_OK;
}

enum rtmr_status rtmr_finish(struct rtmr *k, enum rtmr_stage stage, int32_t slot, struct rtmr_report *report)
    /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    const enum rtmr_status status = rtmr_check_stage(k, stage);

    if (status != RTMR_OK) {
        return status;
    }
    if (report == NULL) {
        return RTMR_E_NULL;
    }
    switch (rtmr_slot_state(k, stage, slot)) {
    case RTMR_SLOT_BUSY:
    case RTMR_SLOT_LATE:
        break;
    case RTMR_SLOT_IDLE:
        return RTMR_E_SLOT_IDLE;
    case RTMR_SLOT_ABSENT:
        return RTMR_E_SLOT_ABSENT;
    default:
        return RTMR_E_SLOT;
    }
    rtmr_complete(k, stage, slot, report) /*@ ghost (g) */;
    rtmr_note_offers(k) /*@ ghost (g) */;
    return RTMR_OK;
}

enum rtmr_status rtmr_advance(struct rtmr *k, rtmr_ticks to, struct rtmr_alarm *alarm)
    /*@ ghost (struct rtmr_ghost \ghost *g) */
{
    enum rtmr_status status = rtmr_check_context(k);

    if (status != RTMR_OK) {
        return status;
    }
    if (alarm == NULL) {
        return RTMR_E_NULL;
    }
    if (to < k->now) {
        return RTMR_E_TIME_BACK;
    }
    if (to > RTMR_TIME_MAX) {
        return RTMR_E_TIME_MAX;
    }
    alarm->overrun_tasks = 0;
    alarm->flagged_jobs = 0;
    status = rtmr_move_clock(k, to, alarm) /*@ ghost (g) */;
    rtmr_note_offers(k) /*@ ghost (g) */;
    return status;
}
