#include "harness/metrics/confidence.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>

struct confidence confidence_of(const double *values, size_t count)
{
    struct confidence c = {NAN, NAN, NAN, NAN, NAN};
    if (count > 0) {
        c.mean = gsl_stats_mean(values, 1, count);
        gsl_stats_minmax(&c.least, &c.most, values, 1, count);
    }
    if (count > 1) {
        c.sd = gsl_stats_sd(values, 1, count);
        c.half = gsl_cdf_tdist_Pinv(0.975, (double)count - 1) * c.sd / sqrt((double)count);
    }
    return c;
}
