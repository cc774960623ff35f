#include "harness/bench/stopwatch.h"

#include <stdlib.h>
#include <time.h>

double stopwatch_now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int samples_wanted(const struct samples *s, double began, double budget)
{
    return s->count < 3 || (s->count < SAMPLES_MOST && stopwatch_now() - began < budget);
}

void samples_add(struct samples *s, double seconds)
{
    s->seconds[s->count++] = seconds;
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a;
    const double y = *(const double *)b;

    return (x > y) - (x < y);
}

double samples_median(struct samples *s)
{
    qsort(s->seconds, (size_t)s->count, sizeof s->seconds[0], compare);
    return s->count % 2 == 1 ? s->seconds[s->count / 2] : (s->seconds[s->count / 2 - 1] + s->seconds[s->count / 2]) / 2;
}
