#include "tests/fuzz/promise_book.h"

#include "harness/invariants/slot_state.h"

#include <stddef.h>

void book_begin(struct book *b, const struct rtmr_setup *setup)
{
    *b = (struct book){.setup = *setup, .slots = {setup->map_slots, setup->reduce_slots}};
}

struct book_job *book_job(struct book *b, rtmr_handle handle)
{
    for (int32_t i = 0; i < b->jobs; i++) {
        if (b->job[i].handle == handle) {
            return &b->job[i];
        }
    }
    return NULL;
}

int32_t book_unfinished(const struct book_job *job, enum rtmr_stage stage)
{
    return job->waiting[stage] + job->running[stage];
}

bool book_startable(const struct book_job *job, enum rtmr_stage stage)
{
    return job->waiting[stage] > 0 && (stage == RTMR_MAP || book_unfinished(job, RTMR_MAP) == 0);
}

/* --- What is refused -------------------------------------------------------------------------- */

static bool outside(rtmr_ticks value, rtmr_ticks least, rtmr_ticks most)
{
    return value < least || value > most;
}

static bool job_wrong(const struct book *b, const struct rtmr_job *job, enum rtmr_status error)
{
    switch (error) {
    case RTMR_E_MAP_TASKS: return outside(job->map_tasks, 0, RTMR_TASKS);
    case RTMR_E_REDUCE_TASKS: return outside(job->reduce_tasks, 0, RTMR_TASKS);
    case RTMR_E_MAP_ESTIMATE: return job->map_tasks != 0 && outside(job->map_estimate, 1, RTMR_TIME_MAX);
    case RTMR_E_REDUCE_ESTIMATE: return job->reduce_tasks != 0 && outside(job->reduce_estimate, 1, RTMR_TIME_MAX);
    case RTMR_E_DEADLINE: return outside(job->deadline, b->now, RTMR_TIME_MAX);
    default: return false;
    }
}

static bool withdrawal_wrong(struct book *b, rtmr_handle handle, enum rtmr_status error)
{
    const struct book_job *const job = book_job(b, handle);

    return error == RTMR_E_HANDLE ? job == NULL : error == RTMR_E_STARTED && job != NULL && job->started;
}

static bool no_stage(const struct call *call)
{
    return call->stage != RTMR_MAP && call->stage != RTMR_REDUCE;
}

/* The slot that a call names; NULL if there is none. */
static struct book_slot *slot_of(struct book *b, const struct call *call)
{
    return no_stage(call) || call->slot < 0 || call->slot >= b->slots[call->stage] ? NULL
                                                                                   : &b->slot[call->stage][call->slot];
}

static bool addition_wrong(struct book *b, const struct call *call, enum rtmr_status error)
{
    const struct book_slot *const slot = slot_of(b, call);

    if (error == RTMR_E_SLOT) {
        return no_stage(call) || call->slot < 0 || call->slot > b->slots[call->stage] || call->slot >= RTMR_SLOTS;
    }
    return error == RTMR_E_SLOT_PRESENT && slot != NULL && slot->state != RTMR_SLOT_ABSENT;
}

static bool slot_wrong(struct book *b, const struct call *call, enum rtmr_status error)
{
    const struct book_slot *const slot = slot_of(b, call);
    const bool of_task = call->kind == CALL_FINISH || call->kind == CALL_FAIL || call->kind == CALL_EXTEND;

    if (call->kind == CALL_SLOT_ADD) {
        return addition_wrong(b, call, error);
    }
    switch (error) {
    case RTMR_E_SLOT: return slot == NULL;
    case RTMR_E_SLOT_ABSENT: return slot != NULL && slot->state == RTMR_SLOT_ABSENT;
    case RTMR_E_SLOT_IDLE: return of_task && slot != NULL && slot->state == RTMR_SLOT_IDLE;
    case RTMR_E_SLOT_BUSY: return call->kind == CALL_DISPATCH && slot != NULL && slot_runs(slot->state);
    case RTMR_E_SLOT_DRAINING: return call->kind == CALL_SLOT_DRAIN && slot != NULL && slot_leaves(slot->state);
    default: return false;
    }
}

/* The call only says what is to be done: it has no answer beside its status. */
static bool answers_nothing(enum call_kind kind)
{
    return kind == CALL_WITHDRAW || kind == CALL_SLOT_ADD || kind == CALL_SUSPEND || kind == CALL_ABORT;
}

/* A task of the job runs where no plan counts on. */
static bool runs_late(const struct book *b, rtmr_handle job)
{
    for (int stage = 0; stage < BOOK_STAGES; stage++) {
        for (int32_t i = 0; i < b->slots[stage]; i++) {
            if (slot_late(b->slot[stage][i].state) && b->slot[stage][i].job == job) {
                return true;
            }
        }
    }
    return false;
}

static bool renewal_wrong(struct book *b, const struct call *call, enum rtmr_status error)
{
    switch (error) {
    case RTMR_E_HANDLE: return book_job(b, call->handle) == NULL;
    case RTMR_E_DEADLINE: return outside(call->to, b->now, RTMR_TIME_MAX);
    case RTMR_E_SLOT_LATE: return runs_late(b, call->handle);
    default: return false;
    }
}

static bool extension_wrong(struct book *b, const struct call *call, enum rtmr_status error)
{
    const struct book_slot *const slot = slot_of(b, call);

    if (error == RTMR_E_STAGE) {
        return no_stage(call);
    }
    if (error == RTMR_E_BOUND) {
        return slot != NULL && slot_runs(slot->state) &&
               outside(call->to, slot->bound > b->now ? slot->bound : b->now, RTMR_TIME_MAX);
    }
    return slot_wrong(b, call, error);
}

static bool estimate_wrong(struct book *b, const struct call *call, enum rtmr_status error)
{
    switch (error) {
    case RTMR_E_STAGE: return no_stage(call);
    case RTMR_E_HANDLE: return book_job(b, call->handle) == NULL;
    case RTMR_E_ESTIMATE: return outside(call->to, 1, RTMR_TIME_MAX);
    default: return false;
    }
}

bool book_may_refuse(struct book *b, const struct call *call, enum rtmr_status error)
{
    if (error == RTMR_E_NULL) {
        return call->null && !answers_nothing(call->kind);
    }
    switch (call->kind) {
    case CALL_SUBMIT:
    case CALL_WHAT_IF: return job_wrong(b, &call->job, error);
    case CALL_WITHDRAW: return withdrawal_wrong(b, call->handle, error);
    case CALL_RENEW: return renewal_wrong(b, call, error);
    case CALL_EXTEND: return extension_wrong(b, call, error);
    case CALL_SET_ESTIMATE: return estimate_wrong(b, call, error);
    case CALL_SUSPEND:
    case CALL_ABORT: return error == RTMR_E_HANDLE && book_job(b, call->handle) == NULL;
    case CALL_ADVANCE:
    case CALL_RESTORE:
        return error == RTMR_E_TIME_BACK ? call->to < b->now : error == RTMR_E_TIME_MAX && call->to > RTMR_TIME_MAX;
    case CALL_OFFER: return error == RTMR_E_STAGE && no_stage(call);
    default: return error == RTMR_E_STAGE ? no_stage(call) : slot_wrong(b, call, error);
    }
}

bool book_must_refuse(struct book *b, const struct call *call)
{
    for (int error = RTMR_E_NULL; error >= RTMR_E_TOKEN; error--) {
        if (book_may_refuse(b, call, (enum rtmr_status)error)) {
            return true;
        }
    }
    return false;
}

bool book_setup_wrong(const struct rtmr_setup *setup, enum rtmr_status error)
{
    const bool exact = setup->feedback == RTMR_FEEDBACK_EXACT;

    switch (error) {
    case RTMR_E_MAP_SLOTS: return outside(setup->map_slots, 1, RTMR_SLOTS);
    case RTMR_E_REDUCE_SLOTS: return outside(setup->reduce_slots, 1, RTMR_SLOTS);
    case RTMR_E_FEEDBACK: return outside((rtmr_ticks)setup->feedback, 0, RTMR_FEEDBACK_NONE);
    case RTMR_E_ORDER:
        return outside((rtmr_ticks)setup->order, 0, RTMR_ORDER_FIFO) || (setup->order == RTMR_ORDER_EDF && !exact);
    case RTMR_E_DELTA: return outside(setup->delta, 0, RTMR_TIME_MAX);
    case RTMR_E_LATENCY:
        return outside(setup->latency, 0, RTMR_LATENCY_MAX) || outside(setup->reduces_per_node, 0, RTMR_SLOTS);
    default: return false;
    }
}

/* --- What is done ----------------------------------------------------------------------------- */

void book_accept(struct book *b, const struct rtmr_job *terms, const struct rtmr_decision *decision)
{
    b->last_handle = decision->job;
    if (terms->map_tasks > 0 || terms->reduce_tasks > 0) {
        b->job[b->jobs++] = (struct book_job){.handle = decision->job,
                                              .terms = *terms,
                                              .waiting = {terms->map_tasks, terms->reduce_tasks},
                                              .estimated_finish = decision->estimated_finish};
    }
}

void book_withdraw(struct book *b, rtmr_handle handle)
{
    *book_job(b, handle) = b->job[b->jobs - 1];
    b->jobs--;
}

void book_start(struct book *b, const struct call *call, const struct rtmr_offer *offer)
{
    struct book_job *const job = book_job(b, offer->job);

    job->waiting[call->stage]--;
    job->running[call->stage]++;
    job->started = true;
    *slot_of(b, call) = (struct book_slot){
        .state = job->flagged ? RTMR_SLOT_LATE : RTMR_SLOT_BUSY, .job = offer->job, .bound = offer->bound};
}

void book_end_task(struct book *b, const struct call *call)
{
    struct book_slot *const slot = slot_of(b, call);
    struct book_job *const job = slot_runs(slot->state) ? book_job(b, slot->job) : NULL;
    const bool leaves = call->kind == CALL_SLOT_LOST || slot_leaves(slot->state);

    *slot = (struct book_slot){.state = leaves ? RTMR_SLOT_ABSENT : RTMR_SLOT_IDLE};
    if (job == NULL) {
        return;
    }
    job->running[call->stage]--;
    if (call->kind != CALL_FINISH) {
        job->waiting[call->stage]++;
    } else if (book_unfinished(job, RTMR_MAP) == 0 && book_unfinished(job, RTMR_REDUCE) == 0) {
        book_withdraw(b, job->handle);
    }
}

void book_advance(struct book *b, rtmr_ticks to)
{
    b->now = to;
    for (int stage = 0; stage < BOOK_STAGES; stage++) {
        for (int32_t i = 0; i < b->slots[stage]; i++) {
            struct book_slot *const slot = &b->slot[stage][i];

            if (slot_in_time(slot->state) && slot->bound < to) {
                slot->state = slot_leaves(slot->state) ? RTMR_SLOT_LATE_DRAINING : RTMR_SLOT_LATE;
            }
        }
    }
}

void book_drain(struct book *b, const struct call *call)
{
    struct book_slot *const slot = slot_of(b, call);

    slot->state = slot->state == RTMR_SLOT_IDLE   ? RTMR_SLOT_ABSENT
                  : slot->state == RTMR_SLOT_BUSY ? RTMR_SLOT_DRAINING
                                                  : RTMR_SLOT_LATE_DRAINING;
}

void book_add(struct book *b, const struct call *call)
{
    if (call->slot == b->slots[call->stage]) {
        b->slots[call->stage]++;
    }
    *slot_of(b, call) = (struct book_slot){.state = RTMR_SLOT_IDLE};
}

void book_renew(struct book *b, const struct call *call)
{
    struct book_job *const job = book_job(b, call->handle);

    job->terms.deadline = call->to;
    job->flagged = false;
}

void book_extend(struct book *b, const struct call *call)
{
    struct book_slot *const slot = slot_of(b, call);

    slot->state = slot_leaves(slot->state) ? RTMR_SLOT_DRAINING : RTMR_SLOT_BUSY;
    slot->bound = call->to;
}

void book_set_estimate(struct book *b, const struct call *call)
{
    struct book_job *const job = book_job(b, call->handle);

    *(call->stage == RTMR_MAP ? &job->terms.map_estimate : &job->terms.reduce_estimate) = call->to;
}

void book_suspend(struct book *b, const struct call *call)
{
    book_job(b, call->handle)->flagged = true;
}

void book_abort(struct book *b, const struct call *call)
{
    struct book_job *const job = book_job(b, call->handle);

    if (job->running[RTMR_MAP] == 0 && job->running[RTMR_REDUCE] == 0) {
        book_withdraw(b, call->handle);
        return;
    }
    job->flagged = true;
    job->waiting[RTMR_MAP] = 0;
    job->waiting[RTMR_REDUCE] = 0;
}

int32_t book_overruns(const struct book *b, rtmr_ticks to)
{
    int32_t overruns = 0;

    for (int stage = 0; stage < BOOK_STAGES; stage++) {
        for (int32_t i = 0; i < b->slots[stage]; i++) {
            overruns += slot_in_time(b->slot[stage][i].state) && b->slot[stage][i].bound < to;
        }
    }
    return overruns;
}
