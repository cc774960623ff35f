#include "harness/metrics/flow_histogram.h"

#include <math.h>

void flow_histogram_add(struct flow_histogram *h, int32_t flow)
{
    if (flow <= FLOW_HISTOGRAM_MOST) {
        h->counts[flow]++;
    }
    h->total++;
    h->longest = flow > h->longest ? flow : h->longest;
}

double flow_histogram_share(const struct flow_histogram *h, int32_t x)
{
    int64_t sum = 0;
    for (int32_t i = 0; i <= x; i++) {
        sum += h->counts[i];
    }
    return h->total > 0 ? (double)sum / (double)h->total : NAN;
}
