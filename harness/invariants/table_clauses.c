#include "harness/invariants/table_clauses.h"

#include "harness/invariants/busy_runs.h"

#include <inttypes.h>

#define PADS_MOST (RTMR_TIME_MAX / 4)
#define ESTIMATE_MOST (RTMR_TIME_MAX + RTMR_TIME_MAX / 2)

static enum rtmr_slot_state state_of(const struct rtmr_pool *pool, int32_t slot)
{
    return (enum rtmr_slot_state)pool->state[slot];
}

static int32_t tasks_of(const struct rtmr_pool *pool, int32_t place)
{
    int32_t count = 0;

    for (int32_t s = 0; s < pool->slots; s++) {
        count += slot_runs(state_of(pool, s)) && pool->place[s] == place;
    }
    return count;
}

/* The pads are those of the setup. */
static bool padded(struct judge *judge, const struct rtmr *k, const struct shadow *s, enum rtmr_stage which)
{
    const struct rtmr_pool *const pool = pool_of(k, which);
    const struct shadow_stage *const stage = &s->stage[which];

    return (pool->notice_pad == stage->notice_pad && pool->release_pad == stage->release_pad &&
            pool->wait_pad == stage->wait_pad) ||
           judge_breaks(judge,
                        "%s stage: notice %" PRId64 ", release %" PRId64 ", wait %" PRId64 "; set up were %" PRId64
                        ", %" PRId64 ", %" PRId64,
                        shadow_stage_name(which), pool->notice_pad, pool->release_pad, pool->wait_pad,
                        stage->notice_pad, stage->release_pad, stage->wait_pad);
}

static bool policy(struct judge *judge, const struct rtmr *k, const struct shadow *s)
{
    judge_clause(judge, CLAUSE_POLICY);
    if (k->feedback != s->feedback || k->order != s->order || k->latency != s->latency) {
        return judge_breaks(judge, "feedback %d, order %d, latency %" PRId64 "; set up were %d, %d, %" PRId64,
                            (int)k->feedback, (int)k->order, k->latency, (int)s->feedback, (int)s->order, s->latency);
    }
    if ((k->plans_from_slots != 0) != s->plans_from_slots) {
        return judge_breaks(judge, "the kernel %s from the slot table",
                            k->plans_from_slots != 0 ? "plans" : "does not plan");
    }
    return padded(judge, k, s, RTMR_MAP) && padded(judge, k, s, RTMR_REDUCE);
}

static bool clock_holds(struct judge *judge, const struct rtmr *k, const struct shadow *s)
{
    judge_clause(judge, CLAUSE_CLOCK);
    return (k->now == s->now && 0 <= k->now && k->now <= RTMR_TIME_MAX) ||
           judge_breaks(judge, "it shows %" PRId64 ", it was moved to %" PRId64, k->now, s->now);
}

static bool sizes(struct judge *judge, const struct rtmr *k)
{
    judge_clause(judge, CLAUSE_SIZES);
    return (0 <= k->promised && k->promised <= k->jobs && k->jobs <= RTMR_JOBS) ||
           judge_breaks(judge, "%d jobs, %d of them promised", k->jobs, k->promised);
}

static bool slot_table(struct judge *judge, const struct rtmr_pool *pool, const char *stage)
{
    int32_t idle = 0;
    int32_t usable = 0;

    judge_clause(judge, CLAUSE_SLOT_TABLE);
    if (pool->slots < 1 || pool->slots > RTMR_SLOTS) {
        return judge_breaks(judge, "%s stage: %d slots", stage, pool->slots);
    }
    for (int32_t s = 0; s < pool->slots; s++) {
        idle += state_of(pool, s) == RTMR_SLOT_IDLE;
        usable += slot_usable(state_of(pool, s));
    }
    return (pool->idle == idle && pool->usable == usable) ||
           judge_breaks(judge, "%s stage: idle is %d and usable %d, %d and %d slots are", stage, pool->idle,
                        pool->usable, idle, usable);
}

static bool slot_jobs(struct judge *judge, const struct rtmr *k, const struct rtmr_pool *pool, const char *stage)
{
    judge_clause(judge, CLAUSE_SLOT_JOBS);
    for (int32_t s = 0; s < pool->slots; s++) {
        if (pool->state[s] > RTMR_SLOT_ABSENT) {
            return judge_breaks(judge, "%s slot %d is in state %d", stage, s, pool->state[s]);
        }
        if (slot_runs(state_of(pool, s)) && (pool->place[s] < 0 || pool->place[s] >= k->jobs)) {
            return judge_breaks(judge, "%s slot %d runs a task of place %d among %d jobs", stage, s, pool->place[s],
                                k->jobs);
        }
    }
    return true;
}

static bool slot_bounds(struct judge *judge, const struct rtmr *k, const struct rtmr_pool *pool, const char *stage)
{
    judge_clause(judge, CLAUSE_SLOT_BOUNDS);
    for (int32_t s = 0; s < pool->slots; s++) {
        const rtmr_ticks bound = pool->bound[s];
        const int32_t place = pool->place[s];

        if (!slot_in_time(state_of(pool, s))) {
            continue;
        }
        if (bound < k->now || bound > 4 * RTMR_TIME_MAX) {
            return judge_breaks(judge, "%s slot %d is busy until %" PRId64, stage, s, bound);
        }
        if (pool->soonest > bound) {
            return judge_breaks(judge, "%s slot %d is busy until %" PRId64 ", before the soonest bound %" PRId64, stage,
                                s, bound, pool->soonest);
        }
        if (place < k->promised && bound > pool->end[place]) {
            return judge_breaks(
                judge, "%s slot %d: job %" PRId64 "'s task may run until %" PRId64 ", its stage is to end by %" PRId64,
                stage, s, k->handle[place], bound, pool->end[place]);
        }
    }
    return true;
}

static bool busy_runs(struct judge *judge, const struct rtmr_pool *pool, rtmr_ticks *scratch, const char *stage)
{
    judge_clause(judge, CLAUSE_BUSY_RUNS);
    return busy_runs_hold(pool, scratch) ||
           judge_breaks(judge, "%s stage: the runs are not those of the busy slots", stage);
}

static bool late_flagged(struct judge *judge, const struct rtmr *k, const struct rtmr_pool *pool, const char *stage)
{
    judge_clause(judge, CLAUSE_LATE_FLAGGED);
    for (int32_t s = 0; s < pool->slots; s++) {
        if (slot_late(state_of(pool, s)) && pool->place[s] < k->promised) {
            return judge_breaks(judge, "%s slot %d is late since %" PRId64 ", job %" PRId64 " is promised", stage, s,
                                pool->bound[s], k->handle[pool->place[s]]);
        }
    }
    return true;
}

static bool job_counts(struct judge *judge, const struct rtmr *k, const struct rtmr_pool *pool, const char *stage)
{
    judge_clause(judge, CLAUSE_JOB_COUNTS);
    for (int32_t p = 0; p < k->jobs; p++) {
        const int32_t running = tasks_of(pool, p);

        if (pool->waiting[p] < 0 || pool->unfinished[p] > RTMR_TASKS ||
            pool->unfinished[p] != pool->waiting[p] + running) {
            return judge_breaks(judge, "%s stage of job %" PRId64 ": %d tasks unfinished, %d wait, %d run", stage,
                                k->handle[p], pool->unfinished[p], pool->waiting[p], running);
        }
        if (pool->estimate[p] < 0 || pool->estimate[p] > ESTIMATE_MOST ||
            (pool->unfinished[p] > 0 && pool->estimate[p] == 0)) {
            return judge_breaks(judge, "%s stage of job %" PRId64 ": estimate %" PRId64, stage, k->handle[p],
                                pool->estimate[p]);
        }
    }
    return true;
}

static bool cursor(struct judge *judge, const struct rtmr *k, const struct rtmr_pool *pool, const char *stage)
{
    int64_t reserved = 0;
    int32_t first = 0;

    judge_clause(judge, CLAUSE_CURSOR);
    while (first < k->jobs && (pool->ready[first] == 0 || pool->waiting[first] == 0)) {
        reserved += pool->waiting[first];
        first++;
    }
    return (pool->first == first && pool->reserved == reserved) ||
           judge_breaks(judge, "%s stage: the search stands at place %d behind %d tasks, not at %d behind %" PRId64,
                        stage, pool->first, pool->reserved, first, reserved);
}

static bool unfinished(struct judge *judge, const struct rtmr *k, const struct rtmr_pool *pool, const char *stage)
{
    int64_t tasks = 0;

    judge_clause(judge, CLAUSE_UNFINISHED);
    for (int32_t p = 0; p < k->jobs; p++) {
        tasks += pool->unfinished[p];
    }
    return (pool->tasks == tasks && tasks <= RTMR_TASKS) ||
           judge_breaks(judge, "%s stage: %d tasks are counted, %" PRId64 " are unfinished, there is room for %d",
                        stage, pool->tasks, tasks, RTMR_TASKS);
}

static bool pads(struct judge *judge, const struct rtmr_pool *pool, const char *stage)
{
    judge_clause(judge, CLAUSE_PADS);
    return (0 <= pool->notice_pad && pool->notice_pad <= PADS_MOST && 0 <= pool->release_pad &&
            pool->release_pad <= PADS_MOST && 0 <= pool->wait_pad && pool->wait_pad <= PADS_MOST) ||
           judge_breaks(judge, "%s stage: notice %" PRId64 ", release %" PRId64 ", wait %" PRId64, stage,
                        pool->notice_pad, pool->release_pad, pool->wait_pad);
}

static bool readiness(struct judge *judge, const struct rtmr *k)
{
    judge_clause(judge, CLAUSE_READINESS);
    for (int32_t p = 0; p < k->jobs; p++) {
        if (k->map.ready[p] == 0 || (k->reduce.ready[p] != 0) != (k->map.unfinished[p] == 0)) {
            return judge_breaks(judge, "job %" PRId64 ": maps ready %d, reduces ready %d, %d maps unfinished",
                                k->handle[p], k->map.ready[p], k->reduce.ready[p], k->map.unfinished[p]);
        }
    }
    return true;
}

static bool started(struct judge *judge, const struct rtmr *k, const struct rtmr_pool *pool, const char *stage)
{
    judge_clause(judge, CLAUSE_STARTED);
    for (int32_t p = 0; p < k->jobs; p++) {
        if (k->started[p] == 0 && pool->waiting[p] != pool->unfinished[p]) {
            return judge_breaks(judge, "%s stage of job %" PRId64 ", not started: %d unfinished, %d wait", stage,
                                k->handle[p], pool->unfinished[p], pool->waiting[p]);
        }
    }
    return true;
}

static bool pending(struct judge *judge, const struct rtmr *k)
{
    judge_clause(judge, CLAUSE_PENDING);
    for (int32_t p = 0; p < k->jobs; p++) {
        if (k->map.unfinished[p] + k->reduce.unfinished[p] <= 0) {
            return judge_breaks(judge, "job %" PRId64 " at place %d has nothing left to do", k->handle[p], p);
        }
    }
    return true;
}

static bool handles(struct judge *judge, const struct rtmr *k)
{
    judge_clause(judge, CLAUSE_HANDLES);
    for (int32_t p = 0; p < k->jobs; p++) {
        if (k->handle[p] <= 0 || k->handle[p] >= k->next_handle) {
            return judge_breaks(judge, "place %d has handle %" PRId64 ", the next one is %" PRId64, p, k->handle[p],
                                k->next_handle);
        }
        for (int32_t q = 0; q < p; q++) {
            if (k->handle[q] == k->handle[p]) {
                return judge_breaks(judge, "places %d and %d have handle %" PRId64, q, p, k->handle[p]);
            }
        }
    }
    return true;
}

static bool deadlines(struct judge *judge, const struct rtmr *k)
{
    judge_clause(judge, CLAUSE_DEADLINES);
    for (int32_t p = 0; p < k->jobs; p++) {
        if (k->deadline[p] < 0 || k->deadline[p] > RTMR_TIME_MAX) {
            return judge_breaks(judge, "job %" PRId64 " has deadline %" PRId64, k->handle[p], k->deadline[p]);
        }
    }
    return true;
}

static bool in_time(struct judge *judge, const struct rtmr *k)
{
    judge_clause(judge, CLAUSE_IN_TIME);
    for (int32_t p = 0; p < k->promised; p++) {
        if (k->map.end[p] > k->reduce.end[p] || k->reduce.end[p] > k->deadline[p]) {
            return judge_breaks(judge, "job %" PRId64 ": e_m %" PRId64 ", e %" PRId64 ", deadline %" PRId64,
                                k->handle[p], k->map.end[p], k->reduce.end[p], k->deadline[p]);
        }
    }
    return true;
}

static bool stage_holds(struct judge *judge, const struct rtmr *k, const struct shadow *s, enum rtmr_stage stage)
{
    const struct rtmr_pool *const pool = pool_of(k, stage);
    const char *const name = shadow_stage_name(stage);

    return slot_table(judge, pool, name) && slot_jobs(judge, k, pool, name) && slot_bounds(judge, k, pool, name) &&
           busy_runs(judge, pool, s->stage[stage].free_at, name) && job_counts(judge, k, pool, name) &&
           cursor(judge, k, pool, name) && unfinished(judge, k, pool, name) && pads(judge, pool, name) &&
           late_flagged(judge, k, pool, name) && started(judge, k, pool, name);
}

bool table_clauses_hold(struct judge *judge, const struct rtmr *k, const struct shadow *s)
{
    return clock_holds(judge, k, s) && sizes(judge, k) && stage_holds(judge, k, s, RTMR_MAP) &&
           stage_holds(judge, k, s, RTMR_REDUCE) && readiness(judge, k) && pending(judge, k) && handles(judge, k) &&
           deadlines(judge, k) && in_time(judge, k) && policy(judge, k, s);
}
