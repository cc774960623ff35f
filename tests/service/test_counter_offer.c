/*
 * Counter offers of the service: as the kernel's own, but with a bound on their work.
 */
#include "harness/service/counter_offer.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

enum { QUEUES = 40, JOBS = 60 };

static struct rtmr kernel;

static uint64_t state;

static int64_t below(int64_t n)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (int64_t)(state % (uint64_t)n);
}

static void begin(int32_t map_slots, rtmr_ticks latency)
{
    struct rtmr_setup setup = {.map_slots = map_slots, .reduce_slots = 2, .latency = latency, .counter_offer = 1};
    assert_int_equal(rtmr_init(&kernel, &setup), RTMR_OK);
}

static void dispatch_all(void)
{
    struct rtmr_offer offer;
    for (int stage = RTMR_MAP; stage <= RTMR_REDUCE; stage++) {
        int32_t slot = rtmr_next_idle(&kernel, (enum rtmr_stage)stage, 0);
        while (slot >= 0 && rtmr_dispatch(&kernel, (enum rtmr_stage)stage, slot, &offer) == RTMR_OK) {
            slot = rtmr_next_idle(&kernel, (enum rtmr_stage)stage, 0);
        }
    }
}

/* What the refusal says but for its counter offer. */
static rtmr_ticks end_of_refusal(const struct rtmr_job *job)
{
    struct rtmr_decision decision;
    kernel.counter_offer = 0;
    assert_int_equal(rtmr_submit(&kernel, job, &decision), RTMR_REJECTED);
    kernel.counter_offer = 1;
    return decision.estimated_finish;
}

/* A random job. Returns 1 if it was refused for lateness; then both offers are the same. */
static int submit(void)
{
    struct rtmr_decision decision;
    struct rtmr_job job = {.map_tasks = (int32_t)below(5),
                           .reduce_tasks = 1 + (int32_t)below(3),
                           .map_estimate = 1 + below(50),
                           .reduce_estimate = 1 + below(50),
                           .deadline = rtmr_now(&kernel) + below(600)};
    if (rtmr_submit(&kernel, &job, &decision) == RTMR_OK || decision.reason != RTMR_REASON_LATE) {
        return 0;
    }
    rtmr_ticks offered = decision.earliest_deadline;
    assert_int_equal(counter_offer_for_job(&kernel, &job, end_of_refusal(&job)), offered);
    if (offered != RTMR_NEVER) {
        job.deadline = offered;
        assert_int_equal(rtmr_submit(&kernel, &job, &decision), RTMR_OK);
    }
    return 1;
}

/* A random renewal; the same. */
static int renew(void)
{
    struct rtmr_decision decision;
    struct rtmr_job_info info;
    int32_t jobs = rtmr_job_count(&kernel);
    if (jobs == 0 || rtmr_job_at(&kernel, (int32_t)below(jobs), &info) != RTMR_OK) {
        return 0;
    }
    rtmr_ticks deadline = rtmr_now(&kernel) + below(200);
    if (below(3) == 0) {
        assert_int_equal(rtmr_suspend(&kernel, info.job), RTMR_OK);
    }
    if (rtmr_renew(&kernel, info.job, deadline, &decision) != RTMR_REJECTED) {
        return 0;
    }
    assert_int_equal(counter_offer_for_renewal(&kernel, info.job, deadline, decision.estimated_finish),
                     decision.earliest_deadline);
    return 1;
}

static void test_same_as_the_kernel(void **unused)
{
    (void)unused;
    int refusals = 0;
    int refused_renewals = 0;
    for (int queue = 0; queue < QUEUES; queue++) {
        state = 88172645463325252U + (uint64_t)queue;
        begin(3, queue % 2 * 4);
        for (int i = 0; i < JOBS; i++) {
            refusals += submit();
            refused_renewals += renew();
            if (i == JOBS / 3) {
                dispatch_all();
            }
        }
    }
    assert_true(refusals > QUEUES && refused_renewals > QUEUES);
}

/* A queue of so many jobs of one task on one slot, without slack. Returns the request that fits
 * behind them all only. */
static struct rtmr_job fill(int32_t jobs)
{
    struct rtmr_decision decision;
    struct rtmr_job job = {.map_tasks = 1, .map_estimate = 10};
    begin(1, 0);
    for (int32_t i = 1; i <= jobs; i++) {
        job.deadline = 10 * i;
        kernel.counter_offer = 0;
        assert_int_equal(rtmr_submit(&kernel, &job, &decision), RTMR_OK);
        kernel.counter_offer = 1;
    }
    job.deadline = 1;
    return job;
}

static void test_bound(void **unused)
{
    (void)unused;
    const int32_t few = 900; /* few * (2 * few + 2) < COUNTER_OFFER_STEPS */
    const int32_t many = 2000;
    struct rtmr_job job = fill(few);
    assert_int_equal(counter_offer_for_job(&kernel, &job, end_of_refusal(&job)), 10 * few + 10);
    job = fill(many);
    assert_int_equal(counter_offer_for_job(&kernel, &job, end_of_refusal(&job)), RTMR_NEVER);
    /* nothing is left out that lies before the request's own end */
    job.map_estimate = 10 * many;
    assert_int_equal(counter_offer_for_job(&kernel, &job, end_of_refusal(&job)), 20 * many);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_same_as_the_kernel), cmocka_unit_test(test_bound)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
