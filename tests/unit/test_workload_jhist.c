/* The reader of job histories of Hadoop: events of jobs whose figures are worked out by hand. */
#include "harness/workload/alloc.h"
#include "harness/workload/jhist.h"
#include "tests/unit/reading.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define HEADER "Avro-Json\n{\"type\":\"record\",\"name\":\"Event\",\"fields\":[{\"name\":\"event\"}]}\n"
#define EVENT(type, record) "{\"type\":\"" type "\",\"event\":{\"org.apache." type "\":{" record "}}}\n\n"
#define SUBMITTED(id, time)                                                                                            \
    EVENT("JOB_SUBMITTED", "\"jobid\":\"" id "\",\"userName\":\"ann\",\"submitTime\":" #time                           \
                           ",\"jobQueueName\":\"q\",\"workflowId\":{\"string\":\"\"}")
#define TASK(type, id, hosts)                                                                                          \
    EVENT("TASK_STARTED",                                                                                              \
          "\"taskid\":\"" id "\",\"taskType\":\"" type "\",\"startTime\":1,\"splitLocations\":\"" hosts "\"")
#define STARTED(type, id, attempt, time)                                                                               \
    EVENT(type "_ATTEMPT_STARTED", "\"taskid\":\"" id "\",\"taskType\":\"" type "\",\"attemptId\":\"" id attempt       \
                                   "\",\"startTime\":" #time ",\"locality\":null")
#define ENDED(kind, type, id, attempt, time, more)                                                                     \
    EVENT(type "_ATTEMPT_" kind, "\"taskid\":\"" id "\",\"taskType\":\"" type "\",\"attemptId\":\"" id attempt         \
                                 "\",\"finishTime\":" #time more)
#define COUNTED(name, value)                                                                                           \
    "{\"name\":\"COUNTERS\",\"groups\":[{\"counts\":[{\"name\":\"x\",\"value\":9},{\"name\":\"" name                   \
    "\",\"value\":" #value "}]}]}"
#define FINISHED(id, time) EVENT("JOB_FINISHED", "\"jobid\":\"" id "\",\"finishTime\":" #time)

/* A map of 100 ms after a failure of 50, one of 80; a reduce that shuffles until 1290. */
#define ONE                                                                                                            \
    HEADER EVENT("AM_STARTED", "\"startTime\":3") SUBMITTED("job_1", 1000)                                             \
        EVENT("JOB_QUEUE_CHANGED", "\"jobid\":\"job_1\",\"jobQueueName\":\"web\"")                                     \
            EVENT("JOB_INITED", "\"jobid\":\"job_1\",\"launchTime\":1005,\"totalMaps\":2")                             \
                TASK("MAP", "m0", "a,/rack/b,c") TASK("JOB_SETUP", "s0", "") TASK("REDUCE", "r0", "")                  \
                    STARTED("MAP", "m0", "_0", 1010) STARTED("MAP", "m1", "_0", 1020)                                  \
                        ENDED("FAILED", "MAP", "m0", "_0", 1060, ",\"status\":\"FAILED\",\"counters\":null")           \
                            STARTED("MAP", "m0", "_1", 1100) STARTED("REDUCE", "r0", "_0", 1150)                       \
                                ENDED("FINISHED", "MAP", "m1", "_0", 1100,                                             \
                                      ",\"taskStatus\":\"SUCCEEDED\",\"counters\":" COUNTED("HDFS_BYTES_READ", 64))    \
                                    ENDED("FINISHED", "MAP", "m0", "_1", 1200,                                         \
                                          ",\"taskStatus\":\"SUCCEEDED\",\"counters\":{\"org.JhCounters\":" COUNTED(   \
                                              "hdfs bytes-read", 6) "}")                                               \
                                        ENDED("FINISHED", "REDUCE", "r0", "_0", 1300,                                  \
                                              ",\"shuffleFinishTime\":1290,\"sortFinishTime\":1291,\"taskStatus\":"    \
                                              "\"SUCCEEDED\",\"counters\":" COUNTED("REDUCE_SHUFFLE_BYTES", 40))       \
                                            EVENT("TASK_FINISHED", "\"taskid\":\"r0\",\"taskType\":\"REDUCE\"")        \
                                                FINISHED("job_1", 1400)
#define TWO                                                                                                            \
    SUBMITTED("job_2", 1500)                                                                                           \
    STARTED("MAP", "x0", "_0", 1510)                                                                                   \
    ENDED("FINISHED", "MAP", "x0", "_0", 1530, ",\"taskStatus\":\"SUCCEEDED\"")                                        \
    EVENT("JOB_KILLED", "\"jobid\":\"job_2\",\"finishTime\":1540,\"jobStatus\":\"KILLED\"")

struct options {
    struct rumen_options rumen;
    struct job_terms_options terms;
};

static bool read_file(struct workload *w, const char *path, const void *context, struct input_error *error)
{
    const struct options *options = context;
    return jhist_read(w, path, &options->rumen, &options->terms, error);
}

static struct workload good(const char *text, const struct rumen_options *o, const struct job_terms_options *t)
{
    const struct options options = {*o, *t};
    return reading_good((struct reading){read_file, &options}, text);
}

static void bad(const char *text, const char *expected)
{
    const struct options options = {.terms = reading_terms(2, 2)};
    reading_bad((struct reading){read_file, &options}, text, expected);
}

static void test_one(void **state)
{
    (void)state;
    struct rumen_options o = {0};
    struct job_terms_options t = reading_terms(2, 2);
    t.deadline_base = DEADLINE_BASE_RECORDED;
    t.deadline_mean = 200;
    struct workload w = good(ONE, &o, &t);
    assert_int_equal(w.count, 1);
    const struct job_spec *job = &w.jobs[0];
    assert_string_equal(job->name, "job_1");
    assert_string_equal(job->user, "ann");
    assert_string_equal(job->pool, "web");
    assert_int_equal(job->arrival, 0);
    assert_int_equal(job->deadline, 200 * 400);
    assert_times(&job->map_times, 2, (ticks[]){100, 80});
    assert_times(&job->reduce_times, 1, (ticks[]){100}); /* from 1200, when the maps are done */
    assert_int_equal(job->map_bytes, 70);
    assert_int_equal(job->reduce_bytes, 40);
    assert_notes(&w, "1 job");
    workload_free(&w);
}

/* Rumen's choices. */
static void test_choices(void **state)
{
    (void)state;
    struct rumen_options o = {.attempt = RUMEN_ATTEMPT_ALL, .reduces = RUMEN_REDUCES_FROM_SHUFFLE};
    struct job_terms_options t = reading_terms(2, 2);
    struct workload w = good(ONE, &o, &t);
    assert_times(&w.jobs[0].map_times, 2, (ticks[]){150, 80});
    assert_times(&w.jobs[0].reduce_times, 1, (ticks[]){10});
    workload_free(&w);
    o = (struct rumen_options){.jobs = RUMEN_JOBS_SUCCESS};
    w = good(ONE HEADER TWO, &o, &t);
    assert_int_equal(w.count, 1);
    assert_string_equal(w.jobs[0].name, "job_1");
    workload_free(&w);
}

static void test_places(void **state)
{
    (void)state;
    struct cluster c;
    cluster_init(&c, "names");
    assert_true(cluster_add(&c, 2, (struct cluster_node){.slots = {1, 1}, .speed = {1000, 1000}}));
    c.nodes[0].name = alloc_text("c", 1);
    c.nodes[1].name = alloc_text("b", 1);
    struct rumen_options o = {.cluster = &c};
    struct job_terms_options t = reading_terms(2, 2);
    struct workload w = good(ONE, &o, &t);
    const int32_t *nodes;
    assert_int_equal(map_places_of(&w.jobs[0].map_nodes, 0, &nodes), 2);
    assert_int_equal(nodes[0], 1);
    assert_int_equal(nodes[1], 0);
    assert_int_equal(map_places_of(&w.jobs[0].map_nodes, 1, &nodes), 0);
    workload_free(&w);
    w = good(HEADER SUBMITTED("j", 1) TASK("MAP", "m", "b,b,b,b,b,b,b,b,b,b,b,b,b,b,b,b,b,b,b,b,b,b,b,b,b,b")
                 STARTED("MAP", "m", "_0", 2) ENDED("FINISHED", "MAP", "m", "_0", 3, ",\"taskStatus\":\"SUCCEEDED\""),
             &o, &t);
    assert_int_equal(w.jobs[0].map_nodes.maps, 0); /* more than Rumen keeps */
    workload_free(&w);
    cluster_free(&c);
}

/* Several files joined, with their first lines or without. */
static void test_joined(void **state)
{
    (void)state;
    static const char *const texts[] = {ONE HEADER TWO, ONE TWO, ONE "  Avro-Json\r\n" TWO, ONE HEADER HEADER TWO};
    struct rumen_options o = {0};
    struct job_terms_options t = reading_terms(2, 2);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct workload w = good(texts[i], &o, &t);
        assert_int_equal(w.count, 2);
        assert_string_equal(w.jobs[1].name, "job_2");
        assert_int_equal(w.jobs[1].arrival, 500);
        assert_times(&w.jobs[1].map_times, 1, (ticks[]){20});
        assert_notes(&w, i < 3 ? "2 jobs" : "2 of 3 jobs; 1 without a submission time or an attempt");
        workload_free(&w);
    }
}

/* Cut at its end, cut at its beginning, and with values that are no values. */
static void test_damaged(void **state)
{
    (void)state;
    struct rumen_options o = {0};
    struct job_terms_options t = reading_terms(2, 2);
    struct workload w =
        good(HEADER SUBMITTED("cut", 1000) STARTED("MAP", "m0", "_0", 1010)
                 ENDED("FINISHED", "MAP", "m0", "_0", 1030,
                       ",\"taskStatus\":\"SUCCEEDED\"") "{\"type\":\"JOB_FIN\n" HEADER STARTED("MAP", "m0", "_0", 1200)
                     ENDED("FINISHED", "MAP", "m0", "_0", 1240, ",\"taskStatus\":\"SUCCEEDED\"")
                         HEADER SUBMITTED("odd", 1000) STARTED("MAP", "m0", "_0", "soon")
                             STARTED("MAP", "m0", "_1", 5) "{broken\n" HEADER TWO "{\"type\":\"JOB_",
             &o, &t);
    assert_int_equal(w.count, 3);
    assert_string_equal(w.jobs[0].name, "cut");
    assert_times(&w.jobs[0].map_times, 1, (ticks[]){20});
    assert_string_equal(w.jobs[1].name, "1");
    assert_int_equal(w.jobs[1].arrival, 200);
    assert_string_equal(w.jobs[2].name, "job_2");
    assert_notes(&w, "3 of 4 jobs; 1 malformed; 2 with a history that is cut off; 1 without a submission time, which "
                     "arrive with their first attempt; 1 without a name");
    workload_free(&w);
}

static void test_bad(void **state)
{
    (void)state;
    bad("", ":1: expected a job, found none");
    bad("Avro-Json\n", ":1: submitTime: expected a job, found none; left out: without a submission time or an attempt");
    bad("Avro-Binary\nx", ":2: expected JSON: '[' or '{' expected near 'x'");
    bad("Avro-Binary\n{}\nx",
        ":1: submitTime: expected a job, found none; left out: without a submission time or an attempt");
    bad("Avro-Binary\n{\"type\":\"record\"}\nxxx",
        ":1: submitTime: expected a job, found none; left out: without a submission time or an attempt");
    bad("x", ":1: expected JSON: '[' or '{' expected near 'x'");
    bad(HEADER SUBMITTED("j", []), ":3: event.submitTime: expected a number, found \"[]\"");
    bad("{\"type\":3}{\"event\":7}{\"event\":{\"a\":7}}{}",
        ":1: submitTime: expected a job, found none; left out: without a submission time or an attempt");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one),    cmocka_unit_test(test_choices), cmocka_unit_test(test_places),
        cmocka_unit_test(test_joined), cmocka_unit_test(test_damaged), cmocka_unit_test(test_bad),
    };
    return cmocka_run_group_tests_name("workload_jhist", tests, NULL, NULL);
}
