#include "harness/invariants/watched_clauses.h"

#include <inttypes.h>

bool watched_jobs_hold(struct judge *judge, const struct rtmr *k, const struct shadow *s)
{
    judge_clause(judge, CLAUSE_WATCHED);
    for (int32_t place = 0; place < s->promised; place++) {
        const struct shadow_job *const job = shadow_at(s, place);
        int32_t found = 0;

        while (found < k->jobs && k->handle[found] != job->handle) {
            found++;
        }
        if (found == k->jobs) {
            return judge_breaks(judge, "job %" PRId64 " has left the table, %d maps and %d reduces are unfinished",
                                job->handle, job->unfinished[RTMR_MAP], job->unfinished[RTMR_REDUCE]);
        }
        if (found >= k->promised) {
            return judge_breaks(judge, "job %" PRId64 " is flagged, no violation that reaches it was reported",
                                job->handle);
        }
        if (k->deadline[found] != job->deadline) {
            return judge_breaks(judge, "job %" PRId64 "'s deadline is %" PRId64 ", it was accepted with %" PRId64,
                                job->handle, k->deadline[found], job->deadline);
        }
        if (k->now > k->reduce.end[found] || k->reduce.end[found] > job->deadline) {
            return judge_breaks(
                judge, "job %" PRId64 " is unfinished at %" PRId64 ", its e is %" PRId64 ", its deadline %" PRId64,
                job->handle, k->now, k->reduce.end[found], job->deadline);
        }
    }
    return true;
}

bool promise_kept(struct judge *judge, const struct shadow_job *job, rtmr_ticks e)
{
    judge_clause(judge, CLAUSE_KEPT);
    return job->promise != PROMISE_DONE || (job->done_at <= e && e <= job->deadline) ||
           judge_breaks(judge, "job %" PRId64 " was done at %" PRId64 ", its e was %" PRId64 ", its deadline %" PRId64,
                        job->handle, job->done_at, e, job->deadline);
}

static bool plan_order(struct judge *judge, const struct rtmr *k, const struct shadow *s)
{
    judge_clause(judge, CLAUSE_PLAN_ORDER);
    if (k->jobs != s->jobs || k->promised != s->promised) {
        return judge_breaks(judge, "%d jobs in the table, %d promised; there should be %d, %d", k->jobs, k->promised,
                            s->jobs, s->promised);
    }
    for (int32_t place = 0; place < k->jobs; place++) {
        if (k->handle[place] != shadow_at(s, place)->handle) {
            return judge_breaks(judge, "job %" PRId64 " is at place %d, which is job %" PRId64 "'s", k->handle[place],
                                place, shadow_at(s, place)->handle);
        }
    }
    return true;
}

static bool tasks(struct judge *judge, const struct rtmr *k, const struct shadow *s, enum rtmr_stage stage)
{
    const struct rtmr_pool *const pool = pool_of(k, stage);

    judge_clause(judge, CLAUSE_TASKS);
    for (int32_t p = 0; p < k->jobs; p++) {
        const struct shadow_job *const job = shadow_at(s, p);
        const rtmr_ticks estimate = job->estimate[stage] > 0 ? job->estimate[stage] + s->stage[stage].notice_pad : 0;

        if (pool->waiting[p] != job->waiting[stage] || pool->unfinished[p] != job->unfinished[stage] ||
            pool->estimate[p] != estimate || (k->started[p] != 0) != job->started) {
            return judge_breaks(judge,
                                "%s stage of job %" PRId64 ": %d wait, %d unfinished, estimate %" PRId64
                                ", started %d; should be %d, %d, %" PRId64 ", %d",
                                shadow_stage_name(stage), job->handle, pool->waiting[p], pool->unfinished[p],
                                pool->estimate[p], k->started[p] != 0, job->waiting[stage], job->unfinished[stage],
                                estimate, job->started);
        }
    }
    return true;
}

static bool slots(struct judge *judge, const struct rtmr *k, const struct shadow *s, enum rtmr_stage stage)
{
    const struct rtmr_pool *const pool = pool_of(k, stage);

    judge_clause(judge, CLAUSE_SLOTS);
    if (pool->slots != s->stage[stage].slots) {
        return judge_breaks(judge, "%s stage: %d slots; should be %d", shadow_stage_name(stage), pool->slots,
                            s->stage[stage].slots);
    }
    for (int32_t i = 0; i < s->stage[stage].slots; i++) {
        const struct shadow_slot *const slot = &s->stage[stage].slot[i];
        const rtmr_handle job = shadow_runs(slot) ? k->handle[pool->place[i]] : RTMR_NO_JOB;

        if (pool->state[i] != slot->state ||
            (shadow_runs(slot) && (job != slot->job || pool->bound[i] != slot->bound))) {
            return judge_breaks(
                judge, "%s slot %d: state %d, job %" PRId64 ", bound %" PRId64 "; should be %d, %" PRId64 ", %" PRId64,
                shadow_stage_name(stage), i, pool->state[i], job, pool->bound[i], (int)slot->state, slot->job,
                slot->bound);
        }
    }
    return true;
}

static bool dues(struct judge *judge, const struct rtmr *k, const struct shadow *s, enum rtmr_stage stage)
{
    const struct rtmr_pool *const pool = pool_of(k, stage);

    judge_clause(judge, CLAUSE_DUE);
    for (int32_t i = 0; i < s->stage[stage].slots; i++) {
        const struct shadow_slot *const slot = &s->stage[stage].slot[i];

        if (slot->state == RTMR_SLOT_IDLE && pool->bound[i] != slot->due) {
            return judge_breaks(judge, "idle %s slot %d owes a task by %" PRId64 "; should be by %" PRId64,
                                shadow_stage_name(stage), i, pool->bound[i], slot->due);
        }
    }
    return true;
}

static bool recorded(struct judge *judge, const struct rtmr *k, const struct shadow *s)
{
    judge_clause(judge, CLAUSE_RECORDED);
    for (int32_t p = 0; p < k->promised; p++) {
        const rtmr_ticks *const end = shadow_at(s, p)->end;

        if (k->map.end[p] != end[RTMR_MAP] || k->reduce.end[p] != end[RTMR_REDUCE]) {
            return judge_breaks(judge,
                                "job %" PRId64 ": e_m %" PRId64 ", e %" PRId64 "; should be %" PRId64 ", %" PRId64,
                                k->handle[p], k->map.end[p], k->reduce.end[p], end[RTMR_MAP], end[RTMR_REDUCE]);
        }
    }
    for (int32_t p = k->promised; p < k->jobs; p++) {
        if (k->reduce.end[p] != shadow_at(s, p)->end[RTMR_REDUCE]) {
            return judge_breaks(judge, "job %" PRId64 ", flagged: e %" PRId64 "; should be %" PRId64, k->handle[p],
                                k->reduce.end[p], shadow_at(s, p)->end[RTMR_REDUCE]);
        }
    }
    return true;
}

bool books_agree(struct judge *judge, const struct rtmr *k, const struct shadow *s)
{
    return plan_order(judge, k, s) && tasks(judge, k, s, RTMR_MAP) && tasks(judge, k, s, RTMR_REDUCE) &&
           slots(judge, k, s, RTMR_MAP) && slots(judge, k, s, RTMR_REDUCE) &&
           (s->latency == 0 || (dues(judge, k, s, RTMR_MAP) && dues(judge, k, s, RTMR_REDUCE))) &&
           recorded(judge, k, s);
}
