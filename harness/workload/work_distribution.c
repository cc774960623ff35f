#include "harness/workload/work_distribution.h"

#include <gsl/gsl_randist.h>
#include <math.h>

static int32_t round_stochastically(double x, gsl_rng *rng)
{
    double below = floor(x);
    return (int32_t)below + (gsl_rng_uniform(rng) < x - below ? 1 : 0);
}

int32_t work_draw(const struct work_distribution *d, gsl_rng *rng)
{
    switch (d->kind) {
    case WORK_UNIFORM: return d->least + (int32_t)gsl_rng_uniform_int(rng, (unsigned long)(d->most - d->least) + 1);
    case WORK_EXPONENTIAL: return round_stochastically(fmin(gsl_ran_exponential(rng, d->mean), 1e6 * d->mean), rng);
    case WORK_TWO_VALUES: return gsl_rng_uniform(rng) < d->share ? d->most : d->least;
    }
    return 0;
}

double work_mean(const struct work_distribution *d)
{
    switch (d->kind) {
    case WORK_UNIFORM: return ((double)d->least + d->most) / 2;
    case WORK_EXPONENTIAL: return d->mean;
    case WORK_TWO_VALUES: return (1 - d->share) * d->least + d->share * d->most;
    }
    return NAN;
}

static double mgf_of_uniform(int32_t least, int32_t most, double theta)
{
    /* a geometric sum */
    double count = (double)most - least + 1;
    double ratio = theta == 0 ? count : expm1(count * theta) / expm1(theta);
    return exp(theta * least) * ratio / count;
}

/* With q = exp(-1/mean): P(0) = b, and P(k) = (a + q b) q^(k - 1) for k >= 1, where a and b are the
 * integrals of y f(y) and (1 - y) f(y) over 0 .. 1. */
static double mgf_of_rounded_exponential(double mean, double theta)
{
    double q = exp(-1 / mean);
    double a = mean - (mean + 1) * q;
    double b = 1 - q - a;
    double ratio = exp(theta) * q;
    return ratio < 1 ? b + (a + q * b) * exp(theta) / (1 - ratio) : INFINITY;
}

double work_mgf(const struct work_distribution *d, double theta)
{
    switch (d->kind) {
    case WORK_UNIFORM: return mgf_of_uniform(d->least, d->most, theta);
    case WORK_EXPONENTIAL: return mgf_of_rounded_exponential(d->mean, theta);
    case WORK_TWO_VALUES: return (1 - d->share) * exp(theta * d->least) + d->share * exp(theta * d->most);
    }
    return NAN;
}
