#include "kernel_invariants.h"

#include <stddef.h>

/* Ends the surrounding check with its text if the condition is false. */
#define HOLDS(condition, text)                                                                                         \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            return text;                                                                                               \
        }                                                                                                              \
    } while (0)

static int32_t late(const struct rtmr_pool *pool, int32_t slot)
{
    return pool->state[slot] == RTMR_SLOT_LATE || pool->state[slot] == RTMR_SLOT_LATE_DRAINING;
}

static int32_t runs(const struct rtmr_pool *pool, int32_t slot)
{
    return pool->state[slot] == RTMR_SLOT_BUSY || pool->state[slot] == RTMR_SLOT_DRAINING || late(pool, slot);
}

static const char *check_slot(const struct rtmr *k, const struct rtmr_pool *pool, int32_t slot)
{
    const int32_t place = pool->place[slot];
    const rtmr_ticks bound = pool->bound[slot];

    HOLDS(pool->state[slot] <= RTMR_SLOT_ABSENT, "a slot has no known state");
    if (pool->state[slot] == RTMR_SLOT_IDLE) {
        HOLDS(0 <= bound, "an idle slot owes a task by no instant");
        HOLDS(pool->due_first <= bound && bound <= pool->due_last, "a task is due outside of the range that is kept");
        HOLDS(k->latency == 0 || bound == RTMR_NEVER || bound <= k->now + pool->release_pad + pool->wait_pad,
              "an idle slot may wait too long");
    }
    if (!runs(pool, slot)) {
        return NULL;
    }
    HOLDS(0 <= place && place < k->jobs, "a slot runs a task of no job");
    HOLDS(k->started[place] != 0, "a job with a running task has not started");
    HOLDS(pool->ready[place] != 0, "a task runs before its stage");
    HOLDS(k->plans_from_slots != 0 || pool->state[slot] == RTMR_SLOT_BUSY,
          "stored vectors count on a slot that does not stay");
    if (late(pool, slot)) {
        HOLDS(place >= k->promised, "a promised job has a task that no plan counts on");
        return NULL;
    }
    HOLDS(bound >= k->now, "a busy slot is over its bound");
    HOLDS(pool->soonest <= bound, "a busy slot's bound lies before the soonest one");
    HOLDS(place >= k->promised || bound <= pool->end[place], "a running task may end after its stage's recorded end");
    return NULL;
}

static const char *check_slots(const struct rtmr *k, const struct rtmr_pool *pool)
{
    int32_t idle = 0;
    int32_t usable = 0;

    HOLDS(1 <= pool->slots && pool->slots <= RTMR_SLOTS, "the number of slots is out of range");
    for (int32_t s = 0; s < pool->slots; s++) {
        const char *const broken = check_slot(k, pool, s);

        if (broken != NULL) {
            return broken;
        }
        idle += pool->state[s] == RTMR_SLOT_IDLE;
        usable += pool->state[s] == RTMR_SLOT_IDLE || pool->state[s] == RTMR_SLOT_BUSY;
    }
    HOLDS(pool->idle == idle, "the idle count is wrong");
    HOLDS(pool->usable == usable, "the usable count is wrong");
    return NULL;
}

static int32_t running_tasks(const struct rtmr_pool *pool, int32_t place)
{
    int32_t running = 0;

    for (int32_t s = 0; s < pool->slots; s++) {
        running += runs(pool, s) && pool->place[s] == place;
    }
    return running;
}

static const char *check_stages(const struct rtmr *k, const struct rtmr_pool *pool)
{
    int64_t tasks = 0;

    for (int32_t p = 0; p < k->jobs; p++) {
        HOLDS(pool->waiting[p] >= 0, "fewer than no tasks wait");
        HOLDS(pool->unfinished[p] == pool->waiting[p] + running_tasks(pool, p), "unfinished is not waiting + running");
        HOLDS(pool->estimate[p] == 0 || pool->estimate[p] > pool->notice_pad, "an estimate lacks its pad");
        HOLDS(pool->unfinished[p] == 0 || pool->estimate[p] > 0, "a stage with tasks has no estimate");
        tasks += pool->unfinished[p];
    }
    HOLDS(pool->tasks == tasks, "the count of unfinished tasks is wrong");
    HOLDS(pool->tasks <= RTMR_TASKS, "more tasks are unfinished than there is room for");
    return NULL;
}

/* The search for an offer stands at the first job that has a ready task that waits. */
static const char *check_cursor(const struct rtmr *k, const struct rtmr_pool *pool)
{
    int64_t reserved = 0;
    int32_t first = 0;

    while (first < k->jobs && (pool->ready[first] == 0 || pool->waiting[first] == 0)) {
        reserved += pool->waiting[first];
        first++;
    }
    HOLDS(pool->first == first, "the search for an offer stands at the wrong job");
    HOLDS(pool->reserved == reserved, "the tasks that wait before the next offer are miscounted");
    return NULL;
}

#if RTMR_WITH_RUNS
/* The runs are the bounds of the busy slots. */
static const char *check_busy(const struct rtmr_pool *pool)
{
    const struct rtmr_runs *const busy = &pool->busy;

    HOLDS(0 <= busy->first && busy->first <= busy->end && busy->end <= RTMR_RUNS, "the runs are out of range");
    HOLDS(busy->n == pool->usable - pool->idle, "the busy slots are miscounted");
    for (int32_t i = busy->first; i < busy->end; i++) {
        int32_t slots = 0;

        HOLDS(i == busy->first || busy->at[i - 1] < busy->at[i], "the bounds of busy slots do not ascend");
        for (int32_t s = 0; s < pool->slots; s++) {
            slots += pool->state[s] == RTMR_SLOT_BUSY && pool->bound[s] == busy->at[i];
        }
        HOLDS(slots > 0 && busy->count[i] == slots, "a run counts other slots than are busy until then");
    }
    return NULL;
}
#else
static const char *check_busy(const struct rtmr_pool *pool)
{
    (void)pool;
    return NULL;
}
#endif

static const char *check_job(const struct rtmr *k, int32_t p)
{
    HOLDS(0 < k->handle[p] && k->handle[p] < k->next_handle, "a handle was never given out");
    for (int32_t q = 0; q < p; q++) {
        HOLDS(k->handle[q] != k->handle[p], "two jobs have one handle");
    }
    HOLDS(k->map.unfinished[p] > 0 || k->reduce.unfinished[p] > 0, "a finished job is in the table");
    HOLDS(k->map.ready[p] != 0, "a map stage is not ready");
    HOLDS((k->reduce.ready[p] != 0) == (k->map.unfinished[p] == 0), "a reduce stage is ready exactly without maps");
    if (p >= k->promised) {
        HOLDS(p == k->promised || k->deadline[p - 1] <= k->deadline[p], "flagged jobs do not stand by deadline");
        return NULL;
    }
    HOLDS(k->map.end[p] <= k->reduce.end[p], "e_m lies behind e");
    HOLDS(k->reduce.end[p] <= k->deadline[p], "e lies behind the deadline");
    HOLDS(k->now <= k->reduce.end[p], "a promise was broken: an unfinished job's e has passed");
    HOLDS(k->order != RTMR_ORDER_EDF || p == 0 || k->deadline[p - 1] <= k->deadline[p], "deadlines do not ascend");
    return NULL;
}

/* A task of a promised job is offered: those of flagged ones may wait. */
static int32_t must_serve(const struct rtmr *k, enum rtmr_stage stage)
{
    struct rtmr_offer offer;
    struct rtmr_job_info info;

    return rtmr_offer(k, stage, &offer) == RTMR_OK && rtmr_job_info(k, offer.job, &info) == RTMR_OK &&
           info.flagged == 0;
}

/* An idle slot owes a task by some instant. */
static int32_t owes_task(const struct rtmr_pool *pool)
{
    for (int32_t s = 0; s < pool->slots; s++) {
        if (pool->state[s] == RTMR_SLOT_IDLE && pool->bound[s] != RTMR_NEVER) {
            return 1;
        }
    }
    return 0;
}

static const char *check_offers(const struct rtmr *k)
{
    if (k->latency > 0) {
        HOLDS(must_serve(k, RTMR_MAP) == owes_task(&k->map), "map offers are not noted");
        HOLDS(must_serve(k, RTMR_REDUCE) == owes_task(&k->reduce), "reduce offers are not noted");
    }
    return NULL;
}

const char *kernel_broken_invariant(const struct rtmr *k)
{
    const char *broken;

    HOLDS(0 <= k->now && k->now <= RTMR_TIME_MAX, "the clock is out of range");
    HOLDS(0 <= k->promised && k->promised <= k->jobs && k->jobs <= RTMR_JOBS, "the job counts are out of range");
    HOLDS(k->plans_from_slots != 0 || k->promised == k->jobs, "a job is flagged, and stored vectors are in use");
    for (int32_t p = 0; p < k->jobs; p++) {
        broken = check_job(k, p);
        if (broken != NULL) {
            return broken;
        }
    }
    broken = check_slots(k, &k->map);
    broken = broken != NULL ? broken : check_slots(k, &k->reduce);
    broken = broken != NULL ? broken : check_stages(k, &k->map);
    broken = broken != NULL ? broken : check_stages(k, &k->reduce);
    broken = broken != NULL ? broken : check_busy(&k->map);
    broken = broken != NULL ? broken : check_busy(&k->reduce);
    broken = broken != NULL ? broken : check_cursor(k, &k->map);
    broken = broken != NULL ? broken : check_cursor(k, &k->reduce);
    return broken != NULL ? broken : check_offers(k);
}
