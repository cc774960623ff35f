/*
 * Planning onto availability vectors: the planner of one stage, per-task estimates, and the papers'
 * operators.
 */
#include "availability.h"
#include "kernel_fixture.h"
#include "slot_vector.h"
#include "stage_plan.h"
#include "vector_algebra.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define ROUNDS 2000
#define TASKS_MOST 400

/* A vector of these entries, sorted. */
static struct rtmr_vector vector(int32_t n, const rtmr_ticks *entries)
{
    struct rtmr_vector v = {.n = 0};

    for (int32_t i = 0; i < n; i++) {
        rtmr_vector_append(&v, entries[i]);
    }
    rtmr_vector_sort(&v);
    return v;
}

static void sorted_is(struct rtmr_vector v, int32_t n, const rtmr_ticks *expected)
{
    assert_int_equal(v.n, n);
    rtmr_vector_sort(&v);
    assert_true(rtmr_vector_is_sorted(&v));
    for (int32_t i = 0; i < n; i++) {
        assert_int_equal(v.at[i], expected[i]);
    }
}

/* What planning works on, with the entries of *v. */
static struct rtmr_availability available(const struct rtmr_vector *v)
{
    struct rtmr_vector sorted = *v;
    struct rtmr_availability a;

    rtmr_vector_sort(&sorted);
    rtmr_availability_load(&a, &sorted);
    assert_int_equal(rtmr_availability_size(&a), v->n);
    return a;
}

static struct rtmr_availability of(int32_t n, const rtmr_ticks *entries)
{
    const struct rtmr_vector v = vector(n, entries);

    return available(&v);
}

static void available_is(const struct rtmr_availability *a, int32_t n, const rtmr_ticks *expected)
{
    struct rtmr_vector v;

    assert_int_equal(rtmr_availability_size(a), n);
    rtmr_availability_store(a, &v);
    sorted_is(v, n, expected);
}

/* [1, 4, 9], release 2, three tasks of 5: 2..7, 4..9, 7..12. */
static void a_stage(void **state)
{
    static const rtmr_ticks free_at[] = {9, 1, 4};
    static const rtmr_ticks after[] = {9, 9, 12};
    struct rtmr_availability v = of(3, free_at);

    (void)state;
    assert_int_equal(rtmr_plan_stage(&v, 3, 5, 2, 0), 12);
    available_is(&v, 3, after);
    assert_int_equal(rtmr_plan_stage(&v, 0, 5, 2, 13), 13);
    assert_int_equal(rtmr_plan_stage(&v, 1, 1, 0, 13), 13);
}

static void a_stage_without_slots_or_time(void **state)
{
    static const rtmr_ticks free_at[] = {0, 1};
    struct rtmr_availability none = of(0, NULL);
    struct rtmr_availability v = of(2, free_at);

    (void)state;
    assert_int_equal(rtmr_plan_stage(&none, 0, 1, 0, 7), 7);
    assert_int_equal(rtmr_plan_stage(&none, 1, 1, 0, 7), RTMR_NEVER);
    assert_int_equal(rtmr_plan_stage(&v, 1, RTMR_TIME_MAX, 0, 0), RTMR_TIME_MAX);
    assert_int_equal(rtmr_plan_stage(&v, 1, RTMR_TIME_MAX, 0, 0), RTMR_NEVER);
    v = of(2, free_at);
    assert_int_equal(rtmr_plan_stage(&v, 1, 1, RTMR_TIME_MAX, 0), RTMR_NEVER);
    assert_int_equal(rtmr_plan_stage(&v, 1, 2 * RTMR_TIME_MAX, 0, 0), RTMR_NEVER);
}

/* -3..2, 2..7, 4..9, 7..12: instants before 0 are as good as others. */
static void a_stage_before_zero(void **state)
{
    static const rtmr_ticks free_at[] = {4, -3};
    static const rtmr_ticks after[] = {9, 12};
    struct rtmr_availability v = of(2, free_at);

    (void)state;
    assert_int_equal(rtmr_plan_stage(&v, 4, 5, -10, -10), 12);
    available_is(&v, 2, after);
}

/* The latest finish, not that of the last task: reduces of 3 and 1 on two slots, after a map that
 * ends at 1. */
static void tasks_with_an_estimate_each(void **state)
{
    static const rtmr_ticks free_at[] = {0, 0};
    static const rtmr_ticks estimates[] = {3, 1};
    static const rtmr_ticks after[] = {2, 4};
    struct rtmr_availability v = of(2, free_at);

    (void)state;
    assert_int_equal(rtmr_plan_tasks(&v, 2, estimates, 1, 1), 4);
    available_is(&v, 2, after);
    assert_int_equal(rtmr_plan_tasks(&v, 0, NULL, 1, 5), 5);
}

static void tasks_past_the_end_of_time(void **state)
{
    static const rtmr_ticks free_at[] = {1, 1};
    static const rtmr_ticks estimates[] = {RTMR_TIME_MAX - 1, RTMR_TIME_MAX, 1};
    struct rtmr_availability none = of(0, NULL);
    struct rtmr_availability v = of(2, free_at);

    (void)state;
    assert_int_equal(rtmr_plan_tasks(&v, 3, estimates, 0, 0), RTMR_NEVER);
    assert_int_equal(rtmr_plan_tasks(&none, 1, estimates, 0, 0), RTMR_NEVER);
}

static void draw(struct rtmr_vector *v, int32_t n, rtmr_ticks earliest, rtmr_ticks latest, uint64_t *random)
{
    v->n = 0;
    for (int32_t i = 0; i < n; i++) {
        rtmr_vector_append(v, kernel_random(random, earliest, latest));
    }
}

static void sort_naively(struct rtmr_vector *v)
{
    for (int32_t i = 1; i < v->n; i++) {
        for (int32_t j = i; j > 0 && v->at[j - 1] > v->at[j]; j--) {
            const rtmr_ticks x = v->at[j];

            v->at[j] = v->at[j - 1];
            v->at[j - 1] = x;
        }
    }
}

/* "Choose t_1, change it, sort", as the papers write it, up to the end of time. */
static rtmr_ticks plan_naively(struct rtmr_vector *v, int32_t tasks, const rtmr_ticks *estimates, rtmr_ticks release)
{
    rtmr_ticks end = 0;

    for (int32_t i = 0; i < tasks; i++) {
        sort_naively(v);
        const rtmr_ticks start = v->at[0] > release ? v->at[0] : release;
        v->at[0] = start <= RTMR_TIME_MAX - estimates[i] ? start + estimates[i] : RTMR_NEVER;
        end = v->at[0] > end ? v->at[0] : end;
    }
    sort_naively(v);
    return end;
}

/* Times from zero on or up to the end of time; few that differ, or many; tasks for less than a
 * round, or for many rounds; estimates of nothing to more than all times differ by. */
static void the_planner_does_what_the_papers_write(void **state)
{
    uint64_t random = kernel_setting("RTMR_FUZZ_SEED", 1);

    (void)state;
    print_message("seed %ju\n", (uintmax_t)random);
    for (int32_t round = 0; round < ROUNDS; round++) {
        static rtmr_ticks estimates[TASKS_MOST];
        const int32_t tasks = (int32_t)kernel_random(&random, 0, kernel_random(&random, 0, 1) == 1 ? 30 : TASKS_MOST);
        const int32_t n = (int32_t)kernel_random(&random, 1, RTMR_SLOTS < 40 ? RTMR_SLOTS : 40);
        const rtmr_ticks spread = kernel_random(&random, 0, 1) == 1 ? 20 : 300;
        const rtmr_ticks earliest = kernel_random(&random, 0, 3) == 0 ? RTMR_TIME_MAX - 2 * spread : 0;
        const rtmr_ticks release = earliest + kernel_random(&random, 0, spread);
        const rtmr_ticks longest = kernel_random(&random, 0, 1) == 1 ? 9 : 2 * spread;
        const int32_t equal = kernel_random(&random, 0, 3) != 0;
        struct rtmr_vector naive;
        rtmr_ticks end;

        for (int32_t i = 0; i < TASKS_MOST; i++) {
            estimates[i] = i > 0 && equal ? estimates[0] : kernel_random(&random, 0, longest);
        }
        draw(&naive, n, earliest, earliest + spread, &random);
        struct rtmr_availability v = available(&naive);
        end = equal ? rtmr_plan_stage(&v, tasks, estimates[0], release, 0)
                    : rtmr_plan_tasks(&v, tasks, estimates, release, 0);
        assert_int_equal(end, plan_naively(&naive, tasks, estimates, release));
        available_is(&v, n, naive.at);
    }
}

static void sorting(void **state)
{
    uint64_t random = 2;

    (void)state;
    for (int32_t round = 0; round < ROUNDS; round++) {
        const int32_t n = round == 0 ? 0 : (int32_t)kernel_random(&random, 0, RTMR_SLOTS);
        struct rtmr_vector v;
        struct rtmr_vector naive;

        draw(&v, n, 0, 20, &random);
        naive = v;
        sort_naively(&naive);
        sorted_is(v, n, naive.at);
    }
}

static void definition_1(void **state)
{
    static const rtmr_ticks a[] = {1, 3, 5};
    static const rtmr_ticks b[] = {1, 2, 5};
    static const rtmr_ticks c[] = {0, 2, 4};
    struct rtmr_vector va = vector(3, a);
    struct rtmr_vector vb = vector(3, b);
    struct rtmr_vector vc = vector(3, c);
    const struct rtmr_vector none = {.n = 0};

    (void)state;
    assert_true(rtmr_vector_ge(&va, &vb));
    assert_false(rtmr_vector_ge(&vb, &va));
    assert_true(rtmr_vector_ge(&va, &va));
    assert_false(rtmr_vector_gt(&va, &vb));
    assert_true(rtmr_vector_gt(&va, &vc));
    assert_true(rtmr_vector_ge(&none, &none) && rtmr_vector_gt(&none, &none));
    assert_true(rtmr_vector_is_sorted(&none) && rtmr_vector_is_sorted(&va));
    va.at[0] = 4;
    assert_false(rtmr_vector_is_sorted(&va));
}

/* Definition 2, [1, 4] (+) (5, 2, 2): [4, 6], [6, 6], [6, 8]. Definition 3, MAX with 7: [7, 8]. */
static void definitions_2_and_3(void **state)
{
    static const rtmr_ticks entries[] = {4, 1};
    static const rtmr_ticks durations[] = {5, 2, 2};
    static const rtmr_ticks sum[] = {6, 8};
    static const rtmr_ticks raised[] = {7, 8};
    struct rtmr_vector v = vector(2, entries);
    struct rtmr_vector none = {.n = 0};

    (void)state;
    rtmr_vector_sort(&v);
    assert_int_equal(rtmr_vector_add(&v, durations, 3), 3);
    assert_true(rtmr_vector_is_sorted(&v));
    sorted_is(v, 2, sum);
    rtmr_vector_max(&v, 7);
    assert_true(rtmr_vector_is_sorted(&v));
    sorted_is(v, 2, raised);
    assert_int_equal(rtmr_vector_add(&v, NULL, 0), 0);
    assert_int_equal(rtmr_vector_add(&none, NULL, 0), 0);
    rtmr_vector_max(&none, 7);
    assert_int_equal(none.n, 0);
}

/* [0, 2^60] (+) (2^60 - 1, 2, 7): the second sum is beyond the end, and nothing after it is
 * added. */
static void sums_past_the_end_of_time(void **state)
{
    static const rtmr_ticks entries[] = {RTMR_TIME_MAX, 0};
    static const rtmr_ticks durations[] = {RTMR_TIME_MAX - 1, 2, 7};
    static const rtmr_ticks sum[] = {RTMR_TIME_MAX - 1, RTMR_TIME_MAX};
    struct rtmr_vector v = vector(2, entries);

    (void)state;
    rtmr_vector_sort(&v);
    assert_int_equal(rtmr_vector_add(&v, durations, 3), 1);
    assert_true(rtmr_vector_is_sorted(&v));
    sorted_is(v, 2, sum);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stage),
        cmocka_unit_test(a_stage_without_slots_or_time),
        cmocka_unit_test(a_stage_before_zero),
        cmocka_unit_test(tasks_with_an_estimate_each),
        cmocka_unit_test(tasks_past_the_end_of_time),
        cmocka_unit_test(the_planner_does_what_the_papers_write),
        cmocka_unit_test(sorting),
        cmocka_unit_test(definition_1),
        cmocka_unit_test(definitions_2_and_3),
        cmocka_unit_test(sums_past_the_end_of_time),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
