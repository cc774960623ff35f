#include "harness/service/replay.h"
#include "harness/service/counter_offer.h"
#include "harness/service/record_names.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int by_handle(const void *a, const void *b)
{
    const rtmr_handle x = *(const rtmr_handle *)a;
    const rtmr_handle y = *(const rtmr_handle *)b;

    return (x > y) - (x < y);
}

/* The flagged jobs, ascending; they stand last in plan order. Returns how many. */
static int32_t flagged_jobs(const struct rtmr *k, rtmr_handle *jobs)
{
    struct rtmr_job_info info = {.flagged = 1};
    int32_t count = 0;

    for (int32_t place = rtmr_job_count(k) - 1; place >= 0 && info.flagged != 0; place--) {
        if (rtmr_job_at(k, place, &info) == RTMR_OK && info.flagged != 0) {
            jobs[count++] = info.job;
        }
    }
    qsort(jobs, (size_t)count, sizeof(*jobs), by_handle);
    return count;
}

/* Takes from `jobs` those that are in `others`; both ascend. Returns how many are left. */
static int32_t without(rtmr_handle *jobs, int32_t count, const rtmr_handle *others, int32_t other_count)
{
    int32_t left = 0;
    int32_t o = 0;

    for (int32_t i = 0; i < count; i++) {
        while (o < other_count && others[o] < jobs[i]) {
            o++;
        }
        if (o == other_count || others[o] != jobs[i]) {
            jobs[left++] = jobs[i];
        }
    }
    return left;
}

static void take_decision(struct call_record *call, const struct rtmr_decision *decision)
{
    if (call->status != RTMR_OK && call->status != RTMR_REJECTED) {
        return;
    }
    if (call->kind == CALL_SUBMIT) {
        call->job = decision->job;
    }
    if (call->kind == CALL_SUBMIT || call->kind == CALL_RENEW) {
        call->estimated_finish = decision->estimated_finish;
        call->earliest_deadline = decision->earliest_deadline;
    }
    if (call->status == RTMR_REJECTED) {
        call->reason = decision->reason;
        call->late_job = decision->late_job;
        call->late_by = decision->late_by;
    }
}

static rtmr_handle job_on(const struct rtmr *k, const struct call_record *call)
{
    struct rtmr_slot_info info;

    return rtmr_slot_info(k, call->stage, call->slot, &info) == RTMR_OK ? info.job : RTMR_NO_JOB;
}

/* A submission or a renewal, with a counter offer if the setup asks for them. */
static void request(struct rtmr *k, struct call_record *call, const struct rtmr_job *job,
                    struct rtmr_decision *decision)
{
    const int32_t asks = k->counter_offer;
    const bool submits = call->kind == CALL_SUBMIT;

    k->counter_offer = 0; /* the kernel's own has no bound on its work */
    call->status = submits ? rtmr_submit(k, job, decision) : rtmr_renew(k, call->job, call->value, decision);
    k->counter_offer = asks;
    if (asks != 0 && call->status == RTMR_REJECTED && decision->reason == RTMR_REASON_LATE) {
        decision->earliest_deadline =
            submits ? counter_offer_for_job(k, job, decision->estimated_finish)
                    : counter_offer_for_renewal(k, call->job, call->value, decision->estimated_finish);
    }
}

/* Those that a decision answers. */
static void decide(struct rtmr *k, struct call_record *call)
{
    const struct rtmr_job job = {.map_tasks = call->maps,
                                 .reduce_tasks = call->reduces,
                                 .map_estimate = call->map_estimate,
                                 .reduce_estimate = call->reduce_estimate,
                                 .deadline = call->value};
    struct rtmr_decision decision = {.reason = RTMR_REASON_NONE};

    switch (call->kind) {
    case CALL_SUBMIT:
    case CALL_RENEW: request(k, call, &job, &decision); break;
    case CALL_EXTEND:
        call->job = job_on(k, call);
        call->status = rtmr_extend(k, call->stage, call->slot, call->value, &decision);
        break;
    case CALL_SET_ESTIMATE: call->status = rtmr_set_estimate(k, call->job, call->stage, call->value, &decision); break;
    default: call->status = rtmr_slot_drain(k, call->stage, call->slot, &decision); break;
    }
    take_decision(call, &decision);
}

/* Those that may raise an alarm. */
static void risk(struct rtmr *k, struct call_record *call)
{
    struct rtmr_alarm alarm = {.overrun_tasks = 0};

    switch (call->kind) {
    case CALL_ADVANCE: call->status = rtmr_advance(k, call->tick, &alarm); break;
    case CALL_RESTORE: call->status = rtmr_restore(k, call->tick, &alarm); break;
    case CALL_FAIL:
        call->job = job_on(k, call);
        call->status = rtmr_fail_with(k, call->stage, call->slot, call->token, &alarm);
        break;
    default:
        call->job = job_on(k, call);
        call->status = rtmr_slot_lost(k, call->stage, call->slot, &alarm);
        break;
    }
    call->overrun_tasks = alarm.overrun_tasks;
}

/* The rest. */
static void act(struct rtmr *k, struct call_record *call)
{
    struct rtmr_offer offer = {.job = RTMR_NO_JOB};
    struct rtmr_report report = {.job = RTMR_NO_JOB};

    switch (call->kind) {
    case CALL_WITHDRAW: call->status = rtmr_withdraw(k, call->job); break;
    case CALL_DISPATCH:
        call->status = rtmr_dispatch(k, call->stage, call->slot, &offer);
        call->job = offer.job;
        call->bound = offer.bound;
        call->token = offer.token;
        break;
    case CALL_FINISH:
        call->status = rtmr_finish_with(k, call->stage, call->slot, call->token, &report);
        call->job = report.job;
        break;
    case CALL_SUSPEND: call->status = rtmr_suspend(k, call->job); break;
    case CALL_ABORT: call->status = rtmr_abort(k, call->job); break;
    default: call->status = rtmr_slot_add(k, call->stage, call->slot); break;
    }
}

static void make(struct rtmr *k, struct call_record *call)
{
    switch (call->kind) {
    case CALL_SUBMIT:
    case CALL_RENEW:
    case CALL_EXTEND:
    case CALL_SET_ESTIMATE:
    case CALL_SLOT_DRAIN: decide(k, call); break;
    case CALL_ADVANCE:
    case CALL_RESTORE:
    case CALL_FAIL:
    case CALL_SLOT_LOST: risk(k, call); break;
    default: act(k, call); break;
    }
}

static bool may_flag(enum call_kind kind)
{
    return kind == CALL_ADVANCE || kind == CALL_FAIL || kind == CALL_SUSPEND || kind == CALL_ABORT ||
           kind == CALL_SLOT_LOST || kind == CALL_RESTORE;
}

enum rtmr_status call_make(struct rtmr *k, struct call_record *call, rtmr_handle *flagged)
{
    static rtmr_handle before[RTMR_JOBS];
    const bool flags = may_flag(call->kind);
    const int32_t flagged_before = flags ? flagged_jobs(k, before) : 0;

    call->flagged_count = 0;
    call->flagged = flagged;
    make(k, call);
    call->tick = rtmr_now(k);
    if (flags && call->status >= RTMR_OK) {
        call->flagged_count = without(flagged, flagged_jobs(k, flagged), before, flagged_before);
    }
    return call->status;
}

/* How a replayed call differs from the recorded one. */
struct difference {
    bool found;
    char *text;
    size_t size;
};

__attribute__((format(printf, 2, 3))) static void tell(struct difference *d, const char *format, ...)
{
    va_list arguments;

    if (!d->found) {
        d->found = true;
        va_start(arguments, format);
        (void)vsnprintf(d->text, d->size, format, arguments);
        va_end(arguments);
    }
}

static void compare(struct difference *d, const char *what, int64_t recorded, int64_t replayed)
{
    if (recorded != replayed) {
        tell(d, "%s: %" PRId64 " on record, %" PRId64 " by the kernel", what, recorded, replayed);
    }
}

/* A status, or what stands for a refusal. */
static const char *status_name(enum rtmr_status status)
{
    const char *name = name_of(names_of_statuses, (int)status);

    return name != NULL ? name : rtmr_status_text(status);
}

static void compare_flagged(struct difference *d, const struct call_record *recorded,
                            const struct call_record *replayed)
{
    const size_t count = recorded->flagged_count < 0 ? 0 : (size_t)recorded->flagged_count;
    rtmr_handle *jobs = calloc(count + 1, sizeof(*jobs));
    bool same = jobs != NULL && recorded->flagged_count == replayed->flagged_count;

    if (same && count > 0) {
        memcpy(jobs, recorded->flagged, count * sizeof(*jobs));
        qsort(jobs, count, sizeof(*jobs), by_handle);
        same = memcmp(jobs, replayed->flagged, count * sizeof(*jobs)) == 0;
    }
    free(jobs);
    if (!same) {
        tell(d, "flagged jobs: %" PRId32 " on record, others by the kernel (%" PRId32 ")", recorded->flagged_count,
             replayed->flagged_count);
    }
}

static void compare_answers(struct difference *d, const struct call_record *recorded,
                            const struct call_record *replayed)
{
    if (recorded->status != replayed->status) {
        tell(d, "status: %s on record, %s by the kernel", status_name(recorded->status), status_name(replayed->status));
    }
    compare(d, "tick", recorded->tick, replayed->tick);
    compare(d, "job", recorded->job, replayed->job);
    compare(d, "bound", recorded->bound, replayed->bound);
    compare(d, "token", recorded->token, replayed->token);
    compare(d, "reason", (int64_t)recorded->reason, (int64_t)replayed->reason);
    compare(d, "late_job", recorded->late_job, replayed->late_job);
    compare(d, "late_by", recorded->late_by, replayed->late_by);
    compare(d, "estimated_finish", recorded->estimated_finish, replayed->estimated_finish);
    compare(d, "earliest_deadline", recorded->earliest_deadline, replayed->earliest_deadline);
    compare(d, "overrun_tasks", recorded->overrun_tasks, replayed->overrun_tasks);
    compare_flagged(d, recorded, replayed);
}

/* Without the answers, which the kernel is to give. */
static struct call_record question(const struct call_record *call)
{
    struct call_record asked = *call;

    if (call->kind == CALL_SUBMIT || call->kind == CALL_DISPATCH) {
        asked.job = RTMR_NO_JOB;
    }
    if (call->kind == CALL_DISPATCH) {
        asked.token = 0;
    }
    asked.status = RTMR_OK;
    asked.bound = 0;
    asked.reason = RTMR_REASON_NONE;
    asked.late_job = RTMR_NO_JOB;
    asked.late_by = 0;
    asked.estimated_finish = 0;
    asked.earliest_deadline = 0;
    asked.overrun_tasks = 0;
    return asked;
}

bool call_replay(struct rtmr *k, const struct call_record *call, char *error, size_t size)
{
    static rtmr_handle flagged[RTMR_JOBS];
    struct difference d = {.text = error, .size = size};
    struct call_record asked = question(call);
    struct rtmr_alarm alarm;
    enum rtmr_status moved = RTMR_OK;

    if (call->kind != CALL_ADVANCE && call->kind != CALL_RESTORE && call->tick > rtmr_now(k)) {
        moved = rtmr_advance(k, call->tick, &alarm);
    }
    if (moved != RTMR_OK) {
        tell(&d, "the clock: %s on the way to tick %" PRId64, status_name(moved), call->tick);
    } else {
        (void)call_make(k, &asked, flagged);
        compare_answers(&d, call, &asked);
    }
    return !d.found;
}
