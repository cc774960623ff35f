#include "harness/workload/horizon.h"

#include <inttypes.h>

static bool exceeded(struct place place, struct input_error *error)
{
    return input_error_at(error, place, "expected the last arrival plus all durations to be at most %" PRId64,
                          WORKLOAD_TIME_MAX);
}

bool horizon_arrival(struct horizon *h, ticks arrival, struct place place, struct input_error *error)
{
    if (arrival <= h->last_arrival) {
        return true;
    }
    if (arrival > WORKLOAD_TIME_MAX - h->work) {
        return exceeded(place, error);
    }
    h->last_arrival = arrival;
    return true;
}

bool horizon_work(struct horizon *h, ticks duration, int32_t tasks, struct place place, struct input_error *error)
{
    if (tasks > 0 && duration > (WORKLOAD_TIME_MAX - h->last_arrival - h->work) / tasks) {
        return exceeded(place, error);
    }
    h->work += duration * tasks;
    return true;
}

static bool horizon_stage(struct horizon *h, const struct task_times *times, struct place place,
                          struct input_error *error)
{
    for (size_t i = 0; i < times->count; i++) {
        if (!horizon_work(h, times->runs[i].duration, task_times_of_run(times, i), place, error)) {
            return false;
        }
    }
    return true;
}

bool horizon_job(struct horizon *h, const struct job_spec *job, struct place place, struct input_error *error)
{
    return horizon_arrival(h, job->arrival, place, error) && horizon_stage(h, &job->map_times, place, error) &&
           horizon_stage(h, &job->reduce_times, place, error);
}
