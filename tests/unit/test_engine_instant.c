/* The engine in instant mode: the order of events, slots and speeds, jobs at the edges,
 * slowstart. */
#include "tests/unit/sim.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static void one_job_runs_maps_then_reduces(void **state)
{
    (void)state;
    struct sim s;
    sim_init(&s, 2, 1);
    sim_job(&s, 5, 100, 3, "3 1 2", 4, "4 2");
    assert_true(sim_run(&s, &scribe_scheduler));
    /* maps: 5-8 and 5-6, 6-8; reduces one after the other on the only slot */
    assert_string_equal(scribe_log(&s), "5: +j0 m0<j0 m1<j0 6: m1>j0 m1<j0 8: m0>j0 m1>j0 r0<j0 "
                                        "12: r0>j0 r0<j0 14: r0>j0 -j0");
    const struct job_outcome *outcome = sim_outcome(&s, 0);
    assert_true(outcome->accepted && outcome->finished && outcome->met);
    assert_int_equal(outcome->first_start, 5);
    assert_int_equal(outcome->finish, 14);
    assert_int_equal(outcome->slot_time[STAGE_MAP], 6);
    assert_int_equal(outcome->slot_time[STAGE_REDUCE], 6);
    sim_free(&s);
}

static void finishes_then_arrivals_then_dispatch(void **state)
{
    (void)state;
    struct sim s;
    sim_init(&s, 1, 1);
    sim_job(&s, 0, 100, 4, "4", 1, "1");
    sim_job(&s, 4, 100, 1, "1", 1, "1");
    sim_job(&s, 4, 100, 1, "1", 1, "");
    assert_true(sim_run(&s, &scribe_scheduler));
    /* at 4: the finish, both arrivals with no dispatch between them, the map stage, then the reduce
     * stage */
    assert_string_equal(scribe_log(&s), "0: +j0 m0<j0 4: m0>j0 +j1 +j2 m0<j1 r0<j0 5: m0>j1 r0>j0 -j0 m0<j2 r0<j1 "
                                        "6: m0>j2 -j2 r0>j1 -j1");
    sim_free(&s);
}

static void finishes_of_one_instant_in_order_of_dispatch(void **state)
{
    (void)state;
    struct sim s;
    sim_init(&s, 3, 1);
    sim_job(&s, 0, 100, 9, "1", 1, "");
    sim_job(&s, 0, 100, 9, "5", 1, "");
    sim_job(&s, 0, 100, 9, "2", 1, "");
    sim_job(&s, 1, 100, 9, "4", 1, ""); /* takes slot 0 at 1 and ends at 5, dispatched after slot 1's */
    sim_job(&s, 2, 100, 9, "3", 1, ""); /* takes slot 2 at 2 and ends at 5 */
    assert_true(sim_run(&s, &scribe_scheduler));
    assert_string_equal(scribe_log(&s), "0: +j0 +j1 +j2 m0<j0 m1<j1 m2<j2 1: m0>j0 -j0 +j3 m0<j3 "
                                        "2: m2>j2 -j2 +j4 m2<j4 5: m1>j1 -j1 m0>j3 -j3 m2>j4 -j4");
    sim_free(&s);
}

static void a_job_ends_at_once_when_its_last_finish_is_processed(void **state)
{
    (void)state;
    struct sim s;
    sim_init(&s, 2, 1);
    sim_job(&s, 0, 100, 2, "2", 1, "");
    sim_job(&s, 0, 100, 2, "2", 1, "");
    assert_true(sim_run(&s, &scribe_scheduler));
    assert_string_equal(scribe_log(&s), "0: +j0 +j1 m0<j0 m1<j1 2: m0>j0 -j0 m1>j1 -j1");
    sim_free(&s);
}

static void the_idle_slot_with_the_lowest_number_comes_first(void **state)
{
    (void)state;
    struct sim s;
    sim_init(&s, 200, 1); /* more than a word of the slot set */
    char maps[3 * 130 + 1] = "";
    for (int i = 0; i < 130; i++) {
        strcat(maps, i == 70 || i == 129 ? "2 " : "9 ");
    }
    sim_job(&s, 0, 100, 9, maps, 1, "");
    sim_job(&s, 2, 100, 9, "1 1 1", 1, "");
    assert_true(sim_run(&s, &scribe_scheduler));
    assert_int_equal(sim_task(&s, 1, STAGE_MAP, 0)->slot, 70);
    assert_int_equal(sim_task(&s, 1, STAGE_MAP, 1)->slot, 129);
    assert_int_equal(sim_task(&s, 1, STAGE_MAP, 2)->slot, 130);
    sim_free(&s);
}

static void a_node_takes_the_duration_over_its_speed_rounded_up(void **state)
{
    (void)state;
    struct sim s;
    sim_init(&s, 1, 1);
    cluster_free(&s.cluster);
    cluster_init(&s.cluster, "speeds");
    assert_true(cluster_add(&s.cluster, 1, (struct cluster_node){.slots = {1, 1}, .speed = {750, 2000}}));
    assert_true(cluster_add(&s.cluster, 1, (struct cluster_node){.slots = {1, 0}, .speed = {1000, 1000}}));
    sim_job(&s, 0, 100, 20, "10 10", 5, "5");
    assert_true(sim_run(&s, &scribe_scheduler));
    assert_int_equal(sim_task(&s, 0, STAGE_MAP, 0)->end, 14); /* ceil(10 / 0.75) */
    assert_int_equal(sim_task(&s, 0, STAGE_MAP, 1)->end, 10);
    assert_int_equal(sim_task(&s, 0, STAGE_MAP, 1)->node, 1);
    assert_int_equal(sim_task(&s, 0, STAGE_REDUCE, 0)->start, 14);
    assert_int_equal(sim_task(&s, 0, STAGE_REDUCE, 0)->end, 17); /* ceil(5 / 2) */
    sim_free(&s);
}

static void jobs_without_tasks_or_without_a_stage(void **state)
{
    (void)state;
    struct sim s;
    sim_init(&s, 1, 1);
    sim_job(&s, 3, 3, 0, "", 0, "");  /* finishes on arrival, its deadline */
    sim_job(&s, 3, 9, 0, "", 2, "2"); /* reduces only: ready on arrival */
    sim_job(&s, 3, 4, 2, "2", 0, ""); /* maps only, late */
    assert_true(sim_run(&s, &scribe_scheduler));
    assert_string_equal(scribe_log(&s), "3: +j0 -j0 +j1 +j2 m0<j2 r0<j1 5: m0>j2 -j2 r0>j1 -j1");
    assert_int_equal(sim_outcome(&s, 0)->finish, 3);
    assert_true(sim_outcome(&s, 0)->met);
    assert_int_equal(sim_outcome(&s, 0)->first_start, NO_INSTANT);
    assert_true(sim_outcome(&s, 1)->met);
    assert_false(sim_outcome(&s, 2)->met);
    sim_free(&s);
}

static void an_early_reduce_holds_its_slot_until_the_maps_end(void **state)
{
    (void)state;
    struct sim s;
    sim_init(&s, 1, 2);
    s.options.slowstart = 500;
    sim_job(&s, 0, 100, 3, "3 3 3", 2, "2 1");
    assert_true(sim_run(&s, &scribe_scheduler));
    /* ceil(0.5 * 3) = 2 maps are finished at 6; the last ends at 9 */
    assert_string_equal(scribe_log(&s), "0: +j0 m0<j0 3: m0>j0 m0<j0 6: m0>j0 m0<j0 r0<j0 r1<j0 9: m0>j0 "
                                        "10: r1>j0 11: r0>j0 -j0");
    const struct task_run *first = sim_task(&s, 0, STAGE_REDUCE, 0);
    assert_int_equal(first->start, 6);
    assert_int_equal(first->work_start, 9);
    assert_int_equal(first->end, 11);
    assert_int_equal(sim_outcome(&s, 0)->slot_time[STAGE_REDUCE], (11 - 6) + (10 - 6));
    sim_free(&s);
}

static void a_scheduler_that_needs_the_barrier_gets_it(void **state)
{
    (void)state;
    struct sim s;
    sim_init(&s, 1, 1);
    s.options.slowstart = 0;
    sim_job(&s, 0, 100, 3, "3", 2, "2");
    assert_true(sim_run(&s, &dc_scheduler));
    assert_int_equal(sim_task(&s, 0, STAGE_REDUCE, 0)->start, 3);
    sim_free(&s);
}

static void it_stops_at_an_instant_and_goes_on(void **state)
{
    (void)state;
    struct sim s;
    sim_init(&s, 1, 1);
    sim_job(&s, 0, 100, 4, "4 4", 1, "");
    assert_non_null(sim_engine(&s, &scribe_scheduler));
    assert_true(engine_run_until(s.engine, 4)); /* the events of 4, dispatch included */
    assert_int_equal(engine_job(s.engine, 0)->finished[STAGE_MAP], 1);
    assert_int_equal(engine_job(s.engine, 0)->running[STAGE_MAP], 1);
    assert_true(engine_run_until(s.engine, 6));
    assert_int_equal(engine_now(s.engine), 6);
    assert_true(engine_run(s.engine));
    assert_string_equal(scribe_log(&s), "0: +j0 m0<j0 4: m0>j0 m0<j0 6: 8: m0>j0 -j0");
    assert_int_equal(engine_counts(s.engine).dispatches, 2);
    assert_int_equal(engine_counts(s.engine).finishes, 2);
    assert_int_equal(engine_counts(s.engine).arrivals, 1);
    sim_free(&s);
}

static void no_jobs_no_events(void **state)
{
    (void)state;
    struct sim s;
    sim_init(&s, 1, 1);
    assert_true(sim_run(&s, &scribe_scheduler));
    assert_string_equal(scribe_log(&s), "");
    sim_free(&s);
}

static void a_run_that_would_pass_the_last_instant_stops(void **state)
{
    (void)state;
    struct sim s;
    sim_init(&s, 1, 1);
    sim_job(&s, 1, ENGINE_TIME_MAX, 4, "1152921504606846976", 1, "");
    assert_false(sim_run(&s, &scribe_scheduler));
    assert_non_null(strstr(s.error.text, "after the last instant"));
    sim_free(&s);
}

static void unusable_inputs_are_refused(void **state)
{
    (void)state;
    struct sim s;
    sim_init(&s, 1, 1);
    s.options.slowstart = 1001;
    assert_null(sim_engine(&s, &scribe_scheduler));
    assert_non_null(strstr(s.error.text, "slowstart"));
    sim_free(&s);

    sim_init(&s, 1, 1);
    s.scheduler_options.feedback = RTMR_FEEDBACK_SATU;
    s.scheduler_options.order = RTMR_ORDER_EDF;
    assert_null(sim_engine(&s, &scribe_scheduler));
    assert_non_null(strstr(s.error.text, "order edf"));
    sim_free(&s);

    sim_init(&s, 1, 1);
    sim_job(&s, 2, 9, 1, "1", 1, "");
    sim_job(&s, 1, 9, 1, "1", 1, "");
    assert_null(sim_engine(&s, &scribe_scheduler));
    assert_non_null(strstr(s.error.text, "sorted"));
    sim_free(&s);

    sim_init(&s, 1, 1);
    s.cluster.node_count = 0;
    assert_null(sim_engine(&s, &scribe_scheduler));
    assert_non_null(strstr(s.error.text, "the cluster has no slot"));
    sim_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_job_runs_maps_then_reduces),
        cmocka_unit_test(finishes_then_arrivals_then_dispatch),
        cmocka_unit_test(finishes_of_one_instant_in_order_of_dispatch),
        cmocka_unit_test(a_job_ends_at_once_when_its_last_finish_is_processed),
        cmocka_unit_test(the_idle_slot_with_the_lowest_number_comes_first),
        cmocka_unit_test(a_node_takes_the_duration_over_its_speed_rounded_up),
        cmocka_unit_test(jobs_without_tasks_or_without_a_stage),
        cmocka_unit_test(an_early_reduce_holds_its_slot_until_the_maps_end),
        cmocka_unit_test(a_scheduler_that_needs_the_barrier_gets_it),
        cmocka_unit_test(it_stops_at_an_instant_and_goes_on),
        cmocka_unit_test(no_jobs_no_events),
        cmocka_unit_test(a_run_that_would_pass_the_last_instant_stops),
        cmocka_unit_test(unusable_inputs_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
