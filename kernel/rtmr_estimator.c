#include "rtmr_estimator.h"

#include <stddef.h>

static int32_t ratio_valid(struct rtmr_ratio r)
{
    return r.numerator >= 0 && r.denominator >= 1;
}

/* The larger of two ratios. Both products are below 2^62. */
static struct rtmr_ratio larger(struct rtmr_ratio a, struct rtmr_ratio b)
{
    return (int64_t)b.numerator * a.denominator > (int64_t)a.numerator * b.denominator ? b : a;
}

static int64_t divide_up(int64_t dividend, int64_t divisor)
{
    return dividend / divisor + (dividend % divisor != 0);
}

/* ceil(ratio * size), at most (2^31 - 1)^2 */
static int64_t scale_up(struct rtmr_ratio ratio, int32_t size)
{
    return divide_up((int64_t)ratio.numerator * size, ratio.denominator);
}

enum rtmr_estimator_status rtmr_estimator_init(struct rtmr_estimator *e, struct rtmr_ratio eta,
                                               struct rtmr_ratio map_rate, struct rtmr_ratio reduce_rate)
{
    if (e == NULL) {
        return RTMR_ESTIMATOR_E_NULL;
    }
    if (!ratio_valid(eta) || !ratio_valid(map_rate) || !ratio_valid(reduce_rate)) {
        return RTMR_ESTIMATOR_E_RATIO;
    }
    e->eta = eta;
    e->map_rate = map_rate;
    e->reduce_rate = reduce_rate;
    return RTMR_ESTIMATOR_OK;
}

enum rtmr_estimator_status rtmr_estimator_task(struct rtmr_estimator *e, enum rtmr_stage stage, int32_t size,
                                               rtmr_ticks duration)
{
    if (e == NULL) {
        return RTMR_ESTIMATOR_E_NULL;
    }
    if (stage != RTMR_MAP && stage != RTMR_REDUCE) {
        return RTMR_ESTIMATOR_E_STAGE;
    }
    if (size < 1) {
        return RTMR_ESTIMATOR_E_SIZE;
    }
    if (duration < 0 || duration > RTMR_MEASURE_MAX) {
        return RTMR_ESTIMATOR_E_TIME;
    }
    const struct rtmr_ratio seen = {.numerator = (int32_t)duration, .denominator = size};
    if (stage == RTMR_MAP) {
        e->map_rate = larger(e->map_rate, seen);
    } else {
        e->reduce_rate = larger(e->reduce_rate, seen);
    }
    return RTMR_ESTIMATOR_OK;
}

enum rtmr_estimator_status rtmr_estimator_job(struct rtmr_estimator *e, int32_t map_size, int32_t reduce_size)
{
    if (e == NULL) {
        return RTMR_ESTIMATOR_E_NULL;
    }
    if (map_size < 1 || reduce_size < 0) {
        return RTMR_ESTIMATOR_E_SIZE;
    }
    const struct rtmr_ratio seen = {.numerator = reduce_size, .denominator = map_size};
    e->eta = larger(e->eta, seen);
    return RTMR_ESTIMATOR_OK;
}

/* max(1, ceil(rate * size)) */
static enum rtmr_estimator_status estimate_task(struct rtmr_ratio rate, int64_t size, rtmr_ticks *estimate)
{
    if (size > RTMR_MEASURE_MAX) {
        return RTMR_ESTIMATOR_E_RANGE;
    }
    const int64_t ticks = scale_up(rate, (int32_t)size);
    if (ticks > RTMR_TIME_MAX) {
        return RTMR_ESTIMATOR_E_RANGE;
    }
    *estimate = ticks > 1 ? ticks : 1;
    return RTMR_ESTIMATOR_OK;
}

enum rtmr_estimator_status rtmr_estimate_map(const struct rtmr_estimator *e, int32_t size, rtmr_ticks *estimate)
{
    if (e == NULL || estimate == NULL) {
        return RTMR_ESTIMATOR_E_NULL;
    }
    if (size < 0) {
        return RTMR_ESTIMATOR_E_SIZE;
    }
    return estimate_task(e->map_rate, size, estimate);
}

enum rtmr_estimator_status rtmr_estimate_reduce(const struct rtmr_estimator *e, int32_t map_size, int32_t reduces,
                                                rtmr_ticks *estimate)
{
    if (e == NULL || estimate == NULL) {
        return RTMR_ESTIMATOR_E_NULL;
    }
    if (map_size < 0) {
        return RTMR_ESTIMATOR_E_SIZE;
    }
    if (reduces < 1) {
        return RTMR_ESTIMATOR_E_TASKS;
    }
    return estimate_task(e->reduce_rate, divide_up(scale_up(e->eta, map_size), reduces), estimate);
}
