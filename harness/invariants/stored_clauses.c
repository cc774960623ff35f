#include "harness/invariants/stored_clauses.h"

#include "harness/invariants/shadow.h"

#include <inttypes.h>

#if RTMR_WITH_STORED_VECTORS

static const struct rtmr_stage_memory *memory_of(const struct rtmr *k, enum rtmr_stage stage)
{
    return stage == RTMR_MAP ? &k->map_memory : &k->reduce_memory;
}

/* Busy slots that run a task of a job before place p which may end after x. */
static int32_t busy_beyond(const struct rtmr_pool *pool, int32_t p, rtmr_ticks x)
{
    int32_t count = 0;

    for (int32_t s = 0; s < pool->slots; s++) {
        count += pool->state[s] == RTMR_SLOT_BUSY && pool->place[s] < p && pool->bound[s] > x;
    }
    return count;
}

/* Tasks of the jobs before place p that await dispatch: none of them can end by now. */
static int32_t waiting_before(const struct rtmr_pool *pool, int32_t p)
{
    int32_t count = 0;

    for (int32_t place = 0; place < p; place++) {
        count += pool->waiting[place];
    }
    return count;
}

static int32_t entries_above(const struct rtmr_vector *v, rtmr_ticks x)
{
    int32_t count = 0;

    for (int32_t i = 0; i < v->n; i++) {
        count += v->at[i] > x;
    }
    return count;
}

static bool running(struct judge *judge, const struct rtmr *k, enum rtmr_stage stage)
{
    const struct rtmr_pool *const pool = pool_of(k, stage);

    judge_clause(judge, CLAUSE_RUNNING);
    for (int32_t s = 0; s < pool->slots; s++) {
        const int32_t place = pool->place[s];

        if (slot_runs((enum rtmr_slot_state)pool->state[s]) &&
            (pool->state[s] != RTMR_SLOT_BUSY || place >= k->promised ||
             pool->bound[s] > k->now + pool->estimate[place])) {
            return judge_breaks(judge, "%s slot %d, in state %d, runs until %" PRId64, shadow_stage_name(stage), s,
                                pool->state[s], pool->bound[s]);
        }
    }
    return true;
}

/* The vector stored for a job counts the running tasks of it and of the jobs before it that may end
 * after x. */
static bool covers(struct judge *judge, const struct rtmr *k, enum rtmr_stage stage, int32_t place, rtmr_ticks x)
{
    const struct rtmr_pool *const pool = pool_of(k, stage);
    const int32_t waiting = x == k->now ? waiting_before(pool, place + 1) : 0;
    const int32_t busy = busy_beyond(pool, place + 1, x);
    const int32_t counted = entries_above(&memory_of(k, stage)->of[place].row, x);

    return waiting + busy <= counted ||
           judge_breaks(judge,
                        "%s stage, job %" PRId64 ": %d tasks wait and %d run beyond %" PRId64 ", its vector counts %d",
                        shadow_stage_name(stage), k->handle[place], waiting, busy, x, counted);
}

static bool rows_cover(struct judge *judge, const struct rtmr *k, enum rtmr_stage stage)
{
    const struct rtmr_pool *const pool = pool_of(k, stage);

    judge_clause(judge, CLAUSE_ROWS_COVER);
    for (int32_t place = 0; place < k->promised; place++) {
        const struct rtmr_vector *const row = &memory_of(k, stage)->of[place].row;

        if (row->n != pool->usable) {
            return judge_breaks(judge, "%s stage: the vector of job %" PRId64 " has %d entries, %d slots are usable",
                                shadow_stage_name(stage), k->handle[place], row->n, pool->usable);
        }
        for (int32_t i = 0; i < row->n; i++) {
            const rtmr_ticks x = row->at[i] > k->now ? row->at[i] : k->now;

            if (i > 0 && row->at[i] < row->at[(i - 1) / 2]) {
                return judge_breaks(judge, "%s stage: the vector of job %" PRId64 " is not a heap",
                                    shadow_stage_name(stage), k->handle[place]);
            }
            if (!covers(judge, k, stage, place, x)) {
                return false;
            }
        }
    }
    return true;
}

static bool few_before(struct judge *judge, const struct rtmr *k, enum rtmr_stage stage)
{
    const struct rtmr_pool *const pool = pool_of(k, stage);

    judge_clause(judge, CLAUSE_FEW_BEFORE);
    for (int32_t place = 0; place < k->promised; place++) {
        /* one at its bound has not ended */
        const int32_t before = waiting_before(pool, place) + busy_beyond(pool, place, k->now - 1);

        if ((pool->waiting[place] < pool->unfinished[place] || memory_of(k, stage)->of[place].ended.n > 0) &&
            before > pool->usable - 1) {
            return judge_breaks(
                judge, "%s stage: job %" PRId64 " has begun, %d tasks before it have not ended, %d slots are usable",
                shadow_stage_name(stage), k->handle[place], before, pool->usable);
        }
    }
    return true;
}

static bool ended(struct judge *judge, const struct rtmr *k, enum rtmr_stage stage)
{
    judge_clause(judge, CLAUSE_ENDED);
    for (int32_t place = 0; place < k->promised; place++) {
        const struct rtmr_vector *const times = &memory_of(k, stage)->of[place].ended;

        if (times->n < 0 || times->n > RTMR_SLOTS || (k->started[place] == 0 && times->n != 0)) {
            return judge_breaks(judge, "%s stage: %d ends of tasks of job %" PRId64 " are remembered",
                                shadow_stage_name(stage), times->n, k->handle[place]);
        }
        for (int32_t i = 0; i < times->n; i++) {
            if (times->at[i] > k->now || (i > 0 && times->at[i] < times->at[i - 1])) {
                return judge_breaks(
                    judge, "%s stage: a task of job %" PRId64 " has ended at %" PRId64 ", one before it at %" PRId64,
                    shadow_stage_name(stage), k->handle[place], times->at[i], times->at[i > 0 ? i - 1 : 0]);
            }
        }
    }
    return true;
}

bool stored_clauses_hold(struct judge *judge, const struct rtmr *k)
{
    for (int stage = RTMR_MAP; k->plans_from_slots == 0 && stage <= RTMR_REDUCE; stage++) {
        if (!running(judge, k, (enum rtmr_stage)stage) || !rows_cover(judge, k, (enum rtmr_stage)stage) ||
            !few_before(judge, k, (enum rtmr_stage)stage) || !ended(judge, k, (enum rtmr_stage)stage)) {
            return false;
        }
    }
    return true;
}

#else

bool stored_clauses_hold(struct judge *judge, const struct rtmr *k)
{
    (void)judge;
    (void)k;
    return true;
}

#endif
