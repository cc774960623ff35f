/*
 * Tasks that overrun (E1), offers that wait and a clock that goes back (E2): what is reported, who
 * is flagged, what remains promised, and that everything goes on.
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

/* J0 overruns, J1 does not notice; J0's slot is out of all plans until its task is reported. */
static void overrun(void **state)
{
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        struct rtmr_report report;
        rtmr_handle j0;
        rtmr_handle j1;

        start(2, 1, all_feedback[i]);
        j0 = kernel_accept(&kernel, kernel_job(100, 1, 10, 0, 0), 10);
        j1 = kernel_accept(&kernel, kernel_job(100, 1, 20, 0, 0), 20);
        assert_int_equal(kernel_dispatch_all(&kernel), 2);
        kernel_advance(&kernel, 10);
        kernel_violate(&kernel, 11, RTMR_VIOLATION_OVERRUN, 1, 1);
        assert_null(kernel_broken_invariant(&kernel));
        assert_int_equal(kernel_flagged(&kernel, j0), 1);
        assert_int_equal(kernel_estimated_finish(&kernel, j0), 10);
        assert_int_equal(kernel_flagged(&kernel, j1), 0);
        assert_int_equal(kernel_estimated_finish(&kernel, j1), 20);
        kernel_slot_is(&kernel, RTMR_MAP, 0, RTMR_SLOT_LATE, j0);
        kernel_reject(&kernel, kernel_job(29, 1, 10, 0, 0), RTMR_NO_JOB, 1, 30);
        kernel_advance(&kernel, 15);
        report = kernel_finish(&kernel, RTMR_MAP, 0);
        assert_int_equal(report.job, j0);
        assert_int_equal(report.job_done, 1);
        assert_int_equal(report.flagged, 1);
        kernel_slot_is(&kernel, RTMR_MAP, 0, RTMR_SLOT_IDLE, RTMR_NO_JOB);
        kernel_advance(&kernel, 20);
        report = kernel_finish(&kernel, RTMR_MAP, 1);
        assert_int_equal(report.job, j1);
        assert_int_equal(report.flagged, 0);
        kernel_accept(&kernel, kernel_job(30, 2, 10, 0, 0), 30);
    }
}

/* Two tasks of one job and one of another, all over their bounds in one step: three tasks, two
 * jobs. */
static void overruns_are_counted_by_task_and_by_job(void **state)
{
    (void)state;
    start_exact(2, 1);
    kernel_accept(&kernel, kernel_job(100, 2, 10, 0, 0), 10);
    kernel_accept(&kernel, kernel_job(100, 0, 0, 1, 12), 12);
    assert_int_equal(kernel_dispatch_all(&kernel), 3);
    kernel_violate(&kernel, 13, RTMR_VIOLATION_OVERRUN, 3, 2);
    kernel_advance(&kernel, 14);
}

/* The only slot is late: J1 fits nowhere and is flagged; J2 needs no map slot and is not. Later all
 * of them finish. */
static void no_usable_slot(void **state)
{
    rtmr_handle j0;
    rtmr_handle j1;
    rtmr_handle j2;
    rtmr_handle j3;
    struct rtmr_decision decision;
    struct rtmr_job job = kernel_job(100, 1, 10, 0, 0);

    (void)state;
    start_exact(1, 1);
    j0 = kernel_accept(&kernel, kernel_job(20, 1, 10, 0, 0), 10);
    j1 = kernel_accept(&kernel, kernel_job(25, 1, 10, 0, 0), 20);
    j2 = kernel_accept(&kernel, kernel_job(100, 0, 0, 1, 50), 50);
    assert_int_equal(kernel_dispatch_all(&kernel), 2);
    kernel_violate(&kernel, 11, RTMR_VIOLATION_OVERRUN, 1, 2);
    assert_null(kernel_broken_invariant(&kernel));
    assert_int_equal(kernel_flagged(&kernel, j0), 1);
    assert_int_equal(kernel_flagged(&kernel, j1), 1);
    assert_int_equal(kernel_flagged(&kernel, j2), 0);
    kernel_reject(&kernel, job, RTMR_NO_JOB, RTMR_NEVER, RTMR_NEVER);
    assert_int_equal(rtmr_what_if(&kernel, &job, &decision), RTMR_REJECTED);
    assert_int_equal(decision.earliest_deadline, RTMR_NEVER);
    kernel_accept(&kernel, kernel_job(60, 0, 0, 1, 10), 60);
    kernel_advance(&kernel, 14);
    kernel_finish(&kernel, RTMR_MAP, 0);
    j3 = kernel_accept(&kernel, kernel_job(40, 1, 5, 0, 0), 19);
    kernel_dispatch(&kernel, RTMR_MAP, 0, j3);
    kernel_advance(&kernel, 19);
    kernel_finish(&kernel, RTMR_MAP, 0);
    kernel_dispatch(&kernel, RTMR_MAP, 0, j1);
    kernel_advance(&kernel, 29);
    assert_int_equal(kernel_finish(&kernel, RTMR_MAP, 0).flagged, 1);
}

/* One tick of slack: the first lost tick is reported and flags no job, the second flags the job. */
static void waiting(void **state)
{
    rtmr_handle job;

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        start(1, 1, all_feedback[i]);
        job = kernel_accept(&kernel, kernel_job(26, 2, 10, 1, 5), 25);
        kernel_violate(&kernel, 1, RTMR_VIOLATION_WAITING, 0, 0);
        assert_int_equal(kernel_estimated_finish(&kernel, job), 26);
        kernel_violate(&kernel, 2, RTMR_VIOLATION_WAITING, 0, 1);
        assert_int_equal(kernel_flagged(&kernel, job), 1);
        kernel_dispatch(&kernel, RTMR_MAP, 0, job);
        kernel_advance(&kernel, 12);
    }
}

/* A flagged job's task may wait (E2 speaks of promised jobs), and is offered all the same. */
static void waiting_of_a_flagged_job(void **state)
{
    rtmr_handle j0;

    (void)state;
    start_exact(1, 1);
    j0 = kernel_accept(&kernel, kernel_job(10, 1, 10, 0, 0), 10);
    kernel_violate(&kernel, 5, RTMR_VIOLATION_WAITING, 0, 1);
    kernel_advance(&kernel, 6);
    kernel_dispatch(&kernel, RTMR_MAP, 0, j0);
}

/* Each job that is accepted goes in front of a flagged one, which runs when no other is left. */
static void newcomers_go_before_a_flagged_job(void **state)
{
    rtmr_handle j0;

    (void)state;
    start_exact(1, 1);
    j0 = kernel_accept(&kernel, kernel_job(10, 1, 10, 0, 0), 10);
    kernel_violate(&kernel, 5, RTMR_VIOLATION_WAITING, 0, 1);
    for (rtmr_ticks now = 5; now < 35; now += 10) {
        const rtmr_handle newcomer = kernel_accept(&kernel, kernel_job(now + 10, 1, 10, 0, 0), now + 10);

        kernel_dispatch(&kernel, RTMR_MAP, 0, newcomer);
        kernel_advance(&kernel, now + 10);
        assert_int_equal(kernel_finish(&kernel, RTMR_MAP, 0).flagged, 0);
    }
    kernel_dispatch(&kernel, RTMR_MAP, 0, j0);
    kernel_advance(&kernel, 45);
    assert_int_equal(kernel_finish(&kernel, RTMR_MAP, 0).flagged, 1);
    assert_int_equal(rtmr_job_count(&kernel), 0);
}

/* A task that was started when its job was flagged is never over its bound, and so flags no other
 * job: none was planned on its slot. */
static void no_overrun_of_a_task_started_flagged(void **state)
{
    rtmr_handle j0;
    rtmr_handle j1;

    (void)state;
    start_exact(2, 1);
    j0 = kernel_accept(&kernel, kernel_job(10, 1, 10, 0, 0), 10);
    kernel_violate(&kernel, 5, RTMR_VIOLATION_WAITING, 0, 1);
    kernel_dispatch(&kernel, RTMR_MAP, 0, j0);
    kernel_slot_is(&kernel, RTMR_MAP, 0, RTMR_SLOT_LATE, j0);
    j1 = kernel_accept(&kernel, kernel_job(25, 2, 10, 0, 0), 25);
    kernel_dispatch(&kernel, RTMR_MAP, 1, j1);
    kernel_advance(&kernel, 15);
    kernel_finish(&kernel, RTMR_MAP, 1);
    kernel_dispatch(&kernel, RTMR_MAP, 1, j1);
    kernel_advance(&kernel, 25);
    assert_int_equal(kernel_finish(&kernel, RTMR_MAP, 1).flagged, 0);
    kernel_slot_is(&kernel, RTMR_MAP, 0, RTMR_SLOT_LATE, j0);
    assert_null(kernel_broken_invariant(&kernel));
}

static void overrun_is_reported_before_waiting(void **state)
{
    rtmr_handle j0;

    (void)state;
    start_exact(2, 1);
    j0 = kernel_accept(&kernel, kernel_job(100, 1, 10, 0, 0), 10);
    kernel_dispatch(&kernel, RTMR_MAP, 0, j0);
    kernel_accept(&kernel, kernel_job(15, 1, 10, 0, 0), 10);
    kernel_violate(&kernel, 11, RTMR_VIOLATION_OVERRUN, 1, 2);
}

/* Standing still is no wait, and the clock refuses to go back or beyond its end. */
static void the_clock(void **state)
{
    struct rtmr_alarm alarm;

    (void)state;
    start_exact(1, 1);
    kernel_advance(&kernel, 5);
    kernel_accept(&kernel, kernel_job(100, 1, 10, 0, 0), 15);
    kernel_advance(&kernel, 5);
    kernel_remember(&kernel);
    assert_int_equal(rtmr_advance(&kernel, 4, &alarm), RTMR_E_TIME_BACK);
    assert_int_equal(rtmr_advance(&kernel, TICKS_LEAST, &alarm), RTMR_E_TIME_BACK);
    assert_int_equal(rtmr_advance(&kernel, RTMR_TIME_MAX + 1, &alarm), RTMR_E_TIME_MAX);
    assert_int_equal(rtmr_advance(&kernel, RTMR_NEVER, &alarm), RTMR_E_TIME_MAX);
    assert_true(kernel_unchanged(&kernel));
    kernel_dispatch_all(&kernel);
    kernel_violate(&kernel, RTMR_TIME_MAX, RTMR_VIOLATION_OVERRUN, 1, 1);
    kernel_finish(&kernel, RTMR_MAP, 0);
    kernel_advance(&kernel, RTMR_TIME_MAX);
}

/* A slot over its bound takes no other task. */
static void a_late_slot_is_busy(void **state)
{
    struct rtmr_offer offer;

    (void)state;
    start_exact(1, 1);
    kernel_dispatch(&kernel, RTMR_MAP, 0, kernel_accept(&kernel, kernel_job(100, 2, 10, 0, 0), 20));
    kernel_violate(&kernel, 11, RTMR_VIOLATION_OVERRUN, 1, 1);
    kernel_remember(&kernel);
    assert_int_equal(rtmr_dispatch(&kernel, RTMR_MAP, 0, &offer), RTMR_E_SLOT_BUSY);
    assert_true(kernel_unchanged(&kernel));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(overrun),
        cmocka_unit_test(a_late_slot_is_busy),
        cmocka_unit_test(overruns_are_counted_by_task_and_by_job),
        cmocka_unit_test(no_usable_slot),
        cmocka_unit_test(waiting),
        cmocka_unit_test(waiting_of_a_flagged_job),
        cmocka_unit_test(newcomers_go_before_a_flagged_job),
        cmocka_unit_test(no_overrun_of_a_task_started_flagged),
        cmocka_unit_test(overrun_is_reported_before_waiting),
        cmocka_unit_test(the_clock),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
