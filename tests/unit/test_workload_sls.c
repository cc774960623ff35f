/* The reader of traces of Hadoop's Scheduler Load Simulator, and the readers of topologies and of
 * names of formats. */
#include "harness/workload/sls.h"
#include "harness/workload/topology_file.h"
#include "tests/unit/reading.h"
#include "tests/unit/scratch_file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static struct job_terms_options terms(void)
{
    struct job_terms_options t = job_terms_options_default();
    t.deadline_sd = 0;
    t.deadline_least = 0;
    t.map_slots = 2;
    t.reduce_slots = 1;
    t.seed = 1;
    return t;
}

static struct workload good(const char *text, const struct job_terms_options *t)
{
    struct scratch_file file = scratch_file_of(text);
    struct workload w;
    struct input_error error = {""};
    bool read = sls_read(&w, file.path, t, &error);
    assert_string_equal(error.text, "");
    assert_true(read);
    scratch_file_remove(&file);
    return w;
}

static void bad(const char *text, const char *expected)
{
    struct scratch_file file = scratch_file_of(text);
    struct job_terms_options t = terms();
    struct workload w;
    struct input_error error = {""};
    assert_false(sls_read(&w, file.path, &t, &error));
    assert_int_equal(w.count, 0);
    assert_string_equal(error.text + strlen(file.path), expected);
    scratch_file_remove(&file);
}

/* The example of SLS's own documentation, in short, with each way to state a duration. */
static void test_jobs(void **state)
{
    (void)state;
    struct job_terms_options t = terms();
    struct workload w =
        good("{\"num.nodes\": 3, \"num.racks\": 1}\n"
             "{\"am.type\": \"mapreduce\", \"job.start.ms\": 0, \"job.end.ms\": 95375, \"job.queue.name\": \"q1\",\n"
             " \"job.id\": \"job_1\", \"job.user\": \"ann\", \"job.tasks\": [\n"
             "  {\"container.host\": \"/r/n1\", \"container.start.ms\": 6664, \"container.end.ms\": 23707},\n"
             "  {\"count\": 2, \"duration.ms\": 50000, \"container.type\": \"map\", \"container.priority\": 20},\n"
             "  {\"container.duration.ms\": 7, \"duration.ms\": 8, \"container.type\": \"reduce\"}]}\n"
             "{\"job.start.ms\": 5, \"job.count\": 2, \"job.id\": \"unused\", \"job.tasks\": [{\"duration.ms\": 9}]}\n",
             &t);
    assert_int_equal(w.count, 3);
    const struct job_spec *first = &w.jobs[0];
    assert_string_equal(first->name, "job_1");
    assert_string_equal(first->user, "ann");
    assert_string_equal(first->pool, "q1");
    assert_int_equal(first->maps, 3);
    assert_int_equal(task_times_at(&first->map_times, 0), 17043);
    assert_int_equal(task_times_at(&first->map_times, 1), 50000);
    assert_int_equal(task_times_at(&first->map_times, 2), 50000);
    assert_int_equal(first->reduces, 1);
    assert_int_equal(task_times_at(&first->reduce_times, 0), 7);
    assert_int_equal(first->map_estimate, 75000);
    assert_int_equal(first->reduce_estimate, 11);
    assert_int_equal(first->deadline, 3 * (2 * 75000 + 11));
    for (int i = 1; i < 3; i++) {
        assert_string_equal(w.jobs[i].name, i == 1 ? "1" : "2");
        assert_string_equal(w.jobs[i].user, "default");
        assert_string_equal(w.jobs[i].pool, "");
        assert_int_equal(w.jobs[i].arrival, 5);
        assert_int_equal(w.jobs[i].maps, 1);
    }
    workload_free(&w);
}

static void test_recorded_deadline(void **state)
{
    (void)state;
    struct job_terms_options t = terms();
    t.deadline_base = DEADLINE_BASE_RECORDED;
    struct workload w = good("{\"job.start.ms\":5,\"job.end.ms\":105,\"job.tasks\":[{\"duration.ms\":9}]}", &t);
    assert_int_equal(w.jobs[0].deadline, 5 + 3 * 100);
    workload_free(&w);
}

#define JOB(tasks) "{\"job.start.ms\":0,\"job.tasks\":[" tasks "]}"

/* Values as texts, as TaskContainerDefinition.java and AMDefinitionSLS.java read them. */
static void test_values(void **state)
{
    (void)state;
    struct job_terms_options t = terms();
    struct workload w =
        good("{\"job.start.ms\":\" 7 \",\"job.end.ms\":\"95\",\"job.queue.name\":7,\"job.id\":12,\"job.user\":true,"
             "\"job.count\":0,\"job.tasks\":[{\"container.duration.ms\":-1,\"duration.ms\":\"5\",\"count\":\"-3\"},"
             "{\"container.duration.ms\":null,\"duration.ms\":\"-1\",\"container.start.ms\":\"1e+01\","
             "\"container.end.ms\":14.9},{\"duration.ms\":6.0,\"count\":2.0,\"container.type\":\"reduce\"}]}\n"
             "{\"job.count\":\"1\",\"job.user\":\" ann\\n\",\"job.tasks\":[{\"duration.ms\":1}]}\n"
             "{\"job.start.ms\":-0.0,\"job.user\":\"a\\\"b\\u0000\",\"job.queue.name\":null,\"job.count\":\"\","
             "\"job.tasks\":[{\"duration.ms\":1}]}\n"
             "{\"job.start.ms\":-5,\"job.id\":\"early\",\"job.tasks\":[{\"duration.ms\":1}]}\n",
             &t);
    assert_int_equal(w.count, 4);
    const struct job_spec *job = &w.jobs[3];
    assert_string_equal(job->name, "12");
    assert_string_equal(job->user, "true");
    assert_string_equal(job->pool, "7");
    assert_int_equal(job->arrival, 7);
    assert_int_equal(job->maps, 2);
    assert_int_equal(task_times_at(&job->map_times, 0), 5);
    assert_int_equal(task_times_at(&job->map_times, 1), 4);
    assert_int_equal(job->reduces, 2);
    assert_int_equal(task_times_at(&job->reduce_times, 0), 6);
    assert_string_equal(w.jobs[0].name, "1");
    assert_string_equal(w.jobs[0].user, " ann\n");
    assert_string_equal(w.jobs[1].user, "a\"b\\x00");
    assert_string_equal(w.jobs[1].pool, "");
    assert_string_equal(w.jobs[2].name, "early");
    for (int i = 0; i < 3; i++) {
        assert_int_equal(w.jobs[i].arrival, 0);
    }
    assert_notes(&w, "4 jobs; 1 with a character of value 0 in a name; 1 with a start before 0, which "
                     "arrive at 0");
    workload_free(&w);
}

#define TASK "{\"duration.ms\":1}"

/* A job that SLS cannot start is left out, and the others run. */
static void test_left_out(void **state)
{
    (void)state;
    /* clang-format off */
    static const char text[] =
        JOB(TASK)
        "{\"yarn.sls.am.type\":\"dag\",\"job.count\":2,\"job.tasks\":[" TASK "]}"
        "{\"am.type\":\"stream\",\"job.tasks\":[" TASK "]}"
        "{\"am.type\":5,\"job.tasks\":[" TASK "]}"
        "{\"am.type\":\"dag\",\"yarn.sls.am.type\":\"mapreduce\",\"job.tasks\":[" TASK "]}"
        JOB("")
        JOB(TASK ",{\"duration.ms\":0}")
        JOB("{\"container.start.ms\":5,\"container.end.ms\":5}")
        JOB("{\"container.end.ms\":5}")
        JOB(TASK ",{\"container.type\":\"am\",\"duration.ms\":3}")
        JOB("{\"container.type\":\"am\",\"duration.ms\":3}")
        JOB("{\"duration.ms\":\"x\"}")
        "{\"num.nodes\":3,\"job.tasks\":[" TASK "]}"
        "{\"num.racks\":1,\"num.nodes\":null,\"job.tasks\":null}";
    /* clang-format on */
    struct job_terms_options t = terms();
    struct workload w = good(text, &t);
    assert_int_equal(w.count, 4);
    assert_int_equal(w.jobs[2].maps, 1);
    assert_notes(&w,
                 "4 of 14 jobs; 2 of type dag; 1 of type stream; 1 of another type than mapreduce; 2 without a task; "
                 "3 with a task that has no duration; 1 malformed; 1 with tasks that are neither maps nor reduces");
    workload_free(&w);
    t.deadline_base = DEADLINE_BASE_RECORDED;
    w = good("{\"job.start.ms\":5,\"job.end.ms\":5,\"job.tasks\":[" TASK "]}"
             "{\"job.start.ms\":5,\"job.end.ms\":6,\"job.tasks\":[" TASK "]}",
             &t);
    assert_notes(&w, "1 of 2 jobs; 1 without the time that they took, for a deadline from recorded times");
    workload_free(&w);
}

/* The last value of a key that stands twice counts; numbers of any size may stand where no value is
 * read, and the others are as they were. */
static void test_json(void **state)
{
    (void)state;
    struct job_terms_options t = terms();
    struct workload w = good("{\"job.id\":\"a\",\"job.id\":\"b\",\"job.tasks\":[{\"duration.ms\":1}]}"
                             "{\"job.start.ms\":9007199254740993,\"job.tasks\":[{\"duration.ms\":1}]}"
                             "{\"job.start.ms\":9007199254740992,\"x\":123456789012345678901234567890,"
                             "\"y\":1,\"y\":\"\\u0000\",\"job.tasks\":[{\"duration.ms\":1}]}",
                             &t);
    assert_int_equal(w.count, 3);
    assert_string_equal(w.jobs[0].name, "b");
    assert_int_equal(w.jobs[1].arrival, 9007199254740992);
    assert_int_equal(w.jobs[2].arrival, 9007199254740993);
    assert_notes(&w, "3 jobs; 2 with a key twice");
    workload_free(&w);
}

static void test_bad(void **state)
{
    (void)state;
    bad("", ":1: expected a job, found none");
    bad("{\"num.nodes\":3}\n", ":1: expected a job, found none");
    bad("{\"job.start.ms\":0}", ":1: job.tasks: expected a job, found none; left out: without a task");
    bad("{\"am.type\":\"dag\"}", ":1: am.type: expected a job, found none; left out: of type dag");
    bad("\n{\"yarn.sls.am.type\":\"dag\"}", ":2: yarn.sls.am.type: expected a job, found none; left out: of type dag");
    bad("{\"job.start.ms\":\"soon\"}", ":1: job.start.ms: expected a number, found \"soon\"");
    bad("{\"job.start.ms\":[]}", ":1: job.start.ms: expected a number, found \"[]\"");
    bad("{\"job.start.ms\":1e300}", ":1: job.start.ms: expected at most 2^60 ms, found \"1.0000000000000001e300\"");
    bad("{\"job.id\":{}}", ":1: job.id: expected a text, found \"{}\"");
    bad("{\"job.count\":1000001}", ":1: job.count: expected an integer from 1 to 1000000, found \"1000001\"");
    bad("{\"job.tasks\":3}", ":1: job.tasks: expected an array, found \"3\"");
    bad("{\"job.tasks\":[7]}", ":1: job.tasks[0]: expected a JSON object");
    bad(JOB("{\"duration.ms\":\"0x10\"}"), ":1: job.tasks[0].duration.ms: expected a number, found \"0x10\"");
    bad(JOB("{\"duration.ms\":\"inf\"}"), ":1: job.tasks[0].duration.ms: expected a number, found \"inf\"");
    bad(JOB("{\"count\":1000000001}"),
        ":1: job.tasks[0].count: expected an integer from 1 to 1000000000, found \"1000000001\"");
    bad(JOB("{\"count\":999999999,\"duration.ms\":1},{\"count\":2,\"duration.ms\":1}"),
        ":1: job.tasks[1]: expected at most 1000000000 tasks in the file");
    bad("{\"job.start.ms\":0,\"job.count\":3,\"job.tasks\":[{\"count\":400000000,\"duration.ms\":1}]}",
        ":1: job.count: expected at most 1000000000 tasks in the file");
    bad("{\"job.start.ms\":0,\"job.count\":999999,\"job.tasks\":[{\"duration.ms\":1}]}\n"
        "{\"job.start.ms\":0,\"job.count\":4,\"job.tasks\":[{\"duration.ms\":1}]}",
        ":2: job.count: expected at most 1000000 copies of jobs in the file");
    bad("{\"job.start.ms\":1152921504606846976,\"job.tasks\":[{\"duration.ms\":1}]}",
        ":1: job.end.ms: expected the last arrival plus all durations to be at most 1152921504606846976");
}

static void test_topologies(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "{\"name\":\"<root>\",\"children\":[{\"name\":\"r1\",\"children\":[{\"name\":\"n1\",\"children\":null},"
        "{\"name\":\"n2\"}]},{\"name\":\"r2\",\"children\":[{\"name\":\"n3\",\"children\":[]}]}]}",
        "{\"rack\":\"r1\",\"nodes\":[{\"node\":\"n1\"},{\"node\":\"n2\"}]}\n"
        "{\"rack\":\"r2\",\"nodes\":[{\"node\":\"n3\"}]}",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct scratch_file file = scratch_file_of(texts[i]);
        struct cluster c;
        struct input_error error = {""};
        assert_true(topology_file_read(&c, file.path, (int32_t[STAGES]){2, 1}, &error));
        assert_int_equal(c.node_count, 3);
        assert_int_equal(cluster_slots(&c, STAGE_MAP), 6);
        assert_int_equal(cluster_slots(&c, STAGE_REDUCE), 3);
        assert_int_equal(c.nodes[2].speed[STAGE_MAP], CLUSTER_SPEED_ONE);
        assert_int_equal(c.nodes[0].rack, 0);
        assert_int_equal(c.nodes[1].rack, 0);
        assert_int_equal(c.nodes[2].rack, 1);
        assert_string_equal(c.nodes[0].name, "n1");
        assert_string_equal(c.nodes[1].name, "n2");
        assert_string_equal(c.nodes[2].name, "n3");
        assert_string_equal(c.title, file.path);
        cluster_free(&c);
        scratch_file_remove(&file);
    }
}

/* Racks of one name are one rack, and a node that is listed twice in it is one node. */
static void test_listed_twice(void **state)
{
    (void)state;
    struct scratch_file file = scratch_file_of(
        "{\"rack\":\"r\",\"nodes\":[{\"node\":\"n\",\"memory-mb\":2048.0,\"labels\":\"x\"},{\"node\":\"n\"},"
        "{\"node\":7},{},{}]}{\"rack\":\"s\",\"nodes\":[{\"node\":\"n\"}]}{\"rack\":\"t\",\"nodes\":null}"
        "{\"rack\":\"r\",\"nodes\":[{\"node\":\"7\"},{\"node\":\"m\"}]}");
    static const char *const names[] = {"n", "7", "", "", "n", "m"};
    static const int32_t racks[] = {0, 0, 0, 0, 1, 0};
    struct cluster c;
    struct input_error error = {""};
    assert_true(topology_file_read(&c, file.path, (int32_t[STAGES]){2, 1}, &error));
    assert_int_equal(c.node_count, 6);
    for (int i = 0; i < 6; i++) {
        assert_string_equal(c.nodes[i].name, names[i]);
        assert_int_equal(c.nodes[i].rack, racks[i]);
    }
    cluster_free(&c);
    scratch_file_remove(&file);
}

static void test_bad_topologies(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        const char *expected;
    } cases[] = {
        {"", ": the cluster has no slot"},
        {"{\"children\":[]}", ": the cluster has no slot"},
        {"\n{\"jobID\":\"x\"}", ":2: expected a topology of Rumen (children) or of SLS (nodes)"},
        {"{\"children\":7}", ":1: children: expected an array, found \"7\""},
        {"{\"children\":[{\"children\":[1]}]}", ":1: children[0].children[0]: expected a JSON object"},
        {"{\"nodes\":[{},\"n\"]}", ":1: nodes[1]: expected a JSON object"},
        {"{\"nodes\":[{},{\"node\":[5]}]}", ":1: nodes[1].node: expected a text, found \"[5]\""},
        {"{\"rack\":\"r\"}", ": the cluster has no slot"},
        {"{\"nodes\":[{}]} x", ":1: expected JSON: '[' or '{' expected near 'x'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct scratch_file file = scratch_file_of(cases[i].text);
        struct cluster c;
        struct input_error error = {""};
        assert_false(topology_file_read(&c, file.path, (int32_t[STAGES]){1, 1}, &error));
        assert_string_equal(error.text + strlen(file.path), cases[i].expected);
        scratch_file_remove(&file);
    }
    struct scratch_file file = scratch_file_of("{\"nodes\":[{},{}]}");
    struct cluster c;
    struct input_error error = {""};
    assert_false(topology_file_read(&c, file.path, (int32_t[STAGES]){600000, 1}, &error));
    assert_string_equal(error.text + strlen(file.path),
                        ":1: expected at most 1048576 slots of a stage in the cluster, found more");
    scratch_file_remove(&file);
}

/* A tree that is deeper than any data centre is refused, not followed. */
static void test_deep_topology(void **state)
{
    (void)state;
    char text[2048] = "{";
    for (int i = 0; i < 20; i++) {
        strcat(text, "\"children\":[{");
    }
    for (int i = 0; i < 20; i++) {
        strcat(text, "}]");
    }
    strcat(text, "}");
    struct scratch_file file = scratch_file_of(text);
    struct cluster c;
    struct input_error error = {""};
    assert_false(topology_file_read(&c, file.path, (int32_t[STAGES]){1, 1}, &error));
    assert_non_null(strstr(error.text, ": expected at most 8 levels"));
    scratch_file_remove(&file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_jobs),
        cmocka_unit_test(test_recorded_deadline),
        cmocka_unit_test(test_bad),
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_left_out),
        cmocka_unit_test(test_json),
        cmocka_unit_test(test_listed_twice),
        cmocka_unit_test(test_topologies),
        cmocka_unit_test(test_bad_topologies),
        cmocka_unit_test(test_deep_topology),
    };
    return cmocka_run_group_tests_name("workload_sls", tests, NULL, NULL);
}
