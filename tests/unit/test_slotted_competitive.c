/*
 * Section IV of "A New Analytical Technique for Designing Provably Efficient MapReduce Schedulers":
 * without preemption no scheduler that does not know the future has a constant competitive ratio.
 * One machine, one job of one map and one reduce task of 2Q + 1 units. A scheduler is what it does
 * with this job: the map in slot H + 1, the reduce from slot H + L + 1 on. Both cases of the
 * construction are run here, the scheduler's side and its rival's, and the arithmetic of Eqs. 5 and
 * 6 is compared with what the runs give.
 *
 * Two slips in the text, neither of which hurts the result: Case I says that the flow time is L +
 * 2Q + 1, it is H + L + 2Q + 1 as Eq. 5 has it; and Eq. 6 gives the rival's first job the flow time
 * H + L + 4Q + 1, one slot too few: the Q jobs take the slots H + L + 2 .. H + L + 2Q + 1, the 2Q +
 * 1 slots behind them are the reduce's.
 */
#include "tests/unit/slotted_fixture.h"
#include "tests/unit/slotted_script.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { LINES_MOST = 512 };

struct script {
    struct slotted_line lines[LINES_MOST];
    size_t count;
};

static void say(struct script *s, int slot, int job, int maps, int reduces)
{
    assert_true(s->count < LINES_MOST);
    s->lines[s->count++] = (struct slotted_line){slot, job, maps, reduces};
}

/* Total flow times of the scheduler and of its rival. */
struct flows {
    int64_t scheduler;
    int64_t rival;
};

static double ratio(struct flows flows)
{
    return (double)flows.scheduler / (double)flows.rival;
}

static int64_t flow_of(const struct slotted_workload *w, const struct script *script)
{
    struct run_error error = {0};
    struct slotted_run run;
    struct slotted_options options = {.machines = 1, .preemptive = false, .slots_most = 1000000};
    slotted_script_set(script->lines, script->count);
    if (!slotted_run(w, &slotted_scripted, &options, &run, &error)) {
        fail_msg("%s", error.text);
    }
    int64_t flow = run.flow_total;
    slotted_run_free(&run);
    return flow;
}

/* The first job and `later` jobs of one map and one reduce unit, two slots apart from slot first
 * on. */
static struct slotted_workload arrivals(int q, int later, int first)
{
    struct slotted_workload w = {0};
    const int32_t reduce = 2 * q + 1;
    const int32_t unit = 1;
    slotted_workload_add(&w, 1, 1, 1, &reduce);
    for (int k = 0; k < later; k++) {
        slotted_workload_add(&w, first + 2 * k, 1, 1, &unit);
    }
    return w;
}

/* The scheduler waited long: no other job comes. */
static struct flows case_one(int q, int h, int l)
{
    struct slotted_workload w = arrivals(q, 0, 0);
    struct script scheduler = {0};
    say(&scheduler, h + 1, 0, 1, 0);
    say(&scheduler, h + l + 1, 0, 0, 1);
    struct script rival = {0};
    say(&rival, 1, 0, 1, 0);
    say(&rival, 2, 0, 0, 1);
    struct flows flows = {flow_of(&w, &scheduler), flow_of(&w, &rival)};
    assert_int_equal(flows.scheduler, h + l + 2 * q + 1);
    assert_int_equal(flows.rival, 2 * q + 2);
    slotted_workload_free(&w);
    return flows;
}

/* It did not: Q jobs come while the reduce runs. The scheduler does the best that is left to it. */
static struct flows case_two(int q, int h, int l)
{
    int first = h + l + 2;
    struct slotted_workload w = arrivals(q, q, first);
    struct script scheduler = {0};
    struct script rival = {0};
    say(&scheduler, h + 1, 0, 1, 0);
    say(&scheduler, h + l + 1, 0, 0, 1);
    say(&rival, h + 1, 0, 1, 0);
    for (int k = 0; k < q; k++) {
        int free_slot = h + l + 2 * q + 2 + 2 * k;
        say(&scheduler, free_slot, k + 1, 1, 0);
        say(&scheduler, free_slot + 1, k + 1, 0, 1);
        say(&rival, first + 2 * k, k + 1, 1, 0);
        say(&rival, first + 2 * k + 1, k + 1, 0, 1);
    }
    say(&rival, first + 2 * q, 0, 0, 1);
    struct flows flows = {flow_of(&w, &scheduler), flow_of(&w, &rival)};
    assert_int_equal(flows.scheduler, h + l + 2 * q + 1 + q * (2 * q + 2));
    assert_true(flows.scheduler > h + l + 2 * q + 1 + q * (2 * q + 1)); /* what the paper says of it */
    assert_int_equal(flows.rival, 2 * q + h + l + 4 * q + 2);           /* Eq. 6 has one slot less */
    slotted_workload_free(&w);
    return flows;
}

/* Whatever H and L are, one of the two beats c0, for Q > c0^2 + 2 c0. */
static void test_construction(void **state)
{
    (void)state;
    for (int c0 = 1; c0 <= 8; c0++) {
        int q = c0 * c0 + 2 * c0 + 1;
        int border = 2 * (c0 - 1) * (q + 1) + 1; /* of H + L, between the cases */
        for (int h = 0; h <= border + 2; h += 1 + border / 4) {
            for (int sum = h + 1; sum <= border + 3; sum += 1 + border / 5) {
                struct flows flows = sum > border ? case_one(q, h, sum - h) : case_two(q, h, sum - h);
                assert_true(ratio(flows) > c0);
            }
        }
        assert_true(ratio(case_two(q, 0, border)) > c0);
        assert_true(ratio(case_one(q, 0, border + 1)) > c0);
        /* The chain of Eq. 6, with the slot that it lacks: its last step still holds. */
        assert_true(6 * q + 2 + border < 2 * (c0 + 2) * (q + 1));
        assert_true((2.0 * q + 1) / (2.0 * (c0 + 2)) > (double)q / (c0 + 2));
        assert_true((double)q / (c0 + 2) > c0);
    }
}

/* Neither side of Case II could have done better: the best of all schedules, for the scheduler of
 * what is left to it once its reduce runs. H = 0, L = 1, Q = 2: the reduce takes the slots 2 .. 6,
 * the others come in 3 and 5. */
static void test_both_sides_do_their_best(void **state)
{
    (void)state;
    struct flows flows = case_two(2, 0, 1);
    struct slotted_workload all = arrivals(2, 2, 3);
    assert_int_equal(slotted_best(&all, 1, SEARCH_NON_PREEMPTIVE, 100), flows.rival);
    slotted_workload_free(&all);
    struct slotted_workload rest = {0};
    slotted_job(&rest, 7, 1, "1");
    slotted_job(&rest, 7, 1, "1");
    int64_t waited = (7 - 3) + (7 - 5);
    assert_int_equal(6 + waited + slotted_best(&rest, 1, SEARCH_NON_PREEMPTIVE, 100), flows.scheduler);
    slotted_workload_free(&rest);
}

/* The schedulers of this folder start the reduce at once (H = 0, L = 1), and fall into Case II. */
static void test_the_schedulers_fall_for_it(void **state)
{
    (void)state;
    static const struct slotted_class *const schedulers[] = {&slotted_asrpt, &slotted_fair, &slotted_fifo,
                                                             &slotted_lrpt};
    const int q = 40;
    for (size_t i = 0; i < sizeof schedulers / sizeof schedulers[0]; i++) {
        struct slotted_workload w = arrivals(q, q, 3);
        struct slotted_run run = slotted_must_run(&w, schedulers[i], 1, false);
        assert_int_equal(run.jobs[0].finish, 2 * q + 2);
        assert_true(run.flow_total >= 2 * q + 2 + q * (2 * q + 2));
        assert_true((double)run.flow_total > 5 * (double)(2 * q + 1 + 4 * q + 2)); /* c0 = 5: 40 > 25 + 10 */
        slotted_run_free(&run);
        slotted_workload_free(&w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_construction),
        cmocka_unit_test(test_both_sides_do_their_best),
        cmocka_unit_test(test_the_schedulers_fall_for_it),
    };
    return cmocka_run_group_tests_name("slotted competitive", tests, NULL, NULL);
}
