/* The reader of Slurm's accounting, as sacct -P prints it. */
#include "harness/workload/sacct.h"
#include "harness/workload/slurm_field.h"
#include "tests/unit/reading.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define HEADER "JobID|JobName|User|Account|Partition|Submit|Start|End|State|AllocCPUS|Elapsed|Timelimit\n"
#define FIRST                                                                                                          \
    "7|a|ann|phys|batch|2024-01-31T10:20:30|2024-01-31T10:20:40|2024-01-31T10:22:20|COMPLETED|4|00:01:40|00:02:00\n"

struct options {
    struct swf_options swf;
    struct job_terms_options terms;
};

static struct options defaults(void)
{
    struct options o = {swf_options_default(), reading_terms(3, 1)};
    o.terms.deadline_least = 0;
    return o;
}

static bool read_file(struct workload *w, const char *path, const void *context, struct input_error *error)
{
    const struct options *o = context;
    return sacct_read(w, path, &o->swf, &o->terms, error);
}

static struct workload good(const char *text)
{
    const struct options o = defaults();
    return reading_good((struct reading){read_file, &o}, text);
}

static void bad(const char *text, const char *expected)
{
    const struct options o = defaults();
    reading_bad((struct reading){read_file, &o}, text, expected);
}

/* The text has one row that is left out or repaired for this reason, its second job. */
static void check_note(const char *text, enum note_kind kind, const char *reason)
{
    struct workload w = good(text);
    assert_int_equal(w.notes.count, 1);
    assert_int_equal(w.notes.notes[0].kind, kind);
    assert_string_equal(w.notes.notes[0].reason, reason);
    assert_int_equal(w.notes.notes[0].line, 3);
    assert_int_equal(w.count, kind == NOTE_LEFT_OUT ? 1 : 2);
    workload_free(&w);
}

static void test_defaults(void **state)
{
    (void)state;
    struct workload w = good(HEADER FIRST);
    assert_int_equal(w.count, 1);
    assert_int_equal(w.notes.count, 0);
    const struct job_spec *job = &w.jobs[0];
    assert_string_equal(job->name, "7");
    assert_string_equal(job->user, "ann");
    assert_string_equal(job->pool, "batch");
    assert_int_equal(job->arrival, 0);
    assert_int_equal(w.notes.shift, INT64_C(1706696430000)); /* date -u -d 2024-01-31T10:20:30 +%s000 */
    assert_int_equal(job->maps, 4);
    assert_int_equal(task_times_at(&job->map_times, 3), 100000);
    assert_int_equal(job->map_estimate, 120000);
    assert_int_equal(job->reduces, 0);
    assert_int_equal(job->deadline, 3 * 2 * 120000); /* 4 maps are 2 waves on 3 slots */
    workload_free(&w);
}

static void test_choices(void **state)
{
    (void)state;
    struct options o = defaults();
    o.swf = (struct swf_options){.reduces_per_map = 0.5,
                                 .reduce_share = 0.25,
                                 .estimate = SWF_ESTIMATE_FACTOR,
                                 .pool = SWF_POOL_GROUP,
                                 .jobs = SWF_JOBS_COMPLETED};
    o.terms.deadline_base = DEADLINE_BASE_RECORDED;
    struct workload w =
        reading_good((struct reading){read_file, &o}, HEADER FIRST
                     "8|a|bob|phys|batch|2024-01-31T10:20:30|2024-01-31T10:20:40|Unknown|TIMEOUT|4|00:01:40|\n");
    assert_int_equal(w.count, 1);
    assert_int_equal(w.notes.count, 0);
    assert_string_equal(w.jobs[0].pool, "phys");
    assert_int_equal(task_times_at(&w.jobs[0].map_times, 0), 75000);
    assert_int_equal(w.jobs[0].map_estimate, 112500);
    assert_int_equal(w.jobs[0].reduces, 2);
    assert_int_equal(task_times_at(&w.jobs[0].reduce_times, 0), 50000);
    assert_int_equal(w.jobs[0].deadline, 3 * 110000); /* from its submission to its end */
    workload_free(&w);
}

/* Other columns say the same: raw values, seconds since 1970, resources as a list; the separator is
 * the header's, one may stand at the end of each line. */
static void test_other_columns(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "jobidraw;ELIGIBLE;ElapsedRaw;TimelimitRaw;AllocTRES;UID;QOS\n"
        "7;1706696430;100;2;billing=9,cpu=4,mem=8G;ann;batch\n",
        "ReqCPUS|NCPUS|Start|End|Timelimit|JobIDRaw|JobID|User|Partition|Deadline|\n\n"
        "9|0.00390625K|2024/01/31-10:20:30|2024/01/31-10:22:10|2:00.0|9|7|ann|batch|Unknown|\n",
        "AllocNodes,ReqNodes,Submit,Elapsed,Timelimit,JobID,User,Partition,Deadline\r\n"
        "0,4,2024-01-31 10:20:30,0-00:01:40,2:00,7,ann,batch,2024-01-31T10:32:30\r\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct workload w = good(texts[i]);
        const struct job_spec *job = &w.jobs[0];
        assert_int_equal(w.count, 1);
        assert_int_equal(w.notes.count, 0);
        assert_string_equal(job->name, "7");
        assert_string_equal(job->user, "ann");
        assert_string_equal(job->pool, "batch");
        assert_int_equal(w.notes.shift, INT64_C(1706696430000));
        assert_int_equal(job->maps, 4);
        assert_int_equal(task_times_at(&job->map_times, 0), 100000);
        assert_int_equal(job->map_estimate, 120000);
        assert_int_equal(job->deadline, 720000); /* drawn, or the job's own */
        workload_free(&w);
    }
}

/* Steps are no jobs, nor is a header again; jobs of arrays and parts of heterogeneous ones are. */
static void test_steps(void **state)
{
    (void)state;
    struct workload w =
        good(HEADER "7.batch|batch||phys||2024-01-31T10:20:30|Unknown|Unknown|RUNNING|4|00:01:40|\n" FIRST
                    "7.0|x|y|z\n" HEADER
                    "8_1|a|ann|phys|batch|2024-01-31T10:20:31|None|None|FAILED|1|1-00:00:01.5|UNLIMITED\n"
                    "9+0|a|ann|phys|batch|2024-01-31T10:20:32|None|None|NODE_FAIL|1|00:00:00|INVALID\n");
    assert_int_equal(w.notes.count, 0);
    assert_int_equal(w.count, 3);
    assert_string_equal(w.jobs[1].name, "8_1");
    assert_int_equal(task_times_at(&w.jobs[1].map_times, 0), 86401500);
    assert_int_equal(w.jobs[1].map_estimate, 129602250);
    assert_string_equal(w.jobs[2].name, "9+0");
    assert_int_equal(task_times_at(&w.jobs[2].map_times, 0), 1); /* under half a second */
    workload_free(&w);
}

static void test_left_out(void **state)
{
    (void)state;
    static const struct {
        const char *row;
        const char *reason;
    } cases[] = {
        {"8|a|b|c|d|2024-01-31T10:20:30|None|2024-01-31T10:20:40|CANCELLED by 1000|4|00:00:00|1:00\n", "did not run"},
        {"8_[1-9]|a|b|c|d|2024-01-31T10:20:30|Unknown|Unknown|PENDING|0||1:00\n", "did not run"},
        {"8|a|b|c|d|2024-01-31T10:20:30|2024-01-31T10:20:30|Unknown|RUNNING|4|00:00:09|1:00\n", "had not ended"},
        {"8|a|b|c|d|2024-01-31T10:20:30|2024-01-31T10:20:30|Unknown|FAILED|0|00:00:09|1:00\n", "without processors"},
        {"8|a|b|c|d|Unknown|None|2024-01-31T10:20:30|FAILED|1|00:00:09|1:00\n", "without a submit time"},
        {"8|a|b|c\n" FIRST, "with other columns than the header has"},
        {"8|a|b|c|d|2024-01-31T10:20:30|x|y|z|2024-01-31T10:20:30|Unknown|FAILED|0|00:00:09|1:00|?\n",
         "with other columns than the header has"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[1024];
        const bool follows = strstr(cases[i].row, FIRST) != NULL;
        snprintf(text, sizeof text, "%s%s%s", HEADER, follows ? "\n" : FIRST, cases[i].row);
        check_note(text, NOTE_LEFT_OUT, cases[i].reason);
    }
}

/* Deadlines from recorded times need an end. */
static void test_recorded(void **state)
{
    (void)state;
    struct options o = defaults();
    o.terms.deadline_base = DEADLINE_BASE_RECORDED;
    struct workload w = reading_good((struct reading){read_file, &o},
                                     HEADER FIRST "8|a|b|c|d|2024-01-31T10:20:30|None|Unknown|FAILED|4|00:00:10|\n");
    assert_int_equal(w.jobs[0].deadline, 3 * 110000);
    assert_notes(&w, "1 of 2 jobs; 1 without an end, for a deadline from it; time 0 is 1706696430000 ms of the file");
    workload_free(&w);
}

static void test_malformed(void **state)
{
    (void)state;
    struct workload w = good(HEADER FIRST "8|a|b|c|d|2024-02-30T10:20:30|None|None|FAILED|4|00:00:10|1:00\n");
    assert_int_equal(w.count, 1);
    assert_int_equal(w.notes.malformed, 1);
    assert_non_null(strstr(w.notes.notes[0].error, ":3: Submit: expected a time such as 2024-01-31T10:20:30, found "
                                                   "\"2024-02-30T10:20:30\""));
    workload_free(&w);
}

/* The name of a job with separators, the command of a job with line ends. */
static void test_texts(void **state)
{
    (void)state;
    check_note(HEADER FIRST "8|a||b|ann|phys|batch|2024-01-31T10:20:31|None|None|FAILED|4|00:00:10|1:00\n",
               NOTE_REPAIRED, "with separators in a text");
    struct workload w = good("JobID|Submit|SubmitLine|Elapsed|NCPUS\n7|2024-01-31T10:20:30|if a\n\n  b|00:00:10|4\n"
                             "8|2024-01-31T10:20:31|c|00:00:10|5\n9|2024");
    assert_int_equal(w.count, 2);
    assert_int_equal(w.jobs[0].maps, 4);
    assert_int_equal(w.jobs[1].maps, 5);
    assert_int_equal(w.notes.count, 1); /* the last line is cut off */
    assert_int_equal(w.notes.notes[0].line, 6);
    workload_free(&w);
}

static void test_bad(void **state)
{
    (void)state;
    bad("", ":1: expected a job, found none");
    bad(HEADER, ":1: expected a job, found none");
    bad("a|b\n", ":1: expected a header line with the names of columns, such as JobID|Submit, found \"a|b\"");
    bad("JobID   JobName\n", ":1: expected columns with a separator between them, as sacct -P prints them");
    bad("JobID|Elapsed|NCPUS\n", ":1: expected a column Submit, Eligible or Start, found none");
    bad("JobID|Start|NCPUS\n", ":1: expected a column ElapsedRaw or Elapsed, or both Start and End, found neither");
    bad("JobID|Submit|Elapsed\n", ":1: expected a column AllocCPUS, NCPUS, AllocTRES, ReqCPUS, ReqTRES, AllocNodes, "
                                  "NNodes or ReqNodes, found none");
    bad("JobID|Submit|Elapsed|NCPUS\n1|x|00:01|1\n",
        ":2: Submit: expected a decimal number from 0 to 1.15292e+15, found \"x\"");
    bad("JobID|Submit|ElapsedRaw|NCPUS\n1|100|1|10000000000\n",
        ":2: NCPUS: expected a decimal number from 0 to 2.14748e+09, found \"10000000000\"");
}

static void check_duration(const char *text, double expected)
{
    struct input_error error = {""};
    double seconds = -2;
    const struct span field = {text, strlen(text)};
    const bool read = slurm_duration(field, (struct place){.source = "x"}, &seconds, &error);
    assert_int_equal(read, expected >= -1);
    assert_true(!read || seconds == expected);
}

static void test_durations(void **state)
{
    (void)state;
    check_duration("00:00:00", 0);
    check_duration("01:02:03", 3723);
    check_duration("1-01:02:03", 90123);
    check_duration("123:00:00", 442800);
    check_duration("02:03.250", 123.25);
    check_duration("unlimited", -1);
    check_duration("Partition_Limit", -1);
    check_duration("", -1);
    check_duration("10", -2);
    check_duration("1-10", -2);
    check_duration("-1:00:00", -2);
    check_duration("1:2:3:4", -2);
    check_duration("1:-2", -2);
    check_duration("99999999999-00:00:00", -2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_defaults),  cmocka_unit_test(test_choices),  cmocka_unit_test(test_other_columns),
        cmocka_unit_test(test_steps),     cmocka_unit_test(test_left_out), cmocka_unit_test(test_recorded),
        cmocka_unit_test(test_malformed), cmocka_unit_test(test_texts),    cmocka_unit_test(test_bad),
        cmocka_unit_test(test_durations),
    };
    return cmocka_run_group_tests_name("workload_sacct", tests, NULL, NULL);
}
