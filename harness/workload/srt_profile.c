#include "harness/workload/srt_profile.h"

#include "harness/workload/alloc.h"
#include "harness/workload/random_stream.h"

#include <gsl/gsl_randist.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Between the last large and the first small job, where the large ones come first. */
#define PAUSE 5000

const struct srt_profile srt_profile = {
    .maps = {3, 80},
    .reduces = {4, 4},
    .map_mean = 10,
    .reduce_base = 40,
    .reduce_per_map = 0.1,
    .sigma = 0.2,
    .interval = 6,
    .map_slots_per_core = 0.5,
    .reduce_slots_per_core = 1,
    .users = 20,
    .user_limit = 5,
};

static const char *const size_name[SRT_SIZES] = {"small", "large"};

/* Table I. */
static const struct {
    int32_t cores;
    int32_t speed; /* thousandths of 2.13 GHz */
} nodes_of_table[SRT_NODES] = {
    {4, 1000}, {4, 1000}, {8, 1000}, {8, 1000}, {16, 1249}, {16, 1249}, {16, 1249}, {4, 1000}, {4, 1000}, {4, 1000},
};

static ticks noisy(double seconds, double sigma, gsl_rng *rng)
{
    double time = 1000 * seconds * gsl_ran_lognormal(rng, -sigma * sigma / 2, sigma);
    return time < 1 ? 1 : (ticks)time;
}

static struct task_times draw_times(int32_t tasks, double seconds, double sigma, gsl_rng *rng, ticks *longest)
{
    struct task_times times = {0};
    *longest = 1;
    for (int32_t i = 0; i < tasks; i++) {
        ticks duration = noisy(seconds, sigma, rng);
        task_times_add(&times, duration, 1);
        *longest = duration > *longest ? duration : *longest;
    }
    return times;
}

static void add_job(struct workload *w, size_t *capacity, const struct srt_profile *p, enum srt_size size,
                    ticks arrival, int32_t number, gsl_rng *rng)
{
    struct job_spec *job = workload_append(w, capacity);
    char text[32];
    int length = snprintf(text, sizeof text, "%s%d", size_name[size], (int)number);
    job->name = alloc_text(text, (size_t)length);
    length = snprintf(text, sizeof text, "user%d", (int)gsl_rng_uniform_int(rng, (unsigned long)p->users));
    job->user = alloc_text(text, (size_t)length);
    job->pool = alloc_text("gridmix", strlen("gridmix"));
    job->arrival = arrival;
    job->deadline = NO_DEADLINE;
    job->maps = p->maps[size];
    job->reduces = p->reduces[size];
    double reduce = p->reduce_base + p->reduce_per_map * job->maps / job->reduces;
    job->map_times = draw_times(job->maps, p->map_mean, p->sigma, rng, &job->map_estimate);
    job->reduce_times = draw_times(job->reduces, reduce, p->sigma, rng, &job->reduce_estimate);
}

struct workload srt_workload(const struct srt_profile *p, int32_t jobs_of_each, enum srt_submission submission,
                             uint64_t seed)
{
    gsl_rng *order = random_stream_open(seed, STREAM_ARRIVALS);
    gsl_rng *times = random_stream_open(seed, STREAM_DURATIONS);
    struct workload w = {.title = alloc_text("srt", 3)};
    size_t capacity = 0;
    int32_t left[SRT_SIZES] = {jobs_of_each, jobs_of_each};
    ticks arrival = 0;
    while (left[SRT_SMALL] + left[SRT_LARGE] > 0) {
        unsigned long all = (unsigned long)left[SRT_SMALL] + (unsigned long)left[SRT_LARGE];
        bool large = submission == SRT_LARGE_FIRST ? left[SRT_LARGE] > 0
                                                   : gsl_rng_uniform_int(order, all) < (unsigned long)left[SRT_LARGE];
        enum srt_size size = large ? SRT_LARGE : SRT_SMALL;
        left[size]--;
        add_job(&w, &capacity, p, size, arrival, jobs_of_each - 1 - left[size], times);
        if (submission == SRT_RANDOM) {
            arrival += (ticks)(1000 * p->interval);
        } else if (left[SRT_LARGE] == 0) {
            arrival = PAUSE;
        }
    }
    gsl_rng_free(order);
    gsl_rng_free(times);
    return w;
}

enum srt_size srt_size_of(const struct job_spec *job)
{
    return strncmp(job->name, size_name[SRT_LARGE], strlen(size_name[SRT_LARGE])) == 0 ? SRT_LARGE : SRT_SMALL;
}

static int32_t slots_of(int32_t cores, double per_core)
{
    int32_t slots = (int32_t)lround(cores * per_core);
    return slots < 1 ? 1 : slots;
}

struct cluster srt_cluster(const struct srt_profile *p, int32_t nodes)
{
    struct cluster c;
    cluster_init(&c, "srt");
    c.heartbeat = CLUSTER_HADOOP_HEARTBEAT;
    for (int32_t i = 0; i < nodes; i++) {
        int32_t cores = nodes_of_table[i].cores;
        int32_t speed = nodes_of_table[i].speed;
        /* within all limits: a few slots each */
        cluster_add(&c, 1,
                    (struct cluster_node){
                        .slots = {slots_of(cores, p->map_slots_per_core), slots_of(cores, p->reduce_slots_per_core)},
                        .speed = {speed, speed}});
    }
    return c;
}
