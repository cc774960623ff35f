/*
 * Workloads made from another one: faster, shorter, or as it was seen to happen.
 */
#ifndef REPLAY_SCALING_H
#define REPLAY_SCALING_H

#include "harness/replay/outcome.h"

/* The time that stands for a deadline of a job without one: ten years from its arrival. */
#define REPLAY_DISTANT INT64_C(315360000000)

/* Leaves at most `jobs` jobs, the first ones; jobs without tasks are left out before: nothing of
 * them would run. Returns how many of those there were. O(jobs). */
size_t workload_shorten(struct workload *workload, size_t jobs);

/* Divides all times by the speed, > 0; the first job arrives at 0. Durations and arrivals are
 * rounded down, estimates and the times up to the deadlines up: no task becomes longer than its
 * estimate. Nothing is shorter than a tick. O(jobs + runs of equal tasks). */
void workload_scale(struct workload *workload, double speed);

/* The jobs as they were seen to arrive; with `holds` also their tasks as they were seen to hold
 * their slots, and where a task was not seen, its time with the median of what the others of its
 * stage took longer. Deadlines keep their distance from the arrivals. It shares names with the
 * workload: free it with workload_free_seen() before that. O(tasks log tasks). */
struct workload workload_as_seen(const struct workload *workload, const struct replay_ends *seen, bool holds);
void workload_free_seen(struct workload *workload, bool holds);

/* What the tasks of a stage that have ended held their slots longer than they take by themselves:
 * ascending, *count of them; free() it. O(tasks log tasks). */
ticks *holds_beyond(const struct workload *workload, const struct replay_ends *ends, enum stage stage, size_t *count);

/* A quantile, 0 .. 1, of ascending values: the nearest rank; 0 if there are none. */
ticks ticks_quantile(const ticks *values, size_t count, double quantile);

/* Sorts ascending. */
void ticks_sort(ticks *values, size_t count);

#endif
