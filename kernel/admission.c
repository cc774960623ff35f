#include "admission.h"

#include "stored_vectors.h"
#include "what_if.h"

enum rtmr_status rtmr_check_job(const struct rtmr *k, const struct rtmr_job *job)
{
    if (job->map_tasks < 0 || job->map_tasks > RTMR_TASKS) {
        return RTMR_E_MAP_TASKS;
    }
    if (job->reduce_tasks < 0 || job->reduce_tasks > RTMR_TASKS) {
        return RTMR_E_REDUCE_TASKS;
    }
    if (job->map_tasks > 0 && (job->map_estimate < 1 || job->map_estimate > RTMR_TIME_MAX)) {
        return RTMR_E_MAP_ESTIMATE;
    }
    if (job->reduce_tasks > 0 && (job->reduce_estimate < 1 || job->reduce_estimate > RTMR_TIME_MAX)) {
        return RTMR_E_REDUCE_ESTIMATE;
    }
    if (job->deadline < k->now || job->deadline > RTMR_TIME_MAX) {
        return RTMR_E_DEADLINE;
    }
    return RTMR_OK;
}

void rtmr_decision_clear(struct rtmr_decision *decision)
{
    decision->reason = RTMR_REASON_NONE;
    decision->job = RTMR_NO_JOB;
    decision->estimated_finish = RTMR_NEVER;
    decision->late_job = RTMR_NO_JOB;
    decision->late_by = 0;
    decision->earliest_deadline = RTMR_NEVER;
}

static void new_stage(const struct rtmr_pool *pool, int32_t tasks, rtmr_ticks estimate, struct rtmr_stage_row *row)
{
    row->waiting = tasks;
    row->unfinished = tasks;
    row->ready = 1;
    row->estimate = tasks > 0 ? estimate + pool->task_pad : 0;
    row->end = 0;
}

void rtmr_candidate(const struct rtmr *k, const struct rtmr_job *job, struct rtmr_row *row)
{
    row->handle = k->next_handle;
    row->deadline = job->deadline;
    row->started = 0;
    new_stage(&k->map, job->map_tasks, job->map_estimate, &row->map);
    new_stage(&k->reduce, job->reduce_tasks, job->reduce_estimate, &row->reduce);
    row->reduce.ready = job->map_tasks == 0;
}

static enum rtmr_reason room(const struct rtmr *k, const struct rtmr_row *candidate)
{
    if (k->next_handle == INT64_MAX) {
        return RTMR_REASON_HANDLES;
    }
    if (candidate->map.waiting == 0 && candidate->reduce.waiting == 0) {
        return RTMR_REASON_NONE;
    }
    if (k->jobs >= RTMR_JOBS) {
        return RTMR_REASON_JOBS_FULL;
    }
    if (candidate->map.waiting > RTMR_TASKS - k->map.queued ||
        candidate->reduce.waiting > RTMR_TASKS - k->reduce.queued) {
        return RTMR_REASON_TASKS_FULL;
    }
    return RTMR_REASON_NONE;
}

void rtmr_test(struct rtmr *k, struct rtmr_row *candidate, int32_t place, struct rtmr_decision *decision)
{
    struct rtmr_outlook outlook;

    outlook.late = -1;
    outlook.candidate.map_end = k->now;
    outlook.candidate.end = k->now;
    decision->reason = room(k, candidate);
    if (decision->reason != RTMR_REASON_NONE) {
        return;
    }
    if (candidate->map.waiting > 0 || candidate->reduce.waiting > 0) {
        rtmr_plan_with(k, place, candidate, &outlook);
    }
    candidate->map.end = outlook.candidate.map_end;
    candidate->reduce.end = outlook.candidate.end;
    decision->estimated_finish = outlook.candidate.end;
    if (outlook.late >= 0) {
        const int32_t late = outlook.late;
        rtmr_ticks deadline = candidate->deadline;

        if (late != place) {
            const int32_t p = late < place ? late : late - 1;
            decision->late_job = k->handle[p];
            deadline = k->deadline[p];
        }
        decision->reason = RTMR_REASON_LATE;
        decision->late_by = outlook.late_end == RTMR_NEVER ? RTMR_NEVER : outlook.late_end - deadline;
    }
}

void rtmr_adopt(struct rtmr *k)
{
    for (int32_t i = 0; i < k->promised; i++) {
        k->map.end[i] = k->map.draft[i];
        k->reduce.end[i] = k->reduce.draft[i];
    }
}

enum rtmr_status rtmr_admit(struct rtmr *k, const struct rtmr_job *job, struct rtmr_decision *decision)
{
    const int32_t place = rtmr_table_place(k, job->deadline);
    struct rtmr_row candidate;

    rtmr_candidate(k, job, &candidate);
    rtmr_test(k, &candidate, place, decision);
    if (decision->reason != RTMR_REASON_NONE) {
#if RTMR_WITH_WHAT_IF
        if (k->counter_offer != 0) {
            decision->earliest_deadline = rtmr_earliest_deadline(k, &candidate);
        }
#endif
        return RTMR_REJECTED;
    }
    if (candidate.map.waiting > 0 || candidate.reduce.waiting > 0) {
        if (k->feedback == RTMR_FEEDBACK_EXACT) {
            rtmr_adopt(k);
        }
        rtmr_table_insert(k, place, &candidate);
        rtmr_stored_admitted(k, place);
    }
    decision->job = candidate.handle;
    decision->earliest_deadline = job->deadline;
    k->next_handle++;
    return RTMR_OK;
}
