#include "job_plan.h"

#include "slot_pool.h"
#include "stage_plan.h"
#include "stored_vectors.h"
#include "ticks.h"

void rtmr_plan_job(struct rtmr *k, const struct rtmr_row *job, rtmr_ticks map_floor, rtmr_ticks end_floor,
                   struct rtmr_span *span)
{
    const rtmr_ticks map_end = rtmr_plan_stage(&k->map.free_at, job->map.waiting, job->map.estimate,
                                               k->now + k->map.release_pad, map_floor);

    span->map_end = map_end;
    span->end = RTMR_NEVER;
    if (map_end != RTMR_NEVER) {
        span->end = rtmr_plan_stage(&k->reduce.free_at, job->reduce.waiting, job->reduce.estimate,
                                   map_end + k->reduce.release_pad, rtmr_later(map_end, end_floor));
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
