/* The files of pools and queues: good ones, and the exact error of every kind of bad one. */
#include "harness/workload/pool_file.h"
#include "tests/unit/scratch_file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define POOLS "pool,weight,min_maps,min_reduces"
#define QUEUES "queue,capacity"

static void good_pools(void **state)
{
    (void)state;
    struct scratch_file file = scratch_file_of(POOLS ",order\na,2.5,3,1,fifo\r\nb,1,0,0,fair");
    struct pool_table table;
    struct input_error error = {""};
    assert_true(pool_file_read(&table, file.path, &error));
    assert_int_equal(table.count, 2);
    const struct pool_spec *a = &table.pools[0];
    assert_string_equal(a->name, "a");
    assert_true(a->weight == 2.5 && a->fifo);
    assert_int_equal(a->least[STAGE_MAP], 3);
    assert_int_equal(a->least[STAGE_REDUCE], 1);
    assert_string_equal(table.pools[1].name, "b");
    assert_false(table.pools[1].fifo);
    pool_table_free(&table);
    scratch_file_remove(&file);

    file = scratch_file_of(POOLS "\n");
    assert_true(pool_file_read(&table, file.path, &error));
    assert_int_equal(table.count, 0);
    pool_table_free(&table);
    scratch_file_remove(&file);
}

static void good_queues(void **state)
{
    (void)state;
    struct scratch_file file = scratch_file_of(QUEUES ",user_limit\na,60,25\nb,40,100\n");
    struct queue_table table;
    struct input_error error = {""};
    assert_true(queue_file_read(&table, file.path, &error));
    assert_int_equal(table.count, 2);
    assert_string_equal(table.queues[1].name, "b");
    assert_true(table.queues[0].capacity == 60.0 && table.queues[0].user_limit == 25);
    queue_table_free(&table);
    scratch_file_remove(&file);

    file = scratch_file_of(QUEUES "\na,33.5");
    assert_true(queue_file_read(&table, file.path, &error));
    assert_int_equal(table.queues[0].user_limit, 100);
    queue_table_free(&table);
    scratch_file_remove(&file);
}

struct bad_file {
    const char *text;
    const char *error; /* behind the name of the file */
};

static void expect_error(const struct bad_file *bad, bool pools)
{
    struct scratch_file file = scratch_file_of(bad->text);
    struct pool_table pool_table = {0};
    struct queue_table queue_table = {0};
    struct input_error error = {""};
    assert_false(pools ? pool_file_read(&pool_table, file.path, &error)
                       : queue_file_read(&queue_table, file.path, &error));
    assert_null(pool_table.pools);
    assert_null(queue_table.queues);
    assert_memory_equal(error.text, file.path, strlen(file.path));
    assert_string_equal(error.text + strlen(file.path), bad->error);
    scratch_file_remove(&file);
}

static void bad_pools(void **state)
{
    (void)state;
    static const struct bad_file files[] = {
        {"", ":1: expected a header line, found an empty file"},
        {"pool,weight\n", ":1: expected the header pool,weight,min_maps,min_reduces[,order], found \"pool,weight\""},
        {POOLS "\na,1,2\n", ":2: expected 4 fields, found 3"},
        {POOLS "\na,1,2,3,fair\n", ":2: expected 4 fields, found 5"},
        {POOLS "\n,1,2,3\n", ":2: pool: expected a name, found nothing"},
        {POOLS "\na,0,2,3\n", ":2: weight: expected a decimal number from 1e-06 to 1e+06, found \"0\""},
        {POOLS "\na,1,x,3\n", ":2: min_maps: expected an integer from 0 to 1048576, found \"x\""},
        {POOLS "\na,1,2,-3\n", ":2: min_reduces: expected an integer from 0 to 1048576, found \"-3\""},
        {POOLS ",order\na,1,2,3,lifo\n", ":2: order: expected fair or fifo, found \"lifo\""},
        {POOLS "\n\na,1,2,3\nb,1,0,0\n\"a\",1,0,0\n", ":5: pool: expected a name of its own, found \"a\" of line 3"},
    };
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        expect_error(&files[i], true);
    }
}

static void bad_queues(void **state)
{
    (void)state;
    static const struct bad_file files[] = {
        {"", ":1: expected a header line, found an empty file"},
        {QUEUES "\n", ": expected a queue, found none"},
        {QUEUES ",limit\na,1,2\n", ":1: column 3: expected user_limit, found \"limit\""},
        {QUEUES "\na,101\n", ":2: capacity: expected a decimal number from 0 to 100, found \"101\""},
        {QUEUES "\na,60\nb,50\n", ":3: capacity: expected at most 100 percent in all rows together, found \"50\""},
        {QUEUES ",user_limit\na,60,0\n", ":2: user_limit: expected an integer from 1 to 100, found \"0\""},
        {QUEUES "\na,60\na,40\n", ":3: queue: expected a name of its own, found \"a\" of line 2"},
    };
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        expect_error(&files[i], false);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(good_pools),
        cmocka_unit_test(good_queues),
        cmocka_unit_test(bad_pools),
        cmocka_unit_test(bad_queues),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
