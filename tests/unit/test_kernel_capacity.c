/*
 * Full tables, and that finished jobs make room: a run of any length works within the capacities.
 */
#include "kernel_fixture.h"
#include "kernel_invariants.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define RETIRED 100000

static struct rtmr kernel;

static void start(int32_t map_slots, int32_t reduce_slots, enum rtmr_feedback feedback)
{
    const struct rtmr_setup setup = kernel_setup(map_slots, reduce_slots, feedback, RTMR_ORDER_DEFAULT);

    kernel_start(&kernel, &setup);
}

static void full(struct rtmr_job job, enum rtmr_reason reason)
{
    struct rtmr_decision decision;

    kernel_remember(&kernel);
    assert_int_equal(rtmr_submit(&kernel, &job, &decision), RTMR_REJECTED);
    assert_int_equal(decision.reason, reason);
    assert_int_equal(decision.estimated_finish, RTMR_NEVER);
    assert_int_equal(decision.job, RTMR_NO_JOB);
    assert_int_equal(decision.late_job, RTMR_NO_JOB);
    assert_int_equal(rtmr_what_if(&kernel, &job, &decision), RTMR_REJECTED);
    assert_int_equal(decision.reason, reason);
    assert_int_equal(decision.earliest_deadline, RTMR_NEVER);
    assert_true(kernel_unchanged(&kernel));
}

static void a_full_job_table(void **state)
{
    (void)state;
    start(1, 1, RTMR_FEEDBACK_EXACT);
    for (int32_t i = 0; i < RTMR_JOBS; i++) {
        kernel_accept(&kernel, kernel_job(RTMR_TIME_MAX, 1, 1, 0, 0), i + 1);
    }
    full(kernel_job(RTMR_TIME_MAX, 1, 1, 0, 0), RTMR_REASON_JOBS_FULL);
    full(kernel_job(0, 0, 1, 1, 1), RTMR_REASON_JOBS_FULL);
    kernel_accept(&kernel, kernel_job(0, 0, 0, 0, 0), 0);
    assert_int_equal(rtmr_withdraw(&kernel, 1), RTMR_OK);
    assert_int_equal(kernel_accept(&kernel, kernel_job(RTMR_TIME_MAX, 1, 1, 0, 0), RTMR_JOBS), RTMR_JOBS + 2);
    assert_null(kernel_broken_invariant(&kernel));
}

/* Tasks count until they are finished: what runs may have to run again. */
static void no_room_for_tasks(void **state)
{
    rtmr_handle job;

    (void)state;
    start(1, 1, RTMR_FEEDBACK_EXACT);
    job = kernel_accept(&kernel, kernel_job(RTMR_TIME_MAX, RTMR_TASKS, 1, RTMR_TASKS - 1, 1), 2 * RTMR_TASKS - 1);
    full(kernel_job(RTMR_TIME_MAX, 1, 1, 0, 0), RTMR_REASON_TASKS_FULL);
    full(kernel_job(RTMR_TIME_MAX, 0, 1, 2, 1), RTMR_REASON_TASKS_FULL);
    full(kernel_job(RTMR_TIME_MAX, RTMR_TASKS, 1, RTMR_TASKS, 1), RTMR_REASON_TASKS_FULL);
    kernel_dispatch(&kernel, RTMR_MAP, 0, job);
    full(kernel_job(RTMR_TIME_MAX, 1, 1, 0, 0), RTMR_REASON_TASKS_FULL);
    kernel_fail(&kernel, RTMR_MAP, 0, 0);
    kernel_dispatch(&kernel, RTMR_MAP, 0, job);
    kernel_finish(&kernel, RTMR_MAP, 0);
    kernel_accept(&kernel, kernel_job(RTMR_TIME_MAX, 1, 1, 1, 1), 2 * RTMR_TASKS - 1);
    full(kernel_job(RTMR_TIME_MAX, 1, 1, 0, 0), RTMR_REASON_TASKS_FULL);
    full(kernel_job(RTMR_TIME_MAX, 0, 1, 1, 1), RTMR_REASON_TASKS_FULL);
}

/* No test can run that long: the count is put there by hand. */
static void no_handles_left(void **state)
{
    (void)state;
    start(1, 1, RTMR_FEEDBACK_EXACT);
    kernel.next_handle = RTMR_LAST_HANDLE - 1;
    assert_int_equal(kernel_accept(&kernel, kernel_job(10, 1, 1, 0, 0), 1), RTMR_LAST_HANDLE - 1);
    full(kernel_job(10, 1, 1, 0, 0), RTMR_REASON_HANDLES);
    full(kernel_job(10, 0, 1, 0, 0), RTMR_REASON_HANDLES);
}

static void finish_what_is_due(enum rtmr_stage stage)
{
    struct rtmr_slot_info slot;

    for (int32_t s = 0; rtmr_slot_info(&kernel, stage, s, &slot) == RTMR_OK; s++) {
        if (slot.state == RTMR_SLOT_BUSY && slot.bound == rtmr_now(&kernel)) {
            const struct rtmr_report report = kernel_finish(&kernel, stage, s);

            assert_true(rtmr_now(&kernel) <= report.estimated_finish && report.estimated_finish <= report.deadline);
        }
    }
}

/* Jobs come and go without end: the table never fills, no handle comes back. */
static void retirement(void **state)
{
    static const enum rtmr_feedback feedback[] = {RTMR_FEEDBACK_EXACT, RTMR_FEEDBACK_SATU, RTMR_FEEDBACK_NONE};

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        rtmr_handle last = RTMR_NO_JOB;
        int32_t accepted = 0;

        start(2, 2, feedback[i]);
        while (accepted < RETIRED) {
            const struct rtmr_job job = kernel_job(rtmr_now(&kernel) + 9, 1 + accepted % 2, 1, 1, 1 + accepted % 3);
            struct rtmr_decision decision;

            if (rtmr_submit(&kernel, &job, &decision) == RTMR_OK) {
                assert_true(decision.job > last);
                last = decision.job;
                accepted++;
            }
            kernel_dispatch_all(&kernel);
            kernel_advance(&kernel, rtmr_now(&kernel) + 1);
            finish_what_is_due(RTMR_MAP);
            finish_what_is_due(RTMR_REDUCE);
            assert_true(rtmr_job_count(&kernel) <= 10);
        }
        assert_null(kernel_broken_invariant(&kernel));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_full_job_table),
        cmocka_unit_test(no_room_for_tasks),
        cmocka_unit_test(no_handles_left),
        cmocka_unit_test(retirement),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
