#include "harness/schedulers/estimates.h"

#include "harness/workload/alloc.h"

#include <math.h>
#include <stdlib.h>

/* Sizes that the estimator cannot hold count as unknown. */
#define SIZE_UNKNOWN (-1)

/* ceil(bytes / parts) in units, at least 1. */
static int32_t size_in_units(int64_t bytes, int32_t parts)
{
    if (bytes < 0) {
        return SIZE_UNKNOWN;
    }
    int64_t share = bytes / parts + (bytes % parts != 0);
    int64_t units = share / ESTIMATES_UNIT + (share % ESTIMATES_UNIT != 0);
    if (units > RTMR_MEASURE_MAX) {
        return SIZE_UNKNOWN;
    }
    return units < 1 ? 1 : (int32_t)units;
}

static bool learned_something(struct rtmr_ratio rate)
{
    return rate.numerator > 0;
}

/* The estimator's arguments are in their ranges, in each of its calls: it refuses none. */
void estimates_init(struct estimates *e, const struct scheduler_setup *setup)
{
    const struct rtmr_ratio nothing = {.numerator = 0, .denominator = 1};
    *e = (struct estimates){.kind = setup->options->estimator, .padding = setup->options->estimate_padding};
    (void)!rtmr_estimator_init(&e->learned, nothing, nothing, nothing);
    if (e->kind == ESTIMATOR_LEARNED) {
        e->longest = alloc_zeroed((size_t)setup->job_count, sizeof *e->longest);
    }
}

void estimates_free(struct estimates *e)
{
    free(e->longest);
    e->longest = NULL;
}

/* A learned estimate with its padding, rounded up. */
static ticks padded(const struct estimates *e, rtmr_ticks learned)
{
    if (e->padding == 1.0) {
        return learned; /* exact beyond 2^53, too */
    }
    double product = ceil((double)learned * e->padding);
    return product < (double)WORKLOAD_TIME_MAX ? (ticks)product : WORKLOAD_TIME_MAX;
}

void estimates_of(const struct estimates *e, const struct scheduler_job *job, ticks estimate[STAGES])
{
    estimate[STAGE_MAP] = job->estimate[STAGE_MAP];
    estimate[STAGE_REDUCE] = job->estimate[STAGE_REDUCE];
    if (e->kind == ESTIMATOR_GIVEN || job->tasks[STAGE_MAP] == 0) {
        return;
    }
    rtmr_ticks learned = 0;
    int32_t map_size = size_in_units(job->bytes[STAGE_MAP], job->tasks[STAGE_MAP]);
    if (map_size != SIZE_UNKNOWN && learned_something(e->learned.map_rate) &&
        rtmr_estimate_map(&e->learned, map_size, &learned) == RTMR_ESTIMATOR_OK) {
        estimate[STAGE_MAP] = padded(e, learned);
    }
    int32_t input = size_in_units(job->bytes[STAGE_MAP], 1);
    if (job->tasks[STAGE_REDUCE] > 0 && input != SIZE_UNKNOWN && learned_something(e->learned.reduce_rate) &&
        learned_something(e->learned.eta) &&
        rtmr_estimate_reduce(&e->learned, input, job->tasks[STAGE_REDUCE], &learned) == RTMR_ESTIMATOR_OK) {
        estimate[STAGE_REDUCE] = padded(e, learned);
    }
}

/* A task of this stage of the job took so long. */
static void learn(struct estimates *e, const struct scheduler_job *job, enum stage stage, ticks took)
{
    int32_t size = size_in_units(job->bytes[stage], job->tasks[stage]);
    if (size != SIZE_UNKNOWN) {
        /* A task that ran longer than the estimator can hold (24 days in ms) teaches the longest it
         * can. */
        ticks longest = took < RTMR_MEASURE_MAX ? took : RTMR_MEASURE_MAX;
        (void)!rtmr_estimator_task(&e->learned, stage == STAGE_MAP ? RTMR_MAP : RTMR_REDUCE, size, longest);
    }
}

void estimates_task_finished(struct estimates *e, const struct scheduler_job *job, enum stage stage, ticks took)
{
    if (e->kind == ESTIMATOR_LEARNED_BY_TASK) {
        learn(e, job, stage, took);
    } else if (e->kind == ESTIMATOR_LEARNED) {
        ticks *longest = &e->longest[job->id].time[stage];
        *longest = took > *longest ? took : *longest;
    }
}

void estimates_job_finished(struct estimates *e, const struct scheduler_job *job)
{
    if (e->kind == ESTIMATOR_GIVEN) {
        return;
    }
    /* All tasks of a stage are of one size: the longest teaches all. */
    for (enum stage stage = STAGE_MAP; stage < STAGES && e->longest != NULL; stage++) {
        if (job->tasks[stage] > 0) {
            learn(e, job, stage, e->longest[job->id].time[stage]);
        }
    }
    int32_t map_size = size_in_units(job->bytes[STAGE_MAP], 1);
    int32_t reduce_size = size_in_units(job->bytes[STAGE_REDUCE], 1);
    if (map_size != SIZE_UNKNOWN && reduce_size != SIZE_UNKNOWN) {
        (void)!rtmr_estimator_job(&e->learned, map_size, reduce_size);
    }
}
