/*
 * DSRPT, Delayed SRPT (section VI.B): maps run exactly as in SRPT, reduces in the order in which
 * SRPT ran them, one slot later or as soon after that as the maps leave machines: a queue, first
 * come first served (proof of Theorem 4). It may leave machines idle that another job could use.
 * The paper defines it for preemptive reduces.
 */
#include "harness/slotted/slotted_schedulers.h"
#include "harness/slotted/virtual_srpt.h"
#include "harness/workload/alloc.h"

#include <stdlib.h>

/* Reduce work that SRPT has run and DSRPT has not. */
struct delayed {
    struct slotted_view *view;
    int32_t units;
};

struct dsrpt {
    struct virtual_srpt srpt;
    struct delayed *queue; /* [head .. tail - 1], first come first */
    size_t head;
    size_t tail;
    size_t capacity;
};

static void *create(const struct slotted_setup *setup)
{
    struct dsrpt *d = alloc_zeroed(1, sizeof *d);
    virtual_srpt_init(&d->srpt, setup->machines);
    return d;
}

static void destroy(void *self)
{
    struct dsrpt *d = self;
    virtual_srpt_free(&d->srpt);
    free(d->queue);
    free(d);
}

static void run_delayed(struct dsrpt *d, int32_t idle)
{
    for (; d->head < d->tail; d->head++) {
        struct delayed *first = &d->queue[d->head];
        int32_t given = first->units < idle ? first->units : idle;
        first->view->give_reduces += given;
        first->units -= given;
        idle -= given;
        if (first->units > 0) {
            return;
        }
    }
}

static void delay(struct dsrpt *d, struct delayed delayed)
{
    if (d->head == d->tail) {
        d->head = 0;
        d->tail = 0;
    }
    d->queue = alloc_grow(d->queue, &d->capacity, d->tail + 1, sizeof *d->queue);
    d->queue[d->tail++] = delayed;
}

static void assign(void *self, int32_t slot, struct slotted_view **jobs, size_t count, int32_t idle)
{
    struct dsrpt *d = self;
    virtual_srpt_step(&d->srpt, slot, jobs, count);
    for (size_t i = 0; i < d->srpt.served; i++) {
        slotted_give_maps(d->srpt.jobs[i].view, d->srpt.jobs[i].given_maps, &idle);
    }
    run_delayed(d, idle);
    for (size_t i = 0; i < d->srpt.served; i++) {
        if (d->srpt.jobs[i].given_reduces > 0) {
            delay(d, (struct delayed){d->srpt.jobs[i].view, d->srpt.jobs[i].given_reduces});
        }
    }
}

const struct slotted_class slotted_dsrpt = {
    .name = "dsrpt",
    .summary = "maps as in SRPT, reduces in SRPT's order at least a slot later",
    .promise = SLOTTED_FEASIBLE,
    .preemptive_only = true,
    .create = create,
    .destroy = destroy,
    .assign = assign,
};
