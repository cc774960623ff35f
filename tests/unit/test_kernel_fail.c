/*
 * Tasks that fail (E4): their work is lost, they run again, and their slots are free.
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

/* There is time to run it again: no job is flagged, and e says when. */
static void a_task_that_fails_runs_again(void **state)
{
    struct rtmr_job_info info;
    struct rtmr_report report;
    rtmr_handle job;

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        start(1, 1, all_feedback[i]);
        job = kernel_accept(&kernel, kernel_job(25, 1, 10, 1, 5), 15);
        kernel_dispatch(&kernel, RTMR_MAP, 0, job);
        kernel_advance(&kernel, 4);
        kernel_fail(&kernel, RTMR_MAP, 0, 0);
        kernel_slot_is(&kernel, RTMR_MAP, 0, RTMR_SLOT_IDLE, RTMR_NO_JOB);
        assert_int_equal(rtmr_job_info(&kernel, job, &info), RTMR_OK);
        assert_int_equal(info.flagged, 0);
        assert_int_equal(info.started, 1);
        assert_int_equal(info.map_waiting, 1);
        assert_int_equal(info.map_unfinished, 1);
        assert_int_equal(info.estimated_finish, 19);
        assert_int_equal(rtmr_withdraw(&kernel, job), RTMR_E_STARTED);
        kernel_expect_nothing(&kernel, RTMR_REDUCE);
        kernel_dispatch(&kernel, RTMR_MAP, 0, job);
        kernel_advance(&kernel, 14);
        kernel_finish(&kernel, RTMR_MAP, 0);
        kernel_dispatch(&kernel, RTMR_REDUCE, 0, job);
        kernel_advance(&kernel, 19);
        kernel_fail(&kernel, RTMR_REDUCE, 0, 0);
        assert_int_equal(kernel_estimated_finish(&kernel, job), 24);
        kernel_dispatch(&kernel, RTMR_REDUCE, 0, job);
        kernel_advance(&kernel, 24);
        report = kernel_finish(&kernel, RTMR_REDUCE, 0);
        assert_int_equal(report.job_done, 1);
        assert_int_equal(report.flagged, 0);
        assert_int_equal(kernel.plans_from_slots, all_feedback[i] == RTMR_FEEDBACK_EXACT);
    }
}

/* A tick too late: its own job is flagged, and goes behind J1. */
static void there_is_no_time_to_run_it_again(void **state)
{
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        rtmr_handle j0;
        rtmr_handle j1;

        start(1, 1, all_feedback[i]);
        j0 = kernel_accept(&kernel, kernel_job(13, 1, 10, 0, 0), 10);
        j1 = kernel_accept(&kernel, kernel_job(20, 1, 10, 0, 0), 20);
        kernel_dispatch(&kernel, RTMR_MAP, 0, j0);
        kernel_advance(&kernel, 4);
        kernel_fail(&kernel, RTMR_MAP, 0, 1);
        assert_int_equal(kernel_flagged(&kernel, j0), 1);
        assert_int_equal(kernel_estimated_finish(&kernel, j0), 14);
        assert_int_equal(kernel_flagged(&kernel, j1), 0);
        assert_int_equal(kernel_estimated_finish(&kernel, j1), 14);
        kernel_dispatch(&kernel, RTMR_MAP, 0, j1);
    }
}

/* In plan order J1 would be the first to be late; but J0's task has failed, and without J0 in front
 * J1 is in time. J0's new e is that of the plan with both. */
static void no_job_pays_for_another_jobs_task(void **state)
{
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        const struct rtmr_setup setup = kernel_setup(1, 1, all_feedback[i], RTMR_ORDER_FIFO);
        rtmr_handle j0;
        rtmr_handle j1;

        kernel_start(&kernel, &setup);
        j0 = kernel_accept(&kernel, kernel_job(100, 1, 10, 0, 0), 10);
        j1 = kernel_accept(&kernel, kernel_job(20, 1, 10, 0, 0), 20);
        kernel_dispatch(&kernel, RTMR_MAP, 0, j0);
        kernel_advance(&kernel, 5);
        kernel_fail(&kernel, RTMR_MAP, 0, 1);
        assert_int_equal(kernel_flagged(&kernel, j0), 1);
        assert_int_equal(kernel_estimated_finish(&kernel, j0), 15);
        assert_int_equal(kernel_flagged(&kernel, j1), 0);
        assert_int_equal(kernel_estimated_finish(&kernel, j1), 15);
    }
}

/* J0's and J1's maps are over their bounds, 10, on one slot each; J1's fails at 12. From then on
 * its slot counts again. */
static void a_late_task_fails(void **state)
{
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        rtmr_handle j1;

        start(2, 1, all_feedback[i]);
        kernel_accept(&kernel, kernel_job(100, 1, 10, 0, 0), 10);
        j1 = kernel_accept(&kernel, kernel_job(100, 1, 10, 0, 0), 10);
        assert_int_equal(kernel_dispatch_all(&kernel), 2);
        kernel_violate(&kernel, 12, RTMR_VIOLATION_OVERRUN, 2, 2);
        kernel_reject(&kernel, kernel_job(100, 1, 10, 0, 0), RTMR_NO_JOB, RTMR_NEVER, RTMR_NEVER);
        kernel_fail(&kernel, RTMR_MAP, 1, 0);
        kernel_slot_is(&kernel, RTMR_MAP, 1, RTMR_SLOT_IDLE, RTMR_NO_JOB);
        kernel_accept(&kernel, kernel_job(22, 1, 10, 0, 0), 22);
        assert_int_equal(kernel_dispatch_all(&kernel), 1);
        kernel_advance(&kernel, 22);
        assert_int_equal(kernel_finish(&kernel, RTMR_MAP, 1).flagged, 0);
        kernel_dispatch(&kernel, RTMR_MAP, 1, j1);
    }
}

/* A draining slot is absent when its task has failed, in time or late. The other slot runs both
 * tasks again. */
static void tasks_fail_on_draining_slots(void **state)
{
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        rtmr_handle j0;

        start(3, 1, all_feedback[i]);
        j0 = kernel_accept(&kernel, kernel_job(40, 2, 10, 0, 0), 10);
        kernel_dispatch(&kernel, RTMR_MAP, 0, j0);
        kernel_dispatch(&kernel, RTMR_MAP, 1, j0);
        kernel_drain(&kernel, RTMR_MAP, 0);
        kernel_drain(&kernel, RTMR_MAP, 1);
        kernel_advance(&kernel, 5);
        kernel_fail(&kernel, RTMR_MAP, 0, 0);
        kernel_slot_is(&kernel, RTMR_MAP, 0, RTMR_SLOT_ABSENT, RTMR_NO_JOB);
        assert_int_equal(kernel_estimated_finish(&kernel, j0), 15);
        kernel_dispatch(&kernel, RTMR_MAP, 2, j0);
        kernel_violate(&kernel, 11, RTMR_VIOLATION_OVERRUN, 1, 1);
        kernel_slot_is(&kernel, RTMR_MAP, 1, RTMR_SLOT_LATE_DRAINING, j0);
        kernel_fail(&kernel, RTMR_MAP, 1, 0);
        kernel_slot_is(&kernel, RTMR_MAP, 1, RTMR_SLOT_ABSENT, RTMR_NO_JOB);
        kernel_advance(&kernel, 15);
        kernel_finish(&kernel, RTMR_MAP, 2);
        kernel_dispatch(&kernel, RTMR_MAP, 2, j0);
        assert_int_equal(kernel_finish(&kernel, RTMR_MAP, 2).job_done, 1);
    }
}

/* The last slot of the stage drains, and its task fails: there is nothing left to run it on. */
static void the_last_slot_leaves_with_a_failed_task(void **state)
{
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        rtmr_handle j0;

        start(1, 1, all_feedback[i]);
        j0 = kernel_accept(&kernel, kernel_job(100, 1, 10, 0, 0), 10);
        kernel_dispatch(&kernel, RTMR_MAP, 0, j0);
        kernel_drain(&kernel, RTMR_MAP, 0);
        kernel_fail(&kernel, RTMR_MAP, 0, 1);
        kernel_slot_is(&kernel, RTMR_MAP, 0, RTMR_SLOT_ABSENT, RTMR_NO_JOB);
        assert_int_equal(kernel_estimated_finish(&kernel, j0), RTMR_NEVER);
        kernel_expect_nothing(&kernel, RTMR_MAP);
        kernel_add(&kernel, RTMR_MAP, 0);
        kernel_dispatch(&kernel, RTMR_MAP, 0, j0);
    }
}

/* With dispatch latency a task that waits again is due again: from 5 on, J0's map may wait until
 * 8. */
static void what_waits_again_may_wait(void **state)
{
    struct rtmr_setup setup = kernel_setup(1, 1, RTMR_FEEDBACK_EXACT, RTMR_ORDER_DEFAULT);
    rtmr_handle job;

    (void)state;
    setup.latency = 3;
    kernel_start(&kernel, &setup);
    job = kernel_accept(&kernel, kernel_job(100, 1, 10, 0, 0), 16);
    kernel_dispatch(&kernel, RTMR_MAP, 0, job);
    kernel_advance(&kernel, 5);
    kernel_fail(&kernel, RTMR_MAP, 0, 0);
    assert_int_equal(kernel_estimated_finish(&kernel, job), 21);
    kernel_advance(&kernel, 8);
    kernel_dispatch(&kernel, RTMR_MAP, 0, job);
    kernel_advance(&kernel, 21);
    assert_int_equal(kernel_finish(&kernel, RTMR_MAP, 0).flagged, 0);
}

static void what_runs_nothing_cannot_fail(void **state)
{
    struct rtmr_alarm alarm;

    (void)state;
    start(2, 1, RTMR_FEEDBACK_EXACT);
    kernel_accept(&kernel, kernel_job(100, 1, 10, 0, 0), 10);
    kernel_lose(&kernel, RTMR_MAP, 1, 0);
    kernel_remember(&kernel);
    assert_int_equal(rtmr_fail(&kernel, RTMR_MAP, 0, &alarm), RTMR_E_SLOT_IDLE);
    assert_int_equal(rtmr_fail(&kernel, RTMR_MAP, 1, &alarm), RTMR_E_SLOT_ABSENT);
    assert_int_equal(rtmr_fail(&kernel, RTMR_MAP, 2, &alarm), RTMR_E_SLOT);
    assert_int_equal(rtmr_fail(&kernel, RTMR_REDUCE, -1, &alarm), RTMR_E_SLOT);
    assert_true(kernel_unchanged(&kernel));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_task_that_fails_runs_again),      cmocka_unit_test(there_is_no_time_to_run_it_again),
        cmocka_unit_test(no_job_pays_for_another_jobs_task), cmocka_unit_test(a_late_task_fails),
        cmocka_unit_test(tasks_fail_on_draining_slots),      cmocka_unit_test(the_last_slot_leaves_with_a_failed_task),
        cmocka_unit_test(what_waits_again_may_wait),         cmocka_unit_test(what_runs_nothing_cannot_fail),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
