#include "harness/workload/lsps_profile.h"

#include "harness/workload/alloc.h"
#include "harness/workload/random_stream.h"

#include <gsl/gsl_randist.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct lsps_profile lsps_profile = {
    /* clang-format off */
    .rows = {
        {"user1", "WordCount",   150,  20, LSPS_HEAVY_TAIL,   100, LSPS_EXPONENTIAL,   6,  2,  5},
        {"user2", "PiEstimator", 100,  30, LSPS_UNIFORM,       20, LSPS_CONSTANT,      4,  1, 15},
        {"user3", "Grep",         30, 100, LSPS_EXPONENTIAL,  500, LSPS_HEAVY_TAIL,   16,  2,  5},
        {"user4", "Sort",          5, 600, LSPS_EXPONENTIAL, 2048, LSPS_EXPONENTIAL, 360, 22, 10},
    },
    /* clang-format on */
    .block_mb = 64,
    .tail_index = 2,
    .tail_cap = 100,
    .sigma = 0.2,
};

/* The mean of the Pareto distribution from 1 on, cut at `cap`. */
static double tail_mean(double index, double cap)
{
    return index / (index - 1.0) * (1.0 - pow(cap, 1.0 - index)) / (1.0 - pow(cap, -index));
}

/* Of the Pareto distribution from 1 on, cut at the cap. */
static double draw_tail(const struct lsps_profile *p, gsl_rng *rng)
{
    double drawn = gsl_ran_pareto(rng, p->tail_index, 1.0);
    while (drawn > p->tail_cap) {
        drawn = gsl_ran_pareto(rng, p->tail_index, 1.0);
    }
    return drawn;
}

double lsps_draw(enum lsps_distribution law, double mean, const struct lsps_profile *p, gsl_rng *rng)
{
    switch (law) {
    case LSPS_UNIFORM: return gsl_ran_flat(rng, 0.0, 2.0 * mean);
    case LSPS_EXPONENTIAL: return gsl_ran_exponential(rng, mean);
    case LSPS_HEAVY_TAIL: return mean * draw_tail(p, rng) / tail_mean(p->tail_index, p->tail_cap);
    default: return mean;
    }
}

static struct task_times draw_times(int32_t tasks, double mean, double sigma, gsl_rng *rng, ticks *longest)
{
    struct task_times times = {0};
    *longest = 1;
    for (int32_t i = 0; i < tasks; i++) {
        double time = 1000.0 * mean * gsl_ran_lognormal(rng, -sigma * sigma / 2.0, sigma);
        ticks duration = time < 1.0 ? 1 : (ticks)time;
        task_times_add(&times, duration, 1);
        *longest = duration > *longest ? duration : *longest;
    }
    return times;
}

static int32_t draw_maps(const struct lsps_row *row, const struct lsps_profile *p, gsl_rng *rng)
{
    double size = lsps_draw(row->size_law, row->size, p, rng);
    double maps = row->size_law == LSPS_CONSTANT ? size : ceil(size / p->block_mb);
    return maps < 1.0 ? 1 : (int32_t)maps;
}

struct workload lsps_workload(const struct lsps_profile *p, uint64_t seed)
{
    gsl_rng *arrivals = random_stream_open(seed, STREAM_ARRIVALS);
    gsl_rng *sizes = random_stream_open(seed, STREAM_SIZES);
    gsl_rng *times = random_stream_open(seed, STREAM_DURATIONS);
    struct workload w = {.title = alloc_text("lsps", 4)};
    size_t capacity = 0;
    for (int32_t user = 0; user < LSPS_USERS; user++) {
        const struct lsps_row *row = &p->rows[user];
        double now = 0.0;
        for (int32_t i = 0; i < row->jobs; i++) {
            now += lsps_draw(row->interval_law, row->interval, p, arrivals);
            struct job_spec *job = workload_append(&w, &capacity);
            char name[48];
            int length = snprintf(name, sizeof name, "%s-%d", row->application, (int)i);
            job->name = alloc_text(name, (size_t)length);
            job->user = alloc_text(row->user, strlen(row->user));
            job->pool = alloc_text("", 0);
            job->arrival = (ticks)(1000.0 * now);
            job->deadline = NO_DEADLINE;
            job->maps = draw_maps(row, p, sizes);
            job->reduces = row->reduces;
            job->map_times = draw_times(job->maps, row->map_time, p->sigma, times, &job->map_estimate);
            job->reduce_times = draw_times(job->reduces, row->reduce_time, p->sigma, times, &job->reduce_estimate);
        }
    }
    workload_sort(&w);
    gsl_rng_free(arrivals);
    gsl_rng_free(sizes);
    gsl_rng_free(times);
    return w;
}

struct cluster lsps_cluster(void)
{
    struct cluster c;
    cluster_init(&c, "lsps");
    c.heartbeat = CLUSTER_HADOOP_HEARTBEAT;
    cluster_add(&c, 11, (struct cluster_node){.slots = {2, 2}, .speed = {CLUSTER_SPEED_ONE, CLUSTER_SPEED_ONE}});
    return c;
}
