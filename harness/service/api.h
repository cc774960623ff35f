/*
 * The interface that the service offers as HTTP with JSON, without the transport: a request comes
 * in as it was sent, and an answer goes out. README.md and openapi.json describe it.
 *
 * Requests are of three kinds. What needs no state (an error, the page) is answered at once. A
 * change is made in a turn of the loop that has time for it, and its answer may be told when it is
 * durable. Reading happens behind the next commit, so that it shows durable state only; and some of
 * it waits for an event.
 */
#ifndef SERVICE_API_H
#define SERVICE_API_H

#include "harness/service/metrics.h"
#include "harness/service/service.h"
#include "harness/service/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum {
    API_BODY_MAX = 1 << 20,   /* bytes of a request's body */
    API_QUERIES = 8,          /* parameters behind the ? */
    API_LIST_MAX = 10000,     /* entries of a list, */
    API_LIST_BYTES = 4 << 20, /* and their bytes: the entry that goes beyond is the last */
    API_WAIT_MAX_MS = 60000
};

struct api_query {
    const char *name;
    const char *value; /* "" if it has none */
};

struct api_route;

/* The attempts of an aborted job, as far as they were counted, by stage. */
struct api_counting {
    int64_t job;    /* 0: none is being counted */
    int64_t cursor; /* the last attempt that was */
    int32_t finished[2];
    int32_t running[2];
};

/* An answer that is made in several turns of the loop, as it would hold that up otherwise. */
struct api_reading {
    struct text text;
    int64_t cursor;   /* the number of the last entry that was looked at */
    int64_t left;     /* entries that there is room for */
    int64_t *numbers; /* of entries, if their order is not that of numbers */
    int32_t count;
    int32_t next;
    int64_t found;
    struct api_counting counting;
    bool has_begun;
    bool more; /* there are entries that there is no room for */
};

struct api_request {
    /* as sent; the text is the transport's, and stays until the answer is told */
    const char *method;
    const char *path;
    struct api_query queries[API_QUERIES];
    int query_count;
    const char *body;
    size_t body_size;
    struct caller caller;
    bool read_only;    /* the listener takes GET only */
    bool open_metrics; /* the client takes OpenMetrics */
    /* of api_begin() */
    const struct api_route *route;
    int64_t number;        /* of the job or slot in the path */
    enum rtmr_stage stage; /* in the path */
    int64_t waits_until;   /* ms of CLOCK_BOOTTIME; 0: it does not wait */
    int64_t waits_for;     /* the job that is to end, or the event before the one that is to come */
    bool waits_for_job;
    struct api_reading reading;
};

struct api_answer {
    unsigned status;
    const char *type; /* Content-Type */
    const char *text; /* size bytes */
    size_t size;
    char *owned; /* free() it when the answer has been told; NULL: the text is static */
    int file;    /* -1, or what is sent instead of the text: size bytes from `offset`; owned */
    int64_t offset;
    const char *allow;  /* 405: which methods are */
    const char *policy; /* Content-Security-Policy; NULL: nothing may be loaded */
};

struct api {
    struct service *service;
    struct executor *executor; /* for the logs */
    struct metrics *metrics;
    const char *store;  /* its folder, for the status */
    rtmr_ticks started; /* when this process has */
    double until;       /* of metrics_clock(): answers that take longer go on in the next turn */
    struct api_owner {
        int64_t job;
        uid_t uid;
    } owners[1024]; /* a cache: whose an ended job was */
    struct api_ended {
        int64_t job;
        int32_t finished[2];
    } ended[1024]; /* a cache: how many tasks of an aborted job have finished, by stage */
};

enum api_step {
    API_ANSWERED, /* tell it */
    API_CHANGES,  /* call api_change() before the next commit, or before a later one */
    API_READS     /* call api_read() behind the next commit */
};

enum api_step api_begin(struct api_request *request, struct api_answer *answer);

/* Makes the change. Tell the answer behind the next commit; an error if that fails. */
void api_change(struct api *api, struct api_request *request, struct api_answer *answer);

enum api_progress {
    API_WAITS,   /* for an event */
    API_GOES_ON, /* the answer is not complete: call api_read() in the next turn again */
    API_DONE
};

/* The answer of a request that reads. `hurry`: it waits for nothing any more. */
enum api_progress api_read(struct api *api, struct api_request *request, bool hurry, struct api_answer *answer);

/* Lets answers take so many seconds in this turn of the loop, all together. */
void api_begin_turn(struct api *api, double seconds);
bool api_has_time(const struct api *api);

/* Frees what the request owns. */
void api_request_free(struct api_request *request);

/* Whether a waiting request could be answered now. O(1). */
bool api_is_due(const struct api *api, const struct api_request *request);

/* {"error": message, "field": field}; field may be NULL. */
void api_error(struct api_answer *answer, unsigned status, const char *field, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Frees what the answer owns. */
void api_answer_free(struct api_answer *answer);

#endif
