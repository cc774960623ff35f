/*
 * The options of all schedulers in one place: the command line fills it, a scheduler reads its own
 * part.
 */
#ifndef HARNESS_ENGINE_SCHEDULER_OPTIONS_H
#define HARNESS_ENGINE_SCHEDULER_OPTIONS_H

#include "harness/workload/pool_file.h"
#include "harness/workload/workload.h"
#include "kernel/rtmr.h"

#include <stdbool.h>

/* Where estimates of task times come from. */
enum estimator_kind {
    ESTIMATOR_GIVEN = 0, /* the job's own estimates */
    /* the kernel's estimator: from data sizes and the jobs finished so far, as in section IV.A of
     * the paper */
    ESTIMATOR_LEARNED = 1,
    ESTIMATOR_LEARNED_BY_TASK = 2 /* the same, but a task teaches as soon as it is finished */
};

/* The largest factor on learned estimates. */
#define ESTIMATE_PADDING_MOST 1000.0

/* Whose Fair and Capacity Scheduler. */
enum hadoop_version { HADOOP_0_21 = 0, HADOOP_0_20 = 1 };

/* Whether the Fair Scheduler and LsPS give a node more than one task at a report. By version: 0.20
 * no, 0.21 yes. */
enum assign_multiple { ASSIGN_BY_VERSION = 0, ASSIGN_ONE = 1, ASSIGN_MULTIPLE = 2 };

/* What rtmr does at the bound of a task that still runs (schedulers/rtmr_reaction.h). */
enum overrun_reaction { OVERRUN_FLAG = 0, OVERRUN_EXTEND = 1, OVERRUN_KILL = 2 };

enum option_switch { OPTION_OFF = 0, OPTION_ON = 1 };

struct scheduler_options {
    enum estimator_kind estimator; /* rtmr, dc, asrpt */
    double estimate_padding;       /* rtmr, dc, asrpt: learned estimates are multiplied by it; >= 1 */

    enum rtmr_feedback feedback; /* rtmr */
    enum rtmr_order order;       /* rtmr */
    /* rtmr, satu: threshold of a correction; 0 .. RTMR_TIME_MAX */
    ticks delta;
    /* rtmr: promises allow for this dispatch latency, or for the heartbeat if that is longer; 0 ..
     * RTMR_LATENCY_MAX */
    ticks latency;
    /* rtmr: look for the earliest acceptable deadline of every rejected job */
    bool counter_offer;
    /* rtmr: the same, until all of this has taken about a second */
    bool some_offers;
    enum overrun_reaction on_overrun; /* rtmr */
    enum option_switch renew;         /* rtmr: promises that were lost are renewed when they can be */
    /* rtmr, with renew: while the effects of a fault last, jobs that would be late by little are
     * accepted without promise */
    enum option_switch at_risk;
    /* rtmr: check the kernel after every call (harness/invariants) */
    bool check;

    const bool *accepted; /* rtmr-unaware: which jobs it accepts, by job id */

    /* fifo: slots kept free, as a share of the jobs' tasks; 0 .. 1 */
    double fifo_padding;

    /* fair, capacity, srt-fair, srt-capacity; lsps as far as `assign` goes */
    enum hadoop_version hadoop;
    enum assign_multiple assign; /* fair, srt-fair, lsps */
    /* fair, srt-fair of 0.21: how long a job waits for a nearer node */
    ticks locality_delay;
    const struct pool_table *pools; /* fair, srt-fair; NULL: no pool is listed */
    /* capacity, srt-capacity; not empty; NULL: one queue of all slots */
    const struct queue_table *queues;

    /* lsps: from 0, equal shares, to 1, shares inverse to sizes */
    double lsps_alpha;
    /* lsps: mean time of a task of a user none of whose tasks has finished; >= 1 */
    ticks lsps_prior;

    /* dc: its estimate of a map task is this times the job's; > 0 */
    double dc_map_factor;
    double dc_reduce_factor; /* dc: the same for reduces; > 0 */
};

/* given estimates, learned ones as they are, exact projection in the kernel's default order, delta
 * 0, overruns flagged, promises renewed, risks taken, no counter offers, no padding, Hadoop 0.21
 * without pools, queues or delay, LsPS with alpha 1 and a prior of 10 s, factors 1. */
struct scheduler_options scheduler_options_default(void);

/* The effect of `assign`. */
bool scheduler_options_assign_multiple(const struct scheduler_options *options);

/* NULL if every value is legal and the combination is; otherwise the problem (static text, one
 * line). */
const char *scheduler_options_problem(const struct scheduler_options *options);

#endif
