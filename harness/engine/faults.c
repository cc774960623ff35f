#include "harness/engine/faults.h"

#include "harness/engine/seed.h"
#include "harness/workload/alloc.h"

#include <gsl/gsl_rng.h>
#include <math.h>
#include <stdlib.h>

struct faults {
    struct fault_options options;
    uint64_t seed;
    gsl_rng *rng; /* re-seeded for every draw, hence one that is cheap to seed */
    bool *spent;  /* by event of the script: the attempt that it makes fail has started */
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

struct faults *faults_new(const struct fault_options *options, uint64_t seed)
{
    struct faults *f = alloc_zeroed(1, sizeof *f);
    f->options = *options;
    f->seed = seed;
    f->rng = gsl_rng_alloc(gsl_rng_taus2);
    f->spent = alloc_zeroed(options->script == NULL ? 0 : options->script->count, sizeof *f->spent);
    return f;
}

void faults_free(struct faults *f)
{
    if (f != NULL) {
        gsl_rng_free(f->rng);
        free(f->spent);
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

static bool concerns(const struct fault_event *event, const struct attempt *attempt)
{
    return (event->kind == FAULT_TASK_OVERRUNS || event->kind == FAULT_TASK_FAILS) && event->row == attempt->row &&
           event->stage == attempt->stage && event->number == attempt->task && event->at <= attempt->start;
}

/* What the script makes of the attempt. */
static void follow_script(struct faults *f, const struct attempt *attempt, struct attempt_fate *fate)
{
    const struct fault_script *script = f->options.script;
    for (size_t i = 0; script != NULL && i < script->count; i++) {
        const struct fault_event *event = &script->events[i];
        if (!concerns(event, attempt)) {
            continue;
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
