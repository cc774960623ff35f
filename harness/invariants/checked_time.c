/*
 * The clock and the slots under check: advance, slots that are lost and come back.
 */
#include "harness/invariants/checked.h"
#include "harness/invariants/checked_state.h"

#include <inttypes.h>

/* By `to`, an idle slot has let an offer wait longer than the latency allows. (By when each must have a task is taken
 * from the kernel before the call.) */
static bool waited(const struct checked *c, enum rtmr_stage stage, rtmr_ticks to)
{
    const struct rtmr_pool *const pool = pool_of(c->before, stage);

    if (to <= c->shadow.now || shadow_offer(&c->shadow, stage) < 0) {
        return false;
    }
    for (int32_t i = 0; i < pool->slots; i++) {
        if (pool->state[i] == RTMR_SLOT_IDLE && (c->shadow.latency == 0 || pool->bound[i] < to)) {
            return true;
        }
    }
    return false;
}

/* The status of the call, and then the alarm, are as expected. */
static bool violates(struct checked *c, enum rtmr_status status, enum rtmr_status expected)
{
    judge_clause(&c->judge, CLAUSE_VIOLATION);
    return status == expected || judge_breaks(&c->judge, "status %d (%s), expected %d (%s)", (int)status,
                                              rtmr_status_text(status), (int)expected, rtmr_status_text(expected));
}

static bool alarms(struct checked *c, const struct rtmr_alarm *alarm, int32_t overrun, int32_t flagged)
{
    c->counts.flagged += flagged;
    judge_clause(&c->judge, CLAUSE_VIOLATION);
    return (alarm->overrun_tasks == overrun && alarm->flagged_jobs == flagged) ||
           judge_breaks(&c->judge, "%d tasks overrun, %d jobs flagged; should be %d, %d", alarm->overrun_tasks,
                        alarm->flagged_jobs, overrun, flagged);
}

static enum rtmr_status advance_error(const struct shadow *s, rtmr_ticks to, const struct rtmr_alarm *alarm)
{
    if (alarm == NULL) {
        return RTMR_E_NULL;
    }
    if (to < s->now) {
        return RTMR_E_TIME_BACK;
    }
    return to > RTMR_TIME_MAX ? RTMR_E_TIME_MAX : RTMR_OK;
}

enum rtmr_status checked_advance(struct checked *c, rtmr_ticks to, struct rtmr_alarm *alarm)
{
    const bool checking = checked_begin(c, "advance");
    const enum rtmr_status status = rtmr_advance(c->kernel, to, alarm);

    if (!checking || !checked_refusal(c, status, advance_error(&c->shadow, to, alarm)) || status < 0) {
        return checked_end(c, status);
    }
    struct shadow *const s = &c->shadow;
    const bool waiting = waited(c, RTMR_MAP, to) || waited(c, RTMR_REDUCE, to);
    const int32_t promised = s->promised;

    s->now = to;
    judge_call(&c->judge, "advance", to);
    const int32_t overrun = shadow_overrun(s, to);
    const enum rtmr_status expected = overrun > 0 ? RTMR_VIOLATION_OVERRUN : waiting ? RTMR_VIOLATION_WAITING : RTMR_OK;

    if (expected != RTMR_OK) {
        naive_recover(s, &c->outlook);
    }
    c->counts.overruns += expected == RTMR_VIOLATION_OVERRUN;
    c->counts.waits += expected == RTMR_VIOLATION_WAITING;
    (void)(violates(c, status, expected) && checked_state_holds(c) &&
           alarms(c, alarm, overrun, promised - s->promised));
    return checked_end(c, status);
}

/* A slot is lost, of which the shadow does not know yet. */
static void count_loss(struct checked *c, enum rtmr_stage stage, int32_t slot)
{
    const enum rtmr_slot_state state = shadow_slot(&c->shadow, stage, slot)->state;

    c->counts.losses++;
    c->counts.losses_idle += state == RTMR_SLOT_IDLE;
    c->counts.losses_busy += state == RTMR_SLOT_BUSY;
    c->counts.losses_late += state == RTMR_SLOT_LATE;
    c->counts.losses_latent += c->shadow.latency > 0;
}

enum rtmr_status checked_slot_lost(struct checked *c, enum rtmr_stage stage, int32_t slot, struct rtmr_alarm *alarm)
{
    const bool checking = checked_begin(c, "slot_lost");
    const enum rtmr_status status = rtmr_slot_lost(c->kernel, stage, slot, alarm);

    if (!checking) {
        return status;
    }
    enum rtmr_status error = checked_stage_error(stage, alarm);
    if (error == RTMR_OK) {
        error = checked_slot_error(c, stage, slot);
    }
    if (checked_refusal(c, status, error) && status >= 0) {
        struct shadow *const s = &c->shadow;
        const int32_t promised = s->promised;

        count_loss(c, stage, slot);
        shadow_lose(s, stage, slot);
        c->counts.losses_all += pool_of(c->kernel, stage)->usable == 0;
        naive_recover(s, &c->outlook);
        (void)(violates(c, status, RTMR_VIOLATION_LOST) && checked_state_holds(c) &&
               alarms(c, alarm, 0, promised - s->promised));
    }
    return checked_end(c, status);
}

enum rtmr_status checked_slot_back(struct checked *c, enum rtmr_stage stage, int32_t slot)
{
    const bool checking = checked_begin(c, "slot_back");
    const enum rtmr_status status = rtmr_slot_back(c->kernel, stage, slot);

    if (!checking) {
        return status;
    }
    enum rtmr_status error = checked_stage_error(stage, c);
    if (error == RTMR_OK) {
        error = checked_slot_error(c, stage, slot);
        error = error == RTMR_OK ? RTMR_E_SLOT_PRESENT : error == RTMR_E_SLOT_ABSENT ? RTMR_OK : error;
    }
    if (checked_refusal(c, status, error) && status >= 0) {
        c->counts.returns++;
        shadow_return(&c->shadow, stage, slot);
        (void)checked_state_holds(c);
    }
    return checked_end(c, status);
}
