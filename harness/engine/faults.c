#include "harness/engine/faults.h"

#include "harness/engine/seed.h"
#include "harness/workload/alloc.h"

#include <gsl/gsl_rng.h>
#include <math.h>
#include <stdlib.h>

/* What a draw is for: purposes must not share a stream. */
enum draw { DRAW_OVERRUN = 1, DRAW_FAILURE = 2 };

struct faults {
    struct fault_options options;
    uint64_t seed;
    gsl_rng *rng; /* re-seeded for every draw, hence one that is cheap to seed */
};

struct fault_options fault_options_none(void)
{
    return (struct fault_options){.overrun_rate = 0.0, .overrun_factor = 1.0, .failure_rate = 0.0};
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
    if (!within(options->overrun_factor, 1.0, 1e6)) {
        return "the overrun factor lies outside 1 .. 1000000";
    }
    if (!within(options->failure_rate, 0.0, FAULT_RATE_MAX)) {
        return "the failure rate lies outside 0 .. 0.9";
    }
    return NULL;
}

struct faults *faults_new(const struct fault_options *options, uint64_t seed)
{
    struct faults *f = alloc_zeroed(1, sizeof *f);
    f->options = *options;
    f->seed = seed;
    f->rng = gsl_rng_alloc(gsl_rng_taus2);
    return f;
}

void faults_free(struct faults *f)
{
    if (f != NULL) {
        gsl_rng_free(f->rng);
        free(f);
    }
}

/* Seeds the generator for one purpose of one attempt. */
static void aim(struct faults *f, enum draw draw, struct attempt attempt, int32_t number)
{
    uint64_t seed = seed_derive(f->seed, (uint64_t)draw);
    seed = seed_derive(seed, attempt.row);
    seed = seed_derive(seed, (uint64_t)attempt.stage);
    seed = seed_derive(seed, (uint64_t)attempt.task);
    seed = seed_derive(seed, (uint64_t)number);
    gsl_rng_set(f->rng, (unsigned long)(seed & UINT32_MAX));
}

/* ceil(duration * factor), at least 1 and at most INT64_MAX */
static ticks scale_up(ticks duration, double factor)
{
    double scaled = ceil((double)duration * factor);
    if (scaled >= 0x1p63) {
        return INT64_MAX;
    }
    return scaled < 1.0 ? 1 : (ticks)scaled;
}

struct attempt_fate faults_of(struct faults *f, struct attempt attempt, ticks duration)
{
    struct attempt_fate fate = {.duration = duration, .fails = false};
    if (f->options.overrun_rate > 0.0) {
        /* A property of the task: a re-run overruns too. */
        aim(f, DRAW_OVERRUN, attempt, 0);
        if (gsl_rng_uniform(f->rng) < f->options.overrun_rate) {
            fate.duration = scale_up(duration, f->options.overrun_factor);
        }
    }
    if (f->options.failure_rate > 0.0) {
        aim(f, DRAW_FAILURE, attempt, attempt.number);
        if (gsl_rng_uniform(f->rng) < f->options.failure_rate) {
            fate.fails = true;
            fate.duration = scale_up(fate.duration, gsl_rng_uniform_pos(f->rng));
        }
    }
    return fate;
}
