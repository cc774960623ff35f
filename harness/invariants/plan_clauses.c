#include "harness/invariants/plan_clauses.h"

#include "harness/invariants/plan_counts.h"

#include <inttypes.h>

static bool promised_job(const struct rtmr *k, rtmr_handle job)
{
    const int32_t place = place_of(k, job);

    return 0 <= place && place < k->promised;
}

static bool plan_shape(struct judge *judge, const struct rtmr *k, const struct shadow *s, enum rtmr_stage which)
{
    const struct shadow_plan *const plan = &s->stage[which].plan;
    const struct rtmr_pool *const pool = pool_of(k, which);
    const char *const name = shadow_stage_name(which);
    int32_t i = 0;

    judge_clause(judge, CLAUSE_PLAN_SHAPE);
    if (plan->tasks > RTMR_TASKS) {
        return judge_breaks(judge, "%s stage: %d tasks are planned", name, plan->tasks);
    }
    for (int32_t place = 0; place < k->promised; place++) {
        const rtmr_handle job = k->handle[place];
        int32_t open = 0;

        while (i < plan->tasks && !promised_job(k, plan->task[i].job) && !plan->task[i].open) {
            i++; /* of a job that has left, or that was suspended */
        }
        for (; i < plan->tasks && plan->task[i].job == job; i++) {
            if (open > 0 && !plan->task[i].open) {
                return judge_breaks(judge, "%s stage: task %d of job %" PRId64 " was dispatched before an earlier one",
                                    name, i, job);
            }
            open += plan->task[i].open;
        }
        if (open != pool->waiting[place]) {
            return judge_breaks(judge, "%s stage: %d tasks of job %" PRId64 " wait, the plan has %d", name,
                                pool->waiting[place], job, open);
        }
    }
    for (; i < plan->tasks; i++) {
        if (plan->task[i].open) {
            return judge_breaks(judge, "%s stage: task %d of job %" PRId64 " is planned out of order", name, i,
                                plan->task[i].job);
        }
    }
    return true;
}

static bool plan_times(struct judge *judge, const struct rtmr *k, const struct shadow *s, enum rtmr_stage which)
{
    const struct shadow_plan *const plan = &s->stage[which].plan;
    const struct rtmr_pool *const pool = pool_of(k, which);

    judge_clause(judge, CLAUSE_PLAN_TIMES);
    for (int32_t i = 0; i < plan->tasks; i++) {
        const struct shadow_task *const task = &plan->task[i];
        const int32_t place = task->open ? place_of(k, task->job) : -1;

        if (!task->open) {
            continue;
        }
        const rtmr_ticks latest = task->start + pool->wait_pad; /* start */

        if (latest < k->now || task->start < task->least || task->finish > pool->end[place] ||
            (task->finish != RTMR_NEVER && latest + pool->estimate[place] > task->finish)) {
            return judge_breaks(judge,
                                "%s task %d of job %" PRId64 " waits: least %" PRId64 ", start %" PRId64
                                " and up to %" PRId64 " later, finish %" PRId64 ", estimate %" PRId64
                                ", recorded end %" PRId64,
                                shadow_stage_name(which), i, task->job, task->least, task->start, pool->wait_pad,
                                task->finish, pool->estimate[place], pool->end[place]);
        }
    }
    return true;
}

static bool plan_room(struct judge *judge, const struct rtmr *k, const struct shadow *s, enum rtmr_stage which)
{
    const struct shadow_stage *const stage = &s->stage[which];
    const struct rtmr_pool *const pool = pool_of(k, which);

    judge_clause(judge, CLAUSE_PLAN_ROOM);
    for (int32_t i = 0; i < stage->plan.tasks; i++) {
        const struct shadow_task *const task = &stage->plan.task[i];

        if (task->open) {
            const int32_t waiting = open_above(&stage->plan, i, task->least);
            const int32_t running = busy_before(pool, stage, i, task->least);

            if (waiting + running > pool->usable - 1) {
                return judge_breaks(judge,
                                    "%s task %d of job %" PRId64 ", planned from %" PRId64
                                    ": %d tasks before it wait and %d run beyond that, %d slots are usable",
                                    shadow_stage_name(which), i, task->job, task->least, waiting, running,
                                    pool->usable);
            }
        }
    }
    return true;
}

static bool reserved(struct judge *judge, const struct rtmr *k, const struct shadow *s, enum rtmr_stage which)
{
    const struct shadow_stage *const stage = &s->stage[which];
    const struct rtmr_pool *const pool = pool_of(k, which);
    const int32_t waiting = open_before(&stage->plan, stage->last);

    judge_clause(judge, CLAUSE_RESERVED);
    if (pool->idle < waiting) {
        return judge_breaks(judge,
                            "%s stage: %d tasks wait before task %d, the last one dispatched, and %d slots are idle",
                            shadow_stage_name(which), waiting, stage->last - 1, pool->idle);
    }
    for (int32_t i = 0; i < pool->slots; i++) {
        if (pool->state[i] == RTMR_SLOT_BUSY && stage->slot[i].position >= stage->last) {
            return judge_breaks(judge, "%s slot %d runs task %d, the last one dispatched is %d",
                                shadow_stage_name(which), i, stage->slot[i].position, stage->last - 1);
        }
    }
    return true;
}

static bool plan_release(struct judge *judge, const struct rtmr *k, const struct shadow *s)
{
    const struct shadow_plan *const plan = &s->stage[RTMR_REDUCE].plan;

    judge_clause(judge, CLAUSE_PLAN_RELEASE);
    for (int32_t i = 0; i < plan->tasks; i++) {
        const struct shadow_task *const task = &plan->task[i];

        if (task->open && k->map.end[place_of(k, task->job)] > task->start) {
            return judge_breaks(
                judge, "reduce task %d of job %" PRId64 " is planned from %" PRId64 ", its maps end by %" PRId64, i,
                task->job, task->start, k->map.end[place_of(k, task->job)]);
        }
    }
    return true;
}

bool plan_clauses_hold(struct judge *judge, const struct rtmr *k, const struct shadow *s)
{
    return plan_shape(judge, k, s, RTMR_MAP) && plan_shape(judge, k, s, RTMR_REDUCE) &&
           plan_times(judge, k, s, RTMR_MAP) && plan_times(judge, k, s, RTMR_REDUCE) &&
           plan_room(judge, k, s, RTMR_MAP) && plan_room(judge, k, s, RTMR_REDUCE) && reserved(judge, k, s, RTMR_MAP) &&
           reserved(judge, k, s, RTMR_REDUCE) && plan_release(judge, k, s);
}
