/* The workloads and clusters of the SRT and LsPS papers: what is published must hold. */
#include "harness/workload/lsps_profile.h"
#include "harness/workload/random_stream.h"
#include "harness/workload/srt_profile.h"
#include "tests/unit/same_names.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static void as_many_small_as_large_jobs(void **state)
{
    (void)state;
    bool mixed = false;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        struct workload w = srt_workload(&srt_profile, 10, SRT_RANDOM, seed);
        assert_int_equal(w.count, 20);
        int32_t large = 0;
        for (size_t i = 0; i < w.count; i++) {
            enum srt_size size = srt_size_of(&w.jobs[i]);
            large += size == SRT_LARGE;
            assert_int_equal(w.jobs[i].maps, srt_profile.maps[size]);
            assert_int_equal(w.jobs[i].reduces, srt_profile.reduces[size]);
            assert_int_equal(w.jobs[i].arrival, (ticks)i * (ticks)(1000 * srt_profile.interval));
            assert_int_equal(w.jobs[i].deadline, NO_DEADLINE);
            mixed |= i < 10 && size == SRT_SMALL;
        }
        assert_int_equal(large, 10);
        workload_free(&w);
    }
    assert_true(mixed);

    struct workload w = srt_workload(&srt_profile, 3, SRT_LARGE_FIRST, 1);
    for (size_t i = 0; i < w.count; i++) {
        assert_int_equal(srt_size_of(&w.jobs[i]), i < 3 ? SRT_LARGE : SRT_SMALL);
        assert_int_equal(w.jobs[i].arrival, i < 3 ? 0 : 5000);
    }
    assert_null(same_name(&w));
    workload_free(&w);
}

static void the_nodes_of_table_one(void **state)
{
    (void)state;
    static const int32_t cores[] = {4, 4, 8, 8, 16, 16, 16, 4, 4, 4};
    struct cluster c = srt_cluster(&srt_profile, SRT_NODES);
    assert_int_equal(c.node_count, 10);
    assert_null(cluster_problem(&c));
    for (int32_t i = 0; i < 10; i++) {
        assert_int_equal(c.nodes[i].slots[STAGE_MAP], lround(cores[i] * srt_profile.map_slots_per_core));
        assert_int_equal(c.nodes[i].speed[STAGE_MAP], cores[i] == 16 ? lround(1000 * 2.66 / 2.13) : 1000);
    }
    cluster_free(&c);
    struct srt_profile tiny = srt_profile;
    tiny.reduce_slots_per_core = 0.01;
    c = srt_cluster(&tiny, 4);
    assert_int_equal(cluster_slots(&c, STAGE_REDUCE), 4);
    cluster_free(&c);
}

static void the_rows_of_table_two(void **state)
{
    (void)state;
    static const int32_t jobs[LSPS_USERS] = {150, 100, 30, 5};
    double maps[LSPS_USERS] = {0};
    double ends[LSPS_USERS] = {0};
    enum { SEEDS = 200 };
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct workload w = lsps_workload(&lsps_profile, seed);
        int32_t count[LSPS_USERS] = {0};
        double last[LSPS_USERS] = {0};
        assert_int_equal(w.count, 285);
        for (size_t i = 0; i < w.count; i++) {
            int user = w.jobs[i].user[4] - '1';
            count[user]++;
            maps[user] += w.jobs[i].maps;
            last[user] = (double)w.jobs[i].arrival / 1000.0;
            assert_true(i == 0 || w.jobs[i].arrival >= w.jobs[i - 1].arrival);
            assert_true(user != 1 || w.jobs[i].maps == 20);
        }
        for (int user = 0; user < LSPS_USERS; user++) {
            assert_int_equal(count[user], jobs[user]);
            ends[user] += last[user] / SEEDS;
        }
        workload_free(&w);
    }
    for (int user = 0; user < LSPS_USERS; user++) {
        const struct lsps_row *row = &lsps_profile.rows[user];
        assert_true(fabs(ends[user] / (row->jobs * row->interval) - 1.0) < 0.12);
        if (row->size_law != LSPS_CONSTANT) {
            /* A job's last block is a part of one: between size / block and one more. */
            double mean = maps[user] / (SEEDS * row->jobs);
            double blocks = row->size / lsps_profile.block_mb;
            assert_true(mean > 0.9 * blocks && mean < 1.1 * blocks + 1.0);
        }
    }
}

static void distributions_have_their_means(void **state)
{
    (void)state;
    gsl_rng *rng = random_stream_open(4, STREAM_SIZES);
    for (enum lsps_distribution law = LSPS_CONSTANT; law <= LSPS_HEAVY_TAIL; law++) {
        double sum = 0.0;
        double most = 0.0;
        enum { DRAWS = 400000 };
        for (int i = 0; i < DRAWS; i++) {
            double drawn = lsps_draw(law, 7.0, &lsps_profile, rng);
            assert_true(drawn >= 0.0);
            sum += drawn;
            most = fmax(most, drawn);
        }
        assert_true(fabs(sum / DRAWS / 7.0 - 1.0) < 0.02);
        assert_true(law != LSPS_UNIFORM || most <= 14.0);
        assert_true(law != LSPS_HEAVY_TAIL || most > 100.0);
    }
    gsl_rng_free(rng);
    struct cluster c = lsps_cluster();
    assert_int_equal(cluster_slots(&c, STAGE_MAP), 22);
    assert_int_equal(cluster_slots(&c, STAGE_REDUCE), 22);
    cluster_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_many_small_as_large_jobs),
        cmocka_unit_test(the_nodes_of_table_one),
        cmocka_unit_test(the_rows_of_table_two),
        cmocka_unit_test(distributions_have_their_means),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
