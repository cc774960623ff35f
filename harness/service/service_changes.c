/*
 * Calls of the kernel: made, recorded, and taken over into the tables in memory.
 */
#include "harness/service/replay.h"
#include "harness/service/service_state.h"

#include <stdio.h>
#include <stdlib.h>

enum { SNAPSHOT_CALLS = 1024 };

struct call_record service_new_call(enum call_kind kind, rtmr_ticks tick)
{
    return (struct call_record){.tick = tick, .kind = kind, .uid = -1, .slot = -1, .task = -1};
}

void service_look_at_clock(struct service *s)
{
    rtmr_ticks now = clock_ticks_of(store_clock(s->store), s->clock);
    rtmr_ticks kernel = rtmr_now(s->kernel);
    now = now > kernel ? now : kernel;
    s->now = now > s->now ? now : s->now;
}

void service_update_job(struct service *s, const struct job_row *row, enum job_state state, rtmr_ticks ended)
{
    struct job_record record = {.job = row->job,
                                .uid = row->uid,
                                .state = state,
                                .ended = ended,
                                .flagged = row->flagged,
                                .reason = row->reason,
                                .deadline = row->deadline,
                                .deadline_wall = row->deadline_wall,
                                .promised = row->promised};
    store_update_job(s->store, &record);
}

static const char *reason_of_flag(const struct call_record *call, rtmr_handle job)
{
    switch (call->kind) {
    case CALL_SUSPEND: return REASON_SUSPENDED;
    case CALL_FAIL:
        if (call->job != job) {
            return "a task of another job failed, and its slot was needed";
        }
        return call->note != NULL ? call->note : "a task of it failed";
    case CALL_ADVANCE:
        return call->status == RTMR_VIOLATION_OVERRUN ? "a task ran longer than was promised"
                                                      : "tasks had to wait while the service was away or too slow";
    case CALL_SLOT_LOST: return "a slot was lost";
    default: return NULL;
    }
}

/* The jobs that lost their promise by the call. */
static void note_flags(struct service *s, const struct call_record *call)
{
    for (int32_t i = 0; i < call->flagged_count; i++) {
        struct job_row *row = jobs_find(&s->jobs, call->flagged[i]);
        if (row != NULL && !row->flagged) {
            row->flagged = true;
            row->suspended = call->kind == CALL_SUSPEND;
            s->counts.flagged += call->kind != CALL_ABORT;
            s->flagged_jobs += call->kind != CALL_SUSPEND && call->kind != CALL_ABORT;
            if (call->kind != CALL_ABORT) {
                jobs_set_reason(row, reason_of_flag(call, row->job));
                service_update_job(s, row, JOB_ACTIVE, 0);
            }
        }
    }
    s->may_renew |= call->flagged_count > 0 && call->kind != CALL_SUSPEND;
}

/* The job that the call has submitted, in the store and in memory. */
static void add_job(struct service *s, const struct call_record *call)
{
    struct job_record *record = s->submitted;
    record->job = call->job;
    record->submitted = call->tick;
    record->promised = call->estimated_finish;
    store_add_job(s->store, record);
    (void)jobs_add(&s->jobs, record);
    s->counts.accepted++;
}

/* The call, which the clock may move to without a violation. */
static enum rtmr_status make(struct service *s, struct call_record *call)
{
    if (call->kind != CALL_ADVANCE && call->tick > rtmr_now(s->kernel)) {
        struct rtmr_alarm alarm;
        enum rtmr_status status = rtmr_advance(s->kernel, call->tick, &alarm);
        if (status != RTMR_OK) {
            return status < 0 ? status : RTMR_E_TIME_BACK;
        }
    }
    enum rtmr_status status = call_make(s->kernel, call, s->flagged);
    if (status < 0) {
        (void)fprintf(stderr, "rtmrd: the kernel refused a call (%s): %s\n", call_kind_name(call->kind),
                      rtmr_status_text(status));
        return status;
    }
    call->flagged = s->flagged;
    if (call->kind == CALL_SUBMIT && status == RTMR_OK) {
        add_job(s, call);
    }
    store_add_call(s->store, call);
    s->last_call = call->call;
    s->calls_since_snapshot++;
    note_flags(s, call);
    return status;
}

/* The least bound of the tasks whose jobs' promises count on it. */
static rtmr_ticks least_bound(const struct service *s)
{
    rtmr_ticks least = RTMR_NEVER;
    for (int stage = RTMR_MAP; stage <= RTMR_REDUCE; stage++) {
        struct rtmr_slot_info info;
        for (int32_t i = 0; rtmr_slot_info(s->kernel, (enum rtmr_stage)stage, i, &info) == RTMR_OK; i++) {
            bool counts = info.state == RTMR_SLOT_BUSY || info.state == RTMR_SLOT_DRAINING;
            least = counts && info.bound < least ? info.bound : least;
        }
    }
    return least;
}

/* One step of the clock's way, over an instant at which a rule is broken. */
static void violate(struct service *s, rtmr_ticks at, rtmr_ticks to)
{
    rtmr_ticks bound = least_bound(s);
    rtmr_ticks next = bound <= at ? at + 1 : bound;
    struct call_record call = service_new_call(CALL_ADVANCE, next < to ? next : to);
    (void)make(s, &call);
}

void service_pass_time(struct service *s, rtmr_ticks to)
{
    rtmr_ticks at = rtmr_next_event(s->kernel);
    while (at < to) {
        if (!service_meet_bounds(s, at)) {
            violate(s, at, to);
        }
        if (rtmr_now(s->kernel) >= to) {
            return;
        }
        at = rtmr_next_event(s->kernel);
    }
}

enum rtmr_status service_call(struct service *s, struct call_record *call)
{
    rtmr_ticks now = rtmr_now(s->kernel);
    call->tick = call->tick > now ? call->tick : now;
    service_pass_time(s, call->tick);
    return make(s, call);
}

void service_promise(struct service *s, struct job_row *row, rtmr_ticks finish)
{
    s->flagged_jobs -= row->flagged && !row->suspended && !row->aborted;
    row->flagged = false;
    row->suspended = false;
    row->promised = finish;
    jobs_set_reason(row, NULL);
    service_update_job(s, row, JOB_ACTIVE, 0);
    s->counts.renewed++;
}

void service_retire(struct service *s, struct job_row *row, rtmr_ticks ended)
{
    s->flagged_jobs -= row->flagged && !row->suspended && !row->aborted;
    if (!row->aborted) {
        service_update_job(s, row, JOB_FINISHED, ended);
        s->counts.finished++;
        if (ended > row->deadline) {
            s->counts.late++;
            s->counts.late_unflagged += !row->flagged;
        }
    }
    s->may_renew = true;
    jobs_remove(&s->jobs, row);
}

/* Has everything killed that runs of the job, which was aborted. */
static void kill_all(struct service *s, const struct job_row *row)
{
    for (int stage = RTMR_MAP; stage <= RTMR_REDUCE; stage++) {
        for (int32_t i = 0; i < s->slots[stage]; i++) {
            if (s->slot[stage][i].attempt != 0 && s->slot[stage][i].job == row->job) {
                service_ask_kill(s, (enum rtmr_stage)stage, i, KILL_ABORT);
            }
        }
    }
}

void service_abort_job(struct service *s, struct job_row *row, rtmr_ticks at, int64_t uid, const char *reason)
{
    struct call_record call = service_new_call(CALL_ABORT, at);
    struct rtmr_job_info info;
    call.job = row->job;
    call.uid = uid;
    call.note = reason;
    if (service_call(s, &call) != RTMR_OK) {
        return;
    }
    s->flagged_jobs -= row->flagged && !row->suspended && !row->aborted && call.flagged_count == 0;
    row->aborted = true;
    row->ended = call.tick;
    jobs_set_reason(row, reason);
    jobs_drop_waiting(&s->jobs, row);
    service_update_job(s, row, JOB_ABORTED, row->ended);
    s->counts.aborted++;
    s->may_renew = true;
    kill_all(s, row);
    if (rtmr_job_info(s->kernel, row->job, &info) != RTMR_OK) {
        service_retire(s, row, row->ended);
    }
}

void service_kill_again(struct service *s)
{
    for (size_t i = 0; i < s->jobs.count; i++) {
        if (s->jobs.row[i]->aborted) {
            kill_all(s, s->jobs.row[i]);
        }
    }
}

void service_take_snapshot(struct service *s)
{
    if (s->calls_since_snapshot >= SNAPSHOT_CALLS || store_other_release(s->store) != NULL) {
        store_add_snapshot(s->store, s->kernel);
        s->calls_since_snapshot = 0;
    }
}
