/*
 * Decisions that a plan of all promises makes: what is accepted, renewed or changed, and what is
 * refused.
 */
#include "harness/audit/certificate.h"
#include "harness/audit/recheck_state.h"

#include "harness/workload/alloc.h"

#include <inttypes.h>
#include <stdio.h>

/* --- Verdicts --------------------------------------------------------------------------------- */

static struct verdict accepted(void)
{
    return (struct verdict){.reason = RTMR_REASON_NONE};
}

/* The verdict of the plan: the first job in its order that is late, if one is. */
static struct verdict planned(const struct plan *plan)
{
    if (plan->late < 0) {
        return accepted();
    }
    const struct plan_job *const late = &plan->job[plan->late];
    const rtmr_ticks end = late->end[RTMR_REDUCE];

    return (struct verdict){RTMR_REASON_LATE, late->job, end == RTMR_NEVER ? RTMR_NEVER : end - late->deadline};
}

/* In words. */
static char *verdict_text(const struct verdict *v)
{
    switch (v->reason) {
    case RTMR_REASON_NONE: return alloc_print("accepted");
    case RTMR_REASON_LATE:
        return v->late_job == RTMR_NO_JOB
                   ? alloc_print("refused, it would be late by %s", instant_text(v->late_by))
                   : alloc_print("refused, job %" PRId64 " would be late by %s", v->late_job, instant_text(v->late_by));
    case RTMR_REASON_JOBS_FULL: return alloc_print("refused, the table of jobs is full");
    case RTMR_REASON_TASKS_FULL: return alloc_print("refused, there is no room for so many tasks");
    default: return alloc_print("refused, there are no numbers left");
    }
}

/* The recorded verdict is the right one. */
static void compare(struct recheck *a, const struct verdict *right)
{
    const struct call_record *const call = a->call;
    const struct verdict recorded = {call->reason, call->late_job, call->late_by};
    const bool late = right->reason == RTMR_REASON_LATE;

    if ((call->status == RTMR_OK) != (call->reason == RTMR_REASON_NONE) ||
        (call->status != RTMR_OK && call->status != RTMR_REJECTED)) {
        finding_add(a, alloc_print("a status that contradicts the reason"), verdict_text(right));
    } else if (recorded.reason != right->reason ||
               (late && (recorded.late_job != right->late_job || recorded.late_by != right->late_by))) {
        finding_add(a, verdict_text(&recorded), verdict_text(right));
    }
}

void adopt_plan(struct recheck *a)
{
    for (int32_t place = 0; place < a->plan.jobs; place++) {
        for (int i = 0; i < SHADOW_STAGES; i++) {
            shadow_at(&a->books, place)->end[i] = a->plan.job[place].end[i];
        }
    }
}

/* The schedule that shows an acceptance is one. */
static void check_certificate(struct recheck *a)
{
    char why[256];

    a->counts.certificates++;
    if (!certificate_holds(&a->plan, &a->books, why, sizeof why)) {
        finding_add(a, alloc_print("accepted"), alloc_print("no schedule: %s", why));
    }
}

int32_t called_job(struct recheck *a)
{
    const int32_t place = shadow_find(&a->books, a->call->job);

    if (place < 0) {
        finding_add(a, alloc_print("job %" PRId64, a->call->job), alloc_print("no such job is unfinished"));
    }
    return place;
}

/* --- Submissions ------------------------------------------------------------------------------ */

static bool legal(const struct recheck *a, const struct rtmr_job *job)
{
    return job->map_tasks >= 0 && job->map_tasks <= a->setup.tasks_capacity && job->reduce_tasks >= 0 &&
           job->reduce_tasks <= a->setup.tasks_capacity &&
           (job->map_tasks == 0 || (job->map_estimate >= 1 && job->map_estimate <= RTMR_TIME_MAX)) &&
           (job->reduce_tasks == 0 || (job->reduce_estimate >= 1 && job->reduce_estimate <= RTMR_TIME_MAX)) &&
           job->deadline >= a->books.now && job->deadline <= RTMR_TIME_MAX;
}

static int64_t unfinished(const struct shadow *books, enum rtmr_stage stage)
{
    int64_t count = 0;

    for (int32_t place = 0; place < books->jobs; place++) {
        count += shadow_at(books, place)->unfinished[stage];
    }
    return count;
}

static struct verdict room(const struct recheck *a, const struct rtmr_job *job)
{
    struct verdict v = accepted();

    if (a->books.jobs >= a->setup.jobs_capacity) {
        v.reason = RTMR_REASON_JOBS_FULL;
    } else if (unfinished(&a->books, RTMR_MAP) + job->map_tasks > a->setup.tasks_capacity ||
               unfinished(&a->books, RTMR_REDUCE) + job->reduce_tasks > a->setup.tasks_capacity) {
        v.reason = RTMR_REASON_TASKS_FULL;
    }
    return v;
}

/* A job behind one that is late need not be planned where a stage has no usable slot: its end is
 * then unknown. */
static bool may_be_unplanned(const struct shadow *books, const struct verdict *right)
{
    return right->reason != RTMR_REASON_LATE ||
           (right->late_job != RTMR_NO_JOB &&
            (shadow_usable(books, RTMR_MAP) == 0 || shadow_usable(books, RTMR_REDUCE) == 0));
}

/* The end on record is that of the plan; a refusal need not say one. */
static void compare_end(struct recheck *a, const struct verdict *right, rtmr_ticks e)
{
    const rtmr_ticks recorded = a->call->estimated_finish;
    const bool refused = a->call->status != RTMR_OK;

    if (recorded != e &&
        !(refused && (recorded < 0 || (recorded == RTMR_NEVER && may_be_unplanned(&a->books, right))))) {
        finding_number(a, "done by", recorded, e);
    }
}

/* The record says what was the earliest deadline that would do. A store whose kernel seeks none may
 * have it all the same, if the service has asked. */
static bool offer_sought(const struct recheck *a)
{
    const rtmr_ticks recorded = a->call->earliest_deadline;

    return a->setup.setup.counter_offer != 0 || (recorded >= 0 && recorded != RTMR_NEVER);
}

/* The counter offer of a refusal is the earliest deadline that would do. */
static void compare_offer(struct recheck *a, const struct verdict *right, rtmr_ticks earliest)
{
    if (!offer_sought(a)) {
        return;
    }
    a->counts.offers += earliest != RTMR_NEVER;
    a->counts.hopeless += earliest == RTMR_NEVER && right->reason == RTMR_REASON_LATE;
    if (a->call->earliest_deadline != earliest) {
        finding_number(a, "earliest deadline", a->call->earliest_deadline, earliest);
    }
}

/* An acceptance has no earlier deadline to offer than the one that was asked for. */
static void compare_accepted_deadline(struct recheck *a)
{
    if (a->call->earliest_deadline >= 0 && a->call->earliest_deadline != a->call->value) {
        finding_number(a, "earliest deadline", a->call->earliest_deadline, a->call->value);
    }
}

/* The job is in the table, as the record says; the plan includes it. */
static void enter(struct recheck *a, const struct rtmr_job *job, int32_t place)
{
    const rtmr_handle handle = a->call->job;
    const rtmr_handle last = a->books.accepted > 0 ? a->books.job[a->books.accepted - 1].handle : RTMR_NO_JOB;
    const bool empty = job->map_tasks == 0 && job->reduce_tasks == 0;

    if (handle != last + 1) {
        finding_number(a, "job", handle, last + 1);
        if (handle <= last) {
            return; /* it would be another job's number */
        }
    }
    shadow_accept(&a->books, job, handle, place);
    tasks_begin(a, job);
    a->job[a->books.accepted - 1].told = a->call->estimated_finish;
    a->counts.kept += empty;
    if (!empty) {
        adopt_plan(a);
    }
}

/* The counter offer that is right. An offer on record is compared with the earliest of all; to tell
 * that there is none, the service need not have looked further than it does. */
static rtmr_ticks earliest_for(struct recheck *a, const struct plan_job *asking, rtmr_handle own, int32_t skip)
{
    const bool told = a->call->earliest_deadline != RTMR_NEVER;

    return offer_earliest(&a->search, &a->books, asking, own, skip, a->call->value,
                          told ? INT64_MAX : offer_trials(&a->books, asking));
}

void recheck_submit(struct recheck *a)
{
    const struct call_record *const call = a->call;
    const struct rtmr_job job = {call->maps, call->reduces, call->map_estimate, call->reduce_estimate, call->value};
    const bool empty = job.map_tasks == 0 && job.reduce_tasks == 0;
    const int32_t place = shadow_place(&a->books, job.deadline);
    struct verdict right = accepted();
    rtmr_ticks e = a->books.now;

    *(call->status == RTMR_OK ? &a->counts.acceptances : &a->counts.refusals) += 1;
    if (!legal(a, &job)) {
        finding_add(a, alloc_print("a job that cannot be asked for"), alloc_print("an error, and no decision"));
        return;
    }
    if (!empty) {
        const struct plan_job asking = plan_job_asking(&a->books, &job);

        plan_all(&a->plan, &a->books, &asking, place, call->status == RTMR_OK || a->explains);
        e = a->plan.job[place].end[RTMR_REDUCE];
        right = room(a, &job);
        if (right.reason == RTMR_REASON_NONE) {
            right = planned(&a->plan);
        } else {
            e = RTMR_NEVER;
        }
    }
    compare(a, &right);
    if (call->status == RTMR_OK || right.reason == RTMR_REASON_LATE) {
        compare_end(a, &right, e);
    }
    rtmr_ticks earliest = call->status == RTMR_OK ? job.deadline : RTMR_NEVER;
    if (call->status != RTMR_OK && right.reason == RTMR_REASON_LATE && (offer_sought(a) || a->explains)) {
        const struct plan_job asking = plan_job_asking(&a->books, &job);

        earliest = earliest_for(a, &asking, RTMR_LAST_HANDLE, -1);
    }
    if (call->status != RTMR_OK && right.reason != RTMR_REASON_NONE) {
        compare_offer(a, &right, earliest);
    }
    explain_verdict(a, &right, empty ? -1 : place, earliest);
    if (call->status == RTMR_OK) {
        compare_accepted_deadline(a);
        if (!empty && right.reason == RTMR_REASON_NONE) {
            check_certificate(a);
        }
        enter(a, &job, place);
    }
}

void recheck_withdraw(struct recheck *a)
{
    const int32_t place = called_job(a);

    if (place < 0) {
        return;
    }
    if (shadow_at(&a->books, place)->started) {
        finding_add(a, alloc_print("job %" PRId64 " is withdrawn", a->call->job),
                    alloc_print("a task of it has started"));
        return;
    }
    tasks_forget(a, a->books.table[place]);
    a->job[a->books.table[place]].aborted = true;
    a->job[a->books.table[place]].aborted_at = a->books.now;
    shadow_leave(&a->books, place, PROMISE_WITHDRAWN);
    a->counts.aborted++;
}

/* --- Renewals --------------------------------------------------------------------------------- */

/* A slot that no plan counts on runs a task of the job. */
static bool runs_late(const struct shadow *books, rtmr_handle job)
{
    for (int stage = 0; stage < SHADOW_STAGES; stage++) {
        for (int32_t i = 0; i < books->stage[stage].slots; i++) {
            if (slot_late(books->stage[stage].slot[i].state) && books->stage[stage].slot[i].job == job) {
                return true;
            }
        }
    }
    return false;
}

/* The job at `from` is promised by the deadline of the call. Returns its place. */
static int32_t promise_again(struct shadow *books, int32_t from, rtmr_ticks deadline)
{
    const int32_t last = from < books->promised ? books->promised - 1 : books->promised;

    shadow_move(books, from, last);
    shadow_at(books, last)->deadline = deadline;
    books->promised = last + 1;
    const int32_t place = shadow_renewed_place(books, last);
    shadow_move(books, last, place);
    return place;
}

static void renewal_refused(struct recheck *a, const struct verdict *right, int32_t from, int32_t place)
{
    const bool promised = from < a->books.promised;
    const struct plan_job asking = plan_job_at(&a->books, from);
    rtmr_ticks earliest = RTMR_NEVER;

    a->counts.renewals_refused++;
    if ((offer_sought(a) || a->explains) && right->reason != RTMR_REASON_NONE) {
        earliest = earliest_for(a, &asking, a->call->job, promised ? from : -1);
    }
    if (right->reason != RTMR_REASON_NONE) {
        compare_offer(a, right, earliest);
    }
    explain_verdict(a, right, place, earliest);
}

void recheck_renew(struct recheck *a)
{
    const struct call_record *const call = a->call;
    const int32_t from = called_job(a);

    if (from < 0) {
        return;
    }
    if (call->value < a->books.now || call->value > RTMR_TIME_MAX || runs_late(&a->books, call->job)) {
        finding_add(a, alloc_print("job %" PRId64 " is promised by %s", call->job, instant_text(call->value)),
                    alloc_print("an error, and no decision: the deadline has passed, or a task of it is late"));
        return;
    }
    const int32_t promised = a->books.promised;
    const rtmr_ticks former = shadow_at(&a->books, from)->deadline;
    const int32_t place = promise_again(&a->books, from, call->value);

    plan_all(&a->plan, &a->books, NULL, 0, call->status == RTMR_OK || a->explains);
    const struct verdict right = planned(&a->plan);
    compare(a, &right);
    if (call->status != RTMR_OK) {
        shadow_move(&a->books, place, from);
        shadow_at(&a->books, from)->deadline = former;
        a->books.promised = promised;
        renewal_refused(a, &right, from, place);
        return;
    }
    compare_end(a, &right, a->plan.job[place].end[RTMR_REDUCE]);
    compare_accepted_deadline(a);
    explain_verdict(a, &right, place, call->value);
    if (right.reason == RTMR_REASON_NONE) {
        check_certificate(a);
    }
    a->counts.renewals++;
    shadow_at(&a->books, place)->promise = PROMISE_LIVE;
    a->job[a->books.table[place]].told = call->estimated_finish;
    adopt_plan(a);
}

/* --- Changes ---------------------------------------------------------------------------------- */

/* The books are as the change would have them: compares the answer with the plan. True: the change
 * was adopted; false: it has to be taken back. */
static bool changed(struct recheck *a, int64_t *count)
{
    plan_all(&a->plan, &a->books, NULL, 0, a->call->status == RTMR_OK || a->explains);
    const struct verdict right = planned(&a->plan);

    compare(a, &right);
    explain_verdict(a, &right, -1, RTMR_NEVER);
    if (a->call->status != RTMR_OK) {
        a->counts.changes_refused++;
        return false;
    }
    if (right.reason == RTMR_REASON_NONE) {
        check_certificate(a);
    }
    ++*count;
    adopt_plan(a);
    return true;
}

void recheck_extend(struct recheck *a)
{
    const struct call_record *const call = a->call;
    struct shadow_slot *const slot = called_task(a);

    if (slot == NULL) {
        return;
    }
    const struct shadow_slot former = *slot;
    if (call->value < a->books.now || call->value < slot->bound || call->value > RTMR_TIME_MAX) {
        finding_add(a, alloc_print("the bound becomes %s", instant_text(call->value)),
                    alloc_print("an error, and no decision: it is %" PRId64 ", and it is %" PRId64 " now", slot->bound,
                                a->books.now));
        return;
    }
    slot->state = slot_leaves(slot->state) ? RTMR_SLOT_DRAINING : RTMR_SLOT_BUSY;
    slot->bound = call->value;
    if (!changed(a, &a->counts.extensions)) {
        *slot = former;
    }
}

void recheck_set_estimate(struct recheck *a)
{
    const int32_t place = called_job(a);

    if (place < 0) {
        return;
    }
    if (a->call->value < 1 || a->call->value > RTMR_TIME_MAX) {
        finding_number(a, "estimate", a->call->value, 1);
        return;
    }
    rtmr_ticks *const estimate = &shadow_at(&a->books, place)->estimate[a->call->stage];
    const rtmr_ticks former = *estimate;

    *estimate = a->call->value;
    if (!changed(a, &a->counts.estimates)) {
        *estimate = former;
    }
}

void recheck_slot_drain(struct recheck *a)
{
    struct shadow_slot *const slot = called_slot(a);

    if (slot == NULL) {
        return;
    }
    const enum rtmr_slot_state former = slot->state;
    if (slot_leaves(former)) {
        finding_add(a, alloc_print("%s slot %d drains", journal_stage_name(a->call->stage), a->call->slot),
                    alloc_print("it drains already"));
        return;
    }
    shadow_drain(&a->books, a->call->stage, a->call->slot);
    if (former == RTMR_SLOT_LATE) { /* no plan counts on it: never refused */
        const struct verdict right = accepted();

        compare(a, &right);
        a->counts.drains++;
    } else if (!changed(a, &a->counts.drains)) {
        slot->state = former;
    }
}
