/*
 * The appendix of the technical report on random vectors: Properties 1 to 3 and the steps of
 * Proof-1 to Proof-4, by the kernel's operators on sorted vectors and compared entry by entry.
 */
#include "kernel_fixture.h"
#include "vector_algebra.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define ROUNDS 2000
#define ENTRIES 12
#define ITEMS 20

/* A sorted vector of n entries up to `most`. */
static struct rtmr_vector draw(int32_t n, rtmr_ticks most, uint64_t *random)
{
    struct rtmr_vector v = {.n = n};

    for (int32_t i = 0; i < n; i++) {
        v.at[i] = kernel_random(random, 0, most);
    }
    rtmr_vector_sort(&v);
    return v;
}

/* A sorted vector that is at least v: every entry a little later. */
static struct rtmr_vector later_than(struct rtmr_vector v, uint64_t *random)
{
    for (int32_t i = 0; i < v.n; i++) {
        v.at[i] += kernel_random(random, 0, 5);
    }
    rtmr_vector_sort(&v);
    return v;
}

static void at_least(const struct rtmr_vector *a, const struct rtmr_vector *b)
{
    assert_int_equal(a->n, b->n);
    for (int32_t i = 0; i < a->n; i++) {
        assert_true(a->at[i] >= b->at[i]);
    }
    assert_true(rtmr_vector_ge(a, b));
}

static void property_1(void **state)
{
    uint64_t random = 1;

    (void)state;
    for (int32_t round = 0; round < ROUNDS; round++) {
        const struct rtmr_vector c = draw((int32_t)kernel_random(&random, 1, ENTRIES), 20, &random);
        const struct rtmr_vector b = later_than(c, &random);
        const struct rtmr_vector a = later_than(b, &random);

        at_least(&a, &b);
        at_least(&b, &c);
        at_least(&a, &c);
    }
}

/* Property 2, and Property 3 before it: T and V, a release each, and durations, estimated and
 * actual (Proof-1, Proof-2). */
static void one_job_more(void **state)
{
    uint64_t random = 2;

    (void)state;
    for (int32_t round = 0; round < ROUNDS; round++) {
        struct rtmr_vector v = draw((int32_t)kernel_random(&random, 1, ENTRIES), 20, &random);
        struct rtmr_vector t = later_than(v, &random);
        const int32_t m = (int32_t)kernel_random(&random, 0, ITEMS);
        const rtmr_ticks release = kernel_random(&random, 0, 25);
        rtmr_ticks actual[ITEMS];
        rtmr_ticks estimates[ITEMS];

        for (int32_t i = 0; i < m; i++) {
            actual[i] = kernel_random(&random, 0, 9);
            estimates[i] = actual[i] + kernel_random(&random, 0, 4);
        }
        rtmr_vector_max(&v, release);
        rtmr_vector_max(&t, release + kernel_random(&random, 0, 5));
        at_least(&t, &v);
        assert_int_equal(rtmr_vector_add(&v, actual, m), m);
        assert_int_equal(rtmr_vector_add(&t, estimates, m), m);
        at_least(&t, &v);
    }
}

/* Algorithm VI: a finish time takes the place of U's smallest entry, and of any of V's (Proof-3,
 * Proof-4). */
static void one_finished_task_more(void **state)
{
    uint64_t random = 3;

    (void)state;
    for (int32_t round = 0; round < ROUNDS; round++) {
        struct rtmr_vector v = draw((int32_t)kernel_random(&random, 1, ENTRIES), 20, &random);
        struct rtmr_vector u = later_than(v, &random);
        const rtmr_ticks finish = kernel_random(&random, 0, 30);

        u.at[0] = finish;
        v.at[kernel_random(&random, 0, v.n - 1)] = finish;
        rtmr_vector_sort(&u);
        rtmr_vector_sort(&v);
        at_least(&u, &v);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(property_1),
        cmocka_unit_test(one_job_more),
        cmocka_unit_test(one_finished_task_more),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
