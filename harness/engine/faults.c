#include "harness/engine/faults.h"

#include "harness/workload/alloc.h"
#include "harness/workload/seed.h"

#include <gsl/gsl_rng.h>
#include <math.h>
#include <stdlib.h>

struct faults {
    struct fault_options options;
    uint64_t seed;
    /* re-seeded for every draw, hence one that is cheap to seed */
    gsl_rng *rng;
    /* the events about tasks, task by task, each task's in order of time */
    const struct fault_event **of_tasks;
    /* by place in of_tasks: the attempt that the event makes fail has started */
    bool *spent;
    size_t count;
};

struct fault_options fault_options_none(void)
{
    return (struct fault_options){.overrun_factor = 1.0, .node_mttr = FAULT_MTTR_DEFAULT, .slow_factor = 1.0};
}

/* Written so that NaN is outside every range. */
static bool within(double value, double low, double high)
{
    return value >= low && value <= high;
}

const char *fault_options_problem(const struct fault_options *options)
{
    if (!within(options->overrun_rate, 0.0, 1.0)) {
        return "the overrun rate lies outside 0 .. 1";
    }
    if (!within(options->overrun_factor, 1.0, FAULT_FACTOR_MAX)) {
        return "the overrun factor lies outside 1 .. 1000000";
    }
    if (!within(options->failure_rate, 0.0, FAULT_RATE_MAX)) {
        return "the failure rate lies outside 0 .. 0.9";
    }
    if (options->node_mtbf < 0 || options->node_mtbf > WORKLOAD_TIME_MAX || options->node_mttr < 1 ||
        options->node_mttr > WORKLOAD_TIME_MAX) {
        return "the mean times between losses of a node lie outside 0 .. 2^60 and 1 .. 2^60";
    }
    if (!within(options->slow_rate, 0.0, 1.0)) {
        return "the share of slow nodes lies outside 0 .. 1";
    }
    if (!within(options->slow_factor, 1.0, FAULT_FACTOR_MAX)) {
        return "the factor of slow nodes lies outside 1 .. 1000000";
    }
    return NULL;
}

static bool about_task(const struct fault_event *event)
{
    return event->kind == FAULT_TASK_OVERRUNS || event->kind == FAULT_TASK_FAILS;
}

/* Which of two tasks comes first: -1, 0 for the same one, 1. */
static int compare_tasks(const struct fault_event *a, const struct fault_event *b)
{
    if (a->row != b->row) {
        return a->row < b->row ? -1 : 1;
    }
    if (a->stage != b->stage) {
        return a->stage < b->stage ? -1 : 1;
    }
    return (a->number > b->number) - (a->number < b->number);
}

/* The events of the script are in memory in order of time. */
static int by_task(const void *x, const void *y)
{
    const struct fault_event *a = *(const struct fault_event *const *)x;
    const struct fault_event *b = *(const struct fault_event *const *)y;
    int order = compare_tasks(a, b);
    return order != 0 ? order : (a > b) - (a < b);
}

static void index_script(struct faults *f, const struct fault_script *script)
{
    f->spent = alloc_zeroed(script->count, sizeof *f->spent);
    f->of_tasks = alloc_zeroed(script->count, sizeof(*f->of_tasks));
    for (size_t i = 0; i < script->count; i++) {
        if (about_task(&script->events[i])) {
            f->of_tasks[f->count++] = &script->events[i];
        }
    }
    qsort(f->of_tasks, f->count, sizeof(*f->of_tasks), by_task);
}

struct faults *faults_new(const struct fault_options *options, uint64_t seed)
{
    struct faults *f = alloc_zeroed(1, sizeof *f);
    f->options = *options;
    f->seed = seed;
    f->rng = gsl_rng_alloc(gsl_rng_taus2);
    if (options->script != NULL) {
        index_script(f, options->script);
    }
    return f;
}

void faults_free(struct faults *f)
{
    if (f != NULL) {
        gsl_rng_free(f->rng);
        free(f->spent);
        free(f->of_tasks);
        free(f);
    }
}

/* Seeds the generator for one purpose of one attempt. */
static void aim(struct faults *f, enum fault_draw draw, struct attempt attempt, int32_t number)
{
    uint64_t seed = seed_derive(f->seed, (uint64_t)draw);
    seed = seed_derive(seed, attempt.row);
    seed = seed_derive(seed, (uint64_t)attempt.stage);
    seed = seed_derive(seed, (uint64_t)attempt.task);
    seed = seed_derive(seed, (uint64_t)number);
    gsl_rng_set(f->rng, (unsigned long)(seed & UINT32_MAX));
}

ticks fault_scale(ticks duration, double factor)
{
    double scaled = ceil((double)duration * factor);
    if (scaled >= 0x1p63) {
        return INT64_MAX;
    }
    return scaled < 1.0 ? 1 : (ticks)scaled;
}

/* The place in of_tasks of the first event about the task of this attempt, or of where it would
 * be. */
static size_t first_event(const struct faults *f, const struct fault_event *task)
{
    size_t least = 0;
    size_t end = f->count;
    while (least < end) {
        size_t middle = least + (end - least) / 2;
        if (compare_tasks(f->of_tasks[middle], task) < 0) {
            least = middle + 1;
        } else {
            end = middle;
        }
    }
    return least;
}

/* Applies the script to the attempt. */
static void follow_script(struct faults *f, const struct attempt *attempt, struct attempt_fate *fate)
{
    const struct fault_event task = {.row = attempt->row, .stage = attempt->stage, .number = attempt->task};
    for (size_t i = first_event(f, &task); i < f->count && compare_tasks(f->of_tasks[i], &task) == 0; i++) {
        const struct fault_event *event = f->of_tasks[i];
        if (event->at > attempt->start) {
            break;
        }
        if (event->kind == FAULT_TASK_OVERRUNS) {
            fate->duration = fault_scale(fate->duration, event->factor);
        } else if (!f->spent[i] && !fate->fails) {
            f->spent[i] = true;
            fate->fails = true;
            fate->duration = fault_scale(fate->duration, event->factor);
        }
    }
}

struct attempt_fate faults_of(struct faults *f, struct attempt attempt, ticks duration)
{
    struct attempt_fate fate = {.duration = duration, .fails = false};
    if (f->options.overrun_rate > 0.0) {
        /* A property of the task: a re-run overruns too. */
        aim(f, DRAW_OVERRUN, attempt, 0);
        if (gsl_rng_uniform(f->rng) < f->options.overrun_rate) {
            fate.duration = fault_scale(duration, f->options.overrun_factor);
        }
    }
    if (f->options.failure_rate > 0.0) {
        aim(f, DRAW_FAILURE, attempt, attempt.number);
        if (gsl_rng_uniform(f->rng) < f->options.failure_rate) {
            fate.fails = true;
            fate.duration = fault_scale(fate.duration, gsl_rng_uniform_pos(f->rng));
        }
    }
    follow_script(f, &attempt, &fate);
    return fate;
}
