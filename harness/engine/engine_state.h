/*
 * The engine's own state, shared by the files of this folder and by nobody else: engine.c decides which instant is
 * next, execution.c does what happens at it.
 */
#ifndef HARNESS_ENGINE_STATE_H
#define HARNESS_ENGINE_STATE_H

#include "harness/engine/audit.h"
#include "harness/engine/engine.h"
#include "harness/engine/faults.h"
#include "harness/engine/finish_queue.h"
#include "harness/engine/heartbeat.h"
#include "harness/engine/idle_slots.h"

/* Ends a list of tasks or slots. */
#define NONE (-1)

/* What one slot runs; meaningless while it is idle. */
struct slot_run {
    int32_t job;
    int32_t task;
    int32_t attempt;
    int32_t next_held;         /* the job's next held slot, or NONE */
    ticks start;
    ticks work_start;
    ticks end;
    int64_t sequence;          /* of the dispatch */
    struct attempt_fate fate;
};

/* A job's tasks: which one is next. */
struct job_run {
    size_t first_task[STAGES]; /* index of its task 0 in the arrays over all tasks */
    int32_t next_task[STAGES]; /* smallest task that was never started */
    int32_t retry[STAGES];     /* failed tasks to run again, last failed first; NONE */
    int32_t held;              /* reduce slots whose task waits for the maps; NONE */
};

struct engine {
    const struct workload *workload;
    const struct cluster *cluster;
    const struct scheduler_class *scheduler;
    void *self;                /* the scheduler's */
    struct engine_options options;
    struct run_error *error;
    int32_t slowstart;         /* in force: the barrier if the scheduler needs it */

    ticks now;
    int32_t arrived;           /* jobs 0 .. arrived - 1 have arrived */
    int64_t sequence;          /* of the next dispatch */
    int64_t waiting[STAGES];   /* tasks of accepted jobs that wait, over all jobs; closed reduces included */
    int64_t quiet_reports;     /* node reports without a dispatch while nothing runs and nobody will arrive */

    struct scheduler_job *views;  /* by job */
    struct job_run *runs;         /* by job */
    struct job_outcome *outcomes; /* by job */
    int32_t *attempts;            /* by task: started so far */
    int32_t *next_retry;          /* by task: next of the retry list it is on */

    int32_t slots[STAGES];
    int32_t *node_of[STAGES];     /* by slot */
    struct idle_slots idle[STAGES];
    struct slot_run *slot[STAGES];

    struct finish_queue finishes;
    struct heartbeats beats;      /* heartbeat mode only */
    struct faults *faults;
    struct audit *audit;
    struct scheduler_setup setup;
    struct engine_counts counts;
};

/* Step 1 of the present instant: every finish that is noticed now. */
void execute_finishes(struct engine *e);

/* Step 2: every job that arrives now. */
void execute_arrivals(struct engine *e);

/* Step 3: dispatch until nothing is offered. */
void execute_dispatch(struct engine *e);

#endif
