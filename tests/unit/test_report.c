/* Reports: tables, means over seeds, per-job rows, and files that appear whole or not at all. */
#include "harness/report/jobs_csv.h"
#include "harness/report/output_file.h"
#include "harness/report/results.h"
#include "harness/report/table.h"
#include "tests/unit/scratch_file.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* What a function prints into the stream it is given. */
struct capture {
    char *text;
    size_t length;
    FILE *stream;
};

static struct capture *capture_new(void)
{
    struct capture *c = calloc(1, sizeof *c);
    assert_non_null(c);
    c->stream = open_memstream(&c->text, &c->length);
    assert_non_null(c->stream);
    return c;
}

static void assert_captured(struct capture *c, const char *expected)
{
    assert_int_equal(fclose(c->stream), 0);
    assert_string_equal(c->text, expected);
    free(c->text);
    free(c);
}

static void test_table(void **state)
{
    (void)state;
    struct table t = table_new(3, 1);
    table_add(&t, "name");
    table_add(&t, "n");
    table_add(&t, "time");
    table_add(&t, "%s", "long name");
    table_add(&t, "%d", 1000);
    table_add(&t, "%s", "");
    table_add(&t, "%s", "\xc3\xa9t\xc3\xa9"); /* three characters in five bytes */
    table_add(&t, "%d", 7);
    struct capture *c = capture_new();
    table_print(&t, c->stream, 2);
    assert_captured(c, "  name          n  time\n"
                       "  long name  1000\n"
                       "  \xc3\xa9t\xc3\xa9           7\n");
    table_free(&t);
}

static struct run_result run_of(double value)
{
    struct run_result run = {0};
    run.metrics.value[METRIC_ACCEPTED] = value;
    run.counts.decisions = 3;
    run.counts.finishes = 1;
    run.counts.heartbeats = 2;
    return run;
}

static void test_spread(void **state)
{
    (void)state;
    struct series s = {.label = "x"};
    assert_true(isnan(series_spread(&s, METRIC_ACCEPTED).mean));
    series_add(&s, run_of(4));
    assert_true(series_spread(&s, METRIC_ACCEPTED).mean == 4 && series_spread(&s, METRIC_ACCEPTED).sd == 0);
    series_add(&s, run_of(NAN)); /* undefined: passed over */
    series_add(&s, run_of(8));
    series_add(&s, run_of(9));
    struct spread spread = series_spread(&s, METRIC_ACCEPTED);
    assert_true(fabs(spread.mean - 7) < 1e-12);
    assert_true(fabs(spread.sd - sqrt(7)) < 1e-12); /* (9 + 1 + 4) / 2 */
    struct engine_counts counts = series_counts(&s);
    assert_int_equal(counts.decisions, 12);
    assert_true(engine_counts_events(&counts) == 12);
    series_free(&s);
}

/* Jobs sorted by arrival come out in the order of the file; texts are quoted where they must be. */
static void test_jobs_csv(void **state)
{
    (void)state;
    char a[] = "a";
    char b[] = "b,\"c\"";
    char none[] = "";
    char user[] = "u";
    struct job_spec jobs[2] = {
        {.name = b, .arrival = 1, .deadline = NO_DEADLINE, .user = user, .pool = none, .row = 1},
        {.name = a, .arrival = 2, .deadline = 9, .maps = 3, .user = none, .pool = none, .row = 0},
    };
    struct workload w = {.jobs = jobs, .count = 2};
    struct job_outcome outcomes[2] = {
        {.arrived = true,
         .accepted = true,
         .finished = true,
         .met = true,
         .estimated_finish = NO_INSTANT,
         .earliest_deadline = NO_INSTANT,
         .reason = "",
         .first_start = 1,
         .finish = 5,
         .slot_time = {4, 0}},
        {.arrived = true,
         .estimated_finish = 12,
         .earliest_deadline = 13,
         .reason = "late",
         .first_start = NO_INSTANT,
         .finish = NO_INSTANT},
    };
    struct capture *c = capture_new();
    jobs_csv_write(&w, outcomes, csv_text_write, c->stream);
    assert_captured(c, "job,accepted,estimated_finish,actual_finish,met,reason,earliest_deadline,arrival,deadline,"
                       "first_start,lateness,maps,reduces,map_slot_time,reduce_slot_time,failed_attempts,user,pool\n"
                       "a,0,12,,,late,13,2,9,,,3,0,0,0,0,,\n"
                       "\"b,\"\"c\"\"\",1,,5,1,,,1,,1,,0,0,4,0,0,u,\n");
}

static char *content_of(const char *path)
{
    static char text[64];
    FILE *stream = fopen(path, "r");
    assert_non_null(stream);
    size_t length = fread(text, 1, sizeof text - 1, stream);
    text[length] = '\0';
    fclose(stream);
    return text;
}

static void test_output_file(void **state)
{
    (void)state;
    struct scratch_file file = scratch_file_of("old");
    struct output_file out;
    struct input_error error = {""};

    assert_true(output_file_open(&out, file.path, &error));
    fputs("new", out.stream);
    fflush(out.stream);
    assert_string_equal(content_of(file.path), "old");
    output_file_abandon(&out);
    output_file_abandon(&out); /* twice is harmless */
    assert_string_equal(content_of(file.path), "old");

    assert_true(output_file_open(&out, file.path, &error));
    fputs("new", out.stream);
    assert_true(output_file_commit(&out, &error));
    output_file_abandon(&out);
    assert_string_equal(content_of(file.path), "new");
    scratch_file_remove(&file);
}

static void test_output_through_a_link(void **state)
{
    (void)state;
    struct scratch_file file = scratch_file_of("old");
    char link[80];
    snprintf(link, sizeof link, "%s.link", file.path);
    assert_int_equal(symlink(file.path, link), 0);
    struct output_file out;
    struct input_error error = {""};
    assert_true(output_file_open(&out, link, &error));
    fputs("new", out.stream);
    assert_string_equal(content_of(file.path), "old");
    assert_true(output_file_commit(&out, &error));
    assert_string_equal(content_of(file.path), "new");
    char target[80] = {0};
    assert_true(readlink(link, target, sizeof target - 1) > 0);
    assert_string_equal(target, file.path);
    unlink(link);
    scratch_file_remove(&file);
}

static void test_output_that_cannot_be(void **state)
{
    (void)state;
    struct output_file out;
    struct input_error error = {""};
    assert_false(output_file_open(&out, "/no/such/place", &error));
    assert_string_equal(error.text, "/no/such/place: cannot be written: No such file or directory");
    output_file_abandon(&out);
    assert_false(output_file_open(&out, "/tmp", &error));
    assert_string_equal(error.text, "/tmp: cannot be written: Is a directory");
    assert_true(output_file_open(&out, "/dev/full", &error));
    fputs("x", out.stream);
    assert_false(output_file_commit(&out, &error));
    assert_string_equal(error.text, "/dev/full: cannot be written: No space left on device");
    output_file_abandon(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_table),
        cmocka_unit_test(test_spread),
        cmocka_unit_test(test_jobs_csv),
        cmocka_unit_test(test_output_file),
        cmocka_unit_test(test_output_through_a_link),
        cmocka_unit_test(test_output_that_cannot_be),
    };
    return cmocka_run_group_tests_name("report", tests, NULL, NULL);
}
