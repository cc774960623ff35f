/*
 * List scheduling as the papers print it (Algorithms II and III), task by task, with the slot that
 * each task gets: the jobs in their order; each map task on the slot that is free first; each
 * reduce task of the job on the slot that is free first, from the end of the job's last map task
 * on. Slots that are free at the same instant are taken by their numbers.
 *
 * With dispatch latency H: map tasks start from H after the instant of the plan on, and take H
 * longer; reduce tasks take (r + 1) H longer (spec/errata.md says why).
 */
#ifndef HARNESS_AUDIT_PLANNER_H
#define HARNESS_AUDIT_PLANNER_H

#include "harness/invariants/shadow.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A job to be planned, and its ends. */
struct plan_job {
    rtmr_handle job; /* RTMR_NO_JOB: the one that is asked for */
    rtmr_ticks deadline;
    rtmr_ticks estimate[SHADOW_STAGES];
    int32_t waiting[SHADOW_STAGES];    /* tasks that have not begun */
    rtmr_ticks running[SHADOW_STAGES]; /* when those that run end at the latest; now if none does */
    rtmr_ticks end[SHADOW_STAGES];     /* by the plan; RTMR_NEVER: beyond the end of time */
};

/* A task in the plan. */
struct plan_task {
    int32_t job; /* its place */
    enum rtmr_stage stage;
    int32_t slot;
    rtmr_ticks start;
    rtmr_ticks end;
};

/* A slot, and from when on it is free. */
struct plan_slot {
    rtmr_ticks free;
    int32_t slot;
};

/* The slots of a stage that plans count on, in the order in which they become free. */
struct plan_slots {
    struct plan_slot *at;
    int32_t count;
};

struct plan {
    rtmr_ticks now;
    struct plan_slots slots[SHADOW_STAGES];
    rtmr_ticks release[SHADOW_STAGES]; /* pads: before the first task of a plan, */
    rtmr_ticks pad[SHADOW_STAGES];     /* and for each task */
    struct plan_job *job;
    size_t job_room;
    int32_t jobs;
    int32_t late; /* the place of the first job that ends after its deadline; -1: none does */
    bool keeps_tasks;
    struct plan_task *task;
    size_t task_room;
    size_t tasks;
};

void plan_free(struct plan *plan);

/* A plan of no job yet, at the books' instant: idle slots are free now, busy ones from the bound of
 * their task on; slots that are late, draining or absent do not count. keeps_tasks: the plan lists
 * its tasks. */
void plan_begin(struct plan *plan, const struct shadow *books, bool keeps_tasks);

/* *to becomes a plan like *from, but for the list of tasks. */
void plan_copy(struct plan *to, const struct plan *from);

/* The promised job at a place of the books, or one that asks to be accepted, to be planned. */
struct plan_job plan_job_at(const struct shadow *books, int32_t place);
struct plan_job plan_job_asking(const struct shadow *books, const struct rtmr_job *job);

/* Plans one more job, behind those before. True: it ends by its deadline. O(tasks * slots). */
bool plan_add(struct plan *plan, const struct plan_job *job);

/* Plans every promised job, and `asking` (NULL: none) among them at `place`. */
void plan_all(struct plan *plan, const struct shadow *books, const struct plan_job *asking, int32_t place,
              bool keeps_tasks);

#endif
