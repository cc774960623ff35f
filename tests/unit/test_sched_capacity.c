/* The Capacity Scheduler: queues, user limits, how much a node gets. */
#include "harness/engine/heartbeat.h"
#include "tests/unit/sim.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#define EIGHT "10 10 10 10 10 10 10 10"

static struct queue_spec two[2];
static struct queue_table table = {.queues = two, .count = 2};

static void use_queues(struct sim *s, struct queue_spec first, struct queue_spec second)
{
    two[0] = first;
    two[1] = second;
    s->scheduler_options.queues = &table;
}

static struct queue_spec queue(char *name, double capacity, int32_t user_limit)
{
    return (struct queue_spec){.name = name, .capacity = capacity, .user_limit = user_limit};
}

static void the_emptiest_queue_comes_first(void **state)
{
    (void)state;
    struct sim s;
    sim_init(&s, 4, 1);
    use_queues(&s, queue("q", 75, 100), queue("r", 25, 100));
    sim_job_of(&s, "", "r", 0, EIGHT, "");
    sim_job_of(&s, "", "q", 0, EIGHT, "");
    assert_true(sim_run(&s, &capacity_scheduler));
    /* q 0/3, then r 0/1, then q at 1/3 and 2/3 against 1/1 */
    assert_int_equal(sim_starts(&s, 0, STAGE_MAP, 0), 1);
    assert_int_equal(sim_starts(&s, 1, STAGE_MAP, 0), 3);
    sim_free(&s);

    /* What a queue does not use goes to the others; an unknown queue is the first. */
    sim_init(&s, 4, 1);
    use_queues(&s, queue("q", 75, 100), queue("r", 25, 100));
    sim_job_of(&s, "", "r", 0, EIGHT, "");
    sim_job_of(&s, "", "nowhere", 0, "10", "");
    assert_true(sim_run(&s, &capacity_scheduler));
    assert_int_equal(sim_starts(&s, 0, STAGE_MAP, 0), 3);
    assert_int_equal(sim_task(&s, 1, STAGE_MAP, 0)->slot, 0);
    sim_free(&s);

    /* Without capacity a queue counts as full: behind one that is not, before one that is above its
     * own. */
    sim_init(&s, 4, 1);
    use_queues(&s, queue("none", 0, 100), queue("r", 50, 100));
    sim_job_of(&s, "", "none", 0, EIGHT, "");
    sim_job_of(&s, "", "r", 0, EIGHT, "");
    assert_true(sim_run(&s, &capacity_scheduler));
    assert_int_equal(sim_starts(&s, 0, STAGE_MAP, 0), 2); /* r, r, then 1 against 2/2, listed first, and again */
    assert_int_equal(sim_starts(&s, 1, STAGE_MAP, 0), 2);
    sim_free(&s);
}

static void users_have_limits(void **state)
{
    (void)state;
    struct sim s;
    sim_init(&s, 4, 1);
    use_queues(&s, queue("q", 100, 25), queue("r", 0, 100));
    sim_job_of(&s, "ann", "", 0, EIGHT, "");
    sim_job_of(&s, "bob", "", 0, EIGHT, "");
    assert_true(sim_run(&s, &capacity_scheduler));
    assert_int_equal(sim_starts(&s, 0, STAGE_MAP, 0), 2); /* max(ceil(4 / 2), 25% of 4) */
    assert_int_equal(sim_starts(&s, 1, STAGE_MAP, 0), 2);
    sim_free(&s);

    /* Three users: a third of 4, rounded up. */
    sim_init(&s, 4, 1);
    use_queues(&s, queue("q", 100, 1), queue("r", 0, 100));
    sim_job_of(&s, "ann", "", 0, EIGHT, "");
    sim_job_of(&s, "bob", "", 0, EIGHT, "");
    sim_job_of(&s, "cid", "", 0, EIGHT, "");
    assert_true(sim_run(&s, &capacity_scheduler));
    assert_int_equal(sim_starts(&s, 0, STAGE_MAP, 0), 2);
    assert_int_equal(sim_starts(&s, 1, STAGE_MAP, 0), 2);
    assert_int_equal(sim_starts(&s, 2, STAGE_MAP, 0), 0);
    sim_free(&s);

    /* 70% of 4, rounded up: 3; with 100% the first in order takes all. */
    for (int32_t limit = 70; limit <= 100; limit += 30) {
        sim_init(&s, 4, 1);
        use_queues(&s, queue("q", 100, limit), queue("r", 0, 100));
        sim_job_of(&s, "ann", "", 0, EIGHT, "");
        sim_job_of(&s, "bob", "", 0, EIGHT, "");
        assert_true(sim_run(&s, &capacity_scheduler));
        assert_int_equal(sim_starts(&s, 0, STAGE_MAP, 0), limit == 70 ? 3 : 4);
        sim_free(&s);
    }

    /* No other user can use the rest: the limit is set aside. */
    sim_init(&s, 4, 1);
    use_queues(&s, queue("q", 100, 25), queue("r", 0, 100));
    sim_job_of(&s, "ann", "", 0, EIGHT, "");
    sim_job_of(&s, "bob", "", 0, "10", "");
    assert_true(sim_run(&s, &capacity_scheduler));
    assert_int_equal(sim_starts(&s, 0, STAGE_MAP, 0), 3);
    sim_free(&s);

    /* A queue above its capacity: C is one more than it uses. With 2 slots of its own and 4 in use,
     * at the fifth: ceil(5 / 2) = 3. */
    sim_init(&s, 6, 1);
    use_queues(&s, queue("q", 34, 1), queue("r", 0, 100));
    sim_job_of(&s, "ann", "", 0, EIGHT, "");
    sim_job_of(&s, "bob", "", 0, EIGHT, "");
    assert_true(sim_run(&s, &capacity_scheduler));
    assert_int_equal(sim_starts(&s, 0, STAGE_MAP, 0), 3);
    assert_int_equal(sim_starts(&s, 1, STAGE_MAP, 0), 3);
    sim_free(&s);
}

static void jobs_of_a_queue_go_in_order(void **state)
{
    (void)state;
    struct sim s;
    sim_init(&s, 3, 1);
    sim_job_of(&s, "ann", "", 0, "10 10", "");
    sim_job_of(&s, "bob", "", 0, "10 10", "");
    sim_job_of(&s, "ann", "", 0, "10 10", "");
    assert_true(sim_run(&s, &capacity_scheduler));
    assert_int_equal(sim_starts(&s, 0, STAGE_MAP, 0), 2);
    assert_int_equal(sim_starts(&s, 1, STAGE_MAP, 0), 1);
    assert_int_equal(sim_starts(&s, 1, STAGE_MAP, 10), 1);
    sim_free(&s);
}

/* The starts on one node at its first reports: "m" and "r". */
static void expect_reports(enum hadoop_version version, int32_t map_slots, int32_t reduce_slots,
                           const int32_t expected[][STAGES], int32_t reports)
{
    struct sim s;
    sim_init(&s, 1, 1);
    sim_nodes(&s, 100, 1, map_slots, reduce_slots);
    s.scheduler_options.hadoop = version;
    s.options.slowstart = 0;
    sim_job_of(&s, "", "", 0, "9000 9000 9000 9000 9000", "9000 9000 9000 9000 9000");
    assert_true(sim_run(&s, &capacity_scheduler));
    struct heartbeats h;
    heartbeats_init(&h, 100, 1, s.options.seed);
    for (int32_t i = 0; i < reports; i++) {
        for (enum stage stage = STAGE_MAP; stage < STAGES; stage++) {
            assert_int_equal(sim_starts(&s, 0, stage, h.phase[0] + 100 * i), expected[i][stage]);
        }
    }
    heartbeats_free(&h);
    sim_free(&s);
}

static void how_much_a_node_gets(void **state)
{
    (void)state;
    /* 0.20, 2 + 3 slots free: reduce (3 > 2), map (2 = 2), reduce (2 > 1), map, reduce, nothing. */
    static const int32_t one[][STAGES] = {{0, 1}, {1, 0}, {0, 1}, {1, 0}, {0, 1}, {0, 0}};
    expect_reports(HADOOP_0_20, 2, 3, one, 6);
    static const int32_t both[][STAGES] = {{1, 1}, {1, 1}, {0, 1}, {0, 0}};
    expect_reports(HADOOP_0_21, 2, 3, both, 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_emptiest_queue_comes_first),
        cmocka_unit_test(users_have_limits),
        cmocka_unit_test(jobs_of_a_queue_go_in_order),
        cmocka_unit_test(how_much_a_node_gets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
