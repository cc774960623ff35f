/* Plots: the script to the letter, and that gnuplot makes pictures of it. */
#include "harness/report/plot.h"
#include "tests/unit/scratch_file.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static const double x[] = {1, 2, 4};
static const double y[] = {0.5, NAN, 1};
static const double margin[] = {0.1, 0.1, 0.25};

static struct plot curves(enum plot_kind kind)
{
    struct plot p = {.kind = kind, .title = "Nobody's", .x_label = "slots", .y_label = "share", .y_most = 1};
    plot_add(&p, "a", 3, x, y, margin);
    plot_add(&p, "it's b", 2, x, x, NULL);
    p.series[1].colour = 7;
    return p;
}

static const char *const categories[] = {"one", "two words"};

static struct plot bars(void)
{
    static const double place[] = {0, 1};
    struct plot p = {.kind = PLOT_BARS,
                     .title = "Bars",
                     .x_label = "",
                     .y_label = "ratio",
                     .categories = categories,
                     .category_count = 2,
                     .y_most = NAN};
    plot_add(&p, "a", 2, place, x, margin);
    plot_add(&p, "b", 2, place, y, NULL);
    return p;
}

static void assert_script(const struct plot *p, const char *expected)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    assert_non_null(out);
    plot_script(p, out);
    assert_int_equal(fclose(out), 0);
    assert_string_equal(text, expected);
    free(text);
}

static void test_lines(void **state)
{
    (void)state;
    struct plot p = curves(PLOT_LINES);
    assert_script(&p, "set title 'Nobody''s'\nset xlabel 'slots'\nset ylabel 'share'\nset key outside right top\n"
                      "set grid ytics\nset yrange [0:1]\n"
                      "$series1 << END\n1 0.5 0.1\n2 nan 0.1\n4 1 0.25\nEND\n"
                      "$series2 << END\n1 1 nan\n2 2 nan\nEND\n"
                      "plot $series1 using 1:($2-$3):($2+$3) with filledcurves lc 1 fs transparent solid 0.2 notitle, "
                      "\\\n     $series1 using 1:2 with lines lw 2 lc 1 title 'a', \\\n"
                      "     $series2 using 1:2 with lines lw 2 lc 7 title 'it''s b'\n");
    plot_free(&p);
}

static void test_bars(void **state)
{
    (void)state;
    struct plot p = bars();
    assert_script(&p, "set title 'Bars'\nset xlabel ''\nset ylabel 'ratio'\nset key outside right top\n"
                      "set grid ytics\nset yrange [0:*]\n"
                      "set style data histograms\nset style histogram errorbars gap 2 lw 1\n"
                      "set style fill solid 0.7 border -1\nset datafile missing 'nan'\n"
                      "$bars << END\n\"one\" 1 0.1 0.5 0\n\"two words\" 2 0.1 nan 0\nEND\n"
                      "plot $bars using 2:3:xtic(1) lc 1 title 'a', \\\n     $bars using 4:5 lc 2 title 'b'\n");
    plot_free(&p);
}

/* The start of the file that the plot is drawn into; free() it. */
static char *drawn(const struct plot *p, const char *ending, const char *needle)
{
    struct scratch_file file = scratch_file_of("");
    char path[100];
    struct input_error error = {""};
    snprintf(path, sizeof path, "%s%s", file.path, ending);
    if (!plot_write(p, path, &error)) {
        fail_msg("%s", error.text);
    }
    FILE *in = fopen(path, "r");
    assert_non_null(in);
    char *text = calloc(1, 1 << 20);
    assert_non_null(text);
    assert_true(fread(text, 1, (1 << 20) - 1, in) > 0);
    fclose(in);
    unlink(path);
    scratch_file_remove(&file);
    if (strstr(text, needle) == NULL) {
        fail_msg("no %s in %s", needle, text);
    }
    return text;
}

static void test_pictures(void **state)
{
    (void)state;
    struct plot all[] = {curves(PLOT_LINES), curves(PLOT_STEPS), bars()};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        char *first = drawn(&all[i], ".svg", i == 2 ? ">two words<" : ">it's b<");
        char *second = drawn(&all[i], ".svg", "</svg>");
        assert_string_equal(first, second);
        free(first);
        free(second);
        free(drawn(&all[i], ".png", "PNG"));
        free(drawn(&all[i], ".gp", "plot "));
        plot_free(&all[i]);
    }
}

static void test_what_cannot_be_drawn(void **state)
{
    (void)state;
    struct plot p = bars();
    struct input_error error = {""};
    assert_false(plot_write(&p, "figure.jpg", &error));
    assert_string_equal(error.text, "figure.jpg: expected a name that ends in .svg, .png or .gp");
    assert_false(plot_write(&p, "/no/such/place.svg", &error));
    assert_string_equal(error.text, "/no/such/place.svg: cannot be written: No such file or directory");
    struct scratch_file file = scratch_file_of("");
    char path[100];
    snprintf(path, sizeof path, "%s.svg", file.path);
    char *before = getenv("PATH");
    assert_non_null(before);
    char *kept = strdup(before);
    assert_int_equal(setenv("PATH", "/nowhere", 1), 0);
    assert_false(plot_write(&p, path, &error));
    assert_string_equal(error.text, "gnuplot: cannot be run (Debian package gnuplot-nox): No such file or directory");
    assert_int_equal(access(path, F_OK), -1);
    assert_int_equal(setenv("PATH", kept, 1), 0);
    free(kept);
    plot_free(&p);
    p = (struct plot){.kind = PLOT_LINES, .title = "", .x_label = "", .y_label = "", .y_most = NAN};
    static const double nothing[] = {NAN};
    plot_add(&p, "no point", 1, x, nothing, NULL);
    assert_false(plot_write(&p, path, &error));
    assert_true(strncmp(error.text, "gnuplot: refused to draw: ", 26) == 0 && strlen(error.text) > 26);
    assert_int_equal(access(path, F_OK), -1);
    scratch_file_remove(&file);
    plot_free(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_bars),
        cmocka_unit_test(test_pictures),
        cmocka_unit_test(test_what_cannot_be_drawn),
    };
    return cmocka_run_group_tests_name("plots", tests, NULL, NULL);
}
