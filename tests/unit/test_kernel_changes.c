/*
 * Tasks that take other times than was said: a running one may run on, waiting ones take longer or
 * shorter. Adopted if every promise holds then, else nothing changes.
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

static const enum rtmr_feedback all_feedback[] = {RTMR_FEEDBACK_EXACT, RTMR_FEEDBACK_SATU, RTMR_FEEDBACK_NONE};

static void start(int32_t map_slots, int32_t reduce_slots, enum rtmr_feedback feedback)
{
    const struct rtmr_setup setup = kernel_setup(map_slots, reduce_slots, feedback, RTMR_ORDER_DEFAULT);

    kernel_start(&kernel, &setup);
}

/* A job of two tasks of 10 of the stage, deadline 100, on one slot: one of them has started. */
static rtmr_handle start_one_of_two(enum rtmr_stage stage, enum rtmr_feedback feedback)
{
    rtmr_handle job;

    start(1, 1, feedback);
    job = kernel_accept(&kernel, kernel_job(100, stage == RTMR_MAP ? 2 : 0, 10, stage == RTMR_MAP ? 0 : 2, 10), 20);
    kernel_dispatch(&kernel, stage, 0, job);
    return job;
}

/* --- A running task may run on ---------------------------------------------------------------- */

/* At its bound the task is given 5 more ticks: the rest follows, and the clock may go there. */
static void a_busy_slot(void **state)
{
    (void)state;
    for (enum rtmr_stage stage = RTMR_MAP; stage <= RTMR_REDUCE; stage++) {
        for (size_t i = 0; i < 3; i++) {
            const rtmr_handle job = start_one_of_two(stage, all_feedback[i]);

            kernel_advance(&kernel, 10);
            kernel_extend(&kernel, stage, 0, 15);
            kernel_slot_is(&kernel, stage, 0, RTMR_SLOT_BUSY, job);
            assert_int_equal(kernel_estimated_finish(&kernel, job), 25);
            kernel_advance(&kernel, 15);
            kernel_violate(&kernel, 16, RTMR_VIOLATION_OVERRUN, 1, 1);
        }
    }
}

/* Also when it is not due yet, and to the bound that it has. */
static void before_the_bound(void **state)
{
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        const rtmr_handle job = start_one_of_two(RTMR_MAP, all_feedback[i]);

        kernel_extend(&kernel, RTMR_MAP, 0, 10);
        assert_int_equal(kernel_estimated_finish(&kernel, job), 20);
        kernel_advance(&kernel, 3);
        kernel_extend(&kernel, RTMR_MAP, 0, 11);
        kernel_advance(&kernel, 11);
        kernel_finish(&kernel, RTMR_MAP, 0);
    }
}

/* Two slots run tasks; the one that is due last is extended, and the other's bound still counts. */
static void the_other_bound_still_counts(void **state)
{
    rtmr_handle j0;
    rtmr_handle j1;

    (void)state;
    start(2, 1, RTMR_FEEDBACK_EXACT);
    j0 = kernel_accept(&kernel, kernel_job(100, 1, 10, 0, 0), 10);
    j1 = kernel_accept(&kernel, kernel_job(100, 1, 20, 0, 0), 20);
    kernel_dispatch(&kernel, RTMR_MAP, 0, j0);
    kernel_dispatch(&kernel, RTMR_MAP, 1, j1);
    kernel_extend(&kernel, RTMR_MAP, 1, 30);
    kernel_extend(&kernel, RTMR_MAP, 0, 12);
    kernel_advance(&kernel, 12);
    kernel_violate(&kernel, 13, RTMR_VIOLATION_OVERRUN, 1, 1);
    assert_int_equal(kernel_flagged(&kernel, j0), 1);
    assert_int_equal(kernel_flagged(&kernel, j1), 0);
    kernel_violate(&kernel, 31, RTMR_VIOLATION_OVERRUN, 1, 1);
}

/* A late slot counts again: what needs it is accepted behind its task. The job stays flagged. */
static void a_late_slot(void **state)
{
    (void)state;
    for (enum rtmr_stage stage = RTMR_MAP; stage <= RTMR_REDUCE; stage++) {
        for (size_t i = 0; i < 3; i++) {
            const struct rtmr_job next = kernel_job(100, stage == RTMR_MAP ? 1 : 0, 10, stage == RTMR_MAP ? 0 : 1, 10);
            const rtmr_handle job = start_one_of_two(stage, all_feedback[i]);

            kernel_violate(&kernel, 11, RTMR_VIOLATION_OVERRUN, 1, 1);
            kernel_slot_is(&kernel, stage, 0, RTMR_SLOT_LATE, job);
            kernel_reject(&kernel, next, RTMR_NO_JOB, RTMR_NEVER, RTMR_NEVER);
            kernel_extend(&kernel, stage, 0, 20);
            kernel_slot_is(&kernel, stage, 0, RTMR_SLOT_BUSY, job);
            assert_int_equal(kernel_flagged(&kernel, job), 1);
            kernel_accept(&kernel, next, 30);
            kernel_advance(&kernel, 20);
            /* It counts, so that it is over its bound again; the accepted job may be late then. */
            kernel_violate(&kernel, 21, RTMR_VIOLATION_OVERRUN, 1, 1);
        }
    }
}

/* A slot that leaves stays one that leaves, whether it is late or not. */
static void a_draining_slot(void **state)
{
    (void)state;
    for (enum rtmr_stage stage = RTMR_MAP; stage <= RTMR_REDUCE; stage++) {
        rtmr_handle j0;

        start(2, 2, RTMR_FEEDBACK_EXACT);
        j0 = kernel_accept(&kernel, kernel_job(100, stage == RTMR_MAP ? 1 : 0, 10, stage == RTMR_MAP ? 0 : 1, 10), 10);
        kernel_dispatch(&kernel, stage, 0, j0);
        kernel_drain(&kernel, stage, 0);
        kernel_extend(&kernel, stage, 0, 15);
        kernel_slot_is(&kernel, stage, 0, RTMR_SLOT_DRAINING, j0);
        assert_int_equal(kernel_estimated_finish(&kernel, j0), 15);
        kernel_advance(&kernel, 15);
        kernel_violate(&kernel, 16, RTMR_VIOLATION_OVERRUN, 1, 1);
        kernel_slot_is(&kernel, stage, 0, RTMR_SLOT_LATE_DRAINING, j0);
        kernel_extend(&kernel, stage, 0, 16);
        kernel_slot_is(&kernel, stage, 0, RTMR_SLOT_DRAINING, j0);
        kernel_renew(&kernel, j0, 16, 16);
        assert_int_equal(kernel_finish(&kernel, stage, 0).flagged, 0);
        kernel_slot_is(&kernel, stage, 0, RTMR_SLOT_ABSENT, RTMR_NO_JOB);
    }
}

/* The task's own job, or one behind it, would be late: refused at one tick more than fits. */
static void an_extension_that_does_not_fit(void **state)
{
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        rtmr_handle j0;
        rtmr_handle j1;

        start(1, 1, all_feedback[i]);
        j0 = kernel_accept(&kernel, kernel_job(15, 1, 10, 0, 0), 10);
        kernel_dispatch(&kernel, RTMR_MAP, 0, j0);
        kernel_refuse_extension(&kernel, RTMR_MAP, 0, 16, j0, 1);
        j1 = kernel_accept(&kernel, kernel_job(24, 1, 10, 0, 0), 20);
        kernel_refuse_extension(&kernel, RTMR_MAP, 0, 15, j1, 1);
        kernel_extend(&kernel, RTMR_MAP, 0, 14);
        kernel_advance(&kernel, 14);
        kernel_refuse_extension(&kernel, RTMR_MAP, 0, 16, j0, 1);
        kernel_refuse_extension(&kernel, RTMR_MAP, 0, RTMR_TIME_MAX, j0, RTMR_TIME_MAX - 15);
        kernel_violate(&kernel, 15, RTMR_VIOLATION_OVERRUN, 1, 2);
    }
}

/* From the old bound and from now, to the end of time. */
static void bounds_of_the_bound(void **state)
{
    struct rtmr_decision decision;
    struct rtmr_decision before;

    (void)state;
    memset(&decision, 0x5a, sizeof decision);
    memcpy(&before, &decision, sizeof before);
    for (enum rtmr_stage stage = RTMR_MAP; stage <= RTMR_REDUCE; stage++) {
        (void)start_one_of_two(stage, RTMR_FEEDBACK_EXACT);
        kernel_advance(&kernel, 5);
        kernel_remember(&kernel);
        assert_int_equal(rtmr_extend(&kernel, stage, 0, 9, &decision), RTMR_E_BOUND);
        assert_int_equal(rtmr_extend(&kernel, stage, 0, TICKS_LEAST, &decision), RTMR_E_BOUND);
        assert_int_equal(rtmr_extend(&kernel, stage, 0, RTMR_TIME_MAX + 1, &decision), RTMR_E_BOUND);
        assert_int_equal(rtmr_extend(&kernel, stage, 0, RTMR_NEVER, &decision), RTMR_E_BOUND);
        assert_true(kernel_unchanged(&kernel));
        kernel_violate(&kernel, 20, RTMR_VIOLATION_OVERRUN, 1, 1);
        kernel_remember(&kernel);
        assert_int_equal(rtmr_extend(&kernel, stage, 0, 19, &decision), RTMR_E_BOUND);
        assert_true(kernel_unchanged(&kernel));
        kernel_extend(&kernel, stage, 0, 20);
        kernel_extend(&kernel, stage, 0, RTMR_TIME_MAX);
        kernel_advance(&kernel, RTMR_TIME_MAX);
    }
    assert_memory_equal(&decision, &before, sizeof before);
}

/* Only a slot that runs a task has a bound. */
static void slots_that_run_nothing(void **state)
{
    struct rtmr_decision decision;

    (void)state;
    start(2, 2, RTMR_FEEDBACK_EXACT);
    kernel_drain(&kernel, RTMR_MAP, 1);
    kernel_drain(&kernel, RTMR_REDUCE, 1);
    kernel_remember(&kernel);
    for (enum rtmr_stage stage = RTMR_MAP; stage <= RTMR_REDUCE; stage++) {
        assert_int_equal(rtmr_extend(&kernel, stage, 0, 10, &decision), RTMR_E_SLOT_IDLE);
        assert_int_equal(rtmr_extend(&kernel, stage, 1, 10, &decision), RTMR_E_SLOT_ABSENT);
        assert_int_equal(rtmr_extend(&kernel, stage, 2, 10, &decision), RTMR_E_SLOT);
        assert_int_equal(rtmr_extend(&kernel, stage, -1, 10, &decision), RTMR_E_SLOT);
    }
    assert_true(kernel_unchanged(&kernel));
}

/* --- Waiting tasks take another time ---------------------------------------------------------- */

/* The task that runs keeps its bound; the next one gets the new time. */
static void waiting_tasks_only(void **state)
{
    (void)state;
    for (enum rtmr_stage stage = RTMR_MAP; stage <= RTMR_REDUCE; stage++) {
        for (size_t i = 0; i < 3; i++) {
            const rtmr_handle job = start_one_of_two(stage, all_feedback[i]);
            struct rtmr_slot_info slot;

            kernel_set_estimate(&kernel, job, stage, 30);
            assert_int_equal(kernel_estimated_finish(&kernel, job), 40);
            assert_int_equal(rtmr_slot_info(&kernel, stage, 0, &slot), RTMR_OK);
            assert_int_equal(slot.bound, 10);
            kernel_advance(&kernel, 8);
            kernel_finish(&kernel, stage, 0);
            kernel_dispatch(&kernel, stage, 0, job);
            assert_int_equal(rtmr_slot_info(&kernel, stage, 0, &slot), RTMR_OK);
            assert_int_equal(slot.bound, 38);
        }
    }
}

/* Refused at one tick more than fits: for the job's own promise, and for that of a job behind. */
static void an_estimate_that_does_not_fit(void **state)
{
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        rtmr_handle j0;
        rtmr_handle j1;

        start(1, 1, all_feedback[i]);
        j0 = kernel_accept(&kernel, kernel_job(30, 1, 10, 1, 10), 20);
        kernel_refuse_estimate(&kernel, j0, RTMR_REDUCE, 21, j0, 1);
        kernel_refuse_estimate(&kernel, j0, RTMR_MAP, 21, j0, 1);
        j1 = kernel_accept(&kernel, kernel_job(35, 0, 0, 1, 10), 10 + 20);
        kernel_refuse_estimate(&kernel, j0, RTMR_REDUCE, 16, j1, 1);
        kernel_refuse_estimate(&kernel, j0, RTMR_MAP, RTMR_TIME_MAX, j0, RTMR_NEVER);
        kernel_set_estimate(&kernel, j0, RTMR_REDUCE, 15);
        assert_int_equal(kernel_estimated_finish(&kernel, j0), 25);
        assert_int_equal(kernel_estimated_finish(&kernel, j1), 35);
    }
}

/* Shorter times make room for others. */
static void shorter_times_make_room(void **state)
{
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        rtmr_handle j0;

        start(1, 1, all_feedback[i]);
        j0 = kernel_accept(&kernel, kernel_job(30, 2, 10, 0, 0), 20);
        kernel_reject(&kernel, kernel_job(30, 1, 20, 0, 0), RTMR_NO_JOB, 10, 40);
        kernel_set_estimate(&kernel, j0, RTMR_MAP, 5);
        assert_int_equal(kernel_estimated_finish(&kernel, j0), 10);
        kernel_accept(&kernel, kernel_job(30, 1, 20, 0, 0), 30);
    }
}

/* The times of a flagged job touch no promise; a stage without tasks takes any. */
static void times_that_touch_no_promise(void **state)
{
    rtmr_handle j0;
    rtmr_handle j1;

    (void)state;
    start(1, 1, RTMR_FEEDBACK_EXACT);
    j0 = kernel_accept(&kernel, kernel_job(10, 1, 10, 0, 0), 10);
    j1 = kernel_accept(&kernel, kernel_job(20, 1, 10, 0, 0), 20);
    kernel_set_estimate(&kernel, j0, RTMR_REDUCE, RTMR_TIME_MAX);
    kernel_suspend(&kernel, j0);
    kernel_set_estimate(&kernel, j0, RTMR_MAP, RTMR_TIME_MAX);
    kernel_renew(&kernel, j1, 10, 10);
    kernel_refuse_renewal(&kernel, j0, RTMR_TIME_MAX, j0, RTMR_NEVER, RTMR_NEVER);
    kernel_set_estimate(&kernel, j0, RTMR_MAP, 1);
    kernel_renew(&kernel, j0, 11, 11);
}

/* The time is what the task takes: the kernel adds the latency, as at the submission. */
static void latency_pads_an_estimate(void **state)
{
    struct rtmr_setup setup = kernel_setup(1, 1, RTMR_FEEDBACK_EXACT, RTMR_ORDER_EDF);
    struct rtmr_slot_info slot;
    rtmr_handle j0;

    (void)state;
    setup.latency = 3;
    kernel_start(&kernel, &setup);
    j0 = kernel_accept(&kernel, kernel_job(100, 1, 10, 0, 0), 16);
    kernel_set_estimate(&kernel, j0, RTMR_MAP, 20);
    assert_int_equal(kernel_estimated_finish(&kernel, j0), 26);
    kernel_dispatch(&kernel, RTMR_MAP, 0, j0);
    assert_int_equal(rtmr_slot_info(&kernel, RTMR_MAP, 0, &slot), RTMR_OK);
    assert_int_equal(slot.bound, 23);
}

static void bounds_of_the_estimate(void **state)
{
    struct rtmr_decision decision;
    struct rtmr_decision before;
    rtmr_handle j0;

    (void)state;
    start(1, 1, RTMR_FEEDBACK_EXACT);
    memset(&decision, 0x5a, sizeof decision);
    memcpy(&before, &decision, sizeof before);
    j0 = kernel_accept(&kernel, kernel_job(RTMR_TIME_MAX, 1, 10, 1, 10), 20);
    kernel_remember(&kernel);
    for (enum rtmr_stage stage = RTMR_MAP; stage <= RTMR_REDUCE; stage++) {
        assert_int_equal(rtmr_set_estimate(&kernel, j0, stage, 0, &decision), RTMR_E_ESTIMATE);
        assert_int_equal(rtmr_set_estimate(&kernel, j0, stage, TICKS_LEAST, &decision), RTMR_E_ESTIMATE);
        assert_int_equal(rtmr_set_estimate(&kernel, j0, stage, RTMR_TIME_MAX + 1, &decision), RTMR_E_ESTIMATE);
        assert_int_equal(rtmr_set_estimate(&kernel, j0, stage, RTMR_NEVER, &decision), RTMR_E_ESTIMATE);
        assert_int_equal(rtmr_set_estimate(&kernel, j0 + 1, stage, 10, &decision), RTMR_E_HANDLE);
        assert_int_equal(rtmr_set_estimate(&kernel, RTMR_NO_JOB, stage, 10, &decision), RTMR_E_HANDLE);
    }
    assert_true(kernel_unchanged(&kernel));
    assert_memory_equal(&decision, &before, sizeof before);
    kernel_set_estimate(&kernel, j0, RTMR_MAP, 1);
    kernel_set_estimate(&kernel, j0, RTMR_REDUCE, RTMR_TIME_MAX - 1);
    assert_int_equal(kernel_estimated_finish(&kernel, j0), RTMR_TIME_MAX);
    kernel_refuse_estimate(&kernel, j0, RTMR_REDUCE, RTMR_TIME_MAX, j0, RTMR_NEVER);
}

/* Adopted: with `none` and `satu` plans are made by exact projection until no job is left. Refused:
 * stored vectors are in use as before. */
static void stored_vectors_rest_until_the_table_is_empty(void **state)
{
    (void)state;
    for (size_t i = 1; i < 3; i++) {
        rtmr_handle j0 = start_one_of_two(RTMR_MAP, all_feedback[i]);

        kernel_refuse_extension(&kernel, RTMR_MAP, 0, 91, j0, 1);
        kernel_refuse_estimate(&kernel, j0, RTMR_MAP, 91, j0, 1);
        assert_int_equal(kernel.plans_from_slots, 0);
        kernel_set_estimate(&kernel, j0, RTMR_MAP, 90);
        assert_int_equal(kernel.plans_from_slots, 1);
        kernel_finish(&kernel, RTMR_MAP, 0);
        kernel_dispatch(&kernel, RTMR_MAP, 0, j0);
        kernel_finish(&kernel, RTMR_MAP, 0);
        assert_int_equal(kernel.plans_from_slots, 0);
        j0 = start_one_of_two(RTMR_MAP, all_feedback[i]);
        kernel_extend(&kernel, RTMR_MAP, 0, 90);
        assert_int_equal(kernel.plans_from_slots, 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_busy_slot),
        cmocka_unit_test(before_the_bound),
        cmocka_unit_test(the_other_bound_still_counts),
        cmocka_unit_test(a_late_slot),
        cmocka_unit_test(a_draining_slot),
        cmocka_unit_test(an_extension_that_does_not_fit),
        cmocka_unit_test(bounds_of_the_bound),
        cmocka_unit_test(slots_that_run_nothing),
        cmocka_unit_test(waiting_tasks_only),
        cmocka_unit_test(an_estimate_that_does_not_fit),
        cmocka_unit_test(shorter_times_make_room),
        cmocka_unit_test(times_that_touch_no_promise),
        cmocka_unit_test(latency_pads_an_estimate),
        cmocka_unit_test(bounds_of_the_estimate),
        cmocka_unit_test(stored_vectors_rest_until_the_table_is_empty),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
