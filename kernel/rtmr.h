/*
 * RTMR: a real-time admission kernel for two-stage (map, then reduce) jobs.
 *
 * A job of M map tasks and R reduce tasks, an estimate for one task of each stage and a deadline is
 * accepted only if it and every job accepted before it will finish in time. The dispatcher keeps
 * that promise while reduce stages run out of order. The promise: every accepted job finishes by
 * its last recorded estimate, which is never above its deadline, unless it is withdrawn, suspended
 * or aborted by its handle, or flagged by a call that reports a violation.
 *
 * How to drive it. The caller owns a `struct rtmr` and reports what happens, in this order at one
 * instant:
 *   1. rtmr_advance()  moves the clock,
 *   2. rtmr_finish()   for every slot whose task has ended,
 *   3. rtmr_submit()   for every job that arrives,
 *   4. rtmr_dispatch() until rtmr_offer() has nothing for either stage.
 * What the environment owes (a call that breaks it reports a violation and flags the jobs it
 * reaches):
 *   E1 a task that starts while its job is promised is reported by its bound: its dispatch, plus
 *      its estimate and the latency of the setup, or a later one that rtmr_extend() has granted,
 *   E2 the clock moves only when no task of a promised job that the kernel offers is waiting
 *      (longer than the latency; a reduce task: than reduces_per_node times that),
 *   E3 a slot finishes only what it runs,
 *   E4 no slot is lost, no task fails.
 * A task of a flagged job may be left. It is offered only where no promise needs the slot. One that
 * starts while its job is flagged may last as long as it will: no plan counts on its slot until it
 * reports, or is given a bound by rtmr_extend(). One that runs when its job is flagged keeps its
 * bound (E1), and its slot counts.
 *
 * Every function checks its arguments; every refusal is a distinct status and leaves the state as
 * it was. Nothing allocates, recurses or uses floating point. A context holds no pointers: a copy
 * is a snapshot. Functions on different contexts may run at the same time; calls on one context
 * must not overlap.
 *
 * Sources: He, Lu, Swanson: Real-Time Scheduling in MapReduce Clusters (2013), and technical report
 * TR-UNL-CSE-2012 with the proofs. "Algorithm N" below refers to them.
 */
#ifndef RTMR_H
#define RTMR_H

#include "rtmr_config.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Time, durations and estimates in ticks of the caller's choice (1 ms in the harness). A handle
 * names a job for ever: it is positive, and never used again. RTMR_TIME_MAX is the last instant:
 * deadlines and estimates never exceed it, the clock stops there. RTMR_NEVER, "there is no such
 * instant", is larger than every instant. When RTMR_LAST_HANDLE is next, no job is accepted any
 * more. */
#if RTMR_TICK_BITS == 64
typedef int64_t rtmr_ticks;
typedef int64_t rtmr_handle;
#define RTMR_TIME_MAX ((rtmr_ticks)1 << 60)
#define RTMR_NEVER INT64_MAX
#define RTMR_LAST_HANDLE INT64_MAX
#else
typedef int32_t rtmr_ticks;
typedef int32_t rtmr_handle;
#define RTMR_TIME_MAX ((rtmr_ticks)1 << 28)
#define RTMR_NEVER INT32_MAX
#define RTMR_LAST_HANDLE INT32_MAX
#endif

/* Names no job. */
#define RTMR_NO_JOB ((rtmr_handle)0)

/* The largest dispatch latency: that of all reduce slots of a node together stays far below the
 * end of time. */
#if RTMR_WITH_LATENCY
#define RTMR_LATENCY_MAX (RTMR_TIME_MAX / 4 / RTMR_SLOTS)
#else
#define RTMR_LATENCY_MAX ((rtmr_ticks)0)
#endif

enum rtmr_stage { RTMR_MAP = 0, RTMR_REDUCE = 1 };

/* What admission plans from. */
enum rtmr_feedback {
    RTMR_FEEDBACK_EXACT = 0, /* projection: all undispatched tasks, from the slot table as it is now */
    RTMR_FEEDBACK_SATU = 1,  /* Algorithms V and VI: stored vectors, corrected when a job finishes */
    RTMR_FEEDBACK_NONE = 2   /* stored vectors, never corrected */
};

/* Where a new job goes; accepted jobs keep this order, but for flagged ones, which go last. */
enum rtmr_order {
    RTMR_ORDER_DEFAULT = 0, /* EDF with exact projection, FLOOR otherwise */
    RTMR_ORDER_FLOOR = 1,   /* before the first later deadline, behind the last job with a dispatched task */
    RTMR_ORDER_EDF = 2,     /* by deadline among all unfinished jobs; exact projection only */
    RTMR_ORDER_FIFO = 3     /* last */
};

/* In front of a function whose result must be looked at: the compiler warns of a call that drops
 * it. Compilers without the attribute say nothing. */
#if defined(__GNUC__)
#define RTMR_NODISCARD __attribute__((warn_unused_result))
#else
#define RTMR_NODISCARD
#endif

/* Results. Zero is success, negative a refusal (nothing changed), positive a report (see each
 * function). */
enum rtmr_status {
    RTMR_OK = 0,

    RTMR_REJECTED = 1,          /* submit, what_if, a change: refused; the decision says why. Nothing changed. */
    RTMR_NOTHING = 2,           /* offer, dispatch: no task may run now. Nothing changed. */
    RTMR_VIOLATION_OVERRUN = 3, /* advance, restore: E1, some running task is over its bound. Its job is flagged. */
    /* advance: E2, a promised job's offered task waited; restore: not every promise can be kept.
     * Jobs that now miss are flagged. */
    RTMR_VIOLATION_WAITING = 4,
    RTMR_VIOLATION_LOST = 5,   /* slot_lost: E4. Jobs that now miss are flagged. */
    RTMR_VIOLATION_FAILED = 6, /* fail: a task's work is lost. Jobs that now miss are flagged. */

    RTMR_E_NULL = -1,          /* a pointer is NULL */
    RTMR_E_CONTEXT = -2,       /* the context was not initialised */
    RTMR_E_MAP_SLOTS = -3,     /* map_slots outside 1 .. RTMR_SLOTS */
    RTMR_E_REDUCE_SLOTS = -4,  /* reduce_slots outside 1 .. RTMR_SLOTS */
    RTMR_E_FEEDBACK = -5,      /* no such feedback policy, or it was left out of this build */
    RTMR_E_ORDER = -6,         /* no such order, or EDF without exact projection */
    RTMR_E_DELTA = -7,         /* delta outside 0 .. RTMR_TIME_MAX */
    RTMR_E_LATENCY = -8,       /* latency outside 0 .. RTMR_LATENCY_MAX or reduces_per_node outside 0 .. RTMR_SLOTS */
    RTMR_E_MAP_TASKS = -9,     /* map_tasks outside 0 .. RTMR_TASKS */
    RTMR_E_REDUCE_TASKS = -10, /* reduce_tasks outside 0 .. RTMR_TASKS */
    RTMR_E_MAP_ESTIMATE = -11, /* map_estimate outside 1 .. RTMR_TIME_MAX and there are map tasks */
    RTMR_E_REDUCE_ESTIMATE = -12, /* reduce_estimate outside 1 .. RTMR_TIME_MAX and there are reduce tasks */
    RTMR_E_DEADLINE = -13,        /* deadline before now or above RTMR_TIME_MAX */
    RTMR_E_HANDLE = -14,          /* no unfinished job has this handle */
    RTMR_E_STARTED = -15,         /* withdraw: a task of the job was dispatched */
    RTMR_E_STAGE = -16,           /* no such stage */
    RTMR_E_SLOT = -17,            /* no such slot in this stage */
    RTMR_E_SLOT_BUSY = -18,       /* dispatch: the slot runs a task already */
    RTMR_E_SLOT_IDLE = -19,       /* finish, fail, extend: the slot runs nothing (E3) */
    RTMR_E_SLOT_ABSENT = -20,     /* the slot was lost or drained */
    RTMR_E_SLOT_PRESENT = -21,    /* slot_add: the slot is there */
    RTMR_E_TIME_BACK = -22,       /* advance, restore: the instant lies before now (E2) */
    RTMR_E_TIME_MAX = -23,        /* advance, restore: the instant lies above RTMR_TIME_MAX */
    RTMR_E_PLACE = -24,           /* job_at: no job at this place */
    RTMR_E_SLOT_DRAINING = -25,   /* slot_drain: the slot is draining */
    RTMR_E_SLOT_LATE = -26,       /* renew: no plan counts on a slot that runs a task of the job; extend that first */
    RTMR_E_BOUND = -27,           /* extend: the bound is before now or the old one, or above RTMR_TIME_MAX */
    RTMR_E_ESTIMATE = -28,        /* set_estimate: estimate outside 1 .. RTMR_TIME_MAX */
    RTMR_E_TABLE = -29,           /* check, restore: the tables do not fit together */
    RTMR_E_CONFIGURATION = -30,   /* init: the caller was compiled with other capacities or parts */
    RTMR_E_TOKEN = -31            /* finish_with, fail_with: the slot runs another task */
};

/* Why a job was not accepted. */
enum rtmr_reason {
    RTMR_REASON_NONE = 0,       /* it was accepted */
    RTMR_REASON_LATE = 1,       /* late_job would end late_by ticks after its deadline */
    RTMR_REASON_JOBS_FULL = 2,  /* RTMR_JOBS jobs are unfinished */
    RTMR_REASON_TASKS_FULL = 3, /* more than RTMR_TASKS tasks of a stage would be unfinished */
    RTMR_REASON_HANDLES = 4     /* every handle has been used (RTMR_LAST_HANDLE - 1 jobs) */
};

/* How a context is set up. A zero-initialised setup plus the two slot counts is a good default. */
struct rtmr_setup {
    int32_t map_slots;    /* l, 1 .. RTMR_SLOTS */
    int32_t reduce_slots; /* q, 1 .. RTMR_SLOTS */
    enum rtmr_feedback feedback;
    enum rtmr_order order;
    rtmr_ticks delta; /* satu: correct only if |e - actual finish| >= delta (Algorithm V line 7) */
    /* H: finishes are noticed and maps assigned at most this late, reduces at most r times as
     * late; 0: at once. Pads: H per map and H between now and the first map; (r + 1) H per
     * reduce */
    rtmr_ticks latency;
    int32_t reduces_per_node; /* r: reduce slots that share a node which gets one reduce task every H; 0 means 1 */
    /* nonzero: a rejection carries the earliest acceptable deadline; without RTMR_WITH_WHAT_IF it
     * never does */
    int32_t counter_offer;
};

/* A job as it is submitted. */
struct rtmr_job {
    int32_t map_tasks;          /* M, 0 .. RTMR_TASKS */
    int32_t reduce_tasks;       /* R, 0 .. RTMR_TASKS */
    rtmr_ticks map_estimate;    /* eps_m, longest time of one map task, 1 .. RTMR_TIME_MAX; ignored if M = 0 */
    rtmr_ticks reduce_estimate; /* eps_r, the same for a reduce task; ignored if R = 0 */
    rtmr_ticks deadline;        /* absolute, now .. RTMR_TIME_MAX */
};

/* The outcome of an admission test. What a call does not fill is RTMR_NO_JOB, 0 or RTMR_NEVER: a
 * drain, an extension and a new estimate fill reason, late_job and late_by only, a refused renewal
 * earliest_deadline as well. */
struct rtmr_decision {
    enum rtmr_reason reason;     /* RTMR_REASON_NONE: accepted */
    rtmr_handle job;             /* the new or renewed job; RTMR_NO_JOB if it was not accepted or not submitted */
    rtmr_ticks estimated_finish; /* e, at this test; RTMR_NEVER if above RTMR_TIME_MAX or not planned */
    /* REASON_LATE: the first job in plan order that would miss its deadline, a renewed one
     * included; RTMR_NO_JOB: the new job itself */
    rtmr_handle late_job;
    rtmr_ticks late_by; /* REASON_LATE: by how much; RTMR_NEVER if it would end above RTMR_TIME_MAX */
    /* accepted: the requested deadline. Refused: the smallest one, not below it, that would be
     * accepted now; RTMR_NEVER if there is none, or if it was not asked for, or without
     * RTMR_WITH_WHAT_IF */
    rtmr_ticks earliest_deadline;
};

/* What a dispatch started, or what rtmr_offer() would start. */
struct rtmr_offer {
    rtmr_handle job;
    rtmr_ticks bound; /* the task must be reported finished by this instant (E1); of a flagged job: should be */
#if RTMR_WITH_TOKENS
    uint32_t token; /* dispatch: names the task on its slot; offer: 0 */
#endif
};

/* What a finish completed. */
struct rtmr_report {
    rtmr_handle job;
    int32_t stage_done;          /* nonzero: it was the last unfinished task of its stage */
    int32_t job_done;            /* nonzero: it was the last task of the job, which is now retired */
    int32_t flagged;             /* nonzero: the job had lost its promise */
    rtmr_ticks estimated_finish; /* the job's last recorded estimate e */
    rtmr_ticks deadline;
};

/* What a violation did. */
struct rtmr_alarm {
    int32_t overrun_tasks; /* running tasks found over their bound in this call */
    int32_t flagged_jobs;  /* jobs flagged in this call */
};

/* A job in the table. */
struct rtmr_job_info {
    rtmr_handle job;
    int32_t place;   /* in plan order, 0 first */
    int32_t flagged; /* nonzero: the promise for it is suspended */
    int32_t started; /* nonzero: a task of it was dispatched */
    rtmr_ticks deadline;
    /* e, last recorded. A flagged job keeps that of its last promise, unless it was flagged because
     * not every promise could be kept: then its end by the plan that showed this; RTMR_NEVER if
     * that plan stopped at a late job before it, or has it end above RTMR_TIME_MAX */
    rtmr_ticks estimated_finish;
    int32_t map_waiting;    /* tasks not yet dispatched */
    int32_t map_unfinished; /* tasks not yet finished, running ones included */
    int32_t reduce_waiting;
    int32_t reduce_unfinished;
    rtmr_ticks map_estimate; /* as submitted, or set since */
    rtmr_ticks reduce_estimate;
};

/* A slot. */
enum rtmr_slot_state {
    RTMR_SLOT_IDLE = 0,
    RTMR_SLOT_BUSY = 1,
    RTMR_SLOT_DRAINING = 2, /* busy; takes no further task, and is ABSENT when this one has ended */
    /* busy, and no plan counts on it: the task is over its bound, or it was started when its job
     * was flagged */
    RTMR_SLOT_LATE = 3,
    RTMR_SLOT_LATE_DRAINING = 4,
    RTMR_SLOT_ABSENT = 5 /* lost or drained */
};
struct rtmr_slot_info {
    enum rtmr_slot_state state;
    rtmr_handle job; /* RTMR_NO_JOB if IDLE or ABSENT */
    /* E1's bound of the task that runs, if LATE not judged any more; 0 if nothing runs */
    rtmr_ticks bound;
};

/* `ghost` parameters below belong to the proof; a compiler does not see them. */
#include "rtmr_context.h" /* struct rtmr: its size is public, its fields are the kernel's */

/* rtmr_init(k, setup), with a struct rtmr *k and a const struct rtmr_setup *setup, makes *k an
 * empty system at instant 0 with the given slots and policies. O(slots). Errors: E_NULL,
 * E_CONFIGURATION, E_MAP_SLOTS, E_REDUCE_SLOTS, E_FEEDBACK, E_ORDER, E_DELTA, E_LATENCY. It is a
 * macro, so that the file that calls it says in which configuration it was compiled: a context of
 * other capacities would have another size. */
#define rtmr_init(...) rtmr_init_as(__VA_ARGS__, RTMR_CONTEXT_TAG)

/* The same for a caller that cannot use macros; `configuration` is RTMR_CONTEXT_TAG. */
RTMR_NODISCARD enum rtmr_status rtmr_init_as(struct rtmr *k, const struct rtmr_setup *setup, uint32_t configuration)
    /*@ ghost (struct rtmr_ghost \ghost *g) */;

/* Admission control, Algorithm I. OK: accepted, decision->job names it. REJECTED: see
 * decision->reason. A job without tasks is finished on arrival: it gets a handle, never enters
 * the table, e = now. With R the distinct instants at which slots become available, at most
 * `slots`: O(slots + jobs * R + waiting tasks), where many rounds of equal tasks are one step;
 * without RTMR_WITH_RUNS O(slots + (jobs + waiting tasks) * log slots). With a counter offer times
 * the jobs behind the request's place; with `none` and `satu` O(jobs * slots) more. Errors: E_NULL,
 * E_CONTEXT (*decision is left alone); E_MAP_TASKS, E_REDUCE_TASKS, E_MAP_ESTIMATE,
 * E_REDUCE_ESTIMATE, E_DEADLINE (*decision is cleared: its reason is NONE, its job RTMR_NO_JOB). */
RTMR_NODISCARD enum rtmr_status rtmr_submit(struct rtmr *k, const struct rtmr_job *job, struct rtmr_decision *decision)
    /*@ ghost (struct rtmr_ghost \ghost *g) */;

#if RTMR_WITH_WHAT_IF
/* The same test; submits nothing, and always looks for the earliest acceptable deadline (on
 * acceptance that is the requested one). Writes only the context's scratch. Errors and cost: as
 * rtmr_submit() with counter offers. */
RTMR_NODISCARD enum rtmr_status rtmr_what_if(struct rtmr *k, const struct rtmr_job *job, struct rtmr_decision *decision)
    /*@ ghost (struct rtmr_ghost \ghost *g) */;
#endif

/* Takes back a job of which no task was dispatched. O(jobs + slots); with `none` and `satu`
 * O(jobs * slots). Errors: E_NULL, E_CONTEXT, E_HANDLE, E_STARTED. */
RTMR_NODISCARD enum rtmr_status rtmr_withdraw(struct rtmr *k, rtmr_handle job)
    /*@ ghost (struct rtmr_ghost \ghost *g) */;

/* Algorithm IV, corrected (reserved < idle, not <=): the task that may start now in this stage. One
 * of a flagged job, which comes last, need not be taken. Pure. O(1). OK: *offer says which.
 * NOTHING: no idle slot, no ready task, or the idle slots are reserved: as many tasks of earlier
 * jobs wait. Errors: E_NULL, E_CONTEXT, E_STAGE. */
RTMR_NODISCARD enum rtmr_status rtmr_offer(const struct rtmr *k, enum rtmr_stage stage, struct rtmr_offer *offer)
    /*@ ghost (struct rtmr_ghost \ghost *g) */;

/* Starts the offered task on an idle slot. If its job is flagged, the slot is LATE from the start:
 * no plan counts on it until it reports, and the bound is not judged. O(1) and the jobs that the
 * search for the next offer passes: each of them once, until a job comes, leaves, changes its place
 * or has its last map reported. With RTMR_WITH_RUNS plus O(log slots) and the runs of busy slots
 * that move; with dispatch latency plus O(slots), mostly O(1). OK: *offer says what was started.
 * Errors: those of rtmr_offer(), E_SLOT, E_SLOT_BUSY, E_SLOT_ABSENT. */
RTMR_NODISCARD enum rtmr_status rtmr_dispatch(struct rtmr *k, enum rtmr_stage stage, int32_t slot,
                                              struct rtmr_offer *offer)
    /*@ ghost (struct rtmr_ghost \ghost *g) */;

/* The task on this slot has ended. With its job's last task the feedback policy runs and the job
 * retires. O(1); for the last map of a job O(jobs), for its last task O(jobs + slots). With
 * RTMR_WITH_RUNS plus O(log slots) and the runs of busy slots that move; with dispatch latency plus
 * O(slots). With `none` and `satu` O(slots), for the last task of a job O(jobs * slots); with
 * `satu` then also an admission test, as the jobs behind it are planned again, and with
 * RTMR_WITH_RUNS O(slots^2). Errors: E_NULL, E_CONTEXT, E_STAGE, E_SLOT, E_SLOT_IDLE,
 * E_SLOT_ABSENT. */
RTMR_NODISCARD enum rtmr_status rtmr_finish(struct rtmr *k, enum rtmr_stage stage, int32_t slot,
                                            struct rtmr_report *report)
    /*@ ghost (struct rtmr_ghost \ghost *g) */;

/* Moves the clock to an instant at or after now. OK: no rule was broken. VIOLATION_OVERRUN: the
 * bound of a BUSY or DRAINING slot lies before the instant; else VIOLATION_WAITING: a task of a
 * promised job that is offered was left. Then the clock has moved, and the jobs with a task over
 * its bound are flagged. If all other promises can be kept, as one plan of them shows, no job else
 * is; else the first that is late, until the others fit. *alarm says how many. Tasks of flagged
 * jobs may be left. O(slots) amortised; after a violation up to (jobs + 1) admission tests, and
 * with RTMR_WITH_RUNS O(slots^2), as each late slot leaves the runs of busy slots by itself.
 * Errors: E_NULL, E_CONTEXT, E_TIME_BACK, E_TIME_MAX. */
RTMR_NODISCARD enum rtmr_status rtmr_advance(struct rtmr *k, rtmr_ticks to, struct rtmr_alarm *alarm)
    /*@ ghost (struct rtmr_ghost \ghost *g) */;

#if RTMR_WITH_SLOT_CHANGES
/* The slot is gone (E4), and with it the task that ran on it, which will run again. If every
 * promise can be kept without it, no job is flagged; else that task's job first, then each job that
 * would be late. Always VIOLATION_LOST when it succeeds. Up to (jobs + 1) admission tests.
 * Errors: E_NULL, E_CONTEXT, E_STAGE, E_SLOT, E_SLOT_ABSENT. */
RTMR_NODISCARD enum rtmr_status rtmr_slot_lost(struct rtmr *k, enum rtmr_stage stage, int32_t slot,
                                               struct rtmr_alarm *alarm)
    /*@ ghost (struct rtmr_ghost \ghost *g) */;

/* The task on this slot has failed: its work is lost, it will run again, the slot is free
 * (absent if it was draining). Whose promise is suspended: as with rtmr_slot_lost(). Always
 * VIOLATION_FAILED when it succeeds. Up to (jobs + 1) admission tests. Errors: E_NULL,
 * E_CONTEXT, E_STAGE, E_SLOT, E_SLOT_IDLE, E_SLOT_ABSENT. */
RTMR_NODISCARD enum rtmr_status rtmr_fail(struct rtmr *k, enum rtmr_stage stage, int32_t slot, struct rtmr_alarm *alarm)
    /*@ ghost (struct rtmr_ghost \ghost *g) */;

/* The slot is to leave: at once if it is idle, else when its task has ended. An admission test
 * with one slot less. OK: every promise is kept without it. REJECTED: decision->late_job would
 * end decision->late_by after its deadline; nothing changed. (A slot that is late is not planned
 * with anyway: never rejected.) With `none` and `satu`, and jobs in the table, plans are made by
 * exact projection once it is granted, until no job is left. One plan of all jobs. On an error
 * *decision is left alone. Errors: E_NULL, E_CONTEXT, E_STAGE, E_SLOT, E_SLOT_ABSENT,
 * E_SLOT_DRAINING. */
RTMR_NODISCARD enum rtmr_status rtmr_slot_drain(struct rtmr *k, enum rtmr_stage stage, int32_t slot,
                                                struct rtmr_decision *decision)
    /*@ ghost (struct rtmr_ghost \ghost *g) */;

/* A slot joins, idle: one that was lost or drained, or a new one, numbered as the next (slots
 * are never renumbered). With `none` and `satu`, and jobs in the table, plans are made by exact
 * projection from now on, until no job is left. O(1), with dispatch latency O(slots).
 * Errors: E_NULL, E_CONTEXT, E_STAGE, E_SLOT (beyond the next one, or RTMR_SLOTS),
 * E_SLOT_PRESENT. */
RTMR_NODISCARD enum rtmr_status rtmr_slot_add(struct rtmr *k, enum rtmr_stage stage, int32_t slot)
    /*@ ghost (struct rtmr_ghost \ghost *g) */;
#endif

#if RTMR_WITH_PROMISE_CHANGES
/* The calls from here to rtmr_abort() change what was promised. A change is tested by a plan of
 * every promise on the table as it would be. OK: it is adopted, and every promise stands. REJECTED:
 * decision->late_job would end decision->late_by after its deadline; nothing changed. On an error
 * *decision is left alone. With `none` and `satu`, plans are made by exact projection from an
 * adopted change on, until no job is left. */

/* The job, flagged or promised, is promised by `deadline`, now .. RTMR_TIME_MAX, from now on; it
 * stands where its order and that deadline put it (fifo: where its handle does). REJECTED: the job
 * itself may be the late one. With the setup's counter offers decision->earliest_deadline is the
 * first later one that would be accepted; RTMR_NEVER: none would be. One plan of all jobs, with a
 * counter offer times the jobs behind its place. Errors: E_NULL, E_CONTEXT, E_HANDLE, E_DEADLINE,
 * E_SLOT_LATE. */
RTMR_NODISCARD enum rtmr_status rtmr_renew(struct rtmr *k, rtmr_handle job, rtmr_ticks deadline,
                                           struct rtmr_decision *decision)
    /*@ ghost (struct rtmr_ghost \ghost *g) */;

/* The task on the slot is reported by `bound`, later than was said: max(now, its bound) ..
 * RTMR_TIME_MAX. As in an offer, the bound includes the dispatch latency. A slot that was late
 * counts again. One plan of all jobs. Errors: E_NULL, E_CONTEXT, E_STAGE, E_SLOT, E_SLOT_IDLE,
 * E_SLOT_ABSENT, E_BOUND. */
RTMR_NODISCARD enum rtmr_status rtmr_extend(struct rtmr *k, enum rtmr_stage stage, int32_t slot, rtmr_ticks bound,
                                            struct rtmr_decision *decision) /*@ ghost (struct rtmr_ghost \ghost *g) */;

/* Each task of this stage of the job that waits takes `estimate`, 1 .. RTMR_TIME_MAX; those that
 * run keep their bounds. One plan of all jobs. Errors: E_NULL, E_CONTEXT, E_HANDLE, E_STAGE,
 * E_ESTIMATE. */
RTMR_NODISCARD enum rtmr_status
rtmr_set_estimate(struct rtmr *k, rtmr_handle job, enum rtmr_stage stage, rtmr_ticks estimate,
                  struct rtmr_decision *decision) /*@ ghost (struct rtmr_ghost \ghost *g) */;

/* The promise for the job is given up on purpose: it is flagged, which is no violation. Every other
 * promise stands as it is. rtmr_renew() takes it up again. O(jobs + slots). Errors: E_NULL,
 * E_CONTEXT, E_HANDLE. */
RTMR_NODISCARD enum rtmr_status rtmr_suspend(struct rtmr *k,
                                             rtmr_handle job) /*@ ghost (struct rtmr_ghost \ghost *g) */;

/* The job's waiting tasks vanish. If nothing of it runs, it is gone; else it is flagged, and goes
 * with the last report of what runs. A task of it that fails, or is lost with its slot, waits again
 * until the job is aborted again. Every other promise stands as it is. (With `none` and `satu`
 * plans stay as they are if nothing of it runs.) O(jobs + slots); with `none` and `satu`
 * O(jobs * slots). Errors: E_NULL, E_CONTEXT, E_HANDLE. */
RTMR_NODISCARD enum rtmr_status rtmr_abort(struct rtmr *k, rtmr_handle job) /*@ ghost (struct rtmr_ghost \ghost *g) */;
#endif

/* The last instant t such that rtmr_advance() to t reports no violation if nothing else is called
 * before: the least bound of the BUSY and DRAINING slots, or now if a task of a promised job is
 * offered (with dispatch latency the instant by which an idle slot must take one). Below
 * RTMR_TIME_MAX; RTMR_NEVER: there is no such limit; also if k is NULL or not initialised. Pure.
 * O(slots). */
rtmr_ticks rtmr_next_event(const struct rtmr *k) /*@ ghost (struct rtmr_ghost \ghost *g) */;

/* The first idle slot of the stage that is at or behind `from`; -1: there is none; also if k is
 * NULL or not initialised, or there is no such stage. Pure. O(slots). */
int32_t rtmr_next_idle(const struct rtmr *k, enum rtmr_stage stage, int32_t from);

#if RTMR_WITH_TOKENS
/* rtmr_finish() and rtmr_fail() for reports that may be late, or come twice: `token` is that of the
 * dispatch whose task has ended or failed. E_TOKEN: the slot runs another task, and nothing has
 * changed. A slot has 2^32 - 1 tokens before one comes again; after rtmr_init() they begin again.
 * Errors: those of rtmr_finish() and rtmr_fail(), E_TOKEN. */
RTMR_NODISCARD enum rtmr_status rtmr_finish_with(struct rtmr *k, enum rtmr_stage stage, int32_t slot, uint32_t token,
                                                 struct rtmr_report *report) /*@ ghost (struct rtmr_ghost \ghost *g) */;
#if RTMR_WITH_SLOT_CHANGES
RTMR_NODISCARD enum rtmr_status rtmr_fail_with(struct rtmr *k, enum rtmr_stage stage, int32_t slot, uint32_t token,
                                               struct rtmr_alarm *alarm) /*@ ghost (struct rtmr_ghost \ghost *g) */;
#endif
#endif

#if RTMR_WITH_RESTORE
/* OK exactly if the context has the tag of this configuration of the kernel, and settings, clock,
 * counts, slots, bounds, handles and deadlines fit together. Not looked at: recorded ends, the
 * vectors of `none` and `satu`, tokens, the order of the jobs, the runs of busy slots. Pure.
 * O(jobs * (jobs + slots)). Errors: E_NULL, E_CONTEXT, E_TABLE. */
RTMR_NODISCARD enum rtmr_status rtmr_check(const struct rtmr *k);

/* Takes up a context after a reset, whatever its memory holds: it is checked, the clock moves to
 * `now`, and all promises are planned again on the slots as they are. OK: all stand.
 * VIOLATION_OVERRUN: tasks are over their bounds; VIOLATION_WAITING: none is, but not all promises
 * can be kept. Then *alarm says how many jobs are flagged. Costs rtmr_check(), and rtmr_advance()
 * after a violation. Errors, with nothing changed: those of rtmr_check(), E_TIME_BACK,
 * E_TIME_MAX. */
RTMR_NODISCARD enum rtmr_status rtmr_restore(struct rtmr *k, rtmr_ticks now, struct rtmr_alarm *alarm)
    /*@ ghost (struct rtmr_ghost \ghost *g) */;
#endif

/* The clock; 0 if k is NULL or not initialised. */
rtmr_ticks rtmr_now(const struct rtmr *k);

/* Accepted, unfinished jobs; 0 if k is NULL or not initialised. */
int32_t rtmr_job_count(const struct rtmr *k);

/* The job with this handle. O(jobs). Errors: E_NULL, E_CONTEXT, E_HANDLE. */
RTMR_NODISCARD enum rtmr_status rtmr_job_info(const struct rtmr *k, rtmr_handle job, struct rtmr_job_info *info);

/* The job at this place of the plan order, 0 .. rtmr_job_count() - 1. O(1). Errors: E_NULL,
 * E_CONTEXT, E_PLACE. */
RTMR_NODISCARD enum rtmr_status rtmr_job_at(const struct rtmr *k, int32_t place, struct rtmr_job_info *info);

/* A slot, 0 .. slots - 1. O(1). Errors: E_NULL, E_CONTEXT, E_STAGE, E_SLOT. */
RTMR_NODISCARD enum rtmr_status rtmr_slot_info(const struct rtmr *k, enum rtmr_stage stage, int32_t slot,
                                               struct rtmr_slot_info *info);

/* A short English text for a status or a reason; never NULL. */
const char *rtmr_status_text(enum rtmr_status status);
const char *rtmr_reason_text(enum rtmr_reason reason);

#ifdef __cplusplus
}
#endif

#endif
