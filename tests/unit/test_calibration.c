/* The search for unpublished numbers, on a judge whose answers are known. */
#include "harness/studies/calibration.h"
#include "harness/workload/alloc.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { NUMBERS = 5, SETS = 400 };

static const struct calibration_number numbers[NUMBERS] = {{"a", 3, {1, 2, 3}},
                                                           {"b", 8, {1, 2, 3, 4, 5, 6, 7, 8}},
                                                           {"c", 1, {9}},
                                                           {"d", 4, {0, 0.5, 1, 2}},
                                                           {"e", 2, {-1, 1}}};
static const double target[NUMBERS] = {2, 7, 9, 0.5, -1};

/* Far from the target by so much; refuses a number that is in no list. */
static void judge(struct candidate *c, uint64_t first_seed, uint64_t seeds)
{
    c->distance = 0.0;
    c->measured[0] = (double)(first_seed + seeds);
    for (size_t i = 0; i < NUMBERS; i++) {
        c->distance += fabs(c->number[i] - target[i]);
    }
    if (c->number[1] < 0.0) {
        c->status = 2;
        snprintf(c->error.text, sizeof c->error.text, "below 0");
    }
}

static struct calibration calibration_with(uint64_t seed, size_t threads)
{
    return (struct calibration){.numbers = numbers,
                                .number_count = NUMBERS,
                                .judge = judge,
                                .first_seed = seed,
                                .seeds = 3,
                                .threads = threads};
}

static struct candidate *search(uint64_t seed, size_t threads, size_t count)
{
    const struct calibration c = calibration_with(seed, threads);
    struct candidate *candidates = alloc_zeroed(count, sizeof *candidates);
    memcpy(candidates[0].number, (double[]){3, 1, 9, 2, 1}, sizeof(double[NUMBERS]));
    struct input_error error = {""};
    assert_int_equal(calibrate(&c, candidates, count, &error), 0);
    return candidates;
}

/* The set in use stays first; the others are of the lists, judged over the seeds, and sorted. */
static void the_nearest_come_first(void **state)
{
    (void)state;
    struct candidate *found = search(5, 1, SETS);
    assert_true(fabs(found[0].distance - (1 + 6 + 0 + 1.5 + 2)) < 1e-9);
    for (size_t i = 1; i < SETS; i++) {
        assert_true(i == 1 || found[i].distance >= found[i - 1].distance);
        assert_true(fabs(found[i].measured[0] - 8.0) < 1e-9);
        for (size_t n = 0; n < NUMBERS; n++) {
            bool listed = false;
            for (size_t v = 0; v < numbers[n].count; v++) {
                listed = listed || fabs(numbers[n].values[v] - found[i].number[n]) < 1e-9;
            }
            /* a number of the set in use may be handed on */
            assert_true(listed || fabs(found[i].number[n] - found[0].number[n]) < 1e-9);
        }
    }
    free(found);
}

/* 192 sets are possible. Half of 400 drawn freely and half near the best meet the target from any
 * seed. */
static void the_target_is_found(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        struct candidate *found = search(seed, 1, SETS);
        assert_true(found[1].distance < 1e-9);
        free(found);
    }
}

static void threads_change_nothing(void **state)
{
    (void)state;
    struct candidate *one = search(2, 1, 150);
    struct candidate *three = search(2, 3, 150);
    struct candidate *other = search(3, 1, 150);
    bool differs = false;
    for (size_t i = 0; i < 150; i++) {
        assert_memory_equal(one[i].number, three[i].number, sizeof one[i].number);
        differs = differs || memcmp(one[i].number, other[i].number, sizeof one[i].number) != 0;
    }
    assert_true(differs);
    free(one);
    free(three);
    free(other);
}

static void a_run_that_fails_ends_it(void **state)
{
    (void)state;
    const struct calibration c = calibration_with(1, 1);
    struct candidate *candidates = alloc_zeroed(20, sizeof *candidates);
    memcpy(candidates[0].number, (double[]){3, -1, 9, 2, 1}, sizeof(double[NUMBERS]));
    struct input_error error = {""};
    assert_int_equal(calibrate(&c, candidates, 20, &error), 2);
    assert_string_equal(error.text, "below 0");
    free(candidates);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_nearest_come_first),
        cmocka_unit_test(the_target_is_found),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(a_run_that_fails_ends_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
