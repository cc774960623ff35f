/*
 * Slots that come and go by themselves: an executor's nodes fail, come back, and are drained by
 * their administrators, whatever was promised.
 */
#include "harness/service/service_state.h"

/* --- What the executor tells ------------------------------------------------------------------ */

static void note(struct service *s, enum slot_event event, enum rtmr_stage stage, int32_t slot)
{
    if ((stage != RTMR_MAP && stage != RTMR_REDUCE) || slot < 0 || slot >= RTMR_SLOTS) {
        return;
    }
    s->slot_told[stage][slot] = (unsigned char)(1 + event);
    s->changes = jobs_grow(s->changes, &s->change_room, s->change_count + 1, sizeof *s->changes);
    s->changes[s->change_count++] = (struct slot_change){.event = event, .stage = stage, .slot = slot};
}

void service_slot_lost(void *owner, enum rtmr_stage stage, int32_t slot)
{
    note(owner, SLOT_EVENT_LOST, stage, slot);
}

void service_slot_back(void *owner, enum rtmr_stage stage, int32_t slot)
{
    note(owner, SLOT_EVENT_BACK, stage, slot);
}

void service_slot_drains(void *owner, enum rtmr_stage stage, int32_t slot)
{
    note(owner, SLOT_EVENT_DRAINS, stage, slot);
}

void service_forget_changes(struct service *s)
{
    size_t left = 0;
    for (size_t i = 0; i < s->change_count; i++) {
        if (!s->changes[i].made) {
            s->changes[left++] = s->changes[i];
        }
    }
    s->change_count = left;
}

/* Slots that leave, or return, when their task has ended are known in memory only, and no executor
 * tells them twice. */
void service_unmake_changes(struct service *s)
{
    bool pending[2][RTMR_SLOTS] = {{false}};
    for (size_t i = 0; i < s->change_count; i++) {
        s->changes[i].made = false;
        pending[s->changes[i].stage][s->changes[i].slot] = true;
    }
    for (int stage = RTMR_MAP; stage <= RTMR_REDUCE; stage++) {
        for (int32_t i = 0; i < RTMR_SLOTS; i++) {
            if (s->slot_told[stage][i] != 0 && !pending[stage][i]) {
                note(s, (enum slot_event)(s->slot_told[stage][i] - 1), (enum rtmr_stage)stage, i);
            }
        }
    }
}

/* --- Making it -------------------------------------------------------------------------------- */

static struct call_record slot_call(enum call_kind kind, enum rtmr_stage stage, int32_t slot, rtmr_ticks at,
                                    const char *note)
{
    struct call_record call = service_new_call(kind, at);
    call.stage = stage;
    call.slot = slot;
    call.note = note;
    return call;
}

static void add(struct service *s, enum rtmr_stage stage, int32_t slot, rtmr_ticks at)
{
    struct call_record call = slot_call(CALL_SLOT_ADD, stage, slot, at, "its node is back");
    if (service_call(s, &call) == RTMR_OK) {
        s->slots[stage] = slot >= s->slots[stage] ? slot + 1 : s->slots[stage];
        s->may_renew = true;
    }
}

/* The task that ran on the lost slot: its attempt is lost, it runs again unless its job is over. */
static void lose_attempt(struct service *s, enum rtmr_stage stage, int32_t i, rtmr_ticks at)
{
    struct slot_row *slot = &s->slot[stage][i];
    struct job_row *row = jobs_find(&s->jobs, slot->job);
    struct attempt_end end = {.result = ATTEMPT_VANISHED};
    struct rtmr_job_info info;
    slot->ended = at;
    service_record_end(s, &end, stage, i, ATTEMPT_LOST);
    if (row == NULL) {
        return;
    }
    row->running[stage]--;
    if (!row->aborted) {
        jobs_task_failed(row, stage, slot->task, slot->number, false, true);
        return;
    }
    struct call_record call = service_new_call(CALL_ABORT, at); /* the task waits again, for the kernel */
    call.job = row->job;
    (void)service_call(s, &call);
    jobs_drop_waiting(&s->jobs, row);
    if (rtmr_job_info(s->kernel, row->job, &info) != RTMR_OK) {
        service_retire(s, row, row->ended);
    }
}

static void lose(struct service *s, enum rtmr_stage stage, int32_t i, rtmr_ticks at)
{
    struct call_record call = slot_call(CALL_SLOT_LOST, stage, i, at, "its node is gone");
    struct slot_row *slot = &s->slot[stage][i];
    int64_t attempt = slot->attempt;
    call.job = slot->job;
    call.task = attempt != 0 ? slot->task : -1;
    if (attempt != 0) {
        service_ask_kill(s, stage, i, KILL_LOST);
    }
    if (service_call(s, &call) < 0) {
        return;
    }
    if (attempt != 0) {
        lose_attempt(s, stage, i, at);
    }
    *slot = (struct slot_row){.attempt = 0};
}

/* The administrator's will: the promises give way. */
static void drain(struct service *s, enum rtmr_stage stage, int32_t i, rtmr_ticks at)
{
    struct call_record call = slot_call(CALL_SLOT_DRAIN, stage, i, at, "its node drains");
    struct slot_row *slot = &s->slot[stage][i];
    slot->returns = false;
    if (service_call(s, &call) == RTMR_OK) {
        return;
    }
    if (slot->attempt != 0) {
        slot->leaves = true;
    } else {
        lose(s, stage, i, at);
    }
}

/* The kernel has slots without a gap: those of nodes that are still away come and go. */
static void add_up_to(struct service *s, enum rtmr_stage stage, int32_t slot)
{
    while (s->slots[stage] < slot) {
        const int32_t between = s->slots[stage];
        add(s, stage, between, s->now);
        if (s->slots[stage] == between) {
            return;
        }
        lose(s, stage, between, s->now);
    }
    add(s, stage, slot, s->now);
}

static bool drains(enum rtmr_slot_state state)
{
    return state == RTMR_SLOT_DRAINING || state == RTMR_SLOT_LATE_DRAINING;
}

static void make(struct service *s, const struct slot_change *change)
{
    struct rtmr_slot_info info = {.state = RTMR_SLOT_ABSENT};
    bool there = rtmr_slot_info(s->kernel, change->stage, change->slot, &info) == RTMR_OK;
    bool present = there && info.state != RTMR_SLOT_ABSENT;
    struct slot_row *slot = &s->slot[change->stage][change->slot];
    switch (change->event) {
    case SLOT_EVENT_LOST:
        if (present) {
            lose(s, change->stage, change->slot, s->now);
        }
        break;
    case SLOT_EVENT_BACK:
        slot->leaves = false;
        if (present) {
            slot->returns = drains(info.state);
        } else {
            add_up_to(s, change->stage, change->slot);
        }
        break;
    case SLOT_EVENT_DRAINS:
        slot->returns = false;
        if (present && !drains(info.state) && !slot->leaves) {
            drain(s, change->stage, change->slot, s->now);
        }
        break;
    }
}

void service_change_slots(struct service *s)
{
    for (size_t i = 0; i < s->change_count; i++) {
        if (!s->changes[i].made) {
            s->changes[i].made = true;
            make(s, &s->changes[i]);
        }
    }
}

void service_free_slot(struct service *s, enum rtmr_stage stage, int32_t i, rtmr_ticks at)
{
    struct slot_row *slot = &s->slot[stage][i];
    struct rtmr_slot_info info;
    bool leaves = slot->leaves;
    bool returns = slot->returns;
    *slot = (struct slot_row){.attempt = 0};
    if ((!leaves && !returns) || rtmr_slot_info(s->kernel, stage, i, &info) != RTMR_OK) {
        return;
    }
    if (leaves && info.state == RTMR_SLOT_IDLE) {
        lose(s, stage, i, at);
    } else if (returns && info.state == RTMR_SLOT_ABSENT) {
        add(s, stage, i, at);
    }
}
