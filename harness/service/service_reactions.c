/*
 * What the service does when a task runs into its bound, and for jobs without their promise.
 *
 * A task that has run for its estimate reaches its bound a latency later. By then it is decided:
 * it gets more time, if its job wants that and every promise allows it; or it is killed and runs
 * again; or the bound passes, and the kernel flags its job. Where that would cost another user's
 * job its promise, it is killed in any case.
 */
#include "harness/service/counter_offer.h"
#include "harness/service/service_state.h"

#include <stdlib.h>

/* An extension is at least LEAST_MORE ms, and refused at last when HALVINGS halves of it are. */
enum { LEAST_MORE = 20, HALVINGS = 5 };

/* A renewal pass takes a RENEW_PART of the latency, and at most one part in RENEW_SHARE of the
 * time. */
enum { RENEW_PART = 4, RENEW_SHARE = 10 };

static bool in_time(enum rtmr_slot_state state)
{
    return state == RTMR_SLOT_BUSY || state == RTMR_SLOT_DRAINING;
}

static bool late(enum rtmr_slot_state state)
{
    return state == RTMR_SLOT_LATE || state == RTMR_SLOT_LATE_DRAINING;
}

/* --- More time -------------------------------------------------------------------------------- */

static rtmr_ticks grace_of(const struct job_row *row, enum rtmr_stage stage)
{
    return row->grace >= 0 ? row->grace : row->estimate[stage];
}

static rtmr_ticks sum(rtmr_ticks a, rtmr_ticks b)
{
    return b < RTMR_TIME_MAX - a ? a + b : RTMR_TIME_MAX;
}

/* The bound that a task which needs more time should get; at or below its bound: none. */
static rtmr_ticks wanted_bound(const struct service *s, const struct job_row *row, const struct slot_row *slot,
                               enum rtmr_stage stage)
{
    if (slot->ended != 0) {
        return slot->ended;
    }
    if (slot->kill != KILL_NONE) {
        return sum(s->now, s->setup.latency + LEAST_MORE);
    }
    if (row->on_overrun != OVERRUN_EXTEND) {
        return 0;
    }
    rtmr_ticks more = (s->now - slot->since) / 2;
    rtmr_ticks least = s->setup.latency > LEAST_MORE ? s->setup.latency : LEAST_MORE;
    rtmr_ticks bound = sum(s->now, (more > least ? more : least) + s->setup.latency);
    rtmr_ticks most = sum(slot->first_bound, grace_of(row, stage));
    return bound < most ? bound : most;
}

static bool call_extend(struct service *s, enum rtmr_stage stage, int32_t i, rtmr_ticks tick, rtmr_ticks bound,
                        const char *note)
{
    struct call_record call = service_new_call(CALL_EXTEND, tick);
    call.stage = stage;
    call.slot = i;
    call.job = s->slot[stage][i].job;
    call.value = bound;
    call.note = note;
    if (service_call(s, &call) != RTMR_OK) {
        return false;
    }
    rtmr_ticks decide = bound - s->setup.latency;
    s->decide_at = decide < s->decide_at ? decide : s->decide_at;
    s->counts.extended++;
    return true;
}

/* The latest bound below `refused` and above `least` that would be granted, of a few; 0: none. */
static rtmr_ticks shorter_bound(struct service *s, enum rtmr_stage stage, int32_t i, rtmr_ticks least,
                                rtmr_ticks refused)
{
    struct rtmr_decision decision;
    *s->copy = *s->kernel;
    for (int n = 0; n < HALVINGS; n++) {
        refused = least + (refused - least) / 2;
        if (refused <= least + LEAST_MORE) {
            return 0;
        }
        if (rtmr_extend(s->copy, stage, i, refused, &decision) == RTMR_OK) {
            return refused;
        }
    }
    return 0;
}

/* Gets the task more time, at the instant. False: it is not to get any, or promises forbid it. */
static bool get_time(struct service *s, enum rtmr_stage stage, int32_t i, rtmr_ticks tick)
{
    struct slot_row *slot = &s->slot[stage][i];
    const struct job_row *row = jobs_find(&s->jobs, slot->job);
    struct rtmr_slot_info info;
    if (row == NULL || row->aborted || rtmr_slot_info(s->kernel, stage, i, &info) != RTMR_OK) {
        return false;
    }
    rtmr_ticks least = slot->ended != 0 || info.bound > s->now ? info.bound : s->now;
    rtmr_ticks bound = wanted_bound(s, row, slot, stage);
    if (bound <= least) {
        return false;
    }
    if (call_extend(s, stage, i, tick, bound, "the task runs longer than estimated")) {
        return true;
    }
    bound = slot->ended == 0 ? shorter_bound(s, stage, i, least, bound) : 0;
    return bound != 0 && call_extend(s, stage, i, tick, bound, "the longest that every promise allows");
}

bool service_meet_bounds(struct service *s, rtmr_ticks at)
{
    bool any = false;
    for (int stage = RTMR_MAP; stage <= RTMR_REDUCE; stage++) {
        struct rtmr_slot_info info;
        for (int32_t i = 0; rtmr_slot_info(s->kernel, (enum rtmr_stage)stage, i, &info) == RTMR_OK; i++) {
            if (in_time(info.state) && info.bound == at && s->slot[stage][i].attempt != 0) {
                any |= get_time(s, (enum rtmr_stage)stage, i, at);
            }
        }
    }
    return any;
}

/* --- Deciding before the bound ---------------------------------------------------------------- */

/* Another user's job would lose its promise if the task ran over its bound. */
static bool would_hurt(struct service *s, const struct job_row *row, rtmr_ticks bound)
{
    struct rtmr_alarm alarm;
    struct rtmr_job_info info;
    *s->copy = *s->kernel;
    if (rtmr_advance(s->copy, bound + 1, &alarm) < 0 || alarm.flagged_jobs == 0) {
        return false;
    }
    for (int32_t place = rtmr_job_count(s->copy) - 1; rtmr_job_at(s->copy, place, &info) == RTMR_OK; place--) {
        const struct job_row *other = jobs_find(&s->jobs, info.job);
        if (info.flagged == 0) {
            return false;
        }
        if (other != NULL && !other->flagged && other->uid != row->uid) {
            return true;
        }
    }
    return false;
}

/* The task has run for its estimate, and runs on. */
static void decide(struct service *s, enum rtmr_stage stage, int32_t i, const struct rtmr_slot_info *info)
{
    struct slot_row *slot = &s->slot[stage][i];
    const struct job_row *row = jobs_find(&s->jobs, slot->job);
    slot->decided = info->bound;
    if (row == NULL || row->aborted || slot->kill != KILL_NONE || slot->ended != 0) {
        return;
    }
    if (row->on_overrun == OVERRUN_KILL) {
        service_ask_kill(s, stage, i, KILL_OVERRUN);
    } else if (in_time(info->state) && !get_time(s, stage, i, s->now) && would_hurt(s, row, info->bound)) {
        service_ask_kill(s, stage, i, KILL_PROTECT);
    }
}

void service_decide_bounds(struct service *s)
{
    if (s->now < s->decide_at) {
        return;
    }
    s->decide_at = RTMR_NEVER;
    for (int stage = RTMR_MAP; stage <= RTMR_REDUCE; stage++) {
        struct rtmr_slot_info info;
        for (int32_t i = 0; rtmr_slot_info(s->kernel, (enum rtmr_stage)stage, i, &info) == RTMR_OK; i++) {
            const struct slot_row *slot = &s->slot[stage][i];
            rtmr_ticks at = info.bound - s->setup.latency;
            if (slot->attempt == 0 || info.bound == slot->decided) {
                continue;
            }
            if (at <= s->now) {
                decide(s, (enum rtmr_stage)stage, i, &info);
            } else if (at < s->decide_at) {
                s->decide_at = at;
            }
        }
    }
}

/* --- Renewal ---------------------------------------------------------------------------------- */

/* The bound that a task gets that no plan counts on, so that its job can be renewed. */
static rtmr_ticks renewed_bound(const struct service *s, const struct job_row *row, enum rtmr_stage stage, int32_t i,
                                const struct rtmr_slot_info *info)
{
    return info->bound > s->now ? info->bound : wanted_bound(s, row, &s->slot[stage][i], stage);
}

/* Extends the job's tasks that no plan counts on, on the copy or the kernel. False: one may not
 * be. */
static bool extend_late(struct service *s, const struct job_row *row, bool on_copy)
{
    const struct rtmr *kernel = on_copy ? s->copy : s->kernel;
    struct rtmr_decision decision;
    struct rtmr_slot_info info;
    for (int stage = RTMR_MAP; stage <= RTMR_REDUCE; stage++) {
        for (int32_t i = 0; rtmr_slot_info(kernel, (enum rtmr_stage)stage, i, &info) == RTMR_OK; i++) {
            if (!late(info.state) || info.job != row->job) {
                continue;
            }
            rtmr_ticks bound = renewed_bound(s, row, (enum rtmr_stage)stage, i, &info);
            if (bound <= s->now ||
                !(on_copy ? rtmr_extend(s->copy, (enum rtmr_stage)stage, i, bound, &decision) == RTMR_OK
                          : call_extend(s, (enum rtmr_stage)stage, i, s->now, bound, "its job is renewed"))) {
                return false;
            }
        }
    }
    return true;
}

static bool has_late(const struct service *s, const struct job_row *row)
{
    struct rtmr_slot_info info;
    for (int stage = RTMR_MAP; stage <= RTMR_REDUCE; stage++) {
        for (int32_t i = 0; rtmr_slot_info(s->kernel, (enum rtmr_stage)stage, i, &info) == RTMR_OK; i++) {
            if (late(info.state) && info.job == row->job) {
                return true;
            }
        }
    }
    return false;
}

/* Whether the copy, which is the kernel as it is now, renews the job. OK: it has done so; else it
 * is of no more use. */
static enum rtmr_status renew_copy(struct service *s, const struct job_row *row, rtmr_ticks deadline,
                                   struct rtmr_decision *decision)
{
    return extend_late(s, row, true) ? rtmr_renew(s->copy, row->job, deadline, decision) : RTMR_E_SLOT_LATE;
}

/* The copy becomes the kernel as it is now, or will be if nothing happens. */
static bool renew_begins(struct service *s)
{
    struct rtmr_alarm alarm;
    *s->copy = *s->kernel;
    s->copy->counter_offer = 0; /* the kernel's has no bound on its work */
    return rtmr_advance(s->copy, s->now, &alarm) == RTMR_OK;
}

/* Renews the job. */
static enum rtmr_status renew_kernel(struct service *s, struct call_record *call, const struct job_row *row)
{
    return extend_late(s, row, false) ? service_call(s, call) : RTMR_E_SLOT_LATE;
}

enum rtmr_status service_renew_job(struct service *s, const struct job_row *row, rtmr_ticks deadline, int64_t uid,
                                   const char *note, struct call_record *call)
{
    struct rtmr_decision decision;
    struct job_row extends = *row; /* its user wants the promise, whatever was to be done at overruns */
    extends.on_overrun = OVERRUN_EXTEND;
    *call = service_new_call(CALL_RENEW, s->now);
    call->job = row->job;
    call->value = deadline;
    call->uid = uid;
    call->note = note;
    service_pass_time(s, s->now);
    if (has_late(s, row)) {
        enum rtmr_status status = renew_begins(s) ? renew_copy(s, &extends, deadline, &decision) : RTMR_E_SLOT_LATE;
        if (status == RTMR_REJECTED) {
            call->status = status;
            call->reason = decision.reason;
            call->late_job = decision.late_job;
            call->late_by = decision.late_by;
            call->earliest_deadline = counter_offer_for_renewal(s->copy, row->job, deadline, decision.estimated_finish);
        }
        if (status != RTMR_OK) {
            return status;
        }
    }
    return renew_kernel(s, call, &extends);
}

static int by_deadline(const void *x, const void *y)
{
    const struct job_row *a = *(struct job_row *const *)x;
    const struct job_row *b = *(struct job_row *const *)y;
    if (a->deadline != b->deadline) {
        return a->deadline < b->deadline ? -1 : 1;
    }
    return (a->job > b->job) - (a->job < b->job);
}

/* The jobs that may get their promise back, earliest deadline first; free() them. */
static struct job_row **list_flagged(const struct service *s, size_t *count)
{
    struct job_row **list = NULL;
    size_t room = 0;
    *count = 0;
    for (size_t i = 0; i < s->jobs.count; i++) {
        struct job_row *row = s->jobs.row[i];
        if (row->flagged && !row->suspended && !row->aborted && row->deadline > s->now) {
            list = jobs_grow(list, &room, *count + 1, sizeof(struct job_row *));
            list[(*count)++] = row;
        }
    }
    if (*count > 1) {
        qsort(list, *count, sizeof *list, by_deadline);
    }
    return list;
}

static void renew_by_itself(struct service *s, struct job_row *row)
{
    struct call_record call = service_new_call(CALL_RENEW, s->now);
    call.job = row->job;
    call.value = row->deadline;
    call.note = "its deadline can be met again";
    if (renew_kernel(s, &call, row) == RTMR_OK) {
        service_promise(s, row, call.estimated_finish);
    }
}

void service_renew_flagged(struct service *s)
{
    if (!s->may_renew || s->flagged_jobs == 0 || s->now < s->renew_at) {
        return;
    }
    size_t count;
    struct job_row **list = list_flagged(s, &count);
    size_t tried = 0;
    bool fresh = false;
    service_pass_time(s, s->now);
    s->may_renew = false;
    while (tried < count && clock_now(store_clock(s->store)) - s->now <= s->setup.latency / RENEW_PART) {
        struct job_row *row = list[(s->renew_next + tried++) % count];
        struct rtmr_decision decision;
        fresh = (fresh || renew_begins(s)) && renew_copy(s, row, row->deadline, &decision) == RTMR_OK;
        if (fresh) {
            renew_by_itself(s, row);
        }
    }
    s->renew_next = tried < count ? (s->renew_next + tried) % count : 0;
    s->may_renew |= tried < count;
    free(list);
    rtmr_ticks after = clock_now(store_clock(s->store));
    s->renew_at = after + (after - s->now) * RENEW_SHARE;
}
