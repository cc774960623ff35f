/*
 * What runs tasks: the interface between the service and one executor (this machine, or a cluster
 * manager). The service decides which task starts on which slot; the executor starts it, tells when
 * it has ended, and finds it again after the service was away. Each executor is a file of its own.
 *
 * An *attempt* is one run of one task. Its number is unique in a store, and names the folder that
 * the attempt has. The service has recorded an attempt durably before it asks for its start.
 */
#ifndef EXECUTORS_EXECUTOR_H
#define EXECUTORS_EXECUTOR_H

#include "kernel/rtmr.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct uv_loop_s;

/* An attempt that is to start, or to be taken up. The pointers are valid during the call only; NULL
 * if it is taken up, or if the job has no command (runs_as_users). */
struct attempt_launch {
    int64_t attempt;
    int64_t job;
    enum rtmr_stage stage;
    int32_t slot;
    int32_t task;   /* 0 .. tasks - 1 */
    int32_t tasks;  /* of its stage of the job */
    int32_t number; /* 0: the first attempt of the task */
    uid_t uid;      /* as whom it runs; the service's own unless that is root */
    gid_t gid;
    const char *directory;          /* absolute: where it runs */
    const char *const *arguments;   /* ends with NULL; executed as given, no shell */
    const char *const *environment; /* "NAME=VALUE", ends with NULL; RTMR_... are added */
};

/* An unfinished job. */
struct executor_job {
    int64_t job;
    int64_t stamp;        /* see executor_events */
    bool is_untouched[2]; /* by stage: it has tasks, none of which has had an attempt */
    int64_t accepted_boottime;
};

enum attempt_result {
    ATTEMPT_EXITED,      /* by itself: exit_status says how */
    ATTEMPT_SIGNALLED,   /* ended by a signal */
    ATTEMPT_NOT_STARTED, /* the command could not be executed: `error` is an errno, or `reason` says why */
    ATTEMPT_VANISHED     /* nothing of it is left that says how it ended, or it never began */
};

/* How an attempt has ended. Instants are milliseconds of CLOCK_BOOTTIME; 0: not known. */
struct attempt_end {
    enum attempt_result result;
    int32_t exit_status; /* ATTEMPT_EXITED */
    int32_t signal;      /* ATTEMPT_SIGNALLED */
    int32_t error;       /* ATTEMPT_NOT_STARTED */
    char reason[96];     /* the same, in words of a cluster manager; empty: none */
    bool untried;        /* ATTEMPT_NOT_STARTED: the command and its directory had no part in it */
    bool killed;         /* executor's kill() had been asked for before it ended */
    bool of_other_boot;  /* the instants are of its clock: only the time between them means something */
    int64_t started_boottime;
    int64_t ended_boottime;
};

/* What the executor tells. Called from the loop, never from inside a call of the executor. */
struct executor_events {
    void *owner;
    /* Once for each attempt that was started or adopted. */
    void (*ended)(void *owner, int64_t attempt, const struct attempt_end *end);
    /* The slot is gone, and with it what runs there (of which no end is told); it is there (again);
     * it takes no further attempt, and leaves when the one that runs has ended. Telling what is so
     * already does no harm: an executor tells all this again after a restart. */
    void (*slot_lost)(void *owner, enum rtmr_stage stage, int32_t slot);
    void (*slot_back)(void *owner, enum rtmr_stage stage, int32_t slot);
    void (*slot_drains)(void *owner, enum rtmr_stage stage, int32_t slot);
    /* Whether a job is unfinished: an executor that holds tasks of others drops them by that. */
    bool (*job_lives)(void *owner, int64_t job);
    /* What tells a job from those that have its number in other stores, a copy of an earlier state
     * of this one included: when it was accepted, in ms since 1970. 0: there is none; -1: it cannot
     * be said now. */
    int64_t (*job_stamp)(void *owner, int64_t job);
    /* The unfinished jobs, place 0, 1, ...; false: there are no more. */
    bool (*job_at)(void *owner, int32_t place, struct executor_job *job);
    /* Tasks of the job were cancelled by others: it cannot finish. `reason` is valid during the
     * call. */
    void (*job_cancelled)(void *owner, int64_t job, const char *reason);
};

struct executor {
    const char *name;
    /* H in ms: an end is told, and a start that is asked for happens, within this time */
    rtmr_ticks latency;
    /* Attempts are started by their users and as them, as whom the service runs makes no
     * difference: jobs need no command, directory or environment here. */
    bool runs_as_users;
    /* Starts the attempt. Nothing fails at once: what cannot start ends as ATTEMPT_NOT_STARTED. */
    void (*start)(struct executor *e, const struct attempt_launch *launch);
    /* Takes up an attempt that was recorded before the service was away: it runs (its end will be
     * told), or has ended meanwhile or vanished (that will be told, too, in the next turn of the
     * loop). */
    void (*adopt)(struct executor *e, const struct attempt_launch *launch);
    /* Has a running attempt killed: with everything that it has started. Its end will be told. One
     * that has ended, or vanished, is left as it is. */
    void (*kill)(struct executor *e, int64_t attempt);
    /* The end of the attempt is on record: its traces, but for its output, may go. */
    void (*forget)(struct executor *e, int64_t attempt);
    /* The file with what it has written, stream 1 or 2; false: `path` has no room. */
    bool (*output)(struct executor *e, int64_t attempt, int stream, char *path, size_t size);
    /* How a cluster manager calls the tasks of a stage of the job with a stamp, 0: not known; and
     * the place of a slot, false: not known or no room. NULL: there is no such thing. */
    int64_t (*array)(struct executor *e, int64_t job, int64_t stamp, enum rtmr_stage stage);
    bool (*slot_name)(struct executor *e, enum rtmr_stage stage, int32_t slot, char *name, size_t size);
    /* Leaves running attempts alone, and frees the executor; before the loop is closed. */
    void (*close)(struct executor *e);
};

/* H of the local executor, in ms: see README.md. */
#define EXECUTOR_LOCAL_LATENCY 50

/* Attempts as processes of this machine, each under a supervisor `rtmr-task` that outlives the
 * service. supervisor: its path. folder: where attempts have their folders, which exists. Tasks may
 * have as many files open as this process now: a service raises its own limit after that. NULL:
 * `error`, of size bytes, says why not. */
struct executor *executor_local(struct uv_loop_s *loop, const char *supervisor, const char *folder,
                                const struct executor_events *events, char *error, size_t size);

#endif
