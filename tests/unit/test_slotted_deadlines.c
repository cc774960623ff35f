/* Time-slotted workloads in the Hadoop model: the conversion, and that both models agree where they
 * must. */
#include "harness/engine/engine.h"
#include "harness/schedulers/schedulers.h"
#include "harness/workload/slotted_deadlines.h"
#include "tests/unit/same_names.h"
#include "tests/unit/slotted_fixture.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static void test_conversion(void **state)
{
    (void)state;
    struct slotted_workload w = {0};
    slotted_job(&w, 1, 5, "3 2");
    slotted_job(&w, 4, 0, "4");
    slotted_job(&w, 4, 0, "");
    slotted_job(&w, 9, 1, "");
    /* alone on 4 machines: 2 slots of maps and 3, 4, none, 1 */
    assert_int_equal(slotted_relative_deadline(&w, 0, 4, 1), 5);
    assert_int_equal(slotted_relative_deadline(&w, 0, 4, 1.5), 8);
    assert_int_equal(slotted_relative_deadline(&w, 0, 5, 1.5), 6);
    struct workload hadoop = slotted_with_deadlines(&w, 4, 1.5);
    static const struct job_spec expected[] = {
        {.arrival = 0, .deadline = 8000, .maps = 5, .reduces = 2, .reduce_estimate = 3000},
        {.arrival = 3000, .deadline = 9000, .maps = 0, .reduces = 1, .reduce_estimate = 4000},
        {.arrival = 3000, .deadline = 3000, .maps = 0, .reduces = 0},
        {.arrival = 8000, .deadline = 10000, .maps = 1, .reduces = 0},
    };
    assert_int_equal(hadoop.count, 4);
    for (size_t i = 0; i < hadoop.count; i++) {
        assert_int_equal(hadoop.jobs[i].arrival, expected[i].arrival);
        assert_int_equal(hadoop.jobs[i].deadline, expected[i].deadline);
        assert_int_equal(hadoop.jobs[i].maps, expected[i].maps);
        assert_int_equal(hadoop.jobs[i].reduces, expected[i].reduces);
        assert_int_equal(hadoop.jobs[i].row, i);
        for (int32_t k = 0; k < hadoop.jobs[i].maps; k++) {
            assert_int_equal(task_times_at(&hadoop.jobs[i].map_times, k), 1000);
            assert_int_equal(hadoop.jobs[i].map_estimate, 1000);
        }
        if (hadoop.jobs[i].reduces > 0) {
            assert_int_equal(hadoop.jobs[i].reduce_estimate, expected[i].reduce_estimate);
        }
    }
    assert_int_equal(task_times_at(&hadoop.jobs[0].reduce_times, 0), 3000);
    assert_int_equal(task_times_at(&hadoop.jobs[0].reduce_times, 1), 2000);
    assert_null(same_name(&hadoop));
    workload_free(&hadoop);
    slotted_workload_free(&w);
}

/* Jobs of one stage alone: slots for it are as good as machines, and both models must give every
 * job the same flow time. */
static void one_stage_agrees(gsl_rng *rng, enum stage stage, const struct scheduler_class *split,
                             const struct slotted_class *shared)
{
    bool maps = stage == STAGE_MAP;
    struct slotted_workload w = slotted_random(rng, 30, 30, maps ? 12 : 0, maps ? 0 : 6, maps ? 1 : 8);
    int32_t machines = 1 + (int32_t)gsl_rng_uniform_int(rng, 8);
    struct workload hadoop = slotted_with_deadlines(&w, machines, 2);
    struct cluster cluster;
    assert_true(cluster_of_slots(&cluster, maps ? machines : 1, maps ? 1 : machines));
    struct scheduler_options policy = scheduler_options_default();
    struct engine_options options = engine_options_default();
    struct run_error error = {0};
    struct engine *engine = engine_new(&hadoop, &cluster, split, &policy, &options, &error);
    assert_non_null(engine);
    assert_true(engine_run(engine));
    struct slotted_run run = slotted_must_run(&w, shared, machines, false);
    for (size_t i = 0; i < w.count; i++) {
        ticks flow = engine_outcomes(engine)[i].finish - hadoop.jobs[i].arrival;
        if (flow != slotted_flow(&w, &run, i) * SLOTTED_SLOT_TICKS) {
            slotted_print(&w);
            fail_msg("%s on %d: job %zu takes %d slots, %d ms in the Hadoop model", split->name, (int)machines, i,
                     (int)slotted_flow(&w, &run, i), (int)flow);
        }
    }
    slotted_run_free(&run);
    engine_free(engine);
    cluster_free(&cluster);
    workload_free(&hadoop);
    slotted_workload_free(&w);
}

static void test_models_agree(void **state)
{
    (void)state;
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    gsl_rng_set(rng, 44);
    for (int i = 0; i < 200; i++) {
        one_stage_agrees(rng, STAGE_MAP, &fifo_scheduler, &slotted_fifo);
        one_stage_agrees(rng, STAGE_MAP, &asrpt_scheduler, &slotted_asrpt);
        one_stage_agrees(rng, STAGE_REDUCE, &fifo_scheduler, &slotted_fifo);
    }
    gsl_rng_free(rng);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_conversion),
        cmocka_unit_test(test_models_agree),
    };
    return cmocka_run_group_tests_name("slotted deadlines", tests, NULL, NULL);
}
