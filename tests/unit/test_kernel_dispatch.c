/*
 * Algorithm IV with the corrected reservation rule, and what a dispatch and a finish report.
 */
#include "kernel_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static struct rtmr kernel;

static void start(int32_t map_slots, int32_t reduce_slots, enum rtmr_feedback feedback)
{
    const struct rtmr_setup setup = kernel_setup(map_slots, reduce_slots, feedback, RTMR_ORDER_DEFAULT);

    kernel_start(&kernel, &setup);
}

/* The smallest case in which line 10 as printed (reserved > idle) gives away the reserved slot: at
 * 1 J1's reduce would run until 3 and J0, due at 3, end at 4. */
static void the_last_reserved_slot_is_kept(void **state)
{
    rtmr_handle j0;
    rtmr_handle j1;

    (void)state;
    start(2, 1, RTMR_FEEDBACK_EXACT);
    j0 = kernel_accept(&kernel, kernel_job(3, 1, 2, 1, 1), 3);
    j1 = kernel_accept(&kernel, kernel_job(5, 1, 1, 1, 2), 5);
    kernel_dispatch(&kernel, RTMR_MAP, 0, j0);
    kernel_dispatch(&kernel, RTMR_MAP, 1, j1);
    kernel_advance(&kernel, 1);
    kernel_finish(&kernel, RTMR_MAP, 1);
    kernel_expect_nothing(&kernel, RTMR_REDUCE);
    kernel_advance(&kernel, 2);
    kernel_finish(&kernel, RTMR_MAP, 0);
    kernel_dispatch(&kernel, RTMR_REDUCE, 0, j0);
    kernel_advance(&kernel, 3);
    assert_int_equal(kernel_finish(&kernel, RTMR_REDUCE, 0).job_done, 1);
    kernel_dispatch(&kernel, RTMR_REDUCE, 0, j1);
    kernel_advance(&kernel, 5);
    assert_int_equal(kernel_finish(&kernel, RTMR_REDUCE, 0).job_done, 1);
}

/* J0 reserves two of four reduce slots; J1, ready first, may use the other two, and a third only
 * once J0 is ready and served. */
static void reduce_stages_run_out_of_order(void **state)
{
    rtmr_handle j0;
    rtmr_handle j1;

    (void)state;
    start(2, 4, RTMR_FEEDBACK_EXACT);
    j0 = kernel_accept(&kernel, kernel_job(50, 1, 20, 2, 5), 25);
    j1 = kernel_accept(&kernel, kernel_job(60, 1, 5, 4, 30), 55);
    assert_int_equal(kernel_dispatch_all(&kernel), 2);
    kernel_advance(&kernel, 5);
    kernel_finish(&kernel, RTMR_MAP, 1);
    kernel_dispatch(&kernel, RTMR_REDUCE, 3, j1);
    kernel_dispatch(&kernel, RTMR_REDUCE, 0, j1);
    kernel_expect_nothing(&kernel, RTMR_REDUCE);
    kernel_advance(&kernel, 18);
    kernel_finish(&kernel, RTMR_MAP, 0);
    kernel_dispatch(&kernel, RTMR_REDUCE, 1, j0);
    kernel_dispatch(&kernel, RTMR_REDUCE, 2, j0);
    kernel_expect_nothing(&kernel, RTMR_REDUCE);
    kernel_advance(&kernel, 19);
    assert_int_equal(kernel_finish(&kernel, RTMR_REDUCE, 1).stage_done, 0);
    kernel_dispatch(&kernel, RTMR_REDUCE, 1, j1);
    kernel_expect_nothing(&kernel, RTMR_REDUCE);
}

/* A job behind two jobs that are not ready sees the sum of their reservations. */
static void reservations_add_up(void **state)
{
    rtmr_handle j2;

    (void)state;
    start(2, 4, RTMR_FEEDBACK_EXACT);
    kernel_accept(&kernel, kernel_job(100, 1, 20, 2, 5), 25);
    kernel_accept(&kernel, kernel_job(100, 1, 20, 1, 5), 25);
    j2 = kernel_accept(&kernel, kernel_job(100, 0, 0, 3, 5), 15);
    kernel_dispatch(&kernel, RTMR_REDUCE, 2, j2);
    kernel_expect_nothing(&kernel, RTMR_REDUCE);
}

static void reduces_wait_for_the_last_map(void **state)
{
    struct rtmr_report report;
    rtmr_handle job;

    (void)state;
    start(2, 2, RTMR_FEEDBACK_EXACT);
    job = kernel_accept(&kernel, kernel_job(100, 3, 10, 1, 5), 25);
    assert_int_equal(kernel_dispatch_all(&kernel), 2);
    kernel_advance(&kernel, 10);
    kernel_finish(&kernel, RTMR_MAP, 0);
    kernel_dispatch(&kernel, RTMR_MAP, 0, job);
    kernel_expect_nothing(&kernel, RTMR_MAP);
    report = kernel_finish(&kernel, RTMR_MAP, 1);
    assert_int_equal(report.stage_done, 0);
    kernel_expect_nothing(&kernel, RTMR_MAP);
    kernel_expect_nothing(&kernel, RTMR_REDUCE);
    kernel_advance(&kernel, 20);
    report = kernel_finish(&kernel, RTMR_MAP, 0);
    assert_int_equal(report.job, job);
    assert_int_equal(report.stage_done, 1);
    assert_int_equal(report.job_done, 0);
    kernel_dispatch(&kernel, RTMR_REDUCE, 1, job);
    kernel_advance(&kernel, 24);
    report = kernel_finish(&kernel, RTMR_REDUCE, 1);
    assert_int_equal(report.job, job);
    assert_int_equal(report.stage_done, 1);
    assert_int_equal(report.job_done, 1);
    assert_int_equal(report.flagged, 0);
    assert_int_equal(report.estimated_finish, 25);
    assert_int_equal(report.deadline, 100);
    assert_int_equal(rtmr_job_count(&kernel), 0);
}

static void refusals_change_nothing(void **state)
{
    struct rtmr_offer offer;
    struct rtmr_report report;

    (void)state;
    start(1, 1, RTMR_FEEDBACK_EXACT);
    kernel_remember(&kernel);
    assert_int_equal(rtmr_dispatch(&kernel, RTMR_MAP, 0, &offer), RTMR_NOTHING);
    assert_int_equal(rtmr_finish(&kernel, RTMR_MAP, 0, &report), RTMR_E_SLOT_IDLE);
    assert_int_equal(rtmr_finish(&kernel, RTMR_REDUCE, 0, &report), RTMR_E_SLOT_IDLE);
    assert_true(kernel_unchanged(&kernel));
    kernel_dispatch(&kernel, RTMR_MAP, 0, kernel_accept(&kernel, kernel_job(100, 2, 10, 1, 10), 30));
    kernel_remember(&kernel);
    kernel_expect_nothing(&kernel, RTMR_MAP);
    assert_int_equal(rtmr_dispatch(&kernel, RTMR_MAP, 0, &offer), RTMR_E_SLOT_BUSY);
    assert_int_equal(rtmr_dispatch(&kernel, RTMR_REDUCE, 0, &offer), RTMR_NOTHING);
    assert_true(kernel_unchanged(&kernel));
}

static void infos_follow_the_tasks(void **state)
{
    struct rtmr_job_info info;
    struct rtmr_slot_info slot;
    rtmr_handle job;

    (void)state;
    start(1, 1, RTMR_FEEDBACK_EXACT);
    job = kernel_accept(&kernel, kernel_job(100, 2, 10, 3, 4), 32);
    assert_int_equal(rtmr_job_info(&kernel, job, &info), RTMR_OK);
    assert_int_equal(info.started, 0);
    assert_int_equal(info.map_waiting, 2);
    assert_int_equal(rtmr_slot_info(&kernel, RTMR_MAP, 0, &slot), RTMR_OK);
    assert_int_equal(slot.state, RTMR_SLOT_IDLE);
    assert_int_equal(slot.job, RTMR_NO_JOB);
    kernel_dispatch(&kernel, RTMR_MAP, 0, job);
    assert_int_equal(rtmr_slot_info(&kernel, RTMR_MAP, 0, &slot), RTMR_OK);
    assert_int_equal(slot.state, RTMR_SLOT_BUSY);
    assert_int_equal(slot.job, job);
    assert_int_equal(slot.bound, 10);
    assert_int_equal(rtmr_job_at(&kernel, 0, &info), RTMR_OK);
    assert_int_equal(info.job, job);
    assert_int_equal(info.place, 0);
    assert_int_equal(info.flagged, 0);
    assert_int_equal(info.started, 1);
    assert_int_equal(info.deadline, 100);
    assert_int_equal(info.estimated_finish, 32);
    assert_int_equal(info.map_waiting, 1);
    assert_int_equal(info.map_unfinished, 2);
    assert_int_equal(info.reduce_waiting, 3);
    assert_int_equal(info.reduce_unfinished, 3);
    assert_int_equal(info.map_estimate, 10);
    assert_int_equal(info.reduce_estimate, 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_last_reserved_slot_is_kept),
        cmocka_unit_test(reduce_stages_run_out_of_order),
        cmocka_unit_test(reservations_add_up),
        cmocka_unit_test(reduces_wait_for_the_last_map),
        cmocka_unit_test(refusals_change_nothing),
        cmocka_unit_test(infos_follow_the_tasks),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
