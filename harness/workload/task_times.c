#include "harness/workload/task_times.h"

#include "harness/workload/alloc.h"

#include <stdlib.h>

void task_times_add(struct task_times *times, ticks duration, int32_t tasks)
{
    if (tasks == 0) {
        return;
    }
    int32_t end = task_times_tasks(times) + tasks;
    if (times->count > 0 && times->runs[times->count - 1].duration == duration) {
        times->runs[times->count - 1].end = end;
        return;
    }
    if (times->count == 0) { /* most stages are one run, and there may be millions of them */
        times->runs = alloc_zeroed(1, sizeof *times->runs);
        times->capacity = 1;
    }
    times->runs = alloc_grow(times->runs, &times->capacity, times->count + 1, sizeof *times->runs);
    times->runs[times->count++] = (struct equal_tasks){.duration = duration, .end = end};
}

void task_times_free(struct task_times *times)
{
    free(times->runs);
    *times = (struct task_times){0};
}

int32_t task_times_tasks(const struct task_times *times)
{
    return times->count == 0 ? 0 : times->runs[times->count - 1].end;
}

int32_t task_times_of_run(const struct task_times *times, size_t run)
{
    return times->runs[run].end - (run == 0 ? 0 : times->runs[run - 1].end);
}

ticks task_times_at(const struct task_times *times, int32_t task)
{
    if (times->count == (size_t)task_times_tasks(times)) {
        return times->runs[task].duration;
    }
    size_t low =
        /* all runs before `low` end at the task or before it; the run `high` holds it or a later
         * one does */
        0;
    size_t high = times->count - 1;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (times->runs[middle].end <= task) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return times->runs[low].duration;
}

ticks task_times_longest(const struct task_times *times)
{
    ticks longest = 0;
    for (size_t i = 0; i < times->count; i++) {
        longest = times->runs[i].duration > longest ? times->runs[i].duration : longest;
    }
    return longest;
}

double task_times_work(const struct task_times *times)
{
    double work = 0;
    for (size_t i = 0; i < times->count; i++) {
        work += (double)times->runs[i].duration * task_times_of_run(times, i);
    }
    return work;
}
