/*
 * The state of a kernel. Its size is public so that the caller can own it; its fields belong to the
 * kernel: read them through rtmr.h. No pointers inside: copying the struct takes a snapshot.
 *
 * Jobs live in plan order, first job first; a job's index there is its place. Every per-job array
 * is indexed by place. Places 0 .. promised-1 hold the jobs whose promise stands, the flagged ones
 * follow. Places move when jobs come and go: handles do not.
 *
 * One pool serves each stage. The map stage is the reduce stage with every job ready.
 *
 * Size in bytes, t being those of a tick: at most (10 + 2 t) RTMR_SLOTS + (32 + 8 t) RTMR_RUNS +
 * (19 + 8 t) RTMR_JOBS + 416; without runs (10 + 6 t) RTMR_SLOTS + (19 + 8 t) RTMR_JOBS + 280. With
 * stored vectors 4 t RTMR_JOBS (RTMR_SLOTS + 1) more, with tokens 8 RTMR_SLOTS more. Without
 * what-if (8 + 2 t) RTMR_RUNS less, or 2 t RTMR_SLOTS.
 */
#ifndef RTMR_CONTEXT_H
#define RTMR_CONTEXT_H

#ifndef RTMR_H
#error "include rtmr.h"
#endif

/* A multiset of instants, one per slot: when the slots of a stage become available (the papers'
 * T, V and U). at[0] is the smallest (heap order: the entry at i > 0 is never below the one at
 * (i - 1) / 2). Sorted order, which the papers use, is one heap order of many; the multiset is
 * what counts. */
struct rtmr_vector {
    int32_t n; /* entries in use, 0 .. RTMR_SLOTS */
    rtmr_ticks at[RTMR_SLOTS];
};

#if RTMR_WITH_RUNS
/* Room for as many runs as there are slots, and a gap that spares moving them. (Logic wants a
 * literal: the proof run passes it.) */
#ifndef RTMR_RUNS
#define RTMR_RUNS (RTMR_SLOTS + RTMR_SLOTS / 4 + 1)
#elif RTMR_RUNS != RTMR_SLOTS + RTMR_SLOTS / 4 + 1
#error "RTMR_RUNS must be RTMR_SLOTS + RTMR_SLOTS / 4 + 1"
#endif

/* A multiset of instants as sorted runs: count[i] entries lie at at[i], for first <= i < end, in
 * ascending order, each at another instant. Counts before `first` are 0. */
struct rtmr_runs {
    int32_t n; /* entries that the runs stand for, 0 .. RTMR_SLOTS */
    int32_t first;
    int32_t end;
    rtmr_ticks at[RTMR_RUNS];
    int32_t count[RTMR_RUNS];
};
#endif

/* What planning works on: when the usable slots become available. */
struct rtmr_availability {
#if RTMR_WITH_RUNS
    struct rtmr_runs runs;
    struct rtmr_runs window; /* scratch: runs that are taken off the front, and put back */
#else
    struct rtmr_vector heap;
#endif
};

#if RTMR_WITH_WHAT_IF
/* A copy of those instants. */
struct rtmr_kept {
#if RTMR_WITH_RUNS
    struct rtmr_runs runs;
#else
    struct rtmr_vector heap;
#endif
};
#endif

/* The slots of one stage and, per job, that stage's tasks. */
struct rtmr_pool {
    int32_t slots;  /* in the table: usable, draining, late and absent ones */
    int32_t usable; /* idle or busy within its bound */
    int32_t idle;
    int32_t tasks;    /* unfinished, over all jobs */
    int32_t first;    /* no job at a place before it has a ready task that waits */
    int32_t reserved; /* so many tasks of the jobs before it wait */
#if RTMR_WITH_LATENCY
    rtmr_ticks notice_pad;  /* until the end of a task is noticed; part of every estimate */
    rtmr_ticks release_pad; /* until a stage that is released gets its first slot */
    rtmr_ticks wait_pad;    /* until any one task gets a slot */
    rtmr_ticks due_first;   /* at or below the instant by which a task is due on any idle slot */
    rtmr_ticks due_last;    /* at or above it */
#endif
    rtmr_ticks soonest; /* at or below the bound of every busy slot */
#if RTMR_WITH_RUNS
    struct rtmr_runs busy; /* the bounds of all busy slots */
#endif

    uint8_t state[RTMR_SLOTS];    /* enum rtmr_slot_state */
    int32_t place[RTMR_SLOTS];    /* the job that it runs a task of, if it does */
    rtmr_ticks bound[RTMR_SLOTS]; /* E1's bound of that task; IDLE: when a task must be on it */
#if RTMR_WITH_TOKENS
    uint32_t token[RTMR_SLOTS]; /* of that task, or the last one; 0: there was none */
#endif

    int32_t waiting[RTMR_JOBS];     /* tasks not yet dispatched */
    int32_t unfinished[RTMR_JOBS];  /* tasks not yet finished: waiting and running */
    uint8_t ready[RTMR_JOBS];       /* its waiting tasks may be dispatched */
    rtmr_ticks estimate[RTMR_JOBS]; /* eps plus notice_pad */
    rtmr_ticks end[RTMR_JOBS];      /* recorded estimated finish of the stage: e_m, e */

    rtmr_ticks draft[RTMR_JOBS];      /* scratch of planning: estimated finish of the stage */
    struct rtmr_availability free_at; /* scratch of planning: when the usable slots become available */
#if RTMR_WITH_WHAT_IF
    struct rtmr_kept kept; /* scratch of a search: the same behind the jobs before a place */
#endif
};

#if RTMR_WITH_STORED_VECTORS || defined __FRAMAC__ /* contracts speak of it in any build: spec/parts.acsl */
/* What the policies `none` and `satu` remember of one job and stage, and of one stage by the
 * job's place. */
struct rtmr_memory {
    struct rtmr_vector row;   /* J.T: availability after the job and its predecessors */
    struct rtmr_vector ended; /* finish times of its tasks, ascending, the last `slots` of them */
};
struct rtmr_stage_memory {
    struct rtmr_memory of[RTMR_JOBS];
};
#endif

/* The tag of an initialised context: a number, never 0, that names this release and the
 * configuration in which a file is compiled. It is another one if one setting differs; if several
 * do, it is the same with a chance of one in 2^31. (The factor and the modulus are primes.) */
#define RTMR_MIXED(tag, number) ((UINT64_C(16777619) * (tag) + (number)) % UINT64_C(2147483647))
#define RTMR_TAG_OF_RELEASE                                                                                            \
    RTMR_MIXED(RTMR_MIXED(RTMR_MIXED(UINT64_C(0x52544d52), RTMR_VERSION_MAJOR), RTMR_VERSION_MINOR), RTMR_VERSION_PATCH)
#define RTMR_TAG_OF_SIZES                                                                                              \
    RTMR_MIXED(RTMR_MIXED(RTMR_MIXED(RTMR_MIXED(RTMR_TAG_OF_RELEASE, RTMR_SLOTS), RTMR_JOBS), RTMR_TASKS),             \
               RTMR_TICK_BITS)
#define RTMR_PARTS                                                                                                     \
    (RTMR_WITH_WHAT_IF + 2 * RTMR_WITH_STORED_VECTORS + 4 * RTMR_WITH_LATENCY + 8 * RTMR_WITH_SLOT_CHANGES +           \
     16 * RTMR_WITH_PROMISE_CHANGES + 32 * RTMR_WITH_RESTORE + 64 * RTMR_WITH_TOKENS + 128 * RTMR_WITH_RUNS)
enum { RTMR_CONFIGURATION = (int)(RTMR_MIXED(RTMR_TAG_OF_SIZES, RTMR_PARTS) + 1) };
#define RTMR_CONTEXT_TAG ((uint32_t)RTMR_CONFIGURATION)

struct rtmr {
    uint32_t tag; /* RTMR_CONTEXT_TAG: initialised, in this configuration */
    enum rtmr_feedback feedback;
    enum rtmr_order order;
    int32_t counter_offer;
    /* plans are made from the slot table: always with exact projection, otherwise from a violation,
     * a drain, a slot's joining or a change of a promise on, until no job is left */
    int32_t plans_from_slots;
    rtmr_ticks delta;
#if RTMR_WITH_LATENCY
    rtmr_ticks latency;
#endif

    rtmr_ticks now;
    rtmr_handle next_handle;
    int32_t jobs;     /* accepted, unfinished */
    int32_t promised; /* those not flagged: places 0 .. promised-1 */
    rtmr_handle handle[RTMR_JOBS];
    rtmr_ticks deadline[RTMR_JOBS];
    uint8_t started[RTMR_JOBS]; /* a task was dispatched, of either stage */

    struct rtmr_pool map;
    struct rtmr_pool reduce;
#if RTMR_WITH_STORED_VECTORS
    struct rtmr_stage_memory map_memory;
    struct rtmr_stage_memory reduce_memory;
#endif
};

#endif
