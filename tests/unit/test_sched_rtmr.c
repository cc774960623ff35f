/* The driver of the kernel: what it submits, dispatches, reports and learns. The kernel has its own
 * tests. */
#include "harness/metrics/metrics.h"
#include "harness/schedulers/estimates.h"
#include "harness/schedulers/rtmr_scheduler.h"
#include "harness/workload/alloc.h"
#include "tests/unit/sim.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void expect_no_violation(const struct sim *s)
{
    struct scheduler_statistics statistics = engine_statistics(s->engine);
    assert_int_equal(statistics.violations, 0);
    assert_int_equal(statistics.flagged_jobs, 0);
}

static void reduce_slots_are_reserved(void **state)
{
    (void)state;
    static const enum rtmr_feedback feedbacks[] = {RTMR_FEEDBACK_EXACT, RTMR_FEEDBACK_SATU, RTMR_FEEDBACK_NONE};
    for (size_t i = 0; i < 3; i++) {
        /* Algorithm IV line 10 as printed lets j1's reduce take the only slot at 1: j0 would end at
         * 4 > 3. */
        struct sim s;
        sim_init(&s, 2, 1);
        s.scheduler_options.feedback = feedbacks[i];
        sim_job(&s, 0, 3, 2, "2", 1, "1");
        sim_job(&s, 0, 5, 1, "1", 2, "2");
        assert_true(sim_run(&s, &rtmr_scheduler));
        assert_int_equal(sim_outcome(&s, 0)->finish, 3);
        assert_int_equal(sim_outcome(&s, 1)->finish, 5);
        assert_int_equal(sim_outcome(&s, 0)->estimated_finish, 3);
        assert_int_equal(sim_outcome(&s, 1)->estimated_finish, 5);
        expect_no_violation(&s);
        sim_free(&s);
    }
}

static void rejections_say_why(void **state)
{
    (void)state;
    struct sim s;
    sim_init(&s, 1, 1);
    s.scheduler_options.counter_offer = true;
    sim_job(&s, 0, 10, 10, "10", 1, "");
    sim_job(&s, 0, 10, 4, "4", 1, ""); /* would end at 14 */
    sim_job(&s, 0, 9, 4, "4", 1, "");  /* goes first, and j0 would end at 14 */
    sim_job(&s, 0, NO_DEADLINE, 4, "4", 1, "");
    sim_job(&s, 1, 1, 4, "", 1, "");
    assert_true(sim_run(&s, &rtmr_scheduler));
    assert_true(sim_outcome(&s, 0)->accepted);
    assert_false(sim_outcome(&s, 1)->accepted);
    assert_int_equal(sim_outcome(&s, 1)->estimated_finish, 14);
    assert_int_equal(sim_outcome(&s, 1)->earliest_deadline, 14);
    assert_string_equal(sim_outcome(&s, 1)->reason, "it would miss its deadline");
    assert_false(sim_outcome(&s, 2)->accepted);
    assert_string_equal(sim_outcome(&s, 2)->reason, "an accepted job would miss its deadline");
    assert_true(sim_outcome(&s, 3)->met);
    assert_int_equal(sim_outcome(&s, 4)->finish, 1);
    sim_free(&s);
}

/* Promises allow for a latency that the run does not need: e is that of heartbeats, the finish is
 * not. The longer of the two counts; one that is out of range is refused. */
static void latency_without_heartbeats(void **state)
{
    (void)state;
    static const ticks latencies[] = {100, 30, -1, RTMR_LATENCY_MAX + 1};
    for (size_t i = 0; i < sizeof latencies / sizeof latencies[0]; i++) {
        struct sim s;
        sim_init(&s, 1, 1);
        s.scheduler_options.latency = latencies[i];
        sim_job(&s, 0, 580, 130, "130", 50, "50");
        if (i < 2) {
            assert_true(sim_run(&s, &rtmr_scheduler));
            assert_int_equal(sim_outcome(&s, 0)->estimated_finish, 180 + 4 * latencies[i]);
            assert_int_equal(sim_outcome(&s, 0)->finish, 180);
            expect_no_violation(&s);
        } else {
            assert_non_null(scheduler_options_problem(&s.scheduler_options));
        }
        sim_free(&s);
    }
}

static void heartbeats_become_latency(void **state)
{
    (void)state;
    struct sim s;
    sim_init(&s, 1, 1);
    sim_nodes(&s, 100, 1, 1, 1);
    /* H at arrival, 130 + H for the map, 50 + 2 H for the reduce */
    sim_job(&s, 0, 580, 130, "130", 50, "50");
    assert_true(sim_run(&s, &rtmr_scheduler));
    assert_int_equal(sim_outcome(&s, 0)->estimated_finish, 580);
    assert_true(sim_outcome(&s, 0)->met);
    expect_no_violation(&s);
    sim_free(&s);

    sim_init(&s, 1, 1);
    sim_nodes(&s, 100, 1, 1, 1);
    sim_job(&s, 0, 579, 130, "130", 50, "50");
    assert_true(sim_run(&s, &rtmr_scheduler));
    assert_false(sim_outcome(&s, 0)->accepted);
    sim_free(&s);
}

static void several_reduce_slots_per_node_are_not_a_violation(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct sim s;
        sim_init(&s, 1, 1);
        sim_nodes(&s, 100, 2, 2, 3);
        s.options.seed = seed;
        sim_job(&s, 0, 100000, 20, "20 5", 50, "50 50 50 50 50 50 50 50 50 50");
        sim_job(&s, 30, 100000, 20, "20 20 3", 500, "500 50 420 30 77 300");
        assert_true(sim_run(&s, &rtmr_scheduler));
        assert_true(sim_outcome(&s, 0)->met && sim_outcome(&s, 1)->met);
        assert_true(sim_outcome(&s, 0)->finish <= sim_outcome(&s, 0)->estimated_finish);
        expect_no_violation(&s);
        sim_free(&s);
    }
}

static void an_overrun_is_a_violation(void **state)
{
    (void)state;
    struct sim s;
    sim_init(&s, 1, 1);
    sim_job(&s, 0, 10, 4, "6", 1, "");
    sim_job(&s, 0, 8, 4, "2", 1, ""); /* goes first: 0-2 */
    assert_true(sim_run(&s, &rtmr_scheduler));
    struct scheduler_statistics statistics = engine_statistics(s.engine);
    assert_int_equal(statistics.violations, 1); /* at 8, when the end of j0's map is noticed after its bound 6 */
    assert_int_equal(statistics.flagged_jobs, 1);
    assert_int_equal(sim_outcome(&s, 0)->finish, 8);
    sim_free(&s);
}

/* Its job is flagged if there is no time to run it again. */
static void a_failed_attempt_is_a_violation(void **state)
{
    (void)state;
    for (int tight = 0; tight <= 1; tight++) {
        struct sim s;
        sim_init(&s, 2, 2);
        s.options.faults.failure_rate = 0.5;
        sim_job(&s, 0, tight ? 50 : 1000, 10, "10 10 10 10 10 10", 10, "10 10 10");
        assert_true(sim_run(&s, &rtmr_scheduler));
        assert_int_equal(sim_outcome(&s, 0)->estimated_finish, 50);
        assert_true(sim_outcome(&s, 0)->finish > 50);
        assert_true(sim_outcome(&s, 0)->failed_attempts > 0);
        assert_int_equal(engine_statistics(s.engine).violations, sim_outcome(&s, 0)->failed_attempts);
        assert_int_equal(engine_statistics(s.engine).flagged_jobs, tight);
        assert_true(sim_outcome(&s, 0)->promised == !tight);
        sim_free(&s);
    }
}

static void capacities_are_told_apart(void **state)
{
    (void)state;
    struct sim s;
    sim_init(&s, RTMR_SLOTS + 1, 1);
    assert_null(sim_engine(&s, &rtmr_scheduler));
    assert_non_null(strstr(s.error.text, "map slots out of range"));
    sim_free(&s);

    sim_init(&s, 1, 1);
    for (int32_t i = 0; i <= RTMR_JOBS; i++) {
        sim_job(&s, 0, 1000000, 1, "1", 1, "");
    }
    struct job_spec *large = sim_job(&s, 500, 1000000000, 1, "", 1, "");
    large->maps = RTMR_TASKS + 1;
    task_times_add(&large->map_times, 1, large->maps);
    s.options.task_observer = NULL; /* more runs than it keeps */
    assert_true(sim_run(&s, &rtmr_scheduler));
    assert_true(sim_outcome(&s, RTMR_JOBS - 1)->accepted);
    assert_false(sim_outcome(&s, RTMR_JOBS)->accepted);
    assert_int_equal(sim_outcome(&s, RTMR_JOBS - 1)->room, ROOM_THERE);
    assert_string_equal(sim_outcome(&s, RTMR_JOBS)->reason, "the job table is full");
    assert_int_equal(sim_outcome(&s, RTMR_JOBS)->room, ROOM_FOR_NO_JOB);
    assert_int_equal(sim_outcome(&s, RTMR_JOBS + 1)->room, ROOM_FOR_NO_TASKS);
    const struct metrics m = metrics_compute(&s.workload, &s.cluster, &rtmr_scheduler, s.engine);
    assert_true(m.value[METRIC_NO_ROOM_JOBS] > 0.5 && m.value[METRIC_NO_ROOM_JOBS] < 1.5);
    assert_true(m.value[METRIC_NO_ROOM_TASKS] > 0.5 && m.value[METRIC_NO_ROOM_TASKS] < 1.5);
    assert_string_equal(sim_outcome(&s, RTMR_JOBS + 1)->reason, "number of map tasks out of range");
    sim_free(&s);
}

static void tools_can_look_into_the_kernel(void **state)
{
    (void)state;
    struct sim s;
    sim_init(&s, 1, 1);
    sim_job(&s, 0, 100, 4, "4", 2, "2");
    sim_job(&s, 1, 50, 4, "4", 2, "2");
    assert_non_null(sim_engine(&s, &rtmr_scheduler));
    assert_true(engine_run_until(s.engine, 3));
    struct rtmr *kernel = rtmr_scheduler_kernel(engine_scheduler(s.engine));
    assert_int_equal(rtmr_now(kernel), 3);
    assert_int_equal(rtmr_job_count(kernel), 2);
    struct rtmr_job_info info;
    assert_int_equal(rtmr_job_at(kernel, 0, &info), RTMR_OK);
    assert_ptr_equal(rtmr_scheduler_job(engine_scheduler(s.engine), info.job), engine_job(s.engine, 1));
    assert_null(rtmr_scheduler_job(engine_scheduler(s.engine), 12345));
    assert_true(engine_run(s.engine));
    sim_free(&s);
}

/* Estimates that the next job would be submitted with at the end of the run. */
static struct rtmr_job submission_for(const struct sim *s, int32_t maps, int32_t reduces, int64_t map_bytes)
{
    struct scheduler_job job = {
        .tasks = {maps, reduces}, .estimate = {20, 30}, .bytes = {map_bytes, -1}, .deadline = NO_DEADLINE};
    return rtmr_scheduler_submission(engine_scheduler(s->engine), &job);
}

static void estimates_are_learned_from_finished_tasks(void **state)
{
    (void)state;
    const int64_t unit = 65536;
    struct sim s;
    sim_init(&s, 2, 1);
    s.scheduler_options.estimator = ESTIMATOR_LEARNED;
    struct job_spec *job = sim_job(&s, 0, 100, 20, "7 5", 30, "8");
    job->map_bytes = 2 * unit;
    job->reduce_bytes = 4 * unit;
    sim_job(&s, 0, 100, 20, "20", 30, ""); /* sizes unknown: teaches nothing */
    assert_non_null(sim_engine(&s, &rtmr_scheduler));
    struct rtmr_job submission = submission_for(&s, 1, 2, 3 * unit);
    assert_int_equal(submission.map_estimate, 20); /* nothing learned yet: the job's own */
    assert_int_equal(submission.reduce_estimate, 30);
    assert_true(engine_run(s.engine));
    /* 7 ms per unit of map input, 8 per 4 units of reduce input, 4 units of reduce input per 2 of
     * map input */
    submission = submission_for(&s, 1, 2, 3 * unit);
    assert_int_equal(submission.map_estimate, 21);
    assert_int_equal(submission.reduce_estimate, 6); /* 6 units over 2 reduces */
    submission = submission_for(&s, 2, 4, 3 * unit + 1);
    assert_int_equal(submission.map_estimate, 14);   /* 2 units for the larger of 2 maps */
    assert_int_equal(submission.reduce_estimate, 4); /* ceil(8 units / 4) */
    submission = submission_for(&s, 1, 1, -1);
    assert_int_equal(submission.map_estimate, 20); /* size unknown */
    assert_int_equal(submission.reduce_estimate, 30);
    assert_int_equal(submission.deadline, RTMR_TIME_MAX);
    sim_free(&s);
}

/* The longest task of each stage: 12 ms for a unit of map input, 10 ms for two units of reduce
 * input. */
static void finish_tasks(struct estimates *e, const struct scheduler_job *job)
{
    estimates_task_finished(e, job, STAGE_MAP, 9);
    estimates_task_finished(e, job, STAGE_MAP, 12);
    estimates_task_finished(e, job, STAGE_REDUCE, 10);
}

static void a_job_teaches_when_it_is_finished(void **state)
{
    (void)state;
    const int64_t unit = ESTIMATES_UNIT;
    static const struct {
        enum estimator_kind kind;
        double padding;
        ticks before; /* map estimate of 3 units when the tasks of a job of 1 unit each are finished */
        ticks after;  /* and when the job is */
        ticks reduce; /* one reduce of these 3 units */
    } cases[] = {
        {ESTIMATOR_GIVEN, 1, 20, 20, 30},
        {ESTIMATOR_LEARNED, 1, 20, 36, 15},
        {ESTIMATOR_LEARNED_BY_TASK, 1, 36, 36, 15},
        {ESTIMATOR_LEARNED, 1.5, 20, 54, 23},
        {ESTIMATOR_LEARNED, 1000, 20, 36000, 15000},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct scheduler_options options = scheduler_options_default();
        options.estimator = cases[i].kind;
        options.estimate_padding = cases[i].padding;
        struct scheduler_setup setup = {.job_count = 2, .options = &options};
        struct estimates e;
        estimates_init(&e, &setup);
        struct scheduler_job first = {.id = 1, .tasks = {2, 1}, .bytes = {2 * unit, 2 * unit}};
        struct scheduler_job next = {.tasks = {1, 1}, .estimate = {20, 30}, .bytes = {3 * unit, -1}};
        ticks estimate[STAGES];
        finish_tasks(&e, &first);
        estimates_of(&e, &next, estimate);
        assert_int_equal(estimate[STAGE_MAP], cases[i].before);
        assert_int_equal(estimate[STAGE_REDUCE], 30); /* no reduce input per map input is known */
        estimates_job_finished(&e, &first);
        estimates_of(&e, &next, estimate);
        assert_int_equal(estimate[STAGE_MAP], cases[i].after);
        assert_int_equal(estimate[STAGE_REDUCE], cases[i].reduce);
        estimates_free(&e);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reduce_slots_are_reserved),
        cmocka_unit_test(rejections_say_why),
        cmocka_unit_test(heartbeats_become_latency),
        cmocka_unit_test(latency_without_heartbeats),
        cmocka_unit_test(several_reduce_slots_per_node_are_not_a_violation),
        cmocka_unit_test(an_overrun_is_a_violation),
        cmocka_unit_test(a_failed_attempt_is_a_violation),
        cmocka_unit_test(capacities_are_told_apart),
        cmocka_unit_test(tools_can_look_into_the_kernel),
        cmocka_unit_test(estimates_are_learned_from_finished_tasks),
        cmocka_unit_test(a_job_teaches_when_it_is_finished),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
