/* ASRPT on clusters: cases computed by hand. */
#include "harness/schedulers/fluid_srpt.h"
#include "harness/schedulers/schedulers.h"
#include "tests/unit/sim.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static void the_least_remaining_work_goes_first(void **state)
{
    (void)state;
    struct sim s;
    sim_init(&s, 1, 1);
    sim_job(&s, 0, 1000, 10, "10 10", 30, "30"); /* 50 */
    sim_job(&s, 0, 1000, 20, "20", 5, "5");      /* 25 */
    sim_job(&s, 0, 1000, 5, "5 5", 15, "15");    /* 25: behind the one before */
    assert_true(sim_run(&s, &asrpt_scheduler));
    assert_int_equal(sim_task(&s, 1, STAGE_MAP, 0)->start, 0);
    assert_int_equal(sim_task(&s, 2, STAGE_MAP, 0)->start, 20);
    assert_int_equal(sim_task(&s, 2, STAGE_MAP, 1)->start, 25);
    assert_int_equal(sim_task(&s, 0, STAGE_MAP, 0)->start, 30);
    assert_int_equal(sim_outcome(&s, 1)->finish, 25);
    assert_int_equal(sim_outcome(&s, 2)->finish, 45);
    assert_int_equal(sim_outcome(&s, 0)->finish, 80);
    sim_free(&s);
}

/* Remaining work is what the estimates say, not what is true. */
static void estimates_decide(void **state)
{
    (void)state;
    struct sim s;
    sim_init(&s, 1, 1);
    sim_job(&s, 0, 1000, 50, "10", 5, "5");
    sim_job(&s, 0, 1000, 20, "20", 5, "5");
    assert_true(sim_run(&s, &asrpt_scheduler));
    assert_int_equal(sim_task(&s, 1, STAGE_MAP, 0)->start, 0);
    assert_int_equal(sim_task(&s, 0, STAGE_MAP, 0)->start, 20);
    sim_free(&s);
}

/* One slot of each stage. j0 has 4 maps of 10 and a reduce of 40, j1, which arrives at 25, has 30
 * maps of 1 and a reduce of 5. When the map slot becomes idle at 30, less remains of j1 (35) than
 * of j0 (10 + 40). But SRPT has run j0's reduce beside the maps, so that at 25 it had 15 + 15 left,
 * less than j1's 35: SRPT is at j0's last map, and so j0 goes first. */
static void maps_that_srpt_runs_go_first(void **state)
{
    (void)state;
    struct sim s;
    sim_init(&s, 1, 1);
    sim_job(&s, 0, 1000, 10, "10 10 10 10", 40, "40");
    sim_job(&s, 25, 1000, 1, "1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1", 5, "5");
    assert_true(sim_run(&s, &asrpt_scheduler));
    assert_int_equal(sim_task(&s, 0, STAGE_MAP, 3)->start, 30);
    assert_int_equal(sim_task(&s, 1, STAGE_MAP, 0)->start, 40);
    assert_int_equal(sim_outcome(&s, 0)->finish, 80);
    assert_int_equal(sim_outcome(&s, 1)->finish, 85); /* j0's reduce has the slot from 40 to 80 */
    sim_free(&s);
}

static void a_reduce_goes_to_the_least_remaining_work(void **state)
{
    (void)state;
    struct sim s;
    sim_init(&s, 3, 1);
    sim_job(&s, 0, 1000, 5, "5", 20, "20 20 20"); /* 65 at first, 60 when its reduces are ready */
    sim_job(&s, 0, 1000, 6, "6", 30, "30");       /* 36 */
    assert_true(sim_run(&s, &asrpt_scheduler));
    assert_int_equal(sim_task(&s, 0, STAGE_REDUCE, 0)->start, 5); /* no other job is ready */
    assert_int_equal(sim_task(&s, 1, STAGE_REDUCE, 0)->start, 25);
    assert_int_equal(sim_task(&s, 0, STAGE_REDUCE, 1)->start, 55);
    assert_int_equal(sim_outcome(&s, 0)->finish, 95);
    sim_free(&s);
}

/* Two reduce slots. When the first is idle again at 5, j0 has a reduce running and one waiting, 20
 * together, more than j1's 15. */
static void running_tasks_are_remaining_work(void **state)
{
    (void)state;
    struct sim s;
    sim_init(&s, 1, 2);
    sim_job(&s, 0, 1000, 1, "", 10, "5 10 10");
    sim_job(&s, 1, 1000, 1, "", 15, "15");
    assert_true(sim_run(&s, &asrpt_scheduler));
    assert_int_equal(sim_task(&s, 1, STAGE_REDUCE, 0)->start, 5);
    assert_int_equal(sim_task(&s, 0, STAGE_REDUCE, 2)->start, 10);
    sim_free(&s);
}

static struct scheduler_job *a_job(int32_t id, int32_t maps, int32_t reduces)
{
    static struct scheduler_job jobs[4];
    jobs[id] = (struct scheduler_job){.id = id, .tasks = {maps, reduces}};
    return &jobs[id];
}

/* On how many map slots it has the job. */
static int32_t load_of(const struct fluid_srpt *f, int32_t job)
{
    struct fluid_load loads[4];
    int32_t count = fluid_srpt_map_loads(f, loads);
    for (int32_t i = 0; i < count; i++) {
        if (loads[i].job->id == job) {
            return loads[i].slots;
        }
    }
    return 0;
}

/* 4 map slots, 2 reduce slots. */
static void the_fluid_srpt(void **state)
{
    (void)state;
    const struct scheduler_setup setup = {.slots = {4, 2}, .job_count = 4};
    const ticks ten_and_20[STAGES] = {10, 20};
    struct fluid_srpt f;
    fluid_srpt_init(&f, &setup);
    fluid_srpt_add(&f, a_job(0, 6, 1), ten_and_20); /* 60 + 20 */
    fluid_srpt_add(&f, a_job(1, 3, 2), ten_and_20); /* 30 + 40 */
    fluid_srpt_add(&f, a_job(2, 0, 0), ten_and_20); /* nothing to do */
    assert_int_equal(load_of(&f, 0), 1);
    assert_int_equal(load_of(&f, 1), 3);
    assert_int_equal(load_of(&f, 2), 0);
    /* For 5: j1 has three maps and two reduces running (15 + 10), j0 one map. */
    fluid_srpt_advance(&f, 5);
    assert_true(f.jobs[1].work[STAGE_MAP] == 15 && f.jobs[1].work[STAGE_REDUCE] == 30);
    assert_true(f.jobs[0].work[STAGE_MAP] == 55 && f.jobs[0].work[STAGE_REDUCE] == 20);
    /* 1.5 tasks are left of j1's maps: two slots, the others for j0. A small job comes in front of
     * both. */
    fluid_srpt_add(&f, a_job(3, 1, 0), ten_and_20);
    assert_int_equal(load_of(&f, 3), 1);
    assert_int_equal(load_of(&f, 1), 2);
    assert_int_equal(load_of(&f, 0), 1);
    fluid_srpt_advance(&f, 15);
    assert_int_equal(load_of(&f, 3), 0); /* the small one is done */
    assert_int_equal(load_of(&f, 1), 0);
    assert_true(f.jobs[1].work[STAGE_MAP] == 0 && f.jobs[1].work[STAGE_REDUCE] == 10);
    assert_true(f.jobs[0].work[STAGE_MAP] == 40); /* 40 of slot time, 10 and 15 used by the others */
    fluid_srpt_free(&f);
}

static void failed_maps_and_reduces_come_back(void **state)
{
    (void)state;
    for (ticks heartbeat = 0; heartbeat <= 10; heartbeat += 10) {
        struct sim s;
        sim_init(&s, 3, 2);
        sim_nodes(&s, heartbeat, 3, 2, 2);
        s.options.faults.failure_rate = 0.5;
        sim_job(&s, 0, 1000, 10, "10 10 10 10 10 10", 10, "10 10 10");
        sim_job(&s, 5, 500, 10, "10 10 10", 10, "10 10 10 10");
        assert_true(sim_run(&s, scheduler_find("asrpt")));
        assert_true(sim_outcome(&s, 0)->finished && sim_outcome(&s, 1)->finished);
        assert_true(sim_outcome(&s, 0)->failed_attempts + sim_outcome(&s, 1)->failed_attempts > 0);
        sim_free(&s);
    }
}

static void a_node_gets_one_reduce_per_heartbeat(void **state)
{
    (void)state;
    struct sim s;
    sim_init(&s, 1, 1);
    sim_nodes(&s, 100, 1, 2, 3);
    sim_job(&s, 0, 10000, 500, "500 500", 1, "");
    sim_job(&s, 0, 10000, 1, "", 500, "500 500 500");
    assert_true(sim_run(&s, &asrpt_scheduler));
    assert_int_equal(sim_task(&s, 0, STAGE_MAP, 1)->start, sim_task(&s, 0, STAGE_MAP, 0)->start);
    ticks first = sim_task(&s, 1, STAGE_REDUCE, 0)->start;
    assert_int_equal(sim_task(&s, 1, STAGE_REDUCE, 1)->start, first + 100);
    assert_int_equal(sim_task(&s, 1, STAGE_REDUCE, 2)->start, first + 200);
    sim_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_least_remaining_work_goes_first),
        cmocka_unit_test(estimates_decide),
        cmocka_unit_test(maps_that_srpt_runs_go_first),
        cmocka_unit_test(a_reduce_goes_to_the_least_remaining_work),
        cmocka_unit_test(running_tasks_are_remaining_work),
        cmocka_unit_test(the_fluid_srpt),
        cmocka_unit_test(failed_maps_and_reduces_come_back),
        cmocka_unit_test(a_node_gets_one_reduce_per_heartbeat),
    };
    return cmocka_run_group_tests_name("asrpt", tests, NULL, NULL);
}
