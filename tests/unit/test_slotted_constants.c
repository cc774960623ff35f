/* The constants of Theorems 2 and 3 against a known rate function, the series of Eq. 11, and every
 * epsilon. */
#include "harness/slotted/constants.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void assert_near(double found, double expected, double relative)
{
    if (!(fabs(found - expected) <= relative * fabs(expected))) {
        fail_msg("found %.12g, expected %.12g", found, expected);
    }
}

/* Jobs of exactly `maps` and `reduces` units. */
static struct slotted_system fixed(int32_t machines, double rate, int32_t maps, int32_t reduces)
{
    return (struct slotted_system){
        .machines = machines,
        .rate = rate,
        .maps = {.kind = WORK_UNIFORM, .least = maps, .most = maps},
        .reduces = {.kind = WORK_UNIFORM, .least = reduces, .most = reduces},
        .reduce_most = reduces,
    };
}

/* W = 5 x Poisson(rate): l(a) = (a/5) log(a / (5 rate)) - a/5 + rate. */
static double poisson_rate(double a, double rate)
{
    return a / 5 * log(a / (5 * rate)) - a / 5 + rate;
}

static void test_rate_function(void **state)
{
    (void)state;
    struct slotted_system s = fixed(10, 1.2, 2, 3);
    for (double a = 6.5; a < 40; a += 1.7) {
        assert_near(slotted_rate_function(&s, a), poisson_rate(a, 1.2), 1e-9);
    }
    assert_true(slotted_rate_function(&s, 6) == 0);
    assert_true(slotted_rate_function(&s, 1) == 0);
}

/* A rate function that ends at a pole: one exponential stage. It is below the exponent's limit and
 * above a grid's. */
static void test_rate_function_of_exponentials(void **state)
{
    (void)state;
    struct slotted_system s = fixed(100, 2, 0, 0);
    s.maps = (struct work_distribution){.kind = WORK_EXPONENTIAL, .mean = 40};
    double best = 0;
    for (double theta = 0; theta < 1 / 40.0; theta += 1e-6) {
        best = fmax(best, theta * 99 - 2 * (work_mgf(&s.maps, theta) - 1));
    }
    double found = slotted_rate_function(&s, 99);
    assert_true(found >= best);
    assert_near(found, best, 1e-6);
}

/* B_H at an epsilon, Eq. 11 as printed. */
static double eq11(const struct slotted_system *s, double rate_at, double epsilon, int h)
{
    double sum = 0;
    for (int k = 2; k < 20000; k++) {
        sum += pow(k, h) * exp(-k * rate_at);
    }
    return pow(1 + ceil((s->machines - 1) * s->reduce_most / epsilon), h) + sum;
}

static void test_minima(void **state)
{
    (void)state;
    struct slotted_system s = fixed(10, 1.2, 2, 3); /* load 6 of 10 */
    double b1 = INFINITY;
    double b2 = INFINITY;
    for (double epsilon = 0.01; epsilon < 3.9; epsilon += 0.01) {
        double l = poisson_rate(s.machines - epsilon, s.rate);
        b1 = fmin(b1, eq11(&s, l, epsilon, 1));
        b2 = fmin(b2, eq11(&s, l, epsilon, 2));
    }
    struct slotted_constants c = slotted_constants_of(&s);
    assert_true(c.b1 <= b1 && c.b2 <= b2);
    assert_near(c.b1, b1, 0.005); /* the grid misses the best epsilon */
    assert_near(c.b2, b2, 0.005);
    double found = INFINITY; /* and at the very epsilons where the ceiling jumps */
    for (int m = 7; m < 500; m++) {
        double l = poisson_rate(s.machines - 27.0 / m, s.rate);
        double at = 1 + m;
        for (int k = 2; k < 5000; k++) {
            at += k * exp(-k * l);
        }
        found = fmin(found, at);
    }
    assert_near(c.b1, found, 1e-9);
}

static void test_theorems(void **state)
{
    (void)state;
    struct slotted_system s = fixed(10, 1.2, 2, 3);
    struct slotted_constants c = slotted_constants_of(&s);
    assert_near(c.theorem2, (c.b2 + c.b1 * c.b1) / 2, 1e-12);
    assert_near(c.theorem3, (c.b2 + c.b1 * c.b1 + 2 * c.b1) / 2, 1e-12);
    /* Nearly full: 1 / (N (1 - rho)) = 1 / 0.5 */
    struct slotted_system full = fixed(10, 1.9, 2, 3);
    c = slotted_constants_of(&full);
    assert_near(c.theorem2, (c.b2 + c.b1 * c.b1) / (2 * 2), 1e-9);
    /* Few arrivals: (1 - p0) / lambda does not reach 2, either. */
    struct slotted_system rare = fixed(10, 0.01, 2, 3);
    c = slotted_constants_of(&rare);
    assert_near(c.theorem2, (c.b2 + c.b1 * c.b1) / 2, 1e-12);
    struct slotted_system over = fixed(10, 2, 2, 3);
    assert_true(isnan(slotted_constants_of(&over).b1) && isnan(slotted_constants_of(&over).theorem3));
}

/* One machine: no reduce of another can be in the way, and B_1 is the tail alone. */
static void test_one_machine(void **state)
{
    (void)state;
    struct slotted_system s = fixed(1, 0.1, 2, 3);
    double l = poisson_rate(1, 0.1);
    double sum = 1;
    for (int k = 2; k < 100000; k++) {
        sum += k * exp(-k * l);
    }
    assert_near(slotted_constants_of(&s).b1, sum, 1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rate_function), cmocka_unit_test(test_rate_function_of_exponentials),
        cmocka_unit_test(test_minima),        cmocka_unit_test(test_theorems),
        cmocka_unit_test(test_one_machine),
    };
    return cmocka_run_group_tests_name("slotted constants", tests, NULL, NULL);
}
