#include "job_plan.h"

#include "slot_pool.h"
#include "stage_plan.h"
#include "stored_vectors.h"
#include "ticks.h"

/* Plans one stage of a job onto the pool's vector. */
/*@ requires valid:   \valid(pool) && \valid(g);
    requires range:   0 <= tasks && 0 <= estimate <= 2 * RTMR_TIME_MAX && 0 <= now <= release && 0 <= place < RTMR_JOBS;
    requires space:   g->draft.tasks + tasks <= RTMR_TASKS;
    requires floor:   floor <= RTMR_TIME_MAX * 4;
    requires vector:  VECTOR(*pool);
    requires shape:   DRAFT_SHAPE(*g, place);
    requires times:   DRAFT_TIMES(*g, now);
    requires room:    DRAFT_ROOM(*pool, *g);
    requires cover:   COVER(*pool, *g);
    assigns pool->free_at.at[0 .. RTMR_SLOTS - 1], g->draft;
    ensures vector:   VECTOR(*pool);
    ensures end:      \result >= floor && (\result == RTMR_NEVER || \result <= RTMR_TIME_MAX * 4);
    ensures shape:    \result != RTMR_NEVER ==> DRAFT_SHAPE(*g, place + 1);
    ensures times:    \result != RTMR_NEVER ==> DRAFT_TIMES(*g, now);
    ensures room:     \result != RTMR_NEVER ==> DRAFT_ROOM(*pool, *g);
    ensures cover:    \result != RTMR_NEVER ==> COVER(*pool, *g);
    ensures release:  \result != RTMR_NEVER ==> \forall integer i; 0 <= i < g->draft.tasks && g->draft.job[i] == place ==> release <= g->draft.start[i];
    ensures mine:     \result != RTMR_NEVER ==> g->draft.end[place] == \result && g->draft.estimate[place] == estimate && g->draft.waiting[place] == tasks;
    ensures kept:     \forall integer i; 0 <= i < \old(g->draft.tasks) ==> g->draft.job[i] == \old(g->draft.job)[i] && g->draft.start[i] == \old(g->draft.start)[i];
    ensures others:   \forall integer p; 0 <= p < place ==> g->draft.end[p] == \old(g->draft.end)[p]
                      && g->draft.estimate[p] == \old(g->draft.estimate)[p] && g->draft.waiting[p] == \old(g->draft.waiting)[p];
*/
static rtmr_ticks plan_stage(struct rtmr_pool *pool, int32_t tasks, rtmr_ticks estimate, rtmr_ticks release, rtmr_ticks floor)
    /*@ ghost (struct rtmr_ghost_pool \ghost *g, int32_t place, rtmr_ticks now) */
{
    const rtmr_ticks end = rtmr_plan_stage(&pool->free_at, tasks, estimate, release, floor) /*@ ghost (&g->draft, place) */;
    /*@ ghost
      if (end != RTMR_NEVER) {
        g->draft.first[place + 1] = g->draft.tasks;
        g->draft.waiting[place] = tasks;
        g->draft.estimate[place] = estimate;
        g->draft.end[place] = end;
      }
    */
    //@ assert fresh: end != RTMR_NEVER ==> \forall integer i; \at(g->draft.tasks, Pre) <= i < g->draft.tasks ==> BusyAbove(pool->state, pool->bound, pool->slots, g->draft.least[i]) + OpenAbove(g->draft.open, g->draft.finish, \at(g->draft.tasks, Pre), g->draft.least[i]) <= Above(\at(pool->free_at.at, Pre), pool->free_at.n, g->draft.least[i]);
    //@ assert fresh_room: end != RTMR_NEVER ==> \forall integer i; \at(g->draft.tasks, Pre) <= i < g->draft.tasks ==> OpenAbove(g->draft.open, g->draft.finish, i, g->draft.least[i]) + BusyAbove(pool->state, pool->bound, pool->slots, g->draft.least[i]) <= pool->usable - 1;
    //@ assert old: end != RTMR_NEVER ==> \forall integer i; 0 <= i < \at(g->draft.tasks, Pre) ==> 0 <= g->draft.job[i] < place;
    return end;
}

void rtmr_plan_job(struct rtmr *k, const struct rtmr_row *job, rtmr_ticks map_floor, rtmr_ticks end_floor,
                   struct rtmr_span *span) /*@ ghost (struct rtmr_ghost \ghost *g, int32_t place) */
{
    const rtmr_ticks map_end = plan_stage(&k->map, job->map.waiting, job->map.estimate, k->now + k->map.release_pad,
                                          map_floor) /*@ ghost (&g->map, place, k->now) */;

    span->map_end = map_end;
    span->end = RTMR_NEVER;
    if (map_end != RTMR_NEVER) {
        span->end = plan_stage(&k->reduce, job->reduce.waiting, job->reduce.estimate, map_end + k->reduce.release_pad,
                               rtmr_later(map_end, end_floor)) /*@ ghost (&g->reduce, place, k->now) */;
    }
}

static void no_tasks(struct rtmr_stage_row *stage)
{
    stage->waiting = 0;
    stage->unfinished = 0;
    stage->ready = 1;
    stage->estimate = 0;
    stage->end = 0;
}

void rtmr_no_candidate(struct rtmr_row *row)
{
    row->handle = RTMR_NO_JOB;
    row->deadline = RTMR_TIME_MAX;
    row->started = 0;
    no_tasks(&row->map);
    no_tasks(&row->reduce);
}

void rtmr_plan_jobs(struct rtmr *k, int32_t from, int32_t place, const struct rtmr_row *candidate,
                    struct rtmr_outlook *outlook)
{
    outlook->late = -1;
    outlook->late_end = RTMR_NEVER;
    outlook->candidate.map_end = RTMR_NEVER;
    outlook->candidate.end = RTMR_NEVER;
    for (int32_t i = from; i <= k->promised; i++) {
        struct rtmr_span span;
        rtmr_ticks deadline;

        if (i == place) {
            rtmr_plan_job(k, candidate, k->now, k->now, &span);
            deadline = candidate->deadline;
            outlook->candidate.map_end = span.map_end;
            outlook->candidate.end = span.end;
        } else {
            const int32_t p = i < place ? i : i - 1;
            struct rtmr_row job;
            rtmr_table_read(k, p, &job);
            rtmr_plan_job(k, &job, k->map.draft[p], k->reduce.draft[p], &span);
            deadline = job.deadline;
            k->map.draft[p] = span.map_end;
            k->reduce.draft[p] = span.end;
        }
        if (span.end > deadline && outlook->late < 0) {
            outlook->late = i;
            outlook->late_end = span.end;
        }
        if (span.end == RTMR_NEVER || (outlook->late >= 0 && i >= place)) {
            break;
        }
    }
}

void rtmr_project(struct rtmr *k)
{
    rtmr_pool_snapshot(&k->map, k->promised, k->now);
    rtmr_pool_snapshot(&k->reduce, k->promised, k->now);
}

void rtmr_plan_with(struct rtmr *k, int32_t place, const struct rtmr_row *candidate, struct rtmr_outlook *outlook)
{
    if (k->feedback == RTMR_FEEDBACK_EXACT) {
        rtmr_project(k);
        rtmr_plan_jobs(k, 0, place, candidate, outlook);
    } else {
        rtmr_stored_base(k, place);
        rtmr_plan_jobs(k, place, place, candidate, outlook);
    }
}
