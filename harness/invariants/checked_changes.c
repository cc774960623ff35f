/*
 * Changes of the slots under check: slots that are lost, drain and join, tasks that fail.
 */
#include "harness/invariants/checked.h"
#include "harness/invariants/checked_state.h"
#include "harness/invariants/laws.h"

#include <inttypes.h>

/* A task was lost, of the job with this handle, which was promised then. */
static void count_lost_task(struct checked *c, rtmr_handle job, int32_t flagged)
{
    const bool own = shadow_find(&c->shadow, job) >= c->shadow.promised;

    c->counts.tasks_lost++;
    c->counts.lost_harmless += flagged == 0;
    c->counts.lost_own += flagged == 1 && own;
    c->counts.lost_others += flagged > own;
}

/* The shadow has just lost a task of the job at `place` (-1: none), and perhaps its slot: every job
 * that is not flagged gets a new guarantee. */
static void recovered_rightly(struct checked *c, int32_t place, enum rtmr_status status, enum rtmr_status violation,
                              const struct rtmr_alarm *alarm)
{
    struct shadow *const s = &c->shadow;
    const int32_t promised = s->promised;
    const rtmr_handle job = 0 <= place && place < promised ? shadow_at(s, place)->handle : RTMR_NO_JOB;

    naive_recover(s, place, &c->outlook);
    if (job != RTMR_NO_JOB) {
        count_lost_task(c, job, promised - s->promised);
    }
    (void)(checked_violation(c, status, violation) && checked_state_holds(c) &&
           checked_alarm(c, alarm, 0, promised - s->promised));
}

static void count_loss(struct checked *c, enum rtmr_slot_state state)
{
    c->counts.losses++;
    c->counts.losses_idle += state == RTMR_SLOT_IDLE;
    c->counts.losses_busy += slot_in_time(state);
    c->counts.losses_late += slot_late(state);
    c->counts.losses_draining += slot_leaves(state);
    c->counts.losses_latent += c->shadow.latency > 0;
}

enum rtmr_status checked_slot_lost(struct checked *c, enum rtmr_stage stage, int32_t slot, struct rtmr_alarm *alarm)
{
    const bool checking = checked_begin(c, "slot_lost");
    const enum rtmr_status status = rtmr_slot_lost(c->kernel, stage, slot, alarm);

    if (checking && checked_refusal(c, status, checked_slot_error(c, stage, slot, alarm)) && status >= 0) {
        count_loss(c, shadow_slot(&c->shadow, stage, slot)->state);
        const int32_t place = shadow_lose(&c->shadow, stage, slot);

        c->counts.losses_all += shadow_usable(&c->shadow, stage) == 0;
        recovered_rightly(c, place, status, RTMR_VIOLATION_LOST, alarm);
    }
    return checked_end(c, status);
}

enum rtmr_status checked_fail(struct checked *c, enum rtmr_stage stage, int32_t slot, struct rtmr_alarm *alarm)
{
    const bool checking = checked_begin(c, "fail");
    const enum rtmr_status status = rtmr_fail(c->kernel, stage, slot, alarm);

    if (checking && checked_refusal(c, status, checked_task_error(c, stage, slot, alarm)) && status >= 0) {
        const enum rtmr_slot_state state = shadow_slot(&c->shadow, stage, slot)->state;

        c->counts.failures++;
        c->counts.failures_late += slot_late(state);
        c->counts.failures_draining += slot_leaves(state);
        recovered_rightly(c, shadow_fail(&c->shadow, stage, slot), status, RTMR_VIOLATION_FAILED, alarm);
    }
    return checked_end(c, status);
}

static void count_drain(struct checked *c, enum rtmr_slot_state state, enum rtmr_status status)
{
    if (status == RTMR_OK) {
        c->counts.drains++;
        c->counts.drains_idle += state == RTMR_SLOT_IDLE;
        c->counts.drains_busy += state == RTMR_SLOT_BUSY;
        c->counts.drains_late += state == RTMR_SLOT_LATE;
    } else {
        c->counts.drains_refused++;
    }
}

/* A slot that may be drained was asked for. */
static void drained_rightly(struct checked *c, enum rtmr_stage stage, int32_t slot, enum rtmr_status status,
                            const struct rtmr_decision *decision)
{
    struct shadow *const s = &c->shadow;
    struct shadow_slot *const asked = shadow_slot(s, stage, slot);
    const enum rtmr_slot_state state = asked->state;

    count_drain(c, state, status);
    if (state == RTMR_SLOT_IDLE && !law_drain(c, stage, slot, status)) {
        return;
    }
    shadow_drain(s, stage, slot);
    if (slot_usable(state)) {
        naive_plan(s, NULL, 0, &c->outlook);
    } else { /* no plan counts on it */
        c->outlook.late = -1;
    }
    if (!checked_change(c, status, decision)) {
        return;
    }
    if (status != RTMR_OK) {
        asked->state = state;
        (void)checked_unchanged_but_scratch(c);
        return;
    }
    if (slot_usable(state)) {
        naive_project(s, &c->outlook);
    }
    (void)checked_state_holds(c);
}

enum rtmr_status checked_slot_drain(struct checked *c, enum rtmr_stage stage, int32_t slot,
                                    struct rtmr_decision *decision)
{
    const bool checking = checked_begin(c, "slot_drain");
    const enum rtmr_status status = rtmr_slot_drain(c->kernel, stage, slot, decision);

    if (!checking) {
        return status;
    }
    enum rtmr_status error = checked_slot_error(c, stage, slot, decision);
    if (error == RTMR_OK && slot_leaves(shadow_slot(&c->shadow, stage, slot)->state)) {
        error = RTMR_E_SLOT_DRAINING;
    }
    if (checked_refusal(c, status, error) && status >= 0) {
        drained_rightly(c, stage, slot, status, decision);
    }
    return checked_end(c, status);
}

static enum rtmr_status add_error(const struct checked *c, enum rtmr_stage stage, int32_t slot)
{
    enum rtmr_status error = checked_stage_error(stage, c);

    if (error == RTMR_OK && slot == c->shadow.stage[stage].slots && slot < RTMR_SLOTS) {
        return RTMR_OK;
    }
    error = checked_slot_error(c, stage, slot, c);
    return error == RTMR_OK ? RTMR_E_SLOT_PRESENT : error == RTMR_E_SLOT_ABSENT ? RTMR_OK : error;
}

enum rtmr_status checked_slot_add(struct checked *c, enum rtmr_stage stage, int32_t slot)
{
    const bool checking = checked_begin(c, "slot_add");
    const enum rtmr_status status = rtmr_slot_add(c->kernel, stage, slot);

    if (checking && checked_refusal(c, status, add_error(c, stage, slot)) && status >= 0) {
        const bool new = slot == c->shadow.stage[stage].slots;

        c->counts.additions += new;
        c->counts.returns += !new;
        c->counts.revivals += shadow_usable(&c->shadow, stage) == 0;
        shadow_add(&c->shadow, stage, slot);
        (void)checked_state_holds(c);
    }
    return checked_end(c, status);
}
