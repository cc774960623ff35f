#include "harness/slotted/slotted_engine.h"

#include "harness/workload/alloc.h"

#include <inttypes.h>
#include <stdlib.h>

/* "No task", in the calendar of ends. */
#define NOTHING SIZE_MAX

struct state {
    const struct slotted_workload *workload;
    const struct slotted_class *scheduler;
    const struct slotted_options *options;
    struct slotted_run *run;
    struct run_error *error;
    struct slotted_view *views; /* by job */
    /* the unfinished jobs that have arrived, in the scheduler's order */
    struct slotted_view **active;
    size_t active_count;
    size_t arrived;   /* jobs */
    int32_t *started; /* by job: reduce tasks started; non-preemptive */
    int32_t running;  /* reduce tasks that keep a machine in this slot; non-preemptive */
    /* The running tasks by the slot in which they end, lists of one task of a job each. */
    size_t *ends; /* by slot: first of the list */
    size_t ends_capacity;
    size_t ends_count; /* slots from there on have no list yet */
    size_t *next;      /* by reduce task */
    int32_t *owner;    /* by reduce task: the job */
};

static const char *name_of(const struct state *s)
{
    return s->scheduler->name;
}

/* Twice the work and the last arrival: a schedule in which every other slot is idle from the start
 * takes no longer. */
static int64_t slots_most(const struct state *s)
{
    if (s->options->slots_most > 0) {
        return s->options->slots_most;
    }
    const struct slotted_workload *w = s->workload;
    int64_t last = w->count == 0 ? 0 : w->jobs[w->count - 1].arrival;
    return last + 2 * slotted_workload_units(w);
}

static void set_ready(const struct state *s, struct slotted_view *view)
{
    const struct slotted_job *job = &s->workload->jobs[view->job];
    if (view->maps > 0) {
        view->reduces_ready = 0;
    } else {
        view->reduces_ready = s->options->preemptive ? view->reduce_work : job->reduces - s->started[view->job];
    }
}

static void admit_arrivals(struct state *s, int32_t slot)
{
    const struct slotted_workload *w = s->workload;
    for (; s->arrived < w->count && w->jobs[s->arrived].arrival == slot; s->arrived++) {
        const struct slotted_job *job = &w->jobs[s->arrived];
        struct slotted_view *view = &s->views[s->arrived];
        *view = (struct slotted_view){
            .job = (int32_t)s->arrived, .arrival = slot, .maps = job->maps, .reduce_work = job->reduce_work};
        s->run->jobs[s->arrived] = (struct slotted_outcome){slot - 1, slot - 1};
        set_ready(s, view);
        if (slotted_remaining(view) > 0) {
            s->active[s->active_count++] = view;
        }
    }
}

/* Whether the answer for one job is one that the model allows. */
static bool legal(const struct state *s, const struct slotted_view *v)
{
    int32_t reduces_most = v->reduces_ready;
    if (s->scheduler->promise == SLOTTED_RELAXED && v->give_maps == v->maps) {
        reduces_most = v->reduce_work;
    }
    return v->give_maps >= 0 && v->give_maps <= v->maps && v->give_reduces >= 0 && v->give_reduces <= reduces_most;
}

static bool could_use_more(const struct state *s, const struct slotted_view *v)
{
    int32_t reduces = s->scheduler->promise == SLOTTED_RELAXED ? v->reduce_work : v->reduces_ready;
    return v->give_maps < v->maps || v->give_reduces < reduces;
}

/* Checks the answers. Returns the machines that work in this slot. */
static int32_t check_answers(struct state *s, int32_t slot)
{
    int64_t used = s->running;
    bool wanting = false;
    for (size_t i = 0; i < s->active_count; i++) {
        const struct slotted_view *v = s->active[i];
        if (!legal(s, v)) {
            run_error_raise(s->error,
                            "%s, slot %" PRId32 ": job %" PRId32 " was given %" PRId32 " maps of %" PRId32
                            " and %" PRId32 " reduces of %" PRId32 " ready",
                            name_of(s), slot, v->job, v->give_maps, v->maps, v->give_reduces, v->reduces_ready);
            return 0;
        }
        used += v->give_maps + v->give_reduces;
        wanting = wanting || could_use_more(s, v);
    }
    if (used > s->options->machines) {
        run_error_raise(s->error, "%s, slot %" PRId32 ": %" PRId64 " of %" PRId32 " machines are used", name_of(s),
                        slot, used, s->options->machines);
    } else if (used < s->options->machines && wanting && s->scheduler->promise != SLOTTED_FEASIBLE) {
        run_error_raise(s->error, "%s, slot %" PRId32 ": a machine idles while a task could start", name_of(s), slot);
    }
    return (int32_t)used;
}

static size_t *end_list(struct state *s, size_t slot)
{
    s->ends = alloc_grow(s->ends, &s->ends_capacity, slot + 1, sizeof *s->ends);
    while (s->ends_count <= slot) {
        s->ends[s->ends_count++] = NOTHING;
    }
    return &s->ends[slot];
}

static void start_reduces(struct state *s, struct slotted_view *v, int32_t slot)
{
    const struct slotted_job *job = &s->workload->jobs[v->job];
    for (int32_t i = 0; i < v->give_reduces; i++) {
        size_t task = job->first_reduce + (size_t)s->started[v->job]++;
        size_t *list = end_list(s, (size_t)(slot + s->workload->reduce_units[task] - 1));
        s->owner[task] = v->job;
        s->next[task] = *list;
        *list = task;
    }
    v->running += v->give_reduces;
    s->running += v->give_reduces;
}

/* The slot passes for one job. */
static void work(struct state *s, struct slotted_view *v, int32_t slot)
{
    if (v->give_maps > 0) {
        v->maps -= v->give_maps;
        s->run->jobs[v->job].map_finish = slot; /* the last value stays */
    }
    if (s->options->preemptive) {
        v->reduce_work -= v->give_reduces;
    } else {
        start_reduces(s, v, slot);
        v->reduce_work -= v->running;
    }
    v->give_maps = 0;
    v->give_reduces = 0;
    set_ready(s, v);
}

static void end_reduces(struct state *s, int32_t slot)
{
    for (size_t task = *end_list(s, (size_t)slot); task != NOTHING; task = s->next[task]) {
        s->views[s->owner[task]].running--;
        s->running--;
    }
}

static void drop_finished(struct state *s, int32_t slot)
{
    size_t kept = 0;
    for (size_t i = 0; i < s->active_count; i++) {
        struct slotted_view *v = s->active[i];
        if (slotted_remaining(v) > 0) {
            s->active[kept++] = v;
        } else {
            s->run->jobs[v->job].finish = slot;
            s->run->flow_total += slot - v->arrival + 1;
        }
    }
    s->active_count = kept;
}

static void record(struct slotted_run *run, int32_t used, size_t present)
{
    run->slots = alloc_grow(run->slots, &run->slot_capacity, run->slot_count + 1, sizeof *run->slots);
    run->slots[run->slot_count++] = (struct slotted_slot){used, (int32_t)present};
}

static void run_slot(struct state *s, void *self, int32_t slot)
{
    admit_arrivals(s, slot);
    s->scheduler->assign(self, slot, s->active, s->active_count, s->options->machines - s->running);
    int32_t used = check_answers(s, slot);
    if (s->error->raised) {
        return;
    }
    record(s->run, used, s->active_count);
    for (size_t i = 0; i < s->active_count; i++) {
        work(s, s->active[i], slot);
    }
    if (!s->options->preemptive) {
        end_reduces(s, slot);
    }
    drop_finished(s, slot);
}

static void run_all(struct state *s, void *self)
{
    int64_t most = slots_most(s);
    for (int32_t slot = 1; (s->arrived < s->workload->count || s->active_count > 0) && !s->error->raised; slot++) {
        if (slot > most) {
            run_error_raise(s->error, "%s: %zu jobs are unfinished after %" PRId64 " slots", name_of(s),
                            s->active_count, most);
            return;
        }
        run_slot(s, self, slot);
    }
}

bool slotted_run(const struct slotted_workload *workload, const struct slotted_class *scheduler,
                 const struct slotted_options *options, struct slotted_run *run, struct run_error *error)
{
    struct slotted_setup setup = {
        .machines = options->machines, .preemptive = options->preemptive, .job_count = workload->count};
    *run = (struct slotted_run){0};
    if (scheduler->preemptive_only && !options->preemptive) {
        run_error_raise(error, "%s is defined for preemptive reduces only", scheduler->name);
        return false;
    }
    run->jobs = alloc_zeroed(workload->count, sizeof *run->jobs);
    run->job_count = workload->count;
    struct state s = {
        .workload = workload,
        .scheduler = scheduler,
        .options = options,
        .run = run,
        .error = error,
        .views = alloc_zeroed(workload->count, sizeof *s.views),
        .active = alloc_zeroed(workload->count, sizeof *s.active),
        .started = alloc_zeroed(workload->count, sizeof *s.started),
        .next = alloc_zeroed(workload->reduce_count, sizeof *s.next),
        .owner = alloc_zeroed(workload->reduce_count, sizeof *s.owner),
    };
    void *self = scheduler->create == NULL ? NULL : scheduler->create(&setup);
    run_all(&s, self);
    if (scheduler->destroy != NULL) {
        scheduler->destroy(self);
    }
    free(s.views);
    free(s.active);
    free(s.started);
    free(s.ends);
    free(s.next);
    free(s.owner);
    if (error->raised) {
        slotted_run_free(run);
    }
    return !error->raised;
}

void slotted_run_free(struct slotted_run *run)
{
    free(run->jobs);
    free(run->slots);
    *run = (struct slotted_run){0};
}

int32_t slotted_flow(const struct slotted_workload *workload, const struct slotted_run *run, size_t job)
{
    return run->jobs[job].finish - workload->jobs[job].arrival + 1;
}
