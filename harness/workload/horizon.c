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
