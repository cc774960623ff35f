/*
 * Faults at given instants, as read from a file (harness/workload/fault_file.h).
 */
#ifndef HARNESS_WORKLOAD_FAULT_SCRIPT_H
#define HARNESS_WORKLOAD_FAULT_SCRIPT_H

#include "harness/workload/cluster.h"
#include "harness/workload/workload.h"

#include <stddef.h>
#include <stdint.h>

/* The largest factor of an overrun or of a slow node. */
#define FAULT_FACTOR_MAX 1e6

enum fault_kind {
    FAULT_NODE_LOST,
    FAULT_NODE_BACK,
    /* work that begins on it takes `factor` times as long; 1: as always */
    FAULT_NODE_SLOW,
    FAULT_SLOT_LOST,
    FAULT_SLOT_BACK,
    FAULT_SLOT_FAILS, /* its attempt fails now */
    FAULT_SLOT_DRAIN, /* it leaves when it is idle, if the scheduler agrees */
    FAULT_SLOT_ADD,   /* it was absent before */
    /* attempts that start at `at` or later take `factor` times as long */
    FAULT_TASK_OVERRUNS,
    /* the first attempt that starts at `at` or later fails after that share of its time */
    FAULT_TASK_FAILS,
    FAULT_KINDS
};

struct fault_event {
    ticks at;    /* in the time of the workload; until one is bound, as given */
    ticks given; /* as the file has it */
    enum fault_kind kind;
    int32_t node;     /* node_... */
    char *job;        /* task_...: its name; otherwise NULL */
    size_t row;       /* task_...: of the job in its source */
    enum stage stage; /* slot_..., task_... */
    int32_t number;   /* of the slot in the stage, of the task in the job's stage */
    double factor;    /* node_slow, task_overruns: >= 1; task_fails: above 0, at most 1 */
    size_t line;      /* of the file, for errors */
};

struct fault_script {
    struct fault_event *events; /* by time */
    size_t count;
};

#endif
