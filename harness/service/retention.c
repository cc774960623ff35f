#include "harness/service/retention.h"

#include <stdlib.h>
#include <uv.h>

enum { LOOKS_AT = 64 }; /* attempts, in a turn of the loop */

enum { SHORTEST_PAUSE = 1000, LONGEST_PAUSE = 60 * 60 * 1000, PAUSES = 100, LOOKS_SHARE = 20 };

struct retention {
    struct service *service;
    struct store *store;
    discard_output *discard;
    rtmr_ticks keep;
    uint64_t began; /* the look: the loop's time */
    uv_timer_t timer;
    uv_fs_t list;
    uv_work_t work;
    int64_t over[LOOKS_AT]; /* attempts whose output goes */
    int count;
    bool is_listing;  /* another thread lists the folders */
    bool is_listed;   /* `list` has folders that have not been looked at */
    bool is_removing; /* another thread removes `over` */
    bool is_stopped;
};

static void on_timer(uv_timer_t *timer);

static void wait_for(struct retention *r, uint64_t ms)
{
    if (!r->is_stopped) {
        uv_timer_start(&r->timer, on_timer, ms, 0);
    }
}

/* Until the next look, so that looks take a small share of the time. */
static uint64_t pause_after(const struct retention *r)
{
    uint64_t pause = (uint64_t)(r->keep / PAUSES);
    uint64_t least = (uv_now(r->timer.loop) - r->began) * LOOKS_SHARE;
    least = least < SHORTEST_PAUSE ? SHORTEST_PAUSE : least;
    return pause < least ? least : pause > LONGEST_PAUSE ? LONGEST_PAUSE : pause;
}

/* Everything has been looked at. */
static void end_look(struct retention *r)
{
    uv_fs_req_cleanup(&r->list);
    r->is_listed = false;
    wait_for(r, pause_after(r));
}

/* Nothing is left that another thread or the loop knows of. */
static void free_if_done(struct retention *r)
{
    if (r->timer.data == NULL && !r->is_listing && !r->is_removing) {
        if (r->is_listed) {
            uv_fs_req_cleanup(&r->list);
        }
        free(r);
    }
}

/* --- Removing, in another thread -------------------------------------------------------------- */

static void remove_all(uv_work_t *work)
{
    struct retention *r = work->data;
    for (int i = 0; i < r->count; i++) {
        r->discard(store_attempts_folder(r->store), r->over[i]);
    }
}

static void on_removed(uv_work_t *work, int status)
{
    struct retention *r = work->data;
    (void)status;
    r->is_removing = false;
    wait_for(r, 0);
    free_if_done(r);
}

/* --- Looking ---------------------------------------------------------------------------------- */

/* The number that a name consists of; 0: it is none. */
static int64_t number_of(const char *name)
{
    char *end;
    if (name[0] < '1' || name[0] > '9') {
        return 0;
    }
    int64_t number = strtoll(name, &end, 10);
    return *end == '\0' ? number : 0;
}

/* Looks at the next attempts. False: there are none. */
static bool look(struct retention *r)
{
    rtmr_ticks until = service_now(r->service) - r->keep;
    uv_dirent_t entry;
    r->count = 0;
    for (int i = 0; i < LOOKS_AT; i++) {
        rtmr_ticks since;
        if (uv_fs_scandir_next(&r->list, &entry) != 0) {
            return i > 0;
        }
        int64_t attempt = number_of(entry.name);
        if (attempt > 0 && store_attempt_over(r->store, attempt, &since) && since <= until) {
            r->over[r->count] = attempt;
            r->count++;
        }
    }
    return true;
}

static void on_listed(uv_fs_t *list)
{
    struct retention *r = list->data;
    r->is_listing = false;
    r->is_listed = true;
    wait_for(r, 0);
    free_if_done(r);
}

static void begin_look(struct retention *r)
{
    r->began = uv_now(r->timer.loop);
    r->list.data = r;
    r->is_listing = uv_fs_scandir(r->timer.loop, &r->list, store_attempts_folder(r->store), 0, on_listed) == 0;
    if (!r->is_listing) {
        end_look(r);
    }
}

static void on_timer(uv_timer_t *timer)
{
    struct retention *r = timer->data;
    if (!r->is_listed) {
        begin_look(r);
    } else if (store_has_changes(r->store)) {
        wait_for(r, 1); /* what is not on the disk may not come to be */
    } else if (!look(r)) {
        end_look(r);
    } else if (r->count == 0) {
        wait_for(r, 0);
    } else {
        r->is_removing = uv_queue_work(timer->loop, &r->work, remove_all, on_removed) == 0;
        if (!r->is_removing) {
            end_look(r);
        }
    }
}

/* --- Start and end ---------------------------------------------------------------------------- */

struct retention *retention_start(struct uv_loop_s *loop, struct service *service, struct store *store,
                                  discard_output *discard, rtmr_ticks keep)
{
    struct retention *r = calloc(1, sizeof *r);
    if (r == NULL) {
        return NULL;
    }
    r->service = service;
    r->store = store;
    r->discard = discard;
    r->keep = keep;
    r->work.data = r;
    uv_timer_init(loop, &r->timer);
    r->timer.data = r;
    wait_for(r, 0);
    return r;
}

static void on_closed(uv_handle_t *handle)
{
    struct retention *r = handle->data;
    handle->data = NULL;
    free_if_done(r);
}

void retention_stop(struct retention *r)
{
    r->is_stopped = true;
    if (r->is_listing) {
        uv_cancel((uv_req_t *)&r->list); /* if it runs already it goes on */
    }
    if (r->is_removing) {
        uv_cancel((uv_req_t *)&r->work);
    }
    uv_close((uv_handle_t *)&r->timer, on_closed);
}
