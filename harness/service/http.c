#include "harness/service/http.h"
#include "harness/service/http_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { STOP_TURNS = 100 }; /* of the loop, in which last answers go out */

/* --- Running libmicrohttpd -------------------------------------------------------------------- */

/* Keeps the loop from sleeping while there is something to do. */
static void on_idle(uv_idle_t *idle)
{
    (void)idle;
}

void http_go_on(struct http *http)
{
    MHD_UNSIGNED_LONG_LONG timeout = 1;
    MHD_run(http->daemon);
    bool more = MHD_get_timeout(http->daemon, &timeout) == MHD_YES && timeout == 0;
    if (more || http_wants_commit(http)) {
        uv_idle_start(&http->idle, on_idle);
    } else {
        uv_idle_stop(&http->idle);
    }
}

static void on_ready(uv_poll_t *poll, int status, int events)
{
    (void)status;
    (void)events;
    http_wake(poll->data);
}

void http_wake(struct http *http)
{
    uv_idle_start(&http->idle, on_idle);
}

void http_run(struct http *http)
{
    if (uv_is_active((const uv_handle_t *)&http->idle)) {
        http_go_on(http);
    }
    http_make_changes(http);
}

bool http_wants_commit(const struct http *http)
{
    return http->queue.behind != &http->queue || http->fresh.behind != &http->fresh ||
           http->partial.behind != &http->partial;
}

/* --- From the beginning to the end ------------------------------------------------------------ */

static void on_message(void *arg, const char *format, va_list arguments)
{
    (void)arg;
    (void)format;
    (void)arguments; /* of what clients do wrong */
}

struct http *http_new(uv_loop_t *loop, struct api *api, int connections)
{
    struct http *http = text_memory(NULL, sizeof *http);
    *http = (struct http){.loop = loop, .api = api, .connections = connections, .soonest = INT64_MAX};
    http_list_init(&http->queue);
    http_list_init(&http->fresh);
    http_list_init(&http->partial);
    http_list_init(&http->waiting);
    http->daemon = MHD_start_daemon(
        MHD_USE_EPOLL | MHD_USE_NO_LISTEN_SOCKET | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG, 0, NULL, NULL,
        http_on_request, http, MHD_OPTION_EXTERNAL_LOGGER, on_message, NULL, MHD_OPTION_NOTIFY_COMPLETED,
        http_on_completed, http, MHD_OPTION_NOTIFY_CONNECTION, http_on_connection, http, MHD_OPTION_CONNECTION_LIMIT,
        (unsigned)connections + 16, MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)(HTTP_NEXT_REQUEST_MS / 1000),
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)16384, MHD_OPTION_SIGPIPE_HANDLED_BY_APP, 1, MHD_OPTION_END);
    const union MHD_DaemonInfo *info =
        http->daemon == NULL ? NULL : MHD_get_daemon_info(http->daemon, MHD_DAEMON_INFO_EPOLL_FD);
    if (info == NULL || uv_poll_init(loop, &http->poll, info->epoll_fd) != 0) {
        free(http);
        return NULL;
    }
    uv_idle_init(loop, &http->idle);
    uv_timer_init(loop, &http->tick);
    uv_timer_init(loop, &http->wait);
    http->poll.data = http;
    http->tick.data = http;
    uv_poll_start(&http->poll, UV_READABLE, on_ready);
    return http;
}

static void listen_on(struct http *http, int which, int file)
{
    struct listener *listener = &http->listeners[which];
    *listener = (struct listener){.http = http, .file = file, .is_open = true, .is_tcp = which == HTTP_TCP};
    uv_poll_init(http->loop, &listener->poll, file);
    listener->poll.data = listener;
    uv_poll_start(&listener->poll, UV_READABLE, http_on_accept);
}

void http_listen_unix(struct http *http, int file)
{
    listen_on(http, HTTP_UNIX, file);
}

void http_listen_tcp(struct http *http, int file, const char *key, const struct page_hosts *hosts)
{
    http->hosts = hosts;
    snprintf(http->key, sizeof http->key, "%s", key);
    listen_on(http, HTTP_TCP, file);
}

static void refuse_all(struct exchange *list)
{
    for (struct exchange *x = list->behind, *next; x != list; x = next) {
        next = x->behind;
        api_answer_free(&x->answer);
        api_error(&x->answer, 503, NULL, "the service stops");
        http_resume(x, EXCHANGE_READY);
    }
}

/* Has all requests answered that wait for something, with what there is. */
static void hurry(struct http *http)
{
    api_begin_turn(http->api, 1e9);
    for (struct exchange *x = http->waiting.behind, *next; x != &http->waiting; x = next) {
        next = x->behind;
        http_read_or_wait(x, true);
    }
    while (http->partial.behind != &http->partial) {
        http_read_or_wait(http->partial.behind, true);
    }
    for (int i = 0; i < STOP_TURNS; i++) {
        http_go_on(http);
        refuse_all(&http->queue);
        refuse_all(&http->fresh);
        if (!uv_is_active((const uv_handle_t *)&http->idle)) {
            break;
        }
    }
}

void http_close(struct http *http)
{
    http->stopping = true;
    for (int i = 0; i < HTTP_LISTENERS; i++) {
        struct listener *listener = &http->listeners[i];
        if (listener->is_open) {
            uv_poll_stop(&listener->poll);
            uv_close((uv_handle_t *)&listener->poll, NULL);
            close(listener->file);
        }
    }
    hurry(http);
    uv_close((uv_handle_t *)&http->poll, NULL);
    uv_close((uv_handle_t *)&http->idle, NULL);
    uv_close((uv_handle_t *)&http->wait, NULL);
    MHD_stop_daemon(http->daemon);
    uv_close((uv_handle_t *)&http->tick, NULL);
}

void http_free(struct http *http)
{
    free(http);
}
