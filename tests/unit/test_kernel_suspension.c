/*
 * Promises that are given up on purpose: jobs that are suspended, and jobs that are aborted.
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

/* A job of two maps and two reduces of 10 each, deadline 100: what these tests abort. */
static struct rtmr_job two_by_two(void)
{
    return kernel_job(100, 2, 10, 2, 10);
}

/* The job has this many tasks left, waiting or running, and none of them waits. */
static void expect_running_only(rtmr_handle job, int32_t maps, int32_t reduces)
{
    struct rtmr_job_info info;

    assert_int_equal(rtmr_job_info(&kernel, job, &info), RTMR_OK);
    assert_int_equal(info.flagged, 1);
    assert_int_equal(info.map_waiting, 0);
    assert_int_equal(info.reduce_waiting, 0);
    assert_int_equal(info.map_unfinished, maps);
    assert_int_equal(info.reduce_unfinished, reduces);
}

/* The slot's task is the last of its job, which had lost its promise. */
static void finish_last(enum rtmr_stage stage, int32_t slot, rtmr_handle job)
{
    const struct rtmr_report report = kernel_finish(&kernel, stage, slot);

    assert_int_equal(report.job, job);
    assert_int_equal(report.flagged, 1);
    assert_int_equal(report.stage_done, 1);
    assert_int_equal(report.job_done, 1);
    kernel_gone(&kernel, job);
    assert_null(kernel_broken_invariant(&kernel));
}

/* --- Suspended -------------------------------------------------------------------------------- */

/* No promise is left, and no violation was reported; the other job's promise stands as it is, and
 * its tasks come first. */
static void a_suspended_job_stands_behind(void **state)
{
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        rtmr_handle j0;
        rtmr_handle j1;

        start(1, 1, all_feedback[i]);
        j0 = kernel_accept(&kernel, kernel_job(50, 1, 10, 0, 0), 10);
        j1 = kernel_accept(&kernel, kernel_job(60, 1, 10, 0, 0), 20);
        kernel_suspend(&kernel, j0);
        assert_int_equal(kernel_place(&kernel, j0), 1);
        assert_int_equal(kernel_flagged(&kernel, j1), 0);
        assert_int_equal(kernel_estimated_finish(&kernel, j1), 20);
        kernel_dispatch(&kernel, RTMR_MAP, 0, j1);
        kernel_advance(&kernel, 10);
        kernel_finish(&kernel, RTMR_MAP, 0);
        kernel_dispatch(&kernel, RTMR_MAP, 0, j0);
        kernel_slot_is(&kernel, RTMR_MAP, 0, RTMR_SLOT_LATE, j0);
        kernel_advance(&kernel, 30);
        assert_int_equal(kernel_finish(&kernel, RTMR_MAP, 0).flagged, 1);
        assert_int_equal(rtmr_job_count(&kernel), 0);
    }
}

/* Its tasks are offered, and may wait (E2). Those that ran stay within their bounds (E1). */
static void what_waits_and_what_runs(void **state)
{
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        rtmr_handle j0;

        start(2, 1, all_feedback[i]);
        j0 = kernel_accept(&kernel, kernel_job(50, 2, 10, 0, 0), 10);
        kernel_dispatch(&kernel, RTMR_MAP, 0, j0);
        kernel_suspend(&kernel, j0);
        kernel_slot_is(&kernel, RTMR_MAP, 0, RTMR_SLOT_BUSY, j0);
        kernel_advance(&kernel, 10);
        kernel_violate(&kernel, 11, RTMR_VIOLATION_OVERRUN, 1, 0);
        kernel_dispatch(&kernel, RTMR_MAP, 1, j0);
    }
}

/* Never against a reservation: the idle slot is kept for the promised job's reduce. */
static void reservations_come_first(void **state)
{
    rtmr_handle j0;
    rtmr_handle j1;

    (void)state;
    start(1, 1, RTMR_FEEDBACK_EXACT);
    j0 = kernel_accept(&kernel, kernel_job(50, 0, 0, 1, 10), 10);
    j1 = kernel_accept(&kernel, kernel_job(60, 1, 10, 1, 10), 20);
    kernel_suspend(&kernel, j0);
    kernel_expect_nothing(&kernel, RTMR_REDUCE);
    kernel_dispatch(&kernel, RTMR_MAP, 0, j1);
    kernel_advance(&kernel, 10);
    kernel_finish(&kernel, RTMR_MAP, 0);
    kernel_dispatch(&kernel, RTMR_REDUCE, 0, j1);
    kernel_advance(&kernel, 20);
    kernel_finish(&kernel, RTMR_REDUCE, 0);
    kernel_dispatch(&kernel, RTMR_REDUCE, 0, j0);
}

/* A newcomer is admitted as if the suspended job were not there; then there is no way back. */
static void newcomers_take_its_room(void **state)
{
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        rtmr_handle j0;
        rtmr_handle j1;

        start(1, 1, all_feedback[i]);
        j0 = kernel_accept(&kernel, kernel_job(20, 1, 20, 0, 0), 20);
        kernel_reject(&kernel, kernel_job(20, 1, 20, 0, 0), RTMR_NO_JOB, 20, 40);
        kernel_suspend(&kernel, j0);
        j1 = kernel_accept(&kernel, kernel_job(20, 1, 20, 0, 0), 20);
        if (i == 0) { /* by deadline, and the first come first */
            kernel_refuse_renewal(&kernel, j0, 20, j1, 20, RTMR_NEVER);
        }
        kernel_refuse_renewal(&kernel, j0, 39, j0, 1, RTMR_NEVER);
        kernel_renew(&kernel, j0, 40, 40);
    }
}

/* Once more changes nothing, and is no error. Jobs that are not there are one. */
static void twice_or_not_there(void **state)
{
    rtmr_handle j0;

    (void)state;
    start(1, 1, RTMR_FEEDBACK_EXACT);
    j0 = kernel_accept(&kernel, kernel_job(50, 1, 10, 0, 0), 10);
    kernel_suspend(&kernel, j0);
    kernel_remember(&kernel);
    assert_int_equal(rtmr_suspend(&kernel, j0), RTMR_OK);
    assert_int_equal(rtmr_suspend(&kernel, j0 + 1), RTMR_E_HANDLE);
    assert_int_equal(rtmr_suspend(&kernel, RTMR_NO_JOB), RTMR_E_HANDLE);
    assert_int_equal(rtmr_suspend(&kernel, RTMR_LAST_HANDLE), RTMR_E_HANDLE);
    assert_true(kernel_unchanged(&kernel));
}

/* With latency no idle slot owes a task of a suspended job; it owes one again when that is renewed,
 * or when a promised job's task is offered. */
static void latency_is_not_owed(void **state)
{
    struct rtmr_setup setup = kernel_setup(1, 1, RTMR_FEEDBACK_EXACT, RTMR_ORDER_EDF);
    rtmr_handle j0;

    (void)state;
    setup.latency = 3;
    kernel_start(&kernel, &setup);
    j0 = kernel_accept(&kernel, kernel_job(100, 1, 10, 0, 0), 16);
    kernel_suspend(&kernel, j0);
    kernel_advance(&kernel, 20);
    kernel_accept(&kernel, kernel_job(100, 1, 10, 0, 0), 36);
    kernel_advance(&kernel, 23);
    kernel_violate(&kernel, 24, RTMR_VIOLATION_WAITING, 0, 0);
}

/* A withdrawn job needs no promise: one that is suspended and has not started can be withdrawn. */
static void suspended_jobs_are_withdrawn(void **state)
{
    rtmr_handle j0;

    (void)state;
    start(1, 1, RTMR_FEEDBACK_EXACT);
    j0 = kernel_accept(&kernel, kernel_job(50, 1, 10, 0, 0), 10);
    kernel_suspend(&kernel, j0);
    assert_int_equal(rtmr_withdraw(&kernel, j0), RTMR_OK);
    kernel_gone(&kernel, j0);
}

/* --- Aborted ---------------------------------------------------------------------------------- */

/* Nothing runs: gone at once, promised or flagged; the next handle is another one. */
static void nothing_has_started(void **state)
{
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        for (int32_t suspended = 0; suspended <= 1; suspended++) {
            rtmr_handle j0;
            rtmr_handle j1;

            start(1, 1, all_feedback[i]);
            j0 = kernel_accept(&kernel, two_by_two(), 40);
            j1 = kernel_accept(&kernel, kernel_job(200, 2, 10, 0, 0), 40);
            if (suspended) {
                kernel_suspend(&kernel, j0);
            }
            kernel_abort(&kernel, j0);
            kernel_gone(&kernel, j0);
            assert_int_equal(kernel_flagged(&kernel, j1), 0);
            assert_int_equal(kernel_estimated_finish(&kernel, j1), 40); /* as it was */
            assert_int_equal(kernel_place(&kernel, j1), 0);
            kernel_dispatch(&kernel, RTMR_MAP, 0, j1);
            kernel_abort(&kernel, j1);
            finish_last(RTMR_MAP, 0, j1);
            assert_true(kernel_accept(&kernel, two_by_two(), 40) > j1);
        }
    }
}

/* Maps run: the waiting maps and all reduces vanish. */
static void maps_run(void **state)
{
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        rtmr_handle j0;

        start(1, 1, all_feedback[i]);
        j0 = kernel_accept(&kernel, two_by_two(), 40);
        kernel_dispatch(&kernel, RTMR_MAP, 0, j0);
        kernel_abort(&kernel, j0);
        expect_running_only(j0, 1, 0);
        kernel_expect_nothing(&kernel, RTMR_MAP);
        kernel_expect_nothing(&kernel, RTMR_REDUCE);
        kernel_slot_is(&kernel, RTMR_MAP, 0, RTMR_SLOT_BUSY, j0);
        kernel_advance(&kernel, 10);
        finish_last(RTMR_MAP, 0, j0);
        kernel_expect_nothing(&kernel, RTMR_REDUCE);
    }
}

/* Two maps run: the job goes with the second report. */
static void it_goes_with_the_last_report(void **state)
{
    rtmr_handle j0;

    (void)state;
    start(2, 1, RTMR_FEEDBACK_EXACT);
    j0 = kernel_accept(&kernel, two_by_two(), 30);
    kernel_dispatch(&kernel, RTMR_MAP, 0, j0);
    kernel_dispatch(&kernel, RTMR_MAP, 1, j0);
    kernel_abort(&kernel, j0);
    expect_running_only(j0, 2, 0);
    kernel_advance(&kernel, 4);
    assert_int_equal(kernel_finish(&kernel, RTMR_MAP, 1).job_done, 0);
    expect_running_only(j0, 1, 0);
    finish_last(RTMR_MAP, 0, j0);
}

/* Between the stages, and between two maps: nothing runs. */
static void in_between(void **state)
{
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        for (int32_t maps = 1; maps <= 2; maps++) {
            rtmr_handle j0;

            start(1, 1, all_feedback[i]);
            j0 = kernel_accept(&kernel, two_by_two(), 40);
            for (int32_t m = 0; m < maps; m++) {
                kernel_dispatch(&kernel, RTMR_MAP, 0, j0);
                kernel_finish(&kernel, RTMR_MAP, 0);
            }
            kernel_abort(&kernel, j0);
            kernel_gone(&kernel, j0);
            assert_int_equal(rtmr_job_count(&kernel), 0);
        }
    }
}

static void reduces_run(void **state)
{
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        rtmr_handle j0;
        rtmr_handle j1;

        start(1, 1, all_feedback[i]);
        j0 = kernel_accept(&kernel, kernel_job(100, 0, 0, 2, 10), 20);
        j1 = kernel_accept(&kernel, kernel_job(100, 0, 0, 1, 10), 30);
        kernel_dispatch(&kernel, RTMR_REDUCE, 0, j0);
        kernel_abort(&kernel, j0);
        expect_running_only(j0, 0, 1);
        assert_int_equal(kernel_place(&kernel, j1), 0);
        kernel_advance(&kernel, 10);
        finish_last(RTMR_REDUCE, 0, j0);
        kernel_dispatch(&kernel, RTMR_REDUCE, 0, j1);
        kernel_advance(&kernel, 20);
        assert_int_equal(kernel_finish(&kernel, RTMR_REDUCE, 0).flagged, 0);
    }
}

/* What runs keeps its bound: it is a violation to pass it, which reaches only those who need the
 * slot; the task ends its job all the same, late or on a slot that leaves. */
static void late_and_draining_slots(void **state)
{
    rtmr_handle j0;
    rtmr_handle j1;

    (void)state;
    start(2, 1, RTMR_FEEDBACK_EXACT);
    j0 = kernel_accept(&kernel, two_by_two(), 30);
    kernel_dispatch(&kernel, RTMR_MAP, 0, j0);
    kernel_dispatch(&kernel, RTMR_MAP, 1, j0);
    kernel_abort(&kernel, j0);
    j1 = kernel_accept(&kernel, kernel_job(30, 2, 10, 0, 0), 20);
    kernel_drain(&kernel, RTMR_MAP, 1);
    assert_int_equal(kernel_estimated_finish(&kernel, j1), 30);
    kernel_violate(&kernel, 11, RTMR_VIOLATION_OVERRUN, 2, 1);
    assert_int_equal(kernel_finish(&kernel, RTMR_MAP, 1).job_done, 0);
    kernel_slot_is(&kernel, RTMR_MAP, 1, RTMR_SLOT_ABSENT, RTMR_NO_JOB);
    finish_last(RTMR_MAP, 0, j0);
    kernel_renew(&kernel, j1, 31, 31);
}

/* A task that fails, or is lost with its slot, waits again; aborted once more, it is gone, and so
 * is the job if nothing else of it runs. */
static void failures_and_lost_slots(void **state)
{
    (void)state;
    for (int32_t lost = 0; lost <= 1; lost++) {
        rtmr_handle j0;

        start(2, 1, RTMR_FEEDBACK_EXACT);
        j0 = kernel_accept(&kernel, two_by_two(), 30);
        kernel_dispatch(&kernel, RTMR_MAP, 0, j0);
        kernel_dispatch(&kernel, RTMR_MAP, 1, j0);
        kernel_abort(&kernel, j0);
        if (lost) {
            kernel_lose(&kernel, RTMR_MAP, 0, 0);
        } else {
            kernel_fail(&kernel, RTMR_MAP, 0, 0);
        }
        kernel_abort(&kernel, j0);
        expect_running_only(j0, 1, 0);
        if (lost) {
            kernel_lose(&kernel, RTMR_MAP, 1, 0);
        } else {
            kernel_fail(&kernel, RTMR_MAP, 1, 0);
        }
        kernel_abort(&kernel, j0);
        kernel_gone(&kernel, j0);
        kernel_expect_nothing(&kernel, RTMR_MAP);
        assert_int_equal(rtmr_job_count(&kernel), 0);
    }
}

/* The same job is submitted again while the old one's tasks still run: it waits for them. */
static void the_same_job_again(void **state)
{
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        rtmr_handle j0;
        rtmr_handle j1;

        start(1, 1, all_feedback[i]);
        j0 = kernel_accept(&kernel, two_by_two(), 40);
        kernel_dispatch(&kernel, RTMR_MAP, 0, j0);
        kernel_advance(&kernel, 4);
        kernel_abort(&kernel, j0);
        j1 = kernel_accept(&kernel, two_by_two(), 50);
        assert_true(j1 > j0);
        kernel_advance(&kernel, 6);
        finish_last(RTMR_MAP, 0, j0);
        kernel_dispatch(&kernel, RTMR_MAP, 0, j1);
        kernel_advance(&kernel, 16);
        kernel_finish(&kernel, RTMR_MAP, 0);
        assert_int_equal(kernel_flagged(&kernel, j1), 0);
    }
}

/* Its waiting tasks leave room in the table of tasks. */
static void tasks_leave_room(void **state)
{
    const struct rtmr_job full = kernel_job(RTMR_TIME_MAX, RTMR_TASKS, 1, 0, 0);
    struct rtmr_decision decision;
    rtmr_handle j0;

    (void)state;
    start(1, 1, RTMR_FEEDBACK_EXACT);
    j0 = kernel_accept(&kernel, full, RTMR_TASKS);
    kernel_dispatch(&kernel, RTMR_MAP, 0, j0);
    assert_int_equal(rtmr_submit(&kernel, &full, &decision), RTMR_REJECTED);
    assert_int_equal(decision.reason, RTMR_REASON_TASKS_FULL);
    kernel_abort(&kernel, j0);
    assert_int_equal(rtmr_submit(&kernel, &full, &decision), RTMR_REJECTED);
    assert_int_equal(decision.reason, RTMR_REASON_TASKS_FULL);
    kernel_accept(&kernel, kernel_job(RTMR_TIME_MAX, RTMR_TASKS - 1, 1, 0, 0), RTMR_TASKS);
}

/* Once more changes nothing while it runs. Jobs that are not there are an error. */
static void aborted_twice_or_not_there(void **state)
{
    rtmr_handle j0;

    (void)state;
    start(1, 1, RTMR_FEEDBACK_EXACT);
    j0 = kernel_accept(&kernel, two_by_two(), 40);
    kernel_dispatch(&kernel, RTMR_MAP, 0, j0);
    kernel_abort(&kernel, j0);
    kernel_remember(&kernel);
    assert_int_equal(rtmr_abort(&kernel, j0), RTMR_OK);
    assert_int_equal(rtmr_abort(&kernel, j0 + 1), RTMR_E_HANDLE);
    assert_int_equal(rtmr_abort(&kernel, RTMR_NO_JOB), RTMR_E_HANDLE);
    assert_int_equal(rtmr_abort(&kernel, RTMR_LAST_HANDLE), RTMR_E_HANDLE);
    assert_true(kernel_unchanged(&kernel));
    finish_last(RTMR_MAP, 0, j0);
    assert_int_equal(rtmr_abort(&kernel, j0), RTMR_E_HANDLE);
}

/* `none` and `satu`: the stored vectors of the others stay in use if the job is gone at once, and
 * rest until the table is empty if it is not. */
static void stored_vectors(void **state)
{
    (void)state;
    for (size_t i = 1; i < 3; i++) {
        rtmr_handle j0;
        rtmr_handle j1;

        start(1, 1, all_feedback[i]);
        j0 = kernel_accept(&kernel, two_by_two(), 40);
        j1 = kernel_accept(&kernel, two_by_two(), 60);
        kernel_abort(&kernel, j0);
        assert_int_equal(kernel.plans_from_slots, 0);
        kernel_accept(&kernel, two_by_two(), 80);
        kernel_dispatch(&kernel, RTMR_MAP, 0, j1);
        kernel_abort(&kernel, j1);
        assert_int_equal(kernel.plans_from_slots, 1);
        kernel_accept(&kernel, two_by_two(), 70);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_suspended_job_stands_behind),
        cmocka_unit_test(what_waits_and_what_runs),
        cmocka_unit_test(reservations_come_first),
        cmocka_unit_test(newcomers_take_its_room),
        cmocka_unit_test(twice_or_not_there),
        cmocka_unit_test(latency_is_not_owed),
        cmocka_unit_test(suspended_jobs_are_withdrawn),
        cmocka_unit_test(nothing_has_started),
        cmocka_unit_test(maps_run),
        cmocka_unit_test(it_goes_with_the_last_report),
        cmocka_unit_test(in_between),
        cmocka_unit_test(reduces_run),
        cmocka_unit_test(late_and_draining_slots),
        cmocka_unit_test(failures_and_lost_slots),
        cmocka_unit_test(the_same_job_again),
        cmocka_unit_test(tasks_leave_room),
        cmocka_unit_test(aborted_twice_or_not_there),
        cmocka_unit_test(stored_vectors),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
