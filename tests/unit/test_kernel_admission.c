/*
 * Algorithm I: decisions computed by hand, the edges of its arguments, withdrawal.
 */
#include "kernel_fixture.h"
#include "kernel_invariants.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static struct rtmr kernel;

static void start(int32_t map_slots, int32_t reduce_slots, enum rtmr_feedback feedback, enum rtmr_order order)
{
    const struct rtmr_setup setup = kernel_setup(map_slots, reduce_slots, feedback, order);

    kernel_start(&kernel, &setup);
}

static void start_exact(int32_t map_slots, int32_t reduce_slots)
{
    start(map_slots, reduce_slots, RTMR_FEEDBACK_EXACT, RTMR_ORDER_DEFAULT);
}

/* Maps end at 10 and 20, the reduce at 25. Of the three maps on two slots the last ends at 20. */
static void a_job_alone(void **state)
{
    (void)state;
    start_exact(1, 1);
    kernel_reject(&kernel, kernel_job(24, 2, 10, 1, 5), RTMR_NO_JOB, 1, 25);
    kernel_accept(&kernel, kernel_job(25, 2, 10, 1, 5), 25);
    start_exact(2, 3);
    kernel_reject(&kernel, kernel_job(0, 3, 10, 4, 5), RTMR_NO_JOB, 30, 30);
    kernel_accept(&kernel, kernel_job(30, 3, 10, 4, 5), 30);
}

/* J1 goes first: 10, 15. J0 behind it: maps 20, 30, reduce 35. */
static void edf_puts_the_earlier_deadline_first(void **state)
{
    rtmr_handle j0;

    (void)state;
    start_exact(1, 1);
    j0 = kernel_accept(&kernel, kernel_job(100, 2, 10, 1, 5), 25);
    kernel_accept(&kernel, kernel_job(50, 1, 10, 1, 5), 15);
    assert_int_equal(kernel_estimated_finish(&kernel, j0), 35);
}

/* The same when J0 has started, its first map running until 10: J1's map 20, reduce 25; J0's map
 * 30, reduce 35. */
static void edf_passes_started_jobs(void **state)
{
    rtmr_handle j0;

    (void)state;
    start_exact(1, 1);
    j0 = kernel_accept(&kernel, kernel_job(100, 2, 10, 1, 5), 25);
    kernel_dispatch(&kernel, RTMR_MAP, 0, j0);
    kernel_accept(&kernel, kernel_job(50, 1, 10, 1, 5), 25);
    assert_int_equal(kernel_estimated_finish(&kernel, j0), 35);
}

/* With FLOOR, J1 stays behind the started J0: maps 20, 30, reduces 25, 35. J2 goes between them. */
static void floor_stays_behind_started_jobs(void **state)
{
    static const enum rtmr_feedback feedback[] = {RTMR_FEEDBACK_EXACT, RTMR_FEEDBACK_SATU, RTMR_FEEDBACK_NONE};

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        rtmr_handle j0;
        rtmr_handle j1;

        start(1, 1, feedback[i], RTMR_ORDER_FLOOR);
        j0 = kernel_accept(&kernel, kernel_job(100, 2, 10, 1, 5), 25);
        kernel_dispatch(&kernel, RTMR_MAP, 0, j0);
        j1 = kernel_accept(&kernel, kernel_job(50, 1, 10, 1, 5), 35);
        kernel_accept(&kernel, kernel_job(49, 1, 10, 0, 0), 30);
        assert_int_equal(kernel_estimated_finish(&kernel, j0), 25);
        assert_int_equal(kernel_estimated_finish(&kernel, j1), 45);
    }
}

static void fifo_puts_every_job_last(void **state)
{
    static const enum rtmr_feedback feedback[] = {RTMR_FEEDBACK_EXACT, RTMR_FEEDBACK_SATU, RTMR_FEEDBACK_NONE};

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        rtmr_handle j0;

        start(1, 1, feedback[i], RTMR_ORDER_FIFO);
        j0 = kernel_accept(&kernel, kernel_job(100, 2, 10, 1, 5), 25);
        kernel_accept(&kernel, kernel_job(50, 1, 10, 1, 5), 35);
        kernel_reject(&kernel, kernel_job(39, 1, 10, 0, 0), RTMR_NO_JOB, 1, 40);
        assert_int_equal(kernel_estimated_finish(&kernel, j0), 25);
    }
}

static void equal_deadlines_queue_up(void **state)
{
    struct rtmr_job_info info;
    rtmr_handle jobs[3];

    (void)state;
    start_exact(1, 1);
    for (int32_t i = 0; i < 3; i++) {
        jobs[i] = kernel_accept(&kernel, kernel_job(100, 1, 10, 0, 0), 10 * (i + 1));
    }
    for (int32_t i = 0; i < 3; i++) {
        assert_int_equal(rtmr_job_at(&kernel, i, &info), RTMR_OK);
        assert_int_equal(info.job, jobs[i]);
        assert_int_equal(info.place, i);
    }
}

/* J0 alone ends at its deadline 25. J1 in front of it delays it to 35; if J1 is late as well, J1
 * comes first. */
static void the_first_late_job_is_named(void **state)
{
    rtmr_handle j0;

    (void)state;
    start_exact(1, 1);
    j0 = kernel_accept(&kernel, kernel_job(25, 2, 10, 1, 5), 25);
    kernel_reject(&kernel, kernel_job(20, 1, 10, 1, 5), j0, 10, 15);
    kernel_reject(&kernel, kernel_job(14, 1, 10, 1, 5), RTMR_NO_JOB, 1, 15);
    kernel_reject(&kernel, kernel_job(34, 1, 10, 1, 5), RTMR_NO_JOB, 1, 35);
    assert_int_equal(kernel_estimated_finish(&kernel, j0), 25);
}

/* With stored vectors the jobs before the place are not planned again; those behind it are. */
static void stored_vectors_name_the_late_job(void **state)
{
    rtmr_handle j1;

    (void)state;
    start(1, 1, RTMR_FEEDBACK_NONE, RTMR_ORDER_DEFAULT);
    kernel_accept(&kernel, kernel_job(10, 1, 10, 0, 0), 10);
    j1 = kernel_accept(&kernel, kernel_job(35, 2, 10, 1, 5), 35);
    kernel_reject(&kernel, kernel_job(30, 1, 10, 1, 5), j1, 10, 25);
}

static void jobs_with_one_stage_or_none(void **state)
{
    struct rtmr_job_info info;
    rtmr_handle empty;

    (void)state;
    start_exact(1, 1);
    kernel_advance(&kernel, 7);
    kernel_reject(&kernel, kernel_job(7, 1, 10, 0, 0), RTMR_NO_JOB, 10, 17);
    kernel_reject(&kernel, kernel_job(7, 0, 0, 1, 10), RTMR_NO_JOB, 10, 17);
    empty = kernel_accept(&kernel, kernel_job(7, 0, TICKS_LEAST, 0, RTMR_NEVER), 7);
    assert_int_equal(rtmr_job_count(&kernel), 0);
    assert_int_equal(rtmr_job_info(&kernel, empty, &info), RTMR_E_HANDLE);
    kernel_accept(&kernel, kernel_job(50, 2, 10, 0, -1), 27);
    kernel_accept(&kernel, kernel_job(50, 0, 0, 2, 10), 27);
    assert_int_equal(rtmr_job_count(&kernel), 2);
}

static void refused(struct rtmr_job job, enum rtmr_status status)
{
    struct rtmr_decision decision;

    kernel_remember(&kernel);
    assert_int_equal(rtmr_submit(&kernel, &job, &decision), status);
    assert_int_equal(rtmr_what_if(&kernel, &job, &decision), status);
    assert_true(kernel_unchanged(&kernel));
}

static void arguments_out_of_range(void **state)
{
    static const int32_t bad_counts[] = {INT32_MIN, -1, RTMR_TASKS + 1, INT32_MAX};
    static const rtmr_ticks bad_estimates[] = {TICKS_LEAST, -1, 0, RTMR_TIME_MAX + 1, RTMR_NEVER};
    static const rtmr_ticks bad_deadlines[] = {TICKS_LEAST, -1, 4, RTMR_TIME_MAX + 1, RTMR_NEVER};

    (void)state;
    start_exact(1, 1);
    kernel_advance(&kernel, 5);
    for (size_t i = 0; i < sizeof bad_counts / sizeof bad_counts[0]; i++) {
        refused(kernel_job(100, bad_counts[i], 1, 1, 1), RTMR_E_MAP_TASKS);
        refused(kernel_job(100, 1, 1, bad_counts[i], 1), RTMR_E_REDUCE_TASKS);
    }
    for (size_t i = 0; i < sizeof bad_estimates / sizeof bad_estimates[0]; i++) {
        refused(kernel_job(100, 1, bad_estimates[i], 1, 1), RTMR_E_MAP_ESTIMATE);
        refused(kernel_job(100, 1, 1, 1, bad_estimates[i]), RTMR_E_REDUCE_ESTIMATE);
    }
    for (size_t i = 0; i < sizeof bad_deadlines / sizeof bad_deadlines[0]; i++) {
        refused(kernel_job(bad_deadlines[i], 1, 1, 1, 1), RTMR_E_DEADLINE);
        refused(kernel_job(bad_deadlines[i], 0, 1, 0, 1), RTMR_E_DEADLINE);
    }
}

/* A plan that would run past the end of time is late by RTMR_NEVER, whichever job causes it. */
static void the_end_of_time(void **state)
{
    const rtmr_ticks end = RTMR_TIME_MAX;
    rtmr_handle j0;

    (void)state;
    start_exact(1, 1);
    kernel_reject(&kernel, kernel_job(end, 2, end, 0, 0), RTMR_NO_JOB, RTMR_NEVER, RTMR_NEVER);
    kernel_reject(&kernel, kernel_job(end, 1, end, 1, 1), RTMR_NO_JOB, RTMR_NEVER, RTMR_NEVER);
    kernel_reject(&kernel, kernel_job(end, 2, end / 2 + 1, 0, 0), RTMR_NO_JOB, RTMR_NEVER, RTMR_NEVER);
    j0 = kernel_accept(&kernel, kernel_job(end, 1, end - 1, 1, 1), end);
    kernel_reject(&kernel, kernel_job(end - 1, 1, 1, 0, 0), j0, RTMR_NEVER, 1);
    kernel_dispatch(&kernel, RTMR_MAP, 0, j0);
    kernel_advance(&kernel, end - 1);
    kernel_finish(&kernel, RTMR_MAP, 0);
    kernel_dispatch(&kernel, RTMR_REDUCE, 0, j0);
    kernel_advance(&kernel, end);
    assert_int_equal(kernel_finish(&kernel, RTMR_REDUCE, 0).job_done, 1);
    kernel_reject(&kernel, kernel_job(end, 1, 1, 0, 0), RTMR_NO_JOB, RTMR_NEVER, RTMR_NEVER);
    kernel_accept(&kernel, kernel_job(end, 0, 0, 0, 0), end);
}

static void withdrawing(void **state)
{
    rtmr_handle j0;
    rtmr_handle j1;

    (void)state;
    start_exact(1, 1);
    j0 = kernel_accept(&kernel, kernel_job(30, 1, 10, 1, 5), 15);
    j1 = kernel_accept(&kernel, kernel_job(30, 1, 10, 1, 5), 25);
    kernel_reject(&kernel, kernel_job(29, 1, 10, 0, 0), j1, 5, 10);
    kernel_dispatch(&kernel, RTMR_MAP, 0, j0);
    kernel_remember(&kernel);
    assert_int_equal(rtmr_withdraw(&kernel, j0), RTMR_E_STARTED);
    assert_true(kernel_unchanged(&kernel));
    assert_int_equal(rtmr_withdraw(&kernel, j1), RTMR_OK);
    assert_int_equal(rtmr_withdraw(&kernel, j1), RTMR_E_HANDLE);
    assert_int_equal(rtmr_job_count(&kernel), 1);
    kernel_accept(&kernel, kernel_job(29, 1, 10, 0, 0), 20);
    assert_null(kernel_broken_invariant(&kernel));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_job_alone),
        cmocka_unit_test(edf_puts_the_earlier_deadline_first),
        cmocka_unit_test(edf_passes_started_jobs),
        cmocka_unit_test(floor_stays_behind_started_jobs),
        cmocka_unit_test(fifo_puts_every_job_last),
        cmocka_unit_test(equal_deadlines_queue_up),
        cmocka_unit_test(the_first_late_job_is_named),
        cmocka_unit_test(stored_vectors_name_the_late_job),
        cmocka_unit_test(jobs_with_one_stage_or_none),
        cmocka_unit_test(arguments_out_of_range),
        cmocka_unit_test(the_end_of_time),
        cmocka_unit_test(withdrawing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
