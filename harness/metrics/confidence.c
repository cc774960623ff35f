#include "harness/metrics/confidence.h"

#include <gsl/gsl_cdf.h>
#include <math.h>

/* Welford's sums. */
struct sums {
    double n;
    double mean;
    double squares;
};

static void add(struct sums *s, double x)
{
    if (isnan(x)) {
        return;
    }
    s->n += 1.0;
    double step = x - s->mean;
    s->mean += step / s->n;
    s->squares += step * (x - s->mean);
}

static struct confidence conclude(const struct sums *s)
{
    struct confidence c = {.mean = s->n > 0.0 ? s->mean : NAN, .half = NAN, .n = (size_t)s->n};
    if (s->n >= 2.0) {
        c.half = gsl_cdf_tdist_Pinv(0.975, s->n - 1.0) * sqrt(s->squares / (s->n - 1.0) / s->n);
    }
    return c;
}

struct confidence confidence_of(const double *values, size_t count)
{
    struct sums s = {0};
    for (size_t i = 0; i < count; i++) {
        add(&s, values[i]);
    }
    return conclude(&s);
}

struct confidence confidence_of_difference(const double *a, const double *b, size_t count)
{
    struct sums s = {0};
    for (size_t i = 0; i < count; i++) {
        add(&s, b[i] - a[i]);
    }
    return conclude(&s);
}

struct confidence confidence_of_change(const double *a, const double *b, size_t count)
{
    struct sums s = {0};
    for (size_t i = 0; i < count; i++) {
        add(&s, a[i] > 0.0 ? 100.0 * (b[i] / a[i] - 1.0) : NAN);
    }
    return conclude(&s);
}
