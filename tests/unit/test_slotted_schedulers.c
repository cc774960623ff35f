/* The time-slotted schedulers against the naive model, the best of all schedules, and what the
 * paper proves. */
#include "harness/slotted/slotted_checks.h"
#include "tests/unit/slotted_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static gsl_rng *rng;

static int open_rng(void **state)
{
    (void)state;
    rng = gsl_rng_alloc(gsl_rng_mt19937);
    const char *seed = getenv("RTMR_TEST_SEED");
    unsigned long value = seed == NULL ? 20130414 : strtoul(seed, NULL, 10);
    printf("# RTMR_TEST_SEED=%lu\n", value);
    gsl_rng_set(rng, value);
    return 0;
}

static int close_rng(void **state)
{
    (void)state;
    gsl_rng_free(rng);
    return 0;
}

/* A scheduler in a mode; calls the function for every one that the paper defines. */
static void for_all_schedulers(void (*check)(const struct slotted_workload *, const struct slotted_class *, int32_t,
                                             bool),
                               const struct slotted_workload *w, int32_t machines)
{
    for (size_t c = 0; c < slotted_class_count(); c++) {
        check(w, slotted_class_at(c), machines, true);
        if (!slotted_class_at(c)->preemptive_only) {
            check(w, slotted_class_at(c), machines, false);
        }
    }
}

static void agrees_with_naive(const struct slotted_workload *w, const struct slotted_class *scheduler, int32_t machines,
                              bool preemptive)
{
    struct slotted_run run = slotted_must_run(w, scheduler, machines, preemptive);
    struct slotted_outcome *expected = slotted_naive(w, scheduler->name, machines, preemptive);
    for (size_t j = 0; j < w->count; j++) {
        if (run.jobs[j].finish != expected[j].finish || run.jobs[j].map_finish != expected[j].map_finish) {
            slotted_print(w);
            fail_msg("%s on %d machines, preemptive %d, job %zu: ends %d, %d; expected %d, %d", scheduler->name,
                     (int)machines, preemptive, j, (int)run.jobs[j].map_finish, (int)run.jobs[j].finish,
                     (int)expected[j].map_finish, (int)expected[j].finish);
        }
    }
    free(expected);
    slotted_run_free(&run);
}

static void test_naive(void **state)
{
    (void)state;
    for (int i = 0; i < 400; i++) {
        struct slotted_workload w = slotted_random(rng, 10, 20, 5, 4, 5);
        for_all_schedulers(agrees_with_naive, &w, 1 + (int32_t)gsl_rng_uniform_int(rng, 7));
        slotted_workload_free(&w);
    }
}

/* Lemma 1 and Theorem 2's fact, for workloads and numbers of machines unlike the paper's. */
static void keeps_what_is_proven(const struct slotted_workload *w, const struct slotted_class *scheduler,
                                 int32_t machines, bool preemptive)
{
    struct run_error error = {0};
    struct slotted_options options = {.machines = machines, .preemptive = preemptive};
    struct slotted_intervals intervals;
    struct slotted_run bound = slotted_must_run(w, &slotted_srpt, machines, true);
    struct slotted_run run;
    if (!slotted_checked_run(w, scheduler, &options, &bound, &run, &intervals, &error)) {
        slotted_print(w);
        fail_msg("%s", error.text);
    }
    slotted_run_free(&bound);
    slotted_run_free(&run);
}

static void test_proven(void **state)
{
    (void)state;
    for (int i = 0; i < 1000; i++) {
        struct slotted_workload w = slotted_random(rng, 30, 40, 9, 5, 9);
        for_all_schedulers(keeps_what_is_proven, &w, 1 + (int32_t)gsl_rng_uniform_int(rng, 12));
        slotted_workload_free(&w);
    }
}

/* SRPT is the best of problem (12); no scheduler is better than the best of (1) or (2); those are
 * no better than SRPT. */
static void test_best_of_all_schedules(void **state)
{
    (void)state;
    int found_above = 0; /* cases in which the best schedule is above the bound */
    for (int i = 0; i < 600; i++) {
        struct slotted_workload w = slotted_random(rng, 4, 4, 2, 2, 3);
        int32_t machines = 1 + (int32_t)gsl_rng_uniform_int(rng, 3);
        if (slotted_workload_units(&w) <= 10) {
            struct slotted_run bound = slotted_must_run(&w, &slotted_srpt, machines, true);
            assert_int_equal(slotted_best(&w, machines, SEARCH_RELAXED, bound.flow_total + 1), bound.flow_total);
            for (int preemptive = 0; preemptive <= 1; preemptive++) {
                int64_t least = INT64_MAX;
                for (size_t c = 0; c < slotted_class_count(); c++) {
                    const struct slotted_class *scheduler = slotted_class_at(c);
                    if (scheduler->promise != SLOTTED_RELAXED && (preemptive || !scheduler->preemptive_only)) {
                        struct slotted_run run = slotted_must_run(&w, scheduler, machines, preemptive);
                        least = run.flow_total < least ? run.flow_total : least;
                        slotted_run_free(&run);
                    }
                }
                int64_t best =
                    slotted_best(&w, machines, preemptive ? SEARCH_PREEMPTIVE : SEARCH_NON_PREEMPTIVE, least + 1);
                assert_true(best <= least);
                assert_true(best >= bound.flow_total);
                found_above += best > bound.flow_total;
            }
            slotted_run_free(&bound);
        }
        slotted_workload_free(&w);
    }
    assert_true(found_above > 100);
}

/* Algorithm 1 as printed, from line 27 on: a job that has unfinished reduces gets machines for
 * them, as many as it has schedulable tasks, which by the definition in the text are maps as long
 * as it has maps, and unfinished reduces after that, running ones included. (Maps, before: in order
 * of arrival, which does not matter here.) */
static void assign_as_printed(void *self, int32_t slot, struct slotted_view **jobs, size_t count, int32_t idle)
{
    (void)self;
    (void)slot;
    for (size_t i = 0; i < count; i++) {
        slotted_give_maps(jobs[i], idle, &idle);
    }
    for (size_t i = 0; i < count; i++) {
        struct slotted_view *job = jobs[i];
        if (job->reduce_work > 0) {
            int32_t schedulable = job->maps > 0 ? job->maps : job->running + job->reduces_ready;
            job->give_reduces = schedulable < idle ? schedulable : idle;
            idle -= job->give_reduces;
        }
    }
}

static const struct slotted_class as_printed = {
    .name = "as printed", .summary = "", .promise = SLOTTED_WORK_CONSERVING, .assign = assign_as_printed};

static void must_be_refused(const struct slotted_workload *w, int32_t machines, bool preemptive, const char *error)
{
    struct run_error found = {0};
    struct slotted_run run;
    struct slotted_options options = {.machines = machines, .preemptive = preemptive};
    assert_false(slotted_run(w, &as_printed, &options, &run, &found));
    assert_string_equal(found.text, error);
    run = slotted_must_run(w, &slotted_asrpt, machines, preemptive);
    slotted_run_free(&run);
}

static void test_line_28_as_printed(void **state)
{
    (void)state;
    struct slotted_workload in_map_stage = {0};
    slotted_job(&in_map_stage, 1, 2, "1 1");
    must_be_refused(&in_map_stage, 3, true, "as printed, slot 1: job 0 was given 2 maps of 2 and 1 reduces of 0 ready");
    slotted_workload_free(&in_map_stage);
    struct slotted_workload running = {0};
    slotted_job(&running, 1, 0, "3 3");
    must_be_refused(&running, 4, false, "as printed, slot 2: job 0 was given 0 maps of 0 and 2 reduces of 0 ready");
    slotted_workload_free(&running);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_naive),
        cmocka_unit_test(test_proven),
        cmocka_unit_test(test_best_of_all_schedules),
        cmocka_unit_test(test_line_28_as_printed),
    };
    return cmocka_run_group_tests_name("slotted schedulers", tests, open_rng, close_rng);
}
