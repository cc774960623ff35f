/*
 * How the scheduler rtmr reacts to faults, beyond the kernel's flags: at the bound of a task that
 * still runs, and where jobs are without the promise for their deadline.
 *
 * Overruns. At the bound of a task that still runs: flag does nothing, the kernel flags the job a
 * tick later; extend asks for a later bound, half as long again as the task has run, or a shorter
 * time that the promises allow; kill has the attempt killed, of each stage of a job as often as it
 * has tasks, and the task runs again. What is refused is flagged.
 *
 * Renewal. After a violation, when a slot comes, and at the end of a stage of a job, each job
 * without the promise for its own deadline is renewed with it, earliest deadline first. The tasks
 * of it that no plan counts on are extended first; if more than half of the tasks of a stage took
 * longer than estimated, the longest time becomes the estimate of the others. A job that is refused
 * stands in: it gets a promise for the earliest deadline that is possible, and so runs as early as
 * all promises allow. Such a job counts as flagged, and steps aside (its promise is suspended)
 * where a new job is rejected otherwise.
 *
 * Risk. While jobs of the time of the last violation are unfinished, a new job that could not be
 * promised, but would be late by little, is accepted without promise and renewed as above.
 */
#ifndef HARNESS_SCHEDULERS_RTMR_REACTION_H
#define HARNESS_SCHEDULERS_RTMR_REACTION_H

#include "harness/engine/scheduler.h"
#include "harness/invariants/checked.h"

/* What the tasks of a stage of a job have taken so far. */
struct durations {
    int32_t ended;
    int32_t over; /* of these, that were over their first bound */
    ticks longest;
};

/* A job without the promise for its own deadline. */
struct unpromised {
    rtmr_handle job;
    ticks deadline; /* its own */
    ticks promised; /* the later one that it has a promise for; RTMR_NEVER: none */
};

struct reaction {
    enum overrun_reaction on_overrun;
    bool renews;
    bool takes_risks;
    struct checked *checked;
    const struct rtmr *kernel;
    const void *scheduler; /* for rtmr_scheduler_job() */
    struct rtmr *copy;     /* of the kernel, to try renewals on; NULL without renewals */
    struct checked *trial; /* the calls on it */
    enum rtmr_feedback feedback;
    int32_t slots[STAGES];          /* of the tables by slot */
    ticks *start[STAGES];           /* by slot of the kernel: when its task has started, */
    ticks *first_bound[STAGES];     /* and its bound then */
    struct durations *seen[STAGES]; /* by job id; NULL without renewals */
    int32_t *kills[STAGES];         /* by job id; NULL: none is killed */
    ticks soonest;                  /* no task that is in time has an earlier bound */
    bool changed;                   /* a renewal may succeed that did not before */
    bool refused;                   /* a task at its bound may not run on */
    rtmr_handle last_violated;      /* the last job that was accepted before the last violation */
    struct unpromised *list;        /* scratch */
    size_t room;
    bool all_promised; /* no job is without the promise for its own deadline */
};

/* The kernel is initialised; `feedback` is its own. reaction_free() it. */
void reaction_init(struct reaction *r, const struct scheduler_setup *setup, const struct rtmr *kernel,
                   struct checked *checked, const void *scheduler, enum rtmr_feedback feedback);
void reaction_free(struct reaction *r);

/* A task has started on the slot. O(1). */
void reaction_task_started(struct reaction *r, enum rtmr_stage stage, int32_t slot, ticks bound);

/* The task of the job on the slot is about to be reported. O(1). */
void reaction_task_ends(struct reaction *r, const struct scheduler_job *job, enum rtmr_stage stage, int32_t slot);

/* A stage of a job has ended, or a slot came. O(1). */
void reaction_changed(struct reaction *r);

/* A violation was reported; `last` is the last job accepted. O(1). */
void reaction_violated(struct reaction *r, rtmr_handle last);

/* All ends of tasks at this instant are reported: extends what is over its bound, and renews. To be
 * called before each arrival and each offer; O(1) unless something has changed. */
void reaction_settle(struct reaction *r);

/* Jobs that stand in step aside for a new job that was rejected. False: there are none. */
bool reaction_step_aside(struct reaction *r);

/* Accepts a job that was rejected by this decision without promise, if it may be: true, and
 * *decision is that of its acceptance. */
bool reaction_takes_risk(struct reaction *r, const struct rtmr_job *job, struct rtmr_decision *decision);

/* A slot of the kernel whose attempt is to be killed now. False: there is none. */
bool reaction_kills(struct reaction *r, enum rtmr_stage *stage, int32_t *slot);

/* The next instant at which a task reaches its bound, or is found over it; NO_INSTANT: none that
 * matters. O(slots). */
ticks reaction_wakes_at(const struct reaction *r);

#endif
