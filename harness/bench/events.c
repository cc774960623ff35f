#include "harness/bench/bench.h"
#include "harness/bench/stopwatch.h"
#include "harness/engine/engine.h"
#include "harness/engine/scheduler.h"
#include "harness/schedulers/schedulers.h"
#include "harness/workload/alloc.h"
#include "harness/workload/cluster.h"
#include "harness/workload/random_stream.h"

#include <gsl/gsl_randist.h>
#include <stdio.h>
#include <stdlib.h>

#define SEED 1
#define JOBS 10000
#define MAPS_MOST 31
#define REDUCES_MOST 7
#define MAP_MOST 2000 /* ticks; uniform from 1, and the estimate */
#define REDUCE_MOST 4000
#define MAP_SLOTS 100
#define REDUCE_SLOTS 50
/* Mean map work of a job is 16 * 1,000 ticks on 100 slots: one job every 180 ticks is a load of
 * 0.9. */
#define MEAN_GAP 180.0
#define DEADLINE_MOST 60000 /* ticks after arrival; uniform from 10,000 */

/* Seconds spent on the rounds of one line, besides the rounds that are made in any case. */
#define LINE_SECONDS 1.0

static struct task_times durations(gsl_rng *random, int32_t tasks, unsigned long most)
{
    struct task_times times = {0};

    for (int32_t i = 0; i < tasks; i++) {
        task_times_add(&times, 1 + (ticks)gsl_rng_uniform_int(random, most), 1);
    }
    return times;
}

/* Poisson arrivals of jobs of 1 .. 31 maps and 0 .. 7 reduces. */
static struct workload random_workload(void)
{
    struct workload w = {.title = alloc_text("bench", 5)};
    gsl_rng *random = random_stream_open(SEED, STREAM_SIZES);
    size_t capacity = 0;
    double arrival = 0;

    for (int i = 0; i < JOBS; i++) {
        struct job_spec *job = workload_append(&w, &capacity);
        char name[16];
        const int length = snprintf(name, sizeof name, "%d", i);

        arrival += gsl_ran_exponential(random, MEAN_GAP);
        job->name = alloc_text(name, (size_t)length);
        job->user = alloc_text("", 0);
        job->pool = alloc_text("", 0);
        job->arrival = (ticks)arrival;
        job->deadline = job->arrival + 10000 + (ticks)gsl_rng_uniform_int(random, DEADLINE_MOST - 10000);
        job->maps = 1 + (int32_t)gsl_rng_uniform_int(random, MAPS_MOST);
        job->reduces = (int32_t)gsl_rng_uniform_int(random, REDUCES_MOST + 1);
        job->map_estimate = MAP_MOST;
        job->reduce_estimate = REDUCE_MOST;
        job->map_times = durations(random, job->maps, MAP_MOST);
        job->reduce_times = durations(random, job->reduces, REDUCE_MOST);
    }
    gsl_rng_free(random);
    return w;
}

/* One run. Returns its counts; ends the program if the run fails. */
static struct engine_counts run(const struct workload *w, const struct cluster *cluster,
                                const struct scheduler_class *scheduler)
{
    const struct scheduler_options scheduler_options = scheduler_options_default();
    const struct engine_options options = engine_options_default();
    struct run_error error = {0};
    struct engine *e = engine_new(w, cluster, scheduler, &scheduler_options, &options, &error);

    if (e == NULL || !engine_run(e)) {
        fprintf(stderr, "bench: %s\n", error.text);
        exit(EXIT_FAILURE);
    }
    const struct engine_counts counts = engine_counts(e);
    engine_free(e);
    return counts;
}

static void bench_line(const struct workload *w, const struct cluster *cluster, const struct scheduler_class *scheduler,
                       double yardstick)
{
    struct samples samples = {0};
    int64_t events = 0;
    int64_t decisions = 0;
    const double began = stopwatch_now();

    while (samples_wanted(&samples, began, LINE_SECONDS)) {
        const struct engine_counts counts = run(w, cluster, scheduler);

        events = counts.arrivals + counts.dispatches + counts.finishes;
        decisions = counts.decisions;
        samples_add(&samples, counts.seconds);
    }
    const double seconds = samples_median(&samples);
    printf("%-10s %10s %10lld %14.0f %14.0f %14.1f %7d\n", scheduler->name, cluster->heartbeat > 0 ? "3 s" : "none",
           (long long)events, (double)events / seconds, (double)decisions / seconds,
           yardstick * (double)events / seconds, samples.count);
    fflush(stdout);
}

void bench_events(void)
{
    const double yardstick = bench_yardstick();
    struct workload w = random_workload();
    struct cluster cluster;

    if (!cluster_of_slots(&cluster, MAP_SLOTS, REDUCE_SLOTS)) {
        fprintf(stderr, "bench: no cluster\n");
        exit(EXIT_FAILURE);
    }
    printf("Simulated events per second: %d jobs (1..31 maps, 0..7 reduces, Poisson arrivals, load 0.9 without\n"
           "heartbeats) on %d map and %d reduce slots, all conservation checks on. Events: arrivals, dispatches and\n"
           "finishes; decisions: all answers of the scheduler. Medians of the rounds; ratio = events in the time in\n"
           "which qsort() sorts 1,000 random tick counts (here %.1f microseconds).\n\n",
           JOBS, MAP_SLOTS, REDUCE_SLOTS, 1e6 * yardstick);
    printf("%-10s %10s %10s %14s %14s %14s %7s\n", "scheduler", "heartbeat", "events", "events /s", "decisions /s",
           "ratio", "rounds");
    for (int with_heartbeats = 0; with_heartbeats < 2; with_heartbeats++) {
        cluster.heartbeat = with_heartbeats ? CLUSTER_HADOOP_HEARTBEAT : 0;
        for (size_t i = 0; i < scheduler_count(); i++) {
            bench_line(&w, &cluster, scheduler_at(i), yardstick);
        }
    }
    cluster_free(&cluster);
    workload_free(&w);
}
