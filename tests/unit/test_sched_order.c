/* The schedulers without an admission test, and what they share: FIFO, EDF, the queue of ready
 * jobs, the table. */
#include "harness/schedulers/ready_queue.h"
#include "harness/schedulers/schedulers.h"
#include "tests/unit/sim.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static void the_table_of_schedulers(void **state)
{
    (void)state;
    assert_ptr_equal(scheduler_find("rtmr"), &rtmr_scheduler);
    assert_ptr_equal(scheduler_find("dc"), &dc_scheduler);
    assert_ptr_equal(scheduler_find("edf"), &edf_scheduler);
    assert_ptr_equal(scheduler_find("asrpt"), &asrpt_scheduler);
    assert_ptr_equal(scheduler_find("fifo"), &fifo_scheduler);
    assert_ptr_equal(scheduler_find("fair"), &fair_scheduler);
    assert_ptr_equal(scheduler_find("capacity"), &capacity_scheduler);
    assert_ptr_equal(scheduler_find("srt-fair"), &srt_fair_scheduler);
    assert_ptr_equal(scheduler_find("srt-capacity"), &srt_capacity_scheduler);
    assert_ptr_equal(scheduler_find("lsps"), &lsps_scheduler);
    assert_null(scheduler_find("none"));
    for (size_t i = 0; i < scheduler_count(); i++) {
        assert_ptr_equal(scheduler_find(scheduler_at(i)->name), scheduler_at(i));
    }
}

static void options_that_no_scheduler_can_use(void **state)
{
    (void)state;
    struct scheduler_options options = scheduler_options_default();
    assert_null(scheduler_options_problem(&options));
    options.delta = -1;
    assert_non_null(scheduler_options_problem(&options));
    options = scheduler_options_default();
    options.estimate_padding = 0.99;
    assert_non_null(scheduler_options_problem(&options));
    options = scheduler_options_default();
    options.dc_map_factor = 0.0;
    assert_non_null(scheduler_options_problem(&options));
    options = scheduler_options_default();
    options.dc_reduce_factor = -1.0;
    assert_non_null(scheduler_options_problem(&options));
    options = scheduler_options_default();
    options.order = RTMR_ORDER_EDF;
    assert_null(scheduler_options_problem(&options));
    options.feedback = RTMR_FEEDBACK_NONE;
    assert_non_null(scheduler_options_problem(&options));
}

static void the_ready_queue_orders_by_key_then_arrival(void **state)
{
    (void)state;
    struct scheduler_job jobs[4] = {
        {.id = 0, .tasks = {1, 1}, .waiting = {1, 1}},
        {.id = 1, .tasks = {1, 1}, .waiting = {1, 1}},
        {.id = 2, .tasks = {1, 1}, .waiting = {1, 1}},
        {.id = 3, .tasks = {0, 1}, .waiting = {0, 1}, .reduces_open = true},
    };
    struct ready_queue maps;
    ready_queue_init(&maps, STAGE_MAP, 4);
    assert_null(ready_queue_first(&maps));
    ready_queue_offer(&maps, &jobs[2], 5);
    ready_queue_offer(&maps, &jobs[1], 5);
    ready_queue_offer(&maps, &jobs[0], 9);
    ready_queue_offer(&maps, &jobs[0], 9);
    ready_queue_offer(&maps, &jobs[3], 1); /* has no map */
    assert_int_equal(maps.count, 3);
    assert_ptr_equal(ready_queue_first(&maps), &jobs[1]);
    jobs[1].waiting[STAGE_MAP] = 0;
    assert_ptr_equal(ready_queue_first(&maps), &jobs[2]);
    ready_queue_drop_first(&maps);
    assert_ptr_equal(ready_queue_first(&maps), &jobs[0]);
    ready_queue_offer(&maps, &jobs[2], 5);
    assert_ptr_equal(ready_queue_first(&maps), &jobs[2]);
    ready_queue_free(&maps);

    struct ready_queue reduces;
    ready_queue_init(&reduces, STAGE_REDUCE, 4);
    ready_queue_offer(&reduces, &jobs[0], 1); /* not open */
    ready_queue_offer(&reduces, &jobs[3], 2);
    assert_ptr_equal(ready_queue_first(&reduces), &jobs[3]);
    ready_queue_free(&reduces);
}

static void fifo_serves_in_order_of_arrival(void **state)
{
    (void)state;
    struct sim s;
    sim_init(&s, 1, 1);
    sim_job(&s, 0, 100, 3, "3 3", 2, "2");
    sim_job(&s, 1, 5, 1, "1", 1, "1");
    assert_true(sim_run(&s, &fifo_scheduler));
    assert_int_equal(sim_task(&s, 0, STAGE_MAP, 1)->start, 3);
    assert_int_equal(sim_task(&s, 1, STAGE_MAP, 0)->start, 6);
    assert_int_equal(sim_outcome(&s, 0)->finish, 8);
    assert_int_equal(sim_outcome(&s, 1)->finish, 9); /* its reduce is ready at 7, the slot at 8 */
    assert_true(sim_outcome(&s, 1)->accepted);
    assert_false(sim_outcome(&s, 1)->met);
    assert_int_equal(sim_outcome(&s, 1)->estimated_finish, NO_INSTANT);
    sim_free(&s);
}

static void edf_serves_the_earliest_deadline(void **state)
{
    (void)state;
    struct sim s;
    sim_init(&s, 1, 1);
    sim_job(&s, 0, 100, 3, "3 3", 2, "2");
    sim_job(&s, 1, 5, 1, "1", 1, "1"); /* passes j0's second map at 3 */
    sim_job(&s, 1, 5, 1, "1", 1, "");  /* equal deadline, behind it */
    assert_true(sim_run(&s, &edf_scheduler));
    assert_int_equal(sim_task(&s, 1, STAGE_MAP, 0)->start, 3);
    assert_int_equal(sim_task(&s, 2, STAGE_MAP, 0)->start, 4);
    assert_int_equal(sim_task(&s, 0, STAGE_MAP, 1)->start, 5);
    assert_true(sim_outcome(&s, 1)->met);
    assert_true(sim_outcome(&s, 2)->met);
    assert_int_equal(sim_outcome(&s, 0)->finish, 10);
    sim_free(&s);
}

static void fifo_spreads_a_small_load_over_the_nodes(void **state)
{
    (void)state;
    struct sim s;
    sim_init(&s, 1, 1);
    sim_nodes(&s, 100, 2, 4, 1);
    sim_job(&s, 0, 10000, 50, "500 500 500", 1, "");
    assert_true(sim_run(&s, &fifo_scheduler));
    /* load 3/8: a node takes up to ceil(3/8 * 4) = 2, whichever node reports first */
    int32_t first = sim_task(&s, 0, STAGE_MAP, 0)->node;
    assert_int_equal(sim_task(&s, 0, STAGE_MAP, 1)->node, first);
    assert_int_equal(sim_task(&s, 0, STAGE_MAP, 2)->node, 1 - first);
    sim_free(&s);

    /* A load above the capacity fills every slot. */
    sim_init(&s, 1, 1);
    sim_nodes(&s, 100, 2, 2, 1);
    sim_job(&s, 0, 10000, 50, "50 50 50 50 50", 1, "");
    assert_true(sim_run(&s, &fifo_scheduler));
    for (int32_t i = 0; i < 4; i++) {
        assert_true(sim_task(&s, 0, STAGE_MAP, i)->start < 100);
    }
    assert_true(sim_task(&s, 0, STAGE_MAP, 4)->start >= 100);
    sim_free(&s);
}

/* The starts of both stages at one node's report, summed over the reports of all nodes in the first
 * period. */
static int32_t starts_in_first_period(const struct sim *s, int32_t job, enum stage stage)
{
    int32_t starts = 0;
    for (ticks at = 0; at < 100; at++) {
        starts += sim_starts(s, job, stage, at);
    }
    return starts;
}

static void fifo_pads(void **state)
{
    (void)state;
    /* 4 nodes of 2 slots. Job 0 wants 8 maps and 8 reduces, job 1 as many: 25% of 8 is 2 slots of
     * padding: once 6 of 8 slots are in use a node gets one map. */
    for (int padded = 0; padded < 2; padded++) {
        struct sim s;
        sim_init(&s, 1, 1);
        sim_nodes(&s, 100, 4, 2, 2);
        s.options.slowstart = 0;
        s.scheduler_options.fifo_padding = padded ? 0.25 : 0.0;
        sim_job(&s, 0, 10000, 50, "500 500 500 500 500 500 500 500", 50, "500");
        sim_job(&s, 0, 10000, 50, "500 500 500 500 500 500 500 500", 50, "500 500 500 500 500 500 500 500");
        assert_true(sim_run(&s, &fifo_scheduler));
        assert_int_equal(starts_in_first_period(&s, 0, STAGE_MAP), padded ? 7 : 8);
        sim_free(&s);
    }
    /* Reduces: the first job that has any gets its own, the others wait while the padding is
     * reached. One each report: the four nodes get job 0's one and three of job 1's. */
    for (int padded = 0; padded < 2; padded++) {
        struct sim s;
        sim_init(&s, 1, 1);
        sim_nodes(&s, 100, 4, 2, 1);
        s.options.slowstart = 0;
        s.scheduler_options.fifo_padding = padded ? 1.0 : 0.0;
        sim_job(&s, 0, 10000, 50, "", 50, "50");
        sim_job(&s, 0, 10000, 50, "", 50, "500 500 500 500");
        assert_true(sim_run(&s, &fifo_scheduler));
        /* 1 + 4 wanted, so at most a node's one slot: reached once 3 of the 4 run. */
        assert_int_equal(starts_in_first_period(&s, 0, STAGE_REDUCE), 1);
        assert_int_equal(starts_in_first_period(&s, 1, STAGE_REDUCE), padded ? 2 : 3);
        sim_free(&s);
    }
    /* Not with 3 nodes. */
    struct sim s;
    sim_init(&s, 1, 1);
    sim_nodes(&s, 100, 3, 2, 2);
    s.scheduler_options.fifo_padding = 1.0;
    sim_job(&s, 0, 10000, 50, "500 500 500 500 500 500", 50, "500");
    assert_true(sim_run(&s, &fifo_scheduler));
    assert_int_equal(starts_in_first_period(&s, 0, STAGE_MAP), 6);
    sim_free(&s);
}

static void failed_tasks_come_back(void **state)
{
    (void)state;
    for (size_t i = 0; i < scheduler_count(); i++) {
        if (scheduler_at(i) == &rtmr_scheduler) {
            continue; /* it may reject what it cannot promise any more; its own tests are in test_sched_rtmr.c */
        }
        for (ticks heartbeat = 0; heartbeat <= 10; heartbeat += 10) {
            struct sim s;
            sim_init(&s, 3, 2);
            sim_nodes(&s, heartbeat, 3, 2, 2);
            s.options.faults.failure_rate = 0.5;
            sim_job(&s, 0, 1000, 10, "10 10 10 10 10 10", 10, "10 10 10");
            sim_job(&s, 5, 500, 10, "10 10 10", 10, "10 10 10 10");
            assert_true(sim_run(&s, scheduler_at(i)));
            assert_true(sim_outcome(&s, 0)->finished && sim_outcome(&s, 1)->finished);
            assert_true(sim_outcome(&s, 0)->failed_attempts + sim_outcome(&s, 1)->failed_attempts > 0);
            sim_free(&s);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_table_of_schedulers),
        cmocka_unit_test(options_that_no_scheduler_can_use),
        cmocka_unit_test(the_ready_queue_orders_by_key_then_arrival),
        cmocka_unit_test(fifo_serves_in_order_of_arrival),
        cmocka_unit_test(edf_serves_the_earliest_deadline),
        cmocka_unit_test(fifo_spreads_a_small_load_over_the_nodes),
        cmocka_unit_test(fifo_pads),
        cmocka_unit_test(failed_tasks_come_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
