/*
 * The naive planner: Algorithms II and III over a sorted array, task by task, for all promised jobs
 * from the slot table as it is (exact projection). Written from the papers, not from the kernel.
 */
#ifndef HARNESS_INVARIANTS_NAIVE_PLAN_H
#define HARNESS_INVARIANTS_NAIVE_PLAN_H

#include "harness/invariants/shadow.h"

/* A job to be planned, and the result. */
struct naive_job {
    rtmr_handle handle;
    rtmr_ticks deadline;
    rtmr_ticks estimate[SHADOW_STAGES];
    int32_t waiting[SHADOW_STAGES];
    /* before planning: when its running tasks end at the latest, or now */
    rtmr_ticks end[SHADOW_STAGES];
};

/* The promised jobs in plan order, with a candidate among them if there is one. */
struct naive_outlook {
    struct naive_job *job;
    size_t room;
    int32_t jobs;
    int32_t late; /* the first that would miss its deadline; -1: none would */
};

/* Plans the waiting tasks of the promised jobs and, at `place`, of the candidate (NULL: none). The
 * plan is left in the drafts of *s. */
void naive_plan(struct shadow *s, const struct rtmr_job *candidate, int32_t place, struct naive_outlook *outlook);

/* The drafts come into force, and the ends of the outlook, which has no candidate, are recorded. */
void naive_adopt(struct shadow *s, const struct naive_outlook *outlook);

/* The same, and from now on, until no job is left, plans are made from the slot table. */
void naive_project(struct shadow *s, const struct naive_outlook *outlook);

/* After a violation: if a job no longer fits, flags the job at `suspect` (-1: none), then each job
 * that still does not fit, in plan order; the plan of the others comes into force. */
void naive_recover(struct shadow *s, int32_t suspect, struct naive_outlook *outlook);

#endif
