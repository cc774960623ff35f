/*
 * Any calls in any order with arbitrary arguments: nothing overflows, every refusal leaves the
 * state as it was, the state stays consistent, no unflagged job misses its recorded e, and the next
 * event is the last instant to which the clock may go.
 *
 * RTMR_FUZZ_SEED and RTMR_FUZZ_RUNS in the environment choose the first seed and the number of
 * runs.
 */
#include "kernel_fixture.h"
#include "kernel_invariants.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define CALLS_PER_RUN 500

/* One in so many calls is compared with a copy of the whole state. */
#define COPY_EVERY 64

/* After one in so many the next event is tried on copies. */
#define EVENT_EVERY 256

struct fuzz {
    uint64_t random;
    rtmr_handle last_handle; /* the newest one given out in this run */
    rtmr_ticks scale;        /* times and estimates are drawn up to about this */
};

static struct rtmr kernel;
static struct rtmr trial;

static int64_t draw(struct fuzz *f, int64_t low, int64_t high)
{
    return kernel_random(&f->random, low, high);
}

static int32_t draw32(struct fuzz *f, int32_t low, int32_t high)
{
    return (int32_t)draw(f, low, high);
}

static int32_t one_in(struct fuzz *f, int32_t n)
{
    return draw(f, 1, n) == 1;
}

/* Mostly low .. high, sometimes an extreme value. */
static int64_t wild64(struct fuzz *f, int64_t low, int64_t high)
{
    static const int64_t extremes[] = {
        TICKS_LEAST,       TICKS_LEAST + 1, -1,        0, 1, RTMR_TIME_MAX - 1, RTMR_TIME_MAX,
        RTMR_TIME_MAX + 1, RTMR_NEVER - 1,  RTMR_NEVER};

    return one_in(f, 40) ? extremes[draw(f, 0, 9)] : draw(f, low, high);
}

static int32_t wild32(struct fuzz *f, int32_t low, int32_t high)
{
    static const int32_t extremes[] = {INT32_MIN, -1, 0, 1, RTMR_TASKS, RTMR_TASKS + 1, INT32_MAX};

    return one_in(f, 60) ? extremes[draw(f, 0, 6)] : draw32(f, low, high);
}

static enum rtmr_stage wild_stage(struct fuzz *f)
{
    return (enum rtmr_stage)(one_in(f, 200) ? 2 : draw(f, 0, 1));
}

static void start(struct fuzz *f)
{
    static const rtmr_ticks scales[] = {3, 12, 12, 50, RTMR_TIME_MAX / 5};
    struct rtmr_setup setup = kernel_setup(draw32(f, 1, 4), draw32(f, 1, 4), (enum rtmr_feedback)draw(f, 0, 2),
                                           (enum rtmr_order)draw(f, 0, 3));

    if (setup.order == RTMR_ORDER_EDF) {
        setup.feedback = RTMR_FEEDBACK_EXACT;
    }
    f->scale = scales[draw(f, 0, 4)];
    setup.delta = draw(f, 0, 1) * f->scale / 3;
    setup.latency = one_in(f, 3) ? draw(f, 1, 3) : 0;
    setup.latency = one_in(f, 40) ? RTMR_LATENCY_MAX : setup.latency;
    setup.reduces_per_node = draw32(f, 0, 2);
    setup.counter_offer = draw32(f, 0, 1);
    kernel_start(&kernel, &setup);
    f->last_handle = 0;
}

static enum rtmr_status submit(struct fuzz *f)
{
    const rtmr_ticks now = kernel.now;
    const struct rtmr_job job = kernel_job(wild64(f, now, now + 4 * f->scale), wild32(f, 0, 3), wild64(f, 1, f->scale),
                                           wild32(f, 0, 3), wild64(f, 1, f->scale));
    struct rtmr_decision decision;
    enum rtmr_status status;

    if (one_in(f, 3)) {
        status = rtmr_what_if(&kernel, &job, &decision);
        if (status == RTMR_OK) {
            assert_true(kernel.now <= decision.estimated_finish && decision.estimated_finish <= job.deadline);
        }
        return status == RTMR_OK ? RTMR_REJECTED : status; /* in any case the state is as it was */
    }
    status = rtmr_submit(&kernel, &job, &decision);
    if (status == RTMR_OK) {
        assert_int_equal(decision.job, f->last_handle + 1);
        f->last_handle = decision.job;
    }
    return status;
}

static enum rtmr_status dispatch(struct fuzz *f)
{
    struct rtmr_offer offer;

    return rtmr_dispatch(&kernel, wild_stage(f), wild32(f, 0, 4), &offer);
}

static enum rtmr_status finish(struct fuzz *f)
{
    struct rtmr_report report;
    const enum rtmr_status status = rtmr_finish(&kernel, wild_stage(f), wild32(f, 0, 4), &report);

    if (status == RTMR_OK && !report.flagged) {
        assert_true(kernel.now <= report.estimated_finish && report.estimated_finish <= report.deadline);
    }
    return status;
}

static enum rtmr_status advance(struct fuzz *f)
{
    struct rtmr_alarm alarm;
    const int64_t step = one_in(f, 30) ? 4 * f->scale : one_in(f, 4) ? f->scale / 3 : 1;

    return rtmr_advance(&kernel, wild64(f, kernel.now, kernel.now + step), &alarm);
}

static enum rtmr_status change_slot(struct fuzz *f)
{
    struct rtmr_alarm alarm;
    struct rtmr_decision decision;

    switch (draw(f, 0, 4)) {
    case 0: return rtmr_slot_lost(&kernel, wild_stage(f), wild32(f, 0, 4), &alarm);
    case 1: return rtmr_fail(&kernel, wild_stage(f), wild32(f, 0, 4), &alarm);
    case 2: return rtmr_slot_drain(&kernel, wild_stage(f), wild32(f, 0, 4), &decision);
    default: return rtmr_slot_add(&kernel, wild_stage(f), wild32(f, 0, 4));
    }
}

/* A task may run on. On a slot that no plan counts on that is never refused: the slot counts again,
 * and its job has no promise. (With latency a plan counts the wait of an idle slot from now on,
 * also where half of it is over, and may refuse any change.) */
static enum rtmr_status extend(struct fuzz *f)
{
    const enum rtmr_stage stage = wild_stage(f);
    const int32_t slot = wild32(f, 0, 4);
    struct rtmr_slot_info info = {.state = RTMR_SLOT_ABSENT};
    struct rtmr_decision decision;

    (void)!rtmr_slot_info(&kernel, stage, slot, &info);
    const enum rtmr_status status =
        rtmr_extend(&kernel, stage, slot, wild64(f, kernel.now, kernel.now + f->scale), &decision);

    if (kernel.latency == 0 && (info.state == RTMR_SLOT_LATE || info.state == RTMR_SLOT_LATE_DRAINING)) {
        assert_true(status != RTMR_REJECTED);
    }
    return status;
}

static enum rtmr_status renew(struct fuzz *f)
{
    const rtmr_ticks deadline = wild64(f, kernel.now, kernel.now + 4 * f->scale);
    struct rtmr_decision decision;
    const enum rtmr_status status = rtmr_renew(&kernel, wild64(f, 0, f->last_handle + 1), deadline, &decision);

    if (status == RTMR_OK) {
        assert_true(kernel.now <= decision.estimated_finish && decision.estimated_finish <= deadline);
    }
    return status;
}

static enum rtmr_status change_promise(struct fuzz *f)
{
    const rtmr_handle job = wild64(f, f->last_handle > 6 ? f->last_handle - 6 : 0, f->last_handle + 1);
    struct rtmr_decision decision;

    switch (draw(f, 0, 9)) {
    case 0: return rtmr_suspend(&kernel, job);
    case 1: return rtmr_abort(&kernel, job);
    case 2:
    case 3: return rtmr_set_estimate(&kernel, job, wild_stage(f), wild64(f, 1, f->scale), &decision);
    case 4:
    case 5:
    case 6: return extend(f);
    default: return renew(f);
    }
}

/* A call that only looks; its answer counts as a refusal: nothing may change. */
static enum rtmr_status look(struct fuzz *f)
{
    struct rtmr_job_info job;
    struct rtmr_slot_info slot;
    struct rtmr_offer offer;

    (void)!rtmr_job_info(&kernel, wild64(f, 0, f->last_handle + 1), &job);
    (void)!rtmr_job_at(&kernel, wild32(f, 0, 5), &job);
    (void)!rtmr_slot_info(&kernel, wild_stage(f), wild32(f, 0, 4), &slot);
    (void)!rtmr_offer(&kernel, wild_stage(f), &offer);
    (void)rtmr_next_event(&kernel);
    (void)rtmr_next_idle(&kernel, wild_stage(f), wild32(f, 0, 4));
    return RTMR_NOTHING;
}

static enum rtmr_status call(struct fuzz *f)
{
    const int64_t choice = draw(f, 0, 99);

    if (choice < 20) {
        return submit(f);
    }
    if (choice < 50) {
        return dispatch(f);
    }
    if (choice < 72) {
        return finish(f);
    }
    if (choice < 83) {
        return advance(f);
    }
    if (choice < 85) {
        return rtmr_withdraw(&kernel, wild64(f, 0, f->last_handle + 1));
    }
    return choice < 88 ? change_slot(f) : choice < 97 ? change_promise(f) : look(f);
}

/* Nonzero if the clock may go to this instant without a violation. */
static int32_t may_advance(rtmr_ticks to)
{
    struct rtmr_alarm alarm;

    memcpy(&trial, &kernel, sizeof kernel);
    return rtmr_advance(&trial, to, &alarm) == RTMR_OK;
}

/* The clock may go to the next event, and not one tick further; to its end if there is none. */
static int32_t event_is_right(void)
{
    const rtmr_ticks event = rtmr_next_event(&kernel);

    return event == RTMR_NEVER
               ? may_advance(RTMR_TIME_MAX)
               : kernel.now <= event && event < RTMR_TIME_MAX && may_advance(event) && !may_advance(event + 1);
}

static void run(uint64_t seed)
{
    struct fuzz f = {.random = seed};

    start(&f);
    for (int32_t i = 0; i < CALLS_PER_RUN; i++) {
        const int32_t copy = one_in(&f, COPY_EVERY);
        enum rtmr_status status;
        const char *broken;

        if (copy) {
            kernel_remember(&kernel);
        }
        status = call(&f);
        if (copy && (status < 0 || status == RTMR_REJECTED || status == RTMR_NOTHING) && !kernel_unchanged(&kernel)) {
            fail_msg("seed %ju, call %d: a refusal with status %d changed the state", (uintmax_t)seed, i, status);
        }
        broken = kernel_broken_invariant(&kernel);
        if (broken == NULL && one_in(&f, EVENT_EVERY) && !event_is_right()) {
            broken = "the next event is not the last instant without a violation";
        }
        if (broken != NULL) {
            fail_msg("seed %ju, call %d (status %d, feedback %d, order %d, latency %jd): %s", (uintmax_t)seed, i,
                     status, kernel.feedback, kernel.order, (intmax_t)kernel.latency, broken);
        }
    }
}

static void any_calls_in_any_order(void **state)
{
    const uint64_t first = kernel_setting("RTMR_FUZZ_SEED", 1);
    const uint64_t runs = kernel_setting("RTMR_FUZZ_RUNS", 4000);

    (void)state;
    print_message("seeds %ju .. %ju, %d calls each\n", (uintmax_t)first, (uintmax_t)(first + runs - 1), CALLS_PER_RUN);
    for (uint64_t seed = first; seed < first + runs; seed++) {
        run(seed);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(any_calls_in_any_order)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
