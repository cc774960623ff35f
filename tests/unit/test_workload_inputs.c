/* How inputs are read: once each, decompressed, within bounds, and in a format that their first
 * line shows. */
#include "harness/workload/alloc.h"
#include "harness/workload/input_spool.h"
#include "harness/workload/json_stream.h"
#include "harness/workload/text_file.h"
#include "harness/workload/trace_format.h"
#include "tests/unit/scratch_file.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include <cmocka.h>

/* A pipe with a text in it and its writing end closed, by the name of its reading end. */
struct filled_pipe {
    int descriptor;
    char path[32];
};

static struct filled_pipe pipe_of(const char *text)
{
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], text, strlen(text)), (ssize_t)strlen(text));
    assert_int_equal(close(ends[1]), 0);
    struct filled_pipe filled = {.descriptor = ends[0]};
    snprintf(filled.path, sizeof filled.path, "/proc/self/fd/%d", ends[0]);
    return filled;
}

static void assert_text(const char *path, const char *expected)
{
    struct text_file file;
    struct input_error error = {""};
    assert_true(text_file_open(&file, path, &error));
    assert_int_equal(file.length, strlen(expected));
    assert_memory_equal(file.text, expected, file.length);
    text_file_close(&file);
}

static void assert_refused(const char *path, const char *expected)
{
    struct text_file file;
    struct input_error error = {""};
    assert_false(text_file_open(&file, path, &error));
    assert_non_null(strstr(error.text, expected));
    assert_null(file.owned.bytes);
}

/* A scratch file of so many members of gzip, each of this text. */
static struct scratch_file compressed(const char *text, int members)
{
    struct scratch_file file = scratch_file_of("");
    for (int i = 0; i < members; i++) {
        gzFile out = gzopen(file.path, "ab");
        assert_non_null(out);
        assert_int_equal(gzwrite(out, text, (unsigned)strlen(text)), strlen(text));
        assert_int_equal(gzclose(out), Z_OK);
    }
    return file;
}

/* --- Read once -------------------------------------------------------------------------------- */

static void test_pipes_open_again(void **state)
{
    (void)state;
    struct filled_pipe first = pipe_of("first\n");
    struct filled_pipe second = pipe_of("second\n");
    struct filled_pipe empty = pipe_of("");
    for (int i = 0; i < 3; i++) {
        assert_text(first.path, "first\n");
        assert_text(second.path, "second\n");
        assert_text(empty.path, "");
    }
    close(first.descriptor);
    close(second.descriptor);
    close(empty.descriptor);
    input_spool_clear();
}

static void test_pipe_has_one_name_for_all(void **state)
{
    (void)state;
    struct filled_pipe filled = pipe_of("text");
    int standard = dup(STDIN_FILENO);
    assert_true(standard >= 0);
    assert_true(dup2(filled.descriptor, STDIN_FILENO) >= 0);
    assert_text("-", "text");
    assert_text("/dev/stdin", "text");
    assert_text(filled.path, "text");
    assert_text("-", "text");
    dup2(standard, STDIN_FILENO);
    close(standard);
    close(filled.descriptor);
    input_spool_clear();
}

static void test_regular_files_are_read_again(void **state)
{
    (void)state;
    struct scratch_file file = scratch_file_of("old");
    assert_text(file.path, "old");
    int descriptor = open(file.path, O_WRONLY | O_TRUNC);
    assert_int_equal(write(descriptor, "newer", 5), 5);
    close(descriptor);
    assert_text(file.path, "newer");
    scratch_file_remove(&file);
}

static void test_compressed_pipe(void **state)
{
    (void)state;
    struct scratch_file file = compressed("a line\n", 2);
    int descriptor = open(file.path, O_RDONLY);
    int ends[2];
    char bytes[256];
    ssize_t length = read(descriptor, bytes, sizeof bytes);
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], bytes, (size_t)length), length);
    close(ends[1]);
    char path[32];
    snprintf(path, sizeof path, "/proc/self/fd/%d", ends[0]);
    assert_text(file.path, "a line\na line\n");
    assert_text(path, "a line\na line\n");
    close(ends[0]);
    close(descriptor);
    scratch_file_remove(&file);
    input_spool_clear();
}

static void test_unreadable(void **state)
{
    (void)state;
    assert_refused("/nonexistent", "/nonexistent: cannot be read: No such file or directory");
    assert_refused("/tmp", "/tmp: cannot be read: Is a directory");
    struct scratch_file file = compressed("some text that takes a few bytes\n", 1);
    assert_int_equal(truncate(file.path, 30), 0);
    assert_refused(file.path, "cannot be read: damaged or cut gzip data");
    scratch_file_remove(&file);
}

/* --- Bounds ----------------------------------------------------------------------------------- */

static bool load(const char *path, size_t most, struct text *text, struct input_error *error)
{
    return text_load(text, open(path, O_RDONLY), "name", most, error);
}

static void test_text_bound(void **state)
{
    (void)state;
    enum { LENGTH = 300000 };
    char *long_text = alloc_zeroed(LENGTH + 1, 1);
    memset(long_text, 'x', LENGTH);
    struct scratch_file files[] = {scratch_file_of(long_text), compressed(long_text, 1)};
    for (int i = 0; i < 2; i++) {
        struct text text;
        struct input_error error = {""};
        assert_true(load(files[i].path, LENGTH, &text, &error));
        assert_int_equal(text.length, LENGTH);
        assert_memory_equal(text.bytes, long_text, LENGTH);
        free(text.bytes);
        assert_false(load(files[i].path, LENGTH - 1, &text, &error));
        assert_string_equal(error.text, "name: expected at most 299999 bytes of text, found more");
        assert_null(text.bytes);
        scratch_file_remove(&files[i]);
    }
    free(long_text);
}

static void test_endless_device(void **state)
{
    (void)state;
    assert_refused("/dev/zero", "/dev/zero:1: expected text, found a byte of value 0");
}

static void test_zero_in_a_long_text(void **state)
{
    (void)state;
    enum { LENGTH = 100000 };
    char *bytes = alloc_zeroed(LENGTH, 1);
    memset(bytes, 'x', LENGTH);
    bytes[10] = bytes[20] = bytes[40] = '\n';
    bytes[30] = '\0';
    struct scratch_file file = scratch_file_of_bytes(bytes, LENGTH);
    assert_refused(file.path, ":3: expected text, found a byte of value 0");
    scratch_file_remove(&file);
    free(bytes);
}

/* The error of the first object of this text; "" if there is none. */
static struct input_error json_error_of(const char *text)
{
    struct scratch_file file = scratch_file_of(text);
    struct json_stream stream;
    struct input_error error = {""};
    assert_true(json_stream_open(&stream, file.path, &error));
    json_t *object;
    struct place place;
    bool good = json_stream_next(&stream, &object, &place, &error);
    assert_int_equal(good, error.text[0] == '\0');
    json_decref(object);
    json_stream_close(&stream);
    scratch_file_remove(&file);
    return error;
}

/* An object with an array of so many parts; free() it. */
static char *object_of(const char *part, size_t count)
{
    char *text;
    size_t length;
    FILE *out = alloc_stream(&text, &length);
    fputs("{\"key\": [", out);
    for (size_t i = 0; i < count; i++) {
        fputs(part, out);
    }
    fputs("0]}", out);
    fclose(out);
    return text;
}

static void test_json_bound(void **state)
{
    (void)state;
    static const char *const parts[] = {"[],", "{},", "\"\\\"[[[{{{\","};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        char *text = object_of(parts[i], 1000);
        assert_string_equal(json_error_of(text).text, "");
        free(text);
    }
    char *text = object_of("{},", 4000000); /* 12 MB, of which Jansson would make more than a GiB */
    assert_non_null(strstr(json_error_of(text).text, ":1: expected a JSON object that takes at most 1073741824 bytes "
                                                     "of memory, found more"));
    free(text);
}

static void test_json_without_end(void **state)
{
    (void)state;
    assert_non_null(strstr(json_error_of("{\"a\": \"\\").text, "expected JSON: "));
    assert_non_null(strstr(json_error_of("{\"a\": [").text, "expected JSON: "));
    char *deep = alloc_zeroed(5001, 1);
    memset(deep, '[', 5000);
    assert_non_null(strstr(json_error_of(deep).text, "expected JSON: maximum parsing depth reached"));
    free(deep);
}

/* --- Formats ---------------------------------------------------------------------------------- */

static void test_formats_by_content(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        enum trace_format format;
        bool json;
    } cases[] = {
        {"; Version: 2.2\n", FORMAT_SWF, false},
        {"\n  ; comment\n", FORMAT_SWF, false},
        {" 1 0 5 10 4 -1 -1 4 12 -1 1 7 3 -1 2 1 -1 -1\n", FORMAT_SWF, false},
        {"1\t0\t5\t10\t4\t-1\t-1\t4\t12\t-1\t1\t7\t3\t-1\t2\t1\t-1\t-1", FORMAT_SWF, false},
        {"job0\t1\t1\t2267942\t0\t1937944\n", FORMAT_SWIM, false},
        {"job,arrival,deadline,eps_m,eps_r,map_durations,reduce_durations\n", FORMAT_NATIVE, false},
        {"1 0 5 10 4 -1 -1 4 12 -1 1 7 3 -1 2 1 -1 -1 ext ra\n", FORMAT_SWF, false},
        {"\"job\",\"arrival\"\n", FORMAT_NATIVE, false},
        {"JobID|Submit|Elapsed|NCPUS\n", FORMAT_SACCT, false},
        {"user,jobidraw,State\n", FORMAT_SACCT, false},
        {"JobID\tState\n", FORMAT_SACCT, false},
        {"JobID        JobName\n", FORMAT_SACCT, false},
        {"", FORMAT_NATIVE, false},
        {"\n\n", FORMAT_NATIVE, false},
        {"\r\n\t{\"jobID\": \"a\"}", FORMAT_RUMEN, true},
        {"{\"job.tasks\": []}", FORMAT_SLS, true},
        {"{\"num.nodes\": 3}", FORMAT_SLS, true},
        {"{\"nb_res\": 3, \"jobs\": []}", FORMAT_BATSIM, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct filled_pipe filled = pipe_of(cases[i].text);
        struct scratch_file file = compressed(cases[i].text, 1);
        const char *paths[] = {filled.path, file.path};
        for (int p = 0; p < 2; p++) {
            enum trace_format format = FORMATS;
            struct input_error error = {""};
            assert_true(trace_format_find(paths[p], &format, &error));
            assert_int_equal(format, cases[i].format);
            assert_int_equal(trace_format_json(paths[p]), cases[i].json);
        }
        close(filled.descriptor);
        scratch_file_remove(&file);
    }
    input_spool_clear();
}

/* The name decides where the content does not, and only there. */
static void test_formats_by_name(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        const char *text;
        enum trace_format format;
    } cases[] = {
        {"a.csv", "?\n", FORMAT_NATIVE},
        {"a.TSV", "?\n", FORMAT_SWIM},
        {"a.Swf", "1 2 3\n", FORMAT_SWF},
        {"a.SWF.GZ", "", FORMAT_SWF},
        {"a.tsv", "job,arrival\n", FORMAT_NATIVE},
        {"a.csv", "; MaxProcs: 4\n", FORMAT_SWF},
        {"a.swf", "a\t1\t1\t1\t1\t1\n", FORMAT_SWIM},
        {"a.csv", "{\"jobID\": 1}", FORMAT_RUMEN},
        {"a.json", "job,arrival\n", FORMAT_NATIVE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct scratch_file file = scratch_file_of(cases[i].text);
        char *path = alloc_print("%s%s", file.path, cases[i].name);
        assert_int_equal(rename(file.path, path), 0);
        enum trace_format format = FORMATS;
        struct input_error error = {""};
        assert_true(trace_format_find(path, &format, &error));
        assert_int_equal(format, cases[i].format);
        assert_int_equal(unlink(path), 0);
        free(path);
    }
}

static void test_unknown_format(void **state)
{
    (void)state;
    static const char *const texts[] = {"job0?1?1?2267942", "1 0 5 10 4 -1 -1 4 12 -1 1 7 3 -1 2 1 -1", "{\"a\": 1}"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct scratch_file file = scratch_file_of(texts[i]);
        enum trace_format format;
        struct input_error error = {""};
        assert_false(trace_format_find(file.path, &format, &error));
        assert_non_null(strstr(error.text, ":1: expected a"));
        assert_non_null(strstr(
            error.text, "--format reads a file as native, swim, rumen, sls, swf, sacct, batsim, synth or jhist"));
        scratch_file_remove(&file);
    }
}

/* A file that was read as native, because of its name only, gets the hint. */
static void test_hint(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool hint;
    } cases[] = {{"a;b\n", true}, {"", false}, {"job,arrival\n", false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct scratch_file file = scratch_file_of(cases[i].text);
        struct input_error error = {"wrong"};
        trace_format_hint(file.path, &error);
        assert_int_equal(strstr(error.text, "--format") != NULL, cases[i].hint);
        scratch_file_remove(&file);
    }
    struct input_error error = {"wrong"};
    trace_format_hint("/nonexistent", &error);
    assert_string_equal(error.text, "wrong");
}

static void test_json_of_neither(void **state)
{
    (void)state;
    struct filled_pipe filled = pipe_of("[1]");
    enum trace_format format;
    struct input_error error = {""};
    assert_true(trace_format_json(filled.path));
    assert_false(trace_format_find(filled.path, &format, &error));
    assert_non_null(strstr(error.text, ":1: expected a JSON object, found an array"));
    assert_false(trace_format_json("/nonexistent"));
    assert_true(trace_format_json("/nonexistent.json"));
    close(filled.descriptor);
    input_spool_clear();
}

/* --- Streams to memory ------------------------------------------------------------------------ */

static void test_stream(void **state)
{
    (void)state;
    char *text;
    size_t length;
    FILE *out = alloc_stream(&text, &length);
    assert_string_equal(text, "");
    fputs("one", out);
    assert_int_equal(fflush(out), 0);
    assert_string_equal(text, "one");
    for (int i = 0; i < 10000; i++) {
        fprintf(out, " %04d", i);
    }
    assert_int_equal(fclose(out), 0);
    assert_int_equal(length, 3 + 10000 * 5);
    assert_int_equal(strlen(text), length);
    assert_string_equal(text + length - 5, " 9999");
    free(text);
    char *printed = alloc_print("%s-%d", "a", 7);
    assert_string_equal(printed, "a-7");
    free(printed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pipes_open_again),   cmocka_unit_test(test_pipe_has_one_name_for_all),
        cmocka_unit_test(test_compressed_pipe),    cmocka_unit_test(test_regular_files_are_read_again),
        cmocka_unit_test(test_unreadable),         cmocka_unit_test(test_text_bound),
        cmocka_unit_test(test_endless_device),     cmocka_unit_test(test_zero_in_a_long_text),
        cmocka_unit_test(test_json_bound),         cmocka_unit_test(test_json_without_end),
        cmocka_unit_test(test_formats_by_content), cmocka_unit_test(test_formats_by_name),
        cmocka_unit_test(test_unknown_format),     cmocka_unit_test(test_hint),
        cmocka_unit_test(test_json_of_neither),    cmocka_unit_test(test_stream),
    };
    return cmocka_run_group_tests_name("workload_inputs", tests, NULL, NULL);
}
