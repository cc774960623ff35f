/* The reader of Rumen traces: every choice on a trace whose figures are worked out by hand. */
#include "harness/workload/alloc.h"
#include "harness/workload/rumen.h"
#include "tests/unit/reading.h"
#include "tests/unit/scratch_file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define ATTEMPT(result, start, finish) "{\"result\":\"" result "\",\"startTime\":" #start ",\"finishTime\":" #finish "}"
#define SHUFFLED(start, shuffled, finish)                                                                              \
    "{\"result\":\"SUCCESS\",\"startTime\":" #start ",\"shuffleFinished\":" #shuffled ",\"finishTime\":" #finish       \
    ",\"reduceShuffleBytes\":40}"
#define TASK(attempts) "{\"attempts\":[" attempts "]}"

/* One: maps of 100, 70 after a failure of 200, and one that only failed. Two: a map of 50, reduces
 * that wait for it. */
#define ONE                                                                                                            \
    "{\"jobID\":\"one\",\"user\":\"ann\",\"queue\":\"web\",\"submitTime\":5000,\"finishTime\":6000,"                   \
    "\"outcome\":\"FAILED\",\"mapTasks\":[" TASK(ATTEMPT("SUCCESS", 5100, 5200)) "," TASK(                             \
        ATTEMPT("FAILED", 5100, 5300) "," ATTEMPT("SUCCESS", 5400, 5470) "," ATTEMPT(                                  \
            "KILLED", 5410, 5480)) "," TASK(ATTEMPT("FAILED", 5100, 5108)) "],\"reduceTasks\":null}\n"
#define TWO                                                                                                            \
    "\n {\n\"jobID\":\"two\",\"submitTime\":4000,\"outcome\":\"SUCCESS\",\n\"mapTasks\":[{\"attempts\":["              \
    "{\"result\":\"SUCCESS\",\"startTime\":4000,\"finishTime\":4050,\"hdfsBytesRead\":64}]}],\n"                       \
    "\"reduceTasks\":[" TASK(SHUFFLED(4010, 4060, 4090)) "," TASK(SHUFFLED(4045, -1, 4048)) ",{\"attempts\":[]}]}"

static struct job_terms_options terms(void)
{
    struct job_terms_options t = job_terms_options_default();
    t.deadline_sd = 0;
    t.map_slots = 2;
    t.reduce_slots = 2;
    t.seed = 1;
    return t;
}

static struct workload good(const char *text, const struct rumen_options *o, const struct job_terms_options *t)
{
    struct scratch_file file = scratch_file_of(text);
    struct workload w;
    struct input_error error = {""};
    bool read = rumen_read(&w, file.path, o, t, &error);
    assert_string_equal(error.text, "");
    assert_true(read);
    scratch_file_remove(&file);
    return w;
}

static void bad_with(const char *text, const struct rumen_options *o, const char *expected)
{
    struct scratch_file file = scratch_file_of(text);
    struct job_terms_options t = terms();
    struct workload w;
    struct input_error error = {""};
    assert_false(rumen_read(&w, file.path, o, &t, &error));
    assert_int_equal(w.count, 0);
    assert_string_equal(error.text + strlen(file.path), expected);
    scratch_file_remove(&file);
}

static void bad(const char *text, const char *expected)
{
    bad_with(text, &(struct rumen_options){0}, expected);
}

static void test_defaults(void **state)
{
    (void)state;
    struct rumen_options o = {0};
    struct job_terms_options t = terms();
    t.deadline_least = 0;
    struct workload w = good(ONE TWO, &o, &t);
    assert_int_equal(w.count, 2);
    const struct job_spec *two = &w.jobs[0]; /* it arrives first, and so at 0 */
    const struct job_spec *one = &w.jobs[1];
    assert_string_equal(two->name, "two");
    assert_string_equal(two->user, "");
    assert_int_equal(two->row, 1);
    assert_int_equal(two->arrival, 0);
    assert_int_equal(two->map_bytes, 64);
    assert_int_equal(two->reduce_bytes, 80);
    assert_times(&two->map_times, 1, (ticks[]){50});
    /* from 4050 to 4090; done before the maps, at least 1; the median of 40 and 1, up */
    assert_times(&two->reduce_times, 3, (ticks[]){40, 1, 21});
    assert_int_equal(two->map_estimate, 75);
    assert_int_equal(two->reduce_estimate, 60);
    assert_int_equal(two->deadline, 3 * (75 + 2 * 60)); /* 3 reduces are 2 waves on 2 slots */
    assert_string_equal(one->user, "ann");
    assert_string_equal(one->pool, "web");
    assert_int_equal(one->arrival, 1000);
    assert_int_equal(one->map_bytes, -1);
    assert_times(&one->map_times, 3, (ticks[]){100, 70, 85});
    assert_int_equal(one->deadline, 1000 + 3 * 2 * 150);
    workload_free(&w);
}

static void test_attempts(void **state)
{
    (void)state;
    struct rumen_options o = {.attempt = RUMEN_ATTEMPT_LAST};
    struct job_terms_options t = terms();
    struct workload w = good(ONE, &o, &t);
    assert_times(&w.jobs[0].map_times, 3, (ticks[]){100, 70, 8}); /* 5410 .. 5480 */
    workload_free(&w);
    o.attempt = RUMEN_ATTEMPT_ALL;
    w = good(ONE, &o, &t);
    assert_times(&w.jobs[0].map_times, 3, (ticks[]){100, 200 + 70 + 70, 8});
    workload_free(&w);
}

static void test_reduces(void **state)
{
    (void)state;
    struct rumen_options o = {.reduces = RUMEN_REDUCES_FROM_START, .missing = RUMEN_MISSING_DROP};
    struct job_terms_options t = terms();
    struct workload w = good(TWO, &o, &t);
    assert_times(&w.jobs[0].reduce_times, 2, (ticks[]){80, 3});
    workload_free(&w);
    o.reduces = RUMEN_REDUCES_FROM_SHUFFLE;
    w = good(TWO, &o, &t);
    assert_times(&w.jobs[0].reduce_times, 2, (ticks[]){30, 3});
    workload_free(&w);
}

/* A job none of whose maps succeeded takes the trace's median. */
static void test_missing(void **state)
{
    (void)state;
    static const char text[] = ONE TWO "{\"jobID\":\"x\",\"submitTime\":4000,\"mapTasks\":[" TASK("") "]}";
    struct rumen_options o = {0};
    struct job_terms_options t = terms();
    struct workload w = good(text, &o, &t);
    assert_string_equal(w.jobs[1].name, "x");
    assert_times(&w.jobs[1].map_times, 1, (ticks[]){70}); /* of 100, 70, 50 */
    workload_free(&w);
    o.missing = RUMEN_MISSING_DROP;
    w = good(text, &o, &t);
    assert_int_equal(w.jobs[1].maps, 0);
    assert_int_equal(w.jobs[2].maps, 2);
    workload_free(&w);
    o = (struct rumen_options){.jobs = RUMEN_JOBS_SUCCESS};
    w = good(text, &o, &t);
    assert_int_equal(w.count, 1);
    assert_string_equal(w.jobs[0].name, "two");
    workload_free(&w);
    bad("{\"jobID\":\"x\",\"submitTime\":4,\"mapTasks\":[" TASK("") "]}",
        ":1: expected a job, found none; left out: without a task whose time is known");
}

#define AT(layers) "{\"layers\":[" layers "]}"
#define PLACED(attempts, locations) "{\"attempts\":[" attempts "],\"preferredLocations\":[" locations "]}"

/* The nodes d, b, a, unnamed, b. */
static struct cluster named_nodes(void)
{
    static const char *const names[] = {"d", "b", "a", NULL, "b"};
    struct cluster c;
    cluster_init(&c, "names");
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        assert_true(cluster_add(&c, 1, (struct cluster_node){.slots = {1, 1}, .speed = {1000, 1000}}));
        c.nodes[i].name = names[i] == NULL ? NULL : alloc_text(names[i], 1);
    }
    return c;
}

/* expected: two nodes per map, -1 for those that are not named. */
static void assert_nodes(const struct job_spec *job, const int32_t expected[])
{
    assert_int_equal(job->map_nodes.maps, job->maps);
    for (int32_t map = 0; map < job->maps; map++) {
        const int32_t *nodes;
        size_t count = map_places_of(&job->map_nodes, map, &nodes);
        for (size_t i = 0; i < 2; i++) {
            assert_int_equal(i < count ? nodes[i] : -1, expected[2 * (size_t)map + i]);
        }
    }
}

/* The nodes that the cluster knows by name; left out tasks leave no trace. */
static void test_places(void **state)
{
    (void)state;
    /* clang-format off */
    static const char text[] =
        "{\"jobID\":\"x\",\"submitTime\":0,\"mapTasks\":["
        PLACED(ATTEMPT("SUCCESS", 0, 7), AT("\"rack\",\"a\"") "," AT("\"other\",\"e\"") "," AT("\"d\"")) ","
        PLACED(ATTEMPT("FAILED", 0, 9), AT("\"rack\",\"d\"")) ","
        TASK(ATTEMPT("SUCCESS", 0, 8)) ","
        PLACED(ATTEMPT("SUCCESS", 0, 5), AT("\"rack\",\"b\"")) "]}"
        "{\"jobID\":\"y\",\"submitTime\":1,\"mapTasks\":[" PLACED(ATTEMPT("SUCCESS", 2, 3), AT("\"e\"")) "]}";
    /* clang-format on */
    struct cluster cluster = named_nodes();
    struct rumen_options o = {.cluster = &cluster};
    struct job_terms_options t = terms();
    struct workload w = good(text, &o, &t);
    assert_int_equal(w.jobs[0].maps, 4);
    assert_nodes(&w.jobs[0], (int32_t[]){2, 0, 0, -1, -1, -1, 1, -1});
    assert_int_equal(w.jobs[1].map_nodes.maps, 0);
    workload_free(&w);
    o.missing = RUMEN_MISSING_DROP;
    w = good(text, &o, &t);
    assert_int_equal(w.jobs[0].maps, 3);
    assert_nodes(&w.jobs[0], (int32_t[]){2, 0, -1, -1, 1, -1});
    workload_free(&w);
    o.cluster = NULL;
    w = good(text, &o, &t);
    assert_int_equal(w.jobs[0].map_nodes.maps, 0);
    workload_free(&w);
    o.cluster = &cluster;
    /* layers that do not end with the name of a node, and more locations than anything keeps */
    w = good("{\"jobID\":\"x\",\"submitTime\":0,\"mapTasks\":[" PLACED(
                 ATTEMPT("SUCCESS", 0, 7), AT("") ",{\"layers\":[3]},{\"layers\":null},null," AT("\"a\"")) "]}",
             &o, &t);
    assert_nodes(&w.jobs[0], (int32_t[]){2, -1});
    workload_free(&w);
    bad_with("{\"jobID\":\"x\",\"submitTime\":0,\"mapTasks\":[{\"preferredLocations\":4}]}", &o,
             ":1: mapTasks[0].preferredLocations: expected an array, found \"4\"");
    char many[4096] = "{\"jobID\":\"x\",\"submitTime\":0,\"mapTasks\":[{\"attempts\":[" ATTEMPT(
        "SUCCESS", 0, 7) "],\"preferredLocations\":[{}";
    for (int i = 0; i < 64; i++) {
        strcat(many, "," AT("\"a\""));
    }
    strcat(many, "]}]}");
    w = good(many, &o, &t);
    assert_int_equal(w.jobs[0].maps, 1);
    assert_int_equal(w.jobs[0].map_nodes.maps, 0);
    workload_free(&w);
    cluster_free(&cluster);
}

static void test_recorded_deadline(void **state)
{
    (void)state;
    struct rumen_options o = {0};
    struct job_terms_options t = terms();
    t.deadline_base = DEADLINE_BASE_RECORDED;
    t.deadline_mean = 70;
    struct workload w = good(ONE, &o, &t);
    assert_int_equal(w.jobs[0].deadline, 70 * 1000); /* 5000 .. 6000, and 5000 is 0 */
    workload_free(&w);
    struct scratch_file file = scratch_file_of(TWO); /* without finishTime */
    struct input_error error = {""};
    assert_false(rumen_read(&w, file.path, &o, &t, &error));
    assert_string_equal(error.text + strlen(file.path), ":2: expected a job, found none; left out: without the time "
                                                        "that they took, for a deadline from recorded times");
    scratch_file_remove(&file);
}

#define DONE "\"mapTasks\":[" TASK(ATTEMPT("SUCCESS", 3000, 4000)) "]}"

/* Rumen's -1 and what else stands where a log tells no time; numbers in other forms; names. */
static void test_unset(void **state)
{
    (void)state;
    struct rumen_options o = {0};
    struct job_terms_options t = terms();
    struct workload w =
        good("{\"jobID\":\"a\",\"submitTime\":-1," DONE "{\"jobID\":\"b\",\"finishTime\":-9223372036854775808," DONE
             "{\"jobID\":\"c\",\"submitTime\":null,\"mapTasks\":[null,{}]}"
             "{\"submitTime\":\"2e+03\",\"finishTime\":1000.0,\"user\":\"a\\\"b\",\"queue\":\"\\tq\\u0000\"," DONE
             "{\"jobID\":5,\"submitTime\":9223372036854775807,\"unknown\":[{}],\"reduceTasks\":[{\"attempts\":["
             "{\"startTime\":\"5000\",\"finishTime\":4999},{\"startTime\":-1,\"finishTime\":4999},null,"
             "{\"startTime\":6e3,\"finishTime\":\" 7000.9 \",\"result\":\"SUCCEEDED\",\"shuffleFinished\":-1.0}]}]}"
             "{\"jobID\":\"a\",\"submitTime\":2500.9," DONE,
             &o, &t);
    assert_int_equal(w.count, 5);
    static const char *const names[] = {"2", "a#2", "a", "b", "5"};
    static const ticks arrivals[] = {0, 500, 1000, 1000, 3000};
    for (int i = 0; i < 5; i++) {
        assert_string_equal(w.jobs[i].name, names[i]);
        assert_int_equal(w.jobs[i].arrival, arrivals[i]);
    }
    assert_string_equal(w.jobs[0].user, "a\"b");
    assert_string_equal(w.jobs[0].pool, "\\x09q\\x00");
    assert_times(&w.jobs[4].reduce_times, 1, (ticks[]){1000});
    assert_notes(&w,
                 "5 of 6 jobs; 1 without a submission time or an attempt; 3 without a submission time, which arrive "
                 "with their first attempt; 1 without a name; 1 with a character of value 0 in a name; "
                 "1 that end before they arrive; 1 with attempts that end before they start; 1 renamed, as another "
                 "job has the name");
    workload_free(&w);
}

/* Jobs that cannot be ones of the workload leave no gap in the rows of the others. */
static void test_left_out(void **state)
{
    (void)state;
    struct rumen_options o = {0};
    struct job_terms_options t = terms();
    static const char text[] =
        "{\"jobID\":\"r\",\"submitTime\":1,\"reduceTasks\":[{}]}{\"jobID\":\"x\",\"submitTime\":\"soon\"}"
        "{\"jobID\":\"a\",\"submitTime\":2000,\"finishTime\":2500," DONE "{\"jobID\":\"b\",\"submitTime\":2000," DONE;
    struct workload w = good(text, &o, &t);
    assert_int_equal(w.count, 2);
    assert_int_equal(w.jobs[1].row, 1);
    assert_int_equal(w.jobs[0].arrival, 0);
    assert_notes(&w, "2 of 4 jobs; 1 malformed; 1 without a task whose time is known");
    workload_free(&w);
    t.deadline_base = DEADLINE_BASE_RECORDED;
    t.deadline_mean = 200;
    w = good(text, &o, &t);
    assert_int_equal(w.count, 1);
    assert_int_equal(w.jobs[0].deadline, 200 * 500);
    assert_notes(&w, "1 of 4 jobs; 1 malformed; 1 without a task whose time is known; 1 without the time that they "
                     "took, for a deadline from recorded times");
    workload_free(&w);
}

static void test_bad(void **state)
{
    (void)state;
    bad("", ":1: expected a job, found none");
    bad(" \n\t\n", ":1: expected a job, found none");
    bad("[1]", ":1: expected a JSON object, found an array");
    bad("7", ":1: expected JSON: '[' or '{' expected near '7'");
    bad(TWO "\n{\"jobID\":", ":6: expected JSON: unexpected token near end of file");
    bad("{}", ":1: submitTime: expected a job, found none; left out: without a submission time or an attempt");
    bad("{\"jobID\":{}}", ":1: jobID: expected a text, found \"{}\"");
    bad("{\"jobID\":\"a\",\"user\":[]}", ":1: user: expected a text, found \"[]\"");
    bad("{\"jobID\":\"a\",\"submitTime\":false}", ":1: submitTime: expected a number, found \"false\"");
    bad("{\"jobID\":\"a\",\"submitTime\":1,\"mapTasks\":{}}", ":1: mapTasks: expected an array, found \"{}\"");
    bad("{\"jobID\":\"a\",\"submitTime\":1,\"mapTasks\":[{},7]}", ":1: mapTasks[1]: expected a JSON object");
    bad("{\"jobID\":\"a\",\"submitTime\":1,\"reduceTasks\":[{\"attempts\":[{},{\"startTime\":\"x\"}]}]}",
        ":1: reduceTasks[0].attempts[1].startTime: expected a number, found \"x\"");
    bad("{\"jobID\":\"a\",\"submitTime\":0,\"mapTasks\":[" TASK(
            ATTEMPT("SUCCESS", 0, 1152921504606846976)) "]}"
                                                        "{\"jobID\":\"b\",\"submitTime\":1}",
        ":1: finishTime: expected an estimate of at most 2^60 ms, found 1.72938e+18");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_defaults),
        cmocka_unit_test(test_attempts),
        cmocka_unit_test(test_reduces),
        cmocka_unit_test(test_missing),
        cmocka_unit_test(test_recorded_deadline),
        cmocka_unit_test(test_bad),
        cmocka_unit_test(test_places),
        cmocka_unit_test(test_unset),
        cmocka_unit_test(test_left_out),
    };
    return cmocka_run_group_tests_name("workload_rumen", tests, NULL, NULL);
}
