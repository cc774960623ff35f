/*
 * What a store holds, as records: the calls of the kernel, the jobs, and the attempts of their
 * tasks.
 *
 * A *call* is a call of the kernel that was made, with its arguments and its answer. All calls in
 * their order are the whole history of the kernel: played again on a kernel that was initialised
 * with the store's setup, they give the same state. The clock moves with each: before a call whose
 * `tick` is after the kernel's instant, rtmr_advance() to it answered OK. An advance that reported
 * a violation has a call of its own. Questions (what_if) leave no trace.
 */
#ifndef SERVICE_RECORDS_H
#define SERVICE_RECORDS_H

#include "kernel/rtmr.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum call_kind {
    CALL_ADVANCE, /* only if it answers a violation */
    CALL_SUBMIT,
    CALL_WITHDRAW,
    CALL_DISPATCH,
    CALL_FINISH,
    CALL_FAIL,
    CALL_RENEW,
    CALL_EXTEND,
    CALL_SET_ESTIMATE,
    CALL_SUSPEND,
    CALL_ABORT,
    CALL_SLOT_ADD,
    CALL_SLOT_DRAIN,
    CALL_SLOT_LOST,
    CALL_RESTORE,
    CALL_KINDS
};

/* The name in the store: "submit", "slot_add", ... */
const char *call_kind_name(enum call_kind kind);

struct call_record {
    int64_t call;    /* 1, 2, ... in the order of the calls; also the number of the event */
    rtmr_ticks tick; /* the kernel's instant during the call; of advance and restore: behind it */
    enum call_kind kind;
    enum rtmr_status status; /* >= 0: a refusal by RTMR_E_... is not recorded */
    int64_t uid;             /* whose request it was; -1: the service's own doing */
    /* arguments; those that the kind does not have are 0 */
    rtmr_handle job; /* dispatch, finish, fail, extend, slot_lost: whose task; submit: the answer */
    enum rtmr_stage stage;
    int32_t slot;     /* -1: the kind has none */
    int32_t task;     /* dispatch, finish, fail: which task of the stage; -1 otherwise */
    rtmr_ticks value; /* extend: bound; set_estimate: estimate; renew, submit: deadline */
    int32_t maps;     /* submit */
    int32_t reduces;
    rtmr_ticks map_estimate;
    rtmr_ticks reduce_estimate;
    /* answers */
    enum rtmr_reason reason; /* submit and changes, REJECTED */
    rtmr_handle late_job;
    rtmr_ticks late_by;
    rtmr_ticks estimated_finish;  /* submit, renew: as the kernel answers, rejected or not */
    rtmr_ticks earliest_deadline; /* submit, renew: the same; RTMR_NEVER if there is none, or unasked */
    rtmr_ticks bound;             /* dispatch */
    uint32_t token;
    int32_t overrun_tasks;      /* of the alarm */
    int32_t flagged_count;      /* jobs that lost their promise by it, suspend and abort included, */
    const rtmr_handle *flagged; /* and which */
    const char *note;           /* for people, why the service made the call; may be NULL */
};

enum overrun_policy { OVERRUN_EXTEND, OVERRUN_KILL, OVERRUN_FLAG };

enum job_state { JOB_ACTIVE, JOB_FINISHED, JOB_ABORTED };

/* A job. Its number is the kernel's handle. */
struct job_record {
    int64_t job;
    uid_t uid;
    gid_t gid;
    const char *name;
    int32_t tasks[2];       /* by stage */
    rtmr_ticks estimate[2]; /* as submitted */
    rtmr_ticks submitted;
    rtmr_ticks deadline;    /* as submitted, or renewed last */
    int64_t deadline_wall;  /* what that was for the user when it was set, ms since 1970 */
    rtmr_ticks promised;    /* e, as it was told at acceptance or renewal */
    const char *command[2]; /* JSON arrays of strings, by stage */
    const char *directory;
    const char *environment; /* a JSON object of strings */
    enum overrun_policy on_overrun;
    rtmr_ticks grace; /* most that the tasks may take beyond their estimate, each */
    int32_t retries;  /* further attempts of a task that fails by itself, or is killed for its overrun */
    enum job_state state;
    rtmr_ticks ended;   /* not JOB_ACTIVE */
    bool flagged;       /* it has lost its promise */
    const char *reason; /* why it was aborted or flagged; may be NULL */
};

enum attempt_state {
    ATTEMPT_RUNNING, /* or about to start */
    ATTEMPT_FINISHED,
    ATTEMPT_FAILED, /* by itself: exit status not 0, a signal, not to be executed */
    ATTEMPT_KILLED, /* by the service: overrun, abort */
    ATTEMPT_LOST    /* vanished, or its slot was lost */
};

const char *attempt_state_name(enum attempt_state state);

struct attempt_record {
    int64_t attempt; /* 1, 2, ... */
    int64_t job;
    enum rtmr_stage stage;
    int32_t task;
    int32_t number; /* 0: the first of its task */
    int32_t slot;
    uint32_t token;
    rtmr_ticks dispatched;
    rtmr_ticks bound; /* E1's, as it was at the dispatch */
    enum attempt_state state;
    rtmr_ticks started; /* 0: never, or not known */
    rtmr_ticks ended;
    int32_t exit_status; /* -1: none */
    int32_t signal;      /* 0: none */
};

#endif
