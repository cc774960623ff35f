/* Workloads of the generator of SLS: constants are exact, distributions have their moments. */
#include "harness/workload/random_stream.h"
#include "harness/workload/synth.h"
#include "harness/workload/synth_sample.h"
#include "tests/unit/reading.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>
#include <gsl/gsl_statistics_double.h>

#define TRACE(jobs, classes, times)                                                                                    \
    "{\"description\":\"x\",\"num_nodes\":20,\"num_jobs\":" jobs                                                       \
    ",\"rand_seed\":2,\"workloads\":[{\"queue_name\":\"q\","                                                           \
    "\"workload_weight\":0.5,\"job_classes\":[" classes "],\"time_distribution\":[" times "]}]}"
#define STEPS "{\"time\":1,\"weight\":100},{\"time\":60,\"jobs\":0}"
#define CLASS(name, type, tasks)                                                                                       \
    "{\"class_name\":\"" name "\",\"user_name\":\"ann\",\"class_weight\":1" type                                       \
    ",\"duration\":{\"val\":60},\"reservation\":1,\"deadline_factor\":{\"val\":\"1.5001\"},\"tasks\":[" tasks "]}"
#define MAPS "{\"type\":\"map\",\"count\":{\"val\":2.5},\"time\":{\"val\":10.4}}"
#define REDUCES "{\"type\":\"reduce\",\"count\":1,\"time\":{\"discrete\":[\"7\",9],\"weights\":[1,0]}}"

static struct job_terms_options terms(void)
{
    struct job_terms_options t = reading_terms(2, 1);
    t.deadline_least = 0;
    return t;
}

struct options {
    struct synth_options synth;
    struct job_terms_options terms;
};

static bool read_file(struct workload *w, const char *path, const void *context, struct input_error *error)
{
    const struct options *options = context;
    return synth_read(w, path, &options->synth, &options->terms, error);
}

static struct workload good(const char *text, enum synth_unit unit, const struct job_terms_options *t)
{
    const struct options options = {{unit}, *t};
    return reading_good((struct reading){read_file, &options}, text);
}

static void bad(const char *text, const char *expected)
{
    const struct options options = {.terms = terms()};
    reading_bad((struct reading){read_file, &options}, text, expected);
}

static void test_constants(void **state)
{
    (void)state;
    const struct job_terms_options t = terms();
    struct workload w = good(TRACE("3", CLASS("c", ",\"type\":\"mapreduce\"", MAPS "," REDUCES), STEPS), SYNTH_MS, &t);
    assert_int_equal(w.count, 3);
    for (size_t i = 0; i < w.count; i++) {
        const struct job_spec *job = &w.jobs[i];
        char name[32];
        snprintf(name, sizeof name, "c_%06zu", i);
        assert_string_equal(job->name, name);
        assert_string_equal(job->user, "ann");
        assert_string_equal(job->pool, "q");
        assert_in_range(job->arrival, 1000, 59000);
        assert_int_equal(job->arrival % 1000, 0);
        assert_int_equal(job->deadline, job->arrival + 90006);
        assert_int_equal(job->maps, 3); /* 2.5 up, as Java rounds it */
        assert_int_equal(task_times_longest(&job->map_times), 10);
        assert_int_equal(job->map_estimate, 15);
        assert_int_equal(job->reduces, 1);
        assert_int_equal(task_times_longest(&job->reduce_times), 7);
    }
    workload_free(&w);
    w = good(TRACE("1", CLASS("c", "", MAPS), "{\"time\":5,\"weight\":1}"), SYNTH_S, &t);
    assert_int_equal(w.jobs[0].arrival, 5000);
    assert_int_equal(task_times_longest(&w.jobs[0].map_times), 10400);
    workload_free(&w);
}

/* Without a reservation the terms give the deadline; the recorded time is the duration. */
static void test_terms(void **state)
{
    (void)state;
    struct job_terms_options t = terms();
    static const char text[] =
        TRACE("1", "{\"class_name\":\"c\",\"class_weight\":1,\"duration\":{\"val\":60},\"tasks\":[" MAPS "]}",
              "{\"time\":5,\"weight\":1}");
    struct workload w = good(text, SYNTH_MS, &t);
    assert_string_equal(w.jobs[0].user, "default");
    assert_int_equal(w.jobs[0].deadline, 5000 + 3 * 2 * 15);
    workload_free(&w);
    t.deadline_base = DEADLINE_BASE_RECORDED;
    w = good(text, SYNTH_MS, &t);
    assert_int_equal(w.jobs[0].deadline, 5000 + 3 * 60000);
    workload_free(&w);
}

/* The same jobs for the same seeds, other ones for another seed of the run or of the file. */
static void test_seeds(void **state)
{
    (void)state;
    static const char *const texts[] = {
        TRACE("1", CLASS("c", "", MAPS), "{\"time\":0,\"weight\":1},{\"time\":2147483647}"),
        "{\"num_jobs\":1,\"rand_seed\":3,\"workloads\":[{\"workload_weight\":1,"
        "\"job_classes\":[" CLASS("c", "", MAPS) "],\"time_distribution\":"
                                                 "[{\"time\":0,\"weight\":1},"
                                                 "{\"time\":2147483647}]}]}"};
    struct job_terms_options t = terms();
    ticks arrivals[4];
    for (int i = 0; i < 4; i++) {
        t.seed = i == 2 ? 2 : 1;
        struct workload w = good(texts[i == 3 ? 1 : 0], SYNTH_MS, &t);
        arrivals[i] = w.jobs[0].arrival;
        workload_free(&w);
    }
    assert_int_equal(arrivals[1], arrivals[0]);
    assert_int_not_equal(arrivals[2], arrivals[0]);
    assert_int_not_equal(arrivals[3], arrivals[0]);
}

/* The form without a list of tasks; a stage of average 0 is empty. */
static void test_old_form(void **state)
{
    (void)state;
    const struct job_terms_options t = terms();
    struct workload w =
        good(TRACE("400",
                   "{\"class_name\":\"c\",\"class_weight\":1,\"mtasks_avg\":\"20\",\"mtasks_stddev\":2.0,"
                   "\"mtime_avg\":1000,\"mtime_stddev\":100,\"rtasks_avg\":0,\"rtime_avg\":9,\"dur_avg\":60,"
                   "\"dur_stddev\":5,\"chance_of_reservation\":0.25,\"deadline_factor_avg\":1000}",
                   STEPS),
             SYNTH_MS, &t);
    double maps[400];
    int reserved = 0;
    for (size_t i = 0; i < w.count; i++) {
        assert_int_equal(w.jobs[i].reduces, 0);
        maps[i] = w.jobs[i].maps;
        reserved += w.jobs[i].deadline - w.jobs[i].arrival > 1000000; /* seed 1 */
    }
    assert_true(gsl_stats_mean(maps, 1, 400) > 19.6 && gsl_stats_mean(maps, 1, 400) < 20.4);
    assert_true(gsl_stats_sd(maps, 1, 400) > 1.8 && gsl_stats_sd(maps, 1, 400) < 2.3);
    assert_in_range(reserved, 75, 125);
    workload_free(&w);
}

static void assert_moments(struct synth_sample sample, double mean, double sd)
{
    enum { DRAWS = 4000 };
    static double drawn[DRAWS];
    gsl_rng *rng = random_stream_open(1, STREAM_SIZES); /* seed 1 */
    for (int i = 0; i < DRAWS; i++) {
        drawn[i] = synth_sample_draw(&sample, rng);
    }
    gsl_rng_free(rng);
    assert_true(gsl_stats_mean(drawn, 1, DRAWS) > mean - 0.05 * sd - 1e-9);
    assert_true(gsl_stats_mean(drawn, 1, DRAWS) < mean + 0.05 * sd + 1e-9);
    assert_true(gsl_stats_sd(drawn, 1, DRAWS) >= 0.93 * sd);
    assert_true(gsl_stats_sd(drawn, 1, DRAWS) <= 1.07 * sd);
}

static void test_samples(void **state)
{
    (void)state;
    double values[] = {1, 5, 100};
    double weights[] = {3, 1, 0};
    assert_moments((struct synth_sample){.mean = 7}, 7, 0);
    assert_moments(synth_sample_lognormal(10, 4), 10, 4);
    assert_moments(synth_sample_lognormal(12, 0), 12, 2);
    assert_moments(synth_sample_lognormal(-1, 4), 0, 0);
    assert_moments((struct synth_sample){.kind = SYNTH_NORMAL, .mean = 3, .sd = 2}, 3, 2);
    assert_moments((struct synth_sample){.kind = SYNTH_DISCRETE, .choice = {values, weights, 3}}, 2, 1.7321);
}

/* As in SLS: other types of jobs do not run, other tasks do not either. */
static void test_left_out(void **state)
{
    (void)state;
    const struct job_terms_options t = terms();
    struct workload w = good(TRACE("40",
                                   CLASS("a", ",\"type\":\"stream\"", MAPS) "," CLASS(
                                       "b", "", MAPS ",{\"type\":\"am\",\"count\":1}") "," CLASS("d", "", ""),
                                   STEPS),
                             SYNTH_MS, &t);
    assert_int_equal(w.notes.left_out + w.count, 40);
    assert_notes(&w, "12 of 40 jobs; 17 without a task; 11 of type stream; 12 with tasks that are neither maps nor "
                     "reduces"); /* seed 1 */
    for (size_t i = 0; i < w.count; i++) {
        assert_int_equal(w.jobs[i].name[0], 'b');
        assert_int_equal(w.jobs[i].maps, 3);
    }
    workload_free(&w);
}

#define TASKS(count, time) "{\"type\":\"map\",\"count\":" count ",\"time\":" time "}"
#define ONE_CLASS(tasks) TRACE("1", CLASS("c", "", tasks), STEPS)
#define TASK_AT ":1: workloads[0].job_classes[0].tasks[0]."

static void test_bad(void **state)
{
    (void)state;
    bad("", ":1: expected a workload of the generator of SLS, found nothing");
    bad("{\"workloads\":[]}", ":1: num_jobs: expected a number of jobs, found nothing");
    bad("{\"num_jobs\":1}", ":1: workloads: expected a list with an element, found nothing");
    bad("{\"num_jobs\":1000001}", ":1: num_jobs: expected an integer from 1 to 1000000, found \"1000001\"");
    bad("{\"num_jobs\":1,\"workloads\":[{}]}", ":1: workloads: expected weights of at least 0, and one above 0");
    bad(TRACE("1", "", STEPS), ":1: workloads[0].job_classes: expected a list with an element, found \"[]\"");
    bad(TRACE("1", CLASS("c", "", ""), ""),
        ":1: workloads[0].time_distribution: expected a list with an element, found \"[]\"");
    bad(TRACE("1", CLASS("c", "", ""), "{\"time\":-1,\"weight\":1}"),
        ":1: workloads[0].time_distribution[0].time: expected seconds from 0 to 2^31 - 1, found \"-1\"");
    bad(TRACE("1", CLASS("c", "", ""), "{\"time\":1,\"weight\":-1},{\"weight\":2}"),
        ":1: workloads[0].time_distribution: expected weights of at least 0, and one above 0");
    bad(TRACE("1", "{\"class_weight\":1,\"mtime_avg\":\"x\"}", STEPS),
        ":1: workloads[0].job_classes[0].mtime_avg: expected a number, found \"x\"");
    bad(TRACE("1", "{\"class_weight\":1,\"mtime_stddev\":-1}", STEPS),
        ":1: workloads[0].job_classes[0].mtime_stddev: expected at least 0, found \"-1\"");
    bad(ONE_CLASS(TASKS("{}", "1")), TASK_AT "count.discrete: expected val, or a list of values, found nothing");
    bad(ONE_CLASS(TASKS("{\"val\":1,\"std\":1,\"dist\":\"EXP\"}", "1")),
        TASK_AT "count.dist: expected LOGNORM or NORM, found \"EXP\"");
    bad(ONE_CLASS(TASKS("{\"val\":1,\"std\":-1}", "1")), TASK_AT "count.std: expected at least 0, found \"-1\"");
    bad(ONE_CLASS(TASKS("{\"discrete\":[1,2],\"weights\":[1]}", "1")),
        TASK_AT "count.weights: expected as many numbers as values, found \"[1]\"");
    bad(ONE_CLASS(TASKS("{\"discrete\":[1,2],\"weights\":[0,0]}", "1")),
        TASK_AT "count: expected weights of at least 0, and one above 0");
    bad(ONE_CLASS(TASKS("{\"discrete\":[1,\"x\"]}", "1")), TASK_AT "count.discrete[1]: expected a number, found \"x\"");
    bad(ONE_CLASS(TASKS("1000000001", "1")), ":1: expected at most 1000000000 tasks in a stage, found 1000000001");
    bad(TRACE("3", CLASS("c", "", TASKS("400000000", "1")), STEPS),
        ":1: expected at most 1000000000 tasks in the file");
    bad(ONE_CLASS(TASKS("10000001", "{\"val\":9,\"std\":1}")),
        ":1: expected at most 10000000 times of tasks to be drawn");
    bad(ONE_CLASS(TASKS("1", "1e300")), ":1: expected a task time of at most 2^60 ms, found 1e+300");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_constants), cmocka_unit_test(test_terms),   cmocka_unit_test(test_seeds),
        cmocka_unit_test(test_old_form),  cmocka_unit_test(test_samples), cmocka_unit_test(test_left_out),
        cmocka_unit_test(test_bad),
    };
    return cmocka_run_group_tests_name("workload_synth", tests, NULL, NULL);
}
