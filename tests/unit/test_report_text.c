/* Texts of unknown origin: as they are shown, as fields of CSV files, as strings of gnuplot's. */
#include "harness/page/figure.h"
#include "harness/page/script.h"
#include "harness/report/csv_text.h"
#include "harness/report/gnuplot.h"
#include "harness/report/plot.h"
#include "harness/workload/safe_text.h"

#include <jansson.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static void assert_shown(const char *text, const char *expected)
{
    char *shown = safe_text(text);
    assert_string_equal(shown, expected);
    free(shown);
}

static void test_shown(void **state)
{
    (void)state;
    assert_shown("", "");
    assert_shown("a \\ \"b\"", "a \\ \"b\"");
    assert_shown("caf\u00e9 \u4e2d \U0001f600", "caf\u00e9 \u4e2d \U0001f600");
    assert_shown("\x1b[0m\x7f\n", "\\x1b[0m\\x7f\\x0a");
    assert_shown("\xc2\x9b \xe2\x80\xae", "\\u009b \\u202e");
    assert_shown("\xff\xc3", "\\xff\\xc3");
    assert_shown("\xef\xbf\xbf\xf0\x9f\xbf\xbe\xf3\xa0\x81\x81", "\\uffff\\U0001fffe\\U000e0041");
}

/* Whether jansson, which has a decoder of its own, takes the bytes for UTF-8. */
static bool is_utf8(const char *text, size_t length)
{
    json_t *string = json_stringn(text, length);
    json_decref(string);
    return string != NULL;
}

static void check_bytes(const char *text, size_t length)
{
    char once[64];
    char twice[64];
    assert_int_equal(safe_text_copy(once, sizeof once, text, length), length);
    size_t shown = strlen(once);
    assert_true(is_utf8(once, shown));
    assert_int_equal(safe_text_copy(twice, sizeof twice, once, shown), shown);
    assert_string_equal(once, twice);
    bool unchanged = shown == length && memcmp(once, text, length) == 0;
    if (unchanged != is_utf8(text, length) && !(is_utf8(text, length) && strchr(once, '\\') != NULL)) {
        fail_msg("%s", once);
    }
    for (const char *at = once; *at != '\0'; at++) {
        assert_true((unsigned char)*at >= ' ' && *at != 127);
    }
}

/* Every sequence of up to three bytes that may be the beginning of a character, and those of four
 * at the limits of what is one. */
static void test_all_bytes(void **state)
{
    (void)state;
    static const unsigned char limits[] = {0x00, 0x7f, 0x80, 0xbf, 0xc0, 0xff};
    enum { LIMITS = sizeof limits };
    for (unsigned first = 0; first < 256; first++) {
        for (unsigned second = 0; second < 256; second++) {
            for (unsigned third = first >= 0xe0 && first < 0xf0 ? 0 : 255; third < 256; third++) {
                const char text[] = {(char)first, (char)second, (char)third};
                check_bytes(text, 1);
                check_bytes(text, 2);
                check_bytes(text, 3);
            }
            for (size_t i = 0; first >= 0xf0 && i < LIMITS * LIMITS; i++) {
                const char text[] = {(char)first, (char)second, (char)limits[i / LIMITS], (char)limits[i % LIMITS]};
                check_bytes(text, 4);
            }
        }
    }
}

static void test_cut(void **state)
{
    (void)state;
    static const struct {
        size_t most;
        const char *shown;
    } cases[] = {{3, "..."},
                 {4, "a..."},
                 {6, "a..."},
                 {7, "a\u4e2d..."},
                 {12, "a\u4e2d..."},
                 {13, "a\u4e2d\\u202e..."},
                 {14, "a\u4e2d\\u202ebcde"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *shown = safe_text_short("a\u4e2d\u202ebcde", cases[i].most);
        assert_string_equal(shown, cases[i].shown);
        free(shown);
    }
}

static void assert_field(csv_text_writer *write_text, const char *text, const char *expected)
{
    char *written = NULL;
    size_t length;
    FILE *out = open_memstream(&written, &length);
    assert_non_null(out);
    write_text(text, out);
    assert_int_equal(fclose(out), 0);
    assert_string_equal(written, expected);
    free(written);
}

static void test_fields(void **state)
{
    (void)state;
    static const char *const same[] = {"", "a b", "caf\u00e9", "a'b"};
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++) {
        assert_field(csv_text_write, same[i], same[i]);
        assert_field(csv_text_write_safe, same[i], same[i]);
    }
    assert_field(csv_text_write, "a,b", "\"a,b\"");
    assert_field(csv_text_write, "\"", "\"\"\"\"");
    assert_field(csv_text_write, " a", "\" a\"");
    assert_field(csv_text_write, "a ", "\"a \"");
    assert_field(csv_text_write, "a\r\nb\xff", "a\\x0d\\x0ab\\xff");
    assert_field(csv_text_write, "=1", "=1");
    assert_field(csv_text_write_safe, "=1", "'=1");
    assert_field(csv_text_write_safe, "-a,b", "\"'-a,b\"");
    assert_field(csv_text_write_safe, "\t=1", "\\x09=1");
}

/* A picture with a curve of this name. */
static struct picture draw(const char *label)
{
    static const double x[] = {1, 2};
    struct plot plot = {.kind = PLOT_LINES, .title = "", .x_label = "", .y_label = "", .y_most = NAN};
    plot_add(&plot, label, 2, x, x, NULL);
    plot_add(&plot, "another", 2, x, x, NULL);
    struct script script;
    script_open(&script);
    plot_script(&plot, script.stream);
    struct figure figure = {.script = script_close(&script), .height = 400};
    struct picture picture;
    struct input_error error = {""};
    if (!figure_draw(&figure, FIGURE_SVG, &picture, &error)) {
        fail_msg("%s", error.text);
    }
    free(figure.script);
    plot_free(&plot);
    return picture;
}

/* As SVG holds it. */
static void write_svg(const char *text, FILE *out)
{
    for (; *text != '\0'; text++) {
        fputs(*text == '&' ? "&amp;" : *text == '<' ? "&lt;" : (char[]){*text, '\0'}, out);
    }
}

/* Each printable character of ASCII at the beginning, twice, and at the end of a name: none is
 * special to gnuplot. */
static void test_names_in_pictures(void **state)
{
    (void)state;
    for (char c = '!'; c <= '~'; c++) {
        const char label[] = {c, c, 'a', ' ', c, 'b', c, '\0'};
        char *expected = NULL;
        size_t length;
        FILE *out = open_memstream(&expected, &length);
        assert_non_null(out);
        fputc('>', out);
        write_svg(label, out);
        fputc('<', out);
        assert_int_equal(fclose(out), 0);
        struct picture picture = draw(label);
        if (memmem(picture.bytes, picture.length, expected, length) == NULL) {
            fail_msg("no %s in the picture", expected);
        }
        picture_free(&picture);
        free(expected);
    }
}

/* A program that is found instead of gnuplot and does what the script says. */
struct fake {
    char folder[32];
    char program[48];
    char *path; /* before */
};

static struct fake fake_gnuplot(const char *script)
{
    struct fake fake = {.folder = "/tmp/rtmr-gnuplot-XXXXXX"};
    assert_non_null(mkdtemp(fake.folder));
    snprintf(fake.program, sizeof fake.program, "%s/gnuplot", fake.folder);
    FILE *out = fopen(fake.program, "w");
    assert_non_null(out);
    fputs(script, out);
    assert_int_equal(fclose(out), 0);
    assert_int_equal(chmod(fake.program, 0755), 0);
    const char *before = getenv("PATH");
    assert_non_null(before);
    fake.path = strdup(before);
    char path[4096];
    snprintf(path, sizeof path, "%s:%s", fake.folder, before);
    assert_int_equal(setenv("PATH", path, 1), 0);
    return fake;
}

static void fake_remove(struct fake *fake)
{
    unlink(fake->program);
    rmdir(fake->folder);
    setenv("PATH", fake->path, 1);
    free(fake->path);
}

/* What the fake program ends with: its reason, or that it did not end. */
static void test_reasons(void **state)
{
    (void)state;
    static const struct {
        const char *script;
        int seconds;
        const char *reason;
    } cases[] = {
        {"#!/bin/sh\nsleep 1000 & sleep 1000\n", 0, "gnuplot: expected a picture within 0 s"},
        {"#!/bin/sh\nkill -SEGV $$\n", 60, "gnuplot: was ended while drawing: Segmentation fault"},
        {"#!/bin/sh\nexit 3\n", 60, "gnuplot: refused to draw: exit status 3"},
        {"#!/bin/sh\nexec >&2\necho\necho 'gnuplot> plot'\necho '      ^'\n"
         "echo \"      line 1: \\033 no\"\necho\nexit 1\n",
         60, "gnuplot: refused to draw: line 1: \\x1b no"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct fake fake = fake_gnuplot(cases[i].script);
        FILE *script = tmpfile();
        FILE *picture = tmpfile();
        assert_true(script != NULL && picture != NULL);
        struct input_error error = {""};
        assert_false(gnuplot_run(script, picture, cases[i].seconds, &error));
        assert_string_equal(error.text, cases[i].reason);
        fclose(script);
        fclose(picture);
        fake_remove(&fake);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shown),  cmocka_unit_test(test_all_bytes),         cmocka_unit_test(test_cut),
        cmocka_unit_test(test_fields), cmocka_unit_test(test_names_in_pictures), cmocka_unit_test(test_reasons),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
