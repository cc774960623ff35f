/*
 * One run of the experiment of "Real-Time Scheduling in MapReduce Clusters": a scheduler, its
 * estimates, and a profile of the numbers that are not published.
 */
#ifndef HARNESS_STUDIES_RTMR_EXPERIMENT_H
#define HARNESS_STUDIES_RTMR_EXPERIMENT_H

#include "harness/engine/scheduler_options.h"
#include "harness/report/results.h"
#include "harness/workload/input_error.h"
#include "harness/workload/paper_profile.h"

#include <stdint.h>

struct rtmr_setting {
    struct paper_profile profile;
    const char *scheduler; /* its name */
    enum rtmr_feedback feedback;
    enum paper_estimates estimates;
    enum estimator_kind estimator;
    double padding;       /* of learned estimates */
    int32_t reduces_most; /* larger jobs are left out; 0: none is */
    ticks heartbeat;
};

/* RTMR with SATU feedback and the longest times as estimates, heartbeats as in Hadoop. profile: its
 * name. */
struct rtmr_setting rtmr_setting_of(const char *profile);

/* Runs it over the seeds and adds the runs to the series. Returns 0; otherwise as
 * simulation_run(). */
int rtmr_measure(const struct rtmr_setting *setting, uint64_t first_seed, uint64_t seeds, struct series *series,
                 struct input_error *error);

#endif
