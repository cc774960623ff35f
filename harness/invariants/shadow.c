#include "harness/invariants/shadow.h"

#include "harness/invariants/dues.h"

#include "harness/workload/alloc.h"

#include <stdlib.h>
#include <string.h>

const char *shadow_stage_name(enum rtmr_stage stage)
{
    return stage == RTMR_MAP ? "map" : "reduce";
}

static void begin_stage(struct shadow_stage *stage, int32_t slots)
{
    if (stage->slot == NULL) {
        stage->slot = alloc_zeroed(RTMR_SLOTS, sizeof *stage->slot);
        stage->free_at = alloc_zeroed(RTMR_SLOTS, sizeof *stage->free_at);
    }
    stage->slots = slots;
    memset(stage->slot, 0, (size_t)slots * sizeof *stage->slot);
    dues_forget(stage);
    stage->plan.tasks = 0;
    stage->draft.tasks = 0;
    stage->last = 0;
}

void shadow_begin(struct shadow *s, const struct rtmr_setup *setup)
{
    const bool exact = setup->feedback == RTMR_FEEDBACK_EXACT;

    s->feedback = setup->feedback;
    s->order = setup->order != RTMR_ORDER_DEFAULT ? setup->order : exact ? RTMR_ORDER_EDF : RTMR_ORDER_FLOOR;
    s->delta = setup->delta;
    s->latency = setup->latency;
    s->now = 0;
    s->plans_from_slots = exact;
    s->planned = exact;
    begin_stage(&s->stage[RTMR_MAP], setup->map_slots);
    begin_stage(&s->stage[RTMR_REDUCE], setup->reduce_slots);
    s->stage[RTMR_MAP].notice_pad = setup->latency;
    s->stage[RTMR_MAP].release_pad = setup->latency;
    s->stage[RTMR_REDUCE].notice_pad = setup->latency;
    s->stage[RTMR_REDUCE].wait_pad = setup->latency * (setup->reduces_per_node > 0 ? setup->reduces_per_node : 1);
    s->accepted = 0;
    s->jobs = 0;
    s->promised = 0;
}

void shadow_free(struct shadow *s)
{
    for (int i = 0; i < SHADOW_STAGES; i++) {
        free(s->stage[i].slot);
        free(s->stage[i].free_at);
        free(s->stage[i].plan.task);
        free(s->stage[i].draft.task);
    }
    free(s->job);
    free(s->table);
}

int32_t shadow_find(const struct shadow *s, rtmr_handle handle)
{
    for (int32_t place = 0; place < s->jobs; place++) {
        if (shadow_at(s, place)->handle == handle) {
            return place;
        }
    }
    return -1;
}

struct shadow_job *shadow_at(const struct shadow *s, int32_t place)
{
    return &s->job[s->table[place]];
}

struct shadow_slot *shadow_slot(const struct shadow *s, enum rtmr_stage stage, int32_t slot)
{
    return slot < 0 || slot >= s->stage[stage].slots ? NULL : &s->stage[stage].slot[slot];
}

bool shadow_runs(const struct shadow_slot *slot)
{
    return slot_runs(slot->state);
}

int32_t shadow_usable(const struct shadow *s, enum rtmr_stage stage)
{
    int32_t usable = 0;

    for (int32_t i = 0; i < s->stage[stage].slots; i++) {
        usable += slot_usable(s->stage[stage].slot[i].state);
    }
    return usable;
}

int32_t shadow_renewed_place(const struct shadow *s, int32_t last)
{
    const struct shadow_job *const job = shadow_at(s, last);
    int32_t place = 0;

    for (int32_t p = 0; p < last; p++) {
        if (s->order == RTMR_ORDER_FLOOR && shadow_at(s, p)->started) {
            place = p + 1;
        }
    }
    for (; place < last; place++) {
        const struct shadow_job *const other = shadow_at(s, place);
        const bool by_handle = s->order == RTMR_ORDER_FIFO || other->deadline == job->deadline;

        if (by_handle ? other->handle > job->handle : other->deadline > job->deadline) {
            break;
        }
    }
    return place;
}

int32_t shadow_place(const struct shadow *s, rtmr_ticks deadline)
{
    int32_t place = s->order == RTMR_ORDER_FIFO ? s->promised : 0;

    for (int32_t p = place; p < s->promised; p++) {
        if (s->order == RTMR_ORDER_FLOOR && shadow_at(s, p)->started) {
            place = p + 1;
        }
    }
    while (place < s->promised && shadow_at(s, place)->deadline <= deadline) {
        place++;
    }
    return place;
}

int32_t shadow_offer(const struct shadow *s, enum rtmr_stage stage, int32_t jobs)
{
    int32_t idle = 0;
    int32_t reserved = 0;

    for (int32_t i = 0; i < s->stage[stage].slots; i++) {
        idle += s->stage[stage].slot[i].state == RTMR_SLOT_IDLE;
    }
    for (int32_t place = 0; place < jobs; place++) {
        const struct shadow_job *const job = shadow_at(s, place);
        const bool ready = stage == RTMR_MAP || job->unfinished[RTMR_MAP] == 0;

        if (ready && job->waiting[stage] > 0) {
            return idle > reserved ? place : -1;
        }
        reserved += job->waiting[stage];
    }
    return -1;
}

void shadow_move(struct shadow *s, int32_t from, int32_t to)
{
    const int32_t index = s->table[from];
    const int32_t step = from < to ? 1 : -1;

    for (int32_t place = from; place != to; place += step) {
        s->table[place] = s->table[place + step];
    }
    s->table[to] = index;
}

void shadow_accept(struct shadow *s, const struct rtmr_job *job, rtmr_handle handle, int32_t place)
{
    s->job = alloc_grow(s->job, &s->room, (size_t)s->accepted + 1, sizeof *s->job);
    struct shadow_job *const new = &s->job[s->accepted];

    *new = (struct shadow_job){
        .handle = handle,
        .deadline = job->deadline,
        .end = {s->now, s->now},
        .estimate = {job->map_tasks > 0 ? job->map_estimate : 0, job->reduce_tasks > 0 ? job->reduce_estimate : 0},
        .waiting = {job->map_tasks, job->reduce_tasks},
        .unfinished = {job->map_tasks, job->reduce_tasks}};
    if (job->map_tasks == 0 && job->reduce_tasks == 0) {
        new->promise = PROMISE_DONE;
        new->done_at = s->now;
    } else {
        s->table = alloc_grow(s->table, &s->table_room, (size_t)s->jobs + 1, sizeof *s->table);
        s->table[s->jobs] = s->accepted;
        shadow_move(s, s->jobs, place);
        s->jobs++;
        s->promised++;
    }
    s->accepted++;
}

/* Tasks of a job that has left the table no longer wait in the plans. */
static void close_tasks(struct shadow_plan *plan, rtmr_handle job)
{
    for (int32_t i = 0; i < plan->tasks; i++) {
        if (plan->task[i].job == job) {
            plan->task[i].open = false;
        }
    }
}

void shadow_leave(struct shadow *s, int32_t place, enum promise promise)
{
    struct shadow_job *const job = shadow_at(s, place);

    job->promise = promise;
    job->done_at = s->now;
    close_tasks(&s->stage[RTMR_MAP].plan, job->handle);
    close_tasks(&s->stage[RTMR_REDUCE].plan, job->handle);
    shadow_move(s, place, s->jobs - 1);
    s->jobs--;
    if (place < s->promised) {
        s->promised--;
    }
    if (s->jobs == 0 && s->feedback != RTMR_FEEDBACK_EXACT) {
        s->plans_from_slots = false;
        s->planned = false;
    }
}

/* The first open task of a job, or -1. */
static int32_t first_open(const struct shadow_plan *plan, rtmr_handle job)
{
    for (int32_t i = 0; i < plan->tasks; i++) {
        if (plan->task[i].open && plan->task[i].job == job) {
            return i;
        }
    }
    return -1;
}

void shadow_start(struct shadow *s, enum rtmr_stage stage, int32_t slot, int32_t place, rtmr_ticks bound)
{
    struct shadow_stage *const pool = &s->stage[stage];
    struct shadow_job *const job = shadow_at(s, place);
    enum rtmr_slot_state state = RTMR_SLOT_LATE; /* no plan counts on a flagged job's task */
    int32_t position = -1;

    if (place < s->promised) {
        state = RTMR_SLOT_BUSY;
        position = first_open(&pool->plan, job->handle);
        if (position >= 0) {
            pool->plan.task[position].open = false;
        }
        pool->last = position >= pool->last ? position + 1 : pool->last;
    } else { /* each task in the plan that waits has an idle slot of its own */
        pool->last = pool->plan.tasks;
    }
    dues_serve_first(pool, slot);
    pool->slot[slot] = (struct shadow_slot){.state = state, .job = job->handle, .bound = bound, .position = position};
    job->waiting[stage]--;
    job->started = true;
}

/* The next state of a slot whose task has ended. */
static enum rtmr_slot_state freed(enum rtmr_slot_state state)
{
    return slot_leaves(state) ? RTMR_SLOT_ABSENT : RTMR_SLOT_IDLE;
}

void shadow_finish(struct shadow *s, enum rtmr_stage stage, int32_t slot)
{
    struct shadow_slot *const ended = &s->stage[stage].slot[slot];
    const int32_t place = shadow_find(s, ended->job);
    struct shadow_job *const job = shadow_at(s, place);

    ended->due = dues_after_task(&s->stage[stage], ended, s->now);
    ended->state = freed(ended->state);
    job->unfinished[stage]--;
    if (job->unfinished[RTMR_MAP] == 0 && job->unfinished[RTMR_REDUCE] == 0) {
        shadow_leave(s, place, place < s->promised ? PROMISE_DONE : PROMISE_FLAGGED);
    }
}

int32_t shadow_overrun(struct shadow *s, rtmr_ticks to)
{
    int32_t overrun = 0;

    for (int stage = 0; stage < SHADOW_STAGES; stage++) {
        for (int32_t i = 0; i < s->stage[stage].slots; i++) {
            struct shadow_slot *const slot = &s->stage[stage].slot[i];

            if (slot_in_time(slot->state) && slot->bound < to) {
                slot->state = slot_leaves(slot->state) ? RTMR_SLOT_LATE_DRAINING : RTMR_SLOT_LATE;
                shadow_flag(s, shadow_find(s, slot->job));
                overrun++;
            }
        }
    }
    return overrun;
}

/* The task on the slot, if any, waits again. */
static int32_t drop(struct shadow *s, enum rtmr_stage stage, int32_t slot, enum rtmr_slot_state state)
{
    struct shadow_slot *const dropped = &s->stage[stage].slot[slot];
    const int32_t place = shadow_runs(dropped) ? shadow_find(s, dropped->job) : -1;

    if (place >= 0) {
        shadow_at(s, place)->waiting[stage]++;
    }
    dropped->state = state;
    return place;
}

int32_t shadow_lose(struct shadow *s, enum rtmr_stage stage, int32_t slot)
{
    return drop(s, stage, slot, RTMR_SLOT_ABSENT);
}

int32_t shadow_fail(struct shadow *s, enum rtmr_stage stage, int32_t slot)
{
    return drop(s, stage, slot, freed(s->stage[stage].slot[slot].state));
}

void shadow_drain(struct shadow *s, enum rtmr_stage stage, int32_t slot)
{
    enum rtmr_slot_state *const state = &s->stage[stage].slot[slot].state;

    *state = *state == RTMR_SLOT_IDLE   ? RTMR_SLOT_ABSENT
             : *state == RTMR_SLOT_BUSY ? RTMR_SLOT_DRAINING
                                        : RTMR_SLOT_LATE_DRAINING;
}

void shadow_add(struct shadow *s, enum rtmr_stage stage, int32_t slot)
{
    struct shadow_stage *const pool = &s->stage[stage];

    pool->slots += slot == pool->slots;
    pool->slot[slot] =
        (struct shadow_slot){.state = RTMR_SLOT_IDLE, .position = -1, .due = dues_if_offered(pool, s->now)};
    s->plans_from_slots = s->plans_from_slots || s->jobs > 0;
}

void shadow_flag(struct shadow *s, int32_t place)
{
    if (place < s->promised) {
        struct shadow_job *const job = shadow_at(s, place);
        int32_t to = s->promised - 1;

        job->promise = PROMISE_FLAGGED;
        while (to + 1 < s->jobs && shadow_at(s, to + 1)->deadline <= job->deadline) {
            to++;
        }
        shadow_move(s, place, to);
        s->promised--;
    }
}

void shadow_suspend(struct shadow *s, int32_t place)
{
    const rtmr_handle job = shadow_at(s, place)->handle;

    if (place < s->promised) {
        shadow_flag(s, place);
        close_tasks(&s->stage[RTMR_MAP].plan, job);
        close_tasks(&s->stage[RTMR_REDUCE].plan, job);
        s->plans_from_slots = true;
    }
}

bool shadow_abort(struct shadow *s, int32_t place)
{
    struct shadow_job *const job = shadow_at(s, place);

    if (job->waiting[RTMR_MAP] == job->unfinished[RTMR_MAP] &&
        job->waiting[RTMR_REDUCE] == job->unfinished[RTMR_REDUCE]) {
        shadow_leave(s, place, PROMISE_ABORTED);
        return true;
    }
    shadow_suspend(s, place);
    for (int stage = 0; stage < SHADOW_STAGES; stage++) {
        job->unfinished[stage] -= job->waiting[stage];
        job->waiting[stage] = 0;
    }
    return false;
}

void shadow_note_offers(struct shadow *s)
{
    for (int stage = 0; stage < SHADOW_STAGES; stage++) {
        dues_note(&s->stage[stage], shadow_offer(s, (enum rtmr_stage)stage, s->promised) >= 0, s->now);
    }
}
