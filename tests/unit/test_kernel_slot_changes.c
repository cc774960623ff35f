/*
 * Slots that are lost (E4), with and without a task, and come back.
 */
#include "kernel_fixture.h"
#include "kernel_invariants.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static struct rtmr kernel;

static const enum rtmr_feedback all_feedback[] = {RTMR_FEEDBACK_EXACT, RTMR_FEEDBACK_SATU, RTMR_FEEDBACK_NONE};

static void start(int32_t map_slots, int32_t reduce_slots, enum rtmr_feedback feedback)
{
    const struct rtmr_setup setup = kernel_setup(map_slots, reduce_slots, feedback, RTMR_ORDER_DEFAULT);

    kernel_start(&kernel, &setup);
}

static void start_exact(int32_t map_slots, int32_t reduce_slots)
{
    start(map_slots, reduce_slots, RTMR_FEEDBACK_EXACT);
}

static void lose(enum rtmr_stage stage, int32_t slot, int32_t flagged_jobs)
{
    struct rtmr_alarm alarm;

    assert_int_equal(rtmr_slot_lost(&kernel, stage, slot, &alarm), RTMR_VIOLATION_LOST);
    assert_int_equal(alarm.overrun_tasks, 0);
    assert_int_equal(alarm.flagged_jobs, flagged_jobs);
    assert_null(kernel_broken_invariant(&kernel));
}

static void slot_is(enum rtmr_stage stage, int32_t slot, enum rtmr_slot_state slot_state, rtmr_handle job)
{
    struct rtmr_slot_info info;

    assert_int_equal(rtmr_slot_info(&kernel, stage, slot, &info), RTMR_OK);
    assert_int_equal(info.state, slot_state);
    assert_int_equal(info.job, job);
}

/* An idle slot goes: with slack e rises, without it the job is flagged. */
static void idle_slot_lost(void **state)
{
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        rtmr_handle j0;
        rtmr_handle j1;

        start(2, 1, all_feedback[i]);
        j0 = kernel_accept(&kernel, kernel_job(15, 1, 10, 0, 0), 10);
        j1 = kernel_accept(&kernel, kernel_job(20, 1, 10, 0, 0), 10);
        lose(RTMR_MAP, 1, 0);
        assert_int_equal(kernel_estimated_finish(&kernel, j0), 10);
        assert_int_equal(kernel_estimated_finish(&kernel, j1), 20);
        slot_is(RTMR_MAP, 1, RTMR_SLOT_ABSENT, RTMR_NO_JOB);
        lose(RTMR_MAP, 0, 2);
        kernel_expect_nothing(&kernel, RTMR_MAP);
        kernel_advance(&kernel, 1);
    }
}

/* The task of a lost slot runs again; its job is flagged, whatever slack it had; others keep their promise. */
static void busy_slot_lost(void **state)
{
    struct rtmr_job_info info;
    rtmr_handle j0;
    rtmr_handle j1;

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        start(2, 1, all_feedback[i]);
        j0 = kernel_accept(&kernel, kernel_job(100, 1, 10, 1, 5), 15);
        j1 = kernel_accept(&kernel, kernel_job(100, 1, 10, 0, 0), 10);
        assert_int_equal(kernel_dispatch_all(&kernel), 2);
        kernel_advance(&kernel, 5);
        lose(RTMR_MAP, 0, 1);
        assert_int_equal(rtmr_job_info(&kernel, j0, &info), RTMR_OK);
        assert_int_equal(info.flagged, 1);
        assert_int_equal(info.map_waiting, 1);
        assert_int_equal(info.map_unfinished, 1);
        assert_int_equal(info.place, 1);
        assert_int_equal(kernel_flagged(&kernel, j1), 0);
        assert_int_equal(rtmr_withdraw(&kernel, j0), RTMR_E_STARTED);
        kernel_advance(&kernel, 10);
        kernel_finish(&kernel, RTMR_MAP, 1);
        kernel_dispatch(&kernel, RTMR_MAP, 1, j0);
        kernel_advance(&kernel, 20);
        kernel_finish(&kernel, RTMR_MAP, 1);
        kernel_dispatch(&kernel, RTMR_REDUCE, 0, j0);
        kernel_advance(&kernel, 25);
        assert_int_equal(kernel_finish(&kernel, RTMR_REDUCE, 0).job_done, 1);
    }
}

/* A late slot may be lost as well; it was not usable any more. */
static void late_slot_lost(void **state)
{
    struct rtmr_alarm alarm;
    rtmr_handle job;

    (void)state;
    start_exact(1, 2);
    job = kernel_accept(&kernel, kernel_job(100, 0, 0, 1, 10), 10);
    kernel_dispatch(&kernel, RTMR_REDUCE, 1, job);
    kernel_violate(&kernel, 20, RTMR_VIOLATION_OVERRUN, 1, 1);
    lose(RTMR_REDUCE, 1, 0);
    kernel_dispatch(&kernel, RTMR_REDUCE, 0, job);
    assert_int_equal(rtmr_slot_lost(&kernel, RTMR_REDUCE, 0, &alarm), RTMR_VIOLATION_LOST);
    assert_null(kernel_broken_invariant(&kernel));
}

/* A slot that is back takes tasks again, in either stage. */
static void slots_come_back(void **state)
{
    (void)state;
    start_exact(2, 2);
    for (enum rtmr_stage stage = RTMR_MAP; stage <= RTMR_REDUCE; stage++) {
        lose(stage, 1, 0);
        slot_is(stage, 1, RTMR_SLOT_ABSENT, RTMR_NO_JOB);
        assert_int_equal(rtmr_slot_back(&kernel, stage, 1), RTMR_OK);
        slot_is(stage, 1, RTMR_SLOT_IDLE, RTMR_NO_JOB);
        assert_null(kernel_broken_invariant(&kernel));
    }
    kernel_accept(&kernel, kernel_job(100, 2, 10, 0, 0), 10);
    kernel_accept(&kernel, kernel_job(100, 0, 0, 2, 10), 10);
    assert_int_equal(kernel_dispatch_all(&kernel), 4);
}

/* The vectors stored for a job have no entry for a slot that was lost when it was accepted: that slot counts again at once. */
static void slot_back_counts_behind_jobs_planned_without_it(void **state)
{
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        start(2, 1, all_feedback[i]);
        lose(RTMR_MAP, 1, 0);
        kernel_accept(&kernel, kernel_job(10, 0, 0, 1, 10), 10);
        kernel_dispatch_all(&kernel);
        kernel_finish(&kernel, RTMR_REDUCE, 0); /* no job is left: stored vectors start afresh */
        kernel_accept(&kernel, kernel_job(10, 1, 10, 0, 0), 10);
        assert_int_equal(rtmr_slot_back(&kernel, RTMR_MAP, 1), RTMR_OK);
        assert_null(kernel_broken_invariant(&kernel));
        kernel_accept(&kernel, kernel_job(10, 1, 10, 0, 0), 10);
        assert_int_equal(kernel_dispatch_all(&kernel), 2);
    }
}

static void absent_slots_refuse(void **state)
{
    struct rtmr_offer offer;
    struct rtmr_report report;
    struct rtmr_alarm alarm;

    (void)state;
    start_exact(2, 1);
    lose(RTMR_MAP, 0, 0);
    kernel_accept(&kernel, kernel_job(20, 2, 10, 0, 0), 20);
    kernel_remember(&kernel);
    assert_int_equal(rtmr_dispatch(&kernel, RTMR_MAP, 0, &offer), RTMR_E_SLOT_ABSENT);
    assert_int_equal(rtmr_finish(&kernel, RTMR_MAP, 0, &report), RTMR_E_SLOT_ABSENT);
    assert_int_equal(rtmr_slot_lost(&kernel, RTMR_MAP, 0, &alarm), RTMR_E_SLOT_ABSENT);
    assert_int_equal(rtmr_slot_back(&kernel, RTMR_MAP, 1), RTMR_E_SLOT_PRESENT);
    assert_int_equal(rtmr_slot_back(&kernel, RTMR_REDUCE, 0), RTMR_E_SLOT_PRESENT);
    assert_true(kernel_unchanged(&kernel));
    assert_int_equal(rtmr_slot_back(&kernel, RTMR_MAP, 0), RTMR_OK);
    slot_is(RTMR_MAP, 0, RTMR_SLOT_IDLE, RTMR_NO_JOB);
    assert_int_equal(kernel_dispatch_all(&kernel), 2);
    kernel_remember(&kernel);
    assert_int_equal(rtmr_slot_back(&kernel, RTMR_MAP, 0), RTMR_E_SLOT_PRESENT);
    assert_true(kernel_unchanged(&kernel));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(idle_slot_lost),
        cmocka_unit_test(busy_slot_lost),
        cmocka_unit_test(late_slot_lost),
        cmocka_unit_test(slots_come_back),
        cmocka_unit_test(slot_back_counts_behind_jobs_planned_without_it),
        cmocka_unit_test(absent_slots_refuse),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
