/* Requests: from their heads to their answers. */
#include "harness/service/http_parts.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Of a turn of the loop, for answers: far below the latency of the executor. */
static const double READING_SECONDS = 0.005;

/* Of the latency of the executor, for changes in a turn: an offered task waits no longer, but for
 * the change that has begun. Where the latency is long, other requests wait no longer than the
 * second of these. */
static const double CHANGING_SHARE = 0.2;
static const double CHANGING_SECONDS = 0.02;

/* Bytes of all bodies that are being received, and of those of one user. */
static const size_t BODIES_MAX = 64u << 20;
static const size_t BODIES_OF_USER_MAX = 8u << 20;

/* The same of all answers that are being made, or that their clients have not read. */
static const size_t ANSWERS_MAX = 256u << 20;
static const size_t ANSWERS_OF_USER_MAX = 32u << 20;

/* --- Lists of exchanges ----------------------------------------------------------------------- */

void http_list_init(struct exchange *list)
{
    list->before = list;
    list->behind = list;
}

static void list_remove(struct exchange *x)
{
    if (x->before != NULL) {
        x->before->behind = x->behind;
        x->behind->before = x->before;
    }
    x->before = NULL;
    x->behind = NULL;
}

/* Puts it before another one, or at the end of the list whose end that is. */
static void list_insert(struct exchange *behind, struct exchange *x)
{
    list_remove(x);
    x->before = behind->before;
    x->behind = behind;
    x->before->behind = x;
    behind->before = x;
}

/* --- Requests --------------------------------------------------------------------------------- */

static enum MHD_Result keep_query(void *arg, enum MHD_ValueKind kind, const char *name, const char *value)
{
    struct api_request *request = arg;
    (void)kind;
    if (request->query_count < API_QUERIES) {
        request->queries[request->query_count].name = name;
        request->queries[request->query_count].value = value != NULL ? value : "";
    }
    request->query_count++;
    return MHD_YES;
}

static const char *header(struct MHD_Connection *connection, const char *name)
{
    return MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
}

/* A request begins: its head is there. */
static struct exchange *begin(struct http *http, struct MHD_Connection *connection, const char *path,
                              const char *method)
{
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    const char *accepted = header(connection, MHD_HTTP_HEADER_ACCEPT);
    struct exchange *x = text_memory(NULL, sizeof *x);
    *x = (struct exchange){.http = http, .connection = connection, .peer = info->socket_context};
    x->answer.file = -1;
    x->request.method = method;
    x->request.path = path;
    x->request.caller = x->peer->caller;
    x->request.read_only = x->peer->is_tcp;
    x->request.open_metrics = accepted != NULL && strstr(accepted, "application/openmetrics-text") != NULL;
    x->peer->exchange = x;
    MHD_get_connection_values(connection, MHD_GET_ARGUMENT_KIND, keep_query, &x->request);
    return x;
}

static bool is_too_large(struct MHD_Connection *connection)
{
    const char *length = header(connection, MHD_HTTP_HEADER_CONTENT_LENGTH);
    return length != NULL && (strlen(length) > 9 || strtoll(length, NULL, 10) > API_BODY_MAX);
}

/* What can be refused by the head alone. False: the answer is ready. */
static bool check_head(struct exchange *x)
{
    struct http *http = x->http;
    const char *host = header(x->connection, MHD_HTTP_HEADER_HOST);
    host = host != NULL ? host : "";
    if (x->request.query_count > API_QUERIES) {
        api_error(&x->answer, 400, NULL, "too many parameters");
    } else if (is_too_large(x->connection)) {
        api_error(&x->answer, 413, NULL, "the body is larger than %d bytes", (int)API_BODY_MAX);
    } else if (http->stopping) {
        api_error(&x->answer, 503, NULL, "the service stops");
    } else if (x->peer->is_tcp && !page_hosts_have(http->hosts, host)) {
        api_error(&x->answer, 403, NULL, "Host: found \"%.100s\", expected an address, localhost, %s or a --page-host",
                  host, http->hosts->name[0]);
    } else {
        if (x->peer->is_tcp && http_key_is_right(http, header(x->connection, MHD_HTTP_HEADER_AUTHORIZATION))) {
            x->request.caller = (struct caller){.uid = geteuid(), .gid = getegid()};
        }
        return true;
    }
    return false;
}

/* Bytes that the user's bodies take now. */
static size_t bodies_of_user(const struct peer *user)
{
    size_t size = 0;
    for (const struct peer *peer = user->http->peers; peer != NULL; peer = peer->next) {
        size += http_is_same_user(peer, user) && peer->exchange != NULL ? peer->exchange->body.size : 0;
    }
    return size;
}

/* Takes a part of the body; false: there is too much, and the connection is to be closed. */
static bool receive(struct exchange *x, const char *bytes, size_t size)
{
    if (size > API_BODY_MAX - x->body.size) {
        http_send_last(x->peer, HTTP_TOO_LARGE);
        return false;
    }
    if (size > BODIES_MAX - x->http->body_bytes || size > BODIES_OF_USER_MAX - bodies_of_user(x->peer)) {
        http_send_last(x->peer, HTTP_BUSY);
        return false;
    }
    text_add(&x->body, bytes, size);
    x->http->body_bytes += size;
    return true;
}

/* Queues the answer, which it owns from then on. */
static enum MHD_Result tell(struct exchange *x)
{
    struct metrics *metrics = x->http->api->metrics;
    unsigned status = x->answer.status;
    struct MHD_Response *response = http_response(&x->answer, x->peer->is_tcp);
    if (response == NULL) {
        return MHD_NO;
    }
    enum MHD_Result result = MHD_queue_response(x->connection, status, response);
    MHD_destroy_response(response);
    x->state = EXCHANGE_TOLD;
    metrics->requests[status / 100]++;
    return result;
}

/* Puts a change into the queue: behind those of its user, and in turn with those of others. */
static void enqueue(struct exchange *x)
{
    struct exchange *queue = &x->http->queue;
    struct exchange *behind = queue;
    x->round = x->http->round;
    for (const struct exchange *y = queue->behind; y != queue; y = y->behind) {
        x->round = http_is_same_user(y->peer, x->peer) ? y->round + 1 : x->round;
    }
    while (behind->before != queue && behind->before->round > x->round) {
        behind = behind->before;
    }
    x->state = EXCHANGE_QUEUED;
    x->changes = true;
    list_insert(behind, x);
}

/* The request is there as a whole. */
static enum MHD_Result complete(struct exchange *x)
{
    struct http *http = x->http;
    x->request.body = x->body.at;
    x->request.body_size = x->body.size;
    x->peer->is_answered = true;
    switch (api_begin(&x->request, &x->answer)) {
    case API_ANSWERED: return tell(x);
    case API_CHANGES: enqueue(x); break;
    case API_READS:
        x->state = EXCHANGE_FRESH;
        list_insert(&http->fresh, x);
        break;
    }
    MHD_suspend_connection(x->connection);
    return MHD_YES;
}

/* libmicrohttpd calls this for the head, for each part of the body, at the end, and again when the
 * connection was resumed. */
enum MHD_Result http_on_request(void *arg, struct MHD_Connection *connection, const char *url, const char *method,
                                const char *version, const char *upload, size_t *upload_size, void **state)
{
    struct exchange *x = *state;
    (void)version;
    if (x == NULL) {
        x = begin(arg, connection, url, method);
        *state = x;
        return check_head(x) ? MHD_YES : tell(x);
    }
    if (x->state == EXCHANGE_READING && *upload_size > 0) {
        size_t size = *upload_size;
        *upload_size = 0;
        return receive(x, upload, size) ? MHD_YES : MHD_NO;
    }
    switch (x->state) {
    case EXCHANGE_READING: return complete(x);
    case EXCHANGE_READY: return tell(x);
    case EXCHANGE_GONE: return MHD_NO;
    case EXCHANGE_QUEUED:
    case EXCHANGE_FRESH:
    case EXCHANGE_PARTIAL:
    case EXCHANGE_WAITING:
    case EXCHANGE_TOLD: break;
    }
    return MHD_YES;
}

void http_on_completed(void *arg, struct MHD_Connection *connection, void **state, enum MHD_RequestTerminationCode code)
{
    struct http *http = arg;
    struct exchange *x = *state;
    (void)connection;
    (void)code;
    if (x == NULL) {
        return;
    }
    list_remove(x);
    x->peer->exchange = NULL;
    x->peer->is_answered = false;
    x->peer->has_been_served = true;
    x->peer->since = clock_boottime();
    http->body_bytes -= x->body.size;
    http->answer_bytes -= x->held;
    text_free(&x->body);
    api_request_free(&x->request);
    api_answer_free(&x->answer);
    free(x);
    *state = NULL;
}

/* --- Changes ---------------------------------------------------------------------------------- */

void http_make_changes(struct http *http)
{
    double share = (double)service_latency(http->api->service) / 1000 * CHANGING_SHARE;
    double end = metrics_clock() + (share < CHANGING_SECONDS ? share : CHANGING_SECONDS);
    while (http->queue.behind != &http->queue) {
        struct exchange *x = http->queue.behind;
        http->round = x->round;
        api_change(http->api, &x->request, &x->answer);
        x->state = EXCHANGE_FRESH;
        list_insert(&http->fresh, x);
        if (metrics_clock() >= end) {
            break;
        }
    }
}

/* --- Behind a commit -------------------------------------------------------------------------- */

void http_resume(struct exchange *x, enum exchange_state state)
{
    x->http->api->metrics->waiting -= x->state == EXCHANGE_WAITING;
    list_remove(x);
    x->state = state;
    MHD_resume_connection(x->connection);
}

/* Puts a suspended exchange at the end of another list. */
static void move(struct exchange *x, enum exchange_state state)
{
    struct http *http = x->http;
    http->api->metrics->waiting += (state == EXCHANGE_WAITING) - (x->state == EXCHANGE_WAITING);
    x->state = state;
    list_insert(state == EXCHANGE_WAITING   ? &http->waiting
                : state == EXCHANGE_PARTIAL ? &http->partial
                                            : &http->fresh,
                x);
}

/* Bytes that the user's answers take now. */
static size_t answers_of_user(const struct peer *user)
{
    size_t size = 0;
    for (const struct peer *peer = user->http->peers; peer != NULL; peer = peer->next) {
        size += http_is_same_user(peer, user) && peer->exchange != NULL ? peer->exchange->held : 0;
    }
    return size;
}

/* Counts what the answer takes so far. False: there is too much that clients have not read. */
static bool hold(struct exchange *x)
{
    struct http *http = x->http;
    http->answer_bytes -= x->held;
    x->held = x->request.reading.text.size + (x->answer.owned != NULL ? x->answer.size : 0);
    http->answer_bytes += x->held;
    return http->answer_bytes <= ANSWERS_OF_USER_MAX ||
           (http->answer_bytes <= ANSWERS_MAX && answers_of_user(x->peer) <= ANSWERS_OF_USER_MAX);
}

/* Lets go of the answer: an error takes its place. */
static void refuse_to_hold(struct exchange *x)
{
    api_request_free(&x->request);
    api_answer_free(&x->answer);
    api_error(&x->answer, 503, NULL, "too much of the answers to earlier requests has not been read");
    hold(x);
}

void http_read_or_wait(struct exchange *x, bool hurry)
{
    struct http *http = x->http;
    enum api_progress progress = api_read(http->api, &x->request, hurry, &x->answer);
    if (progress != API_WAITS && !hold(x)) {
        refuse_to_hold(x);
        progress = API_DONE;
    }
    switch (progress) {
    case API_DONE: http_resume(x, EXCHANGE_READY); break;
    case API_GOES_ON: move(x, EXCHANGE_PARTIAL); break;
    case API_WAITS:
        move(x, EXCHANGE_WAITING);
        if (x->request.waits_until < http->soonest) {
            http->soonest = 0; /* to be looked at */
        }
        break;
    }
}

/* When the next waiting request has to be answered in any case. */
static void on_wait(uv_timer_t *timer)
{
    (void)timer; /* the turn of the loop does it */
}

/* Lets those of the waiting requests be answered that are due. They are looked at only if something
 * has happened that one could wait for, or if the time of one is over. */
static void look_at_waiting(struct http *http)
{
    const struct service_counts *counts = service_counts(http->api->service);
    int64_t events = service_last_call(http->api->service);
    int64_t ended = counts->finished + counts->aborted;
    int64_t now = clock_boottime();
    int64_t soonest = INT64_MAX;
    bool news = events != http->seen_events || ended != http->seen_ended;
    http->seen_events = events;
    http->seen_ended = ended;
    if (!news && now < http->soonest) {
        return;
    }
    for (struct exchange *x = http->waiting.behind, *next; x != &http->waiting; x = next) {
        next = x->behind;
        if (x->request.waits_until <= now || api_is_due(http->api, &x->request)) {
            x->request.waits_until = 0;
            move(x, EXCHANGE_FRESH);
            continue;
        }
        soonest = x->request.waits_until < soonest ? x->request.waits_until : soonest;
    }
    http->soonest = soonest;
    if (soonest != INT64_MAX) {
        uv_update_time(http->loop);
        uv_timer_start(&http->wait, on_wait, (uint64_t)(soonest - now), 0);
    }
}

/* Lets the first of a list go on; the list becomes shorter, or its order another one. */
static void read_first(struct exchange *list, double seconds)
{
    api_begin_turn(list->behind->http->api, seconds);
    http_read_or_wait(list->behind, false);
}

/* Answers of what reads as much as the turn has time for: new requests first, a little of each, so
 * that long answers do not hold up short ones. */
static void read_some(struct http *http)
{
    double end = metrics_clock() + READING_SECONDS;
    while (http->fresh.behind != &http->fresh && metrics_clock() < end) {
        read_first(&http->fresh, READING_SECONDS / 5);
    }
    double left = end - metrics_clock();
    if (http->partial.behind != &http->partial) {
        read_first(&http->partial, left > READING_SECONDS / 5 ? left : READING_SECONDS / 5);
    }
}

/* Answers changes, and of what reads as much as the turn has time for. */
static void release(struct http *http)
{
    for (struct exchange *x = http->fresh.behind, *next; x != &http->fresh; x = next) {
        next = x->behind;
        if (x->changes) {
            http_resume(x, EXCHANGE_READY);
        }
    }
    look_at_waiting(http);
    read_some(http);
    if (http->soonest == 0) {
        look_at_waiting(http);
    }
}

void http_committed(struct http *http)
{
    if (http_wants_commit(http) || http->waiting.behind != &http->waiting) {
        release(http);
        http_go_on(http);
    }
}

void http_not_committed(struct http *http, const char *error, bool full)
{
    for (struct exchange *x = http->fresh.behind; x != &http->fresh; x = x->behind) {
        /* What was wrong in itself is as wrong now. */
        if (x->changes && (x->answer.status < 300 || x->answer.status == 409)) {
            api_answer_free(&x->answer);
            api_error(&x->answer, full ? 507 : 503, NULL, "%s", error);
        }
    }
    http_committed(http);
}
