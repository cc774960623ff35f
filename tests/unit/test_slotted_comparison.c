/* Comparisons of the time-slotted schedulers: one against the runs it is made of, and figures over
 * seeds by hand. */
#include "harness/slotted/comparison_figures.h"
#include "tests/unit/slotted_fixture.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static void assert_near(double found, double expected)
{
    if (!(fabs(found - expected) <= 1e-12 * fmax(1, fabs(expected)))) {
        fail_msg("found %.17g, expected %.17g", found, expected);
    }
}

static int32_t smaller(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

/* The enumeration is the registry's order. */
static void test_schedulers(void **state)
{
    (void)state;
    static const struct slotted_class *const classes[COMPARISON_SCHEDULERS] = {
        [COMPARE_SRPT] = &slotted_srpt, [COMPARE_DSRPT] = &slotted_dsrpt, [COMPARE_ASRPT] = &slotted_asrpt,
        [COMPARE_FAIR] = &slotted_fair, [COMPARE_FIFO] = &slotted_fifo,   [COMPARE_LRPT] = &slotted_lrpt,
    };
    assert_int_equal(slotted_class_count(), COMPARISON_SCHEDULERS);
    for (enum comparison_scheduler s = 0; s < COMPARISON_SCHEDULERS; s++) {
        assert_ptr_equal(slotted_class_at(s), classes[s]);
    }
}

/* Every cell against a run of its own, job by job. */
static void test_cells(void **state)
{
    (void)state;
    struct comparison_setup setup = {
        .profile = &slotted_profiles[1], .load = slotted_load_default(), .machines = 100, .first_seed = 9, .seeds = 1};
    setup.load.slots = 100;
    struct slotted_workload w = slotted_workload_generate(setup.profile, &setup.load, 9);
    static struct comparison result;
    struct run_error error = {0};
    assert_true(comparison_run(&setup, 9, &result, &error));
    assert_int_equal(result.jobs, w.count);
    assert_int_equal(result.units, slotted_workload_units(&w));
    assert_int_equal(comparison_point(&setup, 0), 2);
    assert_int_equal(comparison_point(&setup, COMPARISON_POINTS - 1), 100);
    struct comparison_set set = {setup, &result};
    struct contender list[CONTENDERS_MOST];
    size_t count = comparison_contenders(&set, list);
    assert_int_equal(count, 10);
    for (size_t c = 0; c < count; c++) {
        const struct comparison_cell *cell = &result.cells[list[c].scheduler][list[c].mode];
        struct slotted_run run =
            slotted_must_run(&w, slotted_class_at(list[c].scheduler), 100, list[c].mode == SLOTTED_PREEMPTIVE);
        int64_t flow = 0;
        int64_t cost[2] = {0}; /* up to the slots 50 and 100 */
        int32_t within = 0;    /* jobs with a flow time of at most 7 */
        int32_t longest = 0;
        for (size_t j = 0; j < w.count; j++) {
            int32_t arrival = w.jobs[j].arrival;
            int32_t finish = run.jobs[j].finish;
            flow += finish - arrival + 1;
            for (int i = 0; i < 2; i++) {
                int32_t last = smaller(finish, 50 * (i + 1));
                cost[i] += last < arrival ? 0 : last - arrival + 1;
            }
            within += finish - arrival + 1 <= 7;
            longest = finish - arrival + 1 > longest ? finish - arrival + 1 : longest;
        }
        assert_int_equal(cell->flow_total, flow);
        assert_int_equal(cell->cost[24], cost[0]);
        assert_int_equal(cell->cost[49], cost[1]);
        assert_near(comparison_share(&set, list[c], 7).mean, (double)within / (double)w.count);
        assert_int_equal(comparison_longest(&set, list[c]), longest);
        slotted_run_free(&run);
    }
    slotted_workload_free(&w);
}

enum { SEEDS = 2 };

/* Two seeds of 4 and 5 jobs; total flow times by scheduler, preemptive. */
static struct comparison_set two_seeds(struct comparison runs[SEEDS])
{
    static const int64_t flows[COMPARISON_SCHEDULERS][SEEDS] = {
        [COMPARE_SRPT] = {10, 20}, [COMPARE_DSRPT] = {12, 30}, [COMPARE_ASRPT] = {12, 25},
        [COMPARE_FAIR] = {12, 40}, [COMPARE_FIFO] = {20, 26},  [COMPARE_LRPT] = {30, 40},
    };
    for (size_t run = 0; run < SEEDS; run++) {
        memset(&runs[run], 0, sizeof runs[run]);
        runs[run].jobs = 4 + run;
        runs[run].units = 90 + 20 * (int64_t)run;
        runs[run].reduce_most = 7 - (int32_t)run;
        for (enum comparison_scheduler s = 0; s < COMPARISON_SCHEDULERS; s++) {
            struct comparison_cell *cell = &runs[run].cells[s][SLOTTED_PREEMPTIVE];
            cell->defined = true;
            cell->flow_total = flows[s][run];
            cell->cost[3] = flows[s][run] / 2;
            cell->intervals = (struct slotted_intervals){2, 6, 20 + (double)run};
            for (size_t job = 0; job < 4 + run; job++) {
                flow_histogram_add(&cell->flows, (int32_t)(job * 50)); /* 0, 50, 100, 150 and 200 */
            }
        }
    }
    struct comparison_setup setup = {.profile = &slotted_profiles[0],
                                     .load = slotted_load_default(),
                                     .machines = 2,
                                     .first_seed = 1,
                                     .seeds = SEEDS};
    setup.load.slots = 50;
    return (struct comparison_set){setup, runs};
}

static void test_figures(void **state)
{
    (void)state;
    static struct comparison runs[SEEDS];
    struct comparison_set set = two_seeds(runs);
    const struct contender dsrpt = {COMPARE_DSRPT, SLOTTED_PREEMPTIVE};
    const struct contender asrpt = {COMPARE_ASRPT, SLOTTED_PREEMPTIVE};
    const struct contender fair = {COMPARE_FAIR, SLOTTED_PREEMPTIVE};
    const struct contender lrpt = {COMPARE_LRPT, SLOTTED_PREEMPTIVE};
    struct contender list[CONTENDERS_MOST];
    assert_int_equal(comparison_contenders(&set, list), 6);
    assert_false(comparison_defined(&set, (struct contender){COMPARE_ASRPT, SLOTTED_NON_PREEMPTIVE}));
    struct confidence ratio = comparison_ratio(&set, dsrpt, comparison_bound);
    assert_near(ratio.mean, (1.2 + 1.5) / 2);
    assert_near(ratio.most, 1.5);
    assert_near(comparison_ratio_at(&set, dsrpt, comparison_bound, 3).mean, (6 / 5.0 + 15 / 10.0) / 2);
    assert_near(comparison_mean_flow(&set, asrpt).mean, (12 / 4.0 + 25 / 5.0) / 2);
    assert_near(comparison_delay(&set, dsrpt, comparison_bound).mean, (2 / 4.0 + 10 / 5.0) / 2);
    assert_near(comparison_load(&set).mean, 100);
    assert_near(comparison_share(&set, lrpt, 100).mean, (3 / 4.0 + 3 / 5.0) / 2);
    assert_near(comparison_share(&set, lrpt, 99).mean, (2 / 4.0 + 2 / 5.0) / 2);
    assert_int_equal(comparison_longest(&set, lrpt), 200);
    assert_int_equal(comparison_reduce_most(&set), 7);
    struct slotted_intervals all = comparison_intervals(&set, fair);
    assert_true(all.count == 4 && all.length_sum == 12 && all.square_sum == 41);
    /* Seed 1: ASRPT and Fair are equal, and so none is smallest; seed 2: Fair and LRPT. DSRPT
     * does not count. */
    assert_int_equal(comparison_seeds_smallest(&set, asrpt), 1);
    assert_int_equal(comparison_seeds_smallest(&set, fair), 0);
    assert_int_equal(comparison_seeds_largest(&set, lrpt), 1);
    assert_int_equal(comparison_seeds_above(&set, dsrpt, asrpt), 1);
    assert_int_equal(comparison_seeds_above(&set, asrpt, dsrpt), 0);
    assert_string_equal(comparison_label(COMPARE_SRPT), "srpt (bound)");
    assert_string_equal(comparison_label(COMPARE_LRPT), "lrpt");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_schedulers),
        cmocka_unit_test(test_cells),
        cmocka_unit_test(test_figures),
    };
    return cmocka_run_group_tests_name("slotted comparison", tests, NULL, NULL);
}
