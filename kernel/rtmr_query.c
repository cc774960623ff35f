/*
 * Looking at a context.
 */
#include "rtmr.h"

#include "access.h"
#include "job_table.h"
#include "latency_pads.h"
#include "slot_state.h"

#ifdef __FRAMAC__
#include "spec/calls.acsl"
#endif

/*@ requires valid: k == \null || \valid_read(k);
    assigns \nothing;
    ensures now:    \result == (k != \null && k->tag == RTMR_CONTEXT_TAG ? k->now : 0);
*/
rtmr_ticks rtmr_now(const struct rtmr *k)
{
    return rtmr_check_context(k) == RTMR_OK ? k->now : 0;
}

/*@ requires valid: k == \null || \valid_read(k);
    assigns \nothing;
    ensures jobs:   \result == (k != \null && k->tag == RTMR_CONTEXT_TAG ? k->jobs : 0);
*/
int32_t rtmr_job_count(const struct rtmr *k)
{
    return rtmr_check_context(k) == RTMR_OK ? k->jobs : 0;
}

/* The estimate without the pad for dispatch latency. */
/*@ requires valid: \valid_read(pool);
    requires range: 0 <= place < RTMR_JOBS && 0 <= pool->estimate[place] && 0 <= NOTICE_PAD(*pool);
    assigns \nothing;
    ensures eps:    \result == SUBMITTED_ESTIMATE(*pool, place);
*/
static rtmr_ticks submitted_estimate(const struct rtmr_pool *pool, int32_t place)
{
    return pool->estimate[place] > 0 ? pool->estimate[place] - RTMR_NOTICE_PAD(pool) : 0;
}

/*@ requires valid: \valid_read(k) && \valid(info);
    TABLE(requires, *k, 0)
    requires place: 0 <= place < k->jobs;
    assigns *info;
    ensures job:    JOB_INFO(*k, place, *info);
*/
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

/*@ requires valid: \valid(k) && \valid(info);
    TABLE(requires, *k, 0)
    assigns *info;
    ensures status: \result == (0 <= place < k->jobs ? RTMR_OK : RTMR_E_PLACE);
    ensures job:    \result == RTMR_OK ==> JOB_INFO(*k, place, *info);
*/
static enum rtmr_status look_at(const struct rtmr *k, int32_t place, struct rtmr_job_info *info)
{
    if (place < 0 || place >= k->jobs) {
        return RTMR_E_PLACE;
    }
    describe_job(k, place, info);
    return RTMR_OK;
}

/*@ requires valid: NULL_OR_VALID(k) && NULL_OR_VALID(info);
    assigns *info;
    NO_CONTEXT(k)
    NULL_ARGUMENT(A_CONTEXT(k), info == \null)
    behavior call:
      assumes A_CONTEXT(k) && info != \null;
      requires separate: \separated(k, info);
      TABLE_CLAUSES(requires, *k, 0)
      PENDING(requires, *k)
      ensures status: \result == (0 <= place < k->jobs ? RTMR_OK : RTMR_E_PLACE);
      ensures job:    \result == RTMR_OK ==> JOB_INFO(*k, place, *info);
    complete behaviors;
    disjoint behaviors;
*/
enum rtmr_status rtmr_job_at(const struct rtmr *k, int32_t place, struct rtmr_job_info *info)
{
    const enum rtmr_status status = rtmr_check_context(k);

    if (status != RTMR_OK) {
        return status;
    }
    if (info == NULL) {
        return RTMR_E_NULL;
    }
    return look_at(k, place, info);
}

/*@ requires valid: \valid(k) && \valid(info);
    TABLE(requires, *k, 0)
    assigns *info;
    ensures status: \result == RTMR_OK || \result == RTMR_E_HANDLE;
    ensures none:   \result == RTMR_E_HANDLE <==> \forall integer p; 0 <= p < k->jobs ==> k->handle[p] != job;
    ensures job:    \result == RTMR_OK ==>
                    info->job == job && 0 <= info->place < k->jobs && JOB_INFO(*k, info->place, *info);
*/
static enum rtmr_status look_for(const struct rtmr *k, rtmr_handle job, struct rtmr_job_info *info)
{
    const int32_t place = rtmr_table_find(k, job);

    if (place < 0) {
        return RTMR_E_HANDLE;
    }
    describe_job(k, place, info);
    return RTMR_OK;
}

/*@ requires valid: NULL_OR_VALID(k) && NULL_OR_VALID(info);
    assigns *info;
    NO_CONTEXT(k)
    NULL_ARGUMENT(A_CONTEXT(k), info == \null)
    behavior call:
      assumes A_CONTEXT(k) && info != \null;
      requires separate: \separated(k, info);
      TABLE_CLAUSES(requires, *k, 0)
      PENDING(requires, *k)
      ensures status: \result == RTMR_OK || \result == RTMR_E_HANDLE;
      ensures none:   \result == RTMR_E_HANDLE <==> \forall integer p; 0 <= p < k->jobs ==> k->handle[p] != job;
      ensures job:    \result == RTMR_OK ==>
                      info->job == job && 0 <= info->place < k->jobs && JOB_INFO(*k, info->place, *info);
    complete behaviors;
    disjoint behaviors;
*/
enum rtmr_status rtmr_job_info(const struct rtmr *k, rtmr_handle job, struct rtmr_job_info *info)
{
    const enum rtmr_status status = rtmr_check_context(k);

    if (status != RTMR_OK) {
        return status;
    }
    if (info == NULL) {
        return RTMR_E_NULL;
    }
    return look_for(k, job, info);
}

/* Describes a slot but for its job. Returns the place of that job, or -1. */
/*@ requires valid: \valid_read(pool) && \valid(info);
    requires slot:  0 <= slot < pool->slots <= RTMR_SLOTS;
    assigns *info;
    ensures state:  info->state == pool->state[slot] && info->job == RTMR_NO_JOB;
    ensures place:  \result == (RUNS(pool->state[slot]) ? pool->place[slot] : -1);
    ensures bound:  info->bound == (RUNS(pool->state[slot]) ? pool->bound[slot] : 0);
*/
static int32_t describe_slot(const struct rtmr_pool *pool, int32_t slot, struct rtmr_slot_info *info)
{
    info->state = (enum rtmr_slot_state)pool->state[slot];
    info->job = RTMR_NO_JOB;
    info->bound = 0;
    if (rtmr_slot_runs(pool->state[slot])) {
        info->bound = pool->bound[slot];
        return pool->place[slot];
    }
    return -1;
}

/*@ requires valid: \valid(k) && \valid(info);
    TABLE(requires, *k, 0)
    assigns *info;
    ensures status: \result == (0 <= slot < (stage == RTMR_MAP ? k->map.slots : k->reduce.slots) ? RTMR_OK
                                : RTMR_E_SLOT);
    ensures map:    \result == RTMR_OK && stage == RTMR_MAP ==> SLOT_INFO(*k, k->map, slot, *info);
    ensures reduce: \result == RTMR_OK && stage != RTMR_MAP ==> SLOT_INFO(*k, k->reduce, slot, *info);
*/
static enum rtmr_status look_at_slot(const struct rtmr *k, enum rtmr_stage stage, int32_t slot,
                                     struct rtmr_slot_info *info)
{
    if (slot < 0 || slot >= (stage == RTMR_MAP ? k->map.slots : k->reduce.slots)) {
        return RTMR_E_SLOT;
    }
    const int32_t place =
        stage == RTMR_MAP ? describe_slot(&k->map, slot, info) : describe_slot(&k->reduce, slot, info);

    if (place >= 0) {
        info->job = k->handle[place];
    }
    return RTMR_OK;
}

/*@ requires valid: NULL_OR_VALID(k) && NULL_OR_VALID(info);
    assigns *info;
    NO_CONTEXT(k)
    NO_STAGE(k, stage)
    NULL_ARGUMENT(ON_STAGE(k, stage), info == \null)
    behavior call:
      assumes ON_STAGE(k, stage) && info != \null;
      requires separate: \separated(k, info);
      TABLE_CLAUSES(requires, *k, 0)
      PENDING(requires, *k)
      ensures status: \result == (0 <= slot < (stage == RTMR_MAP ? k->map.slots : k->reduce.slots) ? RTMR_OK
                                  : RTMR_E_SLOT);
      ensures map:    \result == RTMR_OK && stage == RTMR_MAP ==> SLOT_INFO(*k, k->map, slot, *info);
      ensures reduce: \result == RTMR_OK && stage == RTMR_REDUCE ==> SLOT_INFO(*k, k->reduce, slot, *info);
    complete behaviors;
    disjoint behaviors;
*/
enum rtmr_status rtmr_slot_info(const struct rtmr *k, enum rtmr_stage stage, int32_t slot, struct rtmr_slot_info *info)
{
    const enum rtmr_status status = rtmr_check_stage(k, stage);

    if (status != RTMR_OK) {
        return status;
    }
    if (info == NULL) {
        return RTMR_E_NULL;
    }
    return look_at_slot(k, stage, slot, info);
}
