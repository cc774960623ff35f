#include "harness/bench/bench.h"
#include "harness/bench/stopwatch.h"
#include "harness/workload/alloc.h"
#include "harness/workload/random_stream.h"

#include <stdint.h>
#include <stdlib.h>

#define ITEMS 1000
#define ARRAYS 50 /* sorted in one round, so that a round is long against the clock's grain */
#define SECONDS 0.2
#define SEED 1

static int compare(const void *a, const void *b)
{
    const int64_t x = *(const int64_t *)a;
    const int64_t y = *(const int64_t *)b;

    return (x > y) - (x < y);
}

double bench_yardstick(void)
{
    int64_t *item = alloc_zeroed((size_t)ITEMS * ARRAYS, sizeof *item);
    gsl_rng *random = random_stream_open(SEED, STREAM_SIZES);
    struct samples samples = {0};
    const double start = stopwatch_now();

    while (samples_wanted(&samples, start, SECONDS)) {
        for (int i = 0; i < ITEMS * ARRAYS; i++) {
            item[i] = (int64_t)gsl_rng_get(random);
        }
        const double began = stopwatch_now();
        for (int i = 0; i < ARRAYS; i++) {
            qsort(item + (ptrdiff_t)i * ITEMS, ITEMS, sizeof *item, compare);
        }
        samples_add(&samples, (stopwatch_now() - began) / ARRAYS);
    }
    gsl_rng_free(random);
    free(item);
    return samples_median(&samples);
}
