/* The Fair Scheduler: pools, minimum shares, deficits, how much a node gets, delay scheduling; and
 * the division of slots. */
#include "harness/engine/heartbeat.h"
#include "harness/schedulers/fair_share.h"
#include "harness/workload/random_stream.h"
#include "tests/unit/sim.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#define EIGHT "10 10 10 10 10 10 10 10"

static struct pool_spec pool_a = {.name = "a", .weight = 1.0};
static struct pool_spec both[2];
static struct pool_table table = {.pools = both, .count = 2};

static void use_pools(struct sim *s, struct pool_spec a, struct pool_spec b)
{
    both[0] = a;
    both[1] = b;
    s->scheduler_options.pools = &table;
}

/* --- 0.21 ------------------------------------------------------------------------------------- */

static void users_are_pools_and_share_alike(void **state)
{
    (void)state;
    struct sim s;
    sim_init(&s, 4, 1);
    sim_job_of(&s, "ann", "", 0, EIGHT, "");
    sim_job_of(&s, "ann", "", 0, EIGHT, "");
    sim_job_of(&s, "ann", "", 0, EIGHT, "");
    sim_job_of(&s, "bob", "", 0, EIGHT, "");
    assert_true(sim_run(&s, &fair_scheduler));
    assert_int_equal(sim_starts(&s, 0, STAGE_MAP, 0), 1);
    assert_int_equal(sim_starts(&s, 1, STAGE_MAP, 0), 1);
    assert_int_equal(sim_starts(&s, 2, STAGE_MAP, 0), 0);
    assert_int_equal(sim_starts(&s, 3, STAGE_MAP, 0), 2);
    sim_free(&s);

    /* A pool that the workload names counts, not the user. */
    sim_init(&s, 4, 1);
    sim_job_of(&s, "ann", "p", 0, EIGHT, "");
    sim_job_of(&s, "bob", "p", 0, EIGHT, "");
    sim_job_of(&s, "bob", "q", 0, EIGHT, "");
    assert_true(sim_run(&s, &fair_scheduler));
    assert_int_equal(sim_starts(&s, 0, STAGE_MAP, 0), 1);
    assert_int_equal(sim_starts(&s, 1, STAGE_MAP, 0), 1);
    assert_int_equal(sim_starts(&s, 2, STAGE_MAP, 0), 2);
    sim_free(&s);
}

static void weights_and_minimum_shares_count(void **state)
{
    (void)state;
    struct sim s;
    sim_init(&s, 4, 1);
    use_pools(&s, pool_a, (struct pool_spec){.name = "b", .weight = 3.0});
    sim_job_of(&s, "", "a", 0, EIGHT, "");
    sim_job_of(&s, "", "b", 0, EIGHT, "");
    assert_true(sim_run(&s, &fair_scheduler));
    /* a: 0/1 first; then b at 0/3, 1/3, 2/3 against 1/1. */
    assert_int_equal(sim_starts(&s, 0, STAGE_MAP, 0), 1);
    assert_int_equal(sim_starts(&s, 1, STAGE_MAP, 0), 3);
    sim_free(&s);

    sim_init(&s, 4, 1);
    use_pools(&s, (struct pool_spec){.name = "a", .weight = 1.0, .least = {3, 0}},
              (struct pool_spec){.name = "b", .weight = 100.0});
    sim_job_of(&s, "", "b", 0, EIGHT, "");
    sim_job_of(&s, "", "a", 0, EIGHT, "");
    assert_true(sim_run(&s, &fair_scheduler));
    assert_int_equal(sim_starts(&s, 0, STAGE_MAP, 0), 1);
    assert_int_equal(sim_starts(&s, 1, STAGE_MAP, 0), 3);
    sim_free(&s);

    /* A minimum above the demand is worth only the demand. */
    sim_init(&s, 4, 1);
    use_pools(&s, (struct pool_spec){.name = "a", .weight = 1.0, .least = {3, 0}},
              (struct pool_spec){.name = "b", .weight = 100.0});
    sim_job_of(&s, "", "b", 0, EIGHT, "");
    sim_job_of(&s, "", "a", 0, "10", "");
    assert_true(sim_run(&s, &fair_scheduler));
    assert_int_equal(sim_starts(&s, 0, STAGE_MAP, 0), 3);
    sim_free(&s);
}

static void a_pool_may_run_in_order_of_submission(void **state)
{
    (void)state;
    struct sim s;
    sim_init(&s, 4, 1);
    use_pools(&s, (struct pool_spec){.name = "a", .weight = 1.0, .fifo = true},
              (struct pool_spec){.name = "b", .weight = 1.0});
    sim_job_of(&s, "", "a", 0, EIGHT, "");
    sim_job_of(&s, "", "a", 0, EIGHT, "");
    sim_job_of(&s, "", "b", 0, EIGHT, "");
    assert_true(sim_run(&s, &fair_scheduler));
    assert_int_equal(sim_starts(&s, 0, STAGE_MAP, 0), 2);
    assert_int_equal(sim_starts(&s, 1, STAGE_MAP, 0), 0);
    assert_int_equal(sim_starts(&s, 2, STAGE_MAP, 0), 2);
    sim_free(&s);
}

/* --- 0.20 ------------------------------------------------------------------------------------- */

static void deficits_by_hand(void **state)
{
    (void)state;
    struct sim s;
    sim_init(&s, 1, 1);
    s.scheduler_options.hadoop = HADOOP_0_20;
    sim_job_of(&s, "a", "", 0, "1000 1000", "");
    sim_job_of(&s, "b", "", 0, "1000 1000", "");
    assert_true(sim_run(&s, &fair_scheduler));
    /* Shares are 0.5 each. Deficits of a and b, after the updates that precede the decision:
     *    0: 0, 0: a, which came first
     * 1000: -500, 500: b. For half a second a still counts as running, as in Hadoop:
     * 2000: -500, 0: b again, which counts twice for half a second:
     * 3000: 0, -1000: a */
    assert_int_equal(sim_task(&s, 0, STAGE_MAP, 0)->start, 0);
    assert_int_equal(sim_task(&s, 1, STAGE_MAP, 0)->start, 1000);
    assert_int_equal(sim_task(&s, 1, STAGE_MAP, 1)->start, 2000);
    assert_int_equal(sim_task(&s, 0, STAGE_MAP, 1)->start, 3000);
    sim_free(&s);
}

static void who_is_below_the_minimum_comes_first(void **state)
{
    (void)state;
    struct sim s;
    sim_init(&s, 4, 1);
    s.scheduler_options.hadoop = HADOOP_0_20;
    use_pools(&s, (struct pool_spec){.name = "a", .weight = 1.0, .least = {3, 0}},
              (struct pool_spec){.name = "b", .weight = 1.0});
    sim_job_of(&s, "", "a", 0, "1000 1000 1000 1000 1000 1000 1000 1000", "");
    sim_job_of(&s, "", "a", 100, "1000", "");
    sim_job_of(&s, "", "b", 100, "1000 1000 1000 1000 1000 1000 1000 1000", "");
    assert_true(sim_run(&s, &fair_scheduler));
    /* The pool's 3 slots: one for each of its jobs, the third for the one that can use it. At 1000
     * the first job has had all slots for a second, its deficit is the smallest, but it is below
     * its two. The last goes by deficits. */
    assert_int_equal(sim_starts(&s, 0, STAGE_MAP, 1000), 2);
    assert_int_equal(sim_starts(&s, 1, STAGE_MAP, 1000), 1);
    assert_int_equal(sim_starts(&s, 2, STAGE_MAP, 1000), 1);
    sim_free(&s);

    /* Without a minimum the other pool's deficit comes first. */
    sim_init(&s, 4, 1);
    s.scheduler_options.hadoop = HADOOP_0_20;
    sim_job_of(&s, "", "a", 0, "1000 1000 1000 1000 1000 1000 1000 1000", "");
    sim_job_of(&s, "", "b", 100, "1000 1000 1000 1000 1000 1000 1000 1000", "");
    assert_true(sim_run(&s, &fair_scheduler));
    assert_int_equal(sim_starts(&s, 1, STAGE_MAP, 1000), 4);
    sim_free(&s);
}

/* Catching up with many updates at once gives what doing each at its time gives. */
static void updates_are_caught_up_with(void **state)
{
    (void)state;
    ticks ends[2][2];
    for (int ticking = 0; ticking < 2; ticking++) {
        struct sim s;
        sim_init(&s, 3, 1);
        s.scheduler_options.hadoop = HADOOP_0_20;
        sim_job_of(&s, "a", "", 130, "2700 900 4300 700 700 3100 1100", "");
        sim_job_of(&s, "b", "", 370, "900 5300 300 2900 700", "");
        assert_non_null(sim_engine(&s, &fair_scheduler));
        for (ticks now = 0; ticking != 0 && now < 30000; now += 250) {
            assert_true(engine_run_until(s.engine, now));
        }
        assert_true(engine_run(s.engine));
        ends[ticking][0] = sim_outcome(&s, 0)->finish;
        ends[ticking][1] = sim_outcome(&s, 1)->finish;
        sim_free(&s);
    }
    assert_int_equal(ends[0][0], ends[1][0]);
    assert_int_equal(ends[0][1], ends[1][1]);
}

/* --- Reports ---------------------------------------------------------------------------------- */

static void how_much_a_node_gets(void **state)
{
    (void)state;
    static const struct {
        enum hadoop_version version;
        enum assign_multiple assign;
        int32_t maps;
        int32_t reduces;
    } cases[] = {
        {HADOOP_0_20, ASSIGN_BY_VERSION, 1, 0},
        {HADOOP_0_20, ASSIGN_MULTIPLE, 1, 1},
        {HADOOP_0_21, ASSIGN_ONE, 1, 0},
        {HADOOP_0_21, ASSIGN_BY_VERSION, 3, 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct sim s;
        sim_init(&s, 1, 1);
        sim_nodes(&s, 100, 1, 3, 2);
        s.scheduler_options.hadoop = cases[i].version;
        s.scheduler_options.assign = cases[i].assign;
        s.options.slowstart = 0;
        sim_job_of(&s, "", "", 0, "1000 1000 1000", "1000 1000");
        assert_true(sim_run(&s, &fair_scheduler));
        struct heartbeats h;
        heartbeats_init(&h, 100, 1, s.options.seed);
        assert_int_equal(sim_starts(&s, 0, STAGE_MAP, h.phase[0]), cases[i].maps);
        assert_int_equal(sim_starts(&s, 0, STAGE_REDUCE, h.phase[0]), cases[i].reduces);
        /* One task a report: 0.20 prefers maps, 0.21 the stage of which less runs (equal: maps). */
        int32_t second = sim_starts(&s, 0, STAGE_MAP, h.phase[0] + 100);
        assert_int_equal(second, cases[i].version == HADOOP_0_20 ? 1 : 0);
        heartbeats_free(&h);
        sim_free(&s);
    }
}

static void a_small_load_is_spread(void **state)
{
    (void)state;
    struct sim s;
    sim_init(&s, 1, 1);
    sim_nodes(&s, 100, 2, 4, 1);
    sim_job_of(&s, "", "", 0, "500 500 500", "");
    assert_true(sim_run(&s, &fair_scheduler));
    int32_t first = sim_task(&s, 0, STAGE_MAP, 0)->node; /* ceil(3/8 * 4) = 2 on it */
    assert_int_equal(sim_task(&s, 0, STAGE_MAP, 1)->node, first);
    assert_int_equal(sim_task(&s, 0, STAGE_MAP, 2)->node, 1 - first);
    sim_free(&s);
}

/* --- Delay scheduling ------------------------------------------------------------------------- */

static void a_job_waits_for_its_data(void **state)
{
    (void)state;
    int32_t waited = 0;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        for (ticks heartbeat = 0; heartbeat <= 7; heartbeat += 7) {
            struct sim s;
            sim_init(&s, 1, 1);
            sim_nodes(&s, heartbeat, 3, 1, 1);
            s.cluster.nodes[2].rack = 1;
            s.options.seed = seed;
            s.options.locality = (struct locality_options){.replication = 1, .rack_factor = 1.5, .remote_factor = 3.0};
            s.scheduler_options.locality_delay = 1000;
            sim_job_of(&s, "", "", 0, "100", "");
            sim_job_of(&s, "", "", 1, "5000", "");
            assert_true(sim_run(&s, &fair_scheduler));
            struct data_places *places = data_places_new(&s.options.locality, &s.workload, &s.cluster, seed);
            for (int32_t node = 0; node < 3; node++) {
                if (data_places_distance(places, 1, 0, node) == LOCALITY_NODE) {
                    /* Its own node is free at 111 + 2 * 7 at the latest: it runs there, and no task
                     * waits a second. */
                    assert_int_equal(sim_task(&s, 1, STAGE_MAP, 0)->node, node);
                    assert_true(sim_task(&s, 1, STAGE_MAP, 0)->start <= 125);
                }
            }
            waited += sim_task(&s, 1, STAGE_MAP, 0)->start > 100;
            data_places_free(places);
            sim_free(&s);
        }
    }
    assert_true(waited > 0);
}

static void a_job_does_not_wait_for_ever(void **state)
{
    (void)state;
    int32_t racks = 0;
    int32_t remotes = 0;
    for (uint64_t seed = 1; seed <= 30; seed++) {
        struct sim s;
        sim_init(&s, 1, 1);
        sim_nodes(&s, 0, 3, 1, 1);
        s.cluster.nodes[2].rack = 1;
        s.options.seed = seed;
        s.options.locality = (struct locality_options){.replication = 1, .rack_factor = 1.5, .remote_factor = 3.0};
        s.scheduler_options.locality_delay = 1000;
        sim_job_of(&s, "a", "", 0, "900000", ""); /* on its own node */
        sim_job_of(&s, "b", "", 1, "5000", "");
        assert_true(sim_run(&s, &fair_scheduler));
        assert_int_equal(sim_task(&s, 0, STAGE_MAP, 0)->start, 0);
        const struct task_run *second = sim_task(&s, 1, STAGE_MAP, 0);
        /* Woken for it: nothing else happens at 1001 and 2001. */
        static const ticks start[LOCALITIES] = {1, 1001, 2001};
        assert_int_equal(second->start, start[second->locality]);
        racks += second->locality == LOCALITY_RACK;
        remotes += second->locality == LOCALITY_REMOTE;
        sim_free(&s);
    }
    assert_true(racks > 0 && remotes > 0);
}

/* --- Dividing slots --------------------------------------------------------------------------- */

static void weighted_shares_sum_to_the_slots(void **state)
{
    (void)state;
    gsl_rng *rng = random_stream_open(20, STREAM_SIZES);
    for (int round = 0; round < 2000; round++) {
        struct claim claims[8];
        size_t count = 1 + gsl_rng_uniform_int(rng, 8);
        double slots = 1.0 + (double)gsl_rng_uniform_int(rng, 40);
        double least = 0.0;
        for (size_t i = 0; i < count; i++) {
            double most = floor((slots - least) / 2.0);
            claims[i] =
                (struct claim){.weight = gsl_rng_uniform_pos(rng) * 5.0, .least = floor(gsl_rng_uniform(rng) * most)};
            least += claims[i].least;
        }
        fair_share_weighted(claims, count, slots);
        double sum = 0.0;
        double ratio = -1.0; /* share / weight of those above their least: equal, and the largest of all */
        for (size_t i = 0; i < count; i++) {
            assert_true(claims[i].share >= claims[i].least - 1e-9);
            sum += claims[i].share;
            ratio = claims[i].share > claims[i].least + 1e-9 ? claims[i].share / claims[i].weight : ratio;
        }
        assert_true(fabs(sum - slots) < 1e-6);
        for (size_t i = 0; i < count && ratio >= 0.0; i++) {
            double own = claims[i].share / claims[i].weight;
            assert_true(own >= ratio - 1e-6);
            assert_true(own <= ratio + 1e-6 || claims[i].share <= claims[i].least + 1e-9);
        }
    }
    gsl_rng_free(rng);
}

static void capped_shares_use_all_that_can_be_used(void **state)
{
    (void)state;
    gsl_rng *rng = random_stream_open(21, STREAM_SIZES);
    for (int round = 0; round < 2000; round++) {
        struct claim claims[8];
        size_t count = 1 + gsl_rng_uniform_int(rng, 8);
        double slots = 1.0 + (double)gsl_rng_uniform_int(rng, 40);
        double wanted = 0.0;
        for (size_t i = 0; i < count; i++) {
            claims[i] = (struct claim){.weight = 0.1 + gsl_rng_uniform(rng) * 5.0,
                                       .demand = (double)gsl_rng_uniform_int(rng, 20)};
            wanted += claims[i].demand;
        }
        fair_share_capped(claims, count, slots);
        double sum = 0.0;
        double ratio = -1.0; /* of those who get less than they want: equal, and no other has a larger one */
        for (size_t i = 0; i < count; i++) {
            assert_true(claims[i].share <= claims[i].demand);
            sum += claims[i].share;
            ratio = claims[i].share < claims[i].demand - 1e-6 ? claims[i].share / claims[i].weight : ratio;
        }
        assert_true(fabs(sum - (wanted < slots ? wanted : slots)) < 1e-6);
        for (size_t i = 0; i < count && ratio >= 0.0; i++) {
            double own = claims[i].share / claims[i].weight;
            assert_true(own <= ratio + 1e-6);
            assert_true(own >= ratio - 1e-6 || claims[i].share >= claims[i].demand - 1e-6);
        }
    }
    /* By hand: 10 slots, weights 1, 1, 2; the first wants 1: the rest is divided 3 to 6. */
    struct claim three[] = {{.weight = 1, .demand = 1}, {.weight = 1, .demand = 9}, {.weight = 2, .demand = 9}};
    fair_share_capped(three, 3, 10.0);
    assert_true(fabs(three[0].share - 1.0) < 1e-9 && fabs(three[1].share - 3.0) < 1e-9);
    gsl_rng_free(rng);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(users_are_pools_and_share_alike),
        cmocka_unit_test(weights_and_minimum_shares_count),
        cmocka_unit_test(a_pool_may_run_in_order_of_submission),
        cmocka_unit_test(deficits_by_hand),
        cmocka_unit_test(who_is_below_the_minimum_comes_first),
        cmocka_unit_test(updates_are_caught_up_with),
        cmocka_unit_test(how_much_a_node_gets),
        cmocka_unit_test(a_small_load_is_spread),
        cmocka_unit_test(a_job_waits_for_its_data),
        cmocka_unit_test(a_job_does_not_wait_for_ever),
        cmocka_unit_test(weighted_shares_sum_to_the_slots),
        cmocka_unit_test(capped_shares_use_all_that_can_be_used),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
