/* The reader of Batsim's workloads. */
#include "harness/workload/batsim_workload.h"
#include "tests/unit/reading.h"
#include "tests/unit/scratch_file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static bool read_file(struct workload *w, const char *path, const void *context, struct input_error *error)
{
    const struct swf_options swf = swf_options_default();
    struct job_terms_options terms = reading_terms(3, 1);
    terms.deadline_least = 0;
    return batsim_workload_read(w, path, context, &swf, &terms, error);
}

static const struct batsim_options options = {.speed = 1e9};
static const struct reading reading = {read_file, &options};

/* A workload of a delay of 10 s as its first job, and of these jobs and profiles. */
static struct workload good(const char *jobs, const char *profiles)
{
    char text[4096];
    snprintf(text, sizeof text,
             "{\"nb_res\": 8, \"jobs\": [\n{\"id\": \"first\", \"subtime\": 0, \"res\": 1, \"profile\": \"d\"}%s%s\n],"
             "\"profiles\": {\"d\": {\"type\": \"delay\", \"delay\": 10}%s%s}}",
             jobs[0] == '\0' ? "" : ",\n", jobs, profiles[0] == '\0' ? "" : ", ", profiles);
    struct workload w = reading_good(reading, text);
    assert_string_equal(w.jobs[0].name, "first");
    return w;
}

/* How long a job of a profile p takes on so many resources, ms; -1: it is left out. *note: why, or
 * what is noted of it; NULL: nothing. */
static ticks time_of(const char *profile, int resources, const char **note)
{
    char jobs[128];
    snprintf(jobs, sizeof jobs, "{\"id\": 2, \"subtime\": 1, \"res\": %d, \"profile\": \"p\"}", resources);
    struct workload w = good(jobs, profile);
    const ticks time = w.count == 2 ? task_times_at(&w.jobs[1].map_times, 0) : -1;
    assert_true(w.count == 1 || w.jobs[1].maps == resources);
    *note = w.notes.count == 0 ? NULL : w.notes.notes[0].reason;
    workload_free(&w);
    return time;
}

static void test_jobs(void **state)
{
    (void)state;
    struct workload w =
        good("{\"id\": 7, \"subtime\": 1.5, \"res\": 4, \"profile\": \"d\", \"walltime\": 12.5},\n"
             "{\"id\": \"w0!8\", \"subtime\": \"2\", \"res\": 2.0, \"profile\": \"w0!d\", \"walltime\": 4},\n"
             "{\"id\": 9, \"subtime\": 3, \"res\": 1, \"profile\": \"d\", \"walltime\": -1, \"x\": []}",
             "");
    assert_int_equal(w.count, 4);
    assert_int_equal(w.notes.count, 0);
    assert_string_equal(w.jobs[1].name, "7");
    assert_string_equal(w.jobs[1].user, "");
    assert_string_equal(w.jobs[1].pool, "");
    assert_int_equal(w.jobs[1].arrival, 1500);
    assert_int_equal(w.jobs[1].maps, 4);
    assert_int_equal(task_times_at(&w.jobs[1].map_times, 3), 10000);
    assert_int_equal(w.jobs[1].map_estimate, 12500);
    assert_string_equal(w.jobs[2].name, "w0!8");
    assert_int_equal(task_times_at(&w.jobs[2].map_times, 1), 4000); /* cut off at its walltime */
    assert_int_equal(w.jobs[3].map_estimate, 15000);
    workload_free(&w);
}

static void test_profiles(void **state)
{
    (void)state;
    static const struct {
        const char *profile;
        ticks expected; /* on 2 resources */
        const char *note;
    } cases[] = {
        {"\"p\": {\"type\": \"DelayProfile\", \"delay\": 20.25}", 20250, NULL},
        {"\"p\": {\"type\": \"delay\", \"delay\": 0}", 1, NULL},
        {"\"p\": {\"type\": \"msg_par_hg\", \"cpu\": 3e9, \"com\": 0}", 3000, NULL},
        {"\"p\": {\"type\": \"parallel_homogeneous\", \"cpu\": 3e9, \"com\": 1}", 3000,
         "that move data, which takes no time here"},
        {"\"p\": {\"type\": \"parallel_homogeneous_total\", \"cpu\": 3e9}", 1500, NULL},
        {"\"p\": {\"type\": \"ptask_homogeneous\", \"generation_strategy\": \"defined_amount_spread_uniformly\", "
         "\"cpu\": 3e9}",
         1500, NULL},
        {"\"p\": {\"type\": \"ParallelTaskHomogeneousProfile\", \"cpu\": 0, \"com\": 5}", -1, "that only move data"},
        {"\"p\": {\"type\": \"ParallelTaskProfile\", \"cpu\": [1e9, 4e9], \"com\": [0, 0, 0, 0]}", 4000, NULL},
        {"\"p\": {\"type\": \"parallel\", \"cpu\": [1e9, \"x\"]}", -1, "with a profile that has no time"},
        {"\"p\": {\"type\": \"composed\", \"nb\": 3, \"seq\": [\"d\", \"q\"]}, \"q\": {\"type\": \"delay\", "
         "\"delay\": 1}",
         33000, NULL},
        {"\"p\": {\"type\": \"SequentialCompositionProfile\", \"repeat\": 2, \"seq\": [\"w0!q\", \"q\"]}, \"q\": "
         "{\"type\": \"composed\", \"seq\": [\"d\", \"r\"]}, \"r\": {\"type\": \"data_staging\", \"nb_bytes\": 9}",
         40000, "that move data, which takes no time here"},
        {"\"p\": {\"type\": \"composed\", \"seq\": [\"p\"]}", -1, "with a profile that has no time"},
        {"\"p\": {\"type\": \"composed\", \"seq\": [\"none\"]}", -1, "with a profile that has no time"},
        {"\"p\": {\"type\": \"composed\", \"seq\": []}", -1, "with a profile that has no time"},
        {"\"p\": {\"type\": \"composed\", \"repeat\": 1e300, \"seq\": [\"d\"]}", -1, "longer than 2^60 ms"},
        {"\"p\": {\"type\": \"smpi\", \"trace\": \"x\"}", -1, "with a profile that has no time"},
        {"\"p\": {\"type\": \"delay\", \"delay\": -1}", -1, "with a profile that has no time"},
        {"\"p\": {\"type\": \"delay\", \"delay\": \"long\"}", -1, "with a profile that has no time"},
        {"\"p\": {\"type\": \"parallel\", \"cpu\": \"traces.txt\"}", -1, "with a profile that has no time"},
        {"\"p\": 3", -1, "with a profile that has no time"},
        {"\"q\": {\"type\": \"delay\", \"delay\": 1}", -1, "with a profile that the file lacks"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *note;
        assert_int_equal(time_of(cases[i].profile, 2, &note), cases[i].expected);
        assert_int_equal(note == NULL, cases[i].note == NULL);
        assert_true(note == NULL || strcmp(note, cases[i].note) == 0);
    }
}

/* Each profile is twice the one before: 2^62 parts are not gone through one by one. */
static void test_doubled_sequences(void **state)
{
    (void)state;
    char profiles[4000] = "\"s0\": {\"type\": \"delay\", \"delay\": 1e-9}";
    for (int i = 1; i <= 40; i++) {
        const size_t length = strlen(profiles);
        snprintf(profiles + length, sizeof profiles - length,
                 ", \"%s%d\": {\"type\": \"composed\", \"seq\": [\"s%d\", \"s%d\"]}", "s", i, i - 1, i - 1);
    }
    struct workload w = good("{\"id\": 2, \"subtime\": 1, \"res\": 1, \"profile\": \"s40\"}", profiles);
    assert_int_equal(task_times_at(&w.jobs[1].map_times, 0), 1099512); /* 2^40 ns, rounded up */
    workload_free(&w);
}

static void test_speed(void **state)
{
    (void)state;
    const struct batsim_options slow = {.speed = 2};
    struct workload w =
        reading_good((struct reading){read_file, &slow},
                     "{\"jobs\": [{\"id\": 1, \"subtime\": 0, \"res\": 1, \"profile\": \"p\"}], \"profiles\": "
                     "{\"p\": {\"type\": \"msg_par_hg\", \"cpu\": 5}}}");
    assert_int_equal(task_times_at(&w.jobs[0].map_times, 0), 2500);
    workload_free(&w);
}

static void test_cluster(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int32_t processors;
    } cases[] = {{"{\"nb_res\": 8}", 8},
                 {"{\"nb_res\": \"4\"}", 4},
                 {"{\"nb_res\": 0}", 0},
                 {"{\"nb_res\": []}", 0},
                 {"{}", 0},
                 {"", 0},
                 {"{\"nb_res\": 1e12}", 0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct scratch_file file = scratch_file_of(cases[i].text);
        struct swf_header header;
        struct input_error error = {""};
        assert_true(batsim_header_read(&header, file.path, &error));
        assert_int_equal(header.processors, cases[i].processors);
        assert_int_equal(header.field != NULL, cases[i].processors > 0);
        scratch_file_remove(&file);
    }
}

/* Notes name the line of a job. */
static void test_left_out(void **state)
{
    (void)state;
    struct workload w = good("{\"id\": 2, \"subtime\": 0, \"res\": 0, \"profile\": \"d\"}, {\"id\": \"]\\\"[,\",\n"
                             "\"subtime\": 0, \"res\": 1, \"profile\": \"d\"},\n\n"
                             "{\"id\": 3, \"subtime\": -1, \"res\": 1, \"profile\": \"d\"}, {\"res\": 1},\nnull",
                             "");
    assert_int_equal(w.count, 2);
    assert_int_equal(w.notes.count, 4);
    assert_string_equal(w.notes.notes[0].reason, "without resources");
    assert_int_equal(w.notes.notes[0].line, 3);
    assert_non_null(strstr(w.notes.notes[1].error, ":6: jobs[3].subtime: expected seconds from 0 on, found \"-1\""));
    assert_non_null(strstr(w.notes.notes[2].error, ":6: jobs[4].id: expected a text or a number, found nothing"));
    assert_non_null(strstr(w.notes.notes[3].error, ":7: jobs[5].id: expected a text or a number, found nothing"));
    workload_free(&w);
}

static void test_bad(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        const char *expected;
    } cases[] = {
        {"", ":1: jobs: expected an array of jobs, found nothing"},
        {"{\"jobs\": {}, \"profiles\": {}}", ":1: jobs: expected an array of jobs, found \"{}\""},
        {"{\"jobs\": [], \"profiles\": 1}", ":1: profiles: expected an object of profiles, found \"1\""},
        {"{\"jobs\": [], \"profiles\": {}}", ":1: expected a job, found none"},
        {"{\"jobs\": [\n{\"id\": 1, \"subtime\": 0, \"res\": \"x\", \"profile\": \"d\"}], \"profiles\": {}}",
         ":2: jobs[0].res: expected a number, found \"x\""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        reading_bad(reading, cases[i].text, cases[i].expected);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_jobs),  cmocka_unit_test(test_profiles), cmocka_unit_test(test_doubled_sequences),
        cmocka_unit_test(test_speed), cmocka_unit_test(test_cluster),  cmocka_unit_test(test_left_out),
        cmocka_unit_test(test_bad),
    };
    return cmocka_run_group_tests_name("workload_batsim", tests, NULL, NULL);
}
