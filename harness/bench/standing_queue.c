#include "harness/bench/standing_queue.h"

#include "harness/workload/alloc.h"
#include "harness/workload/random_stream.h"

#include <stdio.h>
#include <stdlib.h>

#define SEED 1

/* Far enough for the longest queue. */
#define FIRST_DEADLINE ((rtmr_ticks)1 << 40)

static int32_t draw(gsl_rng *random, int32_t least, int32_t most)
{
    return least + (int32_t)gsl_rng_uniform_int(random, (unsigned long)(most - least) + 1);
}

static rtmr_ticks deadline_at(int32_t place)
{
    return FIRST_DEADLINE + place;
}

struct standing_queue standing_queue_new(int32_t slots, int32_t jobs)
{
    const int32_t count = 2 * OCCUPYING_JOBS + jobs;
    struct standing_queue q = {
        .slots = slots, .jobs = jobs, .count = count, .job = alloc_zeroed((size_t)count, sizeof *q.job)};
    gsl_rng *random = random_stream_open(SEED, STREAM_SIZES);

    for (int32_t i = 0; i < count; i++) {
        struct rtmr_job *job = &q.job[i];

        job->map_estimate = draw(random, 10, 1000);
        job->reduce_estimate = draw(random, 10, 1000);
        job->deadline = deadline_at(i);
        if (i < 2 * OCCUPYING_JOBS) {
            /* Maps from one, reduces from the next; the last of each stage takes the rest. */
            const int32_t share = slots / OCCUPYING_JOBS;
            const int32_t last = slots - (OCCUPYING_JOBS - 1) * share;
            const int32_t tasks = i / 2 == OCCUPYING_JOBS - 1 ? last : share;

            job->map_tasks = i % 2 == 0 ? tasks : 0;
            job->reduce_tasks = i % 2 == 0 ? 0 : tasks;
        } else {
            job->map_tasks = draw(random, 1, 31);
            job->reduce_tasks = draw(random, 0, 7);
        }
    }
    gsl_rng_free(random);
    return q;
}

void standing_queue_free(struct standing_queue *q)
{
    free(q->job);
    q->job = NULL;
}

struct rtmr_job standing_queue_newcomer(int32_t ahead)
{
    return (struct rtmr_job){.map_tasks = 16,
                             .reduce_tasks = 4,
                             .map_estimate = 500,
                             .reduce_estimate = 500,
                             .deadline = deadline_at(2 * OCCUPYING_JOBS + ahead - 1)};
}

static void demand(enum rtmr_status status, const char *call)
{
    if (status != RTMR_OK) {
        fprintf(stderr, "bench: %s: %s\n", call, rtmr_status_text(status));
        exit(EXIT_FAILURE);
    }
}

static void submit(struct rtmr *k, const struct standing_queue *q, int32_t from, int32_t to)
{
    for (int32_t i = from; i < to; i++) {
        struct rtmr_decision decision;

        demand(rtmr_submit(k, &q->job[i], &decision), "rtmr_submit");
    }
}

struct rtmr *standing_queue_kernel(const struct standing_queue *q)
{
    struct rtmr *k = alloc_zeroed(1, sizeof *k);
    const struct rtmr_setup setup = {.map_slots = q->slots, .reduce_slots = q->slots};

    demand(rtmr_init(k, &setup), "rtmr_init");
    submit(k, q, 0, 2 * OCCUPYING_JOBS);
    for (int32_t slot = 0; slot < q->slots; slot++) {
        struct rtmr_offer offer;

        demand(rtmr_dispatch(k, RTMR_MAP, slot, &offer), "rtmr_dispatch");
        demand(rtmr_dispatch(k, RTMR_REDUCE, slot, &offer), "rtmr_dispatch");
    }
    submit(k, q, 2 * OCCUPYING_JOBS, q->count);
    return k;
}
