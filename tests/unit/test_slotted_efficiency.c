/*
 * Section VI.B of "A New Analytical Technique for Designing Provably Efficient MapReduce
 * Schedulers". Theorem 4 and its corollaries say that, preemptively and in the limit, DSRPT and
 * ASRPT are within 3 times the SRPT bound and twice the best schedule, with ASRPT no worse than
 * DSRPT. The last has no counterexample among random workloads. The others have, within the paper's
 * assumptions: in the proof, D' is geometric because in each later slot s the machines that SRPT's
 * maps leave are enough with a probability of at least one half, independently of s; but while SRPT
 * is at a long map stage, they are not enough slot after slot.
 */
#include "harness/slotted/comparison.h"
#include "tests/unit/slotted_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

/* Corollary 2's last step, slot by slot: never more jobs there under ASRPT than under DSRPT. */
static void test_asrpt_is_no_worse_than_dsrpt(void **state)
{
    (void)state;
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    const char *seed = getenv("RTMR_TEST_SEED");
    unsigned long value = seed == NULL ? 20130415 : strtoul(seed, NULL, 10);
    printf("# RTMR_TEST_SEED=%lu\n", value);
    gsl_rng_set(rng, value);
    for (int i = 0; i < 5000; i++) {
        int jobs = 1 + (int)gsl_rng_uniform_int(rng, 25);
        int maps = (int)gsl_rng_uniform_int(rng, 12);
        int reduces = 1 + (int)gsl_rng_uniform_int(rng, 3);
        int units = 1 + (int)gsl_rng_uniform_int(rng, 12);
        struct slotted_workload w = slotted_random(rng, jobs, 30, maps, reduces, units);
        int32_t machines = 1 + (int32_t)gsl_rng_uniform_int(rng, 15);
        struct slotted_run asrpt = slotted_must_run(&w, &slotted_asrpt, machines, true);
        struct slotted_run dsrpt = slotted_must_run(&w, &slotted_dsrpt, machines, true);
        struct run_error error = {0};
        if (!slotted_check_bound(&asrpt, &slotted_dsrpt, &dsrpt, &error)) {
            slotted_print(&w);
            fail_msg("%d machines: more jobs under ASRPT than under DSRPT: %s", (int)machines, error.text);
        }
        slotted_run_free(&asrpt);
        slotted_run_free(&dsrpt);
        slotted_workload_free(&w);
    }
    gsl_rng_free(rng);
}

/* 20 machines. In slot 1 come ten jobs of one map and one unit of reduce, in slot 2 a job of 200
 * maps. SRPT ends the ten in slot 1 and the maps in the slots 2 .. 11, with all machines; DSRPT and
 * ASRPT do the same, and the ten reduces wait until slot 12. Reduces first, and then the maps, as
 * FIFO does, ends the ten in slot 2 and the maps in slot 12. */
static void test_no_bound_on_one_workload(void **state)
{
    (void)state;
    struct slotted_workload w = {0};
    for (int i = 0; i < 10; i++) {
        slotted_job(&w, 1, 1, "1");
    }
    slotted_job(&w, 2, 200, "");
    struct slotted_run srpt = slotted_must_run(&w, &slotted_srpt, 20, true);
    assert_int_equal(srpt.flow_total, 10 * 1 + 10);
    struct slotted_run dsrpt = slotted_must_run(&w, &slotted_dsrpt, 20, true);
    assert_int_equal(dsrpt.flow_total, 10 * 12 + 10);
    struct slotted_run asrpt = slotted_must_run(&w, &slotted_asrpt, 20, true);
    assert_int_equal(asrpt.flow_total, 10 * 12 + 10);
    struct slotted_run fifo = slotted_must_run(&w, &slotted_fifo, 20, true);
    assert_int_equal(fifo.flow_total, 10 * 2 + 11);
    slotted_run_free(&srpt);
    slotted_run_free(&dsrpt);
    slotted_run_free(&asrpt);
    slotted_run_free(&fifo);
    slotted_workload_free(&w);
}

/* The same as a stationary workload, whose jobs are independent and arrive in independent numbers;
 * it is no effect of a short run: the ratio stays as T grows. Fair stands for the best schedule,
 * which is no worse. */
static void test_no_bound_in_the_limit(void **state)
{
    (void)state;
    for (int32_t slots = 5000; slots <= 40000; slots *= 8) {
        struct comparison_setup setup = {.profile = &slotted_counterexample,
                                         .load = slotted_counterexample_load(),
                                         .machines = 100,
                                         .first_seed = 1,
                                         .seeds = 1};
        setup.load.slots = slots;
        struct slotted_workload w = slotted_workload_generate(setup.profile, &setup.load, 1);
        struct slotted_run srpt = slotted_must_run(&w, &slotted_srpt, 100, true);
        struct slotted_run dsrpt = slotted_must_run(&w, &slotted_dsrpt, 100, true);
        struct slotted_run asrpt = slotted_must_run(&w, &slotted_asrpt, 100, true);
        struct slotted_run fair = slotted_must_run(&w, &slotted_fair, 100, true);
        printf("# T = %d: DSRPT %.2f, ASRPT %.2f times the bound, %.2f and %.2f times Fair\n", (int)slots,
               (double)dsrpt.flow_total / (double)srpt.flow_total, (double)asrpt.flow_total / (double)srpt.flow_total,
               (double)dsrpt.flow_total / (double)fair.flow_total, (double)asrpt.flow_total / (double)fair.flow_total);
        assert_true(asrpt.flow_total > 5 * srpt.flow_total && dsrpt.flow_total > 5 * srpt.flow_total);
        assert_true(asrpt.flow_total > 3 * fair.flow_total && dsrpt.flow_total > 3 * fair.flow_total);
        assert_true(dsrpt.flow_total - srpt.flow_total > 5 * (int64_t)w.count); /* E[D] <= 2 */
        slotted_run_free(&srpt);
        slotted_run_free(&dsrpt);
        slotted_run_free(&asrpt);
        slotted_run_free(&fair);
        slotted_workload_free(&w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_asrpt_is_no_worse_than_dsrpt),
        cmocka_unit_test(test_no_bound_on_one_workload),
        cmocka_unit_test(test_no_bound_in_the_limit),
    };
    return cmocka_run_group_tests_name("slotted efficiency", tests, NULL, NULL);
}
