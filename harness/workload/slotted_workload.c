#include "harness/workload/slotted_workload.h"

#include "harness/workload/alloc.h"
#include "harness/workload/random_stream.h"

#include <gsl/gsl_randist.h>
#include <stdlib.h>

/* clang-format off */
const struct slotted_profile slotted_profiles[SLOTTED_PROFILES] = {
    {"Exp(5)+Exp(40)", "Exponential Distribution, Large Reduce", 5, 10,
     {.kind = WORK_EXPONENTIAL, .mean = 5}, {.kind = WORK_EXPONENTIAL, .mean = 40}},
    {"Exp(30)+Exp(15)", "Exponential Distribution, Small Reduce", 6, 11,
     {.kind = WORK_EXPONENTIAL, .mean = 30}, {.kind = WORK_EXPONENTIAL, .mean = 15}},
    {"U[1,9]+U[10,70]", "Uniform Distribution, Large Reduce", 7, 12,
     {.kind = WORK_UNIFORM, .least = 1, .most = 9}, {.kind = WORK_UNIFORM, .least = 10, .most = 70}},
    {"U[10,50]+U[10,20]", "Uniform Distribution, Small Reduce", 8, 13,
     {.kind = WORK_UNIFORM, .least = 10, .most = 50}, {.kind = WORK_UNIFORM, .least = 10, .most = 20}},
};

const struct slotted_profile slotted_counterexample =
    {"{1,20000}+1", "rare long map stages", 0, 0,
     {.kind = WORK_TWO_VALUES, .least = 1, .most = 20000, .share = 0.001},
     {.kind = WORK_UNIFORM, .least = 1, .most = 1}};
/* clang-format on */

void slotted_workload_free(struct slotted_workload *w)
{
    free(w->jobs);
    free(w->reduce_units);
    *w = (struct slotted_workload){0};
}

void slotted_workload_add(struct slotted_workload *w, int32_t arrival, int32_t maps, int32_t reduces,
                          const int32_t *units)
{
    size_t last = w->reduce_count + (size_t)reduces;
    w->reduce_units = alloc_grow(w->reduce_units, &w->reduce_capacity, last, sizeof *w->reduce_units);
    w->jobs = alloc_grow(w->jobs, &w->capacity, w->count + 1, sizeof *w->jobs);
    struct slotted_job *job = &w->jobs[w->count++];
    *job = (struct slotted_job){.arrival = arrival, .maps = maps, .reduces = reduces, .first_reduce = w->reduce_count};
    for (int32_t i = 0; i < reduces; i++) {
        w->reduce_units[w->reduce_count++] = units[i];
        job->reduce_work += units[i];
    }
}

int64_t slotted_workload_units(const struct slotted_workload *w)
{
    int64_t units = 0;
    for (size_t i = 0; i < w->count; i++) {
        units += w->jobs[i].maps + w->jobs[i].reduce_work;
    }
    return units;
}

int32_t slotted_longest_reduce(const struct slotted_workload *w, size_t job)
{
    int32_t longest = 0;
    for (int32_t i = 0; i < w->jobs[job].reduces; i++) {
        int32_t units = w->reduce_units[w->jobs[job].first_reduce + (size_t)i];
        longest = units > longest ? units : longest;
    }
    return longest;
}

struct slotted_load slotted_load_default(void)
{
    return (struct slotted_load){.slots = 500, .rate = 2, .batch = 1, .reduces_most = 10};
}

struct slotted_load slotted_counterexample_load(void)
{
    return (struct slotted_load){.slots = 5000, .rate = 0.05, .batch = 50, .reduces_most = 1};
}

static int32_t smaller(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

/* Splits the work as struct slotted_load says; returns the number of tasks. */
static int32_t split(int32_t work, int32_t reduces_most, gsl_rng *rng, int32_t *units)
{
    int32_t drawn = 1 + (int32_t)gsl_rng_uniform_int(rng, (unsigned long)reduces_most);
    int32_t reduces = smaller(drawn, work);
    for (int32_t i = 0; i < reduces; i++) {
        units[i] = work / reduces + (i < work % reduces ? 1 : 0);
    }
    return reduces;
}

struct slotted_workload slotted_workload_generate(const struct slotted_profile *profile,
                                                  const struct slotted_load *load, uint64_t seed)
{
    gsl_rng *arrivals = random_stream_open(seed, STREAM_ARRIVALS);
    gsl_rng *sizes = random_stream_open(seed, STREAM_SIZES);
    gsl_rng *splits = random_stream_open(seed, STREAM_SPLITS);
    int32_t *units = alloc_zeroed((size_t)load->reduces_most, sizeof *units);
    struct slotted_workload w = {0};
    for (int32_t slot = 1; slot <= load->slots; slot++) {
        int64_t jobs = (int64_t)gsl_ran_poisson(arrivals, load->rate) * load->batch;
        for (; jobs > 0; jobs--) {
            int32_t maps = work_draw(&profile->maps, sizes);
            int32_t reduces = split(work_draw(&profile->reduces, sizes), load->reduces_most, splits, units);
            slotted_workload_add(&w, slot, maps, reduces, units);
        }
    }
    free(units);
    gsl_rng_free(arrivals);
    gsl_rng_free(sizes);
    gsl_rng_free(splits);
    return w;
}
