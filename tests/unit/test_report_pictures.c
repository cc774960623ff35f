/* What the pictures of a report are drawn from: cells of slots, busy slots, colours, units; and
 * the drawings themselves. */
#include "harness/page/axis.h"
#include "harness/page/bar_table.h"
#include "harness/page/busy_slots.h"
#include "harness/page/curve_chart.h"
#include "harness/page/job_colour.h"
#include "harness/page/schedule_chart.h"
#include "harness/page/script.h"
#include "harness/page/slot_cells.h"
#include "harness/report/time_units.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { JOBS = 3 };

/* Jobs that arrive at 10, on some slots; the runs are the test's. Row numbers differ from
 * indices. */
struct scene {
    struct job_spec jobs[JOBS];
    struct workload workload;
    struct cluster cluster;
    struct task_log log;
    struct run_view view;
};

static struct scene *scene_new(int32_t map_slots, int32_t reduce_slots)
{
    struct scene *p = calloc(1, sizeof *p);
    assert_non_null(p);
    for (size_t i = 0; i < JOBS; i++) {
        p->jobs[i] = (struct job_spec){.arrival = 10, .row = JOBS - 1 - i};
    }
    p->workload = (struct workload){.jobs = p->jobs, .count = JOBS};
    assert_true(cluster_of_slots(&p->cluster, map_slots, reduce_slots));
    p->view = (struct run_view){.workload = &p->workload, .cluster = &p->cluster, .log = &p->log};
    return p;
}

static void run(struct scene *p, int32_t job, enum stage stage, int32_t slot, ticks start, ticks end)
{
    struct task_run r = {.job = job, .stage = stage, .slot = slot, .start = start, .end = end, .noticed = end};
    task_log_observe(&p->log, &r);
}

static void scene_free(struct scene *p)
{
    task_log_free(&p->log);
    cluster_free(&p->cluster);
    free(p);
}

static void assert_box(const struct slot_box *box, enum stage stage, int32_t row, ticks begin, ticks end, int32_t job)
{
    assert_int_equal(box->stage, stage);
    assert_int_equal(box->row, row);
    assert_int_equal(box->begin, begin);
    assert_int_equal(box->end, end);
    assert_int_equal(box->job, job);
}

/* Few attempts: boxes are the tasks themselves. */
static void test_exact_cells(void **state)
{
    (void)state;
    struct scene *p = scene_new(2, 1);
    run(p, 0, STAGE_REDUCE, 0, 20, 30);
    run(p, 0, STAGE_MAP, 0, 10, 15);
    run(p, 0, STAGE_MAP, 0, 15, 18); /* a neighbour of the same job stays apart */
    run(p, 2, STAGE_MAP, 1, 12, 20);
    task_log_sort(&p->log);
    struct slot_cells cells = slot_cells_of(&p->view, &(struct slot_limits){100, 100, 4});
    assert_int_equal(cells.begin, 10);
    assert_int_equal(cells.end, 30);
    assert_int_equal(cells.stride, 1);
    assert_int_equal(cells.rows[STAGE_MAP], 2);
    assert_int_equal(cells.rows[STAGE_REDUCE], 1);
    assert_int_equal(cells.count, 4);
    assert_box(&cells.boxes[0], STAGE_MAP, 0, 10, 15, 2);
    assert_box(&cells.boxes[1], STAGE_MAP, 0, 15, 18, 2);
    assert_box(&cells.boxes[2], STAGE_MAP, 1, 12, 20, 0);
    assert_box(&cells.boxes[3], STAGE_REDUCE, 0, 20, 30, 2);
    slot_cells_free(&cells);
    scene_free(p);
}

/* Columns of 5 ticks: 10-15, 15-20, 20-25; each shows who has the slot longest in it. */
static void test_coarse_cells(void **state)
{
    (void)state;
    struct scene *p = scene_new(1, 1);
    run(p, 0, STAGE_MAP, 0, 10, 12);
    run(p, 1, STAGE_MAP, 0, 12, 16);
    run(p, 2, STAGE_MAP, 0, 16, 25);
    task_log_sort(&p->log);
    struct slot_cells cells = slot_cells_of(&p->view, &(struct slot_limits){3, 100, 2});
    assert_int_equal(cells.count, 2);
    assert_box(&cells.boxes[0], STAGE_MAP, 0, 10, 15, 1);
    assert_box(&cells.boxes[1], STAGE_MAP, 0, 15, 25, 0);
    slot_cells_free(&cells);
    scene_free(p);
}

/* More slots than rows: every so many is shown, never more rows than asked for. */
static void test_rows(void **state)
{
    (void)state;
    for (int32_t map_slots = 1; map_slots < 40; map_slots++) {
        for (int32_t rows = 2; rows < 12; rows++) {
            struct scene *p = scene_new(map_slots, 7);
            run(p, 0, STAGE_MAP, map_slots - 1, 10, 20);
            struct slot_cells cells = slot_cells_of(&p->view, &(struct slot_limits){10, rows, 100});
            assert_true(cells.rows[STAGE_MAP] >= 1 && cells.rows[STAGE_REDUCE] >= 1);
            assert_true(cells.rows[STAGE_MAP] + cells.rows[STAGE_REDUCE] <= rows);
            assert_int_equal(cells.count, (map_slots - 1) % cells.stride == 0 ? 1 : 0);
            slot_cells_free(&cells);
            scene_free(p);
        }
    }
}

/* Many tasks: neighbours of one job are one box. */
static void test_many_tasks(void **state)
{
    (void)state;
    struct scene *p = scene_new(1, 1);
    for (int32_t i = 0; i < 3000; i++) {
        run(p, 0, STAGE_MAP, 0, 10 + i, 11 + i);
    }
    struct slot_cells cells = slot_cells_of(&p->view, &(struct slot_limits){3000, 10, 2000});
    assert_false(cells.apart);
    assert_int_equal(cells.count, 1);
    assert_box(&cells.boxes[0], STAGE_MAP, 0, 10, 3010, 2);
    slot_cells_free(&cells);
    scene_free(p);
}

/* However busy the slots are, no more boxes are left than a page takes. */
static void test_small_pages(void **state)
{
    (void)state;
    enum { SLOTS = 60, TASKS = 200 };
    struct scene *p = scene_new(SLOTS, 1);
    for (int32_t slot = 0; slot < SLOTS; slot++) {
        for (int32_t i = 0; i < TASKS; i++) {
            run(p, i % JOBS, STAGE_MAP, slot, 10 + i, 11 + i);
        }
    }
    task_log_sort(&p->log);
    static const size_t most[] = {12000, 11999, 3000, 2600};
    for (size_t i = 0; i < sizeof most / sizeof most[0]; i++) {
        struct slot_cells cells = slot_cells_of(&p->view, &(struct slot_limits){1200, 400, most[i]});
        assert_true(cells.count <= most[i]);
        assert_int_equal(cells.apart, i == 0);
        slot_cells_free(&cells);
    }
    scene_free(p);
}

/* Shares by hand: 2 map slots, stretches of 5 ticks, the last cut to 3. */
static void test_busy(void **state)
{
    (void)state;
    struct scene *p = scene_new(2, 1);
    run(p, 0, STAGE_MAP, 0, 10, 20);
    run(p, 0, STAGE_MAP, 1, 14, 17);
    run(p, 0, STAGE_REDUCE, 0, 20, 23);
    struct busy_slots maps = busy_slots_of(&p->view, STAGE_MAP, 3);
    assert_int_equal(maps.count, 3);
    assert_int_equal(maps.step, 5);
    assert_true(fabs(maps.share[0] - 6 / 10.0) < 1e-12);
    assert_true(fabs(maps.share[1] - 7 / 10.0) < 1e-12);
    assert_true(maps.share[2] < 1e-12);
    struct busy_slots reduces = busy_slots_of(&p->view, STAGE_REDUCE, 3);
    assert_true(fabs(reduces.share[2] - 1) < 1e-12);
    busy_slots_free(&maps);
    busy_slots_free(&reduces);
    scene_free(p);
}

/* However time is cut, the shares add up to the work. */
static void test_busy_adds_up(void **state)
{
    (void)state;
    enum { SLOTS = 4, RUNS = 50 };
    const unsigned seed = 7;
    srand(seed);
    struct scene *p = scene_new(SLOTS, 1);
    ticks work = 0;
    ticks end = 10;
    for (int32_t slot = 0; slot < SLOTS; slot++) {
        ticks at = 10;
        for (int i = 0; i < RUNS; i++) {
            ticks start = at + rand() % 30;
            at = start + 1 + rand() % 90;
            run(p, i % JOBS, STAGE_MAP, slot, start, at);
            work += at - start;
        }
        end = at > end ? at : end;
    }
    for (size_t most = 1; most < 300; most += 7) {
        struct busy_slots busy = busy_slots_of(&p->view, STAGE_MAP, most);
        assert_true(busy.count <= most);
        double sum = 0;
        for (size_t i = 0; i < busy.count; i++) {
            ticks begin = busy.begin + (ticks)i * busy.step;
            ticks length = end - begin < busy.step ? end - begin : busy.step;
            assert_true(busy.share[i] >= 0 && busy.share[i] <= 1 + 1e-9);
            sum += busy.share[i] * SLOTS * (double)length;
        }
        if (fabs(sum - (double)work) > 1e-6) {
            fail_msg("seed %u, %zu stretches: %g instead of %g", seed, most, sum, (double)work);
        }
        busy_slots_free(&busy);
    }
    scene_free(p);
}

static void test_nothing_ran(void **state)
{
    (void)state;
    struct scene *p = scene_new(1, 1);
    p->workload.count = 0;
    struct slot_cells cells = slot_cells_of(&p->view, &(struct slot_limits){10, 10, 100});
    struct busy_slots busy = busy_slots_of(&p->view, STAGE_MAP, 10);
    assert_int_equal(cells.count, 0);
    assert_int_equal(busy.count, 1);
    assert_true(busy.share[0] < 1e-12);
    slot_cells_free(&cells);
    busy_slots_free(&busy);
    scene_free(p);
}

static int channel(uint32_t colour, int shift)
{
    return (int)(colour >> shift & 0xff);
}

static double luminance(uint32_t colour)
{
    static const double weights[] = {0.2126, 0.7152, 0.0722};
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        double share = channel(colour, 16 - 8 * i) / 255.0;
        sum += weights[i] * (share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4));
    }
    return sum;
}

/* Jobs near each other in a trace are far apart in colour, and each has a contrast of 3 to a white
 * and to a black ground. */
static void test_colours(void **state)
{
    (void)state;
    for (int32_t row = 0; row < 3 * JOB_COLOURS; row++) {
        uint32_t colour = job_colour(row);
        assert_int_equal(colour, job_colour(row + JOB_COLOURS));
        assert_true(1.05 / (luminance(colour) + 0.05) > 3);
        assert_true((luminance(colour) + 0.05) / 0.05 > 3);
        for (int32_t other = row + 1; other < row + 6; other++) {
            int distance = 0;
            for (int shift = 0; shift < 24; shift += 8) {
                distance += abs(channel(colour, shift) - channel(job_colour(other), shift));
            }
            assert_true(distance > 40);
        }
    }
}

static void test_units(void **state)
{
    (void)state;
    static const struct {
        double most;
        const char *name;
    } cases[] = {{0, "ms"},     {2000, "ms"},  {2001, "s"},  {600e3, "s"},    {601e3, "min"},
                 {18e6, "min"}, {18.1e6, "h"}, {360e6, "h"}, {361e6, "days"}, {1e18, "days"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_string_equal(time_unit_for(cases[i].most).name, cases[i].name);
    }
}

/* --- Charts ----------------------------------------------------------------------------------- */

static void assert_ticks(struct axis axis, size_t about, const char *expected)
{
    char text[400] = "";
    struct axis_ticks found = axis_ticks_of(&axis, about);
    for (size_t i = 0; i < found.count; i++) {
        axis_label(&found, i, text + strlen(text), 32);
        strcat(text, " ");
    }
    assert_string_equal(text, expected);
}

static void test_ticks(void **state)
{
    (void)state;
    assert_ticks((struct axis){0, 109, false}, 8, "0 20 40 60 80 100 ");
    assert_ticks((struct axis){0, 2.5, false}, 5, "0.0 0.5 1.0 1.5 2.0 2.5 ");
    assert_ticks((struct axis){31.2, 31.9, false}, 7, "31.2 31.3 31.4 31.5 31.6 31.7 31.8 31.9 ");
    assert_ticks((struct axis){0.4, 70, true}, 8, "0.5 1 2 5 10 20 50 ");
    assert_ticks((struct axis){0.01, 100000, true}, 8, "0.01 0.1 1 10 100 1000 10000 100000 ");
    assert_ticks((struct axis){3, 4, true}, 4, "3.0 3.5 4.0 "); /* too short for powers */
    assert_true(fabs(axis_place(&(struct axis){1, 100, true}, 10) - 0.5) < 1e-12);
    assert_true(fabs(axis_place(&(struct axis){10, 20, false}, 25) - 1.5) < 1e-12);
}

/* Whether the drawing has each of these texts; they are separated by '|'. */
static void assert_drawing(char *drawing, const char *expected)
{
    char *parts = strdup(expected);
    assert_non_null(parts);
    for (char *part = strtok(parts, "|"); part != NULL; part = strtok(NULL, "|")) {
        if (strstr(drawing, part) == NULL) {
            fail_msg("no %s in %s", part, drawing);
        }
    }
    free(parts);
    free(drawing);
}

/* Steps of a unit of 20,000 columns and 1,000 rows; the text has the values at the labels. */
static void test_curves(void **state)
{
    (void)state;
    static const double x[] = {0, 5, 10};
    static const double y[] = {0, 50, 100};
    struct plot plot = {
        .kind = PLOT_STEPS, .title = "T", .x_label = "time, s", .y_label = "%", .y_most = 100, .x_most = 10};
    struct script script;
    plot_add(&plot, "<a>", 3, x, y, NULL);
    script_open(&script);
    curve_chart_write(&(struct curve_chart){.plot = &plot, .height = 200, .unit = "s", .legend = true}, script.stream);
    assert_drawing(script_close(&script),
                   "d=\"M0 1000H10000V500H20000V0\"|data-name=\"&lt;a&gt;\"|data-unit=\"s\""
                   "|aria-label=\"T: % by time, s. &lt;a&gt;: 0 at 0, 0 at 2, 0 at 4, 50 at 6, 50 at 8, "
                   "100 at 10.\"");
    plot.kind = PLOT_LINES;
    script_open(&script);
    curve_chart_write(&(struct curve_chart){.plot = &plot, .height = 200, .unit = ""}, script.stream);
    assert_drawing(script_close(&script),
                   "d=\"M0 1000L10000 500L20000 0\"|&lt;a&gt;: 0 at 0, 20 at 2, 40 at 4, 60 at 6");
    plot_free(&plot);
}

/* Lengths are shares of the longest bar with its margin; a value that is missing is a dash. */
static void test_bars(void **state)
{
    (void)state;
    static const char *const names[] = {"one", "two"};
    static const double x[] = {0, 1};
    static const double y[] = {8, NAN};
    static const double margin[] = {2, NAN};
    struct plot plot = {.kind = PLOT_BARS, .y_label = "s", .categories = names, .category_count = 2, .y_most = NAN};
    struct script script;
    plot_add(&plot, "a", 2, x, y, margin);
    script_open(&script);
    bar_table_write(&plot, script.stream);
    assert_drawing(script_close(&script), "8.00 <span class=\"margin\">&plusmn; 2.00</span>|width:80.00%|"
                                          "left:60.00%;width:40.00%|<th scope=\"row\">two</th><td>&ndash;</td>");
    plot_free(&plot);
}

/* One path for each colour, jobs and tasks in the order of the boxes; a failed attempt has a mark;
 * neighbours of one job have an edge. */
static void test_schedule(void **state)
{
    (void)state;
    struct scene *p = scene_new(2, 0);
    run(p, 0, STAGE_MAP, 0, 10, 15);
    run(p, 0, STAGE_MAP, 0, 15, 18);
    run(p, 2, STAGE_MAP, 1, 12, 20);
    p->log.runs[1].task = 1;
    p->log.runs[2].failed = true;
    task_log_sort(&p->log);
    struct slot_cells cells = slot_cells_of(&p->view, &(struct slot_limits){100, 100, 100});
    struct script script;
    script_open(&script);
    schedule_chart_write(&(struct schedule_chart){"s", &cells, 10, {1, "ms"}, 2}, script.stream);
    assert_drawing(script_close(&script),
                   "data-jobs=\"0*1\" data-tasks=\"0x\" d=\"M2 1h8\"|"
                   "data-jobs=\"2*2\" data-tasks=\"0 1\" d=\"M0 0h5M5 0h3\"|d=\"M5 0v1\"|"
                   "The schedule of s: 2 jobs, until 10 ms; map slots are busy 80% of that time.");
    slot_cells_free(&cells);
    scene_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_exact_cells), cmocka_unit_test(test_coarse_cells), cmocka_unit_test(test_rows),
        cmocka_unit_test(test_many_tasks),  cmocka_unit_test(test_busy),         cmocka_unit_test(test_busy_adds_up),
        cmocka_unit_test(test_nothing_ran), cmocka_unit_test(test_colours),      cmocka_unit_test(test_units),
        cmocka_unit_test(test_ticks),       cmocka_unit_test(test_curves),       cmocka_unit_test(test_bars),
        cmocka_unit_test(test_schedule),    cmocka_unit_test(test_small_pages),
    };
    return cmocka_run_group_tests_name("report_pictures", tests, NULL, NULL);
}
