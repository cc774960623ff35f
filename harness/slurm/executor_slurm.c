#include "harness/slurm/executor_slurm.h"

#include "harness/executors/attempt_files.h"
#include "harness/slurm/course.h"
#include "harness/slurm/job_comment.h"
#include "harness/slurm/requests.h"
#include "harness/slurm/slot_table.h"

#include <inttypes.h>
#include <slurm/slurm.h>
#include <slurm/slurm_errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <uv.h>

/* In ms. */
enum {
    LOOK_BUSY = 150,        /* between two looks at Slurm while there are attempts */
    LOOK_IDLE = 1000,       /* and while there are none */
    LOOK_AFTER = 20,        /* after a request */
    LOOK_SHARE = 4,         /* so many times as long as a look takes the controller is left alone */
    RELEASE_PAUSE = 1000,   /* between two releases of an element for the same attempt */
    ARRAY_PATIENCE = 15000, /* until an array is given up that has not come and for which a slot waits */
    SUBMIT_PATIENCE = 60000 /* and one for which none waits: sbatch tries again for a while */
};

/* For less than that, in s, a job may be lost by a service that is away. */
enum { JOB_AGE_LEAST = 3600 };

struct attempt {
    struct attempt *next;
    struct course course;
    int64_t job;
    int64_t stamp;
    enum rtmr_stage stage;
    int32_t task;
    int32_t slot;
    int64_t since;         /* ms of CLOCK_BOOTTIME */
    int64_t release_after; /* the same */
    int refusal;           /* why Slurm has refused its last release; 0: it has not */
    bool is_adopted;
};

struct look {
    uv_work_t work;
    struct slurm *slurm;
    uint64_t number;
    time_t since;
    enum load_status status;
    struct elements elements; /* LOAD_NEW */
    enum node_condition *conditions;
    bool has_conditions;
    int64_t took; /* ms */
    char error[256];
};

struct slurm {
    struct executor executor; /* the first member: the interface's pointer is this one's */
    uv_loop_t *loop;
    struct executor_events events;
    char *partition;
    struct slot_table table;
    struct attempt *attempts;
    struct requests *requests;
    struct elements elements;
    enum node_condition *conditions; /* of the table's nodes; NULL: not known yet */
    int64_t job_age;                 /* see cluster_job_age() */
    int64_t answers_since;           /* ms of CLOCK_BOOTTIME; valid unless it is silent */
    bool has_looked;
    time_t nodes_looked;
    bool is_looking;
    bool is_silent; /* Slurm did not answer the last time */
    bool is_closed;
    int64_t next_look;   /* ms of CLOCK_BOOTTIME */
    int64_t rests_until; /* the same: no look begins before */
    uv_timer_t timer;
    int32_t works; /* under way, the closing of the timer and of the requests included */
};

static struct slurm *slurm_of(struct executor *e)
{
    return (struct slurm *)(void *)e;
}

static void drop_work(struct slurm *s)
{
    s->works--;
    if (!s->is_closed || s->works > 0) {
        return;
    }
    elements_free(&s->elements);
    slot_table_free(&s->table);
    free(s->conditions);
    free(s->partition);
    free(s);
}

static void on_turn(uv_timer_t *timer);

/* Has on_turn() called within so many ms. */
static void turn_within(struct slurm *s, int64_t within)
{
    const int64_t at = boottime_now() + within;

    s->next_look = at < s->next_look ? at : s->next_look;
    const int64_t wait = s->next_look - boottime_now();
    uv_update_time(s->loop);
    uv_timer_start(&s->timer, on_turn, wait > 0 ? (uint64_t)wait : 0, 0);
}

/* --- Requests --------------------------------------------------------------------------------- */

static struct attempt *attempt_find(const struct slurm *s, int64_t number)
{
    struct attempt *a = s->attempts;

    while (a != NULL && a->course.attempt != number) {
        a = a->next;
    }
    return a;
}

/* Whether the controller has said no, for good; it may also be away, or busy with itself. */
static bool is_refusal(int error)
{
    return error >= ESLURM_INVALID_PARTITION_NAME && error < ESPANK_ERROR && error != ESLURM_DISABLED &&
           error != ESLURM_IN_STANDBY_MODE && error != ESLURM_TRANSITION_STATE_NO_UPDATE &&
           error != ESLURM_JOB_SETTING_DB_INX;
}

/* A request was answered; a release counts for its attempt. */
static void on_answer(void *owner, const struct request *r, int error)
{
    struct slurm *const s = owner;
    struct attempt *const a = attempt_find(s, r->attempt);

    if (r->kind == REQUEST_RELEASE && a != NULL && (error == 0 || is_refusal(error))) {
        a->course.releases++;
        a->refusal = error;
    }
    turn_within(s, error != 0 ? LOOK_BUSY : LOOK_AFTER);
}

static bool is_asked(const struct slurm *s, int64_t job, int64_t stamp, enum rtmr_stage stage, int32_t task)
{
    return requests_ask_about(s->requests, job, stamp, stage, task);
}

static const char *stage_name(enum rtmr_stage stage)
{
    return stage == RTMR_MAP ? "map" : "reduce";
}

/* --- Attempts --------------------------------------------------------------------------------- */

static int64_t stamp_of(const struct slurm *s, int64_t job)
{
    return s->events.job_stamp != NULL ? s->events.job_stamp(s->events.owner, job) : 0;
}

static bool has_attempt(const struct slurm *s, const struct element *e)
{
    for (const struct attempt *a = s->attempts; a != NULL; a = a->next) {
        if (a->job == e->job && a->stage == e->stage && a->task == e->task) {
            return true;
        }
    }
    return false;
}

/* ms of CLOCK_BOOTTIME of an instant of the wall clock in s, which is up to a second too early. */
static int64_t boottime_of(int64_t seconds, int64_t later)
{
    struct timespec t;
    const int64_t now = boottime_now();

    if (seconds <= 0 || clock_gettime(CLOCK_REALTIME, &t) != 0) {
        return now;
    }
    const int64_t ago = (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000 - seconds * 1000 - later;
    return ago > 0 && ago < now ? now - ago : now;
}

/* Tells an end; the attempt is gone. */
static void tell_end(struct slurm *s, struct attempt *a, const struct element *e, struct attempt_end *end)
{
    struct attempt **link = &s->attempts;
    const int64_t number = a->course.attempt;
    const bool ran = e != NULL && e->attempt == number && end->result != ATTEMPT_NOT_STARTED;

    while (*link != a) {
        link = &(*link)->next;
    }
    *link = a->next;
    end->killed = a->course.killed;
    end->started_boottime = ran ? boottime_of(e->began, 0) : 0;
    end->ended_boottime = ran ? boottime_of(e->ended, 1000) : boottime_now();
    free(a);
    s->events.ended(s->events.owner, number, end);
}

static void cancel_job(const struct slurm *s, int64_t job, const char *reason)
{
    if (s->events.job_cancelled != NULL) {
        s->events.job_cancelled(s->events.owner, job, reason);
    }
}

/* Elements of a stage, or a task, were cancelled or moved by others. */
static void give_up(const struct slurm *s, int64_t job, enum rtmr_stage stage, int32_t task)
{
    char reason[96];

    if (task < 0) {
        snprintf(reason, sizeof reason, "%s tasks were cancelled or moved in Slurm", stage_name(stage));
    } else {
        snprintf(reason, sizeof reason, "%s task %" PRId32 " was cancelled or moved in Slurm", stage_name(stage), task);
    }
    cancel_job(s, job, reason);
}

/* No array has come for a stage; was_away: or it has come and gone. */
static void give_up_array(const struct slurm *s, int64_t job, enum rtmr_stage stage, bool was_away)
{
    char reason[160];

    snprintf(reason, sizeof reason, "no array was submitted for its %s tasks%s", stage_name(stage),
             was_away ? ", or Slurm has forgotten it (MinJobAge)" : "");
    cancel_job(s, job, reason);
}

/* Slurm does not know the element any more, so the task can neither be judged nor run again. */
static void give_up_forgotten(const struct slurm *s, const struct attempt *a)
{
    char reason[160];

    snprintf(reason, sizeof reason,
             "Slurm has forgotten %s task %" PRId32 ", whose end was not seen: it remembers for %" PRId64
             " s (MinJobAge)",
             stage_name(a->stage), a->task, s->job_age);
    cancel_job(s, a->job, reason);
}

/* Why Slurm does not let an attempt start. */
static void explain_hold(const struct attempt *a, const struct element *own, struct attempt_end *end)
{
    if (a->refusal != 0) {
        snprintf(end->reason, sizeof end->reason, "Slurm refuses to release it: %s", slurm_strerror(a->refusal));
    } else {
        snprintf(end->reason, sizeof end->reason, "Slurm holds it again: %s", own != NULL ? element_reason(own) : "?");
    }
}

/* The hold of the plugin is for Slurm the user's own. */
static void take_hold(struct slurm *s, const struct element *record)
{
    struct request r = request_about(record, record->task, REQUEST_HOLD);
    const int tasks = record->tasks != NULL ? (int)strcspn(record->tasks, "%") : 0;

    if (tasks > 0 && (size_t)tasks + 16 < sizeof r.id) { /* not those that were released */
        snprintf(r.id, sizeof r.id, "%" PRIu32 "_[%.*s]", record->array, tasks, record->tasks);
    }
    requests_ask(s->requests, &r);
}

/* Asks Slurm for what is due about an attempt. */
static void ask_for(struct slurm *s, struct attempt *a, const struct element *e, bool is_own, enum request_kind kind)
{
    const struct job_mark mark = {a->job, a->stage == RTMR_REDUCE, a->stamp, a->course.attempt};
    const char *const node = slot_table_node(&s->table, a->stage, a->slot);
    struct request r = request_about(e, a->task, kind);

    if (kind == REQUEST_RELEASE && node == NULL) {
        s->events.slot_lost(s->events.owner, a->stage, a->slot); /* without a node it would start anywhere */
        return;
    }
    if (kind == REQUEST_RELEASE) {
        if (boottime_now() < a->release_after) {
            return;
        }
        a->release_after = boottime_now() + RELEASE_PAUSE;
        a->course.restarts = is_own ? e->restarts : 0;
        snprintf(r.node, sizeof r.node, "%s", node);
        job_mark_write(&mark, r.comment, sizeof r.comment);
    }
    r.attempt = a->course.attempt;
    r.ran_before = is_own && e->attempt != 0;
    requests_ask(s->requests, &r);
}

static enum request_kind kind_of(enum step step)
{
    return step == STEP_RELEASE ? REQUEST_RELEASE : step == STEP_HOLD ? REQUEST_HOLD : REQUEST_REQUEUE;
}

/* Does what is due about an attempt. */
static void advance(struct slurm *s, struct attempt *a)
{
    const struct element *const own = elements_find(&s->elements, a->job, a->stamp, a->stage, a->task);
    const struct element *const record = elements_find(&s->elements, a->job, a->stamp, a->stage, -1);
    const struct element *const any = elements_of(&s->elements, a->job, a->stamp, a->stage);
    const bool is_in_record = record != NULL && element_holds(record, a->task) && record->state == ELEMENT_HELD;
    const enum presence presence = own != NULL ? PRESENT : is_in_record ? UNTOUCHED : any != NULL ? NO_TASK : NO_ARRAY;
    struct attempt_end end = {0};

    if (!s->has_looked || is_asked(s, a->job, a->stamp, a->stage, a->task) ||
        (presence == UNTOUCHED && (record->is_users_hold || is_asked(s, a->job, a->stamp, a->stage, -1)))) {
        return;
    }
    const enum step step = course_step(&a->course, presence, own, boottime_now() - a->since > ARRAY_PATIENCE, &end);
    if (step == STEP_TELL) {
        if (end.result == ATTEMPT_NOT_STARTED) {
            explain_hold(a, own, &end);
        }
        tell_end(s, a, own, &end);
    } else if (step == STEP_GIVE_UP && presence == NO_ARRAY) {
        give_up_array(s, a->job, a->stage, a->is_adopted || a->course.has_run);
    } else if (step == STEP_GIVE_UP && presence == NO_TASK && (a->is_adopted || a->course.has_run)) {
        give_up_forgotten(s, a);
    } else if (step == STEP_GIVE_UP) {
        give_up(s, a->job, a->stage, a->task);
    } else if (step != STEP_WAIT) {
        ask_for(s, a, own != NULL ? own : record, own != NULL, kind_of(step));
    }
}

static void advance_all(struct slurm *s)
{
    struct attempt *next;

    for (struct attempt *a = s->attempts; a != NULL; a = next) {
        next = a->next;
        advance(s, a);
    }
}

/* Whether the element's stamp is that of the job on record. */
static bool is_ours(const struct slurm *s, const struct element *e)
{
    return stamp_of(s, e->job) == e->stamp;
}

/* An element that no attempt is about, of a job that lives. */
static void mind_stray(struct slurm *s, const struct element *e)
{
    const bool is_asked_for = is_asked(s, e->job, e->stamp, e->stage, e->task);

    if (e->state == ELEMENT_CANCELLED || (e->is_moved && e->state <= ELEMENT_RELEASED)) {
        give_up(s, e->job, e->stage, e->task);
    } else if (e->state == ELEMENT_HELD && e->is_users_hold && !e->is_completing && !is_asked_for) {
        take_hold(s, e);
    } else if (e->task >= 0 && (e->state == ELEMENT_RUNNING || e->state == ELEMENT_RELEASED) && !is_asked_for) {
        const struct request r =
            request_about(e, e->task, e->state == ELEMENT_RUNNING ? REQUEST_REQUEUE : REQUEST_HOLD);
        requests_ask(s->requests, &r);
    }
}

/* An element of no job that lives. The partition is the service's own, so what an earlier store has
 * left there goes; in another one it may be another service's. */
static void drop(struct slurm *s, const struct element *e)
{
    if (e->state > ELEMENT_RUNNING || is_asked(s, e->job, e->stamp, e->stage, -1) || (e->is_moved && !is_ours(s, e))) {
        return;
    }
    const struct request r = request_about(e, -1, REQUEST_CANCEL);
    requests_ask(s->requests, &r);
}

/* What is to be done about an element of a job that lives. */
static void mind(struct slurm *s, const struct element *e)
{
    if (e->is_throttled && !is_asked(s, e->job, e->stamp, e->stage, -1)) {
        const struct request r = request_about(e, -1, REQUEST_UNTHROTTLE);
        requests_ask(s->requests, &r);
    }
    if (!has_attempt(s, e)) {
        mind_stray(s, e);
    }
}

/* Cancels what waits or runs for jobs that have ended, or that are of another store, and stops what
 * runs for no attempt. */
static void mind_strays(struct slurm *s)
{
    const struct element *before = NULL;
    bool lives = false;
    bool is_known = false;

    for (size_t i = 0; i < s->elements.count; i++) {
        const struct element *const e = &s->elements.items[i];
        if (before == NULL || e->job != before->job || e->stamp != before->stamp) {
            const bool may_live = s->events.job_lives == NULL || s->events.job_lives(s->events.owner, e->job);
            const int64_t stamp = may_live ? stamp_of(s, e->job) : 0;
            is_known = stamp >= 0;
            lives = may_live && stamp == e->stamp;
        }
        before = e;
        if (is_known && lives) {
            mind(s, e);
        } else if (is_known) {
            drop(s, e);
        }
    }
}

/* Gives up jobs whose arrays do not come: their users have not submitted them, or Slurm has not
 * taken them. */
static void mind_arrays(struct slurm *s)
{
    struct executor_job job;
    const int64_t before = boottime_now() - SUBMIT_PATIENCE;

    for (int32_t i = 0; s->events.job_at != NULL && s->events.job_at(s->events.owner, i, &job); i++) {
        for (int stage = RTMR_MAP; stage <= RTMR_REDUCE; stage++) {
            if (job.is_untouched[stage] && job.accepted_boottime < before && s->answers_since < before &&
                elements_of(&s->elements, job.job, job.stamp, (enum rtmr_stage)stage) == NULL) {
                give_up_array(s, job.job, (enum rtmr_stage)stage, false);
            }
        }
    }
}

/* --- Looks ------------------------------------------------------------------------------------ */

static void on_look(uv_work_t *work)
{
    struct look *const look = work->data;
    struct slurm *const s = look->slurm;

    const int64_t begun = boottime_now();

    look->status = elements_load(s->partition, look->since, &look->elements);
    if (look->status == LOAD_FAILED) {
        snprintf(look->error, sizeof look->error, "%s", slurm_strerror(slurm_get_errno()));
        return;
    }
    look->took = boottime_now() - begun;
    /* only looks touch nodes_looked, and one is under way at a time */
    look->has_conditions =
        slot_table_ask(&s->table, &s->nodes_looked, look->conditions, look->error, sizeof look->error);
}

static void take_look(struct slurm *s, struct look *look)
{
    if (look->status == LOAD_FAILED) {
        if (!s->is_silent) {
            fprintf(stderr, "rtmrd: Slurm does not answer: %s\n", look->error);
        }
        s->is_silent = true;
        return;
    }
    s->answers_since = s->has_looked && !s->is_silent ? s->answers_since : boottime_now();
    s->is_silent = false;
    if (look->status == LOAD_NEW) {
        elements_free(&s->elements);
        s->elements = look->elements;
    }
    s->has_looked = true;
    requests_forget(s->requests, look->number);
    if (look->has_conditions) {
        free(s->conditions);
        s->conditions = look->conditions;
        look->conditions = NULL;
    }
    if (s->conditions != NULL) {
        slot_table_tell(&s->table, s->conditions, boottime_now(), &s->events);
    }
    advance_all(s);
    mind_strays(s);
    mind_arrays(s);
}

static void on_look_done(uv_work_t *work, int status)
{
    struct look *const look = work->data;
    struct slurm *const s = look->slurm;

    s->is_looking = false;
    if (s->is_closed) {
        if (status == 0 && look->status == LOAD_NEW) {
            elements_free(&look->elements);
        }
    } else {
        take_look(s, look);
        s->rests_until = boottime_now() + LOOK_SHARE * look->took;
        s->next_look = INT64_MAX;
        const bool awaits = requests_await_look(s->requests) && !s->is_silent;
        turn_within(s, awaits ? LOOK_AFTER : s->attempts != NULL && !s->is_silent ? LOOK_BUSY : LOOK_IDLE);
    }
    free(look->conditions);
    free(look);
    drop_work(s);
}

static void begin_look(struct slurm *s)
{
    struct look *const look = calloc(1, sizeof *look);
    enum node_condition *const conditions = calloc((size_t)s->table.nodes + 1, sizeof *conditions);

    if (look == NULL || conditions == NULL) {
        free(look);
        free(conditions);
        s->next_look = INT64_MAX;
        turn_within(s, LOOK_IDLE);
        return;
    }
    s->is_looking = true;
    look->slurm = s;
    look->number = requests_begin_look(s->requests);
    look->since = s->has_looked ? s->elements.updated : 0;
    look->conditions = conditions;
    look->work.data = look;
    s->works++;
    uv_queue_work(s->loop, &look->work, on_look, on_look_done); /* as above */
}

/* New attempts are seen to by what the last look has shown; the next look follows. */
static void on_turn(uv_timer_t *timer)
{
    struct slurm *const s = timer->data;

    advance_all(s);
    if (s->is_looking) {
        return;
    }
    if (boottime_now() >= s->rests_until) {
        begin_look(s);
    } else {
        s->next_look = INT64_MAX;
        turn_within(s, s->rests_until - boottime_now());
    }
}

/* --- The interface ---------------------------------------------------------------------------- */

static struct attempt *add_attempt(struct executor *e, const struct attempt_launch *launch)
{
    struct slurm *const s = slurm_of(e);
    struct attempt *const a = malloc(sizeof *a);

    if (a == NULL) {
        abort(); /* it is known to run; glibc fails only for sizes that no attempt has */
    }
    *a = (struct attempt){.next = s->attempts,
                          .course = {.attempt = launch->attempt, .restarts = -1},
                          .job = launch->job,
                          .stamp = stamp_of(s, launch->job),
                          .stage = launch->stage,
                          .task = launch->task,
                          .slot = launch->slot,
                          .since = boottime_now()};
    s->attempts = a;
    turn_within(s, 0);
    return a;
}

static void slurm_start(struct executor *e, const struct attempt_launch *launch)
{
    add_attempt(e, launch);
}

/* What is so already is found by the next look. */
static void slurm_adopt(struct executor *e, const struct attempt_launch *launch)
{
    struct attempt *const a = add_attempt(e, launch);

    a->is_adopted = true;
    if (launch->number == 0) {
        a->course.restarts = 0;
    }
}

static void slurm_kill(struct executor *e, int64_t number)
{
    struct slurm *const s = slurm_of(e);
    struct attempt *const a = attempt_find(s, number);

    if (a != NULL) {
        a->course.killed = true;
        turn_within(s, 0);
    }
}

static void slurm_forget(struct executor *e, int64_t number)
{
    (void)e;
    (void)number; /* what Slurm knows of it Slurm forgets */
}

/* Slurm writes a task's output where its user wants it. */
static bool slurm_output(struct executor *e, int64_t number, int stream, char *path, size_t size)
{
    (void)e;
    (void)number;
    (void)stream;
    (void)path;
    (void)size;
    return false;
}

static int64_t slurm_array(struct executor *e, int64_t job, int64_t stamp, enum rtmr_stage stage)
{
    const struct element *const any = elements_of(&slurm_of(e)->elements, job, stamp, stage);

    return any != NULL ? any->array : 0;
}

static bool slurm_slot_name(struct executor *e, enum rtmr_stage stage, int32_t slot, char *name, size_t size)
{
    const char *const node = slot_table_node(&slurm_of(e)->table, stage, slot);
    const int n = snprintf(name, size, "%s", node != NULL ? node : "");

    return node != NULL && n >= 0 && (size_t)n < size;
}

static void on_requests_freed(void *owner)
{
    drop_work(owner);
}

static void on_timer_closed(uv_handle_t *handle)
{
    drop_work(handle->data);
}

static void slurm_close(struct executor *e)
{
    struct slurm *const s = slurm_of(e);

    s->is_closed = true;
    while (s->attempts != NULL) {
        struct attempt *const a = s->attempts;
        s->attempts = a->next;
        free(a);
    }
    s->works += 2;
    requests_close(s->requests, on_requests_freed);
    uv_close((uv_handle_t *)&s->timer, on_timer_closed);
}

static void read_job_age(struct slurm *s)
{
    s->job_age = cluster_job_age();
    if (s->job_age > 0 && s->job_age < JOB_AGE_LEAST) {
        fprintf(stderr,
                "rtmrd: MinJobAge is %" PRId64 " s, at least %d s are expected: when the service is away for longer, "
                "jobs whose tasks end meanwhile are lost\n",
                s->job_age, JOB_AGE_LEAST);
    }
}

struct executor *executor_slurm(struct uv_loop_s *loop, const struct executor_options *options,
                                const struct executor_events *events, char *error, size_t size)
{
    struct slurm *const s = calloc(1, sizeof *s);

    if (s == NULL || (s->partition = strdup(options->partition)) == NULL ||
        (s->requests = requests_new(loop, on_answer, s)) == NULL ||
        setenv("UV_THREADPOOL_SIZE", REQUEST_THREADS, 0) != 0 || uv_timer_init(loop, &s->timer) != 0) {
        snprintf(error, size, "no memory");
        free(s != NULL ? s->partition : NULL);
        free(s != NULL ? s->requests : NULL);
        free(s);
        return NULL;
    }
    s->timer.data = s;
    s->loop = loop;
    s->events = *events;
    s->next_look = INT64_MAX;
    if (!slot_table_make(&s->table, options->partition, options->slots, error, size) ||
        !slot_table_keep(&s->table, options->store, error, size)) {
        slurm_close(&s->executor);
        return NULL;
    }
    read_job_age(s);
    s->executor = (struct executor){.name = "slurm",
                                    .latency = EXECUTOR_SLURM_LATENCY,
                                    .runs_as_users = true,
                                    .start = slurm_start,
                                    .adopt = slurm_adopt,
                                    .kill = slurm_kill,
                                    .forget = slurm_forget,
                                    .output = slurm_output,
                                    .array = slurm_array,
                                    .slot_name = slurm_slot_name,
                                    .close = slurm_close};
    turn_within(s, 0);
    return &s->executor;
}
