#include "harness/service/api_parts.h"
#include "harness/service/openapi.h"
#include "harness/service/page.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* A request that is understood. In `path`, # stands for a number and @ for a stage. */
struct api_route {
    const char *method;
    const char *path;
    const char *queries; /* the parameters, each with a space behind it */
    bool (*read)(struct api *api, struct api_request *request, struct api_answer *answer); /* true: done */
    void (*change)(struct api *api, struct api_request *request, struct api_answer *answer);
};

static const struct api_route routes[] = {
    {"POST", "/v1/jobs", "", NULL, api_post_job},
    {"GET", "/v1/jobs", "state after limit ", api_get_jobs, NULL},
    {"GET", "/v1/jobs/#", "stage task after limit wait_ms ", api_get_job, NULL},
    {"GET", "/v1/jobs/#/log", "stage task stream attempt offset ", api_get_log, NULL},
    {"POST", "/v1/jobs/#/abort", "", NULL, api_post_abort},
    {"POST", "/v1/jobs/#/suspend", "", NULL, api_post_suspend},
    {"POST", "/v1/jobs/#/renew", "", NULL, api_post_renew},
    {"GET", "/v1/slots", "", api_get_slots, NULL},
    {"POST", "/v1/slots", "", NULL, api_post_slot},
    {"POST", "/v1/slots/@/#/drain", "", NULL, api_post_drain},
    {"GET", "/v1/events", "after limit wait_ms ", api_get_events, NULL},
    {"GET", "/v1/attempts", "since_at limit ", api_get_attempts, NULL},
    {"GET", "/v1/estimates", "name ", api_get_estimates, NULL},
    {"GET", "/v1/status", "", api_get_status, NULL},
    {"GET", "/metrics", "", api_get_metrics, NULL},
};

enum { ROUTES = sizeof routes / sizeof routes[0] };

static bool match_number(const char **path, int64_t *number)
{
    char *end;
    if (!isdigit((unsigned char)**path)) {
        return false;
    }
    errno = 0;
    *number = strtoll(*path, &end, 10);
    *path = end;
    return errno == 0;
}

static bool match_stage(const char **path, enum rtmr_stage *stage)
{
    for (int i = RTMR_MAP; i <= RTMR_REDUCE; i++) {
        const char *name = api_stage_name((enum rtmr_stage)i);
        if (strncmp(*path, name, strlen(name)) == 0) {
            *path += strlen(name);
            *stage = (enum rtmr_stage)i;
            return true;
        }
    }
    return false;
}

static bool matches(const struct api_route *route, struct api_request *request)
{
    const char *path = request->path;
    for (const char *p = route->path; *p != '\0'; p++) {
        if (*p == '#' && !match_number(&path, &request->number)) {
            return false;
        }
        if (*p == '@' && !match_stage(&path, &request->stage)) {
            return false;
        }
        if (*p != '#' && *p != '@' && *p != *path++) {
            return false;
        }
    }
    return *path == '\0';
}

static bool is_method(const struct api_request *request, const char *method)
{
    const char *asked = strcmp(request->method, "HEAD") == 0 ? "GET" : request->method;
    return strcmp(asked, method) == 0;
}

/* Parameters that the route does not have, or that come twice, are errors. */
static bool knows_queries(const struct api_request *request, const struct api_route *route, struct api_answer *answer)
{
    for (int i = 0; i < request->query_count; i++) {
        const char *name = request->queries[i].name;
        size_t length = strlen(name);
        const char *found = length > 0 && strchr(name, ' ') == NULL ? route->queries : NULL;
        while (found != NULL && !(strncmp(found, name, length) == 0 && found[length] == ' ')) {
            const char *behind = strchr(found, ' ');
            found = behind == NULL ? NULL : behind + 1;
        }
        if (found == NULL) {
            api_error(answer, 400, name, "%.60s: there is no such parameter", name);
            return false;
        }
        if (api_query(request, name) != request->queries[i].value) {
            api_error(answer, 400, name, "%s: given twice", name);
            return false;
        }
    }
    return true;
}

static bool is_fixed(const struct api_request *request, struct api_answer *answer)
{
    struct page_file file;
    *answer = (struct api_answer){.status = 200, .file = -1};
    if (strcmp(request->path, "/openapi.json") == 0) {
        answer->type = MIME_JSON;
        answer->text = openapi_json;
        answer->size = strlen(openapi_json);
        return true;
    }
    if (page_find(request->path, &file)) {
        answer->type = file.type;
        answer->text = file.text;
        answer->size = file.size;
        answer->policy = PAGE_POLICY;
        return true;
    }
    return false;
}

static void refuse_method(struct api_answer *answer, const char *method, const char *allow)
{
    api_error(answer, 405, NULL, "%.20s: this can be done by %s only", method, allow);
    answer->allow = allow;
}

/* The route of the request; NULL: the answer says why there is none. */
static const struct api_route *find_route(struct api_request *request, struct api_answer *answer)
{
    bool get = false;
    bool post = false;
    for (int i = 0; i < ROUTES; i++) {
        if (matches(&routes[i], request)) {
            if (is_method(request, routes[i].method)) {
                return &routes[i];
            }
            get |= routes[i].read != NULL;
            post |= routes[i].change != NULL;
        }
    }
    if (get || post) {
        refuse_method(answer, request->method, get ? "GET, HEAD" : "POST");
    } else {
        api_error(answer, 404, NULL, "there is nothing at %.100s", request->path);
    }
    return NULL;
}

/* Sets until when the request waits, and for what. */
static bool begin_wait(struct api_request *request, struct api_answer *answer)
{
    int64_t ms = 0;
    if (!api_query_number(request, "wait_ms", 0, INT64_MAX, &ms, answer)) {
        return false;
    }
    if (ms > 0) {
        request->waits_until = clock_boottime() + (ms < API_WAIT_MAX_MS ? ms : API_WAIT_MAX_MS);
        request->waits_for_job = request->route->read == api_get_job;
        request->waits_for = request->number;
        return request->waits_for_job || api_events_after(request, &request->waits_for, answer);
    }
    return true;
}

enum api_step api_begin(struct api_request *request, struct api_answer *answer)
{
    request->waits_until = 0;
    if (is_fixed(request, answer)) {
        if (!is_method(request, "GET")) {
            refuse_method(answer, request->method, "GET, HEAD");
        }
        return API_ANSWERED;
    }
    request->route = find_route(request, answer);
    if (request->route == NULL || !knows_queries(request, request->route, answer) || !begin_wait(request, answer)) {
        return API_ANSWERED;
    }
    if (request->route->read != NULL) {
        return API_READS;
    }
    if (request->read_only || request->caller.anonymous) {
        api_error(answer, 403, NULL, "changes are made over the Unix socket only");
        return API_ANSWERED;
    }
    return API_CHANGES;
}

void api_change(struct api *api, struct api_request *request, struct api_answer *answer)
{
    request->route->change(api, request, answer);
}

bool api_is_due(const struct api *api, const struct api_request *request)
{
    struct job_view view;
    if (request->waits_until == 0) {
        return true;
    }
    return request->waits_for_job ? !service_job(api->service, request->waits_for, &view)
                                  : service_last_call(api->service) > request->waits_for;
}

enum api_progress api_read(struct api *api, struct api_request *request, bool hurry, struct api_answer *answer)
{
    if (!hurry && !api_is_due(api, request)) {
        return API_WAITS;
    }
    request->waits_until = 0;
    return request->route->read(api, request, answer) ? API_DONE : API_GOES_ON;
}

void api_begin_turn(struct api *api, double seconds)
{
    api->until = metrics_clock() + seconds;
}

bool api_has_time(const struct api *api)
{
    return metrics_clock() < api->until;
}

void api_request_free(struct api_request *request)
{
    text_free(&request->reading.text);
    free(request->reading.numbers);
    request->reading.numbers = NULL;
}
