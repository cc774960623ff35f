/* Requests that change something. */
#include "harness/service/api_parts.h"
#include "harness/service/users.h"

#include <stdlib.h>
#include <string.h>

enum { NAME_MAX_BYTES = 100, PATH_MAX_BYTES = 4095, RETRIES_MAX = 1000 };

/* clang-format off */
static const char *const job_fields[] = {
    "name", "maps", "reduces", "map_ms", "reduce_ms", "deadline_ms", "deadline_at", "take_earliest_ms", "what_if",
    "map_command", "reduce_command", "directory", "environment", "on_overrun", "grace_ms", "retries", "uid", "executor",
    NULL};
/* clang-format on */

/* A job that is being read, with what it owns. */
struct reading {
    const struct executor *executor;
    struct caller caller; /* whose job it will be */
    json_t *body;
    struct job_request job;
    bool what_if;
    char *command[2];
    char *environment;
    char name[NAME_MAX_BYTES + 1];
};

static bool missing(const char *name, struct api_answer *answer)
{
    api_error(answer, 400, name, "%s is missing", name);
    return false;
}

/* Tasks and estimate of a stage. */
static bool read_stage(struct reading *r, enum rtmr_stage stage, struct api_answer *answer)
{
    static const char *const tasks_name[] = {"maps", "reduces"};
    static const char *const estimate_name[] = {"map_ms", "reduce_ms"};
    int64_t tasks = 0;
    if (stage == RTMR_MAP && !api_has(r->body, "maps")) {
        return missing("maps", answer);
    }
    if (!api_field_number(r->body, tasks_name[stage], 0, RTMR_TASKS, &tasks, answer) ||
        !api_field_number(r->body, estimate_name[stage], 1, API_MS_MAX, &r->job.estimate[stage], answer)) {
        return false;
    }
    if (tasks > 0 && r->job.estimate[stage] == 0) {
        return missing(estimate_name[stage], answer);
    }
    r->job.tasks[stage] = (int32_t)tasks;
    return true;
}

/* argv: a list of text, the first of which is not empty. */
static bool read_command(struct reading *r, enum rtmr_stage stage, const char *name, struct api_answer *answer)
{
    const json_t *value = json_object_get(r->body, name);
    size_t i;
    const json_t *word;
    if (value == NULL || json_is_null(value)) {
        return true;
    }
    bool good = json_is_array(value) && json_array_size(value) > 0 && json_is_string(json_array_get(value, 0)) &&
                json_string_length(json_array_get(value, 0)) > 0;
    json_array_foreach(value, i, word)
    {
        good = good && json_is_string(word);
    }
    if (!good) {
        api_error(answer, 400, name, "%s: a list of the command's name and its arguments is expected", name);
        return false;
    }
    r->command[stage] = json_dumps(value, JSON_COMPACT);
    r->job.command[stage] = r->command[stage];
    return true;
}

static bool read_environment(struct reading *r, struct api_answer *answer)
{
    json_t *value = json_object_get(r->body, "environment");
    const char *name;
    json_t *text;
    bool good = value == NULL || json_is_null(value) || json_is_object(value);
    json_object_foreach(value, name, text)
    {
        good = good && name[0] != '\0' && strchr(name, '=') == NULL && json_is_string(text);
    }
    if (!good) {
        api_error(answer, 400, "environment", "environment: an object of names without = and their text is expected");
        return false;
    }
    r->environment = json_is_object(value) ? json_dumps(value, JSON_COMPACT) : NULL;
    r->job.environment = r->environment != NULL ? r->environment : "{}";
    return true;
}

/* The name that a job has if it is given none: that of the program. */
static void name_job(struct reading *r)
{
    json_t *command = json_object_get(r->body, r->command[RTMR_MAP] != NULL ? "map_command" : "reduce_command");
    const char *program = json_string_value(json_array_get(command, 0));
    const char *slash = program == NULL ? NULL : strrchr(program, '/');
    size_t length = 0;
    program = program == NULL ? "job" : slash != NULL && slash[1] != '\0' ? slash + 1 : program;
    while ((unsigned char)program[length] > ' ' && program[length] != 0x7f && length < NAME_MAX_BYTES) {
        length++;
    }
    while (length > 0 && ((unsigned char)program[length] & 0xc0) == 0x80) {
        length--; /* not inside of a character */
    }
    memcpy(r->name, program, length);
    r->name[length] = '\0';
    r->job.name = length > 0 ? r->name : "job";
}

/* On whose behalf the job is submitted: a cluster manager does that for its users. */
static bool read_user(struct reading *r, struct api_answer *answer)
{
    const char *const executors[] = {r->executor->name, NULL};
    int which = 0;
    int64_t uid = r->caller.uid;
    if (!api_field_word(r->body, "executor", executors, &which, answer) ||
        !api_field_number(r->body, "uid", 0, UINT32_MAX - 1, &uid, answer)) {
        return false;
    }
    if (uid != (int64_t)r->caller.uid) {
        if (!api_is_operator(&r->caller)) {
            api_error(answer, 403, "uid", "uid: only root and the service's own user submit jobs of others");
            return false;
        }
        gid_t gid;
        if (!user_group((uid_t)uid, &gid)) {
            api_error(answer, 503, "uid", "uid: the name service does not say which group the user has; try again");
            return false;
        }
        r->caller = (struct caller){.uid = (uid_t)uid, .gid = gid};
    }
    return true;
}

static bool read_what_runs(struct reading *r, struct api_answer *answer)
{
    if (!read_command(r, RTMR_MAP, "map_command", answer) || !read_command(r, RTMR_REDUCE, "reduce_command", answer) ||
        !read_environment(r, answer) || !api_field_text(r->body, "name", NAME_MAX_BYTES, &r->job.name, answer) ||
        !api_field_text(r->body, "directory", PATH_MAX_BYTES, &r->job.directory, answer)) {
        return false;
    }
    if (r->job.directory != NULL && r->job.directory[0] != '/') {
        api_error(answer, 400, "directory", "directory: a path that begins with / is expected");
        return false;
    }
    bool map_needed = r->job.tasks[RTMR_MAP] > 0 || r->command[RTMR_REDUCE] == NULL;
    bool runs_here = !r->what_if && !r->executor->runs_as_users;
    if (runs_here && map_needed && r->command[RTMR_MAP] == NULL) {
        return missing("map_command", answer);
    }
    if (runs_here && r->job.directory == NULL) {
        return missing("directory", answer);
    }
    if (r->job.name == NULL) {
        name_job(r);
    }
    if (r->executor->runs_as_users) {
        return true;
    }
    /* What is only asked runs nothing. */
    if (r->job.command[RTMR_MAP] == NULL) {
        r->job.command[RTMR_MAP] = r->command[RTMR_REDUCE] != NULL ? r->command[RTMR_REDUCE] : "[\"true\"]";
    }
    if (r->job.directory == NULL) {
        r->job.directory = "/";
    }
    return true;
}

static bool read_policy(struct reading *r, struct api_answer *answer)
{
    static const char *const policies[] = {"extend", "kill", "flag", NULL};
    int policy = OVERRUN_EXTEND;
    int64_t retries = 2;
    r->job.grace = -1;
    if (!api_field_word(r->body, "on_overrun", policies, &policy, answer) ||
        !api_field_number(r->body, "retries", 0, RETRIES_MAX, &retries, answer) ||
        !api_field_number(r->body, "grace_ms", 0, API_MS_MAX, &r->job.grace, answer)) {
        return false;
    }
    r->job.on_overrun = (enum overrun_policy)policy;
    r->job.retries = (int32_t)retries;
    return true;
}

static bool read_job(struct reading *r, struct api_answer *answer)
{
    return api_field_truth(r->body, "what_if", &r->what_if, answer) && read_stage(r, RTMR_MAP, answer) &&
           read_stage(r, RTMR_REDUCE, answer) &&
           api_field_deadline(r->body, &r->job.deadline_is_wall, &r->job.deadline, answer) &&
           api_field_number(r->body, "take_earliest_ms", 0, API_MS_MAX, &r->job.take_earliest, answer) &&
           read_policy(r, answer) && read_user(r, answer) && read_what_runs(r, answer);
}

void api_post_job(struct api *api, struct api_request *request, struct api_answer *answer)
{
    struct reading r = {.executor = api->executor, .caller = request->caller};
    r.body = api_body(request, job_fields, answer);
    struct service_decision decision = {0};
    if (r.body == NULL) {
        return;
    }
    if (read_job(&r, answer)) {
        double begin = metrics_clock();
        if (r.what_if) {
            service_what_if(api->service, &r.caller, &r.job, &decision);
        } else {
            service_submit(api->service, &r.caller, &r.job, &decision);
            metrics_observe(api->metrics, METRICS_DECISION, metrics_clock() - begin);
        }
        api_answer_decision(api, &decision, r.what_if ? 200 : 201, answer);
    }
    free(r.command[RTMR_MAP]);
    free(r.command[RTMR_REDUCE]);
    free(r.environment);
    json_decref(r.body);
}

/* {"job": N} if it succeeded. */
static void answer_job(int64_t job, const struct service_decision *decision, struct api_answer *answer)
{
    if (decision->answer == SERVICE_REFUSED) {
        api_error(answer, 409, NULL, "%s", decision->message);
    } else if (!api_answer_failure(decision, answer)) {
        api_answer_json(answer, 200, json_pack("{s:I}", "job", (json_int_t)job));
    }
}

static bool is_empty(const struct api_request *request, struct api_answer *answer)
{
    static const char *const none[] = {NULL};
    json_t *body = api_body(request, none, answer);
    json_decref(body);
    return body != NULL;
}

void api_post_abort(struct api *api, struct api_request *request, struct api_answer *answer)
{
    struct service_decision decision = {0};
    if (is_empty(request, answer)) {
        service_abort(api->service, &request->caller, request->number, &decision);
        answer_job(request->number, &decision, answer);
    }
}

void api_post_suspend(struct api *api, struct api_request *request, struct api_answer *answer)
{
    struct service_decision decision = {0};
    if (is_empty(request, answer)) {
        service_suspend(api->service, &request->caller, request->number, &decision);
        answer_job(request->number, &decision, answer);
    }
}

void api_post_renew(struct api *api, struct api_request *request, struct api_answer *answer)
{
    static const char *const fields[] = {"deadline_ms", "deadline_at", NULL};
    struct service_decision decision = {0};
    bool is_wall;
    int64_t deadline = 0;
    json_t *body = api_body(request, fields, answer);
    if (body != NULL && api_field_deadline(body, &is_wall, &deadline, answer)) {
        service_renew(api->service, &request->caller, request->number, is_wall, deadline, &decision);
        api_answer_decision(api, &decision, 200, answer);
        if (decision.answer == SERVICE_REFUSED) {
            answer->status = 409;
        }
    }
    json_decref(body);
}

void api_post_slot(struct api *api, struct api_request *request, struct api_answer *answer)
{
    static const char *const fields[] = {"stage", "slot", NULL};
    static const char *const stages[] = {"map", "reduce", NULL};
    struct service_decision decision = {0};
    int stage = -1;
    int64_t slot = -1;
    json_t *body = api_body(request, fields, answer);
    if (body == NULL) {
        return;
    }
    if (!api_has(body, "stage")) {
        missing("stage", answer);
    } else if (api_field_word(body, "stage", stages, &stage, answer) &&
               api_field_number(body, "slot", 0, RTMR_SLOTS - 1, &slot, answer)) {
        int32_t number = (int32_t)slot;
        service_add(api->service, &request->caller, (enum rtmr_stage)stage, &number, &decision);
        if (decision.answer == SERVICE_REFUSED) {
            api_error(answer, 409, NULL, "%s", decision.message);
        } else if (!api_answer_failure(&decision, answer)) {
            api_answer_json(answer, 201, json_pack("{s:s,s:i}", "stage", stages[stage], "slot", (int)number));
        }
    }
    json_decref(body);
}

void api_post_drain(struct api *api, struct api_request *request, struct api_answer *answer)
{
    struct service_decision decision = {0};
    if (request->number >= RTMR_SLOTS) {
        api_error(answer, 404, NULL, "there is no such slot");
    } else if (is_empty(request, answer)) {
        service_drain(api->service, &request->caller, request->stage, (int32_t)request->number, &decision);
        decision.finish = RTMR_NEVER;
        decision.deadline = RTMR_NEVER;
        api_answer_decision(api, &decision, 200, answer);
        if (decision.answer == SERVICE_REFUSED) {
            answer->status = 409;
        }
    }
}
