/* What all readers share: numbers, rows of CSV, notes, names of their own, times since 1970, the
 * header of a log. */
#include "harness/workload/alloc.h"
#include "harness/workload/csv_rows.h"
#include "harness/workload/distinct_names.h"
#include "harness/workload/field.h"
#include "harness/workload/swf_header.h"
#include "harness/workload/workload_finish.h"
#include "tests/unit/same_names.h"
#include "tests/unit/scratch_file.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const struct place nowhere = {.source = "f"};

static struct span span_of(const char *text)
{
    return (struct span){text, strlen(text)};
}

/* --- Numbers ---------------------------------------------------------------------------------- */

static void test_integers(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int64_t value;
    } good[] = {
        {"0", 0},
        {"-0", 0},
        {"-0.0", 0},
        {"+7", 7},
        {" 7\t", 7},
        {"4.0", 4},
        {"4.", 4},
        {".0", 0},
        {"1e+06", 1000000},
        {"1E6", 1000000},
        {"2.5e1", 25},
        {"250e-1", 25},
        {"0e99999", 0},
        {"0e-99999", 0},
        {"007", 7},
        {"9223372036854775807", INT64_MAX},
        {"9223372036854775807.000", INT64_MAX},
        {"922337203685477580.7e1", INT64_MAX},
        {"-3", -3},
    };
    static const char *const bad[] = {"",      " ",       "-",
                                      "+",     ".",       "e5",
                                      "1e",    "1e+",     "1.5",
                                      "25e-1", "0x5",     "1 2",
                                      "--1",   "1-",      "nan",
                                      "inf",   "1,5",     "9223372036854775808",
                                      "1e19",  "1e99999", "92233720368547758080e-1",
                                      "-4"};
    struct input_error error = {""};
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        int64_t value = -9;
        assert_true(field_integer(span_of(good[i].text), nowhere, -3, INT64_MAX, &value, &error));
        assert_int_equal(value, good[i].value);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        int64_t value = -9;
        assert_false(field_integer(span_of(bad[i]), nowhere, -3, INT64_MAX, &value, &error));
        assert_int_equal(value, -9);
    }
    assert_string_equal(error.text, "f: expected an integer from -3 to 9223372036854775807, found \"-4\"");
}

static void test_decimals(void **state)
{
    (void)state;
    struct input_error error = {""};
    double value = 1;
    assert_true(field_decimal(span_of(" -0.0 "), nowhere, 0, 9, &value, &error));
    assert_false(signbit(value));
    assert_true(field_decimal(span_of("2.5e0"), nowhere, 0, 9, &value, &error));
    assert_true(fabs(value - 2.5) < 1e-12);
    static const char *const bad[] = {"", "nan", "inf", "0x1", "1e1", "-1", "1e999", "."};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_false(field_decimal(span_of(bad[i]), nowhere, 0, 9, &value, &error));
    }
}

/* Numbers of a command line have no other form. */
static void test_plain_numbers(void **state)
{
    (void)state;
    static const char *const bad[] = {"+1", " 1", "1e0", "-0", ""};
    struct input_error error = {""};
    int64_t value = 0;
    double decimal = 0;
    assert_true(field_plain_integer(span_of("12"), nowhere, 0, 12, &value, &error));
    assert_int_equal(value, 12);
    assert_true(field_plain_decimal(span_of("1.5"), nowhere, 0, 12, &decimal, &error));
    assert_false(field_plain_integer(span_of("1.0"), nowhere, 0, 12, &value, &error));
    assert_false(field_plain_decimal(span_of("1.0.0"), nowhere, 0, 12, &decimal, &error));
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_false(field_plain_integer(span_of(bad[i]), nowhere, 0, 12, &value, &error));
        assert_false(field_plain_decimal(span_of(bad[i]), nowhere, 0, 12, &decimal, &error));
    }
}

/* --- Rows of CSV ------------------------------------------------------------------------------ */

enum { FIELDS = 3 };

/* The row as line, number of fields and the first fields: "2 3[a][b][c]"; "end"; or the error. */
static char *next_row(struct csv_rows *rows)
{
    struct input_error error = {""};
    struct span fields[FIELDS];
    size_t count;
    enum csv_row found = csv_rows_next(rows, fields, FIELDS, &count, &error);
    if (found != CSV_ROW) {
        return alloc_print("%s", found == CSV_END ? "end" : error.text);
    }
    char *text = alloc_print("%zu %zu", rows->row.line, count);
    for (size_t i = 0; i < count && i < FIELDS; i++) {
        char *longer = alloc_print("%s[%.*s]", text, (int)fields[i].length, fields[i].at);
        free(text);
        text = longer;
    }
    return text;
}

static void test_rows(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        const char *rows[4];
    } cases[] = {
        {"", {"end"}},
        {"\n \n\t\r\n", {"end"}},
        {"a,b,c\n1,2\n", {"1 3[a][b][c]", "2 2[1][2]", "end"}},
        {"a , b\t,c\r\n\r\n,,\r", {"1 3[a][b][c]", "3 3[][][]", "end"}},
        {"a,b,c,d", {"1 4[a][b][c]", "end"}},
        {"\"a,b\", \" c \" ,\"\"\n", {"1 3[a,b][ c ][]", "end"}},
        {"\"a\"\"b\",\"\"\"\"\r\nx", {"1 2[a\"b][\"]", "2 1[x]", "end"}},
        {"\"a\nb\r\n\",c\nx", {"1 2[a\nb\r\n][c]", "4 1[x]", "end"}},
        {"a\"b,c\"\n", {"1 2[a\"b][c\"]", "end"}},
        {"x\n\"a,b\nc", {"1 1[x]", "f:2: expected a quote that ends the quoted field, found none"}},
        {"x\na,\"b\"c\n",
         {"1 1[x]", "f:2: expected a comma or the end of the line behind a quoted field, found \"c\""}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct text_file file = {.text = cases[i].text, .length = strlen(cases[i].text)};
        struct csv_rows rows = {.file = &file, .source = "f"};
        for (size_t r = 0; r < 4 && cases[i].rows[r] != NULL; r++) {
            char *row = next_row(&rows);
            assert_string_equal(row, cases[i].rows[r]);
            free(row);
        }
        csv_rows_free(&rows);
    }
}

/* --- The end of the reading ------------------------------------------------------------------- */

/* Jobs of these names and arrivals, in lines from 10 on. */
struct reading {
    struct workload w;
    struct row_lines lines;
};

static struct reading reading_of(size_t count, const char *const *names, const ticks *arrivals)
{
    struct reading r = {.w = {.count = 0}};
    size_t capacity = 0;
    for (size_t i = 0; i < count; i++) {
        struct job_spec *job = workload_append(&r.w, &capacity);
        job->name = alloc_text(names[i], strlen(names[i]));
        job->user = alloc_text("", 0);
        job->pool = alloc_text("", 0);
        job->arrival = arrivals != NULL ? arrivals[i] : 0;
        job->deadline = i == 1 ? NO_DEADLINE : job->arrival + 5;
        row_lines_add(&r.lines, i + 10);
    }
    return r;
}

static void reading_free(struct reading *r)
{
    workload_free(&r->w);
    row_lines_free(&r->lines);
}

static void test_distinct_names(void **state)
{
    (void)state;
    static const char *const names[] = {"b", "a", "a", "a#2", "a", "b#2", "a#2", "b", "a#2#2", ""};
    static const char *const expected[] = {"b", "a", "a#3", "a#2", "a#4", "b#2", "a#2#3", "b#3", "a#2#2", ""};
    enum { COUNT = sizeof names / sizeof names[0] };
    struct reading r = reading_of(COUNT, names, NULL);
    distinct_names(&r.w, &r.lines, (struct place){.source = "f", .field = "job"});
    for (size_t i = 0; i < COUNT; i++) {
        assert_string_equal(r.w.jobs[i].name, expected[i]);
    }
    assert_int_equal(r.w.notes.count, 4);
    assert_int_equal(r.w.notes.left_out, 0);
    assert_int_equal(r.w.notes.notes[0].line, 12);
    reading_free(&r);
}

static void test_many_equal_names(void **state)
{
    (void)state;
    enum { COUNT = 100000 };
    const char **names = alloc_zeroed(COUNT, sizeof *names);
    for (size_t i = 0; i < COUNT; i++) {
        names[i] = "same";
    }
    struct reading r = reading_of(COUNT, names, NULL);
    free(names);
    distinct_names(&r.w, &r.lines, nowhere);
    assert_string_equal(r.w.jobs[COUNT - 1].name, "same#100000");
    assert_null(same_name(&r.w));
    reading_free(&r);
}

static void test_epoch(void **state)
{
    (void)state;
    static const char *const names[] = {"a", "b", "c"};
    static const ticks dates[] = {WORKLOAD_EPOCH + 7, WORKLOAD_EPOCH, WORKLOAD_EPOCH + 1};
    struct input_error error = {""};
    struct reading r = reading_of(3, names, dates);
    assert_true(workload_finish(&r.w, &r.lines, nowhere, &error));
    assert_string_equal(r.w.jobs[0].name, "b");
    assert_int_equal(r.w.jobs[0].arrival, 0);
    assert_true(r.w.jobs[0].deadline == NO_DEADLINE);
    assert_int_equal(r.w.jobs[2].arrival, 7);
    assert_int_equal(r.w.jobs[2].deadline, 12);
    assert_int_equal(r.w.notes.shift, WORKLOAD_EPOCH);
    assert_int_equal(workload_instant(&r.w, WORKLOAD_EPOCH + 3), 3);
    assert_int_equal(workload_instant(&r.w, 3), 3);
    assert_true(reading_notes_none(&r.w.notes, "f", &error));
    reading_free(&r);
    static const ticks early[] = {WORKLOAD_EPOCH - 1, WORKLOAD_EPOCH + 9, WORKLOAD_EPOCH};
    r = reading_of(3, names, early);
    assert_true(workload_finish(&r.w, &r.lines, nowhere, &error));
    assert_int_equal(r.w.jobs[0].arrival, WORKLOAD_EPOCH - 1);
    assert_int_equal(r.w.notes.shift, 0);
    reading_free(&r);
}

/* Notes so many malformed lines and lines of jobs that did not run. */
static void note(struct reading_notes *notes, size_t malformed, size_t idle)
{
    for (size_t i = 0; i < idle; i++) {
        reading_notes_left_out(notes, (struct place){"f", 30 - i, "run"}, "did not run");
    }
    for (size_t i = 0; i < malformed; i++) {
        struct input_error error = {""};
        input_error_at(&error, (struct place){"f", 20 - i, "x"}, "wrong");
        reading_notes_malformed(notes, 20 - i, &error);
        assert_string_equal(error.text, "");
    }
}

static void test_border_of_a_format(void **state)
{
    (void)state;
    static const char *const names[] = {"a", "b"};
    static const struct {
        size_t jobs, malformed, idle;
        const char *error; /* NULL: it is read */
    } cases[] = {
        {2, 2, 0, NULL},
        {2, 3, 1, NULL},
        {2, 3, 0, "f:18: x: wrong"},
        {0, 0, 0, "f:1: expected a job, found none"},
        {0, 1, 0, "f:20: x: wrong"},
        {0, 0, 2, "f:29: run: expected a job, found none; left out: did not run"},
        {0, 1, 1, "f:20: x: wrong"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct reading r = reading_of(cases[i].jobs, names, NULL);
        struct input_error error = {""};
        note(&r.w.notes, cases[i].malformed, cases[i].idle);
        assert_int_equal(workload_finish(&r.w, &r.lines, nowhere, &error), cases[i].error == NULL);
        assert_string_equal(error.text, cases[i].error == NULL ? "" : cases[i].error);
        reading_free(&r);
    }
}

static void test_notes(void **state)
{
    (void)state;
    struct reading_notes notes = {0};
    char *text;
    size_t length;
    assert_false(reading_notes_any(&notes));
    note(&notes, 1, 1500);
    reading_notes_repaired(&notes, (struct place){"f", 3, NULL}, "mended");
    notes.shift = 12;
    FILE *out = alloc_stream(&text, &length);
    reading_notes_print(&notes, 1, out);
    fclose(out);
    assert_string_equal(text, "1 of 1,502 jobs; 1,500 did not run; 1 malformed; 1 mended; time 0 is 12 ms of the file");
    free(text);
    struct reading_notes few = {0};
    note(&few, 1, 1);
    reading_notes_repaired(&few, (struct place){"f", 3, NULL}, "mended");
    reading_notes_sort(&few);
    out = alloc_stream(&text, &length);
    reading_notes_list(&few, "f", out);
    fclose(out);
    assert_string_equal(text, "f:3: repaired: mended\nf:20: x: wrong; left out\nf:30: run: left out: did not run\n");
    free(text);
    struct input_error error = {""};
    assert_false(reading_notes_none(&few, "f", &error));
    assert_string_equal(error.text, "f:3: expected no job to be repaired (--strict): mended");
    reading_notes_free(&few);
    reading_notes_free(&notes);
}

/* --- The header of a log ---------------------------------------------------------------------- */

static void test_swf_header(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        const char *field;
        int32_t processors;
    } cases[] = {
        {"", NULL, 0},
        {"; MaxProcs: 9216\n", "MaxProcs", 9216},
        {";MaxNodes:8 \r\n;  maxPROCS :\t4.0 (2 x 2)\r\n", "MaxProcs", 4},
        {"\n; MaxNodes: 8\n", "MaxNodes", 8},
        {"; MaxProcs: 0\n; MaxNodes: 8\n", "MaxNodes", 8},
        {"; MaxProcs: 1048577\n", NULL, 0},
        {"; Max: MaxProcs: 5\n", NULL, 0},
        {"1 2 3\n; MaxProcs: 5\n", NULL, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct scratch_file file = scratch_file_of(cases[i].text);
        struct swf_header header;
        struct input_error error = {""};
        assert_true(swf_header_read(&header, file.path, &error));
        assert_int_equal(header.field != NULL, cases[i].field != NULL);
        if (header.field != NULL) {
            assert_string_equal(header.field, cases[i].field);
            assert_int_equal(header.processors, cases[i].processors);
        }
        scratch_file_remove(&file);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_integers),       cmocka_unit_test(test_decimals),
        cmocka_unit_test(test_plain_numbers),  cmocka_unit_test(test_rows),
        cmocka_unit_test(test_distinct_names), cmocka_unit_test(test_many_equal_names),
        cmocka_unit_test(test_epoch),          cmocka_unit_test(test_border_of_a_format),
        cmocka_unit_test(test_notes),          cmocka_unit_test(test_swf_header),
    };
    return cmocka_run_group_tests_name("workload_reading", tests, NULL, NULL);
}
