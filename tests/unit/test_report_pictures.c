/* What the pictures of a report are drawn from: cells of slots, busy slots, colours, units, and
 * pieces of HTML. */
#include "harness/page/busy_slots.h"
#include "harness/page/html.h"
#include "harness/page/job_colour.h"
#include "harness/page/slot_cells.h"
#include "harness/page/time_unit.h"

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

/* A column per tick: boxes are the tasks themselves. */
static void test_exact_cells(void **state)
{
    (void)state;
    struct scene *p = scene_new(2, 1);
    run(p, 0, STAGE_REDUCE, 0, 20, 30);
    run(p, 0, STAGE_MAP, 0, 10, 15);
    run(p, 0, STAGE_MAP, 0, 15, 18); /* a neighbour of the same job stays apart */
    run(p, 2, STAGE_MAP, 1, 12, 20);
    task_log_sort(&p->log);
    struct slot_cells cells = slot_cells_of(&p->view, 100, 100);
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
    struct slot_cells cells = slot_cells_of(&p->view, 3, 100);
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
            struct slot_cells cells = slot_cells_of(&p->view, 10, rows);
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
    struct slot_cells cells = slot_cells_of(&p->view, 3000, 10);
    assert_false(cells.apart);
    assert_int_equal(cells.count, 1);
    assert_box(&cells.boxes[0], STAGE_MAP, 0, 10, 3010, 2);
    slot_cells_free(&cells);
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
    struct slot_cells cells = slot_cells_of(&p->view, 10, 10);
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

/* Jobs near each other in a trace are far apart in colour, and none is as pale as the ground. */
static void test_colours(void **state)
{
    (void)state;
    for (int32_t row = 0; row < 3000; row++) {
        uint32_t colour = job_colour(row);
        assert_int_equal(colour, job_colour(row));
        assert_true(colour <= 0xffffff);
        assert_true(channel(colour, 0) < 200 || channel(colour, 8) < 200 || channel(colour, 16) < 200);
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

static void assert_image(const char *bytes, size_t length, const char *expected)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    char *copy = malloc(length + 1);
    assert_non_null(copy);
    memcpy(copy, bytes, length);
    html_image(&(struct picture){.bytes = copy, .length = length}, FIGURE_PNG, "a \"b\" <c>", out);
    assert_int_equal(fclose(out), 0);
    assert_string_equal(text, expected);
    free(copy);
    free(text);
}

/* The examples of RFC 4648, and bytes above 127. */
static void test_images(void **state)
{
    (void)state;
#define IMAGE(base64) "<img alt=\"a &quot;b&quot; &lt;c&gt;\" src=\"data:image/png;base64," base64 "\">"
    assert_image("", 0, IMAGE(""));
    assert_image("f", 1, IMAGE("Zg=="));
    assert_image("fo", 2, IMAGE("Zm8="));
    assert_image("foo", 3, IMAGE("Zm9v"));
    assert_image("foob", 4, IMAGE("Zm9vYg=="));
    assert_image("\xff\xfe\x00", 3, IMAGE("//4A"));
#undef IMAGE
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_exact_cells), cmocka_unit_test(test_coarse_cells), cmocka_unit_test(test_rows),
        cmocka_unit_test(test_many_tasks),  cmocka_unit_test(test_busy),         cmocka_unit_test(test_busy_adds_up),
        cmocka_unit_test(test_nothing_ran), cmocka_unit_test(test_colours),      cmocka_unit_test(test_units),
        cmocka_unit_test(test_images),
    };
    return cmocka_run_group_tests_name("report_pictures", tests, NULL, NULL);
}
