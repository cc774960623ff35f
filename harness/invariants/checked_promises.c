/*
 * Changes of promises under check: renew, extend, set_estimate, suspend, abort.
 */
#include "harness/invariants/checked.h"
#include "harness/invariants/checked_state.h"
#include "harness/invariants/laws.h"

#include <inttypes.h>

bool checked_change(struct checked *c, enum rtmr_status status, const struct rtmr_decision *decision)
{
    struct rtmr_decision expected = {.estimated_finish = RTMR_NEVER, .earliest_deadline = RTMR_NEVER};

    if (c->outlook.late >= 0) {
        const struct naive_job *const late = &c->outlook.job[c->outlook.late];
        const rtmr_ticks end = late->end[RTMR_REDUCE];

        expected.reason = RTMR_REASON_LATE;
        expected.late_job = late->handle;
        expected.late_by = end == RTMR_NEVER ? RTMR_NEVER : end - late->deadline;
    }
    judge_clause(&c->judge, CLAUSE_DECISION);
    return (status == (c->outlook.late >= 0 ? RTMR_REJECTED : RTMR_OK) && decision->reason == expected.reason &&
            decision->job == RTMR_NO_JOB && decision->estimated_finish == expected.estimated_finish &&
            decision->late_job == expected.late_job && decision->late_by == expected.late_by &&
            decision->earliest_deadline == expected.earliest_deadline) ||
           judge_breaks(&c->judge,
                        "status %d, reason %d, job %" PRId64 " late by %" PRId64 "; should be reason %d, %" PRId64
                        ", %" PRId64,
                        (int)status, (int)decision->reason, decision->late_job, decision->late_by, (int)expected.reason,
                        expected.late_job, expected.late_by);
}

/* The outlook's plan was adopted. */
static void adopted(struct checked *c)
{
    c->counts.changes_stored += !c->shadow.plans_from_slots;
    naive_project(&c->shadow, &c->outlook);
    (void)checked_state_holds(c);
}

/* --- Renewal ---------------------------------------------------------------------------------- */

static bool runs_late(const struct shadow *s, rtmr_handle job)
{
    for (int stage = 0; stage < SHADOW_STAGES; stage++) {
        for (int32_t i = 0; i < s->stage[stage].slots; i++) {
            if (slot_late(s->stage[stage].slot[i].state) && s->stage[stage].slot[i].job == job) {
                return true;
            }
        }
    }
    return false;
}

static enum rtmr_status renewal_error(const struct shadow *s, rtmr_handle job, rtmr_ticks deadline,
                                      const struct rtmr_decision *decision)
{
    if (decision == NULL) {
        return RTMR_E_NULL;
    }
    if (shadow_find(s, job) < 0) {
        return RTMR_E_HANDLE;
    }
    if (deadline < s->now || deadline > RTMR_TIME_MAX) {
        return RTMR_E_DEADLINE;
    }
    return runs_late(s, job) ? RTMR_E_SLOT_LATE : RTMR_OK;
}

/* The answer to a renewal: with its handle and e if it is adopted. */
static bool renewal_answer(struct checked *c, int32_t place, rtmr_ticks deadline, enum rtmr_status status,
                           const struct rtmr_decision *decision)
{
    struct rtmr_decision common = *decision;
    const struct naive_job *const job = &c->outlook.job[place];

    judge_clause(&c->judge, CLAUSE_DECISION);
    if (status == RTMR_OK && (decision->job != job->handle || decision->estimated_finish != job->end[RTMR_REDUCE] ||
                              decision->earliest_deadline != deadline)) {
        return judge_breaks(&c->judge,
                            "job %" PRId64 ", e %" PRId64 ", deadline %" PRId64 "; should be %" PRId64 ", %" PRId64
                            ", %" PRId64,
                            decision->job, decision->estimated_finish, decision->earliest_deadline, job->handle,
                            job->end[RTMR_REDUCE], deadline);
    }
    if (status == RTMR_REJECTED && c->kernel->counter_offer == 0 && decision->earliest_deadline != RTMR_NEVER) {
        return judge_breaks(&c->judge, "an earliest deadline, %" PRId64 ", that was not asked for",
                            decision->earliest_deadline);
    }
    common.job = RTMR_NO_JOB;
    common.estimated_finish = RTMR_NEVER;
    common.earliest_deadline = RTMR_NEVER;
    return checked_change(c, status, &common);
}

static void renewed_rightly(struct checked *c, int32_t from, rtmr_ticks deadline, enum rtmr_status status,
                            const struct rtmr_decision *decision)
{
    struct shadow *const s = &c->shadow;
    struct shadow_job *const job = shadow_at(s, from);
    const int32_t promised = s->promised;
    const int32_t last = from < promised ? promised - 1 : promised;
    const rtmr_ticks old_deadline = job->deadline;

    shadow_move(s, from, last);
    job->deadline = deadline;
    s->promised = last + 1;
    const int32_t place = shadow_renewed_place(s, last);
    shadow_move(s, last, place);
    naive_plan(s, NULL, 0, &c->outlook);
    if (!renewal_answer(c, place, deadline, status, decision)) {
        return;
    }
    if (status == RTMR_OK) {
        c->counts.renewals += from >= promised;
        c->counts.moves += from < promised;
        c->counts.renewals_reordered += from >= promised ? place < last : place != from;
        job->promise = PROMISE_LIVE;
        adopted(c);
        return;
    }
    shadow_move(s, place, from);
    job->deadline = old_deadline;
    s->promised = promised;
    c->counts.renewals_refused++;
    if (checked_unchanged_but_scratch(c) && c->kernel->counter_offer != 0) {
        c->counts.renewal_offers += decision->earliest_deadline != RTMR_NEVER;
        (void)law_renewal_offer(c, job->handle, deadline, decision->earliest_deadline);
    }
}

enum rtmr_status checked_renew(struct checked *c, rtmr_handle job, rtmr_ticks deadline, struct rtmr_decision *decision)
{
    const bool checking = checked_begin(c, "renew");
    const enum rtmr_status status = rtmr_renew(c->kernel, job, deadline, decision);

    if (checking && checked_refusal(c, status, renewal_error(&c->shadow, job, deadline, decision)) && status >= 0) {
        renewed_rightly(c, shadow_find(&c->shadow, job), deadline, status, decision);
    }
    if (checking) {
        c->counts.renewals_late += status == RTMR_E_SLOT_LATE;
    }
    return checked_end(c, status);
}

/* --- Running and waiting tasks ---------------------------------------------------------------- */

static void extended_rightly(struct checked *c, enum rtmr_stage stage, int32_t slot, rtmr_ticks bound,
                             enum rtmr_status status, const struct rtmr_decision *decision)
{
    struct shadow_slot *const asked = shadow_slot(&c->shadow, stage, slot);
    const struct shadow_slot old = *asked;

    asked->state = slot_leaves(old.state) ? RTMR_SLOT_DRAINING : RTMR_SLOT_BUSY;
    asked->bound = bound;
    naive_plan(&c->shadow, NULL, 0, &c->outlook);
    if (!checked_change(c, status, decision)) {
        return;
    }
    if (status == RTMR_OK) {
        c->counts.extensions++;
        c->counts.extensions_late += slot_late(old.state);
        adopted(c);
        return;
    }
    *asked = old;
    c->counts.extensions_refused++;
    (void)checked_unchanged_but_scratch(c);
}

enum rtmr_status checked_extend(struct checked *c, enum rtmr_stage stage, int32_t slot, rtmr_ticks bound,
                                struct rtmr_decision *decision)
{
    const bool checking = checked_begin(c, "extend");
    const enum rtmr_status status = rtmr_extend(c->kernel, stage, slot, bound, decision);

    if (!checking) {
        return status;
    }
    enum rtmr_status error = checked_task_error(c, stage, slot, decision);
    if (error == RTMR_OK &&
        (bound < c->shadow.now || bound < shadow_slot(&c->shadow, stage, slot)->bound || bound > RTMR_TIME_MAX)) {
        error = RTMR_E_BOUND;
    }
    if (checked_refusal(c, status, error) && status >= 0) {
        extended_rightly(c, stage, slot, bound, status, decision);
    }
    return checked_end(c, status);
}

static void estimated_rightly(struct checked *c, struct shadow_job *job, enum rtmr_stage stage, rtmr_ticks estimate,
                              enum rtmr_status status, const struct rtmr_decision *decision)
{
    const rtmr_ticks old = job->estimate[stage];

    job->estimate[stage] = estimate;
    naive_plan(&c->shadow, NULL, 0, &c->outlook);
    if (!checked_change(c, status, decision)) {
        return;
    }
    if (status == RTMR_OK) {
        c->counts.estimates++;
        adopted(c);
        return;
    }
    job->estimate[stage] = old;
    c->counts.estimates_refused++;
    (void)checked_unchanged_but_scratch(c);
}

enum rtmr_status checked_set_estimate(struct checked *c, rtmr_handle job, enum rtmr_stage stage, rtmr_ticks estimate,
                                      struct rtmr_decision *decision)
{
    const bool checking = checked_begin(c, "set_estimate");
    const enum rtmr_status status = rtmr_set_estimate(c->kernel, job, stage, estimate, decision);

    if (!checking) {
        return status;
    }
    const int32_t place = shadow_find(&c->shadow, job);
    enum rtmr_status error = checked_stage_error(stage, decision);
    if (error == RTMR_OK && place < 0) {
        error = RTMR_E_HANDLE;
    } else if (error == RTMR_OK && (estimate < 1 || estimate > RTMR_TIME_MAX)) {
        error = RTMR_E_ESTIMATE;
    }
    if (checked_refusal(c, status, error) && status >= 0) {
        estimated_rightly(c, shadow_at(&c->shadow, place), stage, estimate, status, decision);
    }
    return checked_end(c, status);
}

/* --- Promises that are given up --------------------------------------------------------------- */

enum rtmr_status checked_suspend(struct checked *c, rtmr_handle job)
{
    const bool checking = checked_begin(c, "suspend");
    const enum rtmr_status status = rtmr_suspend(c->kernel, job);

    if (!checking) {
        return status;
    }
    const int32_t place = shadow_find(&c->shadow, job);
    if (checked_refusal(c, status, place < 0 ? RTMR_E_HANDLE : RTMR_OK) && status == RTMR_OK) {
        c->counts.suspensions += place < c->shadow.promised;
        shadow_suspend(&c->shadow, place);
        (void)checked_state_holds(c);
    }
    return checked_end(c, status);
}

enum rtmr_status checked_abort(struct checked *c, rtmr_handle job)
{
    const bool checking = checked_begin(c, "abort");
    const enum rtmr_status status = rtmr_abort(c->kernel, job);

    if (!checking) {
        return status;
    }
    const int32_t place = shadow_find(&c->shadow, job);
    if (checked_refusal(c, status, place < 0 ? RTMR_E_HANDLE : RTMR_OK) && status == RTMR_OK) {
        c->counts.aborts++;
        c->counts.aborts_running += !shadow_abort(&c->shadow, place);
        (void)checked_state_holds(c);
    }
    return checked_end(c, status);
}
