#include "harness/report/results.h"

#include "harness/workload/alloc.h"

#include <math.h>
#include <stdlib.h>

void series_add(struct series *s, struct run_result run)
{
    s->runs = alloc_grow(s->runs, &s->capacity, s->count + 1, sizeof *s->runs);
    s->runs[s->count++] = run;
}

void series_free(struct series *s)
{
    free(s->runs);
    *s = (struct series){0};
}

struct spread series_spread(const struct series *s, enum metric metric)
{
    /* Welford's method: one pass, no cancellation. */
    double mean = 0;
    double squares = 0;
    double n = 0;
    for (size_t i = 0; i < s->count; i++) {
        double x = s->runs[i].metrics.value[metric];
        if (isnan(x)) {
            continue;
        }
        n += 1;
        double step = x - mean;
        mean += step / n;
        squares += step * (x - mean);
    }
    if (n == 0) {
        return (struct spread){NAN, NAN};
    }
    return (struct spread){mean, n > 1 ? sqrt(squares / (n - 1)) : 0};
}

struct confidence series_confidence(const struct series *s, enum metric metric)
{
    double *values = alloc_zeroed(s->count, sizeof *values);
    for (size_t i = 0; i < s->count; i++) {
        values[i] = s->runs[i].metrics.value[metric];
    }
    struct confidence confidence = confidence_of(values, s->count);
    free(values);
    return confidence;
}

bool series_shows(const struct series *s, enum metric metric)
{
    return metric_table[metric].heading != NULL && (s->promises || !metric_is_of_promises(metric));
}

bool series_have(const struct series *series, size_t count, enum metric metric)
{
    for (size_t i = 0; i < count; i++) {
        const double mean = series_spread(&series[i], metric).mean;
        if (series_shows(&series[i], metric) && !isnan(mean) && !(metric_is_rare(metric) && mean <= 0)) {
            return true;
        }
    }
    return false;
}

struct engine_counts series_counts(const struct series *s)
{
    struct engine_counts sum = {0};
    for (size_t i = 0; i < s->count; i++) {
        const struct engine_counts *one = &s->runs[i].counts;
        sum.arrivals += one->arrivals;
        sum.dispatches += one->dispatches;
        sum.finishes += one->finishes;
        sum.heartbeats += one->heartbeats;
        sum.decisions += one->decisions;
        sum.seconds += one->seconds;
    }
    return sum;
}

double engine_counts_events(const struct engine_counts *counts)
{
    return (double)(counts->arrivals + counts->dispatches + counts->finishes + counts->heartbeats);
}
