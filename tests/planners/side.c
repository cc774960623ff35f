#include "tests/planners/side.h"

static enum rtmr_status begin(void *k, const struct rtmr_setup *setup)
{
    return rtmr_init(k, setup);
}

static void call(void *of, const struct call *c, struct answer *a)
{
    struct rtmr *const k = of;
    struct rtmr_decision *const decision = c->null ? NULL : &a->decision;
    struct rtmr_offer *const offer = c->null ? NULL : &a->offer;
    struct rtmr_report *const report = c->null ? NULL : &a->report;
    struct rtmr_alarm *const alarm = c->null ? NULL : &a->alarm;

    switch (c->kind) {
    case CALL_SUBMIT: a->status = rtmr_submit(k, &c->job, decision); break;
    case CALL_WHAT_IF: a->status = rtmr_what_if(k, &c->job, decision); break;
    case CALL_WITHDRAW: a->status = rtmr_withdraw(k, c->handle); break;
    case CALL_OFFER: a->status = rtmr_offer(k, c->stage, offer); break;
    case CALL_DISPATCH: a->status = rtmr_dispatch(k, c->stage, c->slot, offer); break;
    case CALL_FINISH: a->status = rtmr_finish(k, c->stage, c->slot, report); break;
    case CALL_ADVANCE: a->status = rtmr_advance(k, c->to, alarm); break;
    case CALL_SLOT_LOST: a->status = rtmr_slot_lost(k, c->stage, c->slot, alarm); break;
    case CALL_FAIL: a->status = rtmr_fail(k, c->stage, c->slot, alarm); break;
    case CALL_SLOT_DRAIN: a->status = rtmr_slot_drain(k, c->stage, c->slot, decision); break;
    case CALL_SLOT_ADD: a->status = rtmr_slot_add(k, c->stage, c->slot); break;
    case CALL_RENEW: a->status = rtmr_renew(k, c->handle, c->to, decision); break;
    case CALL_EXTEND: a->status = rtmr_extend(k, c->stage, c->slot, c->to, decision); break;
    case CALL_SET_ESTIMATE: a->status = rtmr_set_estimate(k, c->handle, c->stage, c->to, decision); break;
    case CALL_SUSPEND: a->status = rtmr_suspend(k, c->handle); break;
    case CALL_ABORT: a->status = rtmr_abort(k, c->handle); break;
    case CALL_RESTORE: a->status = rtmr_restore(k, c->to, alarm); break;
    }
}

static size_t look_at_jobs(const struct rtmr *k, int64_t *numbers)
{
    struct rtmr_job_info job;
    size_t n = 0;

    for (int32_t place = 0; rtmr_job_at(k, place, &job) == RTMR_OK; place++) {
        const int64_t of_job[] = {job.job,
                                  job.place,
                                  job.flagged,
                                  job.started,
                                  job.deadline,
                                  job.estimated_finish,
                                  job.map_waiting,
                                  job.map_unfinished,
                                  job.reduce_waiting,
                                  job.reduce_unfinished,
                                  job.map_estimate,
                                  job.reduce_estimate};

        for (size_t i = 0; i < sizeof of_job / sizeof of_job[0]; i++) {
            numbers[n++] = of_job[i];
        }
    }
    return n;
}

static size_t look_at_slots(const struct rtmr *k, enum rtmr_stage stage, int64_t *numbers)
{
    struct rtmr_slot_info slot;
    struct rtmr_offer offer = {.job = RTMR_NO_JOB};
    size_t n = 0;

    numbers[n++] = (int64_t)rtmr_offer(k, stage, &offer);
    numbers[n++] = offer.job;
    numbers[n++] = offer.bound;
    for (int32_t s = 0; rtmr_slot_info(k, stage, s, &slot) == RTMR_OK; s++) {
        numbers[n++] = (int64_t)slot.state;
        numbers[n++] = slot.job;
        numbers[n++] = slot.bound;
    }
    return n;
}

static size_t look(const void *of, int64_t *numbers)
{
    const struct rtmr *const k = of;
    size_t n = 0;

    numbers[n++] = rtmr_now(k);
    numbers[n++] = rtmr_job_count(k);
    numbers[n++] = rtmr_next_event(k);
    numbers[n++] = (int64_t)rtmr_check(k);
    n += look_at_jobs(k, numbers + n);
    n += look_at_slots(k, RTMR_MAP, numbers + n);
    return n + look_at_slots(k, RTMR_REDUCE, numbers + n);
}

#if RTMR_WITH_RUNS
const struct side side_runs = {sizeof(struct rtmr), begin, call, look};
#else
const struct side side_heap = {sizeof(struct rtmr), begin, call, look};
#endif
