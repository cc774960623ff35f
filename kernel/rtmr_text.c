/*
 * English texts for results.
 */
#include "rtmr.h"

const char *rtmr_status_text(enum rtmr_status status)
{
    switch (status) {
    case RTMR_OK: return "ok";
    case RTMR_REJECTED: return "not accepted";
    case RTMR_NOTHING: return "nothing to dispatch";
    case RTMR_VIOLATION_OVERRUN: return "violation: a task is over its bound";
    case RTMR_VIOLATION_WAITING: return "violation: an offered task waited, or promises cannot all be kept";
    case RTMR_VIOLATION_LOST: return "violation: a slot was lost";
    case RTMR_VIOLATION_FAILED: return "violation: a task failed";
    case RTMR_E_NULL: return "a pointer is NULL";
    case RTMR_E_CONTEXT: return "the context is not initialised";
    case RTMR_E_MAP_SLOTS: return "map slots out of range";
    case RTMR_E_REDUCE_SLOTS: return "reduce slots out of range";
    case RTMR_E_FEEDBACK: return "unknown or absent feedback policy";
    case RTMR_E_ORDER: return "unknown order, or one that the feedback policy does not allow";
    case RTMR_E_DELTA: return "delta out of range";
    case RTMR_E_LATENCY: return "latency or reduces per node out of range";
    case RTMR_E_MAP_TASKS: return "number of map tasks out of range";
    case RTMR_E_REDUCE_TASKS: return "number of reduce tasks out of range";
    case RTMR_E_MAP_ESTIMATE: return "map estimate out of range";
    case RTMR_E_REDUCE_ESTIMATE: return "reduce estimate out of range";
    case RTMR_E_DEADLINE: return "deadline in the past or out of range";
    case RTMR_E_HANDLE: return "no unfinished job has this handle";
    case RTMR_E_STARTED: return "the job has started";
    case RTMR_E_STAGE: return "no such stage";
    case RTMR_E_SLOT: return "no such slot";
    case RTMR_E_SLOT_BUSY: return "the slot is busy";
    case RTMR_E_SLOT_IDLE: return "the slot runs nothing";
    case RTMR_E_SLOT_ABSENT: return "the slot is absent";
    case RTMR_E_SLOT_PRESENT: return "the slot is there";
    case RTMR_E_TIME_BACK: return "time would go back";
    case RTMR_E_TIME_MAX: return "the instant is out of range";
    case RTMR_E_PLACE: return "no job at this place";
    case RTMR_E_SLOT_DRAINING: return "the slot is draining";
    case RTMR_E_SLOT_LATE: return "no plan counts on a slot that runs a task of the job";
    case RTMR_E_BOUND: return "bound in the past, before the old one or out of range";
    case RTMR_E_ESTIMATE: return "estimate out of range";
    case RTMR_E_TABLE: return "the tables of the context do not fit together";
    case RTMR_E_CONFIGURATION: return "the caller was compiled with another configuration";
    case RTMR_E_TOKEN: return "the slot runs another task";
    }
    return "unknown status";
}

const char *rtmr_reason_text(enum rtmr_reason reason)
{
    switch (reason) {
    case RTMR_REASON_NONE: return "accepted";
    case RTMR_REASON_LATE: return "a job would miss its deadline";
    case RTMR_REASON_JOBS_FULL: return "the job table is full";
    case RTMR_REASON_TASKS_FULL: return "too many tasks are unfinished";
    case RTMR_REASON_HANDLES: return "no handles are left";
    }
    return "unknown reason";
}
