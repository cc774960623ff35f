#include "harness/engine/scheduler_options.h"

#include <math.h>
#include <stddef.h>

struct scheduler_options scheduler_options_default(void)
{
    return (struct scheduler_options){.estimator = ESTIMATOR_GIVEN,
                                      .estimate_padding = 1.0,
                                      .feedback = RTMR_FEEDBACK_EXACT,
                                      .order = RTMR_ORDER_DEFAULT,
                                      .on_overrun = OVERRUN_FLAG,
                                      .renew = OPTION_ON,
                                      .at_risk = OPTION_ON,
                                      .lsps_alpha = 1.0,
                                      .lsps_prior = 10000,
                                      .dc_map_factor = 1.0,
                                      .dc_reduce_factor = 1.0};
}

bool scheduler_options_assign_multiple(const struct scheduler_options *options)
{
    return options->assign == ASSIGN_BY_VERSION ? options->hadoop == HADOOP_0_21 : options->assign == ASSIGN_MULTIPLE;
}

static bool is_factor(double value)
{
    return isfinite(value) && value > 0.0;
}

const char *scheduler_options_problem(const struct scheduler_options *options)
{
    if (options->order == RTMR_ORDER_EDF && options->feedback != RTMR_FEEDBACK_EXACT) {
        return "order edf needs feedback exact";
    }
    if (!(options->estimate_padding >= 1.0 && options->estimate_padding <= ESTIMATE_PADDING_MOST)) {
        return "the padding of learned estimates lies outside 1 .. 1000";
    }
    if (options->delta < 0 || options->delta > RTMR_TIME_MAX) {
        return "delta lies outside 0 .. 2^60";
    }
    if (options->latency < 0 || options->latency > RTMR_LATENCY_MAX) {
        return "the latency is negative, or so long that plans would reach the end of time";
    }
    if (!(options->fifo_padding >= 0.0 && options->fifo_padding <= 1.0)) { /* NaN is outside */
        return "the padding lies outside 0 .. 1";
    }
    if (options->locality_delay < 0 || options->locality_delay > WORKLOAD_TIME_MAX) {
        return "the locality delay lies outside 0 .. 2^60";
    }
    if (options->queues != NULL && options->queues->count == 0) {
        return "there is no queue";
    }
    if (!(options->lsps_alpha >= 0.0 && options->lsps_alpha <= 1.0)) {
        return "alpha of LsPS lies outside 0 .. 1";
    }
    if (options->lsps_prior < 1 || options->lsps_prior > WORKLOAD_TIME_MAX) {
        return "the prior of LsPS lies outside 1 .. 2^60";
    }
    if (!is_factor(options->dc_map_factor) || !is_factor(options->dc_reduce_factor)) {
        return "the factors of Deadline Constraint's estimates must be above 0";
    }
    return NULL;
}
