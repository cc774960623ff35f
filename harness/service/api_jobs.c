/* Jobs, their attempts and what these have written. */
#include "harness/service/api_parts.h"
#include "harness/service/users.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool api_is_operator(const struct caller *caller)
{
    return !caller->anonymous && (caller->uid == 0 || caller->uid == geteuid());
}

static bool keep_owner(void *arg, const struct job_record *job)
{
    struct api_owner *owner = arg;
    *owner = (struct api_owner){.job = job->job, .uid = job->uid};
    return false;
}

bool api_owner(struct api *api, int64_t job, uid_t *uid)
{
    struct api_owner *owner = &api->owners[(uint64_t)job % (sizeof api->owners / sizeof api->owners[0])];
    struct job_view view;
    if (job <= 0) {
        return false;
    }
    if (service_job(api->service, job, &view)) {
        *uid = view.uid;
        return true;
    }
    if (owner->job != job) {
        struct api_owner found = {0};
        if (!store_job(api_store(api), job, keep_owner, &found) || found.job != job) {
            return false;
        }
        *owner = found;
    }
    *uid = owner->uid;
    return true;
}

/* --- A job ------------------------------------------------------------------------------------ */

static json_t *stage_json(int32_t tasks, int32_t waiting, int32_t running, int32_t finished, rtmr_ticks estimate)
{
    return json_pack("{s:i,s:i,s:i,s:i,s:I}", "tasks", (int)tasks, "waiting", (int)waiting, "running", (int)running,
                     "finished", (int)finished, "estimate_ms", (json_int_t)estimate);
}

static bool count_attempt(void *arg, const struct attempt_record *attempt)
{
    struct api_slice *slice = arg;
    struct api_counting *counting = &slice->request->reading.counting;
    counting->finished[attempt->stage] += attempt->state == ATTEMPT_FINISHED;
    counting->running[attempt->stage] += attempt->state == ATTEMPT_RUNNING;
    counting->cursor = attempt->attempt;
    slice->is_cut = !api_has_time(slice->api);
    return !slice->is_cut;
}

/* Counts the attempts of a job, which may be very many: as many as the turn has time for. What is
 * known of an aborted job is kept: its counts are final when nothing of it runs any more. False:
 * not all are counted. */
static bool count_attempts(struct api_slice *slice, const struct job_record *job, struct job_view *view)
{
    struct api_counting *counting = &slice->request->reading.counting;
    struct api_ended *ended = &slice->api->ended[(uint64_t)job->job % (sizeof slice->api->ended / sizeof *ended)];
    if (ended->job != job->job) {
        if (counting->job != job->job) {
            *counting = (struct api_counting){.job = job->job};
        }
        slice->is_broken = !store_attempts_of(api_store(slice->api), job->job, counting->cursor, count_attempt, slice);
        if (slice->is_broken || slice->is_cut) {
            return false;
        }
        memcpy(view->finished, counting->finished, sizeof view->finished);
        memcpy(view->running, counting->running, sizeof view->running);
        counting->job = 0;
        if (job->state == JOB_ACTIVE || view->running[RTMR_MAP] + view->running[RTMR_REDUCE] > 0) {
            return true;
        }
        *ended = (struct api_ended){.job = job->job, .finished = {view->finished[0], view->finished[1]}};
    }
    memcpy(view->finished, ended->finished, sizeof view->finished);
    return true;
}

/* How a job stands that the service has forgotten, or is about to. False: not all of it is known
 * in this turn. */
static bool view_ended(struct api_slice *slice, const struct job_record *job, struct job_view *view)
{
    *view = (struct job_view){.job = job->job, .uid = job->uid, .flagged = job->flagged, .deadline = job->deadline};
    view->finish = job->promised;
    memcpy(view->estimate, job->estimate, sizeof view->estimate);
    if (job->state == JOB_FINISHED) {
        memcpy(view->finished, job->tasks, sizeof view->finished);
        return true;
    }
    return count_attempts(slice, job, view);
}

static const char *state_name(const struct job_record *job, const struct job_view *view)
{
    if (job->state != JOB_ACTIVE) {
        return job->state == JOB_FINISHED ? "finished" : "aborted";
    }
    bool begun = view->running[0] + view->running[1] + view->finished[0] + view->finished[1] > 0;
    return begun ? "running" : "waiting";
}

static json_t *others_job(const struct job_view *view)
{
    return json_pack("{s:I,s:b,s:{s:i},s:{s:i}}", "job", (json_int_t)view->job, "mine", 0, "map", "running",
                     (int)view->running[RTMR_MAP], "reduce", "running", (int)view->running[RTMR_REDUCE]);
}

/* What a cluster manager calls the job's tasks. */
static void put_arrays(const struct api *api, const struct job_record *job, json_t *json)
{
    struct executor *e = api->executor;
    if (e->array != NULL) {
        json_t *arrays = json_object();
        int64_t stamp = service_stamp(api->service, job->submitted);
        for (int stage = 0; stage < 2; stage++) {
            json_object_set_new(arrays, api_stage_name((enum rtmr_stage)stage),
                                api_number(e->array(e, job->job, stamp, (enum rtmr_stage)stage), 0));
        }
        json_object_set_new(json, "arrays", arrays);
        json_object_set_new(json, "stamp", json_integer(stamp));
    }
}

/* The job as an entry of a list. NULL: the slice says why there is none in this turn. */
static json_t *job_json(struct api_slice *slice, const struct job_record *job)
{
    struct api *api = slice->api;
    struct job_view view;
    if ((job->state != JOB_ACTIVE || !service_job(api->service, job->job, &view)) && !view_ended(slice, job, &view)) {
        return NULL;
    }
    if (!service_may(&slice->request->caller, job->uid)) {
        return others_job(&view);
    }
    json_t *json = json_object();
    json_object_set_new(json, "job", json_integer(job->job));
    json_object_set_new(json, "mine", json_true());
    json_object_set_new(json, "user", api_string(user_name(job->uid)));
    json_object_set_new(json, "uid", json_integer(job->uid));
    json_object_set_new(json, "name", api_string(job->name));
    json_object_set_new(json, "state", json_string(state_name(job, &view)));
    json_object_set_new(json, "flagged", json_boolean(view.flagged));
    json_object_set_new(json, "reason", api_string(job->reason));
    json_object_set_new(json, "submitted_at", api_at(api, job->submitted));
    json_object_set_new(json, "deadline_at", api_at(api, view.deadline));
    json_object_set_new(json, "finish_at", api_at(api, view.finish));
    json_object_set_new(json, "ended_at", job->state == JOB_ACTIVE ? json_null() : api_at(api, job->ended));
    for (int stage = 0; stage < 2; stage++) {
        int32_t waiting = view.waiting[stage];
        json_object_set_new(
            json, api_stage_name((enum rtmr_stage)stage),
            stage_json(job->tasks[stage], waiting, view.running[stage], view.finished[stage], view.estimate[stage]));
    }
    json_object_set_new(json, "directory", api_string(job->directory));
    put_arrays(api, job, json);
    return json;
}

json_t *api_attempt_json(struct api *api, const struct api_request *request, const struct attempt_record *attempt)
{
    uid_t uid;
    bool mine = api_owner(api, attempt->job, &uid) && service_may(&request->caller, uid);
    bool running = attempt->state == ATTEMPT_RUNNING;
    json_t *json = json_object();
    json_object_set_new(json, "attempt", json_integer(attempt->attempt));
    json_object_set_new(json, "job", json_integer(attempt->job));
    json_object_set_new(json, "mine", json_boolean(mine));
    json_object_set_new(json, "stage", json_string(api_stage_name(attempt->stage)));
    json_object_set_new(json, "task", mine ? json_integer(attempt->task) : json_null());
    json_object_set_new(json, "number", mine ? json_integer(attempt->number) : json_null());
    json_object_set_new(json, "slot", json_integer(attempt->slot));
    json_object_set_new(json, "started_at", api_at(api, attempt->started > 0 ? attempt->started : attempt->dispatched));
    json_object_set_new(json, "ended_at", running ? json_null() : api_at(api, attempt->ended));
    json_object_set_new(json, "result", mine ? json_string(attempt_state_name(attempt->state)) : json_null());
    json_object_set_new(json, "exit_status", mine ? api_number(attempt->exit_status, -1) : json_null());
    json_object_set_new(json, "signal", mine ? api_number(attempt->signal, 0) : json_null());
    return json;
}

/* --- Lists ------------------------------------------------------------------------------------ */

/* A list whose entries are those of one state. */
struct job_slice {
    struct api_slice slice; /* first: a visitor's argument is either */
    bool ended_only;
};

static bool list_job(void *arg, const struct job_record *job)
{
    struct job_slice *jobs = arg;
    struct api_reading *reading = &jobs->slice.request->reading;
    if (!api_slice_goes_on(&jobs->slice)) {
        return false;
    }
    if (!(jobs->ended_only && job->state == JOB_ACTIVE)) {
        json_t *json = api_slice_has_room(&jobs->slice) ? job_json(&jobs->slice, job) : NULL;
        if (json == NULL) {
            return false;
        }
        api_put_entry(&reading->text, json);
        reading->left--;
    }
    reading->cursor = job->job;
    return true;
}

/* The numbers of the active jobs, in the order of their plan: one more than there is room for, if
 * there are so many. */
static void note_plan(const struct api *api, struct api_reading *reading)
{
    struct job_view view;
    int32_t jobs = service_jobs(api->service);
    int32_t most = reading->left < jobs ? (int32_t)reading->left + 1 : jobs;
    reading->numbers = text_memory(NULL, ((size_t)most + 1) * sizeof *reading->numbers);
    while (reading->count < most && service_job_at(api->service, reading->count, &view)) {
        reading->numbers[reading->count++] = view.job;
    }
}

static void list_others_job(struct job_slice *jobs, const struct job_view *view)
{
    struct api_reading *reading = &jobs->slice.request->reading;
    if (api_slice_goes_on(&jobs->slice) && api_slice_has_room(&jobs->slice)) {
        api_put_entry(&reading->text, others_job(view));
        reading->left--;
    }
}

/* Those of the active jobs that are still. */
static bool list_plan(struct job_slice *jobs)
{
    struct api *api = jobs->slice.api;
    struct api_reading *reading = &jobs->slice.request->reading;
    for (; reading->next < reading->count; reading->next++) {
        struct job_view view;
        int64_t number = reading->numbers[reading->next];
        if (!service_job(api->service, number, &view)) {
            continue;
        }
        if (!service_may(&jobs->slice.request->caller, view.uid)) {
            list_others_job(jobs, &view);
        } else if (!store_job(api_store(api), number, list_job, jobs)) {
            return false;
        }
        if (jobs->slice.is_cut || jobs->slice.is_broken || reading->more) {
            break;
        }
    }
    return true;
}

bool api_get_jobs(struct api *api, struct api_request *request, struct api_answer *answer)
{
    static const char *const states[] = {"active", "ended", "all", NULL};
    struct job_slice jobs = {.slice = {.api = api, .request = request}};
    struct api_reading *reading = &request->reading;
    int state = 0;
    int64_t after = -1;
    int64_t limit = 1000;
    if (!api_query_word(request, "state", states, &state, answer) ||
        !api_query_number(request, "after", 0, INT64_MAX, &after, answer) ||
        !api_query_number(request, "limit", 1, API_LIST_MAX, &limit, answer)) {
        return true;
    }
    bool by_plan = state == 0 && after < 0;
    if (!reading->has_begun) {
        reading->has_begun = true;
        reading->left = limit;
        reading->cursor = after < 0 ? 0 : after;
        if (by_plan) {
            note_plan(api, reading);
        }
        api_begin_list(api, &reading->text, "jobs");
    }
    jobs.ended_only = state == 1;
    bool good = by_plan ? list_plan(&jobs)
                        : store_each_job(api_store(api), state == 0, reading->cursor, after < 0, list_job, &jobs);
    return api_slice_end(&jobs.slice, good, answer);
}

/* --- A job with its attempts ------------------------------------------------------------------ */

/* A list of attempts: of all, or of some stage or task only. */
struct attempt_slice {
    struct api_slice slice; /* first: a visitor's argument is either */
    int stage;              /* -1: either */
    int64_t task;           /* -1: any */
};

struct found_job {
    struct api_slice *slice;
    bool is_there; /* and its text has begun */
    bool is_mine;
};

/* A command as the store has it, which is JSON: it may be as large as a request, and takes no time
 * this way. */
static void put_command(struct text *text, const char *name, const char *command)
{
    text_format(text, ",\"%s\":", name);
    text_put(text, command != NULL ? command : "null");
}

/* Begins the answer: the job but for its last brace, with what its tasks run if it is the
 * caller's. */
static bool begin_text(void *arg, const struct job_record *job)
{
    struct found_job *found = arg;
    struct text *text = &found->slice->request->reading.text;
    const char *map = job->command[RTMR_MAP];
    const char *reduce = job->command[RTMR_REDUCE];
    json_t *json = job_json(found->slice, job);
    if (json == NULL) {
        return false;
    }
    found->is_there = true;
    found->is_mine = json_is_true(json_object_get(json, "mine"));
    api_put_json(text, json);
    text->size--;
    if (found->is_mine) {
        put_command(text, "map_command", map);
        put_command(text, "reduce_command", reduce != NULL ? reduce : map);
    }
    return false;
}

static bool list_attempt(void *arg, const struct attempt_record *attempt)
{
    struct attempt_slice *attempts = arg;
    struct api_slice *slice = &attempts->slice;
    struct api_reading *reading = &slice->request->reading;
    bool asked = (attempts->stage < 0 || attempts->stage == (int)attempt->stage) &&
                 (attempts->task < 0 || attempts->task == attempt->task);
    if (!api_slice_goes_on(slice) || (asked && !api_slice_has_room(slice))) {
        return false;
    }
    if (asked) {
        api_put_entry(&reading->text, api_attempt_json(slice->api, slice->request, attempt));
        reading->left--;
    }
    reading->cursor = attempt->attempt;
    return true;
}

/* The job without its attempts, which follow if reading->has_begun; else the answer is complete, or
 * slice->is_cut. */
static void begin_job(struct api_slice *slice, int64_t after, int64_t limit, struct api_answer *answer)
{
    struct found_job found = {.slice = slice};
    struct api_request *request = slice->request;
    struct api_reading *reading = &request->reading;
    if (!store_job(api_store(slice->api), request->number, begin_text, &found) || slice->is_broken) {
        api_unreadable(slice->api, answer);
    } else if (slice->is_cut) {
        return;
    } else if (!found.is_there) {
        api_error(answer, 404, NULL, "there is no job %lld", (long long)request->number);
    } else if (!found.is_mine) {
        text_put(&reading->text, "}\n");
        api_answer_text(answer, 200, MIME_JSON, &reading->text);
    } else {
        text_put(&reading->text, ",\"attempts\":[");
        reading->left = limit;
        reading->cursor = after;
        reading->has_begun = true;
    }
}

bool api_get_job(struct api *api, struct api_request *request, struct api_answer *answer)
{
    static const char *const stages[] = {"map", "reduce", NULL};
    struct attempt_slice attempts = {.slice = {.api = api, .request = request}, .stage = -1, .task = -1};
    struct api_reading *reading = &request->reading;
    int64_t after = 0;
    int64_t limit = API_LIST_MAX;
    if (!api_query_word(request, "stage", stages, &attempts.stage, answer) ||
        !api_query_number(request, "task", 0, RTMR_TASKS, &attempts.task, answer) ||
        !api_query_number(request, "after", 0, INT64_MAX, &after, answer) ||
        !api_query_number(request, "limit", 0, API_LIST_MAX, &limit, answer)) {
        return true;
    }
    if (!reading->has_begun) {
        begin_job(&attempts.slice, after, limit, answer);
        if (!reading->has_begun) {
            return !attempts.slice.is_cut;
        }
    }
    bool good = store_attempts_of(api_store(api), request->number, reading->cursor, list_attempt, &attempts);
    return api_slice_end(&attempts.slice, good, answer);
}

bool api_get_attempts(struct api *api, struct api_request *request, struct api_answer *answer)
{
    struct attempt_slice attempts = {.slice = {.api = api, .request = request}, .stage = -1, .task = -1};
    struct api_reading *reading = &request->reading;
    int64_t since = -1;
    int64_t limit = API_LIST_MAX;
    if (!api_query_number(request, "since_at", 0, API_AT_MAX, &since, answer) ||
        !api_query_number(request, "limit", 1, API_LIST_MAX, &limit, answer)) {
        return true;
    }
    if (!reading->has_begun) {
        int64_t last = store_last_attempt(api_store(api));
        reading->has_begun = true;
        reading->left = limit;
        reading->cursor = last > API_LIST_MAX ? last - API_LIST_MAX : 0; /* of a long history its end */
        api_begin_list(api, &reading->text, "attempts");
    }
    rtmr_ticks ticks = since < 0 ? 0 : clock_ticks_of_wall(store_clock(service_store(api->service)), since);
    bool good = store_attempts_since(api_store(api), reading->cursor, ticks, list_attempt, &attempts);
    return api_slice_end(&attempts.slice, good, answer);
}

/* --- Logs ------------------------------------------------------------------------------------- */

/* Which attempt's output is asked for. */
struct log_slice {
    struct api_slice slice; /* first: a visitor's argument is either */
    int stage;
    int stream;
    int64_t task;
    int64_t attempt; /* 0: the last of the task */
    int64_t offset;
};

static bool find_attempt(void *arg, const struct attempt_record *attempt)
{
    struct log_slice *log = arg;
    struct api_reading *reading = &log->slice.request->reading;
    bool asked = log->attempt > 0 ? attempt->attempt == log->attempt
                                  : (int)attempt->stage == log->stage && attempt->task == log->task;
    if (!api_slice_goes_on(&log->slice)) {
        return false;
    }
    reading->cursor = attempt->attempt;
    if (asked) {
        reading->found = attempt->attempt;
    }
    return log->attempt == 0; /* one that was named would have been the first */
}

/* An attempt that runs may have no file yet; one that has ended has none if nothing could be
 * written, or if it was removed. */
static void answer_file(const char *path, int64_t offset, bool is_running, struct api_answer *answer)
{
    struct stat status;
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
    bool good = file >= 0 && fstat(file, &status) == 0 && S_ISREG(status.st_mode);
    *answer = (struct api_answer){.status = 200, .type = MIME_TEXT, .text = "", .file = -1};
    if (good && offset < status.st_size) {
        answer->file = file;
        answer->offset = offset;
        answer->size = (size_t)(status.st_size - offset);
        return;
    }
    if (!good && !(file < 0 && errno == ENOENT && is_running)) {
        api_error(answer, 404, NULL, "the output is not there any more");
    }
    if (file >= 0) {
        close(file);
    }
}

static bool read_log_query(const struct api_request *request, struct log_slice *log, struct api_answer *answer)
{
    static const char *const stages[] = {"map", "reduce", NULL};
    static const char *const streams[] = {"out", "err", NULL};
    return api_query_word(request, "stage", stages, &log->stage, answer) &&
           api_query_word(request, "stream", streams, &log->stream, answer) &&
           api_query_number(request, "task", 0, RTMR_TASKS, &log->task, answer) &&
           api_query_number(request, "attempt", 1, INT64_MAX, &log->attempt, answer) &&
           api_query_number(request, "offset", 0, INT64_MAX, &log->offset, answer);
}

static bool note_running(void *arg, const struct attempt_record *attempt)
{
    bool *is_running = arg;
    *is_running = attempt->state == ATTEMPT_RUNNING;
    return false;
}

static void answer_output(const struct log_slice *log, struct api_answer *answer)
{
    struct executor *e = log->slice.api->executor;
    int64_t attempt = log->slice.request->reading.found;
    char path[4096];
    bool is_running = false;
    if (attempt == 0) {
        api_error(answer, 404, NULL, log->attempt > 0 ? "the job has no such attempt" : "the task has not started");
    } else if (!e->output(e, attempt, log->stream + 1, path, sizeof path)) {
        api_error(answer, 404, NULL, "the output is not there any more");
    } else if (!store_attempts_of(api_store(log->slice.api), log->slice.request->number, attempt - 1, note_running,
                                  &is_running)) {
        api_unreadable(log->slice.api, answer);
    } else {
        answer_file(path, log->offset, is_running, answer);
    }
}

bool api_get_log(struct api *api, struct api_request *request, struct api_answer *answer)
{
    struct log_slice log = {.slice = {.api = api, .request = request}};
    struct api_reading *reading = &request->reading;
    uid_t uid;
    if (!read_log_query(request, &log, answer)) {
        return true;
    }
    if (log.attempt > 0) {
        reading->cursor = log.attempt - 1;
    }
    if (!api_owner(api, request->number, &uid)) {
        api_error(answer, 404, NULL, "there is no job %lld", (long long)request->number);
    } else if (!service_may(&request->caller, uid)) {
        api_error(answer, 403, NULL, "job %lld is another user's", (long long)request->number);
    } else if (!store_attempts_of(api_store(api), request->number, reading->cursor, find_attempt, &log)) {
        api_unreadable(api, answer);
    } else if (log.slice.is_cut) {
        return false;
    } else {
        answer_output(&log, answer);
    }
    return true;
}
