/*
 * What the checker knows of a kernel from the calls alone: the jobs, what every slot runs, and the plan in force, which
 * is the proof's ghost state (struct rtmr_ghost in spec/plan.acsl). Jobs are named by their handles here, so that
 * nothing moves when the places of the kernel's table do.
 *
 * The functions below only keep the books; they believe whatever they are told, and index nothing that is out of range.
 */
#ifndef HARNESS_INVARIANTS_SHADOW_H
#define HARNESS_INVARIANTS_SHADOW_H

#include "harness/invariants/slot_state.h"
#include "kernel/rtmr.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SHADOW_STAGES = 2 }; /* RTMR_MAP, RTMR_REDUCE */

/* What has become of a job's promise. */
enum promise { PROMISE_LIVE, PROMISE_DONE, PROMISE_WITHDRAWN, PROMISE_FLAGGED };

/* The watched job: one accepted job, from its admission on. */
struct shadow_job {
    rtmr_handle handle;
    enum promise promise;
    rtmr_ticks done_at;                 /* DONE: when */
    rtmr_ticks deadline;                /* as submitted */
    rtmr_ticks end[SHADOW_STAGES];      /* e_m and e, last recorded */
    rtmr_ticks estimate[SHADOW_STAGES]; /* as submitted; 0 without tasks */
    int32_t waiting[SHADOW_STAGES];
    int32_t unfinished[SHADOW_STAGES];
    bool started;
};

struct shadow_slot {
    enum rtmr_slot_state state;
    rtmr_handle job;  /* while it runs a task */
    rtmr_ticks bound; /* the same */
    int32_t position; /* BUSY: its task's in the plan; -1: dispatched before the plan was adopted */
    rtmr_ticks due;   /* IDLE: by when it owes a task, with dispatch latency (dues.h); RTMR_NEVER: it owes none */
};

/* A task in a plan. */
struct shadow_task {
    rtmr_handle job;
    bool open;        /* not yet dispatched */
    rtmr_ticks least; /* when the first slot was available as it was planned */
    rtmr_ticks start;
    rtmr_ticks finish;
};

/* The plan of one stage, in plan order. */
struct shadow_plan {
    struct shadow_task *task;
    size_t room;
    int32_t tasks;
};

struct shadow_stage {
    int32_t slots;
    struct shadow_slot *slot;
    rtmr_ticks *free_at;   /* scratch of planning: when the usable slots are available, ascending */
    rtmr_ticks notice_pad; /* what dispatch latency adds: see struct rtmr_setup */
    rtmr_ticks release_pad;
    rtmr_ticks wait_pad;
    struct shadow_plan plan; /* in force */
    struct shadow_plan draft;
    int32_t last; /* one behind the last task dispatched from the plan in force */
};

struct shadow {
    enum rtmr_feedback feedback;
    enum rtmr_order order; /* never DEFAULT */
    rtmr_ticks delta; /* satu: from how early an end on the vectors are corrected */
    rtmr_ticks latency;
    rtmr_ticks now;
    bool projects; /* plans are made from the slot table */
    bool planned;  /* the plan in force is known */
    struct shadow_stage stage[SHADOW_STAGES];
    struct shadow_job *job; /* every job that was accepted, in order of admission */
    size_t room;
    int32_t accepted;
    int32_t *table; /* indices of those in the kernel's table, by place */
    size_t table_room;
    int32_t jobs;
    int32_t promised;
};

/* The pool of a stage. */
static inline const struct rtmr_pool *pool_of(const struct rtmr *k, enum rtmr_stage stage)
{
    return stage == RTMR_MAP ? &k->map : &k->reduce;
}

const char *shadow_stage_name(enum rtmr_stage stage);

/* A zeroed *s becomes that of an empty system; one that was used before keeps its memory. The setup is legal. */
void shadow_begin(struct shadow *s, const struct rtmr_setup *setup);
void shadow_free(struct shadow *s);

/* The place of a job in the table, or -1. O(jobs). */
int32_t shadow_find(const struct shadow *s, rtmr_handle handle);
struct shadow_job *shadow_at(const struct shadow *s, int32_t place);

/* The slot, or NULL if there is none. */
struct shadow_slot *shadow_slot(const struct shadow *s, enum rtmr_stage stage, int32_t slot);
bool shadow_runs(const struct shadow_slot *slot);

/* Slots that are idle or busy within their bounds. O(slots). */
int32_t shadow_usable(const struct shadow *s, enum rtmr_stage stage);

/* Where the order of the setup puts a job with this deadline. */
int32_t shadow_place(const struct shadow *s, rtmr_ticks deadline);

/* The place of the job whose task Algorithm IV, corrected, would start now, or -1. */
int32_t shadow_offer(const struct shadow *s, enum rtmr_stage stage);

/* A job was accepted at a place; without tasks it is done at once. */
void shadow_accept(struct shadow *s, const struct rtmr_job *job, rtmr_handle handle, int32_t place);

/* A job leaves the table. */
void shadow_leave(struct shadow *s, int32_t place, enum promise promise);

/* The first waiting task of the job at `place` starts, until `bound`. */
void shadow_start(struct shadow *s, enum rtmr_stage stage, int32_t slot, int32_t place, rtmr_ticks bound);

/* The task on a slot has ended. The job leaves the table with its last task. */
void shadow_finish(struct shadow *s, enum rtmr_stage stage, int32_t slot);

/* The clock moves: slots over their bound become late, and their jobs are flagged. Returns how many slots. */
int32_t shadow_overrun(struct shadow *s, rtmr_ticks to);

/* A slot is lost: what it runs waits again. Returns the place of that task's job, or -1. */
int32_t shadow_lose(struct shadow *s, enum rtmr_stage stage, int32_t slot);

/* A slot's task has failed and waits again. Returns the place of its job. */
int32_t shadow_fail(struct shadow *s, enum rtmr_stage stage, int32_t slot);

/* A slot that is there drains. */
void shadow_drain(struct shadow *s, enum rtmr_stage stage, int32_t slot);

/* A slot joins: one that is absent, or the next one. */
void shadow_add(struct shadow *s, enum rtmr_stage stage, int32_t slot);

/* Suspends a promise: the job goes behind all others. */
void shadow_flag(struct shadow *s, int32_t place);

#endif
