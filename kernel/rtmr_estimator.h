/*
 * The estimator: eta, c_m_max and c_r_max, learned from finished tasks and jobs.
 *
 * Rates are kept as exact fractions of observed integers and compared by cross multiplication;
 * estimates are rounded up. So an estimate for s units of data is never below what any observed
 * rate implies for s units. It stands beside the kernel and knows nothing of it: a job's estimates
 * are fixed when it is submitted.
 *
 * Source: He, Lu, Swanson, section IV.A: eta = max(eta, reduce input / map input), c_max =
 * max(c_max, time / size), Algorithm II line 1 and Algorithm III line 2: eps = c_max * max(size).
 */
#ifndef RTMR_ESTIMATOR_H
#define RTMR_ESTIMATOR_H

#include "rtmr.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Sizes (in a unit of the caller's choice, e.g. KiB) and observed durations (in ticks) lie in 0
 * .. this. */
#define RTMR_MEASURE_MAX INT32_MAX

/* A ratio of two measures; denominator >= 1. */
struct rtmr_ratio {
    int32_t numerator;
    int32_t denominator;
};

struct rtmr_estimator {
    struct rtmr_ratio eta;         /* reduce input per map input */
    struct rtmr_ratio map_rate;    /* c_m_max: ticks per unit of map input */
    struct rtmr_ratio reduce_rate; /* c_r_max: ticks per unit of reduce input */
};

enum rtmr_estimator_status {
    RTMR_ESTIMATOR_OK = 0,
    RTMR_ESTIMATOR_E_NULL = -1,
    RTMR_ESTIMATOR_E_RATIO = -2, /* a numerator below 0 or a denominator below 1 */
    RTMR_ESTIMATOR_E_STAGE = -3,
    RTMR_ESTIMATOR_E_SIZE = -4,  /* a size below 0, or below 1 where a rate is learned from it */
    RTMR_ESTIMATOR_E_TIME = -5,  /* a duration below 0 or above RTMR_MEASURE_MAX */
    RTMR_ESTIMATOR_E_TASKS = -6, /* fewer than one task */
    RTMR_ESTIMATOR_E_RANGE = -7  /* the estimate would exceed RTMR_TIME_MAX, or a reduce's input RTMR_MEASURE_MAX */
};

/* Starting values are the caller's: {0, 1} knows nothing yet. Errors: E_NULL, E_RATIO. */
RTMR_NODISCARD enum rtmr_estimator_status rtmr_estimator_init(struct rtmr_estimator *e, struct rtmr_ratio eta,
                                                              struct rtmr_ratio map_rate,
                                                              struct rtmr_ratio reduce_rate);

/* A task of this stage took `duration` ticks for `size` >= 1 units. Errors: E_NULL, E_STAGE,
 * E_SIZE, E_TIME. */
RTMR_NODISCARD enum rtmr_estimator_status rtmr_estimator_task(struct rtmr_estimator *e, enum rtmr_stage stage,
                                                              int32_t size, rtmr_ticks duration);

/* A job turned `map_size` >= 1 units of map input into `reduce_size` units of reduce input.
 * Errors: E_NULL, E_SIZE. */
RTMR_NODISCARD enum rtmr_estimator_status rtmr_estimator_job(struct rtmr_estimator *e, int32_t map_size,
                                                             int32_t reduce_size);

/* eps_m of a job whose largest map task reads `size` units. At least 1. Errors: E_NULL, E_SIZE,
 * E_RANGE. */
RTMR_NODISCARD enum rtmr_estimator_status rtmr_estimate_map(const struct rtmr_estimator *e, int32_t size,
                                                            rtmr_ticks *estimate);

/* eps_r of a job with `map_size` units of map input, spread evenly over `reduces` reduce tasks:
 * c_r_max * ceil(ceil(eta * map_size) / reduces). At least 1. Errors: E_NULL, E_SIZE, E_TASKS,
 * E_RANGE. */
RTMR_NODISCARD enum rtmr_estimator_status rtmr_estimate_reduce(const struct rtmr_estimator *e, int32_t map_size,
                                                               int32_t reduces, rtmr_ticks *estimate);

#ifdef __cplusplus
}
#endif

#endif
