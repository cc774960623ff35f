/*
 * One complete attempt of a task on a slot, for the audit and for observers.
 */
#ifndef HARNESS_ENGINE_TASK_RUN_H
#define HARNESS_ENGINE_TASK_RUN_H

#include "harness/workload/cluster.h"
#include "harness/workload/workload.h"

#include <stdbool.h>
#include <stdint.h>

struct task_run {
    int32_t job; /* index into workload.jobs */
    enum stage stage;
    int32_t task;
    int32_t attempt; /* 0 for the first */
    int32_t node;
    int32_t slot;
    ticks start; /* when it took the slot */
    /* when its own work began: start, or for an early reduce the end of the maps */
    ticks work_start;
    ticks end;     /* true end */
    ticks noticed; /* when the scheduler learned of it and the slot became idle */
    /* of a map to its data; LOCALITY_NODE if the run knows no locality */
    enum locality locality;
    bool failed; /* it failed; the task runs again */
    bool lost;   /* its slot was lost with it: failed unless killed */
    /* another attempt of the task was noticed first: this one's work is lost */
    bool killed;
};

#endif
