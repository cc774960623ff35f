/*
 * When the caller must call next: the clock may go there without a violation, and not one tick
 * further. And which slot is idle.
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

static const enum rtmr_feedback all_feedback[] = {RTMR_FEEDBACK_EXACT, RTMR_FEEDBACK_SATU, RTMR_FEEDBACK_NONE};

static void start(int32_t map_slots, int32_t reduce_slots, enum rtmr_feedback feedback, rtmr_ticks latency)
{
    struct rtmr_setup setup = kernel_setup(map_slots, reduce_slots, feedback, RTMR_ORDER_DEFAULT);

    setup.latency = latency;
    kernel_start(&kernel, &setup);
}

/* The clock of a copy goes there. */
static enum rtmr_status try_advance(rtmr_ticks to)
{
    struct rtmr_alarm alarm;

    memcpy(&trial, &kernel, sizeof kernel);
    return rtmr_advance(&trial, to, &alarm);
}

/* The next event is at this instant: the clock may go there, and one tick later is this
 * violation. */
static void expect_event(rtmr_ticks at, enum rtmr_status violation)
{
    kernel_remember(&kernel);
    assert_int_equal(rtmr_next_event(&kernel), at);
    assert_true(kernel_unchanged(&kernel));
    assert_int_equal(try_advance(at), RTMR_OK);
    assert_int_equal(try_advance(at + 1), violation);
}

/* There is none: the clock may go to its end. */
static void expect_no_event(void)
{
    assert_int_equal(rtmr_next_event(&kernel), RTMR_NEVER);
    assert_int_equal(try_advance(RTMR_TIME_MAX), RTMR_OK);
}

/* The least bound of what runs, in either stage. */
static void the_least_bound(void **state)
{
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        rtmr_handle j0;

        start(2, 1, all_feedback[i], 0);
        expect_no_event();
        j0 = kernel_accept(&kernel, kernel_job(100, 1, 30, 0, 0), 30);
        kernel_dispatch(&kernel, RTMR_MAP, 1, j0);
        expect_event(30, RTMR_VIOLATION_OVERRUN);
        kernel_dispatch(&kernel, RTMR_REDUCE, 0, kernel_accept(&kernel, kernel_job(100, 0, 0, 1, 20), 20));
        expect_event(20, RTMR_VIOLATION_OVERRUN);
        kernel_dispatch(&kernel, RTMR_MAP, 0, kernel_accept(&kernel, kernel_job(100, 1, 10, 0, 0), 10));
        expect_event(10, RTMR_VIOLATION_OVERRUN);
        kernel_advance(&kernel, 10);
        expect_event(10, RTMR_VIOLATION_OVERRUN);
        kernel_finish(&kernel, RTMR_MAP, 0);
        expect_event(20, RTMR_VIOLATION_OVERRUN);
        kernel_finish(&kernel, RTMR_REDUCE, 0);
        kernel_finish(&kernel, RTMR_MAP, 1);
        expect_no_event();
    }
}

/* What is offered may not wait: now, in either stage. What is reserved, or not ready, may. */
static void what_is_offered(void **state)
{
    rtmr_handle j0;

    (void)state;
    start(1, 1, RTMR_FEEDBACK_EXACT, 0);
    kernel_advance(&kernel, 5);
    j0 = kernel_accept(&kernel, kernel_job(100, 1, 10, 1, 10), 25);
    expect_event(5, RTMR_VIOLATION_WAITING);
    kernel_dispatch(&kernel, RTMR_MAP, 0, j0);
    expect_event(15, RTMR_VIOLATION_OVERRUN);
    kernel_advance(&kernel, 8);
    kernel_finish(&kernel, RTMR_MAP, 0);
    expect_event(8, RTMR_VIOLATION_WAITING);
    kernel_suspend(&kernel, j0);
    expect_no_event();
    kernel_dispatch(&kernel, RTMR_REDUCE, 0, j0);
    expect_no_event();
    kernel_extend(&kernel, RTMR_REDUCE, 0, 20);
    expect_event(20, RTMR_VIOLATION_OVERRUN);
    kernel_violate(&kernel, 21, RTMR_VIOLATION_OVERRUN, 1, 0);
    expect_no_event();
}

/* A draining slot's bound counts, too. */
static void draining_slots(void **state)
{
    rtmr_handle j0;

    (void)state;
    start(2, 1, RTMR_FEEDBACK_EXACT, 0);
    j0 = kernel_accept(&kernel, kernel_job(100, 1, 10, 0, 0), 10);
    kernel_dispatch(&kernel, RTMR_MAP, 0, j0);
    kernel_drain(&kernel, RTMR_MAP, 0);
    expect_event(10, RTMR_VIOLATION_OVERRUN);
}

/* With latency: the instant by which an idle slot must take what is offered, and the padded
 * bounds. */
static void latency(void **state)
{
    rtmr_handle j0;

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        start(2, 1, all_feedback[i], 3);
        kernel_advance(&kernel, 5);
        expect_no_event();
        j0 = kernel_accept(&kernel, kernel_job(100, 3, 10, 1, 10), 50);
        expect_event(8, RTMR_VIOLATION_WAITING);
        kernel_advance(&kernel, 6);
        kernel_dispatch(&kernel, RTMR_MAP, 0, j0);
        expect_event(8, RTMR_VIOLATION_WAITING);
        kernel_advance(&kernel, 8);
        kernel_dispatch(&kernel, RTMR_MAP, 1, j0);
        expect_event(19, RTMR_VIOLATION_OVERRUN);
        kernel_advance(&kernel, 10);
        kernel_finish(&kernel, RTMR_MAP, 0);
        /* What is left of the bound is left to the next dispatch. */
        expect_event(rtmr_next_event(&kernel), RTMR_VIOLATION_WAITING);
        kernel_suspend(&kernel, j0);
        expect_event(21, RTMR_VIOLATION_OVERRUN);
    }
}

/* Only idle slots owe what is offered: not those that are absent, and not one that runs a task
 * that no plan counts on. */
static void other_slots_owe_nothing(void **state)
{
    rtmr_handle j0;

    (void)state;
    start(3, 1, RTMR_FEEDBACK_EXACT, 3);
    kernel_drain(&kernel, RTMR_MAP, 0);
    j0 = kernel_accept(&kernel, kernel_job(100, 1, 10, 0, 0), 16);
    kernel_suspend(&kernel, j0);
    kernel_dispatch(&kernel, RTMR_MAP, 1, j0);
    expect_no_event();
    kernel_advance(&kernel, 20);
    kernel_accept(&kernel, kernel_job(100, 1, 10, 0, 0), 36);
    expect_event(23, RTMR_VIOLATION_WAITING);
}

/* At the end of time nothing can come: neither the last instant nor one behind it is an event. */
static void the_end_of_time(void **state)
{
    rtmr_handle j0;

    (void)state;
    start(1, 1, RTMR_FEEDBACK_EXACT, 0);
    kernel_advance(&kernel, RTMR_TIME_MAX - 10);
    j0 = kernel_accept(&kernel, kernel_job(RTMR_TIME_MAX, 1, 10, 0, 0), RTMR_TIME_MAX);
    kernel_dispatch(&kernel, RTMR_MAP, 0, j0);
    expect_no_event();
    kernel_finish(&kernel, RTMR_MAP, 0);
    j0 = kernel_accept(&kernel, kernel_job(RTMR_TIME_MAX, 1, 9, 0, 0), RTMR_TIME_MAX - 1);
    kernel_dispatch(&kernel, RTMR_MAP, 0, j0);
    expect_event(RTMR_TIME_MAX - 1, RTMR_VIOLATION_OVERRUN);
    kernel_finish(&kernel, RTMR_MAP, 0);
    kernel_accept(&kernel, kernel_job(RTMR_TIME_MAX, 1, 10, 0, 0), RTMR_TIME_MAX);
    expect_event(RTMR_TIME_MAX - 10, RTMR_VIOLATION_WAITING);
    kernel_violate(&kernel, RTMR_TIME_MAX, RTMR_VIOLATION_WAITING, 0, 1);
    expect_no_event();
    start(1, 1, RTMR_FEEDBACK_EXACT, RTMR_LATENCY_MAX);
    kernel_advance(&kernel, RTMR_TIME_MAX);
    expect_no_event();
}

/* Round the slots of a stage: only idle ones, at or behind the given one. */
static void idle_slots(void **state)
{
    rtmr_handle j0;

    (void)state;
    start(4, 1, RTMR_FEEDBACK_EXACT, 0);
    assert_int_equal(rtmr_next_idle(&kernel, RTMR_MAP, 0), 0);
    assert_int_equal(rtmr_next_idle(&kernel, RTMR_MAP, INT32_MIN), 0);
    assert_int_equal(rtmr_next_idle(&kernel, RTMR_MAP, 3), 3);
    assert_int_equal(rtmr_next_idle(&kernel, RTMR_MAP, 4), -1);
    assert_int_equal(rtmr_next_idle(&kernel, RTMR_MAP, INT32_MAX), -1);
    assert_int_equal(rtmr_next_idle(&kernel, RTMR_REDUCE, 0), 0);
    assert_int_equal(rtmr_next_idle(&kernel, RTMR_REDUCE, 1), -1);
    j0 = kernel_accept(&kernel, kernel_job(100, 3, 10, 1, 10), 20);
    kernel_dispatch(&kernel, RTMR_MAP, 0, j0);
    kernel_dispatch(&kernel, RTMR_MAP, 1, j0);
    kernel_drain(&kernel, RTMR_MAP, 1);
    assert_int_equal(rtmr_next_idle(&kernel, RTMR_MAP, 0), 2);
    kernel_dispatch(&kernel, RTMR_MAP, 3, j0);
    kernel_drain(&kernel, RTMR_MAP, 2); /* absent */
    assert_int_equal(rtmr_next_idle(&kernel, RTMR_MAP, 0), -1);
    kernel_violate(&kernel, 11, RTMR_VIOLATION_OVERRUN, 3, 1);
    assert_int_equal(rtmr_next_idle(&kernel, RTMR_MAP, 0), -1);
    kernel_finish(&kernel, RTMR_MAP, 3);
    kernel_remember(&kernel);
    assert_int_equal(rtmr_next_idle(&kernel, RTMR_MAP, 0), 3);
    assert_true(kernel_unchanged(&kernel));
}

/* What every dispatch loop does: idle slots one after the other, until nothing is offered. */
static void idle_slots_are_dispatched_on(void **state)
{
    struct rtmr_offer offer;
    int32_t dispatched = 0;

    (void)state;
    start(4, 1, RTMR_FEEDBACK_EXACT, 0);
    kernel_accept(&kernel, kernel_job(100, 3, 10, 0, 0), 10);
    for (int32_t s = rtmr_next_idle(&kernel, RTMR_MAP, 0);
         s >= 0 && rtmr_dispatch(&kernel, RTMR_MAP, s, &offer) == RTMR_OK; s = rtmr_next_idle(&kernel, RTMR_MAP, s)) {
        dispatched++;
    }
    assert_int_equal(dispatched, 3);
    assert_int_equal(rtmr_next_idle(&kernel, RTMR_MAP, 0), 3);
}

/* No context, no such stage: there is no event and no idle slot. */
static void without_a_context(void **state)
{
    (void)state;
    memset(&kernel, 0, sizeof kernel);
    assert_int_equal(rtmr_next_event(NULL), RTMR_NEVER);
    assert_int_equal(rtmr_next_event(&kernel), RTMR_NEVER);
    assert_int_equal(rtmr_next_idle(NULL, RTMR_MAP, 0), -1);
    assert_int_equal(rtmr_next_idle(&kernel, RTMR_MAP, 0), -1);
    start(1, 1, RTMR_FEEDBACK_EXACT, 0);
    assert_int_equal(rtmr_next_idle(&kernel, (enum rtmr_stage)2, 0), -1);
    assert_int_equal(rtmr_next_idle(&kernel, (enum rtmr_stage) - 1, 0), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_least_bound),
        cmocka_unit_test(what_is_offered),
        cmocka_unit_test(draining_slots),
        cmocka_unit_test(latency),
        cmocka_unit_test(other_slots_owe_nothing),
        cmocka_unit_test(the_end_of_time),
        cmocka_unit_test(idle_slots),
        cmocka_unit_test(idle_slots_are_dispatched_on),
        cmocka_unit_test(without_a_context),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
