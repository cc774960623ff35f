/* What the files of the transport share. */
#ifndef SERVICE_HTTP_PARTS_H
#define SERVICE_HTTP_PARTS_H

#include "harness/service/http.h"
#include "harness/service/page_hosts.h"
#include "harness/service/text.h"

#include <microhttpd.h>
#include <uv.h>

enum { HTTP_UNIX, HTTP_TCP, HTTP_LISTENERS };

struct listener {
    struct http *http;
    uv_poll_t poll;
    int file;
    bool is_open;
    bool is_tcp;
    bool is_paused; /* no descriptors are left */
};

/* A connection. */
struct peer {
    struct http *http;
    struct peer *next;
    struct peer *previous;
    struct exchange *exchange; /* the request that is being read or answered; NULL: none, or only a part of its head */
    struct caller caller;
    int64_t since; /* ms of CLOCK_BOOTTIME: the connection, or the end of the last answer */
    int file;      /* libmicrohttpd's */
    bool is_tcp;
    bool is_answered; /* the request is there as a whole */
    bool has_been_served;
    bool is_closing;
};

enum exchange_state {
    EXCHANGE_READING,
    EXCHANGE_QUEUED,  /* suspended: its change is to be made */
    EXCHANGE_FRESH,   /* suspended: waits for the next commit */
    EXCHANGE_PARTIAL, /* suspended: its answer goes on in the next turn */
    EXCHANGE_WAITING, /* suspended: waits for an event */
    EXCHANGE_READY,   /* its answer may be told */
    EXCHANGE_GONE,    /* the client has hung up */
    EXCHANGE_TOLD
};

/* A request and its answer. */
struct exchange {
    struct exchange *before; /* in a list of http; NULL: in none */
    struct exchange *behind;
    struct http *http;
    struct peer *peer;
    struct MHD_Connection *connection;
    enum exchange_state state;
    bool changes;
    int64_t round; /* QUEUED: of those of one user each has a round of its own */
    size_t held;   /* bytes of the answer that are in memory */
    struct text body;
    struct api_request request;
    struct api_answer answer;
};

struct http {
    uv_loop_t *loop;
    struct api *api;
    struct MHD_Daemon *daemon;
    uv_poll_t poll;  /* libmicrohttpd's epoll descriptor */
    uv_idle_t idle;  /* active: there is something to do at once */
    uv_timer_t tick; /* while there are connections */
    uv_timer_t wait;
    struct listener listeners[HTTP_LISTENERS];
    struct peer *peers;
    struct peer arriving;  /* the connection that is being accepted */
    struct exchange queue; /* ends of lists; this one by round */
    struct exchange fresh;
    struct exchange partial;
    struct exchange waiting;
    int64_t seen_events; /* the newest event, and the jobs ended, at the last look at those that wait */
    int64_t seen_ended;
    int64_t soonest; /* when the first of them has to be answered; 0: to be looked at */
    int64_t round;   /* of the change that was made last */
    size_t body_bytes;
    size_t answer_bytes; /* that are in memory, as they are being made or the client has not read them */
    int connections;
    bool stopping;
    char key[128];
    const struct page_hosts *hosts; /* of listeners[HTTP_TCP] */
};

enum { HTTP_NEXT_REQUEST_MS = 60000 }; /* in which the next request of a connection has to be there */

/* --- http.c ----------------------------------------------------------------------------------- */

/* Has libmicrohttpd do what there is to do, and the loop not sleep while there is more. */
void http_go_on(struct http *http);
/* Has http_run() do that, in this turn of the loop: by then the ends of tasks are known that the
 * turn has brought, and a request cannot move the clock beyond them. */
void http_wake(struct http *http);

/* --- http_exchange.c -------------------------------------------------------------------------- */

void http_list_init(struct exchange *list);

/* libmicrohttpd calls this for the head, for each part of the body, at the end, and again when the
 * connection was resumed. */
enum MHD_Result http_on_request(void *arg, struct MHD_Connection *connection, const char *url, const char *method,
                                const char *version, const char *upload, size_t *upload_size, void **state);
void http_on_completed(void *arg, struct MHD_Connection *connection, void **state,
                       enum MHD_RequestTerminationCode code);

/* A suspended exchange goes on, in this state. */
void http_resume(struct exchange *x, enum exchange_state state);

/* Makes as many of the changes that were asked for as the turn of the loop has time for. */
void http_make_changes(struct http *http);

/* Answers a request that reads if it is due, or `hurry`. */
void http_read_or_wait(struct exchange *x, bool hurry);

/* --- http_connection.c ------------------------------------------------------------------------ */

bool http_is_same_user(const struct peer *a, const struct peer *b);
void http_on_connection(void *arg, struct MHD_Connection *connection, void **state,
                        enum MHD_ConnectionNotificationCode code);
void http_on_accept(uv_poll_t *poll, int status, int events);

/* --- http_answer.c ---------------------------------------------------------------------------- */

/* Answers that go out past libmicrohttpd, when it takes none: the last bytes of a connection. */
enum http_last { HTTP_SLOW, HTTP_TOO_LARGE, HTTP_BUSY };
void http_send_last(const struct peer *peer, enum http_last which);

/* The answer with its headers; the answer is empty then. NULL: no memory. */
struct MHD_Response *http_response(struct api_answer *answer, bool is_tcp);

bool http_key_is_right(const struct http *http, const char *authorization);

#endif
