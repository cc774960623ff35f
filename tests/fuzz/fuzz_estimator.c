/*
 * The estimator against arithmetic of 128 bits: rates are the largest fractions seen, estimates
 * are rounded up, refusals are those of rtmr_estimator.h and change nothing.
 */
#include "kernel/rtmr_estimator.h"
#include "tests/fuzz/bytes.h"
#include "tests/fuzz/fail.h"

#include <inttypes.h>
#include <stdbool.h>
#include <string.h>

__extension__ typedef __int128 wide;

/* Mostly small, sometimes any, often near an end of the range. */
static int32_t number(struct bytes *b)
{
    static const int32_t extremes[] = {INT32_MIN, -1, 0, 1, 2, INT32_MAX - 1, INT32_MAX, 46341};
    const uint8_t kind = bytes_next(b);

    if (kind < 0x40) {
        return kind;
    }
    return kind < 0xc0 ? extremes[kind % 8] : (int32_t)(uint32_t)bytes_next64(b);
}

static rtmr_ticks duration(struct bytes *b)
{
    const uint8_t kind = bytes_next(b);

    if (kind < 0xc0) {
        return kind < 0x40 ? kind : number(b);
    }
    return kind < 0xe0 ? (rtmr_ticks)bytes_next64(b) : kind < 0xf0 ? RTMR_NEVER : -RTMR_NEVER - 1;
}

static struct rtmr_ratio ratio(struct bytes *b)
{
    const int32_t numerator = number(b);

    return (struct rtmr_ratio){.numerator = numerator, .denominator = number(b)};
}

static bool valid(struct rtmr_ratio r)
{
    return r.numerator >= 0 && r.denominator >= 1;
}

static bool equal(struct rtmr_ratio a, struct rtmr_ratio b)
{
    return (wide)a.numerator * b.denominator == (wide)b.numerator * a.denominator;
}

/* The larger one by exact arithmetic. */
static struct rtmr_ratio larger(struct rtmr_ratio a, struct rtmr_ratio b)
{
    return (wide)a.numerator * b.denominator >= (wide)b.numerator * a.denominator ? a : b;
}

static wide scaled(struct rtmr_ratio rate, wide size)
{
    return ((wide)rate.numerator * size + rate.denominator - 1) / rate.denominator;
}

static void expect_status(const char *call, enum rtmr_estimator_status status, enum rtmr_estimator_status expected)
{
    FUZZ_EXPECT(status == expected, "%s: status %d, expected %d", call, (int)status, (int)expected);
}

/* A rate after a call that has seen this fraction, or (NULL) refused it. */
static void expect_rate(const char *call, struct rtmr_ratio before, const struct rtmr_ratio *seen,
                        struct rtmr_ratio now)
{
    FUZZ_EXPECT(valid(now), "%s: the rate is %" PRId32 "/%" PRId32, call, now.numerator, now.denominator);
    FUZZ_EXPECT(equal(now, seen == NULL ? before : larger(before, *seen)), "%s: the rate is %" PRId32 "/%" PRId32, call,
                now.numerator, now.denominator);
}

static void learn_task(struct bytes *b, struct rtmr_estimator *e)
{
    const struct rtmr_estimator before = *e;
    const enum rtmr_stage stage = (enum rtmr_stage)bytes_choice(b, 3);
    const int32_t size = number(b);
    const rtmr_ticks time = duration(b);
    const enum rtmr_estimator_status status = rtmr_estimator_task(e, stage, size, time);
    const struct rtmr_ratio seen = {.numerator = (int32_t)time, .denominator = size};
    const bool good = status == RTMR_ESTIMATOR_OK;

    expect_status("task", status,
                  stage > RTMR_REDUCE                   ? RTMR_ESTIMATOR_E_STAGE
                  : size < 1                            ? RTMR_ESTIMATOR_E_SIZE
                  : time < 0 || time > RTMR_MEASURE_MAX ? RTMR_ESTIMATOR_E_TIME
                                                        : RTMR_ESTIMATOR_OK);
    expect_rate("task", before.map_rate, good && stage == RTMR_MAP ? &seen : NULL, e->map_rate);
    expect_rate("task", before.reduce_rate, good && stage == RTMR_REDUCE ? &seen : NULL, e->reduce_rate);
    expect_rate("task", before.eta, NULL, e->eta);
}

static void learn_job(struct bytes *b, struct rtmr_estimator *e)
{
    const struct rtmr_estimator before = *e;
    const int32_t map_size = number(b);
    const int32_t reduce_size = number(b);
    const enum rtmr_estimator_status status = rtmr_estimator_job(e, map_size, reduce_size);
    const struct rtmr_ratio seen = {.numerator = reduce_size, .denominator = map_size};

    expect_status("job", status, map_size < 1 || reduce_size < 0 ? RTMR_ESTIMATOR_E_SIZE : RTMR_ESTIMATOR_OK);
    expect_rate("job", before.eta, status == RTMR_ESTIMATOR_OK ? &seen : NULL, e->eta);
    expect_rate("job", before.map_rate, NULL, e->map_rate);
    expect_rate("job", before.reduce_rate, NULL, e->reduce_rate);
}

/* An estimate for `size` units at this rate. */
static void expect_estimate(const char *call, struct rtmr_ratio rate, wide size, enum rtmr_estimator_status status,
                            rtmr_ticks estimate)
{
    const wide exact = scaled(rate, size);
    const bool fits = size <= RTMR_MEASURE_MAX && exact <= RTMR_TIME_MAX;

    expect_status(call, status, fits ? RTMR_ESTIMATOR_OK : RTMR_ESTIMATOR_E_RANGE);
    FUZZ_EXPECT(!fits || estimate == (exact < 1 ? 1 : exact), "%s: %jd", call, (intmax_t)estimate);
}

static void estimate_map(struct bytes *b, const struct rtmr_estimator *e)
{
    const int32_t size = number(b);
    rtmr_ticks estimate = -5;
    const enum rtmr_estimator_status status = rtmr_estimate_map(e, size, &estimate);

    FUZZ_EXPECT(status == RTMR_ESTIMATOR_OK || estimate == -5, "a refusal changes the estimate");
    if (size < 0) {
        expect_status("estimate_map", status, RTMR_ESTIMATOR_E_SIZE);
    } else {
        expect_estimate("estimate_map", e->map_rate, size, status, estimate);
    }
}

static void estimate_reduce(struct bytes *b, const struct rtmr_estimator *e)
{
    const int32_t size = number(b);
    const int32_t reduces = number(b);
    rtmr_ticks estimate = -5;
    const enum rtmr_estimator_status status = rtmr_estimate_reduce(e, size, reduces, &estimate);

    FUZZ_EXPECT(status == RTMR_ESTIMATOR_OK || estimate == -5, "a refusal changes the estimate");
    if (size < 0 || reduces < 1) {
        expect_status("estimate_reduce", status, size < 0 ? RTMR_ESTIMATOR_E_SIZE : RTMR_ESTIMATOR_E_TASKS);
    } else {
        expect_estimate("estimate_reduce", e->reduce_rate, (scaled(e->eta, size) + reduces - 1) / reduces, status,
                        estimate);
    }
}

static void pass_null(const struct rtmr_estimator *e)
{
    const struct rtmr_ratio none = {0, 1};
    rtmr_ticks estimate;

    expect_status("init", rtmr_estimator_init(NULL, none, none, none), RTMR_ESTIMATOR_E_NULL);
    expect_status("task", rtmr_estimator_task(NULL, RTMR_MAP, 1, 1), RTMR_ESTIMATOR_E_NULL);
    expect_status("job", rtmr_estimator_job(NULL, 1, 1), RTMR_ESTIMATOR_E_NULL);
    expect_status("estimate_map", rtmr_estimate_map(NULL, 1, &estimate), RTMR_ESTIMATOR_E_NULL);
    expect_status("estimate_map", rtmr_estimate_map(e, 1, NULL), RTMR_ESTIMATOR_E_NULL);
    expect_status("estimate_reduce", rtmr_estimate_reduce(NULL, 1, 1, &estimate), RTMR_ESTIMATOR_E_NULL);
    expect_status("estimate_reduce", rtmr_estimate_reduce(e, 1, 1, NULL), RTMR_ESTIMATOR_E_NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bytes b = {data, size};
    struct rtmr_estimator e;
    const struct rtmr_ratio eta = ratio(&b);
    const struct rtmr_ratio map_rate = ratio(&b);
    const struct rtmr_ratio reduce_rate = ratio(&b);
    const enum rtmr_estimator_status status = rtmr_estimator_init(&e, eta, map_rate, reduce_rate);

    expect_status("init", status,
                  valid(eta) && valid(map_rate) && valid(reduce_rate) ? RTMR_ESTIMATOR_OK : RTMR_ESTIMATOR_E_RATIO);
    while (status == RTMR_ESTIMATOR_OK && b.left > 0) {
        switch (bytes_choice(&b, 5)) {
        case 0: learn_task(&b, &e); break;
        case 1: learn_job(&b, &e); break;
        case 2: estimate_map(&b, &e); break;
        case 3: estimate_reduce(&b, &e); break;
        default: pass_null(&e); break;
        }
    }
    return 0;
}
