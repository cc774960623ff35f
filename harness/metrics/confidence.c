#include "harness/metrics/confidence.h"

#include <gsl/gsl_cdf.h>
#include <math.h>

/* Welford's sums. */
struct sums {
    double mean;
    double squares;
    double least;
    double most;
    size_t n;
};

static void add(struct sums *s, double x)
{
    if (isnan(x)) {
        return;
    }
    s->least = s->n == 0 ? x : fmin(s->least, x);
    s->most = s->n == 0 ? x : fmax(s->most, x);
    s->n++;
    double step = x - s->mean;
    s->mean += step / (double)s->n;
    s->squares += step * (x - s->mean);
}

static struct confidence conclude(const struct sums *s)
{
    struct confidence c = {.mean = NAN, .sd = NAN, .half = NAN, .least = NAN, .most = NAN, .n = s->n};
    double n = (double)s->n;
    if (s->n > 0) {
        c.mean = s->mean;
        c.least = s->least;
        c.most = s->most;
    }
    if (s->n > 1) {
        c.sd = sqrt(s->squares / (n - 1.0));
        c.half = gsl_cdf_tdist_Pinv(0.975, n - 1.0) * c.sd / sqrt(n);
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
