/*
 * The discrete-event engine: runs a workload on a cluster under one scheduler.
 *
 * At one instant, in this order:
 *   1. finishes, in the order in which the tasks were dispatched,
 *   2. nodes and slots that come and go or become slow (outages.h, slot_changes.c),
 *   3. arrivals, in file order, with no dispatch between them,
 *   4. dispatch: the map stage until nothing is offered, then the reduce stage;
 * 1 and 4 repeat while something ends at the same instant.
 *
 * Instant mode (cluster heartbeat 0): finishes are noticed and tasks assigned at once, to the lowest-numbered idle
 * slot. Heartbeat mode: node k reports at phase_k + i * heartbeat, phases drawn uniformly from the seed; a task's end
 * is noticed at its node's first report at or after it, and a node gets tasks only when it reports (the slot
 * idle longest first), nodes that report at the same instant in index order.
 *
 * Slowstart: reduces may be launched when slowstart thousandths of the job's maps are finished. A launched
 * reduce holds its slot; its own work starts when the last map's end is noticed.
 *
 * Off by default: locality (locality.h) and speculative duplicates (speculation.c). A duplicate is a second attempt of
 * a running task on another node. When the first of the two to end is noticed, the other one is killed: at once in
 * instant mode, at its node's next report in heartbeat mode; its slot is held until then.
 *
 * Conservation checks (audit.h) accompany every run; the first broken one stops it.
 */
#ifndef HARNESS_ENGINE_H
#define HARNESS_ENGINE_H

#include "harness/engine/cluster.h"
#include "harness/engine/faults.h"
#include "harness/engine/locality.h"
#include "harness/engine/run_error.h"
#include "harness/engine/task_run.h"
#include "harness/schedulers/scheduler.h"
#include "harness/workload/workload.h"

#include <stdbool.h>
#include <stdint.h>

/* The last instant that a run may reach; a run that would pass it stops with an error. */
#define ENGINE_TIME_MAX ((ticks)1 << 60)

/* Slowstart of 1: reduces only after all maps. */
#define SLOWSTART_BARRIER 1000

struct engine_options {
    uint64_t seed;
    int32_t slowstart;         /* thousandths of the maps, 0 .. 1000; schedulers that need a barrier ignore it */
    struct fault_options faults;
    struct locality_options locality;
    bool speculation;          /* duplicates of tasks that fall behind, for schedulers that ask for them */
    /* Called for every attempt when its end is noticed; NULL if nobody wants to know. */
    void (*task_observer)(void *context, const struct task_run *run);
    void *observer_context;
};

/* What became of a job. */
struct job_outcome {
    bool arrived;
    bool accepted;
    bool finished;
    bool met;                  /* finished, and finish <= deadline (always, without a deadline) */
    ticks estimated_finish;    /* e at the job's own test; NO_INSTANT if the scheduler has none */
    ticks earliest_deadline;   /* of the verdict */
    const char *reason;        /* why it was rejected; "" if it was not */
    ticks first_start;         /* first task of any kind dispatched; NO_INSTANT if none was */
    ticks stage_start[STAGES]; /* first task of the stage dispatched; NO_INSTANT if none was */
    ticks finish;              /* last task's end noticed (a job without tasks: arrival); NO_INSTANT if unfinished */
    ticks slot_time[STAGES];   /* sum of (end - start) of its successful attempts */
    ticks longest_wait[STAGES]; /* longest time with a task ready to start and none of the stage on a slot */
    int32_t failed_attempts;   /* those lost with their slot included */
    ticks lost_time;           /* sum of (end - start) over them: work that was done in vain */
    bool promised;             /* finished, and the scheduler stood by its deadline to the end */
};

/* How much happened. */
struct engine_counts {
    int64_t arrivals;
    int64_t dispatches;
    int64_t finishes;          /* failed attempts included */
    int64_t duplicates;        /* dispatches of a second attempt */
    int64_t drains;            /* slots that were to be drained */
    int64_t drains_refused;    /* those that stayed, because the scheduler needs them */
    int64_t maps_at[LOCALITIES]; /* dispatches of maps by distance to their data; 0 without locality */
    int64_t heartbeats;        /* reports of nodes that were looked at; those that cannot matter are passed over */
    int64_t decisions;         /* answers of the scheduler: verdicts and picks, empty picks included */
    double seconds;            /* wall clock inside engine_run_until(); differs from run to run */
};

struct engine;

/* seed 1, slowstart 1, no faults, no locality, no speculation, no observer. */
struct engine_options engine_options_default(void);

/* NULL if all values are in range; otherwise what is wrong (static text, one line). */
const char *engine_options_problem(const struct engine_options *options);

/* An engine before its first event, or NULL after raising *error. Everything given must outlive it, *error included.
 * O(nodes + slots + jobs + tasks) memory and time. */
struct engine *engine_new(const struct workload *workload, const struct cluster *cluster,
                          const struct scheduler_class *scheduler, const struct scheduler_options *scheduler_options,
                          const struct engine_options *options, struct run_error *error);
void engine_free(struct engine *e);

/* Processes every event up to and including the instant `until` and moves the clock there, dispatch included.
 * False if the run was stopped: error->text says why. May be called again with a later instant.
 * O(log slots) per event plus the scheduler's own cost; more with locality and speculation. */
bool engine_run_until(struct engine *e, ticks until);

/* Processes every event to the end and checks that nothing was lost. False: as above. */
bool engine_run(struct engine *e);

/* Outcomes in the order of workload.jobs. */
const struct job_outcome *engine_outcomes(const struct engine *e);

/* The scheduler's self pointer, for tools that know which scheduler it is. */
void *engine_scheduler(const struct engine *e);

/* The scheduler's view of a job, index into workload.jobs: the counts as of now. */
const struct scheduler_job *engine_job(const struct engine *e, int32_t job);

struct engine_counts engine_counts(const struct engine *e);
struct scheduler_statistics engine_statistics(const struct engine *e);
ticks engine_now(const struct engine *e);

#endif
