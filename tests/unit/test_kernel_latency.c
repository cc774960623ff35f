/*
 * Dispatch latency H: what it adds to estimates and releases, and how long an offer may wait.
 */
#include "kernel_fixture.h"
#include "kernel_invariants.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static struct rtmr kernel;

static void start(int32_t map_slots, int32_t reduce_slots, rtmr_ticks latency, int32_t reduces_per_node)
{
    struct rtmr_setup setup = kernel_setup(map_slots, reduce_slots, RTMR_FEEDBACK_EXACT, RTMR_ORDER_DEFAULT);

    setup.latency = latency;
    setup.reduces_per_node = reduces_per_node;
    kernel_start(&kernel, &setup);
}

/* H before the first map and H per map task, 2H per reduce task. On one slot each, with H = 3: maps
 * 3..16..29, reduces 29..40..51. */
static void pads_with_one_reduce_per_node(void **state)
{
    (void)state;
    start(1, 1, 3, 1);
    kernel_reject(&kernel, kernel_job(50, 2, 10, 2, 5), RTMR_NO_JOB, 1, 51);
    kernel_accept(&kernel, kernel_job(51, 2, 10, 2, 5), 51);
}

/* No count of reduce slots per node means one. */
static void zero_reduces_per_node_mean_one(void **state)
{
    (void)state;
    start(1, 1, 3, 0);
    kernel_accept(&kernel, kernel_job(51, 2, 10, 2, 5), 51);
}

/* r = 2: (r + 1) H = 9 per reduce task, 29..43..57. Maps are padded as before. */
static void pads_with_two_reduces_per_node(void **state)
{
    (void)state;
    start(1, 1, 3, 2);
    kernel_reject(&kernel, kernel_job(56, 2, 10, 2, 5), RTMR_NO_JOB, 1, 57);
    kernel_accept(&kernel, kernel_job(57, 2, 10, 2, 5), 57);
}

/* Without maps the reduces have only their own pad; without reduces the maps have. */
static void pads_of_jobs_with_one_stage(void **state)
{
    (void)state;
    start(2, 2, 3, 2);
    kernel_accept(&kernel, kernel_job(100, 1, 10, 0, 0), 16);
    kernel_accept(&kernel, kernel_job(100, 0, 0, 1, 10), 19);
    kernel_accept(&kernel, kernel_job(0, 0, 0, 0, 0), 0);
}

/* A busy slot counts with its bound, which holds the pad already: the arrival pad runs beside
 * it. */
static void arrival_pad_does_not_add_to_busy_slots(void **state)
{
    rtmr_handle job;

    (void)state;
    start(1, 1, 3, 1);
    job = kernel_accept(&kernel, kernel_job(100, 1, 10, 0, 0), 16);
    kernel_dispatch(&kernel, RTMR_MAP, 0, job);
    kernel_accept(&kernel, kernel_job(100, 1, 10, 0, 0), 26);
    kernel_advance(&kernel, 10);
    kernel_accept(&kernel, kernel_job(100, 1, 10, 0, 0), 39);
}

/* A dispatched task has waited already: what remains of the pads is H for noticing its end. */
static void bounds_and_infos_show_pads_and_plain_estimates(void **state)
{
    struct rtmr_job_info info;
    struct rtmr_offer offer;
    rtmr_handle job;

    (void)state;
    start(1, 1, 3, 2);
    job = kernel_accept(&kernel, kernel_job(100, 1, 10, 1, 5), 30);
    assert_int_equal(rtmr_job_info(&kernel, job, &info), RTMR_OK);
    assert_int_equal(info.map_estimate, 10);
    assert_int_equal(info.reduce_estimate, 5);
    assert_int_equal(rtmr_dispatch(&kernel, RTMR_MAP, 0, &offer), RTMR_OK);
    assert_int_equal(offer.bound, 13);
    kernel_advance(&kernel, 10);
    kernel_finish(&kernel, RTMR_MAP, 0);
    assert_int_equal(rtmr_dispatch(&kernel, RTMR_REDUCE, 0, &offer), RTMR_OK);
    assert_int_equal(offer.bound, 18);
}

/* E2 for a slot that was idle when the offer appeared: H is fine, one tick more is not. */
static void map_offer_may_wait_h(void **state)
{
    (void)state;
    start(1, 1, 3, 1);
    kernel_advance(&kernel, 100);
    kernel_accept(&kernel, kernel_job(116, 1, 10, 0, 0), 116);
    kernel_advance(&kernel, 102);
    kernel_advance(&kernel, 103);
    kernel_violate(&kernel, 104, RTMR_VIOLATION_WAITING, 0, 1);
}

static void reduce_offer_may_wait_r_rounds(void **state)
{
    (void)state;
    start(1, 1, 3, 2);
    kernel_accept(&kernel, kernel_job(100, 0, 0, 1, 5), 14);
    kernel_advance(&kernel, 6);
    kernel_violate(&kernel, 7, RTMR_VIOLATION_WAITING, 0, 0);
}

/* Each offer is timed from its own appearance: one that went away does not count. */
static void waiting_starts_again_with_every_offer(void **state)
{
    rtmr_handle first;

    (void)state;
    start(2, 1, 3, 1);
    first = kernel_accept(&kernel, kernel_job(100, 1, 50, 0, 0), 56);
    kernel_advance(&kernel, 2);
    kernel_dispatch(&kernel, RTMR_MAP, 1, first);
    kernel_advance(&kernel, 10);
    kernel_accept(&kernel, kernel_job(100, 1, 50, 0, 0), 66);
    kernel_advance(&kernel, 13);
    kernel_violate(&kernel, 14, RTMR_VIOLATION_WAITING, 0, 0);
}

/* Submits a job with all the time there is; e is whatever the kernel says. */
static rtmr_handle accept(int32_t maps, rtmr_ticks map_estimate, int32_t reduces, rtmr_ticks reduce_estimate)
{
    const struct rtmr_job job = kernel_job(RTMR_TIME_MAX, maps, map_estimate, reduces, reduce_estimate);
    struct rtmr_decision decision;

    assert_int_equal(rtmr_submit(&kernel, &job, &decision), RTMR_OK);
    return decision.job;
}

/* Every task takes its whole bound, every offer waits H. Whether the kernel allows that or reports
 * it: without a report the job ends by its e. (H per map is enough only if a slot that used its
 * bound is served at once: planned 3..16..29, the maps would end at 32 if it could wait H more.) */
static void all_tasks_and_all_waits_at_their_limits(void **state)
{
    enum rtmr_status status = RTMR_OK;
    struct rtmr_alarm alarm;
    struct rtmr_offer offer;
    struct rtmr_report report = {.job_done = 0};

    (void)state;
    start(1, 1, 3, 1);
    accept(2, 10, 0, 0);
    for (int32_t task = 0; task < 2 && status == RTMR_OK; task++) {
        status = rtmr_advance(&kernel, kernel.now + 3, &alarm);
        assert_int_equal(rtmr_dispatch(&kernel, RTMR_MAP, 0, &offer), RTMR_OK);
        if (status == RTMR_OK) {
            kernel_advance(&kernel, offer.bound);
            report = kernel_finish(&kernel, RTMR_MAP, 0);
        }
    }
    assert_true(status == RTMR_VIOLATION_WAITING || report.job_done);
    assert_true(status == RTMR_VIOLATION_WAITING || kernel.now <= report.estimated_finish);
}

/* A task that ends early leaves the rest of its bound for noticing the next one. */
static void wait_behind_an_early_task(void **state)
{
    struct rtmr_offer offer;
    struct rtmr_report report;

    (void)state;
    start(1, 1, 3, 1);
    accept(2, 10, 0, 0);
    kernel_advance(&kernel, 3);
    assert_int_equal(rtmr_dispatch(&kernel, RTMR_MAP, 0, &offer), RTMR_OK);
    kernel_advance(&kernel, 5);
    kernel_finish(&kernel, RTMR_MAP, 0);
    kernel_advance(&kernel, 8);
    assert_int_equal(rtmr_dispatch(&kernel, RTMR_MAP, 0, &offer), RTMR_OK);
    kernel_advance(&kernel, offer.bound);
    report = kernel_finish(&kernel, RTMR_MAP, 0);
    assert_true(report.job_done && !report.flagged && kernel.now <= report.estimated_finish);
}

/* Slots are alike: slot 1 owes a task by 8, slot 0 by 9. The task that starts on slot 0 is the one
 * due by 8; the next is due by 9, though it will run on slot 1. */
static void a_dispatch_serves_the_earliest_due(void **state)
{
    rtmr_handle job;

    (void)state;
    start(3, 1, 3, 1);
    job = accept(5, 10, 0, 0);
    assert_int_equal(kernel_dispatch_all(&kernel), 3);
    kernel_advance(&kernel, 5);
    kernel_finish(&kernel, RTMR_MAP, 1);
    kernel_advance(&kernel, 6);
    kernel_finish(&kernel, RTMR_MAP, 0);
    kernel_dispatch(&kernel, RTMR_MAP, 0, job);
    kernel_advance(&kernel, 9);
    kernel_violate(&kernel, 10, RTMR_VIOLATION_WAITING, 0, 0);
}

/*
 * Two nodes, H = 30. A (reduce slot 0) beats at 9, 39, 69, 99, 129; B (the map slot, reduce slot 1)
 * at 10, 40, 70, 100,
 * 130. J0 reserves A's slot for its one reduce, B's runs a reduce of JX, bound 101. J1 is planned
 *      from 101 on. At 100 B reports JX's end, and J0's map, long before its bound: J0's reduce is
 *      first in plan order and takes B's slot at once; J1 must wait for A's next beat, 129. Slots
 *      that wait for different beats are not alike: with H per reduce, H at arrival and H between
 *      the stages J1 would be promised 141, and end at 159.
 */
static void a_reduce_stage_that_is_ready_early(void **state)
{
    struct rtmr_report report;
    rtmr_handle jx;
    rtmr_handle j0;
    rtmr_handle j1;

    (void)state;
    for (int32_t order = RTMR_ORDER_FLOOR; order <= RTMR_ORDER_FIFO; order++) {
        struct rtmr_setup setup = kernel_setup(1, 2, RTMR_FEEDBACK_EXACT, (enum rtmr_order)order);

        setup.latency = 30;
        kernel_start(&kernel, &setup);
        kernel_advance(&kernel, 10);
        jx = accept(0, 0, 1, 61);
        j0 = accept(1, 200, 1, 10);
        kernel_dispatch(&kernel, RTMR_MAP, 0, j0);
        kernel_dispatch(&kernel, RTMR_REDUCE, 1, jx);
        kernel_advance(&kernel, 11);
        j1 = accept(0, 0, 1, 10);
        kernel_advance(&kernel, 99);
        kernel_expect_nothing(&kernel, RTMR_REDUCE);
        kernel_advance(&kernel, 100);
        kernel_finish(&kernel, RTMR_MAP, 0);
        kernel_finish(&kernel, RTMR_REDUCE, 1);
        kernel_dispatch(&kernel, RTMR_REDUCE, 1, j0);
        kernel_advance(&kernel, 129);
        kernel_dispatch(&kernel, RTMR_REDUCE, 0, j1);
        kernel_advance(&kernel, 130);
        kernel_finish(&kernel, RTMR_REDUCE, 1);
        kernel_advance(&kernel, 159);
        report = kernel_finish(&kernel, RTMR_REDUCE, 0);
        assert_true(report.job == j1 && report.job_done && !report.flagged);
        assert_true(kernel.now <= report.estimated_finish);
    }
}

/* The largest latency with the most rounds still adds up without overflow. */
static void largest_latency(void **state)
{
    const rtmr_ticks pad = (RTMR_SLOTS + 1) * RTMR_LATENCY_MAX;

    (void)state;
    start(1, 1, RTMR_LATENCY_MAX, RTMR_SLOTS);
    kernel_accept(&kernel, kernel_job(RTMR_TIME_MAX, 0, 0, 1, 5), pad + 5);
    kernel_reject(&kernel, kernel_job(RTMR_TIME_MAX, 0, 0, 1, RTMR_TIME_MAX), RTMR_NO_JOB, RTMR_NEVER, RTMR_NEVER);
    assert_null(kernel_broken_invariant(&kernel));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pads_with_one_reduce_per_node),
        cmocka_unit_test(zero_reduces_per_node_mean_one),
        cmocka_unit_test(pads_with_two_reduces_per_node),
        cmocka_unit_test(pads_of_jobs_with_one_stage),
        cmocka_unit_test(arrival_pad_does_not_add_to_busy_slots),
        cmocka_unit_test(bounds_and_infos_show_pads_and_plain_estimates),
        cmocka_unit_test(map_offer_may_wait_h),
        cmocka_unit_test(reduce_offer_may_wait_r_rounds),
        cmocka_unit_test(waiting_starts_again_with_every_offer),
        cmocka_unit_test(all_tasks_and_all_waits_at_their_limits),
        cmocka_unit_test(wait_behind_an_early_task),
        cmocka_unit_test(a_dispatch_serves_the_earliest_due),
        cmocka_unit_test(a_reduce_stage_that_is_ready_early),
        cmocka_unit_test(largest_latency),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
