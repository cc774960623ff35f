/*
 * Slots that drain: an admission test with one slot less, and then the slot leaves when its task
 * has ended.
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

/* An idle slot leaves at once, and the jobs are planned without it. */
static void an_idle_slot_drains(void **state)
{
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        rtmr_handle job;

        start(2, 1, all_feedback[i]);
        job = kernel_accept(&kernel, kernel_job(20, 2, 10, 0, 0), 10);
        kernel_drain(&kernel, RTMR_MAP, 1);
        kernel_slot_is(&kernel, RTMR_MAP, 1, RTMR_SLOT_ABSENT, RTMR_NO_JOB);
        assert_int_equal(kernel_estimated_finish(&kernel, job), 20);
        kernel_reject(&kernel, kernel_job(29, 1, 10, 0, 0), RTMR_NO_JOB, 1, 30);
        assert_int_equal(kernel_dispatch_all(&kernel), 1);
        kernel_advance(&kernel, 10);
        kernel_finish(&kernel, RTMR_MAP, 0);
        assert_int_equal(kernel_dispatch_all(&kernel), 1);
        kernel_advance(&kernel, 20);
        assert_int_equal(kernel_finish(&kernel, RTMR_MAP, 0).flagged, 0);
    }
}

/* A busy one takes no further task; its own is still bound, and when it has ended the slot is
 * absent. */
static void a_busy_slot_drains(void **state)
{
    struct rtmr_offer offer;
    struct rtmr_slot_info info;

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        rtmr_handle job;

        start(2, 1, all_feedback[i]);
        job = kernel_accept(&kernel, kernel_job(20, 3, 10, 0, 0), 20);
        assert_int_equal(kernel_dispatch_all(&kernel), 2);
        kernel_advance(&kernel, 5);
        kernel_drain(&kernel, RTMR_MAP, 1);
        assert_int_equal(rtmr_slot_info(&kernel, RTMR_MAP, 1, &info), RTMR_OK);
        assert_int_equal(info.state, RTMR_SLOT_DRAINING);
        assert_int_equal(info.job, job);
        assert_int_equal(info.bound, 10);
        kernel_remember(&kernel);
        assert_int_equal(rtmr_dispatch(&kernel, RTMR_MAP, 1, &offer), RTMR_E_SLOT_BUSY);
        assert_true(kernel_unchanged(&kernel));
        kernel_advance(&kernel, 9);
        kernel_finish(&kernel, RTMR_MAP, 1);
        kernel_slot_is(&kernel, RTMR_MAP, 1, RTMR_SLOT_ABSENT, RTMR_NO_JOB);
        kernel_expect_nothing(&kernel, RTMR_MAP);
        kernel_advance(&kernel, 10);
        kernel_finish(&kernel, RTMR_MAP, 0);
        kernel_slot_is(&kernel, RTMR_MAP, 0, RTMR_SLOT_IDLE, RTMR_NO_JOB);
        kernel_dispatch(&kernel, RTMR_MAP, 0, job);
        kernel_advance(&kernel, 20);
        assert_int_equal(kernel_finish(&kernel, RTMR_MAP, 0).flagged, 0);
    }
}

/* The bound of a draining slot's task holds the job's reduces back, though no plan counts on the
 * slot: e stays 15. */
static void what_a_draining_slot_runs_is_planned(void **state)
{
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        rtmr_handle job;

        start(2, 1, all_feedback[i]);
        job = kernel_accept(&kernel, kernel_job(15, 2, 10, 1, 5), 15);
        assert_int_equal(kernel_dispatch_all(&kernel), 2);
        kernel_drain(&kernel, RTMR_MAP, 0);
        kernel_drain(&kernel, RTMR_MAP, 1); /* none is left, none is needed */
        assert_int_equal(kernel_estimated_finish(&kernel, job), 15);
        kernel_reject(&kernel, kernel_job(100, 1, 1, 0, 0), RTMR_NO_JOB, RTMR_NEVER, RTMR_NEVER);
        kernel_accept(&kernel, kernel_job(20, 0, 0, 1, 5), 20);
    }
}

/* A late slot leaves when its task is reported. No plan uses it: there is nothing to test. */
static void a_late_slot_drains(void **state)
{
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        for (enum rtmr_stage stage = RTMR_MAP; stage <= RTMR_REDUCE; stage++) {
            const int32_t maps = stage == RTMR_MAP ? 1 : 0;
            rtmr_handle j0;

            start(2, 2, all_feedback[i]);
            j0 = kernel_accept(&kernel, kernel_job(10, maps, 10, 1 - maps, 10), 10);
            kernel_dispatch(&kernel, stage, 0, j0);
            kernel_violate(&kernel, 11, RTMR_VIOLATION_OVERRUN, 1, 1);
            kernel_accept(&kernel, kernel_job(21, maps, 10, 1 - maps, 10), 21); /* not a tick to spare */
            kernel_drain(&kernel, stage, 0);
            kernel_slot_is(&kernel, stage, 0, RTMR_SLOT_LATE_DRAINING, j0);
            assert_int_equal(kernel_dispatch_all(&kernel), 1);
            assert_int_equal(kernel_finish(&kernel, stage, 0).job_done, 1);
            kernel_slot_is(&kernel, stage, 0, RTMR_SLOT_ABSENT, RTMR_NO_JOB);
            kernel_advance(&kernel, 21);
            assert_int_equal(kernel_finish(&kernel, stage, 1).flagged, 0);
        }
    }
}

/* One slot less would make J0 late: no. When one of its maps has ended early: yes. */
static void refused_and_then_accepted(void **state)
{
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        rtmr_handle j0;
        rtmr_handle j1;

        start(2, 1, all_feedback[i]);
        j0 = kernel_accept(&kernel, kernel_job(15, 2, 10, 0, 0), 10);
        kernel_refuse_drain(&kernel, RTMR_MAP, 1, j0, 5);
        assert_int_equal(kernel_dispatch_all(&kernel), 2);
        j1 = kernel_accept(&kernel, kernel_job(20, 2, 10, 0, 0), 20);
        kernel_refuse_drain(&kernel, RTMR_MAP, 0, j1, 10);
        kernel_refuse_drain(&kernel, RTMR_MAP, 1, j1, 10);
        kernel_slot_is(&kernel, RTMR_MAP, 1, RTMR_SLOT_BUSY, j0);
        kernel_advance(&kernel, 5);
        kernel_finish(&kernel, RTMR_MAP, 0);
        kernel_refuse_drain(&kernel, RTMR_MAP, 0, j1, 10);
        kernel_refuse_drain(&kernel, RTMR_MAP, 1, j1, 5);
        kernel_dispatch(&kernel, RTMR_MAP, 0, j1);
        kernel_refuse_drain(&kernel, RTMR_MAP, 1, j1, 5);
        kernel_drain(&kernel, RTMR_MAP, 0);
        assert_int_equal(kernel_estimated_finish(&kernel, j1), 20);
        kernel_advance(&kernel, 10);
        assert_int_equal(kernel_finish(&kernel, RTMR_MAP, 1).flagged, 0);
        kernel_dispatch(&kernel, RTMR_MAP, 1, j1);
        kernel_advance(&kernel, 15);
        kernel_finish(&kernel, RTMR_MAP, 0);
        kernel_advance(&kernel, 20);
        assert_int_equal(kernel_finish(&kernel, RTMR_MAP, 1).flagged, 0);
    }
}

/* The last slot of a stage may leave when nothing waits for it, idle or busy, and not before. */
static void the_last_slot_drains(void **state)
{
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        rtmr_handle job;

        start(1, 1, all_feedback[i]);
        job = kernel_accept(&kernel, kernel_job(RTMR_TIME_MAX, 1, 10, 1, 10), 20);
        kernel_refuse_drain(&kernel, RTMR_MAP, 0, job, RTMR_NEVER);
        kernel_dispatch(&kernel, RTMR_MAP, 0, job);
        kernel_refuse_drain(&kernel, RTMR_REDUCE, 0, job, RTMR_NEVER);
        kernel_drain(&kernel, RTMR_MAP, 0);
        kernel_advance(&kernel, 10);
        kernel_finish(&kernel, RTMR_MAP, 0);
        kernel_dispatch(&kernel, RTMR_REDUCE, 0, job);
        kernel_drain(&kernel, RTMR_REDUCE, 0);
        kernel_advance(&kernel, 20);
        assert_int_equal(kernel_finish(&kernel, RTMR_REDUCE, 0).flagged, 0);
        kernel_reject(&kernel, kernel_job(100, 0, 0, 1, 10), RTMR_NO_JOB, RTMR_NEVER, RTMR_NEVER);
        kernel_add(&kernel, RTMR_REDUCE, 0);
        kernel_accept(&kernel, kernel_job(100, 0, 0, 1, 10), 30);
    }
}

/* A draining slot's task is over its bound: its job is flagged, and the slot is absent when it
 * reports. */
static void a_draining_slot_overruns(void **state)
{
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        rtmr_handle j0;
        rtmr_handle j1;

        start(2, 1, all_feedback[i]);
        j0 = kernel_accept(&kernel, kernel_job(100, 1, 10, 0, 0), 10);
        j1 = kernel_accept(&kernel, kernel_job(100, 1, 20, 0, 0), 20);
        assert_int_equal(kernel_dispatch_all(&kernel), 2);
        kernel_drain(&kernel, RTMR_MAP, 0);
        kernel_advance(&kernel, 10);
        kernel_violate(&kernel, 11, RTMR_VIOLATION_OVERRUN, 1, 1);
        kernel_slot_is(&kernel, RTMR_MAP, 0, RTMR_SLOT_LATE_DRAINING, j0);
        assert_int_equal(kernel_flagged(&kernel, j0), 1);
        assert_int_equal(kernel_flagged(&kernel, j1), 0);
        assert_null(kernel_broken_invariant(&kernel));
        kernel_accept(&kernel, kernel_job(100, 1, 10, 0, 0), 30);
        kernel_advance(&kernel, 12);
        assert_int_equal(kernel_finish(&kernel, RTMR_MAP, 0).flagged, 1);
        kernel_slot_is(&kernel, RTMR_MAP, 0, RTMR_SLOT_ABSENT, RTMR_NO_JOB);
        kernel_expect_nothing(&kernel, RTMR_MAP);
        kernel_advance(&kernel, 20);
    }
}

/* A job whose promise is suspended keeps no slot. J0, flagged, waits with a map that needs one. */
static void flagged_jobs_do_not_count(void **state)
{
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        rtmr_handle j0;

        start(1, 1, all_feedback[i]);
        j0 = kernel_accept(&kernel, kernel_job(20, 2, 10, 0, 0), 20);
        kernel_dispatch(&kernel, RTMR_MAP, 0, j0);
        kernel_violate(&kernel, 11, RTMR_VIOLATION_OVERRUN, 1, 1);
        kernel_finish(&kernel, RTMR_MAP, 0);
        kernel_drain(&kernel, RTMR_MAP, 0);
        kernel_slot_is(&kernel, RTMR_MAP, 0, RTMR_SLOT_ABSENT, RTMR_NO_JOB);
        kernel_expect_nothing(&kernel, RTMR_MAP);
        kernel_add(&kernel, RTMR_MAP, 0);
        kernel_dispatch(&kernel, RTMR_MAP, 0, j0);
    }
}

/* `none` and `satu` plan from the slot table once a slot has drained, until no job is left; at once
 * if there is none. */
static void stored_vectors_and_drained_slots(void **state)
{
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        const int32_t exact = all_feedback[i] == RTMR_FEEDBACK_EXACT;

        start(3, 1, all_feedback[i]);
        kernel_drain(&kernel, RTMR_MAP, 2);
        assert_int_equal(kernel.plans_from_slots, exact);
        kernel_refuse_drain(&kernel, RTMR_MAP, 0, kernel_accept(&kernel, kernel_job(19, 2, 10, 0, 0), 10), 1);
        assert_int_equal(kernel.plans_from_slots, exact);
        kernel_drain(&kernel, RTMR_REDUCE, 0);
        assert_int_equal(kernel.plans_from_slots, 1);
        assert_int_equal(kernel_dispatch_all(&kernel), 2);
        kernel_advance(&kernel, 7);
        kernel_finish(&kernel, RTMR_MAP, 0);
        kernel_drain(&kernel, RTMR_MAP, 0);
        kernel_finish(&kernel, RTMR_MAP, 1);
        assert_int_equal(kernel.plans_from_slots, exact);
        kernel_accept(&kernel, kernel_job(27, 2, 10, 0, 0), 27);
        assert_null(kernel_broken_invariant(&kernel));
    }
}

/* A slot of any other state: each refusal by its name, and nothing has changed. */
static void what_cannot_drain(void **state)
{
    struct rtmr_decision decision;

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        start(3, 1, all_feedback[i]);
        kernel_lose(&kernel, RTMR_MAP, 2, 0);
        kernel_accept(&kernel, kernel_job(100, 1, 10, 0, 0), 10);
        kernel_accept(&kernel, kernel_job(100, 1, 20, 0, 0), 20);
        assert_int_equal(kernel_dispatch_all(&kernel), 2);
        kernel_drain(&kernel, RTMR_MAP, 0);
        kernel_drain(&kernel, RTMR_MAP, 1);
        kernel_violate(&kernel, 11, RTMR_VIOLATION_OVERRUN, 1, 1);
        kernel_remember(&kernel);
        assert_int_equal(rtmr_slot_drain(&kernel, RTMR_MAP, 0, &decision), RTMR_E_SLOT_DRAINING); /* and late */
        assert_int_equal(rtmr_slot_drain(&kernel, RTMR_MAP, 1, &decision), RTMR_E_SLOT_DRAINING);
        assert_int_equal(rtmr_slot_drain(&kernel, RTMR_MAP, 2, &decision), RTMR_E_SLOT_ABSENT);
        assert_int_equal(rtmr_slot_drain(&kernel, RTMR_MAP, 3, &decision), RTMR_E_SLOT);
        assert_int_equal(rtmr_slot_drain(&kernel, RTMR_REDUCE, -1, &decision), RTMR_E_SLOT);
        assert_int_equal(rtmr_slot_drain(&kernel, (enum rtmr_stage)2, 0, &decision), RTMR_E_STAGE);
        assert_int_equal(rtmr_slot_drain(&kernel, RTMR_MAP, 1, NULL), RTMR_E_NULL);
        assert_true(kernel_unchanged(&kernel));
    }
}

/* With dispatch latency the idle slots that stay owe what they owed: a task by 3. */
static void slots_that_stay_owe_what_they_owed(void **state)
{
    struct rtmr_setup setup = kernel_setup(3, 1, RTMR_FEEDBACK_EXACT, RTMR_ORDER_DEFAULT);
    rtmr_handle job;

    (void)state;
    setup.latency = 3;
    kernel_start(&kernel, &setup);
    job = kernel_accept(&kernel, kernel_job(30, 2, 10, 0, 0), 16);
    kernel_advance(&kernel, 2);
    kernel_drain(&kernel, RTMR_MAP, 0);
    kernel_refuse_drain(&kernel, RTMR_MAP, 1, job, 1);
    kernel_advance(&kernel, 3);
    kernel_violate(&kernel, 4, RTMR_VIOLATION_WAITING, 0, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_idle_slot_drains),
        cmocka_unit_test(a_busy_slot_drains),
        cmocka_unit_test(what_a_draining_slot_runs_is_planned),
        cmocka_unit_test(a_late_slot_drains),
        cmocka_unit_test(refused_and_then_accepted),
        cmocka_unit_test(the_last_slot_drains),
        cmocka_unit_test(a_draining_slot_overruns),
        cmocka_unit_test(flagged_jobs_do_not_count),
        cmocka_unit_test(stored_vectors_and_drained_slots),
        cmocka_unit_test(what_cannot_drain),
        cmocka_unit_test(slots_that_stay_owe_what_they_owed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
