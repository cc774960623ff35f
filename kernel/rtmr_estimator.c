#include "rtmr_estimator.h"

#include <stddef.h>

#ifdef __FRAMAC__
#include "spec/estimator.acsl"
#endif

/*@ assigns \nothing;
    ensures valid: \result != 0 <==> RATIO_VALID(r);
*/
static int32_t ratio_valid(struct rtmr_ratio r)
{
    return r.numerator >= 0 && r.denominator >= 1;
}

/* The larger of two ratios. Both products are below 2^62. */
/*@ requires valid: RATIO_VALID(a) && RATIO_VALID(b);
    assigns \nothing;
    ensures valid:  RATIO_VALID(\result);
    ensures first:  RATIO_AT_MOST(a, \result);
    ensures second: RATIO_AT_MOST(b, \result);
    ensures either: \result == a || \result == b;
*/
static struct rtmr_ratio larger(struct rtmr_ratio a, struct rtmr_ratio b)
{
    return (int64_t)b.numerator * a.denominator > (int64_t)a.numerator * b.denominator ? b : a;
}

/*@ requires range: 0 <= dividend <= (int64_t)INT32_MAX * INT32_MAX && 1 <= divisor <= INT32_MAX;
    assigns \nothing;
    ensures rounded: \result == RoundedUp(dividend, divisor);
    ensures range:  0 <= \result <= (int64_t)INT32_MAX * INT32_MAX;
*/
static int64_t divide_up(int64_t dividend, int64_t divisor)
{
    return dividend / divisor + (dividend % divisor != 0);
}

/* ceil(ratio * size), at most (2^31 - 1)^2 */
/*@ requires valid: RATIO_VALID(ratio) && 0 <= size;
    assigns \nothing;
    ensures rounded: \result == RoundedUp(ratio.numerator * size, ratio.denominator);
    ensures range:  0 <= \result <= (int64_t)INT32_MAX * INT32_MAX;
*/
static int64_t scale_up(struct rtmr_ratio ratio, int32_t size)
{
    return divide_up((int64_t)ratio.numerator * size, ratio.denominator);
}

/*@ requires valid: e == NULL || \valid(e);
    assigns *e;
    behavior null:
      assumes e == NULL;
      assigns \nothing;
      ensures null: \result == RTMR_ESTIMATOR_E_NULL;
    behavior invalid:
      assumes e != NULL && !(RATIO_VALID(eta) && RATIO_VALID(map_rate) && RATIO_VALID(reduce_rate));
      assigns \nothing;
      ensures ratio: \result == RTMR_ESTIMATOR_E_RATIO;
    behavior call:
      assumes e != NULL && RATIO_VALID(eta) && RATIO_VALID(map_rate) && RATIO_VALID(reduce_rate);
      ensures set: \result == RTMR_ESTIMATOR_OK && ESTIMATOR_VALID(*e) && e->eta == eta && e->map_rate == map_rate
                   && e->reduce_rate == reduce_rate;
    complete behaviors;
    disjoint behaviors;
*/
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

/*@ requires valid:  e == NULL || \valid(e) && ESTIMATOR_VALID(*e);
    assigns e->map_rate, e->reduce_rate;
    ensures status:  \result == (e == NULL ? RTMR_ESTIMATOR_E_NULL : stage != RTMR_MAP
                                 && stage != RTMR_REDUCE ? RTMR_ESTIMATOR_E_STAGE
                     : size < 1 ? RTMR_ESTIMATOR_E_SIZE : !(0 <= duration <= RTMR_MEASURE_MAX) ? RTMR_ESTIMATOR_E_TIME
                     : RTMR_ESTIMATOR_OK);
    ensures kept:    e != NULL ==> ESTIMATOR_VALID(*e) && RATIO_AT_MOST(\old(e->map_rate), e->map_rate)
                     && RATIO_AT_MOST(\old(e->reduce_rate), e->reduce_rate);
    ensures map:     \result == RTMR_ESTIMATOR_OK && stage == RTMR_MAP ==>
                     OBSERVED(e->map_rate, duration, size) && e->reduce_rate == \old(e->reduce_rate);
    ensures reduce:  \result == RTMR_ESTIMATOR_OK && stage == RTMR_REDUCE ==>
                     OBSERVED(e->reduce_rate, duration, size) && e->map_rate == \old(e->map_rate);
    ensures exact:   \result == RTMR_ESTIMATOR_OK ==> IS_OR_SEEN(e->map_rate, \old(e->map_rate), duration, size)
                     && IS_OR_SEEN(e->reduce_rate, \old(e->reduce_rate), duration, size);
    ensures refused: e != NULL && \result != RTMR_ESTIMATOR_OK ==>
                     e->map_rate == \old(e->map_rate) && e->reduce_rate == \old(e->reduce_rate);
*/
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

/*@ requires valid:  e == NULL || \valid(e) && ESTIMATOR_VALID(*e);
    assigns e->eta;
    ensures status:  \result == (e == NULL ? RTMR_ESTIMATOR_E_NULL : map_size < 1
                                 || reduce_size < 0 ? RTMR_ESTIMATOR_E_SIZE
                     : RTMR_ESTIMATOR_OK);
    ensures kept:    e != NULL ==> ESTIMATOR_VALID(*e) && RATIO_AT_MOST(\old(e->eta), e->eta);
    ensures learned: \result == RTMR_ESTIMATOR_OK ==> OBSERVED(e->eta, reduce_size, map_size);
    ensures exact:   \result == RTMR_ESTIMATOR_OK ==> IS_OR_SEEN(e->eta, \old(e->eta), reduce_size, map_size);
    ensures refused: e != NULL && \result != RTMR_ESTIMATOR_OK ==> e->eta == \old(e->eta);
*/
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
/*@ requires valid:   \valid(estimate) && RATIO_VALID(rate) && 0 <= size;
    assigns *estimate;
    ensures status:   \result == RTMR_ESTIMATOR_OK || \result == RTMR_ESTIMATOR_E_RANGE;
    ensures estimate: \result == RTMR_ESTIMATOR_OK ==> *estimate <= RTMR_TIME_MAX && SCALED_UP(rate, size, *estimate);
    ensures range:    \result == RTMR_ESTIMATOR_E_RANGE ==> OUT_OF_RANGE(rate, size);
    ensures refused:  \result != RTMR_ESTIMATOR_OK ==> *estimate == \old(*estimate);
*/
static enum rtmr_estimator_status estimate_task(struct rtmr_ratio rate, int64_t size, rtmr_ticks *estimate)
{
    if (size > RTMR_MEASURE_MAX) {
        return RTMR_ESTIMATOR_E_RANGE;
    }
    const int64_t ticks = scale_up(rate, (int32_t)size);
    //@ assert enough: ticks * rate.denominator >= rate.numerator * size;
    //@ assert least: (ticks - 1) * rate.denominator < rate.numerator * size;
    if (ticks > RTMR_TIME_MAX) {
        return RTMR_ESTIMATOR_E_RANGE;
    }
    *estimate = ticks > 1 ? (rtmr_ticks)ticks : 1;
    return RTMR_ESTIMATOR_OK;
}

/*@ requires valid:   (e == NULL || \valid_read(e) && ESTIMATOR_VALID(*e)) && (estimate == NULL || \valid(estimate));
    assigns *estimate;
    ensures estimate: \result == RTMR_ESTIMATOR_OK ==>
                      *estimate <= RTMR_TIME_MAX && SCALED_UP(e->map_rate, size, *estimate);
    ensures range:    \result == RTMR_ESTIMATOR_E_RANGE ==> OUT_OF_RANGE(e->map_rate, size);
    ensures refused:  e != NULL && estimate != NULL && \result != RTMR_ESTIMATOR_OK ==> *estimate == \old(*estimate);
    ensures status:   e == NULL || estimate == NULL || size < 0
                      ? \result == (e == NULL || estimate == NULL ? RTMR_ESTIMATOR_E_NULL : RTMR_ESTIMATOR_E_SIZE)
                      : \result == RTMR_ESTIMATOR_OK || \result == RTMR_ESTIMATOR_E_RANGE;
    behavior null:
      assumes e == NULL || estimate == NULL;
      assigns \nothing;
    behavior call:
      assumes e != NULL && estimate != NULL;
      requires separate: \separated(e, estimate);
    complete behaviors;
*/
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

/*@ requires valid:   (e == NULL || \valid_read(e) && ESTIMATOR_VALID(*e)) && (estimate == NULL || \valid(estimate));
    assigns *estimate;
    ensures estimate: \result == RTMR_ESTIMATOR_OK ==> *estimate <= RTMR_TIME_MAX
                      && SCALED_UP(e->reduce_rate, REDUCE_SHARE(e->eta, map_size, reduces), *estimate);
    ensures refused:  e != NULL && estimate != NULL && \result != RTMR_ESTIMATOR_OK ==> *estimate == \old(*estimate);
    ensures range:    \result == RTMR_ESTIMATOR_E_RANGE ==>
                      OUT_OF_RANGE(e->reduce_rate, REDUCE_SHARE(e->eta, map_size, reduces));
    ensures status:   e == NULL || estimate == NULL || map_size < 0 || reduces < 1
                      ? \result == (e == NULL || estimate == NULL ? RTMR_ESTIMATOR_E_NULL
                                    : map_size < 0 ? RTMR_ESTIMATOR_E_SIZE : RTMR_ESTIMATOR_E_TASKS)
                      : \result == RTMR_ESTIMATOR_OK || \result == RTMR_ESTIMATOR_E_RANGE;
    behavior null:
      assumes e == NULL || estimate == NULL;
      assigns \nothing;
    behavior call:
      assumes e != NULL && estimate != NULL;
      requires separate: \separated(e, estimate);
    complete behaviors;
*/
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
