/* Workloads of the time-slotted model: distributions against sums and integrals, the generator
 * against the paper. */
#include "harness/workload/slotted_workload.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static void assert_near(double found, double expected, double tolerance)
{
    if (!(fabs(found - expected) <= tolerance)) {
        fail_msg("found %.12g, expected %.12g within %g", found, expected, tolerance);
    }
}

/* P(k) of the rounded exponential by the midpoint rule: the integral of the density times the
 * probability that a draw rounds to k. */
static double probability(double mean, int k)
{
    const int pieces = 2000;
    double sum = 0;
    for (int i = 0; i < 2 * pieces; i++) {
        double y = k - 1 + (i + 0.5) / pieces;
        sum += y < 0 ? 0 : (1 - fabs(y - k)) * exp(-y / mean) / mean / pieces;
    }
    return sum;
}

static void test_rounded_exponential(void **state)
{
    (void)state;
    const struct work_distribution d = {.kind = WORK_EXPONENTIAL, .mean = 3};
    const double theta = 0.1;
    double total = 0;
    double mean = 0;
    double mgf = 0;
    for (int k = 0; k < 150; k++) {
        double p = probability(d.mean, k);
        total += p;
        mean += k * p;
        mgf += exp(theta * k) * p;
    }
    assert_near(total, 1, 1e-6);
    assert_near(mean, work_mean(&d), 1e-5);
    assert_near(mgf, work_mgf(&d, theta), 1e-5);
    assert_true(isinf(work_mgf(&d, 1 / d.mean)));
    assert_near(work_mgf(&d, 0), 1, 1e-12);
}

/* A million draws: mean, and shares of the smallest values. */
static void test_draws(void **state)
{
    (void)state;
    const struct work_distribution d = {.kind = WORK_EXPONENTIAL, .mean = 3};
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    gsl_rng_set(rng, 7);
    enum { DRAWS = 1000000, SHARES = 4 };
    int64_t counts[SHARES] = {0};
    double sum = 0;
    for (int i = 0; i < DRAWS; i++) {
        int32_t x = work_draw(&d, rng);
        assert_true(x >= 0);
        sum += x;
        if (x < SHARES) {
            counts[x]++;
        }
    }
    gsl_rng_free(rng);
    assert_near(sum / DRAWS, 3, 0.015); /* five standard deviations */
    for (int k = 0; k < SHARES; k++) {
        assert_near((double)counts[k] / DRAWS, probability(3, k), 0.0025);
    }
}

static void test_uniform(void **state)
{
    (void)state;
    const struct work_distribution d = {.kind = WORK_UNIFORM, .least = 2, .most = 4};
    assert_true(work_mean(&d) == 3);
    assert_near(work_mgf(&d, 0.5), (exp(1) + exp(1.5) + exp(2)) / 3, 1e-12);
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    int seen[5] = {0};
    for (int i = 0; i < 1000; i++) {
        int32_t x = work_draw(&d, rng);
        assert_in_range(x, 2, 4);
        seen[x]++;
    }
    gsl_rng_free(rng);
    assert_true(seen[2] > 250 && seen[3] > 250 && seen[4] > 250);
}

static void test_two_values(void **state)
{
    (void)state;
    const struct work_distribution d = {.kind = WORK_TWO_VALUES, .least = 1, .most = 6, .share = 0.25};
    assert_near(work_mean(&d), 2.25, 1e-12);
    assert_near(work_mgf(&d, 0.5), 0.75 * exp(0.5) + 0.25 * exp(3), 1e-12);
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    int most = 0;
    for (int i = 0; i < 10000; i++) {
        int32_t x = work_draw(&d, rng);
        assert_true(x == 1 || x == 6);
        most += x == 6;
    }
    gsl_rng_free(rng);
    assert_in_range(most, 2300, 2700);
}

static void test_batches(void **state)
{
    (void)state;
    struct slotted_load load = slotted_counterexample_load();
    load.slots = 100000;
    struct slotted_workload w = slotted_workload_generate(&slotted_counterexample, &load, 1);
    assert_int_equal(w.count % 50, 0);
    for (size_t i = 0; i < w.count; i++) {
        assert_int_equal(w.jobs[i].arrival, w.jobs[i - i % 50].arrival);
        assert_int_equal(w.jobs[i].reduce_work, 1);
    }
    assert_near((double)w.count / load.slots, 2.5, 0.2);
    slotted_workload_free(&w);
}

/* All four have mean 45 a job and so a load of 90% (section VII): measured over 200,000 slots. */
static void test_loads(void **state)
{
    (void)state;
    for (size_t p = 0; p < SLOTTED_PROFILES; p++) {
        const struct slotted_profile *profile = &slotted_profiles[p];
        assert_true(work_mean(&profile->maps) + work_mean(&profile->reduces) == 45);
        struct slotted_load load = slotted_load_default();
        load.slots = 200000;
        struct slotted_workload w = slotted_workload_generate(profile, &load, 3);
        assert_near((double)w.count / load.slots, load.rate, 0.016);
        assert_near((double)slotted_workload_units(&w) / load.slots, 90, 1);
        double tasks = 0;
        for (size_t i = 0; i < w.count; i++) {
            tasks += w.jobs[i].reduces;
        }
        if (profile->reduces.kind == WORK_UNIFORM) { /* at least 10 units: no number of tasks is cut */
            assert_near(tasks / (double)w.count, 5.5, 0.05);
        }
        slotted_workload_free(&w);
    }
}

static void test_tasks(void **state)
{
    (void)state;
    struct slotted_load load = slotted_load_default();
    struct slotted_workload w = slotted_workload_generate(&slotted_profiles[0], &load, 1);
    size_t next = 0;
    int32_t most = 0;
    for (size_t i = 0; i < w.count; i++) {
        const struct slotted_job *job = &w.jobs[i];
        assert_in_range(job->arrival, i == 0 ? 1 : w.jobs[i - 1].arrival, load.slots);
        assert_int_equal(job->first_reduce, next);
        assert_true(job->reduces <= load.reduces_most && (job->reduces > 0) == (job->reduce_work > 0));
        most = job->reduces > most ? job->reduces : most;
        int32_t sum = 0;
        for (int32_t k = 0; k < job->reduces; k++) {
            int32_t units = w.reduce_units[next + (size_t)k];
            int32_t last = w.reduce_units[next + (size_t)job->reduces - 1];
            assert_true(units >= 1 && units >= last && units <= last + 1);
            assert_true(k == 0 || units <= w.reduce_units[next + (size_t)k - 1]);
            sum += units;
        }
        assert_int_equal(sum, job->reduce_work);
        next += (size_t)job->reduces;
    }
    assert_int_equal(next, w.reduce_count);
    assert_int_equal(most, load.reduces_most);
    slotted_workload_free(&w);
}

static void assert_prefix(const struct slotted_workload *shorter, const struct slotted_workload *longer)
{
    assert_true(shorter->count <= longer->count && shorter->reduce_count <= longer->reduce_count);
    assert_memory_equal(shorter->jobs, longer->jobs, shorter->count * sizeof *shorter->jobs);
    assert_memory_equal(shorter->reduce_units, longer->reduce_units,
                        shorter->reduce_count * sizeof *shorter->reduce_units);
}

static void test_seeds(void **state)
{
    (void)state;
    struct slotted_load load = slotted_load_default();
    struct slotted_workload w = slotted_workload_generate(&slotted_profiles[1], &load, 5);
    struct slotted_workload same = slotted_workload_generate(&slotted_profiles[1], &load, 5);
    struct slotted_workload other = slotted_workload_generate(&slotted_profiles[1], &load, 6);
    load.slots /= 2;
    struct slotted_workload half = slotted_workload_generate(&slotted_profiles[1], &load, 5);
    assert_int_equal(w.count, same.count);
    assert_prefix(&same, &w);
    assert_prefix(&half, &w);
    assert_true(half.count < w.count && w.jobs[half.count].arrival > load.slots);
    assert_true(other.count != w.count || memcmp(other.jobs, w.jobs, w.count * sizeof *w.jobs) != 0);
    slotted_workload_free(&w);
    slotted_workload_free(&same);
    slotted_workload_free(&other);
    slotted_workload_free(&half);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rounded_exponential),
        cmocka_unit_test(test_draws),
        cmocka_unit_test(test_uniform),
        cmocka_unit_test(test_two_values),
        cmocka_unit_test(test_batches),
        cmocka_unit_test(test_loads),
        cmocka_unit_test(test_tasks),
        cmocka_unit_test(test_seeds),
    };
    return cmocka_run_group_tests_name("slotted workload", tests, NULL, NULL);
}
