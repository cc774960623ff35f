/* Plots: the script to the letter, that gnuplot makes pictures of it, and the folder they go to. */
#include "harness/page/figure.h"
#include "harness/page/script.h"
#include "harness/report/output_folder.h"
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
    struct plot p = {.kind = kind, .title = "Anybody's", .x_label = "slots", .y_label = "share", .y_most = 1};
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
    assert_script(&p,
                  "set title \"Anybody\\047s\"\nset xlabel \"slots\"\nset ylabel \"share\"\nset key outside right top\n"
                  "set grid ytics\nset yrange [0:1]\n"
                  "$series1 << END\n1 0.5 0.1\n2 nan 0.1\n4 1 0.25\nEND\n"
                  "$series2 << END\n1 1 nan\n2 2 nan\nEND\n"
                  "plot $series1 using 1:($2-$3):($2+$3) with filledcurves lc 1 fs transparent solid 0.2 notitle, "
                  "\\\n     $series1 using 1:2 with lines lw 2 lc 1 title \"a\", \\\n"
                  "     $series2 using 1:2 with lines lw 2 lc 7 title \"it\\047s b\"\n");
    plot_free(&p);
}

static void test_bars(void **state)
{
    (void)state;
    struct plot p = bars();
    assert_script(&p, "set title \"Bars\"\nset xlabel \"\"\nset ylabel \"ratio\"\nset key outside right top\n"
                      "set grid ytics\nset yrange [0:*]\n"
                      "set style data histograms\nset style histogram errorbars gap 2 lw 1\n"
                      "set style fill solid 0.7 border -1\nset datafile missing 'nan'\n"
                      "$bars << END\n\"one\" 1 0.1 0.5 0\n\"two words\" 2 0.1 nan 0\nEND\n"
                      "plot $bars using 2:3:xtic(1) lc 1 title \"a\", \\\n     $bars using 4:5 lc 2 title \"b\"\n");
    plot_free(&p);
}

/* Both ends of every step, for the band. */
static void test_steps(void **state)
{
    (void)state;
    struct plot p = {.kind = PLOT_STEPS, .title = "", .x_label = "", .y_label = "", .y_most = 1};
    plot_add(&p, "a", 3, x, y, margin);
    plot_add(&p, "b", 2, x, x, NULL);
    assert_script(&p, "set title \"\"\nset xlabel \"\"\nset ylabel \"\"\nset key outside right top\nset grid ytics\n"
                      "set yrange [0:1]\n"
                      "$series1 << END\n1 0.5 0.1\n2 0.5 0.1\n2 nan 0.1\n4 nan 0.1\n4 1 0.25\nEND\n"
                      "$series2 << END\n1 1 nan\n2 2 nan\nEND\n"
                      "plot $series1 using 1:($2-$3):($2+$3) with filledcurves lc 1 fs transparent solid 0.2 notitle, "
                      "\\\n     $series1 using 1:2 with lines lw 2 lc 1 title \"a\", \\\n"
                      "     $series2 using 1:2 with steps lw 2 lc 2 title \"b\"\n");
    plot_free(&p);
}

/* Draws the plot as a figure's script. */
static bool draw(const struct plot *p, enum figure_kind kind, struct picture *picture, struct input_error *error)
{
    struct script script;
    script_open(&script);
    plot_script(p, script.stream);
    struct figure figure = {.script = script_close(&script), .height = 400};
    bool good = figure_draw(&figure, kind, picture, error);
    free(figure.script);
    return good;
}

static void assert_drawn(const struct plot *p, enum figure_kind kind, const char *needle, struct picture *picture)
{
    struct input_error error = {""};
    if (!draw(p, kind, picture, &error)) {
        fail_msg("%s", error.text);
    }
    if (memmem(picture->bytes, picture->length, needle, strlen(needle)) == NULL) {
        fail_msg("no %s in the picture", needle);
    }
}

static void test_pictures(void **state)
{
    (void)state;
    struct plot all[] = {curves(PLOT_LINES), curves(PLOT_STEPS), bars()};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        struct picture first;
        struct picture second;
        struct picture png;
        assert_drawn(&all[i], FIGURE_SVG, i == 2 ? ">two words<" : ">it's b<", &first);
        assert_drawn(&all[i], FIGURE_SVG, "</svg>", &second);
        assert_int_equal(first.length, second.length);
        assert_memory_equal(first.bytes, second.bytes, first.length);
        assert_drawn(&all[i], FIGURE_PNG, "PNG", &png);
        picture_free(&first);
        picture_free(&second);
        picture_free(&png);
        plot_free(&all[i]);
    }
}

static void test_what_cannot_be_drawn(void **state)
{
    (void)state;
    struct plot p = bars();
    struct input_error error = {""};
    struct picture picture;
    char *before = getenv("PATH");
    assert_non_null(before);
    char *kept = strdup(before);
    assert_int_equal(setenv("PATH", "/nowhere", 1), 0);
    assert_false(draw(&p, FIGURE_SVG, &picture, &error));
    assert_string_equal(error.text, "gnuplot: cannot be run (Debian package gnuplot-nox): No such file or directory");
    assert_int_equal(setenv("PATH", kept, 1), 0);
    free(kept);
    plot_free(&p);
    p = (struct plot){.kind = PLOT_LINES, .title = "", .x_label = "", .y_label = "", .y_most = NAN};
    static const double nothing[] = {NAN};
    plot_add(&p, "no point", 1, x, nothing, NULL);
    assert_false(draw(&p, FIGURE_SVG, &picture, &error));
    assert_true(strncmp(error.text, "gnuplot: refused to draw: ", 26) == 0 && strlen(error.text) > 26);
    plot_free(&p);
}

static char *contents(const char *path)
{
    FILE *in = fopen(path, "r");
    if (in == NULL) {
        return NULL;
    }
    static char text[100];
    text[fread(text, 1, sizeof text - 1, in)] = '\0';
    fclose(in);
    return text;
}

/* A folder of files: all or none, and it goes if it was made in vain. */
static void test_folder(void **state)
{
    (void)state;
    struct scratch_file scratch = scratch_file_of("");
    char path[100];
    char a[120];
    char b[120];
    snprintf(path, sizeof path, "%s.folder", scratch.path);
    snprintf(a, sizeof a, "%s/a.txt", path);
    snprintf(b, sizeof b, "%s/b.txt", path);
    struct input_error error = {""};
    for (int commit = 0; commit <= 1; commit++) {
        struct output_folder folder;
        assert_true(output_folder_open(&folder, path, &error));
        fputs("first", output_folder_add(&folder, "a", ".txt", &error));
        fputs("second", output_folder_add(&folder, "b", ".txt", &error));
        fputs("!", output_folder_first(&folder));
        assert_null(contents(a));
        assert_true(output_folder_prepare(&folder, &error));
        assert_true(!commit || output_folder_commit(&folder, &error));
        output_folder_close(&folder);
        assert_int_equal(access(path, F_OK), commit ? 0 : -1);
    }
    assert_string_equal(contents(a), "first!");
    assert_string_equal(contents(b), "second");
    struct output_folder folder;
    assert_true(output_folder_open(&folder, path, &error)); /* it is there */
    fputs("other", output_folder_add(&folder, "a", ".txt", &error));
    output_folder_close(&folder);
    assert_string_equal(contents(a), "first!");
    assert_false(output_folder_open(&folder, a, &error) && output_folder_add(&folder, "c", "", &error) != NULL);
    output_folder_close(&folder);
    assert_false(output_folder_open(&folder, "/no/such/folder", &error));
    assert_string_equal(error.text, "/no/such/folder: cannot be made: No such file or directory");
    unlink(a);
    unlink(b);
    assert_int_equal(rmdir(path), 0); /* nothing else was in it */
    scratch_file_remove(&scratch);
}

/* An axis with ends, in powers, and a mark. */
static void test_axis(void **state)
{
    (void)state;
    struct plot p = {.kind = PLOT_STEPS,
                     .title = "",
                     .x_label = "",
                     .y_label = "",
                     .y_most = 1,
                     .x_least = 0.5,
                     .x_most = 80,
                     .x_logarithmic = true,
                     .x_mark = 1};
    plot_add(&p, "a", 3, x, x, NULL);
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    assert_non_null(out);
    plot_script(&p, out);
    assert_int_equal(fclose(out), 0);
    assert_non_null(strstr(text, "set xrange [0.5:80]\nset logscale x\nset arrow 1 from 1, graph 0 to 1, graph 1"));
    struct picture picture;
    assert_drawn(&p, FIGURE_SVG, "</svg>", &picture);
    picture_free(&picture);
    free(text);
    plot_free(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines),  cmocka_unit_test(test_axis),     cmocka_unit_test(test_steps),
        cmocka_unit_test(test_bars),   cmocka_unit_test(test_pictures), cmocka_unit_test(test_what_cannot_be_drawn),
        cmocka_unit_test(test_folder),
    };
    return cmocka_run_group_tests_name("plots", tests, NULL, NULL);
}
