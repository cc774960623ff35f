/*
 * The interface between the time-slotted engine and a scheduler. A scheduler is one file in
 * this folder that fills a struct slotted_class; slotted_schedulers.h declares it, the table in
 * registry.c lists it; fifo.c is the smallest.
 *
 * At the beginning of each slot the engine passes the unfinished jobs to the scheduler, which
 * decides once which work starts in the slot. In this slot every map started and, preemptively,
 * every unit of reduce work started is done; without preemption a started reduce task keeps a
 * machine for as many slots as it has units. A job's reduces may start from the slot after that of
 * its last map on (at once, if it has no maps).
 */
#ifndef HARNESS_SLOTTED_SLOTTED_SCHEDULER_H
#define HARNESS_SLOTTED_SLOTTED_SCHEDULER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An unfinished job at the beginning of a slot, and the scheduler's answer. It stays where it is in
 * memory for the whole run. */
struct slotted_view {
    int32_t job;         /* 0, 1, .. in order of arrival, ties in the order of the workload */
    int32_t arrival;     /* slot */
    int32_t maps;        /* map tasks not yet run */
    int32_t reduce_work; /* units of reduce work not yet done, those of running tasks included */
    /* reduce work that may be started in this slot: preemptively units, otherwise tasks; 0 while it
     * has maps */
    int32_t reduces_ready;
    int32_t running;      /* reduce tasks that keep their machines in this slot; preemptively 0 */
    int32_t give_maps;    /* the answer: maps and ... */
    int32_t give_reduces; /* ... of reduces_ready to start; 0 and 0 when the scheduler is asked */
};

/* The arguments of create(). */
struct slotted_setup {
    int32_t machines; /* N >= 1 */
    bool preemptive;
    size_t job_count; /* jobs of the run */
};

/* The properties of a run under this scheduler, checked in every run. */
enum slotted_promise {
    SLOTTED_WORK_CONSERVING, /* no machine idles while a task could start */
    SLOTTED_FEASIBLE,        /* machines may idle */
    /* reduces may run in the slot of the last map: no schedule, a bound. Preemptive */
    SLOTTED_RELAXED
};

struct slotted_class {
    const char *name;    /* as in reports */
    const char *summary; /* one line */
    enum slotted_promise promise;
    bool preemptive_only; /* the paper defines it for preemptive reduces alone */

    /* NULL: the scheduler has no state, and self is NULL. */
    void *(*create)(const struct slotted_setup *setup);
    void (*destroy)(void *self);

    /* Fills in the answers. idle: machines that no running task keeps. jobs[0 .. count - 1] are in
     * the order in which the last call left them, new ones behind in order of arrival; the
     * scheduler may reorder them. */
    void (*assign)(void *self, int32_t slot, struct slotted_view **jobs, size_t count, int32_t idle);
};

/* The schedulers in order of listing; index < slotted_class_count(). */
size_t slotted_class_count(void);
const struct slotted_class *slotted_class_at(size_t index);

/* --- Shared by most schedulers ---------------------------------------------------------------- */

/* Remaining work of a job: section VI.A's available workload. */
int32_t slotted_remaining(const struct slotted_view *job);

/* Gives a job as many of the idle machines as it can use for its maps (its reduces). O(1). */
void slotted_give_maps(struct slotted_view *job, int32_t most, int32_t *idle);
void slotted_give_reduces(struct slotted_view *job, int32_t *idle);

/* Orders jobs by remaining work, ties by job number. Insertion: O(count) if the order has hardly
 * changed. */
void slotted_sort_smallest_first(struct slotted_view **jobs, size_t count);
void slotted_sort_largest_first(struct slotted_view **jobs, size_t count);

#endif
