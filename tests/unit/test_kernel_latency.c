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

/* H once at arrival, H per map task, H at the barrier, H per reduce task: on one slot each, with H = 3,
 * maps 3..16..29, reduces 32..37+3=40..48. */
static void pads_with_one_reduce_per_node(void **state)
{
    (void)state;
    start(1, 1, 3, 1);
    kernel_reject(&kernel, kernel_job(47, 2, 10, 2, 5), RTMR_NO_JOB, 1, 48);
    kernel_accept(&kernel, kernel_job(48, 2, 10, 2, 5), 48);
}

/* No count of reduce slots per node means one. */
static void zero_reduces_per_node_mean_one(void **state)
{
    (void)state;
    start(1, 1, 3, 0);
    kernel_accept(&kernel, kernel_job(48, 2, 10, 2, 5), 48);
}

/* r = 2: rH = 6 at the barrier and per reduce task: 29 + 6 + (5 + 6) + (5 + 6) = 57. Maps are padded as before. */
static void pads_with_two_reduces_per_node(void **state)
{
    (void)state;
    start(1, 1, 3, 2);
    kernel_reject(&kernel, kernel_job(56, 2, 10, 2, 5), RTMR_NO_JOB, 1, 57);
    kernel_accept(&kernel, kernel_job(57, 2, 10, 2, 5), 57);
}

/* Without maps the reduces are released rH after the arrival; without reduces nothing is added at the barrier. */
static void pads_of_jobs_with_one_stage(void **state)
{
    (void)state;
    start(2, 2, 3, 2);
    kernel_accept(&kernel, kernel_job(100, 1, 10, 0, 0), 16);
    kernel_accept(&kernel, kernel_job(100, 0, 0, 1, 10), 22);
    kernel_accept(&kernel, kernel_job(0, 0, 0, 0, 0), 0);
}

/* A busy slot counts with its bound, which holds the pad already: the arrival pad runs beside it. */
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

static void bounds_and_infos_show_pads_and_plain_estimates(void **state)
{
    struct rtmr_job_info info;
    struct rtmr_offer offer;
    rtmr_handle job;

    (void)state;
    start(1, 1, 3, 2);
    job = kernel_accept(&kernel, kernel_job(100, 1, 10, 1, 5), 33);
    assert_int_equal(rtmr_job_info(&kernel, job, &info), RTMR_OK);
    assert_int_equal(info.map_estimate, 10);
    assert_int_equal(info.reduce_estimate, 5);
    assert_int_equal(rtmr_dispatch(&kernel, RTMR_MAP, 0, &offer), RTMR_OK);
    assert_int_equal(offer.bound, 13);
    kernel_advance(&kernel, 10);
    kernel_finish(&kernel, RTMR_MAP, 0);
    assert_int_equal(rtmr_dispatch(&kernel, RTMR_REDUCE, 0, &offer), RTMR_OK);
    assert_int_equal(offer.bound, 21);
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
    kernel_accept(&kernel, kernel_job(100, 0, 0, 1, 5), 17);
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

/* H pads each task once. So a slot whose task ends at its bound with work waiting must be served at once: if it could
 * wait H more, the two maps here, planned 3..16..29, would end at 32 and nobody would have broken a rule. */
static void no_wait_behind_a_task_that_used_its_bound(void **state)
{
    struct rtmr_alarm alarm;
    rtmr_handle job;

    (void)state;
    start(1, 1, 3, 1);
    job = kernel_accept(&kernel, kernel_job(29, 2, 10, 0, 0), 29);
    kernel_advance(&kernel, 3);
    kernel_dispatch(&kernel, RTMR_MAP, 0, job);
    kernel_advance(&kernel, 16);
    kernel_finish(&kernel, RTMR_MAP, 0);
    assert_int_equal(rtmr_advance(&kernel, 17, &alarm), RTMR_VIOLATION_WAITING);
    assert_int_equal(alarm.flagged_jobs, 1);
    assert_int_equal(kernel_flagged(&kernel, job), 1);
}

/* A task that ends early leaves the rest of its bound, up to H, for noticing the next one. */
static void wait_behind_an_early_task(void **state)
{
    rtmr_handle job;

    (void)state;
    start(1, 1, 3, 1);
    job = kernel_accept(&kernel, kernel_job(29, 2, 10, 0, 0), 29);
    kernel_advance(&kernel, 3);
    kernel_dispatch(&kernel, RTMR_MAP, 0, job);
    kernel_advance(&kernel, 5);
    kernel_finish(&kernel, RTMR_MAP, 0);
    kernel_advance(&kernel, 8);
    kernel_dispatch(&kernel, RTMR_MAP, 0, job);
    kernel_advance(&kernel, 21);
    assert_int_equal(kernel_finish(&kernel, RTMR_MAP, 0).job_done, 1);
}

/* The largest latency with the most rounds still adds up without overflow. */
static void largest_latency(void **state)
{
    const rtmr_ticks pad = RTMR_SLOTS * RTMR_LATENCY_MAX;

    (void)state;
    start(1, 1, RTMR_LATENCY_MAX, RTMR_SLOTS);
    kernel_accept(&kernel, kernel_job(RTMR_TIME_MAX, 0, 0, 1, 5), 2 * pad + 5);
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
        cmocka_unit_test(no_wait_behind_a_task_that_used_its_bound),
        cmocka_unit_test(wait_behind_an_early_task),
        cmocka_unit_test(largest_latency),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
