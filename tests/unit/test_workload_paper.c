/* The generator of the papers' workloads: bins exactly as in Tables III and IV, and distributions
 * as documented. Every test prints its seeds, so that a failure can be repeated. */
#include "harness/workload/cluster.h"
#include "harness/workload/paper_profile.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { FIRST_SEED = 1000, SEEDS = 200 };

static const struct paper_profile *profile(const char *name)
{
    const struct paper_profile *p = paper_profile_find(name);
    assert_non_null(p);
    return p;
}

static bool in_bin(const struct job_spec *job, const struct paper_bin *bin)
{
    ticks relative = job->deadline - job->arrival;
    return job->maps >= bin->maps_least && job->maps <= bin->maps_most && job->reduces >= bin->reduces_least &&
           job->reduces <= bin->reduces_most && relative >= 1000 * bin->deadline_least &&
           relative <= 1000 * bin->deadline_most;
}

static void check_table_III(const struct workload *w)
{
    static const struct paper_bin bins[] = {
        {38, 1, 1, 1, 5, 200, 300},    {16, 2, 2, 1, 5, 200, 300},        {14, 10, 10, 5, 10, 300, 400},
        {8, 50, 50, 10, 20, 500, 800}, {6, 100, 100, 20, 30, 1000, 1500}, {6, 200, 200, 30, 30, 2000, 2500},
    };
    assert_int_equal(w->count, 88);
    for (size_t b = 0; b < 6; b++) {
        int32_t jobs = 0;
        for (size_t i = 0; i < w->count; i++) {
            jobs += in_bin(&w->jobs[i], &bins[b]);
        }
        assert_int_equal(jobs, bins[b].jobs);
    }
}

/* Table IV's intervals meet, but jobs of neighbouring bins differ in reduces or deadline, except
 * between bins 1 and 2: 10 maps and 5 reduces and 300 s would fit both, and that never happens to
 * the millisecond here. */
static void check_table_IV(const struct workload *w)
{
    static const struct paper_bin bins[] = {
        {9, 1, 10, 1, 5, 200, 300},         {24, 10, 50, 5, 10, 300, 500},      {25, 50, 100, 15, 30, 1000, 1500},
        {18, 100, 200, 25, 50, 1500, 2500}, {13, 200, 300, 35, 70, 2500, 3500},
    };
    assert_int_equal(w->count, 89);
    for (size_t b = 0; b < 5; b++) {
        int32_t jobs = 0;
        for (size_t i = 0; i < w->count; i++) {
            jobs += in_bin(&w->jobs[i], &bins[b]);
        }
        assert_int_equal(jobs, bins[b].jobs);
    }
}

/* Every seed: the bins, sorted arrivals from 0 on, names, sizes, and estimates that bound every
 * task on every node. */
static void check_job(const struct job_spec *job, const struct paper_profile *p, size_t index)
{
    char name[32];
    snprintf(name, sizeof name, "job%zu", index);
    assert_string_equal(job->name, name);
    assert_int_equal(job->row, index);
    assert_true(job->map_bytes == INT64_C(134217728) * job->maps);
    assert_true(job->reduce_bytes == job->map_bytes);
    for (int32_t t = 0; t < job->maps; t++) {
        assert_true(task_times_at(&job->map_times, t) >= 1);
        assert_true(cluster_time_at_speed(task_times_at(&job->map_times, t), p->slow_speed) <= job->map_estimate);
    }
    for (int32_t t = 0; t < job->reduces; t++) {
        assert_true(task_times_at(&job->reduce_times, t) >= 1);
        assert_true(task_times_at(&job->reduce_times, t) <= job->reduce_estimate);
    }
}

static void test_every_seed(void **state)
{
    (void)state;
    static const char *const names[] = {"I", "II", "II-normal"};
    printf("# seeds %d to %d\n", FIRST_SEED, FIRST_SEED + SEEDS - 1);
    for (size_t n = 0; n < 3; n++) {
        const struct paper_profile *p = profile(names[n]);
        for (uint64_t seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
            struct workload w = paper_workload(p, seed, PAPER_ESTIMATES_WORST, 0);
            assert_string_equal(w.title, names[n]);
            assert_int_equal(w.jobs[0].arrival, 0);
            for (size_t i = 0; i < w.count; i++) {
                assert_true(i == 0 || w.jobs[i].arrival >= w.jobs[i - 1].arrival);
                check_job(&w.jobs[i], p, i);
            }
            if (n == 0) {
                check_table_III(&w);
            } else if (n == 1) {
                check_table_IV(&w);
            }
            workload_free(&w);
        }
    }
}

/* The longest reduce that can be drawn stays below the estimate whatever the job. */
static void test_reduce_estimates_bound_the_longest_reduce(void **state)
{
    (void)state;
    for (size_t n = 0; n < paper_profile_count; n++) {
        const struct paper_profile *p = &paper_profiles[n];
        for (size_t b = 0; b < p->bin_count; b++) {
            double x = (double)p->bins[b].maps_least / p->bins[b].reduces_most;
            assert_true(p->cap * (p->reduce_base + p->reduce_per_block * x) <= p->reduce_estimate_per_block * x);
            assert_true(p->cap * p->reduce_per_block <= p->reduce_estimate_per_block);
        }
    }
}

/* RTMR's reduce estimates over the mean reduce time, as `rtmr paper rtmr` prints them. */
static void test_reduce_estimates_are_multiples_of_the_mean(void **state)
{
    (void)state;
    static const double expected[2][2] = {{6.3, 22.2}, {8.2, 178.8}};
    for (size_t n = 0; n < 2; n++) {
        double least;
        double most;
        paper_profile_reduce_multiples(&paper_profiles[n], &least, &most);
        assert_true(fabs(least - expected[n][0]) < 0.05);
        assert_true(fabs(most - expected[n][1]) < 0.05);
    }
}

/* The longest tasks that there can be: the drawn ones stay below, and are sometimes near. */
static void test_longest_estimates(void **state)
{
    (void)state;
    const struct paper_profile *p = profile("I");
    double nearest = 0;
    for (uint64_t seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
        struct workload w = paper_workload(p, seed, PAPER_ESTIMATES_LONGEST, 0);
        for (size_t i = 0; i < w.count; i++) {
            check_job(&w.jobs[i], p, i);
            for (int32_t t = 0; t < w.jobs[i].reduces; t++) {
                nearest = fmax(nearest,
                               (double)task_times_at(&w.jobs[i].reduce_times, t) / (double)w.jobs[i].reduce_estimate);
            }
        }
        workload_free(&w);
    }
    assert_true(nearest > 0.99);
}

struct mean {
    double sum;
    double count;
};

static void count(struct mean *m, double x)
{
    m->sum += x;
    m->count += 1;
}

/* The mean of what was drawn must be within `percent` of the mean that was asked for. */
static void assert_mean(const struct mean *m, double expected, double percent)
{
    double found = m->sum / m->count;
    if (fabs(found / expected - 1) > percent / 100) {
        fail_msg("mean %g of %g draws, expected %g", found, m->count, expected);
    }
}

static void test_means(void **state)
{
    (void)state;
    printf("# seeds %d to %d\n", FIRST_SEED, FIRST_SEED + SEEDS - 1);
    for (size_t n = 0; n < 2; n++) {
        const struct paper_profile *p = &paper_profiles[n];
        struct mean gap = {0};
        struct mean map = {0};
        struct mean reduce = {0};
        struct mean slack = {0};
        for (uint64_t seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
            struct workload w = paper_workload(p, seed, PAPER_ESTIMATES_WORST, 0);
            for (size_t i = 0; i < w.count; i++) {
                const struct job_spec *job = &w.jobs[i];
                if (i > 0) {
                    count(&gap, (double)(job->arrival - w.jobs[i - 1].arrival));
                }
                for (int32_t t = 0; t < job->maps; t++) {
                    count(&map, (double)task_times_at(&job->map_times, t));
                }
                double x = (double)job->maps / job->reduces;
                for (int32_t t = 0; t < job->reduces; t++) {
                    count(&reduce,
                          (double)task_times_at(&job->reduce_times, t) / (p->reduce_base + p->reduce_per_block * x));
                }
                if (n == 0 && job->maps == 1) {
                    count(&slack, (double)(job->deadline - job->arrival));
                }
            }
            workload_free(&w);
        }
        assert_mean(&gap, 14000, 2.5);
        assert_mean(&map, 1000 * p->map_mean, 1.5); /* the cut takes up to one percent */
        assert_mean(&reduce, 1000, 1.5);
        if (n == 0) {
            assert_mean(&slack, 250000, 1);
        }
    }
}

/* Inter-arrival times are exponential: the deviation equals the mean, and e^-1 of them exceed
 * it. */
static void test_gaps_are_exponential(void **state)
{
    (void)state;
    struct mean square = {0};
    struct mean above = {0};
    for (uint64_t seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
        struct workload w = paper_workload(profile("I"), seed, PAPER_ESTIMATES_WORST, 0);
        for (size_t i = 1; i < w.count; i++) {
            double gap = (double)(w.jobs[i].arrival - w.jobs[i - 1].arrival);
            count(&square, gap * gap);
            count(&above, gap > 14000 ? 1 : 0);
        }
        workload_free(&w);
    }
    assert_mean(&square, 2 * 14000.0 * 14000.0, 6);
    assert_mean(&above, exp(-1), 3);
}

/* Normal map counts: before the cut the mean is 100; between 50 and 150, which the cut does not
 * touch, they are symmetric about it. About three in 92 lay above 300. */
static void test_normal_map_counts(void **state)
{
    (void)state;
    struct mean middle = {0};
    struct mean all = {0};
    double kept = 0;
    for (uint64_t seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
        struct workload w = paper_workload(profile("II-normal"), seed, PAPER_ESTIMATES_WORST, 0);
        assert_int_equal(w.count, 89);
        for (size_t i = 0; i < w.count; i++) {
            assert_in_range(w.jobs[i].maps, 1, 300);
            kept += 1;
            count(&all, w.jobs[i].maps);
            if (w.jobs[i].maps >= 50 && w.jobs[i].maps <= 150) {
                count(&middle, w.jobs[i].maps);
            }
        }
        workload_free(&w);
    }
    assert_mean(&middle, 100, 1);
    assert_mean(&all, 126.1, 2); /* as its summary says */
    /* P(|z| < 50.5 / 108.4) over P(0.5 - 100 < z * 108.4 < 200.5) */
    double expected =
        erf(50.5 / 108.4 / sqrt(2)) / (0.5 * (erf(200.5 / 108.4 / sqrt(2)) + erf(99.5 / 108.4 / sqrt(2))));
    assert_true(fabs(middle.count / kept / expected - 1) < 0.03);
}

static void test_dc_estimates_leave_the_jobs_alone(void **state)
{
    (void)state;
    for (size_t n = 0; n < 2; n++) {
        const struct paper_profile *p = &paper_profiles[n];
        struct workload worst = paper_workload(p, 7, PAPER_ESTIMATES_WORST, 0);
        struct workload dc = paper_workload(p, 7, PAPER_ESTIMATES_DC, 0);
        assert_int_equal(worst.count, dc.count);
        for (size_t i = 0; i < worst.count; i++) {
            assert_int_equal(worst.jobs[i].arrival, dc.jobs[i].arrival);
            assert_int_equal(worst.jobs[i].deadline, dc.jobs[i].deadline);
            assert_int_equal(worst.jobs[i].reduces, dc.jobs[i].reduces);
            assert_int_equal(worst.jobs[i].maps, dc.jobs[i].maps);
            for (int32_t t = 0; t < dc.jobs[i].maps; t++) {
                assert_int_equal(task_times_at(&worst.jobs[i].map_times, t), task_times_at(&dc.jobs[i].map_times, t));
            }
            assert_true(fabs((double)dc.jobs[i].map_estimate - 1000 * p->dc_map_factor * p->map_mean) < 1.01);
        }
        workload_free(&worst);
        workload_free(&dc);
    }
}

static void test_large_jobs_can_be_left_out(void **state)
{
    (void)state;
    struct workload all = paper_workload(profile("II"), 7, PAPER_ESTIMATES_DC, 0);
    struct workload some = paper_workload(profile("II"), 7, PAPER_ESTIMATES_DC, 30);
    size_t next = 0;
    for (size_t i = 0; i < all.count; i++) {
        if (all.jobs[i].reduces > 30) {
            continue;
        }
        assert_true(next < some.count);
        assert_string_equal(some.jobs[next].name, all.jobs[i].name);
        assert_int_equal(some.jobs[next].row, next);
        assert_int_equal(some.jobs[next].deadline, all.jobs[i].deadline);
        next++;
    }
    assert_int_equal(next, some.count);
    assert_true(some.count < all.count - 12); /* bin 5 alone has 13 jobs of 35 reduces or more */
    workload_free(&all);
    workload_free(&some);
}

static void test_seeds(void **state)
{
    (void)state;
    struct workload one = paper_workload(profile("II"), 1, PAPER_ESTIMATES_WORST, 0);
    struct workload again = paper_workload(profile("II"), 1, PAPER_ESTIMATES_WORST, 0);
    struct workload other = paper_workload(profile("II"), 2, PAPER_ESTIMATES_WORST, 0);
    bool same = true;
    for (size_t i = 0; i < one.count; i++) {
        assert_int_equal(one.jobs[i].arrival, again.jobs[i].arrival);
        assert_int_equal(one.jobs[i].maps, again.jobs[i].maps);
        assert_int_equal(task_times_at(&one.jobs[i].map_times, 0), task_times_at(&again.jobs[i].map_times, 0));
        same = same && one.jobs[i].arrival == other.jobs[i].arrival;
    }
    assert_false(same);
    workload_free(&one);
    workload_free(&again);
    workload_free(&other);
}

static void test_names(void **state)
{
    (void)state;
    assert_null(paper_profile_find("III"));
    assert_null(paper_profile_find(""));
    assert_int_equal(paper_profile_mean_map(profile("I")), 7600);
    assert_int_equal(paper_profile_mean_map(profile("II")), 28600);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_seed),
        cmocka_unit_test(test_reduce_estimates_bound_the_longest_reduce),
        cmocka_unit_test(test_reduce_estimates_are_multiples_of_the_mean),
        cmocka_unit_test(test_longest_estimates),
        cmocka_unit_test(test_means),
        cmocka_unit_test(test_gaps_are_exponential),
        cmocka_unit_test(test_normal_map_counts),
        cmocka_unit_test(test_dc_estimates_leave_the_jobs_alone),
        cmocka_unit_test(test_large_jobs_can_be_left_out),
        cmocka_unit_test(test_seeds),
        cmocka_unit_test(test_names),
    };
    return cmocka_run_group_tests_name("workload_paper", tests, NULL, NULL);
}
