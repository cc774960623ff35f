/*
 * How long each task of a stage takes: in the order of the tasks, as runs of equal durations. A
 * stage of a million equal tasks takes as much memory as one task.
 */
#ifndef HARNESS_WORKLOAD_TASK_TIMES_H
#define HARNESS_WORKLOAD_TASK_TIMES_H

#include <stddef.h>
#include <stdint.h>

/* Ticks are milliseconds. */
typedef int64_t ticks;

/* Neighbouring tasks of equal duration, as many as there are. */
struct equal_tasks {
    ticks duration; /* on a slot of speed 1 */
    int32_t end;    /* the number of the task behind the run's last one */
};

/* Zeroed: no tasks. */
struct task_times {
    struct equal_tasks *runs; /* NULL if there are no tasks */
    size_t count;             /* of the runs */
    size_t capacity;          /* task_times_add()'s own */
};

/* Appends `tasks` >= 0 tasks of one duration; all tasks together are at most INT32_MAX. Amortised
 * O(1). */
void task_times_add(struct task_times *times, ticks duration, int32_t tasks);

/* Leaves no tasks. */
void task_times_free(struct task_times *times);

/* O(1). */
int32_t task_times_tasks(const struct task_times *times);

/* The tasks of a run. O(1). */
int32_t task_times_of_run(const struct task_times *times, size_t run);

/* The duration of a task, 0 .. tasks - 1. O(log runs); O(1) if there is one run or every run is one
 * task. */
ticks task_times_at(const struct task_times *times, int32_t task);

/* The longest duration; 0 if there are no tasks. O(runs). */
ticks task_times_longest(const struct task_times *times);

/* The sum of the durations of all tasks, exact below 2^53. O(runs). */
double task_times_work(const struct task_times *times);

#endif
