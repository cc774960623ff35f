/*
 * HTTP/1.1 for the interface: libmicrohttpd's epoll descriptor in libuv's loop, in one thread.
 *
 * Requests that need the state are suspended when they are complete. Changes wait in a queue, from
 * which each turn of the loop takes as many as it has time for, in turn by user, and those of one
 * user in their order. Behind each commit answers go out; requests that wait for an event stay
 * suspended, and cost nothing meanwhile.
 *
 * Nothing that a client does holds up another one: what it sends is bounded in size, a request has
 * to be there as a whole within 10 s, connections and bytes of answers are counted per user.
 */
#ifndef SERVICE_HTTP_H
#define SERVICE_HTTP_H

#include "harness/service/api.h"

struct http;
struct page_hosts;
struct uv_loop_s;

/* Most connections: a quarter of them for a user, three for the service's own user and root. NULL:
 * no memory, or no descriptors. */
struct http *http_new(struct uv_loop_s *loop, struct api *api, int connections);

/* Takes over listening sockets. The Unix socket serves every user that can open it. Over TCP
 * requests only read; they are anonymous, unless they bring the key of the service's own user:
 * `Authorization: Bearer KEY`. They have to ask for an address or one of the hosts. */
void http_listen_unix(struct http *http, int file);
void http_listen_tcp(struct http *http, int file, const char *key, const struct page_hosts *hosts);

/* Goes on with what could not be done at once; before the commit of each turn of the loop. */
void http_run(struct http *http);

/* Some request waits for the next commit. */
bool http_wants_commit(const struct http *http);

/* What was changed is durable: answers go out. An error: it is not, and the changes were taken
 * back; full: the disk is. */
void http_committed(struct http *http);
void http_not_committed(struct http *http, const char *error, bool full);

/* Answers what waits, and closes all connections. The loop has to run once more before it is
 * closed; then http_free(). */
void http_close(struct http *http);
void http_free(struct http *http);

#endif
