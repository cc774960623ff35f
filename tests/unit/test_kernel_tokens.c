/*
 * Tokens: a report that names its dispatch is taken exactly if that task runs.
 */
#include "kernel_fixture.h"
#include "kernel_invariants.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static struct rtmr kernel;
static struct rtmr copy;

static void start(int32_t slots)
{
    const struct rtmr_setup setup = kernel_setup(slots, slots, RTMR_FEEDBACK_EXACT, RTMR_ORDER_EDF);

    kernel_start(&kernel, &setup);
}

static uint32_t dispatched(enum rtmr_stage stage, int32_t slot)
{
    struct rtmr_offer offer;

    assert_int_equal(rtmr_dispatch(&kernel, stage, slot, &offer), RTMR_OK);
    return offer.token;
}

static void expect_other(enum rtmr_stage stage, int32_t slot, uint32_t token)
{
    struct rtmr_report report;
    struct rtmr_alarm alarm;

    memcpy(&copy, &kernel, sizeof copy);
    assert_int_equal(rtmr_finish_with(&kernel, stage, slot, token, &report), RTMR_E_TOKEN);
    assert_int_equal(rtmr_fail_with(&kernel, stage, slot, token, &alarm), RTMR_E_TOKEN);
    assert_memory_equal(&copy, &kernel, sizeof copy);
}

/* Each slot of each stage counts for itself. */
static void each_dispatch_has_its_own(void **state)
{
    (void)state;
    struct rtmr_offer offer;
    uint32_t last[2][2] = {{0, 0}, {0, 0}};

    start(2);
    kernel_accept(&kernel, kernel_job(1000, 6, 4, 6, 5), 27);
    for (int32_t i = 0; i < 12; i++) {
        const enum rtmr_stage stage = i < 6 ? RTMR_MAP : RTMR_REDUCE;
        const int32_t slot = i % 3 == 0;

        offer.token = 77;
        assert_int_equal(rtmr_offer(&kernel, stage, &offer), RTMR_OK);
        assert_int_equal(offer.token, 0);
        const uint32_t token = dispatched(stage, slot);
        assert_int_equal(token, last[stage][slot] + 1);
        last[stage][slot] = token;
        kernel_finish(&kernel, stage, slot);
    }
    assert_int_equal(rtmr_job_count(&kernel), 0);
}

static void a_late_report_is_refused(void **state)
{
    (void)state;
    struct rtmr_report report;

    for (enum rtmr_stage stage = RTMR_MAP; stage <= RTMR_REDUCE; stage++) {
        start(2);
        kernel_accept(&kernel, kernel_job(1000, stage == RTMR_MAP ? 3 : 0, 4, stage == RTMR_MAP ? 0 : 3, 4), 8);
        const uint32_t first = dispatched(stage, 1);
        expect_other(stage, 1, first + 1);
        expect_other(stage, 1, first - 1);
        assert_int_equal(rtmr_finish_with(&kernel, stage, 1, first, &report), RTMR_OK);
        assert_int_equal(report.job, 1);
        /* a doubled report of a task on a slot that runs nothing, or that there is not */
        assert_int_equal(rtmr_finish_with(&kernel, stage, 1, first, &report), RTMR_E_SLOT_IDLE);
        assert_int_equal(rtmr_finish_with(&kernel, stage, 0, 0, &report), RTMR_E_SLOT_IDLE);
        assert_int_equal(rtmr_finish_with(&kernel, stage, 2, 0, &report), RTMR_E_SLOT);
        assert_int_equal(rtmr_finish_with(&kernel, stage, -1, 0, &report), RTMR_E_SLOT);
        const uint32_t second = dispatched(stage, 1);
        assert_true(second != first);
        expect_other(stage, 1, first);
        assert_int_equal(rtmr_finish_with(&kernel, stage, 1, second, &report), RTMR_OK);
        assert_int_equal(report.job_done, 0);
        const uint32_t third = dispatched(stage, 0);
        assert_int_equal(rtmr_finish_with(&kernel, stage, 0, third, &report), RTMR_OK);
        assert_true(report.job_done != 0);
    }
}

static void a_late_failure_is_refused(void **state)
{
    (void)state;
    struct rtmr_alarm alarm;

    start(1);
    kernel_accept(&kernel, kernel_job(1000, 1, 4, 0, 4), 4);
    const uint32_t first = dispatched(RTMR_MAP, 0);
    assert_int_equal(rtmr_fail_with(&kernel, RTMR_MAP, 0, first, &alarm), RTMR_VIOLATION_FAILED);
    assert_int_equal(alarm.flagged_jobs, 0);
    assert_int_equal(rtmr_fail_with(&kernel, RTMR_MAP, 0, first, &alarm), RTMR_E_SLOT_IDLE);
    const uint32_t second = dispatched(RTMR_MAP, 0);
    expect_other(RTMR_MAP, 0, first);
    assert_int_equal(rtmr_fail_with(&kernel, RTMR_MAP, 0, second, &alarm), RTMR_VIOLATION_FAILED);
}

/* A slot that comes back goes on counting: the lost task may report after all. A new one begins. */
static void slots_that_come_and_go(void **state)
{
    (void)state;
    struct rtmr_report report;

    start(2);
    kernel_accept(&kernel, kernel_job(1000, 9, 4, 0, 0), 20);
    const uint32_t lost = dispatched(RTMR_MAP, 1);
    kernel_lose(&kernel, RTMR_MAP, 1, 0);
    assert_int_equal(rtmr_finish_with(&kernel, RTMR_MAP, 1, lost, &report), RTMR_E_SLOT_ABSENT);
    kernel_add(&kernel, RTMR_MAP, 1);
    assert_true(dispatched(RTMR_MAP, 1) != lost);
    expect_other(RTMR_MAP, 1, lost);
    for (int32_t slot = 2; slot < 4; slot++) {
        kernel_add(&kernel, RTMR_MAP, slot);
        assert_int_equal(dispatched(RTMR_MAP, slot), 1);
    }
}

/* Behind the last number comes the first, not 0. */
static void the_last_token(void **state)
{
    (void)state;
    struct rtmr_report report;

    start(1);
    kernel_accept(&kernel, kernel_job(1000, 3, 4, 0, 0), 12);
    kernel.map.token[0] = UINT32_MAX - 1;
    assert_int_equal(dispatched(RTMR_MAP, 0), UINT32_MAX);
    expect_other(RTMR_MAP, 0, 0);
    expect_other(RTMR_MAP, 0, UINT32_MAX - 1);
    assert_int_equal(rtmr_finish_with(&kernel, RTMR_MAP, 0, UINT32_MAX, &report), RTMR_OK);
    assert_int_equal(dispatched(RTMR_MAP, 0), 1);
    expect_other(RTMR_MAP, 0, UINT32_MAX);
}

static void arguments(void **state)
{
    (void)state;
    struct rtmr_report report;
    struct rtmr_alarm alarm;
    const enum rtmr_stage none = (enum rtmr_stage)2;

    start(1);
    kernel_accept(&kernel, kernel_job(1000, 3, 4, 0, 0), 12);
    const uint32_t token = dispatched(RTMR_MAP, 0);
    memcpy(&copy, &kernel, sizeof copy);
    assert_int_equal(rtmr_finish_with(NULL, RTMR_MAP, 0, token, &report), RTMR_E_NULL);
    assert_int_equal(rtmr_finish_with(&kernel, RTMR_MAP, 0, token, NULL), RTMR_E_NULL);
    assert_int_equal(rtmr_finish_with(&kernel, none, 0, token, &report), RTMR_E_STAGE);
    assert_int_equal(rtmr_fail_with(NULL, RTMR_MAP, 0, token, &alarm), RTMR_E_NULL);
    assert_int_equal(rtmr_fail_with(&kernel, RTMR_MAP, 0, token, NULL), RTMR_E_NULL);
    assert_int_equal(rtmr_fail_with(&kernel, none, 0, token, &alarm), RTMR_E_STAGE);
    kernel.tag ^= 1;
    assert_int_equal(rtmr_finish_with(&kernel, RTMR_MAP, 0, token, &report), RTMR_E_CONTEXT);
    assert_int_equal(rtmr_fail_with(&kernel, RTMR_MAP, 0, token, &alarm), RTMR_E_CONTEXT);
    kernel.tag ^= 1;
    assert_memory_equal(&copy, &kernel, sizeof copy);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_dispatch_has_its_own),
        cmocka_unit_test(a_late_report_is_refused),
        cmocka_unit_test(a_late_failure_is_refused),
        cmocka_unit_test(slots_that_come_and_go),
        cmocka_unit_test(the_last_token),
        cmocka_unit_test(arguments),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
