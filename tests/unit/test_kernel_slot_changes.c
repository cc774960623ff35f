/*
 * Slots that are lost (E4), with and without a task, come back, and are new.
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
        kernel_lose(&kernel, RTMR_MAP, 1, 0);
        assert_int_equal(kernel_estimated_finish(&kernel, j0), 10);
        assert_int_equal(kernel_estimated_finish(&kernel, j1), 20);
        kernel_lose(&kernel, RTMR_MAP, 0, 2);
        kernel_expect_nothing(&kernel, RTMR_MAP);
        kernel_advance(&kernel, 1);
    }
}

/* The task of a lost slot runs again. There is time enough, so no job is flagged: J0's map runs
 * from 10 on, on the slot that J1 leaves. */
static void busy_slot_lost(void **state)
{
    struct rtmr_job_info info;
    struct rtmr_report report;
    rtmr_handle j0;
    rtmr_handle j1;

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        start(2, 1, all_feedback[i]);
        j0 = kernel_accept(&kernel, kernel_job(25, 1, 10, 1, 5), 15);
        j1 = kernel_accept(&kernel, kernel_job(100, 1, 10, 0, 0), 10);
        assert_int_equal(kernel_dispatch_all(&kernel), 2);
        kernel_advance(&kernel, 5);
        kernel_lose(&kernel, RTMR_MAP, 0, 0);
        assert_int_equal(rtmr_job_info(&kernel, j0, &info), RTMR_OK);
        assert_int_equal(info.flagged, 0);
        assert_int_equal(info.map_waiting, 1);
        assert_int_equal(info.map_unfinished, 1);
        assert_int_equal(info.place, 0);
        assert_int_equal(info.estimated_finish, 25);
        assert_int_equal(kernel_estimated_finish(&kernel, j1), 10);
        assert_int_equal(rtmr_withdraw(&kernel, j0), RTMR_E_STARTED);
        kernel_advance(&kernel, 10);
        kernel_finish(&kernel, RTMR_MAP, 1);
        kernel_dispatch(&kernel, RTMR_MAP, 1, j0);
        kernel_advance(&kernel, 20);
        kernel_finish(&kernel, RTMR_MAP, 1);
        kernel_dispatch(&kernel, RTMR_REDUCE, 0, j0);
        kernel_advance(&kernel, 25);
        report = kernel_finish(&kernel, RTMR_REDUCE, 0);
        assert_int_equal(report.job_done, 1);
        assert_int_equal(report.flagged, 0);
    }
}

/* The same a tick too tight: J0 is flagged, with the e of the plan that does not fit, and J1 is
 * not. */
static void the_job_of_a_lost_task_is_flagged(void **state)
{
    struct rtmr_job_info info;
    rtmr_handle j0;
    rtmr_handle j1;

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        start(2, 1, all_feedback[i]);
        j0 = kernel_accept(&kernel, kernel_job(24, 1, 10, 1, 5), 15);
        j1 = kernel_accept(&kernel, kernel_job(100, 1, 10, 0, 0), 10);
        assert_int_equal(kernel_dispatch_all(&kernel), 2);
        kernel_advance(&kernel, 5);
        kernel_lose(&kernel, RTMR_MAP, 0, 1);
        assert_int_equal(rtmr_job_info(&kernel, j0, &info), RTMR_OK);
        assert_int_equal(info.flagged, 1);
        assert_int_equal(info.place, 1);
        assert_int_equal(info.estimated_finish, 25);
        assert_int_equal(kernel_flagged(&kernel, j1), 0);
        kernel_advance(&kernel, 10);
        kernel_finish(&kernel, RTMR_MAP, 1);
        kernel_dispatch(&kernel, RTMR_MAP, 1, j0);
        kernel_advance(&kernel, 20);
        kernel_finish(&kernel, RTMR_MAP, 1);
        kernel_dispatch(&kernel, RTMR_REDUCE, 0, j0);
        assert_int_equal(kernel_finish(&kernel, RTMR_REDUCE, 0).flagged, 1);
    }
}

/* J0's map is lost at 5. With it in front J2 would end at 30; J0 has time until 100, but it is its
 * task that was lost. */
static void no_other_job_is_flagged_in_its_place(void **state)
{
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        const struct rtmr_setup setup = kernel_setup(2, 1, all_feedback[i], RTMR_ORDER_FIFO);
        rtmr_handle j0;
        rtmr_handle j2;

        kernel_start(&kernel, &setup);
        j0 = kernel_accept(&kernel, kernel_job(100, 1, 10, 0, 0), 10);
        kernel_accept(&kernel, kernel_job(100, 1, 10, 0, 0), 10);
        j2 = kernel_accept(&kernel, kernel_job(20, 1, 10, 0, 0), 20);
        assert_int_equal(kernel_dispatch_all(&kernel), 2);
        kernel_advance(&kernel, 5);
        kernel_lose(&kernel, RTMR_MAP, 0, 1);
        assert_int_equal(kernel_flagged(&kernel, j0), 1);
        assert_int_equal(kernel_estimated_finish(&kernel, j0), 20);
        assert_int_equal(kernel_flagged(&kernel, j2), 0);
        assert_int_equal(kernel_estimated_finish(&kernel, j2), 20);
    }
}

/* The same with J3 behind J2, which the slot that is left cannot serve in time either. */
static void another_job_is_flagged_too(void **state)
{
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        const struct rtmr_setup setup = kernel_setup(2, 1, all_feedback[i], RTMR_ORDER_FIFO);
        rtmr_handle j0;
        rtmr_handle j2;
        rtmr_handle j3;

        kernel_start(&kernel, &setup);
        j0 = kernel_accept(&kernel, kernel_job(100, 1, 10, 0, 0), 10);
        kernel_accept(&kernel, kernel_job(100, 1, 10, 0, 0), 10);
        j2 = kernel_accept(&kernel, kernel_job(20, 1, 10, 0, 0), 20);
        j3 = kernel_accept(&kernel, kernel_job(20, 1, 10, 0, 0), 20);
        assert_int_equal(kernel_dispatch_all(&kernel), 2);
        kernel_advance(&kernel, 5);
        kernel_lose(&kernel, RTMR_MAP, 0, 2);
        assert_int_equal(kernel_flagged(&kernel, j0), 1);
        assert_int_equal(kernel_flagged(&kernel, j2), 0);
        assert_int_equal(kernel_flagged(&kernel, j3), 1);
        assert_int_equal(kernel_estimated_finish(&kernel, j3), 30);
    }
}

/* J0's map is lost at 5, J1's runs until 30, and J2, which came last, is in front: with one slot
 * left it would end at 40. J0 is behind it, so that no plan says when it ends; that it gives up its
 * promise does not help J2. */
static void a_job_behind_the_late_one_is_flagged_first(void **state)
{
    const struct rtmr_setup setup = kernel_setup(2, 1, RTMR_FEEDBACK_EXACT, RTMR_ORDER_EDF);
    rtmr_handle j0;
    rtmr_handle j1;
    rtmr_handle j2;

    (void)state;
    kernel_start(&kernel, &setup);
    j0 = kernel_accept(&kernel, kernel_job(100, 1, 10, 0, 0), 10);
    j1 = kernel_accept(&kernel, kernel_job(200, 1, 30, 0, 0), 30);
    assert_int_equal(kernel_dispatch_all(&kernel), 2);
    j2 = kernel_accept(&kernel, kernel_job(20, 1, 10, 0, 0), 20);
    kernel_advance(&kernel, 5);
    kernel_lose(&kernel, RTMR_MAP, 0, 2);
    assert_int_equal(kernel_flagged(&kernel, j0), 1);
    assert_int_equal(kernel_estimated_finish(&kernel, j0), RTMR_NEVER);
    assert_int_equal(kernel_flagged(&kernel, j1), 0);
    assert_int_equal(kernel_flagged(&kernel, j2), 1);
    assert_int_equal(kernel_estimated_finish(&kernel, j2), 40);
}

/* A late slot may be lost as well; it was not usable any more, and its job is flagged already. */
static void late_slot_lost(void **state)
{
    rtmr_handle job;

    (void)state;
    start(1, 2, RTMR_FEEDBACK_EXACT);
    job = kernel_accept(&kernel, kernel_job(100, 0, 0, 1, 10), 10);
    kernel_dispatch(&kernel, RTMR_REDUCE, 1, job);
    kernel_violate(&kernel, 20, RTMR_VIOLATION_OVERRUN, 1, 1);
    kernel_lose(&kernel, RTMR_REDUCE, 1, 0);
    kernel_dispatch(&kernel, RTMR_REDUCE, 0, job);
    kernel_lose(&kernel, RTMR_REDUCE, 0, 0);
}

/* A draining slot may be lost before its task has ended, in time or late. */
static void draining_slots_lost(void **state)
{
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        rtmr_handle j0;

        start(3, 1, all_feedback[i]);
        j0 = kernel_accept(&kernel, kernel_job(20, 2, 10, 0, 0), 10);
        assert_int_equal(kernel_dispatch_all(&kernel), 2);
        kernel_drain(&kernel, RTMR_MAP, 0);
        kernel_drain(&kernel, RTMR_MAP, 1);
        kernel_advance(&kernel, 5);
        kernel_lose(&kernel, RTMR_MAP, 1, 0);
        assert_int_equal(kernel_estimated_finish(&kernel, j0), 15);
        kernel_dispatch(&kernel, RTMR_MAP, 2, j0);
        kernel_violate(&kernel, 11, RTMR_VIOLATION_OVERRUN, 1, 1);
        kernel_slot_is(&kernel, RTMR_MAP, 0, RTMR_SLOT_LATE_DRAINING, j0);
        kernel_lose(&kernel, RTMR_MAP, 0, 0);
        kernel_advance(&kernel, 15);
        kernel_finish(&kernel, RTMR_MAP, 2);
        kernel_dispatch(&kernel, RTMR_MAP, 2, j0);
    }
}

/* With no job in the table a lost slot is forgotten at once: `none` and `satu` store vectors
 * again. */
static void a_loss_that_reaches_no_job(void **state)
{
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        start(2, 1, all_feedback[i]);
        kernel_lose(&kernel, RTMR_MAP, 1, 0);
        assert_int_equal(kernel.plans_from_slots, all_feedback[i] == RTMR_FEEDBACK_EXACT);
        kernel_accept(&kernel, kernel_job(20, 2, 10, 0, 0), 20);
        kernel_reject(&kernel, kernel_job(29, 1, 10, 0, 0), RTMR_NO_JOB, 1, 30);
    }
}

/* A slot that is back takes tasks again, in either stage. */
static void slots_come_back(void **state)
{
    (void)state;
    start(2, 2, RTMR_FEEDBACK_EXACT);
    for (enum rtmr_stage stage = RTMR_MAP; stage <= RTMR_REDUCE; stage++) {
        kernel_lose(&kernel, stage, 1, 0);
        kernel_add(&kernel, stage, 1);
    }
    kernel_accept(&kernel, kernel_job(100, 2, 10, 0, 0), 10);
    kernel_accept(&kernel, kernel_job(100, 0, 0, 2, 10), 10);
    assert_int_equal(kernel_dispatch_all(&kernel), 4);
}

/* The vectors stored for a job have no entry for a slot that joins after it was accepted: that slot
 * counts at once. */
static void a_slot_counts_behind_jobs_planned_without_it(void **state)
{
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        for (int32_t new = 0; new <= 1; new ++) { /* it was lost, or never there */
            start(2 - new, 1, all_feedback[i]);
            if (!new) {
                kernel_lose(&kernel, RTMR_MAP, 1, 0);
            }
            kernel_accept(&kernel, kernel_job(10, 1, 10, 0, 0), 10);
            kernel_reject(&kernel, kernel_job(10, 1, 10, 0, 0), RTMR_NO_JOB, 10, 20);
            kernel_add(&kernel, RTMR_MAP, 1);
            kernel_accept(&kernel, kernel_job(10, 1, 10, 0, 0), 10);
            assert_int_equal(kernel_dispatch_all(&kernel), 2);
            kernel_reject(&kernel, kernel_job(19, 2, 10, 0, 0), RTMR_NO_JOB, 1, 20);
        }
    }
}

/* Numbered as the next one, up to the capacity. */
static void new_slots(void **state)
{
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        for (enum rtmr_stage stage = RTMR_MAP; stage <= RTMR_REDUCE; stage++) {
            const int32_t maps = stage == RTMR_MAP ? RTMR_SLOTS : 0;

            start(1, 1, all_feedback[i]);
            for (int32_t slot = 1; slot < RTMR_SLOTS; slot++) {
                kernel_remember(&kernel);
                assert_int_equal(rtmr_slot_add(&kernel, stage, slot + 1), RTMR_E_SLOT);
                assert_int_equal(rtmr_slot_add(&kernel, stage, slot - 1), RTMR_E_SLOT_PRESENT);
                assert_true(kernel_unchanged(&kernel));
                kernel_add(&kernel, stage, slot);
            }
            kernel_remember(&kernel);
            assert_int_equal(rtmr_slot_add(&kernel, stage, RTMR_SLOTS), RTMR_E_SLOT);
            assert_int_equal(rtmr_slot_add(&kernel, stage, INT32_MAX), RTMR_E_SLOT);
            assert_true(kernel_unchanged(&kernel));
            kernel_accept(&kernel, kernel_job(10, maps, 10, RTMR_SLOTS - maps, 10), 10);
            assert_int_equal(kernel_dispatch_all(&kernel), RTMR_SLOTS);
        }
    }
}

/* All slots are lost; a new one behind them is as good as any. The flagged job takes it, so that no
 * plan counts on it until its task is reported. */
static void a_slot_joins_where_none_is_usable(void **state)
{
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        rtmr_handle j0;

        start(1, 1, all_feedback[i]);
        j0 = kernel_accept(&kernel, kernel_job(100, 1, 10, 0, 0), 10);
        kernel_lose(&kernel, RTMR_MAP, 0, 1);
        kernel_reject(&kernel, kernel_job(100, 1, 10, 0, 0), RTMR_NO_JOB, RTMR_NEVER, RTMR_NEVER);
        kernel_accept(&kernel, kernel_job(100, 0, 0, 1, 10), 10);
        kernel_add(&kernel, RTMR_MAP, 1);
        kernel_slot_is(&kernel, RTMR_MAP, 0, RTMR_SLOT_ABSENT, RTMR_NO_JOB);
        kernel_dispatch(&kernel, RTMR_MAP, 1, j0);
        kernel_reject(&kernel, kernel_job(100, 1, 10, 0, 0), RTMR_NO_JOB, RTMR_NEVER, RTMR_NEVER);
        kernel_add(&kernel, RTMR_MAP, 0);
        kernel_accept(&kernel, kernel_job(100, 1, 10, 0, 0), 10);
        assert_int_equal(kernel_dispatch_all(&kernel), 2);
    }
}

/* What waits is offered to a slot that joins: the clock must not move before it is dispatched
 * (E2). */
static void a_slot_that_joins_is_offered_what_waits(void **state)
{
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        start(1, 1, all_feedback[i]);
        kernel_accept(&kernel, kernel_job(20, 2, 10, 0, 0), 20);
        assert_int_equal(kernel_dispatch_all(&kernel), 1);
        kernel_advance(&kernel, 5);
        kernel_add(&kernel, RTMR_MAP, 1);
        kernel_violate(&kernel, 6, RTMR_VIOLATION_WAITING, 0, 0);
        assert_int_equal(kernel_dispatch_all(&kernel), 1);
        kernel_advance(&kernel, 10);
    }
}

/* With dispatch latency it has that long. */
static void with_latency_it_may_wait(void **state)
{
    struct rtmr_setup setup = kernel_setup(1, 1, RTMR_FEEDBACK_EXACT, RTMR_ORDER_DEFAULT);

    (void)state;
    setup.latency = 3;
    kernel_start(&kernel, &setup);
    kernel_accept(&kernel, kernel_job(100, 2, 10, 0, 0), 29);
    assert_int_equal(kernel_dispatch_all(&kernel), 1);
    kernel_advance(&kernel, 5);
    kernel_add(&kernel, RTMR_MAP, 1);
    kernel_advance(&kernel, 8);
    kernel_violate(&kernel, 9, RTMR_VIOLATION_WAITING, 0, 0);
}

static void absent_slots_refuse(void **state)
{
    struct rtmr_offer offer;
    struct rtmr_report report;
    struct rtmr_decision decision;
    struct rtmr_alarm alarm;

    (void)state;
    start(2, 1, RTMR_FEEDBACK_EXACT);
    kernel_lose(&kernel, RTMR_MAP, 0, 0);
    kernel_accept(&kernel, kernel_job(20, 2, 10, 0, 0), 20);
    kernel_remember(&kernel);
    assert_int_equal(rtmr_dispatch(&kernel, RTMR_MAP, 0, &offer), RTMR_E_SLOT_ABSENT);
    assert_int_equal(rtmr_finish(&kernel, RTMR_MAP, 0, &report), RTMR_E_SLOT_ABSENT);
    assert_int_equal(rtmr_slot_lost(&kernel, RTMR_MAP, 0, &alarm), RTMR_E_SLOT_ABSENT);
    assert_int_equal(rtmr_fail(&kernel, RTMR_MAP, 0, &alarm), RTMR_E_SLOT_ABSENT);
    assert_int_equal(rtmr_slot_drain(&kernel, RTMR_MAP, 0, &decision), RTMR_E_SLOT_ABSENT);
    assert_true(kernel_unchanged(&kernel));
    kernel_add(&kernel, RTMR_MAP, 0);
    assert_int_equal(kernel_dispatch_all(&kernel), 2);
}

/* A slot that is there cannot join, whatever it does. */
static void present_slots_refuse(void **state)
{
    rtmr_handle j0;

    (void)state;
    start(4, 1, RTMR_FEEDBACK_EXACT);
    j0 = kernel_accept(&kernel, kernel_job(10, 2, 10, 0, 0), 10);
    kernel_accept(&kernel, kernel_job(100, 2, 20, 0, 0), 20);
    assert_int_equal(kernel_dispatch_all(&kernel), 4);
    kernel_drain(&kernel, RTMR_MAP, 1);
    kernel_drain(&kernel, RTMR_MAP, 3);
    kernel_violate(&kernel, 11, RTMR_VIOLATION_OVERRUN, 2, 1);
    kernel_slot_is(&kernel, RTMR_MAP, 0, RTMR_SLOT_LATE, j0);
    kernel_slot_is(&kernel, RTMR_MAP, 1, RTMR_SLOT_LATE_DRAINING, j0);
    kernel_remember(&kernel);
    for (int32_t slot = 0; slot < 4; slot++) {
        assert_int_equal(rtmr_slot_add(&kernel, RTMR_MAP, slot), RTMR_E_SLOT_PRESENT);
    }
    assert_int_equal(rtmr_slot_add(&kernel, RTMR_REDUCE, 0), RTMR_E_SLOT_PRESENT);
    assert_true(kernel_unchanged(&kernel));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(idle_slot_lost),
        cmocka_unit_test(busy_slot_lost),
        cmocka_unit_test(the_job_of_a_lost_task_is_flagged),
        cmocka_unit_test(no_other_job_is_flagged_in_its_place),
        cmocka_unit_test(another_job_is_flagged_too),
        cmocka_unit_test(a_job_behind_the_late_one_is_flagged_first),
        cmocka_unit_test(late_slot_lost),
        cmocka_unit_test(draining_slots_lost),
        cmocka_unit_test(a_loss_that_reaches_no_job),
        cmocka_unit_test(slots_come_back),
        cmocka_unit_test(a_slot_counts_behind_jobs_planned_without_it),
        cmocka_unit_test(new_slots),
        cmocka_unit_test(a_slot_joins_where_none_is_usable),
        cmocka_unit_test(a_slot_that_joins_is_offered_what_waits),
        cmocka_unit_test(with_latency_it_may_wait),
        cmocka_unit_test(absent_slots_refuse),
        cmocka_unit_test(present_slots_refuse),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
