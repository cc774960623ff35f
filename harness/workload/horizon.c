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

bool horizon_work(struct horizon *h, ticks duration, struct place place, struct input_error *error)
{
    if (duration > WORKLOAD_TIME_MAX - h->last_arrival - h->work) {
        return exceeded(place, error);
    }
    h->work += duration;
    return true;
}

static bool horizon_stage(struct horizon *h, const ticks *durations, int32_t tasks, struct place place,
                          struct input_error *error)
{
    for (int32_t i = 0; i < tasks; i++) {
        if (!horizon_work(h, durations[i], place, error)) {
            return false;
        }
    }
    return true;
}

bool horizon_job(struct horizon *h, const struct job_spec *job, struct place place, struct input_error *error)
{
    return horizon_arrival(h, job->arrival, place, error) &&
           horizon_stage(h, job->map_durations, job->maps, place, error) &&
           horizon_stage(h, job->reduce_durations, job->reduces, place, error);
}
