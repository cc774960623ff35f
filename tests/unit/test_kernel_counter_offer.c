/*
 * What-if and the earliest acceptable deadline, by hand and against every deadline there is on
 * small instances.
 *
 * RTMR_COUNTER_OFFER_RUNS in the environment chooses the number of these.
 */
#include "kernel_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static struct rtmr kernel;
static struct rtmr trial;

static void start(enum rtmr_feedback feedback, enum rtmr_order order, int32_t counter_offer)
{
    struct rtmr_setup setup = kernel_setup(1, 1, feedback, order);

    setup.counter_offer = counter_offer;
    kernel_start(&kernel, &setup);
}

static rtmr_ticks earliest(struct rtmr_job job)
{
    struct rtmr_decision decision;

    kernel_remember(&kernel);
    (void)!rtmr_what_if(&kernel, &job, &decision);
    assert_true(kernel_unchanged(&kernel));
    assert_int_equal(decision.job, RTMR_NO_JOB);
    return decision.earliest_deadline;
}

/* J0 ends at 11 of 12 (map 10, reduce 11). A job of one map of 1 and one reduce of 10 ends at 11 in
 * front of it, J0 then at 12: accepted with deadline 11. From deadline 12 on it is behind J0 and
 * ends at 21. */
static void acceptance_is_not_monotone(void **state)
{
    struct rtmr_job job = kernel_job(0, 1, 1, 1, 10);

    (void)state;
    start(RTMR_FEEDBACK_EXACT, RTMR_ORDER_DEFAULT, 0);
    kernel_accept(&kernel, kernel_job(12, 1, 10, 1, 1), 11);
    assert_int_equal(earliest(job), 11);
    job.deadline = 11;
    assert_int_equal(earliest(job), 11);
    job.deadline = 12;
    assert_int_equal(earliest(job), 21);
    job.deadline = 20;
    assert_int_equal(earliest(job), 21);
    job.deadline = 22;
    assert_int_equal(earliest(job), 22);
    job.deadline = 11;
    kernel_accept(&kernel, job, 11);
}

static void only_on_request(void **state)
{
    const struct rtmr_job job = kernel_job(9, 1, 10, 0, 0);
    struct rtmr_decision decision;

    (void)state;
    start(RTMR_FEEDBACK_EXACT, RTMR_ORDER_DEFAULT, 0);
    assert_int_equal(rtmr_submit(&kernel, &job, &decision), RTMR_REJECTED);
    assert_int_equal(decision.earliest_deadline, RTMR_NEVER);
    start(RTMR_FEEDBACK_EXACT, RTMR_ORDER_DEFAULT, 1);
    assert_int_equal(rtmr_submit(&kernel, &job, &decision), RTMR_REJECTED);
    assert_int_equal(decision.earliest_deadline, 10);
}

static void none_before_the_end_of_time(void **state)
{
    (void)state;
    start(RTMR_FEEDBACK_EXACT, RTMR_ORDER_DEFAULT, 0);
    assert_int_equal(earliest(kernel_job(0, 1, RTMR_TIME_MAX, 0, 0)), RTMR_TIME_MAX);
    assert_int_equal(earliest(kernel_job(0, 1, RTMR_TIME_MAX, 1, 1)), RTMR_NEVER);
    assert_int_equal(earliest(kernel_job(RTMR_TIME_MAX, 2, RTMR_TIME_MAX, 0, 0)), RTMR_NEVER);
}

/* The decision about this job with deadline d, on a copy. */
static enum rtmr_status try(struct rtmr_job job, rtmr_ticks d, struct rtmr_decision *decision)
{
    memcpy(&trial, &kernel, sizeof kernel);
    job.deadline = d;
    return rtmr_submit(&trial, &job, decision);
}

static int32_t same(const struct rtmr_decision *a, const struct rtmr_decision *b)
{
    return a->reason == b->reason && a->estimated_finish == b->estimated_finish && a->late_job == b->late_job &&
           a->late_by == b->late_by && a->earliest_deadline == b->earliest_deadline;
}

/* The answer to this job is what trying every deadline from the requested one on says. */
static void compare_with_every_deadline(struct rtmr_job job)
{
    const rtmr_ticks last = kernel.now + 150; /* behind every e that these instances can have */
    struct rtmr_decision told;
    struct rtmr_decision submitted;
    struct rtmr_decision other;
    const enum rtmr_status status = rtmr_what_if(&kernel, &job, &told);

    assert_int_equal(try(job, job.deadline, &submitted), status);
    assert_true(same(&told, &submitted));
    for (rtmr_ticks d = job.deadline; d < told.earliest_deadline && d <= last; d++) {
        assert_int_equal(try(job, d, &other), RTMR_REJECTED);
    }
    if (told.earliest_deadline != RTMR_NEVER) {
        assert_int_equal(try(job, told.earliest_deadline, &other), RTMR_OK);
        assert_true(other.estimated_finish <= told.earliest_deadline);
    }
}

/* With heartbeats J0 is planned to end at 16, its deadline. At 1 its task has not been asked for:
 * by a plan made now it would end at 17. So no newcomer is accepted, in front of J0 or behind it.
 * */
static void none_while_a_promised_job_is_late(void **state)
{
    const struct rtmr_job other = kernel_job(30, 1, 5, 0, 0);
    struct rtmr_setup setup = kernel_setup(1, 1, RTMR_FEEDBACK_EXACT, RTMR_ORDER_DEFAULT);
    struct rtmr_decision decision;
    struct rtmr_alarm alarm;

    (void)state;
    setup.latency = 3;
    setup.reduces_per_node = 1;
    kernel_start(&kernel, &setup);
    kernel_accept(&kernel, kernel_job(16, 1, 10, 0, 0), 16);
    assert_int_equal(rtmr_submit(&kernel, &other, &decision), RTMR_OK);
    assert_int_equal(rtmr_advance(&kernel, 1, &alarm), RTMR_OK);
    assert_int_equal(earliest(kernel_job(1, 1, 5, 0, 0)), RTMR_NEVER);
    assert_int_equal(earliest(kernel_job(20, 1, 5, 0, 0)), RTMR_NEVER);
    assert_int_equal(earliest(kernel_job(RTMR_TIME_MAX, 1, 5, 1, 1)), RTMR_NEVER);
    compare_with_every_deadline(kernel_job(20, 1, 5, 0, 0));
}

/* The same for a job of one stage while the other stage has lost its slot: nothing is planned
 * behind it. */
static void none_behind_a_late_job_without_a_slot(void **state)
{
    const struct rtmr_job job[] = {kernel_job(0, 1, 10, 0, 0), kernel_job(0, 0, 0, 1, 10)};
    struct rtmr_setup setup = kernel_setup(1, 1, RTMR_FEEDBACK_EXACT, RTMR_ORDER_DEFAULT);
    struct rtmr_alarm alarm;

    (void)state;
    setup.counter_offer = 1;
    setup.latency = 3;
    setup.reduces_per_node = 1;
    for (int32_t i = 0; i < 2; i++) {
        struct rtmr_job first = job[i];
        kernel_start(&kernel, &setup);
        assert_int_equal(rtmr_slot_lost(&kernel, i == 0 ? RTMR_REDUCE : RTMR_MAP, 0, &alarm), RTMR_VIOLATION_LOST);
        first.deadline = earliest(first);
        kernel_accept(&kernel, first, first.deadline);
        assert_int_equal(rtmr_advance(&kernel, 1, &alarm), RTMR_OK);
        for (int32_t j = 0; j < 2; j++) {
            struct rtmr_job second = job[j];
            second.deadline = 1;
            assert_int_equal(earliest(second), RTMR_NEVER);
            compare_with_every_deadline(second);
        }
    }
}

/* Without a slot that would run its reduces a job has no deadline; one without reduces has. */
static void none_without_a_slot(void **state)
{
    struct rtmr_decision decision;
    struct rtmr_alarm alarm;

    (void)state;
    start(RTMR_FEEDBACK_EXACT, RTMR_ORDER_DEFAULT, 1);
    kernel_accept(&kernel, kernel_job(12, 1, 10, 0, 0), 10);
    kernel_accept(&kernel, kernel_job(30, 1, 10, 1, 1), 21);
    assert_int_equal(rtmr_slot_lost(&kernel, RTMR_REDUCE, 0, &alarm), RTMR_VIOLATION_LOST);
    assert_int_equal(alarm.flagged_jobs, 1);
    assert_int_equal(earliest(kernel_job(0, 1, 1, 1, 1)), RTMR_NEVER);
    assert_int_equal(earliest(kernel_job(0, 1, 1, 0, 0)), 1);
    assert_int_equal(earliest(kernel_job(0, 1, 3, 0, 0)), 13);
    compare_with_every_deadline(kernel_job(2, 1, 3, 1, 1));
    compare_with_every_deadline(kernel_job(2, 1, 3, 0, 0));
    assert_int_equal(rtmr_submit(&kernel, &(struct rtmr_job){.reduce_tasks = 1, .reduce_estimate = 1}, &decision),
                     RTMR_REJECTED);
    assert_int_equal(decision.earliest_deadline, RTMR_NEVER);
}

/* J0 ends at 10 of 14, J1 at 20 of 22, J2 at 30 of 34. A job of 3 before J0 or J1 would have J1 end
 * at 23; behind J1 it ends at 23 itself, and J2 at 33. One of 5 goes last. */
static void later_places_are_planned_behind_earlier_ones(void **state)
{
    (void)state;
    start(RTMR_FEEDBACK_EXACT, RTMR_ORDER_DEFAULT, 1);
    kernel_accept(&kernel, kernel_job(14, 1, 10, 0, 0), 10);
    kernel_accept(&kernel, kernel_job(22, 1, 10, 0, 0), 20);
    kernel_accept(&kernel, kernel_job(34, 1, 10, 0, 0), 30);
    assert_int_equal(earliest(kernel_job(0, 1, 2, 0, 0)), 2);
    assert_int_equal(earliest(kernel_job(14, 1, 2, 0, 0)), 14);
    assert_int_equal(earliest(kernel_job(0, 1, 3, 0, 0)), 23);
    assert_int_equal(earliest(kernel_job(0, 1, 5, 0, 0)), 35);
    for (rtmr_ticks estimate = 1; estimate <= 6; estimate++) {
        for (rtmr_ticks deadline = 0; deadline <= 36; deadline++) {
            compare_with_every_deadline(kernel_job(deadline, 1, estimate, 1, 1));
        }
    }
}

static void one_instance(uint64_t *random, enum rtmr_feedback feedback, enum rtmr_order order)
{
    struct rtmr_setup setup =
        kernel_setup((int32_t)kernel_random(random, 1, 3), (int32_t)kernel_random(random, 1, 2), feedback, order);

    setup.counter_offer = 1;
    setup.latency = kernel_random(random, 1, 4) == 1 ? 2 : 0;
    kernel_start(&kernel, &setup);
    for (int32_t i = 0; i < 12; i++) {
        const struct rtmr_job job =
            kernel_job(kernel.now + kernel_random(random, 0, 30), (int32_t)kernel_random(random, 0, 2),
                       kernel_random(random, 1, 6), (int32_t)kernel_random(random, 0, 2), kernel_random(random, 1, 6));
        struct rtmr_decision decision;
        struct rtmr_report report;
        struct rtmr_alarm alarm;

        compare_with_every_deadline(job);
        (void)!rtmr_submit(&kernel, &job, &decision);
        if (kernel_random(random, 0, 1) == 1) {
            kernel_dispatch_all(&kernel);
            (void)!rtmr_advance(&kernel, kernel.now + kernel_random(random, 0, 3), &alarm);
            (void)!rtmr_finish(&kernel, (enum rtmr_stage)kernel_random(random, 0, 1), 0, &report);
        }
    }
}

static void every_smaller_deadline_is_rejected(void **state)
{
    static const enum rtmr_feedback feedback[] = {RTMR_FEEDBACK_EXACT, RTMR_FEEDBACK_EXACT, RTMR_FEEDBACK_EXACT,
                                                  RTMR_FEEDBACK_SATU,  RTMR_FEEDBACK_NONE,  RTMR_FEEDBACK_NONE};
    static const enum rtmr_order order[] = {RTMR_ORDER_EDF,   RTMR_ORDER_FLOOR, RTMR_ORDER_FIFO,
                                            RTMR_ORDER_FLOOR, RTMR_ORDER_FLOOR, RTMR_ORDER_FIFO};
    const uint64_t runs = kernel_setting("RTMR_COUNTER_OFFER_RUNS", 300);
    uint64_t random = 1;

    (void)state;
    for (uint64_t i = 0; i < runs; i++) {
        one_instance(&random, feedback[i % 6], order[i % 6]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(acceptance_is_not_monotone),
        cmocka_unit_test(only_on_request),
        cmocka_unit_test(none_before_the_end_of_time),
        cmocka_unit_test(none_while_a_promised_job_is_late),
        cmocka_unit_test(none_behind_a_late_job_without_a_slot),
        cmocka_unit_test(none_without_a_slot),
        cmocka_unit_test(later_places_are_planned_behind_earlier_ones),
        cmocka_unit_test(every_smaller_deadline_is_rejected),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
