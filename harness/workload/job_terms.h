/*
 * The terms of a job that most traces lack: the scheduler's estimate of a task's time, and a
 * deadline.
 *   estimate   ceil(estimate factor x the longest task of the stage)
 *   deadline   arrival + max(deadline_least, ceil(factor x base)); the factor is lognormal with the
 *              given mean and standard deviation, at least 1, drawn from the seed in the order of
 *              the jobs' rows (the deadline factor of Hadoop's Scheduler Load Simulator,
 *              SynthJob.java)
 *   base       alone: the time that the job needs by its estimates alone on the cluster, in waves
 *              of tasks; recorded: the time from its submission to its end when the trace was
 *              taken, as in that simulator
 */
#ifndef HARNESS_WORKLOAD_JOB_TERMS_H
#define HARNESS_WORKLOAD_JOB_TERMS_H

#include "harness/workload/input_error.h"
#include "harness/workload/workload.h"

#include <gsl/gsl_rng.h>
#include <stdint.h>

enum deadline_base { DEADLINE_BASE_ALONE = 0, DEADLINE_BASE_RECORDED };

struct job_terms_options {
    double estimate_factor; /* >= 1, so that estimates bound the durations on a node of speed 1 */
    enum deadline_base deadline_base;
    double deadline_mean; /* of the deadline factor, >= 1: smaller draws than 1 become 1 */
    double deadline_sd;   /* >= 0; 0: the factor is its mean */
    ticks deadline_least; /* ms from arrival, >= 0 */
    int32_t map_slots;    /* of the cluster that the deadlines are made for, >= 0 */
    int32_t reduce_slots;
    uint64_t seed;
};

/* Estimate factor 1.5, deadlines of 3 times the time alone with sd 1, at least 60 s: chosen here.
 * Slots, seed: left 0. */
struct job_terms_options job_terms_options_default(void);

/* Where the terms of one trace's jobs come from. */
struct job_terms {
    const struct job_terms_options *options;
    gsl_rng *rng;
    double log_mean; /* of the deadline factor's logarithm */
    double log_sd;
};

/* The options must outlive it. */
struct job_terms job_terms_open(const struct job_terms_options *options);
void job_terms_close(struct job_terms *terms);

/* The estimate of a stage from its longest task. False: it does not fit, *error says
 * so. */
bool job_terms_estimate(const struct job_terms *terms, ticks longest, struct place place, ticks *estimate,
                        struct input_error *error);

/* Sets both estimates from the job's durations. False: as above. O(tasks). */
bool job_terms_estimates(const struct job_terms *terms, struct job_spec *job, struct place place,
                         struct input_error *error);

/* Sets the deadline of a job whose tasks and estimates are set. recorded: its time in the trace, -1
 * if unknown; `place` is the place of that time in the input. False: the deadline does not fit, its
 * base is unknown, or the job alone would never end: the cluster has no slot for a stage of it. */
bool job_terms_deadline(struct job_terms *terms, struct job_spec *job, ticks recorded, struct place place,
                        struct input_error *error);

#endif
