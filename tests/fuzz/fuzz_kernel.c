/*
 * Any calls of rtmr.h in any order, with any arguments, against what rtmr.h promises:
 *   - no unflagged job is late, and jobs are flagged only by calls that report a violation,
 *     which they do in the very call;
 *   - every status is one that is documented for the call and fits it; a refusal changes
 *     nothing;
 *   - a what-if is answered as the submission; the deadline that is offered instead is the
 *     smallest that is accepted;
 *   - withdrawing a job that was just accepted leaves all others as they were;
 *   - a promise that is renewed stands for its new deadline; the deadline that is offered
 *     instead is accepted, one tick less is not;
 *   - the clock may go to the next event, and not one tick further;
 *   - queries agree with one another and with the calls (promise_book.h);
 *   - once the input is over, and every rule is kept, all jobs finish without another violation.
 */
#include "harness/invariants/context_copy.h"
#include "harness/invariants/slot_state.h"
#include "tests/campaign/call.h"
#include "tests/fuzz/fail.h"
#include "tests/fuzz/kernel_input.h"
#include "tests/fuzz/promise_book.h"
#include "tests/unit/kernel_invariants.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

enum { CALLS_MOST = 2048 };

static struct rtmr kernel;
static struct rtmr before; /* the call */
static struct rtmr trial;
static struct book book;

/* What was called, to be printed. */
static struct call calls[CALLS_MOST];
static struct answer answers[CALLS_MOST];
static int32_t call_count;

/* Prints every call, then fails. */
__attribute__((format(printf, 1, 2))) static _Noreturn void broken(const char *format, ...)
{
    char text[256];
    va_list arguments;

    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    call_print_setup(&book.setup, stderr);
    for (int32_t i = 0; i < call_count; i++) {
        call_print(&calls[i], stderr);
        call_print_answer(&calls[i], &answers[i], stderr);
    }
    fuzz_fail("%s", text);
}

#define EXPECT(condition, ...) ((condition) ? (void)0 : broken(__VA_ARGS__))

static struct answer make(struct rtmr *k, const struct call *call)
{
    struct answer a = {.status = RTMR_OK};

    switch (call->kind) {
    case CALL_SUBMIT: a.status = rtmr_submit(k, &call->job, call->null ? NULL : &a.decision); break;
    case CALL_WHAT_IF: a.status = rtmr_what_if(k, &call->job, call->null ? NULL : &a.decision); break;
    case CALL_WITHDRAW: a.status = rtmr_withdraw(k, call->handle); break;
    case CALL_OFFER: a.status = rtmr_offer(k, call->stage, call->null ? NULL : &a.offer); break;
    case CALL_DISPATCH: a.status = rtmr_dispatch(k, call->stage, call->slot, call->null ? NULL : &a.offer); break;
    case CALL_FINISH: a.status = rtmr_finish(k, call->stage, call->slot, call->null ? NULL : &a.report); break;
    case CALL_ADVANCE: a.status = rtmr_advance(k, call->to, call->null ? NULL : &a.alarm); break;
    case CALL_SLOT_LOST: a.status = rtmr_slot_lost(k, call->stage, call->slot, call->null ? NULL : &a.alarm); break;
    case CALL_FAIL: a.status = rtmr_fail(k, call->stage, call->slot, call->null ? NULL : &a.alarm); break;
    case CALL_SLOT_DRAIN:
        a.status = rtmr_slot_drain(k, call->stage, call->slot, call->null ? NULL : &a.decision);
        break;
    case CALL_SLOT_ADD: a.status = rtmr_slot_add(k, call->stage, call->slot); break;
    case CALL_RENEW: a.status = rtmr_renew(k, call->handle, call->to, call->null ? NULL : &a.decision); break;
    case CALL_EXTEND:
        a.status = rtmr_extend(k, call->stage, call->slot, call->to, call->null ? NULL : &a.decision);
        break;
    case CALL_SET_ESTIMATE:
        a.status = rtmr_set_estimate(k, call->handle, call->stage, call->to, call->null ? NULL : &a.decision);
        break;
    case CALL_SUSPEND: a.status = rtmr_suspend(k, call->handle); break;
    case CALL_ABORT: a.status = rtmr_abort(k, call->handle); break;
    case CALL_RESTORE: a.status = rtmr_restore(k, call->to, call->null ? NULL : &a.alarm); break;
    }
    return a;
}

/* --- Admission -------------------------------------------------------------------------------- */

static enum rtmr_status try_with(const struct rtmr_job *job, rtmr_ticks deadline)
{
    struct rtmr_job changed = *job;
    struct rtmr_decision decision;

    changed.deadline = deadline;
    context_copy(&trial, &before);
    return rtmr_submit(&trial, &changed, &decision);
}

/* The smallest deadline, not below the requested one, that would be accepted. */
static void expect_earliest(const struct rtmr_job *job, rtmr_ticks earliest)
{
    if (earliest == RTMR_NEVER) {
        EXPECT(try_with(job, RTMR_TIME_MAX) == RTMR_REJECTED, "no deadline is offered, yet the last one is accepted");
        return;
    }
    EXPECT(job->deadline <= earliest && earliest <= RTMR_TIME_MAX, "the offered deadline is out of range");
    EXPECT(try_with(job, earliest) == RTMR_OK, "the offered deadline is refused");
    EXPECT(earliest == job->deadline || try_with(job, earliest - 1) == RTMR_REJECTED,
           "a smaller deadline than the offered one is accepted");
}

static void expect_room(const struct rtmr_job *job, enum rtmr_reason reason)
{
    int64_t tasks[BOOK_STAGES] = {job->map_tasks, job->reduce_tasks};

    for (int32_t i = 0; i < book.jobs; i++) {
        tasks[RTMR_MAP] += book_unfinished(&book.job[i], RTMR_MAP);
        tasks[RTMR_REDUCE] += book_unfinished(&book.job[i], RTMR_REDUCE);
    }
    const bool tasks_full = tasks[RTMR_MAP] > RTMR_TASKS || tasks[RTMR_REDUCE] > RTMR_TASKS;
    const bool none = job->map_tasks == 0 && job->reduce_tasks == 0;

    EXPECT(none || (reason == RTMR_REASON_JOBS_FULL) == (book.jobs == RTMR_JOBS), "the table is full, or is not");
    EXPECT(none || book.jobs == RTMR_JOBS || (reason == RTMR_REASON_TASKS_FULL) == tasks_full,
           "there is no room for the tasks, or there is");
    EXPECT(!none || reason == RTMR_REASON_NONE, "a job without tasks is rejected");
    EXPECT(reason != RTMR_REASON_HANDLES, "handles are said to be used up");
}

static void expect_decision(const struct rtmr_job *job, enum rtmr_status status, const struct rtmr_decision *d)
{
    EXPECT(status == RTMR_OK || status == RTMR_REJECTED, "an undocumented status");
    EXPECT((d->reason == RTMR_REASON_NONE) == (status == RTMR_OK), "the reason does not fit the status");
    expect_room(job, d->reason);
    if (status == RTMR_OK) {
        EXPECT(book.now <= d->estimated_finish && d->estimated_finish <= job->deadline, "accepted, yet late");
        EXPECT(d->late_job == RTMR_NO_JOB && d->earliest_deadline == job->deadline, "accepted, yet someone is late");
    } else if (d->reason == RTMR_REASON_LATE) {
        EXPECT(d->late_by > 0, "rejected, yet nothing is late");
        EXPECT(d->late_job == RTMR_NO_JOB || book_job(&book, d->late_job) != NULL, "an unknown job would be late");
    }
}

/* A question before the call must get the answer of the submission. */
static void expect_same_question(const struct rtmr_job *job, const struct answer *a)
{
    struct rtmr_decision answer;
    context_copy(&trial, &before);
    const enum rtmr_status status = rtmr_what_if(&trial, job, &answer);
    const struct rtmr_decision *const d = &a->decision;

    EXPECT(status == a->status && answer.reason == d->reason && answer.estimated_finish == d->estimated_finish &&
               answer.late_job == d->late_job && answer.late_by == d->late_by && answer.job == RTMR_NO_JOB,
           "a what-if is answered differently");
    EXPECT(answer.earliest_deadline == d->earliest_deadline ||
               (status == RTMR_REJECTED && book.setup.counter_offer == 0 && d->earliest_deadline == RTMR_NEVER),
           "a what-if offers another deadline");
    context_copy(&trial, &before);
    expect_earliest(job, answer.earliest_deadline);
}

/* Withdrawing it leaves all others with the places and terms that they had. */
static void expect_withdrawal(rtmr_handle job)
{
    struct rtmr_job_info had;
    struct rtmr_job_info has;

    context_copy(&trial, &kernel);
    EXPECT(rtmr_withdraw(&trial, job) == RTMR_OK, "the new job cannot be withdrawn");
    EXPECT(rtmr_job_count(&trial) == rtmr_job_count(&before), "withdrawing the new job leaves another number of jobs");
    for (int32_t place = 0; rtmr_job_at(&before, place, &had) == RTMR_OK; place++) {
        EXPECT(rtmr_job_at(&trial, place, &has) == RTMR_OK && has.job == had.job && has.deadline == had.deadline &&
                   has.flagged == had.flagged && has.started == had.started && has.map_waiting == had.map_waiting &&
                   has.reduce_waiting == had.reduce_waiting &&
                   (has.flagged != 0 || (trial.now <= has.estimated_finish && has.estimated_finish <= has.deadline)),
               "withdrawing the new job changes another one");
    }
}

static void expect_admission(const struct call *call, const struct answer *a)
{
    const struct rtmr_job *const job = &call->job;

    expect_decision(job, a->status, &a->decision);
    if (call->kind == CALL_WHAT_IF) {
        expect_earliest(job, a->decision.earliest_deadline);
        EXPECT(a->decision.job == RTMR_NO_JOB, "a what-if gives a handle");
        return;
    }
    expect_same_question(job, a);
    EXPECT(a->status == RTMR_OK ? a->decision.job > book.last_handle : a->decision.job == RTMR_NO_JOB,
           "a wrong handle");
    if (a->status == RTMR_OK) {
        book_accept(&book, job, &a->decision);
        if (book_job(&book, a->decision.job) != NULL) {
            expect_withdrawal(a->decision.job);
        }
    }
}

/* --- Tasks ------------------------------------------------------------------------------------ */

/* Why nothing is offered: no idle slot, no task that may start, or a job in front whose reduces
 * wait for its maps. */
static bool nothing_to_start(enum rtmr_stage stage)
{
    bool idle = false;
    bool startable = false;
    bool reserving = false;

    for (int32_t i = 0; i < book.slots[stage]; i++) {
        idle = idle || book.slot[stage][i].state == RTMR_SLOT_IDLE;
    }
    for (int32_t i = 0; i < book.jobs; i++) {
        startable = startable || book_startable(&book.job[i], stage);
        reserving = reserving || (book.job[i].waiting[stage] > 0 && !book_startable(&book.job[i], stage));
    }
    return !idle || !startable || reserving;
}

static void expect_offer(enum rtmr_stage stage, enum rtmr_status status, const struct rtmr_offer *offer)
{
    EXPECT(status == RTMR_OK || status == RTMR_NOTHING, "an undocumented status");
    if (status == RTMR_NOTHING) {
        EXPECT(nothing_to_start(stage), "a task could start, and nothing is offered");
        return;
    }
    const struct book_job *const job = book_job(&book, offer->job);
    EXPECT(job != NULL && book_startable(job, stage), "a task is offered that may not start");
    const rtmr_ticks estimate = stage == RTMR_MAP ? job->terms.map_estimate : job->terms.reduce_estimate;
    EXPECT(offer->bound == book.now + estimate + book.setup.latency, "a task's bound is not its estimate from now");
}

static void expect_dispatch(const struct call *call, const struct answer *a)
{
    struct rtmr_offer offer = {0};
    const enum rtmr_status status = rtmr_offer(&before, call->stage, &offer);

    expect_offer(call->stage, a->status, &a->offer);
    EXPECT(status == a->status && (status != RTMR_OK || (offer.job == a->offer.job && offer.bound == a->offer.bound)),
           "another task was offered than is started");
    if (status == RTMR_OK) {
        book_start(&book, call, &a->offer);
    }
}

static void expect_finish(const struct call *call, const struct answer *a)
{
    const struct rtmr_report *const r = &a->report;
    const struct book_slot slot = book.slot[call->stage][call->slot];
    const struct book_job job = *book_job(&book, slot.job); /* before its task is over */

    EXPECT(a->status == RTMR_OK, "an undocumented status");
    book_end_task(&book, call);
    const bool stage_done = book_unfinished(&job, call->stage) == 1;
    const bool job_done = book_job(&book, slot.job) == NULL;
    EXPECT(r->job == slot.job && r->deadline == job.terms.deadline, "the report names another job");
    EXPECT((r->stage_done != 0) == stage_done && (r->job_done != 0) == job_done, "what is done is told wrongly");
    EXPECT((r->flagged != 0) == job.flagged, "the report says wrongly whether the job is flagged");
    EXPECT(r->estimated_finish == job.estimated_finish, "the report has another estimated finish than the table");
    EXPECT(job.flagged || (book.now <= r->estimated_finish && r->estimated_finish <= r->deadline),
           "an unflagged job is late: e %jd, deadline %jd", (intmax_t)r->estimated_finish, (intmax_t)r->deadline);
}

/* --- Time and slots --------------------------------------------------------------------------- */

/* A task of a promised job is offered: those of flagged ones may wait. */
static bool offers_promised(const struct rtmr *k, enum rtmr_stage stage)
{
    struct rtmr_offer offer;
    struct rtmr_job_info info;

    return rtmr_offer(k, stage, &offer) == RTMR_OK && rtmr_job_info(k, offer.job, &info) == RTMR_OK &&
           info.flagged == 0;
}

static void expect_advance(const struct call *call, const struct answer *a)
{
    const int32_t overruns = book_overruns(&book, call->to);
    const bool waits =
        call->to > book.now && (offers_promised(&before, RTMR_MAP) || offers_promised(&before, RTMR_REDUCE));

    EXPECT((a->status == RTMR_VIOLATION_OVERRUN) == (overruns > 0), "an overrun is reported, or is not");
    EXPECT(a->alarm.overrun_tasks == overruns, "%" PRId32 " tasks overrun", overruns);
    if (overruns == 0) {
        EXPECT(a->status == RTMR_OK || a->status == RTMR_VIOLATION_WAITING, "an undocumented status");
        EXPECT(a->status == RTMR_OK || waits, "nothing waits, yet that is reported");
        EXPECT(a->status == RTMR_VIOLATION_WAITING || !waits || book.setup.latency > 0, "a task waits unreported");
    }
    book_advance(&book, call->to);
}

/* All promises are planned again on the slots as they are. */
static void expect_restored(const struct call *call, const struct answer *a)
{
    const int32_t overruns = book_overruns(&book, call->to);

    EXPECT(a->alarm.overrun_tasks == overruns, "%" PRId32 " tasks overrun", overruns);
    EXPECT((a->status == RTMR_VIOLATION_OVERRUN) == (overruns > 0), "an overrun is reported, or is not");
    if (overruns == 0) {
        EXPECT(a->status == (a->alarm.flagged_jobs > 0 ? RTMR_VIOLATION_WAITING : RTMR_OK),
               "promises are broken unreported, or kept and reported");
    }
    book_advance(&book, call->to);
}

static void expect_drain(const struct call *call, const struct answer *a)
{
    EXPECT(a->status == RTMR_OK || a->status == RTMR_REJECTED, "an undocumented status");
    if (a->status == RTMR_OK) {
        EXPECT(a->decision.reason == RTMR_REASON_NONE, "a drain is granted for a reason against it");
        book_drain(&book, call);
        return;
    }
    EXPECT(!slot_late(book.slot[call->stage][call->slot].state), "a late slot may not leave");
    EXPECT(a->decision.reason == RTMR_REASON_LATE && a->decision.late_by > 0,
           "a drain is rejected, yet nothing is late");
    EXPECT(book_job(&book, a->decision.late_job) != NULL, "an unknown job would be late");
}

/* --- Promises that are changed ---------------------------------------------------------------- */

/* A change is granted for no reason against it, or refused for a job that would be late. */
static void expect_tested(const struct answer *a)
{
    const struct rtmr_decision *const d = &a->decision;

    EXPECT(a->status == RTMR_OK || a->status == RTMR_REJECTED, "an undocumented status");
    if (a->status == RTMR_OK) {
        EXPECT(d->reason == RTMR_REASON_NONE && d->late_job == RTMR_NO_JOB, "a change is granted, yet someone is late");
        return;
    }
    EXPECT(d->reason == RTMR_REASON_LATE && d->late_by > 0, "a change is refused, yet nothing is late");
    EXPECT(book_job(&book, d->late_job) != NULL, "an unknown job would be late");
}

static enum rtmr_status try_renewal(rtmr_handle job, rtmr_ticks deadline)
{
    struct rtmr_decision decision;

    context_copy(&trial, &before);
    return rtmr_renew(&trial, job, deadline, &decision);
}

static void expect_renewal(const struct call *call, const struct answer *a)
{
    const struct rtmr_decision *const d = &a->decision;

    expect_tested(a);
    if (a->status == RTMR_OK) {
        EXPECT(d->job == call->handle && d->earliest_deadline == call->to, "another job is renewed, or otherwise");
        EXPECT(book.now <= d->estimated_finish && d->estimated_finish <= call->to, "renewed, yet late");
        book_renew(&book, call);
    } else if (book.setup.counter_offer == 0) {
        EXPECT(d->earliest_deadline == RTMR_NEVER, "a deadline is offered that was not asked for");
    } else if (d->earliest_deadline == RTMR_NEVER) {
        EXPECT(try_renewal(call->handle, RTMR_TIME_MAX) == RTMR_REJECTED,
               "no deadline is offered, yet the last one is accepted");
    } else {
        EXPECT(call->to < d->earliest_deadline && d->earliest_deadline <= RTMR_TIME_MAX,
               "the offered deadline is out of range");
        EXPECT(try_renewal(call->handle, d->earliest_deadline) == RTMR_OK, "the offered deadline is refused");
        EXPECT(try_renewal(call->handle, d->earliest_deadline - 1) == RTMR_REJECTED,
               "a smaller deadline than the offered one is accepted");
    }
}

static void expect_extension(const struct call *call, const struct answer *a)
{
    expect_tested(a);
    if (a->status == RTMR_OK) {
        book_extend(&book, call);
    } else {
        EXPECT(book.setup.latency > 0 || !slot_late(book.slot[call->stage][call->slot].state),
               "a late slot may not count again");
    }
}

static void expect_estimate(const struct call *call, const struct answer *a)
{
    expect_tested(a);
    if (a->status == RTMR_OK) {
        book_set_estimate(&book, call);
    }
}

static void expect_effect(const struct call *call, const struct answer *a)
{
    switch (call->kind) {
    case CALL_SUBMIT:
    case CALL_WHAT_IF: expect_admission(call, a); break;
    case CALL_OFFER: expect_offer(call->stage, a->status, &a->offer); break;
    case CALL_DISPATCH: expect_dispatch(call, a); break;
    case CALL_FINISH: expect_finish(call, a); break;
    case CALL_ADVANCE: expect_advance(call, a); break;
    case CALL_RESTORE: expect_restored(call, a); break;
    case CALL_SLOT_DRAIN: expect_drain(call, a); break;
    case CALL_WITHDRAW:
        EXPECT(a->status == RTMR_OK, "an undocumented status");
        book_withdraw(&book, call->handle);
        break;
    case CALL_SLOT_LOST:
    case CALL_FAIL:
        EXPECT(a->status == (call->kind == CALL_FAIL ? RTMR_VIOLATION_FAILED : RTMR_VIOLATION_LOST), "a wrong status");
        EXPECT(a->alarm.overrun_tasks == 0, "a loss overruns");
        book_end_task(&book, call);
        break;
    case CALL_SLOT_ADD:
        EXPECT(a->status == RTMR_OK, "an undocumented status");
        book_add(&book, call);
        break;
    case CALL_RENEW: expect_renewal(call, a); break;
    case CALL_EXTEND: expect_extension(call, a); break;
    case CALL_SET_ESTIMATE: expect_estimate(call, a); break;
    case CALL_SUSPEND:
        EXPECT(a->status == RTMR_OK, "an undocumented status");
        book_suspend(&book, call);
        break;
    case CALL_ABORT:
        EXPECT(a->status == RTMR_OK, "an undocumented status");
        book_abort(&book, call);
        break;
    }
}

/* --- After every call ------------------------------------------------------------------------- */

static bool same_info(const struct rtmr_job_info *a, const struct rtmr_job_info *b)
{
    return a->job == b->job && a->place == b->place && a->flagged == b->flagged && a->started == b->started &&
           a->deadline == b->deadline && a->estimated_finish == b->estimated_finish &&
           a->map_waiting == b->map_waiting && a->map_unfinished == b->map_unfinished &&
           a->reduce_waiting == b->reduce_waiting && a->reduce_unfinished == b->reduce_unfinished &&
           a->map_estimate == b->map_estimate && a->reduce_estimate == b->reduce_estimate;
}

static void expect_terms(const struct book_job *job, const struct rtmr_job_info *info)
{
    EXPECT(info->deadline == job->terms.deadline, "a deadline has changed");
    EXPECT(job->terms.map_tasks == 0 || info->map_estimate == job->terms.map_estimate, "an estimate has changed");
    EXPECT(job->terms.reduce_tasks == 0 || info->reduce_estimate == job->terms.reduce_estimate,
           "an estimate has changed");
    EXPECT(info->map_waiting == job->waiting[RTMR_MAP] && info->reduce_waiting == job->waiting[RTMR_REDUCE] &&
               info->map_unfinished == book_unfinished(job, RTMR_MAP) &&
               info->reduce_unfinished == book_unfinished(job, RTMR_REDUCE),
           "tasks are counted wrongly");
    EXPECT((info->started != 0) == job->started, "whether a job has started is told wrongly");
}

/* Returns how many jobs the call has flagged. */
static int32_t expect_jobs(void)
{
    struct rtmr_job_info info;
    struct rtmr_job_info again;
    int32_t flagged = 0;
    bool behind = false; /* a flagged one */

    EXPECT(rtmr_job_count(&kernel) == book.jobs, "%" PRId32 " jobs, not %" PRId32, rtmr_job_count(&kernel), book.jobs);
    for (int32_t place = 0; place < book.jobs; place++) {
        EXPECT(rtmr_job_at(&kernel, place, &info) == RTMR_OK && info.place == place, "no job at a place");
        struct book_job *const job = book_job(&book, info.job);
        EXPECT(job != NULL, "a job that was never accepted, or is over");
        EXPECT(rtmr_job_info(&kernel, info.job, &again) == RTMR_OK && same_info(&info, &again), "queries disagree");
        expect_terms(job, &info);
        EXPECT(info.flagged != 0 || (!job->flagged && !behind),
               "a flagged job has a promise, or stands in front of one");
        EXPECT(info.flagged != 0 || (book.now <= info.estimated_finish && info.estimated_finish <= info.deadline),
               "an unflagged job's estimated finish is over, or behind its deadline");
        flagged += info.flagged != 0 && !job->flagged;
        behind = info.flagged != 0;
        job->flagged = info.flagged != 0;
        job->estimated_finish = info.estimated_finish;
    }
    EXPECT(rtmr_job_at(&kernel, book.jobs, &info) == RTMR_E_PLACE, "a job behind the last");
    EXPECT(rtmr_job_info(&kernel, book.last_handle + 1, &info) == RTMR_E_HANDLE, "a job that was never accepted");
    return flagged;
}

static void expect_idle(enum rtmr_stage stage)
{
    int32_t next = -1;

    for (int32_t i = book.slots[stage]; i >= 0; i--) {
        next = i < book.slots[stage] && book.slot[stage][i].state == RTMR_SLOT_IDLE ? i : next;
        EXPECT(rtmr_next_idle(&kernel, stage, i) == next, "another slot than the next idle one is named");
    }
}

static bool may_advance(rtmr_ticks to)
{
    struct rtmr_alarm alarm;

    context_copy(&trial, &kernel);
    return rtmr_advance(&trial, to, &alarm) == RTMR_OK;
}

/* The clock may go to the next event, and not one tick further; to its end if there is none. */
static void expect_event(void)
{
    const rtmr_ticks event = rtmr_next_event(&kernel);

    if (event == RTMR_NEVER) {
        EXPECT(may_advance(RTMR_TIME_MAX), "there is an event before the end of time");
        return;
    }
    EXPECT(book.now <= event && event < RTMR_TIME_MAX, "the next event is out of range");
    EXPECT(may_advance(event), "the clock may not go to the next event");
    EXPECT(!may_advance(event + 1), "the clock may go beyond the next event");
}

static void expect_slots(void)
{
    struct rtmr_slot_info info;

    for (int stage = 0; stage < BOOK_STAGES; stage++) {
        for (int32_t i = 0; i < book.slots[stage]; i++) {
            const struct book_slot *const slot = &book.slot[stage][i];

            EXPECT(rtmr_slot_info(&kernel, (enum rtmr_stage)stage, i, &info) == RTMR_OK, "a slot is not there");
            EXPECT(info.state == slot->state && info.job == slot->job && info.bound == slot->bound,
                   "slot %" PRId32 " is in state %d, not %d, or runs another job", i, (int)info.state,
                   (int)slot->state);
            EXPECT(!slot_late(slot->state) || book_job(&book, slot->job)->flagged,
                   "a job with a late task is not flagged");
        }
        EXPECT(rtmr_slot_info(&kernel, (enum rtmr_stage)stage, book.slots[stage], &info) == RTMR_E_SLOT,
               "a slot behind the last");
        expect_idle((enum rtmr_stage)stage);
    }
}

static void expect_state(const struct call *call, const struct answer *a)
{
    const bool alarms = call->kind == CALL_ADVANCE || call->kind == CALL_RESTORE || call->kind == CALL_SLOT_LOST ||
                        call->kind == CALL_FAIL;
    const int32_t flagged = expect_jobs();
    const char *const invariant = kernel_broken_invariant(&kernel);

    EXPECT(flagged == 0 || a->status >= RTMR_VIOLATION_OVERRUN, "a job is flagged without a violation");
    EXPECT(!alarms || a->status < 0 || a->alarm.flagged_jobs == flagged, "%" PRId32 " jobs are flagged", flagged);
    EXPECT(rtmr_now(&kernel) == book.now, "the clock is wrong");
    expect_slots();
    EXPECT(invariant == NULL, "%s", invariant);
    expect_event();
}

static struct answer play(const struct call *call)
{
    context_copy(&before, &kernel);
    const struct answer a = make(&kernel, call);

    if (call_count < CALLS_MOST) {
        calls[call_count] = *call;
        answers[call_count++] = a;
    }
    if (a.status < 0) {
        EXPECT(book_may_refuse(&book, call, a.status), "refused without cause: status %d", (int)a.status);
        EXPECT(context_same(&before, &kernel), "a refusal changes the state");
        return a;
    }
    EXPECT(!book_must_refuse(&book, call), "not refused");
    const bool same = call->kind == CALL_OFFER || a.status == RTMR_NOTHING ? context_same(&before, &kernel)
                      : call->kind == CALL_WHAT_IF || a.status == RTMR_REJECTED
                          ? context_same_but_scratch(&before, &kernel)
                          : true;
    EXPECT(same, "more has changed than may");
    expect_effect(call, &a);
    expect_state(call, &a);
    return a;
}

/* --- The end ---------------------------------------------------------------------------------- */

/* What no plan counts on may end at any time. */
static void finish_what_is_due(void)
{
    for (int stage = 0; stage < BOOK_STAGES; stage++) {
        for (int32_t i = 0; i < book.slots[stage]; i++) {
            if (slot_late(book.slot[stage][i].state) ||
                (slot_in_time(book.slot[stage][i].state) && book.slot[stage][i].bound <= book.now)) {
                (void)play(&(struct call){.kind = CALL_FINISH, .stage = (enum rtmr_stage)stage, .slot = i});
            }
        }
    }
}

static void bring_slots_back(void)
{
    for (int stage = 0; stage < BOOK_STAGES; stage++) {
        if (book.slot[stage][0].state == RTMR_SLOT_ABSENT) {
            (void)play(&(struct call){.kind = CALL_SLOT_ADD, .stage = (enum rtmr_stage)stage});
        }
    }
}

static void start_what_is_offered(void)
{
    for (int stage = 0; stage < BOOK_STAGES; stage++) {
        for (int32_t i = 0; i < book.slots[stage]; i++) {
            if (book.slot[stage][i].state == RTMR_SLOT_IDLE) {
                (void)play(&(struct call){.kind = CALL_DISPATCH, .stage = (enum rtmr_stage)stage, .slot = i});
            }
        }
    }
}

/* A task runs that no plan counts on. */
static bool runs_late(void)
{
    for (int stage = 0; stage < BOOK_STAGES; stage++) {
        for (int32_t i = 0; i < book.slots[stage]; i++) {
            if (slot_late(book.slot[stage][i].state)) {
                return true;
            }
        }
    }
    return false;
}

/* Keeps every rule until no job is left. A flagged job may need longer than time lasts. */
static void run_out(void)
{
    for (int32_t steps = 0; book.jobs > 0; steps++) {
        EXPECT(steps <= 4 * RTMR_TASKS + 4, "jobs do not end");
        finish_what_is_due();
        bring_slots_back();
        start_what_is_offered();
        const rtmr_ticks next = kernel_soonest_bound(&kernel);
        EXPECT(book.jobs == 0 || next < RTMR_NEVER || runs_late(), "jobs are left, and nothing runs");
        if (next == RTMR_NEVER) {
            continue;
        }
        if (next > RTMR_TIME_MAX) {
            return;
        }
        EXPECT(play(&(struct call){.kind = CALL_ADVANCE, .to = next}).status == RTMR_OK,
               "a violation, though every rule is kept");
    }
}

/* Every call that changes something and every query is refused for want of a context, or of a
 * place for its answer. */
static void expect_unusable(struct rtmr *k, enum rtmr_status refusal)
{
    struct rtmr_job_info job;
    struct rtmr_slot_info slot;

    for (int kind = CALL_SUBMIT; kind <= CALL_ABORT; kind++) {
        const struct answer a = make(k, &(struct call){.kind = (enum call_kind)kind});

        EXPECT(a.status == refusal, "call %d without a context: status %d", kind, (int)a.status);
    }
    EXPECT(rtmr_job_info(k, 1, &job) == refusal && rtmr_job_at(k, 0, &job) == refusal &&
               rtmr_slot_info(k, RTMR_MAP, 0, &slot) == refusal,
           "a query without a context is answered");
    EXPECT(rtmr_now(k) == 0 && rtmr_job_count(k) == 0, "there is time, or a job, without a context");
    EXPECT(rtmr_next_event(k) == RTMR_NEVER && rtmr_next_idle(k, RTMR_MAP, 0) == -1,
           "there is an event, or a slot, without a context");
}

static void expect_null_refused(void)
{
    const struct rtmr_setup setup = {.map_slots = 1, .reduce_slots = 1};
    struct rtmr_decision decision;

    EXPECT(rtmr_init(NULL, &setup) == RTMR_E_NULL && rtmr_init(&trial, NULL) == RTMR_E_NULL, "init: NULL is taken");
    EXPECT(rtmr_init(&trial, &setup) == RTMR_OK, "init: a legal setup is refused");
    EXPECT(rtmr_submit(&trial, NULL, &decision) == RTMR_E_NULL &&
               rtmr_what_if(&trial, NULL, &decision) == RTMR_E_NULL && rtmr_job_info(&trial, 1, NULL) == RTMR_E_NULL &&
               rtmr_job_at(&trial, 0, NULL) == RTMR_E_NULL && rtmr_slot_info(&trial, RTMR_MAP, 0, NULL) == RTMR_E_NULL,
           "NULL is taken");
}

/* What does not depend on any input. */
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    memset(&kernel, 0xa5, sizeof kernel);
    memcpy(&trial, &kernel, sizeof trial);
    expect_unusable(NULL, RTMR_E_NULL);
    expect_unusable(&kernel, RTMR_E_CONTEXT);
    EXPECT(memcmp(&trial, &kernel, sizeof trial) == 0, "a refusal writes to what is no context");
    expect_null_refused();
    for (int number = -100; number <= 100; number++) {
        EXPECT(rtmr_status_text((enum rtmr_status)number) != NULL && rtmr_reason_text((enum rtmr_reason)number) != NULL,
               "no text for %d", number);
    }
    return 0;
}

/* Returns whether the setup is legal. */
static bool begin(const struct rtmr_setup *setup)
{
    int wrong = 0;

    memset(&kernel, 0xa5, sizeof kernel);
    memset(&before, 0, sizeof before);
    call_count = 0;
    book.setup = *setup;
    const enum rtmr_status status = rtmr_init(&kernel, setup);
    for (int error = RTMR_E_NULL; error >= RTMR_E_TOKEN; error--) {
        wrong += book_setup_wrong(setup, (enum rtmr_status)error);
    }
    EXPECT(wrong > 0 ? book_setup_wrong(setup, status) : status == RTMR_OK, "init: status %d", (int)status);
    if (status == RTMR_OK) {
        book_begin(&book, setup);
    }
    return status == RTMR_OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct kernel_input in = kernel_input_begin(data, size);
    const struct rtmr_setup setup = kernel_input_setup(&in);
    struct call call;

    if (begin(&setup)) {
        while (kernel_input_call(&in, &kernel, &call)) {
            const struct answer answer = play(&call);

            kernel_input_note(&in, &call, &answer);
        }
        run_out();
    }
    return 0;
}
