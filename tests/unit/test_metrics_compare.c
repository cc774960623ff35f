/* Confidence intervals, size classes, users and Jain's index. */
#include "harness/metrics/confidence.h"
#include "harness/metrics/job_times.h"
#include "tests/unit/sim.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static bool near(double a, double b)
{
    return fabs(a - b) < 1e-3;
}

static void intervals_by_hand(void **state)
{
    (void)state;
    static const double values[] = {4.0, 1.0, NAN, 2.0, 3.0};
    struct confidence c = confidence_of(values, 5);
    assert_int_equal(c.n, 4);
    assert_true(near(c.mean, 2.5) && near(c.least, 1.0) && near(c.most, 4.0));
    assert_true(near(c.sd, sqrt(5.0 / 3.0)));
    assert_true(near(c.half, 3.182446 * sqrt(5.0 / 3.0) / 2.0)); /* t of 3 degrees of freedom */
    c = confidence_of(values, 1);
    assert_true(c.n == 1 && near(c.mean, 4.0) && near(c.least, 4.0) && near(c.most, 4.0));
    assert_true(isnan(c.sd) && isnan(c.half));
    c = confidence_of(&values[2], 1);
    assert_true(c.n == 0 && isnan(c.mean) && isnan(c.sd) && isnan(c.half) && isnan(c.least) && isnan(c.most));
}

static void pairs_by_hand(void **state)
{
    (void)state;
    /* The seeds differ by hundreds, the two schedulers by 10 always: no doubt is left. */
    static const double a[] = {100.0, 500.0, 900.0, NAN};
    static const double b[] = {110.0, 510.0, 910.0, 7.0};
    struct confidence c = confidence_of_difference(a, b, 4);
    assert_int_equal(c.n, 3);
    assert_true(near(c.mean, 10.0) && near(c.half, 0.0));
    static const double half[] = {50.0, 250.0, 450.0, 3.0};
    c = confidence_of_change(a, half, 4);
    assert_true(near(c.mean, -50.0) && near(c.half, 0.0));
    static const double nothing[] = {0.0};
    assert_int_equal(confidence_of_change(nothing, b, 1).n, 0);
}

static void classes_are_relative_to_the_slots(void **state)
{
    (void)state;
    struct job_spec job = {.maps = 0};
    assert_int_equal(size_class_of(&job, 8), SIZE_SMALL);
    job.maps = 2;
    assert_int_equal(size_class_of(&job, 8), SIZE_SMALL);
    job.maps = 3;
    assert_int_equal(size_class_of(&job, 8), SIZE_MEDIUM);
    job.maps = 8;
    assert_int_equal(size_class_of(&job, 8), SIZE_MEDIUM);
    job.maps = 9;
    assert_int_equal(size_class_of(&job, 8), SIZE_LARGE);
}

static void users_and_fairness_by_hand(void **state)
{
    (void)state;
    struct sim s;
    sim_init(&s, 1, 1);
    sim_job_of(&s, "u", "", 0, "10", "");
    sim_job_of(&s, "v", "", 1, "3", "");
    sim_job_of(&s, "u", "", 3, "10", "");
    assert_true(sim_run(&s, &fifo_scheduler));
    struct user_list users = user_list_of(&s.workload);
    assert_int_equal(users.count, 2);
    assert_string_equal(users.names[1], "v");
    struct job_times times = job_times_of(&s.workload, &s.cluster, engine_outcomes(s.engine), &users);
    assert_true(near(times.user_response[0], 15.0) && near(times.user_response[1], 12.0));
    assert_true(near(times.fairness, 1.0 / (2.0 * (0.75 * 0.75 + 0.25 * 0.25))));
    assert_true(isnan(times.response[SIZE_SMALL]) && near(times.response[SIZE_MEDIUM], 14.0));
    free(times.user_response);
    user_list_free(&users);
    sim_free(&s);

    /* One user: over the jobs, 1, 1/4 and 1/2. */
    sim_init(&s, 1, 1);
    sim_job_of(&s, "", "", 0, "10", "");
    sim_job_of(&s, "", "", 1, "3", "");
    sim_job_of(&s, "", "", 3, "10", "");
    assert_true(sim_run(&s, &fifo_scheduler));
    users = user_list_of(&s.workload);
    times = job_times_of(&s.workload, &s.cluster, engine_outcomes(s.engine), &users);
    assert_true(near(times.fairness, 1.75 * 1.75 / (3.0 * (1.0 + 1.0 / 16.0 + 0.25))));
    free(times.user_response);
    user_list_free(&users);
    sim_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(intervals_by_hand),
        cmocka_unit_test(pairs_by_hand),
        cmocka_unit_test(classes_are_relative_to_the_slots),
        cmocka_unit_test(users_and_fairness_by_hand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
