/* The time-slotted engine: small cases computed by hand, and what it must stop. */
#include "harness/slotted/slotted_checks.h"
#include "tests/unit/slotted_fixture.h"
#include "tests/unit/slotted_script.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Two machines; two jobs of three units each arrive in slot 1, with one map and two units of
 * reduce, and with two maps and one unit. */
static void test_two_jobs(void **state)
{
    (void)state;
    static const struct {
        const struct slotted_class *scheduler;
        int32_t finish[2];
    } cases[] = {
        {&slotted_srpt, {2, 3}},  /* slot 1: m0 r0, slot 2: r0 m1, slot 3: m1 r1 */
        {&slotted_dsrpt, {3, 4}}, /* m0 -, m1 r0, m1 r0, r1 */
        {&slotted_asrpt, {3, 3}}, /* m0 m1, m1 r0, r0 r1 */
        {&slotted_fair, {3, 3}},  /* m0 m1, r0 m1, r0 r1 */
        {&slotted_fifo, {2, 4}},  /* m0 m1, r0 r0, m1, r1 */
        {&slotted_lrpt, {2, 4}},  /* equal work: as FIFO */
    };
    struct slotted_workload w = {0};
    slotted_job(&w, 1, 1, "2");
    slotted_job(&w, 1, 2, "1");
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct slotted_run run = slotted_must_run(&w, cases[i].scheduler, 2, true);
        assert_int_equal(run.jobs[0].finish, cases[i].finish[0]);
        assert_int_equal(run.jobs[1].finish, cases[i].finish[1]);
        assert_int_equal(run.flow_total, cases[i].finish[0] + cases[i].finish[1]);
        slotted_run_free(&run);
    }
    slotted_workload_free(&w);
}

/* One machine: a long reduce is interrupted for a short job, or is not. */
static void test_preemption(void **state)
{
    (void)state;
    struct slotted_workload w = {0};
    slotted_job(&w, 1, 1, "4");
    slotted_job(&w, 3, 1, "1");
    struct slotted_run run = slotted_must_run(&w, &slotted_asrpt, 1, true);
    assert_int_equal(run.jobs[0].finish, 7);
    assert_int_equal(run.jobs[1].finish, 4);
    slotted_run_free(&run);
    run = slotted_must_run(&w, &slotted_asrpt, 1, false);
    assert_int_equal(run.jobs[0].finish, 5);
    assert_int_equal(run.jobs[1].map_finish, 6);
    assert_int_equal(run.jobs[1].finish, 7);
    assert_int_equal(slotted_flow(&w, &run, 1), 5);
    assert_int_equal(run.slots[3].present, 2);
    assert_int_equal(run.slots[3].used, 1);
    slotted_run_free(&run);
    slotted_workload_free(&w);
}

/* Reduce tasks are not divisible without preemption: three tasks of 3, 2 and 1 units on many
 * machines. */
static void test_tasks_are_whole(void **state)
{
    (void)state;
    struct slotted_workload w = {0};
    slotted_job(&w, 2, 2, "3 2 1");
    struct slotted_run run = slotted_must_run(&w, &slotted_fair, 10, false);
    assert_int_equal(run.jobs[0].map_finish, 2);
    assert_int_equal(run.jobs[0].finish, 5);
    static const int32_t used[] = {0, 2, 3, 2, 1};
    assert_int_equal(run.slot_count, COUNT(used));
    for (size_t i = 0; i < COUNT(used); i++) {
        assert_int_equal(run.slots[i].used, used[i]);
    }
    slotted_run_free(&run);
    run = slotted_must_run(&w, &slotted_fair, 10, true);
    assert_int_equal(run.jobs[0].finish, 3);
    slotted_run_free(&run);
    slotted_workload_free(&w);
}

static void test_missing_stages(void **state)
{
    (void)state;
    struct slotted_workload w = {0};
    slotted_job(&w, 2, 0, "");
    slotted_job(&w, 2, 0, "2");
    slotted_job(&w, 3, 2, "");
    for (int preemptive = 0; preemptive <= 1; preemptive++) {
        struct slotted_run run = slotted_must_run(&w, &slotted_asrpt, 1, preemptive);
        assert_int_equal(slotted_flow(&w, &run, 0), 0);
        assert_int_equal(run.jobs[1].map_finish, 1);
        assert_int_equal(run.jobs[1].finish, 3);
        assert_int_equal(run.jobs[2].map_finish, 5);
        assert_int_equal(run.jobs[2].finish, 5);
        assert_int_equal(run.flow_total, 0 + 2 + 3);
        slotted_run_free(&run);
    }
    slotted_workload_free(&w);
    struct slotted_run none = slotted_must_run(&w, &slotted_asrpt, 1, true);
    assert_int_equal(none.slot_count, 0);
    slotted_run_free(&none);
}

/* One job with two maps and reduces of 2 and 1 units on two machines. */
static void test_illegal_answers(void **state)
{
    (void)state;
    static const struct {
        struct slotted_line lines[3];
        const struct slotted_class *scheduler;
        const char *error;
    } cases[] = {
        {{{1, 0, 3, 0}}, &slotted_scripted, "scripted, slot 1: job 0 was given 3 maps of 2 and 0 reduces of 0 ready"},
        {{{1, 0, 1, -1}}, &slotted_scripted, "scripted, slot 1: job 0 was given 1 maps of 2 and -1 reduces of 0 ready"},
        {{{1, 0, 2, 1}}, &slotted_scripted, "scripted, slot 1: job 0 was given 2 maps of 2 and 1 reduces of 0 ready"},
        {{{1, 0, 1, 1}}, &slotted_scripted, "scripted, slot 1: job 0 was given 1 maps of 2 and 1 reduces of 0 ready"},
        {{{1, 0, 2, 0}, {2, 0, 0, 3}},
         &slotted_scripted,
         "scripted, slot 2: job 0 was given 0 maps of 0 and 3 reduces of 2 ready"},
        {{{1, 0, 2, 0}, {2, 0, 0, 1}, {3, 0, 0, 2}},
         &slotted_scripted,
         "scripted, slot 3: job 0 was given 0 maps of 0 and 2 reduces of 1 ready"},
        {{{1, 0, 1, 0}}, &slotted_scripted_busily, "scripted busily, slot 1: a machine idles while a task could start"},
        {{{1, 0, 2, 0}, {3, 0, 0, 2}},
         &slotted_scripted_busily,
         "scripted busily, slot 2: a machine idles while a task could start"},
        {{{1, 0, 2, 0}}, &slotted_scripted, "scripted: 1 jobs are unfinished after 11 slots"},
    };
    struct slotted_workload w = {0};
    slotted_job(&w, 1, 2, "2 1");
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct run_error error = {0};
        struct slotted_run run;
        struct slotted_options options = {.machines = 2, .preemptive = false};
        slotted_script_set(cases[i].lines, COUNT(cases[i].lines));
        assert_false(slotted_run(&w, cases[i].scheduler, &options, &run, &error));
        assert_string_equal(error.text, cases[i].error);
        slotted_run_free(&run);
    }
    slotted_workload_free(&w);
}

/* A bound may run reduces in the slot of the last map, not before; and it must leave no machine
 * idle that they could use. One job of two maps and two units of reduce on three machines. */
static void test_relaxed_answers(void **state)
{
    (void)state;
    static const struct slotted_line too_early[] = {{1, 0, 1, 1}};
    static const struct slotted_line idle[] = {{1, 0, 2, 0}};
    static const struct slotted_line good[] = {{1, 0, 2, 1}, {2, 0, 0, 1}};
    struct slotted_workload w = {0};
    slotted_job(&w, 1, 2, "2");
    struct slotted_options options = {.machines = 3, .preemptive = true};
    struct run_error error = {0};
    struct slotted_run run;
    slotted_script_set(too_early, COUNT(too_early));
    assert_false(slotted_run(&w, &slotted_scripted_relaxed, &options, &run, &error));
    assert_string_equal(error.text, "scripted bound, slot 1: job 0 was given 1 maps of 2 and 1 reduces of 0 ready");
    error = (struct run_error){0};
    slotted_script_set(idle, COUNT(idle));
    assert_false(slotted_run(&w, &slotted_scripted_relaxed, &options, &run, &error));
    assert_string_equal(error.text, "scripted bound, slot 1: a machine idles while a task could start");
    error = (struct run_error){0};
    slotted_script_set(good, COUNT(good));
    assert_true(slotted_run(&w, &slotted_scripted_relaxed, &options, &run, &error));
    assert_int_equal(run.jobs[0].finish, 2);
    slotted_run_free(&run);
    slotted_workload_free(&w);
}

static void test_overbooking(void **state)
{
    (void)state;
    static const struct slotted_line lines[] = {{1, 0, 2, 0}, {1, 1, 1, 0}};
    struct slotted_workload w = {0};
    slotted_job(&w, 1, 2, "");
    slotted_job(&w, 1, 1, "");
    struct run_error error = {0};
    struct slotted_run run;
    struct slotted_options options = {.machines = 2, .preemptive = true};
    slotted_script_set(lines, COUNT(lines));
    assert_false(slotted_run(&w, &slotted_scripted, &options, &run, &error));
    assert_string_equal(error.text, "scripted, slot 1: 3 of 2 machines are used");
    slotted_workload_free(&w);
}

static void test_preemptive_only(void **state)
{
    (void)state;
    struct slotted_workload w = {0};
    struct run_error error = {0};
    struct slotted_run run;
    struct slotted_options options = {.machines = 2, .preemptive = false};
    assert_false(slotted_run(&w, &slotted_dsrpt, &options, &run, &error));
    assert_string_equal(error.text, "dsrpt is defined for preemptive reduces only");
}

/* The checks of whole runs find what they are for: a run that is tampered with. */
static void test_checks_can_fail(void **state)
{
    (void)state;
    struct slotted_workload w = {0};
    slotted_job(&w, 1, 3, "2 2");
    slotted_job(&w, 1, 1, "1");
    struct slotted_options options = {.machines = 2, .preemptive = true};
    struct slotted_run bound = slotted_must_run(&w, &slotted_srpt, 2, true);
    struct slotted_run run = slotted_must_run(&w, &slotted_fifo, 2, true);
    struct slotted_intervals intervals;
    /* slots 1 to 5: m0 m0, m0 m1, r0 r0, r0 r0, r1: one interval */
    struct run_error error = {0};
    assert_true(slotted_check_intervals(&w, &slotted_fifo, &options, &run, &intervals, &error));
    assert_int_equal(intervals.count, 1);
    assert_true(intervals.length_sum == 5 && intervals.square_sum == 25);
    assert_true(slotted_check_bound(&bound, &slotted_fifo, &run, &error));

    run.jobs[0].map_finish = 6;
    assert_false(slotted_check_intervals(&w, &slotted_fifo, &options, &run, &intervals, &error));
    assert_string_equal(error.text, "fifo: job 0, which arrives in slot 1, ends its maps in 6 and its reduces in 4, "
                                    "against the proof of Theorem 2");
    run.jobs[0].map_finish = 2;
    error.raised = false;
    run.jobs[1].finish = 7;
    assert_false(slotted_check_intervals(&w, &slotted_fifo, &options, &run, &intervals, &error));
    run.jobs[1].finish = 6; /* the end of the second interval, a slot after the run */
    error.raised = false;
    assert_true(slotted_check_intervals(&w, &slotted_fifo, &options, &run, &intervals, &error));

    assert_true(slotted_check_bound(&bound, &slotted_fifo, &bound, &error));
    run.slots[0].present = 1;
    assert_false(slotted_check_bound(&bound, &slotted_fifo, &run, &error));
    assert_string_equal(error.text, "fifo: 1 jobs in slot 1, fewer than SRPT's 2, against Lemma 1");
    run.slots[0].present = 3;
    error.raised = false;
    assert_false(slotted_check_bound(&bound, &slotted_fifo, &run, &error));
    assert_string_equal(error.text, "fifo: the flow times are 9 slots, the jobs' slots 10");
    slotted_run_free(&run);
    slotted_run_free(&bound);
    slotted_workload_free(&w);
}

/* Without preemption a job may end its longest reduce task less one slot after the end of the next
 * interval. Two machines: slots m0 m1, m1 m1, r0 r0, r0 r0, r0: the first interval is all of it.
 * The slot after a full last slot ends an interval, too. */
static void test_interval_limits(void **state)
{
    (void)state;
    struct slotted_workload w = {0};
    slotted_job(&w, 1, 1, "3 2");
    slotted_job(&w, 1, 3, "");
    struct slotted_options options = {.machines = 2, .preemptive = false};
    struct slotted_run run = slotted_must_run(&w, &slotted_fair, 2, false);
    struct slotted_intervals intervals;
    struct run_error error = {0};
    int32_t last = (int32_t)run.slot_count;
    int32_t finish = run.jobs[0].finish;
    assert_int_equal(run.slots[last - 1].used, 1);
    run.jobs[0].finish = last + 1 + 2;
    assert_true(slotted_check_intervals(&w, &slotted_fair, &options, &run, &intervals, &error));
    run.jobs[0].finish++;
    assert_false(slotted_check_intervals(&w, &slotted_fair, &options, &run, &intervals, &error));
    run.jobs[0].finish = finish;
    error = (struct run_error){0};
    run.slots[last - 1].used = 2;
    assert_true(slotted_check_intervals(&w, &slotted_fair, &options, &run, &intervals, &error));
    assert_int_equal(intervals.count, 1);
    assert_true(intervals.length_sum == last + 1);
    slotted_run_free(&run);
    slotted_workload_free(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_two_jobs),        cmocka_unit_test(test_preemption),
        cmocka_unit_test(test_tasks_are_whole), cmocka_unit_test(test_missing_stages),
        cmocka_unit_test(test_illegal_answers), cmocka_unit_test(test_overbooking),
        cmocka_unit_test(test_relaxed_answers), cmocka_unit_test(test_preemptive_only),
        cmocka_unit_test(test_checks_can_fail), cmocka_unit_test(test_interval_limits),
    };
    return cmocka_run_group_tests_name("slotted engine", tests, NULL, NULL);
}
