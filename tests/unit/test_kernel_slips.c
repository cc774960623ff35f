/*
 * The smallest cases on which the algorithms as printed, or a plausible reading of them, promise
 * what they cannot keep or refuse what they could accept. Each comment says what the printed
 * version does; the test says what the kernel does. (The smallest case of Algorithm IV's
 * reservation rule is in test_kernel_dispatch.c, Algorithm V's delta and order of corrections in
 * test_kernel_feedback.c.)
 */
#include "kernel_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static struct rtmr kernel;

static const enum rtmr_feedback all_feedback[] = {RTMR_FEEDBACK_EXACT, RTMR_FEEDBACK_SATU, RTMR_FEEDBACK_NONE};

static void start(int32_t map_slots, int32_t reduce_slots, enum rtmr_feedback feedback, enum rtmr_order order)
{
    const struct rtmr_setup setup = kernel_setup(map_slots, reduce_slots, feedback, order);

    kernel_start(&kernel, &setup);
}

/* Algorithm III leaves e undefined for R = 0 and a job with M = 0 never "starts" its maps. If J0
 * did not count as started at 1, J1 would be put in front of it and end at 3 > 2. */
static void a_job_without_maps_starts_with_its_reduces(void **state)
{
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        start(1, 1, all_feedback[i], RTMR_ORDER_FLOOR);
        kernel_dispatch(&kernel, RTMR_REDUCE, 0, kernel_accept(&kernel, kernel_job(4, 0, 1, 1, 2), 2));
        kernel_advance(&kernel, 1);
        kernel_reject(&kernel, kernel_job(2, 0, 1, 1, 1), RTMR_NO_JOB, 1, 3);
    }
}

/* The proofs raise the whole vector to e_m, the algorithms only the slot used: J1 ends at 31; read
 * as in the proofs it would wait for J0's e_m and end at 110 > 51. */
static void only_the_slot_used_is_raised_to_the_release(void **state)
{
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        start(2, 2, all_feedback[i], RTMR_ORDER_FLOOR);
        kernel_dispatch(&kernel, RTMR_MAP, 0, kernel_accept(&kernel, kernel_job(200, 1, 100, 1, 10), 110));
        kernel_advance(&kernel, 1);
        kernel_accept(&kernel, kernel_job(51, 1, 20, 1, 10), 31);
    }
}

/* Algorithm II releases maps at "current time". With the arrival of each job instead, J2 would be
 * accepted in front of J1, whose e stays 22, and J1 would end at 23. */
static void maps_are_released_now_not_at_their_arrival(void **state)
{
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        rtmr_handle j0;
        rtmr_handle j1;

        start(3, 1, all_feedback[i], RTMR_ORDER_FLOOR);
        j0 = kernel_accept(&kernel, kernel_job(3, 3, 3, 0, 0), 3);
        j1 = kernel_accept(&kernel, kernel_job(22, 2, 1, 3, 6), 22);
        assert_int_equal(kernel_dispatch_all(&kernel), 3);
        kernel_advance(&kernel, 3);
        for (int32_t slot = 0; slot < 3; slot++) {
            assert_int_equal(kernel_finish(&kernel, RTMR_MAP, slot).job, j0);
        }
        kernel_reject(&kernel, kernel_job(4, 2, 1, 0, 0), j1, 1, 4);
    }
}

/* "The job started latest", J1, has finished at 3 while J0 still runs. Planned from nothing J2
 * would be promised 5 and end at 6; its predecessor is the last unfinished job, J0. */
static void the_predecessor_is_the_last_unfinished_job(void **state)
{
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        rtmr_handle j0;
        rtmr_handle j1;

        start(2, 2, all_feedback[i], RTMR_ORDER_FLOOR);
        j0 = kernel_accept(&kernel, kernel_job(10, 1, 1, 1, 9), 10);
        kernel_dispatch(&kernel, RTMR_MAP, 0, j0);
        kernel_advance(&kernel, 1);
        kernel_finish(&kernel, RTMR_MAP, 0);
        j1 = kernel_accept(&kernel, kernel_job(3, 1, 1, 1, 1), 3);
        kernel_dispatch(&kernel, RTMR_REDUCE, 0, j0);
        kernel_dispatch(&kernel, RTMR_MAP, 0, j1);
        kernel_advance(&kernel, 2);
        kernel_finish(&kernel, RTMR_MAP, 0);
        kernel_dispatch(&kernel, RTMR_REDUCE, 1, j1);
        kernel_advance(&kernel, 3);
        kernel_finish(&kernel, RTMR_REDUCE, 1);
        kernel_reject(&kernel, kernel_job(5, 1, 1, 2, 1), RTMR_NO_JOB, 1, 6);
    }
}

/* When J0 finishes at 3, J1 has two maps running and one waiting. Re-estimated from its waiting
 * task alone, as if the others were done, it would seem to leave room for J2, which would be
 * promised 5 and end at 6. */
static void running_tasks_count_in_a_correction(void **state)
{
    rtmr_handle j1;

    (void)state;
    start(3, 1, RTMR_FEEDBACK_SATU, RTMR_ORDER_FLOOR);
    kernel_dispatch(&kernel, RTMR_MAP, 0, kernel_accept(&kernel, kernel_job(3, 1, 3, 0, 0), 3));
    kernel_advance(&kernel, 2);
    j1 = kernel_accept(&kernel, kernel_job(5, 3, 2, 0, 0), 5);
    kernel_dispatch(&kernel, RTMR_MAP, 1, j1);
    kernel_dispatch(&kernel, RTMR_MAP, 2, j1);
    kernel_advance(&kernel, 3);
    kernel_finish(&kernel, RTMR_MAP, 0);
    kernel_reject(&kernel, kernel_job(5, 1, 1, 1, 1), RTMR_NO_JOB, 2, 7);
    assert_int_equal(kernel_estimated_finish(&kernel, j1), 5);
}

/* A correction may cost: J0 ends at 5 exactly as planned. Corrected all the same (delta = 0, the
 * text's "always"), J1's running map counts to 10 and J2 ends at 12; left alone (delta = 1) it ends
 * at 10. */
static void correcting_without_need_is_pessimistic(void **state)
{
    (void)state;
    for (rtmr_ticks delta = 0; delta <= 1; delta++) {
        struct rtmr_setup setup = kernel_setup(1, 1, RTMR_FEEDBACK_SATU, RTMR_ORDER_FLOOR);
        rtmr_handle j0;
        rtmr_handle j1;

        setup.delta = delta;
        kernel_start(&kernel, &setup);
        j0 = kernel_accept(&kernel, kernel_job(9, 1, 3, 1, 2), 5);
        j1 = kernel_accept(&kernel, kernel_job(20, 1, 5, 1, 1), 9);
        kernel_dispatch(&kernel, RTMR_MAP, 0, j0);
        kernel_advance(&kernel, 3);
        kernel_finish(&kernel, RTMR_MAP, 0);
        kernel_dispatch(&kernel, RTMR_REDUCE, 0, j0);
        kernel_dispatch(&kernel, RTMR_MAP, 0, j1);
        kernel_advance(&kernel, 5);
        kernel_finish(&kernel, RTMR_REDUCE, 0);
        kernel_advance(&kernel, 6);
        if (delta == 0) {
            kernel_reject(&kernel, kernel_job(11, 1, 1, 1, 1), RTMR_NO_JOB, 1, 12);
        } else {
            kernel_accept(&kernel, kernel_job(11, 1, 1, 1, 1), 10);
        }
    }
}

/* With Algorithms I-III a new job that passes one with a dispatched task breaks promises; exact
 * projection may pass it, and sees that it is of no use here. */
static void passing_a_started_job(void **state)
{
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        start(2, 1, all_feedback[i], RTMR_ORDER_DEFAULT);
        kernel_dispatch(&kernel, RTMR_MAP, 0, kernel_accept(&kernel, kernel_job(5, 1, 2, 1, 1), 3));
        kernel_advance(&kernel, 1);
        kernel_reject(&kernel, kernel_job(3, 2, 1, 1, 1), RTMR_NO_JOB, 1, 4);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_job_without_maps_starts_with_its_reduces),
        cmocka_unit_test(only_the_slot_used_is_raised_to_the_release),
        cmocka_unit_test(maps_are_released_now_not_at_their_arrival),
        cmocka_unit_test(the_predecessor_is_the_last_unfinished_job),
        cmocka_unit_test(running_tasks_count_in_a_correction),
        cmocka_unit_test(correcting_without_need_is_pessimistic),
        cmocka_unit_test(passing_a_started_job),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
