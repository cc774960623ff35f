#include "harness/invariants/due_clauses.h"

#include "harness/invariants/plan_counts.h"

#include <inttypes.h>

/* The first idle slot from this one on, or -1. */
static int32_t next_idle(const struct rtmr_pool *pool, int32_t slot)
{
    for (int32_t s = slot; s < pool->slots; s++) {
        if (pool->state[s] == RTMR_SLOT_IDLE) {
            return s;
        }
    }
    return -1;
}

/* The first idle slot on which no task is due, or -1. */
static int32_t owes_nothing(const struct rtmr_pool *pool)
{
    int32_t s = next_idle(pool, 0);

    while (s >= 0 && pool->bound[s] != RTMR_NEVER) {
        s = next_idle(pool, s + 1);
    }
    return s;
}

/* OFFERS, to promised jobs: more slots are idle than tasks wait before the first that is ready. */
static bool offers(const struct rtmr *k, const struct rtmr_pool *pool)
{
    int32_t before = 0;

    for (int32_t place = 0; place < k->promised; place++) {
        if (pool->ready[place] != 0 && pool->waiting[place] > 0) {
            return pool->idle > before;
        }
        before += pool->waiting[place];
    }
    return false;
}

static bool due_soon(struct judge *judge, const struct rtmr *k, enum rtmr_stage which)
{
    const struct rtmr_pool *const pool = pool_of(k, which);
    const rtmr_ticks latest = k->now + pool->release_pad + pool->wait_pad;

    judge_clause(judge, CLAUSE_DUE_SOON);
    for (int32_t s = next_idle(pool, 0); s >= 0; s = next_idle(pool, s + 1)) {
        if (pool->bound[s] != RTMR_NEVER && pool->bound[s] > latest) {
            return judge_breaks(judge,
                                "%s slot %d must have a task by %" PRId64 ", by %" PRId64 " if it were offered now",
                                shadow_stage_name(which), s, pool->bound[s], latest);
        }
    }
    return true;
}

static bool not_yet(struct judge *judge, const struct rtmr *k, const struct shadow *s, enum rtmr_stage which)
{
    const struct shadow_plan *const plan = &s->stage[which].plan;
    const struct rtmr_pool *const pool = pool_of(k, which);
    const int32_t slot = owes_nothing(pool);

    judge_clause(judge, CLAUSE_NOT_YET);
    for (int32_t i = 0; slot >= 0 && i < plan->tasks; i++) {
        if (plan->task[i].open && k->now + pool->release_pad > plan->task[i].start) {
            return judge_breaks(judge,
                                "%s task %d of job %" PRId64 " waits, planned to start at %" PRId64
                                ", and slot %d is idle with no task due",
                                shadow_stage_name(which), i, plan->task[i].job, plan->task[i].start, slot);
        }
    }
    return true;
}

static bool reserved_in_time(struct judge *judge, const struct rtmr *k, const struct shadow *s, enum rtmr_stage which)
{
    const struct shadow_stage *const stage = &s->stage[which];
    const struct rtmr_pool *const pool = pool_of(k, which);

    judge_clause(judge, CLAUSE_RESERVED_IN_TIME);
    for (int32_t i = 0; i < stage->last && i < stage->plan.tasks; i++) {
        const struct shadow_task *const task = &stage->plan.task[i];
        const int32_t waiting = task->open ? open_before(&stage->plan, i) + 1 : 0;
        const int32_t late = task->open ? due_after(pool, task->start) : 0;

        if (waiting + late > pool->idle) {
            return judge_breaks(judge,
                                "%s task %d of job %" PRId64 " is one of the first %d that wait, before task %d, the "
                                "last one dispatched; %d slots are idle, %d of them too late for its start at %" PRId64,
                                shadow_stage_name(which), i, task->job, waiting, stage->last - 1, pool->idle, late,
                                task->start);
        }
    }
    return true;
}

static bool room_in_time(struct judge *judge, const struct rtmr *k, const struct shadow *s, enum rtmr_stage which)
{
    const struct shadow_stage *const stage = &s->stage[which];
    const struct rtmr_pool *const pool = pool_of(k, which);

    judge_clause(judge, CLAUSE_ROOM_IN_TIME);
    for (int32_t i = stage->last; i < stage->plan.tasks; i++) {
        const struct shadow_task *const task = &stage->plan.task[i];

        if (task->open) {
            const int32_t waiting = open_above(&stage->plan, i, task->least);
            const int32_t running = busy_before(pool, stage, i, task->least);
            const int32_t late = due_after(pool, task->start);

            if (waiting + running + late > pool->usable - 1) {
                return judge_breaks(judge,
                                    "%s task %d of job %" PRId64 ", planned from %" PRId64 " and to start at %" PRId64
                                    ": %d tasks before it wait and %d run beyond that, %d idle slots are too late "
                                    "for it, %d slots are usable",
                                    shadow_stage_name(which), i, task->job, task->least, task->start, waiting, running,
                                    late, pool->usable);
            }
        }
    }
    return true;
}

static bool announced(struct judge *judge, const struct rtmr *k, enum rtmr_stage which)
{
    const struct rtmr_pool *const pool = pool_of(k, which);
    const int32_t slot = offers(k, pool) ? owes_nothing(pool) : -1;

    judge_clause(judge, CLAUSE_ANNOUNCED);
    return slot < 0 || judge_breaks(judge, "%s stage: a task is offered, and none is due on slot %d, which is idle",
                                    shadow_stage_name(which), slot);
}

static bool stage_holds(struct judge *judge, const struct rtmr *k, const struct shadow *s, enum rtmr_stage which)
{
    return due_soon(judge, k, which) &&
           (!s->planned ||
            (not_yet(judge, k, s, which) && reserved_in_time(judge, k, s, which) && room_in_time(judge, k, s, which)));
}

bool due_clauses_hold(struct judge *judge, const struct rtmr *k, const struct shadow *s)
{
    return s->latency == 0 || (stage_holds(judge, k, s, RTMR_MAP) && stage_holds(judge, k, s, RTMR_REDUCE) &&
                               announced(judge, k, RTMR_MAP) && announced(judge, k, RTMR_REDUCE));
}

static bool due_range(struct judge *judge, const struct rtmr *k, enum rtmr_stage which)
{
    const struct rtmr_pool *const pool = pool_of(k, which);

    judge_clause(judge, CLAUSE_DUE_RANGE);
    for (int32_t s = next_idle(pool, 0); s >= 0; s = next_idle(pool, s + 1)) {
        if (pool->bound[s] < pool->due_first || pool->bound[s] > pool->due_last) {
            return judge_breaks(judge, "idle %s slot %d owes a task by %" PRId64 ", outside %" PRId64 " .. %" PRId64,
                                shadow_stage_name(which), s, (int64_t)pool->bound[s], (int64_t)pool->due_first,
                                (int64_t)pool->due_last);
        }
    }
    return true;
}

bool due_ranges_hold(struct judge *judge, const struct rtmr *k)
{
    return due_range(judge, k, RTMR_MAP) && due_range(judge, k, RTMR_REDUCE);
}
