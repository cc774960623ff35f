#include "harness/replay/scaling.h"

#include "harness/workload/alloc.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

size_t workload_shorten(struct workload *workload, size_t jobs)
{
    size_t kept = 0;
    size_t empty = 0;
    for (size_t i = 0; i < workload->count; i++) {
        struct job_spec *job = &workload->jobs[i];
        const bool has_tasks = job->maps > 0 || job->reduces > 0;
        if (has_tasks && kept < jobs) {
            workload->jobs[kept++] = *job;
        } else {
            empty += !has_tasks;
            job_spec_free(job);
        }
    }
    workload->count = kept;
    return empty;
}

/* At least `least`, and at most what a workload may hold. */
static ticks shorter(ticks time, double speed, double (*rounding)(double), ticks least)
{
    const double scaled = rounding((double)time / speed);
    if (scaled >= (double)WORKLOAD_TIME_MAX / 4) {
        return WORKLOAD_TIME_MAX / 4;
    }
    return scaled < (double)least ? least : (ticks)scaled;
}

static void scale_times(struct task_times *times, double speed)
{
    for (size_t i = 0; i < times->count; i++) {
        times->runs[i].duration = shorter(times->runs[i].duration, speed, floor, 1);
    }
}

void workload_scale(struct workload *workload, double speed)
{
    const ticks first = workload->count > 0 ? workload->jobs[0].arrival : 0;
    for (size_t i = 0; i < workload->count; i++) {
        struct job_spec *job = &workload->jobs[i];
        const ticks allowed =
            job->deadline == NO_DEADLINE ? REPLAY_DISTANT : shorter(job->deadline - job->arrival, speed, ceil, 1);
        job->arrival = shorter(job->arrival - first, speed, floor, 0);
        job->deadline = job->arrival + allowed;
        job->map_estimate = shorter(job->map_estimate, speed, ceil, 1);
        job->reduce_estimate = shorter(job->reduce_estimate, speed, ceil, 1);
        scale_times(&job->map_times, speed);
        scale_times(&job->reduce_times, speed);
    }
}

static int ascending(const void *a, const void *b)
{
    const ticks x = *(const ticks *)a;
    const ticks y = *(const ticks *)b;
    return (x > y) - (x < y);
}

void ticks_sort(ticks *values, size_t count)
{
    qsort(values, count, sizeof *values, ascending);
}

ticks ticks_quantile(const ticks *values, size_t count, double quantile)
{
    if (count == 0) {
        return 0;
    }
    const size_t rank = (size_t)ceil(quantile * (double)count);
    return values[rank == 0 ? 0 : rank - 1];
}

static const struct task_times *times_of(const struct job_spec *job, enum stage stage)
{
    return stage == STAGE_MAP ? &job->map_times : &job->reduce_times;
}

ticks *holds_beyond(const struct workload *workload, const struct replay_ends *ends, enum stage stage, size_t *count)
{
    ticks *values = NULL;
    size_t capacity = 0;
    *count = 0;
    for (size_t i = 0; i < workload->count; i++) {
        const struct task_times *times = times_of(&workload->jobs[i], stage);
        for (int32_t task = 0; task < task_times_tasks(times); task++) {
            const struct slot_hold *hold = &ends->jobs[i].holds[stage][task];
            if (hold->end != NO_INSTANT) {
                values = alloc_grow(values, &capacity, *count + 1, sizeof *values);
                values[(*count)++] = hold->end - hold->start - task_times_at(times, task);
            }
        }
    }
    if (*count > 0) {
        ticks_sort(values, *count);
    }
    return values;
}

/* The tasks of a stage of a job as they were seen. */
static struct task_times times_seen(const struct task_times *planned, const struct slot_hold *holds, ticks longer)
{
    struct task_times times = {0};
    for (int32_t task = 0; task < task_times_tasks(planned); task++) {
        ticks took = task_times_at(planned, task) + longer;
        if (holds[task].end != NO_INSTANT) {
            took = holds[task].end - holds[task].start;
        }
        task_times_add(&times, took < 1 ? 1 : took, 1);
    }
    return times;
}

static ticks median_beyond(const struct workload *workload, const struct replay_ends *seen, enum stage stage)
{
    size_t count;
    ticks *values = holds_beyond(workload, seen, stage, &count);
    const ticks median = ticks_quantile(values, count, 0.5);
    free(values);
    return median > 0 ? median : 0;
}

struct workload workload_as_seen(const struct workload *workload, const struct replay_ends *seen, bool holds)
{
    struct workload w = {.jobs = alloc_zeroed(workload->count, sizeof *w.jobs), .count = workload->count};
    const ticks longer[STAGES] = {median_beyond(workload, seen, STAGE_MAP),
                                  median_beyond(workload, seen, STAGE_REDUCE)};
    for (size_t i = 0; i < w.count; i++) {
        struct job_spec *job = &w.jobs[i];
        const struct job_end *end = &seen->jobs[i];
        const ticks before = i > 0 ? w.jobs[i - 1].arrival : 0; /* a job that got no answer kept its own */
        *job = workload->jobs[i];
        job->arrival = end->arrival > before ? end->arrival : before;
        job->deadline += job->arrival - workload->jobs[i].arrival;
        job->map_nodes = (struct map_places){0};
        if (holds) {
            job->map_times = times_seen(&workload->jobs[i].map_times, end->holds[STAGE_MAP], longer[STAGE_MAP]);
            job->reduce_times =
                times_seen(&workload->jobs[i].reduce_times, end->holds[STAGE_REDUCE], longer[STAGE_REDUCE]);
        }
    }
    return w;
}

void workload_free_seen(struct workload *workload, bool holds)
{
    for (size_t i = 0; holds && i < workload->count; i++) {
        task_times_free(&workload->jobs[i].map_times);
        task_times_free(&workload->jobs[i].reduce_times);
    }
    free(workload->jobs);
    *workload = (struct workload){0};
}
