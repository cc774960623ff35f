#include "harness/slotted/constants.h"

#include <math.h>

static double load(const struct slotted_system *s)
{
    return s->rate * (work_mean(&s->maps) + work_mean(&s->reduces));
}

/* theta a - log E[exp(theta W)]: W is a Poisson number of jobs, whose stages are independent. */
static double exponent(const struct slotted_system *s, double a, double theta)
{
    return theta * a - s->rate * (work_mgf(&s->maps, theta) * work_mgf(&s->reduces, theta) - 1);
}

double slotted_rate_function(const struct slotted_system *s, double a)
{
    if (a <= load(s)) {
        return 0;
    }
    /* It is concave, 0 at 0 and rises there: double until it falls, then cut the bracket by the
     * golden section. */
    const double golden = (sqrt(5) - 1) / 2;
    double low = 0;
    double high = 1e-6;
    while (exponent(s, a, 2 * high) > exponent(s, a, high)) {
        high *= 2;
    }
    high *= 2;
    while (high - low > 1e-9 * high) {
        double left = high - golden * (high - low);
        double right = low + golden * (high - low);
        if (exponent(s, a, left) >= exponent(s, a, right)) {
            /* -INFINITY where the function does not exist */
            high = right;
        } else {
            low = left;
        }
    }
    return exponent(s, a, (low + high) / 2);
}

/* The sum over k >= 2 of k^h exp(-k l), h = 1 or 2, closed as in Eqs. 8 and 9. */
static double tail(double l, int h)
{
    double e = exp(l);
    double less = expm1(l);
    return h == 1 ? (2 * e - 1) / (e * less * less) : (4 * e * e - 3 * e + 1) / (e * less * less * less);
}

/* Eq. 11 depends on epsilon through c = ceil((N - 1) Rmax / epsilon) and the tail, which falls with
 * epsilon. So for each c the smallest epsilon is best, (N - 1) Rmax / c, and the tail falls with
 * c. */
struct problem {
    const struct slotted_system *system;
    int h;
    double work; /* (N - 1) Rmax */
};

static double tail_at(const struct problem *p, double c)
{
    double epsilon = p->work > 0 ? p->work / c : 0;
    return tail(slotted_rate_function(p->system, p->system->machines - epsilon), p->h);
}

static double head_at(const struct problem *p, double c)
{
    return pow(1 + c, p->h);
}

/* The least of `best` and the values at the whole numbers c from low to high; tail_high is the tail
 * at high. Branch and bound: no value in between is below the head at low plus the tail at high. */
static double least_between(const struct problem *p, double low, double high, double tail_high, double best)
{
    best = fmin(best, head_at(p, high) + tail_high);
    if (low >= high || head_at(p, low) + tail_high >= best) {
        return best;
    }
    double middle = floor((low + high) / 2);
    best = least_between(p, low, middle, tail_at(p, middle), best);
    return least_between(p, middle + 1, high, tail_high, best);
}

/* B_H. */
static double least(const struct slotted_system *s, int h)
{
    struct problem p = {s, h, (double)(s->machines - 1) * s->reduce_most};
    double low = p.work > 0 ? floor(p.work / (s->machines - load(s))) + 1 : 0;
    /* From some c on the head alone is above the value at a smaller c. */
    double high = low + 1;
    double best = head_at(&p, high) + tail_at(&p, high);
    while (head_at(&p, high) < best) {
        high *= 2;
        best = fmin(best, head_at(&p, high) + tail_at(&p, high));
    }
    return least_between(&p, low, high, tail_at(&p, high), best);
}

struct slotted_constants slotted_constants_of(const struct slotted_system *s)
{
    double rho = load(s) / s->machines;
    if (!(rho < 1)) {
        return (struct slotted_constants){NAN, NAN, NAN, NAN};
    }
    double p0 = exp(-s->rate); /* no job arrives */
    double least_flow = fmax(2, fmax((1 - p0) / s->rate, rho / s->rate));
    double divisor = least_flow * fmax(1, 1 / (s->machines * (1 - rho)));
    struct slotted_constants c = {.b1 = least(s, 1), .b2 = least(s, 2)};
    c.theorem2 = (c.b2 + c.b1 * c.b1) / divisor;
    c.theorem3 = (c.b2 + c.b1 * c.b1 + c.b1 * (work_mean(&s->reduces) - 1)) / divisor;
    return c;
}
