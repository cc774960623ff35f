/*
 * Contexts: what a setup may say, contexts side by side, snapshots.
 */
#include "kernel_fixture.h"
#include "kernel_invariants.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static struct rtmr kernel;
static struct rtmr other;

static struct rtmr_setup good(void)
{
    return kernel_setup(2, 1, RTMR_FEEDBACK_EXACT, RTMR_ORDER_DEFAULT);
}

/* The setup is refused with this status and *kernel, an initialised context, stays as it was. */
static void refused(struct rtmr_setup setup, enum rtmr_status status)
{
    kernel_remember(&kernel);
    assert_int_equal(rtmr_init(&kernel, &setup), status);
    assert_true(kernel_unchanged(&kernel));
}

static void accepted(struct rtmr_setup setup)
{
    kernel_start(&other, &setup);
    assert_null(kernel_broken_invariant(&other));
}

static void slot_counts(void **state)
{
    static const int32_t bad[] = {INT32_MIN, -1, 0, RTMR_SLOTS + 1, INT32_MAX};
    struct rtmr_setup setup = good();

    (void)state;
    kernel_start(&kernel, &setup);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        setup = good();
        setup.map_slots = bad[i];
        refused(setup, RTMR_E_MAP_SLOTS);
        setup = good();
        setup.reduce_slots = bad[i];
        refused(setup, RTMR_E_REDUCE_SLOTS);
    }
    accepted(kernel_setup(1, 1, RTMR_FEEDBACK_EXACT, RTMR_ORDER_DEFAULT));
    accepted(kernel_setup(RTMR_SLOTS, RTMR_SLOTS, RTMR_FEEDBACK_SATU, RTMR_ORDER_DEFAULT));
}

static void ranges_of_delta_and_latency(void **state)
{
    static const rtmr_ticks bad[] = {TICKS_LEAST, -1, RTMR_TIME_MAX + 1, RTMR_NEVER};
    struct rtmr_setup setup = good();

    (void)state;
    kernel_start(&kernel, &setup);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        setup = good();
        setup.delta = bad[i];
        refused(setup, RTMR_E_DELTA);
        setup = good();
        setup.latency = bad[i];
        refused(setup, RTMR_E_LATENCY);
    }
    setup = good();
    setup.latency = RTMR_LATENCY_MAX + 1;
    refused(setup, RTMR_E_LATENCY);
    setup.latency = 0;
    setup.reduces_per_node = -1;
    refused(setup, RTMR_E_LATENCY);
    setup.reduces_per_node = INT32_MIN;
    refused(setup, RTMR_E_LATENCY);
    setup.reduces_per_node = RTMR_SLOTS + 1;
    refused(setup, RTMR_E_LATENCY);
    setup.reduces_per_node = RTMR_SLOTS;
    setup.latency = RTMR_LATENCY_MAX;
    setup.delta = RTMR_TIME_MAX;
    accepted(setup);
}

/* All pairs of policies: legal or refused. DEFAULT means EDF with exact projection and FLOOR
 * otherwise. */
static void policies(void **state)
{
    (void)state;
    for (int32_t feedback = RTMR_FEEDBACK_EXACT; feedback <= RTMR_FEEDBACK_NONE; feedback++) {
        for (int32_t order = RTMR_ORDER_DEFAULT; order <= RTMR_ORDER_FIFO; order++) {
            struct rtmr_setup setup = kernel_setup(1, 1, (enum rtmr_feedback)feedback, (enum rtmr_order)order);

            if (order == RTMR_ORDER_EDF && feedback != RTMR_FEEDBACK_EXACT) {
                refused(setup, RTMR_E_ORDER);
                continue;
            }
            accepted(setup);
            if (order == RTMR_ORDER_DEFAULT) {
                assert_int_equal(other.order, feedback == RTMR_FEEDBACK_EXACT ? RTMR_ORDER_EDF : RTMR_ORDER_FLOOR);
            }
        }
    }
    refused(kernel_setup(1, 1, (enum rtmr_feedback)3, RTMR_ORDER_DEFAULT), RTMR_E_FEEDBACK);
    refused(kernel_setup(1, 1, (enum rtmr_feedback) - 1, RTMR_ORDER_DEFAULT), RTMR_E_FEEDBACK);
    refused(kernel_setup(1, 1, RTMR_FEEDBACK_EXACT, (enum rtmr_order)4), RTMR_E_ORDER);
    refused(kernel_setup(1, 1, RTMR_FEEDBACK_EXACT, (enum rtmr_order) - 1), RTMR_E_ORDER);
    refused(kernel_setup(1, 1, (enum rtmr_feedback)INT32_MAX, (enum rtmr_order)INT32_MIN), RTMR_E_FEEDBACK);
}

static void contexts_side_by_side(void **state)
{
    struct rtmr_setup setup = good();

    (void)state;
    kernel_start(&kernel, &setup);
    setup.feedback = RTMR_FEEDBACK_SATU;
    kernel_start(&other, &setup);
    kernel_accept(&kernel, kernel_job(100, 2, 10, 1, 5), 15);
    kernel_remember(&kernel);
    kernel_advance(&other, 50);
    kernel_dispatch(&other, RTMR_MAP, 1, kernel_accept(&other, kernel_job(100, 1, 20, 1, 5), 75));
    assert_true(kernel_unchanged(&kernel));
    assert_int_equal(rtmr_now(&kernel), 0);
    kernel_remember(&other);
    assert_int_equal(kernel_dispatch_all(&kernel), 2);
    kernel_advance(&kernel, 10);
    assert_true(kernel_unchanged(&other));
}

/* A run of arbitrary but legal calls; returns a number that depends on every answer. */
static uint64_t legal_run(struct rtmr *k, uint64_t seed)
{
    uint64_t random = seed;
    uint64_t answers = 0;

    for (int32_t i = 0; i < 300; i++) {
        const struct rtmr_job job = kernel_job(k->now + kernel_random(&random, 5, 60), 2, kernel_random(&random, 1, 9),
                                               1, kernel_random(&random, 1, 9));
        struct rtmr_decision decision;
        struct rtmr_alarm alarm;
        struct rtmr_report report;

        answers = 31 * answers + (uint64_t)rtmr_submit(k, &job, &decision);
        answers = 31 * answers + (uint64_t)decision.estimated_finish;
        kernel_dispatch_all(k);
        answers = 31 * answers + (uint64_t)rtmr_advance(k, k->now + 1, &alarm);
        for (int32_t s = 0; s < 2; s++) {
            if (rtmr_finish(k, (enum rtmr_stage)kernel_random(&random, 0, 1), s, &report) == RTMR_OK) {
                answers = 31 * answers + (uint64_t)report.job;
            }
        }
    }
    return answers;
}

static void a_copy_has_the_same_future(void **state)
{
    const enum rtmr_feedback policies_to_try[] = {RTMR_FEEDBACK_EXACT, RTMR_FEEDBACK_SATU, RTMR_FEEDBACK_NONE};

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        struct rtmr_setup setup = good();

        setup.feedback = policies_to_try[i];
        kernel_start(&kernel, &setup);
        legal_run(&kernel, 7);
        other = kernel;
        assert_int_equal(legal_run(&kernel, 8), legal_run(&other, 8));
        kernel_remember(&kernel);
        assert_true(kernel_unchanged(&other));
    }
}

static void initialising_again_starts_afresh(void **state)
{
    struct rtmr_setup setup = good();

    (void)state;
    kernel_start(&kernel, &setup);
    legal_run(&kernel, 9);
    assert_int_equal(rtmr_init(&kernel, &setup), RTMR_OK);
    assert_int_equal(rtmr_now(&kernel), 0);
    assert_int_equal(rtmr_job_count(&kernel), 0);
    assert_int_equal(kernel_accept(&kernel, kernel_job(15, 2, 10, 1, 5), 15), 1);
    assert_null(kernel_broken_invariant(&kernel));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slot_counts),
        cmocka_unit_test(ranges_of_delta_and_latency),
        cmocka_unit_test(policies),
        cmocka_unit_test(contexts_side_by_side),
        cmocka_unit_test(a_copy_has_the_same_future),
        cmocka_unit_test(initialising_again_starts_afresh),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
