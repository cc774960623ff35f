/*
 * The estimator: bounds, refusals, and that an estimate is never below what any observation
 * implies.
 */
#include "kernel_fixture.h"
#include "rtmr_estimator.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define OBSERVATIONS 40
#define ROUNDS 500

/* Wide enough for products of three measures. */
__extension__ typedef __int128 wide;

static const struct rtmr_ratio nothing = {0, 1};

static struct rtmr_estimator start(void)
{
    struct rtmr_estimator e;

    assert_int_equal(rtmr_estimator_init(&e, nothing, nothing, nothing), RTMR_ESTIMATOR_OK);
    return e;
}

static rtmr_ticks map_estimate(const struct rtmr_estimator *e, int32_t size)
{
    rtmr_ticks estimate = -1;

    assert_int_equal(rtmr_estimate_map(e, size, &estimate), RTMR_ESTIMATOR_OK);
    return estimate;
}

static rtmr_ticks reduce_estimate(const struct rtmr_estimator *e, int32_t map_size, int32_t reduces)
{
    rtmr_ticks estimate = -1;

    assert_int_equal(rtmr_estimate_reduce(e, map_size, reduces, &estimate), RTMR_ESTIMATOR_OK);
    return estimate;
}

/* Rates 7/3 for maps, 5/2 for reduces, eta 2/3, so 10 units of map input are 7 of reduce input, on
 * 2 reduces 4. */
static void by_hand(void **state)
{
    struct rtmr_estimator e = start();

    (void)state;
    assert_int_equal(map_estimate(&e, 0), 1);
    assert_int_equal(map_estimate(&e, INT32_MAX), 1);
    assert_int_equal(reduce_estimate(&e, INT32_MAX, 1), 1);
    assert_int_equal(rtmr_estimator_task(&e, RTMR_MAP, 3, 7), RTMR_ESTIMATOR_OK);
    assert_int_equal(rtmr_estimator_task(&e, RTMR_MAP, 10, 23), RTMR_ESTIMATOR_OK);
    assert_int_equal(rtmr_estimator_task(&e, RTMR_REDUCE, 2, 5), RTMR_ESTIMATOR_OK);
    assert_int_equal(rtmr_estimator_job(&e, 3, 2), RTMR_ESTIMATOR_OK);
    assert_int_equal(map_estimate(&e, 3), 7);
    assert_int_equal(map_estimate(&e, 10), 24);
    assert_int_equal(map_estimate(&e, 0), 1);
    assert_int_equal(reduce_estimate(&e, 10, 2), 10);
    assert_int_equal(reduce_estimate(&e, 10, 7), 3);
    assert_int_equal(reduce_estimate(&e, 10, INT32_MAX), 3);
    assert_int_equal(reduce_estimate(&e, 0, 1), 1);
}

static void starting_values_hold_until_more_is_seen(void **state)
{
    const struct rtmr_ratio eta = {1, 2};
    const struct rtmr_ratio map_rate = {3, 1};
    const struct rtmr_ratio reduce_rate = {4, 1};
    struct rtmr_estimator e;

    (void)state;
    assert_int_equal(rtmr_estimator_init(&e, eta, map_rate, reduce_rate), RTMR_ESTIMATOR_OK);
    assert_int_equal(rtmr_estimator_task(&e, RTMR_MAP, 1, 2), RTMR_ESTIMATOR_OK);
    assert_int_equal(rtmr_estimator_task(&e, RTMR_REDUCE, 5, 19), RTMR_ESTIMATOR_OK);
    assert_int_equal(rtmr_estimator_job(&e, 5, 0), RTMR_ESTIMATOR_OK);
    assert_int_equal(map_estimate(&e, 10), 30);
    assert_int_equal(reduce_estimate(&e, 10, 1), 20);
}

/* Whatever the order of observations, for every one of them estimate >= rate * size, and the
 * estimate for the largest rate is less than one tick above it. */
static void never_below_an_observed_rate(void **state)
{
    uint64_t random = 1;

    (void)state;
    for (int32_t round = 0; round < ROUNDS; round++) {
        const int32_t most = round % 2 == 0 ? 50 : INT32_MAX;
        const int32_t size = (int32_t)kernel_random(&random, 0, 10000);
        struct rtmr_estimator e = start();
        int32_t sizes[OBSERVATIONS];
        rtmr_ticks times[OBSERVATIONS];
        int32_t met = 0;
        rtmr_ticks estimate;

        for (int32_t i = 0; i < OBSERVATIONS; i++) {
            sizes[i] = (int32_t)kernel_random(&random, 1, most);
            times[i] = kernel_random(&random, 0, most);
            assert_int_equal(rtmr_estimator_task(&e, RTMR_MAP, sizes[i], times[i]), RTMR_ESTIMATOR_OK);
        }
        estimate = map_estimate(&e, size);
        assert_true(estimate >= 1);
        for (int32_t i = 0; i < OBSERVATIONS; i++) {
            assert_true((wide)estimate * sizes[i] >= (wide)times[i] * size);
            met = met || (wide)(estimate - 1) * sizes[i] < (wide)times[i] * size;
        }
        assert_true(met || estimate == 1);
    }
}

/* The same for reduces: rate * (eta * map input / reduces), with every observed eta and rate. */
static void reduces_never_below_an_observed_rate(void **state)
{
    uint64_t random = 2;

    (void)state;
    for (int32_t round = 0; round < ROUNDS; round++) {
        const int32_t map_size = (int32_t)kernel_random(&random, 0, 100000);
        const int32_t reduces = (int32_t)kernel_random(&random, 1, 50);
        struct rtmr_estimator e = start();
        int32_t in[OBSERVATIONS];
        int32_t out[OBSERVATIONS];
        int32_t sizes[OBSERVATIONS];
        rtmr_ticks times[OBSERVATIONS];
        rtmr_ticks estimate;

        for (int32_t i = 0; i < OBSERVATIONS; i++) {
            in[i] = (int32_t)kernel_random(&random, 1, 1000);
            out[i] = (int32_t)kernel_random(&random, 0, 1000);
            sizes[i] = (int32_t)kernel_random(&random, 1, 1000);
            times[i] = kernel_random(&random, 0, 1000);
            assert_int_equal(rtmr_estimator_job(&e, in[i], out[i]), RTMR_ESTIMATOR_OK);
            assert_int_equal(rtmr_estimator_task(&e, RTMR_REDUCE, sizes[i], times[i]), RTMR_ESTIMATOR_OK);
        }
        estimate = reduce_estimate(&e, map_size, reduces);
        for (int32_t i = 0; i < OBSERVATIONS; i++) {
            for (int32_t j = 0; j < OBSERVATIONS; j++) {
                assert_true((wide)estimate * sizes[i] * in[j] * reduces >= (wide)times[i] * out[j] * map_size);
            }
        }
    }
}

static void bounds(void **state)
{
    struct rtmr_estimator e = start();
    rtmr_ticks estimate = -7;

    (void)state;
    assert_int_equal(rtmr_estimator_task(&e, RTMR_MAP, 1, 1 << 30), RTMR_ESTIMATOR_OK);
    assert_int_equal(map_estimate(&e, 1 << 30), RTMR_TIME_MAX);
    assert_int_equal(rtmr_estimate_map(&e, (1 << 30) + 1, &estimate), RTMR_ESTIMATOR_E_RANGE);
    assert_int_equal(rtmr_estimator_task(&e, RTMR_MAP, 1, RTMR_MEASURE_MAX), RTMR_ESTIMATOR_OK);
    assert_int_equal(rtmr_estimate_map(&e, RTMR_MEASURE_MAX, &estimate), RTMR_ESTIMATOR_E_RANGE);
    assert_int_equal(rtmr_estimator_job(&e, 1, RTMR_MEASURE_MAX), RTMR_ESTIMATOR_OK);
    assert_int_equal(rtmr_estimate_reduce(&e, RTMR_MEASURE_MAX, 1, &estimate), RTMR_ESTIMATOR_E_RANGE);
    assert_int_equal(rtmr_estimate_reduce(&e, 2, 1, &estimate), RTMR_ESTIMATOR_E_RANGE);
    assert_int_equal(estimate, -7);
    assert_int_equal(reduce_estimate(&e, RTMR_MEASURE_MAX, RTMR_MEASURE_MAX), 1);
    assert_int_equal(rtmr_estimator_task(&e, RTMR_REDUCE, 1, 1 << 29), RTMR_ESTIMATOR_OK);
    assert_int_equal(reduce_estimate(&e, 1, 1), ((rtmr_ticks)1 << 29) * RTMR_MEASURE_MAX);
    assert_int_equal(rtmr_estimator_task(&e, RTMR_REDUCE, 1, RTMR_MEASURE_MAX), RTMR_ESTIMATOR_OK);
    assert_int_equal(rtmr_estimate_reduce(&e, 1, 1, &estimate), RTMR_ESTIMATOR_E_RANGE);
}

static void refusals(void **state)
{
    static const struct rtmr_ratio bad[] = {{-1, 1}, {INT32_MIN, 1}, {1, 0}, {1, -1}, {1, INT32_MIN}};
    struct rtmr_estimator e = start();
    struct rtmr_estimator before;
    rtmr_ticks estimate = -7;

    (void)state;
    assert_int_equal(rtmr_estimator_task(&e, RTMR_MAP, 3, 7), RTMR_ESTIMATOR_OK);
    memcpy(&before, &e, sizeof e);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_int_equal(rtmr_estimator_init(&e, bad[i], nothing, nothing), RTMR_ESTIMATOR_E_RATIO);
        assert_int_equal(rtmr_estimator_init(&e, nothing, bad[i], nothing), RTMR_ESTIMATOR_E_RATIO);
        assert_int_equal(rtmr_estimator_init(&e, nothing, nothing, bad[i]), RTMR_ESTIMATOR_E_RATIO);
    }
    assert_int_equal(rtmr_estimator_task(&e, (enum rtmr_stage)2, 1, 9), RTMR_ESTIMATOR_E_STAGE);
    assert_int_equal(rtmr_estimator_task(&e, (enum rtmr_stage) - 1, 1, 9), RTMR_ESTIMATOR_E_STAGE);
    assert_int_equal(rtmr_estimator_task(&e, RTMR_MAP, 0, 9), RTMR_ESTIMATOR_E_SIZE);
    assert_int_equal(rtmr_estimator_task(&e, RTMR_MAP, INT32_MIN, 9), RTMR_ESTIMATOR_E_SIZE);
    assert_int_equal(rtmr_estimator_task(&e, RTMR_REDUCE, 1, -1), RTMR_ESTIMATOR_E_TIME);
    assert_int_equal(rtmr_estimator_task(&e, RTMR_REDUCE, 1, INT64_MIN), RTMR_ESTIMATOR_E_TIME);
    assert_int_equal(rtmr_estimator_task(&e, RTMR_REDUCE, 1, (rtmr_ticks)RTMR_MEASURE_MAX + 1), RTMR_ESTIMATOR_E_TIME);
    assert_int_equal(rtmr_estimator_task(&e, RTMR_REDUCE, 1, INT64_MAX), RTMR_ESTIMATOR_E_TIME);
    assert_int_equal(rtmr_estimator_job(&e, 0, 1), RTMR_ESTIMATOR_E_SIZE);
    assert_int_equal(rtmr_estimator_job(&e, 1, -1), RTMR_ESTIMATOR_E_SIZE);
    assert_int_equal(rtmr_estimate_map(&e, -1, &estimate), RTMR_ESTIMATOR_E_SIZE);
    assert_int_equal(rtmr_estimate_reduce(&e, INT32_MIN, 1, &estimate), RTMR_ESTIMATOR_E_SIZE);
    assert_int_equal(rtmr_estimate_reduce(&e, 1, 0, &estimate), RTMR_ESTIMATOR_E_TASKS);
    assert_int_equal(rtmr_estimate_reduce(&e, 1, INT32_MIN, &estimate), RTMR_ESTIMATOR_E_TASKS);
    assert_int_equal(rtmr_estimator_init(NULL, nothing, nothing, nothing), RTMR_ESTIMATOR_E_NULL);
    assert_int_equal(rtmr_estimator_task(NULL, RTMR_MAP, 1, 1), RTMR_ESTIMATOR_E_NULL);
    assert_int_equal(rtmr_estimator_job(NULL, 1, 1), RTMR_ESTIMATOR_E_NULL);
    assert_int_equal(rtmr_estimate_map(NULL, 1, &estimate), RTMR_ESTIMATOR_E_NULL);
    assert_int_equal(rtmr_estimate_map(&e, 1, NULL), RTMR_ESTIMATOR_E_NULL);
    assert_int_equal(rtmr_estimate_reduce(NULL, 1, 1, &estimate), RTMR_ESTIMATOR_E_NULL);
    assert_int_equal(rtmr_estimate_reduce(&e, 1, 1, NULL), RTMR_ESTIMATOR_E_NULL);
    assert_int_equal(estimate, -7);
    assert_memory_equal(&before, &e, sizeof e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_hand),
        cmocka_unit_test(starting_values_hold_until_more_is_seen),
        cmocka_unit_test(never_below_an_observed_rate),
        cmocka_unit_test(reduces_never_below_an_observed_rate),
        cmocka_unit_test(bounds),
        cmocka_unit_test(refusals),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
