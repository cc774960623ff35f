/*
 * Admission under check: submit, what-if, withdraw.
 */
#include "harness/invariants/checked.h"
#include "harness/invariants/checked_state.h"
#include "harness/invariants/laws.h"
#include "harness/invariants/watched_clauses.h"

#include <inttypes.h>

/* The error that a submission must get; RTMR_OK if none. */
static enum rtmr_status job_error(const struct shadow *s, const struct rtmr_job *job,
                                  const struct rtmr_decision *decision)
{
    if (job == NULL || decision == NULL) {
        return RTMR_E_NULL;
    }
    if (job->map_tasks < 0 || job->map_tasks > RTMR_TASKS) {
        return RTMR_E_MAP_TASKS;
    }
    if (job->reduce_tasks < 0 || job->reduce_tasks > RTMR_TASKS) {
        return RTMR_E_REDUCE_TASKS;
    }
    if (job->map_tasks > 0 && (job->map_estimate < 1 || job->map_estimate > RTMR_TIME_MAX)) {
        return RTMR_E_MAP_ESTIMATE;
    }
    if (job->reduce_tasks > 0 && (job->reduce_estimate < 1 || job->reduce_estimate > RTMR_TIME_MAX)) {
        return RTMR_E_REDUCE_ESTIMATE;
    }
    return job->deadline < s->now || job->deadline > RTMR_TIME_MAX ? RTMR_E_DEADLINE : RTMR_OK;
}

static int32_t unfinished(const struct shadow *s, enum rtmr_stage stage)
{
    int32_t count = 0;

    for (int32_t place = 0; place < s->jobs; place++) {
        count += shadow_at(s, place)->unfinished[stage];
    }
    return count;
}

/* Whether there is room for a job with tasks. */
static enum rtmr_reason room(const struct shadow *s, const struct rtmr_job *job)
{
    if (s->jobs >= RTMR_JOBS) {
        return RTMR_REASON_JOBS_FULL;
    }
    return unfinished(s, RTMR_MAP) > RTMR_TASKS - job->map_tasks ||
                   unfinished(s, RTMR_REDUCE) > RTMR_TASKS - job->reduce_tasks
               ? RTMR_REASON_TASKS_FULL
               : RTMR_REASON_NONE;
}

/* The expected decision, except handle and earliest deadline. False: the stored vectors decide. */
static bool predict(struct checked *c, const struct rtmr_job *job, struct rtmr_decision *expected)
{
    struct shadow *const s = &c->shadow;
    const int32_t place = shadow_place(s, job->deadline);

    *expected = (struct rtmr_decision){.reason = RTMR_REASON_NONE, .estimated_finish = s->now};
    if (job->map_tasks == 0 && job->reduce_tasks == 0) {
        return true;
    }
    expected->reason = room(s, job);
    if (expected->reason != RTMR_REASON_NONE) {
        expected->estimated_finish = RTMR_NEVER;
        return true;
    }
    if (!s->plans_from_slots) {
        return false;
    }
    naive_plan(s, job, place, &c->outlook);
    expected->estimated_finish = c->outlook.job[place].end[RTMR_REDUCE];
    if (c->outlook.late >= 0) {
        const struct naive_job *const late = &c->outlook.job[c->outlook.late];
        const rtmr_ticks end = late->end[RTMR_REDUCE];

        expected->reason = RTMR_REASON_LATE;
        expected->late_job = late->handle;
        expected->late_by = end == RTMR_NEVER ? RTMR_NEVER : end - late->deadline;
    }
    return true;
}

/* A decision that the stored vectors made is at least consistent. */
static bool consistent(const struct shadow *s, const struct rtmr_job *job, const struct rtmr_decision *decision)
{
    const rtmr_ticks e = decision->estimated_finish;

    if (decision->reason == RTMR_REASON_NONE) {
        return s->now <= e && e <= job->deadline;
    }
    if (decision->reason != RTMR_REASON_LATE || decision->late_by <= 0) {
        return false;
    }
    if (decision->late_job != RTMR_NO_JOB) {
        return shadow_find(s, decision->late_job) >= 0;
    }
    return decision->late_by == (e == RTMR_NEVER ? RTMR_NEVER : e - job->deadline);
}

/* Behind a job that misses, a job need not be planned where a stage has no usable slot: then its e
 * is RTMR_NEVER. */
static bool may_stay_unplanned(const struct shadow *s, const struct rtmr_decision *expected)
{
    return expected->late_job != RTMR_NO_JOB && (shadow_usable(s, RTMR_MAP) == 0 || shadow_usable(s, RTMR_REDUCE) == 0);
}

/* The decision about a job that was neither refused nor is yet in the shadow's table. */
static bool decided_rightly(struct checked *c, const struct rtmr_job *job, enum rtmr_status status,
                            const struct rtmr_decision *decision)
{
    struct rtmr_decision expected;
    const bool predicted = predict(c, job, &expected);

    judge_clause(&c->judge, CLAUSE_DECISION);
    if (status != (decision->reason == RTMR_REASON_NONE ? RTMR_OK : RTMR_REJECTED)) {
        return judge_breaks(&c->judge, "status %d with reason %d", (int)status, (int)decision->reason);
    }
    if (!predicted) {
        return consistent(&c->shadow, job, decision) ||
               judge_breaks(&c->judge, "reason %d, e %" PRId64 ", job %" PRId64 " late by %" PRId64,
                            (int)decision->reason, decision->estimated_finish, decision->late_job, decision->late_by);
    }
    const bool planned = decision->estimated_finish == expected.estimated_finish ||
                         (decision->estimated_finish == RTMR_NEVER && may_stay_unplanned(&c->shadow, &expected));

    return (planned && decision->reason == expected.reason && decision->late_job == expected.late_job &&
            decision->late_by == expected.late_by) ||
           judge_breaks(&c->judge,
                        "reason %d, e %" PRId64 ", job %" PRId64 " late by %" PRId64 "; should be %d, %" PRId64
                        ", %" PRId64 ", %" PRId64,
                        (int)decision->reason, decision->estimated_finish, decision->late_job, decision->late_by,
                        (int)expected.reason, expected.estimated_finish, expected.late_job, expected.late_by);
}

/* The handle is new; the earliest deadline is the requested one, or, on rejection, computed only on
 * request. */
static bool named_rightly(struct checked *c, const struct rtmr_job *job, const struct rtmr_decision *decision,
                          bool asked)
{
    const struct shadow *const s = &c->shadow;
    const rtmr_handle last = s->accepted > 0 ? s->job[s->accepted - 1].handle : RTMR_NO_JOB;
    const bool accepted = decision->reason == RTMR_REASON_NONE;

    judge_clause(&c->judge, CLAUSE_DECISION);
    if (accepted ? decision->job <= last : decision->job != RTMR_NO_JOB) {
        return judge_breaks(&c->judge, "handle %" PRId64 " after %" PRId64, decision->job, last);
    }
    return (accepted ? decision->earliest_deadline == job->deadline
                     : decision->earliest_deadline > job->deadline &&
                           (asked || decision->earliest_deadline == RTMR_NEVER)) ||
           judge_breaks(&c->judge, "deadline %" PRId64 ", the earliest is said to be %" PRId64, job->deadline,
                        decision->earliest_deadline);
}

/* The ends that the stored vectors gave the new job and those behind it. */
static void take_ends(struct shadow *s, const struct rtmr *k, int32_t from)
{
    for (int32_t place = from; place < s->promised && place < k->promised; place++) {
        shadow_at(s, place)->end[RTMR_MAP] = k->map.end[place];
        shadow_at(s, place)->end[RTMR_REDUCE] = k->reduce.end[place];
    }
}

static bool accepted_rightly(struct checked *c, const struct rtmr_job *job, const struct rtmr_decision *decision)
{
    struct shadow *const s = &c->shadow;
    const int32_t place = shadow_place(s, job->deadline);

    shadow_accept(s, job, decision->job, place);
    c->counts.accepted++;
    c->counts.renewed += s->promised < s->jobs;
    if (job->map_tasks == 0 && job->reduce_tasks == 0) {
        c->counts.kept++;
        return promise_kept(&c->judge, &s->job[s->accepted - 1], decision->estimated_finish) && checked_state_holds(c);
    }
    c->counts.reordered += place + 1 < s->promised;
    if (s->plans_from_slots) {
        naive_plan(s, NULL, 0, &c->outlook);
        naive_adopt(s, &c->outlook);
    } else {
        c->counts.accepted_stored++;
        take_ends(s, c->kernel, place);
        judge_clause(&c->judge, CLAUSE_RECORDED);
        if (shadow_at(s, place)->end[RTMR_REDUCE] != decision->estimated_finish) {
            return judge_breaks(&c->judge, "job %" PRId64 ": e is said to be %" PRId64 ", and recorded as %" PRId64,
                                decision->job, decision->estimated_finish, shadow_at(s, place)->end[RTMR_REDUCE]);
        }
    }
    return checked_state_holds(c);
}

enum rtmr_status checked_submit(struct checked *c, const struct rtmr_job *job, struct rtmr_decision *decision)
{
    const bool checking = checked_begin(c, "submit");
    const enum rtmr_status status = rtmr_submit(c->kernel, job, decision);

    if (!checking || !checked_refusal(c, status, job_error(&c->shadow, job, decision)) || status < 0) {
        return checked_end(c, status);
    }
    if (!decided_rightly(c, job, status, decision) || !named_rightly(c, job, decision, c->kernel->counter_offer != 0)) {
        return checked_end(c, status);
    }
    if (status == RTMR_OK) {
        (void)(accepted_rightly(c, job, decision) && law_what_if(c, job, decision) && law_withdrawal(c, job, decision));
    } else {
        c->counts.rejected++;
        c->counts.full += decision->reason != RTMR_REASON_LATE;
        (void)(checked_unchanged_but_scratch(c) && law_what_if(c, job, decision) && law_counter_offer(c, job));
    }
    return checked_end(c, status);
}

enum rtmr_status checked_what_if(struct checked *c, const struct rtmr_job *job, struct rtmr_decision *decision)
{
    const bool checking = checked_begin(c, "what_if");
    const enum rtmr_status status = rtmr_what_if(c->kernel, job, decision);

    if (!checking || !checked_refusal(c, status, job_error(&c->shadow, job, decision)) || status < 0) {
        return checked_end(c, status);
    }
    c->counts.questions++;
    if (checked_unchanged_but_scratch(c) && decided_rightly(c, job, status, decision)) {
        judge_clause(&c->judge, CLAUSE_DECISION);
        if (decision->job != RTMR_NO_JOB) {
            judge_breaks(&c->judge, "a question got handle %" PRId64, decision->job);
        }
    }
    return checked_end(c, status);
}

enum rtmr_status checked_withdraw(struct checked *c, rtmr_handle job)
{
    const bool checking = checked_begin(c, "withdraw");
    const enum rtmr_status status = rtmr_withdraw(c->kernel, job);

    if (!checking) {
        return status;
    }
    const int32_t place = shadow_find(&c->shadow, job);
    const enum rtmr_status error = place < 0                               ? RTMR_E_HANDLE
                                   : shadow_at(&c->shadow, place)->started ? RTMR_E_STARTED
                                                                           : RTMR_OK;

    if (checked_refusal(c, status, error) && status == RTMR_OK) {
        c->counts.withdrawn++;
        shadow_leave(&c->shadow, place, PROMISE_WITHDRAWN);
        (void)checked_state_holds(c);
    }
    return checked_end(c, status);
}
