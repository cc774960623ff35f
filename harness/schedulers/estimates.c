#include "harness/schedulers/estimates.h"

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

void estimates_init(struct estimates *e, enum estimator_kind kind)
{
    const struct rtmr_ratio nothing = {.numerator = 0, .denominator = 1};
    e->kind = kind;
    rtmr_estimator_init(&e->learned, nothing, nothing, nothing);
}

void estimates_of(const struct estimates *e, const struct scheduler_job *job, ticks estimate[STAGES])
{
    estimate[STAGE_MAP] = job->estimate[STAGE_MAP];
    estimate[STAGE_REDUCE] = job->estimate[STAGE_REDUCE];
    if (e->kind != ESTIMATOR_LEARNED || job->tasks[STAGE_MAP] == 0) {
        return;
    }
    rtmr_ticks learned = 0;
    int32_t map_size = size_in_units(job->bytes[STAGE_MAP], job->tasks[STAGE_MAP]);
    if (map_size != SIZE_UNKNOWN && learned_something(e->learned.map_rate) &&
        rtmr_estimate_map(&e->learned, map_size, &learned) == RTMR_ESTIMATOR_OK) {
        estimate[STAGE_MAP] = learned;
    }
    int32_t input = size_in_units(job->bytes[STAGE_MAP], 1);
    if (job->tasks[STAGE_REDUCE] > 0 && input != SIZE_UNKNOWN && learned_something(e->learned.reduce_rate) &&
        learned_something(e->learned.eta) &&
        rtmr_estimate_reduce(&e->learned, input, job->tasks[STAGE_REDUCE], &learned) == RTMR_ESTIMATOR_OK) {
        estimate[STAGE_REDUCE] = learned;
    }
}

void estimates_task_finished(struct estimates *e, const struct scheduler_job *job, enum stage stage, ticks took)
{
    if (e->kind != ESTIMATOR_LEARNED) {
        return;
    }
    int32_t size = size_in_units(job->bytes[stage], job->tasks[stage]);
    if (size != SIZE_UNKNOWN) {
        /* A task that ran longer than the estimator can hold (24 days in ms) teaches the longest it
         * can. */
        ticks longest = took < RTMR_MEASURE_MAX ? took : RTMR_MEASURE_MAX;
        rtmr_estimator_task(&e->learned, stage == STAGE_MAP ? RTMR_MAP : RTMR_REDUCE, size, longest);
    }
}

void estimates_job_finished(struct estimates *e, const struct scheduler_job *job)
{
    int32_t map_size = size_in_units(job->bytes[STAGE_MAP], 1);
    int32_t reduce_size = size_in_units(job->bytes[STAGE_REDUCE], 1);
    if (e->kind == ESTIMATOR_LEARNED && map_size != SIZE_UNKNOWN && reduce_size != SIZE_UNKNOWN) {
        rtmr_estimator_job(&e->learned, map_size, reduce_size);
    }
}
