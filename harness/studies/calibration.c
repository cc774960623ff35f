#include "harness/studies/calibration.h"

#include "harness/studies/parallel.h"
#include "harness/studies/progress.h"
#include "harness/workload/random_stream.h"

#include <stdlib.h>
#include <string.h>

/* Sets judged in one batch, and the nearest sets that the next batch varies. */
enum { BATCH = 64, PARENTS = 8 };

static double draw_number(const struct calibration_number *number, gsl_rng *rng)
{
    return number->values[gsl_rng_uniform_int(rng, number->count)];
}

static void draw(const struct calibration *c, struct candidate *candidate, gsl_rng *rng)
{
    *candidate = (struct candidate){.status = 0};
    for (size_t i = 0; i < c->number_count; i++) {
        candidate->number[i] = draw_number(&c->numbers[i], rng);
    }
}

static void vary(const struct calibration *c, struct candidate *candidate, const struct candidate *parent, gsl_rng *rng)
{
    *candidate = *parent;
    for (unsigned long changes = 1 + gsl_rng_uniform_int(rng, 2); changes > 0; changes--) {
        size_t i = gsl_rng_uniform_int(rng, c->number_count);
        candidate->number[i] = draw_number(&c->numbers[i], rng);
    }
}

struct batch {
    const struct calibration *calibration;
    struct candidate *candidates;
};

static void judge_one(void *context, size_t index)
{
    const struct batch *batch = context;
    batch->calibration->judge(&batch->candidates[index], batch->calibration->first_seed, batch->calibration->seeds);
}

static int by_distance(const void *a, const void *b)
{
    const struct candidate *x = a;
    const struct candidate *y = b;
    return x->distance != y->distance ? (x->distance > y->distance) - (x->distance < y->distance)
                                      : memcmp(x->number, y->number, sizeof x->number);
}

/* Judges candidates `from` to `end`, and sorts all but the first. */
static int judge_batch(const struct calibration *c, struct candidate *candidates, size_t from, size_t end,
                       struct input_error *error)
{
    struct batch batch = {c, candidates + from};
    parallel_for(end - from, c->threads, judge_one, &batch);
    for (size_t i = from; i < end; i++) {
        if (candidates[i].status != 0) {
            *error = candidates[i].error;
            return candidates[i].status;
        }
    }
    qsort(candidates + 1, end - 1, sizeof *candidates, by_distance);
    return 0;
}

int calibrate(const struct calibration *c, struct candidate *candidates, size_t count, struct input_error *error)
{
    gsl_rng *rng = random_stream_open(c->first_seed, STREAM_SIZES);
    int status = judge_batch(c, candidates, 0, 1, error);
    size_t free_draws = 1 + count / 2;
    for (size_t from = 1; from < count && status == 0;) {
        size_t end = from + BATCH < count ? from + BATCH : count;
        size_t parents = from < PARENTS ? from : PARENTS; /* the set in use among them */
        for (size_t i = from; i < end; i++) {
            if (i < free_draws) {
                draw(c, &candidates[i], rng);
            } else {
                vary(c, &candidates[i], &candidates[gsl_rng_uniform_int(rng, parents)], rng);
            }
        }
        progress_show(from, count, "calibration");
        status = judge_batch(c, candidates, from, end, error);
        from = end;
    }
    progress_clear();
    gsl_rng_free(rng);
    return status;
}

bool candidate_repeats(const struct candidate *candidates, size_t i)
{
    return i > 1 && memcmp(candidates[i].number, candidates[i - 1].number, sizeof candidates[i].number) == 0;
}
