/*
 * The service's state, for the files that make it up (service*.c).
 *
 * Each change of the kernel goes through service_call(): the clock first moves to the call's
 * instant, and what happens on the way (a task over its bound) is met or recorded. So the kernel's
 * clock stands at the last call, and the journal has everything that has ever happened to it.
 */
#ifndef SERVICE_SERVICE_STATE_H
#define SERVICE_SERVICE_STATE_H

#include "harness/service/jobs.h"
#include "harness/service/service.h"

/* The reason of a job that has lost its promise because its user wanted it so. Such a job is not
 * renewed by the service itself, after a restart neither. */
#define REASON_SUSPENDED "suspended by its user"

/* Why the service has an attempt killed. */
enum kill_reason {
    KILL_NONE,
    KILL_ABORT,   /* its job was aborted */
    KILL_LOST,    /* its slot was lost; it may run on somewhere */
    KILL_OVERRUN, /* on_overrun: it uses up a retry */
    KILL_PROTECT  /* it would cost another user's job its promise: runs again */
};

/* What runs on a slot. */
struct slot_row {
    bool leaves;     /* when its task has ended, whatever was promised */
    bool returns;    /* when it has left */
    int64_t attempt; /* 0: nothing */
    int64_t job;
    int32_t task;
    int32_t number;
    uint32_t token;
    rtmr_ticks since;       /* dispatched */
    rtmr_ticks first_bound; /* before any extension */
    rtmr_ticks ended;       /* it is known to have ended then, and is to be reported; 0: not */
    rtmr_ticks decided;     /* of this bound it is decided what happens; 0: of none */
    enum kill_reason kill;
};

/* An attempt that is to start, or to be killed, after the next commit. */
struct launch {
    int64_t attempt;
    bool lost; /* it is to be killed although it is no longer on its slot */
    int64_t job;
    enum rtmr_stage stage;
    int32_t slot;
    int32_t task;
    int32_t number;
};

/* What a user has asked for in a second. */
struct user_rate {
    uid_t uid;
    rtmr_ticks since; /* the first decision of it */
    int32_t decisions;
};

/* An attempt that has ended. It stays until its report is committed. */
struct ended_attempt {
    int64_t attempt;
    struct attempt_end end;
    bool reported;
    rtmr_ticks at; /* scratch: when it is reported */
};

enum slot_event { SLOT_EVENT_LOST, SLOT_EVENT_BACK, SLOT_EVENT_DRAINS };

/* What the executor has told of a slot. It stays until it is committed. */
struct slot_change {
    enum slot_event event;
    enum rtmr_stage stage;
    int32_t slot;
    bool made;
};

struct service {
    struct store *store;
    struct executor *executor;
    struct rtmr_setup setup;
    struct service_limits limits;
    uid_t uid; /* the service's own */

    struct rtmr *kernel;
    struct rtmr *copy; /* for questions and trials */
    struct job_table jobs;
    struct slot_row *slot[2];
    int32_t slots[2];     /* in the kernel's tables */
    rtmr_handle *flagged; /* scratch: RTMR_JOBS */

    struct job_record *submitted; /* of the submission that is being made; NULL: none is */

    struct launch *launches;
    size_t launch_count;
    size_t launch_room;
    struct launch *kills;
    size_t kill_count;
    size_t kill_room;
    struct ended_attempt *ended;
    size_t ended_count;
    size_t ended_room;

    unsigned char slot_told[2][RTMR_SLOTS]; /* 1 + the slot_event that the executor has told last; 0: none */
    struct slot_change *changes;
    size_t change_count;
    size_t change_room;

    int64_t clock;           /* CLOCK_BOOTTIME in ms, as read last */
    rtmr_ticks now;          /* of this turn: never goes back */
    int adopting;            /* turns of the loop until all ends of before have been told */
    rtmr_ticks decide_at;    /* no task's bound must be decided upon before */
    int lack;                /* an errno: the machine lacks something to start tasks; 0: it does not */
    bool is_trying;          /* then: a task has been started to find out whether it still does */
    rtmr_ticks dispatch_at;  /* no other attempt is started before */
    bool is_full;            /* the last submission found no space; that is on the log */
    bool may_renew;          /* something has changed: flagged jobs may get their promise back */
    size_t renew_next;       /* the first flagged job to try then, by deadline */
    rtmr_ticks renew_at;     /* but not before */
    struct user_rate *rates; /* decisions of users in this second */
    size_t rate_count;
    size_t rate_room;
    bool loaded;                    /* memory is what the store says */
    rtmr_ticks retry_at;            /* a commit has failed: nothing is changed before; 0: none has */
    char problem[STORE_ERROR_SIZE]; /* then: why */
    int64_t calls_since_snapshot;
    int64_t last_call; /* added, */
    int64_t committed_call;
    int32_t flagged_jobs; /* unfinished, not suspended nor aborted */
    struct service_counts counts;
    struct service_counts committed_counts;
};

/* --- Calls (service_changes.c) ---------------------------------------------------------------- */

/* A call of the service's own at this instant, without arguments. */
struct call_record service_new_call(enum call_kind kind, rtmr_ticks tick);

/* Makes the call at call->tick, or at the kernel's instant if that is later; records it, and the
 * jobs that lost their promise by it. A status below 0: the kernel refused the arguments, and
 * nothing is recorded. */
enum rtmr_status service_call(struct service *s, struct call_record *call);

/* Takes the clock to now, as far as something happens until then. */
void service_pass_time(struct service *s, rtmr_ticks to);

/* Takes over into the store what the row says about the job. */
void service_update_job(struct service *s, const struct job_row *row, enum job_state state, rtmr_ticks ended);

/* The job is promised again: by `finish`. */
void service_promise(struct service *s, struct job_row *row, rtmr_ticks finish);

/* The job, a row, is over. */
void service_retire(struct service *s, struct job_row *row, rtmr_ticks ended);

/* Aborts the job at the instant: what runs of it is killed. `uid` as in call_record. The row may be
 * gone then. */
void service_abort_job(struct service *s, struct job_row *row, rtmr_ticks at, int64_t uid, const char *reason);

/* Has killed what runs of jobs that were aborted: after a load. */
void service_kill_again(struct service *s);

/* This turn's instant moves to that of service_read_clock(). */
void service_look_at_clock(struct service *s);

/* Adds a snapshot of the kernel if there were many calls since the last. */
void service_take_snapshot(struct service *s);

/* --- Load (service_load.c) -------------------------------------------------------------------- */

/* Makes memory what the store says. False: `error` says why not. */
bool service_load(struct service *s, char error[STORE_ERROR_SIZE]);

/* --- Tasks that start (service_dispatch.c) ---------------------------------------------------- */

/* Starts what may start, at now. While the machine lacks something that is one task, at times. */
void service_dispatch(struct service *s);
/* An attempt could not be started: the machine lacks something for it. */
void service_lacks(struct service *s, int error);
/* After the commit. */
void service_launch(struct service *s);
void service_ask_kill(struct service *s, enum rtmr_stage stage, int32_t slot, enum kill_reason reason);
void service_kill_asked(struct service *s);
/* The same of attempts on lost slots: before others start. */
void service_kill_lost(struct service *s);

/* --- Tasks that have ended (service_ends.c) --------------------------------------------------- */

/* The slot that the attempt runs on. False: none. O(slots). */
bool service_find_attempt(const struct service *s, int64_t attempt, enum rtmr_stage *stage, int32_t *slot);

void service_report_ends(struct service *s);
/* After the commit. */
void service_forget_ends(struct service *s);
/* The commit has failed. */
void service_unreport_ends(struct service *s);
void service_add_end(struct service *s, int64_t attempt, const struct attempt_end *end);

/* --- Slots that come and go by themselves (service_slots.c) ----------------------------------- */

/* Makes what the executor has told of slots. */
void service_change_slots(struct service *s);
/* After the commit. */
void service_forget_changes(struct service *s);
/* The commit has failed: what the executor told last of each slot is made again. */
void service_unmake_changes(struct service *s);
/* Nothing runs on the slot any more. */
void service_free_slot(struct service *s, enum rtmr_stage stage, int32_t i, rtmr_ticks at);
/* The record of the end of what runs on the slot. */
void service_record_end(struct service *s, const struct attempt_end *end, enum rtmr_stage stage, int32_t slot_number,
                        enum attempt_state state);

/* --- Reactions (service_reactions.c) ---------------------------------------------------------- */

/* Decides about the tasks that are about to reach their bounds. */
void service_decide_bounds(struct service *s);
/* At the instant `at`, which is behind the kernel's and at which tasks reach their bounds: gets
 * them more time. False: none got any. */
bool service_meet_bounds(struct service *s, rtmr_ticks at);
/* Gives flagged jobs their promise back, if that is possible. */
void service_renew_flagged(struct service *s);

/* Renews the job by the deadline, its tasks that no plan counts on being extended first; *call is
 * the call of it, or what it would have answered. `uid`, `note`: as in call_record. OK: the caller
 * is to call service_promise(). E_SLOT_LATE: such a task must not be extended. */
enum rtmr_status service_renew_job(struct service *s, const struct job_row *row, rtmr_ticks deadline, int64_t uid,
                                   const char *note, struct call_record *call);

/* --- Requests (service_checks.c) -------------------------------------------------------------- */

/* The request is well formed, of somebody who may submit, and within limits; *deadline: in ticks,
 * *wall: as the user sees it. False: *decision says why not. `submits`: it counts against the
 * limits. */
bool service_check_request(struct service *s, const struct caller *caller, const struct job_request *request,
                           bool submits, rtmr_ticks *deadline, int64_t *wall, struct service_decision *decision);
bool service_check_deadline(struct service *s, bool is_wall, int64_t asked, rtmr_ticks *deadline, int64_t *wall,
                            struct service_decision *decision);
/* The user may have a further decision in this second, and it counts. False: *decision says why
 * not. (service_rate.c) */
bool service_check_rate(struct service *s, const struct caller *caller, struct service_decision *decision);
/* Nothing can be changed now. */
bool service_closed(struct service *s, struct service_decision *decision);
void service_answer(struct service_decision *decision, enum service_answer answer, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* What the kernel's answer to a submit, renewal or drain means. */
void service_explain(struct service_decision *decision, const struct call_record *call);
/* "5 s", "2 min 3 s" */
void service_duration(rtmr_ticks ms, char *text, size_t size);

#endif
