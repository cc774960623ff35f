#include "harness/bench/decisions/cluster.h"

#include <stdio.h>
#include <stdlib.h>

#define SEED 1

void demand(bool holds, const char *what)
{
    if (!holds) {
        fprintf(stderr, "bench: %s\n", what);
        exit(EXIT_FAILURE);
    }
}

/* A number in low .. high that is the same for the same `of`. */
static int64_t draw(uint64_t of, int64_t low, int64_t high)
{
    uint64_t z = (of + SEED) * UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return low + (int64_t)((z ^ (z >> 31)) % (uint64_t)(high - low + 1));
}

struct rtmr_job cluster_job(const struct cluster_spec *spec, int32_t i)
{
    const int32_t reduces = spec->tasks / 5;

    return (struct rtmr_job){.map_tasks = spec->tasks - reduces,
                             .reduce_tasks = reduces,
                             .map_estimate = draw(2 * (uint64_t)i, spec->least, 10 * spec->least),
                             .reduce_estimate = draw(2 * (uint64_t)i + 1, spec->least, 10 * spec->least),
                             .deadline = spec->deadlines != NULL ? spec->deadlines[i] : SLACK + SLACK_STEP * i};
}

/* All that runs at first ends by then. */
static rtmr_ticks occupied_until(const struct cluster_spec *spec)
{
    return (spec->distinct ? 36 : 21) * spec->least;
}

struct rtmr_job cluster_occupying(const struct cluster_spec *spec, int32_t i)
{
    const int32_t share = spec->slots / OCCUPYING;
    const int32_t tasks = i / 2 == OCCUPYING - 1 ? spec->slots - (OCCUPYING - 1) * share : share;
    const rtmr_ticks estimate = 20 * spec->least + spec->least / 10 * (i / 2);

    return (struct rtmr_job){.map_tasks = i % 2 == 0 ? tasks : 0,
                             .reduce_tasks = i % 2 == 0 ? 0 : tasks,
                             .map_estimate = estimate,
                             .reduce_estimate = estimate,
                             .deadline = occupied_until(spec) - 2 * OCCUPYING + i};
}

/* Every busy slot gets a bound of its own. */
static void spread(const struct side *side, struct rtmr *k, const struct cluster_spec *spec, enum rtmr_stage stage)
{
    struct rtmr_decision decision;

    for (int32_t s = 0; s < spec->slots; s++) {
        const rtmr_ticks bound = 25 * spec->least + (rtmr_ticks)s * 7919 % spec->slots * 10 * spec->least / spec->slots;

        demand(side->extend(k, stage, s, bound, &decision) == RTMR_OK, "a bound is not extended");
    }
}

static void occupy(const struct side *side, struct rtmr *k, const struct cluster_spec *spec)
{
    struct rtmr_decision decision;
    struct rtmr_offer offer;

    for (int32_t i = 0; i < 2 * OCCUPYING; i++) {
        const struct rtmr_job job = cluster_occupying(spec, i);

        demand(side->submit(k, &job, &decision) == RTMR_OK, "an occupying job is not accepted");
    }
    for (int32_t s = 0; s < spec->slots; s++) {
        demand(side->dispatch(k, RTMR_MAP, s, &offer) == RTMR_OK, "a map is not dispatched");
        demand(side->dispatch(k, RTMR_REDUCE, s, &offer) == RTMR_OK, "a reduce is not dispatched");
    }
    if (spec->distinct) {
        spread(side, k, spec, RTMR_MAP);
        spread(side, k, spec, RTMR_REDUCE);
    }
}

/* The queue is filled with suspended jobs, which need no plan, and promised at once. */
static void queue(const struct side *side, struct rtmr *k, const struct cluster_spec *spec)
{
    struct rtmr_decision decision;

    for (int32_t i = 0; i < spec->jobs; i++) {
        const struct rtmr_job job = cluster_job(spec, i);

        demand(side->submit(k, &job, &decision) == RTMR_OK, "a queued job is not accepted");
        demand(side->suspend(k, decision.job) == RTMR_OK, "a queued job is not suspended");
    }
    demand(side->promise_all(k) == RTMR_OK, "the queue is not promised");
}

/* A tenth of the reduce slots has nothing to do: no job's maps have ended. */
static void idle(const struct side *side, struct rtmr *k, const struct cluster_spec *spec)
{
    struct rtmr_report report;

    for (int32_t s = 0; s < spec->slots; s += 10) {
        demand(side->finish(k, RTMR_REDUCE, s, &report) == RTMR_OK, "a reduce does not finish");
    }
}

struct rtmr *cluster_new(const struct side *side, const struct cluster_spec *spec)
{
    const struct rtmr_setup setup = {.map_slots = spec->slots,
                                     .reduce_slots = spec->slots,
                                     .order = RTMR_ORDER_EDF,
                                     .latency = spec->latency,
                                     .counter_offer = 1};
    struct rtmr *const k = calloc(1, side->size);

    demand(k != NULL && side->init(k, &setup) == RTMR_OK, "no kernel");
    occupy(side, k, spec);
    queue(side, k, spec);
    if (spec->idle) {
        idle(side, k, spec);
    }
    return k;
}

static rtmr_ticks later(rtmr_ticks a, rtmr_ticks b)
{
    return a > b ? a : b;
}

rtmr_ticks *cluster_tight(const struct side *side, const struct cluster_spec *spec)
{
    struct cluster_spec slack = *spec;
    rtmr_ticks *const deadlines = calloc((size_t)spec->jobs, sizeof *deadlines);

    slack.deadlines = NULL;
    struct rtmr *const k = cluster_new(side, &slack);
    demand(deadlines != NULL, "no memory");
    for (int32_t i = 0; i < spec->jobs; i++) {
        struct rtmr_job_info info;

        demand(side->job_at(k, 2 * OCCUPYING + i, &info) == RTMR_OK, "a queued job is missing");
        deadlines[i] = later(info.estimated_finish, occupied_until(spec) + 1);
        if (i > 0 && deadlines[i - 1] >= deadlines[i]) {
            deadlines[i] = deadlines[i - 1] + 1;
        }
    }
    free(k);
    return deadlines;
}
