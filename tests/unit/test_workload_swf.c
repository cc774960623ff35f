/* The reader of the Standard Workload Format. */
#include "harness/workload/swf.h"
#include "tests/unit/scratch_file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* job, submit, wait, run, allocated, cpu, memory, requested, requested time, memory, status, user,
 * group, executable, queue, partition, preceding job, think time */
#define HEADER "; Version: 2.2\n;\n; MaxProcs: 128\n\n"
#define FIRST "  1   10    5  100   4  -1 -1  4  120 -1  1  7  3 -1  2  1 -1 -1\n"
#define CANCELLED "  2   20    5    0   0  -1 -1  4  120 -1  5  7  3 -1  2  1 -1 -1\n"
#define FAILED "\t3 30.5  -1 2.25  -1  -1 -1  1   -1 -1  0 -1 -1 -1 -1 -1 -1 -1\r\n"
#define PART "  4   40    1   60   1  -1 -1  1   60 -1  2  7  3 -1  2  1 -1 -1\n"

static struct job_terms_options terms(void)
{
    struct job_terms_options t = job_terms_options_default();
    t.deadline_sd = 0;
    t.deadline_least = 0;
    t.map_slots = 3;
    t.reduce_slots = 1;
    t.seed = 1;
    return t;
}

static struct workload good(const char *text, const struct swf_options *o, const struct job_terms_options *t)
{
    struct scratch_file file = scratch_file_of(text);
    struct workload w;
    struct input_error error = {""};
    bool read = swf_read(&w, file.path, o, t, &error);
    assert_string_equal(error.text, "");
    assert_true(read);
    scratch_file_remove(&file);
    return w;
}

static void bad_with(const char *text, const struct swf_options *o, const struct job_terms_options *t,
                     const char *expected)
{
    struct scratch_file file = scratch_file_of(text);
    struct workload w;
    struct input_error error = {""};
    assert_false(swf_read(&w, file.path, o, t, &error));
    assert_int_equal(w.count, 0);
    assert_string_equal(error.text + strlen(file.path), expected);
    scratch_file_remove(&file);
}

static void bad(const char *text, const char *expected)
{
    struct swf_options o = swf_options_default();
    struct job_terms_options t = terms();
    bad_with(text, &o, &t, expected);
}

static void test_defaults(void **state)
{
    (void)state;
    struct swf_options o = swf_options_default();
    struct job_terms_options t = terms();
    struct workload w = good(HEADER FIRST CANCELLED FAILED PART, &o, &t);
    assert_int_equal(w.count, 2);
    const struct job_spec *first = &w.jobs[0];
    assert_string_equal(first->name, "1");
    assert_string_equal(first->user, "7");
    assert_string_equal(first->pool, "2");
    assert_int_equal(first->arrival, 10000);
    assert_int_equal(first->maps, 4);
    assert_int_equal(task_times_at(&first->map_times, 3), 100000);
    assert_int_equal(first->map_estimate, 120000);
    assert_int_equal(first->reduces, 0);
    assert_int_equal(first->deadline, 10000 + 3 * 2 * 120000); /* 4 maps are 2 waves on 3 slots */
    const struct job_spec *failed = &w.jobs[1];
    assert_string_equal(failed->name, "3");
    assert_string_equal(failed->user, "");
    assert_string_equal(failed->pool, "");
    assert_int_equal(failed->arrival, 30500);
    assert_int_equal(failed->maps, 1);
    assert_int_equal(task_times_at(&failed->map_times, 0), 2250);
    assert_int_equal(failed->map_estimate, 3375);
    assert_int_equal(failed->row, 1);
    workload_free(&w);
}

/* A quarter of 4 x 100 s goes to 2 reduces, 50 s each; their estimates keep the ratio of 1.2. */
static void test_reduces(void **state)
{
    (void)state;
    struct swf_options o = swf_options_default();
    struct job_terms_options t = terms();
    o.reduce_share = 0.25;
    o.reduces_per_map = 0.5;
    struct workload w = good(FIRST, &o, &t);
    assert_int_equal(w.jobs[0].maps, 4);
    assert_int_equal(task_times_at(&w.jobs[0].map_times, 0), 75000);
    assert_int_equal(w.jobs[0].map_estimate, 90000);
    assert_int_equal(w.jobs[0].reduces, 2);
    assert_int_equal(task_times_at(&w.jobs[0].reduce_times, 1), 50000);
    assert_int_equal(w.jobs[0].reduce_estimate, 60000);
    workload_free(&w);
    o.estimate = SWF_ESTIMATE_FACTOR;
    w = good(FIRST, &o, &t);
    assert_int_equal(w.jobs[0].map_estimate, 112500);
    assert_int_equal(w.jobs[0].reduce_estimate, 75000);
    workload_free(&w);
    o.reduce_share = 1;
    o.reduces_per_map = 0.001;
    w = good(FIRST, &o, &t);
    assert_int_equal(w.jobs[0].maps, 0);
    assert_int_equal(w.jobs[0].reduces, 1);
    assert_int_equal(task_times_at(&w.jobs[0].reduce_times, 0), 400000);
    workload_free(&w);
}

static void test_choices(void **state)
{
    (void)state;
    struct swf_options o = {.reduces_per_map = 1, .pool = SWF_POOL_GROUP, .jobs = SWF_JOBS_COMPLETED};
    struct job_terms_options t = terms();
    t.deadline_base = DEADLINE_BASE_RECORDED;
    struct workload w = good(FIRST FAILED, &o, &t);
    assert_int_equal(w.count, 1);
    assert_string_equal(w.jobs[0].pool, "3");
    assert_int_equal(w.jobs[0].deadline, 10000 + 3 * 105000); /* waited 5 s, ran 100 s */
    workload_free(&w);
    o.pool = SWF_POOL_PARTITION;
    w = good(FIRST, &o, &t);
    assert_string_equal(w.jobs[0].pool, "1");
    workload_free(&w);
    o.jobs = SWF_JOBS_RUN;
    w = good(FIRST FAILED, &o, &t); /* it is not recorded how long the second waited */
    assert_int_equal(w.count, 1);
    assert_string_equal(w.notes.notes[0].reason, "without a wait time, for a deadline from it");
    workload_free(&w);
}

/* How a job ends that is not as it should be: as a job, as left out, or as a malformed line. */
static void test_odd_lines(void **state)
{
    (void)state;
    static const struct {
        const char *line;
        const char *reason; /* NULL: it is a job, without a note */
    } cases[] = {
        {"2 1 5 0 4 -1 -1 4 120 -1 5 7 3 -1 2 1 -1 -1", NULL},
        {"2 1 5 0 -1 -1 -1 4 120 -1 1 7 3 -1 2 1 -1 -1", NULL},
        {"2 1 5 0 -1 -1 -1 4 120 -1 0 7 3 -1 2 1 -1 -1", "did not run"},
        {"2 1 5 0 0 -1 -1 4 120 -1 1 7 3 -1 2 1 -1 -1", "did not run"},
        {"2 1 5 0 0 -1 -1 4 120 -1 5 7 3 -1 2 1 -1 -1", "cancelled before they ran"},
        {"2 1 5 -1 4 -1 -1 4 120 -1 1 7 3 -1 2 1 -1 -1", "did not run"},
        {"2 1 5 -0.5 4 -1 -1 4 120 -1 1 7 3 -1 2 1 -1 -1", "with a negative run time"},
        {"2 1 5 9 0 -1 -1 -1 120 -1 1 7 3 -1 2 1 -1 -1", "without processors"},
        {"2 -1 5 9 4 -1 -1 4 120 -1 1 7 3 -1 2 1 -1 -1", "without a submit time"},
        {"2 -1.5 5 9 4 -1 -1 4 120 -1 1 7 3 -1 2 1 -1 -1", "with a negative submit time"},
        {"2 -1 5 9 4 -1 -1 4 120 -1 4 7 3 -1 2 1 -1 -1", "partial executions"},
        {"2 1 -2 9 4 -1 -1 4 120 -1 1 7 3 -1 2 1 -1 -1", "with a negative wait time"},
        {"2 1 -1 9 4 -1 -1 4 120 -1 1 7 3 -1 2 1 -1 -1", NULL},
        {"2 1 5 9 4 -1 -1 4 120 -1 1 7 3 -1 2 1 -1", "with less than 18 fields"},
        {"2 1 5 9 4", "with less than 18 fields"},
        {"2 1 5 9", "malformed"},
        {"2 1 5 9 4 x x 4 120 x 1 root wheel x web 1 x x more", NULL},
        {"2 1 5 9 4.5 -1 -1 4 120 -1 1 7 3 -1 2 1 -1 -1", "malformed"},
        {"2 1 5 nan 4 -1 -1 4 120 -1 1 7 3 -1 2 1 -1 -1", "malformed"},
        {"2 1 5 9 1000000001 -1 -1 4 120 -1 1 7 3 -1 2 1 -1 -1", "malformed"},
        {"x y z", "malformed"},
    };
    struct swf_options o = swf_options_default();
    struct job_terms_options t = terms();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[256];
        snprintf(text, sizeof text, "%s%s\n", FIRST, cases[i].line);
        struct workload w = good(text, &o, &t);
        bool noted = w.notes.count > 0;
        assert_int_equal(noted, cases[i].reason != NULL);
        if (noted) {
            assert_string_equal(w.notes.notes[0].reason, cases[i].reason);
            assert_int_equal(w.notes.notes[0].line, 2);
        }
        assert_int_equal(w.count + w.notes.left_out, 2);
        workload_free(&w);
    }
}

static void test_names(void **state)
{
    (void)state;
    struct swf_options o = swf_options_default();
    struct job_terms_options t = terms();
    struct workload w = good("1.0 1 5 9 4 -1 -1 4 120 -1 1 7.0 3 -1 -1.0 1 -1 -1\n"
                             "-1 1 5 9 4 -1 -1 4 120 -1 1 root 3 -1 web 1 -1 -1\n",
                             &o, &t);
    assert_string_equal(w.jobs[0].name, "1");
    assert_string_equal(w.jobs[0].user, "7");
    assert_string_equal(w.jobs[0].pool, "");
    assert_string_equal(w.jobs[1].name, "-1");
    assert_string_equal(w.jobs[1].user, "root");
    assert_string_equal(w.jobs[1].pool, "web");
    workload_free(&w);
}

static void test_bad(void **state)
{
    (void)state;
    bad("", ":1: expected a job, found none");
    bad(HEADER CANCELLED PART, ":5: run time: expected a job, found none; left out: cancelled before they ran");
    bad(HEADER "1 2 3\n", ":5: expected at least 5 fields separated by blanks, found 3");
    bad(FIRST "1 x 5 100 4 -1 -1 4 120 -1 1 7 3 -1 2 1 -1 -1\n2 3\n",
        ":2: submit time: expected a decimal number from -1.15292e+15 to 1.15292e+15, found \"x\"");
    bad("1 1152921504606846 5 1 4 -1 -1 4 120 -1 1 7 3 -1 2 1 -1 -1\n",
        ":1: run time: expected the last arrival plus all durations to be at most 1152921504606846976");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_defaults),  cmocka_unit_test(test_reduces), cmocka_unit_test(test_choices),
        cmocka_unit_test(test_odd_lines), cmocka_unit_test(test_names),   cmocka_unit_test(test_bad),
    };
    return cmocka_run_group_tests_name("workload_swf", tests, NULL, NULL);
}
