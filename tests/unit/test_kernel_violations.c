/*
 * Broken rules E1-E4: what is reported, who is flagged, what remains promised, and that everything goes on.
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

static void lose(enum rtmr_stage stage, int32_t slot, int32_t flagged_jobs)
{
    struct rtmr_alarm alarm;

    assert_int_equal(rtmr_slot_lost(&kernel, stage, slot, &alarm), RTMR_VIOLATION_LOST);
    assert_int_equal(alarm.overrun_tasks, 0);
    assert_int_equal(alarm.flagged_jobs, flagged_jobs);
    assert_null(kernel_broken_invariant(&kernel));
}

static void slot_is(enum rtmr_stage stage, int32_t slot, enum rtmr_slot_state slot_state, rtmr_handle job)
{
    struct rtmr_slot_info info;

    assert_int_equal(rtmr_slot_info(&kernel, stage, slot, &info), RTMR_OK);
    assert_int_equal(info.state, slot_state);
    assert_int_equal(info.job, job);
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
        assert_int_equal(kernel_flagged(&kernel, j1), 0);
        assert_int_equal(kernel_estimated_finish(&kernel, j1), 20);
        slot_is(RTMR_MAP, 0, RTMR_SLOT_LATE, j0);
        kernel_reject(&kernel, kernel_job(29, 1, 10, 0, 0), RTMR_NO_JOB, 1, 30);
        kernel_advance(&kernel, 15);
        report = kernel_finish(&kernel, RTMR_MAP, 0);
        assert_int_equal(report.job, j0);
        assert_int_equal(report.job_done, 1);
        assert_int_equal(report.flagged, 1);
        slot_is(RTMR_MAP, 0, RTMR_SLOT_IDLE, RTMR_NO_JOB);
        kernel_advance(&kernel, 20);
        report = kernel_finish(&kernel, RTMR_MAP, 1);
        assert_int_equal(report.job, j1);
        assert_int_equal(report.flagged, 0);
        kernel_accept(&kernel, kernel_job(30, 2, 10, 0, 0), 30);
    }
}

/* Two tasks of one job and one of another, all over their bounds in one step: three tasks, two jobs. */
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

/* The only slot is late: J1 fits nowhere and is flagged; J2 needs no map slot and is not. Later all of them finish. */
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

/* One tick of slack: the first lost tick is reported and flags nobody, the second flags the job. */
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

/* A flagged job's offer counts as well; no promise is left to suspend. */
static void waiting_of_a_flagged_job(void **state)
{
    (void)state;
    start_exact(1, 1);
    kernel_accept(&kernel, kernel_job(10, 1, 10, 0, 0), 10);
    kernel_violate(&kernel, 5, RTMR_VIOLATION_WAITING, 0, 1);
    kernel_violate(&kernel, 6, RTMR_VIOLATION_WAITING, 0, 0);
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
    assert_int_equal(rtmr_advance(&kernel, INT64_MIN, &alarm), RTMR_E_TIME_BACK);
    assert_int_equal(rtmr_advance(&kernel, RTMR_TIME_MAX + 1, &alarm), RTMR_E_TIME_MAX);
    assert_int_equal(rtmr_advance(&kernel, INT64_MAX, &alarm), RTMR_E_TIME_MAX);
    assert_true(kernel_unchanged(&kernel));
    kernel_dispatch_all(&kernel);
    kernel_violate(&kernel, RTMR_TIME_MAX, RTMR_VIOLATION_OVERRUN, 1, 1);
    kernel_finish(&kernel, RTMR_MAP, 0);
    kernel_advance(&kernel, RTMR_TIME_MAX);
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
        lose(RTMR_MAP, 1, 0);
        assert_int_equal(kernel_estimated_finish(&kernel, j0), 10);
        assert_int_equal(kernel_estimated_finish(&kernel, j1), 20);
        slot_is(RTMR_MAP, 1, RTMR_SLOT_ABSENT, RTMR_NO_JOB);
        lose(RTMR_MAP, 0, 2);
        kernel_expect_nothing(&kernel, RTMR_MAP);
        kernel_advance(&kernel, 1);
    }
}

/* The task of a lost slot runs again; its job is flagged, whatever slack it had; others keep their promise. */
static void busy_slot_lost(void **state)
{
    struct rtmr_job_info info;
    rtmr_handle j0;
    rtmr_handle j1;

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        start(2, 1, all_feedback[i]);
        j0 = kernel_accept(&kernel, kernel_job(100, 1, 10, 1, 5), 15);
        j1 = kernel_accept(&kernel, kernel_job(100, 1, 10, 0, 0), 10);
        assert_int_equal(kernel_dispatch_all(&kernel), 2);
        kernel_advance(&kernel, 5);
        lose(RTMR_MAP, 0, 1);
        assert_int_equal(rtmr_job_info(&kernel, j0, &info), RTMR_OK);
        assert_int_equal(info.flagged, 1);
        assert_int_equal(info.map_waiting, 1);
        assert_int_equal(info.map_unfinished, 1);
        assert_int_equal(info.place, 1);
        assert_int_equal(kernel_flagged(&kernel, j1), 0);
        assert_int_equal(rtmr_withdraw(&kernel, j0), RTMR_E_STARTED);
        kernel_advance(&kernel, 10);
        kernel_finish(&kernel, RTMR_MAP, 1);
        kernel_dispatch(&kernel, RTMR_MAP, 1, j0);
        kernel_advance(&kernel, 20);
        kernel_finish(&kernel, RTMR_MAP, 1);
        kernel_dispatch(&kernel, RTMR_REDUCE, 0, j0);
        kernel_advance(&kernel, 25);
        assert_int_equal(kernel_finish(&kernel, RTMR_REDUCE, 0).job_done, 1);
    }
}

/* A late slot may be lost as well; it was not usable any more. */
static void late_slot_lost(void **state)
{
    struct rtmr_alarm alarm;
    rtmr_handle job;

    (void)state;
    start_exact(1, 2);
    job = kernel_accept(&kernel, kernel_job(100, 0, 0, 1, 10), 10);
    kernel_dispatch(&kernel, RTMR_REDUCE, 1, job);
    kernel_violate(&kernel, 20, RTMR_VIOLATION_OVERRUN, 1, 1);
    lose(RTMR_REDUCE, 1, 0);
    kernel_dispatch(&kernel, RTMR_REDUCE, 0, job);
    assert_int_equal(rtmr_slot_lost(&kernel, RTMR_REDUCE, 0, &alarm), RTMR_VIOLATION_LOST);
    assert_null(kernel_broken_invariant(&kernel));
}

static void absent_slots_refuse(void **state)
{
    struct rtmr_offer offer;
    struct rtmr_report report;
    struct rtmr_alarm alarm;

    (void)state;
    start_exact(2, 1);
    lose(RTMR_MAP, 0, 0);
    kernel_accept(&kernel, kernel_job(20, 2, 10, 0, 0), 20);
    kernel_remember(&kernel);
    assert_int_equal(rtmr_dispatch(&kernel, RTMR_MAP, 0, &offer), RTMR_E_SLOT_ABSENT);
    assert_int_equal(rtmr_finish(&kernel, RTMR_MAP, 0, &report), RTMR_E_SLOT_ABSENT);
    assert_int_equal(rtmr_slot_lost(&kernel, RTMR_MAP, 0, &alarm), RTMR_E_SLOT_ABSENT);
    assert_int_equal(rtmr_slot_back(&kernel, RTMR_MAP, 1), RTMR_E_SLOT_PRESENT);
    assert_int_equal(rtmr_slot_back(&kernel, RTMR_REDUCE, 0), RTMR_E_SLOT_PRESENT);
    assert_true(kernel_unchanged(&kernel));
    assert_int_equal(rtmr_slot_back(&kernel, RTMR_MAP, 0), RTMR_OK);
    slot_is(RTMR_MAP, 0, RTMR_SLOT_IDLE, RTMR_NO_JOB);
    assert_int_equal(kernel_dispatch_all(&kernel), 2);
    kernel_remember(&kernel);
    assert_int_equal(rtmr_slot_back(&kernel, RTMR_MAP, 0), RTMR_E_SLOT_PRESENT);
    assert_true(kernel_unchanged(&kernel));
}

/* A flagged job runs again until 10. Whoever is admitted now must wait for it. */
static void admission_counts_running_tasks_of_flagged_jobs(void **state)
{
    rtmr_handle j0;

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        start(1, 1, all_feedback[i]);
        j0 = kernel_accept(&kernel, kernel_job(100, 1, 10, 0, 0), 10);
        kernel_dispatch(&kernel, RTMR_MAP, 0, j0);
        lose(RTMR_MAP, 0, 1);
        assert_int_equal(rtmr_slot_back(&kernel, RTMR_MAP, 0), RTMR_OK);
        kernel_dispatch(&kernel, RTMR_MAP, 0, j0);
        kernel_reject(&kernel, kernel_job(14, 1, 5, 0, 0), RTMR_NO_JOB, 1, 15);
        kernel_accept(&kernel, kernel_job(15, 1, 5, 0, 0), 15);
    }
}

/* The same behind a promised job whose stored vectors were made before the flagged job started again. */
static void admission_counts_them_behind_promised_jobs(void **state)
{
    rtmr_handle j0;
    rtmr_handle j1;

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        start(2, 1, all_feedback[i]);
        j0 = kernel_accept(&kernel, kernel_job(100, 1, 10, 0, 0), 10);
        kernel_dispatch(&kernel, RTMR_MAP, 0, j0);
        j1 = kernel_accept(&kernel, kernel_job(100, 1, 10, 0, 0), 10);
        kernel_dispatch(&kernel, RTMR_MAP, 1, j1);
        lose(RTMR_MAP, 0, 1);
        assert_int_equal(rtmr_slot_back(&kernel, RTMR_MAP, 0), RTMR_OK);
        kernel_dispatch(&kernel, RTMR_MAP, 0, j0);
        kernel_reject(&kernel, kernel_job(14, 1, 5, 0, 0), RTMR_NO_JOB, 1, 15);
        kernel_accept(&kernel, kernel_job(15, 1, 5, 0, 0), 15);
    }
}

/* Jobs are flagged, others accepted in front of them, and those flagged or finished in turn. The memory of the
 * context was rubbish before rtmr_init(), and nothing of it may be looked at. */
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

/* SATU keeps the finish times of a job's tasks. Those from before a violation belong to slots that may be gone: J1's
 * map ends at 10 on a slot that is then lost, J0's map runs on the other until 20. When J1 ends, its old finish time
 * must not take the place of the entry that covers J0. */
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
    lose(RTMR_MAP, 1, 0);
    kernel_accept(&kernel, kernel_job(22, 0, 0, 1, 5), 20);
    kernel_advance(&kernel, 15);
    assert_int_equal(kernel_finish(&kernel, RTMR_REDUCE, 0).job_done, 1);
    kernel_reject(&kernel, kernel_job(24, 1, 5, 0, 0), RTMR_NO_JOB, 1, 25);
}

/* Algorithm VI needs at most n - 1 unfinished tasks of J1's predecessors when J1 ends, and J1's reduce was dispatched
 * when n was 3. With one slot lost J0's two reduces, 10 .. 13, hold both slots: J2 still ends at 18, not at 11. */
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
    lose(RTMR_REDUCE, 1, 0);
    j2 = kernel_accept(&kernel, kernel_job(100, 0, 0, 1, 5), 18);
    kernel_advance(&kernel, 5);
    kernel_finish(&kernel, RTMR_MAP, 0);
    kernel_dispatch(&kernel, RTMR_MAP, 0, j0);
    kernel_advance(&kernel, 6);
    assert_int_equal(kernel_finish(&kernel, RTMR_REDUCE, 0).job_done, 1);
    kernel_expect_nothing(&kernel, RTMR_REDUCE);
    assert_int_equal(kernel_estimated_finish(&kernel, j2), 18);
}

/* J2's reduces run ahead on two of three slots until 30; the third, reserved for J1, is lost, so J1 ends at 34. J0's
 * end says nothing about that. */
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
    lose(RTMR_REDUCE, 2, 0);
    assert_int_equal(kernel_estimated_finish(&kernel, j1), 34);
    kernel_advance(&kernel, 5);
    assert_int_equal(kernel_finish(&kernel, RTMR_MAP, 0).job_done, 1);
    assert_int_equal(kernel_estimated_finish(&kernel, j1), 34);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(overrun),
        cmocka_unit_test(overruns_are_counted_by_task_and_by_job),
        cmocka_unit_test(no_usable_slot),
        cmocka_unit_test(waiting),
        cmocka_unit_test(waiting_of_a_flagged_job),
        cmocka_unit_test(overrun_is_reported_before_waiting),
        cmocka_unit_test(the_clock),
        cmocka_unit_test(idle_slot_lost),
        cmocka_unit_test(busy_slot_lost),
        cmocka_unit_test(late_slot_lost),
        cmocka_unit_test(absent_slots_refuse),
        cmocka_unit_test(admission_counts_running_tasks_of_flagged_jobs),
        cmocka_unit_test(admission_counts_them_behind_promised_jobs),
        cmocka_unit_test(flagged_jobs_move_behind_later_ones),
        cmocka_unit_test(old_finish_times_are_forgotten),
        cmocka_unit_test(a_job_that_ran_ahead_corrects_nothing),
        cmocka_unit_test(a_correction_keeps_what_later_jobs_run),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
