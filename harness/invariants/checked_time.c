/*
 * The clock under check: advance, restore.
 */
#include "harness/invariants/checked.h"
#include "harness/invariants/checked_state.h"

#include <inttypes.h>

/* By `to`, an idle slot has let an offer to a promised job wait longer than the latency allows. */
static bool waited(const struct shadow *s, enum rtmr_stage stage, rtmr_ticks to)
{
    if (to <= s->now || shadow_offer(s, stage, s->promised) < 0) {
        return false;
    }
    for (int32_t i = 0; i < s->stage[stage].slots; i++) {
        const struct shadow_slot *const slot = &s->stage[stage].slot[i];

        if (slot->state == RTMR_SLOT_IDLE && (s->latency == 0 || slot->due < to)) {
            return true;
        }
    }
    return false;
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

/* Draining slots whose task is over its bound by `to`. */
static int32_t draining_overrun(const struct shadow *s, rtmr_ticks to)
{
    int32_t count = 0;

    for (int stage = 0; stage < SHADOW_STAGES; stage++) {
        for (int32_t i = 0; i < s->stage[stage].slots; i++) {
            count += s->stage[stage].slot[i].state == RTMR_SLOT_DRAINING && s->stage[stage].slot[i].bound < to;
        }
    }
    return count;
}

enum rtmr_status checked_advance(struct checked *c, rtmr_ticks to, struct rtmr_alarm *alarm)
{
    const bool checking = checked_begin(c, "advance");
    const enum rtmr_status status = rtmr_advance(c->kernel, to, alarm);

    if (!checking || !checked_refusal(c, status, advance_error(&c->shadow, to, alarm)) || status < 0) {
        return checked_end(c, status);
    }
    struct shadow *const s = &c->shadow;
    const bool waiting = waited(s, RTMR_MAP, to) || waited(s, RTMR_REDUCE, to);
    const int32_t promised = s->promised;

    s->now = to;
    judge_call(&c->judge, "advance", to);
    c->counts.drains_overrun += draining_overrun(s, to);
    const int32_t overrun = shadow_overrun(s, to);
    const enum rtmr_status expected = overrun > 0 ? RTMR_VIOLATION_OVERRUN : waiting ? RTMR_VIOLATION_WAITING : RTMR_OK;

    if (expected != RTMR_OK) {
        naive_recover(s, -1, &c->outlook);
    }
    c->counts.overruns += expected == RTMR_VIOLATION_OVERRUN;
    c->counts.waits += expected == RTMR_VIOLATION_WAITING;
    c->counts.waits_latent += expected == RTMR_VIOLATION_WAITING && s->latency > 0;
    (void)(checked_violation(c, status, expected) && checked_state_holds(c) &&
           checked_alarm(c, alarm, overrun, promised - s->promised));
    return checked_end(c, status);
}

#if RTMR_WITH_RESTORE
enum rtmr_status checked_restore(struct checked *c, rtmr_ticks now, struct rtmr_alarm *alarm)
{
    const bool checking = checked_begin(c, "restore");
    const enum rtmr_status status = rtmr_restore(c->kernel, now, alarm);

    if (!checking || !checked_refusal(c, status, advance_error(&c->shadow, now, alarm)) || status < 0) {
        return checked_end(c, status);
    }
    struct shadow *const s = &c->shadow;
    const int32_t promised = s->promised;

    s->now = now;
    const int32_t overrun = shadow_overrun(s, now);
    naive_recover(s, -1, &c->outlook);
    const int32_t flagged = promised - s->promised;

    c->counts.restored++;
    c->counts.restored_flagging += flagged > 0;
    (void)(checked_violation(c, status,
                             overrun > 0   ? RTMR_VIOLATION_OVERRUN
                             : flagged > 0 ? RTMR_VIOLATION_WAITING
                                           : RTMR_OK) &&
           checked_state_holds(c) && checked_alarm(c, alarm, overrun, flagged));
    return checked_end(c, status);
}
#endif
