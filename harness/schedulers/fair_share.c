#include "harness/schedulers/fair_share.h"

#include <float.h>
#include <math.h>
#include <string.h>

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

/* --- Capped shares ---------------------------------------------------------------------------- */

/* Guesses of the ratio before the search for it. */
#define GUESSES 8

/* Ratios are multiples of 2 to the power of -RATIO_BITS. */
#define RATIO_BITS 60

static double share_at(const struct claim *claim, double ratio)
{
    double share = ratio * claim->weight;
    share = share < claim->least ? claim->least : share;
    return share < claim->demand ? share : claim->demand;
}

struct line {
    double sum;   /* of the shares at a ratio */
    double slope; /* the change of that sum with the ratio */
};

static struct line line_at(const struct claim *claims, size_t count, double ratio)
{
    struct line line = {0.0, 0.0};
    for (size_t i = 0; i < count; i++) {
        double share = ratio * claims[i].weight;
        line.sum += share_at(&claims[i], ratio);
        line.slope += share >= claims[i].least && share < claims[i].demand ? claims[i].weight : 0.0;
    }
    return line;
}

/* Newton's method. Without `least` the sum is concave, and the method ends at the ratio, but for
 * rounding. */
static double guess_ratio(const struct claim *claims, size_t count, double slots)
{
    double ratio = 0.0;
    double last = -1.0;
    for (int i = 0; i < GUESSES && ratio != last; i++) {
        struct line line = line_at(claims, count, ratio);
        last = ratio;
        ratio = line.slope > 0.0 ? fmax(0.0, ratio + (slots - line.sum) / line.slope) : ratio;
    }
    return ratio > 0.0 && ratio < DBL_MAX ? ratio : 1.0;
}

/* A double above 0 by its place among them. */
static double nth_double(int64_t place)
{
    double value;
    memcpy(&value, &place, sizeof value);
    return value;
}

static int64_t place_of_double(double value)
{
    int64_t place;
    memcpy(&place, &value, sizeof place);
    return place;
}

static bool reaches(const struct claim *claims, size_t count, int64_t place, double slots)
{
    return place > 0 && line_at(claims, count, nth_double(place)).sum >= slots;
}

/* The least double at which the shares sum to the slots: the sum never falls as the ratio grows,
 * not even by rounding. O(count) for each doubling of the distance from the guess. */
static double least_ratio(const struct claim *claims, size_t count, double slots)
{
    int64_t from = place_of_double(guess_ratio(claims, count, slots));
    int64_t most = place_of_double(DBL_MAX);
    int64_t low = from - 1; /* in the end: does not reach the slots, */
    int64_t high = from;    /* does */
    for (int64_t step = 1; !reaches(claims, count, high, slots) && high < most; step *= 2) {
        low = high;
        high = step < most - high ? high + step : most;
    }
    for (int64_t step = 1; low > 0 && reaches(claims, count, low, slots); step *= 2) {
        high = low;
        low = step < low ? low - step : 0;
    }
    while (high - low > 1) {
        int64_t middle = low + (high - low) / 2;
        *(reaches(claims, count, middle, slots) ? &high : &low) = middle;
    }
    return nth_double(high);
}

void fair_share_capped(struct claim *claims, size_t count, double slots)
{
    double wanted = 0.0;
    for (size_t i = 0; i < count; i++) {
        wanted += claims[i].demand;
    }
    double ratio = INFINITY;
    if (wanted > slots) {
        ratio = ldexp(ceil(ldexp(least_ratio(claims, count, slots), RATIO_BITS)), -RATIO_BITS);
    }
    for (size_t i = 0; i < count; i++) {
        claims[i].share = share_at(&claims[i], ratio);
    }
}
