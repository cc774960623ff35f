#include "harness/workload/rumen_missing.h"

#include "harness/workload/alloc.h"

#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>

/* Known durations. */
struct sample {
    double *value;
    size_t count;
    size_t capacity;
};

static void sample_add(struct sample *s, const struct task_times *times)
{
    s->value = alloc_grow(s->value, &s->capacity, s->count + (size_t)task_times_tasks(times), sizeof *s->value);
    for (size_t run = 0; run < times->count; run++) {
        int32_t known = times->runs[run].duration > 0 ? task_times_of_run(times, run) : 0;
        for (int32_t i = 0; i < known; i++) {
            s->value[s->count++] = (double)times->runs[run].duration;
        }
    }
}

/* 0 if there are none. Sorts the sample. */
static ticks sample_median(struct sample *s)
{
    if (s->count == 0) {
        return 0;
    }
    gsl_sort(s->value, 1, s->count);
    return (ticks)ceil(gsl_stats_median_from_sorted_data(s->value, 1, s->count));
}

/* The places of the tasks that have a duration. */
static void drop_places(struct map_places *places, const struct task_times *times)
{
    struct map_places kept = {0};
    int32_t map = 0;
    for (size_t run = 0; places->maps > 0 && run < times->count; run++) {
        for (; map < times->runs[run].end; map++) {
            const int32_t *nodes;
            size_t count = map_places_of(places, map, &nodes);
            if (times->runs[run].duration > 0) {
                map_places_add(&kept, nodes, count);
            }
        }
    }
    map_places_free(places);
    *places = kept;
}

static void drop_unknown(struct task_times *times, int32_t *tasks)
{
    struct task_times kept = {0};
    for (size_t run = 0; run < times->count; run++) {
        if (times->runs[run].duration > 0) {
            task_times_add(&kept, times->runs[run].duration, task_times_of_run(times, run));
        }
    }
    task_times_free(times);
    *times = kept;
    *tasks = task_times_tasks(times);
}

/* Gives the tasks without a duration the median of the others, or the trace's. False if neither
 * exists. */
static bool fill_unknown(struct task_times *times, ticks median_of_trace)
{
    struct sample known = {0};
    sample_add(&known, times);
    ticks median = known.count > 0 ? sample_median(&known) : median_of_trace;
    bool complete = known.count == (size_t)task_times_tasks(times);
    free(known.value);
    struct task_times filled = {0};
    for (size_t run = 0; run < times->count; run++) {
        ticks duration = times->runs[run].duration;
        task_times_add(&filled, duration > 0 ? duration : median, task_times_of_run(times, run));
    }
    task_times_free(times);
    *times = filled;
    return complete || median > 0;
}

static bool fill_job(struct job_spec *job, ticks map_median, ticks reduce_median)
{
    bool maps = fill_unknown(&job->map_times, map_median);
    return fill_unknown(&job->reduce_times, reduce_median) && maps;
}

void rumen_missing_settle(struct workload *w, enum rumen_missing missing, bool complete[])
{
    struct sample maps = {0};
    struct sample reduces = {0};
    for (size_t i = 0; i < w->count; i++) {
        sample_add(&maps, &w->jobs[i].map_times);
        sample_add(&reduces, &w->jobs[i].reduce_times);
    }
    ticks map_median = sample_median(&maps);
    ticks reduce_median = sample_median(&reduces);
    free(maps.value);
    free(reduces.value);
    for (size_t i = 0; i < w->count; i++) {
        struct job_spec *job = &w->jobs[i];
        complete[i] = missing == RUMEN_MISSING_DROP || fill_job(job, map_median, reduce_median);
        if (missing == RUMEN_MISSING_DROP) {
            drop_places(&job->map_nodes, &job->map_times);
            drop_unknown(&job->map_times, &job->maps);
            drop_unknown(&job->reduce_times, &job->reduces);
        }
    }
}
