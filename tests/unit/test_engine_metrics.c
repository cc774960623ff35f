/* The metrics of small runs, computed by hand. */
#include "harness/metrics/metrics.h"
#include "tests/unit/sim.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static struct metrics metrics_of(const struct sim *s, const struct scheduler_class *scheduler)
{
    return metrics_compute(&s->workload, &s->cluster, scheduler, s->engine);
}

static void expect(const struct metrics *m, enum metric metric, double value)
{
    if (fabs(m->value[metric] - value) > 1e-9) {
        fail_msg("%s: %.12g, expected %.12g", metric_table[metric].key, m->value[metric], value);
    }
}

/* Two map slots and one reduce slot; j0 meets its deadline, j1 does not. */
static void two_jobs(struct sim *s)
{
    sim_init(s, 2, 1);
    sim_job(s, 10, 20, 4, "4 4", 2, "2");   /* maps 10-14 on both slots, reduce 14-16: meets */
    sim_job(s, 12, 18, 3, "3 3 2", 5, "5"); /* maps 14-17, 14-17, 17-19, reduce 19-24: misses */
}

static void a_scheduler_without_a_deadline_test(void **state)
{
    (void)state;
    struct sim s;
    two_jobs(&s);
    assert_true(sim_run(&s, &fifo_scheduler));
    struct metrics m = metrics_of(&s, &fifo_scheduler);
    expect(&m, METRIC_JOBS, 2);
    expect(&m, METRIC_ACCEPTED, 2);
    expect(&m, METRIC_MET, 1);
    expect(&m, METRIC_MISSED, 1);
    expect(&m, METRIC_ACCEPT_RATIO, 100);
    expect(&m, METRIC_SUCCESS_RATIO, 50);
    expect(&m, METRIC_MAKESPAN, 24 - 10);
    expect(&m, METRIC_UTILISATION, 100.0 * (8 + 2 + 8 + 5) / (3 * 14)); /* all jobs */
    expect(&m, METRIC_UTILISATION_ALL, 100.0 * (8 + 2 + 8 + 5) / (3 * 14));
    expect(&m, METRIC_UTILISATION_MET, 100.0 * (8 + 2) / (3 * 14));
    expect(&m, METRIC_RESPONSE_MEAN, (6 + 12) / 2.0);
    expect(&m, METRIC_RESPONSE_P95, 6 + 0.95 * 6);
    /* least possible: j0 4 + 2, j1 max(3, 8 / 2) + 5 */
    expect(&m, METRIC_SLOWDOWN_MEAN, (1 + 12 / 9.0) / 2);
    expect(&m, METRIC_SLOWDOWN_P95, 1 + 0.95 * (12 / 9.0 - 1));
    expect(&m, METRIC_LATENESS_MEAN, (-4 + 6) / 2.0);
    expect(&m, METRIC_LATENESS_MAX, 6);
    expect(&m, METRIC_RERUNS, 0);
    expect(&m, METRIC_VIOLATIONS, 0);
    expect(&m, METRIC_FLAGGED, 0);
    sim_free(&s);
}

static void a_scheduler_with_a_deadline_test(void **state)
{
    (void)state;
    struct sim s;
    two_jobs(&s);
    struct scheduler_class tester = fifo_scheduler; /* the same schedule, judged the other way */
    tester.tests_deadlines = true;
    assert_true(sim_run(&s, &tester));
    struct metrics m = metrics_of(&s, &tester);
    expect(&m, METRIC_UTILISATION, 100.0 * (8 + 2) / (3 * 14)); /* met: j0 only; the makespan is of all accepted */
    expect(&m, METRIC_UTILISATION_ALL, 100.0 * (8 + 2 + 8 + 5) / (3 * 14));
    expect(&m, METRIC_UTILISATION_MET, 100.0 * (8 + 2) / (3 * 14));
    sim_free(&s);

    two_jobs(&s);
    assert_true(sim_run(&s, &rtmr_scheduler));
    m = metrics_of(&s, &rtmr_scheduler);
    expect(&m, METRIC_ACCEPTED, 1); /* j1 would end at 24 */
    expect(&m, METRIC_ACCEPT_RATIO, 50);
    expect(&m, METRIC_SUCCESS_RATIO, 100);
    expect(&m, METRIC_MISSED, 0);
    expect(&m, METRIC_MAKESPAN, 6);
    expect(&m, METRIC_UTILISATION, 100.0 * 10 / (3 * 6));
    expect(&m, METRIC_LATENESS_MAX, -4);
    assert_int_equal(sim_outcome(&s, 1)->estimated_finish, 25); /* 14 + 3 + 3 maps of at most 3, then 5 */
    sim_free(&s);
}

static void no_jobs_have_no_means(void **state)
{
    (void)state;
    struct sim s;
    sim_init(&s, 1, 1);
    assert_true(sim_run(&s, &fifo_scheduler));
    struct metrics m = metrics_of(&s, &fifo_scheduler);
    expect(&m, METRIC_JOBS, 0);
    expect(&m, METRIC_MAKESPAN, 0);
    assert_true(isnan(m.value[METRIC_ACCEPT_RATIO]));
    assert_true(isnan(m.value[METRIC_UTILISATION]));
    assert_true(isnan(m.value[METRIC_RESPONSE_P95]));
    assert_true(isnan(m.value[METRIC_LATENESS_MAX]));
    sim_free(&s);
}

static void jobs_without_deadline_or_tasks(void **state)
{
    (void)state;
    struct sim s;
    sim_init(&s, 1, 1);
    sim_job(&s, 0, NO_DEADLINE, 3, "3", 1, "");
    sim_job(&s, 1, 1, 3, "", 1, "");
    assert_true(sim_run(&s, &fifo_scheduler));
    struct metrics m = metrics_of(&s, &fifo_scheduler);
    expect(&m, METRIC_MET, 2);
    expect(&m, METRIC_LATENESS_MEAN, 0); /* of the second only */
    expect(&m, METRIC_SLOWDOWN_MEAN, 1); /* of the first only */
    expect(&m, METRIC_RESPONSE_MEAN, 1.5);
    sim_free(&s);
}

static void the_least_response_knows_speeds(void **state)
{
    (void)state;
    struct sim s;
    sim_init(&s, 1, 1);
    cluster_free(&s.cluster);
    cluster_init(&s.cluster, "speeds");
    assert_true(cluster_add(&s.cluster, 1, (struct cluster_node){.slots = {2, 0}, .speed = {500, 9000}}));
    assert_true(cluster_add(&s.cluster, 1, (struct cluster_node){.slots = {1, 1}, .speed = {2000, 1000}}));
    struct cluster_power power = cluster_power_of(&s.cluster);
    /* longest map 6 on the fast slot: 3; all of it: 18 / (2 * 0.5 + 2) = 6; reduces: 4 on one
     * slot */
    const struct job_spec *job = sim_job(&s, 0, 100, 9, "6 6 6", 9, "3 1");
    assert_int_equal(metrics_least_response(job, &power), 6 + 4);
    job = sim_job(&s, 0, 100, 9, "6", 9, "");
    assert_int_equal(metrics_least_response(job, &power), 3);
    sim_free(&s);
}

static void every_metric_can_be_shown(void **state)
{
    (void)state;
    for (int i = 0; i < METRIC_COUNT; i++) {
        assert_non_null(metric_table[i].key);
        assert_true(metric_table[i].heading != NULL || i == METRIC_UTILISATION);
        assert_non_null(metric_table[i].meaning);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_scheduler_without_a_deadline_test),
        cmocka_unit_test(a_scheduler_with_a_deadline_test),
        cmocka_unit_test(no_jobs_have_no_means),
        cmocka_unit_test(jobs_without_deadline_or_tasks),
        cmocka_unit_test(the_least_response_knows_speeds),
        cmocka_unit_test(every_metric_can_be_shown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
