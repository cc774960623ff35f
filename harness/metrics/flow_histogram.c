#include "harness/metrics/flow_histogram.h"

#include <math.h>

void flow_histogram_add(struct flow_histogram *h, int32_t flow)
{
    if (flow <= FLOW_HISTOGRAM_MOST) {
        h->counts[flow]++;
    } else {
        h->beyond++;
    }
    h->total++;
    h->longest = flow > h->longest ? flow : h->longest;
}

void flow_histogram_merge(struct flow_histogram *h, const struct flow_histogram *other)
{
    for (int32_t x = 0; x <= FLOW_HISTOGRAM_MOST; x++) {
        h->counts[x] += other->counts[x];
    }
    h->beyond += other->beyond;
    h->total += other->total;
    h->longest = other->longest > h->longest ? other->longest : h->longest;
}

double flow_histogram_share(const struct flow_histogram *h, int32_t x)
{
    int64_t sum = 0;
    for (int32_t i = 0; i <= x; i++) {
        sum += h->counts[i];
    }
    return h->total > 0 ? (double)sum / (double)h->total : NAN;
}
