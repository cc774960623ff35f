/*
 * The terms of a run: its options, and the results that the engine records.
 */
#ifndef HARNESS_ENGINE_RUN_TERMS_H
#define HARNESS_ENGINE_RUN_TERMS_H

#include "harness/engine/faults.h"
#include "harness/engine/locality.h"
#include "harness/engine/scheduler.h"
#include "harness/engine/task_run.h"
#include "harness/workload/cluster.h"
#include "harness/workload/workload.h"

#include <stdbool.h>
#include <stdint.h>

/* The last instant that a run may reach; a run that would pass it stops with an error. */
#define ENGINE_TIME_MAX ((ticks)1 << 60)

/* Slowstart of 1: reduces only after all maps. */
#define SLOWSTART_BARRIER 1000

struct engine_options {
    uint64_t seed;
    /* thousandths of the maps, 0 .. 1000; schedulers that need a barrier ignore it */
    int32_t slowstart;
    struct fault_options faults;
    struct locality_options locality;
    /* duplicates of tasks that fall behind, for schedulers that ask for them */
    bool speculation;
    /* Called for every attempt when its end is noticed; optional, may be NULL. */
    void (*task_observer)(void *context, const struct task_run *run);
    void *observer_context;
};

/* The outcome of a job. */
struct job_outcome {
    bool arrived;
    bool accepted;
    bool finished;
    bool met;                  /* finished, and finish <= deadline (always, without a deadline) */
    ticks estimated_finish;    /* e at the job's own test; NO_INSTANT if the scheduler has none */
    ticks earliest_deadline;   /* of the verdict */
    const char *reason;        /* why it was rejected; "" if it was not */
    enum want_of_room room;    /* of the verdict */
    ticks first_start;         /* first task of any kind dispatched; NO_INSTANT if none was */
    ticks stage_start[STAGES]; /* first task of the stage dispatched; NO_INSTANT if none was */
    /* last task's end noticed (a job without tasks: arrival); NO_INSTANT if unfinished */
    ticks finish;
    ticks slot_time[STAGES]; /* sum of (end - start) of its successful attempts */
    /* longest time with a task ready to start and none of the stage on a slot */
    ticks longest_wait[STAGES];
    int32_t failed_attempts; /* those lost with their slot included */
    ticks lost_time;         /* sum of (end - start) over them: work that was done in vain */
    bool promised;           /* finished, and the scheduler stood by its deadline to the end */
};

/* Counts of a run. */
struct engine_counts {
    int64_t arrivals;
    int64_t dispatches;
    int64_t finishes;       /* failed attempts included */
    int64_t duplicates;     /* dispatches of a second attempt */
    int64_t drains;         /* slots that were to be drained */
    int64_t drains_refused; /* those that stayed, because the scheduler needs them */
    /* dispatches of maps by distance to their data; 0 without locality */
    int64_t maps_at[LOCALITIES];
    /* reports of nodes that were looked at; those that cannot matter are passed over */
    int64_t heartbeats;
    /* answers of the scheduler: verdicts and picks, empty picks included */
    int64_t decisions;
    ticks end;      /* the instant of the last event, once the run has ended */
    double seconds; /* wall clock inside engine_run_until(); differs from run to run */
};

#endif
