#include "harness/schedulers/fair_share.h"

#include <math.h>

void fair_share_weighted(struct claim *claims, size_t count, double slots)
{
    for (size_t i = 0; i < count; i++) {
        claims[i].share = -1.0; /* not settled */
    }
    double left = slots;
    bool again = count > 0;
    while (again) {
        double weights = 0.0;
        for (size_t i = 0; i < count; i++) {
            weights += claims[i].share < 0.0 ? claims[i].weight : 0.0;
        }
        double divided = left;
        again = false;
        for (size_t i = 0; i < count; i++) {
            struct claim *claim = &claims[i];
            if (claim->share < 0.0 && claim->least > claim->weight / weights * divided) {
                claim->share = claim->least;
                left -= claim->least;
                again = true;
            }
        }
        for (size_t i = 0; i < count && !again; i++) {
            if (claims[i].share < 0.0) {
                claims[i].share = claims[i].weight / weights * left;
            }
        }
    }
}

static double share_at(const struct claim *claim, double ratio)
{
    return fmin(claim->demand, fmax(claim->least, ratio * claim->weight));
}

static double sum_at(const struct claim *claims, size_t count, double ratio)
{
    double sum = 0.0;
    for (size_t i = 0; i < count; i++) {
        sum += share_at(&claims[i], ratio);
    }
    return sum;
}

void fair_share_capped(struct claim *claims, size_t count, double slots)
{
    double low = 0.0;
    double high = 1.0;
    double wanted = 0.0;
    for (size_t i = 0; i < count; i++) {
        wanted += claims[i].demand;
    }
    if (wanted <= slots) {
        low = INFINITY;
    } else {
        while (sum_at(claims, count, high) < slots) {
            high *= 2.0;
        }
        for (int step = 0; step < 60; step++) {
            double middle = (low + high) / 2.0;
            if (sum_at(claims, count, middle) < slots) {
                low = middle;
            } else {
                high = middle;
            }
        }
        low = high;
    }
    for (size_t i = 0; i < count; i++) {
        claims[i].share = share_at(&claims[i], low);
    }
}
