#include "harness/bench/bench.h"
#include "harness/bench/standing_queue.h"
#include "harness/bench/stopwatch.h"
#include "harness/workload/alloc.h"

#include <stdio.h>
#include <stdlib.h>

/* Seconds spent on the rounds of one cell, besides the rounds that are made in any case. */
#define CELL_SECONDS 0.3

/* One slot in this many ends its task before the next dispatch. */
#define FINISHING 10

/* The slots of one stage: busy ones first, then idle ones. */
struct slots {
    enum rtmr_stage stage;
    int32_t busy;
    int32_t count;
    int32_t *slot;
};

static struct slots slots_new(enum rtmr_stage stage, int32_t count)
{
    struct slots s = {
        .stage = stage, .busy = count, .count = count, .slot = alloc_zeroed((size_t)count, sizeof *s.slot)};

    for (int32_t i = 0; i < count; i++) {
        s.slot[i] = i;
    }
    return s;
}

/* Every tenth busy slot ends its task, at least one. */
static void finish_some(struct rtmr *k, struct slots *s)
{
    for (int32_t i = s->busy - 1; i >= 0; i -= FINISHING) {
        struct rtmr_report report;
        const int32_t slot = s->slot[i];

        if (rtmr_finish(k, s->stage, slot, &report) != RTMR_OK) {
            fprintf(stderr, "bench: a busy slot did not finish\n");
            exit(EXIT_FAILURE);
        }
        s->busy--;
        s->slot[i] = s->slot[s->busy];
        s->slot[s->busy] = slot;
    }
}

/* Dispatches until nothing is offered. Returns the decisions, the last "nothing" included. */
static int64_t dispatch_all(struct rtmr *k, struct slots *s)
{
    int64_t decisions = 0;

    while (s->busy < s->count) {
        struct rtmr_offer offer;

        decisions++;
        if (rtmr_dispatch(k, s->stage, s->slot[s->busy], &offer) != RTMR_OK) {
            break;
        }
        s->busy++;
    }
    return decisions;
}

/* Runs the whole queue. Returns the seconds per decision. */
static double drain(struct rtmr *k, int32_t slots)
{
    struct slots map = slots_new(RTMR_MAP, slots);
    struct slots reduce = slots_new(RTMR_REDUCE, slots);
    double seconds = 0;
    int64_t decisions = 0;

    while (rtmr_job_count(k) > 0) {
        finish_some(k, &map);
        finish_some(k, &reduce);
        const double began = stopwatch_now();
        decisions += dispatch_all(k, &map);
        decisions += dispatch_all(k, &reduce);
        seconds += stopwatch_now() - began;
    }
    free(map.slot);
    free(reduce.slot);
    return seconds / (double)decisions;
}

static void bench_cell(int32_t slots, int32_t jobs, double yardstick)
{
    struct standing_queue queue = standing_queue_new(slots, jobs);
    struct rtmr *const full = standing_queue_kernel(&queue);
    struct rtmr *const k = alloc_zeroed(1, sizeof *k);
    struct samples samples = {0};
    const double began = stopwatch_now();

    while (samples_wanted(&samples, began, CELL_SECONDS)) {
        *k = *full;
        samples_add(&samples, drain(k, slots));
    }
    const double seconds = samples_median(&samples);
    printf("%7d %7d %14.0f %14.1f %7d\n", slots, jobs, 1 / seconds, yardstick / seconds, samples.count);
    fflush(stdout);
    free(k);
    free(full);
    standing_queue_free(&queue);
}

void bench_dispatch(void)
{
    static const int32_t slots[] = {100, 1000, 10000};
    static const int32_t jobs[] = {10, 100, 1000};
    const double yardstick = bench_yardstick();

    printf(
        "Dispatch decisions per second: the queue above is run to its end; a tenth of the busy slots finish, then\n"
        "both stages dispatch until nothing is offered. Counted: every rtmr_dispatch(), \"nothing\" included; timed:\n"
        "these calls alone. Medians of the rounds; ratio = decisions in the time in which qsort() sorts 1,000\n"
        "random tick counts (here %.1f microseconds).\n\n",
        1e6 * yardstick);
    printf("%7s %7s %14s %14s %7s\n", "slots", "jobs", "decisions /s", "ratio", "rounds");
    for (size_t s = 0; s < sizeof slots / sizeof slots[0]; s++) {
        for (size_t j = 0; j < sizeof jobs / sizeof jobs[0]; j++) {
            bench_cell(slots[s], jobs[j], yardstick);
        }
    }
}
