/* LsPS: the statistics of users, the shares of Eq. 8, deficits, and the two ways of a user's
 * jobs. */
#include "harness/schedulers/user_statistics.h"
#include "harness/workload/random_stream.h"
#include "tests/unit/sim.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static bool near(double a, double b)
{
    return fabs(a - b) <= 1e-9 * (1.0 + fabs(b));
}

static void welfords_update(void **state)
{
    (void)state;
    struct user_statistics s = {0};
    assert_true(isnan(user_statistics_variation(&s)));
    user_statistics_add_size(&s, 0.0);
    assert_true(user_statistics_variation(&s) == 0.0);
    user_statistics_add_size(&s, 2.0);
    assert_true(near(s.mean_size, 1.0) && near(s.squares, 2.0)); /* Eq. 5 as printed: 1/2 */
    assert_true(near(user_statistics_variation(&s), 1.0));

    gsl_rng *rng = random_stream_open(5, STREAM_SIZES);
    s = (struct user_statistics){0};
    double sizes[200];
    for (int n = 0; n < 200; n++) {
        sizes[n] = 1e6 + 1e5 * gsl_rng_uniform(rng);
        user_statistics_add_size(&s, sizes[n]);
        user_statistics_add_task_time(&s, STAGE_MAP, sizes[n]);
        double mean = 0.0;
        double squares = 0.0;
        for (int i = 0; i <= n; i++) {
            mean += sizes[i] / (n + 1);
        }
        for (int i = 0; i <= n; i++) {
            squares += (sizes[i] - mean) * (sizes[i] - mean);
        }
        assert_true(near(s.mean_size, mean) && near(s.task_time[STAGE_MAP], mean));
        assert_true(fabs(user_statistics_variation(&s) - sqrt(squares / (n + 1)) / mean) < 1e-9);
    }
    user_statistics_reset(&s);
    assert_int_equal(s.jobs, 0);
    assert_true(s.mean_size == 0.0 && s.squares == 0.0 && s.task_time[STAGE_MAP] > 0.0);
    user_statistics_add_task_time(&s, STAGE_MAP, 7.0);
    assert_true(near(s.task_time[STAGE_MAP], 7.0)); /* the old one is gone */
    gsl_rng_free(rng);
}

/* a: three jobs of 2 maps, b: one of 6. Mean phase sizes 2 and 6 priors, so shares of 4 slots 3 and
 * 1. */
static void run_shares(struct sim *s, double alpha)
{
    sim_init(s, 4, 1);
    s->scheduler_options.lsps_alpha = alpha;
    sim_job_of(s, "a", "", 0, "10 10", "");
    sim_job_of(s, "a", "", 0, "10 10", "");
    sim_job_of(s, "a", "", 0, "10 10", "");
    sim_job_of(s, "b", "", 0, "10 10 10 10 10 10", "");
    assert_true(sim_run(s, &lsps_scheduler));
}

static int32_t starts_of_a(const struct sim *s, ticks at)
{
    return sim_starts(s, 0, STAGE_MAP, at) + sim_starts(s, 1, STAGE_MAP, at) + sim_starts(s, 2, STAGE_MAP, at);
}

static void shares_are_inverse_to_sizes(void **state)
{
    (void)state;
    struct sim s;
    run_shares(&s, 1.0);
    assert_int_equal(starts_of_a(&s, 0), 3);
    assert_int_equal(sim_starts(&s, 3, STAGE_MAP, 0), 1);
    sim_free(&s);
    run_shares(&s, 0.0);
    assert_int_equal(starts_of_a(&s, 0), 2);
    assert_int_equal(sim_starts(&s, 3, STAGE_MAP, 0), 2);
    sim_free(&s);
}

static void what_a_user_cannot_use_is_handed_on(void **state)
{
    (void)state;
    struct sim s;
    sim_init(&s, 8, 1);
    /* Sizes 1, 4 and 4: shares 16/3, 4/3, 4/3; a can use one slot, so that b and c share seven. */
    sim_job_of(&s, "a", "", 0, "10", "");
    sim_job_of(&s, "b", "", 0, "10 10 10 10", "");
    sim_job_of(&s, "c", "", 0, "10 10 10 10", "");
    assert_true(sim_run(&s, &lsps_scheduler));
    assert_int_equal(sim_starts(&s, 0, STAGE_MAP, 0), 1);
    assert_int_equal(sim_starts(&s, 1, STAGE_MAP, 0), 4); /* deficits are equal: b came first */
    assert_int_equal(sim_starts(&s, 2, STAGE_MAP, 0), 3);
    sim_free(&s);
}

static void measured_times_count(void **state)
{
    (void)state;
    struct sim s;
    sim_init(&s, 4, 1);
    /* By 100 a's tasks have taken 30 and b's 10. Of equally many tasks a's phase is thrice as
     * large: 1 slot to 3. */
    sim_job_of(&s, "a", "", 0, "30", "");
    sim_job_of(&s, "b", "", 0, "10", "");
    sim_job_of(&s, "a", "", 100, "30 30 30 30", "");
    sim_job_of(&s, "b", "", 100, "10 10 10 10", "");
    assert_true(sim_run(&s, &lsps_scheduler));
    assert_int_equal(sim_starts(&s, 2, STAGE_MAP, 100), 1);
    assert_int_equal(sim_starts(&s, 3, STAGE_MAP, 100), 3);
    sim_free(&s);
}

static void jobs_of_like_sizes_go_in_order(void **state)
{
    (void)state;
    struct sim s;
    sim_init(&s, 4, 1);
    /* Without a finished job: in equal parts. */
    sim_job_of(&s, "a", "", 0, "10 10 10 10", "");
    sim_job_of(&s, "a", "", 0, "10 10 10 10", "");
    /* With two of a size: in order. */
    sim_job_of(&s, "a", "", 100, "10 10 10 10", "");
    sim_job_of(&s, "a", "", 100, "10 10 10 10", "");
    assert_true(sim_run(&s, &lsps_scheduler));
    assert_int_equal(sim_starts(&s, 0, STAGE_MAP, 0), 2);
    assert_int_equal(sim_starts(&s, 1, STAGE_MAP, 0), 2);
    assert_int_equal(sim_starts(&s, 2, STAGE_MAP, 100), 4);
    assert_int_equal(sim_starts(&s, 3, STAGE_MAP, 100), 0);
    sim_free(&s);
}

static void jobs_of_unlike_sizes_go_in_equal_parts(void **state)
{
    (void)state;
    struct sim s;
    sim_init(&s, 4, 1);
    sim_job_of(&s, "a", "", 0, "10", "");
    sim_job_of(&s, "a", "", 0, "10", "");
    /* CV = 0. With the first two CV' = 8/10, in order; with all three sizes 18, 2 and 1: CV' =
     * 7.8/7 > 1. */
    sim_job_of(&s, "a", "", 100, "10 10 10 10 10 10 10 10 10 10 10 10 10 10 10 10 10 10", "");
    sim_job_of(&s, "a", "", 100, "10 10", "");
    sim_job_of(&s, "a", "", 100, "10", "");
    assert_true(sim_run(&s, &lsps_scheduler));
    assert_int_equal(sim_starts(&s, 2, STAGE_MAP, 100), 2);
    assert_int_equal(sim_starts(&s, 3, STAGE_MAP, 100), 1);
    assert_int_equal(sim_starts(&s, 4, STAGE_MAP, 100), 1);
    sim_free(&s);
}

static void conflicting_variations_begin_a_new_window(void **state)
{
    (void)state;
    struct sim s;
    sim_init(&s, 4, 1);
    sim_job_of(&s, "a", "", 0, "10", "");
    sim_job_of(&s, "a", "", 0, "10", "");
    /* At 100: sizes 1, 1, 1, 1 and 40: CV' = sqrt(243.4) / 8.8 > 1, CV = 0. */
    sim_job_of(&s, "a", "", 100, "10", "");
    sim_job_of(&s, "a", "", 100, "10", "");
    sim_job_of(&s, "a", "", 100, "10", "");
    sim_job_of(&s, "a", "", 100, "10", "");
    sim_job_of(
        &s, "a", "", 100,
        "10 10 10 10 10 10 10 10 10 10 10 10 10 10 10 10 10 10 10 10 10 10 10 10 10 10 10 10 10 10 10 10 10 10 10 10 "
        "10 10 10 10",
        "");
    /* At 105, nothing having finished since: no history, so equal parts go on although CV' of these
     * and CV of before would be below 1. At 110 the four small ones are done, job 7 gets one slot
     * at a time until it holds as many. */
    sim_job_of(
        &s, "a", "", 105,
        "10 10 10 10 10 10 10 10 10 10 10 10 10 10 10 10 10 10 10 10 10 10 10 10 10 10 10 10 10 10 10 10 10 10 10 10 "
        "10 10 10 10",
        "");
    assert_true(sim_run(&s, &lsps_scheduler));
    for (int32_t job = 2; job < 6; job++) {
        assert_int_equal(sim_starts(&s, job, STAGE_MAP, 100), 1);
    }
    assert_int_equal(sim_starts(&s, 6, STAGE_MAP, 110), 2);
    assert_int_equal(sim_starts(&s, 7, STAGE_MAP, 110), 2);
    sim_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(welfords_update),
        cmocka_unit_test(shares_are_inverse_to_sizes),
        cmocka_unit_test(what_a_user_cannot_use_is_handed_on),
        cmocka_unit_test(measured_times_count),
        cmocka_unit_test(jobs_of_like_sizes_go_in_order),
        cmocka_unit_test(jobs_of_unlike_sizes_go_in_equal_parts),
        cmocka_unit_test(conflicting_variations_begin_a_new_window),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
