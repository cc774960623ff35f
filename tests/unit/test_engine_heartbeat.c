/* The engine in heartbeat mode. Phases come from the seed; the tests read them and compute by hand
 * from there. */
#include "harness/engine/heartbeat.h"
#include "tests/unit/sim.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#define PERIOD 100

/* The phases that an engine with these options uses. */
static struct heartbeats phases_of(const struct sim *s)
{
    struct heartbeats h;
    heartbeats_init(&h, s->cluster.heartbeat, s->cluster.node_count, s->options.seed);
    return h;
}

static ticks phase_of_only_node(const struct sim *s)
{
    struct heartbeats h = phases_of(s);
    ticks phase = h.phase[0];
    heartbeats_free(&h);
    return phase;
}

static void tasks_start_and_ends_are_noticed_at_reports(void **state)
{
    (void)state;
    struct sim s;
    sim_init(&s, 1, 1);
    sim_nodes(&s, PERIOD, 1, 1, 1);
    sim_job(&s, 0, 10000, 130, "130", 100, "100");
    assert_true(sim_run(&s, &scribe_scheduler));
    ticks p = phase_of_only_node(&s);
    const struct task_run *map = sim_task(&s, 0, STAGE_MAP, 0);
    assert_int_equal(map->start, p);
    assert_int_equal(map->end, p + 130);
    assert_int_equal(map->noticed, p + 200);
    const struct task_run *reduce = sim_task(&s, 0, STAGE_REDUCE, 0);
    assert_int_equal(reduce->start, p + 200); /* at the report that notices the map's end */
    assert_int_equal(reduce->end, p + 300);
    assert_int_equal(reduce->noticed, p + 300); /* it ends at a report: noticed by that one */
    assert_int_equal(sim_outcome(&s, 0)->finish, p + 300);
    sim_free(&s);
}

static void an_arrival_waits_for_the_next_report(void **state)
{
    (void)state;
    struct sim s;
    sim_init(&s, 1, 1);
    sim_nodes(&s, PERIOD, 1, 1, 1);
    ticks p = phase_of_only_node(&s);
    sim_job(&s, p + 500, 10000, 1, "1", 1, "");  /* at a report: served by it */
    sim_job(&s, p + 1001, 10000, 1, "1", 1, ""); /* just after one */
    assert_true(sim_run(&s, &scribe_scheduler));
    assert_int_equal(sim_outcome(&s, 0)->first_start, p + 500);
    assert_int_equal(sim_outcome(&s, 1)->first_start, p + 1100);
    sim_free(&s);
}

static void how_much_a_node_gets_at_a_report_is_the_schedulers_choice(void **state)
{
    (void)state;
    struct sim s;
    sim_init(&s, 1, 1);
    sim_nodes(&s, PERIOD, 1, 3, 3);
    sim_job(&s, 0, 10000, 50, "50 50 50", 50, "350 50 50");
    assert_true(sim_run(&s, &edf_scheduler)); /* any number of maps, one reduce */
    ticks p = phase_of_only_node(&s);
    for (int32_t i = 0; i < 3; i++) {
        assert_int_equal(sim_task(&s, 0, STAGE_MAP, i)->start, p);
        assert_int_equal(sim_task(&s, 0, STAGE_REDUCE, i)->start, p + 100 * (i + 1));
    }
    sim_free(&s);

    sim_init(&s, 1, 1);
    sim_nodes(&s, PERIOD, 1, 3, 3);
    sim_job(&s, 0, 10000, 50, "50", 50, "50 50 50 50");
    assert_true(sim_run(&s, &scribe_scheduler)); /* takes all that it can get */
    for (int32_t i = 0; i < 4; i++) {
        assert_int_equal(sim_task(&s, 0, STAGE_REDUCE, i)->start, p + (i < 3 ? 100 : 200));
    }
    sim_free(&s);
}

static void the_slot_that_has_been_idle_longest_comes_first(void **state)
{
    (void)state;
    struct sim s;
    sim_init(&s, 1, 1);
    sim_nodes(&s, PERIOD, 1, 1, 3);
    /* One reduce a report, over at the next: always taking the lowest slot would use slot 0
     * only. */
    sim_job(&s, 0, 10000, 50, "", 50, "50 50 50 50 50");
    assert_true(sim_run(&s, &edf_scheduler));
    for (int32_t i = 0; i < 5; i++) {
        assert_int_equal(sim_task(&s, 0, STAGE_REDUCE, i)->slot, i % 3);
    }
    sim_free(&s);
}

static void nodes_report_by_phase_and_equal_phases_by_index(void **state)
{
    (void)state;
    struct sim s;
    sim_init(&s, 1, 1);
    sim_nodes(&s, 3, 8, 1, 1); /* 8 nodes, 3 phases: some are equal */
    sim_job(&s, 0, 10000, 50, "50 50 50 50 50 50 50 50", 50, "");
    assert_true(sim_run(&s, &scribe_scheduler));
    struct heartbeats h = phases_of(&s);
    int32_t task = 0;
    for (ticks phase = 0; phase < 3; phase++) {
        for (int32_t node = 0; node < 8; node++) {
            if (h.phase[node] == phase) {
                assert_int_equal(sim_task(&s, 0, STAGE_MAP, task)->node, node);
                assert_int_equal(sim_task(&s, 0, STAGE_MAP, task)->start, phase);
                task++;
            }
        }
    }
    assert_int_equal(task, 8);
    heartbeats_free(&h);
    sim_free(&s);
}

static void finishes_of_one_report_come_in_order_of_dispatch(void **state)
{
    (void)state;
    struct sim s;
    sim_init(&s, 1, 1);
    sim_nodes(&s, PERIOD, 1, 2, 1);
    sim_job(&s, 0, 10000, 90, "90", 1, "");
    sim_job(&s, 0, 10000, 10, "10", 1, ""); /* ends first, is dispatched second, is noticed with the other */
    assert_true(sim_run(&s, &scribe_scheduler));
    assert_non_null(strstr(scribe_log(&s), "m0>j0 -j0 m1>j1 -j1"));
    sim_free(&s);
}

static void the_seed_moves_the_phases_and_nothing_else_does(void **state)
{
    (void)state;
    struct sim s;
    sim_init(&s, 1, 1);
    sim_nodes(&s, CLUSTER_HADOOP_HEARTBEAT, 30, 4, 1);
    struct heartbeats a = phases_of(&s);
    struct heartbeats b = phases_of(&s);
    s.options.seed++;
    struct heartbeats c = phases_of(&s);
    assert_memory_equal(a.phase, b.phase, 30 * sizeof *a.phase);
    assert_memory_not_equal(a.phase, c.phase, 30 * sizeof *a.phase);
    heartbeats_free(&a);
    heartbeats_free(&b);
    heartbeats_free(&c);
    sim_free(&s);
}

static void reports_are_computed_and_skipped_exactly(void **state)
{
    (void)state;
    struct heartbeats h;
    heartbeats_init(&h, 7, 5, 3);
    for (int32_t node = 0; node < 5; node++) {
        for (ticks t = 0; t < 50; t++) {
            ticks notice = heartbeats_notice(&h, node, t);
            assert_true(notice >= t && notice < t + 7 && notice % 7 == h.phase[node]);
        }
    }
    for (ticks t = 0; t < 50; t++) {
        struct heartbeats stepped = h;
        while (heartbeats_next_instant(&stepped) < t) {
            heartbeats_step(&stepped);
        }
        struct heartbeats skipped = h;
        heartbeats_skip_to(&skipped, t);
        assert_int_equal(heartbeats_next_instant(&skipped), heartbeats_next_instant(&stepped));
        assert_int_equal(heartbeats_next_node(&skipped), heartbeats_next_node(&stepped));
    }
    assert_int_equal(heartbeats_notice(&h, 0, INT64_MAX - 1), INT64_MAX);
    heartbeats_free(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tasks_start_and_ends_are_noticed_at_reports),
        cmocka_unit_test(an_arrival_waits_for_the_next_report),
        cmocka_unit_test(how_much_a_node_gets_at_a_report_is_the_schedulers_choice),
        cmocka_unit_test(the_slot_that_has_been_idle_longest_comes_first),
        cmocka_unit_test(nodes_report_by_phase_and_equal_phases_by_index),
        cmocka_unit_test(finishes_of_one_report_come_in_order_of_dispatch),
        cmocka_unit_test(the_seed_moves_the_phases_and_nothing_else_does),
        cmocka_unit_test(reports_are_computed_and_skipped_exactly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
