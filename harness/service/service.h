/*
 * The service: one kernel, its store and its executor. It owns a `struct rtmr` and is the only one
 * to call it. One thread: the loop calls the functions below, and after each turn
 * service_settle(), which makes durable what has happened, and only then has tasks start, and lets
 * answers go out.
 *
 * In memory is only what decisions need; commands and environments are read from the store when a
 * task starts.
 *
 * If a commit fails, everything since the last one is taken back: the state is loaded from the
 * store again, as after a restart, and the answers that wait become errors.
 */
#ifndef SERVICE_SERVICE_H
#define SERVICE_SERVICE_H

#include "harness/executors/executor.h"
#include "harness/service/store.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct service;

struct service_limits {
    int32_t jobs_per_user;      /* unfinished */
    int32_t tasks_per_user;     /* unfinished, of both stages together */
    int32_t decisions_per_user; /* in a second; 0: any number */
};

/* Who asks. */
struct caller {
    uid_t uid;
    gid_t gid;
    bool anonymous; /* not a user of this machine: the page over TCP */
};

/* A job as it is asked for. Durations in ms. */
struct job_request {
    const char *name;
    int32_t tasks[2];
    rtmr_ticks estimate[2];
    bool deadline_is_wall;
    int64_t deadline;         /* ms from now, or since 1970 */
    rtmr_ticks take_earliest; /* accept a deadline that is at most so much later, if need be */
    const char *command[2];   /* JSON arrays; [1] NULL: as [0]; [0] NULL: none, see executor's runs_as_users */
    const char *directory;
    const char *environment; /* a JSON object */
    enum overrun_policy on_overrun;
    rtmr_ticks grace; /* -1: as long as the estimate, per stage */
    int32_t retries;
};

enum service_answer {
    SERVICE_ACCEPTED,
    SERVICE_REFUSED,   /* the kernel's decision says why */
    SERVICE_BAD,       /* the request is wrong: `field` and `message` */
    SERVICE_NOT_FOUND, /* no such job or slot */
    SERVICE_FORBIDDEN, /* another user's */
    SERVICE_LIMIT,     /* of this user, or the kernel's tables are full */
    SERVICE_FULL,      /* nothing can be recorded or started now */
    SERVICE_NO_SPACE,  /* because the disk is full */
    SERVICE_ENDED      /* the job is over */
};

struct service_decision {
    enum service_answer answer;
    int64_t job;
    enum rtmr_reason reason;
    int64_t late_job;             /* 0: the job itself */
    rtmr_ticks late_by;           /* RTMR_NEVER: without end */
    rtmr_ticks finish;            /* e, accepted */
    rtmr_ticks deadline;          /* that was accepted */
    rtmr_ticks earliest_deadline; /* refused; RTMR_NEVER: none */
    char field[32];               /* of the request, SERVICE_BAD */
    char message[256];            /* for people: why not; empty if accepted */
};

/* Loads the state from the store, and adopts what runs. The executor's events are
 * service_attempt_ended(). NULL: `error` says why not. */
struct service *service_new(struct store *store, const struct rtmr_setup *setup, const struct service_limits *limits,
                            char error[STORE_ERROR_SIZE]);
void service_attach(struct service *s, struct executor *executor); /* and starts to work */
void service_free(struct service *s);                              /* what is not settled is not recorded */

/* Reads the clock, for this turn: no call below moves time beyond the instant that is read. Ask for
 * events after it, and before service_settle() and requests: a task's end before that instant is
 * then known before time moves over the task's bound, wherever the process may stand still. */
void service_read_clock(struct service *s);

/* Moves time to the clock that was read, reacts to what is due, and starts what may start; commits;
 * then has the executor act. False: the commit failed, everything since the last one was taken
 * back, and `error` says why. At the end of each turn of the loop. */
bool service_settle(struct service *s, char error[STORE_ERROR_SIZE]);

/* ms until service_settle() must be called even if nothing happens; -1: not at all. */
int64_t service_wakes_in(const struct service *s);

/* The executor's event; owner: the service. */
void service_attempt_ended(void *owner, int64_t attempt, const struct attempt_end *end);

/* The executor's events about slots; owner: the service. They take effect in the next
 * service_settle(). What runs on a lost slot is killed, counts as lost and runs again. */
void service_slot_lost(void *owner, enum rtmr_stage stage, int32_t slot);
void service_slot_back(void *owner, enum rtmr_stage stage, int32_t slot);
void service_slot_drains(void *owner, enum rtmr_stage stage, int32_t slot);

/* Whether a job has still to be worked for. True as long as a change is not on record. */
bool service_job_lives(void *owner, int64_t job);
/* As the executor's events say; of a job that was submitted then: without a look into the store. */
int64_t service_stamp(const struct service *s, rtmr_ticks submitted);
int64_t service_job_stamp(struct service *s, int64_t job);
bool service_unfinished_job(const struct service *s, int32_t place, struct executor_job *job);
/* Others have cancelled tasks of it: it is aborted. Telling it again does no harm. */
void service_job_cancelled(void *owner, int64_t job, const char *reason);

/* Requests. Nothing they answer may be told before the next service_settle() has returned true. */
void service_submit(struct service *s, const struct caller *caller, const struct job_request *request,
                    struct service_decision *decision);
void service_what_if(struct service *s, const struct caller *caller, const struct job_request *request,
                     struct service_decision *decision);
void service_renew(struct service *s, const struct caller *caller, int64_t job, bool deadline_is_wall, int64_t deadline,
                   struct service_decision *decision);
void service_abort(struct service *s, const struct caller *caller, int64_t job, struct service_decision *decision);
void service_suspend(struct service *s, const struct caller *caller, int64_t job, struct service_decision *decision);
/* Only the service's own user and root. */
void service_drain(struct service *s, const struct caller *caller, enum rtmr_stage stage, int32_t slot,
                   struct service_decision *decision);
/* slot -1: a new one, behind the last; *slot is which it was. */
void service_add(struct service *s, const struct caller *caller, enum rtmr_stage stage, int32_t *slot,
                 struct service_decision *decision);

/* An unfinished job, as it stands. */
struct job_view {
    int64_t job;
    uid_t uid;
    bool flagged;
    rtmr_ticks deadline;
    rtmr_ticks finish; /* e, as recorded last */
    int32_t waiting[2];
    int32_t running[2];
    int32_t finished[2];
    rtmr_ticks estimate[2];
};

/* Unfinished jobs in the order of their plan; place 0 first. */
int32_t service_jobs(const struct service *s);
bool service_job_at(const struct service *s, int32_t place, struct job_view *view);
bool service_job(const struct service *s, int64_t job, struct job_view *view);

struct slot_view {
    enum rtmr_slot_state state;
    int64_t job; /* 0: none */
    uid_t uid;
    int32_t task;
    int64_t attempt;
    rtmr_ticks since;
    rtmr_ticks bound;
};
int32_t service_slots(const struct service *s, enum rtmr_stage stage);
bool service_slot(const struct service *s, enum rtmr_stage stage, int32_t slot, struct slot_view *view);

/* Whether the caller may see and change a user's jobs: the user, root, and the service's own user,
 * as whom a cluster manager asks. */
bool service_may(const struct caller *caller, uid_t owner);

/* Counted since the service was started; for /metrics. */
struct service_counts {
    int64_t accepted;
    int64_t refused;
    int64_t finished;
    int64_t aborted;
    int64_t late;           /* finished after their deadline */
    int64_t late_unflagged; /* and had not lost their promise: never */
    int64_t flagged;
    int64_t renewed;
    int64_t attempts[5]; /* ended, by attempt_state */
    int64_t extended;
    int64_t commits;
    double commit_seconds;   /* in all */
    double decision_seconds; /* submit, in all */
};
const struct service_counts *service_counts(const struct service *s);
const struct store *service_store(const struct service *s);
/* Further jobs are taken: the disk has space for them, and the machine can start tasks. */
bool service_accepts(const struct service *s);
struct store *service_store_for_reading(struct service *s);
rtmr_ticks service_now(const struct service *s);
int64_t service_last_call(const struct service *s); /* the newest event; committed */
rtmr_ticks service_latency(const struct service *s);

#endif
