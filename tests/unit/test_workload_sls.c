/* The reader of traces of Hadoop's Scheduler Load Simulator, and the readers of topologies and of
 * names of formats. */
#include "harness/workload/sls.h"
#include "harness/workload/topology_file.h"
#include "harness/workload/trace_format.h"
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

static void test_bad(void **state)
{
    (void)state;
    bad("", ":1: expected a job, found none");
    bad("{\"num.nodes\":3}\n", ":2: expected a job, found none");
    bad("{\"job.start.ms\":0}", ":1: job.tasks: expected a task, found none");
    bad("{\"job.tasks\":[{\"duration.ms\":1}]}",
        ":1: job.start.ms: expected an integer from 0 to 1152921504606846976, found nothing");
    bad("{\"am.type\":\"dag\"}", ":1: am.type: expected \"mapreduce\", found \"dag\"");
    bad("{\"job.count\":0}", ":1: job.count: expected an integer from 1 to 1000000, found \"0\"");
    bad(JOB("{\"duration.ms\":0}"),
        ":1: job.tasks[0].duration.ms: expected an integer from 1 to 1152921504606846976, found \"0\"");
    bad(JOB("{\"duration.ms\":1},{}"),
        ":1: job.tasks[1].container.start.ms: expected an integer from 0 to 1152921504606846976, found nothing");
    bad(JOB("{\"container.start.ms\":5,\"container.end.ms\":5}"),
        ":1: job.tasks[0].container.end.ms: expected an integer from 6 to 1152921504606846976, found \"5\"");
    bad(JOB("{\"container.type\":\"shuffle\"}"),
        ":1: job.tasks[0].container.type: expected \"map\" or \"reduce\", found \"shuffle\"");
    bad(JOB("{\"count\":1000000001}"),
        ":1: job.tasks[0].count: expected an integer from 1 to 1000000000, found \"1000000001\"");
    bad(JOB("{\"count\":999999999,\"duration.ms\":1},{\"count\":2,\"duration.ms\":1}"),
        ":1: job.tasks[1]: expected at most 1000000000 tasks in the file");
    bad("{\"job.start.ms\":0,\"job.count\":3,\"job.tasks\":[{\"count\":400000000,\"duration.ms\":1}]}",
        ":1: job.tasks[0]: expected at most 1000000000 tasks in the file");
    bad("{\"job.start.ms\":0,\"job.count\":999999,\"job.tasks\":[{\"duration.ms\":1}]}\n"
        "{\"job.start.ms\":0,\"job.count\":4,\"job.tasks\":[{\"duration.ms\":1}]}",
        ":2: job.count: expected at most 1000000 copies of jobs in the file");
    bad("{\"job.id\":\"1\",\"job.start.ms\":0,\"job.tasks\":[{\"duration.ms\":1}]}\n\n" JOB("{\"duration.ms\":1}"),
        ":3: job.id: expected a name of its own, found \"1\" of line 1");
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
        {"{\"nodes\":[{},{\"node\":5}]}", ":1: nodes[1].node: expected a text, found \"5\""},
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

static void test_formats_by_name(void **state)
{
    (void)state;
    static const struct {
        const char *path;
        enum trace_format format;
    } cases[] = {
        {"a.tsv", FORMAT_SWIM},     {"a.tsv.gz", FORMAT_SWIM}, {"a.swf", FORMAT_SWF},
        {"x/a.swf.gz", FORMAT_SWF}, {"a.csv", FORMAT_NATIVE},  {"a.csv.gz", FORMAT_NATIVE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        enum trace_format format = FORMATS;
        struct input_error error = {""};
        assert_true(trace_format_find(cases[i].path, &format, &error));
        assert_int_equal(format, cases[i].format);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_jobs),
        cmocka_unit_test(test_recorded_deadline),
        cmocka_unit_test(test_bad),
        cmocka_unit_test(test_topologies),
        cmocka_unit_test(test_bad_topologies),
        cmocka_unit_test(test_deep_topology),
        cmocka_unit_test(test_formats_by_name),
    };
    return cmocka_run_group_tests_name("workload_sls", tests, NULL, NULL);
}
