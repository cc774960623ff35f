/*
 * Requests: whether they are well formed and allowed; and answers in words.
 */
#include "harness/service/service_state.h"

#include <errno.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { NAME_LENGTH = 100, RETRIES = 1000, MINUTE = 60000, HOUR = 60 * MINUTE };

void service_answer(struct service_decision *decision, enum service_answer answer, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    decision->answer = answer;
    (void)vsnprintf(decision->message, sizeof decision->message, format, arguments);
    va_end(arguments);
}

static bool bad(struct service_decision *decision, const char *field, const char *expected)
{
    (void)snprintf(decision->field, sizeof decision->field, "%s", field);
    service_answer(decision, SERVICE_BAD, "%s: expected %s", field, expected);
    return false;
}

bool service_closed(struct service *s, struct service_decision *decision)
{
    if (s->executor == NULL || s->adopting > 0) {
        service_answer(decision, SERVICE_FULL, "the service is starting: try again");
        return true;
    }
    if (s->retry_at != 0) {
        service_answer(decision, store_accepts(s->store) ? SERVICE_FULL : SERVICE_NO_SPACE,
                       "nothing can be recorded now: %.200s", s->problem);
        return true;
    }
    return false;
}

/* --- Fields ----------------------------------------------------------------------------------- */

static bool check_name(const char *name, struct service_decision *decision)
{
    size_t length = name != NULL ? strlen(name) : 0;
    bool prints = true;
    for (size_t i = 0; i < length; i++) {
        prints &= (unsigned char)name[i] >= ' ' && name[i] != 0x7f;
    }
    return (length > 0 && length <= NAME_LENGTH && prints) ||
           bad(decision, "name", "1 to 100 bytes without control characters");
}

static bool check_stage(const struct job_request *request, enum rtmr_stage stage, struct service_decision *decision)
{
    static const char *const tasks_field[] = {"maps", "reduces"};
    static const char *const time_field[] = {"map_ms", "reduce_ms"};
    char expected[64];
    if (request->tasks[stage] < 0 || request->tasks[stage] > RTMR_TASKS) {
        (void)snprintf(expected, sizeof expected, "0 to %d tasks", RTMR_TASKS);
        return bad(decision, tasks_field[stage], expected);
    }
    if (request->tasks[stage] > 0 && (request->estimate[stage] < 1 || request->estimate[stage] > RTMR_TIME_MAX / 4)) {
        return bad(decision, time_field[stage], "the longest time of a task, at least 1 ms");
    }
    return true;
}

/* What exec() is to take: strings with the zeros at their ends, and a pointer to each. */
struct exec_size {
    size_t longest; /* string */
    size_t all;
};

static void add_string(struct exec_size *size, size_t length)
{
    size->longest = length + 1 > size->longest ? length + 1 : size->longest;
    size->all += length + 1 + sizeof(char *);
}

/* The text is a JSON array of strings, not empty, or of strings as members; *size grows. */
static bool is_command(const char *text, struct exec_size *size)
{
    json_t *array = json_loads(text, 0, NULL);
    bool good = json_is_array(array) && json_array_size(array) > 0;
    for (size_t i = 0; good && i < json_array_size(array); i++) {
        good = json_is_string(json_array_get(array, i));
        add_string(size, json_string_length(json_array_get(array, i)));
    }
    good = good && json_string_length(json_array_get(array, 0)) > 0;
    json_decref(array);
    return good;
}

static bool is_environment(const char *text, struct exec_size *size)
{
    json_t *object = json_loads(text, 0, NULL);
    const char *name;
    json_t *value;
    bool good = json_is_object(object);
    json_object_foreach(object, name, value)
    {
        good &= json_is_string(value) && name[0] != '\0' && strchr(name, '=') == NULL;
        add_string(size, strlen(name) + strlen("=") + json_string_length(value));
    }
    json_decref(object);
    return good;
}

/* Bytes of arguments and environment that exec() takes from a job. The system's limit is a quarter
 * of the stack's, and 6 MiB at most; the executor's own variables and the path of the program need
 * some of it. */
static size_t exec_most(void)
{
    enum { SYSTEM_MOST = 6 << 20, SYSTEM_LEAST = 128 << 10, OWN = 32 << 10 };
    long most = sysconf(_SC_ARG_MAX);
    most = most < SYSTEM_LEAST ? SYSTEM_LEAST : most > SYSTEM_MOST ? SYSTEM_MOST : most;
    return (size_t)most - OWN;
}

/* A job whose tasks cannot be executed is not promised. */
static bool check_exec(const char *field, struct exec_size size, struct service_decision *decision)
{
    enum { STRING_MOST = 128 << 10 }; /* Linux' MAX_ARG_STRLEN */
    char expected[128];
    if (size.longest > STRING_MOST) {
        (void)snprintf(expected, sizeof expected, "at most %d bytes in a string, found %zu", STRING_MOST - 1,
                       size.longest - 1);
        return bad(decision, field, expected);
    }
    if (size.all > exec_most()) {
        (void)snprintf(expected, sizeof expected, "at most %zu bytes with the environment, found %zu", exec_most(),
                       size.all);
        return bad(decision, field, expected);
    }
    return true;
}

/* What is executed: a stage without a command of its own has that of the maps. */
static bool check_command(const struct job_request *request, enum rtmr_stage stage, const char *field,
                          struct exec_size environment, struct service_decision *decision)
{
    struct exec_size size = {0};
    if (!is_command(request->command[stage], &size)) {
        return bad(decision, field, "the command and its arguments, an array of strings");
    }
    size.all += environment.all;
    return check_exec(field, size, decision);
}

static bool check_commands(const struct service *s, const struct job_request *request,
                           struct service_decision *decision)
{
    struct exec_size environment = {0};
    if (s->executor->runs_as_users && request->command[RTMR_MAP] == NULL) {
        return true;
    }
    if (request->environment != NULL && !is_environment(request->environment, &environment)) {
        return bad(decision, "environment", "an object of strings, by names without =");
    }
    if (!check_exec("environment", environment, decision)) {
        return false;
    }
    if (request->command[RTMR_MAP] == NULL) {
        return bad(decision, "map_command", "the command and its arguments, an array of strings");
    }
    if (!check_command(request, RTMR_MAP, "map_command", environment, decision) ||
        (request->command[RTMR_REDUCE] != NULL &&
         !check_command(request, RTMR_REDUCE, "reduce_command", environment, decision))) {
        return false;
    }
    if (request->directory == NULL || request->directory[0] != '/') {
        return bad(decision, "directory", "an absolute path");
    }
    return true;
}

static bool check_policy(const struct job_request *request, struct service_decision *decision)
{
    if (request->on_overrun > OVERRUN_FLAG) {
        return bad(decision, "on_overrun", "extend, kill or flag");
    }
    if (request->grace < -1 || request->grace > RTMR_TIME_MAX / 4) {
        return bad(decision, "grace_ms", "at least 0");
    }
    if (request->retries < 0 || request->retries > RETRIES) {
        return bad(decision, "retries", "0 to 1000");
    }
    if (request->take_earliest < 0 || request->take_earliest > RTMR_TIME_MAX / 4) {
        return bad(decision, "take_earliest_ms", "at least 0");
    }
    return true;
}

bool service_check_deadline(struct service *s, bool is_wall, int64_t asked, rtmr_ticks *deadline, int64_t *wall,
                            struct service_decision *decision)
{
    if (is_wall) {
        int64_t now = clock_wall();
        if (asked <= now || asked - now > RTMR_TIME_MAX / 4) {
            return bad(decision, "deadline_at", "an instant after now");
        }
        *deadline = s->now + (asked - now);
        *wall = asked;
        return true;
    }
    if (asked < 1 || asked > RTMR_TIME_MAX / 4) {
        return bad(decision, "deadline_ms", "a time from now on, at least 1 ms");
    }
    *deadline = s->now + asked;
    *wall = clock_wall_of(store_clock(s->store), *deadline);
    return true;
}

/* --- Who -------------------------------------------------------------------------------------- */

bool service_may(const struct caller *caller, uid_t owner)
{
    return !caller->anonymous && (caller->uid == 0 || caller->uid == owner || caller->uid == geteuid());
}

/* Tasks run as the submitting user if the service is root, or the executor sees to it; else as the
 * service's own user: then no other user may. */
static bool may_submit(const struct service *s, const struct caller *caller)
{
    return !caller->anonymous &&
           (s->executor->runs_as_users || s->uid == 0 || caller->uid == 0 || caller->uid == s->uid);
}

static bool check_limits(const struct service *s, const struct caller *caller, const struct job_request *request,
                         struct service_decision *decision)
{
    struct user_row user = jobs_of_user(&s->jobs, caller->uid);
    int64_t tasks = (int64_t)request->tasks[RTMR_MAP] + request->tasks[RTMR_REDUCE];
    if (user.jobs >= s->limits.jobs_per_user) {
        service_answer(decision, SERVICE_LIMIT, "a user may have %d unfinished jobs", (int)s->limits.jobs_per_user);
        return false;
    }
    if (user.tasks + tasks > s->limits.tasks_per_user) {
        service_answer(decision, SERVICE_LIMIT,
                       "a user may have %d unfinished tasks: there are %d, and %lld would come",
                       (int)s->limits.tasks_per_user, (int)user.tasks, (long long)tasks);
        return false;
    }
    return true;
}

/* There is space for a further job; the first that finds none is on the log. */
static bool check_space(struct service *s, struct service_decision *decision)
{
    char space[96];
    bool was_full = s->is_full;
    s->is_full = !store_accepts(s->store);
    if (!s->is_full) {
        return true;
    }
    store_describe_space(s->store, space, sizeof space);
    service_answer(decision, SERVICE_NO_SPACE, "the disk of the store is full: %s", space);
    if (!was_full) {
        (void)fprintf(stderr, "rtmrd: no further jobs until there is space: %s\n", decision->message);
    }
    return false;
}

/* The machine can start tasks. */
static bool check_lack(const struct service *s, struct service_decision *decision)
{
    if (s->lack == 0) {
        return true;
    }
    bool is_space = s->lack == ENOSPC || s->lack == EDQUOT;
    service_answer(decision, is_space ? SERVICE_NO_SPACE : SERVICE_FULL,
                   "tasks cannot be started: %s; no further jobs until one starts", strerror(s->lack));
    return false;
}

bool service_check_request(struct service *s, const struct caller *caller, const struct job_request *request,
                           bool submits, rtmr_ticks *deadline, int64_t *wall, struct service_decision *decision)
{
    if (!may_submit(s, caller)) {
        service_answer(decision, SERVICE_FORBIDDEN, "this service runs jobs of its own user only");
        return false;
    }
    if (!check_name(request->name, decision) || !check_stage(request, RTMR_MAP, decision) ||
        !check_stage(request, RTMR_REDUCE, decision) || !check_commands(s, request, decision) ||
        !check_policy(request, decision) ||
        !service_check_deadline(s, request->deadline_is_wall, request->deadline, deadline, wall, decision)) {
        return false;
    }
    if (request->tasks[RTMR_MAP] == 0 && request->tasks[RTMR_REDUCE] == 0) {
        return bad(decision, "maps", "at least one task in the two stages");
    }
    return !submits || (check_space(s, decision) && check_lack(s, decision) &&
                        check_limits(s, caller, request, decision) && service_check_rate(s, caller, decision));
}

/* --- Answers in words ------------------------------------------------------------------------- */

void service_duration(rtmr_ticks ms, char *text, size_t size)
{
    long long n = (long long)ms;
    if (n < MINUTE) {
        (void)snprintf(text, size, n % 1000 == 0 ? "%lld s" : "%lld.%03lld s", n / 1000, n % 1000);
    } else if (n < HOUR) {
        (void)snprintf(text, size, "%lld min %lld s", n / MINUTE, n % MINUTE / 1000);
    } else {
        (void)snprintf(text, size, "%lld h %lld min", n / HOUR, n % HOUR / MINUTE);
    }
}

/* Who would be late, and by how much. */
static void explain_lateness(struct service_decision *decision, const struct call_record *call)
{
    char who[48];
    char by[48];
    if (call->late_job == RTMR_NO_JOB || call->late_job == call->job) {
        (void)snprintf(who, sizeof who, "it");
    } else {
        (void)snprintf(who, sizeof who, "job %lld", (long long)call->late_job);
    }
    if (call->late_by == RTMR_NEVER) {
        service_answer(decision, SERVICE_REFUSED, "%s would never end", who);
        return;
    }
    service_duration(call->late_by, by, sizeof by);
    service_answer(decision, SERVICE_REFUSED, "%s would end %s after its deadline", who, by);
}

void service_explain(struct service_decision *decision, const struct call_record *call)
{
    decision->reason = call->reason;
    decision->late_job = call->late_job == call->job ? RTMR_NO_JOB : call->late_job;
    decision->late_by = call->late_by;
    decision->finish = call->estimated_finish;
    decision->earliest_deadline = call->earliest_deadline;
    if (call->status == RTMR_OK) {
        decision->answer = SERVICE_ACCEPTED;
        decision->message[0] = '\0';
    } else if (call->reason == RTMR_REASON_LATE) {
        explain_lateness(decision, call);
    } else {
        service_answer(decision, SERVICE_LIMIT, "no room for a further job: %s", rtmr_reason_text(call->reason));
    }
}
