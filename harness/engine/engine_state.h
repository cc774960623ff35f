/*
 * The engine's own state. Only files of this folder use it; a file calls only those below it:
 *   engine.c        decides which instant is next
 *   execution.c     finishes, arrivals and dispatch of one instant
 *   slot_changes.c  losses, drains and returns of nodes and slots at one instant
 *   attempts.c      attempts of tasks from start to end
 *   slot_presence.c whether a slot is present
 *   speculation.c   which running task may have a second attempt
 *   task_choice.c   which waiting task of a job is next
 */
#ifndef HARNESS_ENGINE_ENGINE_STATE_H
#define HARNESS_ENGINE_ENGINE_STATE_H

#include "harness/engine/audit.h"
#include "harness/engine/faults.h"
#include "harness/engine/finish_queue.h"
#include "harness/engine/heartbeat.h"
#include "harness/engine/idle_slots.h"
#include "harness/engine/locality.h"
#include "harness/engine/near_maps.h"
#include "harness/engine/outages.h"
#include "harness/engine/run_error.h"
#include "harness/engine/run_terms.h"
#include "harness/engine/scheduler.h"

/* Ends a list of tasks or slots. */
#define NONE (-1)

/* The attempt that one slot runs; only `busy` has a meaning while it runs none. */
struct slot_run {
    bool busy;
    int32_t job;
    int32_t task;
    int32_t attempt;
    int32_t previous; /* the job's other busy slots of the stage, a list; NONE */
    int32_t next;
    int32_t twin;   /* slot of the other attempt of this task, or NONE */
    bool duplicate; /* the later one of two attempts */
    bool killed;    /* the other one was first */
    enum locality locality;
    ticks start;
    ticks work_start;
    ticks end;        /* 0: a reduce that waits for maps */
    int64_t sequence; /* of the dispatch */
    struct attempt_fate fate;
};

/* A slot and the script. */
struct slot_stay {
    bool taken;    /* the script has taken it away, or drains it */
    bool draining; /* it leaves when its attempt has ended, */
    bool returns;  /* and is back at once */
};

/* A job's tasks: which one is next. What is kept of each task is there while the job is accepted
 * and unfinished. */
struct job_run {
    uint16_t *attempts[STAGES];  /* by task: started so far */
    int32_t *next_retry[STAGES]; /* by task: next of those to retry; NULL: none has failed */
    int32_t next_task[STAGES];   /* smallest task that was never started */
    int32_t retry[STAGES];       /* failed tasks to run again, last failed first; NONE */
    int32_t busy[STAGES];        /* slots that its attempts hold, latest first; NONE */
};

struct engine {
    const struct workload *workload;
    const struct cluster *cluster;
    const struct scheduler_class *scheduler;
    void *self; /* the scheduler's */
    struct engine_options options;
    struct run_error *error;
    int32_t slowstart; /* in force: the barrier if the scheduler needs it */

    ticks now;
    int32_t arrived;  /* jobs 0 .. arrived - 1 have arrived */
    int64_t sequence; /* of the next dispatch */
    /* tasks of accepted jobs that wait, over all jobs; closed reduces included */
    int64_t waiting[STAGES];
    /* reports and wakes without a dispatch while nothing runs and no job will arrive */
    int64_t quiet_reports;
    int64_t outages_in_vain; /* since the last dispatch or end of a task */
    /* since the last event: reports of nodes, and looks for tasks that fall behind */
    int64_t reports_in_vain;

    struct scheduler_job *views;  /* by job */
    struct job_run *runs;         /* by job */
    struct job_outcome *outcomes; /* by job */

    int32_t slots[STAGES];
    int32_t usable[STAGES];         /* slots that are there */
    int32_t *node_of[STAGES];       /* by slot */
    int32_t *first_slot[STAGES];    /* by node */
    int32_t *absences[STAGES];      /* by slot: reasons for its absence; 0: it is present */
    struct slot_stay *stay[STAGES]; /* by slot */
    /* by node: factor on the duration of work that begins there now */
    double *slowness;
    struct idle_slots idle[STAGES];
    struct slot_run *slot[STAGES];

    struct finish_queue finishes;
    struct heartbeats beats; /* heartbeat mode only */
    struct faults *faults;
    struct outages *outages;
    struct data_places *places; /* NULL: no locality */
    struct near_maps **near;    /* by job; NULL: not asked for yet, or all maps were started */
    struct audit *audit;
    struct scheduler_setup setup;
    struct engine_counts counts;
};

/* Finishes are noticed and tasks assigned at once. */
static inline bool engine_instant_mode(const struct engine *e)
{
    return e->cluster->heartbeat == 0;
}

/* Step 1 of the present instant: every finish that is noticed now. */
void execute_finishes(struct engine *e);

/* Step 2: every change of nodes and slots that is due. */
void execute_outages(struct engine *e);

/* The same step: every attempt that the scheduler wants killed. */
void execute_kills(struct engine *e);

/* Step 3: every job that arrives now. */
void execute_arrivals(struct engine *e);

/* Step 4: dispatch until nothing is offered. */
void execute_dispatch(struct engine *e);

/* Starts the next task of a job that has one waiting on an idle slot, or a second attempt of a
 * running one. */
void attempt_start(struct engine *e, int32_t job, enum stage stage, int32_t slot);

/* The slot is lost, and with it the attempt that it runs; the attempt fails, and the slot is
 * free. */
void attempt_lose(struct engine *e, enum stage stage, int32_t slot);
void attempt_fail(struct engine *e, enum stage stage, int32_t slot);

/* The attempt that the slot runs ends now, as *run says. The slot becomes idle; if it drains, it
 * leaves. */
void attempt_finish(struct engine *e, const struct task_run *run);

/* The attempt that runs on the slot, which ends now. */
struct task_run attempt_record(const struct engine *e, enum stage stage, int32_t slot);

/* Adds a reason for the absence of the slot, which runs nothing. */
void slot_leave(struct engine *e, enum stage stage, int32_t slot);

/* Removes a reason. Without any the slot is present and idle, and the scheduler is told. */
void slot_come(struct engine *e, enum stage stage, int32_t slot);

/* The attempt on a draining slot has ended: the slot leaves, and comes back at once if it is to. */
void slot_end_drain(struct engine *e, enum stage stage, int32_t slot);

/* The job has no unfinished task. */
void execute_job_end(struct engine *e, int32_t job);

/* The job is accepted: what is kept of its tasks begins. O(tasks). */
void task_choice_begin(struct engine *e, int32_t job);

/* The job is over: nothing is kept of its tasks. For a job that never began, nothing happens. */
void task_choice_end(struct engine *e, int32_t job);

/* Takes the task of the stage that the job runs next on the node; it has one waiting. O(1); with
 * locality amortised O(log nodes), and O(copies log copies) for a job's first map. */
int32_t task_choice_take(struct engine *e, int32_t job, enum stage stage, int32_t node);

/* A task that was taken waits again. O(1). */
void task_choice_give_back(struct engine *e, int32_t job, enum stage stage, int32_t task);

/* The scheduler's question nearest(). */
enum locality task_choice_nearest(const struct engine *e, const struct scheduler_job *job, int32_t slot);

/* The slot of the attempt that a second one on this slot may overtake, or NONE: by the rule of
 * speculation.c. O(slots that the job holds). */
int32_t speculation_candidate(const struct engine *e, int32_t job, enum stage stage, int32_t slot);

/* The scheduler's question may_duplicate(). */
bool speculation_may_duplicate(const struct engine *e, const struct scheduler_job *job, enum stage stage, int32_t slot);

/* Instant mode: the first instant at or after `from` at which an idle slot is offered again because
 * a task may have fallen behind. */
ticks speculation_look(ticks from);

/* If nothing happens, no task deserves a second attempt before this instant that does not deserve
 * one now; `now` if one does. NO_INSTANT: never. O(busy slots). */
ticks speculation_stirs_at(const struct engine *e);

#endif
