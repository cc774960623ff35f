/*
 * After a violation: what is admitted then is right, with every policy, and promises that stand are
 * kept.
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

/* A flagged job runs again on the only slot. No plan counts on that slot until its task is
 * reported, so nothing is admitted that needs it, however late it may be. */
static void admission_does_not_count_on_slots_of_flagged_jobs(void **state)
{
    rtmr_handle j0;

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        start(1, 1, all_feedback[i]);
        j0 = kernel_accept(&kernel, kernel_job(100, 1, 10, 0, 0), 10);
        kernel_dispatch(&kernel, RTMR_MAP, 0, j0);
        kernel_lose(&kernel, RTMR_MAP, 0, 1);
        kernel_add(&kernel, RTMR_MAP, 0);
        kernel_dispatch(&kernel, RTMR_MAP, 0, j0);
        kernel_slot_is(&kernel, RTMR_MAP, 0, RTMR_SLOT_LATE, j0);
        kernel_reject(&kernel, kernel_job(RTMR_TIME_MAX, 1, 5, 0, 0), RTMR_NO_JOB, RTMR_NEVER, RTMR_NEVER);
        kernel_advance(&kernel, 4);
        assert_int_equal(kernel_finish(&kernel, RTMR_MAP, 0).flagged, 1);
        kernel_accept(&kernel, kernel_job(9, 1, 5, 0, 0), 9);
    }
}

/* The same beside a promised job whose stored vectors were made before the flagged job started
 * again: a new job waits for the promised one's slot, until 10, and not for the other, whose task
 * might end at 6. */
static void nor_beside_promised_jobs(void **state)
{
    rtmr_handle j0;
    rtmr_handle j1;

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        start(2, 1, all_feedback[i]);
        j0 = kernel_accept(&kernel, kernel_job(6, 1, 6, 0, 0), 6);
        kernel_dispatch(&kernel, RTMR_MAP, 0, j0);
        j1 = kernel_accept(&kernel, kernel_job(100, 1, 10, 0, 0), 10);
        kernel_dispatch(&kernel, RTMR_MAP, 1, j1);
        kernel_lose(&kernel, RTMR_MAP, 0, 1);
        kernel_add(&kernel, RTMR_MAP, 0);
        kernel_dispatch(&kernel, RTMR_MAP, 0, j0);
        kernel_reject(&kernel, kernel_job(14, 1, 5, 0, 0), RTMR_NO_JOB, 1, 15);
        kernel_accept(&kernel, kernel_job(15, 1, 5, 0, 0), 15);
    }
}

/* Jobs are flagged, others accepted in front of them, and those flagged or finished in turn. The
 * memory of the context was rubbish before rtmr_init(), and nothing of it may be looked at. */
static void flagged_jobs_move_behind_later_ones(void **state)
{
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        rtmr_handle j0;
        rtmr_handle j1;

        start(2, 1, all_feedback[i]);
        j0 = kernel_accept(&kernel, kernel_job(100, 1, 10, 0, 0), 10);
        kernel_dispatch(&kernel, RTMR_MAP, 0, j0);
        kernel_violate(&kernel, 11, RTMR_VIOLATION_OVERRUN, 1, 1);
        j1 = kernel_accept(&kernel, kernel_job(100, 1, 10, 0, 0), 21);
        kernel_dispatch(&kernel, RTMR_MAP, 1, j1);
        kernel_violate(&kernel, 22, RTMR_VIOLATION_OVERRUN, 1, 1);
        kernel_finish(&kernel, RTMR_MAP, 1);
        kernel_dispatch(&kernel, RTMR_MAP, 1, kernel_accept(&kernel, kernel_job(100, 1, 10, 0, 0), 32));
        kernel_finish(&kernel, RTMR_MAP, 0);
        assert_null(kernel_broken_invariant(&kernel));
        assert_int_equal(rtmr_job_count(&kernel), 1);
    }
}

/* SATU keeps the finish times of a job's tasks. Those from before a violation belong to slots that
 * may be gone: J1's map ends at 10 on a slot that is then lost, J0's map runs on the other until
 * 20. When J1 ends, its old finish time must not take the place of the entry that covers J0. */
static void old_finish_times_are_forgotten(void **state)
{
    rtmr_handle j0;
    rtmr_handle j1;

    (void)state;
    start(2, 1, RTMR_FEEDBACK_SATU);
    j0 = kernel_accept(&kernel, kernel_job(100, 1, 20, 0, 0), 20);
    j1 = kernel_accept(&kernel, kernel_job(100, 1, 10, 1, 5), 15);
    kernel_dispatch(&kernel, RTMR_MAP, 0, j0);
    kernel_dispatch(&kernel, RTMR_MAP, 1, j1);
    kernel_advance(&kernel, 10);
    kernel_finish(&kernel, RTMR_MAP, 1);
    kernel_dispatch(&kernel, RTMR_REDUCE, 0, j1);
    kernel_lose(&kernel, RTMR_MAP, 1, 0);
    kernel_accept(&kernel, kernel_job(22, 0, 0, 1, 5), 20);
    kernel_advance(&kernel, 15);
    assert_int_equal(kernel_finish(&kernel, RTMR_REDUCE, 0).job_done, 1);
    kernel_reject(&kernel, kernel_job(24, 1, 5, 0, 0), RTMR_NO_JOB, 1, 25);
}

/* Algorithm VI needs at most n - 1 unfinished tasks of J1's predecessors when J1 ends, and J1's
 * reduce was dispatched when n was 3. With one slot lost J0's two reduces, 10 .. 13, hold both
 * slots: J2 still ends at 18, not at 11. */
static void a_job_that_ran_ahead_corrects_nothing(void **state)
{
    const struct rtmr_setup setup = kernel_setup(1, 3, RTMR_FEEDBACK_SATU, RTMR_ORDER_FIFO);
    rtmr_handle j0;
    rtmr_handle j1;
    rtmr_handle j2;

    (void)state;
    kernel_start(&kernel, &setup);
    j0 = kernel_accept(&kernel, kernel_job(100, 2, 5, 2, 3), 13);
    j1 = kernel_accept(&kernel, kernel_job(100, 0, 0, 1, 6), 6);
    kernel_dispatch(&kernel, RTMR_MAP, 0, j0);
    kernel_dispatch(&kernel, RTMR_REDUCE, 0, j1);
    kernel_lose(&kernel, RTMR_REDUCE, 1, 0);
    j2 = kernel_accept(&kernel, kernel_job(100, 0, 0, 1, 5), 18);
    kernel_advance(&kernel, 5);
    kernel_finish(&kernel, RTMR_MAP, 0);
    kernel_dispatch(&kernel, RTMR_MAP, 0, j0);
    kernel_advance(&kernel, 6);
    assert_int_equal(kernel_finish(&kernel, RTMR_REDUCE, 0).job_done, 1);
    kernel_expect_nothing(&kernel, RTMR_REDUCE);
    assert_int_equal(kernel_estimated_finish(&kernel, j2), 18);
}

/* J2's reduces run ahead on two of three slots until 30; the third, reserved for J1, is lost, so J1
 * ends at 34. J0's end says nothing about that. */
static void a_correction_keeps_what_later_jobs_run(void **state)
{
    const struct rtmr_setup setup = kernel_setup(2, 3, RTMR_FEEDBACK_SATU, RTMR_ORDER_FIFO);
    rtmr_handle j0;
    rtmr_handle j1;
    rtmr_handle j2;

    (void)state;
    kernel_start(&kernel, &setup);
    j0 = kernel_accept(&kernel, kernel_job(100, 1, 20, 0, 0), 20);
    j1 = kernel_accept(&kernel, kernel_job(100, 1, 10, 1, 4), 14);
    j2 = kernel_accept(&kernel, kernel_job(100, 0, 0, 2, 30), 30);
    kernel_dispatch(&kernel, RTMR_MAP, 0, j0);
    kernel_dispatch(&kernel, RTMR_MAP, 1, j1);
    kernel_dispatch(&kernel, RTMR_REDUCE, 0, j2);
    kernel_dispatch(&kernel, RTMR_REDUCE, 1, j2);
    kernel_lose(&kernel, RTMR_REDUCE, 2, 0);
    assert_int_equal(kernel_estimated_finish(&kernel, j1), 34);
    kernel_advance(&kernel, 5);
    assert_int_equal(kernel_finish(&kernel, RTMR_MAP, 0).job_done, 1);
    assert_int_equal(kernel_estimated_finish(&kernel, j1), 34);
}

/* Jobs of maps only need no reduce slot. Once the table has been empty the policy is SATU again:
 * J1's maps end at 4 instead of 10, so J2's runs 4 .. 14; the reduce stage, without a slot, has
 * nothing to correct. */
static void a_correction_without_reduce_slots(void **state)
{
    rtmr_handle j0;
    rtmr_handle j2;

    (void)state;
    start(2, 1, RTMR_FEEDBACK_SATU);
    kernel_lose(&kernel, RTMR_REDUCE, 0, 0);
    j0 = kernel_accept(&kernel, kernel_job(100, 1, 10, 0, 0), 10);
    kernel_dispatch(&kernel, RTMR_MAP, 0, j0);
    assert_int_equal(kernel_finish(&kernel, RTMR_MAP, 0).job_done, 1);
    kernel_accept(&kernel, kernel_job(100, 2, 10, 0, 0), 10);
    j2 = kernel_accept(&kernel, kernel_job(100, 1, 10, 0, 0), 20);
    assert_int_equal(kernel_dispatch_all(&kernel), 2);
    kernel_advance(&kernel, 4);
    kernel_finish(&kernel, RTMR_MAP, 0);
    assert_int_equal(kernel_finish(&kernel, RTMR_MAP, 1).job_done, 1);
    assert_int_equal(kernel_estimated_finish(&kernel, j2), 14);
    assert_null(kernel_broken_invariant(&kernel));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(admission_does_not_count_on_slots_of_flagged_jobs),
        cmocka_unit_test(nor_beside_promised_jobs),
        cmocka_unit_test(flagged_jobs_move_behind_later_ones),
        cmocka_unit_test(old_finish_times_are_forgotten),
        cmocka_unit_test(a_job_that_ran_ahead_corrects_nothing),
        cmocka_unit_test(a_correction_keeps_what_later_jobs_run),
        cmocka_unit_test(a_correction_without_reduce_slots),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
