#include "harness/slurm/requests.h"

#include <inttypes.h>
#include <slurm/slurm.h>
#include <stdio.h>
#include <stdlib.h>
#include <uv.h>

struct sent {
    struct request request;
    uv_work_t work;
    struct sent *next;
    struct requests *list;
    int error;
    bool is_done;
    uint64_t shown_by; /* the look; valid if is_done */
};

struct requests {
    uv_loop_t *loop;
    request_answered *answered;
    void *owner;
    struct sent *first;
    uint64_t looks; /* begun */
    int32_t running;
    void (*freed)(void *owner); /* not NULL: it is closed */
};

struct requests *requests_new(struct uv_loop_s *loop, request_answered *answered, void *owner)
{
    struct requests *const list = calloc(1, sizeof *list);

    if (list != NULL) {
        list->loop = loop;
        list->answered = answered;
        list->owner = owner;
    }
    return list;
}

static void free_if_last(struct requests *list)
{
    void (*const freed)(void *owner) = list->freed;
    void *const owner = list->owner;

    if (freed == NULL || list->running > 0) {
        return;
    }
    free(list);
    freed(owner);
}

void requests_close(struct requests *list, void (*freed)(void *owner))
{
    while (list->first != NULL) {
        struct sent *const r = list->first;
        list->first = r->next;
        if (r->is_done) {
            free(r);
        } else {
            uv_cancel((uv_req_t *)&r->work); /* if it runs already it goes on */
        }
    }
    list->freed = freed;
    free_if_last(list);
}

struct request request_about(const struct element *e, int32_t task, enum request_kind kind)
{
    struct request r = {.kind = kind, .job = e->job, .stamp = e->stamp, .stage = e->stage, .task = task};

    if (e->is_array && task >= 0) {
        snprintf(r.id, sizeof r.id, "%" PRIu32 "_%" PRId32, e->array, task);
    } else {
        snprintf(r.id, sizeof r.id, "%" PRIu32, e->array);
    }
    return r;
}

static int answer_of(const struct request *r)
{
    switch (r->kind) {
    case REQUEST_RELEASE: return element_release(r->id, r->node, r->comment, r->ran_before);
    case REQUEST_HOLD: return element_hold(r->id);
    case REQUEST_REQUEUE: return element_requeue(r->id);
    case REQUEST_CANCEL: return element_cancel(r->id);
    case REQUEST_UNTHROTTLE: return array_unthrottle(r->id);
    }
    return SLURM_ERROR;
}

static void on_request(uv_work_t *work)
{
    struct sent *const r = work->data;

    r->error = answer_of(&r->request);
}

static void on_request_done(uv_work_t *work, int status)
{
    struct sent *const r = work->data;
    struct requests *const list = r->list;

    list->running--;
    if (list->freed != NULL) {
        free(r);
        free_if_last(list);
        return;
    }
    r->is_done = true;
    r->shown_by = list->looks + 1;
    if (status == 0 && r->error != 0) {
        fprintf(stderr, "rtmrd: Slurm refuses a request about %s: %s\n", r->request.id, slurm_strerror(r->error));
    }
    list->answered(list->owner, &r->request, r->error);
}

void requests_ask(struct requests *list, const struct request *request)
{
    struct sent *const r = calloc(1, sizeof *r);

    if (r == NULL) {
        return;
    }
    r->request = *request;
    r->list = list;
    r->next = list->first;
    list->first = r;
    r->work.data = r;
    list->running++;
    uv_queue_work(list->loop, &r->work, on_request, on_request_done); /* fails only without a function */
}

bool requests_ask_about(const struct requests *list, int64_t job, int64_t stamp, enum rtmr_stage stage, int32_t task)
{
    for (const struct sent *r = list->first; r != NULL; r = r->next) {
        const struct request *const asked = &r->request;
        if (asked->job == job && asked->stamp == stamp && asked->stage == stage && asked->task == task) {
            return true;
        }
    }
    return false;
}

uint64_t requests_begin_look(struct requests *list)
{
    list->looks++;
    return list->looks;
}

void requests_forget(struct requests *list, uint64_t look)
{
    struct sent **link = &list->first;

    while (*link != NULL) {
        struct sent *const r = *link;
        if (r->is_done && r->shown_by <= look) {
            *link = r->next;
            free(r);
        } else {
            link = &r->next;
        }
    }
}

bool requests_await_look(const struct requests *list)
{
    const struct sent *r = list->first;

    while (r != NULL && !r->is_done) {
        r = r->next;
    }
    return r != NULL;
}
