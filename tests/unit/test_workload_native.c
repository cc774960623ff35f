/* The reader of the native job format: good files, and the exact error of every kind of bad one. */
#include "harness/workload/native_csv.h"
#include "tests/unit/scratch_file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define HEADER "job,arrival,deadline,eps_m,eps_r,map_durations,reduce_durations"
#define TOP "1152921504606846976"

static struct workload read_good(const char *text)
{
    struct scratch_file file = scratch_file_of(text);
    struct workload w;
    struct input_error error = {""};
    bool good = native_csv_read(&w, file.path, &error);
    assert_string_equal(error.text, "");
    assert_true(good);
    assert_string_equal(w.title, file.path);
    scratch_file_remove(&file);
    return w;
}

/* The error must be the file's name and this. */
static void read_bad_bytes(const char *text, size_t length, const char *expected)
{
    struct scratch_file file = scratch_file_of_bytes(text, length);
    struct workload w;
    struct input_error error = {""};
    assert_false(native_csv_read(&w, file.path, &error));
    assert_int_equal(w.count, 0);
    assert_null(w.jobs);
    size_t prefix = strlen(file.path);
    assert_memory_equal(error.text, file.path, prefix);
    assert_string_equal(error.text + prefix, expected);
    scratch_file_remove(&file);
}

static void read_bad(const char *text, const char *expected)
{
    read_bad_bytes(text, strlen(text), expected);
}

static void test_every_field(void **state)
{
    (void)state;
    struct workload w = read_good(HEADER ",user,pool,map_bytes,reduce_bytes\n"
                                         "first,10,200,30,40,1;20;3,5,ann,web,0,9223372036854775807\n"
                                         "second,11,11,,,,,,,,\n");
    assert_int_equal(w.count, 2);
    const struct job_spec *job = &w.jobs[0];
    assert_string_equal(job->name, "first");
    assert_int_equal(job->arrival, 10);
    assert_int_equal(job->deadline, 200);
    assert_int_equal(job->map_estimate, 30);
    assert_int_equal(job->reduce_estimate, 40);
    assert_int_equal(job->maps, 3);
    assert_int_equal(task_times_at(&job->map_times, 0), 1);
    assert_int_equal(task_times_at(&job->map_times, 1), 20);
    assert_int_equal(task_times_at(&job->map_times, 2), 3);
    assert_int_equal(job->reduces, 1);
    assert_int_equal(task_times_at(&job->reduce_times, 0), 5);
    assert_string_equal(job->user, "ann");
    assert_string_equal(job->pool, "web");
    assert_int_equal(job->map_bytes, 0);
    assert_true(job->reduce_bytes == INT64_MAX);
    assert_int_equal(job->row, 0);
    job = &w.jobs[1];
    assert_int_equal(job->maps, 0);
    assert_int_equal(job->map_times.count, 0);
    assert_int_equal(job->reduces, 0);
    assert_string_equal(job->user, "");
    assert_string_equal(job->pool, "");
    assert_int_equal(job->map_bytes, -1);
    assert_int_equal(job->reduce_bytes, -1);
    workload_free(&w);
}

static void test_optional_columns_from_the_left(void **state)
{
    (void)state;
    struct workload w = read_good(HEADER ",user,pool\na,0,9,1,,1,,ann,\n");
    assert_string_equal(w.jobs[0].user, "ann");
    assert_string_equal(w.jobs[0].pool, "");
    assert_int_equal(w.jobs[0].map_bytes, -1);
    workload_free(&w);
}

static void test_rows_are_sorted_by_arrival_and_stable(void **state)
{
    (void)state;
    struct workload w = read_good(HEADER "\nd,7,9,1,,1,\nb,3,9,1,,1,\na,0,9,1,,1,\nc,3,9,1,,1,\n");
    static const char *const names[] = {"a", "b", "c", "d"};
    static const size_t rows[] = {2, 1, 3, 0};
    for (size_t i = 0; i < 4; i++) {
        assert_string_equal(w.jobs[i].name, names[i]);
        assert_int_equal(w.jobs[i].row, rows[i]);
    }
    workload_free(&w);
}

static void test_line_ends(void **state)
{
    (void)state;
    static const char *const texts[] = {
        HEADER "\na,0,9,1,1,1,1\n",
        HEADER "\na,0,9,1,1,1,1",
        HEADER "\r\na,0,9,1,1,1,1\r\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct workload w = read_good(texts[i]);
        assert_int_equal(w.count, 1);
        assert_int_equal(task_times_at(&w.jobs[0].reduce_times, 0), 1);
        workload_free(&w);
    }
    struct workload w = read_good(HEADER);
    assert_int_equal(w.count, 0);
    workload_free(&w);
}

static void test_an_absent_stage_needs_no_estimate(void **state)
{
    (void)state;
    struct workload w = read_good(HEADER "\na,0,9,,5,,4\nb,0,9,5,0,4,\nc,0,9,-3,junk,,\n");
    assert_int_equal(w.jobs[0].map_estimate, 0);
    assert_int_equal(w.jobs[0].reduce_estimate, 5);
    assert_int_equal(w.jobs[1].reduce_estimate, 0);
    workload_free(&w);
}

static void test_an_overrun_is_no_error(void **state)
{
    (void)state;
    struct workload w = read_good(HEADER "\na,0,9,1,1,500,500\n");
    assert_int_equal(task_times_at(&w.jobs[0].map_times, 0), 500);
    workload_free(&w);
}

static void test_equal_durations_are_counted(void **state)
{
    (void)state;
    struct workload w = read_good(HEADER "\na,0,9,1,1,4000000x5;5;2x7,1x3;5999996x4\n");
    const struct job_spec *job = &w.jobs[0];
    assert_int_equal(job->maps, 4000003);
    assert_int_equal(job->map_times.count, 2);
    assert_int_equal(task_times_at(&job->map_times, 4000000), 5);
    assert_int_equal(task_times_at(&job->map_times, 4000001), 7);
    assert_int_equal(job->reduces, 5999997);
    assert_int_equal(task_times_at(&job->reduce_times, 0), 3);
    assert_int_equal(task_times_at(&job->reduce_times, 5999996), 4);
    workload_free(&w);
}

static void test_limits(void **state)
{
    (void)state;
    struct workload w = read_good(HEADER "\na,0," TOP "," TOP ",," TOP ",\nb,0," TOP "," TOP "," TOP ",,\n");
    assert_true(task_times_at(&w.jobs[0].map_times, 0) == WORKLOAD_TIME_MAX);
    workload_free(&w);
    w = read_good(HEADER "\na," TOP "," TOP ",,,,\nb,00,007,,,,\n");
    workload_free(&w);
}

static void test_bad_headers(void **state)
{
    (void)state;
    read_bad("", ":1: expected a header line, found an empty file");
    read_bad("\n", ":1: expected a header line, found an empty file");
    read_bad("Job"
             "\n",
             ":1: expected the header " HEADER "[,user,pool,map_bytes,reduce_bytes,map_nodes], found \"Job\"");
    read_bad(HEADER ",pool\n", ":1: column 8: expected user, found \"pool\"");
}

static void test_bad_shapes(void **state)
{
    (void)state;
    read_bad(HEADER "\na,0,9,1,1,1\n", ":2: expected 7 fields, found 6");
    read_bad(HEADER "\na,0,9,1,1,1,1,\n", ":2: expected 7 fields, found 8");
    read_bad(HEADER "\n\na,0,9,1,1,1,1\n\nb\n", ":5: expected 7 fields, found 1");
    read_bad(HEADER ",user\na,0,9,1,1,1,1\n", ":2: expected 8 fields, found 7");
}

static void test_bad_fields(void **state)
{
    (void)state;
    static const struct {
        const char *row;
        const char *expected;
    } cases[] = {
        {",0,9,1,1,1,1", "job: expected a name, found nothing"},
        {"\"\",0,9,1,1,1,1", "job: expected a name, found nothing"},
        {"a,,9,1,1,1,1", "arrival: expected an integer from 0 to " TOP ", found nothing"},
        {"a,-1,9,1,1,1,1", "arrival: expected an integer from 0 to " TOP ", found \"-1\""},
        {"a,1.5,9,1,1,1,1", "arrival: expected an integer from 0 to " TOP ", found \"1.5\""},
        {"a,0x1,9,1,1,1,1", "arrival: expected an integer from 0 to " TOP ", found \"0x1\""},
        {"a,1152921504606846977,9,1,1,1,1",
         "arrival: expected an integer from 0 to " TOP ", found \"1152921504606846977\""},
        {"a,9223372036854775808,9,1,1,1,1",
         "arrival: expected an integer from 0 to " TOP ", found \"9223372036854775808\""},
        {"a,18446744073709551616,9,1,1,1,1",
         "arrival: expected an integer from 0 to " TOP ", found \"18446744073709551616\""},
        {"a,5,4,1,1,1,1", "deadline: expected an integer from 5 to " TOP ", found \"4\""},
        {"a,5,,1,1,1,1", "deadline: expected an integer from 5 to " TOP ", found nothing"},
        {"a,0,9,0,1,1,1", "eps_m: expected an integer from 1 to " TOP ", found \"0\""},
        {"a,0,9,1,,1,1", "eps_r: expected an integer from 1 to " TOP ", found nothing"},
        {"a,0,9,1,1,1;;1,1", "map_durations: expected an integer from 1 to " TOP ", found nothing"},
        {"a,0,9,1,1,;,1", "map_durations: expected an integer from 1 to " TOP ", found nothing"},
        {"a,0,9,1,1,1,0", "reduce_durations: expected an integer from 1 to " TOP ", found \"0\""},
        {"a,0,9,1,1,0x5,1", "map_durations: expected an integer from 1 to 1000000000, found \"0\""},
        {"a,0,9,1,1,x5,1", "map_durations: expected an integer from 1 to " TOP ", found \"x5\""},
        {"a,0,9,1,1,3x,1", "map_durations: expected an integer from 1 to " TOP ", found nothing"},
        {"a,0,9,1,1,2x3x4,1", "map_durations: expected an integer from 1 to " TOP ", found \"3x4\""},
        {"a,0,9,1,1,1000000001x5,1", "map_durations: expected an integer from 1 to 1000000000, found \"1000000001\""},
        {"a,0,9,1,1,999999999x5,1;1", "reduce_durations: expected at most 1000000000 tasks in the file"},
        {"a,0,9,1,1,1048577x1099511627776,1",
         "map_durations: expected the last arrival plus all durations to be at most " TOP},
        {"a,1,9,1,1," TOP ",1", "map_durations: expected the last arrival plus all durations to be at most " TOP},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[512];
        char expected[512];
        snprintf(text, sizeof text, HEADER "\n%s\n", cases[i].row);
        snprintf(expected, sizeof expected, ":2: %s", cases[i].expected);
        read_bad(text, expected);
    }
    read_bad(HEADER "\na,0,9,1,1,1," TOP "\n",
             ":2: reduce_durations: expected the last arrival plus all durations to be at most " TOP);
    read_bad(HEADER "\na,0,9,1,,1,\nb," TOP "," TOP ",1,,,\n",
             ":3: arrival: expected the last arrival plus all durations to be at most " TOP);
}

static void test_bad_bytes(void **state)
{
    (void)state;
    static const char text[] = HEADER "\na\0b,0,9,1,1,1,1\n";
    read_bad_bytes(text, sizeof text - 1, ":2: job: expected a name without a byte of value 0, found \"a\\x00b\"");
    read_bad(HEADER "\na,1\n2,9,1,1,1,1\n", ":2: expected 7 fields, found 2");
    read_bad(HEADER "\na,0\r,9,1,1,1,1\n", ":2: arrival: expected an integer from 0 to " TOP ", found \"0\\x0d\"");
}

static void test_a_file_that_cannot_be_read(void **state)
{
    (void)state;
    struct workload w;
    struct input_error error = {""};
    assert_false(native_csv_read(&w, "/no/such/file", &error));
    assert_string_equal(error.text, "/no/such/file: cannot be read: No such file or directory");
    assert_false(native_csv_read(&w, "/", &error));
    assert_string_equal(error.text, "/: cannot be read: Is a directory");
}

static void test_one_row(void **state)
{
    (void)state;
    struct workload w;
    struct input_error error = {""};
    assert_true(native_csv_row(&w, "x,3,9,2,,1;2,", "--job", &error));
    assert_int_equal(w.count, 1);
    assert_int_equal(w.jobs[0].maps, 2);
    assert_string_equal(w.jobs[0].user, "");
    workload_free(&w);
    assert_true(native_csv_row(&w, "x,3,9,2,,1;2,,ann,web,7", "--job", &error));
    assert_int_equal(w.jobs[0].map_bytes, 7);
    workload_free(&w);
    assert_false(native_csv_row(&w, "x,3,9,2,,1;2", "--job", &error));
    assert_string_equal(error.text, "--job: expected 7 to 12 fields, found 6");
    assert_false(native_csv_row(&w, "x,3,2,2,,1;2,", "--job", &error));
    assert_string_equal(error.text, "--job: deadline: expected an integer from 3 to " TOP ", found \"2\"");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_field),
        cmocka_unit_test(test_optional_columns_from_the_left),
        cmocka_unit_test(test_rows_are_sorted_by_arrival_and_stable),
        cmocka_unit_test(test_line_ends),
        cmocka_unit_test(test_an_absent_stage_needs_no_estimate),
        cmocka_unit_test(test_an_overrun_is_no_error),
        cmocka_unit_test(test_equal_durations_are_counted),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_bad_headers),
        cmocka_unit_test(test_bad_shapes),
        cmocka_unit_test(test_bad_fields),
        cmocka_unit_test(test_bad_bytes),
        cmocka_unit_test(test_a_file_that_cannot_be_read),
        cmocka_unit_test(test_one_row),
    };
    return cmocka_run_group_tests_name("workload_native", tests, NULL, NULL);
}
