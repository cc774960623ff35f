/*
 * The data of the shadow (shadow.h).
 */
#ifndef HARNESS_INVARIANTS_SHADOW_STATE_H
#define HARNESS_INVARIANTS_SHADOW_STATE_H

#include "harness/invariants/slot_state.h"
#include "kernel/rtmr.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SHADOW_STAGES = 2 }; /* RTMR_MAP, RTMR_REDUCE */

/* The state of a job's guarantee. */
enum promise { PROMISE_LIVE, PROMISE_DONE, PROMISE_WITHDRAWN, PROMISE_ABORTED, PROMISE_FLAGGED };

/* The watched job: one accepted job, from its admission on. */
struct shadow_job {
    rtmr_handle handle;
    enum promise promise;
    rtmr_ticks done_at;                 /* DONE: when */
    rtmr_ticks deadline;                /* as submitted, or last renewed */
    rtmr_ticks end[SHADOW_STAGES];      /* e_m and e, last recorded */
    rtmr_ticks estimate[SHADOW_STAGES]; /* as submitted, or last set; 0 without tasks */
    int32_t waiting[SHADOW_STAGES];
    int32_t unfinished[SHADOW_STAGES];
    bool started;
};

struct shadow_slot {
    enum rtmr_slot_state state;
    rtmr_handle job;  /* while it runs a task */
    rtmr_ticks bound; /* the same */
    int32_t position; /* BUSY: its task's in the plan; -1: dispatched before the plan was adopted */
    /* IDLE: the instant by which a task is due, with dispatch latency (dues.h); RTMR_NEVER: none is
     * due */
    rtmr_ticks due;
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
    rtmr_ticks notice_pad; /* pad for dispatch latency: see struct rtmr_setup */
    rtmr_ticks release_pad;
    rtmr_ticks wait_pad;
    struct shadow_plan plan; /* in force */
    struct shadow_plan draft;
    int32_t last; /* one behind the last task dispatched from the plan in force */
};

struct shadow {
    enum rtmr_feedback feedback;
    enum rtmr_order order; /* never DEFAULT */
    rtmr_ticks delta;      /* satu: from how early an end on the vectors are corrected */
    rtmr_ticks latency;
    rtmr_ticks now;
    bool plans_from_slots; /* plans are made from the slot table */
    bool planned;          /* the plan in force is known */
    struct shadow_stage stage[SHADOW_STAGES];
    struct shadow_job *job; /* every job that was accepted, in order of admission */
    size_t room;
    int32_t accepted;
    int32_t *table; /* indices of those in the kernel's table, by place */
    size_t table_room;
    int32_t jobs;
    int32_t promised;
};

#endif
