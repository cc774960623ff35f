/*
 * The best of all schedules, by trying every choice in every slot (waiting included) and giving up
 * where the flow time so far, with one more slot for every job that is not finished, reaches the
 * best known.
 */
#include "tests/unit/slotted_fixture.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { JOBS = 6, TASKS = 12, MACHINES = 4 };

/* A job during the search. Work that can be interrupted is a number of reduce tasks of one unit. */
struct job {
    int maps;
    int waiting[TASKS + 1]; /* by size: reduce tasks not started */
};

struct state {
    struct job jobs[JOBS];
    int running_job[MACHINES];  /* by machine */
    int running_left[MACHINES]; /* units; 0: the machine is free */
};

struct search {
    const struct slotted_workload *w;
    int machines;
    int64_t best;
};

static void next_slot(struct search *search, struct state state, int slot, int64_t flow);

static bool unfinished(const struct state *s, int job)
{
    int left = s->jobs[job].maps;
    for (int size = 1; size <= TASKS; size++) {
        left += s->jobs[job].waiting[size];
    }
    for (int m = 0; m < MACHINES; m++) {
        left += s->running_job[m] == job ? s->running_left[m] : 0;
    }
    return left > 0;
}

static int free_machine(const struct state *s, int machines)
{
    for (int m = 0; m < machines; m++) {
        if (s->running_left[m] == 0) {
            return m;
        }
    }
    return -1;
}

static void start(struct state *s, int machine, int job, int units)
{
    s->running_job[machine] = job;
    s->running_left[machine] = units;
}

/* Starts any number of tasks of a job and a size (0: maps) and goes on with the next size, then the
 * next job. may_reduce says which jobs had no maps at the beginning of the slot. */
static void choose(struct search *search, struct state state, const bool *may_reduce, int job, int size, int slot,
                   int64_t flow)
{
    if (size > TASKS) {
        choose(search, state, may_reduce, job + 1, 0, slot, flow);
        return;
    }
    if ((size_t)job == search->w->count) {
        for (int m = 0; m < search->machines; m++) {
            state.running_left[m] -= state.running_left[m] > 0;
        }
        next_slot(search, state, slot + 1, flow);
        return;
    }
    bool here = search->w->jobs[job].arrival <= slot;
    int *left = size == 0 ? &state.jobs[job].maps : &state.jobs[job].waiting[size];
    while (true) {
        choose(search, state, may_reduce, job, size + 1, slot, flow);
        int machine = free_machine(&state, search->machines);
        if (!here || *left == 0 || machine < 0 || (size > 0 && !may_reduce[job])) {
            return;
        }
        *left -= 1;
        start(&state, machine, job, size == 0 ? 1 : size);
    }
}

static void next_slot(struct search *search, struct state state, int slot, int64_t flow)
{
    bool may_reduce[JOBS];
    int64_t present = 0; /* jobs that are there in this slot */
    int64_t later = 0;   /* jobs that are still to come */
    for (int j = 0; (size_t)j < search->w->count; j++) {
        bool left = unfinished(&state, j);
        present += left && search->w->jobs[j].arrival <= slot;
        later += left && search->w->jobs[j].arrival > slot;
        may_reduce[j] = state.jobs[j].maps == 0;
    }
    if (flow + present + later >= search->best) {
        return;
    }
    if (present + later == 0) {
        search->best = flow;
        return;
    }
    choose(search, state, may_reduce, 0, 0, slot, flow + present);
}

int64_t slotted_best(const struct slotted_workload *w, int32_t machines, enum slotted_search search, int64_t limit)
{
    assert_true(w->count <= JOBS && machines <= MACHINES && slotted_workload_units(w) <= TASKS);
    struct search s = {.w = w, .machines = machines, .best = limit};
    struct state state = {0};
    for (size_t j = 0; j < w->count; j++) {
        const struct slotted_job *job = &w->jobs[j];
        state.jobs[j].maps = search == SEARCH_RELAXED ? 0 : job->maps;
        if (search == SEARCH_RELAXED) {
            state.jobs[j].waiting[1] = job->maps + job->reduce_work;
        } else if (search == SEARCH_PREEMPTIVE) {
            state.jobs[j].waiting[1] = job->reduce_work;
        } else {
            for (int i = 0; i < job->reduces; i++) {
                state.jobs[j].waiting[w->reduce_units[job->first_reduce + (size_t)i]]++;
            }
        }
    }
    next_slot(&s, state, 1, 0);
    return s.best;
}
