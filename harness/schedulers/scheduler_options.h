/*
 * The options of all schedulers in one place: the command line fills it, a scheduler reads its own part.
 */
#ifndef HARNESS_SCHEDULER_OPTIONS_H
#define HARNESS_SCHEDULER_OPTIONS_H

#include "harness/workload/workload.h"
#include "kernel/rtmr.h"

#include <stdbool.h>

/* Where estimates of task times come from. */
enum estimator_kind {
    ESTIMATOR_GIVEN = 0,         /* the job's own estimates */
    ESTIMATOR_LEARNED = 1        /* the kernel's estimator: from data sizes and the tasks finished so far */
};

struct scheduler_options {
    enum estimator_kind estimator;     /* rtmr, dc */

    enum rtmr_feedback feedback;       /* rtmr */
    enum rtmr_order order;             /* rtmr */
    ticks delta;                       /* rtmr, satu: threshold of a correction; 0 .. RTMR_TIME_MAX */
    bool counter_offer;                /* rtmr: look for the earliest acceptable deadline of every rejected job */
    bool check;                        /* rtmr: check the kernel after every call (harness/invariants) */

    double fifo_padding;               /* fifo: slots kept free, as a share of the jobs' tasks; 0 .. 1 */

    double dc_map_factor;              /* dc: its estimate of a map task is this times the job's; > 0 */
    double dc_reduce_factor;           /* dc: the same for reduces; > 0 */
};

/* given estimates, exact projection in the kernel's default order, delta 0, no counter offers, no padding, factors 1. */
struct scheduler_options scheduler_options_default(void);

/* NULL if every value is legal and the combination is; otherwise what is wrong (static text, one line). */
const char *scheduler_options_problem(const struct scheduler_options *options);

#endif
