/* The parts of the engine by themselves: clusters, slot sets, the finish queue, faults. */
#include "harness/engine/faults.h"
#include "harness/engine/finish_queue.h"
#include "harness/engine/idle_slots.h"
#include "harness/engine/slot_set.h"
#include "harness/workload/seed.h"
#include "tests/unit/sim.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

/* --- Clusters --------------------------------------------------------------------------------- */

static void the_cluster_of_the_paper(void **state)
{
    (void)state;
    struct cluster c;
    assert_true(cluster_of_paper(&c, 781));
    assert_int_equal(c.node_count, 30);
    assert_int_equal(cluster_slots(&c, STAGE_MAP), 100);
    assert_int_equal(cluster_slots(&c, STAGE_REDUCE), 30);
    assert_int_equal(cluster_slots_of_largest_node(&c, STAGE_MAP), 4);
    assert_int_equal(cluster_slots_of_largest_node(&c, STAGE_REDUCE), 1);
    assert_int_equal(c.heartbeat, 3000);
    assert_int_equal(c.nodes[19].speed[STAGE_MAP], 1000);
    assert_int_equal(c.nodes[20].speed[STAGE_MAP], 781);
    assert_int_equal(c.nodes[20].speed[STAGE_REDUCE], 1000);
    assert_null(cluster_problem(&c));
    cluster_free(&c);
    assert_false(cluster_of_paper(&c, 0));
    cluster_free(&c);
}

static void clusters_out_of_range(void **state)
{
    (void)state;
    struct cluster c;
    assert_false(cluster_of_slots(&c, 0, 0));
    cluster_free(&c);
    assert_false(cluster_of_slots(&c, -1, 1));
    cluster_free(&c);
    assert_true(cluster_of_slots(&c, 0, 2));
    assert_int_equal(cluster_slots(&c, STAGE_MAP), 0);
    assert_int_equal(cluster_slots(&c, STAGE_REDUCE), 2);
    assert_null(cluster_problem(&c));
    cluster_free(&c);
    assert_false(cluster_of_slots(&c, 1, CLUSTER_SLOTS_MAX + 1));
    cluster_free(&c);
    assert_true(cluster_of_slots(&c, 2, 3));
    assert_int_equal(cluster_slots(&c, STAGE_MAP), 2);
    assert_int_equal(cluster_slots(&c, STAGE_REDUCE), 3);
    assert_false(cluster_add(&c, 1, (struct cluster_node){.slots = {0, 0}, .speed = {1, 1}}));
    assert_false(cluster_add(&c, 1, (struct cluster_node){.slots = {-1, 1}, .speed = {1, 1}}));
    assert_false(cluster_add(&c, 1, (struct cluster_node){.slots = {1, 1}, .speed = {0, 1}}));
    assert_false(cluster_add(&c, 1, (struct cluster_node){.slots = {1, 1}, .speed = {1, CLUSTER_SPEED_MAX + 1}}));
    assert_false(cluster_add(&c, 0, (struct cluster_node){.slots = {1, 1}, .speed = {1, 1}}));
    assert_false(cluster_add(&c, CLUSTER_SLOTS_MAX, (struct cluster_node){.slots = {1, 0}, .speed = {1, 1}}));
    assert_int_equal(c.node_count, 5);
    c.heartbeat = CLUSTER_HEARTBEAT_MAX + 1;
    assert_non_null(cluster_problem(&c));
    c.heartbeat = 1;
    assert_null(cluster_problem(&c));
    assert_false(cluster_add(&c, 1, (struct cluster_node){.slots = {1, 0}, .speed = {1, 1}, .rack = -1}));
    assert_false(
        cluster_add(&c, 1, (struct cluster_node){.slots = {1, 0}, .speed = {1, 1}, .rack = CLUSTER_RACK_MAX + 1}));
    cluster_free(&c);
    cluster_init(&c, "empty");
    assert_string_equal(cluster_problem(&c), "the cluster has no slot");
    cluster_free(&c);
}

static void time_at_a_speed_is_exact_and_rounds_up(void **state)
{
    (void)state;
    assert_int_equal(cluster_time_at_speed(10, 1000), 10);
    assert_int_equal(cluster_time_at_speed(10, 750), 14);
    assert_int_equal(cluster_time_at_speed(9, 750), 12);
    assert_int_equal(cluster_time_at_speed(1, 1000000), 1);
    assert_int_equal(cluster_time_at_speed(0, 3), 0);
    assert_int_equal(cluster_time_at_speed(INT64_MAX, 1000), INT64_MAX);
    assert_int_equal(cluster_time_at_speed(INT64_MAX, 999), INT64_MAX); /* does not fit */
    assert_int_equal(cluster_time_at_speed(INT64_MAX, 2000), (INT64_MAX - 1) / 2 + 1);
    for (int32_t speed = 1; speed < 3000; speed += 7) {
        for (ticks duration = 1; duration < 5000; duration += 61) {
            assert_int_equal(cluster_time_at_speed(duration, speed), (duration * 1000 + speed - 1) / speed);
        }
    }
}

/* --- Slots and queues ------------------------------------------------------------------------- */

static void the_first_slot_of_a_set(void **state)
{
    (void)state;
    static const int32_t sizes[] = {1, 64, 65, 4096, 4097, 300000};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        struct slot_set s;
        slot_set_init(&s, sizes[i]);
        assert_int_equal(slot_set_next(&s, 0), -1);
        int32_t last = sizes[i] - 1;
        slot_set_add(&s, last);
        assert_int_equal(slot_set_next(&s, 0), last);
        slot_set_add(&s, last / 2);
        slot_set_add(&s, last / 2);
        assert_int_equal(slot_set_next(&s, 0), last / 2);
        slot_set_remove(&s, last / 2);
        assert_int_equal(slot_set_next(&s, 0), last == 0 ? -1 : last);
        slot_set_remove(&s, last);
        slot_set_remove(&s, last);
        assert_int_equal(slot_set_next(&s, 0), -1);
        slot_set_free(&s);
    }
}

static void the_slots_of_a_set_in_order(void **state)
{
    (void)state;
    enum { SIZE = 5000 };
    bool member[SIZE] = {false};
    struct slot_set s;
    slot_set_init(&s, SIZE);
    for (int32_t round = 0; round < 40; round++) {
        int32_t slot = (int32_t)(seed_derive(3, (uint64_t)round) % SIZE);
        member[slot] = true;
        slot_set_add(&s, slot);
        int32_t next = -1;
        for (int32_t from = SIZE; from >= 0; from--) {
            next = from < SIZE && member[from] ? from : next;
            assert_int_equal(slot_set_next(&s, from), next);
        }
    }
    slot_set_free(&s);
}

static void idle_slots_of_nodes_queue_up(void **state)
{
    (void)state;
    static const int32_t node_of[] = {0, 0, 1, 1, 1};
    struct idle_slots s;
    idle_slots_init(&s, 5, node_of, 2, true);
    assert_int_equal(idle_slots_first(&s, 1), -1);
    idle_slots_add(&s, 4);
    idle_slots_add(&s, 2);
    idle_slots_add(&s, 1);
    assert_int_equal(idle_slots_first(&s, 0), 1);
    assert_int_equal(idle_slots_first(&s, 1), 4);
    idle_slots_take(&s, 4);
    idle_slots_add(&s, 3);
    idle_slots_add(&s, 4);
    static const int32_t order[] = {2, 3, 4};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(idle_slots_first(&s, 1), order[i]);
        idle_slots_take(&s, order[i]);
    }
    assert_int_equal(idle_slots_first(&s, 1), -1);
    assert_int_equal(idle_slots_first(&s, 0), 1);
    idle_slots_free(&s);
}

static void finishes_come_by_notice_then_by_dispatch(void **state)
{
    (void)state;
    enum { EVENTS = 500 };
    struct finish_queue q;
    finish_queue_init(&q, EVENTS);
    for (int32_t i = 0; i < EVENTS; i++) {
        ticks noticed = (ticks)(seed_derive(7, (uint64_t)i) % 40);
        finish_queue_push(&q, (struct finish_event){.noticed = noticed, .sequence = i, .slot = i});
    }
    struct finish_event before = {.noticed = -1};
    for (int32_t i = 0; i < EVENTS; i++) {
        assert_int_equal(q.count, EVENTS - i);
        struct finish_event event = finish_queue_pop(&q);
        assert_true(event.noticed > before.noticed ||
                    (event.noticed == before.noticed && event.sequence > before.sequence));
        assert_int_equal(event.slot, event.sequence);
        before = event;
    }
    assert_int_equal(q.count, 0);
    finish_queue_free(&q);
}

/* --- Faults ----------------------------------------------------------------------------------- */

static void no_faults_change_nothing(void **state)
{
    (void)state;
    struct fault_options none = fault_options_none();
    struct faults *f = faults_new(&none, 1);
    struct attempt_fate fate = faults_of(f, (struct attempt){.row = 3}, 17);
    assert_int_equal(fate.duration, 17);
    assert_false(fate.fails);
    faults_free(f);
}

static void faults_depend_on_the_attempt_only(void **state)
{
    (void)state;
    enum { TASKS = 4000 };
    struct fault_options options = {.overrun_rate = 0.25, .overrun_factor = 1.5, .failure_rate = 0.1};
    struct faults *forward = faults_new(&options, 9);
    struct faults *other = faults_new(&options, 10);
    static struct attempt_fate fates[TASKS];
    int overruns = 0;
    int failures = 0;
    int same = 0;
    for (int32_t i = 0; i < TASKS; i++) {
        struct attempt attempt = {.row = 2, .stage = STAGE_REDUCE, .task = i};
        fates[i] = faults_of(forward, attempt, 1001);
        struct attempt_fate elsewhere = faults_of(other, attempt, 1001);
        same += fates[i].duration == elsewhere.duration && fates[i].fails == elsewhere.fails;
        overruns += !fates[i].fails && fates[i].duration == 1502; /* ceil(1501.5) */
        failures += fates[i].fails;
        assert_true(fates[i].duration >= 1 && fates[i].duration <= 1502);
        assert_true(fates[i].fails || fates[i].duration == 1502 || fates[i].duration == 1001);
    }
    /* Four standard deviations of the binomial counts. */
    assert_true(fabs(overruns - 0.25 * 0.9 * TASKS) < 4 * sqrt(TASKS * 0.225 * 0.775));
    assert_true(fabs(failures - 0.1 * TASKS) < 4 * sqrt(TASKS * 0.1 * 0.9));
    assert_true(same < TASKS);
    for (int32_t i = TASKS - 1; i >= 0; i--) {
        struct attempt attempt = {.row = 2, .stage = STAGE_REDUCE, .task = i};
        struct attempt_fate again = faults_of(forward, attempt, 1001);
        assert_int_equal(again.duration, fates[i].duration);
        assert_int_equal(again.fails, fates[i].fails);
    }
    faults_free(forward);
    faults_free(other);
}

static void fault_options_out_of_range(void **state)
{
    (void)state;
    struct fault_options options = fault_options_none();
    assert_null(fault_options_problem(&options));
    options.overrun_rate = 1.5;
    assert_non_null(fault_options_problem(&options));
    options = fault_options_none();
    options.overrun_factor = 0.5;
    assert_non_null(fault_options_problem(&options));
    options = fault_options_none();
    options.failure_rate = 0.95;
    assert_non_null(fault_options_problem(&options));
    options.failure_rate = NAN;
    assert_non_null(fault_options_problem(&options));
}

static void a_failed_attempt_runs_again(void **state)
{
    (void)state;
    struct sim s;
    sim_init(&s, 1, 1);
    s.options.faults.failure_rate = 0.5;
    sim_job(&s, 0, 1000, 10, "10 10 10 10 10 10", 10, "10 10 10");
    assert_true(sim_run(&s, &scribe_scheduler));
    const struct job_outcome *outcome = sim_outcome(&s, 0);
    assert_true(outcome->failed_attempts > 0); /* nine tasks: with this seed some fail */
    assert_int_equal(s.run_count, 9 + outcome->failed_attempts);
    assert_int_equal(outcome->slot_time[STAGE_MAP], 60); /* successful attempts only */
    assert_int_equal(outcome->slot_time[STAGE_REDUCE], 30);
    ticks busy = 0;
    for (int32_t i = 0; i < s.run_count; i++) {
        busy += s.runs[i].end - s.runs[i].start;
        if (s.runs[i].failed) {
            /* it comes next on its slot, as the next attempt of the same task */
            assert_true(s.runs[i].end - s.runs[i].start <= 10);
            assert_int_equal(s.runs[i + 1].task, s.runs[i].task);
            assert_int_equal(s.runs[i + 1].attempt, s.runs[i].attempt + 1);
        }
    }
    assert_int_equal(outcome->finish, busy);
    assert_non_null(strstr(scribe_log(&s), "!j0"));
    sim_free(&s);
}

static void an_overrun_multiplies_the_duration(void **state)
{
    (void)state;
    struct sim s;
    sim_init(&s, 1, 1);
    s.options.faults.overrun_rate = 1.0;
    s.options.faults.overrun_factor = 2.5;
    sim_job(&s, 0, 1000, 10, "3", 10, "1");
    assert_true(sim_run(&s, &scribe_scheduler));
    assert_int_equal(sim_task(&s, 0, STAGE_MAP, 0)->end, 8);     /* ceil(7.5) */
    assert_int_equal(sim_task(&s, 0, STAGE_REDUCE, 0)->end, 11); /* ceil(2.5) later */
    sim_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_cluster_of_the_paper),
        cmocka_unit_test(clusters_out_of_range),
        cmocka_unit_test(time_at_a_speed_is_exact_and_rounds_up),
        cmocka_unit_test(the_first_slot_of_a_set),
        cmocka_unit_test(the_slots_of_a_set_in_order),
        cmocka_unit_test(idle_slots_of_nodes_queue_up),
        cmocka_unit_test(finishes_come_by_notice_then_by_dispatch),
        cmocka_unit_test(no_faults_change_nothing),
        cmocka_unit_test(faults_depend_on_the_attempt_only),
        cmocka_unit_test(fault_options_out_of_range),
        cmocka_unit_test(a_failed_attempt_runs_again),
        cmocka_unit_test(an_overrun_multiplies_the_duration),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
