/*
 * Looking at a context.
 */
#include "rtmr.h"

#include "access.h"
#include "job_table.h"

rtmr_ticks rtmr_now(const struct rtmr *k)
{
    return rtmr_check_context(k) == RTMR_OK ? k->now : 0;
}

int32_t rtmr_job_count(const struct rtmr *k)
{
    return rtmr_check_context(k) == RTMR_OK ? k->jobs : 0;
}

static rtmr_ticks submitted_estimate(const struct rtmr_pool *pool, int32_t place)
{
    return pool->estimate[place] > 0 ? pool->estimate[place] - pool->notice_pad : 0;
}

static void describe_job(const struct rtmr *k, int32_t place, struct rtmr_job_info *info)
{
    info->job = k->handle[place];
    info->place = place;
    info->flagged = place >= k->promised;
    info->started = k->started[place];
    info->deadline = k->deadline[place];
    info->estimated_finish = k->reduce.end[place];
    info->map_waiting = k->map.waiting[place];
    info->map_unfinished = k->map.unfinished[place];
    info->reduce_waiting = k->reduce.waiting[place];
    info->reduce_unfinished = k->reduce.unfinished[place];
    info->map_estimate = submitted_estimate(&k->map, place);
    info->reduce_estimate = submitted_estimate(&k->reduce, place);
}

enum rtmr_status rtmr_job_at(const struct rtmr *k, int32_t place, struct rtmr_job_info *info)
{
    const enum rtmr_status status = rtmr_check_context(k);

    if (status != RTMR_OK) {
        return status;
    }
    if (info == NULL) {
        return RTMR_E_NULL;
    }
    if (place < 0 || place >= k->jobs) {
        return RTMR_E_PLACE;
    }
    describe_job(k, place, info);
    return RTMR_OK;
}

enum rtmr_status rtmr_job_info(const struct rtmr *k, rtmr_handle job, struct rtmr_job_info *info)
{
    const enum rtmr_status status = rtmr_check_context(k);

    if (status != RTMR_OK) {
        return status;
    }
    if (info == NULL) {
        return RTMR_E_NULL;
    }
    const int32_t place = rtmr_table_find(k, job);
    if (place < 0) {
        return RTMR_E_HANDLE;
    }
    describe_job(k, place, info);
    return RTMR_OK;
}

enum rtmr_status rtmr_slot_info(const struct rtmr *k, enum rtmr_stage stage, int32_t slot, struct rtmr_slot_info *info)
{
    const enum rtmr_status status = rtmr_check_stage(k, stage);

    if (status != RTMR_OK) {
        return status;
    }
    if (info == NULL) {
        return RTMR_E_NULL;
    }
    const struct rtmr_pool *const pool = stage == RTMR_MAP ? &k->map : &k->reduce;
    if (slot < 0 || slot >= pool->slots) {
        return RTMR_E_SLOT;
    }
    info->state = (enum rtmr_slot_state)pool->state[slot];
    info->job = RTMR_NO_JOB;
    info->bound = 0;
    if (info->state == RTMR_SLOT_BUSY || info->state == RTMR_SLOT_LATE) {
        info->job = k->handle[pool->place[slot]];
        info->bound = pool->bound[slot];
    }
    return RTMR_OK;
}
