/* The reader of SWIM traces and the reader of cluster files. */
#include "harness/workload/cluster_file.h"
#include "harness/workload/swim.h"
#include "tests/unit/scratch_file.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define TOP "1152921504606846976"

static struct job_terms_options terms(void)
{
    struct job_terms_options t = job_terms_options_default();
    t.map_slots = 10;
    t.reduce_slots = 5;
    t.seed = 1;
    return t;
}

static struct workload swim_good(const char *text, const struct swim_options *o, const struct job_terms_options *t)
{
    struct scratch_file file = scratch_file_of(text);
    struct workload w;
    struct input_error error = {""};
    bool good = swim_read(&w, file.path, o, t, &error);
    assert_string_equal(error.text, "");
    assert_true(good);
    scratch_file_remove(&file);
    return w;
}

static void swim_bad_with(const char *text, const struct job_terms_options *t, const char *expected)
{
    struct scratch_file file = scratch_file_of(text);
    struct swim_options o = swim_options_default();
    struct workload w;
    struct input_error error = {""};
    assert_false(swim_read(&w, file.path, &o, t, &error));
    assert_int_equal(w.count, 0);
    assert_string_equal(error.text + strlen(file.path), expected);
    scratch_file_remove(&file);
}

static void swim_bad(const char *text, const char *expected)
{
    struct job_terms_options t = terms();
    swim_bad_with(text, &t, expected);
}

static void test_conversions(void **state)
{
    (void)state;
    struct swim_options o = swim_options_default();
    struct job_terms_options t = terms();
    t.deadline_sd = 0;
    /* 2.5 blocks in; 1.5 GiB to reduce: 2 reduces */
    struct workload w = swim_good("a\t7\t7\t335544320\t1073741824\t536870912\r\n", &o, &t);
    const struct job_spec *job = &w.jobs[0];
    assert_int_equal(job->arrival, 7000);
    assert_int_equal(job->maps, 3);
    assert_int_equal(task_times_at(&job->map_times, 0), (ticks)ceil(1000 + 128000 / 6.14));
    assert_int_equal(task_times_at(&job->map_times, 1), task_times_at(&job->map_times, 0));
    assert_int_equal(task_times_at(&job->map_times, 2), (ticks)ceil(1000 + 64000 / 6.14));
    assert_int_equal(job->map_estimate, (ticks)ceil(1.5 * (double)task_times_at(&job->map_times, 0)));
    assert_int_equal(job->reduces, 2);
    assert_int_equal(task_times_at(&job->reduce_times, 0), 1000 + 24000);
    assert_int_equal(job->reduce_estimate, 37500);
    assert_int_equal(job->deadline, 7000 + 3 * (job->map_estimate + job->reduce_estimate));
    assert_int_equal(job->map_bytes, 335544320);
    assert_int_equal(job->reduce_bytes, 1073741824);
    assert_string_equal(job->user, "");
    workload_free(&w);
}

static void test_smallest_job(void **state)
{
    (void)state;
    struct swim_options o = swim_options_default();
    struct job_terms_options t = terms();
    o.startup = 0;
    struct workload w = swim_good("a\t0\t0\t0\t0\t0", &o, &t);
    assert_int_equal(w.jobs[0].maps, 1);
    assert_int_equal(task_times_at(&w.jobs[0].map_times, 0), 1);
    assert_int_equal(w.jobs[0].reduces, 1);
    assert_int_equal(task_times_at(&w.jobs[0].reduce_times, 0), 1);
    assert_int_equal(w.jobs[0].deadline, 60000);
    workload_free(&w);
}

/* Estimates bound every duration; deadlines leave at least the time that the job needs alone. */
static void test_promises(void **state)
{
    (void)state;
    struct swim_options o = swim_options_default();
    struct job_terms_options terms_given = terms();
    terms_given.deadline_mean = 1.1;
    terms_given.deadline_sd = 2;
    char text[4096];
    size_t length = 0;
    for (int i = 0; i < 100; i++) {
        length += (size_t)snprintf(text + length, sizeof text - length, "j%d\t%d\t0\t%d\t%d\t%d\n", i, i, i * 20000000,
                                   i * 3000000, i * i * 5000);
    }
    struct workload w = swim_good(text, &o, &terms_given);
    bool random = false;
    for (size_t i = 0; i < w.count; i++) {
        const struct job_spec *job = &w.jobs[i];
        ticks alone = (job->maps + 9) / 10 * job->map_estimate + (job->reduces + 4) / 5 * job->reduce_estimate;
        assert_true(job->deadline - job->arrival >= alone);
        assert_true(job->deadline - job->arrival >= terms_given.deadline_least);
        random = random || job->deadline - job->arrival > 2 * alone + 60000;
        for (int32_t t = 0; t < job->maps; t++) {
            assert_true(task_times_at(&job->map_times, t) <= job->map_estimate);
        }
        for (int32_t t = 0; t < job->reduces; t++) {
            assert_true(task_times_at(&job->reduce_times, t) <= job->reduce_estimate);
        }
    }
    assert_true(random);
    workload_free(&w);
}

static void test_the_seed_moves_deadlines_only(void **state)
{
    (void)state;
    struct swim_options o = swim_options_default();
    struct job_terms_options t = terms();
    const char *text = "a\t0\t0\t99999999999\t0\t0\n";
    struct workload one = swim_good(text, &o, &t);
    struct workload again = swim_good(text, &o, &t);
    t.seed = 2;
    struct workload other = swim_good(text, &o, &t);
    assert_int_equal(one.jobs[0].deadline, again.jobs[0].deadline);
    assert_int_not_equal(one.jobs[0].deadline, other.jobs[0].deadline);
    assert_int_equal(one.jobs[0].map_estimate, other.jobs[0].map_estimate);
    workload_free(&one);
    workload_free(&again);
    workload_free(&other);
}

static void test_bad_swim(void **state)
{
    (void)state;
    swim_bad("", ":1: expected a job, found none");
    swim_bad("a\t0\t0\t1\t1\n", ":1: expected at least 6 fields separated by tabs, found 5");
    swim_bad("a\t0\t0\t1\t1\t1\nb 0 0 1 1 1\nc\n", ":2: expected at least 6 fields separated by tabs, found 1");
    swim_bad("\t0\t0\t1\t1\t1\n", ":1: job id: expected a name, found nothing");
    swim_bad("a\t-1\t0\t1\t1\t1\n", ":1: submit time: expected a decimal number from 0 to 1.15292e+15, found \"-1\"");
    swim_bad("a\t1152921504606848\t0\t1\t1\t1\n",
             ":1: submit time: expected a decimal number from 0 to 1.15292e+15, found \"1152921504606848\"");
    swim_bad("a\t0\t0\t\t1\t1\n",
             ":1: map input bytes: expected a decimal number from 0 to 1.15292e+18, found nothing");
    swim_bad("a\t0\t0\t1\t-1\t1\n", ":1: shuffle bytes: expected a decimal number from 0 to 1.15292e+18, found \"-1\"");
    swim_bad("a\t0\t0\t1\t1\t1e\n",
             ":1: reduce output bytes: expected a decimal number from 0 to 1.15292e+18, found \"1e\"");
    swim_bad("a\t0\t0\t" TOP "\t1\t1\n",
             ":1: map input bytes: expected at most 1000000000 tasks in a stage, found 8589934592");
    swim_bad("a\t0\t0\t1\t" TOP "\t1\n",
             ":1: shuffle bytes: expected at most 1000000000 tasks in a stage, found 1073741824");
    swim_bad("a\t1152921504606846\t0\t1\t1\t1\n",
             ":1: shuffle bytes: expected the last arrival plus all durations to be at most " TOP);
}

/* One odd row of three is left out; a gap is never read, and paths are passed over. */
static void test_odd_rows(void **state)
{
    (void)state;
    static const char *const rows[] = {"b\t1\t1\t1\t1", "b\tx\t1\t1\t1\t1", "b\t1\t1\t1\t1\t-1",
                                       "b\t1\t1\t" TOP "\t1\t1", "\t1\t1\t1\t1\t1"};
    struct swim_options o = swim_options_default();
    struct job_terms_options t = terms();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[128];
        snprintf(text, sizeof text, "a\t0\tx\t1e+06\t0.0\t-0\tin\tout\n\n%s\na\t1.5\t0\t1\t1\t1\n", rows[i]);
        struct workload w = swim_good(text, &o, &t);
        assert_int_equal(w.count, 2);
        assert_int_equal(w.jobs[0].map_bytes, 1000000);
        assert_int_equal(w.jobs[1].arrival, 1500);
        assert_string_equal(w.jobs[1].name, "a#2");
        assert_int_equal(w.notes.malformed, 1);
        assert_int_equal(w.notes.notes[0].line, 3);
        assert_int_equal(w.notes.notes[1].line, 4);
        workload_free(&w);
    }
}

/* A SWIM trace does not say how long a job took. */
static void test_no_recorded_times(void **state)
{
    (void)state;
    struct job_terms_options t = terms();
    t.deadline_base = DEADLINE_BASE_RECORDED;
    swim_bad_with("a\t0\t0\t1\t1\t1\n", &t,
                  ":1: submit time: expected the time that the job took, for a deadline from recorded times");
}

static void test_clusters(void **state)
{
    (void)state;
    struct scratch_file file = scratch_file_of("nodes,map_slots,reduce_slots,speed,reduce_speed\n"
                                               "2,4,1,1,0.5\n1,0,3,0.001,1000\n");
    struct cluster c;
    struct input_error error = {""};
    assert_true(cluster_file_read(&c, file.path, &error));
    assert_int_equal(c.node_count, 3);
    assert_int_equal(c.heartbeat, 0);
    assert_int_equal(cluster_slots(&c, STAGE_MAP), 8);
    assert_int_equal(cluster_slots(&c, STAGE_REDUCE), 5);
    assert_int_equal(c.nodes[1].speed[STAGE_MAP], 1000);
    assert_int_equal(c.nodes[1].speed[STAGE_REDUCE], 500);
    assert_int_equal(c.nodes[2].speed[STAGE_MAP], 1);
    assert_int_equal(c.nodes[2].speed[STAGE_REDUCE], 1000000);
    assert_string_equal(c.title, file.path);
    cluster_free(&c);
    scratch_file_remove(&file);
}

static void test_bad_clusters(void **state)
{
    (void)state;
#define NODES "nodes,map_slots,reduce_slots,speed\n"
    static const struct {
        const char *text;
        const char *expected;
    } cases[] = {
        {"", ":1: expected a header line, found an empty file"},
        {"nodes,map_slots\n",
         ":1: expected the header nodes,map_slots,reduce_slots,speed[,reduce_speed[,rack]], found \"nodes,map_slots\""},
        {NODES "1,1,1\n", ":2: expected 4 fields, found 3"},
        {NODES "0,1,1,1\n", ":2: nodes: expected an integer from 1 to 1048576, found \"0\""},
        {NODES "1,1,1,1\n1,x,1,1\n", ":3: map_slots: expected an integer from 0 to 1048576, found \"x\""},
        {NODES "1,1,-1,1\n", ":2: reduce_slots: expected an integer from 0 to 1048576, found \"-1\""},
        {NODES "1,0,0,1\n", ":2: map_slots: expected a slot, found no map and no reduce slot"},
        {NODES "1,1,1,0.0001\n", ":2: speed: expected a decimal number from 0.001 to 1000, found \"0.0001\""},
        {NODES "1,1,1,1.0001\n", ":2: speed: expected at most three decimals, found \"1.0001\""},
        {NODES "1,1,1,1e4\n", ":2: speed: expected a decimal number from 0.001 to 1000, found \"1e4\""},
        {NODES "1,1,1,.\n", ":2: speed: expected a decimal number from 0.001 to 1000, found \".\""},
        {NODES "2,600000,1,1\n", ":2: nodes: expected at most 1048576 slots of a stage in the cluster, found more"},
        {NODES, ": the cluster has no slot"},
    };
#undef NODES
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct scratch_file file = scratch_file_of(cases[i].text);
        struct cluster c;
        struct input_error error = {""};
        assert_false(cluster_file_read(&c, file.path, &error));
        assert_string_equal(error.text + strlen(file.path), cases[i].expected);
        scratch_file_remove(&file);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_conversions),       cmocka_unit_test(test_smallest_job),
        cmocka_unit_test(test_promises),          cmocka_unit_test(test_the_seed_moves_deadlines_only),
        cmocka_unit_test(test_odd_rows),          cmocka_unit_test(test_bad_swim),
        cmocka_unit_test(test_clusters),          cmocka_unit_test(test_bad_clusters),
        cmocka_unit_test(test_no_recorded_times),
    };
    return cmocka_run_group_tests_name("workload_swim", tests, NULL, NULL);
}
