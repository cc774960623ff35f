/*
 * Keeps every schedule of a workload inside the kernel's time: the last arrival plus all durations,
 * which is when even one slot of speed 1 would be done, must not exceed WORKLOAD_TIME_MAX.
 */
#ifndef HARNESS_WORKLOAD_HORIZON_H
#define HARNESS_WORKLOAD_HORIZON_H

#include "harness/workload/input_error.h"
#include "harness/workload/workload.h"

/* The sums of the input read so far; zeroed at first. */
struct horizon {
    ticks last_arrival;
    ticks work;
};

/* Takes note of an arrival, or of `tasks` >= 0 tasks of one duration, 0 .. WORKLOAD_TIME_MAX each.
 * False: the horizon is exceeded, *error says so. */
bool horizon_arrival(struct horizon *h, ticks arrival, struct place place, struct input_error *error);
bool horizon_work(struct horizon *h, ticks duration, int32_t tasks, struct place place, struct input_error *error);

/* The same for a job's arrival and all its durations. O(runs of equal tasks). */
bool horizon_job(struct horizon *h, const struct job_spec *job, struct place place, struct input_error *error);

#endif
