/* The generator of the papers' workloads; paper_profile.h has the parameters and the formulas. */
#include "harness/workload/alloc.h"
#include "harness/workload/cluster.h"
#include "harness/workload/paper_profile.h"
#include "harness/workload/random_stream.h"

#include <gsl/gsl_randist.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double block_bytes = 134217728.0;

static int32_t uniform(gsl_rng *rng, int32_t least, int32_t most)
{
    return least + (int32_t)gsl_rng_uniform_int(rng, (unsigned long)(most - least) + 1);
}

/* Seconds to ticks. Durations round down and estimates up, so that rounding causes no overrun. */
static ticks down(double seconds)
{
    return seconds < 0.001 ? 1 : (ticks)floor(seconds * 1000);
}

static ticks up(double seconds)
{
    return seconds < 0.001 ? 1 : (ticks)ceil(seconds * 1000);
}

/* Lognormal with mean 1, cut at the cap. */
static double noise(const struct paper_profile *p, gsl_rng *rng)
{
    return fmin(gsl_ran_lognormal(rng, -p->sigma * p->sigma / 2, p->sigma), p->cap);
}

static double reduce_time(const struct paper_profile *p, double blocks)
{
    return p->reduce_base + p->reduce_per_block * blocks;
}

/* The bins of all jobs in a random order of submission; free() it. */
static size_t *shuffled_bins(const struct paper_profile *p, gsl_rng *rng, size_t *count)
{
    *count = 0;
    for (size_t b = 0; b < p->bin_count; b++) {
        *count += (size_t)p->bins[b].jobs;
    }
    size_t *bins = alloc_zeroed(*count, sizeof *bins);
    size_t next = 0;
    for (size_t b = 0; b < p->bin_count; b++) {
        for (int32_t i = 0; i < p->bins[b].jobs; i++) {
            bins[next++] = b;
        }
    }
    gsl_ran_shuffle(rng, bins, *count, sizeof *bins);
    return bins;
}

/* The first bin whose interval holds this many maps. */
static const struct paper_bin *bin_of_maps(const struct paper_profile *p, int32_t maps)
{
    size_t b = 0;
    while (b + 1 < p->bin_count && maps > p->bins[b].maps_most) {
        b++;
    }
    return &p->bins[b];
}

static const struct paper_bin *draw_maps(const struct paper_profile *p, size_t bin, gsl_rng *rng, int32_t *maps)
{
    if (p->map_count_mean <= 0) {
        *maps = uniform(rng, p->bins[bin].maps_least, p->bins[bin].maps_most);
        return &p->bins[bin];
    }
    double drawn;
    do {
        drawn = round(p->map_count_mean + gsl_ran_gaussian(rng, p->map_count_sd));
    } while (drawn < p->bins[0].maps_least || drawn > p->bins[p->bin_count - 1].maps_most);
    *maps = (int32_t)drawn;
    return bin_of_maps(p, *maps);
}

static void set_durations(struct job_spec *job, const struct paper_profile *p, gsl_rng *rng)
{
    double blocks = (double)job->maps / job->reduces;
    for (int32_t i = 0; i < job->maps; i++) {
        task_times_add(&job->map_times, down(p->map_mean * noise(p, rng)), 1);
    }
    for (int32_t i = 0; i < job->reduces; i++) {
        task_times_add(&job->reduce_times, down(reduce_time(p, blocks) * noise(p, rng)), 1);
    }
}

static void set_estimates(struct job_spec *job, const struct paper_profile *p, enum paper_estimates estimates)
{
    double blocks = (double)job->maps / job->reduces;
    if (estimates != PAPER_ESTIMATES_DC) {
        double longest = p->cap * reduce_time(p, blocks);
        job->map_estimate = cluster_time_at_speed(down(p->map_mean * p->cap), p->slow_speed);
        job->reduce_estimate =
            up(estimates == PAPER_ESTIMATES_LONGEST ? longest : p->reduce_estimate_per_block * blocks);
    } else {
        job->map_estimate = up(p->dc_map_factor * p->map_mean);
        job->reduce_estimate = up(p->dc_reduce_factor * reduce_time(p, blocks));
    }
}

struct workload paper_workload(const struct paper_profile *p, uint64_t seed, enum paper_estimates estimates,
                               int32_t reduces_most)
{
    gsl_rng *arrivals = random_stream_open(seed, STREAM_ARRIVALS);
    gsl_rng *sizes = random_stream_open(seed, STREAM_SIZES);
    gsl_rng *deadlines = random_stream_open(seed, STREAM_DEADLINES);
    gsl_rng *durations = random_stream_open(seed, STREAM_DURATIONS);

    struct workload w = {0};
    size_t capacity = 0;
    size_t count;
    size_t *bins = shuffled_bins(p, sizes, &count);
    ticks now = 0;
    for (size_t i = 0; i < count; i++) {
        struct job_spec *job = workload_append(&w, &capacity);
        const struct paper_bin *bin = draw_maps(p, bins[i], sizes, &job->maps);
        job->reduces = uniform(sizes, bin->reduces_least, bin->reduces_most);
        job->arrival = now;
        job->deadline = now + uniform(deadlines, 1000 * bin->deadline_least, 1000 * bin->deadline_most);
        set_durations(job, p, durations);
        set_estimates(job, p, estimates);
        char name[32];
        int length = snprintf(name, sizeof name, "job%zu", i);
        job->name = alloc_text(name, (size_t)length);
        job->user = alloc_text("", 0);
        job->pool = alloc_text("", 0);
        job->map_bytes = (int64_t)(block_bytes * job->maps);
        job->reduce_bytes = job->map_bytes; /* loadgen with 100% kept */
        now += (ticks)floor(1000 * gsl_ran_exponential(arrivals, p->interarrival_mean));
        if (reduces_most > 0 && job->reduces > reduces_most) {
            w.count--;
            free(job->name);
            free(job->user);
            free(job->pool);
            task_times_free(&job->map_times);
            task_times_free(&job->reduce_times);
        }
    }
    w.title = alloc_text(p->name, strlen(p->name));
    free(bins);
    gsl_rng_free(arrivals);
    gsl_rng_free(sizes);
    gsl_rng_free(deadlines);
    gsl_rng_free(durations);
    return w;
}
