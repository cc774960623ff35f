/*
 * What was asked of Slurm about elements, and whose effect is not seen yet. Threads of libuv wait
 * for the controller's answers. A request stands in the list until a look that was begun behind its
 * answer shows what it has done: until then nothing else is asked about the element.
 */
#ifndef SLURM_REQUESTS_H
#define SLURM_REQUESTS_H

#include "harness/slurm/cluster.h"

/* Requests that run at a time: threads of libuv, as UV_THREADPOOL_SIZE takes it. */
#define REQUEST_THREADS "8"

struct uv_loop_s;

enum request_kind { REQUEST_RELEASE, REQUEST_HOLD, REQUEST_REQUEUE, REQUEST_CANCEL, REQUEST_UNTHROTTLE };

/* What the controller is to do: see the requests of cluster.h. */
struct request {
    enum request_kind kind;
    int64_t job;
    int64_t stamp;
    enum rtmr_stage stage;
    int32_t task;    /* -1: the whole array, or its record */
    int64_t attempt; /* 0: about none */
    char id[64];
    char node[256];   /* REQUEST_RELEASE, and the two below */
    char comment[96]; /* the mark */
    bool ran_before;
};

struct requests;

/* Is told each answer, in the loop: 0, or a number of Slurm's. */
typedef void request_answered(void *owner, const struct request *request, int error);

/* An empty list, which free() frees as long as nothing was asked; NULL: no memory. */
struct requests *requests_new(struct uv_loop_s *loop, request_answered *answered, void *owner);

/* Tells no further answer, and frees the list when the last request that runs has ended; `freed` is
 * told that in the loop, or at once. */
void requests_close(struct requests *list, void (*freed)(void *owner));

/* A request about an element, or about one task of its array that has no element of its own. */
struct request request_about(const struct element *e, int32_t task, enum request_kind kind);

/* Sends a request. Without memory nothing is asked: who asks finds out by the next look. */
void requests_ask(struct requests *list, const struct request *request);

/* Whether something is asked about a task, or about an array (task -1). O(requests). */
bool requests_ask_about(const struct requests *list, int64_t job, int64_t stamp, enum rtmr_stage stage, int32_t task);

/* Begins a look, which shows what was answered before: its number, 1, 2, ... */
uint64_t requests_begin_look(struct requests *list);

/* Forgets the requests that the look shows. */
void requests_forget(struct requests *list, uint64_t look);

/* Whether a request has been answered that no look has shown yet. */
bool requests_await_look(const struct requests *list);

#endif
