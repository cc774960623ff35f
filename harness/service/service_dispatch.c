/*
 * Tasks that start, and attempts that are killed. Both are decided, recorded and committed first;
 * the executor hears of them after that.
 */
#include "harness/service/service_state.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* For so long nothing is started if the machine lacked something for it, and then one task. What
 * cannot be started ends far sooner. */
enum { PAUSE_MS = 1000 };

/* Records the attempt that the call has started, and has it launched after the commit. */
static void begin_attempt(struct service *s, const struct call_record *call, int32_t number)
{
    struct attempt_record record = {.job = call->job,
                                    .stage = call->stage,
                                    .task = call->task,
                                    .number = number,
                                    .slot = call->slot,
                                    .token = call->token,
                                    .dispatched = call->tick,
                                    .bound = call->bound,
                                    .state = ATTEMPT_RUNNING,
                                    .exit_status = -1};
    store_add_attempt(s->store, &record);
    s->slot[call->stage][call->slot] = (struct slot_row){.attempt = record.attempt,
                                                         .job = call->job,
                                                         .task = call->task,
                                                         .number = number,
                                                         .token = call->token,
                                                         .since = call->tick,
                                                         .first_bound = call->bound};
    s->launches = jobs_grow(s->launches, &s->launch_room, s->launch_count + 1, sizeof *s->launches);
    s->launches[s->launch_count++] = (struct launch){.attempt = record.attempt,
                                                     .job = call->job,
                                                     .stage = call->stage,
                                                     .slot = call->slot,
                                                     .task = call->task,
                                                     .number = number};
    rtmr_ticks decide = call->bound - s->setup.latency;
    s->decide_at = decide < s->decide_at ? decide : s->decide_at;
}

/* Starts the task that the stage offers, if there is one. */
static bool dispatch_one(struct service *s, enum rtmr_stage stage)
{
    struct rtmr_offer offer;
    int32_t slot = rtmr_next_idle(s->kernel, stage, 0);
    if (slot < 0 || rtmr_offer(s->kernel, stage, &offer) != RTMR_OK) {
        return false;
    }
    struct call_record call = service_new_call(CALL_DISPATCH, s->now);
    service_pass_time(s, s->now);
    if (rtmr_offer(s->kernel, stage, &offer) != RTMR_OK) {
        return true;
    }
    struct job_row *row = jobs_find(&s->jobs, offer.job);
    int32_t number = 0;
    int32_t task = row != NULL ? jobs_take_task(row, stage, &number) : -1;
    if (task < 0) {
        return false;
    }
    call.stage = stage;
    call.slot = slot;
    call.task = task;
    if (service_call(s, &call) != RTMR_OK) {
        jobs_task_failed(row, stage, task, number - 1, false, true);
        return false;
    }
    row->running[stage]++;
    begin_attempt(s, &call, number);
    return true;
}

static bool dispatch_any(struct service *s)
{
    return dispatch_one(s, RTMR_MAP) || dispatch_one(s, RTMR_REDUCE);
}

void service_lacks(struct service *s, int error)
{
    if (s->lack == 0) {
        (void)fprintf(stderr,
                      "rtmrd: tasks cannot be started: %s; no further jobs, and one task is tried each second, "
                      "until one starts\n",
                      strerror(error));
    }
    s->lack = error;
    s->is_trying = false;
    s->dispatch_at = s->now + PAUSE_MS;
}

/* A task that is tried has not come back, or none waits that could be. */
static void lacks_nothing(struct service *s)
{
    if (s->lack != 0) {
        (void)fprintf(stderr, "rtmrd: tasks can be started again\n");
    }
    s->lack = 0;
    s->is_trying = false;
}

void service_dispatch(struct service *s)
{
    if (s->now < s->dispatch_at) {
        return;
    }
    if (s->lack != 0 && !s->is_trying && dispatch_any(s)) {
        s->is_trying = true;
        s->dispatch_at = s->now + PAUSE_MS;
        return;
    }
    lacks_nothing(s);
    while (dispatch_any(s)) {
    }
}

/* --- After the commit ------------------------------------------------------------------------- */

struct launching {
    struct service *service;
    const struct launch *launch;
    bool started;
};

/* The strings of a JSON array, ended by NULL; NULL: it is none. free() it; the strings belong to
 * the array. */
static const char **strings_of_array(const json_t *array)
{
    size_t count = json_array_size(array);
    const char **text = calloc(count + 1, sizeof *text);
    for (size_t i = 0; text != NULL && i < count; i++) {
        text[i] = json_string_value(json_array_get(array, i));
    }
    return text;
}

static void free_strings(char **text)
{
    for (size_t i = 0; text != NULL && text[i] != NULL; i++) {
        free(text[i]);
    }
    free(text);
}

/* "NAME=VALUE" of each member of a JSON object; free_strings() them. NULL: no memory. */
static char **environment_of_object(json_t *object)
{
    char **text = calloc(json_object_size(object) + 1, sizeof *text);
    const char *name;
    json_t *value;
    size_t count = 0;
    if (text == NULL) {
        return NULL;
    }
    json_object_foreach(object, name, value)
    {
        const char *string = json_string_value(value);
        if (asprintf(&text[count], "%s=%s", name, string != NULL ? string : "") < 0) {
            text[count] = NULL;
            free_strings(text);
            return NULL;
        }
        count++;
    }
    return text;
}

static void start(struct launching *l, const struct job_record *record, const char *const *arguments,
                  const char *const *environment)
{
    bool root = l->service->uid == 0;
    const struct launch *launch = l->launch;
    struct attempt_launch attempt = {.attempt = launch->attempt,
                                     .job = launch->job,
                                     .stage = launch->stage,
                                     .slot = launch->slot,
                                     .task = launch->task,
                                     .tasks = record->tasks[launch->stage],
                                     .number = launch->number,
                                     .uid = root ? record->uid : l->service->uid,
                                     .gid = root ? record->gid : getegid(),
                                     .directory = record->directory,
                                     .arguments = arguments,
                                     .environment = environment};
    l->service->executor->start(l->service->executor, &attempt);
    l->started = true;
}

static bool launch_job(void *arg, const struct job_record *record)
{
    struct launching *l = arg;
    const char *command = record->command[l->launch->stage];
    command = command != NULL ? command : record->command[RTMR_MAP];
    json_t *array = command != NULL ? json_loads(command, 0, NULL) : NULL;
    json_t *object = record->environment != NULL ? json_loads(record->environment, 0, NULL) : json_object();
    const char **arguments = strings_of_array(array);
    char **environment = environment_of_object(object);
    if (l->service->executor->runs_as_users && command == NULL) {
        start(l, record, NULL, NULL);
    } else if (arguments != NULL && arguments[0] != NULL && environment != NULL) {
        start(l, record, arguments, (const char *const *)environment);
    }
    free(arguments);
    free_strings(environment);
    json_decref(array);
    json_decref(object);
    return false;
}

void service_launch(struct service *s)
{
    for (size_t i = 0; i < s->launch_count; i++) {
        struct launching l = {.service = s, .launch = &s->launches[i]};
        enum rtmr_stage stage;
        int32_t slot;
        if (!service_find_attempt(s, l.launch->attempt, &stage, &slot)) {
            continue; /* its slot was lost at once */
        }
        (void)store_job(s->store, l.launch->job, launch_job, &l);
        if (!l.started) {
            struct attempt_end end = {.result = ATTEMPT_NOT_STARTED, .error = EIO, .untried = true};
            service_add_end(s, l.launch->attempt, &end);
        }
    }
    s->launch_count = 0;
}

void service_ask_kill(struct service *s, enum rtmr_stage stage, int32_t slot, enum kill_reason reason)
{
    struct slot_row *row = &s->slot[stage][slot];
    if (row->kill == KILL_NONE || reason == KILL_LOST) {
        s->kills = jobs_grow(s->kills, &s->kill_room, s->kill_count + 1, sizeof *s->kills);
        s->kills[s->kill_count++] =
            (struct launch){.attempt = row->attempt, .lost = reason == KILL_LOST, .job = row->job};
    }
    row->kill = row->kill == KILL_ABORT ? KILL_ABORT : reason;
}

void service_kill_lost(struct service *s)
{
    for (size_t i = 0; i < s->kill_count; i++) {
        if (s->kills[i].lost) {
            s->executor->kill(s->executor, s->kills[i].attempt);
        }
    }
}

void service_kill_asked(struct service *s)
{
    for (size_t i = 0; i < s->kill_count; i++) {
        enum rtmr_stage stage;
        int32_t slot;
        if (!s->kills[i].lost && service_find_attempt(s, s->kills[i].attempt, &stage, &slot)) {
            s->executor->kill(s->executor, s->kills[i].attempt);
        }
    }
    s->kill_count = 0;
}
