/*
 * The naive model: every unit of work that can be interrupted is a task of its own, and in each
 * slot one machine after the other looks through all tasks for the one it should start.
 */
#include "tests/unit/slotted_fixture.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum kind { MAP, REDUCE };

struct task {
    int job;
    enum kind kind;
    int units;
    int start; /* slot; 0: not yet */
};

/* A task that SRPT started, in this order; DSRPT and ASRPT look at it. */
struct step {
    int slot;
    int job;
    enum kind kind;
    bool repeated; /* DSRPT has run it */
};

struct naive {
    const struct slotted_workload *w;
    const char *scheduler;
    int machines;
    int slot;
    struct task *tasks;
    int count;
    int *remaining; /* by job: units not done at the beginning of the slot */
    struct step *steps;
    int step_count;
};

static void add_tasks(struct naive *n, int job, enum kind kind, int count, int units)
{
    for (int i = 0; i < count; i++) {
        n->tasks[n->count++] = (struct task){.job = job, .kind = kind, .units = units};
    }
}

static void make_tasks(struct naive *n, bool preemptive)
{
    n->tasks = calloc((size_t)slotted_workload_units(n->w) + 1, sizeof *n->tasks);
    assert(n->tasks != NULL);
    n->count = 0;
    for (size_t j = 0; j < n->w->count; j++) {
        const struct slotted_job *job = &n->w->jobs[j];
        add_tasks(n, (int)j, MAP, job->maps, 1);
        for (int i = 0; i < job->reduces; i++) {
            int units = n->w->reduce_units[job->first_reduce + (size_t)i];
            add_tasks(n, (int)j, REDUCE, preemptive ? units : 1, preemptive ? 1 : units);
        }
    }
}

static bool relaxed(const struct naive *n)
{
    return strcmp(n->scheduler, "srpt") == 0;
}

/* Whether all maps of the job were done before this slot; for SRPT, at least started in it. */
static bool maps_over(const struct naive *n, int job)
{
    for (int i = 0; i < n->count; i++) {
        const struct task *t = &n->tasks[i];
        if (t->job == job && t->kind == MAP && (t->start == 0 || (t->start == n->slot && !relaxed(n)))) {
            return false;
        }
    }
    return true;
}

static bool startable(const struct naive *n, const struct task *t)
{
    return t->start == 0 && n->w->jobs[t->job].arrival <= n->slot && (t->kind == MAP || maps_over(n, t->job));
}

static bool runs(const struct task *t, int slot)
{
    return t->start != 0 && t->start <= slot && slot < t->start + t->units;
}

/* Tasks of the job (-1: all) that run in this slot. */
static int running(const struct naive *n, int job)
{
    int sum = 0;
    for (int i = 0; i < n->count; i++) {
        sum += (job < 0 || n->tasks[i].job == job) && runs(&n->tasks[i], n->slot);
    }
    return sum;
}

/* Maps of the job that SRPT runs in this slot and that have not been started in it here. */
static int maps_of_srpt(const struct naive *n, int job)
{
    int sum = 0;
    for (int i = 0; i < n->step_count; i++) {
        sum += n->steps[i].slot == n->slot && n->steps[i].job == job && n->steps[i].kind == MAP;
    }
    for (int i = 0; i < n->count; i++) {
        sum -= n->tasks[i].job == job && n->tasks[i].kind == MAP && n->tasks[i].start == n->slot;
    }
    return sum;
}

/* How good it is to start the task: the smallest wins, the earliest job among equals. */
static long rank(const struct naive *n, const struct task *t)
{
    const long step = 1000000;
    long left = n->remaining[t->job];
    if (strcmp(n->scheduler, "fifo") == 0) {
        return 0;
    }
    if (strcmp(n->scheduler, "fair") == 0) {
        return running(n, t->job);
    }
    if (strcmp(n->scheduler, "lrpt") == 0) {
        return -left;
    }
    if (strcmp(n->scheduler, "srpt") == 0) {
        return left;
    }
    assert(strcmp(n->scheduler, "asrpt") == 0);
    if (t->kind == MAP) {
        return maps_of_srpt(n, t->job) > 0 ? left : 2 * step + left;
    }
    return step + left;
}

static struct task *choose(const struct naive *n)
{
    struct task *best = NULL;
    for (int i = 0; i < n->count; i++) {
        struct task *t = &n->tasks[i];
        if (startable(n, t) && (best == NULL || rank(n, t) < rank(n, best))) {
            best = t; /* tasks stand in order of jobs */
        }
    }
    return best;
}

static struct task *find_startable(const struct naive *n, int job, enum kind kind)
{
    for (int i = 0; i < n->count; i++) {
        if (n->tasks[i].job == job && n->tasks[i].kind == kind && startable(n, &n->tasks[i])) {
            return &n->tasks[i];
        }
    }
    return NULL;
}

/* DSRPT: the next thing that SRPT did and that may be repeated now: its maps of this slot first,
 * then its reduces of earlier slots. */
static struct task *repeat(struct naive *n)
{
    for (int pass = MAP; pass <= REDUCE; pass++) {
        for (int i = 0; i < n->step_count; i++) {
            struct step *s = &n->steps[i];
            bool due = pass == MAP ? s->slot == n->slot : s->slot < n->slot;
            if (!s->repeated && (int)s->kind == pass && due) {
                s->repeated = true;
                return find_startable(n, s->job, s->kind);
            }
        }
    }
    return NULL;
}

static void measure_remaining(struct naive *n)
{
    memset(n->remaining, 0, n->w->count * sizeof *n->remaining);
    for (int i = 0; i < n->count; i++) {
        const struct task *t = &n->tasks[i];
        int done = t->start == 0 ? 0 : n->slot - t->start;
        n->remaining[t->job] += done < t->units ? t->units - done : 0;
    }
}

static bool all_started(const struct naive *n)
{
    for (int i = 0; i < n->count; i++) {
        if (n->tasks[i].start == 0) {
            return false;
        }
    }
    return true;
}

static void simulate(struct naive *n, bool record)
{
    bool dsrpt = strcmp(n->scheduler, "dsrpt") == 0;
    for (n->slot = 1; !all_started(n); n->slot++) {
        measure_remaining(n);
        while (running(n, -1) < n->machines) {
            struct task *t = dsrpt ? repeat(n) : choose(n);
            if (t == NULL) {
                break;
            }
            t->start = n->slot;
            if (record) {
                n->steps[n->step_count++] = (struct step){n->slot, t->job, t->kind, false};
            }
        }
    }
}

static struct slotted_outcome *outcomes(const struct naive *n)
{
    struct slotted_outcome *result = calloc(n->w->count, sizeof *result);
    assert(result != NULL);
    for (size_t j = 0; j < n->w->count; j++) {
        result[j].map_finish = n->w->jobs[j].arrival - 1;
        result[j].finish = n->w->jobs[j].arrival - 1;
    }
    for (int i = 0; i < n->count; i++) {
        const struct task *t = &n->tasks[i];
        int end = t->start + t->units - 1;
        struct slotted_outcome *o = &result[t->job];
        o->map_finish = t->kind == MAP && end > o->map_finish ? end : o->map_finish;
        o->finish = end > o->finish ? end : o->finish;
    }
    return result;
}

struct slotted_outcome *slotted_naive(const struct slotted_workload *w, const char *scheduler, int32_t machines,
                                      bool preemptive)
{
    struct naive n = {.w = w, .scheduler = "srpt", .machines = machines};
    n.remaining = calloc(w->count, sizeof *n.remaining);
    n.steps = calloc((size_t)slotted_workload_units(w) + 1, sizeof *n.steps);
    assert(n.remaining != NULL && n.steps != NULL);
    make_tasks(&n, true);
    simulate(&n, true);
    if (strcmp(scheduler, "srpt") != 0) {
        free(n.tasks);
        n.scheduler = scheduler;
        make_tasks(&n, preemptive);
        simulate(&n, false);
    }
    struct slotted_outcome *result = outcomes(&n);
    free(n.tasks);
    free(n.remaining);
    free(n.steps);
    return result;
}
