/*
 * Arguments that every function refuses: no context, NULL, no such stage, slot, place or job. And
 * the texts of refusals.
 */
#include "kernel_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* Neither a status nor a reason, also where the compiler gives an enum one byte. */
#define NEITHER 100

static struct rtmr kernel;
static struct rtmr other;

static struct rtmr_setup good(void)
{
    return kernel_setup(2, 1, RTMR_FEEDBACK_EXACT, RTMR_ORDER_DEFAULT);
}

/* Calls every function of the API with context *k. All of them refuse with this status. */
static void all_refuse(struct rtmr *k, enum rtmr_status status)
{
    const struct rtmr_job job = kernel_job(10, 1, 1, 1, 1);
    struct rtmr_decision decision;
    struct rtmr_offer offer;
    struct rtmr_report report;
    struct rtmr_alarm alarm;
    struct rtmr_job_info info;
    struct rtmr_slot_info slot;

    assert_int_equal(rtmr_submit(k, &job, &decision), status);
    assert_int_equal(rtmr_what_if(k, &job, &decision), status);
    assert_int_equal(rtmr_withdraw(k, 1), status);
    assert_int_equal(rtmr_offer(k, RTMR_MAP, &offer), status);
    assert_int_equal(rtmr_dispatch(k, RTMR_MAP, 0, &offer), status);
    assert_int_equal(rtmr_finish(k, RTMR_MAP, 0, &report), status);
    assert_int_equal(rtmr_advance(k, 1, &alarm), status);
    assert_int_equal(rtmr_slot_lost(k, RTMR_MAP, 0, &alarm), status);
    assert_int_equal(rtmr_fail(k, RTMR_MAP, 0, &alarm), status);
    assert_int_equal(rtmr_slot_drain(k, RTMR_MAP, 0, &decision), status);
    assert_int_equal(rtmr_slot_add(k, RTMR_MAP, 0), status);
    assert_int_equal(rtmr_renew(k, 1, 10, &decision), status);
    assert_int_equal(rtmr_extend(k, RTMR_MAP, 0, 10, &decision), status);
    assert_int_equal(rtmr_set_estimate(k, 1, RTMR_MAP, 10, &decision), status);
    assert_int_equal(rtmr_suspend(k, 1), status);
    assert_int_equal(rtmr_abort(k, 1), status);
    assert_int_equal(rtmr_next_event(k), RTMR_NEVER);
    assert_int_equal(rtmr_next_idle(k, RTMR_MAP, 0), -1);
    assert_int_equal(rtmr_job_info(k, 1, &info), status);
    assert_int_equal(rtmr_job_at(k, 0, &info), status);
    assert_int_equal(rtmr_slot_info(k, RTMR_MAP, 0, &slot), status);
    assert_int_equal(rtmr_now(k), 0);
    assert_int_equal(rtmr_job_count(k), 0);
}

static void calls_without_a_context(void **state)
{
    struct rtmr_setup setup = good();

    (void)state;
    all_refuse(NULL, RTMR_E_NULL);
    memset(&other, 0, sizeof other);
    all_refuse(&other, RTMR_E_CONTEXT);
    memset(&other, 0xff, sizeof other);
    kernel_remember(&other);
    all_refuse(&other, RTMR_E_CONTEXT);
    assert_true(kernel_unchanged(&other));
    assert_int_equal(rtmr_init(NULL, &setup), RTMR_E_NULL);
    assert_int_equal(rtmr_init(&other, NULL), RTMR_E_NULL);
    assert_int_equal(rtmr_init(NULL, NULL), RTMR_E_NULL);
    assert_true(kernel_unchanged(&other));
}

static void null_arguments(void **state)
{
    const struct rtmr_job job = kernel_job(100, 1, 10, 1, 10);
    struct rtmr_setup setup = good();
    struct rtmr_decision decision;

    (void)state;
    kernel_start(&kernel, &setup);
    kernel_dispatch(&kernel, RTMR_MAP, 0, kernel_accept(&kernel, job, 20));
    kernel_remember(&kernel);
    assert_int_equal(rtmr_submit(&kernel, NULL, &decision), RTMR_E_NULL);
    assert_int_equal(rtmr_submit(&kernel, &job, NULL), RTMR_E_NULL);
    assert_int_equal(rtmr_what_if(&kernel, NULL, &decision), RTMR_E_NULL);
    assert_int_equal(rtmr_what_if(&kernel, &job, NULL), RTMR_E_NULL);
    assert_int_equal(rtmr_offer(&kernel, RTMR_MAP, NULL), RTMR_E_NULL);
    assert_int_equal(rtmr_dispatch(&kernel, RTMR_MAP, 1, NULL), RTMR_E_NULL);
    assert_int_equal(rtmr_finish(&kernel, RTMR_MAP, 0, NULL), RTMR_E_NULL);
    assert_int_equal(rtmr_advance(&kernel, 1, NULL), RTMR_E_NULL);
    assert_int_equal(rtmr_slot_lost(&kernel, RTMR_MAP, 0, NULL), RTMR_E_NULL);
    assert_int_equal(rtmr_fail(&kernel, RTMR_MAP, 0, NULL), RTMR_E_NULL);
    assert_int_equal(rtmr_slot_drain(&kernel, RTMR_MAP, 0, NULL), RTMR_E_NULL);
    assert_int_equal(rtmr_renew(&kernel, 1, 100, NULL), RTMR_E_NULL);
    assert_int_equal(rtmr_extend(&kernel, RTMR_MAP, 0, 10, NULL), RTMR_E_NULL);
    assert_int_equal(rtmr_set_estimate(&kernel, 1, RTMR_MAP, 10, NULL), RTMR_E_NULL);
    assert_int_equal(rtmr_job_info(&kernel, 1, NULL), RTMR_E_NULL);
    assert_int_equal(rtmr_job_at(&kernel, 0, NULL), RTMR_E_NULL);
    assert_int_equal(rtmr_slot_info(&kernel, RTMR_MAP, 0, NULL), RTMR_E_NULL);
    assert_true(kernel_unchanged(&kernel));
}

static void no_such_stage_slot_place_or_job(void **state)
{
    static const int32_t bad_slots[] = {INT32_MIN, -1, 3, RTMR_SLOTS, INT32_MAX};
    const enum rtmr_stage bad_stages[] = {(enum rtmr_stage)2, (enum rtmr_stage) - 1, (enum rtmr_stage)INT32_MAX};
    struct rtmr_setup setup = good();
    struct rtmr_decision decision;
    struct rtmr_offer offer;
    struct rtmr_report report;
    struct rtmr_alarm alarm;
    struct rtmr_job_info info;
    struct rtmr_slot_info slot;

    (void)state;
    kernel_start(&kernel, &setup);
    kernel_accept(&kernel, kernel_job(100, 1, 10, 1, 10), 20);
    kernel_remember(&kernel);
    for (size_t i = 0; i < sizeof bad_slots / sizeof bad_slots[0]; i++) {
        for (enum rtmr_stage stage = RTMR_MAP; stage <= RTMR_REDUCE; stage++) {
            assert_int_equal(rtmr_dispatch(&kernel, stage, bad_slots[i], &offer), RTMR_E_SLOT);
            assert_int_equal(rtmr_finish(&kernel, stage, bad_slots[i], &report), RTMR_E_SLOT);
            assert_int_equal(rtmr_slot_lost(&kernel, stage, bad_slots[i], &alarm), RTMR_E_SLOT);
            assert_int_equal(rtmr_fail(&kernel, stage, bad_slots[i], &alarm), RTMR_E_SLOT);
            assert_int_equal(rtmr_slot_drain(&kernel, stage, bad_slots[i], &decision), RTMR_E_SLOT);
            assert_int_equal(rtmr_slot_add(&kernel, stage, bad_slots[i]), RTMR_E_SLOT);
            assert_int_equal(rtmr_extend(&kernel, stage, bad_slots[i], 10, &decision), RTMR_E_SLOT);
            assert_int_equal(rtmr_slot_info(&kernel, stage, bad_slots[i], &slot), RTMR_E_SLOT);
        }
        assert_int_equal(rtmr_job_at(&kernel, bad_slots[i], &info), RTMR_E_PLACE);
    }
    /* The first that is not there could only be added. */
    assert_int_equal(rtmr_slot_info(&kernel, RTMR_REDUCE, 1, &slot), RTMR_E_SLOT);
    assert_int_equal(rtmr_dispatch(&kernel, RTMR_MAP, 2, &offer), RTMR_E_SLOT);
    assert_int_equal(rtmr_finish(&kernel, RTMR_MAP, 2, &report), RTMR_E_SLOT);
    assert_int_equal(rtmr_slot_lost(&kernel, RTMR_MAP, 2, &alarm), RTMR_E_SLOT);
    assert_int_equal(rtmr_fail(&kernel, RTMR_MAP, 2, &alarm), RTMR_E_SLOT);
    assert_int_equal(rtmr_slot_drain(&kernel, RTMR_REDUCE, 1, &decision), RTMR_E_SLOT);
    for (size_t i = 0; i < sizeof bad_stages / sizeof bad_stages[0]; i++) {
        assert_int_equal(rtmr_offer(&kernel, bad_stages[i], &offer), RTMR_E_STAGE);
        assert_int_equal(rtmr_dispatch(&kernel, bad_stages[i], 0, &offer), RTMR_E_STAGE);
        assert_int_equal(rtmr_finish(&kernel, bad_stages[i], 0, &report), RTMR_E_STAGE);
        assert_int_equal(rtmr_slot_lost(&kernel, bad_stages[i], 0, &alarm), RTMR_E_STAGE);
        assert_int_equal(rtmr_fail(&kernel, bad_stages[i], 0, &alarm), RTMR_E_STAGE);
        assert_int_equal(rtmr_slot_drain(&kernel, bad_stages[i], 0, &decision), RTMR_E_STAGE);
        assert_int_equal(rtmr_slot_add(&kernel, bad_stages[i], 0), RTMR_E_STAGE);
        assert_int_equal(rtmr_extend(&kernel, bad_stages[i], 0, 10, &decision), RTMR_E_STAGE);
        assert_int_equal(rtmr_set_estimate(&kernel, 1, bad_stages[i], 10, &decision), RTMR_E_STAGE);
        assert_int_equal(rtmr_next_idle(&kernel, bad_stages[i], 0), -1);
        assert_int_equal(rtmr_slot_info(&kernel, bad_stages[i], 0, &slot), RTMR_E_STAGE);
    }
    assert_int_equal(rtmr_job_at(&kernel, 1, &info), RTMR_E_PLACE);
    assert_int_equal(rtmr_job_info(&kernel, RTMR_NO_JOB, &info), RTMR_E_HANDLE);
    assert_int_equal(rtmr_job_info(&kernel, TICKS_LEAST, &info), RTMR_E_HANDLE);
    assert_int_equal(rtmr_withdraw(&kernel, 2), RTMR_E_HANDLE);
    assert_int_equal(rtmr_renew(&kernel, 2, 100, &decision), RTMR_E_HANDLE);
    assert_int_equal(rtmr_set_estimate(&kernel, 2, RTMR_MAP, 10, &decision), RTMR_E_HANDLE);
    assert_int_equal(rtmr_suspend(&kernel, 2), RTMR_E_HANDLE);
    assert_int_equal(rtmr_abort(&kernel, 2), RTMR_E_HANDLE);
    assert_int_equal(rtmr_withdraw(&kernel, RTMR_LAST_HANDLE), RTMR_E_HANDLE);
    assert_true(kernel_unchanged(&kernel));
}

/* Every status and reason has its own text, which says what it is; other values have one too. */
static void texts(void **state)
{
    static const struct {
        enum rtmr_status status;
        const char *says;
    } statuses[] = {
        {RTMR_OK, "ok"},
        {RTMR_REJECTED, "not accepted"},
        {RTMR_NOTHING, "nothing to dispatch"},
        {RTMR_VIOLATION_OVERRUN, "over its bound"},
        {RTMR_VIOLATION_WAITING, "offered task waited"},
        {RTMR_VIOLATION_LOST, "slot was lost"},
        {RTMR_VIOLATION_FAILED, "task failed"},
        {RTMR_E_NULL, "NULL"},
        {RTMR_E_CONTEXT, "not initialised"},
        {RTMR_E_MAP_SLOTS, "map slots"},
        {RTMR_E_REDUCE_SLOTS, "reduce slots"},
        {RTMR_E_FEEDBACK, "unknown or absent feedback"},
        {RTMR_E_ORDER, "unknown order"},
        {RTMR_E_DELTA, "delta"},
        {RTMR_E_LATENCY, "latency"},
        {RTMR_E_MAP_TASKS, "number of map tasks"},
        {RTMR_E_REDUCE_TASKS, "number of reduce tasks"},
        {RTMR_E_MAP_ESTIMATE, "map estimate"},
        {RTMR_E_REDUCE_ESTIMATE, "reduce estimate"},
        {RTMR_E_DEADLINE, "deadline"},
        {RTMR_E_HANDLE, "no unfinished job has this handle"},
        {RTMR_E_STARTED, "job has started"},
        {RTMR_E_STAGE, "no such stage"},
        {RTMR_E_SLOT, "no such slot"},
        {RTMR_E_SLOT_BUSY, "slot is busy"},
        {RTMR_E_SLOT_IDLE, "slot runs nothing"},
        {RTMR_E_SLOT_ABSENT, "slot is absent"},
        {RTMR_E_SLOT_PRESENT, "slot is there"},
        {RTMR_E_TIME_BACK, "go back"},
        {RTMR_E_TIME_MAX, "instant is out of range"},
        {RTMR_E_PLACE, "no job at this place"},
        {RTMR_E_SLOT_DRAINING, "slot is draining"},
        {RTMR_E_SLOT_LATE, "no plan counts on"},
        {RTMR_E_BOUND, "bound in the past"},
        {RTMR_E_ESTIMATE, "estimate out of range"},
        {RTMR_E_TABLE, "tables of the context"},
        {RTMR_E_CONFIGURATION, "another configuration"},
        {RTMR_E_TOKEN, "runs another task"},
    };
    static const char *const reasons[] = {[RTMR_REASON_NONE] = "accepted",
                                          [RTMR_REASON_LATE] = "would miss its deadline",
                                          [RTMR_REASON_JOBS_FULL] = "job table is full",
                                          [RTMR_REASON_TASKS_FULL] = "too many tasks",
                                          [RTMR_REASON_HANDLES] = "no handles"};
    const int32_t count = (int32_t)(sizeof statuses / sizeof statuses[0]);

    (void)state;
    assert_int_equal(count, RTMR_VIOLATION_FAILED - RTMR_E_TOKEN + 1);
    for (int32_t a = 0; a < count; a++) {
        const char *const text = rtmr_status_text(statuses[a].status);

        assert_non_null(strstr(text, statuses[a].says));
        assert_string_not_equal(text, rtmr_status_text((enum rtmr_status)NEITHER));
        for (int32_t b = 0; b < a; b++) {
            assert_string_not_equal(text, rtmr_status_text(statuses[b].status));
        }
    }
    for (int32_t a = RTMR_REASON_NONE; a <= RTMR_REASON_HANDLES; a++) {
        assert_non_null(strstr(rtmr_reason_text((enum rtmr_reason)a), reasons[a]));
        assert_string_not_equal(rtmr_reason_text((enum rtmr_reason)a), rtmr_reason_text((enum rtmr_reason)NEITHER));
    }
    assert_non_null(rtmr_status_text((enum rtmr_status)INT32_MIN));
    assert_non_null(rtmr_reason_text((enum rtmr_reason)INT32_MIN));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(calls_without_a_context),
        cmocka_unit_test(null_arguments),
        cmocka_unit_test(no_such_stage_slot_place_or_job),
        cmocka_unit_test(texts),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
