/* Locality: where the data are, which map of a job runs where, and what it costs. */
#include "harness/engine/locality.h"
#include "harness/engine/near_maps.h"
#include "harness/workload/alloc.h"
#include "harness/workload/seed.h"
#include "tests/unit/sim.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Two racks of two nodes each, so many map slots per node. */
static void two_racks(struct sim *s, ticks heartbeat, int32_t map_slots)
{
    cluster_free(&s->cluster);
    cluster_init(&s->cluster, "racks");
    for (int32_t node = 0; node < 4; node++) {
        assert_true(cluster_add(
            &s->cluster, 1, (struct cluster_node){.slots = {map_slots, 1}, .speed = {1000, 1000}, .rack = node / 2}));
    }
    s->cluster.heartbeat = heartbeat;
}

static void places_are_drawn_without_repetition(void **state)
{
    (void)state;
    struct sim s;
    sim_init(&s, 1, 1);
    two_racks(&s, 0, 1);
    sim_job(&s, 0, 1000, 1, "1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1", 1, "1");
    sim_job(&s, 0, 1000, 1, "1 1 1 1", 1, "");
    int32_t different = 0;
    for (int32_t copies = 1; copies <= 6; copies++) {
        struct locality_options options = {.replication = copies, .rack_factor = 2.0, .remote_factor = 3.0};
        struct data_places *places = data_places_new(&options, &s.workload, &s.cluster, 1);
        struct data_places *again = data_places_new(&options, &s.workload, &s.cluster, 1);
        struct data_places *other = data_places_new(&options, &s.workload, &s.cluster, 2);
        for (int32_t map = 0; map < 32; map++) {
            int32_t near[LOCALITIES] = {0};
            for (int32_t node = 0; node < 4; node++) {
                enum locality found = data_places_distance(places, 0, map, node);
                near[found]++;
                assert_int_equal(found, data_places_distance(again, 0, map, node));
                different += found != data_places_distance(other, 0, map, node);
                /* the rack of a node with the data is not remote */
                assert_true(found != LOCALITY_REMOTE ||
                            data_places_distance(places, 0, map, node ^ 1) != LOCALITY_NODE);
            }
            assert_int_equal(near[LOCALITY_NODE], copies < 4 ? copies : 4);
            assert_true(copies > 1 || (near[LOCALITY_RACK] == 1 && near[LOCALITY_REMOTE] == 2));
        }
        data_places_free(places);
        data_places_free(again);
        data_places_free(other);
    }
    assert_true(different > 0);
    sim_free(&s);
}

/* A map of which the workload does not say where its data are has them where they are drawn. */
static void places_that_are_not_named_are_drawn(void **state)
{
    (void)state;
    struct sim s;
    sim_init(&s, 1, 1);
    two_racks(&s, 0, 1);
    struct job_spec *job = sim_job(&s, 0, 1000, 1, "1 1 1", 1, "");
    struct locality_options options = {.replication = 1, .rack_factor = 2.0, .remote_factor = 3.0};
    struct data_places *drawn = data_places_new(&options, &s.workload, &s.cluster, 5);
    enum locality expected[4];
    for (int32_t node = 0; node < 4; node++) {
        expected[node] = data_places_distance(drawn, 0, 1, node);
    }
    data_places_free(drawn);
    map_places_add(&job->map_nodes, (int32_t[]){3}, 1);
    map_places_add(&job->map_nodes, NULL, 0);
    map_places_add(&job->map_nodes, (int32_t[]){0, 3}, 2);
    struct data_places *places = data_places_new(&options, &s.workload, &s.cluster, 5);
    static const enum locality first[] = {LOCALITY_REMOTE, LOCALITY_REMOTE, LOCALITY_RACK, LOCALITY_NODE};
    static const enum locality third[] = {LOCALITY_NODE, LOCALITY_RACK, LOCALITY_RACK, LOCALITY_NODE};
    for (int32_t node = 0; node < 4; node++) {
        assert_int_equal(data_places_distance(places, 0, 0, node), first[node]);
        assert_int_equal(data_places_distance(places, 0, 1, node), expected[node]);
        assert_int_equal(data_places_distance(places, 0, 2, node), third[node]);
    }
    data_places_free(places);
    sim_free(&s);
}

/* What a look at every map finds. */
static int32_t nearest_of_all(const struct data_places *places, int32_t maps, int32_t node, const uint16_t *attempts,
                              enum locality *distance)
{
    int32_t best = -1;
    *distance = LOCALITY_REMOTE;
    for (int32_t map = 0; map < maps; map++) {
        enum locality found = data_places_distance(places, 0, map, node);
        if (attempts[map] == 0 && (best < 0 || found < *distance)) {
            *distance = found;
            best = map;
        }
    }
    return best;
}

static void the_index_finds_the_nearest_map(void **state)
{
    (void)state;
    enum { MAPS = 40 };
    for (uint64_t seed = 1; seed <= 300; seed++) {
        struct sim s;
        sim_init(&s, 1, 1);
        two_racks(&s, 0, 1);
        struct job_spec *job = sim_job(&s, 0, 1000, 1, "", 1, "");
        job->maps = MAPS;
        task_times_add(&job->map_times, 1, MAPS);
        for (int32_t map = 0; seed % 3 > 0 && map < MAPS;
             map++) { /* named for some maps; one node may be named twice */
            int32_t nodes[3];
            for (int32_t i = 0; i < 3; i++) {
                nodes[i] = (int32_t)(seed_derive(seed, (uint64_t)(3 * map + i)) % (seed % 2 ? 4 : 2));
            }
            map_places_add(&job->map_nodes, nodes, seed_derive(seed, 1000 + (uint64_t)map) % 4);
        }
        struct locality_options options = {.replication = 1, .rack_factor = 2.0, .remote_factor = 3.0};
        struct data_places *places = data_places_new(&options, &s.workload, &s.cluster, seed);
        struct near_maps *near = near_maps_new(places, 0, MAPS);
        uint16_t attempts[MAPS] = {0};
        int32_t lowest = 0;
        for (int32_t started = 0; started < MAPS; started++) {
            enum locality expected;
            enum locality found;
            int32_t map = -1;
            for (int32_t node = 0; node < 4; node++) {
                int32_t best = nearest_of_all(places, MAPS, node, attempts, &expected);
                map = near_maps_first(near, node, attempts, lowest, &found);
                if (map != best || found != expected) {
                    fail_msg("seed %d: map %d at %d, not %d at %d", (int)seed, (int)map, (int)found, (int)best,
                             (int)expected);
                }
            }
            if (started % 5 == 4) {
                map = lowest; /* as a scheduler without locality would */
            }
            attempts[map]++;
            while (lowest < MAPS && attempts[lowest] > 0) {
                lowest++;
            }
        }
        near_maps_free(near);
        data_places_free(places);
        sim_free(&s);
    }
}

static void the_distance_costs(void **state)
{
    (void)state;
    struct sim s;
    sim_init(&s, 1, 1);
    struct locality_options options = {.replication = 3, .rack_factor = 1.1, .remote_factor = 1.5};
    struct data_places *places = data_places_new(&options, &s.workload, &s.cluster, 1);
    assert_int_equal(data_places_time(places, LOCALITY_NODE, 7), 7);
    assert_int_equal(data_places_time(places, LOCALITY_RACK, 7), 8);    /* 7.7 */
    assert_int_equal(data_places_time(places, LOCALITY_REMOTE, 7), 11); /* 10.5 */
    assert_int_equal(data_places_time(places, LOCALITY_REMOTE, INT64_MAX - 1), INT64_MAX);
    data_places_free(places);

    assert_false(locality_options_on(&(struct locality_options){3, 1.0, 1.0}));
    assert_true(locality_options_on(&options));
    assert_null(locality_options_problem(&options));
    assert_non_null(locality_options_problem(&(struct locality_options){0, 1.0, 1.0}));
    assert_non_null(locality_options_problem(&(struct locality_options){3, 0.5, 1.0}));
    assert_non_null(locality_options_problem(&(struct locality_options){3, 2.0, 1.5}));
    sim_free(&s);
}

/* Whenever a map was started, no map of its job that was started later, or at the same instant
 * behind it, was nearer to that node. The runs are sorted by dispatch: equal starts by slot. */
static int by_dispatch(const void *a, const void *b)
{
    const struct task_run *x = a;
    const struct task_run *y = b;
    if (x->start != y->start) {
        return x->start < y->start ? -1 : 1;
    }
    return (x->slot > y->slot) - (x->slot < y->slot);
}

static void a_job_runs_the_nearest_map(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct sim s;
        sim_init(&s, 1, 1);
        two_racks(&s, 0, 2);
        s.options.seed = seed;
        s.options.locality = (struct locality_options){.replication = 1, .rack_factor = 1.25, .remote_factor = 2.0};
        sim_job(&s, 0, 10000, 1, "8 8 8 8 12 8 8 8 8 8 12 8 8 8 8 8 8 8", 1, "1");
        assert_true(sim_run(&s, &scribe_scheduler));
        struct data_places *places = data_places_new(&s.options.locality, &s.workload, &s.cluster, seed);
        qsort(s.runs, (size_t)s.run_count, sizeof s.runs[0], by_dispatch);
        int32_t maps[LOCALITIES] = {0};
        for (int32_t i = 0; i < s.run_count; i++) {
            const struct task_run *run = &s.runs[i];
            if (run->stage == STAGE_REDUCE) {
                continue;
            }
            enum locality distance = data_places_distance(places, 0, run->task, run->node);
            assert_int_equal(run->locality, distance);
            ticks own = task_times_at(&s.workload.jobs[0].map_times, run->task);
            assert_int_equal(run->end - run->start, data_places_time(places, distance, own));
            maps[distance]++;
            for (int32_t later = i + 1; later < s.run_count; later++) {
                assert_true(s.runs[later].stage == STAGE_REDUCE ||
                            data_places_distance(places, 0, s.runs[later].task, run->node) >= distance);
            }
        }
        for (enum locality l = LOCALITY_NODE; l < LOCALITIES; l++) {
            assert_int_equal(engine_counts(s.engine).maps_at[l], maps[l]);
        }
        assert_int_equal(maps[LOCALITY_NODE] + maps[LOCALITY_RACK] + maps[LOCALITY_REMOTE], 18);
        data_places_free(places);
        sim_free(&s);
    }
}

static void fifo_gives_a_node_one_remote_map_a_report(void **state)
{
    (void)state;
    int32_t limited = 0;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct sim s;
        sim_init(&s, 1, 1);
        two_racks(&s, 100, 4);
        s.options.seed = seed;
        s.options.locality = (struct locality_options){.replication = 1, .rack_factor = 1.0, .remote_factor = 2.0};
        sim_job(&s, 0, 100000, 1, "500 500 500 500 500 500 500 500 500 500 500 500 500 500 500 500 500 500", 1, "");
        assert_true(sim_run(&s, &fifo_scheduler));
        for (int32_t i = 0; i < s.run_count; i++) {
            int32_t remote = 0;
            for (int32_t j = 0; j < s.run_count; j++) {
                remote += s.runs[j].node == s.runs[i].node && s.runs[j].start == s.runs[i].start &&
                          s.runs[j].locality == LOCALITY_REMOTE;
            }
            assert_true(remote <= 1);
            limited += remote == 1;
        }
        sim_free(&s);
    }
    assert_true(limited > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_are_drawn_without_repetition),
        cmocka_unit_test(places_that_are_not_named_are_drawn),
        cmocka_unit_test(the_index_finds_the_nearest_map),
        cmocka_unit_test(the_distance_costs),
        cmocka_unit_test(a_job_runs_the_nearest_map),
        cmocka_unit_test(fifo_gives_a_node_one_remote_map_a_report),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
