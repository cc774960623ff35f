/* Clusters without slots of one stage: every scheduler runs jobs that need none. */
#include "harness/metrics/metrics.h"
#include "harness/workload/job_terms.h"
#include "harness/workload/stage_fit.h"
#include "tests/unit/sim.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

/* A job of tasks of one stage. */
static void add_job(struct sim *s, enum stage stage, ticks arrival, const char *tasks)
{
    sim_job(s, arrival, arrival + 100000, 9, stage == STAGE_MAP ? tasks : "", 9, stage == STAGE_REDUCE ? tasks : "");
}

/* Three slots of the stage, one of a node or all of one, and jobs that are too much for them. */
static void build(struct sim *s, enum stage stage, ticks heartbeat, size_t number)
{
    const int32_t slots[STAGES] = {stage == STAGE_MAP ? 3 : 0, stage == STAGE_REDUCE ? 3 : 0};
    sim_init(s, slots[STAGE_MAP], slots[STAGE_REDUCE]);
    if (heartbeat > 0) {
        sim_nodes(s, heartbeat, 2, slots[STAGE_MAP], slots[STAGE_REDUCE]);
    }
    s->scheduler_options.check = true;
    s->scheduler_options.hadoop = number % 2 == 0 ? HADOOP_0_20 : HADOOP_0_21;
    s->options.speculation = number % 3 == 0;
    add_job(s, stage, 1, "9 8 7");
    add_job(s, stage, 1, "6 5 3 9");
    add_job(s, stage, 4, "1 2 3 4 5 6");
}

static void every_scheduler_runs_on_one_stage(void **state)
{
    (void)state;
    static const ticks heartbeats[] = {0, 7};
    for (size_t i = 0; i < scheduler_count(); i++) {
        const struct scheduler_class *scheduler = scheduler_at(i);
        for (enum stage stage = STAGE_MAP; stage < STAGES; stage++) {
            for (size_t h = 0; h < 2; h++) {
                struct sim s;
                build(&s, stage, heartbeats[h], i);
                if (!sim_run(&s, scheduler) || !sim_outcome(&s, 0)->finished) {
                    fail_msg("%s: %s", scheduler->name, s.error.text);
                }
                for (int32_t job = 0; job < 3; job++) { /* dc, which wants slots to be free, refuses some */
                    assert_int_equal(sim_outcome(&s, job)->finished, sim_outcome(&s, job)->accepted);
                    assert_true(sim_outcome(&s, job)->accepted || scheduler == &dc_scheduler);
                }
                sim_free(&s);
            }
        }
    }
}

/* The stored vectors of a stage without slots are never used. */
static void every_feedback_runs_on_one_stage(void **state)
{
    (void)state;
    static const enum rtmr_feedback feedbacks[] = {RTMR_FEEDBACK_EXACT, RTMR_FEEDBACK_SATU, RTMR_FEEDBACK_NONE};
    for (size_t i = 0; i < 3; i++) {
        for (enum stage stage = STAGE_MAP; stage < STAGES; stage++) {
            struct sim s;
            build(&s, stage, 0, 1);
            s.scheduler_options.feedback = feedbacks[i];
            assert_true(sim_run(&s, &rtmr_scheduler));
            assert_true(sim_outcome(&s, 2)->met);
            sim_free(&s);
        }
    }
}

static void slots_that_do_not_exist_are_not_idle(void **state)
{
    (void)state;
    struct sim s;
    sim_init(&s, 4, 0);
    sim_job(&s, 0, 1000, 100, "100 100 100 100", 1, "");
    assert_true(sim_run(&s, &fifo_scheduler));
    const struct metrics m = metrics_compute(&s.workload, &s.cluster, &fifo_scheduler, s.engine);
    assert_true(m.value[METRIC_UTILISATION] > 99.999 && m.value[METRIC_UTILISATION] < 100.001);
    assert_true(m.value[METRIC_SLOWDOWN_MEAN] > 0.999 && m.value[METRIC_SLOWDOWN_MEAN] < 1.001);
    sim_free(&s);
}

static void a_job_of_the_missing_stage_is_named(void **state)
{
    (void)state;
    struct sim s;
    struct input_error error = {""};
    sim_init(&s, 2, 0);
    sim_job(&s, 0, 1000, 1, "1", 1, "");
    assert_true(stage_fit_check(&s.workload, &s.cluster, &error));
    sim_job(&s, 1, 1000, 1, "1", 1, "1")->row = 2;
    sim_job(&s, 2, 1000, 1, "1", 1, "1 1");
    s.workload.jobs[2].row = 1;
    s.workload.jobs[2].line = 7;
    assert_false(stage_fit_check(&s.workload, &s.cluster, &error));
    assert_string_equal(error.text,
                        "test:7: expected reduce slots (--reduce-slots or --cluster) for the 2 reduces of job 'j2', "
                        "found none");
    assert_null(sim_engine(&s, &fifo_scheduler));
    assert_string_equal(s.error.text, "a job has tasks of a stage of which the cluster has no slot");
    sim_free(&s);

    sim_init(&s, 0, 2);
    sim_job(&s, 0, 1000, 1, "1", 1, "");
    assert_false(stage_fit_check(&s.workload, &s.cluster, &error));
    assert_string_equal(error.text,
                        "test: expected map slots (--map-slots or --cluster) for the 1 map of job 'j0', found none");
    sim_free(&s);
}

static void a_deadline_needs_slots_of_the_stages_only(void **state)
{
    (void)state;
    struct job_terms_options options = job_terms_options_default();
    struct input_error error = {""};
    options.deadline_sd = 0;
    options.deadline_least = 0;
    options.map_slots = 2;
    struct job_terms terms = job_terms_open(&options);
    struct sim s;
    sim_init(&s, 2, 0);
    struct job_spec *job = sim_job(&s, 0, 1000, 10, "1 1 1", 10, "");
    const struct place place = {.source = "f", .line = 3, .field = "wait"};
    assert_true(job_terms_deadline(&terms, job, -1, place, &error));
    assert_int_equal(job->deadline, 60); /* three times two waves */
    job = sim_job(&s, 0, 1000, 10, "1", 10, "1");
    assert_false(job_terms_deadline(&terms, job, -1, place, &error));
    assert_string_equal(
        error.text,
        "f:3: expected reduce slots (--reduce-slots or --cluster) for the 1 reduce of job 'j1', found none");
    options.deadline_base = DEADLINE_BASE_RECORDED;
    assert_true(job_terms_deadline(&terms, job, 100, place, &error));
    job_terms_close(&terms);
    sim_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_scheduler_runs_on_one_stage),
        cmocka_unit_test(every_feedback_runs_on_one_stage),
        cmocka_unit_test(slots_that_do_not_exist_are_not_idle),
        cmocka_unit_test(a_job_of_the_missing_stage_is_named),
        cmocka_unit_test(a_deadline_needs_slots_of_the_stages_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
