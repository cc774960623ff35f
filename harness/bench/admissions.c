#include "harness/bench/bench.h"
#include "harness/bench/literal.h"
#include "harness/bench/standing_queue.h"
#include "harness/bench/stopwatch.h"

#include <stdio.h>
#include <stdlib.h>

/* One round of a method admits one job at each of these sixths of the queue. */
static const int32_t sixths[] = {1, 3, 5};
#define NEWCOMERS ((int)(sizeof sixths / sizeof sixths[0]))

/* Seconds spent on the rounds of one cell, besides the rounds that are made in any case. */
#define CELL_SECONDS 0.5

struct outcome {
    double seconds;
    rtmr_ticks finish[NEWCOMERS];
};

static struct rtmr_job newcomer(const struct standing_queue *queue, int i)
{
    return standing_queue_newcomer(queue->jobs * sixths[i] / 6);
}

static struct outcome run_kernel(struct rtmr *k, const struct standing_queue *queue)
{
    struct outcome o = {0};

    for (int i = 0; i < NEWCOMERS; i++) {
        const struct rtmr_job job = newcomer(queue, i);
        struct rtmr_decision decision;
        const double began = stopwatch_now();
        const enum rtmr_status status = rtmr_submit(k, &job, &decision);

        o.seconds += stopwatch_now() - began;
        o.finish[i] = decision.estimated_finish;
        if (status != RTMR_OK || rtmr_withdraw(k, decision.job) != RTMR_OK) {
            fprintf(stderr, "bench: the kernel did not accept a job that fits\n");
            exit(EXIT_FAILURE);
        }
    }
    return o;
}

static struct outcome run_literal(struct literal *l, const struct standing_queue *queue, enum literal_sort sort)
{
    struct outcome o = {0};

    literal_sort_with(l, sort);
    for (int i = 0; i < NEWCOMERS; i++) {
        const struct rtmr_job job = newcomer(queue, i);
        const double began = stopwatch_now();
        const bool accepted = literal_admit(l, &job, 0, &o.finish[i]);

        o.seconds += stopwatch_now() - began;
        if (!accepted) {
            fprintf(stderr, "bench: the literal algorithm did not accept a job that fits\n");
            exit(EXIT_FAILURE);
        }
        literal_take_back(l);
    }
    return o;
}

/* Nothing has finished yet, so projection and the papers' vectors must give the same estimates. */
static void demand_same(const struct outcome *a, const struct outcome *b)
{
    for (int i = 0; i < NEWCOMERS; i++) {
        if (a->finish[i] != b->finish[i]) {
            fprintf(stderr, "bench: the kernel and the literal algorithm disagree\n");
            exit(EXIT_FAILURE);
        }
    }
}

static struct literal *literal_queue(const struct standing_queue *queue)
{
    struct literal *l = literal_new(queue->slots, queue->slots, queue->count + 1);

    for (int32_t i = 0; i < queue->count; i++) {
        rtmr_ticks finish;

        if (!literal_admit(l, &queue->job[i], 0, &finish)) {
            fprintf(stderr, "bench: the literal algorithm did not accept a job that fits\n");
            exit(EXIT_FAILURE);
        }
    }
    return l;
}

static void bench_cell(int32_t slots, int32_t jobs)
{
    struct standing_queue queue = standing_queue_new(slots, jobs);
    struct rtmr *k = standing_queue_kernel(&queue);
    struct literal *l = literal_queue(&queue);
    struct samples kernel = {0};
    struct samples sorting = {0};
    struct samples inserting = {0};
    const double began = stopwatch_now();

    while (samples_wanted(&kernel, began, CELL_SECONDS)) {
        const struct outcome ours = run_kernel(k, &queue);
        const struct outcome qsorted = run_literal(l, &queue, LITERAL_QSORT);
        const struct outcome inserted = run_literal(l, &queue, LITERAL_INSERT);

        demand_same(&ours, &qsorted);
        demand_same(&ours, &inserted);
        samples_add(&kernel, ours.seconds);
        samples_add(&sorting, qsorted.seconds);
        samples_add(&inserting, inserted.seconds);
    }
    const double seconds = samples_median(&kernel);
    const double with_qsort = samples_median(&sorting);
    const double with_insertion = samples_median(&inserting);
    printf("%7d %7d %14.1f %14.1f %14.1f %11.1f %11.2f %7d\n", slots, jobs, NEWCOMERS / seconds, NEWCOMERS / with_qsort,
           NEWCOMERS / with_insertion, with_qsort / seconds, with_insertion / seconds, kernel.count);
    fflush(stdout);
    literal_free(l);
    free(k);
    standing_queue_free(&queue);
}

void bench_admissions(void)
{
    static const int32_t slots[] = {100, 1000, 10000};
    static const int32_t jobs[] = {10, 100, 1000};

    puts(
        "Admission tests per second: the kernel (exact projection, order edf) and the papers' Algorithms I-III on the\n"
        "same queue. All slots are busy; queued jobs have 1..31 maps and 0..7 reduces; the newcomer has 16 and 4 and\n"
        "goes behind 1/6, 3/6 and 5/6 of the queue; it is accepted, the longest path. `qsort` sorts a vector after\n"
        "every task with the C library, `insert` only moves the changed item. All three give the same estimates\n"
        "(checked). The kernel plans the whole queue again from the slot table, the papers' algorithm only what is\n"
        "behind the newcomer, from vectors that it stores per job. Medians of the rounds; ratio = kernel / other.\n");
    printf("%7s %7s %14s %14s %14s %11s %11s %7s\n", "slots", "jobs", "kernel /s", "qsort /s", "insert /s",
           "ratio qsort", "ratio ins.", "rounds");
    for (size_t s = 0; s < sizeof slots / sizeof slots[0]; s++) {
        for (size_t j = 0; j < sizeof jobs / sizeof jobs[0]; j++) {
            bench_cell(slots[s], jobs[j]);
        }
    }
}
