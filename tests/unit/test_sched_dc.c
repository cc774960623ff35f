/* Deadline Constraint, by hand from section III of "Real-Time Scheduling in MapReduce Clusters". */
#include "tests/unit/sim.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static void expect_rejected(const struct sim *s, int32_t job, const char *reason)
{
    assert_false(sim_outcome(s, job)->accepted);
    assert_string_equal(sim_outcome(s, job)->reason, reason);
}

static void a_job_runs_at_its_minimum_degree(void **state)
{
    (void)state;
    struct sim s;
    sim_init(&s, 4, 2);
    /* s = 20 - 6 = 14, floor(14 / 4) = 3 rounds, n = ceil(6 / 3) = 2 although 4 slots are free */
    sim_job(&s, 0, 20, 4, "4 4 4 4 4 4", 6, "6 6");
    assert_true(sim_run(&s, &dc_scheduler));
    assert_true(sim_outcome(&s, 0)->accepted);
    assert_int_equal(sim_outcome(&s, 0)->estimated_finish, 18); /* 3 rounds of 4, then 6 */
    for (int32_t i = 0; i < 6; i++) {
        assert_int_equal(sim_task(&s, 0, STAGE_MAP, i)->start, 4 * (i / 2));
    }
    assert_int_equal(sim_outcome(&s, 0)->finish, 18);
    sim_free(&s);
}

static void the_degree_counts_whole_tasks(void **state)
{
    (void)state;
    struct sim s;
    sim_init(&s, 4, 1);
    /* s - A = 15 holds 3 maps of 4 one after the other, so 10 maps need ceil(10 / 3) = 4 slots: the
     * fluid bound 10 * 4 / 15 = 2.67 would say 3 */
    sim_job(&s, 0, 15, 4, "4 4 4 4 4 4 4 4 4 4", 1, "");
    assert_true(sim_run(&s, &dc_scheduler));
    assert_int_equal(sim_task(&s, 0, STAGE_MAP, 3)->start, 0);
    assert_int_equal(sim_outcome(&s, 0)->finish, 12);
    sim_free(&s);
}

static void map_slots_must_be_free_at_arrival(void **state)
{
    (void)state;
    struct sim s;
    sim_init(&s, 4, 4);
    sim_job(&s, 0, 20, 4, "4 4 4 4 4 4", 6, "6 6"); /* n = 2 until 12 */
    sim_job(&s, 0, 8, 4, "4 4 4 4 4 4", 1, "");     /* n = 3, same instant: two slots are held already */
    sim_job(&s, 1, 9, 4, "4 4 4 4", 1, "");         /* n = 2: accepted */
    sim_job(&s, 2, 99, 4, "4", 1, "");              /* n = 1: all four are held */
    sim_job(&s, 9, 99, 4, "4", 1, "");              /* j2 ended at 9 */
    assert_true(sim_run(&s, &dc_scheduler));
    expect_rejected(&s, 1, "too few map slots are free");
    assert_int_equal(sim_outcome(&s, 1)->estimated_finish, 8);
    assert_true(sim_outcome(&s, 2)->accepted);
    assert_int_equal(sim_outcome(&s, 2)->finish, 9);
    expect_rejected(&s, 3, "too few map slots are free");
    assert_true(sim_outcome(&s, 4)->accepted);
    sim_free(&s);
}

static void a_job_frees_slots_as_its_maps_run_out(void **state)
{
    (void)state;
    struct sim s;
    sim_init(&s, 2, 1);
    sim_job(&s, 0, 8, 4, "4 4 3", 1, ""); /* n = 2: its third map runs 4-7 on one slot */
    sim_job(&s, 4, 99, 4, "4", 1, "");    /* one slot is free from 4 on */
    assert_true(sim_run(&s, &dc_scheduler));
    assert_true(sim_outcome(&s, 1)->accepted);
    assert_int_equal(sim_outcome(&s, 1)->first_start, 4);
    sim_free(&s);
}

static void reduce_slots_must_be_free_at_the_latest_start(void **state)
{
    (void)state;
    struct sim s;
    sim_init(&s, 8, 2);
    sim_job(&s, 0, 20, 4, "4 4 4 4 4 4", 6, "6 6"); /* reduces expected in [14, 20) */
    sim_job(&s, 0, 20, 4, "4", 6, "6");             /* s = 14: both slots are taken then */
    sim_job(&s, 0, 26, 4, "4", 6, "6 6");           /* s = 20: free */
    assert_true(sim_run(&s, &dc_scheduler));
    assert_true(sim_outcome(&s, 0)->accepted);
    expect_rejected(&s, 1, "too few reduce slots are expected to be free");
    assert_true(sim_outcome(&s, 2)->accepted);
    sim_free(&s);
}

static void running_reduces_are_expected_to_end(void **state)
{
    (void)state;
    struct sim s;
    sim_init(&s, 8, 2);
    sim_job(&s, 0, 20, 2, "2", 6, "6 6"); /* reduces run 2-8 */
    sim_job(&s, 3, 11, 2, "2", 4, "4");   /* s = 7 < 8 */
    sim_job(&s, 3, 12, 2, "2", 4, "4");   /* s = 8 */
    assert_true(sim_run(&s, &dc_scheduler));
    expect_rejected(&s, 1, "too few reduce slots are expected to be free");
    assert_true(sim_outcome(&s, 2)->accepted);
    sim_free(&s);
}

static void a_reduce_over_its_time_is_expected_to_end_now(void **state)
{
    (void)state;
    struct sim s;
    sim_init(&s, 8, 1);
    sim_job(&s, 0, 9, 2, "", 3, "20");  /* runs 0-20 instead of 0-3 */
    sim_job(&s, 10, 12, 2, "", 2, "2"); /* s = 10 = now: the slot is busy */
    sim_job(&s, 10, 13, 2, "", 2, "2"); /* s = 11: expected to be free */
    assert_true(sim_run(&s, &dc_scheduler));
    expect_rejected(&s, 1, "too few reduce slots are expected to be free");
    assert_true(sim_outcome(&s, 2)->accepted);
    assert_false(sim_outcome(&s, 2)->met); /* it waits until 20 */
    sim_free(&s);
}

static void accepted_jobs_may_miss(void **state)
{
    (void)state;
    struct sim s;
    sim_init(&s, 4, 2);
    sim_job(&s, 0, 20, 4, "4 4 4 4 4 4", 6, "6 6"); /* reduces expected in [14, 20) */
    sim_job(&s, 0, 19, 4, "4 4 4 4 4 4", 6, "6 6"); /* s = 13: free at 13, but not until 19 */
    assert_true(sim_run(&s, &dc_scheduler));
    assert_true(sim_outcome(&s, 0)->accepted);
    assert_true(sim_outcome(&s, 1)->accepted);
    assert_int_equal(sim_outcome(&s, 1)->finish, 18); /* EDF: its reduces run 12-18 */
    assert_true(sim_outcome(&s, 1)->met);
    assert_int_equal(sim_outcome(&s, 0)->finish, 24); /* 18-24 */
    assert_false(sim_outcome(&s, 0)->met);
    sim_free(&s);
}

static void jobs_that_never_fit(void **state)
{
    (void)state;
    struct sim s;
    sim_init(&s, 4, 2);
    sim_job(&s, 0, 100, 4, "4", 6, "6 6 6");  /* R > reduce slots */
    sim_job(&s, 0, 9, 4, "4", 6, "6");        /* s - A = 3 < 4 */
    sim_job(&s, 0, 5, 4, "4", 6, "6");        /* s before A */
    sim_job(&s, 0, 7, 4, "4 4 4 4 4", 1, ""); /* n = 5 > 4 slots */
    sim_job(&s, 0, 3, 4, "", 3, "3");         /* no maps: s = A is early enough */
    sim_job(&s, 0, 0, 4, "", 3, "");          /* no tasks */
    assert_true(sim_run(&s, &dc_scheduler));
    expect_rejected(&s, 0, "it has more reduce tasks than there are reduce slots");
    expect_rejected(&s, 1, "its stages are too long for its deadline");
    assert_int_equal(sim_outcome(&s, 1)->estimated_finish, NO_INSTANT);
    expect_rejected(&s, 2, "its stages are too long for its deadline");
    expect_rejected(&s, 3, "too few map slots are free");
    assert_true(sim_outcome(&s, 4)->accepted);
    assert_int_equal(sim_outcome(&s, 4)->estimated_finish, 3);
    assert_true(sim_outcome(&s, 5)->met);
    sim_free(&s);
}

static void a_job_without_a_deadline_runs_one_map_at_a_time(void **state)
{
    (void)state;
    struct sim s;
    sim_init(&s, 4, 2);
    sim_job(&s, 0, NO_DEADLINE, 4, "4 4", 6, "6");
    assert_true(sim_run(&s, &dc_scheduler));
    assert_int_equal(sim_task(&s, 0, STAGE_MAP, 1)->start, 4);
    assert_int_equal(sim_outcome(&s, 0)->finish, 14);
    sim_free(&s);
}

static void the_factors_scale_its_estimates(void **state)
{
    (void)state;
    struct sim s;
    sim_init(&s, 4, 2);
    s.scheduler_options.dc_map_factor = 0.3;    /* ceil(4 * 0.3) = 2 */
    s.scheduler_options.dc_reduce_factor = 2.0; /* 12 */
    /* s = 20 - 12 = 8, floor(8 / 2) = 4 rounds, n = ceil(6 / 4) = 2: as if maps took 2 */
    sim_job(&s, 0, 20, 4, "4 4 4 4 4 4", 6, "6");
    assert_true(sim_run(&s, &dc_scheduler));
    assert_int_equal(sim_outcome(&s, 0)->estimated_finish, 3 * 2 + 12);
    assert_int_equal(sim_task(&s, 0, STAGE_MAP, 5)->end, 12);
    sim_free(&s);
}

static void heartbeats_do_not_give_held_slots_away(void **state)
{
    (void)state;
    struct sim s;
    sim_init(&s, 1, 1);
    sim_nodes(&s, 100, 1, 2, 1);
    sim_job(&s, 1, 201, 100, "10 10", 1, ""); /* n = 1, not dispatched before the first report */
    sim_job(&s, 1, 101, 100, "10 10", 1, ""); /* n = 2: one slot is left */
    sim_job(&s, 1, 201, 100, "10 10", 1, ""); /* n = 1 */
    assert_true(sim_run(&s, &dc_scheduler));
    assert_true(sim_outcome(&s, 0)->accepted);
    expect_rejected(&s, 1, "too few map slots are free");
    assert_true(sim_outcome(&s, 2)->accepted);
    sim_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_job_runs_at_its_minimum_degree),
        cmocka_unit_test(the_degree_counts_whole_tasks),
        cmocka_unit_test(map_slots_must_be_free_at_arrival),
        cmocka_unit_test(a_job_frees_slots_as_its_maps_run_out),
        cmocka_unit_test(reduce_slots_must_be_free_at_the_latest_start),
        cmocka_unit_test(running_reduces_are_expected_to_end),
        cmocka_unit_test(a_reduce_over_its_time_is_expected_to_end_now),
        cmocka_unit_test(accepted_jobs_may_miss),
        cmocka_unit_test(jobs_that_never_fit),
        cmocka_unit_test(a_job_without_a_deadline_runs_one_map_at_a_time),
        cmocka_unit_test(the_factors_scale_its_estimates),
        cmocka_unit_test(heartbeats_do_not_give_held_slots_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
