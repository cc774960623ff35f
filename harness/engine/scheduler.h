/*
 * The interface between the engine and a scheduler. A scheduler is one file in harness/schedulers
 * that fills a struct scheduler_class; harness/schedulers/schedulers.h declares it and registry.c
 * lists it. edf.c is the smallest example.
 *
 * The engine guarantees:
 *  - At one instant it calls advance() once. Then it reports finishes, in the order in which the
 *    tasks were dispatched; then slots that leave and come; then it submits arrivals, in file
 *    order; then it asks pick() for idle slots: map slots until pick() returns NULL, then reduce
 *    slots. All calls of an instant refer to the `now` of that advance().
 *  - Instant mode: it always offers the idle slot with the lowest number, and a NULL of pick()
 *    holds for every idle slot of that stage (with locality or speculation: for that node only).
 *    Heartbeat mode: it says which node reports, then offers that node's idle slots, the one idle
 *    longest first; a NULL of pick() ends the stage for this report. The scheduler decides how many
 *    tasks a node gets at one report.
 *  - The counts of a scheduler_job are up to date in every call.
 *  - It does not mention a rejected job again. A scheduler_job stays valid until destroy().
 *  - After a raised error it calls only report() and destroy().
 * The engine demands, and checks in every run, that pick() returns an accepted, unfinished job that
 * has a waiting task of that stage, and for reduces one whose reduces are open; or a job of which
 * may_duplicate() is true. Every accepted job must run to its end.
 */
#ifndef HARNESS_ENGINE_SCHEDULER_H
#define HARNESS_ENGINE_SCHEDULER_H

#include "harness/engine/run_error.h"
#include "harness/engine/scheduler_options.h"
#include "harness/workload/cluster.h"
#include "harness/workload/workload.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* "There is no such instant." */
#define NO_INSTANT INT64_MAX

/* See stirs_at(). */
#define REPORTS_IN_VAIN 1000

/* The information of a scheduler about a job; true durations are not part of it. */
struct scheduler_job {
    /* 0 .. setup.job_count - 1 in order of arrival, ties in file order */
    int32_t id;
    const char *name;
    const char *user; /* never NULL; "" if unknown */
    const char *pool; /* never NULL; "" if unknown */
    ticks arrival;
    ticks deadline; /* absolute; NO_DEADLINE if the source has none */
    /* longest time of one task, as the source gives it; meaningless if tasks is 0 */
    ticks estimate[STAGES];
    int64_t bytes[STAGES]; /* input of the stage; -1 if unknown */
    int32_t tasks[STAGES];
    /* As of now, kept by the engine: waiting + running + finished = tasks. */
    int32_t waiting[STAGES];
    int32_t running[STAGES]; /* launched reduces that wait for maps included */
    int32_t finished[STAGES];
    /* slots that its attempts hold: one per running task, more with duplicates */
    int32_t occupied[STAGES];
    bool reduces_open; /* reduces may be launched: enough maps are finished (slowstart) */
};

/* Whether a job was refused for want of room in the scheduler's tables, and in which: that says
 * nothing about its policy. */
enum want_of_room { ROOM_THERE = 0, ROOM_FOR_NO_JOB, ROOM_FOR_NO_TASKS };

/* A scheduler's answer to a new job. The engine sets it to "accepted, no estimate" before the
 * call. */
struct verdict {
    bool accepted;
    /* e at this test, also when it rejects; NO_INSTANT if there is none */
    ticks estimated_finish;
    const char *reason; /* why it was rejected: static text; "" if accepted */
    enum want_of_room room;
    /* on rejection: the earliest deadline that would be accepted; NO_INSTANT: unknown */
    ticks earliest_deadline;
};

/* The report of a scheduler at the end of a run, besides the figures that the engine has itself. */
struct scheduler_statistics {
    int64_t violations;   /* calls in which the scheduler found its assumptions broken */
    int64_t flagged_jobs; /* accepted jobs that were without its guarantee at some time */
    int64_t renewed_jobs; /* those of them that ended with it */
};

struct engine;

/* The arguments of create(); all pointers outlive the scheduler. */
struct scheduler_setup {
    const struct cluster *cluster;
    int32_t slots[STAGES];           /* cluster_slots() of each stage */
    const int32_t *usable;           /* by stage: those that are there now */
    const int32_t *absences[STAGES]; /* slot number -> reasons for its absence; 0: it is present */
    const int32_t *node_of[STAGES];  /* slot number -> node number */
    int32_t job_count;               /* jobs that will arrive, rejected ones included */
    const struct scheduler_options *options;
    struct run_error *error; /* raise here an error that must stop the run */
    /* running tasks may be run a second time: may_duplicate() is worth a question */
    bool speculation;

    /* Questions about an idle slot that the engine answers, `engine` first. nearest(): how near the
     * slot's node is to the data of that waiting map of the job which would run there;
     * LOCALITY_NODE without locality. may_duplicate(): whether the job has no task waiting but a
     * running one that may be run a second time there; false without speculation. */
    const struct engine *engine;
    enum locality (*nearest)(const struct engine *engine, const struct scheduler_job *job, int32_t slot);
    bool (*may_duplicate)(const struct engine *engine, const struct scheduler_job *job, enum stage stage, int32_t slot);
};

struct scheduler_class {
    const char *name;    /* as on the command line */
    const char *summary; /* one line, for `rtmr list` */
    /* it has an admission test: the papers' utilisation counts only jobs that met their deadline */
    bool tests_deadlines;
    /* reduces only after all maps, whatever slowstart the run asks for */
    bool needs_barrier;

    /* NULL after raising setup->error. */
    void *(*create)(const struct scheduler_setup *setup);
    void (*destroy)(void *self);

    /* A job arrives. A job without tasks that is accepted finishes in the same instant. */
    void (*job_arrives)(void *self, const struct scheduler_job *job, struct verdict *verdict);

    /* The job whose next task of this stage is to run on this idle slot now; NULL: none. The call
     * decides nothing yet: task_started(), which follows at once, does. */
    const struct scheduler_job *(*pick)(void *self, enum stage stage, int32_t slot);

    /* --- From here on every function is optional and may be NULL. */

    /* The clock is now `now`; instants never go back. */
    void (*advance)(void *self, ticks now);

    /* A later instant at which advance() is to be called, and idle slots offered in instant mode,
     * even if nothing else happens by then; NO_INSTANT: none. Asked after every instant at which
     * accepted tasks wait. */
    ticks (*wakes_at)(const void *self);

    /* Every idle slot has been offered since the last event, and nothing was picked. A later
     * instant up to which that stays so if nothing happens, and up to which the scheduler does not
     * need advance(); NO_INSTANT: for ever. The reports before it are passed over. `now` or before,
     * and NULL: unknown, and every report is made; when REPORTS_IN_VAIN of each node have brought
     * nothing in a row, all further ones until the next event are passed over. */
    ticks (*stirs_at)(const void *self);

    /* Heartbeat mode: the node reports, and its idle slots are offered next. */
    void (*report_begins)(void *self, int32_t node);

    void (*task_started)(void *self, const struct scheduler_job *job, enum stage stage, int32_t slot);

    /* The end of a task is noticed; `took` is the time from its start (maps: its launch; reduces:
     * the later of its launch and the end of the map stage) to its true end. */
    void (*task_finished)(void *self, const struct scheduler_job *job, enum stage stage, int32_t slot, ticks took);

    /* A running attempt has failed; the task waits again, the slot is idle again. */
    void (*task_failed)(void *self, const struct scheduler_job *job, enum stage stage, int32_t slot);

    /* An attempt has ended and the waiting tasks stay the same: it was killed because another
     * attempt of its task had finished (the job may have finished, too), or it failed while another
     * one runs. The slot is idle again. Only schedulers that ask may_duplicate() need it. */
    void (*attempt_dropped)(void *self, const struct scheduler_job *job, enum stage stage, int32_t slot);

    /* The slot is gone until slot_back(). `job`: a task of this job ran there and waits again;
     * NULL: the slot was idle, or the waiting tasks stay the same. A scheduler without this
     * function gets task_failed() or attempt_dropped() for the attempt. */
    void (*slot_lost)(void *self, const struct scheduler_job *job, enum stage stage, int32_t slot);

    /* An absent slot is present and idle: it was lost, had left, or is new. */
    void (*slot_back)(void *self, enum stage stage, int32_t slot);

    /* The slot is to leave: now, or when the attempt that it runs has ended. False: it must stay.
     * NULL: any slot may leave. No call says when it has left. */
    bool (*slot_drains)(void *self, enum stage stage, int32_t slot);

    /* Whether an attempt is to be killed now, and on which slot; the task runs again. Asked in each
     * instant after slots have changed, until it is false. With this function wakes_at() is also
     * asked while a task runs and none waits. */
    bool (*kills)(void *self, enum stage *stage, int32_t *slot);

    /* Whether the scheduler still guarantees the deadline of this accepted job; called when the job
     * has finished, before job_finished(). If it does and the job is late, the run stops with an
     * error. NULL: it guarantees none. */
    bool (*promises)(const void *self, const struct scheduler_job *job);

    /* All tasks are finished (after the last task_finished(); jobs without tasks: after
     * job_arrives()). */
    void (*job_finished)(void *self, const struct scheduler_job *job);

    /* Adds to *statistics. */
    void (*report)(const void *self, struct scheduler_statistics *statistics);
};

#endif
