/*
 * Faults that happen at given instants, as a file tells them (harness/workload/fault_file.h).
 */
#ifndef HARNESS_FAULT_SCRIPT_H
#define HARNESS_FAULT_SCRIPT_H

#include "harness/engine/cluster.h"
#include "harness/workload/workload.h"

#include <stddef.h>
#include <stdint.h>

enum fault_kind {
    FAULT_NODE_LOST,
    FAULT_NODE_BACK,
    FAULT_NODE_SLOW,           /* work that begins on it takes `factor` times as long; 1: as always */
    FAULT_SLOT_LOST,
    FAULT_SLOT_BACK,
    FAULT_SLOT_FAILS,          /* what it runs fails now */
    FAULT_SLOT_DRAIN,          /* it is to leave when it runs nothing, if the scheduler agrees */
    FAULT_SLOT_ADD,            /* it was not there before */
    FAULT_TASK_OVERRUNS,       /* attempts that start at `at` or later take `factor` times as long */
    FAULT_TASK_FAILS,          /* the first attempt that starts at `at` or later fails after that share of its time */
    FAULT_KINDS
};

struct fault_event {
    ticks at;
    enum fault_kind kind;
    int32_t node;              /* node_... */
    char *job;                 /* task_...: its name; otherwise NULL */
    size_t row;                /* task_...: of the job in its source */
    enum stage stage;          /* slot_..., task_... */
    int32_t number;            /* of the slot in the stage, of the task in the job's stage */
    double factor;             /* node_slow, task_overruns: >= 1; task_fails: above 0, at most 1 */
    size_t line;               /* of the file, for errors */
};

struct fault_script {
    struct fault_event *events; /* by time */
    size_t count;
};

#endif
