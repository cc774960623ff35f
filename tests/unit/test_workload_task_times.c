/* Runs of equal tasks against a plain array, places of maps, and the bound on the tasks of a
 * file. */
#include "harness/workload/map_places.h"
#include "harness/workload/task_bound.h"
#include "harness/workload/task_times.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#define TASKS 200
#define SEEDS 200

static void runs_say_what_an_array_says(void **state)
{
    (void)state;
    for (unsigned int seed = 1; seed <= SEEDS; seed++) {
        srand(seed);
        ticks plain[TASKS];
        struct task_times times = {0};
        int32_t tasks = 0;
        int kinds = 1 + rand() % 5;
        int longest_run = 1 + rand() % 9;
        ticks longest = 0;
        double work = 0;
        while (tasks < TASKS - 10) {
            int32_t more = rand() % (longest_run + 1);
            ticks duration = rand() % kinds;
            task_times_add(&times, duration, more);
            for (int32_t i = 0; i < more; i++) {
                plain[tasks++] = duration;
                longest = duration > longest ? duration : longest;
                work += (double)duration;
            }
        }
        size_t runs = 0;
        for (int32_t i = 0; i < tasks; i++) {
            runs += i == 0 || plain[i] != plain[i - 1];
            if (task_times_at(&times, i) != plain[i]) {
                fail_msg("seed %u: task %d takes %d, not %d", seed, (int)i, (int)task_times_at(&times, i),
                         (int)plain[i]);
            }
        }
        assert_int_equal(task_times_tasks(&times), tasks);
        assert_int_equal(times.count, runs);
        assert_int_equal(task_times_longest(&times), longest);
        assert_true(task_times_work(&times) == work);
        int32_t sum = 0;
        for (size_t run = 0; run < times.count; run++) {
            assert_true(task_times_of_run(&times, run) > 0);
            sum += task_times_of_run(&times, run);
        }
        assert_int_equal(sum, tasks);
        task_times_free(&times);
        assert_int_equal(task_times_tasks(&times), 0);
    }
}

static void equal_tasks_are_one_run(void **state)
{
    (void)state;
    struct task_times times = {0};
    task_times_add(&times, 7, INT32_MAX - 1);
    task_times_add(&times, 7, 1);
    assert_int_equal(times.count, 1);
    assert_int_equal(times.capacity, 1);
    assert_int_equal(task_times_tasks(&times), INT32_MAX);
    assert_int_equal(task_times_at(&times, INT32_MAX - 1), 7);
    assert_true(task_times_work(&times) == 7.0 * INT32_MAX);
    task_times_free(&times);
}

static void no_tasks(void **state)
{
    (void)state;
    struct task_times times = {0};
    task_times_add(&times, 7, 0);
    assert_null(times.runs);
    assert_int_equal(task_times_tasks(&times), 0);
    assert_int_equal(task_times_longest(&times), 0);
    assert_true(task_times_work(&times) == 0);
    task_times_free(&times);
}

/* One map with many nodes costs the others nothing. */
static void places_take_what_is_named(void **state)
{
    (void)state;
    struct map_places places = {0};
    int32_t many[1000];
    for (int32_t i = 0; i < 1000; i++) {
        many[i] = i;
    }
    const int32_t *nodes;
    assert_int_equal(map_places_total(&places), 0);
    map_places_add(&places, NULL, 0);
    assert_int_equal(map_places_of(&places, 0, &nodes), 0);
    map_places_add(&places, many, 1000);
    for (int32_t i = 0; i < 998; i++) {
        map_places_add(&places, &many[i], 1);
    }
    assert_int_equal(places.maps, 1000);
    assert_int_equal(map_places_total(&places), 1998);
    assert_true(places.node_capacity < 4000);
    assert_int_equal(map_places_of(&places, 0, &nodes), 0);
    assert_int_equal(map_places_of(&places, 1, &nodes), 1000);
    assert_int_equal(nodes[999], 999);
    assert_int_equal(map_places_of(&places, 999, &nodes), 1);
    assert_int_equal(nodes[0], 997);
    map_places_free(&places);
    assert_int_equal(places.maps, 0);
}

static void the_bound_is_of_the_file(void **state)
{
    (void)state;
    struct task_bound bound = {0};
    struct input_error error = {""};
    const struct place place = {.source = "f", .line = 3, .field = "maps"};
    assert_true(task_bound_add(&bound, FILE_TASKS_MAX - 1, place, &error));
    assert_true(task_bound_add(&bound, 0, place, &error));
    assert_false(task_bound_add(&bound, 2, place, &error));
    assert_string_equal(error.text, "f:3: maps: expected at most 1000000000 tasks in the file");
    assert_false(task_bound_add(&bound, (int64_t)1 << 62, place, &error));
    assert_true(task_bound_add(&bound, 1, place, &error));
    assert_false(task_bound_add(&bound, 1, place, &error));
    assert_true(copy_bound_add(&bound, FILE_COPIES_MAX, place, &error));
    assert_false(copy_bound_add(&bound, 1, place, &error));
    assert_string_equal(error.text, "f:3: maps: expected at most 1000000 copies of jobs in the file");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_say_what_an_array_says),
        cmocka_unit_test(equal_tasks_are_one_run),
        cmocka_unit_test(no_tasks),
        cmocka_unit_test(places_take_what_is_named),
        cmocka_unit_test(the_bound_is_of_the_file),
    };
    return cmocka_run_group_tests_name("workload_task_times", tests, NULL, NULL);
}
