/* Connections: who may have one, and for how long. */
#include "harness/service/api_parts.h"
#include "harness/service/http_parts.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    TICK_MS = 1000,
    FIRST_REQUEST_MS = 10000, /* in which the first request of a connection has to be there */
    ACCEPTS = 64              /* connections that are accepted in a turn */
};

bool http_is_same_user(const struct peer *a, const struct peer *b)
{
    return a->caller.uid == b->caller.uid && a->is_tcp == b->is_tcp;
}

/* Clients that have hung up while their requests wait. */
static void find_gone(struct http *http)
{
    size_t count = 0;
    for (struct exchange *x = http->waiting.behind; x != &http->waiting; x = x->behind) {
        count++;
    }
    if (count == 0) {
        return;
    }
    struct pollfd *files = text_memory(NULL, count * sizeof *files);
    size_t i = 0;
    for (struct exchange *x = http->waiting.behind; x != &http->waiting; x = x->behind) {
        files[i++] = (struct pollfd){.fd = x->peer->file, .events = x->peer->is_tcp ? POLLRDHUP : 0};
    }
    if (poll(files, count, 0) > 0) {
        i = 0;
        for (struct exchange *x = http->waiting.behind, *next; x != &http->waiting; x = next) {
            next = x->behind;
            if (files[i++].revents != 0) {
                http_resume(x, EXCHANGE_GONE);
            }
        }
    }
    free(files);
}

/* Closes the connections whose requests take too long. */
static void close_slow(struct http *http)
{
    int64_t now = clock_boottime();
    for (struct peer *peer = http->peers; peer != NULL; peer = peer->next) {
        int64_t most = peer->has_been_served ? HTTP_NEXT_REQUEST_MS : FIRST_REQUEST_MS;
        if (!peer->is_answered && !peer->is_closing && now - peer->since >= most) {
            if (peer->exchange != NULL || !peer->has_been_served) {
                http_send_last(peer, HTTP_SLOW);
                http->api->metrics->slow_connections++;
            }
            peer->is_closing = true;
            shutdown(peer->file, SHUT_RDWR);
        }
    }
}

/* There may be descriptors again. */
static void resume_accepting(struct listener *listener)
{
    if (listener->is_paused) {
        listener->is_paused = false;
        uv_poll_start(&listener->poll, UV_READABLE, http_on_accept);
    }
}

static void on_tick(uv_timer_t *timer)
{
    struct http *http = timer->data;
    find_gone(http);
    close_slow(http);
    for (int i = 0; i < HTTP_LISTENERS; i++) {
        resume_accepting(&http->listeners[i]);
    }
    http_wake(http);
    if (http->peers == NULL) {
        uv_timer_stop(&http->tick);
    }
}

/* No descriptors are left: the next tick tries again. */
static void pause_accepting(struct listener *listener)
{
    listener->is_paused = true;
    uv_poll_stop(&listener->poll);
    uv_timer_start(&listener->http->tick, on_tick, TICK_MS, TICK_MS);
}

void http_on_connection(void *arg, struct MHD_Connection *connection, void **state,
                        enum MHD_ConnectionNotificationCode code)
{
    struct http *http = arg;
    struct peer *peer = *state;
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        peer = text_memory(NULL, sizeof *peer);
        *peer = http->arriving;
        peer->since = clock_boottime();
        peer->file = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
        peer->next = http->peers;
        if (peer->next != NULL) {
            peer->next->previous = peer;
        }
        http->peers = peer;
        http->api->metrics->connections++;
        *state = peer;
        if (!uv_is_active((const uv_handle_t *)&http->tick)) {
            uv_timer_start(&http->tick, on_tick, TICK_MS, TICK_MS);
        }
        return;
    }
    if (peer != NULL) {
        if (peer->next != NULL) {
            peer->next->previous = peer->previous;
        }
        *(peer->previous != NULL ? &peer->previous->next : &http->peers) = peer->next;
        http->api->metrics->connections--;
        free(peer);
        *state = NULL;
    }
}

static bool is_within_limits(const struct http *http, const struct peer *arriving)
{
    int same = 0;
    int all = 0;
    for (const struct peer *peer = http->peers; peer != NULL; peer = peer->next) {
        all++;
        same += http_is_same_user(peer, arriving);
    }
    int quarters = api_is_operator(&arriving->caller) ? 3 : 1;
    return all < http->connections && same < http->connections / 4 * quarters;
}

static void accept_one(struct http *http, const struct listener *listener, int file)
{
    struct sockaddr_storage address = {.ss_family = listener->is_tcp ? AF_INET : AF_UNIX};
    struct ucred credentials = {0};
    socklen_t size = sizeof credentials;
    http->arriving = (struct peer){.http = http, .file = file, .is_tcp = listener->is_tcp};
    if (listener->is_tcp) {
        http->arriving.caller = (struct caller){.uid = (uid_t)-1, .gid = (gid_t)-1, .anonymous = true};
    } else if (getsockopt(file, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0) {
        http->arriving.caller = (struct caller){.uid = credentials.uid, .gid = credentials.gid};
    } else {
        close(file);
        return;
    }
    if (!is_within_limits(http, &http->arriving)) {
        http_send_last(&http->arriving, HTTP_BUSY);
        close(file);
        http->api->metrics->refused_connections++;
        return;
    }
    MHD_add_connection(http->daemon, file, (const struct sockaddr *)&address, sizeof address);
}

void http_on_accept(uv_poll_t *poll, int status, int events)
{
    struct listener *listener = poll->data;
    (void)status;
    (void)events;
    for (int i = 0; i < ACCEPTS; i++) {
        int file = accept4(listener->file, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
        if (file >= 0) {
            accept_one(listener->http, listener, file);
        } else if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
            pause_accepting(listener);
            break;
        } else if (errno != ECONNABORTED && errno != EINTR) {
            break;
        }
    }
    http_wake(listener->http);
}
